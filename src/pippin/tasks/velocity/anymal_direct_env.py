"""ANYmal C that walks at commanded velocities, as a direct environment, with the values of Isaac Lab 2.3.2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import Articulation, ArticulationCfg
from pippin.envs import DirectRLEnv, DirectRLEnvCfg
from pippin.robots import released as robots
from pippin.scene import InteractiveSceneCfg
from pippin.scene.terrains import ROUGH_TERRAINS_CFG, TerrainImporterCfg
from pippin.sensors import ContactSensor, ContactSensorCfg, RayCaster, RayCasterCfg, patterns
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DomeLightCfg, RigidBodyMaterialCfg
from pippin.tasks.default_state import begin_at_default
from pippin.tasks.velocity.velocity_env_cfg import EventCfg as VelocityEventCfg
from pippin.utils import as_torch, configclass

_MATERIAL = RigidBodyMaterialCfg(
    friction_combine_mode="multiply",
    restitution_combine_mode="multiply",
    static_friction=1.0,
    dynamic_friction=1.0,
    restitution=0.0,
)
_ROBOT = "/World/envs/env_.*/Robot"


def scanner_cfg(prim_path: str) -> RayCasterCfg:
    """Describe a scanner of heights around a body, which turns with it."""
    return RayCasterCfg(
        prim_path=prim_path,
        offset=RayCasterCfg.OffsetCfg(pos=(0.0, 0.0, 20.0)),
        ray_alignment="yaw",
        pattern_cfg=patterns.GridPatternCfg(resolution=0.1, size=(1.6, 1.0)),
        debug_vis=False,
        mesh_prim_paths=["/World/ground"],
    )


@configclass
class EventCfg:
    """Robots differ in friction and mass."""

    physics_material = VelocityEventCfg().physics_material
    add_base_mass = VelocityEventCfg().add_base_mass


@configclass
class AnymalCFlatEnvCfg(DirectRLEnvCfg):
    """ANYmal C on a plane: targets of 12 joints; velocities, gravity, command, joints and last action seen."""

    episode_length_s = 20.0
    decimation = 4
    action_scale: float = 0.5
    """Change of a joint's target from its default at action 1 [rad]."""

    action_space = 12
    observation_space = 48
    state_space = 0
    sim: SimulationCfg = SimulationCfg(dt=1 / 200, render_interval=4, physics_material=_MATERIAL)
    terrain: TerrainImporterCfg = TerrainImporterCfg(
        prim_path="/World/ground",
        terrain_type="plane",
        collision_group=-1,
        physics_material=_MATERIAL,
        debug_vis=False,
    )
    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=4096, env_spacing=4.0, replicate_physics=True)
    events: EventCfg = EventCfg()
    robot: ArticulationCfg = robots.ANYMAL_C_CFG.replace(prim_path=_ROBOT)
    contact_sensor: ContactSensorCfg = ContactSensorCfg(
        prim_path=f"{_ROBOT}/.*", history_length=3, update_period=0.005, track_air_time=True
    )
    height_scanner: RayCasterCfg | None = None

    lin_vel_reward_scale: float = 1.0
    yaw_rate_reward_scale: float = 0.5
    z_vel_reward_scale: float = -2.0
    ang_vel_reward_scale: float = -0.05
    joint_torque_reward_scale: float = -2.5e-5
    joint_accel_reward_scale: float = -2.5e-7
    action_rate_reward_scale: float = -0.01
    feet_air_time_reward_scale: float = 0.5
    undesired_contact_reward_scale: float = -1.0
    flat_orientation_reward_scale: float = -5.0


@configclass
class AnymalCRoughEnvCfg(AnymalCFlatEnvCfg):
    """ANYmal C on rough ground, whose heights around it are seen, too."""

    observation_space = 235
    terrain: TerrainImporterCfg = TerrainImporterCfg(
        prim_path="/World/ground",
        terrain_type="generator",
        terrain_generator=ROUGH_TERRAINS_CFG,
        max_init_terrain_level=9,
        collision_group=-1,
        physics_material=_MATERIAL,
        debug_vis=False,
    )
    height_scanner: RayCasterCfg | None = scanner_cfg(f"{_ROBOT}/base")
    flat_orientation_reward_scale: float = 0.0


