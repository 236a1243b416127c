"""Cameras, viewers and files: their parameters and what they report."""

from __future__ import annotations

from typing import Final

from .constants import DEFAULT_VIEWER_HEIGHT, DEFAULT_VIEWER_WIDTH
from .enums import UsdMaterialMode
from .struct import Struct


class CameraProperties(Struct):
    """Camera or viewer."""

    width: int = DEFAULT_VIEWER_WIDTH
    """Width of the picture [pixels]."""
    height: int = DEFAULT_VIEWER_HEIGHT
    """Height of the picture [pixels]."""
    horizontal_fov: float = 90.0
    """Horizontal field of view [degrees]. The vertical one follows, pixels being square."""
    near_plane: float = 0.001
    """Distance [m] from which things are seen."""
    far_plane: float = 2.0e6
    """Distance [m] up to which things are seen."""
    supersampling_horizontal: int = 1
    """Samples of a pixel side by side."""
    supersampling_vertical: int = 1
    """Samples of a pixel one above the other."""
    use_collision_geometry: bool = False
    """Whether collision shapes are drawn instead of visual ones."""
    enable_tensors: bool = False
    """Whether images are available as tensors on the GPU."""


class ActionEvent(Struct):
    """Something that a viewer's user did: an action that a key or mouse event was subscribed as."""

    action: Final[str] = ""
    """Name of the action."""
    value: Final[float] = 0.0
    """1 for a key or button that is pressed, 0 for one that is released; how far for a motion."""


class PerformanceTimers(Struct):
    """Time [s] spent since the last query."""

    frame_idling: float = 0.0
    """Waiting for real time."""
    graphics_image_retrieval: float = 0.0
    """Copying images to the CPU."""
    graphics_sensor_rendering: float = 0.0
    """Drawing what cameras see."""
    graphics_viewer_rendering: float = 0.0
    """Drawing the viewer."""
    physics_data_movement: float = 0.0
    """Copying states between CPU and GPU."""
    physics_sim: float = 0.0
    """Simulating."""
    total_time: float = 0.0
    """Sum of all."""


class UsdExportOptions(Struct):
    """How a simulation or asset is written to USD files."""

    export_physics: bool = True
    """Whether physics schemas are written, beside the geometry."""
    material_mode: UsdMaterialMode = UsdMaterialMode.USD_MATERIAL_PREVIEW_SURFACE
    scale: float = 1.0
    """Factor on all lengths."""
    single_file: bool = True
    """Whether all goes into one file."""
    use_geom_subsets: bool = False
    """Whether the materials of a mesh are told apart by subsets."""
    use_physics_visuals: bool = False
    """Whether collision shapes are what is seen."""


class OmniConnectionParams(Struct):
    """Connection to an Omniverse server. Pippin makes none; the type is there for what refers to it."""

    server: str = "localhost"
    username: str = ""
    password: str = ""
    enable_cache: bool = True
    enable_debug_output: bool = False


class Version(Struct):
    """Version of the interface."""

    major: int = 0
    minor: int = 0
