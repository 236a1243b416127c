"""What is drawn anew during an episode."""

from __future__ import annotations

from typing import Any

import torch


def randomize_dead_zone(env: Any, env_ids: torch.Tensor | None) -> None:
    """Draw what each component of the wrenches on all hands loses of its amount.

    Args:
        env: The environment.
        env_ids: Environments whose time it is; all environments begin and end together.
    """
    env.dead_zone_thresholds = torch.rand(env.num_envs, 6, device=env.device) * env.default_dead_zone
