"""Arrays of numbers, vectors or transforms as rows of numbers: one type of array for kernels that copy any of them."""

from __future__ import annotations

import warp as wp

from .array_views import view_of
from .descriptors import ArrayDescriptor


def number_rows(array: wp.array | ArrayDescriptor) -> tuple[wp.array | ArrayDescriptor, int]:
    """See an array as rows of numbers.

    Args:
        array: Numbers or vectors of shape (n, m), or numbers of shape (n, m, k), float32; or a description of numbers
            of shape (n, m).

    Returns:
        The same memory where its strides allow that, shape (n, m k), and the number of components k.
    """
    if isinstance(array, ArrayDescriptor) or (array.ndim == 2 and array.dtype == wp.float32):
        return array, 1
    num_components = array.shape[2] if array.ndim == 3 else wp.types.type_size(array.dtype)
    is_dense = array.strides[1] == 4 * num_components and array.strides[-1] in (4, 4 * num_components)
    whole = array if is_dense else array.contiguous()
    shape, strides = (whole.shape[0], whole.shape[1] * num_components), (whole.strides[0], 4)
    return view_of(whole, wp.float32, shape, strides), num_components
