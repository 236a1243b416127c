"""What kernels between the engine's state and the tensors over all actors share."""

from __future__ import annotations

import warp as wp

from pippin.physics.coordinates import write_vector

from .tables import ActorTables


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
def world_of_actor(tables: ActorTables, actor: int, errors: wp.array(dtype=int)) -> int:
    """World of an actor of an index list: -1 in other variants, or, counted as an error, where there is no such one."""
    if actor < 0 or actor >= tables.world_of.shape[0]:
        wp.atomic_add(errors, 0, 1)
        return wp.int32(-1)
    return tables.world_of[actor]
