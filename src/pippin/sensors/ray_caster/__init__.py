"""Ray casters, and the patterns of their rays."""

from . import patterns
from .data import MultiMeshRayCasterData, RayCasterData
from .multi_mesh_ray_caster import MultiMeshRayCaster, MultiMeshRayCasterCfg
from .multi_mesh_ray_caster_camera import (
    MultiMeshRayCasterCamera,
    MultiMeshRayCasterCameraCfg,
    MultiMeshRayCasterCameraData,
)
from .ray_caster import RayCaster, RayCasterCfg
from .ray_caster_camera import RayCasterCamera, RayCasterCameraCfg

__all__ = [
    "MultiMeshRayCaster",
    "MultiMeshRayCasterCamera",
    "MultiMeshRayCasterCameraCfg",
    "MultiMeshRayCasterCameraData",
    "MultiMeshRayCasterCfg",
    "MultiMeshRayCasterData",
    "RayCaster",
    "RayCasterCamera",
    "RayCasterCameraCfg",
    "RayCasterCfg",
    "RayCasterData",
    "patterns",
]
