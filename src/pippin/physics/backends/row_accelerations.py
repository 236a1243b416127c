"""Accelerations along constraint rows, on MuJoCo Warp."""

# No postponed annotations here: Warp evaluates those of a kernel.

import warp as wp


@wp.func
def along_row(
    world: int,
    row: int,
    is_sparse: bool,
    row_sizes: wp.array2d(dtype=int),  # (W, R) or empty
    row_starts: wp.array2d(dtype=int),  # (W, R) or empty
    columns: wp.array3d(dtype=int),  # (W, 1, nonzeros) or empty
    jacobian: wp.array3d(dtype=float),  # (W, R, V) or (W, 1, nonzeros)
    acceleration: wp.array2d(dtype=float),  # (W, V)
) -> float:
    """Project the acceleration of a world onto a row of its Jacobian."""
    result = float(0.0)
    if is_sparse:
        start = row_starts[world, row]
        for entry in range(start, start + row_sizes[world, row]):
            result += jacobian[world, 0, entry] * acceleration[world, columns[world, 0, entry]]
    else:
        for dof in range(acceleration.shape[1]):
            result += jacobian[world, row, dof] * acceleration[world, dof]
    return result
