"""Humanoid with managers: the ant's task with other numbers, which are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from typing import Any

from pippin.robots import released
from pippin.robots.released.classics import humanoid_gears
from pippin.tasks.locomotion import ant_env_cfg as ant
from pippin.tasks.locomotion import mdp
from pippin.utils import configclass

FEET = ["left_foot", "right_foot"]


@configclass
class MySceneCfg(ant.MySceneCfg):
    """A humanoid on a plane."""

    robot = released.HUMANOID_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")


@configclass
class ActionsCfg:
    """Torques of all joints, up to their gears [N m]."""

    joint_effort = mdp.JointEffortActionCfg(asset_name="robot", joint_names=[".*"], scale=humanoid_gears())


@configclass
class ObservationsCfg(ant.ObservationsCfg):
    """What the policy sees."""

    def __post_init__(self) -> None:
        self.policy.base_ang_vel.scale = 0.25
        self.policy.joint_vel_rel.scale = 0.1
        self.policy.feet_body_forces.scale = 0.01
        self.policy.feet_body_forces.params["asset_cfg"].body_names = FEET


@configclass
class RewardsCfg(ant.RewardsCfg):
    """Speed towards the target, upright, at little cost."""

    def __post_init__(self) -> None:
        gears = humanoid_gears()
        self.alive.weight = 2.0
        self.action_l2.weight = -0.01
        self.energy.weight = -0.005
        self.energy.params = {"gear_ratio": gears}
        self.joint_pos_limits.weight = -0.25
        self.joint_pos_limits.params = {"threshold": 0.98, "gear_ratio": gears}


@configclass
class TerminationsCfg(ant.TerminationsCfg):
    """The torso falls, or time is over."""

    def __post_init__(self) -> None:
        self.torso_height.params["minimum_height"] = 0.8


@configclass
class HumanoidEnvCfg(ant.AntEnvCfg):
    """Humanoid."""

    scene: Any = MySceneCfg(num_envs=4096, env_spacing=5.0)
    observations: Any = ObservationsCfg()
    actions: Any = ActionsCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()
