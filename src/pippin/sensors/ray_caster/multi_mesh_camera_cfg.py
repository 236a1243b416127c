"""Config of the camera that sees things that move by rays."""

from __future__ import annotations

from pippin.utils import configclass

from .camera_cfg import RayCasterCameraCfg
from .multi_mesh_cfg import MultiMeshRayCasterCfg
from .multi_mesh_ray_caster_camera import MultiMeshRayCasterCamera


@configclass
class MultiMeshRayCasterCameraCfg(RayCasterCameraCfg, MultiMeshRayCasterCfg):
    """Where a camera is, what it sees, and at what it casts its rays."""

    class_type: type[MultiMeshRayCasterCamera] = MultiMeshRayCasterCamera
    """Class of the sensor."""
