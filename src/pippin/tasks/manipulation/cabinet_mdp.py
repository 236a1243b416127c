"""Terms of opening a drawer: those of :mod:`pippin.envs.mdp`, and what gripper and handle have to do with each other.

The frame sensor "ee_frame" has the point between the fingers and both fingers, "cabinet_frame" the handle. Rewards give
one number for each environment, shape (N,).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.envs.mdp import *  # noqa: F403
from pippin.utils import as_torch
from pippin.utils.math import matrix_from_quat, quat_unique

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv


def rel_ee_object_distance(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Observe the way from the gripper to the object "object" in the world [m], shape (N, 3)."""
    return as_torch(env.scene["object"].data.root_pos_w) - _gripper_position(env)


def rel_ee_drawer_distance(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Observe the way from the gripper to the handle in the world [m], shape (N, 3)."""
    return _handle_position(env) - _gripper_position(env)


def fingertips_pos(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Observe the fingers' positions from the environments' origins [m], shape (N, 3 fingers)."""
    positions = as_torch(env.scene["ee_frame"].data.target_pos_w)[:, 1:]
    return (positions - as_torch(env.scene.env_origins).unsqueeze(1)).reshape(env.num_envs, -1)


def ee_pos(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Observe the gripper's position from the environments' origins [m], shape (N, 3)."""
    return _gripper_position(env) - as_torch(env.scene.env_origins)


def ee_quat(env: ManagerBasedRLEnv, make_quat_unique: bool = True) -> torch.Tensor:
    """Observe the gripper's orientation in the world, shape (N, 4).

    Args:
        env: The environment.
        make_quat_unique: Whether of two quaternions of the same orientation that with positive real part is given.
    """
    quat = as_torch(env.scene["ee_frame"].data.target_quat_w)[:, 0]
    return as_torch(quat_unique(quat)) if make_quat_unique else quat


def approach_ee_handle(env: ManagerBasedRLEnv, threshold: float) -> torch.Tensor:
    """Reward nearness to the handle: 1 / (1 + d^2)^2, twice that nearer than the threshold [m]."""
    distance = rel_ee_drawer_distance(env).norm(dim=-1)
    reward = (1.0 + distance.square()).pow(-2)
    return torch.where(distance <= threshold, 2.0 * reward, reward)


def align_ee_handle(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Reward a gripper whose z axis points against the handle's x axis, and its x axis against the handle's y axis.

    Cosines count with their squares and signs, half each: from -1 to 1.
    """
    gripper, handle = (
        as_torch(matrix_from_quat(as_torch(env.scene[name].data.target_quat_w)[:, 0]))
        for name in ("ee_frame", "cabinet_frame")
    )
    forward = -(gripper[..., 2] * handle[..., 0]).sum(dim=-1)
    sideways = -(gripper[..., 0] * handle[..., 1]).sum(dim=-1)
    return 0.5 * (forward.sign() * forward.square() + sideways.sign() * sideways.square())


def align_grasp_around_handle(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Reward a left finger above the handle and a right one below it: whether that is so."""
    left, right = _fingers_above_handle(env)
    return (right < 0.0) & (left > 0.0)


def approach_gripper_handle(env: ManagerBasedRLEnv, offset: float = 0.04) -> torch.Tensor:
    """Reward fingers that close in on the handle from above and below: what their heights miss of ``offset`` [m]."""
    left, right = _fingers_above_handle(env)
    return align_grasp_around_handle(env) * (2.0 * offset - left.abs() - right.abs())


def grasp_handle(
    env: ManagerBasedRLEnv, threshold: float, open_joint_pos: float, asset_cfg: SceneEntityCfg
) -> torch.Tensor:
    """Reward fingers that are closed by some way [m] nearer to the handle than the threshold [m].

    Args:
        env: The environment.
        threshold: Distance of gripper and handle [m].
        open_joint_pos: Position of the fingers' joints where they are open [m]; 0 is closed.
        asset_cfg: The robot, with the joints of its fingers.
    """
    near = rel_ee_drawer_distance(env).norm(dim=-1) <= threshold
    closed = open_joint_pos - as_torch(env.scene[asset_cfg.name].data.joint_pos)[:, asset_cfg.joint_ids]
    return near * closed.sum(dim=-1)


def open_drawer_bonus(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Reward an open drawer: how far it is [m], twice that with the fingers around the handle."""
    return (align_grasp_around_handle(env) + 1.0) * _opening(env, asset_cfg)


def multi_stage_open_drawer(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Reward a drawer that is open by 1 cm with 0.5, and one held by its handle by 20 and by 30 cm with 1 each."""
    opening, grasped = _opening(env, asset_cfg), align_grasp_around_handle(env)
    return 0.5 * (opening > 0.01) + (opening > 0.2) * grasped.float() + (opening > 0.3) * grasped.float()


def _gripper_position(env: ManagerBasedRLEnv) -> torch.Tensor:
    return as_torch(env.scene["ee_frame"].data.target_pos_w)[:, 0]


def _handle_position(env: ManagerBasedRLEnv) -> torch.Tensor:
    return as_torch(env.scene["cabinet_frame"].data.target_pos_w)[:, 0]


def _fingers_above_handle(env: ManagerBasedRLEnv) -> tuple[torch.Tensor, torch.Tensor]:
    """Heights of the left and the right finger above the handle [m], shape (N,) each."""
    fingers = as_torch(env.scene["ee_frame"].data.target_pos_w)[:, 1:3, 2]
    above = fingers - _handle_position(env)[:, 2:]
    return above[:, 0], above[:, 1]


def _opening(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    return as_torch(env.scene[asset_cfg.name].data.joint_pos)[:, asset_cfg.joint_ids][:, 0]
