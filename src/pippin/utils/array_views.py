"""Other shapes and types of the same memory.

Warp keeps nothing alive for an array that it makes of an address (``wp.array(ptr=...)``): once the owner of the memory
is gone, the array reads and writes what has become of it. So arrays are made of addresses here, with their owner, and
nowhere else on the host.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import warp as wp


def view_of(
    whole: wp.array | np.ndarray,
    dtype: Any,
    shape: tuple[int, ...],
    strides: tuple[int, ...] | None = None,
    offset: int = 0,
) -> wp.array:
    """Array on the memory of another, which it keeps alive.

    Args:
        whole: Array that owns the memory.
        dtype: Type of the view's elements.
        shape: Shape of the view.
        strides: Distance between neighbours along each dimension [bytes]; None for no gaps.
        offset: Where the view begins [bytes].
    """
    if isinstance(whole, np.ndarray):
        address, device = whole.ctypes.data, wp.get_device("cpu")
    else:
        address, device = whole.ptr, whole.device
    view = wp.array(ptr=address + offset if address else None, dtype=dtype, shape=shape, strides=strides, device=device)
    view._whole = whole
    return view


def as_components(array: wp.array) -> wp.array:
    """Array of shape (N, M, k) from one of (N, M) vectors, transforms or numbers, or of (N, M, k) numbers."""
    if array.ndim == 3:
        return array
    return view_of(array, wp.float32, (*array.shape, wp.types.type_size(array.dtype)), (*array.strides, 4))


def as_column(array: wp.array) -> wp.array:
    """Array of shape (N, 1) from one of shape (N,)."""
    return view_of(array, array.dtype, (array.shape[0], 1), (array.strides[0], array.strides[0]))
