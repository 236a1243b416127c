"""Poses of prims as Lula takes them."""

from __future__ import annotations

from typing import Any

import numpy as np

import lula
from isaacsim.core.utils.rotations import quat_to_rot_matrix

__all__ = ["get_pose3", "get_pose_rel_robot_base", "get_prim_pose_in_meters", "get_prim_pose_in_meters_rel_robot_base"]


def get_prim_pose_in_meters(prim: Any, meters_per_unit: float) -> tuple[np.ndarray, np.ndarray]:
    """Position of an object in the world [m], shape (3,), and its rotation matrix, shape (3, 3)."""
    position, orientation = prim.get_world_pose()
    return np.asarray(position, dtype=np.float64) * meters_per_unit, quat_to_rot_matrix(orientation)


def get_prim_pose_in_meters_rel_robot_base(
    prim: Any, meters_per_unit: float, robot_pos: Any, robot_rot: Any
) -> tuple[np.ndarray, np.ndarray]:
    """The same in the frame of a robot's base, whose position [m] and rotation matrix are given."""
    return get_pose_rel_robot_base(*get_prim_pose_in_meters(prim, meters_per_unit), robot_pos, robot_rot)


def get_pose_rel_robot_base(
    trans: Any | None, rot: Any | None, robot_pos: Any, robot_rot: Any
) -> tuple[np.ndarray | None, np.ndarray | None]:
    """A position [m] and a rotation matrix of the world in the frame of a robot's base; None stays None."""
    to_base = np.asarray(robot_rot, dtype=np.float64).T
    position = None if trans is None else to_base @ (np.asarray(trans, dtype=np.float64) - np.asarray(robot_pos))
    return position, None if rot is None else to_base @ np.asarray(rot, dtype=np.float64)


def get_pose3(trans: Any | None = None, rot_mat: Any | None = None, rot_quat: Any | None = None) -> lula.Pose3:
    """A pose from a position [m] and a rotation matrix or a quaternion (w, x, y, z); None stands for the origin's.

    Raises:
        ValueError: Both a matrix and a quaternion are given.
    """
    if rot_mat is not None and rot_quat is not None:
        raise ValueError("A pose has one rotation: give a matrix or a quaternion, not both.")
    rotation = lula.Rotation3.identity()
    if rot_mat is not None:
        rotation = lula.Rotation3(rot_mat)
    elif rot_quat is not None:
        rotation = lula.Rotation3(*rot_quat)
    return lula.Pose3(rotation, np.zeros(3) if trans is None else trans)
