"""Kernels between the engine's state and the tensors over all actors.

Reading and writing kernels run over (world, part). Those that write some actors run over (entry of the index list,
part of an actor); an index that is out of range is passed over and counted.
"""

from __future__ import annotations

import warp as wp

from .tables import ActorTables

POSITION_MODE, VELOCITY_MODE, EFFORT_MODE = wp.constant(1), wp.constant(2), wp.constant(3)
"""Values of DofDriveMode."""


@wp.func
def vector_at(values: wp.array2d(dtype=float), row: int, start: int) -> wp.vec3f:
    """Read three neighbours of a row."""
    return wp.vec3f(values[row, start], values[row, start + 1], values[row, start + 2])


@wp.func
def write_vector(values: wp.array2d(dtype=float), row: int, start: int, vector: wp.vec3f):
    """Write three neighbours of a row."""
    values[row, start] = vector[0]
    values[row, start + 1] = vector[1]
    values[row, start + 2] = vector[2]


@wp.func
def write_state(
    states: wp.array2d(dtype=float),
    row: int,
    position: wp.vec3f,
    rotation: wp.quatf,
    linear: wp.vec3f,
    angular: wp.vec3f,
):
    """Write the 13 numbers of the state of a body."""
    write_vector(states, row, 0, position)
    for axis in range(4):
        states[row, 3 + axis] = rotation[axis]
    write_vector(states, row, 7, linear)
    write_vector(states, row, 10, angular)


@wp.func
def center_of(centers: wp.array3d(dtype=float), stride: int, world: int, body: int) -> wp.vec3f:
    """Centre of mass of a body in its frame."""
    row = world * stride
    return wp.vec3f(centers[row, body, 0], centers[row, body, 1], centers[row, body, 2])


@wp.func
def rotation_at(qpos: wp.array2d(dtype=float), world: int, start: int) -> wp.quatf:
    """Read the rotation of a free joint, whose coordinates begin at ``start``."""
    return wp.normalize(
        wp.quatf(qpos[world, start + 4], qpos[world, start + 5], qpos[world, start + 6], qpos[world, start + 3])
    )


@wp.func
def world_of_actor(tables: ActorTables, actor: int, errors: wp.array(dtype=int)) -> int:
    """World of an actor of an index list: -1 in other variants, or, counted as an error, where there is no such one."""
    if actor < 0 or actor >= tables.world_of.shape[0]:
        wp.atomic_add(errors, 0, 1)
        return wp.int32(-1)
    return tables.world_of[actor]


# DOFs.


@wp.kernel
def read_dof_states(
    tables: ActorTables,
    qpos: wp.array2d(dtype=float),  # (W, nq)
    qvel: wp.array2d(dtype=float),  # (W, nv)
    states_out: wp.array2d(dtype=float),  # (num_dofs, 2)
):
    """Read positions and velocities of DOFs."""
    world, dof = wp.tid()
    row = tables.dof_rows[world, dof]
    states_out[row, 0] = qpos[world, tables.coordinates[dof]]
    states_out[row, 1] = qvel[world, tables.dofs[dof]]


@wp.func
def _write_dof_state(
    tables: ActorTables,
    states: wp.array2d(dtype=float),
    world: int,
    dof: int,
    qpos: wp.array2d(dtype=float),
    qvel: wp.array2d(dtype=float),
    previous_qpos: wp.array2d(dtype=float),
    previous_qvel: wp.array2d(dtype=float),
):
    row = tables.dof_rows[world, dof]
    coordinate = tables.coordinates[dof]
    index = tables.dofs[dof]
    qpos[world, coordinate] = states[row, 0]
    previous_qpos[world, coordinate] = states[row, 0]
    qvel[world, index] = states[row, 1]
    previous_qvel[world, index] = states[row, 1]


@wp.kernel
def write_dof_states(
    tables: ActorTables,
    states: wp.array2d(dtype=float),  # (num_dofs, 2)
    qpos_out: wp.array2d(dtype=float),  # (W, nq)
    qvel_out: wp.array2d(dtype=float),  # (W, nv)
    previous_qpos_out: wp.array2d(dtype=float),  # (W, nq): a write is no acceleration
    previous_qvel_out: wp.array2d(dtype=float),  # (W, nv)
):
    """Write positions and velocities of all DOFs."""
    world, dof = wp.tid()
    _write_dof_state(tables, states, world, dof, qpos_out, qvel_out, previous_qpos_out, previous_qvel_out)


@wp.kernel
def write_dof_states_of(
    tables: ActorTables,
    actors: wp.array(dtype=int),  # (n,)
    states: wp.array2d(dtype=float),  # (num_dofs, 2)
    qpos_out: wp.array2d(dtype=float),  # (W, nq)
    qvel_out: wp.array2d(dtype=float),  # (W, nv)
    previous_qpos_out: wp.array2d(dtype=float),  # (W, nq)
    previous_qvel_out: wp.array2d(dtype=float),  # (W, nv)
    errors_out: wp.array(dtype=int),  # (1,)
):
    """Write positions and velocities of the DOFs of some actors."""
    entry, part = wp.tid()
    actor = actors[entry]
    world = world_of_actor(tables, actor, errors_out)
    if world < 0:
        return
    dof = tables.dof_starts[tables.slot_of[actor]] + part
    if dof < tables.dof_starts[tables.slot_of[actor] + 1]:
        _write_dof_state(tables, states, world, dof, qpos_out, qvel_out, previous_qpos_out, previous_qvel_out)


