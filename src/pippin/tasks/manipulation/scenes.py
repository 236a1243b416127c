"""What the scenes of arms share: a table, ground below it, light, and how a config is made one to look at."""

from __future__ import annotations

import math
from typing import Any

import torch

from pippin.assets import AssetBaseCfg
from pippin.sim import UsdFileCfg
from pippin.sim.spawners import DomeLightCfg, GroundPlaneCfg
from pippin.utils import as_torch
from pippin.utils.assets_root import assets_root
from pippin.utils.math import quat_from_euler_xyz

ISAAC_ASSETS = f"{assets_root()}/Isaac"
"""Where the released files lie; boxes of their size stand in for the table and the cube where they are not there."""


def rotation(roll: float = 0.0, pitch: float = 0.0, yaw: float = 0.0) -> tuple[float, float, float, float]:
    """Quaternion of turns about x, y and z of the world, in this order [rad], as configs of this dialect have it."""
    angles = (torch.tensor(angle, device="cpu") for angle in (roll, pitch, yaw))
    first, second, third, fourth = as_torch(quat_from_euler_xyz(*angles)).tolist()
    return first, second, third, fourth


def table_cfg(x: float) -> AssetBaseCfg:
    """Describe a table in front of the robot, its top at the height of the robot's base.

    Args:
        x: Position of its middle [m].
    """
    return AssetBaseCfg(
        prim_path="{ENV_REGEX_NS}/Table",
        spawn=UsdFileCfg(usd_path=f"{ISAAC_ASSETS}/Props/Mounts/SeattleLabTable/table_instanceable.usd"),
        init_state=AssetBaseCfg.InitialStateCfg(pos=(x, 0.0, 0.0), rot=rotation(yaw=0.5 * math.pi)),
    )


def ground_cfg(prim_path: str) -> AssetBaseCfg:
    """Describe the ground that the table stands on."""
    return AssetBaseCfg(
        prim_path=prim_path, spawn=GroundPlaneCfg(), init_state=AssetBaseCfg.InitialStateCfg(pos=(0.0, 0.0, -1.05))
    )


def sky_light_cfg() -> AssetBaseCfg:
    """Describe a sky that lights the scene, without its picture where the released file is not there."""
    sky = f"{ISAAC_ASSETS}/Materials/Textures/Skies/PolyHaven/kloofendal_43d_clear_puresky_4k.hdr"
    return AssetBaseCfg(prim_path="/World/skyLight", spawn=DomeLightCfg(intensity=750.0, texture_file=sky))


def make_playable(cfg: Any, num_envs: int = 50) -> None:
    """Make a config one to look at: few robots, without noise."""
    cfg.scene.num_envs = num_envs
    cfg.scene.env_spacing = 2.5
    cfg.observations.policy.enable_corruption = False
