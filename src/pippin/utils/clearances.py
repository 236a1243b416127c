"""How far points that move with bodies are from meshes that do, and from blocks below them, in many environments."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
import warp as wp

from .proxy_array import as_torch
from .torch_view import torch_view

Slab = tuple[tuple[float, float] | None, tuple[float, float] | None, float]
"""A block without a bottom: its range along x, along y (None for no end), and the height of its top [m]."""


@wp.kernel(enable_backward=False)
def find_mesh_distance(
    env_ids: wp.array(dtype=wp.int32),  # (n,)
    points: wp.array2d(dtype=wp.vec3f),  # (S, P) [m]
    set_of_env: wp.array(dtype=wp.int32),  # (E,)
    body_of_point: wp.array(dtype=wp.int32),  # (P,)
    point_bodies: wp.array2d(dtype=wp.transformf),  # (E, B)
    meshes: wp.array(dtype=wp.uint64),  # (M,)
    spheres: wp.array(dtype=wp.vec4f),  # (M,) [m]
    meshes_of_env: wp.array2d(dtype=wp.int32),  # (E, K)
    body_of_mesh: wp.array(dtype=wp.int32),  # (K,)
    mesh_bodies: wp.array2d(dtype=wp.transformf),  # (E, C)
    least_out: wp.array(dtype=wp.float32),  # (n,) [m]
):
    """Least signed distance between points and meshes of an environment, where it is below what the result holds."""
    row, p = wp.tid()
    env = env_ids[row]
    point = wp.transform_point(point_bodies[env, body_of_point[p]], points[set_of_env[env], p])
    least = least_out[row]
    for k in range(meshes_of_env.shape[1]):
        mesh = meshes_of_env[env, k]
        local = wp.transform_point(wp.transform_inverse(mesh_bodies[env, body_of_mesh[k]]), point)
        sphere = spheres[mesh]
        if wp.length(local - wp.vec3f(sphere[0], sphere[1], sphere[2])) - sphere[3] < least:
            reach = 2.0 * sphere[3] + wp.abs(least)  # the nearest surface is not farther
            query = wp.mesh_query_point_sign_winding_number(meshes[mesh], local, reach)
            if query.result:
                surface = wp.mesh_eval_position(meshes[mesh], query.face, query.u, query.v)
                least = wp.min(least, query.sign * wp.length(local - surface))
    wp.atomic_min(least_out, row, least)


@wp.kernel(enable_backward=False)
def find_slab_distance(
    env_ids: wp.array(dtype=wp.int32),  # (n,)
    points: wp.array2d(dtype=wp.vec3f),  # (S, P) [m]
    set_of_env: wp.array(dtype=wp.int32),  # (E,)
    body_of_point: wp.array(dtype=wp.int32),  # (P,)
    point_bodies: wp.array2d(dtype=wp.transformf),  # (E, B)
    origins: wp.array(dtype=wp.vec3f),  # (E,) [m]
    ends: wp.array(dtype=wp.vec4f),  # (L,) least and largest x, least and largest y [m]
    tops: wp.array(dtype=wp.float32),  # (L,) [m]
    least_out: wp.array(dtype=wp.float32),  # (n,) [m]
):
    """Least height of an environment's points above the blocks that they are over, or in."""
    row, p = wp.tid()
    env = env_ids[row]
    point = wp.transform_point(point_bodies[env, body_of_point[p]], points[set_of_env[env], p]) - origins[env]
    least = least_out[row]
    for k in range(ends.shape[0]):
        end = ends[k]
        if point[0] >= end[0] and point[0] <= end[1] and point[1] >= end[2] and point[1] <= end[3]:
            least = wp.min(least, point[2] - tops[k])
    wp.atomic_min(least_out, row, least)


