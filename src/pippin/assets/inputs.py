"""Arrays that users hand in as data: what is accepted, and what is refused in which words.

Data may be a torch tensor, a Warp array, a ProxyArray or a NumPy array. It has to have the expected shape, be float32,
and lie on the device of the simulation (NumPy arrays are copied there). Vectors, transforms and the like are elements
of Warp arrays or the last dimension of any other: poses of N instances have shape (N,) as wp.transformf and (N, 7) as
numbers.

Values are only looked at where that does not mean to wait for a GPU, that is where the simulation runs on the CPU:
there NaN and infinity in a state and negative masses are refused, before anything is written. On a GPU values below
their lower bound are raised to it, and environments that go NaN are reported by the engine.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
import torch
import warp as wp

from pippin.utils import ProxyArray

from .arrays import view_of

Array: TypeAlias = torch.Tensor | wp.array | ProxyArray | np.ndarray
"""Data as users hand it in."""

_TORCH_TYPES = {
    wp.float32: torch.float32,
    wp.int32: torch.int32,
    wp.int64: torch.int64,
    wp.bool: torch.bool,
}

_MOST_KNOWN = 256
_known: dict[tuple[Any, ...], wp.array] = {}
"""Arrays made of tensors, by all that is checked of them and where their memory is. A loop passes the same tensors, or
new ones in the same memory, again and again. The memory belongs to the tensor: an array is only handed out for one that
is there."""


def input_array(
    value: Array, name: str, shape: tuple[int, ...], dtype: Any, device: wp.Device, flat: bool = False
) -> wp.array:
    """Check data and see it as a Warp array, without copying it where its memory allows that.

    Args:
        value: The data.
        name: Name of the parameter, for messages.
        shape: Expected shape, without the components of vectors.
        dtype: Expected Warp type of an element.
        device: Expected device.
        flat: Whether to see it in one row.

    Returns:
        Array of that shape, or of one dimension, and of that type and device.

    Raises:
        TypeError: The data is no array, or of other elements.
        ValueError: Shape or device are not as expected.
    """
    if isinstance(value, torch.Tensor):
        return _from_torch(value, name, shape, dtype, device, flat)
    if isinstance(value, ProxyArray):
        value = value.warp
    elif isinstance(value, np.ndarray):
        tensor = torch.from_numpy(value).to(wp.device_to_torch(device))
        return _from_tensor_of_ours(tensor, name, shape, dtype, device, flat)
    if isinstance(value, wp.array):
        array = _from_warp(value, name, shape, dtype, device)
        return array.contiguous().flatten() if flat else array
    raise TypeError(f"'{name}' should be a torch tensor, a Warp array or a ProxyArray, not {_describe(value)}.")


def filled_array(value: Array | float, name: str, shape: tuple[int, ...], dtype: Any, device: wp.Device) -> wp.array:
    """As :func:`input_array`; a number stands for an array that is filled with it."""
    if isinstance(value, (int, float)):
        components = tuple(getattr(dtype, "_shape_", ()))
        full = torch.full((*shape, *components), float(value), device=wp.device_to_torch(device))
        return _from_tensor_of_ours(full, name, shape, dtype, device, flat=False)
    return input_array(value, name, shape, dtype, device)


def require_finite(values: np.ndarray | None, name: str) -> None:
    """Refuse NaN and infinity.

    Args:
        values: Values with the instances as their first dimension; None where they cannot be looked at.
        name: Name of the parameter, for messages.

    Raises:
        ValueError: A value is not finite.
    """
    if values is None or np.isfinite(values).all():
        return
    bad = np.flatnonzero(~np.isfinite(values).reshape(len(values), -1).all(axis=1))
    raise ValueError(f"'{name}' holds NaN or infinity in its rows {_listing(bad.tolist())}; nothing was written.")


def require_rotations(poses: np.ndarray | None, name: str) -> None:
    """Refuse quaternions of length 0.

    Args:
        poses: Poses or states (position, quaternion, ...), shape (n, ..., 7 or more); None where nobody can look.
        name: Name of the parameter, for messages.

    Raises:
        ValueError: A quaternion is 0.
    """
    if poses is None:
        return
    lengths = np.linalg.norm(poses[..., 3:7], axis=-1).reshape(len(poses), -1)
    if (lengths < 1e-6).any():
        bad = np.flatnonzero((lengths < 1e-6).any(axis=1))
        raise ValueError(
            f"'{name}' holds quaternions of length 0 in its rows {_listing(bad.tolist())}; nothing was written."
        )


def require_at_least(values: np.ndarray | None, name: str, lowest: float) -> None:
    """Refuse NaN and values below a bound.

    Raises:
        ValueError: There is one.
    """
    if values is None or (values >= lowest).all():
        return
    worst = values[~(values >= lowest)][0]
    raise ValueError(f"'{name}' should be at least {lowest:g} everywhere, but holds {worst:g}; nothing was written.")


def _from_torch(
    value: torch.Tensor, name: str, shape: tuple[int, ...], dtype: Any, device: wp.Device, flat: bool
) -> wp.array:
    """Array on a tensor of the caller's, the same object for the same memory."""
    stride = value.stride()
    key = (value.data_ptr(), value.shape, stride, value.dtype, value.device, shape, dtype, device.alias, flat)
    known = _known.get(key)
    if known is not None:
        return known
    has_gaps = not value.is_contiguous() if flat else value.ndim > len(shape) and stride[-1] != 1
    if has_gaps or not value.numel():
        return _from_tensor_of_ours(value.contiguous(), name, shape, dtype, device, flat)
    _check_tensor(value, name, shape, dtype, device)
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    strides = None if flat else tuple(value.element_size() * step for step in stride[: len(shape)])
    seen_shape = (math.prod(shape),) if flat else shape
    array = wp.array(ptr=value.data_ptr(), dtype=dtype, shape=seen_shape, strides=strides, device=device)
    _known[key] = array
    return array


