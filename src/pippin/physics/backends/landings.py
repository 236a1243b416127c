"""Landings on MuJoCo Warp: see :mod:`pippin.physics.contact_targets`."""

# No postponed annotations here: Warp evaluates those of a kernel.

import warp as wp

from ..contact_targets import LIGHTEST
from .contact_changes import along_row

_LIGHTEST = wp.constant(LIGHTEST)


@wp.func
def added_by_landing(
    world: int,
    row: int,
    last: int,  # the other one of the two rows whose mean is along the normal, or the same
    depth: float,
    solref: wp.vec2,
    taken_up: float,
    step: float,
    is_sparse: bool,
    speeds: wp.array2d(dtype=float),  # (W, R)
    row_sizes: wp.array2d(dtype=int),  # (W, R) or empty
    row_starts: wp.array2d(dtype=int),  # (W, R) or empty
    columns: wp.array3d(dtype=int),  # (W, 1, nonzeros) or empty
    jacobian: wp.array3d(dtype=float),  # (W, R, V) or (W, 1, nonzeros)
    smooth: wp.array2d(dtype=float),  # (W, V) accelerations without constraints
    targets: wp.array2d(dtype=float),  # (W, R)
) -> float:
    """What a contact asks for along its normal that would throw up what landed."""
    speed = 0.5 * (speeds[world, row] + speeds[world, last])
    if depth <= 0.0 or solref[0] < 0.0 or (solref[1] < 1.0 and speed < 0.0):
        return 0.0
    asked = 0.5 * (targets[world, row] + targets[world, last])
    after = speed + step * asked
    if after <= 0.0 or after * after <= _LIGHTEST * depth:
        return 0.0
    load = along_row(world, row, is_sparse, row_sizes, row_starts, columns, jacobian, smooth)
    if last != row:
        load += along_row(world, last, is_sparse, row_sizes, row_starts, columns, jacobian, smooth)
        load *= 0.5
    if load > -_LIGHTEST:
        return 0.0
    enough = (wp.sqrt(-load * depth) - speed) / step - (1.0 - taken_up) / taken_up * load
    return wp.max(asked - enough, 0.0)
