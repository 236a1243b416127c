"""Ray casters, under Isaac Lab's names."""

from pippin.sensors.ray_caster import (
    MultiMeshRayCaster,
    MultiMeshRayCasterCamera,
    MultiMeshRayCasterCameraCfg,
    MultiMeshRayCasterCameraData,
    MultiMeshRayCasterCfg,
    MultiMeshRayCasterData,
    RayCaster,
    RayCasterCamera,
    RayCasterCameraCfg,
    RayCasterCfg,
    RayCasterData,
)

from . import patterns as patterns

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
]
