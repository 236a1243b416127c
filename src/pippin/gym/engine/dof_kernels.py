"""Kernels between the engine's state and the tensor of DOFs.

Those that read or write all run over (world, part). Those that write some actors run over (entry of the index list,
part of an actor); an index that is out of range is passed over and counted.
"""

from __future__ import annotations

import warp as wp

from pippin.physics.coordinates import vector_at

from .kernel_functions import world_of_actor
from .spherical_joints import angular_velocity, hinge_angles, hinge_rates, rotation_vector
from .tables import ActorTables


@wp.kernel(enable_backward=False)
def read_dof_states(
    tables: ActorTables,
    qpos: wp.array2d(dtype=float),  # (W, nq)
    qvel: wp.array2d(dtype=float),  # (W, nv)
    states_out: wp.array2d(dtype=float),  # (num_dofs, 2)
):
    """Read positions and velocities of DOFs."""
    world, dof = wp.tid()
    row = tables.dof_rows[world, dof]
    place = tables.places[dof]
    if place < 0:
        states_out[row, 0] = qpos[world, tables.coordinates[dof]]
        states_out[row, 1] = qvel[world, tables.dofs[dof]]
        return
    angles = vector_at(qpos, world, tables.coordinates[dof - place])
    rates = vector_at(qvel, world, tables.dofs[dof - place])
    states_out[row, 0] = rotation_vector(angles)[place]
    states_out[row, 1] = angular_velocity(angles, rates)[place]


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
    """Write the state of a DOF, also as that before the step: a write is no acceleration."""
    row = tables.dof_rows[world, dof]
    coordinate = tables.coordinates[dof]
    index = tables.dofs[dof]
    place = tables.places[dof]
    position = states[row, 0]
    velocity = states[row, 1]
    if place >= 0:
        first = row - place
        angles = hinge_angles(wp.vec3f(states[first, 0], states[first + 1, 0], states[first + 2, 0]))
        rates = hinge_rates(angles, wp.vec3f(states[first, 1], states[first + 1, 1], states[first + 2, 1]))
        position = angles[place]
        velocity = rates[place]
    qpos[world, coordinate] = position
    previous_qpos[world, coordinate] = position
    qvel[world, index] = velocity
    previous_qvel[world, index] = velocity


@wp.kernel(enable_backward=False)
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


@wp.kernel(enable_backward=False)
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
