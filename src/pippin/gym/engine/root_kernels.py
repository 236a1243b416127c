"""Kernels between the engine's state and the tensor of root bodies.

Those that read or write all run over (world, part). Those that write some actors run over (entry of the index list,
part of an actor); an index that is out of range is passed over and counted.
"""

from __future__ import annotations

import warp as wp

from pippin.physics.coordinates import (
    free_velocity_at,
    point_of,
    rotation_at,
    rotation_of,
    vector_at,
    velocity_of_com,
    write_free_pose,
    write_free_velocity,
    wxyz_of,
)

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


@wp.func
def _write_root_state(
    tables: ActorTables,
    states: wp.array2d(dtype=float),
    centers: wp.array3d(dtype=float),
    centers_stride: int,
    world: int,
    slot: int,
    qpos: wp.array2d(dtype=float),
    qvel: wp.array2d(dtype=float),
    previous_qpos: wp.array2d(dtype=float),
    previous_qvel: wp.array2d(dtype=float),
    mocap_pos: wp.array2d(dtype=wp.vec3f),
    mocap_quat: wp.array2d(dtype=wp.quatf),
):
    """Write the state of a root body, also as that before the step; one that is fixed takes the pose alone."""
    row = tables.actor_rows[world, slot]
    position = vector_at(states, row, 0)
    rotation = wp.quatf(states[row, 3], states[row, 4], states[row, 5], states[row, 6])
    if wp.length_sq(rotation) == 0.0:
        rotation = wp.quat_identity(dtype=float)
    rotation = wp.normalize(rotation)
    start = tables.root_coordinates[slot]
    if start < 0:
        if tables.root_mocaps[slot] >= 0:
            mocap_pos[world, tables.root_mocaps[slot]] = position
            mocap_quat[world, tables.root_mocaps[slot]] = wxyz_of(rotation)
        return
    dof = tables.root_dofs[slot]
    angular = vector_at(states, row, 10)
    center = point_of(centers, centers_stride, world, tables.bodies[tables.body_starts[slot]])
    linear = vector_at(states, row, 7) - wp.cross(angular, wp.quat_rotate(rotation, center))
    write_free_pose(qpos, world, start, position, rotation)
    write_free_pose(previous_qpos, world, start, position, rotation)
    write_free_velocity(qvel, world, dof, rotation, linear, angular)
    write_free_velocity(previous_qvel, world, dof, rotation, linear, angular)


@wp.kernel(enable_backward=False)
def write_root_states(
    tables: ActorTables,
    states: wp.array2d(dtype=float),  # (num_actors, 13)
    centers: wp.array3d(dtype=float),  # (W or 1, nbody, 3)
    centers_stride: int,
    qpos_out: wp.array2d(dtype=float),  # (W, nq)
    qvel_out: wp.array2d(dtype=float),  # (W, nv)
    previous_qpos_out: wp.array2d(dtype=float),  # (W, nq)
    previous_qvel_out: wp.array2d(dtype=float),  # (W, nv)
    mocap_pos_out: wp.array2d(dtype=wp.vec3f),  # (W, nmocap)
    mocap_quat_out: wp.array2d(dtype=wp.quatf),  # (W, nmocap) components (w, x, y, z)
):
    """Write poses and velocities of all root bodies; those that are fixed have no velocity."""
    world, slot = wp.tid()
    _write_root_state(
        tables,
        states,
        centers,
        centers_stride,
        world,
        slot,
        qpos_out,
        qvel_out,
        previous_qpos_out,
        previous_qvel_out,
        mocap_pos_out,
        mocap_quat_out,
    )


@wp.kernel(enable_backward=False)
def write_root_states_of(
    tables: ActorTables,
    actors: wp.array(dtype=int),  # (n,)
    states: wp.array2d(dtype=float),  # (num_actors, 13)
    centers: wp.array3d(dtype=float),  # (W or 1, nbody, 3)
    centers_stride: int,
    qpos_out: wp.array2d(dtype=float),  # (W, nq)
    qvel_out: wp.array2d(dtype=float),  # (W, nv)
    previous_qpos_out: wp.array2d(dtype=float),  # (W, nq)
    previous_qvel_out: wp.array2d(dtype=float),  # (W, nv)
    mocap_pos_out: wp.array2d(dtype=wp.vec3f),  # (W, nmocap)
    mocap_quat_out: wp.array2d(dtype=wp.quatf),  # (W, nmocap) components (w, x, y, z)
    errors_out: wp.array(dtype=int),  # (1,)
):
    """Write poses and velocities of the root bodies of some actors."""
    entry = wp.tid()
    actor = actors[entry]
    world = world_of_actor(tables, actor, errors_out)
    if world < 0:
        return
    _write_root_state(
        tables,
        states,
        centers,
        centers_stride,
        world,
        tables.slot_of[actor],
        qpos_out,
        qvel_out,
        previous_qpos_out,
        previous_qvel_out,
        mocap_pos_out,
        mocap_quat_out,
    )
