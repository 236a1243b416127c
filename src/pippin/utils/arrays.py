"""From whatever holds numbers to torch."""

from __future__ import annotations

import numpy as np
import torch
import warp as wp

from .proxy_array import ProxyArray
from .torch_view import torch_view


def convert_to_torch(
    array: object, dtype: torch.dtype | None = None, device: str | torch.device | None = None
) -> torch.Tensor:
    """Return numbers as a tensor of their shape, on the same memory where type and device allow.

    Args:
        array: Tensor, proxy, Warp or NumPy array, or (nested) sequence of numbers.
        dtype: Type of the result; None keeps that of the array. Unsigned integers of NumPy, which torch computes little
            with, become int64.
        device: Device of the result; None keeps that of the array, which for NumPy and sequences is the CPU.
    """
    if isinstance(array, ProxyArray):
        tensor = array.torch
    elif isinstance(array, torch.Tensor):
        tensor = array
    elif isinstance(array, wp.array):
        tensor = torch_view(array)
    else:
        array = np.asarray(array)
        if array.dtype in (np.uint16, np.uint32, np.uint64):
            array = array.astype(np.int64)
        tensor = torch.as_tensor(array, device="cpu")  # not on the default device
    return tensor.to(device=device, dtype=dtype)
