"""Observations that arrive late."""

from __future__ import annotations

import torch

from pippin.utils import CircularBuffer

from .manager_base import EnvIds


class ObservationDelay:
    """Gives observations back a number of steps late, with a delay for each environment, drawn at each reset.

    Args:
        min_lag: Least delay [steps].
        max_lag: Largest delay [steps].
        hold_prob: Probability with which an environment keeps its delay from one step to the next.
        num_envs: Number of environments.
        device: Torch device of the observations.
    """

    def __init__(self, min_lag: int, max_lag: int, hold_prob: float, num_envs: int, device: str) -> None:
        self._range = (min_lag, max_lag + 1)
        self._hold_prob = hold_prob
        self._history = CircularBuffer(max_lag + 1, num_envs, device)
        self._is_empty = torch.ones(num_envs, dtype=torch.bool, device=device)
        self._has_any = False
        self.lags = torch.empty(num_envs, dtype=torch.long, device=device).random_(*self._range)
        """Delay of each environment [steps], shape (num_envs,)."""

    def reset(self, env_ids: EnvIds = None) -> None:
        """Forget the observations of environments and draw their delays; None means all."""
        ids = slice(None) if env_ids is None else env_ids
        self._history.reset(ids)
        self._is_empty[ids] = True
        self.lags[ids] = self.lags[ids].random_(*self._range)

    def compute(self, data: torch.Tensor, update_history: bool) -> torch.Tensor:
        """Return the delayed observations.

        Args:
            data: Observations of this step, shape (num_envs, ...).
            update_history: Whether to take them in. Otherwise nothing changes.

        Returns:
            New tensor. An environment that has taken in nothing since its reset gives its observation of this step.
        """
        if update_history:
            if self._hold_prob < 1.0:
                redraws = torch.rand_like(self.lags, dtype=torch.float32) >= self._hold_prob
                drawn = torch.empty_like(self.lags).random_(*self._range)
                self.lags = torch.where(redraws & ~self._is_empty, drawn, self.lags)
            self._history.append(data)
            self._is_empty.zero_()
            self._has_any = True
            return self._history[self.lags]
        if not self._has_any:
            return data.clone()
        is_empty = self._is_empty.view(-1, *[1] * (data.ndim - 1))
        return torch.where(is_empty, data, self._history[self.lags])
