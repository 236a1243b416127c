"""Ray casters, and the patterns of their rays."""

from . import patterns
from .camera_cfg import RayCasterCameraCfg
from .cfg import RayCasterCfg
from .data import MultiMeshRayCasterData, RayCasterData
from .multi_mesh_camera_cfg import MultiMeshRayCasterCameraCfg
from .multi_mesh_cfg import MultiMeshRayCasterCfg
from .multi_mesh_ray_caster import MultiMeshRayCaster
from .multi_mesh_ray_caster_camera import MultiMeshRayCasterCamera, MultiMeshRayCasterCameraData
from .ray_caster import RayCaster
from .ray_caster_camera import RayCasterCamera

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
