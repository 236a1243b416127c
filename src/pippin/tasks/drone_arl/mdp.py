"""Terms of flying: those of :mod:`pippin.envs.mdp`, and those of a multirotor's pose and goal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.envs.mdp import *  # noqa: F403
from pippin.envs.mdp import UniformPoseCommand, UniformPoseCommandCfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import (
    combine_frame_transforms,
    compute_pose_error,
    euler_xyz_from_quat,
    quat_apply_inverse,
    wrap_to_pi,
)

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

ROBOT = SceneEntityCfg("robot")


class DroneUniformPoseCommand(UniformPoseCommand):
    """Command a pose of a body: its position in the frame of the environment, its orientation in that of the root.

    Which frame is which follows Isaac Lab 2.3.2, for metrics and markers as well.
    """

    def _errors(self) -> tuple[torch.Tensor, torch.Tensor]:
        data, command = self.robot.data, self.pose_command_b
        root = as_torch(data.root_pos_w), as_torch(data.root_quat_w)
        self.pose_command_w[:, :3], self.pose_command_w[:, 3:] = combine_frame_transforms(
            *root, command[:, :3], command[:, 3:]
        )
        errors = compute_pose_error(
            command[:, :3] + as_torch(self._env.scene.env_origins),
            self.pose_command_w[:, 3:],
            as_torch(data.body_pos_w)[:, self.body_idx],
            as_torch(data.body_quat_w)[:, self.body_idx],
        )
        return errors[0].norm(dim=-1), errors[1].norm(dim=-1)

    def _debug_vis_callback(self, event: Any) -> None:
        if not self.robot.is_initialized:
            return
        goal, pose = self.pose_command_b, as_torch(self.robot.data.body_link_pose_w)[:, self.body_idx]
        self.goal_pose_visualizer.visualize(goal[:, :3] + as_torch(self._env.scene.env_origins), goal[:, 3:])
        self.current_pose_visualizer.visualize(pose[:, :3], pose[:, 3:7])


@configclass
class DroneUniformPoseCommandCfg(UniformPoseCommandCfg):
    """Config of :class:`DroneUniformPoseCommand`."""

    class_type: type = DroneUniformPoseCommand


def base_roll_pitch(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = ROBOT) -> torch.Tensor:
    """Observe roll and pitch of the root, from -pi to pi [rad], shape (N, 2)."""
    angles = euler_xyz_from_quat(as_torch(env.scene[asset_cfg.name].data.root_quat_w))
    return wrap_to_pi(torch.stack(angles[:2], dim=1))


def generated_drone_commands(
    env: ManagerBasedRLEnv, command_name: str, asset_cfg: SceneEntityCfg = ROBOT
) -> torch.Tensor:
    """Observe the direction of the commanded place along the root's axes, and its distance [m], shape (N, 4)."""
    way = quat_apply_inverse(
        as_torch(env.scene[asset_cfg.name].data.root_link_quat_w), way_to_goal(env, command_name, asset_cfg)
    )
    distance = way.norm(dim=-1, keepdim=True)
    return torch.cat((way / (distance + 1e-8), distance), dim=-1)


def distance_to_goal_exp(
    env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = ROBOT, std: float = 1.0, command_name: str = "target_pose"
) -> torch.Tensor:
    """Reward a root near the commanded place: exp(-(distance / std)^2), shape (N,)."""
    return torch.exp(-way_to_goal(env, command_name, asset_cfg).square().sum(dim=1) / std**2)


def ang_vel_xyz_exp(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = ROBOT, std: float = 1.0) -> torch.Tensor:
    """Reward a root that turns slowly about its own axes: exp(-(velocity / std)^2), std in rad/s, shape (N,)."""
    return torch.exp(-as_torch(env.scene[asset_cfg.name].data.root_ang_vel_b).square().sum(dim=1) / std**2)


def lin_vel_xyz_exp(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = ROBOT, std: float = 1.0) -> torch.Tensor:
    """Reward a root that moves slowly in the world: exp(-(velocity / std)^2), std in m/s, shape (N,)."""
    return torch.exp(-as_torch(env.scene[asset_cfg.name].data.root_lin_vel_w).square().sum(dim=1) / std**2)


def yaw_aligned(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = ROBOT, std: float = 0.5) -> torch.Tensor:
    """Reward a root whose yaw is 0: exp(-(yaw / std)^2), shape (N,)."""
    yaw = wrap_to_pi(euler_xyz_from_quat(as_torch(env.scene[asset_cfg.name].data.root_quat_w))[2])
    return torch.exp(-yaw.square() / std**2)


def way_to_goal(env: ManagerBasedRLEnv, command_name: str, robot: SceneEntityCfg) -> torch.Tensor:
    """Way from the root to the commanded place in the world [m], shape (N, 3)."""
    place = as_torch(env.scene[robot.name].data.root_pos_w) - as_torch(env.scene.env_origins)
    return env.command_manager.get_command(command_name)[:, :3] - place
