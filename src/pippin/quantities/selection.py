"""Which instances, joints or bodies a call is about.

``env_ids``, ``joint_ids`` and ``body_ids`` may be None (all), a slice, a sequence of int, a NumPy array, or a torch
tensor or Warp array of int32 or int64. Ids outside of the range are refused with IndexError where they can be looked at
without waiting for a GPU; ids that are on a GPU are passed over there. Negative ids do not count from the end.

Masks are boolean Warp arrays (or tensors) with an entry for every instance, joint or body, on the simulation's device.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import torch
import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.arrays import convert_to_torch
from pippin.utils.choices import Choice, choose, list_entries
from pippin.utils.descriptors import ArrayDescriptor
from pippin.utils.repeated_launch import RepeatedLaunch

from .inputs import input_array, kernel_array

Ids: TypeAlias = Sequence[int] | slice | np.ndarray | torch.Tensor | wp.array | ProxyArray | None
"""Instances, joints or bodies as users name them."""

Mask: TypeAlias = wp.array | torch.Tensor | ProxyArray | None
"""A boolean for every instance, joint or body; None selects all."""


_ID_TYPES = {torch.int32: wp.int32, torch.int64: wp.int64, wp.int32: wp.int32, wp.int64: wp.int64}

MOST_CHOICES = 64
"""Number of choices that an axis remembers: those of a program's loop, with the memory of their ids and masks."""

_ONE_COLUMN = choose(1)


