"""A humanoid that imitates motions, as Isaac Lab 3.0.0 releases it: its scene has the robot."""

from __future__ import annotations

import os
from typing import Any

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg, AssetBaseCfg
from pippin.robots import released
from pippin.scene import InteractiveSceneCfg
from pippin.sim import PhysxCfg, SimulationCfg
from pippin.sim.spawners import DomeLightCfg
from pippin.tasks.humanoid_amp import humanoid_amp_env as version_2
from pippin.tasks.humanoid_amp.humanoid_amp_env_cfg import MOTIONS_DIR, SPEEDS_OF_DRIVES
from pippin.tasks.humanoid_amp.humanoid_amp_env_cfg import HumanoidAmpEnvCfg as OlderEnvCfg
from pippin.utils import configclass


@configclass
class HumanoidAmpSceneCfg(InteractiveSceneCfg):
    """A humanoid of 28 joints on a plane."""

    robot: ArticulationCfg = released.HUMANOID_28_CFG.replace(
        prim_path="{ENV_REGEX_NS}/Robot",
        actuators={
            "body": ImplicitActuatorCfg(
                joint_names_expr=[".*"], stiffness=None, damping=None, joint_velocity_limit=SPEEDS_OF_DRIVES
            )
        },
    )
    ground = AssetBaseCfg(prim_path="/World/ground", collision_group=-1, spawn=version_2.GROUND)
    light = AssetBaseCfg(prim_path="/World/Light", spawn=DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75)))


@configclass
class HumanoidAmpEnvCfg(OlderEnvCfg):
    """Move as in a motion: targets of 28 joints; joints, torso, hands and feet seen."""

    sim: SimulationCfg = SimulationCfg(dt=1 / 60, render_interval=2, physics=PhysxCfg())
    scene: Any = HumanoidAmpSceneCfg(num_envs=4096, env_spacing=10.0, replicate_physics=True)
    robot: Any = None


@configclass
class HumanoidAmpDanceEnvCfg(HumanoidAmpEnvCfg):
    """Dance as in a recorded motion."""

    motion_file = os.path.join(MOTIONS_DIR, "humanoid_dance.npz")


@configclass
class HumanoidAmpRunEnvCfg(HumanoidAmpEnvCfg):
    """Run as in a recorded motion."""

    motion_file = os.path.join(MOTIONS_DIR, "humanoid_run.npz")


@configclass
class HumanoidAmpWalkEnvCfg(HumanoidAmpEnvCfg):
    """Walk as in a recorded motion."""

    motion_file = os.path.join(MOTIONS_DIR, "humanoid_walk.npz")


class HumanoidAmpEnv(version_2.HumanoidAmpEnv):
    """Imitates a motion with the robot of its scene."""

    def _setup_scene(self) -> None:
        self.robot = self.scene["robot"]
