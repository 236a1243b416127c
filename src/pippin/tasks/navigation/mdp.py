"""Terms of going to places: those of :mod:`pippin.envs.mdp`, a walking policy as an action, rewards of being there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from pippin.envs.mdp import *  # noqa: F403
from pippin.tasks.navigation.pre_trained_policy_action import (  # noqa: F401
    PreTrainedPolicyAction,
    PreTrainedPolicyActionCfg,
)

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv


def position_command_error_tanh(  # type: ignore[no-redef]  # not that of reaching, as in Isaac Lab
    env: ManagerBasedRLEnv, std: float, command_name: str
) -> torch.Tensor:
    """Reward nearness to the commanded place: 1 - tanh(distance / std), std in m, shape (N,)."""
    return 1.0 - torch.tanh(env.command_manager.get_command(command_name)[:, :3].norm(dim=1) / std)


def heading_command_error_abs(env: ManagerBasedRLEnv, command_name: str) -> torch.Tensor:
    """Give the angle to the commanded heading [rad], shape (N,)."""
    return env.command_manager.get_command(command_name)[:, 3].abs()
