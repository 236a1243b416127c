"""From the properties of tendons, as users have them, to the engine's."""

from __future__ import annotations

import warp as wp

from pippin.utils.choices import Chosen, chosen_entry

from ..tendon_limits import OUT_OF_REACH, spring_limit
from ..tendon_springs import is_too_stiff, spring_constraint
from .places import find_place


@wp.struct
class TendonArrays:
    """Properties of T tendons of N instances."""

    stiffness: wp.array2d(dtype=float)  # (N, T)
    damping: wp.array2d(dtype=float)  # (N, T)
    limit_stiffness: wp.array2d(dtype=float)  # (N, T)
    limits: wp.array2d(dtype=wp.vec2f)  # (N, T) of the length with the offset
    rest_length: wp.array2d(dtype=float)  # (N, T) with the offset
    offset: wp.array2d(dtype=float)  # (N, T)


@wp.kernel(enable_backward=False)
def scatter_tendons(
    given: TendonArrays,
    rows: Chosen,
    columns: Chosen,
    world_of: wp.array(dtype=int),  # (N,)
    slot_of: wp.array(dtype=int),  # (N,)
    tendons: wp.array2d(dtype=int),  # (S, T) in the model
    inverse_weights: wp.array(dtype=float),  # (ntendon,)
    force_scales: wp.array(dtype=float),  # (T,) force for each unit of stiffness and damping
    slacks: wp.array(dtype=float),  # (ntendon,) range of lengths at which the spring rests
    limited_springs: wp.array2d(dtype=int),  # (S, T) actuators in the place of springs, or -1
    stiff_springs: wp.array(dtype=int),  # (ntendon,) equalities in the place of springs, or -1
    are_chains: wp.array(dtype=bool),  # (ntendon,) along joints of one branch of the tree
    first_lengths: wp.array(dtype=float),  # (ntendon,) in the pose qpos0
    dt: float,  # of an engine step
    kept: TendonArrays,
    stiffness_out: wp.array2d(dtype=float),  # (W, ntendon)
    damping_out: wp.array2d(dtype=float),  # (W, ntendon)
    spring_out: wp.array3d(dtype=float),  # (W, ntendon, 2) lengths at which the spring rests
    range_out: wp.array3d(dtype=float),  # (W, ntendon, 2)
    solref_out: wp.array3d(dtype=float),  # (W, ntendon, 2) of the limits
    solimp_out: wp.array3d(dtype=float),  # (W, ntendon, 5) of the limits
    bias_out: wp.array3d(dtype=float),  # (W, nu, 10) of actuators
    equality_out: wp.array3d(dtype=float),  # (W, neq, 12) numbers of equalities
    equality_solref_out: wp.array3d(dtype=float),  # (W, neq, 2)
    equality_solimp_out: wp.array3d(dtype=float),  # (W, neq, 5)
    equality_acts_out: wp.array2d(dtype=bool),  # (W, neq)
):
    """Hand the engine the properties of the selected tendons, and keep them."""
    i, j = wp.tid()
    place = find_place(chosen_entry(rows, i), world_of, slot_of)
    column = chosen_entry(columns, j)
    row = place.row
    world = place.world
    if world < 0 or column < 0:
        return
    tendon = tendons[place.slot, column]
    offset = given.offset[row, column]
    scale = force_scales[column]
    stiffness = scale * given.stiffness[row, column]
    damping = scale * given.damping[row, column]
    rest = given.rest_length[row, column] - offset
    actuator = limited_springs[place.slot, column]
    if actuator >= 0:
        bias_out[world, actuator, 0] = stiffness * rest
        bias_out[world, actuator, 1] = -stiffness
        bias_out[world, actuator, 2] = -damping
        stiffness = 0.0
        damping = 0.0
    equality = stiff_springs[tendon]
    is_stiff = False
    if equality >= 0:
        is_stiff = is_too_stiff(stiffness, damping, inverse_weights[tendon], are_chains[tendon], dt)
        equality_acts_out[world, equality] = is_stiff
    if is_stiff:
        spring = spring_constraint(stiffness, damping, inverse_weights[tendon], dt)
        equality_out[world, equality, 0] = rest - first_lengths[tendon]
        equality_solimp_out[world, equality, 0] = spring[0]
        equality_solimp_out[world, equality, 1] = spring[0]
        equality_solref_out[world, equality, 0] = spring[1]
        equality_solref_out[world, equality, 1] = spring[2]
        stiffness = 0.0
        damping = 0.0
    stiffness_out[world, tendon] = stiffness
    damping_out[world, tendon] = damping
    spring_out[world, tendon, 0] = rest
    spring_out[world, tendon, 1] = rest + slacks[tendon]
    limits = given.limits[row, column]
    lower = wp.clamp(limits[0] - offset, -OUT_OF_REACH, OUT_OF_REACH)
    upper = wp.clamp(limits[1] - offset, -OUT_OF_REACH, OUT_OF_REACH)
    limit_stiffness = given.limit_stiffness[row, column]
    if limit_stiffness == 0.0:
        lower = -OUT_OF_REACH
        upper = OUT_OF_REACH
    range_out[world, tendon, 0] = lower
    range_out[world, tendon, 1] = wp.max(upper, lower + 1e-6)  # the engine wants an open interval
    if limit_stiffness != kept.limit_stiffness[row, column]:  # otherwise the file may have given them more than that
        limit = spring_limit(scale * limit_stiffness, inverse_weights[tendon], dt)
        solimp_out[world, tendon, 0] = limit[0]
        solimp_out[world, tendon, 1] = limit[0]
        solref_out[world, tendon, 0] = limit[1]
        solref_out[world, tendon, 1] = limit[2]
    kept.stiffness[row, column] = given.stiffness[row, column]
    kept.damping[row, column] = given.damping[row, column]
    kept.limit_stiffness[row, column] = limit_stiffness
    kept.limits[row, column] = limits
    kept.rest_length[row, column] = given.rest_length[row, column]
    kept.offset[row, column] = offset
