"""A Crazyflie that flies to goals, as a direct environment. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import Articulation, ArticulationCfg
from pippin.envs import DirectRLEnv, DirectRLEnvCfg
from pippin.robots import released
from pippin.scene import InteractiveSceneCfg
from pippin.scene.terrains import TerrainImporterCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DomeLightCfg, RigidBodyMaterialCfg
from pippin.tasks.default_state import begin_at_default
from pippin.utils import as_torch, configclass
from pippin.utils.math import subtract_frame_transforms

_MATERIAL = RigidBodyMaterialCfg(
    friction_combine_mode="multiply",
    restitution_combine_mode="multiply",
    static_friction=1.0,
    dynamic_friction=1.0,
    restitution=0.0,
)


@configclass
class QuadcopterEnvCfg(DirectRLEnvCfg):
    """Quadcopter: thrust and three torques, velocities, direction of gravity and goal seen, all in the body's frame."""

    episode_length_s = 10.0
    decimation = 2
    action_space = 4
    observation_space = 12
    state_space = 0
    debug_vis = True
    sim: SimulationCfg = SimulationCfg(dt=1 / 100, render_interval=2, physics_material=_MATERIAL)
    terrain: TerrainImporterCfg = TerrainImporterCfg(
        prim_path="/World/ground",
        terrain_type="plane",
        collision_group=-1,
        physics_material=_MATERIAL,
        debug_vis=False,
    )
    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=4096, env_spacing=2.5, replicate_physics=True)
    robot: ArticulationCfg = released.CRAZYFLIE_CFG.replace(prim_path="/World/envs/env_.*/Robot")

    thrust_to_weight: float = 1.9
    """Thrust at action 1, as a multiple of the weight; at action -1 there is none."""

    moment_scale: float = 0.01
    """Torque about each axis at action 1 [N m]."""

    lin_vel_reward_scale: float = -0.05
    ang_vel_reward_scale: float = -0.01
    distance_to_goal_reward_scale: float = 15.0


class QuadcopterEnv(DirectRLEnv):
    """Flies quadcopters to goals, 0.5 to 1.5 m above ground and up to 2 m aside."""

    cfg: QuadcopterEnvCfg

    def __init__(self, cfg: QuadcopterEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        self._body_id = self._robot.find_bodies("body")[0]
        gravity = torch.tensor(self.sim.cfg.gravity, device="cpu").norm().item()
        self._robot_weight = as_torch(self._robot.data.body_mass)[0].sum().item() * gravity
        self._actions = torch.zeros(self.num_envs, 4, device=self.device)
        self._thrust = torch.zeros(self.num_envs, 1, 3, device=self.device)
        self._moment = torch.zeros_like(self._thrust)
        self._desired_pos_w = torch.zeros(self.num_envs, 3, device=self.device)
        terms = ("lin_vel", "ang_vel", "distance_to_goal")
        self._episode_sums = {term: torch.zeros(self.num_envs, device=self.device) for term in terms}

    def _setup_scene(self) -> None:
        self._robot = Articulation(self.cfg.robot)
        self.scene.articulations["robot"] = self._robot
        self.cfg.terrain.num_envs = self.scene.cfg.num_envs
        self.cfg.terrain.env_spacing = self.scene.cfg.env_spacing
        self._terrain = self.cfg.terrain.class_type(self.cfg.terrain)
        self.scene.clone_environments(copy_from_source=False)
        light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
        light.func("/World/Light", light)

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self._actions = actions.clamp(-1.0, 1.0)
        share = (self._actions[:, 0] + 1.0) / 2.0
        self._thrust[:, 0, 2] = self.cfg.thrust_to_weight * self._robot_weight * share
        self._moment[:, 0] = self.cfg.moment_scale * self._actions[:, 1:]

    def _apply_action(self) -> None:
        self._robot.permanent_wrench_composer.set_forces_and_torques_index(
            forces=self._thrust, torques=self._moment, body_ids=self._body_id
        )

    def _get_observations(self) -> dict[str, torch.Tensor]:
        data = self._robot.data
        goal, _ = subtract_frame_transforms(as_torch(data.root_pos_w), as_torch(data.root_quat_w), self._desired_pos_w)
        columns: list[Any] = [data.root_lin_vel_b, data.root_ang_vel_b, data.projected_gravity_b, goal]
        return {"policy": torch.cat([as_torch(column) for column in columns], dim=-1)}

    def _distance_to_goal(self) -> torch.Tensor:
        """Distance to the goal [m], shape (num_envs,)."""
        return (self._desired_pos_w - as_torch(self._robot.data.root_pos_w)).norm(dim=-1)

    def _get_rewards(self) -> torch.Tensor:
        cfg, data = self.cfg, self._robot.data
        closeness = 1.0 - torch.tanh(self._distance_to_goal() / 0.8)
        rewards = {
            "lin_vel": cfg.lin_vel_reward_scale * as_torch(data.root_lin_vel_b).square().sum(dim=-1),
            "ang_vel": cfg.ang_vel_reward_scale * as_torch(data.root_ang_vel_b).square().sum(dim=-1),
            "distance_to_goal": cfg.distance_to_goal_reward_scale * closeness,
        }
        for name, reward in rewards.items():
            self._episode_sums[name].add_(reward, alpha=self.step_dt)
        return torch.stack(list(rewards.values())).sum(dim=0) * self.step_dt

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        height = as_torch(self._robot.data.root_pos_w)[:, 2]
        return (height < 0.1) | (height > 2.0), self.episode_length_buf >= self.max_episode_length - 1

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        self._log_episodes(env_ids)
        self._robot.reset(env_ids)
        super()._reset_idx(env_ids)
        if len(env_ids) == self.num_envs:  # episodes end at different times, so that resets are spread out
            self.episode_length_buf = torch.randint_like(self.episode_length_buf, high=int(self.max_episode_length))
        self._actions[env_ids] = 0.0
        origins = as_torch(self._terrain.env_origins)[env_ids]
        goals = torch.empty_like(origins)
        goals[:, :2].uniform_(-2.0, 2.0).add_(origins[:, :2])
        goals[:, 2].uniform_(0.5, 1.5)
        self._desired_pos_w[env_ids] = goals
        begin_at_default(self._robot, as_torch(self._terrain.env_origins), env_ids)

    def _log_episodes(self, env_ids: Sequence[int] | torch.Tensor) -> None:
        """Say how the episodes that end went."""
        log = self.extras["log"] = {}
        for name, sums in self._episode_sums.items():
            log[f"Episode_Reward/{name}"] = sums[env_ids].mean() / self.max_episode_length_s
            sums[env_ids] = 0.0
        log["Episode_Termination/died"] = self.reset_terminated[env_ids].sum()
        log["Episode_Termination/time_out"] = self.reset_time_outs[env_ids].sum()
        log["Metrics/final_distance_to_goal"] = self._distance_to_goal()[env_ids].mean()
