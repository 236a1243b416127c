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

from functools import cache
from typing import Any, TypeAlias

import numpy as np
import torch
import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.array_views import view_of
from pippin.utils.descriptors import ArrayDescriptor, describe

Array: TypeAlias = torch.Tensor | wp.array | ProxyArray | np.ndarray
"""Data as users hand it in."""

_TORCH_TYPES = {
    wp.float32: torch.float32,
    wp.int32: torch.int32,
    wp.int64: torch.int64,
    wp.bool: torch.bool,
}


def input_array(value: Array, name: str, shape: tuple[int, ...], dtype: Any, device: wp.Device) -> wp.array:
    """Check data and see it as a Warp array, without copying it where its memory allows that.

    Args:
        value: The data.
        name: Name of the parameter, for messages.
        shape: Expected shape, without the components of vectors.
        dtype: Expected Warp type of an element.
        device: Expected device.

    Returns:
        Array of that shape, type and device.

    Raises:
        TypeError: The data is no array, or of other elements.
        ValueError: Shape or device are not as expected.
    """
    if isinstance(value, ProxyArray):
        value = value.warp
    elif isinstance(value, np.ndarray):
        value = torch.from_numpy(value).to(wp.device_to_torch(device))
    if isinstance(value, torch.Tensor):
        return _from_torch(value, name, shape, dtype, device)
    if isinstance(value, wp.array):
        return _from_warp(value, name, shape, dtype, device)
    raise TypeError(f"'{name}' should be a torch tensor, a Warp array or a ProxyArray, not {_describe(value)}.")


def kernel_array(
    value: Array, name: str, shape: tuple[int, ...], dtype: Any, device: wp.Device, flat: bool = False
) -> wp.array | ArrayDescriptor:
    """As :func:`input_array`, for data that on a GPU only kernels read: of tensors a description is enough there.

    Args:
        value: The data.
        name: Name of the parameter, for messages.
        shape: Expected shape, without the components of vectors.
        dtype: Expected Warp type of an element.
        device: Expected device.
        flat: Whether to see the elements in one row.
    """
    if isinstance(value, torch.Tensor) and not device.is_cpu:
        check_tensor(value, name, shape, dtype, device)
        if value.is_contiguous():
            return describe(value.view(-1, value.shape[-1]), 1) if flat else describe(value, len(shape))
    array = input_array(value, name, shape, dtype, device)
    return array.contiguous().flatten() if flat else array


def filled_array(value: Array | float, name: str, shape: tuple[int, ...], dtype: Any, device: wp.Device) -> wp.array:
    """As :func:`input_array`; a number stands for an array that is filled with it."""
    if isinstance(value, (int, float)):
        components = tuple(getattr(dtype, "_shape_", ()))
        value = torch.full((*shape, *components), float(value), device=wp.device_to_torch(device))
    return input_array(value, name, shape, dtype, device)


def require_finite(values: np.ndarray | None, name: str) -> None:
    """Refuse NaN and infinity.

    Args:
        values: Values with the instances as their first dimension; None where that would wait.
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
        poses: Poses or states in any frame (position [m], quaternion, ...), shape (n, ..., 7 or more); None where that
            would wait.
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


def _from_torch(value: torch.Tensor, name: str, shape: tuple[int, ...], dtype: Any, device: wp.Device) -> wp.array:
    check_tensor(value, name, shape, dtype, device)
    if value.ndim > len(shape) and value.stride()[-1] != 1:
        value = value.contiguous()
    return on_tensor(value, dtype, device, len(shape))


def require_inertias(values: np.ndarray | None) -> None:
    """Refuse tensors that are not finite, not symmetric, or negative in a direction.

    Args:
        values: Tensors of inertia [kg m^2], shape (n, m, 9); None where that would wait.

    Raises:
        ValueError: There is one.
    """
    require_finite(values, "inertias")
    if values is None or not values.size:
        return
    tensors = values.reshape(-1, 3, 3)
    largest = np.abs(tensors).max(axis=(1, 2), keepdims=True)
    if (np.abs(tensors - tensors.transpose(0, 2, 1)) > 1e-4 * largest).any():
        raise ValueError("'inertias' holds tensors that are not symmetric; nothing was written.")
    if (np.linalg.eigvalsh(tensors) < -1e-4 * largest[:, 0]).any():
        raise ValueError("'inertias' holds tensors with a negative principal moment; nothing was written.")


def require_order(limits: np.ndarray | None, name: str) -> None:
    """Refuse limits of which the lower is above the upper one.

    Args:
        limits: Lower and upper limits, shape (n, ..., 2); None where that would wait.
        name: Name of the parameter, for messages.

    Raises:
        ValueError: There is such a pair.
    """
    if limits is not None and (limits[..., 0] > limits[..., 1]).any():
        worst = limits[limits[..., 0] > limits[..., 1]][0].tolist()
        raise ValueError(f"'{name}' holds a lower limit above its upper one, {worst}; nothing was written.")


def check_tensor(value: torch.Tensor, name: str, shape: tuple[int, ...], dtype: Any, device: wp.Device) -> None:
    """Check a tensor as :func:`input_array` does.

    Args:
        value: The tensor.
        name: Name of the parameter, for messages.
        shape: Expected shape, without the components of vectors.
        dtype: Expected Warp type of an element.
        device: Expected device.

    Raises:
        TypeError: The tensor is of other elements.
        ValueError: Shape or device are not as expected.
    """
    expected_dtype, components, expected_device = _expectation(dtype, device.alias)
    if value.dtype is not expected_dtype:
        raise TypeError(f"'{name}' should be of {expected_dtype}, not {value.dtype}.")
    if value.shape != (*shape, *components):
        raise ValueError(f"'{name}' should have shape {(*shape, *components)}, not {tuple(value.shape)}.")
    if value.device != expected_device:
        raise ValueError(f"'{name}' should be on the simulation's device {device}, not on {value.device}.")


@cache
def _expectation(dtype: Any, device: str) -> tuple[torch.dtype, tuple[int, ...], torch.device]:
    """Type of a tensor's numbers, components of an element, and device."""
    scalar = getattr(dtype, "_wp_scalar_type_", dtype)
    return _TORCH_TYPES[scalar], tuple(getattr(dtype, "_shape_", ())), torch.device(wp.device_to_torch(device))


def on_tensor(tensor: torch.Tensor, dtype: Any, device: wp.Device, ndim: int) -> wp.array:
    """Warp array on a tensor's memory: what ``wp.from_torch`` makes, in half its time, since the types are known here.

    Args:
        tensor: The tensor.
        dtype: Warp type of an element: numbers, or vectors that are the last dimension without gaps.
        device: The tensor's device.
        ndim: Number of dimensions of the array.
    """
    if not tensor.numel():
        return wp.from_torch(tensor.detach(), dtype=dtype, requires_grad=False)
    size = tensor.element_size()
    strides = tuple(size * stride for stride in tensor.stride()[:ndim])
    array = wp.array(
        ptr=tensor.data_ptr(), dtype=dtype, shape=tuple(tensor.shape[:ndim]), strides=strides, device=device
    )
    array._tensor = tensor  # keeps the memory alive
    return array


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
