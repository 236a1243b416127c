"""Opening a drawer as a direct environment, as Isaac Lab 3.0.0 releases it: the task with managers, written out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import ArticulationCfg
from pippin.envs import DirectRLEnv, DirectRLEnvCfg
from pippin.envs.mdp.actions.joint_actions_to_limits import EMAJointPositionToLimitsAction
from pippin.robots import released
from pippin.scene import InteractiveSceneCfg
from pippin.sim import SimulationCfg
from pippin.tasks.manipulation import cabinet_env_cfg as with_managers
from pippin.tasks.manipulation import cabinet_mdp as mdp
from pippin.tasks.manipulation.cabinet_version_3 import (
    CabinetDecimationCfg,
    cabinet_of_version_3,
    robot_of_version_3,
    simulations,
)
from pippin.utils import as_torch, configclass
from pippin.utils.math import combine_frame_transforms, matrix_from_quat


@configclass
class CabinetDirectSceneCfg(InteractiveSceneCfg):
    """A robot, which a robot's config sets, and a cabinet."""

    robot: ArticulationCfg = MISSING
    cabinet: ArticulationCfg = cabinet_of_version_3()
    plane = with_managers.CabinetSceneCfg().plane
    light = with_managers.CabinetSceneCfg().light


@configclass
class CabinetDirectEnvCfg(DirectRLEnvCfg):
    """Open a drawer with two fingers; a robot sets its joints, bodies, frames and commands."""

    episode_length_s = 8.0
    decimation: Any = CabinetDecimationCfg()
    action_space = 8
    observation_space = 31
    state_space = 0
    sim: Any = simulations(SimulationCfg())
    scene: Any = CabinetDirectSceneCfg(num_envs=4096, env_spacing=2.0)
    events: Any = with_managers.EventCfg()

    finger_joint_names: str | list[str] = MISSING
    ee_body_name: str = MISSING
    left_finger_body_name: str = MISSING
    right_finger_body_name: str = MISSING

    ee_pos_offset: tuple[float, float, float] = MISSING
    """Position of the point between the fingers in the frame of its body [m]."""

    finger_pos_offset: tuple[float, float, float] = MISSING
    """Position of a fingertip in the frame of its body [m]."""

    arm_action: Any = MISSING
    """Action of the arm, as with managers."""

    gripper_open_command: float = MISSING
    """Position of the fingers' joints where they are open [m]."""

    gripper_close_command: float = MISSING
    """Position of the fingers' joints where they are shut [m]."""

    drawer_joint_name: str = "drawer_top_joint"
    drawer_handle_body_name: str = "drawer_handle_top"

    drawer_handle_pos_offset: tuple[float, float, float] = (0.305, 0.0, 0.01)
    """Position of the handle in the frame of its body [m]."""

    drawer_handle_rot_offset: tuple[float, float, float, float] = (0.5, -0.5, -0.5, 0.5)
    """Orientation of the handle in that frame, quaternion (x, y, z, w)."""

    approach_ee_handle_threshold: float = 0.2
    """Distance to the handle from which on coming near counts double [m]."""

    approach_gripper_handle_offset: float = MISSING
    """Height of a fingertip over or below the handle from which on it is rewarded to come near [m]."""

    grasp_handle_threshold: float = 0.03
    """Distance to the handle within which shutting the fingers is rewarded [m]."""

    success_drawer_pos_threshold: float = 0.30
    """Position of the drawer past which an episode has succeeded [m]."""

    approach_ee_handle_reward_scale: float = 2.0
    align_ee_handle_reward_scale: float = 0.5
    approach_gripper_handle_reward_scale: float = 5.0
    align_grasp_around_handle_reward_scale: float = 0.125
    grasp_handle_reward_scale: float = 0.5
    open_drawer_reward_scale: float = 7.5
    multi_stage_open_drawer_reward_scale: float = 1.0
    action_rate_reward_scale: float = -1e-2
    joint_vel_reward_scale: float = -1e-4
    joint_pos_limits_reward_scale: float = 0.0
    joint_vel_limits_reward_scale: float = 0.0


@configclass
class FrankaCabinetDirectSceneCfg(CabinetDirectSceneCfg):
    """Franka's Panda and a cabinet."""

    robot: ArticulationCfg = released.FRANKA_PANDA_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")