# Root bodies.


@wp.kernel
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
        rotation = rotation_at(qpos, world, start)
        angular = wp.quat_rotate(rotation, vector_at(qvel, world, dof + 3))
        center = center_of(centers, centers_stride, world, tables.bodies[tables.body_starts[slot]])
        linear = vector_at(qvel, world, dof) + wp.cross(angular, wp.quat_rotate(rotation, center))
        write_state(states_out, row, vector_at(qpos, world, start), rotation, linear, angular)
    elif tables.root_mocaps[slot] >= 0:
        stored = mocap_quat[world, tables.root_mocaps[slot]]
        rotation = wp.normalize(wp.quatf(stored[1], stored[2], stored[3], stored[0]))
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
            mocap_quat[world, tables.root_mocaps[slot]] = wp.quatf(rotation[3], rotation[0], rotation[1], rotation[2])
        return
    dof = tables.root_dofs[slot]
    angular = vector_at(states, row, 10)
    center = center_of(centers, centers_stride, world, tables.bodies[tables.body_starts[slot]])
    linear = vector_at(states, row, 7) - wp.cross(angular, wp.quat_rotate(rotation, center))
    body_angular = wp.quat_rotate_inv(rotation, angular)
    write_vector(qpos, world, start, position)
    write_vector(previous_qpos, world, start, position)
    qpos[world, start + 3] = rotation[3]
    previous_qpos[world, start + 3] = rotation[3]
    for axis in range(3):
        qpos[world, start + 4 + axis] = rotation[axis]
        previous_qpos[world, start + 4 + axis] = rotation[axis]
    write_vector(qvel, world, dof, linear)
    write_vector(previous_qvel, world, dof, linear)
    write_vector(qvel, world, dof + 3, body_angular)
    write_vector(previous_qvel, world, dof + 3, body_angular)


@wp.kernel
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


@wp.kernel
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


# All bodies.


@wp.kernel
def read_body_states(
    tables: ActorTables,
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody) in the environment's frame
    velocities: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody) of the origins of the bodies' frames
    centers: wp.array3d(dtype=float),  # (W or 1, nbody, 3)
    centers_stride: int,
    states_out: wp.array2d(dtype=float),  # (num_bodies, 13)
):
    """Read poses of bodies, and velocities of their centres of mass."""
    world, part = wp.tid()
    body = tables.bodies[part]
    pose = poses[world, body]
    rotation = wp.transform_get_rotation(pose)
    angular = wp.spatial_bottom(velocities[world, body])
    arm = wp.quat_rotate(rotation, center_of(centers, centers_stride, world, body))
    linear = wp.spatial_top(velocities[world, body]) + wp.cross(angular, arm)
    row = tables.body_rows[world, part]
    write_state(states_out, row, wp.transform_get_translation(pose), rotation, linear, angular)


# Commands.


@wp.kernel
def copy_of_actors(
    tables: ActorTables,
    actors: wp.array(dtype=int),  # (n,)
    values: wp.array(dtype=float),  # (num_dofs,)
    values_out: wp.array(dtype=float),  # (num_dofs,)
    errors_out: wp.array(dtype=int),  # (1,)
):
    """Copy values of the DOFs of some actors."""
    entry, part = wp.tid()
    actor = actors[entry]
    world = world_of_actor(tables, actor, errors_out)
    if world < 0:
        return
    dof = tables.dof_starts[tables.slot_of[actor]] + part
    if dof < tables.dof_starts[tables.slot_of[actor] + 1]:
        row = tables.dof_rows[world, dof]
        values_out[row] = values[row]


@wp.struct
class Drives:
    """What drives the DOFs of all actors, each array of shape (num_dofs,)."""

    mode: wp.array(dtype=int)  # DofDriveMode
    stiffness: wp.array(dtype=float)
    damping: wp.array(dtype=float)
    rest: wp.array(dtype=float)  # where the spring of a joint without position drive rests [m, rad]
    position_target: wp.array(dtype=float)
    velocity_target: wp.array(dtype=float)
    effort: wp.array(dtype=float)


@wp.kernel
def write_controls(
    tables: ActorTables,
    drives: Drives,
    controls_out: wp.array2d(dtype=float),  # (W, nu)
):
    """Input of the engine's actuators, to which it adds ``- stiffness * q - damping * qd``."""
    world, dof = wp.tid()
    row = tables.dof_rows[world, dof]
    mode = drives.mode[row]
    # What a mode does not follow may be anything, NaN included, so it is not even multiplied by zero.
    value = float(0.0)
    if mode == POSITION_MODE:
        value = drives.stiffness[row] * drives.position_target[row]
        if drives.damping[row] != 0.0:
            value += drives.damping[row] * drives.velocity_target[row]
    elif mode == VELOCITY_MODE:
        value = drives.damping[row] * drives.velocity_target[row]
    else:
        value = drives.stiffness[row] * drives.rest[row]
        if mode == EFFORT_MODE:
            value += drives.effort[row]
    controls_out[world, tables.actuators[dof]] = value
