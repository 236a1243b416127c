"""Mathematics of gymapi on structured arrays of vectors, quaternions and poses.

Arguments are arrays of ``Vec3.dtype``, ``Quat.dtype`` or ``Transform.dtype``, or single ``Vec3``, ``Quat`` or
``Transform``; their shapes broadcast. Results are arrays of such a dtype. Computed in double precision.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .types.poses import Transform
from .types.quaternion import Quat
from .types.record_arrays import eulers_of_quats, numbers, quats_of_eulers, rotated, structured
from .types.struct import Struct
from .types.vectors import Vec3


def cross(a: Any, b: Any) -> np.ndarray:
    """Cross products of vectors."""
    return structured(np.cross(numbers(a, Vec3), numbers(b, Vec3)), Vec3)


def dot(a: Any, b: Any) -> np.ndarray:
    """Scalar products of vectors or of quaternions, float32."""
    kind = _kind(a)
    return np.sum(numbers(a, kind) * numbers(b, kind), axis=-1).astype(np.float32)


def rotate(quats: Any, vectors: Any) -> np.ndarray:
    """Rotate vectors by quaternions of length 1."""
    return structured(rotated(numbers(quats, Quat), numbers(vectors, Vec3)), Vec3)


def rotate_inverse(quats: Any, vectors: Any) -> np.ndarray:
    """Rotate vectors by the inverse of quaternions of length 1."""
    return structured(rotated(_conjugate(numbers(quats, Quat)), numbers(vectors, Vec3)), Vec3)


def transform(transforms: Any, points: Any) -> np.ndarray:
    """Take points from the frames whose poses are given to the frame that these are given in."""
    poses = numbers(transforms, Transform)
    return structured(rotated(poses[..., 3:], numbers(points, Vec3)) + poses[..., :3], Vec3)


def transform_inverse(transforms: Any, points: Any) -> np.ndarray:
    """Take points into the frames whose poses are given. Inverse of :func:`transform`."""
    poses = numbers(transforms, Transform)
    return structured(rotated(_conjugate(poses[..., 3:]), numbers(points, Vec3) - poses[..., :3]), Vec3)


def eulers_to_quats_zyx(eulers: Any) -> np.ndarray:
    """Quaternions of angles [rad] about x, y and z; see :meth:`Quat.from_euler_zyx`."""
    return structured(quats_of_eulers(numbers(eulers, Vec3)), Quat)


def quats_to_eulers_zyx(quats: Any) -> np.ndarray:
    """Angles [rad] about x, y and z, as vectors, of quaternions of length 1; see :meth:`Quat.to_euler_zyx`."""
    return structured(eulers_of_quats(numbers(quats, Quat)), Vec3)


def _conjugate(quats: np.ndarray) -> np.ndarray:
    return quats * (-1.0, -1.0, -1.0, 1.0)


def _kind(value: Any) -> type[Struct]:
    """Whether a value is made of vectors or of quaternions."""
    return Quat if isinstance(value, Quat) or getattr(value, "dtype", None) == Quat.dtype else Vec3
