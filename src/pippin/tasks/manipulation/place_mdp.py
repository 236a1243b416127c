"""Terms of putting one object into another: those of :mod:`pippin.envs.mdp`, and of what a gripper holds and puts down.

The environment's config names the two joints of the fingers in ``gripper_joint_names``, where they are open in
``gripper_open_val`` [m], and in ``gripper_threshold`` how far they are from there when they hold something [m]. A
contact sensor "contact_grasp" or "contact_grasp_OBJECT" of the two fingers is asked as well where the scene has one.
Names, sizes and default values are those of Isaac Lab 2.3.2, whose suction cups are not served.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.envs.mdp import *  # noqa: F403
from pippin.utils import as_torch
from pippin.utils.math import euler_xyz_from_quat, wrap_to_pi

from .gripper_state import (
    chosen_part,
    finger_joints,
    is_at_gripper,
    is_over,
    object_in_base,
    position_of,
    quaternion_of,
)

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

MUG, ROBOT = SceneEntityCfg("mug"), SceneEntityCfg("robot")
OBJECT_A, OBJECT_B = SceneEntityCfg("object_a"), SceneEntityCfg("object_b")


def object_poses_in_base_frame(
    env: ManagerBasedRLEnv,
    object_cfg: SceneEntityCfg = MUG,
    robot_cfg: SceneEntityCfg = ROBOT,
    return_key: Literal["pos", "quat"] | None = None,
) -> torch.Tensor:
    """Observe an object in the frame of the robot's root: position [m] (N, 3), quaternion (N, 4), or both (N, 7)."""
    return chosen_part(*object_in_base(env, robot_cfg, object_cfg), return_key)


def object_grasped(
    env: ManagerBasedRLEnv,
    robot_cfg: SceneEntityCfg,
    ee_frame_cfg: SceneEntityCfg,
    object_cfg: SceneEntityCfg,
    diff_threshold: float = 0.06,
    force_threshold: float = 1.0,
) -> torch.Tensor:
    """Tell whether an object is near the gripper, both fingers are off their open place, and both press, shape (N,).

    Args:
        env: The environment.
        robot_cfg: The robot.
        ee_frame_cfg: The frame sensor of the gripper.
        object_cfg: The object.
        diff_threshold: Largest distance from the gripper [m].
        force_threshold: Force above which a finger presses, where a sensor of contacts is in the scene [N].
    """
    grasped = is_at_gripper(env, object_cfg, ee_frame_cfg, diff_threshold)
    for sensor in ("contact_grasp", f"contact_grasp_{object_cfg.name}"):
        if sensor in env.scene.keys() and env.scene[sensor] is not None:  # noqa: SIM118 - a scene holds no names
            forces = as_torch(env.scene[sensor].data.net_forces_w)
            grasped &= (forces.norm(dim=2) > force_threshold).all(dim=1)
            break
    return grasped & ~(_off_open(env, robot_cfg) <= env.cfg.gripper_threshold).any(dim=1)


def object_placed_upright(
    env: ManagerBasedRLEnv,
    robot_cfg: SceneEntityCfg,
    object_cfg: SceneEntityCfg,
    target_height: float = 0.927,
    euler_xy_threshold: float = 0.10,
) -> torch.Tensor:
    """Tell whether an object stands upright above a height in the world and the gripper is open, shape (N,).

    Args:
        env: The environment.
        robot_cfg: The robot.
        object_cfg: The object.
        target_height: Height that its origin is above [m].
        euler_xy_threshold: Largest roll and pitch [rad].
    """
    roll, pitch, _ = (as_torch(angle) for angle in euler_xyz_from_quat(quaternion_of(env, object_cfg)))
    upright = (as_torch(wrap_to_pi(torch.stack((roll, pitch), dim=1))).abs() < euler_xy_threshold).all(dim=1)
    return upright & (position_of(env, object_cfg)[:, 2] > target_height) & _is_open(env, robot_cfg)


def object_a_is_into_b(
    env: ManagerBasedRLEnv,
    robot_cfg: SceneEntityCfg = ROBOT,
    object_a_cfg: SceneEntityCfg = OBJECT_A,
    object_b_cfg: SceneEntityCfg = OBJECT_B,
    xy_threshold: float = 0.03,
    height_threshold: float = 0.04,
    height_diff: float = 0.0,
) -> torch.Tensor:
    """Tell whether an object lies in another one and the gripper is open, shape (N,).

    Args:
        env: The environment.
        robot_cfg: The robot.
        object_a_cfg: The object that is to lie in the other.
        object_b_cfg: The other.
        xy_threshold: Largest distance of the two across [m].
        height_threshold: How much more than ``height_diff`` they may be apart in height [m].
        height_diff: Distance in height when one lies in the other [m].
    """
    lies = is_over(env, object_a_cfg, object_b_cfg, xy_threshold, height_threshold, height_diff)
    return lies & _is_open(env, robot_cfg)


def _off_open(env: ManagerBasedRLEnv, robot_cfg: SceneEntityCfg) -> torch.Tensor:
    """How far each finger is from its open place [m], shape (N, 2)."""
    return (finger_joints(env, robot_cfg).abs() - env.cfg.gripper_open_val).abs()


def _is_open(env: ManagerBasedRLEnv, robot_cfg: SceneEntityCfg) -> torch.Tensor:
    """Whether both fingers are nearer to their open place than when they hold something, shape (N,)."""
    return (_off_open(env, robot_cfg) < env.cfg.gripper_threshold).all(dim=1)
