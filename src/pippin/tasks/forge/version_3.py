"""Forge as Isaac Lab 3.0.0 releases it: its scene has arm, parts and table, and wrenches are given in another frame.

Two things are as in 2.3.2, since version 3 lost them with the order of its quaternions: angles of the hand from 0 to
2 pi, as its targets are (from -pi to pi a hand whose roll is past pi, as half of them are, is turned by a threshold
with each step, and on and on), and x and y of the hand's quaternion as what is seen of it, in place of y and z.
"""

from __future__ import annotations

from typing import Any

import torch

from pippin.sim import SimulationCfg
from pippin.tasks.factory import version_3 as factory
from pippin.tasks.forge import forge_env, forge_env_cfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import quat_apply, subtract_frame_transforms


def change_FT_frame(  # noqa: N802 (Isaac Lab's name)
    source_F: torch.Tensor,
    source_T: torch.Tensor,
    source_frame: tuple[torch.Tensor, torch.Tensor],
    target_frame: tuple[torch.Tensor, torch.Tensor],
) -> tuple[torch.Tensor, torch.Tensor]:
    """Give a wrench in another frame: its torque is about that frame's origin.

    Args:
        source_F: Forces [N], shape (N, 3).
        source_T: Torques about the origin of their frame [N m], shape (N, 3).
        source_frame: Orientations and positions [m] of the frames that they are in, shapes (N, 4) and (N, 3).
        target_frame: The same of the frames that they are wanted in.

    Returns:
        Forces and torques, shape (N, 3) each.
    """
    place, turn = subtract_frame_transforms(target_frame[1], target_frame[0], source_frame[1], source_frame[0])
    force = as_torch(quat_apply(as_torch(turn), source_F))
    torque = as_torch(quat_apply(as_torch(turn), source_T)) + torch.linalg.cross(as_torch(place), force)
    return force, torque


@configclass
class ForgeTaskPegInsertCfg(forge_env_cfg.ForgeTaskPegInsertCfg):
    """Put a peg of 8 mm into its hole, gently."""

    sim: SimulationCfg = factory.sim_cfg()
    scene: Any = factory.FactorySceneCfg(num_envs=128, env_spacing=2.0)
    robot: Any = None


@configclass
class ForgeTaskGearMeshCfg(forge_env_cfg.ForgeTaskGearMeshCfg):
    """Put a gear onto its shaft, between two others, gently."""

    sim: SimulationCfg = factory.sim_cfg()
    scene: Any = factory.FactorySceneCfg(num_envs=128, env_spacing=2.0)
    robot: Any = None


@configclass
class ForgeTaskNutThreadCfg(forge_env_cfg.ForgeTaskNutThreadCfg):
    """Screw a nut onto a bolt, gently."""

    sim: SimulationCfg = factory.sim_cfg()
    scene: Any = factory.FactorySceneCfg(num_envs=128, env_spacing=2.0)
    robot: Any = None


class ForgeEnv(factory.FactoryEnv, forge_env.ForgeEnv):
    """Puts parts together gently with the arm of its scene, and logs the share of successes."""

    change_frame = staticmethod(change_FT_frame)
