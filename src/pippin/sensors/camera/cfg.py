"""Configs of cameras and of what draws for them."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Literal

from pippin.sim import FisheyeCameraCfg, PinholeCameraCfg
from pippin.utils import configclass

from ..sensor_base import OffsetCfg as FrameOffsetCfg
from ..sensor_base import SensorBaseCfg
from .camera import Camera
from .newton_renderer import NewtonRenderer
from .renderer import Renderer, Rgba


@configclass
class RendererCfg:
    """What draws, and how. A field that is None leaves it to the field of that name of :class:`CameraCfg`."""

    class_type: type[Renderer] = NewtonRenderer
    """Class of the renderer."""

    depth_clipping_behavior: Literal["max", "zero", "none"] | None = None
    """What becomes of distances beyond the farthest one that is seen."""

    semantic_filter: str | list[str] | None = None
    """Which labels segmentation tells apart."""

    colorize_semantic_segmentation: bool | None = None
    """Whether semantic segmentation is of colours."""

    colorize_instance_id_segmentation: bool | None = None
    """Whether the segmentation by prims is of colours."""

    colorize_instance_segmentation: bool | None = None
    """Whether the segmentation by labelled prims is of colours."""

    semantic_segmentation_mapping: dict[str, Rgba] | None = None
    """Colours of labels."""


@configclass
class NewtonWarpRendererCfg(RendererCfg):
    """Newton's ray tracer, which draws for all environments at once on the device of the simulation."""


@configclass
class CameraCfg(SensorBaseCfg):
    """Where a camera is, what it sees, and how large its images are."""

    @configclass
    class OffsetCfg(FrameOffsetCfg):
        """Pose of the camera in the frame of the prim above its own."""

        convention: Literal["opengl", "ros", "world"] = "ros"
        """Which frame ``rot`` turns: "opengl" looks along -z with y up, "ros" along z with -y up, "world" along x with
        z up."""

    class_type: type[Camera] = Camera
    """Class of the sensor."""

    offset: OffsetCfg = OffsetCfg()
    """Pose of the camera that is spawned in the frame of the prim above it."""

    spawn: PinholeCameraCfg | FisheyeCameraCfg | None = MISSING
    """Camera to spawn at ``prim_path``; None takes those that are there."""

    data_types: list[str] = ["rgb"]
    """Images to make; see :class:`Camera`."""

    width: int = MISSING
    """Width of the images [pixel]."""

    height: int = MISSING
    """Height of the images [pixel]."""

    update_latest_camera_pose: bool = False
    """Whether the poses in the data follow the camera with each image.

    Otherwise they are those of the beginning, of the last reset, or of the last call that set them.
    """

    depth_clipping_behavior: Literal["max", "zero", "none"] = "none"
    """What becomes of distances beyond the farthest one of the clipping range, and where there is nothing.

    - ``"max"``: they are the farthest one.
    - ``"zero"``: they are 0.
    - ``"none"``: they are inf.

    Deprecated, as the five fields that follow: set it on ``renderer_cfg``.
    """

    semantic_filter: str | list[str] = "*:*"
    """Which labels segmentation tells apart, or a list of their kinds; see :mod:`.semantics`."""

    colorize_semantic_segmentation: bool = True
    """Whether semantic segmentation is of colours, uint8 with 4 channels, instead of ids, int32."""

    colorize_instance_id_segmentation: bool = True
    """Whether the segmentation by prims is of colours instead of ids."""

    colorize_instance_segmentation: bool = True
    """Whether the segmentation by labelled prims is of colours instead of ids."""

    semantic_segmentation_mapping: dict[str, Rgba] = {}
    """Colours of labels in semantic segmentation, such as ``{"class:robot": (61, 178, 255, 255)}``."""

    renderer_cfg: RendererCfg = NewtonWarpRendererCfg()
    """What draws."""
