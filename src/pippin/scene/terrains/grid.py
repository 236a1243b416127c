"""Where the environments stand."""

from __future__ import annotations

import math
import numbers

import numpy as np


def grid_origins(num_envs: int, spacing: float, num_per_row: int | None = None) -> np.ndarray:
    """Positions of environments in a square grid around the origin of the world, in the order of Isaac Sim's cloner.

    Environments fill the grid row by row: rows follow one another from +x to -x, and within a row environments go from
    -y to +y.

    Args:
        num_envs: Number of environments.
        spacing: Distance of neighbours along x and along y [m].
        num_per_row: How many environments a row has at most; None has about as many rows as columns.

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
    rows = math.ceil(num_envs / (num_per_row or int(math.sqrt(num_envs))))
    columns = math.ceil(num_envs / rows)
    row, column = np.divmod(np.arange(num_envs), columns)
    origins = np.zeros((num_envs, 3), dtype=np.float32)
    origins[:, 0] = ((rows - 1) / 2.0 - row) * spacing
    origins[:, 1] = (column - (columns - 1) / 2.0) * spacing
    return origins
