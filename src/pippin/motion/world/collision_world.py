"""Obstacles around robots, and how far spheres are from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
import warp as wp

from pippin.motion.arrays import default_scalar, pose_type, to_tensor, to_warp, vector_type
from pippin.motion.yaml_file import quoted
from pippin.utils import ProxyArray

from .kernels import nearest_kernel
from .obstacle_table import ObstacleTable
from .shapes import Mesh, Shape, ShapeKind, kind_and_size

IDENTITY = (0.0, 0.0, 0.0, 1.0)


class NearestObstacles(NamedTuple):
    """What is nearest to spheres; arrays of the shape (number of worlds, number of spheres).

    Attributes:
        distances: Distance from the surface of the sphere to that of the obstacle [m], negative where they overlap.
        gradients: Direction in which the distance grows, unit vectors in the frame of the base.
        obstacles: Index of the obstacle, for :meth:`CollisionWorld.name_of`; -1 where there is none.
    """

    distances: ProxyArray
    gradients: ProxyArray
    obstacles: ProxyArray


@dataclass
class _Obstacle:
    """An obstacle on the host: its column, what it is in each world, and in which worlds it counts."""

    column: int
    kinds: np.ndarray
    sizes: np.ndarray
    mesh_ids: np.ndarray
    meshes: list[wp.Mesh]  # kept alive
    enabled: np.ndarray


class CollisionWorld:
    """Obstacles around a robot, or around each of many robots (one world each), on a device.

    Positions are in metres, orientations are quaternions (x, y, z, w); both are in the frame of the world. Robots look
    at obstacles from their bases, which move by :meth:`set_base_pose`.

    Kernels take :attr:`struct`. It stays the same while :attr:`revision` does, so that captured graphs see all changes;
    the revision only grows when more than ``capacity`` obstacles are added.

    Args:
        num_worlds: Number of worlds.
        device: Warp device that holds the obstacles.
        scalar: Type of numbers, ``wp.float32`` or ``wp.float64``. None takes double precision on a CPU and single on a
            GPU. Distances to meshes are always in single precision.
        capacity: Number of obstacles that there is room for; more make room for themselves.

    Raises:
        ValueError: There is no world, or no room.
    """

    def __init__(
        self, num_worlds: int = 1, device: wp.DeviceLike = "cpu", scalar: type | None = None, capacity: int = 32
    ) -> None:
        if num_worlds < 1 or capacity < 1:
            raise ValueError(
                f"A collision world should have at least 1 world and room for 1 obstacle, not {num_worlds}, {capacity}."
            )
        self.num_worlds = num_worlds
        self.device = wp.get_device(device)
        self.scalar = default_scalar(self.device) if scalar is None else scalar
        self._table = ObstacleTable(num_worlds, capacity, self.device, self.scalar)
        self._obstacles: dict[str, _Obstacle] = {}
        self._all_worlds = wp.array(np.arange(num_worlds), dtype=wp.int32, device=self.device)

    @property
    def struct(self) -> Any:
        """The obstacles as kernels see them: see :func:`~pippin.motion.world.world_struct`."""
        return self._table.struct

    @property
    def revision(self) -> int:
        """Counts how often :attr:`struct` became another one."""
        return self._table.revision

    @property
    def names(self) -> list[str]:
        """Names of all obstacles, in the order in which they were added."""
        return list(self._obstacles)

    @property
    def has_meshes(self) -> bool:
        """Whether an obstacle is a mesh."""
        return any(obstacle.meshes for obstacle in self._obstacles.values())

    def name_of(self, index: int) -> str:
        """Name of the obstacle with an index that a query gave."""
        for name, obstacle in self._obstacles.items():
            if obstacle.column == index:
                return name
        raise ValueError(
            f"There is no obstacle with the index {index}; there are: "
            f"{[obstacle.column for obstacle in self._obstacles.values()]}."
        )

    # Obstacles.

    def add(
        self,
        name: str,
        shape: Shape | Sequence[Shape | None],
        position: Any = (0.0, 0.0, 0.0),
        orientation: Any = IDENTITY,
    ) -> None:
        """Add an obstacle to all worlds.

        Args:
            name: A name that no other obstacle has.
            shape: Its shape, or that in each world, where None means that it is not there.
            position: Position [m], shape (3,) or (num_worlds, 3).
            orientation: Orientation, shape (4,) or (num_worlds, 4).

        Raises:
            ValueError: There is an obstacle of this name, or the shapes or the pose cannot be.
        """
        if name in self._obstacles:
            raise ValueError(f"There is an obstacle '{name}' already; expected another name.")
        shapes: list[Any] = list(shape) if isinstance(shape, (list, tuple)) else [shape] * self.num_worlds
        if len(shapes) != self.num_worlds:
            raise ValueError(f"There should be {self.num_worlds} shapes of '{name}', one per world, not {len(shapes)}.")
        kinds_and_sizes = [kind_and_size(shape) for shape in shapes]
        poses = self._poses(position, orientation, self.num_worlds, ())
        meshes = {id(shape): self._warp_mesh(shape) for shape in shapes if isinstance(shape, Mesh)}
        column = self._free_column()
        self._obstacles[name] = obstacle = _Obstacle(
            column=column,
            kinds=np.array([kind for kind, _ in kinds_and_sizes], dtype=np.int32),
            sizes=np.array([size for _, size in kinds_and_sizes]),
            mesh_ids=np.array([meshes[id(shape)].id if id(shape) in meshes else 0 for shape in shapes], np.uint64),
            meshes=list(meshes.values()),
            enabled=np.ones(self.num_worlds, dtype=bool),
        )
        self._table.place([column], poses, self._all_worlds)
        self._define(obstacle)
        self._table.set_num_columns_in_use(max(obstacle.column for obstacle in self._obstacles.values()) + 1)

    def set_pose(self, name: str, position: Any, orientation: Any = IDENTITY, world_ids: Any = None) -> None:
        """Move an obstacle.

        Args:
            name: Name of the obstacle.
            position: Position [m], shape (3,) or (number of worlds that are meant, 3).
            orientation: Orientation, shape (4,) or (number of worlds that are meant, 4).
            world_ids: Worlds that are meant; None means all.

        Raises:
            ValueError: There is no such obstacle, or the pose cannot be.
        """
        column, worlds = self._obstacle(name).column, self._world_ids(world_ids)
        self._table.place([column], self._poses(position, orientation, worlds.shape[0], ()), worlds)

    def set_poses(self, names: Sequence[str], positions: Any, orientations: Any, world_ids: Any = None) -> None:
        """Move several obstacles at once.

        Args:
            names: Names of obstacles.
            positions: Positions [m], shape (len(names), 3) or (number of worlds that are meant, len(names), 3).
            orientations: Orientations, of the same shape with 4 components.
            world_ids: Worlds that are meant; None means all.

        Raises:
            ValueError: There is no such obstacle, or the poses cannot be.
        """
        columns, worlds = [self._obstacle(name).column for name in names], self._world_ids(world_ids)
        poses = self._poses(positions, orientations, worlds.shape[0], (len(columns),))
        self._table.place(columns, poses, worlds)

    def disable(self, name: str, world_ids: Any = None) -> None:
        """Let an obstacle count no more, until it is enabled; in all worlds, or in those named."""
        self._set_enabled(name, world_ids, False)

    def enable(self, name: str, world_ids: Any = None) -> None:
        """Let an obstacle count again; in all worlds, or in those named."""
        self._set_enabled(name, world_ids, True)

    def remove(self, name: str) -> None:
        """Take an obstacle out of all worlds."""
        obstacle = self._obstacle(name)
        obstacle.enabled[:] = False
        self._define(obstacle)
        del self._obstacles[name]

    def clear(self) -> None:
        """Take all obstacles out of all worlds."""
        for name in self.names:
            self.remove(name)

    # The base.

    def set_base_pose(self, position: Any, orientation: Any = IDENTITY, world_ids: Any = None) -> None:
        """Move the bases of the robots; at first they are at the origin of the world.

        Args:
            position: Position [m], shape (3,) or (number of worlds that are meant, 3).
            orientation: Orientation, shape (4,) or (number of worlds that are meant, 4).
            world_ids: Worlds that are meant; None means all.

        Raises:
            ValueError: The pose cannot be.
        """
        worlds = self._world_ids(world_ids)
        self._table.place_base(self._poses(position, orientation, worlds.shape[0], ()).flatten(), worlds)

    # Queries.

    def nearest(self, centers: Any, radii: Any) -> NearestObstacles:
        """Find the obstacle nearest to each sphere.

        Args:
            centers: Centres of spheres in the frame of the base [m], shape (num_worlds, number of spheres, 3). A world
                that is alone serves any number of rows.
            radii: Radii [m], shape (number of spheres,).

        Raises:
            ValueError: The arrays have other shapes.
        """
        rows = None if self.num_worlds == 1 else self.num_worlds
        vector = vector_type(self.scalar)
        centers = to_warp("centers", centers, (rows, None, 3), vector, self.device)
        radii = to_warp("radii", radii, (centers.shape[1],), self.scalar, self.device)
        distances, gradients, obstacles = (
            wp.empty(centers.shape, dtype=dtype, device=self.device) for dtype in (self.scalar, vector, wp.int32)
        )
        wp.launch(
            nearest_kernel(self.scalar),
            dim=centers.shape,
            inputs=[self.struct, centers, radii],
            outputs=[distances, gradients, obstacles],
            device=self.device,
        )
        return NearestObstacles(ProxyArray(distances), ProxyArray(gradients), ProxyArray(obstacles))

    # How obstacles are held.

    def _obstacle(self, name: str) -> _Obstacle:
        if name not in self._obstacles:
            raise ValueError(f"There is no obstacle '{name}'; there are: {quoted(self._obstacles)}.")
        return self._obstacles[name]

    def _set_enabled(self, name: str, world_ids: Any, enabled: bool) -> None:
        obstacle = self._obstacle(name)
        obstacle.enabled[self._world_ids(world_ids).numpy()] = enabled
        self._define(obstacle)

    def _define(self, obstacle: _Obstacle) -> None:
        kinds = np.where(obstacle.enabled, obstacle.kinds, np.int32(ShapeKind.NONE))
        self._table.define(obstacle.column, kinds, obstacle.sizes, obstacle.mesh_ids)

    def _free_column(self) -> int:
        taken = {obstacle.column for obstacle in self._obstacles.values()}
        column = next(column for column in range(self._table.capacity + 1) if column not in taken)
        if column == self._table.capacity:
            self._table.grow(2 * self._table.capacity)
        return column

    def _warp_mesh(self, mesh: Mesh) -> wp.Mesh:
        return wp.Mesh(
            points=wp.array(mesh.vertices, dtype=wp.vec3f, device=self.device),
            indices=wp.array(mesh.faces.ravel(), dtype=wp.int32, device=self.device),
            support_winding_number=True,
        )

    # What comes from users.

    def _poses(self, position: Any, orientation: Any, num_worlds: int, shape: tuple[int, ...]) -> wp.array:
        """Poses of the shape (num_worlds or 1, number of obstacles), from ones that may be alike in all worlds.

        ``shape`` is () for one obstacle, or holds the number of obstacles.
        """
        parts = []
        for name, values, length in (("position", position, 3), ("orientation", orientation, 4)):
            shapes = [(*shape, length), (num_worlds, *shape, length)]
            tensor = to_tensor(name, values, shapes, self.scalar, self.device)
            parts.append(tensor.reshape(-1 if tensor.ndim == len(shape) + 2 else 1, *(shape or (1,)), length))
        norms = parts[1].norm(dim=-1, keepdim=True)
        if norms.device.type == "cpu" and not (norms > 1e-6).all():
            raise ValueError("orientation should hold quaternions (x, y, z, w), one of them is zero.")
        rows = max(len(part) for part in parts)
        positions, orientations = (part.expand(rows, -1, -1) for part in (parts[0], parts[1] / norms))
        return wp.from_torch(torch.cat([positions, orientations], dim=-1), dtype=pose_type(self.scalar))

    def _world_ids(self, world_ids: Any) -> wp.array:
        """Worlds that are meant, on the device."""
        if world_ids is None:
            return self._all_worlds
        ids = to_tensor("world_ids", world_ids, [(None,)], wp.int32, self.device)
        if ids.device.type == "cpu" and len(ids) and not (int(ids.min()) >= 0 and int(ids.max()) < self.num_worlds):
            raise ValueError(f"world_ids should be within [0, {self.num_worlds}), they are {ids.tolist()}.")
        return wp.from_torch(ids)