@dataclass(frozen=True)
class Selection:
    """Entries of arrays of shape (num_instances, ...) or (num_instances, num_columns, ...).

    Attributes:
        rows: Instances.
        columns: Joints or bodies; one column where there are none.
        full_data: Whether data covers the whole array; otherwise it has n rows and m columns.
        shape: Shape that data has to have: (n,), (n, m), or that of the whole array.
        is_everything: Whether these are known to be all rows and all columns in order.
    """

    rows: Choice
    columns: Choice
    full_data: bool
    shape: tuple[int, ...]
    is_everything: bool

    @property
    def num_ids(self) -> tuple[int, int]:
        """Number of rows and columns, those that are passed over included: what kernels run over."""
        return self.rows.count, self.columns.count

    @property
    def is_empty(self) -> bool:
        """Whether nothing is selected, as far as is known without looking at values."""
        return 0 in self.num_ids

    def values_on_host(self, data: wp.array | ArrayDescriptor) -> np.ndarray | None:
        """The values that are to be written, for checks; None without any, or where they are on a GPU.

        Args:
            data: Array of the selection's :attr:`shape`, or in one row.

        Returns:
            Values of shape (n, ...) or (n, m, ...) that will be written.
        """
        if isinstance(data, ArrayDescriptor) or not data.device.is_cpu:
            return None
        values = data.numpy()
        if data.ndim < len(self.shape):
            values = values.reshape(*self.shape, *values.shape[1:])
        if self.full_data and not self.is_everything:
            values = values[self.rows.on_host()]
            values = values if self.columns.array is None else values[:, self.columns.on_host()]
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
        self.everything = choose(size)
        self._choices: dict[tuple[Any, ...], Choice] = {}
        self.whole: dict[Axis | None, Selection] = {}
        """All entries of arrays with these rows, and with columns or without."""
        self._named: dict[tuple[Any, ...], Choice] = {}
        self._list_entries = RepeatedLaunch(list_entries, self.device)

    def choose(self, ids: Ids) -> Choice:
        """Choose by ids. Those that are on a GPU are read there, and passed over where they are out of range.

        Raises:
            TypeError: The ids are of a type that is not accepted.
            IndexError: An id is out of range.
        """
        if ids is None or (isinstance(ids, slice) and ids == slice(None)):
            return self.everything
        if isinstance(ids, slice):
            return self._choice_on_host(range(*ids.indices(self.size)))
        array = ids.warp if isinstance(ids, ProxyArray) else ids
        if not isinstance(array, (torch.Tensor, wp.array)):
            return self._choice_on_host(array)
        dtype = _ID_TYPES.get(array.dtype)
        if array.ndim != 1 or dtype is None:
            raise TypeError(self._refusal(f"an array of shape {tuple(array.shape)} and {array.dtype}"))
        if str(array.device) == "cpu":
            if not self.device.is_cpu:
                return self._choice_on_host(array.numpy())
            self._require_in_range(array.numpy())
        return self._choice_among(array, f"{self.kind}_ids", tuple(array.shape), dtype)

    def choose_masked(self, mask: Mask) -> Choice:
        """Choose by a mask.

        Raises:
            TypeError: The mask is not boolean.
            ValueError: The mask has another shape or is on another device.
        """
        if mask is None:
            return self.everything
        array = mask.warp if isinstance(mask, ProxyArray) else mask
        return self._choice_among(array, f"{self.kind}_mask", (self.size,), wp.bool)

    def from_ids(self, ids: Ids) -> wp.array:
        """Ids on the device, int32; -1 in the place of ids that are known there only and out of range.

        Raises:
            TypeError: The ids are of a type that is not accepted.
            IndexError: An id is out of range.
        """
        return self._entries(self.choose(ids))

    def from_mask(self, mask: Mask) -> wp.array:
        """Ids where the mask holds and -1 elsewhere, shape (size,), int32.

        Raises:
            TypeError: The mask is not boolean.
            ValueError: The mask has another shape or is on another device.
        """
        return self._entries(self.choose_masked(mask))

    def _entries(self, choice: Choice) -> wp.array:
        """Ids of a choice, -1 for none."""
        if choice is self.everything:
            return self.all_ids
        if self.device.is_cpu and choice.array is not None and choice.array.dtype == wp.int32:
            return choice.array  # the host has looked at them
        ids = wp.empty(choice.count, dtype=int, device=self.device)
        self._list_entries((choice.count,), [choice.argument], [ids])
        return ids

    def _choice_among(self, array: wp.array | torch.Tensor, name: str, shape: tuple[int, ...], dtype: Any) -> Choice:
        """Choice by ids or a mask on the device, the same object as before for the same memory."""
        key: tuple[Any, ...]
        if isinstance(array, torch.Tensor):
            key = (array.data_ptr(), array.shape, array.stride(), array.dtype, array.device)
        else:
            array = input_array(array, name, shape, dtype, self.device)
            key = (array.ptr, array.shape, array.strides, array.dtype)
        known = self._choices.get(key)
        if known is not None:
            return known
        if len(self._choices) >= MOST_CHOICES:
            self._choices.clear()
        choice = choose(self.size, kernel_array(array, name, shape, dtype, self.device), dtype)
        self._choices[key] = choice
        return choice

    def _choice_on_host(self, ids: Sequence[int] | np.ndarray) -> Choice:
        """Choice by ids that the host holds.

        Joints and bodies are few, and the same ones are named in every step: they are checked and uploaded once. All
        that were named on a GPU are kept, since captured graphs may read them.
        """
        if self.kind == "env":
            return choose(self.size, self._upload(ids))
        values = ids.tolist() if isinstance(ids, np.ndarray) and ids.dtype.kind in "iu" else ids
        try:
            key = (tuple(values), *map(type, values))  # 1, 1.0 and True are one key, but not one kind of ids
            known = self._named.get(key)
        except TypeError:  # no sequence, or one of lists
            return choose(self.size, self._upload(ids))
        if known is None:
            known = choose(self.size, self._upload(ids))
            if self.device.is_cuda or len(self._named) < MOST_CHOICES:
                self._named[key] = known
        return known

    def _upload(self, ids: Sequence[int] | np.ndarray) -> wp.array:
        try:
            values = np.asarray(ids)
        except ValueError:
            raise TypeError(self._refusal(repr(ids))) from None
        if values.ndim != 1 or (values.size and values.dtype.kind not in "iu"):
            raise TypeError(self._refusal(f"{ids!r}" if values.size < 20 else f"an array of {values.dtype}"))
        self._require_in_range(values)
        return wp.array(values.astype(np.int32), dtype=int, device=self.device, copy=self.device.is_cuda)

    def _require_in_range(self, ids: np.ndarray) -> None:
        if not ids.size or (ids.min() >= 0 and ids.max() < self.size):
            return
        outside = ids[(ids < 0) | (ids >= self.size)]
        raise IndexError(
            f"'{self.kind}_ids' holds {outside[:8].tolist()}, but there are {self.size}: "
            f"ids go from 0 to {self.size - 1}."
        )

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
    if env_ids is None and column_ids is None and columns in rows.whole:
        return rows.whole[columns]
    chosen_columns = _ONE_COLUMN if columns is None else columns.choose(column_ids)
    return _selection(rows, rows.choose(env_ids), columns, chosen_columns, full_data)


def select_masked(rows: Axis, env_mask: Mask, columns: Axis | None = None, column_mask: Mask = None) -> Selection:
    """Select by masks; data covers all instances and columns."""
    chosen_columns = _ONE_COLUMN if columns is None else columns.choose_masked(column_mask)
    return _selection(rows, rows.choose_masked(env_mask), columns, chosen_columns, True)


def _selection(
    rows: Axis, chosen_rows: Choice, columns: Axis | None, chosen_columns: Choice, full_data: bool
) -> Selection:
    shape: tuple[int, ...] = (rows.size if full_data else chosen_rows.count,)
    is_everything = chosen_rows is rows.everything
    if columns is not None:
        shape = (*shape, columns.size if full_data else chosen_columns.count)
        is_everything = is_everything and chosen_columns is columns.everything
    selection = Selection(chosen_rows, chosen_columns, full_data, shape, is_everything)
    if is_everything:
        rows.whole[columns] = selection
    return selection


def as_index(ids: Ids) -> slice | torch.Tensor | list[int]:
    """Ids in a form that indexes tensors, shape (number of ids,)."""
    if ids is None:
        return slice(None)
    if isinstance(ids, (slice, torch.Tensor)):
        return ids
    if hasattr(ids, "__cuda_array_interface__") or hasattr(ids, "dtype"):
        return convert_to_torch(ids)
    return list(ids)
