"""Config of the camera that sees by rays."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Literal

from pippin.utils import configclass

from .cfg import RayCasterCfg
from .patterns import PinholeCameraPatternCfg
from .ray_caster_camera import RayCasterCamera


@configclass
class RayCasterCameraCfg(RayCasterCfg):
    """Where a camera is, what it sees, and at what it casts its rays."""

    @configclass
    class OffsetCfg(RayCasterCfg.OffsetCfg):
        """Pose of the camera in the frame of its prim."""

        convention: Literal["opengl", "ros", "world"] = "ros"
        """Which frame ``rot`` turns: "opengl" looks along -z with y up, "ros" along z with -y up, "world" along x with
        z up."""

    class_type: type[RayCasterCamera] = RayCasterCamera
    """Class of the sensor."""

    offset: OffsetCfg = OffsetCfg()
    """Pose of the camera in the frame of its prim."""

    data_types: list[str] = ["distance_to_image_plane"]
    """Images to make; see :class:`RayCasterCamera`."""

    depth_clipping_behavior: Literal["max", "zero", "none"] = "none"
    """What becomes of distances beyond ``max_distance``, and where there is nothing.

    - ``"max"``: they are ``max_distance``.
    - ``"zero"``: they are 0.
    - ``"none"``: they are inf.
    """

    pattern_cfg: PinholeCameraPatternCfg = MISSING
    """Optics and size of the images."""
