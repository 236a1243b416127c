"""Kernels between the engine's state and the tensor of root bodies.

Those that read run over (world, part). Those that write run over (entry of a list of actors, part of an actor); an
index that is out of range is passed over and counted.
"""

from __future__ import annotations

import warp as wp

from pippin.physics.coordinates import (
    free_velocity_at,
    point_of,
    vector_at,
    velocity_of_com,
    write_free_pose,
    write_free_velocity,
)
from pippin.physics.quaternion_order import rotation_at, rotation_of, wxyz_of

from .kernel_functions import world_of_actor, write_state
from .tables import ActorTables


@wp.kernel(enable_backward=False)
def read_root_states(
    tables: ActorTables,
    qpos: wp.array2d(dtype=float),  # (W, nq)
    qvel: wp.array2d(dtype=float),  # (W, nv)
    mocap_pos: wp.array2d(dtype=wp.vec3f),  # (W, nmocap)
    mocap_quat: wp.array2d(dtype=wp.quatf),  # (W, nmocap) components (w, x, y, z)
    centers: wp.array3d(dtype=float),  # (W or 1, nbody, 3)
    centers_stride: int,  # 1 where they differ between worlds, else 0
    states_out: wp.array2d(dtype=float),  # (num_actors, 13)
):
    """Read poses of root bodies in the environment's frame, and velocities of their centres of mass."""
    world, slot = wp.tid()
    row = tables.actor_rows[world, slot]
    start = tables.root_coordinates[slot]
    if start >= 0:
        dof = tables.root_dofs[slot]
        rotation = rotation_at(qpos, world, start + 3)
        center = point_of(centers, centers_stride, world, tables.bodies[tables.body_starts[slot]])
        velocity = velocity_of_com(free_velocity_at(qvel, world, dof, rotation), rotation, center)
        position = vector_at(qpos, world, start)
        write_state(states_out, row, position, rotation, wp.spatial_top(velocity), wp.spatial_bottom(velocity))
    elif tables.root_mocaps[slot] >= 0:
        rotation = rotation_of(mocap_quat[world, tables.root_mocaps[slot]])
        position = mocap_pos[world, tables.root_mocaps[slot]]
        write_state(states_out, row, position, rotation, wp.vec3f(), wp.vec3f())


@wp.kernel(enable_backward=False)
def write_root_states(
    tables: ActorTables,
    actors: wp.array(dtype=int),  # (n,)
    states: wp.array2d(dtype=float),  # (num_actors, 13)
    centers: wp.array3d(dtype=float),  # (W or 1, nbody, 3)
    centers_stride: int,
    qpos_out: wp.array2d(dtype=float),  # (W, nq)
    qvel_out: wp.array2d(dtype=float),  # (W, nv)
    previous_qpos_out: wp.array2d(dtype=float),  # (W, nq): a write is no acceleration
    previous_qvel_out: wp.array2d(dtype=float),  # (W, nv)
    mocap_pos_out: wp.array2d(dtype=wp.vec3f),  # (W, nmocap)
    mocap_quat_out: wp.array2d(dtype=wp.quatf),  # (W, nmocap) components (w, x, y, z)
    errors_out: wp.array(dtype=int),  # (1,)
):
    """Write poses and velocities of the root bodies of actors; those that are fixed take the pose alone."""
    actor = actors[wp.tid()]
    world = world_of_actor(tables, actor, errors_out)
    if world < 0:
        return
    slot = tables.slot_of[actor]
    row = tables.actor_rows[world, slot]
    position = vector_at(states, row, 0)
    rotation = wp.quatf(states[row, 3], states[row, 4], states[row, 5], states[row, 6])
    if wp.length_sq(rotation) == 0.0:
        rotation = wp.quat_identity(dtype=float)
    rotation = wp.normalize(rotation)
    start = tables.root_coordinates[slot]
    if start < 0:
        if tables.root_mocaps[slot] >= 0:
            mocap_pos_out[world, tables.root_mocaps[slot]] = position
            mocap_quat_out[world, tables.root_mocaps[slot]] = wxyz_of(rotation)
        return
    dof = tables.root_dofs[slot]
    angular = vector_at(states, row, 10)
    center = point_of(centers, centers_stride, world, tables.bodies[tables.body_starts[slot]])
    linear = vector_at(states, row, 7) - wp.cross(angular, wp.quat_rotate(rotation, center))
    write_free_pose(qpos_out, world, start, position, rotation)
    write_free_pose(previous_qpos_out, world, start, position, rotation)
    write_free_velocity(qvel_out, world, dof, rotation, linear, angular)
    write_free_velocity(previous_qvel_out, world, dof, rotation, linear, angular)
