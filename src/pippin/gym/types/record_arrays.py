"""Structured arrays of vectors, quaternions and poses as plain numbers, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from .struct import as_record


def numbers(value: Any, kind: Any) -> np.ndarray:
    """Take apart an array of a struct's dtype, or a single struct.

    Args:
        value: Array of ``kind.dtype``, of any shape; or a ``kind``.
        kind: Class of structs that are made of floats: Vec3, Quat, Transform, ...

    Returns:
        Numbers in float64, with one more dimension than ``value``.

    Raises:
        TypeError: The value is something else.
    """
    if isinstance(value, kind):
        value = np.array(as_record(value), kind.dtype)
    if not isinstance(value, (np.ndarray, np.void)) or value.dtype != kind.dtype:
        given = f"an array of {value.dtype}" if isinstance(value, np.ndarray) else f"a {type(value).__name__}"
        raise TypeError(
            f"{given} is no '{kind.__name__}'; expected a {kind.__name__} or an array of {kind.__name__}.dtype."
        )
    plain = np.ascontiguousarray(value).view(np.float32)
    return plain.reshape(*np.shape(value), kind.dtype.itemsize // plain.itemsize).astype(np.float64)


def structured(values: np.ndarray, kind: Any) -> np.ndarray:
    """Array of a struct's dtype from numbers, shape (..., numbers of a struct), whose last dimension goes into them."""
    return np.ascontiguousarray(values, dtype=np.float32).view(kind.dtype)[..., 0]


def rotated(quats: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Rotate vectors, shape (..., 3), by quaternions (x, y, z, w) of length 1, shape (..., 4)."""
    xyz, w = quats[..., :3], quats[..., 3:]
    twice_cross = 2.0 * np.cross(xyz, vectors)
    return vectors + w * twice_cross + np.cross(xyz, twice_cross)


def quats_of_eulers(angles: np.ndarray) -> np.ndarray:
    """Quaternions (x, y, z, w), shape (..., 4), of rotations about the fixed axes x, y, z [rad], shape (..., 3)."""
    sx, sy, sz = np.moveaxis(np.sin(0.5 * angles), -1, 0)
    cx, cy, cz = np.moveaxis(np.cos(0.5 * angles), -1, 0)
    components = (
        sx * cy * cz - cx * sy * sz,
        cx * sy * cz + sx * cy * sz,
        cx * cy * sz - sx * sy * cz,
        cx * cy * cz + sx * sy * sz,
    )
    return np.stack(components, axis=-1)


def eulers_of_quats(quats: np.ndarray) -> np.ndarray:
    """Inverse of :func:`quats_of_eulers`, for quaternions of length 1. The angle about y is in [-pi/2, pi/2].

    Where that is a right angle, only the sum or the difference of the others counts: that about z is 0 then.
    """
    x, y, z, w = np.moveaxis(quats, -1, 0)
    sine = np.clip(2.0 * (w * y - z * x), -1.0, 1.0)
    is_singular = np.abs(sine) > 1.0 - 1e-6  # about what single precision leaves
    about_x = np.where(
        is_singular, 2.0 * np.arctan2(x, w), np.arctan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    )
    about_z = np.where(is_singular, 0.0, np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)))
    return np.stack((about_x, np.arcsin(sine), about_z), axis=-1)
