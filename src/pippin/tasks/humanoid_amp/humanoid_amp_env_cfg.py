"""A humanoid that imitates motions. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

import os
from dataclasses import MISSING

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.envs import DirectRLEnvCfg
from pippin.robots import released
from pippin.scene import InteractiveSceneCfg
from pippin.sim import PhysxCfg, SimulationCfg
from pippin.utils import configclass

MOTIONS_DIR = os.path.join(os.environ.get("PIPPIN_ASSETS_ROOT", os.curdir), "Isaac", "IsaacLab", "Motions")
"""Folder of the released motions, below that of the assets; none are shipped."""

SPEEDS_OF_DRIVES = {".*": 100.0}
"""Largest velocities of the joints [rad/s]."""


@configclass
class HumanoidAmpEnvCfg(DirectRLEnvCfg):
    """Move as in a motion: targets of 28 joints; joints, torso, hands and feet seen."""

    episode_length_s = 10.0
    decimation = 2
    observation_space = 81
    action_space = 28
    state_space = 0

    num_amp_observations = 2
    """Number of observations in a row that are compared with the motion."""

    amp_observation_space = 81

    early_termination = True
    """Whether an episode ends with a fall."""

    termination_height = 0.5
    """Height of the reference body below which it counts as one [m]."""

    motion_file: str = MISSING
    """Path of the motion."""

    reference_body = "torso"
    """Body whose pose and velocities are seen, and from which hands and feet are."""

    reset_strategy = "random"
    """How episodes begin: "default" as the robot's config says, "random" anywhere in the motion, "random-start" with
    the motion's start."""

    sim: SimulationCfg = SimulationCfg(dt=1 / 60, render_interval=2, physx=PhysxCfg())
    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=4096, env_spacing=10.0, replicate_physics=True)
    robot: ArticulationCfg = released.HUMANOID_28_CFG.replace(
        prim_path="/World/envs/env_.*/Robot",
        actuators={
            "body": ImplicitActuatorCfg(
                joint_names_expr=[".*"], stiffness=None, damping=None, velocity_limit_sim=SPEEDS_OF_DRIVES
            )
        },
    )


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
