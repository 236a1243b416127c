"""Poses, velocities, forces and matrices of gymapi, and the records of the state of bodies and DOFs."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from .quaternion import Quat
from .record_arrays import numbers, rotated, structured
from .struct import Struct, read_record
from .vectors import Vec3


class Transform(Struct):
    """Pose of a frame in another one: first rotated, then moved."""

    dtype: ClassVar[np.dtype] = np.dtype([("p", Vec3.dtype), ("r", Quat.dtype)])

    p: Vec3 = Vec3()
    """Position of the origin [m]."""
    r: Quat = Quat()
    """Rotation."""

    def __init__(self, p: Vec3 | None = None, r: Quat | None = None) -> None:
        super().__init__(p=Vec3() if p is None else p, r=Quat() if r is None else r)

    @classmethod
    def from_buffer(cls, buffer: Any) -> Transform:
        """Read seven numbers, position first; see :func:`~pippin.gym.types.struct.read_record`."""
        values = read_record(buffer, cls.dtype)
        return cls(Vec3(*values[:3]), Quat(*values[3:]))

    def inverse(self) -> Transform:
        """Pose of the other frame in this one."""
        rotation = self.r.inverse()
        return Transform(-rotation.rotate(self.p), rotation)

    def transform_point(self, point: Vec3) -> Vec3:
        """Take a point from this frame to the other one."""
        return self.r.rotate(point) + self.p

    def transform_vector(self, vector: Vec3) -> Vec3:
        """Take a direction from this frame to the other one: rotate it."""
        return self.r.rotate(vector)

    def transform_points(self, points: np.ndarray) -> np.ndarray:
        """Take points, an array of ``Vec3.dtype`` of any shape, from this frame to the other one."""
        pose = numbers(self, Transform)
        return structured(rotated(pose[3:], numbers(points, Vec3)) + pose[:3], Vec3)

    def transform_vectors(self, vectors: np.ndarray) -> np.ndarray:
        """Rotate directions, an array of ``Vec3.dtype`` of any shape."""
        return structured(rotated(numbers(self.r, Quat), numbers(vectors, Vec3)), Vec3)

    def __mul__(self, other: Transform) -> Transform:
        """Pose of ``other``, which is given in this frame, in the frame that this one is given in."""
        if not isinstance(other, Transform):
            return NotImplemented
        return Transform(self.transform_point(other.p), self.r * other.r)


class Velocity(Struct):
    """Velocity of a body. The constructor's names are those of Isaac Gym."""

    dtype: ClassVar[np.dtype] = np.dtype([("linear", Vec3.dtype), ("angular", Vec3.dtype)])

    linear: Vec3 = Vec3()
    """Velocity of the origin [m/s]."""
    angular: Vec3 = Vec3()
    """Angular velocity [rad/s]."""

    def __init__(self, p: Vec3 | None = None, q: Vec3 | None = None) -> None:
        super().__init__(linear=Vec3() if p is None else p, angular=Vec3() if q is None else q)

    @classmethod
    def from_buffer(cls, buffer: Any) -> Velocity:
        """Read six numbers, linear first; see :func:`~pippin.gym.types.struct.read_record`."""
        values = read_record(buffer, cls.dtype)
        return cls(Vec3(*values[:3]), Vec3(*values[3:]))


class SpatialForce(Struct):
    """Force [N] and torque [N m]."""

    force: Vec3 = Vec3()
    torque: Vec3 = Vec3()


class Mat33(Struct):
    """Matrix of three rows, such as an inertia; zero unless told otherwise."""

    x: Vec3 = Vec3()
    y: Vec3 = Vec3()
    z: Vec3 = Vec3()


class Mat44(Struct):
    """Matrix of four rows; zero unless told otherwise."""

    x: Quat = Quat(0.0, 0.0, 0.0, 0.0)
    y: Quat = Quat(0.0, 0.0, 0.0, 0.0)
    z: Quat = Quat(0.0, 0.0, 0.0, 0.0)
    w: Quat = Quat(0.0, 0.0, 0.0, 0.0)


class RigidBodyState(Struct):
    """Pose and velocity of a body, as arrays of states have them: 13 numbers."""

    dtype: ClassVar[np.dtype] = np.dtype([("pose", Transform.dtype), ("vel", Velocity.dtype)])

    pose: Transform = Transform()
    vel: Velocity = Velocity()


class DofState(Struct):
    """Position [m or rad] and velocity [m/s or rad/s] of a DOF."""

    dtype: ClassVar[np.dtype] = np.dtype([("pos", "<f4"), ("vel", "<f4")])

    pos: float = 0.0
    vel: float = 0.0


class DofFrame(Struct):
    """Where a DOF acts, in the frame of the environment."""

    dtype: ClassVar[np.dtype] = np.dtype([("origin", Vec3.dtype), ("axis", Vec3.dtype)])

    origin: Vec3 = Vec3()
    """Point on the axis [m]."""
    axis: Vec3 = Vec3()
    """Direction of the motion, or of the axis of rotation; of length 1."""

    def __init__(self, origin: Vec3 | None = None, axis: Vec3 | None = None) -> None:
        super().__init__(origin=Vec3() if origin is None else origin, axis=Vec3() if axis is None else axis)

    @classmethod
    def from_buffer(cls, buffer: Any) -> DofFrame:
        """Read six numbers, origin first; see :func:`~pippin.gym.types.struct.read_record`."""
        values = read_record(buffer, cls.dtype)
        return cls(Vec3(*values[:3]), Vec3(*values[3:]))


class ParticleState(Struct):
    """State of a particle of a soft body. Pippin has none; the type is there for what refers to it."""

    dtype: ClassVar[np.dtype] = np.dtype([("position", Quat.dtype), ("velocity", Vec3.dtype), ("normal", Quat.dtype)])

    position: Quat = Quat(0.0, 0.0, 0.0, 0.0)
    velocity: Vec3 = Vec3()
    normal: Quat = Quat(0.0, 0.0, 0.0, 0.0)
