"""Cameras that see distances by rays to things that move."""

from __future__ import annotations

from typing import ClassVar

from pippin.utils import ProxyArray, configclass

from ..camera.data import CameraData
from .multi_mesh_ray_caster import MultiMeshRayCaster, MultiMeshRayCasterCfg
from .ray_caster_camera import RayCasterCamera, RayCasterCameraCfg


class MultiMeshRayCasterCameraData(CameraData):
    """Images, poses and intrinsic matrices of N cameras, and what their pixels show."""

    image_mesh_ids: ProxyArray | None = None
    """What the pixels show, -1 where it is nothing, shape (N, H, W, 1), int16; None unless ``update_mesh_ids`` is set.

    The numbers are those of :meth:`MultiMeshRayCaster.mesh_paths`."""


class MultiMeshRayCasterCamera(RayCasterCamera, MultiMeshRayCaster):
    """Sees distances and normals by rays, as :class:`RayCasterCamera`, at what a :class:`MultiMeshRayCaster` meets.

    Args:
        cfg: Config of the camera. It is copied.

    Raises:
        RuntimeError: As :class:`RayCasterCamera`.
        NotImplementedError: As :class:`MultiMeshRayCaster`.
        ValueError: As :class:`RayCasterCamera`.
    """

    cfg: MultiMeshRayCasterCameraCfg
    _title = "Multi-Mesh Ray-Caster-Camera"

    _images: MultiMeshRayCasterCameraData
    _images_class: ClassVar[type[CameraData]] = MultiMeshRayCasterCameraData

    @property
    def data(self) -> MultiMeshRayCasterCameraData:  # type: ignore[override]  # images, in place of points
        """Images, mesh ids and poses, computed if they are due."""
        self._update_outdated_buffers()
        return self._images

    def _make_data(self) -> None:
        super()._make_data()
        if self._has_mesh_ids:
            shape = (self._num_instances, *self.image_shape, 1)
            self._images.image_mesh_ids = ProxyArray(self._mesh_ids.reshape(shape))


@configclass
class MultiMeshRayCasterCameraCfg(RayCasterCameraCfg, MultiMeshRayCasterCfg):
    """Where a camera is, what it sees, and at what it casts its rays."""

    class_type: type[MultiMeshRayCasterCamera] = MultiMeshRayCasterCamera
    """Class of the sensor."""
