"""Where the environments stand."""

from __future__ import annotations

import math
import numbers

import numpy as np


def grid_origins(num_envs: int, spacing: float, num_per_row: int | None = None) -> np.ndarray:
    """Positions of environments in a square grid around the origin of the world, in the order of Isaac Lab.

    Environments fill the grid row by row: rows follow one another from +x to -x, and within a row environments go from
    -y to +y.

    Args:
        num_envs: Number of environments.
        spacing: Distance of neighbours along x and along y [m].
        num_per_row: How many environments a row has at most; None has as many rows as the root of their number, rounded
            up, as Isaac Lab 3. See :func:`narrow_row` for version 2.

    Returns:
        Positions in the world [m], shape (num_envs, 3), float32, with z = 0.

    Raises:
        TypeError: The number of environments is no whole number, or the spacing is no number.
        ValueError: There are no environments, or the spacing is negative or not finite.
    """
    if not isinstance(num_envs, numbers.Integral):
        raise TypeError(f"num_envs is {num_envs!r}: it should be a whole number.")
    if not isinstance(spacing, numbers.Real):
        raise TypeError(f"env_spacing is {spacing!r}: it should be a number of metres.")
    if num_envs < 1:
        raise ValueError(f"'num_envs' is {num_envs}; expected 1 or more.")
    if not (math.isfinite(spacing) and spacing >= 0.0):
        raise ValueError(f"'env_spacing' is {spacing}; expected a distance in metres, 0 or more.")
    rows = math.ceil(num_envs / num_per_row) if num_per_row else math.isqrt(num_envs - 1) + 1
    columns = math.ceil(num_envs / rows)
    row, column = np.divmod(np.arange(num_envs), columns)
    origins = np.zeros((num_envs, 3), dtype=np.float32)
    origins[:, 0] = ((rows - 1) / 2.0 - row) * spacing
    origins[:, 1] = (column - (columns - 1) / 2.0) * spacing
    return origins


def narrow_row(num_envs: int) -> int:
    """How many environments a row has in Isaac Sim's cloner and in Isaac Lab up to version 2: the root, rounded down.

    Where the number is no square, some grids have more rows and fewer columns so: 8 environments stand in 4 rows of 2,
    and in 3 rows of 3 in version 3.
    """
    return max(math.isqrt(max(num_envs, 0)), 1)
