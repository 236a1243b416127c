"""Config that all sensors have in common."""

from __future__ import annotations

from dataclasses import MISSING

from pippin.utils import configclass

from .sensor_base import SensorBase


@configclass
class SensorBaseCfg:
    """Where a sensor is, and how often it measures."""

    class_type: type[SensorBase] = MISSING
    """Class of the sensor."""

    prim_path: str = MISSING
    """Path of the sensor's prim, or an expression that matches the prims of all its instances.

    ``{ENV_REGEX_NS}`` at its beginning stands for every environment: ``{ENV_REGEX_NS}/Robot/base`` becomes
    ``/World/envs/env_.*/Robot/base``.
    """

    update_period: float = 0.0
    """Time between two measurements [s]; 0 for one in every step."""

    debug_vis: bool = False
    """Whether to show debug markers of the sensor from the start, where it has any."""


@configclass
class OffsetCfg:
    """Pose of a frame in the frame of its prim."""

    pos: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Position [m]."""

    rot: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    """Orientation as a quaternion (x, y, z, w)."""
