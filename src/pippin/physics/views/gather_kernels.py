"""Kernels that read the engine's state into the arrays of a view.

They run over (world, slot, element) and write row ``instances[world, slot]`` of the view.
"""

from __future__ import annotations

import warp as wp

from ..coordinates import free_velocity_at, point_of, vector_at, velocity_of_com
from ..quaternion_order import rotation_at, rotation_of


@wp.kernel(enable_backward=False)
def gather_poses(
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    bodies: wp.array2d(dtype=int),  # (S, L)
    instances: wp.array2d(dtype=int),  # (W, S)
    poses_out: wp.array2d(dtype=wp.transformf),  # (N, L)
):
    """Read link poses."""
    world, slot, link = wp.tid()
    poses_out[instances[world, slot], link] = poses[world, bodies[slot, link]]


@wp.kernel(enable_backward=False)
def gather_velocities(
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    velocities: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
    com: wp.array3d(dtype=float),  # (W or 1, nbody, 3) in the link frame
    com_stride: int,  # 1 where com differs between worlds, else 0
    of_com: int,  # 1: of the centre of mass, 0: of the link origin
    bodies: wp.array2d(dtype=int),  # (S, L)
    instances: wp.array2d(dtype=int),  # (W, S)
    velocities_out: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L)
):
    """Read the velocities of links."""
    world, slot, link = wp.tid()
    body = bodies[slot, link]
    velocity = velocities[world, body]
    if of_com == 1:
        offset = point_of(com, com_stride, world, body)
        velocity = velocity_of_com(velocity, wp.transform_get_rotation(poses[world, body]), offset)
    velocities_out[instances[world, slot], link] = velocity


@wp.kernel(enable_backward=False)
def gather_com_accelerations(
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    velocities: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
    previous_poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    previous_velocities: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
    com: wp.array3d(dtype=float),  # (W or 1, nbody, 3)
    com_stride: int,
    rate: float,  # 1 / dt
    bodies: wp.array2d(dtype=int),  # (S, L)
    instances: wp.array2d(dtype=int),  # (W, S)
    accelerations_out: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L)
):
    """Read the mean accelerations of centres of mass over the last step."""
    world, slot, link = wp.tid()
    body = bodies[slot, link]
    offset = point_of(com, com_stride, world, body)
    now = velocity_of_com(velocities[world, body], wp.transform_get_rotation(poses[world, body]), offset)
    previous_rotation = wp.transform_get_rotation(previous_poses[world, body])
    before = velocity_of_com(previous_velocities[world, body], previous_rotation, offset)
    accelerations_out[instances[world, slot], link] = (now - before) * rate


@wp.kernel(enable_backward=False)
def gather_root_poses(
    qpos: wp.array2d(dtype=float),  # (W, nq)
    mocap_pos: wp.array2d(dtype=wp.vec3f),  # (W, nmocap)
    mocap_quat: wp.array2d(dtype=wp.quatf),  # (W, nmocap) components (w, x, y, z)
    root_qpos: wp.array(dtype=int),  # (S,)
    root_mocap: wp.array(dtype=int),  # (S,)
    env_ids: wp.array(dtype=int),  # (W,)
    env_origins: wp.array(dtype=wp.vec3f),  # (num_envs,)
    instances: wp.array2d(dtype=int),  # (W, S)
    poses_out: wp.array(dtype=wp.transformf),  # (N,)
):
    """Read the poses of root links from the coordinates, without forward kinematics."""
    world, slot = wp.tid()
    start = root_qpos[slot]
    position = wp.vec3f()
    rotation = wp.quat_identity()
    if start >= 0:
        position = vector_at(qpos, world, start)
        rotation = rotation_at(qpos, world, start + 3)
    else:
        position = mocap_pos[world, root_mocap[slot]]
        rotation = rotation_of(mocap_quat[world, root_mocap[slot]])
    poses_out[instances[world, slot]] = wp.transformf(position + env_origins[env_ids[world]], rotation)


@wp.kernel(enable_backward=False)
def gather_root_velocities(
    qpos: wp.array2d(dtype=float),  # (W, nq)
    qvel: wp.array2d(dtype=float),  # (W, nv)
    com: wp.array3d(dtype=float),  # (W or 1, nbody, 3) in the link frame
    com_stride: int,
    of_com: int,  # 1: of the centre of mass, 0: of the link origin
    bodies: wp.array2d(dtype=int),  # (S, L)
    root_qpos: wp.array(dtype=int),  # (S,)
    root_dof: wp.array(dtype=int),  # (S,)
    instances: wp.array2d(dtype=int),  # (W, S)
    velocities_out: wp.array(dtype=wp.spatial_vectorf),  # (N,)
):
    """Read the velocities of root links (linear, angular; world axes) from the coordinates; 0 for a fixed base."""
    world, slot = wp.tid()
    velocity = wp.spatial_vectorf()
    if root_dof[slot] >= 0:
        dof = root_dof[slot]
        rotation = rotation_at(qpos, world, root_qpos[slot] + 3)
        velocity = free_velocity_at(qvel, world, dof, rotation)
        if of_com == 1:
            velocity = velocity_of_com(velocity, rotation, point_of(com, com_stride, world, bodies[slot, 0]))
    velocities_out[instances[world, slot]] = velocity


@wp.kernel(enable_backward=False)
def gather_columns(
    values: wp.array2d(dtype=float),  # (W, n)
    columns: wp.array2d(dtype=int),  # (S, J)
    instances: wp.array2d(dtype=int),  # (W, S)
    num_threads: int,  # along the joints
    values_out: wp.array2d(dtype=float),  # (N, J)
):
    """Read joint positions, velocities or efforts; 0 where the column is -1."""
    world, slot, thread = wp.tid()
    row = instances[world, slot]
    for joint in range(thread, values_out.shape[1], num_threads):
        column = columns[slot, joint]
        value = float(0.0)
        if column >= 0:
            value = values[world, column]
        values_out[row, joint] = value


@wp.kernel(enable_backward=False)
def gather_rates(
    values: wp.array2d(dtype=float),  # (W, n)
    previous: wp.array2d(dtype=float),  # (W, n)
    rate: float,  # 1 / dt
    columns: wp.array2d(dtype=int),  # (S, J)
    instances: wp.array2d(dtype=int),  # (W, S)
    values_out: wp.array2d(dtype=float),  # (N, J)
):
    """Read the mean rates of change over the last step: joint accelerations."""
    world, slot, joint = wp.tid()
    column = columns[slot, joint]
    values_out[instances[world, slot], joint] = (values[world, column] - previous[world, column]) * rate


@wp.kernel(enable_backward=False)
def gather_parameter(
    values: wp.array3d(dtype=float),  # (W or 1, n, k)
    stride: int,  # 1 where the values differ between worlds, else 0
    elements: wp.array2d(dtype=int),  # (S, J)
    instances: wp.array2d(dtype=int),  # (W, S)
    values_out: wp.array3d(dtype=float),  # (N, J, k)
):
    """Read a model parameter; 0 where the element is -1."""
    world, slot, column, component = wp.tid()
    element = elements[slot, column]
    value = float(0.0)
    if element >= 0:
        value = values[world * stride, element, component]
    values_out[instances[world, slot], column, component] = value
