"""What ray casters measure."""

from __future__ import annotations

import warp as wp

from pippin.quantities.properties import Stored
from pippin.utils import ProxyArray

from ..backend_factory import chosen_by_backend
from ..sensor_data import SensorData


@chosen_by_backend
class RayCasterData(SensorData):
    """Poses of N ray casters, and where their R rays hit. Quaternions are (x, y, z, w).

    Args:
        num_instances: N.
        device: Warp device of the arrays.
        num_rays: R.
    """

    def __init__(self, num_instances: int = 0, device: str = "cpu", num_rays: int = 0) -> None:
        super().__init__(num_instances, device, rays=num_rays)

    def create_buffers(self, num_envs: int, num_rays: int, device: str) -> None:
        """Make the arrays again.

        Args:
            num_envs: Number of ray casters N.
            num_rays: Number of rays R of each.
            device: Warp device of the arrays.
        """
        SensorData.__init__(self, num_envs, device, rays=num_rays)

    pos_w = Stored(
        wp.vec3f, doc="Position of the sensor's prim in the world, drift included, offset left out [m], (N,), vec3f."
    )
    quat_w = Stored(wp.quatf, doc="Orientation of the sensor's prim in the world, shape (N,), quatf.")
    ray_hits_w = Stored(
        wp.vec3f, "rays", doc="Points that the rays hit in the world [m], inf where there is none, (N, R), vec3f."
    )


class MultiMeshRayCasterData(RayCasterData):
    """Poses of N ray casters, where their R rays hit, and what. Arguments are those of :class:`RayCasterData`."""

    ray_mesh_ids: ProxyArray | None = None
    """What the rays hit, -1 where it is nothing, shape (N, R, 1), int16; None unless ``update_mesh_ids`` is set.

    The numbers are those of :meth:`MultiMeshRayCaster.mesh_paths`."""
