"""Rewards: the weighted sum of terms."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import MISSING
from typing import Any

import torch

from pippin.utils import configclass
from pippin.utils.checks import check_env_id, check_env_ids, check_seconds

from .env_rows import is_mask, mean_of_rows, put_rows
from .manager_base import EnvIds, ManagerTermBaseCfg, as_term_value
from .tables import format_table
from .term_list_manager import TermListManager

logger = logging.getLogger("pippin")


@configclass
class RewardTermCfg(ManagerTermBaseCfg):
    """A term of the reward."""

    func: Any = MISSING
    """Gives the reward per second, shape (num_envs,)."""

    weight: float = MISSING
    """Factor of the term. At zero the term is not computed."""


class RewardManager(TermListManager[RewardTermCfg]):
    """Computes the reward of a step: the sum of weight times value of all terms, times the step's length.

    Args:
        cfg: Config or dict of :class:`RewardTermCfg`.
        env: The environment.
    """

    _kind = "reward"
    _cfg_class = RewardTermCfg

    def __init__(self, cfg: Any, env: Any) -> None:
        super().__init__(cfg, env)
        self._step_reward = torch.zeros(self.num_envs, len(self._term_names), device=self.device)
        self._prepare_sums()
        self._reward_buf = torch.zeros(self.num_envs, device=self.device)
        self._reported: set[str] = set()

    def _prepare_sums(self) -> None:
        """Make the sums of episodes, a row for each of the rewards of a step."""
        self._summed = self._step_reward
        self._step_columns = list(self._step_reward.unbind(1))
        self._episode_sum_buf = torch.zeros_like(self._step_reward)
        self._episode_sums = {name: self._episode_sum_buf[:, i] for i, name in enumerate(self._term_names)}

    def __str__(self) -> str:
        """Table of the terms and their weights."""
        rows = ((i, name, self._term_cfgs[i].weight) for i, name in enumerate(self._term_names))
        return f"<RewardManager> contains {len(self._term_names)} active terms.\n" + format_table(
            "Active Reward Terms", ("Index", "Name", "Weight"), rows
        )

    def reset(self, env_ids: EnvIds = None) -> dict[str, torch.Tensor]:
        """Begin the sums of episodes again.

        Args:
            env_ids: Environments, by ids or by a mask; None for all.

        Returns:
            "Episode_Reward/<term>": sum over the episodes that ended, averaged over them, by second of the longest
            episode, shape () each.
        """
        check_env_ids(env_ids, self.num_envs)
        average = mean_of_rows(self._episode_sum_buf, env_ids) / self._env.max_episode_length_s
        extras = {f"Episode_Reward/{name}": value for name, value in zip(self._term_names, average, strict=True)}
        if not is_mask(env_ids):  # masks do not wait for the device
            self.warn_of_nan()
        put_rows(self._episode_sum_buf, env_ids, 0.0)
        for term_cfg in self._class_term_cfgs:
            term_cfg.func.reset(env_ids=slice(None) if env_ids is None else env_ids)
        return extras

    def compute(self, dt: float) -> torch.Tensor:
        """Compute the reward of a step.

        Args:
            dt: Length of the step [s].

        Returns:
            The manager's own memory, shape (num_envs,).

        Raises:
            ValueError: A term gives something of another shape, or ``dt`` is no length of time.
        """
        check_seconds("dt", dt)
        if self._step_reward is not self._summed:  # a program's own manager has a row for each of several agents
            self._prepare_sums()
        for index, cfg in enumerate(self._term_cfgs):
            column = self._step_columns[index]
            if cfg.weight == 0.0:
                column.zero_()
                continue
            value = cfg.func(self._env, **cfg.params)
            if isinstance(value, (int, float)):
                column.fill_(value * cfg.weight)
                continue
            value = as_term_value(value, f"reward term '{self._term_names[index]}'")
            if value.shape != column.shape and value.ndim > 0:
                raise ValueError(
                    f"The reward term '{self._term_names[index]}' has the shape {tuple(value.shape)}; "
                    f"expected {tuple(column.shape)}, one number for each environment."
                )
            torch.mul(value, cfg.weight, out=column) if value.ndim else column.copy_(value * cfg.weight)
        torch.sum(self._step_reward, dim=1, out=self._reward_buf).mul_(dt)
        self._episode_sum_buf.add_(self._step_reward, alpha=dt)
        if self._reward_buf.is_cpu and not math.isfinite(self._reward_buf.sum().item()):
            self.warn_of_nan()
        return self._reward_buf

    def get_active_iterable_terms(self, env_idx: int) -> Sequence[tuple[str, Sequence[float]]]:
        """Return the names of the terms and their weighted values of the last step in one environment."""
        check_env_id("env_idx", env_idx, self.num_envs)
        values = self._step_reward[env_idx].tolist()
        return [(name, [value]) for name, value in zip(self._term_names, values, strict=True)]

    def warn_of_nan(self) -> None:
        """Say once of each term that it gave NaN or infinity in an episode that goes on. It waits for the device."""
        is_bad = ~torch.isfinite(self._episode_sum_buf)
        if not self._term_names or not is_bad.any():
            return
        for index, name in enumerate(self._term_names):
            env_ids = is_bad[:, index].nonzero().flatten().tolist()
            if env_ids and name not in self._reported:
                self._reported.add(name)
                logger.warning("The reward term '%s' is not finite in the environments %s.", name, env_ids[:10])

    def _check_term(self, name: str, cfg: RewardTermCfg) -> None:
        if not isinstance(cfg.weight, (float, int)):
            raise TypeError(f"The weight of the reward term '{name}' is {cfg.weight!r}; expected a number.")
