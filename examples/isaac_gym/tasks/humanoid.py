"""Let a humanoid run."""

from __future__ import annotations

import torch

from .base import LearningSettings
from .locomotion import Locomotion


class Humanoid(Locomotion):
    """Let a humanoid with 21 motors run."""

    num_observations = 108
    num_actions = 21
    learning = LearningSettings(
        iterations=450, horizon=32, hidden=(400, 200, 100), epochs=5, mini_batches=4, learning_rate=5.0e-4
    )
    file = "nv_humanoid.xml"
    feet = ("right_foot", "left_foot")
    start_height = 1.34
    fall_height = 0.8
    fall_cost = -1.0
    alive_reward = 2.0
    action_weight = 0.01
    dof_velocity_scale = 0.1
    angular_velocity_scale = 0.25
    force_scale = 0.01
    camera = (4.0, -4.0, 1.5)

    def power(self) -> torch.Tensor:
        """Actions times scaled speeds of joints, weighted by the strength of their motors."""
        power = (self.actions * self.dof_velocities * self.dof_velocity_scale).abs()
        return (power * self._strength()).sum(dim=1)

    def limit_cost(self) -> torch.Tensor:
        """A quarter for each joint at a limit (from 98 % of its range on), weighted by the strength of its motor."""
        excess = ((self.scaled_positions().abs() - 0.98) / 0.02).clamp(min=0.0)
        return 0.25 * (excess * self._strength()).sum(dim=1)

    def forces(self) -> list[torch.Tensor]:
        """Forces at joints and feet."""
        return [self.dof_forces * self.force_scale, *super().forces()]

    def _strength(self) -> torch.Tensor:
        return self.max_efforts / self.max_efforts.max()
