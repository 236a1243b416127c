"""Kernels between the engine's state and the tensor of DOFs.

Those that read or write all run over (world, part). Those that write some actors run over (entry of the index list,
part of an actor); an index that is out of range is passed over and counted.
"""

from __future__ import annotations

import warp as wp

from .kernel_functions import world_of_actor
from .tables import ActorTables


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
    """Write the state of a DOF, also as that before the step: a write is no acceleration."""
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
