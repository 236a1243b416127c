"""A robot as tables of numbers, ready for kernels."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pippin.motion.yaml_file import quoted

BASE = -1
"""Stands in tables of joints for the base of the robot, which no joint moves."""


class JointKind(enum.IntEnum):
    """How a joint moves: it turns about its z-axis, or slides along it."""

    REVOLUTE = 0
    PRISMATIC = 1


@dataclass(frozen=True, eq=False, repr=False)
class RobotModel:
    """A robot as a tree of joints that move. All arrays are float64 (indices int32) and cannot be written to.

    A configuration q holds one number per coordinate of the c-space, shape (num_coordinates,). Every joint that moves
    is driven by one coordinate: its position is ``multiplier * q[coordinate] + bias``; joints that mimic others share
    the coordinate of these. Joints that do not move (fixed ones, those that a rule of the description holds, and those
    that nothing drives) are part of the poses between the others.

    Poses are (x, y, z, qx, qy, qz, qw). The frame of a joint moves with it, and its z-axis is the axis of the joint, so
    that it differs from that of the link by a constant pose. Joints stand behind their parents.

    Attributes:
        name: Name of the robot.
        coordinate_names: Names of the joints of the c-space.
        default_q: Default configuration [m or rad], shape (num_coordinates,).
        lower_limits: Lower limits of the configuration [m or rad], shape (num_coordinates,); infinite means none.
        upper_limits: Upper limits, in the same form.
        velocity_limits: Limits of velocity [m/s or rad/s], shape (num_coordinates,); infinite means none.
        acceleration_limits: Limits of acceleration [m/s^2 or rad/s^2], in the same form.
        jerk_limits: Limits of jerk [m/s^3 or rad/s^3], in the same form.
        joint_names: Names of the joints that move.
        joint_parents: Joint whose frame each joint is fixed in, or :data:`BASE`, shape (num_joints,).
        joint_kinds: :class:`JointKind` of each joint, shape (num_joints,).
        joint_offsets: Pose of each joint at position 0 in the frame of its parent, shape (num_joints, 7).
        joint_coordinates: Coordinate that drives each joint, shape (num_joints,).
        joint_multipliers: Factor of the coordinate, shape (num_joints,).
        joint_biases: What is added to it [m or rad], shape (num_joints,).
        frame_names: Names of the links, any of which can be an end effector.
        frame_joints: Joint that moves each link, or :data:`BASE`, shape (num_frames,).
        frame_offsets: Pose of each link in the frame of that joint, shape (num_frames, 7).
        sphere_frames: Names of the links that the collision spheres are fixed to.
        sphere_joints: Joint that moves each sphere, or :data:`BASE`, shape (num_spheres,).
        sphere_centers: Centre of each sphere in the frame of that joint [m], shape (num_spheres, 3).
        sphere_radii: Radius of each sphere [m], shape (num_spheres,).
    """

    name: str
    coordinate_names: tuple[str, ...]
    default_q: np.ndarray
    lower_limits: np.ndarray
    upper_limits: np.ndarray
    velocity_limits: np.ndarray
    acceleration_limits: np.ndarray
    jerk_limits: np.ndarray
    joint_names: tuple[str, ...]
    joint_parents: np.ndarray
    joint_kinds: np.ndarray
    joint_offsets: np.ndarray
    joint_coordinates: np.ndarray
    joint_multipliers: np.ndarray
    joint_biases: np.ndarray
    frame_names: tuple[str, ...]
    frame_joints: np.ndarray
    frame_offsets: np.ndarray
    sphere_frames: tuple[str, ...]
    sphere_joints: np.ndarray
    sphere_centers: np.ndarray
    sphere_radii: np.ndarray

    def __post_init__(self) -> None:
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

    def __repr__(self) -> str:
        return (
            f"RobotModel('{self.name}', {self.num_coordinates} coordinates, {self.num_joints} joints that move, "
            f"{len(self.frame_names)} frames, {self.num_spheres} spheres)"
        )

    @property
    def num_coordinates(self) -> int:
        """Number of coordinates of the c-space."""
        return len(self.coordinate_names)

    @property
    def num_joints(self) -> int:
        """Number of joints that move."""
        return len(self.joint_names)

    @property
    def num_spheres(self) -> int:
        """Number of collision spheres."""
        return len(self.sphere_radii)

    def frame_index(self, name: str) -> int:
        """Index of a link.

        Raises:
            ValueError: There is no such link.
        """
        index = self._frame_index_of.get(name)
        if index is None:
            raise ValueError(f"The robot '{self.name}' has no frame '{name}'; there are: {quoted(self.frame_names)}.")
        return index

    def joints_to(self, frame_name: str) -> list[int]:
        """Joints that move a link, from the base on.

        Raises:
            ValueError: There is no such link.
        """
        joints: list[int] = []
        joint = int(self.frame_joints[self.frame_index(frame_name)])
        while joint != BASE:
            joints.append(joint)
            joint = int(self.joint_parents[joint])
        return joints[::-1]

    def nearest_turn(self, q: np.ndarray, reference: np.ndarray) -> np.ndarray:
        """Turn joints of a configuration by whole turns, within their limits, as near to another one as they get.

        All links stay where they are: only coordinates are turned that drive revolute joints one to one.

        Args:
            q: Configuration [m or rad], shape (num_coordinates,).
            reference: The other one, in the same form.
        """
        away = reference - q
        if np.abs(away).max(initial=0.0) <= np.pi:
            return q
        turned = q + 2.0 * np.pi * np.round(away / (2.0 * np.pi)) * self.turns_freely
        allowed = (turned >= self.lower_limits) & (turned <= self.upper_limits)
        return np.where(allowed, turned, q)

    @cached_property
    def turns_freely(self) -> np.ndarray:
        """Whether a whole turn of a coordinate brings all that it drives back, shape (num_coordinates,)."""
        single = (self.joint_kinds != JointKind.PRISMATIC) & (np.abs(self.joint_multipliers) == 1.0)
        others = np.bincount(self.joint_coordinates[~single], minlength=self.num_coordinates)
        return others == 0

    @cached_property
    def _frame_index_of(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.frame_names)}
