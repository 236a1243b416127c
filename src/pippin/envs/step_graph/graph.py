"""Steps of an environment, captured as CUDA graphs and replayed.

The whole step is one graph where all that happens at resets can be told the environments by a mask. Otherwise resets,
commands and events run without one, between a graph of all before and one of the observations. What a graph cannot hold
runs without one, too, and :attr:`StepGraph.reasons` says why.

A graph repeats kernels with the arguments that they were captured with. What is decided on the host is therefore
compared before each replay: truth values of assets, sensors and physics, settings of terms. Where they differ from
those of all graphs, the step runs without one, and is captured when they come again.
"""

from __future__ import annotations

import contextlib
import logging
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import torch

from pippin.utils.captured_call import CapturedCall
from pippin.utils.config_dict import is_config

from .conditions import places_of_globals, reasons_against_capture, reasons_against_masks, term_configs, term_objects
from .host_state import Place, memory_of, numbers_of, objects_below, settings_of, switches_of

logger = logging.getLogger("pippin")

WARM_UP_STEPS = 3
"""Steps without a graph before one is captured, in which kernels are loaded and memory is made."""

_COUNTERS = ("common_step_counter", "_sim_step_counter")

MOST_GRAPHS = 8
"""Graphs that are kept, one for each state of the host."""

STEPS_BETWEEN_CHECKS = 256
"""Steps after which rewards that are not numbers are looked for, which waits for the device."""


class Segment:
    """Part of a step, as graphs, one for each state of the host that it was captured in.

    Args:
        env: The environment.
        call: The part.
        objects: Whose numbers the part changes on the host.
    """

    def __init__(self, env: Any, call: Callable[[], Any], objects: list[Any]) -> None:
        self._env = env
        self._call = call
        self._objects = objects
        self._graphs: dict[tuple, tuple[CapturedCall, list[tuple[dict, str, Any]]]] = {}
        self._seen: set[tuple] = set()
        self.error = ""
        """Why it could not be captured."""

    def run(self, key: tuple) -> Any:
        """Do it, as a graph if the host has been in this state before.

        Returns:
            What the part gives: of a graph the same memory each time.
        """
        known = self._graphs.get(key)
        if known is not None:
            graph, changes = known
            graph.replay()
            for attributes, name, change in changes:
                attributes[name] = change if isinstance(change, bool) else attributes[name] + change
            return graph.result
        if self.error or key not in self._seen or len(self._graphs) >= MOST_GRAPHS:
            if len(self._seen) >= 4 * MOST_GRAPHS:  # some number changes in every step
                self._seen.clear()
            self._seen.add(key)
            return self._call()
        return self._capture(key)

    def _capture(self, key: tuple) -> Any:
        before = numbers_of(self._objects)
        self._env.sim.physics.state_version += 1  # so that all that is read is computed within the graph
        try:
            graph = CapturedCall(self._call, self._env.device)
        except Exception as error:
            torch.cuda.synchronize(self._env.device)
            for (_, name), (each, value) in before.items():
                vars(each)[name] = value
            self.error = str(error).splitlines()[0]
            logger.warning("Steps are not captured as CUDA graphs, which would be faster: %s", self.error)
            return self._call()
        graph.replay()
        changes = []
        for place, (each, value) in numbers_of(self._objects).items():
            earlier = before[place][1] if place in before else value
            if value != earlier:
                changes.append((vars(each), place[1], value if isinstance(value, bool) else value - earlier))
        self._graphs[key] = (graph, changes)
        return graph.result