def _from_tensor_of_ours(
    value: torch.Tensor, name: str, shape: tuple[int, ...], dtype: Any, device: wp.Device, flat: bool
) -> wp.array:
    """Array that keeps a tensor alive, which nobody else does."""
    _check_tensor(value, name, shape, dtype, device)
    array = wp.from_torch(value.detach(), dtype=dtype, requires_grad=False)
    return array.flatten() if flat else array


def _check_tensor(value: torch.Tensor, name: str, shape: tuple[int, ...], dtype: Any, device: wp.Device) -> None:
    components = tuple(getattr(dtype, "_shape_", ()))
    expected = _TORCH_TYPES[getattr(dtype, "_wp_scalar_type_", dtype)]
    if value.dtype != expected:
        raise TypeError(f"'{name}' should be of {expected}, not {value.dtype}.")
    if value.shape != (*shape, *components):
        raise ValueError(f"'{name}' should have shape {(*shape, *components)}, not {tuple(value.shape)}.")
    if value.device.type not in ("cpu", "cuda") or wp.device_from_torch(value.device) != device:
        raise ValueError(f"'{name}' should be on the simulation's device {device}, not on {value.device}.")


def _from_warp(value: wp.array, name: str, shape: tuple[int, ...], dtype: Any, device: wp.Device) -> wp.array:
    components = tuple(getattr(dtype, "_shape_", ()))
    scalar = getattr(dtype, "_wp_scalar_type_", dtype)
    if wp.types.types_equal(value.dtype, dtype):
        expected = shape
    elif value.dtype == scalar:
        expected = (*shape, *components)
    else:
        raise TypeError(f"'{name}' should be of {dtype.__name__}, not {value.dtype.__name__}.")
    if value.shape != expected:
        raise ValueError(f"'{name}' should have shape {expected}, not {value.shape}.")
    if value.device != device:
        raise ValueError(f"'{name}' should be on the simulation's device {device}, not on {value.device}.")
    if not components or expected == shape:
        return value
    value = value if value.strides[-1] == wp.types.type_size_in_bytes(scalar) else value.contiguous()
    return view_of(value, dtype, shape, value.strides[: len(shape)])


def _describe(value: object) -> str:
    return f"{type(value).__name__}" if not isinstance(value, (int, float)) else f"the number {value}"


def _listing(rows: list[int]) -> str:
    """The first rows of a list, and how many more there are."""
    more = len(rows) - 8
    return ", ".join(map(str, rows[:8])) + (f" and {more} more" if more > 0 else "")
