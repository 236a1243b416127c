"""A Warp array's memory as a tensor, wherever torch makes tensors by default."""

from __future__ import annotations

import torch
import warp as wp


def torch_view(array: wp.array) -> torch.Tensor:
    """Tensor on the memory of a Warp array.

    ``wp.to_torch`` alone goes by torch's default device: after ``torch.set_default_device("cuda")`` it copies an array
    that is on the CPU, so that neither side sees what the other writes.

    Args:
        array: Array of any shape on any device, of numbers, vectors or matrices.

    Returns:
        Tensor on the array's device, with the components of vectors and matrices as further dimensions.
    """
    if not array.device.is_cpu:
        return wp.to_torch(array)
    with torch.device("cpu"):
        return wp.to_torch(array)