class StepGraph:
    """Steps an environment by graphs where it can.

    Args:
        env: The environment, of managers, whose simulation plays on a CUDA device.
    """

    def __init__(self, env: Any) -> None:
        self._env = env
        self.reasons: list[str] = reasons_against_capture(env)
        """Why steps are not captured; empty where they are."""
        self.reasons_for_ids: list[str] = [] if self.reasons else reasons_against_masks(env)
        """Why resets are left out of the graph; empty where the whole step is one."""
        self._count = 0
        with torch.inference_mode(False):  # learners step within it, others without
            self._action = torch.zeros(env.action_manager.action.shape, device=env.device)
        self._episode_lengths = env.episode_length_buf
        self.segments: list[Segment] = []
        """Parts of a step that are graphs, after the first steps."""
        self._places: list[Place] = []

    @property
    def is_active(self) -> bool:
        """Whether steps go by graphs, now or after the first steps."""
        return not self.reasons

    @property
    def uses_masks(self) -> bool:
        """Whether the whole step is one graph, in which environments are named by masks."""
        return self.is_active and not self.reasons_for_ids

    def step(self, action: torch.Tensor) -> None:
        """Do a step, from the action to the observations.

        Args:
            action: Shape (num_envs, total_action_dim).
        """
        env = self._env
        self._count += 1
        self._take(action)
        if self._count <= WARM_UP_STEPS:
            self._warm_up()
            return
        if not self.segments:
            self._prepare()
        env.sim.physics.prepare_step()
        key = (env.sim.physics.layout_version, *(attributes.get(name) for attributes, name in self._places))
        self._take_results(self.segments[0].run(key))
        if not self.uses_masks:
            env._reset_and_command()
            self._take_results(self.segments[1].run(key))
        env.sim.log_reports()
        if self._count % STEPS_BETWEEN_CHECKS == 0:
            env.reward_manager.warn_of_nan()

    # -- inside --------------------------------------------------------------------------------------------------------

    def _take(self, action: torch.Tensor) -> None:
        """Bring what users may replace into the memory that graphs read."""
        env = self._env
        env.action_manager.check_action(action)
        self._action.copy_(action)
        if env.episode_length_buf is not self._episode_lengths:
            self._episode_lengths.copy_(env.episode_length_buf)
            env.episode_length_buf = self._episode_lengths

    def _take_results(self, results: dict[str, Any]) -> None:
        """Hand out what a part gives: observations in new memory, since later steps leave them alone."""
        env = self._env
        if "reset_buf" in results:
            env.reset_buf = results["reset_buf"]
        if "obs_buf" in results:
            env.obs_buf = env.observation_manager._obs_buffer = copied(results["obs_buf"])

    def _parts(self) -> list[Callable[[], dict[str, Any]]]:
        env = self._env

        def act() -> dict[str, Any]:
            env._act(self._action)
            return {"reset_buf": env.reset_buf}

        def observe() -> dict[str, Any]:
            env._observe()
            return {"obs_buf": env.obs_buf}

        def everything() -> dict[str, Any]:
            results = act()
            env._reset_and_command()
            return {**results, **observe()}

        return [everything] if self.uses_masks else [act, observe]

    def _warm_up(self) -> None:
        """Step without a graph; in the last of these steps look for what a graph cannot hold."""
        if self._count < WARM_UP_STEPS:
            self._run_parts()
            return
        terms = list(term_objects(self._env))
        numbers, memory = numbers_of(terms), memory_of(terms)
        places: list[str] = []
        self._run_parts(places)
        self.reasons += [f"it waits for the device at {place}" for place in dict.fromkeys(places)]
        for before, after, verb in ((numbers, numbers_of(terms), "changes"), (memory, memory_of(terms), "replaces")):
            for place, (each, value) in after.items():
                if place in before and before[place][1] != value:
                    self.reasons.append(f"'{type(each).__name__}' {verb} its attribute '{place[1]}' in a step")
        if self.reasons:
            logger.info("Steps are not captured: %s.", "; ".join(self.reasons))

    def _run_parts(self, places: list[str] | None = None) -> None:
        """Step without graphs, and collect where the parts that are to be graphs wait for the device."""
        parts = self._parts()
        for index, part in enumerate(parts):
            if index > 0:
                self._env._reset_and_command()
            if places is None:
                part()
                continue
            with _waits_for_device() as found:
                part()
            places += found

    def _prepare(self) -> None:
        """Find what graphs change on the host and what they depend on there."""
        env = self._env
        held = [*objects_below([*env.scene._entities(), env.sim.physics], _is_part), env.sim, env]
        self._places = [*switches_of(held), *settings_that_act(env)]
        self.segments = [Segment(env, part, held) for part in self._parts()]


def settings_that_act(env: Any) -> list[Place]:
    """Where numbers and texts are kept that terms may read: in their configs, in them, the environment and modules."""
    terms = list(term_objects(env))
    holders = [*term_configs(env), *(term.cfg for term in terms if hasattr(term, "cfg"))]
    configs = objects_below(holders, is_config)
    own = [(holder, name) for holder, name in settings_of([env]) if name not in _COUNTERS]
    return [*settings_of([*terms, *configs, env.cfg]), *own, *places_of_globals(env)]


def copied(observations: Any) -> Any:
    """Observations in new memory."""
    if isinstance(observations, dict):
        return {name: copied(value) for name, value in observations.items()}
    return observations.clone()


def _is_part(value: Any) -> bool:
    """Whether an object may act, as configs do not."""
    return type(value).__module__.startswith("pippin.") and not type(value).__name__.endswith("Cfg")


@contextlib.contextmanager
def _waits_for_device() -> Iterator[list[str]]:
    """Collect where torch waits for the device."""
    places: list[str] = []
    before = torch.cuda.get_sync_debug_mode()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.cuda.set_sync_debug_mode("warn")
        try:
            yield places
        finally:
            torch.cuda.set_sync_debug_mode(before)
    places += [f"{w.filename}:{w.lineno}" for w in caught if "called a synchronizing" in str(w.message)]
