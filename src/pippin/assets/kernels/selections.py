"""Kernel that writes data into the selected entries of an array."""

from __future__ import annotations

import warp as wp

from pippin.utils.choices import Chosen, chosen_entry


@wp.kernel(enable_backward=False)
def scatter_entries(
    data: wp.array2d(dtype=float),  # (n, m k) or (N, M k): k components of each entry
    full_data: int,
    num_components: int,  # k
    rows: Chosen,
    columns: Chosen,
    lowest: float,
    values_out: wp.array2d(dtype=float),  # (N, M k)
):
    """Write data into the selected rows and columns, raised to a lower bound where they are below it."""
    i, j, component = wp.tid()
    row = chosen_entry(rows, i)
    column = chosen_entry(columns, j)
    if row < 0 or column < 0:
        return
    source_row = wp.where(full_data == 1, row, i)
    source_column = wp.where(full_data == 1, column, j)
    value = data[source_row, source_column * num_components + component]
    values_out[row, column * num_components + component] = wp.max(value, lowest)