class MovingPoints:
    """Points that move with bodies.

    Args:
        points: Points of S sets in their bodies' frames [m], shape (S, P, 3).
        set_of_env: Which set each environment has, shape (E,).
        body_of_point: Which body each point moves with, shape (P,), by its column among the poses.
        device: Device of the arrays.
    """

    def __init__(self, points: Any, set_of_env: Any, body_of_point: Any, device: str) -> None:
        self.points = wp.array(np.asarray(points, dtype=np.float32), dtype=wp.vec3f, device=device)
        self.set_of_env = wp.array(np.asarray(set_of_env, dtype=np.int32), dtype=wp.int32, device=device)
        self.body_of_point = wp.array(np.asarray(body_of_point, dtype=np.int32), dtype=wp.int32, device=device)

    def above_slabs(
        self, bodies: Any, slabs: Sequence[Slab], origins: Any, env_ids: Any, margin: float
    ) -> torch.Tensor:
        """Least height above the blocks that points are over, or in.

        Args:
            bodies: Poses of the bodies in the world (position [m], quaternion x y z w), shape (E, B, 7).
            slabs: The blocks, in the frame of an environment.
            origins: Positions of the environments' frames in the world [m], shape (E, 3).
            env_ids: Environments, shape (n,).
            margin: How far beyond its sides a block reaches all the same [m].

        Returns:
            Heights [m], negative in a block, shape (n,); infinity where no point is over one.
        """
        whole = (-math.inf, math.inf)
        ends = [[*(x or whole), *(y or whole)] for x, y, _ in slabs]
        ends = [[low - margin, high + margin, left - margin, right + margin] for low, high, left, right in ends]
        device = self.points.device
        ids, least = _rows(env_ids, device), wp.full(len(env_ids), math.inf, dtype=wp.float32, device=device)
        inputs = [
            *(ids, self.points, self.set_of_env, self.body_of_point, _transforms(bodies)),
            wp.from_torch(as_torch(origins).float().contiguous(), dtype=wp.vec3f),
            wp.array(np.array(ends, dtype=np.float32).reshape(-1, 4), dtype=wp.vec4f, device=device),
            wp.array([top for _, _, top in slabs], dtype=wp.float32, device=device),
        ]
        wp.launch(find_slab_distance, (len(env_ids), self.points.shape[1]), inputs, [least], device=device)
        return torch_view(least)


class MovingMeshes:
    """Closed meshes that move with bodies.

    Args:
        meshes: Triangles of M meshes in their bodies' frames [m], shape (T, 3, 3) each.
        meshes_of_env: Which K meshes each environment has, shape (E, K).
        body_of_mesh: Which body each of an environment's K meshes moves with, shape (K,).
        device: Device of the arrays.
    """

    def __init__(self, meshes: Sequence[np.ndarray], meshes_of_env: Any, body_of_mesh: Any, device: str) -> None:
        corners = [np.asarray(mesh, dtype=np.float32).reshape(-1, 3) for mesh in meshes]
        self._meshes = [
            wp.Mesh(
                points=wp.array(each, dtype=wp.vec3f, device=device),
                indices=wp.array(np.arange(len(each), dtype=np.int32), dtype=wp.int32, device=device),
                support_winding_number=True,
            )
            for each in corners
        ]
        middles = [each.mean(axis=0) for each in corners]
        radii = [np.linalg.norm(each - middle, axis=1).max() for each, middle in zip(corners, middles, strict=True)]
        spheres = np.column_stack([np.array(middles), np.array(radii)])
        self.ids = wp.array([mesh.id for mesh in self._meshes], dtype=wp.uint64, device=device)
        self.spheres = wp.array(spheres.astype(np.float32), dtype=wp.vec4f, device=device)
        self.meshes_of_env = wp.array(np.asarray(meshes_of_env, dtype=np.int32), dtype=wp.int32, device=device)
        self.body_of_mesh = wp.array(np.asarray(body_of_mesh, dtype=np.int32), dtype=wp.int32, device=device)

    def distances(
        self, bodies: Any, points: MovingPoints, point_bodies: Any, env_ids: Any, horizon: float
    ) -> torch.Tensor:
        """Least signed distance between points and meshes of each environment.

        Args:
            bodies: Poses of the meshes' bodies in the world (position [m], quaternion x y z w), shape (E, C, 7).
            points: The points.
            point_bodies: Poses of the points' bodies, shape (E, B, 7).
            env_ids: Environments, shape (n,).
            horizon: Distance from which on all are alike [m].

        Returns:
            Distances [m], negative inside of a mesh, the horizon at most, shape (n,).
        """
        device = self.ids.device
        ids, least = _rows(env_ids, device), wp.full(len(env_ids), horizon, dtype=wp.float32, device=device)
        inputs = [
            *(ids, points.points, points.set_of_env, points.body_of_point, _transforms(point_bodies)),
            *(self.ids, self.spheres, self.meshes_of_env, self.body_of_mesh, _transforms(bodies)),
        ]
        wp.launch(find_mesh_distance, (len(env_ids), points.points.shape[1]), inputs, [least], device=device)
        return torch_view(least)


def _rows(env_ids: torch.Tensor, device: Any) -> wp.array:
    """Environments as Warp takes them."""
    return wp.from_torch(env_ids.to(device=wp.device_to_torch(device), dtype=torch.int32).contiguous())


def _transforms(poses: Any) -> wp.array:
    """Poses as Warp takes them, shape (E, B)."""
    return wp.from_torch(as_torch(poses).float().contiguous(), dtype=wp.transformf)
