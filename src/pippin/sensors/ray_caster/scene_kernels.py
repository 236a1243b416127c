"""Kernels of ray casters that meet more than a mesh."""

from __future__ import annotations

import warp as wp

from .casting import RayGeometry, first_hit
from .kernels import RaySources, ray_direction, ray_start


@wp.kernel(enable_backward=False)
def cast_rays(
    first_row: int,
    sources: RaySources,
    starts: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) in the frame of the pattern [m]
    directions: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) unit vectors in that frame
    geometry: RayGeometry,
    max_distance: float,  # [m]
    hits_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world [m], inf where nothing is hit
    mesh_ids_out: wp.array2d(dtype=int),  # (N, R) -1 where nothing is hit; or empty
):
    """Where each ray first meets something."""
    i, ray = wp.tid()
    row = first_row + i
    if not sources.due[row]:
        return
    start = ray_start(sources, starts, row, ray)
    direction = ray_direction(sources, directions, row, ray)
    hit = first_hit(geometry, sources.env_ids[row], start, direction, max_distance)
    point = wp.vec3f(wp.inf, wp.inf, wp.inf)
    if hit.distance < wp.inf:
        point = start + hit.distance * direction + wp.vec3f(0.0, 0.0, sources.rise[row])
    hits_out[row, ray] = point
    if mesh_ids_out.shape[0] > 0:
        mesh_ids_out[row, ray] = hit.mesh_id
