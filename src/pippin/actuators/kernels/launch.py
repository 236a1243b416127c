"""Launching a kernel on torch tensors without copying them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import torch
import warp as wp

from pippin.utils.launch import threads_along
from pippin.utils.repeated_launch import RecordedLaunch

Call: TypeAlias = Callable[[], object]
"""Something to do in a step, with what it needs."""

Launcher: TypeAlias = Callable[[Any, tuple[int, ...], list[Any], list[torch.Tensor]], list[Call]]
"""What a law does with a kernel, its threads, inputs and outputs: :func:`launch` or :func:`record`."""


def launch(kernel: Any, dim: tuple[int, ...], inputs: list[Any], outputs: list[torch.Tensor]) -> list[Call]:
    """Launch a kernel on the device of its outputs; tensors are handed over as addresses, strided views included.

    Args:
        kernel: Warp kernel.
        dim: Number of threads in each dimension.
        inputs: Tensors and numbers, in the order of the kernel's parameters.
        outputs: Tensors that follow them, of the shapes that the kernel states.

    Returns:
        No calls: it is done.
    """
    wp.launch(
        kernel,
        dim=dim,
        inputs=[_address(value) for value in inputs],
        outputs=[_address(value) for value in outputs],
        device=wp.device_from_torch(outputs[0].device),
    )
    return []


def record(kernel: Any, dim: tuple[int, ...], inputs: list[Any], outputs: list[torch.Tensor]) -> list[Call]:
    """Record the launch of a kernel on tensors whose memory stays where it is, to be called in every step.

    Args:
        kernel: Warp kernel.
        dim: Number of threads in each dimension.
        inputs: Tensors and numbers, in the order of the kernel's parameters.
        outputs: Tensors that follow them, of the shapes that the kernel states.

    Returns:
        The call, which keeps the tensors alive; nothing where there is nothing to run.
    """
    if 0 in dim:
        return []
    command = wp.launch(
        kernel,
        dim=dim,
        inputs=[_array(value) for value in inputs],
        outputs=[_array(value) for value in outputs],
        device=wp.device_from_torch(outputs[0].device),
        record_cmd=True,
    )
    return [RecordedLaunch(command).launch]


def threads_over_joints(values: torch.Tensor) -> tuple[int, int]:
    """How many threads a kernel takes along environments and joints; see :func:`pippin.utils.launch.threads_along`.

    Args:
        values: What the kernel writes, shape (num_envs, num_joints).
    """
    num_envs, num_joints = values.shape
    return num_envs, threads_along(num_joints, wp.device_from_torch(values.device))


def _array(value: Any) -> Any:
    """A tensor as a Warp array on its memory, which it keeps alive; a number as it is."""
    return wp.from_torch(value, requires_grad=False) if isinstance(value, torch.Tensor) else value


def _address(value: Any) -> Any:
    """A tensor as the record of address, shape and strides that a kernel reads; a number as it is."""
    if not isinstance(value, torch.Tensor):
        return value
    return wp.from_torch(value, requires_grad=False, return_ctype=True)
