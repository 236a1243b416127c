"""Which entries along a dimension a kernel is about, read by the kernel as users hand it in: ids, or a mask.

So that ids of 64 bits, as torch has them, and masks cost no launch of their own. What lies outside of the dimension is
passed over, so that wrong ids on a GPU, which nobody waits for, do no harm.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import warp as wp

_ALL, _IDS, _LONG_IDS, _MASK = wp.constant(0), wp.constant(1), wp.constant(2), wp.constant(3)


@wp.struct
class Chosen:
    """Entries along a dimension, for kernels, which read them with :func:`chosen_entry`."""

    kind: int  # which of the arrays says it
    size: int  # of the dimension
    ids: wp.array(dtype=wp.int32)  # (n,)
    long_ids: wp.array(dtype=wp.int64)  # (n,)
    mask: wp.array(dtype=wp.bool)  # (size,)


@wp.func
def chosen_entry(chosen: Chosen, i: int) -> int:
    """The entry that the i-th thread is about, or -1 for none."""
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
        count: Number of threads that kernels need for them, n.
        argument: What kernels are given.
        array: The ids or the mask; None where all entries are chosen.
    """

    count: int
    argument: Chosen
    array: wp.array | None

    def on_host(self) -> slice | np.ndarray:
        """The entries, by which NumPy arrays are indexed; they have to be on the CPU."""
        if self.array is None:
            return slice(None)
        values = self.array.numpy()
        return np.flatnonzero(values) if values.dtype == bool else values[values >= 0]


def choose(size: int, among: wp.array | None = None) -> Choice:
    """Choose entries along a dimension.

    Args:
        size: Number of entries.
        among: Ids, shape (n,), int32 or int64, or a mask, shape (size,), bool; None chooses all.
    """
    argument = Chosen()
    argument.size = size
    if among is None:
        return Choice(size, argument, None)
    if among.dtype == wp.bool:
        argument.kind, argument.mask = _MASK, among
    elif among.dtype == wp.int64:
        argument.kind, argument.long_ids = _LONG_IDS, among
    else:
        argument.kind, argument.ids = _IDS, among
    return Choice(among.shape[0], argument, among)
