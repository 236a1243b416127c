"""Curricula: what changes as the agent learns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING
from typing import Any

import torch

from pippin.utils import configclass
from pippin.utils.checks import check_env_id, check_env_ids

from .env_rows import is_mask
from .manager_base import EnvIds, ManagerTermBase, ManagerTermBaseCfg
from .tables import format_table
from .term_list_manager import TermListManager


@configclass
class CurriculumTermCfg(ManagerTermBaseCfg):
    """A term of the curriculum."""

    func: Any = MISSING
    """Changes something of the environment, given the environments whose episodes ended, and gives what is to be
    logged: a number, a dict of numbers, or None."""


class CurriculumManager(TermListManager[CurriculumTermCfg]):
    """Calls its terms whenever episodes have ended, before the environments are reset.

    Args:
        cfg: Config or dict of :class:`CurriculumTermCfg`.
        env: The environment.
    """

    _kind = "curriculum"
    _cfg_class = CurriculumTermCfg
    _min_argc = 2

    def __init__(self, cfg: Any, env: Any) -> None:
        super().__init__(cfg, env)
        self._curriculum_state: dict[str, Any] = dict.fromkeys(self._term_names)

    def __str__(self) -> str:
        """Table of the terms."""
        return f"<CurriculumManager> contains {len(self._term_names)} active terms.\n" + format_table(
            "Active Curriculum Terms", ("Index", "Name"), enumerate(self._term_names)
        )

    def reset(self, env_ids: EnvIds = None) -> dict[str, Any]:
        """Begin again in environments.

        Returns:
            "Curriculum/<term>" or "Curriculum/<term>/<key>": what the terms gave last, of all environments.
        """
        check_env_ids(env_ids, self.num_envs)
        extras: dict[str, Any] = {}
        for name, state in self._curriculum_state.items():
            if isinstance(state, dict):
                extras.update({f"Curriculum/{name}/{key}": _copied(value) for key, value in state.items()})
            elif state is not None:
                extras[f"Curriculum/{name}"] = _copied(state)
        for term_cfg in self._class_term_cfgs:
            term_cfg.func.reset(env_ids=env_ids)
        return extras

    def compute(self, env_ids: EnvIds = None) -> None:
        """Call all terms; with a mask, all but those that act on the host: see :meth:`compute_on_host`.

        Args:
            env_ids: Environments whose episodes ended, by ids or by a mask; None for all.
        """
        check_env_ids(env_ids, self.num_envs)
        env_ids = slice(None) if env_ids is None else env_ids
        for name, cfg in zip(self._term_names, self._term_cfgs, strict=True):
            if not (is_mask(env_ids) and acts_on_host(cfg.func)):
                self._curriculum_state[name] = cfg.func(self._env, env_ids, **cfg.params)

    def compute_on_host(self, ended: torch.Tensor) -> dict[str, Any]:
        """Call the terms that act on the host, after a step whose resets were told by a mask.

        A graph cannot hold them. The device is waited for only in steps in which one of them would change something,
        since what it does depends on whether any episode has ended.

        Args:
            ended: Where episodes have ended, shape (num_envs,), bool.

        Returns:
            What these terms gave last, by the names of :meth:`reset`.
        """
        terms = [(n, cfg) for n, cfg in zip(self._term_names, self._term_cfgs, strict=True) if acts_on_host(cfg.func)]
        due = [(name, cfg) for name, cfg in terms if cfg.func.is_due(self._env, **cfg.params)]
        if due and bool(ended.any()):
            for name, cfg in due:
                self._curriculum_state[name] = cfg.func(self._env, slice(None), **cfg.params)
        return {f"Curriculum/{name}": self._curriculum_state[name] for name, _ in terms}

    def get_active_iterable_terms(self, env_idx: int) -> Sequence[tuple[str, Sequence[float]]]:
        """Return the names of the terms and what they gave last, which is the same in all environments."""
        check_env_id("env_idx", env_idx, self.num_envs)
        states = {name: state for name, state in self._curriculum_state.items() if state is not None}
        return [
            (name, [float(value) for value in (state.values() if isinstance(state, dict) else [state])])
            for name, state in states.items()
        ]


def acts_on_host(function: Any) -> bool:
    """Whether a term changes numbers of the host alone, whichever environments are reset, and says when it is due."""
    return isinstance(function, ManagerTermBase) and "is_due" in vars(type(function))


def _copied(value: Any) -> Any:
    """A state that later changes in place do not change."""
    return value.detach().clone() if isinstance(value, torch.Tensor) else value
