"""The arrays of a collision world on its device: one row per world, one column per obstacle.

Poses are positions [m] and quaternions (x, y, z, w): those of bases in the world, those of obstacles as they are given.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import warp as wp

from pippin.motion.arrays import pose_type, vector_type

from .kernels import define_kernel, place_base_kernel, place_kernel
from .structs import world_struct


class ObstacleTable:
    """Kinds, sizes and poses of obstacles on a device.

    Poses are transforms in the frame of the world; what kernels see are the obstacles from the base.

    Args:
        num_worlds: Number of rows.
        capacity: Number of columns.
        device: Warp device.
        scalar: Type of numbers, ``wp.float32`` or ``wp.float64``.
    """

    def __init__(self, num_worlds: int, capacity: int, device: wp.Device, scalar: type) -> None:
        self.num_worlds = num_worlds
        self.device = device
        self.scalar = scalar
        self.revision = 0
        self._base_poses = self._identity_poses((num_worlds,))
        self._poses = self._identity_poses((num_worlds, capacity))
        self.struct = self._new_struct(capacity)
        self.struct.num_obstacles = wp.zeros(1, dtype=wp.int32, device=device)

    @property
    def capacity(self) -> int:
        """Number of columns."""
        return self._poses.shape[1]

    def grow(self, capacity: int) -> None:
        """Make room for more columns and keep what there is, in another struct."""
        old_struct, old_poses = self.struct, self._poses
        self.struct, self._poses = self._new_struct(capacity), self._identity_poses((self.num_worlds, capacity))
        self.struct.num_obstacles = old_struct.num_obstacles
        wp.copy(self._poses[:, : old_poses.shape[1]], old_poses)
        for name in ("kinds", "sizes", "meshes", "to_obstacle"):
            old = getattr(old_struct, name)
            wp.copy(getattr(self.struct, name)[:, : old.shape[1]], old)
        self.revision += 1

    def set_num_columns_in_use(self, count: int) -> None:
        """Set how many columns kernels look at."""
        self.struct.num_obstacles.fill_(count)

    def define(self, column: int, kinds: np.ndarray, sizes: np.ndarray, meshes: np.ndarray) -> None:
        """Write what the obstacles in a column are: kinds (num_worlds,), sizes (num_worlds, 3), ids of meshes."""
        new = [
            wp.array(kinds, dtype=wp.int32, device=self.device),
            wp.array(sizes, dtype=vector_type(self.scalar), device=self.device),
            wp.array(meshes, dtype=wp.uint64, device=self.device),
        ]
        wp.launch(
            define_kernel(self.scalar),
            dim=self.num_worlds,
            inputs=[column, *new],
            outputs=[self.struct.kinds, self.struct.sizes, self.struct.meshes],
            device=self.device,
        )

    def place(self, columns: list[int], poses: wp.array, world_ids: wp.array) -> None:
        """Write poses of obstacles, shape (number of worlds that are meant or 1, number of columns)."""
        wp.launch(
            place_kernel(self.scalar),
            dim=(world_ids.shape[0], len(columns)),
            inputs=[world_ids, wp.array(columns, dtype=wp.int32, device=self.device), poses, self._base_poses],
            outputs=[self._poses, self.struct.to_obstacle],
            device=self.device,
        )

    def place_base(self, poses: wp.array, world_ids: wp.array) -> None:
        """Write poses of bases, shape (number of worlds that are meant or 1,)."""
        wp.launch(
            place_base_kernel(self.scalar),
            dim=(world_ids.shape[0], self.capacity),
            inputs=[world_ids, poses, self._poses],
            outputs=[self._base_poses, self.struct.to_obstacle],
            device=self.device,
        )

    def _new_struct(self, capacity: int) -> Any:
        shape = (self.num_worlds, capacity)
        struct = world_struct(self.scalar)()
        struct.kinds = wp.zeros(shape, dtype=wp.int32, device=self.device)
        struct.sizes = wp.zeros(shape, dtype=vector_type(self.scalar), device=self.device)
        struct.meshes = wp.zeros(shape, dtype=wp.uint64, device=self.device)
        struct.to_obstacle = self._identity_poses(shape)
        return struct

    def _identity_poses(self, shape: tuple[int, ...]) -> wp.array:
        identity = pose_type(self.scalar)(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
        return wp.full(shape, identity, dtype=pose_type(self.scalar), device=self.device)
