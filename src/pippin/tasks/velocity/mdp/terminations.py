"""When a robot has left its ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.utils import as_torch

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv


def terrain_out_of_bounds(
    env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"), distance_buffer: float = 3.0
) -> torch.Tensor:
    """End episodes of robots that come near the edge of a generated terrain; a plane has none.

    Args:
        env: The environment.
        asset_cfg: The robot.
        distance_buffer: Distance from the edge at which they end [m].

    Returns:
        Whether the episode ends, shape (N,).

    Raises:
        ValueError: The terrain is neither a plane nor generated.
    """
    terrain_cfg = env.scene.cfg.terrain
    if terrain_cfg.terrain_type == "plane":
        return torch.zeros(env.num_envs, dtype=torch.bool, device=env.device)
    if terrain_cfg.terrain_type != "generator":
        raise ValueError(f"'terrain_type' is '{terrain_cfg.terrain_type}'; expected 'plane' or 'generator'.")
    generator = env.scene.terrain.cfg.terrain_generator
    half_x = generator.num_rows * generator.size[0] / 2 + generator.border_width - distance_buffer
    half_y = generator.num_cols * generator.size[1] / 2 + generator.border_width - distance_buffer
    position = as_torch(env.scene[asset_cfg.name].data.root_pos_w)
    return (position[:, 0].abs() > half_x) | (position[:, 1].abs() > half_y)
