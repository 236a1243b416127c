"""What rays meet, on the device of the simulation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import warp as wp

from pippin.physics.scene.scene import PhysicsScene
from pippin.physics.views.body_poses import BodyPoses

from .casting import RayFrame, RayGeometry
from .geometry import Shape, joined, shared_mesh
from .shapes import RayShape
from .targets import FrameGeometry, VariantGeometry


class RayScene:
    """Geometry of all environments: one mesh for each distinct surface, and a pose for each body of each environment.

    Args:
        scene: Scene that plays.
        variants: What rays meet in the environments of each variant.
        has_mesh_ids: Whether rays are to say what they hit, for which each face has a number.

    Attributes:
        meshes: Meshes by the paths of the prims that they are made of.
        geometry: What kernels take, valid after :meth:`update`.
        world_mesh: The mesh that is all that is fixed to the world, for all environments, where no mesh ids are
            asked for; it is the first frame of each variant in ``geometry``. None where there is no such mesh.
        has_more: Whether there is anything else than what is fixed to the world.
    """

    def __init__(self, scene: PhysicsScene, variants: Sequence[VariantGeometry], has_mesh_ids: bool) -> None:
        self._device = scene.device
        self.meshes: dict[tuple[str, ...], wp.Mesh] = {}
        self._frames: list[tuple[Any, ...]] = []
        self._shapes: list[tuple[Any, ...]] = []
        self._has_mesh_ids = has_mesh_ids
        self._face_ids: dict[bytes, tuple[int, np.ndarray]] = {}
        firsts = [0]
        for variant in variants:
            for number, geometry in enumerate(variant.frames.values()):
                self._add(number - 1, geometry)  # the world, which is the first, has no pose
            firsts.append(len(self._frames))
        self._poses = _initial_poses(scene, variants)
        moving = [
            [frame.body if frame.is_tracked else None for frame in list(variant.frames)[1:]] for variant in variants
        ]
        self._moving = BodyPoses(scene, moving) if any(any(bodies) for bodies in moving) else None
        self.geometry = self._upload(scene, firsts)
        self.world_mesh = None if has_mesh_ids else self._find_world_mesh(variants)
        self.has_more = len(self._frames) > len(variants)

    def update(self) -> None:
        """Bring the poses of the bodies that are followed up to date."""
        if self._moving is not None:
            self._moving.read(self._poses)

    def _add(self, column: int, geometry: FrameGeometry) -> None:
        mesh_id, first_face_id = 0, 0
        if geometry.surfaces:
            key = tuple(geometry.paths)
            if key not in self.meshes:
                self.meshes[key] = shared_mesh(joined(geometry.surfaces), self._device)
            mesh_id = self.meshes[key].id
            if self._has_mesh_ids:
                counts = [len(surface.faces) for surface in geometry.surfaces]
                first_face_id = self._place_face_ids(np.repeat(geometry.surface_ids, counts).astype(np.int32))
        first_shape = len(self._shapes)
        self._shapes += [_row_of(shape, id_) for shape, id_ in zip(geometry.shapes, geometry.shape_ids, strict=True)]
        points = [surface.vertices for surface in geometry.surfaces] + [shape.corners() for shape in geometry.shapes]
        self._frames.append((mesh_id, *_ball_around(points), column, first_face_id, first_shape, len(self._shapes)))

    def _find_world_mesh(self, variants: Sequence[VariantGeometry]) -> wp.Mesh | None:
        """The mesh that is fixed to the world, if it is the same for all variants and there are no shapes."""
        worlds = [next(iter(variant.frames.values())) for variant in variants]
        paths = {tuple(world.paths) for world in worlds}
        if len(paths) > 1 or any(world.shapes or not world.surfaces for world in worlds):
            return None
        return self.meshes[paths.pop()]

    def _place_face_ids(self, ids: np.ndarray) -> int:
        """Where the mesh ids of a surface's faces begin among those of all; equal ones are kept once."""
        start = sum(len(others) for _, others in self._face_ids.values())
        return self._face_ids.setdefault(ids.tobytes(), (start, ids))[0]

    def _upload(self, scene: PhysicsScene, firsts: list[int]) -> RayGeometry:
        def table(rows: Any, struct: Any) -> wp.array:
            return wp.array(np.array(rows, dtype=struct.numpy_dtype()), dtype=struct, device=self._device)

        def integers(values: Any) -> wp.array:
            return wp.array(np.asarray(values, dtype=np.int32), dtype=int, device=self._device)

        geometry = RayGeometry()
        geometry.frames = table(self._frames, RayFrame)
        geometry.shapes = table(self._shapes, RayShape)
        geometry.face_ids = integers(np.concatenate([[], *(ids for _, ids in self._face_ids.values())]))
        geometry.first_frames = integers(firsts)
        geometry.variant_of_env = integers(scene.description.variant_of_env)
        geometry.poses = self._poses
        return geometry


def _initial_poses(scene: PhysicsScene, variants: Sequence[VariantGeometry]) -> wp.array:
    """Poses of all frames but the world's as they are now, shape (num_envs, C), wp.transformf."""
    bodies = [[frame.body for frame in list(variant.frames)[1:]] for variant in variants]
    poses = np.zeros((scene.num_envs, max(map(len, bodies)), 7), dtype=np.float32)
    poses[..., :3] = np.asarray(scene.description.env_origins)[:, None]  # of frames of the environments
    poses[..., 6] = 1.0
    return BodyPoses(scene, bodies).read(wp.array(poses, dtype=wp.transformf, device=scene.device))


def _row_of(shape: Shape, mesh_id: int) -> tuple[Any, ...]:
    to_shape = np.linalg.inv(shape.to_frame[:3, :3].T)
    return shape.kind, mesh_id, shape.size, to_shape, shape.to_frame[3, :3]


def _ball_around(points: list[np.ndarray]) -> tuple[np.ndarray, float]:
    """Centre and radius of a ball that holds all points, with room for roundings of float32."""
    if not points:
        return np.zeros(3), 0.0
    every = np.concatenate(points)
    if not np.isfinite(every).all():
        return np.zeros(3), np.inf
    center = (every.min(axis=0) + every.max(axis=0)) / 2.0
    return center, float(np.linalg.norm(every - center, axis=1).max()) * (1.0 + 1e-5) + 1e-6
