"""Which entries along a dimension a kernel is about, read by the kernel as users hand it in: ids, or a mask.

So that ids of 64 bits, as torch has them, and masks cost no launch of their own. What lies outside of the dimension is
passed over, so that wrong ids on a GPU, which are not waited for, do no harm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import warp as wp

from .descriptors import ArrayDescriptor

_ALL, _IDS, _LONG_IDS, _MASK = wp.constant(0), wp.constant(1), wp.constant(2), wp.constant(3)


@wp.struct
class Chosen:
    """Entries along a dimension, for kernels, which read them with :func:`chosen_entry`."""

    kind: int  # which of the arrays says it
    size: int  # of the dimension
    count: int  # of ids; entries of a mask, or of the dimension
    ids: wp.array(dtype=wp.int32)  # (n,)
    long_ids: wp.array(dtype=wp.int64)  # (n,)
    mask: wp.array(dtype=wp.bool)  # (size,)


@wp.func
def chosen_entry(chosen: Chosen, i: int) -> int:
    """The entry that the i-th thread is about, or -1 for none."""
    if i >= chosen.count:
        return -1
    if chosen.kind == _ALL:
        return i
    if chosen.kind == _MASK:
        return wp.where(chosen.mask[i], i, -1)
    given = wp.int64(0)
    if chosen.kind == _IDS:
        given = wp.int64(chosen.ids[i])
    else:
        given = chosen.long_ids[i]
    return wp.where(given >= wp.int64(0) and given < wp.int64(chosen.size), int(given), -1)


@wp.kernel(enable_backward=False)
def list_entries(
    chosen: Chosen,
    ids_out: wp.array(dtype=int),  # (n,)
):
    """Entries that were chosen, -1 for none."""
    i = wp.tid()
    ids_out[i] = chosen_entry(chosen, i)


@dataclass(frozen=True)
class Choice:
    """Entries along a dimension, on the host.

    Attributes:
        count: Number of ids, n, or entries of the mask or the dimension.
        num_threads: Number of threads that kernels are launched for, of which those beyond ``count`` do nothing. Where
            ids are on a GPU it is the same for any of them: another number in each launch would cost more there.
        argument: What kernels are given.
        array: The ids or the mask, where they are a Warp array; otherwise None.
    """

    count: int
    num_threads: int
    argument: Chosen
    array: wp.array | None = None

    def on_host(self) -> slice | np.ndarray:
        """The entries, shape (n,), by which NumPy arrays are indexed. Ids and masks have to be on the CPU."""
        if self.array is None:
            return slice(None)
        values = self.array.numpy()
        return np.flatnonzero(values) if values.dtype == bool else values[values >= 0]


_FIELDS = {wp.int32: (_IDS, "ids"), wp.int64: (_LONG_IDS, "long_ids"), wp.bool: (_MASK, "mask")}


def choose(size: int, among: wp.array | ArrayDescriptor | None = None, dtype: Any = None) -> Choice:
    """Choose entries along a dimension.

    Args:
        size: Number of entries.
        among: Ids, shape (n,), int32 or int64, or a mask, shape (size,), bool; None chooses all. Memory that is only
            described has to live until it is used.
        dtype: Type of what is only described.
    """
    argument = Chosen()
    if among is None:
        argument.size = argument.count = size
        return Choice(size, size, argument)
    count = among.shape[0]
    kind, field = _FIELDS[dtype if isinstance(among, ArrayDescriptor) else among.dtype]
    if isinstance(among, ArrayDescriptor):
        native = argument.__ctype__()  # type: ignore[attr-defined]
        native.size, native.count, native.kind = size, count, kind
        setattr(native, field, among)
        return Choice(count, max(count, size), argument)
    argument.size, argument.count, argument.kind = size, count, kind
    setattr(argument, field, among)
    return Choice(count, count, argument, among)
