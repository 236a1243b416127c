"""Harder ground for robots that walk well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.envs.managers.env_rows import drawn_rows, takes_masks
from pippin.utils import as_torch

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv


@takes_masks
def terrain_levels_vel(
    env: ManagerBasedRLEnv, env_ids: Sequence[int], asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Move robots to harder ground that crossed half of theirs, and to easier that fell short of their command.

    A robot falls short if it went less than half of the way [m] that its commanded velocity makes in an episode.

    Args:
        env: The environment, whose command is called "base_velocity".
        env_ids: Its environments whose episodes end, by ids or by a mask.
        asset_cfg: The robot.

    Returns:
        Mean level of the ground over all environments, shape ().
    """
    robot = env.scene[asset_cfg.name]
    terrain = env.scene.terrain
    command = env.command_manager.get_command("base_velocity")
    rows = drawn_rows(env_ids)
    way = as_torch(robot.data.root_pos_w)[rows, :2] - as_torch(env.scene.env_origins)[rows, :2]
    distance = way.norm(dim=1)
    move_up = distance > terrain.cfg.terrain_generator.size[0] / 2
    move_down = distance < command[rows, :2].norm(dim=1) * env.max_episode_length_s * 0.5
    terrain.update_env_origins(env_ids, move_up, move_down & ~move_up)
    return as_torch(terrain.terrain_levels).float().mean()
