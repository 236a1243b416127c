"""Configs of PPO for walking."""

from __future__ import annotations

from pippin.learning.rsl_rl import RslRlOnPolicyRunnerCfg, RslRlPpoActorCriticRecurrentCfg
from pippin.utils import configclass

from .common import networks, ppo


@configclass
class VelocityRoughPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns walking on rough ground."""

    num_steps_per_env = 24
    max_iterations = 1500
    save_interval = 50
    experiment_name = "velocity_rough"
    policy = networks([512, 256, 128])
    algorithm = ppo()


@configclass
class AnymalBRoughPPORunnerCfg(VelocityRoughPPORunnerCfg):
    """Learns walking with ANYmal B on rough ground."""

    experiment_name = "anymal_b_rough"


@configclass
class AnymalBFlatPPORunnerCfg(AnymalBRoughPPORunnerCfg):
    """Learns walking with ANYmal B on a plane."""

    experiment_name = "anymal_b_flat"
    max_iterations = 300
    policy = networks([128, 128, 128])


@configclass
class AnymalCRoughPPORunnerCfg(VelocityRoughPPORunnerCfg):
    """Learns walking with ANYmal C on rough ground."""

    experiment_name = "anymal_c_rough"


@configclass
class AnymalCFlatPPORunnerCfg(AnymalCRoughPPORunnerCfg):
    """Learns walking with ANYmal C on a plane."""

    experiment_name = "anymal_c_flat"
    max_iterations = 300
    policy = networks([128, 128, 128])


@configclass
class NavigationEnvPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns to go to places on top of a walking policy."""

    num_steps_per_env = 8
    max_iterations = 1500
    save_interval = 50
    experiment_name = "anymal_c_navigation"
    policy = networks([128, 128], noise_std=0.5)
    algorithm = ppo()


@configclass
class AnymalDRoughPPORunnerCfg(VelocityRoughPPORunnerCfg):
    """Learns walking with ANYmal D on rough ground."""

    experiment_name = "anymal_d_rough"


@configclass
class AnymalDFlatPPORunnerCfg(AnymalDRoughPPORunnerCfg):
    """Learns walking with ANYmal D on a plane."""

    experiment_name = "anymal_d_flat"
    max_iterations = 300
    policy = networks([128, 128, 128])


@configclass
class AnymalDFlatPPORunnerRecurrentCfg(AnymalDFlatPPORunnerCfg):
    """Learns walking with ANYmal D on a plane, by networks with a memory."""

    policy = RslRlPpoActorCriticRecurrentCfg(
        init_noise_std=1.0,
        actor_obs_normalization=False,
        critic_obs_normalization=False,
        actor_hidden_dims=[128, 128, 128],
        critic_hidden_dims=[128, 128, 128],
        activation="elu",
        rnn_type="lstm",
        rnn_hidden_dim=256,
        rnn_num_layers=1,
    )


@configclass
class UnitreeA1RoughPPORunnerCfg(VelocityRoughPPORunnerCfg):
    """Learns walking with A1 on rough ground."""

    experiment_name = "unitree_a1_rough"
    algorithm = ppo(entropy_coef=0.01)


@configclass
class UnitreeA1FlatPPORunnerCfg(UnitreeA1RoughPPORunnerCfg):
    """Learns walking with A1 on a plane."""

    experiment_name = "unitree_a1_flat"
    max_iterations = 300
    policy = networks([128, 128, 128])


@configclass
class UnitreeGo1RoughPPORunnerCfg(VelocityRoughPPORunnerCfg):
    """Learns walking with Go1 on rough ground."""

    experiment_name = "unitree_go1_rough"
    algorithm = ppo(entropy_coef=0.01)


@configclass
class UnitreeGo1FlatPPORunnerCfg(UnitreeGo1RoughPPORunnerCfg):
    """Learns walking with Go1 on a plane."""

    experiment_name = "unitree_go1_flat"
    max_iterations = 300
    policy = networks([128, 128, 128])


@configclass
class UnitreeGo2RoughPPORunnerCfg(VelocityRoughPPORunnerCfg):
    """Learns walking with Go2 on rough ground."""

    experiment_name = "unitree_go2_rough"
    algorithm = ppo(entropy_coef=0.01)


@configclass
class UnitreeGo2FlatPPORunnerCfg(UnitreeGo2RoughPPORunnerCfg):
    """Learns walking with Go2 on a plane."""

    experiment_name = "unitree_go2_flat"
    max_iterations = 300
    policy = networks([128, 128, 128])


@configclass
class H1RoughPPORunnerCfg(VelocityRoughPPORunnerCfg):
    """Learns walking with H1 on rough ground."""

    experiment_name = "h1_rough"
    max_iterations = 3000
    algorithm = ppo(entropy_coef=0.01)


@configclass
class H1FlatPPORunnerCfg(H1RoughPPORunnerCfg):
    """Learns walking with H1 on a plane."""

    experiment_name = "h1_flat"
    max_iterations = 1000
    policy = networks([128, 128, 128])


@configclass
class G1RoughPPORunnerCfg(VelocityRoughPPORunnerCfg):
    """Learns walking with G1 on rough ground."""

    experiment_name = "g1_rough"
    max_iterations = 3000
    algorithm = ppo(entropy_coef=0.008)


@configclass
class G1FlatPPORunnerCfg(G1RoughPPORunnerCfg):
    """Learns walking with G1 on a plane."""

    experiment_name = "g1_flat"
    max_iterations = 1500
    policy = networks([256, 128, 128])


@configclass
class CassieRoughPPORunnerCfg(VelocityRoughPPORunnerCfg):
    """Learns walking with Cassie on rough ground."""

    experiment_name = "cassie_rough"
    algorithm = ppo(entropy_coef=0.01)


@configclass
class CassieFlatPPORunnerCfg(CassieRoughPPORunnerCfg):
    """Learns walking with Cassie on a plane."""

    experiment_name = "cassie_flat"
    max_iterations = 1000
    policy = networks([128, 128, 128])


@configclass
class AnymalCFlatDirectPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns walking with ANYmal C on a plane, as a direct environment."""

    num_steps_per_env = 24
    max_iterations = 500
    save_interval = 50
    experiment_name = "anymal_c_flat_direct"
    policy = networks([128, 128, 128])
    algorithm = ppo()


@configclass
class AnymalCRoughDirectPPORunnerCfg(AnymalCFlatDirectPPORunnerCfg):
    """Learns walking with ANYmal C on rough ground, as a direct environment."""

    max_iterations = 1500
    experiment_name = "anymal_c_rough_direct"
    policy = networks([512, 256, 128])


@configclass
class SpotFlatPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns walking with Spot."""

    num_steps_per_env = 24
    max_iterations = 20000
    save_interval = 50
    experiment_name = "spot_flat"
    policy = networks([512, 256, 128])
    algorithm = ppo(value_loss_coef=0.5, entropy_coef=0.0025)
