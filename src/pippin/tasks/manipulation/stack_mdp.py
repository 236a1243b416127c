"""Terms of stacking three cubes: those of :mod:`pippin.envs.mdp`, and of cubes and gripper.

The scene has the cubes "cube_1" (below) to "cube_3" (on top), the robot "robot" and the frame sensor "ee_frame", whose
first frame is the point between the fingers. The environment's config names the two joints of the fingers in
``gripper_joint_names``, where they are open in ``gripper_open_val`` [m], and in ``gripper_threshold`` how far they are
from there when they hold something [m]. Names, sizes and default values are those of Isaac Lab 2.3.2.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Literal

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.envs.mdp import *  # noqa: F403
from pippin.utils import as_torch

from .gripper_state import (
    chosen_part,
    finger_joints,
    gripper_position,
    in_base,
    is_at_gripper,
    is_over,
    object_in_base,
    position_of,
    quaternion_of,
)

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

CUBES = (SceneEntityCfg("cube_1"), SceneEntityCfg("cube_2"), SceneEntityCfg("cube_3"))
ROBOT, FRAME = SceneEntityCfg("robot"), SceneEntityCfg("ee_frame")


def cube_positions_in_world_frame(
    env: ManagerBasedRLEnv,
    cube_1_cfg: SceneEntityCfg = CUBES[0],
    cube_2_cfg: SceneEntityCfg = CUBES[1],
    cube_3_cfg: SceneEntityCfg = CUBES[2],
) -> torch.Tensor:
    """Observe where the cubes are in the world [m], shape (N, 9)."""
    return torch.cat([position_of(env, cube) for cube in (cube_1_cfg, cube_2_cfg, cube_3_cfg)], dim=1)


def cube_orientations_in_world_frame(
    env: ManagerBasedRLEnv,
    cube_1_cfg: SceneEntityCfg = CUBES[0],
    cube_2_cfg: SceneEntityCfg = CUBES[1],
    cube_3_cfg: SceneEntityCfg = CUBES[2],
) -> torch.Tensor:
    """Observe how the cubes are turned in the world, quaternions, shape (N, 12)."""
    return torch.cat([quaternion_of(env, cube) for cube in (cube_1_cfg, cube_2_cfg, cube_3_cfg)], dim=1)


def object_obs(
    env: ManagerBasedRLEnv,
    cube_1_cfg: SceneEntityCfg = CUBES[0],
    cube_2_cfg: SceneEntityCfg = CUBES[1],
    cube_3_cfg: SceneEntityCfg = CUBES[2],
    ee_frame_cfg: SceneEntityCfg = FRAME,
) -> torch.Tensor:
    """Observe the cubes, shape (N, 39).

    Returns:
        The pose of each cube from the environment's origin (3 x 7), the way from the gripper to each cube (3 x 3), and
        the ways to the first cube from the second, to the second from the third, to the first from the third (3 x 3)
        [m].
    """
    cubes = (cube_1_cfg, cube_2_cfg, cube_3_cfg)
    positions, quats = [position_of(env, cube) for cube in cubes], [quaternion_of(env, cube) for cube in cubes]
    return seen_objects(env, positions, quats, gripper_position(env, ee_frame_cfg))


def seen_objects(
    env: ManagerBasedRLEnv, positions: list[torch.Tensor], quats: list[torch.Tensor], gripper: torch.Tensor
) -> torch.Tensor:
    """Put together what :func:`object_obs` observes of three objects at positions in the world [m], shapes (N, 3)."""
    origins = as_torch(env.scene.env_origins)
    poses: list[torch.Tensor] = []
    for position, quat in zip(positions, quats, strict=True):
        poses += [position - origins, quat]
    first, second, third = positions
    ways = [position - gripper for position in positions]
    return torch.cat([*poses, *ways, first - second, second - third, first - third], dim=1)


def ee_frame_pos(env: ManagerBasedRLEnv, ee_frame_cfg: SceneEntityCfg = FRAME) -> torch.Tensor:
    """Observe the gripper's position from the environment's origin [m], shape (N, 3)."""
    return gripper_position(env, ee_frame_cfg) - as_torch(env.scene.env_origins)


def ee_frame_quat(env: ManagerBasedRLEnv, ee_frame_cfg: SceneEntityCfg = FRAME) -> torch.Tensor:
    """Observe the gripper's orientation in the world, a quaternion, shape (N, 4)."""
    return as_torch(env.scene[ee_frame_cfg.name].data.target_quat_w)[:, 0]


def ee_frame_pose_in_base_frame(
    env: ManagerBasedRLEnv,
    ee_frame_cfg: SceneEntityCfg = FRAME,
    robot_cfg: SceneEntityCfg = ROBOT,
    return_key: Literal["pos", "quat"] | None = None,
) -> torch.Tensor:
    """Observe the gripper in the frame of the robot's root: position [m] (N, 3), quaternion (N, 4), or both (N, 7)."""
    position, quat = in_base(env, robot_cfg, gripper_position(env, ee_frame_cfg), ee_frame_quat(env, ee_frame_cfg))
    return chosen_part(position, quat, return_key)


def cube_poses_in_base_frame(
    env: ManagerBasedRLEnv,
    cube_1_cfg: SceneEntityCfg = CUBES[0],
    cube_2_cfg: SceneEntityCfg = CUBES[1],
    cube_3_cfg: SceneEntityCfg = CUBES[2],
    robot_cfg: SceneEntityCfg = ROBOT,
    return_key: Literal["pos", "quat"] | None = None,
) -> torch.Tensor:
    """Observe the cubes in the frame of the robot's root: positions [m], shape (N, 9), quaternions (N, 12), or both."""
    poses = [object_in_base(env, robot_cfg, cube) for cube in (cube_1_cfg, cube_2_cfg, cube_3_cfg)]
    positions, quats = (torch.cat(parts, dim=1) for parts in zip(*poses, strict=True))
    return chosen_part(positions, quats, return_key)


