"""Which instances, joints or bodies a call is about.

``env_ids``, ``joint_ids`` and ``body_ids`` may be None (all), a slice, a sequence of int, a NumPy array, or a torch
tensor or Warp array of int32 or int64. Ids outside of the range are refused with IndexError where they can be looked at
without waiting for a GPU; ids that are on a GPU are passed over there. Negative ids do not count from the end.

Masks are boolean Warp arrays (or tensors) with an entry for every instance, joint or body, on the simulation's device.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import torch
import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.arrays import convert_to_torch
from pippin.utils.repeated_launch import RepeatedLaunch
from pippin.utils.torch_view import torch_view

from .inputs import input_array, on_tensor
from .kernels import selections

Ids: TypeAlias = Sequence[int] | slice | np.ndarray | torch.Tensor | wp.array | ProxyArray | None
"""Instances, joints or bodies as users name them."""

Mask: TypeAlias = wp.array | torch.Tensor | ProxyArray | None
"""A boolean for every instance, joint or body; None selects all."""


@dataclass(frozen=True)
class Selection:
    """Entries of arrays of shape (num_instances, ...) or (num_instances, num_columns, ...).

    Attributes:
        rows: Instances, shape (n,), int32; -1 for none.
        columns: Joints or bodies, shape (m,), int32, -1 for none; None where there are no columns.
        full_data: Whether data covers the whole array; otherwise it has n rows and m columns.
        shape: Shape that data has to have: (n,), (n, m), or that of the whole array.
        is_everything: Whether these are known to be all rows and all columns in order.
    """

    rows: wp.array
    columns: wp.array | None
    full_data: bool
    shape: tuple[int, ...]

    is_everything: bool

    @property
    def num_ids(self) -> tuple[int, ...]:
        """Number of ids along each dimension, those of -1 included: what kernels run over."""
        return (self.rows.shape[0],) if self.columns is None else (self.rows.shape[0], self.columns.shape[0])

    @property
    def is_empty(self) -> bool:
        """Whether nothing is selected, as far as is known without looking at values."""
        return 0 in self.num_ids

    def values_on_host(self, data: wp.array) -> np.ndarray | None:
        """The values that are to be written, for checks; None without any, or where they are on a GPU.

        Args:
            data: Array of the selection's :attr:`shape`.

        Returns:
            Values of shape (n, ...) or (n, m, ...) without those that belong to ids of -1.
        """
        if not data.device.is_cpu:
            return None
        values = data.numpy()
        if self.full_data and not self.is_everything:
            values = values[_chosen(self.rows)]
            values = values if self.columns is None else values[:, _chosen(self.columns)]
        return values if values.size else None


class Axis:
    """A dimension of an asset's arrays, along which entries are selected.

    Args:
        kind: What the entries are, in the singular: "env", "joint" or "body".
        size: Number of entries.
        all_ids: All ids in order, shape (size,), int32.
    """

    def __init__(self, kind: str, size: int, all_ids: wp.array) -> None:
        self.kind = kind
        self.size = size
        self.all_ids = all_ids
        self.device = all_ids.device
        self._scratch = self._scratch_part = wp.empty_like(all_ids)
        self._uploaded: dict[tuple[int, ...], wp.array] = {}
        self._read_mask = RepeatedLaunch(selections.mask_to_ids, self.device)
        self._guard_ids = {dtype: RepeatedLaunch(selections.guard_ids, self.device) for dtype in (wp.int32, wp.int64)}

    def from_ids(self, ids: Ids) -> wp.array:
        """Ids on the device, int32; -1 in the place of ids that are known there only and out of range.

        Raises:
            TypeError: The ids are of a type that is not accepted.
            IndexError: An id is out of range.
        """
        if ids is None:
            return self.all_ids
        if isinstance(ids, slice):
            return self.all_ids if ids == slice(None) else self._from_host(range(*ids.indices(self.size)))
        array = ids.warp if isinstance(ids, ProxyArray) else ids
        if isinstance(array, wp.array):
            array = torch_view(array)
        if isinstance(array, torch.Tensor):
            if array.ndim != 1 or array.dtype not in (torch.int32, torch.int64):
                raise TypeError(self._refusal(f"an array of shape {tuple(array.shape)} and {array.dtype}"))
            if array.device.type != "cpu":
                dtype = wp.int32 if array.dtype == torch.int32 else wp.int64
                return self._guarded(on_tensor(array, dtype, wp.device_from_torch(array.device), 1))
            array = array.numpy()
        return self._from_host(array)

    def from_mask(self, mask: Mask) -> wp.array:
        """Ids where the mask holds and -1 elsewhere, shape (size,), int32. It is valid until the next call.

        Raises:
            TypeError: The mask is not boolean.
            ValueError: The mask has another shape or is on another device.
        """
        if mask is None:
            return self.all_ids
        checked = input_array(mask, f"{self.kind}_mask", (self.size,), wp.bool, self.device)
        self._read_mask((self.size,), [checked], [self._scratch])
        return self._scratch

    def _guarded(self, ids: wp.array) -> wp.array:
        out = self._scratch_of(ids.shape[0])
        self._guard_ids[ids.dtype](ids.shape, [ids, self.size], [out])
        return out

    def _scratch_of(self, count: int) -> wp.array:
        """Memory for ids, the same object as before where their number is."""
        if count > self.size:
            return wp.empty(count, dtype=int, device=self.device)
        if self._scratch_part.shape[0] != count:
            self._scratch_part = self._scratch[:count]
        return self._scratch_part

    def _from_host(self, ids: Sequence[int] | np.ndarray) -> wp.array:
        try:
            values = np.asarray(ids)
        except ValueError:
            raise TypeError(self._refusal(repr(ids))) from None
        if values.ndim != 1 or (values.size and values.dtype.kind not in "iu"):
            raise TypeError(self._refusal(f"{ids!r}" if values.size < 20 else f"an array of {values.dtype}"))
        outside = (values < 0) | (values >= self.size)
        if outside.any():
            raise IndexError(
                f"'{self.kind}_ids' holds {values[outside][:8].tolist()}, but there are {self.size}: "
                f"ids go from 0 to {self.size - 1}."
            )
        if self.device.is_cpu:
            return wp.array(values.astype(np.int32), dtype=int, device=self.device, copy=False)
        if self.kind == "env":
            return wp.array(values.astype(np.int32), dtype=int, device=self.device)
        # Joints and bodies are few, and the same ones are named in every step: upload them once.
        key = tuple(values.tolist())
        if key not in self._uploaded:
            self._uploaded[key] = wp.array(values.astype(np.int32), dtype=int, device=self.device)
        return self._uploaded[key]

    def _refusal(self, given: str) -> str:
        return (
            f"'{self.kind}_ids' should be None, a slice, a sequence of int, or a one-dimensional array of int32 or "
            f"int64, not {given}; a boolean mask goes to the method whose name ends in '_mask'."
        )


def select(
    rows: Axis, env_ids: Ids, columns: Axis | None = None, column_ids: Ids = None, full_data: bool = False
) -> Selection:
    """Select by ids.

    Args:
        rows: The instances.
        env_ids: Ids of instances.
        columns: The joints or bodies; None for arrays without columns.
        column_ids: Ids of joints or bodies.
        full_data: Whether data covers all instances and columns; otherwise only the selected ones.
    """
    return _selection(rows, rows.from_ids(env_ids), columns, columns and columns.from_ids(column_ids), full_data)


def select_masked(rows: Axis, env_mask: Mask, columns: Axis | None = None, column_mask: Mask = None) -> Selection:
    """Select by masks; data covers all instances and columns."""
    return _selection(rows, rows.from_mask(env_mask), columns, columns and columns.from_mask(column_mask), True)


def _selection(
    rows: Axis, row_ids: wp.array, columns: Axis | None, column_ids: wp.array | None, full_data: bool
) -> Selection:
    is_everything = row_ids is rows.all_ids
    if columns is None or column_ids is None:
        return Selection(row_ids, None, full_data, (rows.size if full_data else row_ids.shape[0],), is_everything)
    shape = (rows.size, columns.size) if full_data else (row_ids.shape[0], column_ids.shape[0])
    return Selection(row_ids, column_ids, full_data, shape, is_everything and column_ids is columns.all_ids)


def _chosen(ids: wp.array) -> np.ndarray:
    """Ids other than -1."""
    values = ids.numpy()
    return values[values >= 0]


def as_index(ids: Ids) -> slice | torch.Tensor | list[int]:
    """Ids in a form that indexes tensors."""
    if ids is None:
        return slice(None)
    if isinstance(ids, (slice, torch.Tensor)):
        return ids
    if hasattr(ids, "__cuda_array_interface__") or hasattr(ids, "dtype"):
        return convert_to_torch(ids)
    return list(ids)
