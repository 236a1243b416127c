"""Kernels between the engine's state and the tensor of DOFs.

Those that read run over (world, part). Those that write run over (entry of a list of actors, part of an actor); an
index that is out of range is passed over and counted.
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


@wp.kernel(enable_backward=False)
def write_dof_states(
    tables: ActorTables,
    actors: wp.array(dtype=int),  # (n,)
    states: wp.array2d(dtype=float),  # (num_dofs, 2)
    qpos_out: wp.array2d(dtype=float),  # (W, nq)
    qvel_out: wp.array2d(dtype=float),  # (W, nv)
    previous_qpos_out: wp.array2d(dtype=float),  # (W, nq): a write is no acceleration
    previous_qvel_out: wp.array2d(dtype=float),  # (W, nv)
    errors_out: wp.array(dtype=int),  # (1,)
):
    """Write positions and velocities of the DOFs of actors."""
    entry, part = wp.tid()
    actor = actors[entry]
    world = world_of_actor(tables, actor, errors_out)
    if world < 0:
        return
    dof = tables.dof_starts[tables.slot_of[actor]] + part
    if dof >= tables.dof_starts[tables.slot_of[actor] + 1]:
        return
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
    qpos_out[world, coordinate] = position
    previous_qpos_out[world, coordinate] = position
    qvel_out[world, index] = velocity
    previous_qvel_out[world, index] = velocity
