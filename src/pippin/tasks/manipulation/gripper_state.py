"""What terms of arms that hold things read: objects, the gripper's frame and its two fingers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.utils import as_torch
from pippin.utils.math import subtract_frame_transforms

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv


def position_of(env: ManagerBasedRLEnv, object_cfg: SceneEntityCfg) -> torch.Tensor:
    """Where an object is in the world [m], shape (N, 3)."""
    return as_torch(env.scene[object_cfg.name].data.root_pos_w)


def quaternion_of(env: ManagerBasedRLEnv, object_cfg: SceneEntityCfg) -> torch.Tensor:
    """How an object is turned in the world, a quaternion, shape (N, 4)."""
    return as_torch(env.scene[object_cfg.name].data.root_quat_w)


def gripper_position(env: ManagerBasedRLEnv, ee_frame_cfg: SceneEntityCfg) -> torch.Tensor:
    """Where the first frame of a frame sensor is in the world [m], shape (N, 3)."""
    return as_torch(env.scene[ee_frame_cfg.name].data.target_pos_w)[:, 0]


def in_base(
    env: ManagerBasedRLEnv, robot_cfg: SceneEntityCfg, position: torch.Tensor, quat: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """A pose of the world, [m] (N, 3) and a quaternion (N, 4), in the frame of the robot's root, of the same shapes."""
    data = env.scene[robot_cfg.name].data
    pose = subtract_frame_transforms(as_torch(data.root_pos_w), as_torch(data.root_quat_w), position, quat)
    return as_torch(pose[0]), as_torch(pose[1])


def object_in_base(
    env: ManagerBasedRLEnv, robot_cfg: SceneEntityCfg, object_cfg: SceneEntityCfg
) -> tuple[torch.Tensor, torch.Tensor]:
    """Pose of an object in the frame of the robot's root: position [m] (N, 3), quaternion (N, 4)."""
    return in_base(env, robot_cfg, position_of(env, object_cfg), quaternion_of(env, object_cfg))


def is_at_gripper(
    env: ManagerBasedRLEnv, object_cfg: SceneEntityCfg, ee_frame_cfg: SceneEntityCfg, distance: float
) -> torch.Tensor:
    """Whether an object is nearer than a distance [m] to the gripper, shape (N,)."""
    return (position_of(env, object_cfg) - gripper_position(env, ee_frame_cfg)).norm(dim=1) < distance


def is_over(
    env: ManagerBasedRLEnv,
    upper_cfg: SceneEntityCfg,
    lower_cfg: SceneEntityCfg,
    xy_threshold: float,
    height_threshold: float,
    height_diff: float,
) -> torch.Tensor:
    """Whether two objects lie on or in each other, shape (N,).

    Args:
        env: The environment.
        upper_cfg: One of them.
        lower_cfg: The other.
        xy_threshold: Largest distance of the two across [m].
        height_threshold: How much more than ``height_diff`` they may be apart in height [m].
        height_diff: Distance in height when one lies on or in the other [m].
    """
    way = position_of(env, upper_cfg) - position_of(env, lower_cfg)
    return (way[:, :2].norm(dim=1) < xy_threshold) & (way[:, 2].abs() - height_diff < height_threshold)


def chosen_part(position: torch.Tensor, quat: torch.Tensor, key: str | None) -> torch.Tensor:
    """Positions [m], shape (N, 3), for "pos", quaternions, (N, 4), for "quat", otherwise both, (N, 7)."""
    parts = {"pos": position, "quat": quat}
    return parts[key] if key in parts else torch.cat((position, quat), dim=1)


def finger_joints(env: ManagerBasedRLEnv, robot_cfg: SceneEntityCfg) -> torch.Tensor:
    """Joints of the two fingers [m], shape (N, 2).

    Raises:
        ValueError: The environment's config does not name two joints of fingers.
    """
    robot, names = env.scene[robot_cfg.name], getattr(env.cfg, "gripper_joint_names", None)
    ids = robot.find_joints(names)[0] if names else []
    if len(ids) != 2:
        raise ValueError(
            f"'gripper_joint_names' of {type(env.cfg).__name__} is {names!r}, which is {len(ids)} joints of the robot "
            f"'{robot_cfg.name}'; expected the two joints of a parallel gripper: there are {robot.joint_names}."
        )
    return as_torch(robot.data.joint_pos)[:, ids]