@configclass
class FrankaCabinetDirectEnvCfg(CabinetDirectEnvCfg):
    """Franka's Panda opens a drawer, by targets of its joints between their limits."""

    episode_length_s = 16.0
    scene: Any = FrankaCabinetDirectSceneCfg(num_envs=4096, env_spacing=2.0)
    arm_action: Any = mdp.EMAJointPositionToLimitsActionCfg(
        asset_name="robot", joint_names=["panda_joint.*"], scale=1.0, rescale_to_limits=True, alpha=0.01
    )
    finger_joint_names: str | list[str] = "panda_finger_joint.*"
    ee_body_name: str = "panda_hand"
    left_finger_body_name: str = "panda_leftfinger"
    right_finger_body_name: str = "panda_rightfinger"
    ee_pos_offset: tuple[float, float, float] = (0.0, 0.0, 0.1034)
    finger_pos_offset: tuple[float, float, float] = (0.0, 0.0, 0.046)
    gripper_open_command: float = 0.04
    gripper_close_command: float = 0.0
    approach_gripper_handle_offset: float = 0.04
    action_rate_reward_scale: float = -0.05
    joint_vel_reward_scale: float = -5.0
    joint_pos_limits_reward_scale: float = -10.0
    joint_vel_limits_reward_scale: float = -100.0

    def __post_init__(self) -> None:
        robot_of_version_3(self.scene.robot)


