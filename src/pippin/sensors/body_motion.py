"""Motion of the bodies that sensors are mounted on."""

from __future__ import annotations

import warp as wp
from pxr import Usd

from pippin.physics.scene.scene import PhysicsScene

from .mounts import mounted_view, offset_pose
from .sensor_base import OffsetCfg


class BodyMotion:
    """Poses, velocities and accelerations of the bodies under a sensor, read when they are asked for.

    Args:
        scene: Scene that plays.
        expression: Expression of the sensor's prims, which are rigid bodies or lie below them.
        stage: Stage with the prims.
        offset: Pose of the sensor in the frame of its prim.
        kind: What the sensor is, for messages.

    Raises:
        RuntimeError: The prims belong to no bodies.
    """

    def __init__(self, scene: PhysicsScene, expression: str, stage: Usd.Stage, offset: OffsetCfg, kind: str) -> None:
        self.view, mount = mounted_view(scene, expression, stage, kind)
        self.offset = mount * offset_pose(offset)
        """Pose of the sensor in the link frame."""
        shape, device = (self.view.count, 1), scene.device
        self.poses = wp.zeros(shape, dtype=wp.transformf, device=device)
        """Poses of the links in the world as they were read last, shape (N, 1)."""
        self.velocities = wp.zeros(shape, dtype=wp.spatial_vectorf, device=device)
        """Their velocities (linear, angular) in the world, shape (N, 1)."""
        self._accelerations = wp.zeros(shape, dtype=wp.spatial_vectorf, device=device)
        self._coms = wp.zeros((*shape, 7), dtype=float, device=device)

    def read(self) -> list[wp.array]:
        """Arrays as the kernels of :mod:`pippin.sensors.kernels.inertial` take them first."""
        view = self.view
        return [
            view.read_link_poses(self.poses),
            view.read_link_velocities(self.velocities),
            view.read_com_accelerations(self._accelerations),
            view.read_com_poses(self._coms),
        ]
