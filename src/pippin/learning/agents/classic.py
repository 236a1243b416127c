"""Configs of PPO for cartpole, quadcopter, ant and humanoid."""

from __future__ import annotations

from pippin.learning.rsl_rl import RslRlOnPolicyRunnerCfg
from pippin.utils import configclass

from .common import networks, ppo


@configclass
class CartpolePPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns cartpole."""

    num_steps_per_env = 16
    max_iterations = 150
    save_interval = 50
    experiment_name = "cartpole"
    policy = networks([32, 32])
    algorithm = ppo()


@configclass
class CartpoleDirectPPORunnerCfg(CartpolePPORunnerCfg):
    """Learns cartpole as a direct environment."""

    experiment_name = "cartpole_direct"


@configclass
class CartDoublePendulumPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns the double pendulum on a cart, its two agents as one. Isaac Lab releases it for other libraries only."""

    num_steps_per_env = 16
    max_iterations = 300
    save_interval = 50
    experiment_name = "cart_double_pendulum_direct"
    policy = networks([32, 32])
    algorithm = ppo(num_learning_epochs=8, learning_rate=3.0e-4, entropy_coef=0.0, value_loss_coef=2.0)


@configclass
class QuadcopterPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns to fly to goals."""

    num_steps_per_env = 24
    max_iterations = 200
    save_interval = 50
    experiment_name = "quadcopter_direct"
    policy = networks([64, 64])
    algorithm = ppo(entropy_coef=0.0, learning_rate=5.0e-4)


@configclass
class AntPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns ant."""

    num_steps_per_env = 32
    max_iterations = 1000
    save_interval = 50
    experiment_name = "ant"
    policy = networks([400, 200, 100])
    algorithm = ppo(entropy_coef=0.0, learning_rate=5.0e-4)


@configclass
class AntDirectPPORunnerCfg(AntPPORunnerCfg):
    """Learns ant as a direct environment."""

    experiment_name = "ant_direct"


@configclass
class HumanoidPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns humanoid."""

    num_steps_per_env = 32
    max_iterations = 1000
    save_interval = 100
    experiment_name = "humanoid"
    policy = networks([400, 200, 100], normalize=True)
    algorithm = ppo(entropy_coef=0.0, learning_rate=5.0e-4, value_loss_coef=2.0)


@configclass
class HumanoidDirectPPORunnerCfg(HumanoidPPORunnerCfg):
    """Learns humanoid as a direct environment."""

    save_interval = 50
    experiment_name = "humanoid_direct"
    algorithm = ppo(entropy_coef=0.0, learning_rate=1.0e-4, desired_kl=0.008)


@configclass
class CartpoleCameraPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns Cartpole from images, with managers: the hidden layers behind those that see."""

    num_steps_per_env = 64
    max_iterations = 500
    save_interval = 25
    experiment_name = "cartpole_camera"
    policy = networks([512])
    algorithm = ppo(
        num_learning_epochs=4, num_mini_batches=16, learning_rate=1.0e-4, desired_kl=0.008, entropy_coef=0.0
    )


@configclass
class CartpoleCameraDirectPPORunnerCfg(CartpoleCameraPPORunnerCfg):
    """Learns Cartpole from images, as a direct environment."""

    experiment_name = "cartpole_camera_direct"


@configclass
class CartpoleShowcasePPORunnerCfg(CartpoleDirectPPORunnerCfg):
    """Learns cartpole with spaces of all kinds, by skrl alone."""

    num_steps_per_env = 32
    experiment_name = "cartpole_showcase"
    algorithm = ppo(num_learning_epochs=8, num_mini_batches=8, learning_rate=5.0e-4, desired_kl=0.008, entropy_coef=0.0)


@configclass
class FourbarPolePPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns swinging up a pole on a linkage. The release scales what the actor alone sees; here both networks do."""

    num_steps_per_env = 16
    max_iterations = 300
    save_interval = 50
    experiment_name = "fourbar_pole"
    policy = networks([64, 64], normalize=True)
    algorithm = ppo(entropy_coef=0.001)


@configclass
class TrackPositionNoObstaclesEnvPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns flying to a place."""

    num_steps_per_env = 24
    max_iterations = 1500
    save_interval = 50
    experiment_name = "arl_robot_1_track_position_state_based"
    policy = networks([256, 128, 64], noise_std=0.5)
    algorithm = ppo(entropy_coef=0.001, num_learning_epochs=4, learning_rate=4.0e-4, gamma=0.98)
