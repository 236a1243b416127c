"""Kernels that read ids and masks, and write data into the selected entries of an array.

Ids are int32 rows or columns of the whole array. What lies outside of it counts as -1, which means "none": nothing is
read or written for it, so that wrong ids on a GPU, which nobody waits for, do no harm.
"""

from __future__ import annotations

from typing import Any

import warp as wp


@wp.kernel
def guard_ids(
    ids: wp.array(dtype=Any),  # (n,) int32 or int64
    size: int,
    ids_out: wp.array(dtype=int),  # (n,)
):
    """Replace ids outside of the range from 0 to size by -1."""
    i = wp.tid()
    given = wp.int64(ids[i])
    inside = given >= wp.int64(0) and given < wp.int64(size)
    ids_out[i] = wp.where(inside, int(given), -1)


wp.overload(guard_ids, {"ids": wp.array(dtype=wp.int32)})
wp.overload(guard_ids, {"ids": wp.array(dtype=wp.int64)})


@wp.kernel
def mask_to_ids(
    mask: wp.array(dtype=wp.bool),  # (size,)
    ids_out: wp.array(dtype=int),  # (size,)
):
    """Id of each entry where the mask holds, else -1."""
    i = wp.tid()
    ids_out[i] = wp.where(mask[i], i, -1)


@wp.kernel
def scatter_entries(
    data: wp.array3d(dtype=float),  # (n, m, k) or (N, M, k)
    full_data: int,
    rows: wp.array(dtype=int),  # (n,)
    columns: wp.array(dtype=int),  # (m,)
    lowest: float,
    values_out: wp.array3d(dtype=float),  # (N, M, k)
):
    """Write data into the selected rows and columns, raised to a lower bound where they are below it."""
    i, j, component = wp.tid()
    row = rows[i]
    column = columns[j]
    if row < 0 or column < 0:
        return
    value = float(0.0)
    if full_data == 1:
        value = data[row, column, component]
    else:
        value = data[i, j, component]
    values_out[row, column, component] = wp.max(value, lowest)
