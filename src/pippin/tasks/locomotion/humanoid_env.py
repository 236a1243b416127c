"""Humanoid as a direct environment. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from typing import Any

from pippin.assets import ArticulationCfg
from pippin.robots import released
from pippin.robots.released.classics import humanoid_gears
from pippin.tasks.locomotion.ant_env import AntEnvCfg
from pippin.tasks.locomotion.locomotion_env import LocomotionEnv
from pippin.utils import configclass


@configclass
class HumanoidEnvCfg(AntEnvCfg):
    """Humanoid: 21 torques, 75 values seen; what is not named here is the ant's."""

    action_scale = 1.0
    action_space = 21
    observation_space = 75
    robot: ArticulationCfg = released.HUMANOID_CFG.replace(prim_path="/World/envs/env_.*/Robot")
    joint_gears: Any = humanoid_gears()
    actions_cost_scale: float = 0.01
    alive_reward_scale: float = 2.0
    dof_vel_scale: float = 0.1
    death_cost: float = -1.0
    termination_height: float = 0.8
    angular_velocity_scale: float = 0.25
    contact_force_scale: float = 0.01


class HumanoidEnv(LocomotionEnv):
    """Walks humanoids."""

    cfg: HumanoidEnvCfg
