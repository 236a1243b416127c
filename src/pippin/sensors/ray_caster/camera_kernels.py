"""Kernels of cameras that see by rays."""

from __future__ import annotations

import warp as wp

from ..camera.kernels import clipped_depth
from .kernels import RaySources, ray_start


@wp.func
def _seen(depth: float, farthest: float, clipping: int) -> float:
    """Depth as an image has it: what is beyond the farthest distance is not met, unless nothing is clipped (0)."""
    if depth > farthest and clipping != 0:
        return clipped_depth(wp.inf, farthest, clipping)
    return depth


@wp.func
def ray_reach(local_direction: wp.vec3f, max_distance: float) -> float:
    """How far to look along a ray to come to a distance from the image plane, but for rays almost along the plane."""
    return max_distance / wp.max(local_direction[0], 1.0e-3)


@wp.func
def write_pixel(
    row: int,
    ray: int,
    point: wp.vec3f,  # that is seen, in the frame of the camera, x forward [m]; inf where there is nothing
    normal: wp.vec3f,  # of the surface there, in the world; 0 where there is nothing
    max_distance: float,  # farthest value of an image [m]
    clipping: int,  # what becomes of values beyond: see clipped_depth
    to_camera_out: wp.array2d(dtype=float),  # (N, R) distance from the camera [m]; or empty
    to_plane_out: wp.array2d(dtype=float),  # (N, R) distance from the image plane [m]; or empty
    normals_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world, 0 where there is nothing; or empty
):
    """What images show of a point."""
    if to_camera_out.shape[0] > 0:
        to_camera_out[row, ray] = _seen(wp.length(point), max_distance, clipping)
    if to_plane_out.shape[0] > 0:
        depth = _seen(point[0], max_distance, clipping)
        to_plane_out[row, ray] = wp.where(wp.isinf(depth), wp.nan, depth)
    if normals_out.shape[0] > 0:
        normals_out[row, ray] = normal


@wp.kernel(enable_backward=False)
def cast_pixels_at_mesh(
    first_row: int,
    sources: RaySources,
    starts: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) in the frame of the camera, x forward [m]
    directions: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) unit vectors in that frame
    mesh: wp.uint64,  # in the world
    max_distance: float,  # farthest value of an image [m]
    clipping: int,  # what becomes of values beyond: see clipped_depth
    to_camera_out: wp.array2d(dtype=float),  # (N, R) distance from the camera [m]; or empty
    to_plane_out: wp.array2d(dtype=float),  # (N, R) distance from the image plane [m]; or empty
    normals_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world, 0 where there is nothing; or empty
):
    """What the ray of each pixel first meets of a mesh, where there is nothing else."""
    i, ray = wp.tid()
    row = first_row + i
    if not sources.due[row]:
        return
    local_direction = directions[wp.min(row, directions.shape[0] - 1), ray]
    start = ray_start(sources, starts, row, ray)
    direction = wp.quat_rotate(sources.turn_directions[row], local_direction)
    query = wp.mesh_query_ray(mesh, start, direction, ray_reach(local_direction, max_distance))
    point = wp.vec3f(wp.inf, wp.inf, wp.inf)
    normal = wp.vec3f(0.0, 0.0, 0.0)
    if query.result:
        point = starts[wp.min(row, starts.shape[0] - 1), ray] + query.t * local_direction
        normal = query.normal
    write_pixel(row, ray, point, normal, max_distance, clipping, to_camera_out, to_plane_out, normals_out)


@wp.kernel(enable_backward=False)
def find_camera_poses(
    sources: RaySources,
    poses_out: wp.array(dtype=wp.transformf),  # (N,) of the frames with -z forward and y up, in the world
):
    """Poses of cameras whose rays are about the x axis."""
    row = wp.tid()
    # the inverse of what camera.kernels.world_from_opengl does
    turn = sources.turn_directions[row] * wp.quatf(-0.5, 0.5, 0.5, -0.5)
    poses_out[row] = wp.transformf(sources.origin[row], turn)


@wp.kernel(enable_backward=False)
def reset_counts(
    env_ids: wp.array(dtype=int),  # (n,) -1 for none
    counts_out: wp.array(dtype=wp.int64),  # (num_envs,)
):
    """Count from 0 in some environments."""
    env = env_ids[wp.tid()]
    if env >= 0:
        counts_out[env] = wp.int64(0)
