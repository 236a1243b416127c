"""A Panda that puts parts together with torques; all environments begin and end an episode together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.envs import DirectRLEnv
from pippin.sim import UsdFileCfg
from pippin.sim.spawners import DomeLightCfg, GroundPlaneCfg
from pippin.utils import as_torch
from pippin.utils.assets_root import assets_root
from pippin.utils.math import (
    axis_angle_from_quat,
    combine_frame_transforms,
    default_orientation,
    euler_xyz_from_quat,
    quat_apply,
    quat_conjugate,
    quat_from_angle_axis,
    quat_from_euler_xyz,
    quat_mul,
)

from .factory_control import arm_torques, damped_least_squares, hand_wrench, pose_error
from .factory_env_cfg import OBS_DIM_CFG, STATE_DIM_CFG
from .factory_utils import collapse_obs_dict, get_deriv_gains, squashing_fn, wrap_yaw

SETTLING = 0.25
"""Time in which the arm is led to where it begins, and in which the hand closes [s]."""

CENTERED = 0.0025
"""How far aside a part may be that counts as over the other [m]."""

TURNS = 1.5
"""Turns of its thread that a nut has to be lower than the top of its bolt."""

INERTIA_ADDED = 0.01
"""Moment of inertia that all links of the arm get, as rotors would give them [kg m^2]."""

SECOND_START = [0.00871, -0.10368, -0.00794, -1.49139, -0.00083, 1.38774, 0.0]
"""Positions of joints from which the arm is led where that failed before [rad]."""


class FactoryEnv(DirectRLEnv):
    """Puts parts together by changes of the hand's pose, which hangs on a spring and a damper."""

    cfg: Any

    def __init__(self, cfg: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        """Make the environments.

        Args:
            cfg: Config of the task, whose numbers of observations are set to those of its lists.
            render_mode: "rgb_array" for pictures.
            **kwargs: For :class:`~pippin.envs.DirectRLEnv`.
        """
        cfg.observation_space = sum(OBS_DIM_CFG[name] for name in cfg.obs_order) + cfg.action_space
        cfg.state_space = sum(STATE_DIM_CFG[name] for name in cfg.state_order) + cfg.action_space
        self.cfg_task = cfg.task
        self._has_gears = cfg.task.name == "gear_mesh"
        super().__init__(cfg, render_mode, **kwargs)
        # what has to meet, in the frames of what is held and of what stays
        part, has_thread = cfg.task.fixed_asset_cfg, cfg.task.name == "nut_thread"
        held = goal = part.medium_gear_base_offset if self._has_gears else [0.0, 0.0, 0.0]
        self._height, self._has_thread = part.height, has_thread
        if has_thread:
            self._height = part.thread_pitch
            held = [0.0, 0.0, part.base_height]
            goal = [0.0, 0.0, part.base_height + part.height - TURNS * part.thread_pitch]
        self._meeting, self._goal = self._each(held), self._each(goal)
        robot, bodies = self._robot, list(self._robot.body_names)
        inertias = as_torch(robot.data.body_inertia).clone()
        inertias[..., [0, 4, 8]] += INERTIA_ADDED
        robot.set_inertias_index(inertias=inertias)
        for asset, part in (
            (robot, cfg.task.robot_cfg),
            (self._held_asset, cfg.task.held_asset_cfg),
            (self._fixed_asset, cfg.task.fixed_asset_cfg),
        ):
            self._rub(asset, part.friction)
        self._fingers = [bodies.index(f"panda_{side}finger") for side in ("left", "right")]
        self._fingertip = bodies.index("panda_fingertip_centered")

        self.default_gains, self.pos_threshold, self.rot_threshold = (
            self._each(values)
            for values in (
                cfg.ctrl.default_task_prop_gains,
                cfg.ctrl.pos_action_threshold,
                cfg.ctrl.rot_action_threshold,
            )
        )
        self._set_gains(self.default_gains)
        self.ema_factor: Any = cfg.ctrl.ema_factor
        self.dead_zone_thresholds: torch.Tensor | None = None
        self.ctrl_target_joint_pos = torch.zeros(self.num_envs, robot.num_joints, device=self.device)
        self.fixed_pos_obs_frame = torch.zeros(self.num_envs, 3, device=self.device)
        self.init_fixed_pos_obs_noise = torch.zeros_like(self.fixed_pos_obs_frame)
        self.actions = torch.zeros(self.num_envs, cfg.action_space, device=self.device)
        self.prev_actions = torch.zeros_like(self.actions)
        self.prev_fingertip_pos = torch.zeros_like(self.fixed_pos_obs_frame)
        self.prev_fingertip_quat = as_torch(default_orientation(self.num_envs, self.device))
        self.ep_succeeded = torch.zeros(self.num_envs, dtype=torch.long, device=self.device)
        self.ep_success_times = torch.zeros_like(self.ep_succeeded)
        self.last_update_timestamp = 0.0

    def _each(self, values: Sequence[float]) -> torch.Tensor:
        """The same values for each environment, shape (N, len(values))."""
        return torch.tensor(values, dtype=torch.float32, device=self.device).repeat(self.num_envs, 1)

    @staticmethod
    def _rub(asset: Articulation, friction: float) -> None:
        """Give all shapes of a part a coefficient of friction."""
        shapes = asset.root_view.shapes
        materials = shapes.materials.copy()
        materials[..., :2] = friction
        shapes.write_materials(materials, torch.arange(len(materials)).numpy())

    def _setup_scene(self) -> None:
        ground = GroundPlaneCfg()
        ground.func("/World/ground", ground, translation=(0.0, 0.0, -1.05))
        table = UsdFileCfg(usd_path=f"{assets_root()}/Isaac/Props/Mounts/SeattleLabTable/table_instanceable.usd")
        turned = as_torch(quat_from_euler_xyz(*torch.tensor((0.0, 0.0, math.pi / 2)))).tolist()
        table.func("/World/envs/env_.*/Table", table, translation=(0.55, 0.0, 0.0), orientation=turned)
        self._robot = Articulation(self.cfg.robot)
        self._fixed_asset = Articulation(self.cfg_task.fixed_asset)
        self._held_asset = Articulation(self.cfg_task.held_asset)
        parts = {"robot": self._robot, "fixed_asset": self._fixed_asset, "held_asset": self._held_asset}
        if self._has_gears:
            self._small_gear_asset = Articulation(self.cfg_task.small_gear_cfg)
            self._large_gear_asset = Articulation(self.cfg_task.large_gear_cfg)
            parts |= {"small_gear": self._small_gear_asset, "large_gear": self._large_gear_asset}
        self.scene.clone_environments(copy_from_source=False)
        for name, part in parts.items():
            self.scene.articulations[name] = part
        light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
        light.func("/World/Light", light)

    # -- seeing --------------------------------------------------------------------------------------------------------

    def _pose(self, asset: Articulation) -> tuple[torch.Tensor, torch.Tensor]:
        """Position from the origin of each environment [m], and orientation."""
        position = as_torch(asset.data.root_pos_w) - as_torch(self.scene.env_origins)
        return position, as_torch(asset.data.root_quat_w)

    def _compute_intermediate_values(self, dt: float) -> None:
        """Look at all parts, and take velocities of the hand from its last pose, a time ``dt`` ago [s]."""
        data, body, origins = self._robot.data, self._fingertip, as_torch(self.scene.env_origins)
        self.fixed_pos, self.fixed_quat = self._pose(self._fixed_asset)
        self.held_pos, self.held_quat = self._pose(self._held_asset)
        self.fingertip_midpoint_pos = as_torch(data.body_pos_w)[:, body] - origins
        self.fingertip_midpoint_quat = as_torch(data.body_quat_w)[:, body]
        self.fingertip_midpoint_linvel = as_torch(data.body_lin_vel_w)[:, body]
        self.fingertip_midpoint_angvel = as_torch(data.body_ang_vel_w)[:, body]
        left, right = (as_torch(data.body_com_jacobian_w)[:, finger - 1, :, :7] for finger in self._fingers)
        self.fingertip_midpoint_jacobian = 0.5 * (left + right)
        self.arm_mass_matrix = as_torch(data.mass_matrix)[:, :7, :7]
        self.joint_pos, self.joint_vel = as_torch(data.joint_pos).clone(), as_torch(data.joint_vel).clone()

        self.ee_linvel_fd = (self.fingertip_midpoint_pos - self.prev_fingertip_pos) / dt
        turn = quat_mul(self.fingertip_midpoint_quat, as_torch(quat_conjugate(self.prev_fingertip_quat)))
        self.ee_angvel_fd = as_torch(axis_angle_from_quat(as_torch(turn))) / dt
        self._remember_pose()
        self.last_update_timestamp = self._robot.data._sim_timestamp

    def _look_after_a_step(self) -> None:
        """Look where the physics has made a step since the last look."""
        if self.last_update_timestamp < self._robot.data._sim_timestamp:
            self._compute_intermediate_values(dt=self.physics_dt)

    def _remember_pose(self) -> None:
        self.prev_fingertip_pos = self.fingertip_midpoint_pos.clone()
        self.prev_fingertip_quat = self.fingertip_midpoint_quat.clone()

    def _get_factory_obs_state_dict(self) -> tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]:
        """Return all that the policy may see, and all that the critic may, by their names."""
        tip = self.fixed_pos_obs_frame
        seen = {
            "fingertip_pos": self.fingertip_midpoint_pos,
            "fingertip_pos_rel_fixed": self.fingertip_midpoint_pos - tip - self.init_fixed_pos_obs_noise,
            "fingertip_quat": self.fingertip_midpoint_quat,
            "ee_linvel": self.ee_linvel_fd,
            "ee_angvel": self.ee_angvel_fd,
            "prev_actions": self.actions.clone(),
        }
        known = {
            "fingertip_pos": self.fingertip_midpoint_pos,
            "fingertip_pos_rel_fixed": self.fingertip_midpoint_pos - tip,
            "fingertip_quat": self.fingertip_midpoint_quat,
            "ee_linvel": self.fingertip_midpoint_linvel,
            "ee_angvel": self.fingertip_midpoint_angvel,
            "joint_pos": self.joint_pos[:, :7],
            "held_pos": self.held_pos,
            "held_pos_rel_fixed": self.held_pos - tip,
            "held_quat": self.held_quat,
            "fixed_pos": self.fixed_pos,
            "fixed_quat": self.fixed_quat,
            "task_prop_gains": self.task_prop_gains,
            "pos_threshold": self.pos_threshold,
            "rot_threshold": self.rot_threshold,
            "prev_actions": self.actions.clone(),
        }
        return seen, known

    def _get_observations(self) -> dict[str, torch.Tensor]:
        seen, known = self._get_factory_obs_state_dict()
        return {
            "policy": collapse_obs_dict(seen, [*self.cfg.obs_order, "prev_actions"]),
            "critic": collapse_obs_dict(known, [*self.cfg.state_order, "prev_actions"]),
        }

    # -- acting --------------------------------------------------------------------------------------------------------

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        begun = self.reset_buf.nonzero().flatten()
        if len(begun):
            self._reset_buffers(begun)
        share = self.ema_factor
        self.actions = share * actions.to(self.device) + (1.0 - share) * self.actions

    def _reset_buffers(self, env_ids: torch.Tensor) -> None:
        """Forget the successes of environments whose episode begins."""
        self.ep_succeeded[env_ids], self.ep_success_times[env_ids] = 0, 0

    def _apply_action(self) -> None:
        self._look_after_a_step()
        if self.cfg_task.unidirectional_rot:
            # As released, of the smoothed actions themselves: with each step of the physics they come nearer to -1/3.
            self.actions[:, 5] = -0.5 * (self.actions[:, 5] + 1.0)
        turn = self.actions[:, 3:6]
        center = self.fixed_pos_obs_frame + self.init_fixed_pos_obs_noise
        bounds = torch.tensor(self.cfg.ctrl.pos_action_bounds, device=self.device)
        target = self.fingertip_midpoint_pos + self.actions[:, :3] * self.pos_threshold
        target = center + (target - center).clamp(-bounds, bounds)
        self._drive_hand_to(target, turn * self.rot_threshold)

    def _drive_hand_to(self, target: torch.Tensor, turn: torch.Tensor) -> None:
        """Set torques that draw the hand to a position [m], turned by a rotation vector [rad], but upright, and close.

        Args:
            target: Positions from the origins of the environments, shape (N, 3).
            turn: Rotation vectors, shape (N, 3).
        """
        angle = turn.norm(dim=-1)
        axis = turn / angle.clamp(min=1e-9).unsqueeze(-1)
        turned = quat_mul(as_torch(quat_from_angle_axis(angle, axis)), self.fingertip_midpoint_quat)
        yaw = as_torch(euler_xyz_from_quat(as_torch(turned))[2])
        upright = as_torch(quat_from_euler_xyz(torch.full_like(yaw, math.pi), torch.zeros_like(yaw), yaw))
        self.generate_ctrl_signals(target, upright, 0.0)

    def generate_ctrl_signals(
        self,
        ctrl_target_fingertip_midpoint_pos: torch.Tensor,
        ctrl_target_fingertip_midpoint_quat: torch.Tensor,
        ctrl_target_gripper_dof_pos: torch.Tensor | float,
    ) -> None:
        """Set the torques that draw the hand to a pose, and the targets of the fingers.

        Args:
            ctrl_target_fingertip_midpoint_pos: Positions from the origins of the environments [m], shape (N, 3).
            ctrl_target_fingertip_midpoint_quat: Orientations, shape (N, 4).
            ctrl_target_gripper_dof_pos: Position of both fingers [m], of all or of each environment, shape (N, 2).
        """
        here = (self.fingertip_midpoint_pos, self.fingertip_midpoint_quat)
        self.applied_wrench = hand_wrench(
            pose_error(*here, ctrl_target_fingertip_midpoint_pos, ctrl_target_fingertip_midpoint_quat),
            torch.cat([self.fingertip_midpoint_linvel, self.fingertip_midpoint_angvel], dim=-1),
            (self.task_prop_gains, self.task_deriv_gains),
            self.dead_zone_thresholds,
        )
        torques = arm_torques(
            self.cfg.ctrl,
            self.applied_wrench,
            self.joint_pos[:, :7],
            self.joint_vel[:, :7],
            self.fingertip_midpoint_jacobian,
            self.arm_mass_matrix,
        )
        self.joint_torque = torch.nn.functional.pad(torques, (0, 2))
        self.ctrl_target_joint_pos[:, 7:9] = ctrl_target_gripper_dof_pos
        self._robot.set_joint_position_target_index(target=self.ctrl_target_joint_pos)
        self._robot.set_joint_effort_target_index(target=self.joint_torque)

    def _set_gains(self, stiffness: torch.Tensor, rot_deriv_scale: float = 1.0) -> None:
        """Set stiffness [N/m and N m/rad], shape (N, 6), and dampers that belong to it."""
        self.task_prop_gains, self.task_deriv_gains = stiffness, get_deriv_gains(stiffness, rot_deriv_scale)

    # -- rewards and ends ----------------------------------------------------------------------------------------------

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        self._compute_intermediate_values(dt=self.physics_dt)
        time_out = self.episode_length_buf >= self.max_episode_length - 1
        return time_out, time_out

    def _has_succeeded(self) -> torch.Tensor:
        """Whether the parts are together, and a nut has been turned, shape (N,)."""
        return self._get_curr_successes(self.cfg_task.success_threshold, check_rot=self._has_thread)

    def _get_curr_successes(self, success_threshold: float, check_rot: bool = False) -> torch.Tensor:
        """Whether the part is over the other, and lower than a share of its height, or of a pitch, shape (N,).

        Args:
            success_threshold: The share.
            check_rot: Whether the hand must have turned, too.
        """
        held, goal = self._meeting_points()
        aside, height = (held - goal)[:, :2].norm(dim=-1), (held - goal)[:, 2]
        has_met = (aside < CENTERED) & (height < self._height * success_threshold)
        if check_rot:
            yaw = wrap_yaw(as_torch(euler_xyz_from_quat(self.fingertip_midpoint_quat, wrap_to_2pi=True)[2]))
            has_met &= yaw < self.cfg_task.ee_success_yaw
        return has_met

    def _meeting_points(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return where the point of what is held is, and where it has to be [m], shape (N, 3) each."""
        return (
            self.held_pos + as_torch(quat_apply(self.held_quat, self._meeting)),
            self.fixed_pos + as_torch(quat_apply(self.fixed_quat, self._goal)),
        )

    def _get_rewards(self) -> torch.Tensor:
        task = self.cfg_task
        succeeded = self._has_succeeded()
        distance = self._keypoint_distance()
        rewards = {
            "kp_baseline": squashing_fn(distance, *task.keypoint_coef_baseline),
            "kp_coarse": squashing_fn(distance, *task.keypoint_coef_coarse),
            "kp_fine": squashing_fn(distance, *task.keypoint_coef_fine),
            "action_penalty_ee": -task.action_penalty_ee_scale * self.actions.norm(),
            "action_grad_penalty": -task.action_grad_penalty_scale * (self.actions - self.prev_actions).norm(dim=-1),
            "curr_engaged": self._get_curr_successes(task.engage_threshold).float(),
            "curr_success": succeeded.float(),
        }
        self.prev_actions = self.actions.clone()
        if self.reset_buf.any():
            self.extras["successes"] = succeeded.float().mean()
        first = succeeded & (self.ep_succeeded == 0)
        self.ep_succeeded[succeeded] = 1
        self.ep_success_times[first] = self.episode_length_buf[first]
        times = self.ep_success_times[self.ep_success_times > 0]
        if len(times):
            self.extras["success_times"] = times.float().mean()
        self.extras |= {f"logs_rew_{name}": reward.mean() for name, reward in rewards.items()}
        return sum(rewards.values(), torch.zeros(self.num_envs, device=self.device))

    def _keypoint_distance(self) -> torch.Tensor:
        """Mean distance of points along the axes of both parts [m], shape (N,)."""
        count = self.cfg_task.num_keypoints
        heights = self.cfg_task.keypoint_scale * (torch.linspace(0.0, 1.0, count, device=self.device) - 0.5)
        along = torch.zeros(self.num_envs, count, 3, device=self.device)
        along[..., 2] = heights
        points = [
            point.unsqueeze(1) + as_torch(quat_apply(orientation.unsqueeze(1).expand(-1, count, -1), along))
            for point, orientation in zip(self._meeting_points(), (self.held_quat, self.fixed_quat), strict=True)
        ]
        return (points[0] - points[1]).norm(dim=-1).mean(dim=-1)

    # -- beginning -----------------------------------------------------------------------------------------------------

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        env_ids = torch.as_tensor(env_ids, device=self.device)
        super()._reset_idx(env_ids)
        for asset in (self._held_asset, self._fixed_asset):
            state = as_torch(asset.data.default_root_state)[env_ids].clone()
            self._put(asset, state[:, :3], state[:, 3:7], env_ids)
        self._set_joints(self.cfg.ctrl.reset_joints, env_ids)
        self.step_sim_no_action()
        gravity = self.sim.cfg.gravity
        self.sim.physics_sim_view.set_gravity((0.0, 0.0, 0.0))
        self._place_fixed(env_ids)
        self._lead_hand_above(env_ids)
        self._grasp(env_ids)
        self.sim.physics_sim_view.set_gravity(tuple(gravity))

    def step_sim_no_action(self) -> None:
        """Step all environments once, at the beginning of an episode."""
        self.scene.write_data_to_sim()
        self.sim.step(render=False)
        self.scene.update(dt=self.physics_dt)
        self._compute_intermediate_values(dt=self.physics_dt)

    def _put(
        self, asset: Articulation, position: torch.Tensor, orientation: torch.Tensor, env_ids: torch.Tensor
    ) -> None:
        """Put a part to rest at positions from the origins of its environments [m], shape (M, 3)."""
        pose = torch.cat([position + as_torch(self.scene.env_origins)[env_ids], orientation], dim=-1)
        asset.write_root_pose_to_sim_index(root_pose=pose, env_ids=env_ids)
        rest = torch.zeros(len(env_ids), 6, device=self.device)
        asset.write_root_velocity_to_sim_index(root_velocity=rest, env_ids=env_ids)

    def _set_joints(self, joints: Sequence[float], env_ids: torch.Tensor) -> None:
        """Put arms at rest, with the hand a quarter wider than what it will hold."""
        opened = 1.25 * self.cfg_task.held_asset_cfg.diameter / 2
        position = self._each([*joints, opened, opened])[env_ids]
        self._write_joints(position, env_ids)
        self._robot.set_joint_effort_target_index(target=torch.zeros_like(position), env_ids=env_ids)

    def _write_joints(self, position: torch.Tensor, env_ids: torch.Tensor) -> None:
        self.ctrl_target_joint_pos[env_ids] = position
        self._robot.set_joint_position_target_index(target=position, env_ids=env_ids)
        self._robot.write_joint_position_to_sim_index(position=position, env_ids=env_ids)
        self._robot.write_joint_velocity_to_sim_index(velocity=torch.zeros_like(position), env_ids=env_ids)

    def _noise(self, levels: Sequence[float], count: int) -> torch.Tensor:
        """Uniform noise between both signs of levels, shape (count, len(levels))."""
        levels_of_each = torch.tensor(levels, dtype=torch.float32, device=self.device)
        return (2.0 * torch.rand(count, len(levels), device=self.device) - 1.0) * levels_of_each

    def _place_fixed(self, env_ids: torch.Tensor) -> None:
        """Put what stays to its random place, and draw where the policy will take its top to be."""
        task, count = self.cfg_task, len(env_ids)
        start = as_torch(self._fixed_asset.data.default_root_state)[env_ids, :3]
        share = torch.rand(count, device=self.device)
        yaw = torch.deg2rad(task.fixed_asset_init_orn_deg + task.fixed_asset_init_orn_range_deg * share)
        nothing = torch.zeros_like(yaw)
        self._put(
            self._fixed_asset,
            start + self._noise(task.fixed_asset_init_pos_noise, count),
            as_torch(quat_from_euler_xyz(nothing, nothing, yaw)),
            env_ids,
        )
        deviation = torch.tensor(self.cfg.obs_rand.fixed_asset_pos, device=self.device)
        self.init_fixed_pos_obs_noise[env_ids] = deviation * torch.randn(count, 3, device=self.device)
        self.step_sim_no_action()
        top = self._each([0.0, 0.0, task.fixed_asset_cfg.height + task.fixed_asset_cfg.base_height])
        top[:, :2] += self._meeting[:, :2]
        self.fixed_pos_obs_frame[env_ids] = (self.fixed_pos + as_torch(quat_apply(self.fixed_quat, top)))[env_ids]

    def _lead_hand_above(self, env_ids: torch.Tensor) -> None:
        """Bring hands above what stays, with other noise where an arm cannot get there."""
        task, target = self.cfg_task, self.fixed_pos_obs_frame.clone()
        upright = as_torch(default_orientation(self.num_envs, self.device))
        while len(env_ids):
            count = len(env_ids)
            above = torch.tensor([0.0, 0.0, task.hand_init_pos[2]], device=self.device)
            target[env_ids] = self.fixed_pos_obs_frame[env_ids] + above + self._noise(task.hand_init_pos_noise, count)
            angles = self._each(task.hand_init_orn)[env_ids] + self._noise(task.hand_init_orn_noise, count)
            upright[env_ids] = as_torch(quat_from_euler_xyz(*angles.unbind(dim=-1)))
            for _ in range(round(SETTLING / self.physics_dt)):
                way = pose_error(self.fingertip_midpoint_pos, self.fingertip_midpoint_quat, target, upright)[env_ids]
                joints = self.joint_pos[env_ids]
                joints[:, :7] += damped_least_squares(way, self.fingertip_midpoint_jacobian[env_ids])
                self._write_joints(joints, env_ids)
                self.step_sim_no_action()
            has_failed = (way[:, :3].norm(dim=-1) > 1e-3) | (way[:, 3:].norm(dim=-1) > 1e-3)
            env_ids = env_ids[has_failed]
            if len(env_ids):
                self._set_joints(SECOND_START, env_ids)
                self.step_sim_no_action()
        self.step_sim_no_action()

    def _grasp(self, env_ids: torch.Tensor) -> None:
        """Put what is held between the fingers, and close them."""
        task = self.cfg_task
        if self._has_gears and task.add_flanking_gears:
            for gear in (self._small_gear_asset, self._large_gear_asset):
                self._put(gear, self.fixed_pos[env_ids], self.fixed_quat[env_ids], env_ids)
        held = self._meeting.clone()  # the place between the fingers, in the frame of what they hold
        noise = self._noise(task.held_asset_pos_noise, self.num_envs)
        if self._has_gears:
            held[:, 2] += 0.55 * task.held_asset_cfg.height
            noise[:, 2] = -0.5 * (noise[:, 2] + task.held_asset_pos_noise[2])  # downwards only
        elif not self._has_thread:
            held[:, 2] += task.held_asset_cfg.height - task.robot_cfg.franka_fingerpad_length
        about = self._each([math.pi])[:, 0]
        nothing = torch.zeros_like(about)
        flipped = quat_mul(self.fingertip_midpoint_quat, as_torch(quat_from_euler_xyz(nothing, about, nothing)))
        if self._has_thread:
            turned = torch.full_like(about, math.radians(-task.held_asset_rot_init))
            flipped = quat_mul(as_torch(flipped), as_torch(quat_from_euler_xyz(nothing, nothing, turned)))
        position, orientation = combine_frame_transforms(self.fingertip_midpoint_pos, as_torch(flipped), noise - held)
        self._put(self._held_asset, as_torch(position)[env_ids], as_torch(orientation)[env_ids], env_ids)
        self._set_gains(self._each(self.cfg.ctrl.reset_task_prop_gains), self.cfg.ctrl.reset_rot_deriv_scale)
        self.step_sim_no_action()
        for _ in range(round(SETTLING / self.physics_dt)):
            self._drive_hand_to(self.fingertip_midpoint_pos, torch.zeros(self.num_envs, 3, device=self.device))
            self.step_sim_no_action()
        self._set_gains(self.default_gains)
        self._remember_pose()
        self.actions, self.prev_actions = torch.zeros_like(self.actions), torch.zeros_like(self.actions)
        self.ee_linvel_fd, self.ee_angvel_fd = torch.zeros_like(self.held_pos), torch.zeros_like(self.held_pos)
