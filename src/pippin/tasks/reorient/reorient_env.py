"""A hand turns a cube to given orientations, one after the other, as a direct environment.

Values are those that Isaac Lab 2.3.2 releases for the Allegro hand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import Articulation, ArticulationCfg, RigidObject, RigidObjectCfg
from pippin.envs import DirectRLEnv, DirectRLEnvCfg
from pippin.robots import released
from pippin.scene import InteractiveSceneCfg
from pippin.sim import PhysxCfg, SimulationCfg, UsdFileCfg
from pippin.sim.markers import VisualizationMarkers, VisualizationMarkersCfg
from pippin.sim.schemas import MassPropertiesCfg, RigidBodyPropertiesCfg
from pippin.sim.spawners import DomeLightCfg, GroundPlaneCfg, RigidBodyMaterialCfg, SpawnerCfg
from pippin.tasks.manipulation.scenes import ISAAC_ASSETS
from pippin.utils import as_torch, configclass
from pippin.utils.math import quat_conjugate, quat_error_magnitude, quat_from_angle_axis, quat_mul

_CUBE = f"{ISAAC_ASSETS}/Props/Blocks/DexCube/dex_cube_instanceable.usd"
_FINGERS = ("index", "middle", "ring", "thumb")

SINK = 0.04
"""How far below the cube's first position its place in the hand is [m]."""


def cube_cfg(position: tuple[float, float, float], density: float, scale: float) -> RigidObjectCfg:
    """Config of the cube in the hand, at a position [m], of a density [kg/m^3] and a scale of its file."""
    return RigidObjectCfg(
        prim_path="/World/envs/env_.*/object",
        spawn=UsdFileCfg(
            usd_path=_CUBE,
            rigid_props=RigidBodyPropertiesCfg(
                kinematic_enabled=False, disable_gravity=False, max_depenetration_velocity=1000.0
            ),
            mass_props=MassPropertiesCfg(density=density),
            scale=(scale,) * 3,
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=position),
    )


def goal_cfg(scale: float) -> VisualizationMarkersCfg:
    """Config of the cube that shows the goal, at a scale of its file."""
    markers: dict[str, SpawnerCfg] = {"goal": UsdFileCfg(usd_path=_CUBE, scale=(scale,) * 3)}
    return VisualizationMarkersCfg(prim_path="/Visuals/goal_marker", markers=markers)


@configclass
class AllegroHandEnvCfg(DirectRLEnvCfg):
    """An Allegro hand: targets of 16 joints; joints, cube, goal and fingertips seen."""

    decimation = 4
    episode_length_s = 10.0
    action_space = 16
    observation_space = 124
    state_space = 0
    asymmetric_obs: bool = False
    """Whether a critic sees more than the policy: forces at the fingertips."""

    obs_type: str = "full"
    """What the policy sees: "full", or "openai" for what cameras and gloves see."""

    sim: SimulationCfg = SimulationCfg(
        dt=1 / 120,
        render_interval=4,
        physics_material=RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0),
        physx=PhysxCfg(bounce_threshold_velocity=0.2),
    )
    robot_cfg: ArticulationCfg = released.ALLEGRO_HAND_CFG.replace(prim_path="/World/envs/env_.*/Robot")
    actuated_joint_names: list[str] = [f"{finger}_joint_{index}" for index in range(4) for finger in _FINGERS]
    fingertip_body_names: list[str] = [f"{finger}_link_3" for finger in _FINGERS]
    object_cfg: RigidObjectCfg = cube_cfg(position=(0.0, -0.17, 0.56), density=400.0, scale=1.2)
    goal_object_cfg: VisualizationMarkersCfg = goal_cfg(scale=1.2)
    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=8192, env_spacing=0.75, replicate_physics=True)
    reset_position_noise: float = 0.01
    """How far the cube is from its first position along each axis when an episode begins, at most [m]."""

    reset_dof_pos_noise: float = 0.2
    """How far joints are from their defaults then, as a part of what their limits leave."""

    reset_dof_vel_noise: float = 0.0
    """How fast joints are then, at most [rad/s]."""

    dist_reward_scale: float = -10.0
    rot_reward_scale: float = 1.0
    rot_eps: float = 0.1
    action_penalty_scale: float = -0.0002
    reach_goal_bonus: float = 250.0
    fall_penalty: float = 0.0
    fall_dist: float = 0.24
    """Distance of the cube from its place in the hand from which on it has fallen [m]."""

    vel_obs_scale: float = 0.2
    success_tolerance: float = 0.2
    """Angle to the goal at which it is reached [rad]."""

    max_consecutive_success: int = 0
    """Goals after which an episode ends; 0 for no such end."""

    av_factor: float = 0.1
    """Weight of the episodes that end in the mean of goals reached."""

    act_moving_average: float = 1.0
    """Weight of the action in the moving mean of the targets."""

    force_torque_obs_scale: float = 10.0


