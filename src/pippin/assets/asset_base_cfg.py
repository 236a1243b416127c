"""Config that all assets have in common."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Literal

from pippin.sim.spawners import SpawnerCfg
from pippin.utils import configclass

from .asset_base import AssetBase


@configclass
class AssetBaseCfg:
    """Where an asset is, how it gets there, and in which state it begins."""

    @configclass
    class InitialStateCfg:
        """State in which the asset is spawned, and which its data keep as the default."""

        pos: tuple[float, float, float] = (0.0, 0.0, 0.0)
        """Position of the root in the frame of its environment [m]."""

        rot: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
        """Orientation of the root in the frame of its environment, as a quaternion (x, y, z, w)."""

    class_type: type[AssetBase] | None = None
    """Class of the asset; None for what is only spawned, such as lights."""

    prim_path: str = MISSING
    """Path of the asset's prim, or an expression that matches the prims of all its instances.

    ``{ENV_REGEX_NS}`` at its beginning stands for every environment: ``{ENV_REGEX_NS}/Robot`` becomes
    ``/World/envs/env_.*/Robot``.
    """

    spawn: SpawnerCfg | None = None
    """What to spawn at the prim path; None where the prims are on the stage already."""

    init_state: InitialStateCfg = InitialStateCfg()
    """Initial state."""

    collision_group: Literal[0, -1] = 0
    """0: collides with its own environment and with what is global. -1: is global and collides with all."""

    debug_vis: bool = False
    """Whether to show debug markers of the asset from the start, where it has any."""
