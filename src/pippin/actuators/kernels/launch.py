"""Launching a kernel on torch tensors without copying them."""

from __future__ import annotations

from typing import Any

import torch
import warp as wp


def launch(kernel: Any, dim: tuple[int, ...], inputs: list[Any], outputs: list[torch.Tensor]) -> None:
    """Launch a kernel on the device of its outputs; tensors are handed over as addresses, strided views included.

    Args:
        kernel: Warp kernel.
        dim: Number of threads in each dimension.
        inputs: Tensors and numbers, in the order of the kernel's parameters.
        outputs: Tensors that follow them.
    """
    wp.launch(
        kernel,
        dim=dim,
        inputs=[_address(value) for value in inputs],
        outputs=[_address(value) for value in outputs],
        device=wp.device_from_torch(outputs[0].device),
    )


def _address(value: Any) -> Any:
    """A tensor as the record of address, shape and strides that a kernel reads; a number as it is."""
    if not isinstance(value, torch.Tensor):
        return value
    return wp.from_torch(value, requires_grad=False, return_ctype=True)
