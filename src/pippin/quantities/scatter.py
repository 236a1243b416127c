"""Writing into the selected entries of arrays."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.choices import Chosen, chosen_entry
from pippin.utils.descriptors import ArrayDescriptor
from pippin.utils.number_rows import number_rows
from pippin.utils.repeated_launch import RepeatedLaunch

from .selection import Selection


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


class Scatter:
    """Writes checked values into the selected entries of an asset's arrays.

    Args:
        device: Warp device of the arrays.
    """

    def __init__(self, device: Any) -> None:
        self._scatter_entries = RepeatedLaunch(scatter_entries, device)

    def __call__(
        self,
        values: wp.array | ArrayDescriptor,
        selection: Selection,
        out: ProxyArray,
        lowest: float = -float("inf"),
    ) -> None:
        """Write values, raised to a lower bound.

        Args:
            values: Array of the selection's shape, of numbers or vectors.
            selection: Entries to write.
            out: Array of shape (num_instances, num_columns), or with one more dimension.
            lowest: Lower bound.
        """
        if selection.is_everything and lowest == -float("inf") and isinstance(values, wp.array):
            wp.copy(out.warp, values)
            return
        data, num_components = number_rows(values)
        rows, columns = selection.rows, selection.columns
        self._scatter_entries(
            dim=(rows.num_threads, columns.num_threads, num_components),
            inputs=[data, int(selection.full_data), num_components, rows.argument, columns.argument, lowest],
            outputs=[number_rows(out.warp)[0]],
        )