class AnymalCEnv(DirectRLEnv):
    """Lets robots walk at velocities along x and y and about z, up to 1 m/s and 1 rad/s, one in each episode."""

    cfg: AnymalCFlatEnvCfg | AnymalCRoughEnvCfg

    def __init__(self, cfg: AnymalCFlatEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        self._actions = torch.zeros(self.num_envs, cfg.action_space, device=self.device)
        self._previous_actions = torch.zeros_like(self._actions)
        self._commands = torch.zeros(self.num_envs, 3, device=self.device)
        self._episode_sums: dict[str, torch.Tensor] = {}
        self._base_id, _ = self._contact_sensor.find_sensors("base")
        self._feet_ids, _ = self._contact_sensor.find_sensors(".*FOOT")
        self._undesired_contact_body_ids, _ = self._contact_sensor.find_sensors(".*THIGH")

    def _setup_scene(self) -> None:
        cfg = self.cfg
        self._robot = self.scene.articulations["robot"] = Articulation(cfg.robot)
        self._contact_sensor = self.scene.sensors["contact_sensor"] = ContactSensor(cfg.contact_sensor)
        self._height_scanner: RayCaster | None = None
        if cfg.height_scanner is not None:
            self._height_scanner = self.scene.sensors["height_scanner"] = RayCaster(cfg.height_scanner)
        cfg.terrain.num_envs, cfg.terrain.env_spacing = self.scene.cfg.num_envs, self.scene.cfg.env_spacing
        self._terrain = cfg.terrain.class_type(cfg.terrain)
        self.scene.clone_environments(copy_from_source=False)
        light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
        light.func("/World/Light", light)

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self._actions = actions.clone()
        self._processed_actions = self.cfg.action_scale * actions + as_torch(self._robot.data.default_joint_pos)

    def _apply_action(self) -> None:
        self._robot.set_joint_position_target_index(target=self._processed_actions)

    def _get_observations(self) -> dict[str, torch.Tensor]:
        self._previous_actions = self._actions.clone()
        data = self._robot.data
        columns: list[Any] = [data.root_lin_vel_b, data.root_ang_vel_b, data.projected_gravity_b, self._commands]
        columns += [as_torch(data.joint_pos) - as_torch(data.default_joint_pos), data.joint_vel]
        if self._height_scanner is not None:
            scan = self._height_scanner.data
            columns.append((as_torch(scan.pos_w)[:, 2:] - as_torch(scan.ray_hits_w)[..., 2] - 0.5).clamp(-1.0, 1.0))
        return {"policy": torch.cat([as_torch(column) for column in (*columns, self._actions)], dim=-1)}

    def _get_rewards(self) -> torch.Tensor:
        cfg, data, contacts = self.cfg, self._robot.data, self._contact_sensor.data
        velocity, rate = as_torch(data.root_lin_vel_b), as_torch(data.root_ang_vel_b)
        error, yaw_error = self._commands[:, :2] - velocity[:, :2], self._commands[:, 2] - rate[:, 2]
        has_landed = as_torch(self._contact_sensor.compute_first_contact(self.step_dt))[:, self._feet_ids]
        steps = ((as_torch(contacts.last_air_time)[:, self._feet_ids] - 0.5) * has_landed).sum(dim=1)
        rewards = {
            "track_lin_vel_xy_exp": cfg.lin_vel_reward_scale * torch.exp(-error.square().sum(dim=1) / 0.25),
            "track_ang_vel_z_exp": cfg.yaw_rate_reward_scale * torch.exp(-yaw_error.square() / 0.25),
            "lin_vel_z_l2": cfg.z_vel_reward_scale * velocity[:, 2].square(),
            "ang_vel_xy_l2": cfg.ang_vel_reward_scale * _squares(rate[:, :2]),
            "dof_torques_l2": cfg.joint_torque_reward_scale * _squares(data.applied_torque),
            "dof_acc_l2": cfg.joint_accel_reward_scale * _squares(data.joint_acc),
            "action_rate_l2": cfg.action_rate_reward_scale * _squares(self._actions - self._previous_actions),
            "feet_air_time": cfg.feet_air_time_reward_scale * steps * (self._commands[:, :2].norm(dim=1) > 0.1),
            "undesired_contacts": cfg.undesired_contact_reward_scale
            * self._touches(self._undesired_contact_body_ids).sum(dim=1),
            "flat_orientation_l2": cfg.flat_orientation_reward_scale
            * _squares(as_torch(data.projected_gravity_b)[:, :2]),
        }
        for name, reward in rewards.items():
            sums = self._episode_sums.setdefault(name, torch.zeros_like(reward))
            sums.add_(reward, alpha=self.step_dt)
        return torch.stack(list(rewards.values())).sum(dim=0) * self.step_dt

    def _touches(self, bodies: Sequence[int]) -> torch.Tensor:
        """Whether bodies have touched something with more than 1 N of late, shape (num_envs, number of bodies)."""
        forces = as_torch(self._contact_sensor.data.net_forces_w_history)[:, :, bodies]
        return forces.norm(dim=-1).max(dim=1).values > 1.0

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        time_out = self.episode_length_buf >= self.max_episode_length - 1
        return self._touches(self._base_id).any(dim=1), time_out

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        self._log_episodes(env_ids)
        self._robot.reset(env_ids)
        super()._reset_idx(env_ids)
        if len(env_ids) == self.num_envs:  # episodes end at different times, so that resets are spread out
            self.episode_length_buf = torch.randint_like(self.episode_length_buf, high=int(self.max_episode_length))
        self._actions[env_ids] = 0.0
        self._previous_actions[env_ids] = 0.0
        self._commands[env_ids] = torch.empty_like(self._commands[env_ids]).uniform_(-1.0, 1.0)
        begin_at_default(self._robot, as_torch(self._terrain.env_origins), env_ids)

    def _log_episodes(self, env_ids: Sequence[int] | torch.Tensor) -> None:
        """Say how the episodes that end went."""
        log = self.extras["log"] = {}
        for name, sums in self._episode_sums.items():
            log[f"Episode_Reward/{name}"] = sums[env_ids].mean() / self.max_episode_length_s
            sums[env_ids] = 0.0
        log["Episode_Termination/base_contact"] = self.reset_terminated[env_ids].sum()
        log["Episode_Termination/time_out"] = self.reset_time_outs[env_ids].sum()


def _squares(values: Any) -> torch.Tensor:
    """Sums of squares of rows, shape (num_envs,)."""
    return as_torch(values).square().sum(dim=1)
