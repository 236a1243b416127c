"""Config of the ray caster."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any, Literal

from pippin.sim import SensorFrameCfg
from pippin.sim.markers import RAY_CASTER_MARKER_CFG, VisualizationMarkersCfg
from pippin.utils import configclass

from ..sensor_base_cfg import OffsetCfg as FrameOffsetCfg
from ..sensor_base_cfg import SensorBaseCfg
from .patterns import PatternBaseCfg
from .ray_caster import RayCaster


@configclass
class RayCasterCfg(SensorBaseCfg):
    """Which rays to cast, from where, and at what.

    ``prim_path`` is a rigid body, a prim below one, which goes with it, or any other prim, which stands still.
    """

    @configclass
    class OffsetCfg(FrameOffsetCfg):
        """Pose of the rays' frame in the frame of the sensor's prim."""

    class_type: type[RayCaster] = RayCaster
    """Class of the sensor."""

    spawn: SensorFrameCfg | None = SensorFrameCfg()
    """Frame to spawn where there is no prim at ``prim_path``; None spawns nothing."""

    mesh_prim_paths: list[Any] = MISSING
    """Paths, or expressions, of prims that stand still outside of the environments: rays meet all geometry below them.

    Meshes and shapes are met where their surface is; planes count as infinite.
    """

    offset: OffsetCfg = OffsetCfg()
    """Pose of the rays' frame in the frame of the sensor's prim."""

    ray_alignment: Literal["base", "yaw", "world"] = "base"
    """How the rays turn with the sensor's prim.

    - ``"base"``: starts and directions turn with it.
    - ``"yaw"``: starts turn with it about the world's z axis, and directions stay.
    - ``"world"``: neither turns.
    """

    attach_yaw_only: bool | None = None
    """Deprecated: True stands for ``ray_alignment="yaw"``, False for ``"base"``."""

    pattern_cfg: PatternBaseCfg = MISSING
    """Starts and directions of the rays."""

    max_distance: float = 1e6
    """How far rays reach [m]."""

    drift_range: tuple[float, float] = (0.0, 0.0)
    """Range of each coordinate of the drift of the sensor's position in the world, drawn at each reset [m]."""

    ray_cast_drift_range: dict[str, tuple[float, float]] = {"x": (0.0, 0.0), "y": (0.0, 0.0), "z": (0.0, 0.0)}
    """Ranges of the drift of what the rays report, drawn at each reset [m].

    The rays shift along "x" and "y", which turn as the starts do; the heights of the hits shift by "z".
    """

    visualizer_cfg: VisualizationMarkersCfg = RAY_CASTER_MARKER_CFG
    """Markers of the hits."""
