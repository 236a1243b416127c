"""What a step of an environment consists of, and what each part of it costs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch

from .managers.action_descriptor import qualified_name
from .managers.manager_base import ManagerTermBase
from .managers.tables import format_table


@dataclass(frozen=True)
class TermReport:
    """A term of a manager."""

    kind: str
    """What it is of: "observation", "reward" or "termination"."""

    name: str
    """Its name; of an observation, "group/name"."""

    function: str
    """Module and name of its function or class."""

    milliseconds: float | None
    """Time of one call [ms]; None of a class, whose calls may change what it remembers."""


@dataclass(frozen=True)
class StepReport:
    """What a step of an environment consists of. As text it is a table, the slowest terms first."""

    device: str
    """Torch device of all data."""

    num_envs: int
    """Number of environments."""

    physics_steps: int
    """Steps of the physics in a step of the environment."""

    graphs: str
    """How much of a step is captured in CUDA graphs, and why not the rest."""

    terms: tuple[TermReport, ...]
    """Terms that each step calls, the slowest first; classes last."""

    def __str__(self) -> str:
        """Table of the terms."""
        rows = [
            (term.kind, term.name, term.function, "-" if term.milliseconds is None else f"{term.milliseconds:.3f}")
            for term in self.terms
        ]
        timed = sum(term.milliseconds or 0.0 for term in self.terms)
        title = (
            f"{self.num_envs} environments on {self.device}: {self.physics_steps} steps of the physics, then "
            f"{len(self.terms)} terms, whose functions take {timed:.3f} ms when they are called one by one from Python"
        )
        return format_table(f"{title}. {self.graphs}", ("Kind", "Name", "Function", "ms"), rows)


def explain(env: Any, repeats: int = 20) -> StepReport:
    """Find what a step consists of, and how long the functions among the terms take in the present state.

    They are called as a step calls them, without anything being stepped or reset; classes are listed and not called.

    Args:
        env: The environment, one with managers.
        repeats: Calls of each function that are timed, after one that is not.

    Raises:
        ValueError: ``repeats`` is below 1.
    """
    if not isinstance(repeats, int) or repeats < 1:
        raise ValueError(f"'repeats' is {repeats!r:.80}; expected a whole number, 1 or more.")
    reports = [
        TermReport(kind, name, qualified_name(cfg.func), _time(env, cfg, repeats)) for kind, name, cfg in _terms(env)
    ]
    reports.sort(key=lambda report: -1.0 if report.milliseconds is None else report.milliseconds, reverse=True)
    return StepReport(str(env.device), env.num_envs, env.cfg.decimation, _graphs_of(env), tuple(reports))


def _graphs_of(env: Any) -> str:
    if not str(env.device).startswith("cuda"):
        return "On a CPU nothing is captured."
    graph = getattr(env, "_step_graph", None)
    if graph is None:
        return "Steps are captured in CUDA graphs after the first ones, where they can be."
    errors = [segment.error for segment in graph.segments if segment.error]
    if graph.reasons or errors:
        return f"Steps are not captured: {'; '.join([*graph.reasons, *errors])}."
    if graph.reasons_for_ids:
        return f"Steps are CUDA graphs but for resets, commands and events: {'; '.join(graph.reasons_for_ids)}."
    return "Each step is one CUDA graph."


def _terms(env: Any) -> Iterator[tuple[str, str, Any]]:
    """Kind, name and config of each term that a step calls."""
    for group, names in env.observation_manager.active_terms.items():
        for name, cfg in zip(names, env.observation_manager.get_term_cfgs(group), strict=True):
            yield "observation", f"{group}/{name}", cfg
    for kind in ("reward", "termination"):
        manager: Any = getattr(env, f"{kind}_manager", None)
        if manager is not None:
            yield from ((kind, name, manager.get_term_cfg(name)) for name in manager.active_terms)


def _time(env: Any, cfg: Any, repeats: int) -> float | None:
    """Time of one call [ms]."""
    if isinstance(cfg.func, ManagerTermBase):
        return None
    is_cuda = torch.device(env.device).type == "cuda"
    wait: Callable[[], Any] = torch.cuda.synchronize if is_cuda else lambda: None
    cfg.func(env, **cfg.params)
    wait()
    start = time.perf_counter()
    for _ in range(repeats):
        cfg.func(env, **cfg.params)
    wait()
    return 1e3 * (time.perf_counter() - start) / repeats
