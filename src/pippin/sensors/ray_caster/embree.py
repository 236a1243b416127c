"""Rays at one mesh on a CPU by Intel's Embree, which is faster there than Warp's queries; package embreex."""

from __future__ import annotations

import importlib.util
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import warp as wp

from pippin.utils.launch import on_all_cores

from .kernels import RaySources, ray_direction, ray_start


@cache
def is_embree_installed() -> bool:
    """Whether the package embreex is there, which has no wheels for some processors."""
    return importlib.util.find_spec("embreex") is not None


def scene_of(mesh: wp.Mesh) -> Any:
    """Embree's scene (``EmbreeScene``) with a mesh alone; one for all sensors, as long as one keeps the mesh."""
    if mesh not in _scenes:
        from embreex.mesh_construction import TriangleMesh
        from embreex.rtcore_scene import EmbreeScene

        scene = EmbreeScene(robust=True)  # otherwise rays slip through edges between triangles
        TriangleMesh(scene, mesh.points.numpy(), mesh.indices.numpy().reshape(-1, 3))
        ray = np.ones((1, 3), dtype=np.float32)
        scene.run(ray, ray)  # builds its tree, which threads must not do at once
        _scenes[mesh] = scene
    return _scenes[mesh]


_scenes: WeakKeyDictionary[wp.Mesh, Any] = WeakKeyDictionary()


class EmbreeRays:
    """Casts the rays of N sensors at a mesh, on all cores.

    Args:
        mesh: Mesh in the world, on the CPU.
        num_sensors: Number of sensors.
        num_rays: Number of rays of each.
    """

    def __init__(self, mesh: wp.Mesh, num_sensors: int, num_rays: int) -> None:
        self._scene = scene_of(mesh)
        shape = (num_sensors, num_rays)
        self._starts, self._directions = (wp.zeros(shape, dtype=wp.vec3f, device="cpu") for _ in range(2))
        self._distances = wp.zeros(shape, dtype=float, device="cpu")

    def cast(
        self, sources: RaySources, starts: wp.array, directions: wp.array, max_distance: float, hits_out: wp.array
    ) -> None:
        """Find where each ray first meets the mesh.

        Args:
            sources: Where the rays of each sensor start, and which sensors are to measure.
            starts: Starts in the frame of the pattern [m], shape (1 or N, R), wp.vec3f.
            directions: Unit vectors in that frame, shape (1 or N, R), wp.vec3f.
            max_distance: Length of the rays [m].
            hits_out: Hits in the world [m], inf where nothing is hit, shape (N, R), wp.vec3f.
        """
        rays = (self._starts, self._directions, self._distances)
        columns = self._starts.shape[1]

        def cast_rows(first: int, end: int) -> None:
            dim = (end - first, columns)
            inputs = [first, sources, starts, directions, max_distance]
            wp.launch(place_rays, dim=dim, inputs=inputs, outputs=list(rays), device="cpu")
            self._run(first, end)
            wp.launch(
                find_hits, dim=dim, inputs=[first, sources, *rays, max_distance], outputs=[hits_out], device="cpu"
            )

        wp.load_module(place_rays.module, device="cpu")  # which threads must not do at once either
        on_all_cores(cast_rows, self._starts.shape[0], columns)

    def _run(self, first: int, end: int) -> None:
        """Shorten the distances of some sensors' rays to where they meet the mesh."""
        starts, directions, distances = (
            array.numpy()[first:end] for array in (self._starts, self._directions, self._distances)
        )
        self._scene.run(starts.reshape(-1, 3), directions.reshape(-1, 3), dists=distances.reshape(-1), query="DISTANCE")


@wp.kernel(enable_backward=False)
def place_rays(
    first_row: int,
    sources: RaySources,
    starts: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) in the frame of the pattern [m]
    directions: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) unit vectors in that frame
    max_distance: float,  # [m]
    starts_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world [m]
    directions_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world
    distances_out: wp.array2d(dtype=float),  # (N, R) how far each ray goes, -1 where it is not to be cast [m]
):
    """The rays in the world."""
    i, ray = wp.tid()
    row = first_row + i
    starts_out[row, ray] = ray_start(sources, starts, row, ray)
    directions_out[row, ray] = ray_direction(sources, directions, row, ray)
    distances_out[row, ray] = wp.where(sources.due[row], max_distance, -1.0)


@wp.kernel(enable_backward=False)
def find_hits(
    first_row: int,
    sources: RaySources,
    starts: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world [m]
    directions: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world
    distances: wp.array2d(dtype=float),  # (N, R) how far each ray came [m]
    max_distance: float,  # [m]
    hits_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world [m], inf where nothing is hit
):
    """Where each ray ended, if it met something."""
    i, ray = wp.tid()
    row = first_row + i
    if not sources.due[row]:
        return
    point = wp.vec3f(wp.inf, wp.inf, wp.inf)
    distance = distances[row, ray]
    if distance < max_distance:
        point = starts[row, ray] + distance * directions[row, ray] + wp.vec3f(0.0, 0.0, sources.rise[row])
    hits_out[row, ray] = point
