"""Arguments that every object takes: indices, and arrays for what they choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

Indices = Sequence[int] | np.ndarray | None
"""Indices, whole numbers from 0; None means all."""


def checked_indices(name: str, indices: Indices, count: int) -> np.ndarray:
    """Return indices as an array, shape (number of indices,).

    Raises:
        IndexError: They are no whole numbers from 0 to ``count`` - 1.
    """
    if indices is None:
        return np.arange(count)
    array = np.atleast_1d(np.asarray(indices))
    if array.size == 0:
        return np.zeros(0, dtype=np.int64)
    if array.dtype.kind not in "iu" or array.ndim != 1 or array.min() < 0 or array.max() >= count:
        raise IndexError(f"{name} should be whole numbers from 0 to {count - 1}; given: {indices}.")
    return array.astype(np.int64)


def checked_array(name: str, values: ArrayLike, shape: tuple[int, ...], finite: bool = True) -> np.ndarray:
    """Return numbers as an array of a shape, float64. None among them is NaN, where that is allowed.

    What is meant for one object needs no dimension for it, and may have one too many: (9,) and (1, 1, 9) stand for
    (1, 9).

    Raises:
        ValueError: They have another shape, are no numbers, or are not finite where they should be.
    """
    try:
        array = np.array(as_host(values), dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} should be numbers of the shape {shape}; given: {values!r}.") from None
    if shape[:1] == (1,) and array.shape == shape[1:] != ():
        array = array[None]
    elif shape[:1] == (1,) and array.shape == (1, *shape):
        array = array[0]
    if array.shape != shape:
        raise ValueError(f"{name} should have the shape {shape}; its shape is {array.shape}.")
    if finite and not np.isfinite(array).all():
        raise ValueError(f"{name} should be finite; given: {array.tolist()}.")
    return array


def as_host(values: Any) -> Any:
    """Values as NumPy takes them, also where they are a tensor of torch on a GPU."""
    return values.detach().cpu().numpy() if hasattr(values, "detach") else values
