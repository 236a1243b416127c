"""A command that commands nothing."""

from __future__ import annotations

import math
from typing import Any

import torch

from pippin.envs.managers import CommandTerm, CommandTermCfg
from pippin.utils import configclass


class NullCommand(CommandTerm):
    """Stand in for a command in environments that have none."""

    takes_masks = True

    cfg: NullCommandCfg

    def __str__(self) -> str:
        return f"NullCommand:\n\tCommand dimension: N/A\n\tResampling time range: {self.cfg.resampling_time_range}"

    @property
    def command(self) -> torch.Tensor:
        """There is none, of any shape.

        Raises:
            RuntimeError: Always.
        """
        raise RuntimeError("A 'NullCommand' has no command: leave out the terms that ask for it.")

    def reset(self, env_ids: Any = None) -> dict[str, Any]:
        """Do nothing."""
        return {}

    def compute(self, dt: float) -> None:
        """Do nothing."""

    def _update_metrics(self) -> None:
        pass

    def _resample_command(self, env_ids: Any) -> None:
        pass

    def _update_command(self) -> None:
        pass


@configclass
class NullCommandCfg(CommandTermCfg):
    """Config of :class:`NullCommand`."""

    class_type: type = NullCommand

    def __post_init__(self) -> None:
        self.resampling_time_range = (math.inf, math.inf)
