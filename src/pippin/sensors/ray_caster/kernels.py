"""Kernels of the ray caster."""

from __future__ import annotations

import warp as wp


@wp.func
def yaw_of(rotation: wp.quatf) -> wp.quatf:
    """The turn about z of a rotation that is one about y and x, then one about z."""
    x, y, z, w = rotation[0], rotation[1], rotation[2], rotation[3]
    half = 0.5 * wp.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    return wp.quatf(0.0, 0.0, wp.sin(half), wp.cos(half))


@wp.kernel
def cast_rays(
    link_poses: wp.array2d(dtype=wp.transformf),  # (N, 1) of the bodies in the world
    mount: wp.transformf,  # pose of the sensor's prim in the link frame
    starts: wp.array(dtype=wp.vec3f),  # (R,) in the prim's frame [m]
    directions: wp.array(dtype=wp.vec3f),  # (R,) unit vectors in the prim's frame
    starts_turn: int,  # how the starts turn with the prim: 0 not at all, 1 about z, 2 in full
    directions_turn: bool,  # whether the directions turn with the prim
    drift: wp.array(dtype=wp.vec3f),  # (num_envs,) of the sensor, in the world [m]
    ray_drift: wp.array(dtype=wp.vec3f),  # (num_envs,) of the rays (x, y), of the hits (z) [m]
    mesh: wp.uint64,  # 0 for none
    planes: wp.array(dtype=wp.vec4f),  # (P,) unit normal n and distance d of infinite planes: n . x = d
    max_distance: float,  # [m]
    env_ids: wp.array(dtype=int),  # (N,)
    env_mask: wp.array(dtype=wp.bool),  # (num_envs,)
    pos_out: wp.array(dtype=wp.vec3f),  # (N,) of the prim in the world [m]
    quat_out: wp.array(dtype=wp.quatf),  # (N,)
    hits_out: wp.array2d(dtype=wp.vec3f),  # (N, R) in the world [m], inf where nothing is hit
):
    """Where each ray first meets the mesh or a plane."""
    row, ray = wp.tid()
    env = env_ids[row]
    if not env_mask[env]:
        return
    pose = link_poses[row, 0] * mount
    rotation = wp.transform_get_rotation(pose)
    position = wp.transform_get_translation(pose) + drift[env]
    if ray == 0:
        pos_out[row] = position
        quat_out[row] = rotation

    turn = wp.quat_identity(dtype=float)
    if starts_turn == 1:
        turn = yaw_of(rotation)
    elif starts_turn == 2:
        turn = rotation
    shift = wp.quat_rotate(turn, wp.vec3f(ray_drift[env][0], ray_drift[env][1], 0.0))
    start = position + wp.quat_rotate(turn, starts[ray]) + wp.vec3f(shift[0], shift[1], 0.0)
    direction = directions[ray]
    if directions_turn:
        direction = wp.quat_rotate(rotation, direction)

    distance = float(wp.inf)
    if mesh != wp.uint64(0):
        query = wp.mesh_query_ray(mesh, start, direction, max_distance)
        if query.result:
            distance = query.t
    for i in range(planes.shape[0]):
        normal = wp.vec3f(planes[i][0], planes[i][1], planes[i][2])
        towards = wp.dot(normal, direction)
        if towards != 0.0:
            along = (planes[i][3] - wp.dot(normal, start)) / towards
            if along >= 0.0 and along <= max_distance:
                distance = wp.min(distance, along)
    if distance < wp.inf:
        hits_out[row, ray] = start + distance * direction + wp.vec3f(0.0, 0.0, ray_drift[env][2])
    else:
        hits_out[row, ray] = wp.vec3f(wp.inf, wp.inf, wp.inf)


@wp.kernel
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
