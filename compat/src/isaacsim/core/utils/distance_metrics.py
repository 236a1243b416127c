"""Distances of translations and of rotations, under the names of Isaac Sim.

Rotations are matrices, shape (3, 3); of a homogeneous matrix, shape (4, 4), the part that counts is taken. Matrices of
USD (``Gf.Matrix3d``, ``Gf.Matrix4d``) multiply rows, so they are transposed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pxr import Gf

__all__ = [
    "rotational_distance_angle",
    "rotational_distance_identity_matrix_deviation",
    "rotational_distance_single_axis",
    "weighted_translational_distance",
]


def weighted_translational_distance(t1: Any, t2: Any, weight_matrix: Any = None) -> float:
    """Compute ``sqrt(d^T W d)`` with the difference d of two translations [m].

    Args:
        t1: Translation, shape (3,), or homogeneous matrix.
        t2: The other, likewise.
        weight_matrix: W, shape (3, 3); None means the identity.
    """
    difference = _translation(t1) - _translation(t2)
    weights = np.eye(3) if weight_matrix is None else np.asarray(weight_matrix, dtype=float)
    return float(np.sqrt(difference @ weights @ difference))


def rotational_distance_angle(r1: Any, r2: Any) -> float:
    """Compute the angle [rad] of the rotation from one orientation to another, in [0, pi]."""
    cosine = (np.trace(_rotation(r1) @ _rotation(r2).T) - 1.0) / 2.0
    return float(np.arccos(np.clip(cosine, -1.0, 1.0)))


def rotational_distance_identity_matrix_deviation(r1: Any, r2: Any) -> float:
    """Compute the Frobenius norm of ``I - R1 R2^T``: ``2 sqrt(2) sin(a / 2)`` with the angle a between the two."""
    return float(np.linalg.norm(np.eye(3) - _rotation(r1) @ _rotation(r2).T))


def rotational_distance_single_axis(r1: Any, r2: Any, axis: Any) -> float:
    """Compute the angle [rad] between where two rotations take an axis, shape (3,)."""
    vector = np.asarray(axis, dtype=float)
    vector = vector / np.linalg.norm(vector)
    return float(np.arccos(np.clip((_rotation(r1) @ vector) @ (_rotation(r2) @ vector), -1.0, 1.0)))


def _array(value: Any) -> np.ndarray:
    array = np.asarray(value, dtype=float)
    return array.T if isinstance(value, (Gf.Matrix3d, Gf.Matrix4d)) else array


def _translation(value: Any) -> np.ndarray:
    array = _array(value)
    if array.shape not in ((3,), (4, 4)):
        raise ValueError(f"A translation should have the shape (3,) or (4, 4), it has {array.shape}.")
    return array[:3, 3] if array.ndim == 2 else array


def _rotation(value: Any) -> np.ndarray:
    array = _array(value)
    if array.shape not in ((3, 3), (4, 4)):
        raise ValueError(f"A rotation should have the shape (3, 3) or (4, 4), it has {array.shape}.")
    return array[:3, :3]
