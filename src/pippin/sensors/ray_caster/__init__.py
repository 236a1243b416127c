"""Ray casters, and the patterns of their rays."""

from . import patterns
from .collider_ray_caster import ColliderRayCaster, ColliderRayCasterCfg, ColliderRayCasterData
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
    "ColliderRayCaster",
    "ColliderRayCasterCfg",
    "ColliderRayCasterData",
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
