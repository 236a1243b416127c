"""Two Shadow hands pass a ball from one to the other, as two agents, with the values of Isaac Lab 2.3.2."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import Articulation, ArticulationCfg, RigidObject, RigidObjectCfg
from pippin.envs import DirectMARLEnv, DirectMARLEnvCfg
from pippin.scene import InteractiveSceneCfg
from pippin.sim import PhysxCfg, SimulationCfg
from pippin.sim.markers import VisualizationMarkers, VisualizationMarkersCfg
from pippin.sim.schemas import CollisionPropertiesCfg, MassPropertiesCfg, RigidBodyPropertiesCfg
from pippin.sim.spawners import (
    DomeLightCfg,
    GroundPlaneCfg,
    PreviewSurfaceCfg,
    RigidBodyMaterialCfg,
    SpawnerCfg,
    SphereCfg,
)
from pippin.tasks.manipulation.scenes import rotation
from pippin.tasks.reorient.reorient_env import random_rotations, scatter_joints, scatter_object
from pippin.tasks.reorient.shadow_hand_env_cfg import ShadowHandEnvCfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import quat_conjugate, quat_mul

_RADIUS = 0.0335
_HAND = ShadowHandEnvCfg()


def _hand_cfg(name: str, pos: tuple[float, float, float], rot: tuple[float, float, float, float]) -> ArticulationCfg:
    state = ArticulationCfg.InitialStateCfg(pos=pos, rot=rot, joint_pos={".*": 0.0})
    return _HAND.robot_cfg.replace(prim_path=f"/World/envs/env_.*/{name}", init_state=state)


def ball_goal_cfg(prim_path: str) -> VisualizationMarkersCfg:
    """Config of the ball that shows the goal, below a path."""
    look = PreviewSurfaceCfg(diffuse_color=(0.4, 0.3, 1.0))
    markers: dict[str, SpawnerCfg] = {"goal": SphereCfg(radius=_RADIUS, visual_material=look)}
    return VisualizationMarkersCfg(prim_path=prim_path, markers=markers)


@configclass
class ShadowHandOverEnvCfg(DirectMARLEnvCfg):
    """Hands 1 m apart, with their fingers towards each other: each moves 20 joints and sees itself, ball and goal."""

    decimation = 2
    episode_length_s = 7.5
    possible_agents = ["right_hand", "left_hand"]
    action_spaces = {"right_hand": 20, "left_hand": 20}
    observation_spaces = {"right_hand": 157, "left_hand": 157}
    state_space = 290
    sim: SimulationCfg = SimulationCfg(
        dt=1 / 120,
        render_interval=2,
        physics_material=RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0),
        physx=PhysxCfg(bounce_threshold_velocity=0.2),
    )
    right_robot_cfg: ArticulationCfg = _hand_cfg("RightRobot", (0.0, 0.0, 0.5), rotation())
    left_robot_cfg: ArticulationCfg = _hand_cfg("LeftRobot", (0.0, -1.0, 0.5), rotation(yaw=math.pi))
    actuated_joint_names: list[str] = list(_HAND.actuated_joint_names)
    fingertip_body_names: list[str] = list(_HAND.fingertip_body_names)
    object_cfg: RigidObjectCfg = RigidObjectCfg(
        prim_path="/World/envs/env_.*/object",
        spawn=SphereCfg(
            radius=_RADIUS,
            visual_material=PreviewSurfaceCfg(diffuse_color=(0.8, 1.0, 0.0)),
            physics_material=RigidBodyMaterialCfg(static_friction=0.7),
            rigid_props=RigidBodyPropertiesCfg(
                kinematic_enabled=False, disable_gravity=False, max_depenetration_velocity=1000.0
            ),
            collision_props=CollisionPropertiesCfg(),
            mass_props=MassPropertiesCfg(density=500.0),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, -0.39, 0.54)),
    )
    goal_object_cfg: VisualizationMarkersCfg = ball_goal_cfg("/Visuals/goal_marker")
    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=2048, env_spacing=1.5, replicate_physics=True)

    reset_position_noise: float = 0.01
    """How far the ball is from its first position along each axis when an episode begins, at most [m]."""

    reset_dof_pos_noise: float = 0.2
    """How far joints are from their defaults then, as a part of what their limits leave."""

    reset_dof_vel_noise: float = 0.0
    """How fast joints are then, at most [rad/s]."""

    fall_dist: float = 0.24
    """Height of the ball at which it has fallen [m]."""

    vel_obs_scale: float = 0.2
    act_moving_average: float = 1.0
    dist_reward_scale: float = 20.0


class ShadowHandOverEnv(DirectMARLEnv):
    """Lets the right hand pass a ball to the left one, which is to hold it at a place."""

    cfg: ShadowHandOverEnvCfg

    def __init__(self, cfg: ShadowHandOverEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        hand, device = self.right_hand, self.device
        self.actuated_dof_indices = sorted(hand.joint_names.index(name) for name in cfg.actuated_joint_names)
        self.finger_bodies = sorted(hand.body_names.index(name) for name in cfg.fingertip_body_names)
        limits = as_torch(hand.data.joint_pos_limits)
        self.hand_dof_lower_limits, self.hand_dof_upper_limits = limits[..., 0], limits[..., 1]
        self._targets = {agent: torch.zeros(self.num_envs, hand.num_joints, device=device) for agent in self._hands}
        self.goal_pos = torch.tensor((0.0, -0.64, 0.54), device=device).repeat(self.num_envs, 1)
        self.goal_rot = random_rotations(self.num_envs, device)
        self.goal_markers = VisualizationMarkers(cfg.goal_object_cfg)

    def _setup_scene(self) -> None:
        self.right_hand = self.scene.articulations["right_hand"] = Articulation(self.cfg.right_robot_cfg)
        self.left_hand = self.scene.articulations["left_hand"] = Articulation(self.cfg.left_robot_cfg)
        self._hands = {"right_hand": self.right_hand, "left_hand": self.left_hand}
        self.object = self.scene.rigid_objects["object"] = RigidObject(self.cfg.object_cfg)
        ground = GroundPlaneCfg()
        ground.func("/World/ground", ground)
        self.scene.clone_environments(copy_from_source=False)
        light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
        light.func("/World/Light", light)

    # -- acting --------------------------------------------------------------------------------------------------------

    def _pre_physics_step(self, actions: dict[str, torch.Tensor]) -> None:
        self.actions = actions

    def _apply_action(self) -> None:
        for agent in self._hands:
            self._move_joints(agent, self.actions[agent])

    def _move_joints(self, agent: str, actions: torch.Tensor) -> None:
        """Set targets of a hand's joints, of actions of shape (num_envs, driven joints)."""
        ids, weight = self.actuated_dof_indices, self.cfg.act_moving_average
        lower, upper = self.hand_dof_lower_limits[:, ids], self.hand_dof_upper_limits[:, ids]
        wanted = 0.5 * (actions + 1.0) * (upper - lower) + lower
        targets = weight * wanted + (1.0 - weight) * self._targets[agent][:, ids]
        self._targets[agent][:, ids] = targets.clamp(lower, upper)
        self._hands[agent].set_joint_position_target_index(target=self._targets[agent][:, ids], joint_ids=ids)

    # -- seeing --------------------------------------------------------------------------------------------------------

    def _hand_columns(self, agent: str) -> list[torch.Tensor]:
        """Joints, fingertips and action of a hand."""
        data, lower, upper = self._hands[agent].data, self.hand_dof_lower_limits, self.hand_dof_upper_limits
        tips = as_torch(data.body_pos_w)[:, self.finger_bodies] - as_torch(self.scene.env_origins).unsqueeze(1)
        return [
            (2.0 * as_torch(data.joint_pos) - upper - lower) / (upper - lower),
            self.cfg.vel_obs_scale * as_torch(data.joint_vel),
            tips.flatten(1),
            as_torch(data.body_quat_w)[:, self.finger_bodies].flatten(1),
            as_torch(data.body_vel_w)[:, self.finger_bodies].flatten(1),
            self.actions[agent],
        ]

    def _ball_columns(self) -> list[torch.Tensor]:
        """Ball and goal."""
        data = self.object.data
        rotation = as_torch(data.root_quat_w)
        return [
            self._ball_position(),
            rotation,
            as_torch(data.root_lin_vel_w),
            self.cfg.vel_obs_scale * as_torch(data.root_ang_vel_w),
            self.goal_pos,
            self.goal_rot,
            as_torch(quat_mul(rotation, quat_conjugate(self.goal_rot))),
        ]

    def _ball_position(self) -> torch.Tensor:
        """Position of the ball in its environment [m], shape (num_envs, 3)."""
        return as_torch(self.object.data.root_pos_w) - as_torch(self.scene.env_origins)

    def _get_observations(self) -> dict[str, torch.Tensor]:
        ball = self._ball_columns()
        return {agent: torch.cat([*self._hand_columns(agent), *ball], dim=-1) for agent in self._hands}

    def _get_states(self) -> torch.Tensor:
        hands = [column for agent in self._hands for column in self._hand_columns(agent)]
        return torch.cat([*hands, *self._ball_columns()], dim=-1)

    # -- rewards and ends ----------------------------------------------------------------------------------------------

    def _get_rewards(self) -> dict[str, torch.Tensor]:
        distance = (self._ball_position() - self.goal_pos).norm(dim=-1)
        reward = 2.0 * torch.exp(-self.cfg.dist_reward_scale * distance)
        self.extras.setdefault("log", {}).update(dist_reward=reward.mean(), dist_goal=distance.mean())
        return dict.fromkeys(self._hands, reward)

    def _get_dones(self) -> tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]:
        has_fallen = self._ball_position()[:, 2] <= self.cfg.fall_dist
        time_out = self.episode_length_buf >= self.max_episode_length - 1
        return dict.fromkeys(self._hands, has_fallen), dict.fromkeys(self._hands, time_out)

    # -- beginning -----------------------------------------------------------------------------------------------------

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        super()._reset_idx(env_ids)
        origins = as_torch(self.scene.env_origins)
        self.goal_rot[env_ids] = random_rotations(len(env_ids), self.device)
        self._show_goals()
        scatter_object(self.object, self.cfg.reset_position_noise, origins, env_ids)
        for agent, hand in self._hands.items():
            self._targets[agent][env_ids] = self._scatter_joints(hand, env_ids)

    def _show_goals(self) -> None:
        self.goal_markers.visualize(self.goal_pos + as_torch(self.scene.env_origins), self.goal_rot)

    def _scatter_joints(self, hand: Articulation, env_ids: Any) -> torch.Tensor:
        """Put the joints of a hand where episodes begin, and return where that is [rad]."""
        limits = self.hand_dof_lower_limits, self.hand_dof_upper_limits
        return scatter_joints(hand, limits, self.cfg, env_ids)
