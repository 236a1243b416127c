"""Ant as a direct environment. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from typing import Any

from pippin.assets import ArticulationCfg
from pippin.envs import DirectRLEnvCfg
from pippin.robots import released
from pippin.scene import InteractiveSceneCfg
from pippin.scene.terrains import TerrainImporterCfg
from pippin.sim import SimulationCfg
from pippin.tasks.locomotion.ant_env_cfg import PLANE
from pippin.tasks.locomotion.locomotion_env import LocomotionEnv
from pippin.utils import configclass


@configclass
class AntEnvCfg(DirectRLEnvCfg):
    """Ant: eight torques, 36 values seen."""

    episode_length_s = 15.0
    decimation = 2
    action_scale = 0.5
    action_space = 8
    observation_space = 36
    state_space = 0
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, render_interval=2)
    terrain: TerrainImporterCfg = PLANE
    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=4096, env_spacing=4.0, replicate_physics=True)
    robot: ArticulationCfg = released.ANT_CFG.replace(prim_path="/World/envs/env_.*/Robot")

    joint_gears: Any = {".*": 15.0}
    """Torque of each joint at action 1 [N m], before ``action_scale``: by name, or a list in the robot's order."""

    heading_weight: float = 0.5
    up_weight: float = 0.1
    energy_cost_scale: float = 0.05
    actions_cost_scale: float = 0.005
    alive_reward_scale: float = 0.5
    dof_vel_scale: float = 0.2
    death_cost: float = -2.0

    termination_height: float = 0.31
    """Height of the torso below which an episode ends [m]."""

    angular_velocity_scale: float = 1.0
    contact_force_scale: float = 0.1


class AntEnv(LocomotionEnv):
    """Walks ants."""

    cfg: AntEnvCfg
