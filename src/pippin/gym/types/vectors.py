"""Vectors of gymapi: Vec2, Vec3, Int2, Int3."""

from __future__ import annotations

import math
from typing import Any, ClassVar, SupportsFloat

import numpy as np

from .struct import Struct, read_record


class Vec2(Struct):
    """Vector in the plane."""

    dtype: ClassVar[np.dtype] = np.dtype([("x", "<f4"), ("y", "<f4")])

    x: float = 0.0
    y: float = 0.0

    def __init__(self, x: SupportsFloat = 0.0, y: SupportsFloat = 0.0) -> None:
        super().__init__(x=x, y=y)

    @classmethod
    def from_buffer(cls, buffer: Any) -> Vec2:
        """Read two numbers; see :func:`~pippin.gym.types.struct.read_record`."""
        return cls(*read_record(buffer, cls.dtype))

    def __add__(self, other: Vec2) -> Vec2:
        return Vec2(self.x + other.x, self.y + other.y) if isinstance(other, Vec2) else NotImplemented

    def __sub__(self, other: Vec2) -> Vec2:
        return Vec2(self.x - other.x, self.y - other.y) if isinstance(other, Vec2) else NotImplemented

    def __neg__(self) -> Vec2:
        return Vec2(-self.x, -self.y)

    def __mul__(self, factor: SupportsFloat) -> Vec2:
        return Vec2(self.x * float(factor), self.y * float(factor))

    def __truediv__(self, divisor: SupportsFloat) -> Vec2:
        return Vec2(self.x / float(divisor), self.y / float(divisor))


class Vec3(Struct):
    """Vector in space."""

    dtype: ClassVar[np.dtype] = np.dtype([("x", "<f4"), ("y", "<f4"), ("z", "<f4")])

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0

    def __init__(self, x: SupportsFloat = 0.0, y: SupportsFloat = 0.0, z: SupportsFloat = 0.0) -> None:
        super().__init__(x=x, y=y, z=z)

    @classmethod
    def from_buffer(cls, buffer: Any) -> Vec3:
        """Read three numbers; see :func:`~pippin.gym.types.struct.read_record`."""
        return cls(*read_record(buffer, cls.dtype))

    def dot(self, other: Vec3) -> float:
        """Scalar product."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: Vec3) -> Vec3:
        """Cross product."""
        return Vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )

    def length(self) -> float:
        """Euclidean length."""
        return math.hypot(self.x, self.y, self.z)

    def length_sq(self) -> float:
        """Square of the length."""
        return self.dot(self)

    def normalize(self) -> Vec3:
        """Vector of length 1 in the same direction. Zero stays zero."""
        return self / (self.length() or 1.0)

    def __add__(self, other: Vec3) -> Vec3:
        return Vec3(self.x + other.x, self.y + other.y, self.z + other.z) if isinstance(other, Vec3) else NotImplemented

    def __sub__(self, other: Vec3) -> Vec3:
        return Vec3(self.x - other.x, self.y - other.y, self.z - other.z) if isinstance(other, Vec3) else NotImplemented

    def __neg__(self) -> Vec3:
        return Vec3(-self.x, -self.y, -self.z)

    def __mul__(self, factor: SupportsFloat) -> Vec3:
        return Vec3(self.x * float(factor), self.y * float(factor), self.z * float(factor))

    def __truediv__(self, divisor: SupportsFloat) -> Vec3:
        return Vec3(self.x / float(divisor), self.y / float(divisor), self.z / float(divisor))


class Int2(Struct):
    """Two integers, such as the width and height of a window."""

    dtype: ClassVar[np.dtype] = np.dtype([("x", "<i4"), ("y", "<i4")])

    x: int = 0
    y: int = 0

    def __init__(self, x: int = 0, y: int = 0) -> None:
        super().__init__(x=x, y=y)


class Int3(Struct):
    """Three integers."""

    dtype: ClassVar[np.dtype] = np.dtype([("x", "<i4"), ("y", "<i4"), ("z", "<i4")])

    x: int = 0
    y: int = 0
    z: int = 0

    def __init__(self, x: int = 0, y: int = 0, z: int = 0) -> None:
        super().__init__(x=x, y=y, z=z)
