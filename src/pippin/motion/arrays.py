"""From whatever holds numbers to the arrays that kernels take."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
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


@cache
def matrix_type(scalar: type) -> type:
    """Warp's matrix of three by three numbers of a type."""
    return wp.types.matrix(shape=(3, 3), dtype=scalar)


def default_scalar(device: wp.DeviceLike) -> type:
    """Type of numbers that motion generation computes with on a device.

    On CPUs double precision costs nothing; on GPUs it costs half of the speed or, on those made for pictures, nearly
    all of it, and single precision leaves errors of some 1e-6 m.
    """
    return wp.float64 if wp.get_device(device).is_cpu else wp.float32


def to_tensor(
    name: str, values: Any, shapes: Sequence[tuple[int | None, ...]], scalar: type, device: wp.DeviceLike
) -> torch.Tensor:
    """Return numbers as a tensor, on the same memory where type and device allow.

    Args:
        name: What the numbers are, for messages.
        values: Tensor, proxy, Warp or NumPy array, or (nested) sequence of numbers.
        shapes: Shapes that the numbers may have, including the components of vectors; None allows any length.
        scalar: Warp's type of the numbers.
        device: Warp device of the result.

    Raises:
        ValueError: They are no real numbers, have another shape or, on the CPU, are not finite. On GPUs finding out
            would wait for the device.
    """
    torch_device = wp.device_to_torch(wp.get_device(device))
    if isinstance(values, np.ndarray) and not values.flags.writeable:
        values = values.copy()  # torch has no arrays that cannot be written to
    try:
        tensor = convert_to_torch(values)
        if tensor.is_complex() or tensor.is_meta:
            raise TypeError(f"they are {'complex' if tensor.is_complex() else 'on the device meta'}")
        tensor = tensor.to(torch_device, wp.dtype_to_torch(scalar))
    except (TypeError, ValueError, RuntimeError, NotImplementedError) as error:
        raise ValueError(f"{name} should hold numbers, in rows of the same length: {error}") from error
    if not any(_fits(tensor.shape, shape) for shape in shapes):
        allowed = " or ".join(_written(shape) for shape in shapes)
        raise ValueError(f"{name} should have the shape {allowed}, it has {_written(tuple(tensor.shape))}.")
    # With NumPy, which does not wait for threads of torch that another process keeps from running.
    if tensor.device.type == "cpu" and not np.isfinite(tensor.numpy()).all():
        raise ValueError(f"{name} should be finite, it holds NaN or infinity.")
    return tensor.contiguous()


def to_warp(name: str, values: Any, shape: tuple[int | None, ...], dtype: Any, device: wp.DeviceLike) -> wp.array:
    """Return numbers as a Warp array of scalars, vectors, quaternions or transforms; see :func:`to_tensor`.

    ``shape`` includes the components of vectors, which the shape of the Warp array does not.
    """
    scalar = getattr(dtype, "_wp_scalar_type_", dtype)
    return wp.from_torch(to_tensor(name, values, [shape], scalar, device), dtype=dtype)


def _fits(shape: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return len(shape) == len(wanted) and all(w in (None, n) for w, n in zip(wanted, shape, strict=True))


def _written(shape: tuple[int | None, ...]) -> str:
    lengths = ["N" if length is None else str(length) for length in shape]
    return f"({lengths[0]},)" if len(lengths) == 1 else f"({', '.join(lengths)})"