def object_abs_obs_in_base_frame(
    env: ManagerBasedRLEnv,
    cube_1_cfg: SceneEntityCfg = CUBES[0],
    cube_2_cfg: SceneEntityCfg = CUBES[1],
    cube_3_cfg: SceneEntityCfg = CUBES[2],
    ee_frame_cfg: SceneEntityCfg = FRAME,
    robot_cfg: SceneEntityCfg = ROBOT,
) -> torch.Tensor:
    """Observe the poses of the three cubes and of the gripper in the frame of the robot's root, shape (N, 28)."""
    poses = [torch.cat(object_in_base(env, robot_cfg, cube), dim=1) for cube in (cube_1_cfg, cube_2_cfg, cube_3_cfg)]
    return torch.cat([*poses, ee_frame_pose_in_base_frame(env, ee_frame_cfg, robot_cfg)], dim=1)


def gripper_pos(env: ManagerBasedRLEnv, robot_cfg: SceneEntityCfg = ROBOT) -> torch.Tensor:
    """Observe the joints of the two fingers, the second with the opposite sign [m], shape (N, 2)."""
    return finger_joints(env, robot_cfg) * torch.tensor([1.0, -1.0], device=env.device)


def object_grasped(
    env: ManagerBasedRLEnv,
    robot_cfg: SceneEntityCfg,
    ee_frame_cfg: SceneEntityCfg,
    object_cfg: SceneEntityCfg,
    diff_threshold: float = 0.06,
) -> torch.Tensor:
    """Tell whether an object is near the gripper [m] and both fingers are off their open place, shape (N,)."""
    near = is_at_gripper(env, object_cfg, ee_frame_cfg, diff_threshold)
    moved = (finger_joints(env, robot_cfg) - env.cfg.gripper_open_val).abs() > env.cfg.gripper_threshold
    return near & moved.all(dim=1)


def object_stacked(
    env: ManagerBasedRLEnv,
    robot_cfg: SceneEntityCfg,
    upper_object_cfg: SceneEntityCfg,
    lower_object_cfg: SceneEntityCfg,
    xy_threshold: float = 0.05,
    height_threshold: float = 0.005,
    height_diff: float = 0.0468,
) -> torch.Tensor:
    """Tell whether an object lies on another one and the gripper is open, shape (N,).

    Args:
        env: The environment.
        robot_cfg: The robot.
        upper_object_cfg: The object that is to lie on top.
        lower_object_cfg: The object below.
        xy_threshold: Largest distance of the two across [m].
        height_threshold: How much more than ``height_diff`` they may be apart in height [m].
        height_diff: Distance in height when one lies on the other [m].
    """
    lies = is_over(env, upper_object_cfg, lower_object_cfg, xy_threshold, height_threshold, height_diff)
    return lies & _is_open(env, robot_cfg)


def cubes_stacked(
    env: ManagerBasedRLEnv,
    robot_cfg: SceneEntityCfg = ROBOT,
    cube_1_cfg: SceneEntityCfg = CUBES[0],
    cube_2_cfg: SceneEntityCfg = CUBES[1],
    cube_3_cfg: SceneEntityCfg | None = CUBES[2],
    xy_threshold: float = 0.04,
    height_threshold: float = 0.005,
    height_diff: float = 0.0468,
    atol: float = 0.0001,
    rtol: float = 0.0001,
    max_lin_vel: float | None = None,
) -> torch.Tensor:
    """End episodes whose cubes are stacked in order with the gripper open, shape (N,).

    Args:
        env: The environment.
        robot_cfg: The robot.
        cube_1_cfg: The lowest cube.
        cube_2_cfg: The cube on it.
        cube_3_cfg: The cube on top; None for a stack of two.
        xy_threshold: Largest distance of neighbors across [m].
        height_threshold: How much more than ``height_diff`` neighbors may be apart in height [m].
        height_diff: Distance of neighbors in height [m].
        atol: How far fingers may be from where they are open [m].
        rtol: The same, as a part of ``gripper_open_val``.
        max_lin_vel: Speed below which a cube is at rest [m/s], as in Isaac Lab 3, where one that falls past its place
            does not count; None for any.
    """
    stacked = _is_open(env, robot_cfg, atol, rtol)
    cubes = [cube_1_cfg, cube_2_cfg, *([] if cube_3_cfg is None else [cube_3_cfg])]
    for lower, upper in itertools.pairwise(cubes):
        way = position_of(env, upper) - position_of(env, lower)
        stacked &= way[:, :2].norm(dim=1) < xy_threshold
        stacked &= (way[:, 2] > 0.0) & (way[:, 2] - height_diff < height_threshold)
    for cube in cubes if max_lin_vel is not None else ():
        stacked &= as_torch(env.scene[cube.name].data.root_lin_vel_w).norm(dim=1) < max_lin_vel
    return stacked


def _is_open(
    env: ManagerBasedRLEnv, robot_cfg: SceneEntityCfg, atol: float = 0.0001, rtol: float = 0.0001
) -> torch.Tensor:
    """Whether both fingers are where they are open, shape (N,)."""
    opening = float(env.cfg.gripper_open_val)
    return ((finger_joints(env, robot_cfg) - opening).abs() <= atol + rtol * abs(opening)).all(dim=1)
