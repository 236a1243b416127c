"""What the scenes of arms share: a table, ground below it, light, and how a config is made one to look at."""

from __future__ import annotations

import math
import os
from typing import Any

import torch

from pippin.assets import AssetBaseCfg
from pippin.sim import UsdFileCfg
from pippin.sim.spawners import GroundPlaneCfg
from pippin.utils import as_torch
from pippin.utils.math import quat_from_euler_xyz

ISAAC_ASSETS = os.environ.get("PIPPIN_ASSETS_ROOT", "omniverse://assets").rstrip("/") + "/Isaac"
"""Where the released files lie; boxes of their size stand in for the table and the cube where they are not there."""


def table_cfg(x: float) -> AssetBaseCfg:
    """Describe a table in front of the robot, its top at the height of the robot's base.

    Args:
        x: Position of its middle [m].
    """
    zero = torch.zeros(())
    quarter_turn = as_torch(quat_from_euler_xyz(zero, zero, torch.tensor(0.5 * math.pi)))
    return AssetBaseCfg(
        prim_path="{ENV_REGEX_NS}/Table",
        spawn=UsdFileCfg(usd_path=f"{ISAAC_ASSETS}/Props/Mounts/SeattleLabTable/table_instanceable.usd"),
        init_state=AssetBaseCfg.InitialStateCfg(pos=(x, 0.0, 0.0), rot=tuple(quarter_turn.tolist())),
    )


def ground_cfg(prim_path: str) -> AssetBaseCfg:
    """Describe the ground that the table stands on."""
    return AssetBaseCfg(
        prim_path=prim_path, spawn=GroundPlaneCfg(), init_state=AssetBaseCfg.InitialStateCfg(pos=(0.0, 0.0, -1.05))
    )


def make_playable(cfg: Any, num_envs: int = 50) -> None:
    """Make a config one to look at: few robots, without noise."""
    cfg.scene.num_envs = num_envs
    cfg.scene.env_spacing = 2.5
    cfg.observations.policy.enable_corruption = False