class CabinetDirectEnv(DirectRLEnv):
    """Opens drawers with the two fingers of a robot, for the rewards of the task with managers."""

    cfg: CabinetDirectEnvCfg

    def __init__(self, cfg: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        cfg = self.cfg
        self._robot, self._cabinet = self.scene["robot"], self.scene["cabinet"]
        self.arm_joint_ids = self._robot.find_joints(cfg.arm_action.joint_names)[0]
        self.finger_joint_ids = self._robot.find_joints(cfg.finger_joint_names)[0]
        self._body_ids = [
            self._robot.find_bodies(name)[0][0]
            for name in (cfg.ee_body_name, cfg.left_finger_body_name, cfg.right_finger_body_name)
        ]
        self.drawer_handle_body_idx = self._cabinet.find_bodies(cfg.drawer_handle_body_name)[0][0]
        self.drawer_joint_idx = self._cabinet.find_joints(cfg.drawer_joint_name)[0][0]
        self._offsets = [
            torch.tensor(offset, device=self.device).expand(self.num_envs, -1)
            for offset in (cfg.ee_pos_offset, cfg.finger_pos_offset, cfg.finger_pos_offset)
        ]
        self._handle_offset = [
            torch.tensor(part, device=self.device).expand(self.num_envs, -1)
            for part in (cfg.drawer_handle_pos_offset, cfg.drawer_handle_rot_offset)
        ]
        self.previous_actions = torch.zeros_like(self.actions)
        self._arm_action = EMAJointPositionToLimitsAction(cfg.arm_action, self)
        self.finger_joint_targets = torch.zeros(self.num_envs, len(self.finger_joint_ids), device=self.device)
        self._episode_succeeded = torch.zeros(self.num_envs, dtype=torch.bool, device=self.device)
        self._best_drawer_pos = torch.zeros(self.num_envs, device=self.device)

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self.previous_actions[:] = self.actions
        self.actions[:] = actions
        self._arm_action.process_actions(self.actions[:, : len(self.arm_joint_ids)])
        shut = self.actions[:, -1:] < 0.0
        self.finger_joint_targets[:] = torch.where(shut, self.cfg.gripper_close_command, self.cfg.gripper_open_command)

    def _apply_action(self) -> None:
        self._arm_action.apply_actions()
        self._robot.set_joint_position_target_index(target=self.finger_joint_targets, joint_ids=self.finger_joint_ids)

    def _compute_frames(self) -> None:
        """Find point between the fingers, fingertips and handle in the world."""
        data, frames = self._robot.data, []
        for body, offset in zip(self._body_ids, self._offsets, strict=True):
            position, quat = as_torch(data.body_pos_w)[:, body], as_torch(data.body_quat_w)[:, body]
            frames.append([as_torch(part) for part in combine_frame_transforms(position, quat, offset)])
        (self.ee_pos_w, self.ee_quat_w), (self.left_finger_pos_w, _), (self.right_finger_pos_w, _) = frames
        data, body = self._cabinet.data, self.drawer_handle_body_idx
        handle = combine_frame_transforms(
            as_torch(data.body_pos_w)[:, body], as_torch(data.body_quat_w)[:, body], *self._handle_offset
        )
        self.drawer_handle_pos_w, self.drawer_handle_quat_w = (as_torch(part) for part in handle)

    def _get_observations(self) -> dict[str, torch.Tensor]:
        self._compute_frames()
        robot, drawer = self._robot.data, slice(self.drawer_joint_idx, self.drawer_joint_idx + 1)
        cabinet = self._cabinet.data
        columns = [
            as_torch(robot.joint_pos) - as_torch(robot.default_joint_pos),
            as_torch(robot.joint_vel) - as_torch(robot.default_joint_vel),
            (as_torch(cabinet.joint_pos) - as_torch(cabinet.default_joint_pos))[:, drawer],
            (as_torch(cabinet.joint_vel) - as_torch(cabinet.default_joint_vel))[:, drawer],
            self.drawer_handle_pos_w - self.ee_pos_w,
            self.actions.clamp(-5.0, 5.0),
        ]
        return {"policy": torch.cat(columns, dim=-1)}

    def _get_rewards(self) -> torch.Tensor:
        self._compute_frames()
        cfg = self.cfg
        opening = as_torch(self._cabinet.data.joint_pos)[:, self.drawer_joint_idx]
        self._episode_succeeded |= opening > cfg.success_drawer_pos_threshold
        self._best_drawer_pos = torch.maximum(self._best_drawer_pos, opening)
        distance = (self.drawer_handle_pos_w - self.ee_pos_w).norm(dim=-1)
        near = (1.0 / (1.0 + distance.square())).square()
        height = self.drawer_handle_pos_w[:, 2]
        left, right = self.left_finger_pos_w[:, 2] - height, self.right_finger_pos_w[:, 2] - height
        around = ((left > 0.0) & (right < 0.0)).float()
        fingers = as_torch(self._robot.data.joint_pos)[:, self.finger_joint_ids]
        shut = (cfg.gripper_open_command - fingers).sum(dim=-1)
        stages = 0.5 * (opening > 0.01) + around * (opening > 0.2) + around * (opening > 0.3)
        rate = (
            cfg.approach_ee_handle_reward_scale
            * near
            * torch.where(distance <= cfg.approach_ee_handle_threshold, 2.0, 1.0)
            + cfg.align_ee_handle_reward_scale * self._alignment()
            + cfg.approach_gripper_handle_reward_scale
            * around
            * (2.0 * cfg.approach_gripper_handle_offset - left.abs() - right.abs())
            + cfg.align_grasp_around_handle_reward_scale * around
            + cfg.grasp_handle_reward_scale * (distance <= cfg.grasp_handle_threshold) * shut
            + cfg.open_drawer_reward_scale * (around + 1.0) * opening
            + cfg.multi_stage_open_drawer_reward_scale * stages
            + self._costs()
        )
        return self.step_dt * rate

    def _alignment(self) -> torch.Tensor:
        """How well the gripper is turned to the handle, from -1 to 1, shape (N,)."""
        gripper = as_torch(matrix_from_quat(self.ee_quat_w))
        handle = as_torch(matrix_from_quat(self.drawer_handle_quat_w))
        along = -(gripper[..., 2] * handle[..., 0]).sum(dim=-1)
        across = -(gripper[..., 0] * handle[..., 1]).sum(dim=-1)
        return 0.5 * (along.sign() * along.square() + across.sign() * across.square())

    def _costs(self) -> torch.Tensor:
        """Costs of motion and of limits, shape (N,)."""
        cfg, data, arm = self.cfg, self._robot.data, self.arm_joint_ids
        position, velocity = as_torch(data.joint_pos)[:, arm], as_torch(data.joint_vel)[:, arm]
        limits, fastest = as_torch(data.soft_joint_pos_limits)[:, arm], as_torch(data.soft_joint_vel_limits)[:, arm]
        past = (limits[..., 0] - position).clamp(min=0.0) + (position - limits[..., 1]).clamp(min=0.0)
        return (
            cfg.action_rate_reward_scale * (self.actions - self.previous_actions).square().sum(dim=-1)
            + cfg.joint_vel_reward_scale * as_torch(data.joint_vel).square().sum(dim=-1)
            + cfg.joint_pos_limits_reward_scale * past.sum(dim=-1)
            + cfg.joint_vel_limits_reward_scale * (velocity.abs() - fastest).clamp(0.0, 1.0).sum(dim=-1)
        )

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        time_out = self.episode_length_buf >= self.max_episode_length
        return torch.zeros_like(time_out), time_out

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        log = self.extras.setdefault("log", {})
        log["Metrics/success_rate"] = self._episode_succeeded[env_ids].float().mean()
        log["Metrics/drawer_pos"] = self._best_drawer_pos[env_ids].mean()
        super()._reset_idx(env_ids)
        self._arm_action.reset(env_ids)
        self.actions[env_ids] = 0.0
        self.previous_actions[env_ids] = 0.0
        self._episode_succeeded[env_ids] = False
        self._best_drawer_pos[env_ids] = 0.0
