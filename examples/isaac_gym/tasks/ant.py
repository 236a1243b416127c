"""Let an ant run."""

from __future__ import annotations

import torch

from .base import LearningSettings
from .locomotion import Locomotion


class Ant(Locomotion):
    """Let an ant with 8 motors run. The published return is about 7,000 in an episode of 1,000 steps."""

    num_observations = 60
    num_actions = 8
    learning = LearningSettings(iterations=400, horizon=16, hidden=(256, 128, 64), epochs=4, mini_batches=2)
    file = "nv_ant.xml"
    feet = ("front_left_foot", "front_right_foot", "left_back_foot", "right_back_foot")
    start_height = 0.44
    fall_height = 0.31
    fall_cost = -2.0
    alive_reward = 0.5
    action_weight = 0.005
    dof_velocity_scale = 0.2
    angular_velocity_scale = 1.0
    force_scale = 0.1

    def power(self) -> torch.Tensor:
        """Actions times scaled speeds of joints."""
        return (self.actions * self.dof_velocities * self.dof_velocity_scale).abs().sum(dim=1)

    def limit_cost(self) -> torch.Tensor:
        """A tenth for each joint at its upper limit."""
        return 0.1 * (self.scaled_positions() > 0.99).sum(dim=1)
