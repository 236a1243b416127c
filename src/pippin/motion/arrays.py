"""From whatever holds numbers to the arrays that kernels take."""

from __future__ import annotations

from functools import cache
from typing import Any

import torch
import warp as wp

from pippin.utils.arrays import convert_to_torch


@cache
def vector_type(scalar: type) -> type:
    """Warp's vector of three numbers of a type."""
    return wp.types.vector(length=3, dtype=scalar)


@cache
def quaternion_type(scalar: type) -> type:
    """Warp's quaternion (x, y, z, w) of numbers of a type."""
    return wp.types.quaternion(dtype=scalar)


@cache
def pose_type(scalar: type) -> type:
    """Warp's transform (position, quaternion) of numbers of a type."""
    return wp.types.transformation(dtype=scalar)


def default_scalar(device: wp.DeviceLike) -> type:
    """Type of numbers that motion generation computes with on a device.

    On CPUs double precision costs nothing; on GPUs it costs half of the speed or, on those made for pictures, nearly
    all of it, and single precision leaves errors of some 1e-6 m.
    """
    return wp.float64 if wp.get_device(device).is_cpu else wp.float32


def to_warp(name: str, values: Any, shape: tuple[int | None, ...], dtype: Any, device: wp.DeviceLike) -> wp.array:
    """Give numbers as a Warp array, on the same memory where type and device allow.

    Args:
        name: What the numbers are, for messages.
        values: Tensor, proxy, Warp or NumPy array, or (nested) sequence of numbers.
        shape: Shape that the numbers should have, including the components of vectors; None allows any length.
        dtype: Type of the elements: a scalar, or a vector, quaternion or transform.
        device: Warp device of the result.

    Raises:
        ValueError: The numbers have another shape or, on the CPU, are not finite. On GPUs finding out would wait for
            the device.
    """
    scalar = getattr(dtype, "_wp_scalar_type_", dtype)
    torch_device = wp.device_to_torch(wp.get_device(device))
    tensor = convert_to_torch(values, wp.dtype_to_torch(scalar), torch_device)
    fits = tensor.ndim == len(shape) and all(
        wanted in (None, length) for wanted, length in zip(shape, tensor.shape, strict=True)
    )
    if not fits:
        wanted = ", ".join("N" if length is None else str(length) for length in shape)
        raise ValueError(f"{name} should have the shape ({wanted}), it has {tuple(tensor.shape)}.")
    if tensor.device.type == "cpu" and tensor.is_floating_point() and not torch.isfinite(tensor).all():
        raise ValueError(f"{name} should be finite, it holds NaN or infinity.")
    return wp.from_torch(tensor.contiguous(), dtype=dtype)
