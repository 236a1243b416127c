"""Terminations: when an episode ends, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING
from typing import Any

import torch

from pippin.utils import configclass
from pippin.utils.checks import check_env_id, check_env_ids, check_text

from .manager_base import EnvIds, ManagerTermBaseCfg, as_term_value
from .tables import format_table
from .term_list_manager import TermListManager


@configclass
class TerminationTermCfg(ManagerTermBaseCfg):
    """A reason for an episode to end."""

    func: Any = MISSING
    """Says in which environments it applies, shape (num_envs,), bool."""

    time_out: bool = False
    """Whether the reason lies outside the task, as a limit of time does: the episode is truncated, not terminated."""


class TerminationManager(TermListManager[TerminationTermCfg]):
    """Says in which environments the episode ends: where any of its terms applies.

    Args:
        cfg: Config or dict of :class:`TerminationTermCfg`.
        env: The environment.
    """

    _kind = "termination"
    _cfg_class = TerminationTermCfg

    def __init__(self, cfg: Any, env: Any) -> None:
        super().__init__(cfg, env)
        self._term_name_to_term_idx = {name: index for index, name in enumerate(self._term_names)}
        shape = (self.num_envs, len(self._term_names))
        self._term_dones = torch.zeros(shape, dtype=torch.bool, device=self.device)
        self._term_columns = list(self._term_dones.unbind(1))
        self._last_episode_dones = torch.zeros_like(self._term_dones)
        self._truncated_buf = torch.zeros(self.num_envs, dtype=torch.bool, device=self.device)
        self._terminated_buf = torch.zeros_like(self._truncated_buf)

    def __str__(self) -> str:
        """Table of the terms."""
        rows = ((i, name, self._term_cfgs[i].time_out) for i, name in enumerate(self._term_names))
        return f"<TerminationManager> contains {len(self._term_names)} active terms.\n" + format_table(
            "Active Termination Terms", ("Index", "Name", "Time Out"), rows
        )

    @property
    def dones(self) -> torch.Tensor:
        """Where the episode ends, shape (num_envs,), bool."""
        return self._truncated_buf | self._terminated_buf

    @property
    def time_outs(self) -> torch.Tensor:
        """Where the episode is truncated, shape (num_envs,), bool."""
        return self._truncated_buf

    @property
    def terminated(self) -> torch.Tensor:
        """Where the episode is terminated, shape (num_envs,), bool."""
        return self._terminated_buf

    def reset(self, env_ids: EnvIds = None) -> dict[str, torch.Tensor]:
        """Begin again in environments.

        Returns:
            "Episode_Termination/<term>": share of all environments whose last episode ended for that reason,
            shape () each.
        """
        check_env_ids(env_ids, self.num_envs)
        env_ids = slice(None) if env_ids is None else env_ids
        shares = self._last_episode_dones.float().mean(dim=0)
        extras = {f"Episode_Termination/{name}": value for name, value in zip(self._term_names, shares, strict=True)}
        for term_cfg in self._class_term_cfgs:
            term_cfg.func.reset(env_ids=env_ids)
        return extras

    def compute(self) -> torch.Tensor:
        """Ask all terms.

        Returns:
            Where the episode ends, shape (num_envs,), bool.

        Raises:
            ValueError: A term gives something of another shape.
        """
        self._truncated_buf.zero_()
        self._terminated_buf.zero_()
        for index, cfg in enumerate(self._term_cfgs):
            value = cfg.func(self._env, **cfg.params)
            column = self._term_columns[index]
            if isinstance(value, bool):
                value = torch.full_like(column, value)
            value = as_term_value(value, f"termination term '{self._term_names[index]}'")
            if value.shape != column.shape and value.ndim > 0:
                raise ValueError(
                    f"The termination term '{self._term_names[index]}' has the shape {tuple(value.shape)}; "
                    f"expected {tuple(column.shape)}, one truth value for each environment."
                )
            column.copy_(value)  # one value is that of all environments, as of rewards
            (self._truncated_buf if cfg.time_out else self._terminated_buf).logical_or_(column)
        has_ended = self._truncated_buf | self._terminated_buf
        if self._term_names:
            torch.where(
                has_ended.unsqueeze(1), self._term_dones, self._last_episode_dones, out=self._last_episode_dones
            )
        return has_ended

    def get_term(self, name: str) -> torch.Tensor:
        """Where a term applied in the last step, shape (num_envs,), bool.

        Raises:
            KeyError: There is no such term.
        """
        check_text("name", name)
        if name not in self._term_name_to_term_idx:
            raise KeyError(f"There is no termination term '{name}'; there are: {', '.join(self._term_names)}.")
        return self._term_dones[:, self._term_name_to_term_idx[name]]

    def get_active_iterable_terms(self, env_idx: int) -> Sequence[tuple[str, Sequence[float]]]:
        """Return the names of the terms and whether they applied in the last step in one environment."""
        check_env_id("env_idx", env_idx, self.num_envs)
        values = self._term_dones[env_idx].tolist()
        return [(name, [float(value)]) for name, value in zip(self._term_names, values, strict=True)]
