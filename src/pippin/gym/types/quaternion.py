"""Quat, the rotation of gymapi."""

from __future__ import annotations

import math
from typing import Any, ClassVar, SupportsFloat

import numpy as np

from .record_arrays import eulers_of_quats, numbers, quats_of_eulers
from .struct import Struct, read_record
from .vectors import Vec3


class Quat(Struct):
    """Rotation as a quaternion (x, y, z, w); the identity unless told otherwise."""

    dtype: ClassVar[np.dtype] = np.dtype([("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("w", "<f4")])

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    w: float = 1.0

    def __init__(
        self, x: SupportsFloat = 0.0, y: SupportsFloat = 0.0, z: SupportsFloat = 0.0, w: SupportsFloat = 1.0
    ) -> None:
        super().__init__(x=x, y=y, z=z, w=w)

    @classmethod
    def from_buffer(cls, buffer: Any) -> Quat:
        """Read four numbers; see :func:`~pippin.gym.types.struct.read_record`."""
        return cls(*read_record(buffer, cls.dtype))

    @staticmethod
    def from_axis_angle(axis: Vec3, angle: SupportsFloat) -> Quat:
        """Rotation about an axis of any length by an angle [rad]. An axis of length 0 gives the identity."""
        length = axis.length()
        if length == 0.0:
            return Quat()
        half = 0.5 * float(angle)
        vector = axis * (math.sin(half) / length)
        return Quat(vector.x, vector.y, vector.z, math.cos(half))

    @staticmethod
    def from_euler_zyx(x: SupportsFloat, y: SupportsFloat, z: SupportsFloat) -> Quat:
        """Rotation about the fixed axes x, then y, then z, by angles [rad]: Rz Ry Rx as matrices.

        The same as turning about z, the new y, and the newest x, which gives the method its name.
        """
        return Quat(*quats_of_eulers(np.array([float(x), float(y), float(z)])))

    def to_euler_zyx(self) -> tuple[float, float, float]:
        """Angles [rad] about x, y and z of :meth:`from_euler_zyx`, the middle one within [-pi/2, pi/2]."""
        angle_x, angle_y, angle_z = eulers_of_quats(numbers(self, Quat))
        return float(angle_x), float(angle_y), float(angle_z)

    def rotate(self, vector: Vec3) -> Vec3:
        """Rotate a vector. The quaternion is of length 1."""
        xyz = Vec3(self.x, self.y, self.z)
        twice_cross = xyz.cross(vector) * 2.0
        return vector + twice_cross * self.w + xyz.cross(twice_cross)

    def inverse(self) -> Quat:
        """Inverse rotation, for a quaternion of any length but 0."""
        square = self._length_sq()
        return Quat(-self.x / square, -self.y / square, -self.z / square, self.w / square)

    def normalize(self) -> Quat:
        """The same rotation with length 1."""
        length = math.sqrt(self._length_sq())
        return Quat(self.x / length, self.y / length, self.z / length, self.w / length)

    def __mul__(self, other: Quat) -> Quat:
        """Hamilton product: the rotation ``other``, then this one."""
        if not isinstance(other, Quat):
            return NotImplemented
        return Quat(
            self.w * other.x + self.x * other.w + self.y * other.z - self.z * other.y,
            self.w * other.y - self.x * other.z + self.y * other.w + self.z * other.x,
            self.w * other.z + self.x * other.y - self.y * other.x + self.z * other.w,
            self.w * other.w - self.x * other.x - self.y * other.y - self.z * other.z,
        )

    def _length_sq(self) -> float:
        """Square of the length, which must not be 0."""
        square = self.x * self.x + self.y * self.y + self.z * self.z + self.w * self.w
        if square == 0.0:
            raise ValueError("a quaternion of length 0 is no rotation; expected one of length 1.")
        return square