class InHandManipulationEnv(DirectRLEnv):
    """Turns a cube in a hand to random orientations; the next one comes when one is reached."""

    cfg: AllegroHandEnvCfg

    def __init__(self, cfg: AllegroHandEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        device, count = self.device, self.num_envs
        self.num_hand_dofs = self.hand.num_joints
        self.actuated_dof_indices = sorted(self.hand.joint_names.index(name) for name in cfg.actuated_joint_names)
        self.finger_bodies = sorted(self.hand.body_names.index(name) for name in cfg.fingertip_body_names)
        self.num_fingertips = len(self.finger_bodies)
        self._actuated = torch.tensor(self.actuated_dof_indices, device=device)
        limits = as_torch(self.hand.data.joint_pos_limits)
        self.hand_dof_lower_limits, self.hand_dof_upper_limits = limits[..., 0], limits[..., 1]
        self.prev_targets = torch.zeros(count, self.num_hand_dofs, device=device)
        self.in_hand_pos = as_torch(self.object.data.default_root_state)[:, :3].clone()
        self.in_hand_pos[:, 2] -= SINK
        self.goal_pos = torch.tensor((-0.2, -0.45, 0.68), device=device).repeat(count, 1)
        self.goal_rot = random_rotations(count, device)
        self.goal_markers = VisualizationMarkers(cfg.goal_object_cfg)
        self.successes = torch.zeros(count, device=device)
        self.consecutive_successes = torch.zeros(1, device=device)

    def _setup_scene(self) -> None:
        self.hand = Articulation(self.cfg.robot_cfg)
        self.object = RigidObject(self.cfg.object_cfg)
        ground = GroundPlaneCfg()
        ground.func("/World/ground", ground)
        self.scene.clone_environments(copy_from_source=False)
        self.scene.articulations["robot"] = self.hand
        self.scene.rigid_objects["object"] = self.object
        light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
        light.func("/World/Light", light)

    # -- acting --------------------------------------------------------------------------------------------------------

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self.actions = actions.clone()
        ids = self._actuated
        lower, upper = self.hand_dof_lower_limits[:, ids], self.hand_dof_upper_limits[:, ids]
        self._wanted = 0.5 * (self.actions[:, : len(ids)] + 1.0) * (upper - lower) + lower

    def _apply_action(self) -> None:
        ids, weight = self._actuated, self.cfg.act_moving_average
        targets = weight * self._wanted + (1.0 - weight) * self.prev_targets[:, ids]
        targets = targets.clamp(self.hand_dof_lower_limits[:, ids], self.hand_dof_upper_limits[:, ids])
        self.prev_targets[:, ids] = targets
        self.hand.set_joint_position_target_index(target=targets, joint_ids=self.actuated_dof_indices)

    # -- seeing --------------------------------------------------------------------------------------------------------

    def _get_observations(self) -> dict[str, torch.Tensor]:
        if self.cfg.obs_type not in ("full", "openai"):
            raise ValueError(f"The config's obs_type is '{self.cfg.obs_type}'; expected 'full' or 'openai'.")
        seen = self._seen()
        observations = {"policy": torch.cat([*seen, self.actions], dim=-1)}
        if self.cfg.obs_type == "openai":
            tips = self.fingertip_pos.flatten(1)
            observations["policy"] = torch.cat((tips, self.object_pos, self._turn_left(), self.actions), dim=-1)
        if self.cfg.asymmetric_obs:
            observations["critic"] = self._full_state(seen)
        return observations

    def _full_state(self, seen: list[torch.Tensor] | None = None) -> torch.Tensor:
        """Joints, cube, goal, fingertips, their forces and the last action, of what :meth:`_seen` returned."""
        forces = self.cfg.force_torque_obs_scale * self._fingertip_wrenches()
        return torch.cat([*(seen or self._seen()), forces, self.actions], dim=-1)

    def _fingertip_wrenches(self) -> torch.Tensor:
        """Wrenches at the fingertips, (force [N], torque [N m]) side by side, shape (num_envs, 6 tips)."""
        return as_torch(self.hand.data.body_incoming_joint_wrench_b)[:, self.finger_bodies].flatten(1)

    def _seen(self) -> list[torch.Tensor]:
        """Joints, cube, goal and fingertips."""
        data, lower, upper = self.hand.data, self.hand_dof_lower_limits, self.hand_dof_upper_limits
        scale = self.cfg.vel_obs_scale
        return [
            (2.0 * as_torch(data.joint_pos) - upper - lower) / (upper - lower),
            scale * as_torch(data.joint_vel),
            self.object_pos,
            self.object_rot,
            as_torch(self.object.data.root_lin_vel_w),
            scale * as_torch(self.object.data.root_ang_vel_w),
            self.in_hand_pos,
            self.goal_rot,
            self._turn_left(),
            self.fingertip_pos.flatten(1),
            as_torch(data.body_quat_w)[:, self.finger_bodies].flatten(1),
            as_torch(data.body_vel_w)[:, self.finger_bodies].flatten(1),
        ]

    def _turn_left(self) -> torch.Tensor:
        """Rotation from the goal to the cube, shape (num_envs, 4)."""
        return as_torch(quat_mul(self.object_rot, quat_conjugate(self.goal_rot)))

    def _angle_left(self) -> torch.Tensor:
        """Angle between cube and goal [rad], shape (num_envs,)."""
        return as_torch(quat_error_magnitude(self.object_rot, self.goal_rot))

    def _compute_intermediate_values(self) -> None:
        origins = as_torch(self.scene.env_origins)
        self.fingertip_pos = as_torch(self.hand.data.body_pos_w)[:, self.finger_bodies] - origins.unsqueeze(1)
        self.object_pos = as_torch(self.object.data.root_pos_w) - origins
        self.object_rot = as_torch(self.object.data.root_quat_w)

    # -- rewards and ends ----------------------------------------------------------------------------------------------

    def _get_rewards(self) -> torch.Tensor:
        cfg = self.cfg
        distance, angle = (self.object_pos - self.in_hand_pos).norm(dim=-1), self._angle_left()
        reward = cfg.dist_reward_scale * distance + cfg.rot_reward_scale / (angle + cfg.rot_eps)
        reward += cfg.action_penalty_scale * self.actions.square().sum(dim=-1)
        reached = angle <= cfg.success_tolerance
        fell = distance >= cfg.fall_dist
        reward += cfg.reach_goal_bonus * reached + cfg.fall_penalty * fell
        self.successes += reached
        self._count_goals(fell | self.reset_buf.bool())
        self.extras.setdefault("log", {})["consecutive_successes"] = self.consecutive_successes.mean()
        self._new_goals(reached)
        return reward

    def _count_goals(self, ends: torch.Tensor) -> None:
        """Count the goals that were reached in the episodes that end."""
        count = ends.sum()
        mean = (self.successes * ends).sum() / count.clamp(min=1)
        moved = self.cfg.av_factor * mean + (1.0 - self.cfg.av_factor) * self.consecutive_successes
        self.consecutive_successes = torch.where(count > 0, moved, self.consecutive_successes)

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        self._compute_intermediate_values()
        fell = (self.object_pos - self.in_hand_pos).norm(dim=-1) >= self.cfg.fall_dist
        most = self.cfg.max_consecutive_success
        if most > 0:  # each goal has the time of a whole episode
            self.episode_length_buf *= self._angle_left() > self.cfg.success_tolerance
        time_out = self.episode_length_buf >= self.max_episode_length - 1
        return fell, (time_out | (self.successes >= most)) if most > 0 else time_out

    # -- beginning -----------------------------------------------------------------------------------------------------

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        super()._reset_idx(env_ids)
        self._reset_target_pose(env_ids)
        scatter_object(self.object, self.cfg.reset_position_noise, as_torch(self.scene.env_origins), env_ids)
        self.prev_targets[env_ids] = self._scatter_joints(env_ids)
        self.successes[env_ids] = 0.0
        self._compute_intermediate_values()

    def _scatter_joints(self, env_ids: Any) -> torch.Tensor:
        """Put the joints where episodes begin, and return where that is [rad]."""
        limits = self.hand_dof_lower_limits, self.hand_dof_upper_limits
        return scatter_joints(self.hand, limits, self.cfg, env_ids)

    def _new_goals(self, reached: torch.Tensor) -> None:
        """Give those environments a new goal that reached theirs, shape (num_envs,)."""
        rotations = random_rotations(self.num_envs, self.device)
        self.goal_rot = torch.where(reached.unsqueeze(-1), rotations, self.goal_rot)
        self._show_goals()

    def _reset_target_pose(self, env_ids: Any) -> None:
        self.goal_rot[env_ids] = random_rotations(len(env_ids), self.device)
        self._show_goals()

    def _show_goals(self) -> None:
        self.goal_markers.visualize(self.goal_pos + as_torch(self.scene.env_origins), self.goal_rot)


def scatter_object(
    obj: RigidObject, noise: float, origins: torch.Tensor, env_ids: torch.Tensor | Sequence[int]
) -> None:
    """Put objects near their first positions, at rest and turned at random.

    Args:
        obj: The objects.
        noise: How far from their first positions they are along each axis, at most [m].
        origins: Origins of all environments in the world [m], shape (N, 3).
        env_ids: Environments, of which there are M.
    """
    state = as_torch(obj.data.default_root_state)[env_ids].clone()
    shifts = 2.0 * torch.rand(len(env_ids), 3, device=state.device) - 1.0
    state[:, :3] += noise * shifts + origins[env_ids]
    state[:, 3:7] = random_rotations(len(env_ids), state.device)
    state[:, 7:] = 0.0
    obj.write_root_pose_to_sim_index(root_pose=state[:, :7], env_ids=env_ids)
    obj.write_root_velocity_to_sim_index(root_velocity=state[:, 7:], env_ids=env_ids)


def scatter_joints(
    hand: Articulation, limits: tuple[torch.Tensor, torch.Tensor], cfg: Any, env_ids: torch.Tensor | Sequence[int]
) -> torch.Tensor:
    """Put the joints of hands near their defaults, and their targets where they are.

    Args:
        hand: The hands.
        limits: Lower and upper limits of the joints [rad], shape (N, J) each.
        cfg: Config of the task, with ``reset_dof_pos_noise`` and ``reset_dof_vel_noise``.
        env_ids: Environments, of which there are M.

    Returns:
        Positions of the joints [rad], shape (M, J).
    """
    lower, upper = (limit[env_ids] for limit in limits)
    defaults = as_torch(hand.data.default_joint_pos)[env_ids]
    highest, lowest = upper - defaults, lower - defaults
    noise = 2.0 * torch.rand(2, *defaults.shape, device=defaults.device) - 1.0
    positions = defaults + cfg.reset_dof_pos_noise * (lowest + 0.5 * (highest - lowest) * noise[0])
    velocities = as_torch(hand.data.default_joint_vel)[env_ids] + cfg.reset_dof_vel_noise * noise[1]
    hand.set_joint_position_target_index(target=positions, env_ids=env_ids)
    hand.write_joint_position_to_sim_index(position=positions, env_ids=env_ids)
    hand.write_joint_velocity_to_sim_index(velocity=velocities, env_ids=env_ids)
    return positions


def random_rotations(count: int, device: Any) -> torch.Tensor:
    """Rotations by random angles about x and y, one after the other, shape (count, 4)."""
    angles = math.pi * (2.0 * torch.rand(2, count, device=device) - 1.0)
    axes = torch.eye(3, device=device)[:2].unsqueeze(1).expand(2, count, 3)
    turns = [as_torch(quat_from_angle_axis(angles[i], axes[i])) for i in range(2)]
    return as_torch(quat_mul(*turns))
