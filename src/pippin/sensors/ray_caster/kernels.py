"""Kernels of all ray casters: where their rays start, and where they meet a mesh."""

from __future__ import annotations

import warp as wp


@wp.struct
class RaySources:
    """Where the rays of N sensors start, and how they are turned, each array of shape (N,)."""

    env_ids: wp.array(dtype=int)
    due: wp.array(dtype=wp.bool)  # whether the sensor is to measure
    origin: wp.array(dtype=wp.vec3f)  # of the pattern, in the world [m]
    turn_starts: wp.array(dtype=wp.quatf)  # from the pattern to the world
    turn_directions: wp.array(dtype=wp.quatf)  # from the pattern to the world
    rise: wp.array(dtype=float)  # of the hits [m]


@wp.func
def yaw_of(rotation: wp.quatf) -> wp.quatf:
    """The turn about z of a rotation that is one about y and x, then one about z."""
    x, y, z, w = rotation[0], rotation[1], rotation[2], rotation[3]
    half = 0.5 * wp.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    return wp.quatf(0.0, 0.0, wp.sin(half), wp.cos(half))


@wp.kernel(enable_backward=False)
def place_sources(
    prim_poses: wp.array(dtype=wp.transformf),  # (N,) of the sensors' prims in the world
    offset: wp.transformf,  # pose of the pattern in the frame of the prim
    offset_turns_starts: bool,  # whether the offset's rotation is that of starts, too
    starts_turn: int,  # how the starts turn with the prim: 0 not at all, 1 about z, 2 in full
    directions_turn: bool,  # whether the directions turn with the prim
    drift: wp.array(dtype=wp.vec3f),  # (num_envs,) of the sensor, in the world [m]
    ray_drift: wp.array(dtype=wp.vec3f),  # (num_envs,) of the rays (x, y), of the hits (z) [m]
    env_mask: wp.array(dtype=wp.bool),  # (num_envs,)
    sources: RaySources,  # written but for the environments
    pos_out: wp.array(dtype=wp.vec3f),  # (N,) of the prim in the world, drift included [m]
    quat_out: wp.array(dtype=wp.quatf),  # (N,) of the prim
):
    """Where the rays of each sensor start, and how they are turned."""
    row = wp.tid()
    env = sources.env_ids[row]
    sources.due[row] = env_mask[env]
    if not env_mask[env]:
        return
    rotation = wp.transform_get_rotation(prim_poses[row])
    position = wp.transform_get_translation(prim_poses[row]) + drift[env]
    pos_out[row] = position
    quat_out[row] = rotation

    turn = wp.quat_identity(dtype=float)
    if starts_turn == 1:
        turn = yaw_of(rotation)
    elif starts_turn == 2:
        turn = rotation
    shift = wp.quat_rotate(turn, wp.vec3f(ray_drift[env][0], ray_drift[env][1], 0.0))
    to_offset = wp.quat_rotate(turn, wp.transform_get_translation(offset))
    sources.origin[row] = position + to_offset + wp.vec3f(shift[0], shift[1], 0.0)
    sources.rise[row] = ray_drift[env][2]
    sources.turn_starts[row] = turn
    if offset_turns_starts:
        sources.turn_starts[row] = turn * wp.transform_get_rotation(offset)
    sources.turn_directions[row] = wp.transform_get_rotation(offset)
    if directions_turn:
        sources.turn_directions[row] = rotation * wp.transform_get_rotation(offset)


@wp.func
def ray_start(sources: RaySources, starts: wp.array2d(dtype=wp.vec3f), row: int, ray: int) -> wp.vec3f:
    """Start of a sensor's ray in the world; all sensors may share the pattern's rays."""
    local = starts[wp.min(row, starts.shape[0] - 1), ray]
    return sources.origin[row] + wp.quat_rotate(sources.turn_starts[row], local)


@wp.func
def ray_direction(sources: RaySources, directions: wp.array2d(dtype=wp.vec3f), row: int, ray: int) -> wp.vec3f:
    """Direction of a sensor's ray in the world."""
    return wp.quat_rotate(sources.turn_directions[row], directions[wp.min(row, directions.shape[0] - 1), ray])


@wp.kernel(enable_backward=False)
def rays_in_world(
    sources: RaySources,
    starts: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) in the frame of the pattern [m]
    directions: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) unit vectors in that frame
    starts_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world [m]
    directions_out: wp.array2d(dtype=wp.vec3f),  # (N, R) unit vectors in the world
):
    """Where rays start and where they go."""
    row, ray = wp.tid()
    starts_out[row, ray] = ray_start(sources, starts, row, ray)
    directions_out[row, ray] = ray_direction(sources, directions, row, ray)


@wp.kernel(enable_backward=False)
def cast_rays_at_mesh(
    first_row: int,
    sources: RaySources,
    starts: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) in the frame of the pattern [m]
    directions: wp.array2d(dtype=wp.vec3f),  # (1 or N, R) unit vectors in that frame
    mesh: wp.uint64,  # in the world
    max_distance: float,  # [m]
    hits_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world [m], inf where nothing is hit
):
    """Where each ray first meets a mesh, where there is nothing else: a GPU is faster with so short a kernel."""
    i, ray = wp.tid()
    row = first_row + i
    if not sources.due[row]:
        return
    start = ray_start(sources, starts, row, ray)
    direction = ray_direction(sources, directions, row, ray)
    query = wp.mesh_query_ray(mesh, start, direction, max_distance)
    point = wp.vec3f(wp.inf, wp.inf, wp.inf)
    if query.result:
        point = start + query.t * direction + wp.vec3f(0.0, 0.0, sources.rise[row])
    hits_out[row, ray] = point


@wp.kernel(enable_backward=False)
def sample_drift(
    seed: int,
    env_ids: wp.array(dtype=int),  # (n,) -1 for none
    low: wp.vec3f,  # [m]
    high: wp.vec3f,  # [m]
    ray_low: wp.vec3f,  # [m]
    ray_high: wp.vec3f,  # [m]
    drift_out: wp.array(dtype=wp.vec3f),  # (num_envs,) [m]
    ray_drift_out: wp.array(dtype=wp.vec3f),  # (num_envs,) [m]
):
    """Draw the drift of environments from uniform distributions."""
    env = env_ids[wp.tid()]
    if env >= 0:
        state = wp.rand_init(seed, env)
        part = wp.vec3f(wp.randf(state), wp.randf(state), wp.randf(state))
        ray_part = wp.vec3f(wp.randf(state), wp.randf(state), wp.randf(state))
        drift_out[env] = low + wp.cw_mul(part, high - low)
        ray_drift_out[env] = ray_low + wp.cw_mul(ray_part, ray_high - ray_low)
