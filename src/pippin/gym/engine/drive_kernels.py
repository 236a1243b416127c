"""Kernels that take commands to DOFs, and tell the engine's actuators."""

from __future__ import annotations

import warp as wp

from pippin.physics.coordinates import vector_at

from .kernel_functions import world_of_actor
from .spherical_joints import hinge_angles, hinge_efforts
from .tables import ActorTables

POSITION_MODE, VELOCITY_MODE, EFFORT_MODE = wp.constant(1), wp.constant(2), wp.constant(3)
"""Values of DofDriveMode."""


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


@wp.func
def _three(values: wp.array(dtype=float), first: int) -> wp.vec3f:
    """Values of the DOFs of a spherical joint."""
    return wp.vec3f(values[first], values[first + 1], values[first + 2])


@wp.kernel(enable_backward=False)
def write_controls(
    tables: ActorTables,
    drives: Drives,
    qpos: wp.array2d(dtype=float),  # (W, nq)
    controls_out: wp.array2d(dtype=float),  # (W, nu)
):
    """Input of the engine's actuators, to which it adds ``- stiffness * q - damping * qd``."""
    world, dof = wp.tid()
    row = tables.dof_rows[world, dof]
    mode = drives.mode[row]
    # What a mode does not follow may be anything, NaN included, so it is not even multiplied by zero.
    value = float(0.0)
    place = tables.places[dof]
    if mode == POSITION_MODE:
        target = drives.position_target[row]
        if place >= 0:
            target = hinge_angles(_three(drives.position_target, row - place))[place]
        value = drives.stiffness[row] * target
        if drives.damping[row] != 0.0:
            value += drives.damping[row] * drives.velocity_target[row]
    elif mode == VELOCITY_MODE:
        value = drives.damping[row] * drives.velocity_target[row]
    else:
        value = drives.stiffness[row] * drives.rest[row]
        if mode == EFFORT_MODE:
            effort = drives.effort[row]
            if place >= 0:
                angles = vector_at(qpos, world, tables.coordinates[dof - place])
                effort = hinge_efforts(angles, _three(drives.effort, row - place))[place]
            value += effort
    controls_out[world, tables.actuators[dof]] = value


@wp.kernel(enable_backward=False)
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
