"""A Panda that puts parts together gently: it feels the force on its hand, and predicts whether it has succeeded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
import warp as wp

from pippin.tasks.factory.factory_env import FactoryEnv
from pippin.tasks.factory.factory_utils import collapse_obs_dict, wrap_yaw
from pippin.utils import as_torch
from pippin.utils.math import (
    axis_angle_from_quat,
    default_orientation,
    euler_xyz_from_quat,
    quat_conjugate,
    quat_from_angle_axis,
    quat_from_euler_xyz,
    quat_mul,
)

from .forge_utils import change_FT_frame, get_random_prop_gains

LEAST_YAW, RANGE_OF_YAW = math.radians(-180.0), math.radians(270.0)
"""Yaw of the hand at action -1, and how much more it is at 1 [rad]: what the last joint can do."""

CERTAINTIES = (0.5, 0.6, 0.7, 0.8, 0.9)
"""Predictions from which on an episode counts as one that the policy would end, for the log."""


def _angles(quat: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Roll, pitch and yaw in [0, 2 pi) [rad], shape (N,) each."""
    roll, pitch, yaw = euler_xyz_from_quat(quat, wrap_to_2pi=True)
    return as_torch(roll), as_torch(pitch), as_torch(yaw)


class ForgeEnv(FactoryEnv):
    """Puts parts together by poses of the hand from the top of what stays, and a prediction of success."""

    change_frame = staticmethod(change_FT_frame)
    """How the wrench on the hand is given in the frame of what stays."""

    def __init__(self, cfg: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        """Make the environments.

        Args:
            cfg: Config of the task, whose numbers of observations are set to those of its lists.
            render_mode: "rgb_array" for pictures.
            **kwargs: For :class:`~pippin.envs.DirectRLEnv`.
        """
        super().__init__(cfg, render_mode, **kwargs)
        count = self.num_envs
        self.success_pred_scale = 0.0
        self.first_pred_success_tx = {
            certainty: torch.zeros(count, dtype=torch.long, device=self.device) for certainty in CERTAINTIES
        }
        self.flip_quats = torch.ones(count, device=self.device)
        half, nothing = torch.full((1,), math.pi, device=self.device), torch.zeros(1, device=self.device)
        halves = quat_from_euler_xyz(half, nothing, nothing), quat_from_euler_xyz(nothing, half, nothing)
        # x and y of a quaternion: of a hand that looks downwards they tell the yaw, and the other two are nearly 0
        self._seen_parts = as_torch(halves[0]).abs().round() + as_torch(halves[1]).abs().round()
        self.force_sensor_body_idx = list(self._robot.body_names).index("force_sensor")
        shape = (count, len(self._robot.body_names))
        self._wrenches = wp.zeros(shape, dtype=wp.spatial_vectorf, device=str(self.device))
        self.force_sensor_smooth = torch.zeros(count, 6, device=self.device)
        self.force_sensor_world_smooth = torch.zeros_like(self.force_sensor_smooth)
        self.default_pos_threshold, self.default_rot_threshold = self.pos_threshold, self.rot_threshold
        self.default_dead_zone = self._each(cfg.ctrl.default_dead_zone)

    # -- seeing and feeling --------------------------------------------------------------------------------------------

    def _compute_intermediate_values(self, dt: float) -> None:
        super()._compute_intermediate_values(dt)
        rand, count = self.cfg.obs_rand, self.num_envs
        noise = rand.fingertip_pos * torch.randn(count, 3, device=self.device)
        self.noisy_fingertip_pos = self.fingertip_midpoint_pos + noise
        axis = torch.randn(count, 3, device=self.device)
        axis = axis / axis.norm(dim=1, keepdim=True)
        angle = math.radians(rand.fingertip_rot_deg) * torch.randn(count, device=self.device)
        turned = quat_mul(self.fingertip_midpoint_quat, as_torch(quat_from_angle_axis(angle, axis)))
        self.noisy_fingertip_quat = as_torch(turned) * self._seen_parts * self.flip_quats.unsqueeze(-1)

        # as released, velocities are from where the hand is to where it seems to be
        self.ee_linvel_fd = (self.noisy_fingertip_pos - self.prev_fingertip_pos) / dt
        way = as_torch(quat_mul(self.noisy_fingertip_quat, as_torch(quat_conjugate(self.prev_fingertip_quat))))
        real = (way * default_orientation(self.num_envs, self.device)).sum(dim=-1, keepdim=True)
        self.ee_angvel_fd = as_torch(axis_angle_from_quat(way * real.sign())) / dt
        self.ee_angvel_fd[:, :2] = 0.0
        self.prev_fingertip_pos = self.noisy_fingertip_pos.clone()
        self.prev_fingertip_quat = self.noisy_fingertip_quat.clone()
        self._feel()

    def _feel(self) -> None:
        """Measure the wrench on the hand, smooth it, and add noise to the force."""
        self._robot.root_view.read_incoming_joint_wrenches(self._wrenches)
        self.force_sensor_world = (
            wp.to_torch(self._wrenches).reshape(self.num_envs, -1, 6)[:, self.force_sensor_body_idx].clone()
        )
        share = self.cfg.ft_smoothing_factor
        self.force_sensor_world_smooth = (
            share * self.force_sensor_world + (1.0 - share) * self.force_sensor_world_smooth
        )
        nowhere = torch.zeros(self.num_envs, 3, device=self.device)
        upright = as_torch(default_orientation(self.num_envs, self.device))
        felt = self.change_frame(
            self.force_sensor_world_smooth[:, :3],
            self.force_sensor_world_smooth[:, 3:],
            (upright, nowhere),
            (upright, self.fixed_pos_obs_frame + self.init_fixed_pos_obs_noise),
        )
        self.force_sensor_smooth = torch.cat(felt, dim=-1)
        noise = self.cfg.obs_rand.ft_force * torch.randn(self.num_envs, 3, device=self.device)
        self.noisy_force = self.force_sensor_smooth[:, :3] + noise

    def _get_observations(self) -> dict[str, torch.Tensor]:
        seen, known = self._get_factory_obs_state_dict()
        last = self.actions.clone()
        last[:, 3:5] = 0.0
        both = {"force_threshold": self.contact_penalty_thresholds[:, None], "prev_actions": last}
        top = self.fixed_pos_obs_frame + self.init_fixed_pos_obs_noise
        seen |= {
            **both,
            "fingertip_pos": self.noisy_fingertip_pos,
            "fingertip_pos_rel_fixed": self.noisy_fingertip_pos - top,
            "fingertip_quat": self.noisy_fingertip_quat,
            "ft_force": self.noisy_force,
        }
        known |= {**both, "ema_factor": self.ema_factor, "ft_force": self.force_sensor_smooth[:, :3]}
        return {
            "policy": collapse_obs_dict(seen, [*self.cfg.obs_order, "prev_actions"]),
            "critic": collapse_obs_dict(known, [*self.cfg.state_order, "prev_actions"]),
        }

    # -- acting --------------------------------------------------------------------------------------------------------

    def _apply_action(self) -> None:
        self._look_after_a_step()
        bounds = torch.tensor(self.cfg.ctrl.pos_action_bounds, device=self.device)
        center = self.fixed_pos_obs_frame + self.init_fixed_pos_obs_noise
        self.delta_pos = center + self.actions[:, :3] * bounds - self.fingertip_midpoint_pos
        step = self.delta_pos.clamp(-self.pos_threshold, self.pos_threshold)

        scale = self.cfg.ctrl.rot_action_bounds[2]
        yaw = LEAST_YAW + RANGE_OF_YAW * (scale * self.actions[:, 5] + 1.0) / 2.0
        nothing, half = torch.zeros_like(yaw), torch.full_like(yaw, math.pi)
        about_x = as_torch(quat_from_euler_xyz(half, nothing, nothing))
        target = quat_mul(about_x, as_torch(quat_from_euler_xyz(nothing, nothing, yaw)))
        here, there = _angles(self.fingertip_midpoint_quat), _angles(as_torch(target))
        self.delta_yaw = wrap_yaw(there[2]) - wrap_yaw(here[2])
        limits = self.rot_threshold
        turned = (
            here[0] + (there[0] - here[0]).clamp(-limits[:, 0], limits[:, 0]),
            _centered(here[1]) + (_centered(there[1]) - _centered(here[1])).clamp(-limits[:, 1], limits[:, 1]),
            wrap_yaw(here[2]) + self.delta_yaw.clamp(-limits[:, 2], limits[:, 2]),
        )
        self.generate_ctrl_signals(self.fingertip_midpoint_pos + step, as_torch(quat_from_euler_xyz(*turned)), 0.0)

    # -- rewards -------------------------------------------------------------------------------------------------------

    def _get_rewards(self) -> torch.Tensor:
        rewards = super()._get_rewards()
        task, ctrl = self.cfg_task, self.cfg.ctrl
        way = self.delta_pos.norm(dim=-1) / ctrl.pos_action_threshold[0]
        turn = self.delta_yaw.abs() / ctrl.rot_action_threshold[0]
        force = self.force_sensor_smooth[:, :3].norm(dim=-1)
        succeeded = self._has_succeeded().float()
        predicted = (self.actions[:, 6] + 1.0) / 2.0
        if succeeded.mean() >= task.delay_until_ratio:
            self.success_pred_scale = 1.0
        penalties = {
            "action_penalty_asset": (task.action_penalty_asset_scale, way + turn),
            "contact_penalty": (task.contact_penalty_scale, (force - self.contact_penalty_thresholds).clamp(min=0.0)),
            "success_pred_error": (self.success_pred_scale, (succeeded - predicted).abs()),
        }
        self.extras |= {f"logs_rew_{name}": penalty.mean() for name, (_, penalty) in penalties.items()}
        self._log_predictions(predicted)
        return rewards - sum(scale * penalty for scale, penalty in penalties.values())

    def _log_predictions(self, predicted: torch.Tensor) -> None:
        """Log at the end of an episode what would be if it ended where the policy predicts success.

        Args:
            predicted: Predictions between 0 and 1, shape (N,).
        """
        times = self.ep_success_times
        for certainty, first in self.first_pred_success_tx.items():
            is_first = (predicted > certainty) & (first == 0)
            first[is_first] = self.episode_length_buf[is_first]
            if not self.reset_buf.any():
                continue
            delays = (first - times)[(times != 0) & (first != 0)].float()
            has_ended = first != 0
            correct = has_ended & (times > 0) & (times < first)
            if len(delays):
                self.extras[f"early_term_delay_all/{certainty}"] = delays.mean()
            if (delays > 0).any():
                self.extras[f"early_term_delay_correct/{certainty}"] = delays[delays > 0].mean().item()
            if has_ended.any():
                self.extras[f"early_term_precision/{certainty}"] = correct.sum() / has_ended.sum()
            if (times > 0).any():
                self.extras[f"early_term_recall/{certainty}"] = correct.sum() / (times > 0).sum()

    # -- beginning -----------------------------------------------------------------------------------------------------

    def _reset_buffers(self, env_ids: torch.Tensor) -> None:
        super()._reset_buffers(env_ids)
        for first in self.first_pred_success_tx.values():
            first[env_ids] = 0

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        super()._reset_idx(env_ids)
        self._begin_with_actions_that_stay()
        ctrl, count = self.cfg.ctrl, self.num_envs
        least, largest = ctrl.ema_factor_range
        self.ema_factor = least + torch.rand(count, 1, device=self.device) * (largest - least)
        stiffness, self.pos_threshold, self.rot_threshold = (
            get_random_prop_gains(values, levels, count, self.device)
            for values, levels in (
                (self.default_gains, ctrl.task_prop_gains_noise_level),
                (self.default_pos_threshold, ctrl.pos_threshold_noise_level),
                (self.default_rot_threshold, ctrl.rot_threshold_noise_level),
            )
        )
        self._set_gains(stiffness)
        least, largest = self.cfg_task.contact_penalty_threshold_range
        self.contact_penalty_thresholds = least + torch.rand(count, device=self.device) * (largest - least)
        self.dead_zone_thresholds = torch.rand(count, 6, device=self.device) * self.default_dead_zone
        self.force_sensor_world_smooth[:] = 0.0
        self.flip_quats = torch.where(torch.rand(count, device=self.device) > 0.5, -1.0, 1.0)

    def _begin_with_actions_that_stay(self) -> None:
        """Let the smoothed actions be those whose target is where the hand is."""
        top = self.fixed_pos_obs_frame + self.init_fixed_pos_obs_noise
        bounds = torch.tensor(self.cfg.ctrl.pos_action_bounds, device=self.device)
        half = torch.full((self.num_envs,), math.pi, device=self.device)
        back = quat_from_euler_xyz(-half, torch.zeros_like(half), torch.zeros_like(half))
        yaw = _angles(as_torch(quat_mul(back, self.fingertip_midpoint_quat)))[2]
        yaw = torch.where(yaw > math.pi, yaw - 2.0 * math.pi, yaw)
        self.actions[:, :3] = (self.fingertip_midpoint_pos - top) / bounds
        self.actions[:, 5] = (yaw - LEAST_YAW) / RANGE_OF_YAW * 2.0 - 1.0
        self.actions[:, 6] = -1.0
        self.prev_actions = self.actions.clone()


def _centered(angle: torch.Tensor) -> torch.Tensor:
    """Angles of [0, 2 pi) in (-pi, pi] [rad]."""
    return torch.where(angle > math.pi, angle - 2.0 * math.pi, angle)
