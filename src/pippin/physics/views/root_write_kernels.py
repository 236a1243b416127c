"""Kernels that write the state of roots: with a thread a root, each of which stores dozens of numbers.

So few threads leave most of a GPU idle where they come in large blocks: see :data:`BLOCK_DIM`.
"""

from __future__ import annotations

import warp as wp

from pippin.utils.choices import Chosen

from ..coordinates import free_velocity_at, write_free_pose, write_free_velocity
from ..quaternion_order import rotation_at, wxyz_of
from .places import chosen_member, find_place

BLOCK_DIM = 32
"""Threads in a block on a GPU. In blocks of 256, 4,096 roots occupy 16 of an H200's 132 multiprocessors."""


@wp.kernel(enable_backward=False)
def scatter_root_poses(
    data: wp.array(dtype=wp.transformf),  # (n m,) or (N,) in the world
    full_data: int,
    num_columns: int,  # m
    com_pose: wp.array3d(dtype=float),  # (W or 1, nbody, 7): of the centre of mass in the link frame, (pos, xyzw)
    com_stride: int,
    of_com: int,  # 1: the data are poses of the centre of mass frame, 0: of the link frame
    rows: Chosen,
    columns: Chosen,
    world_of: wp.array(dtype=int),  # (N,)
    slot_of: wp.array(dtype=int),  # (N,)
    bodies: wp.array2d(dtype=int),  # (S, L)
    root_qpos: wp.array(dtype=int),  # (S,)
    root_dof: wp.array(dtype=int),  # (S,)
    root_mocap: wp.array(dtype=int),  # (S,)
    env_ids: wp.array(dtype=int),  # (W,)
    env_origins: wp.array(dtype=wp.vec3f),  # (num_envs,)
    qpos_out: wp.array2d(dtype=float),  # (W, nq)
    qvel_out: wp.array2d(dtype=float),  # (W, nv): re-expressed so that the world velocity of the COM stays as it was
    mocap_pos_out: wp.array2d(dtype=wp.vec3f),  # (W, nmocap)
    mocap_quat_out: wp.array2d(dtype=wp.quatf),  # (W, nmocap)
    previous_qpos_out: wp.array2d(dtype=float),  # (W, nq)
    previous_qvel_out: wp.array2d(dtype=float),  # (W, nv)
):
    """Write the poses of root links: to the free joint, or to the mocap body of a fixed base."""
    i, j = wp.tid()
    place = find_place(chosen_member(rows, columns, i, j), world_of, slot_of)
    world = place.world
    slot = place.slot
    if world < 0:
        return
    pose = data[wp.where(full_data == 1, place.row, i * num_columns + j)]
    body = bodies[slot, 0]
    c = world * com_stride
    offset = wp.vec3f(com_pose[c, body, 0], com_pose[c, body, 1], com_pose[c, body, 2])
    axes = wp.quatf(com_pose[c, body, 3], com_pose[c, body, 4], com_pose[c, body, 5], com_pose[c, body, 6])
    if of_com == 1:
        pose = pose * wp.transform_inverse(wp.transformf(offset, axes))
    position = wp.transform_get_translation(pose) - env_origins[env_ids[world]]
    rotation = wp.normalize(wp.transform_get_rotation(pose))
    start = root_qpos[slot]
    if start < 0:
        mocap_pos_out[world, root_mocap[slot]] = position
        mocap_quat_out[world, root_mocap[slot]] = wxyz_of(rotation)
        return
    dof = root_dof[slot]
    old_rotation = rotation_at(qpos_out, world, start + 3)
    velocity = free_velocity_at(qvel_out, world, dof, old_rotation)
    angular = wp.spatial_bottom(velocity)
    linear = wp.spatial_top(velocity)
    linear += wp.cross(angular, wp.quat_rotate(old_rotation, offset) - wp.quat_rotate(rotation, offset))
    write_free_pose(qpos_out, world, start, position, rotation)
    write_free_pose(previous_qpos_out, world, start, position, rotation)
    write_free_velocity(qvel_out, world, dof, rotation, linear, angular)
    write_free_velocity(previous_qvel_out, world, dof, rotation, linear, angular)


@wp.kernel(enable_backward=False)
def scatter_root_velocities(
    data: wp.array(dtype=wp.spatial_vectorf),  # (n m,) or (N,): (linear, angular), world axes
    full_data: int,
    num_columns: int,  # m
    qpos: wp.array2d(dtype=float),  # (W, nq)
    com_pose: wp.array3d(dtype=float),  # (W or 1, nbody, 7)
    com_stride: int,
    of_com: int,  # 1: the data are velocities of the centre of mass, 0: of the link origin
    rows: Chosen,
    columns: Chosen,
    world_of: wp.array(dtype=int),  # (N,)
    slot_of: wp.array(dtype=int),  # (N,)
    bodies: wp.array2d(dtype=int),  # (S, L)
    root_qpos: wp.array(dtype=int),  # (S,)
    root_dof: wp.array(dtype=int),  # (S,)
    qvel_out: wp.array2d(dtype=float),  # (W, nv)
    previous_qvel_out: wp.array2d(dtype=float),  # (W, nv)
):
    """Write the velocities of root links with a free joint; a fixed base has none."""
    i, j = wp.tid()
    place = find_place(chosen_member(rows, columns, i, j), world_of, slot_of)
    world = place.world
    slot = place.slot
    if world < 0:
        return
    dof = root_dof[slot]
    if dof < 0:
        return
    velocity = data[wp.where(full_data == 1, place.row, i * num_columns + j)]
    rotation = rotation_at(qpos, world, root_qpos[slot] + 3)
    linear = wp.spatial_top(velocity)
    angular = wp.spatial_bottom(velocity)
    if of_com == 1:
        body = bodies[slot, 0]
        c = world * com_stride
        offset = wp.vec3f(com_pose[c, body, 0], com_pose[c, body, 1], com_pose[c, body, 2])
        linear -= wp.cross(angular, wp.quat_rotate(rotation, offset))
    write_free_velocity(qvel_out, world, dof, rotation, linear, angular)
    write_free_velocity(previous_qvel_out, world, dof, rotation, linear, angular)
