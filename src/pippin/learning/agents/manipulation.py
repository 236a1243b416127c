"""Configs of PPO for arms that reach and lift."""

from __future__ import annotations

from pippin.learning.rsl_rl import RslRlOnPolicyRunnerCfg
from pippin.utils import configclass

from .common import networks, ppo


@configclass
class FrankaReachPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns reaching with Franka's Panda."""

    num_steps_per_env = 24
    max_iterations = 1000
    save_interval = 50
    experiment_name = "franka_reach"
    policy = networks([64, 64])
    algorithm = ppo(entropy_coef=0.001, num_learning_epochs=8)


@configclass
class UR10ReachPPORunnerCfg(FrankaReachPPORunnerCfg):
    """Learns reaching with UR10."""

    experiment_name = "reach_ur10"
    algorithm = ppo(entropy_coef=0.01, num_learning_epochs=8)


@configclass
class LiftCubePPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns lifting a cube."""

    num_steps_per_env = 24
    max_iterations = 1500
    save_interval = 50
    experiment_name = "franka_lift"
    policy = networks([256, 128, 64])
    algorithm = ppo(entropy_coef=0.006, learning_rate=1.0e-4, gamma=0.98)
