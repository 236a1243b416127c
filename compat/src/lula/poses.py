"""Rotations and poses as Lula gives them: objects, whose components are named or in the order (w, x, y, z)."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation


class Rotation3:
    """A rotation, from an angle [rad] and an axis; from a matrix, shape (3, 3); or from w, x, y and z of a quaternion.

    NumPy makes a quaternion (x, y, z, w) of it, which is what Pippin takes.

    Raises:
        ValueError: The arguments are none of these, or the axis, the quaternion or the matrix is none.
    """

    def __init__(self, *arguments: Any) -> None:
        if len(arguments) == 1:
            matrix = np.array(arguments[0], dtype=np.float64)
            if matrix.shape != (3, 3) or not np.allclose(matrix @ matrix.T, np.eye(3), atol=1e-6):
                raise ValueError(f"A rotation matrix should be orthogonal, of shape (3, 3); it is {arguments[0]}.")
            self._rotation = Rotation.from_matrix(matrix)
        elif len(arguments) == 2:
            angle, axis = float(arguments[0]), np.array(arguments[1], dtype=np.float64)
            if axis.shape != (3,) or not np.linalg.norm(axis) > 0.0 or not np.isfinite(angle):
                raise ValueError(f"A rotation should have a finite angle and an axis of 3 numbers; given: {arguments}.")
            self._rotation = Rotation.from_rotvec(angle * axis / np.linalg.norm(axis))
        elif len(arguments) == 4:
            quaternion = np.array(arguments, dtype=np.float64)
            if not np.linalg.norm(quaternion) > 0.0:
                raise ValueError(f"A quaternion should not be zero; given: {arguments}.")
            self._rotation = Rotation.from_quat(np.roll(quaternion, -1))
        else:
            raise ValueError(f"A rotation is made of angle and axis, a matrix, or w, x, y and z; given: {arguments}.")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self._rotation.as_quat(), dtype=dtype)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Rotation3):
            return _as_rotation3(self._rotation * other._rotation)
        return self._rotation.apply(np.asarray(other, dtype=np.float64))

    def __repr__(self) -> str:
        return f"Rotation3(w={self.w():g}, x={self.x():g}, y={self.y():g}, z={self.z():g})"

    @staticmethod
    def identity() -> Rotation3:
        """No rotation."""
        return Rotation3(1.0, 0.0, 0.0, 0.0)

    @staticmethod
    def from_scaled_axis(scaled_axis: Any) -> Rotation3:
        """Rotation about an axis by its length [rad]."""
        return _as_rotation3(Rotation.from_rotvec(np.asarray(scaled_axis, dtype=np.float64)))

    def scaled_axis(self) -> np.ndarray:
        """Axis times angle [rad], shape (3,)."""
        return self._rotation.as_rotvec()

    def matrix(self) -> np.ndarray:
        """Rotation matrix, shape (3, 3)."""
        return self._rotation.as_matrix()

    def inverse(self) -> Rotation3:
        """The rotation that takes this one back."""
        return _as_rotation3(self._rotation.inv())

    def w(self) -> float:
        """Real part of the quaternion."""
        return float(self._rotation.as_quat()[3])

    def x(self) -> float:
        """First imaginary part of the quaternion."""
        return float(self._rotation.as_quat()[0])

    def y(self) -> float:
        """Second imaginary part of the quaternion."""
        return float(self._rotation.as_quat()[1])

    def z(self) -> float:
        """Third imaginary part of the quaternion."""
        return float(self._rotation.as_quat()[2])


class Pose3:
    """A pose, from a :class:`Rotation3` and a translation [m]; from a matrix, shape (4, 4); or of the origin.

    NumPy makes (x, y, z, qx, qy, qz, qw) of it, which is what Pippin takes.

    Raises:
        ValueError: The arguments are none of these, or the translation or the matrix is none.
    """

    def __init__(self, *arguments: Any) -> None:
        if len(arguments) == 0:
            arguments = (Rotation3.identity(), np.zeros(3))
        elif len(arguments) == 1:
            matrix = np.array(arguments[0], dtype=np.float64)
            if matrix.shape != (4, 4):
                raise ValueError(f"The matrix of a pose should have the shape (4, 4); its shape is {matrix.shape}.")
            arguments = (Rotation3(matrix[:3, :3]), matrix[:3, 3])
        if len(arguments) != 2 or not isinstance(arguments[0], Rotation3):
            raise ValueError(f"A pose is made of a Rotation3 and a translation, or of a matrix; given: {arguments}.")
        self.rotation = arguments[0]
        self.translation = np.array(arguments[1], dtype=np.float64)
        if self.translation.shape != (3,):
            raise ValueError(f"A translation should be 3 numbers; its shape is {self.translation.shape}.")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.concatenate([self.translation, np.asarray(self.rotation)]).astype(dtype or np.float64)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Pose3):
            return Pose3(self.rotation * other.rotation, self * other.translation)
        return self.translation + self.rotation * other

    def __repr__(self) -> str:
        return f"Pose3({self.rotation}, {self.translation})"

    @staticmethod
    def identity() -> Pose3:
        """Pose of the origin."""
        return Pose3()

    @staticmethod
    def from_rotation(rotation: Rotation3) -> Pose3:
        """Pose at the origin with a rotation."""
        return Pose3(rotation, np.zeros(3))

    @staticmethod
    def from_translation(translation: Any) -> Pose3:
        """Pose at a position [m] without rotation."""
        return Pose3(Rotation3.identity(), translation)

    def matrix(self) -> np.ndarray:
        """Homogeneous matrix, shape (4, 4)."""
        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = self.rotation.matrix(), self.translation
        return matrix

    def inverse(self) -> Pose3:
        """Pose of the base in the frame."""
        inverse = self.rotation.inverse()
        return Pose3(inverse, -(inverse * self.translation))


def _as_rotation3(rotation: Rotation) -> Rotation3:
    x, y, z, w = rotation.as_quat()
    return Rotation3(w, x, y, z)
