"""Kernels of ray casters and their cameras that meet more than a mesh."""

from __future__ import annotations

import warp as wp

from .camera_kernels import ray_reach, write_pixel
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
    is_world_met: bool,  # whether `hits_out` holds where the rays meet what is fixed to the world
    hits_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world [m], inf where nothing is hit
    mesh_ids_out: wp.array2d(dtype=wp.int16),  # (N, R) -1 where nothing is hit; or empty
):
    """Where each ray first meets something."""
    i, ray = wp.tid()
    row = first_row + i
    if not sources.due[row]:
        return
    start = ray_start(sources, starts, row, ray)
    direction = ray_direction(sources, directions, row, ray)
    rise = wp.vec3f(0.0, 0.0, sources.rise[row])
    reach = max_distance
    point = wp.vec3f(wp.inf, wp.inf, wp.inf)
    if is_world_met:
        point = hits_out[row, ray]
        reach = wp.min(reach, wp.length(point - rise - start))
    hit = first_hit(geometry, sources.env_ids[row], int(is_world_met), start, direction, reach)
    if hit.distance < wp.inf:
        point = start + hit.distance * direction + rise
    hits_out[row, ray] = point
    if mesh_ids_out.shape[0] > 0:
        mesh_ids_out[row, ray] = wp.int16(hit.mesh_id)


@wp.kernel(enable_backward=False)
def cast_measuring_rays(
    first_row: int,
    sources: RaySources,
    starts: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) in the frame of the pattern [m]
    directions: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) unit vectors in that frame
    geometry: RayGeometry,
    max_distance: float,  # [m]
    hits_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world [m], inf where nothing is hit, as all outputs
    distances_out: wp.array2d(dtype=float),  # (N, R) from the rays' starts [m]
    normals_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world
):
    """Where each ray first meets something, how far away, and the normal there."""
    i, ray = wp.tid()
    row = first_row + i
    if not sources.due[row]:
        return
    start = ray_start(sources, starts, row, ray)
    direction = ray_direction(sources, directions, row, ray)
    hit = first_hit(geometry, sources.env_ids[row], 0, start, direction, max_distance)
    point = wp.vec3f(wp.inf, wp.inf, wp.inf)
    normal = point
    if hit.distance < wp.inf:
        point = start + hit.distance * direction + wp.vec3f(0.0, 0.0, sources.rise[row])
        normal = hit.normal
    hits_out[row, ray] = point
    distances_out[row, ray] = hit.distance
    normals_out[row, ray] = normal


@wp.kernel(enable_backward=False)
def cast_pixels(
    first_row: int,
    sources: RaySources,
    starts: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) in the frame of the camera, x forward [m]
    directions: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) unit vectors in that frame
    geometry: RayGeometry,
    max_distance: float,  # farthest value of an image [m]
    clipping: int,  # what becomes of values beyond: see clipped_depth
    to_camera_out: wp.array2d(dtype=float),  # (N, R) distance from the camera [m]; or empty
    to_plane_out: wp.array2d(dtype=float),  # (N, R) distance from the image plane [m]; or empty
    normals_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world, 0 where there is nothing; or empty
    mesh_ids_out: wp.array2d(dtype=wp.int16),  # (N, R) -1 where there is nothing; or empty
):
    """What the ray of each pixel first meets."""
    i, ray = wp.tid()
    row = first_row + i
    if not sources.due[row]:
        return
    local_direction = directions[wp.min(row, directions.shape[0] - 1), ray]
    start = ray_start(sources, starts, row, ray)
    direction = ray_direction(sources, directions, row, ray)
    reach = ray_reach(local_direction, max_distance)
    hit = first_hit(geometry, sources.env_ids[row], 0, start, direction, reach)
    point = wp.vec3f(wp.inf, wp.inf, wp.inf)
    if hit.distance < wp.inf:
        point = starts[wp.min(row, starts.shape[0] - 1), ray] + hit.distance * local_direction
    write_pixel(row, ray, point, hit.normal, max_distance, clipping, to_camera_out, to_plane_out, normals_out)
    if mesh_ids_out.shape[0] > 0:
        mesh_ids_out[row, ray] = wp.int16(hit.mesh_id)
