"""Writing the quantities of an asset, checked as their rows say; see :mod:`pippin.quantities.written`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch
import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.array_views import as_components
from pippin.utils.descriptors import ArrayDescriptor

from .inputs import (
    Array,
    check_tensor,
    filled_array,
    input_array,
    kernel_array,
    require_at_least,
    require_finite,
    require_order,
    require_rotations,
)
from .scatter import Scatter
from .written import Written

if TYPE_CHECKING:
    from .properties import ArrayData
    from .selection import Selection

Values = wp.array | ArrayDescriptor
"""Checked values, as kernels take them."""


class Writer:
    """Checks the values of one quantity and writes them; what it takes is resolved once, at play.

    Args:
        data: The asset's data.
        name: The quantity's name there.
        view: View of the engine.
        scatter: Writes into arrays of the asset.
    """

    def __init__(self, data: ArrayData, name: str, view: Any, scatter: Scatter) -> None:
        row = getattr(type(data), name)
        self.written: Written = row.written
        self._data = data
        self._name = name
        self._dtype = row.dtype
        self._components = tuple(axis for axis in row.axes if isinstance(axis, int))
        self._device = wp.get_device(data.device)
        self._engine: Callable[..., object] | None = getattr(view, self.written.engine, None)
        self._scatter = scatter
        kept = getattr(data, name)
        self._kept: ProxyArray | None = None if self._engine and not self.written.is_kept else kept
        self._keeps_default = self.written.is_kept or self.written.lowest is not None
        # Where values go into an array as they are, a CPU copies tensors by torch: for few values quicker than Warp.
        self._tensor: torch.Tensor | None = None
        if self._engine is None and self._device.is_cpu and not self._keeps_default and self.written.check is None:
            self._tensor = kept.torch

    def write(self, values: Array | float, selection: Selection) -> None:
        """Check values and write them.

        Args:
            values: What the user gave.
            selection: Entries to write.

        Raises:
            TypeError: The values are no array, or of other elements.
            ValueError: Their shape or device are not as expected, or (on a CPU) values make no sense.
        """
        if self._tensor is not None and selection.is_everything and isinstance(values, torch.Tensor):
            check_tensor(values, self.written.argument, selection.shape, self._dtype, self._device)
            self._tensor.copy_(values)
            return
        self.store(self.checked(values, selection), selection)

    def checked(self, values: Array | float, selection: Selection) -> Values:
        """Values as kernels take them; raises where they make no sense."""
        written, name, dtype = self.written, self.written.argument, self._dtype
        shape = (*selection.shape, *self._components)
        array: Values
        if isinstance(values, (int, float)) and written.takes_numbers:
            array = filled_array(values, name, shape, dtype, self._device)
        elif self._is_read_as_array(selection):
            array = input_array(values, name, shape, dtype, self._device)  # type: ignore[arg-type]  # it refuses numbers
        else:
            array = kernel_array(values, name, shape, dtype, self._device, flat=written.is_flat)  # type: ignore[arg-type]
        on_host = selection.values_on_host(array)
        if written.lowest is not None:
            require_at_least(on_host, name, written.lowest)
        if written.is_finite:
            require_finite(on_host, name)
        if written.has_rotations:
            require_rotations(on_host, name)
        if written.is_ordered:
            require_order(on_host, name)
        if written.check is not None:
            written.check(on_host)
        return array

    def _is_read_as_array(self, selection: Selection) -> bool:
        """Whether others than kernels read the values; otherwise a description of their memory is enough on a GPU."""
        if self._components or (self._dtype is not wp.float32 and self._kept is not None):
            return True
        return self._engine is None and selection.is_everything

    def store(self, values: Values, selection: Selection) -> None:
        """Write checked values."""
        if selection.is_empty:
            return
        if self._data.is_held and self._engine is not None:
            read = functools.partial(getattr, self._data, self._name)
            self._data._scene.before_next_step[id(self._data), self._name] = read
        if self._keeps_default:
            self._data.default_of(self._name)
        rows, columns, full_data, options = selection.rows, selection.columns, selection.full_data, self.written.options
        if self._engine is None:
            assert self._kept is not None
            lowest = -float("inf") if self.written.lowest is None else self.written.lowest
            self._scatter(values, selection, self._kept, lowest)
        elif self._kept is not None:
            is_pose = self._dtype is wp.transformf
            kept = as_components(self._kept.warp) if is_pose else self._kept.warp
            values = as_components(values) if is_pose else values
            self._engine(values, rows, columns, full_data, kept, **options)
        elif len(selection.shape) == 1:
            self._engine(values, rows, full_data=full_data, **options)
        elif self.written.is_flat:
            self._engine(values, rows, full_data=full_data, members=columns, **options)
        else:
            self._engine(values, rows, columns, full_data, **options)
