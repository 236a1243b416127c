"""Configs of PPO as Isaac Lab 3.0.0 releases them: what differs from 2.3.2."""

from __future__ import annotations

from typing import Any

from pippin.learning.agents import classic, manipulation, velocity
from pippin.learning.rsl_rl import (
    RslRlCNNModelCfg,
    RslRlMLPModelCfg,
    RslRlOnPolicyRunnerCfg,
    RslRlPpoActorCriticRecurrentCfg,
    RslRlSpatialSoftmaxCNNModelCfg,
)
from pippin.utils import configclass
from pippin.utils.presets import preset

from .common import networks, ppo


@configclass
class CartpoleCameraPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns cartpole from images, with a critic that is told the joints."""

    num_steps_per_env = 64
    max_iterations = 200
    save_interval = 50
    experiment_name = "cartpole_camera"
    obs_groups = {"actor": ["policy"], "critic": ["critic"]}
    clip_actions = 1.0
    actor = RslRlCNNModelCfg(
        cnn_cfg=RslRlCNNModelCfg.CNNCfg(
            output_channels=[8, 16, 16], kernel_size=[5, 3, 3], stride=[2, 2, 2], activation="relu"
        ),
        hidden_dims=[64],
        activation="elu",
        obs_normalization=False,
        distribution_cfg=RslRlCNNModelCfg.GaussianDistributionCfg(init_std=1.0),
    )
    critic = RslRlMLPModelCfg(hidden_dims=[32, 32], activation="elu", obs_normalization=False)
    algorithm = ppo(
        value_loss_coef=2.0,
        entropy_coef=0.0,
        num_learning_epochs=4,
        num_mini_batches=16,
        learning_rate=3.0e-4,
        schedule="fixed",
        desired_kl=0.008,
        share_cnn_encoders=False,
    )


@configclass
class CartpoleCameraDirectPPORunnerCfg(CartpoleCameraPPORunnerCfg):
    """Learns cartpole from images, as a direct environment."""

    experiment_name = "cartpole_camera_direct"


@configclass
class HumanoidDirectPPORunnerCfg(classic.HumanoidPPORunnerCfg):
    """Learns humanoid as a direct environment, as the one with managers."""

    experiment_name = "humanoid_direct"


@configclass
class AnymalDRoughPPORunnerCfg(velocity.AnymalDRoughPPORunnerCfg):
    """Learns walking with ANYmal D on rough ground."""

    max_iterations = 2000


@configclass
class G1RoughPPORunnerCfg(velocity.G1RoughPPORunnerCfg):
    """Learns walking with G1 on rough ground."""

    max_iterations = 5000


@configclass
class H1RoughPPORunnerCfg(velocity.H1RoughPPORunnerCfg):
    """Learns walking with H1 on rough ground."""

    max_iterations = 2000


@configclass
class H1FlatPPORunnerCfg(velocity.H1FlatPPORunnerCfg):
    """Learns walking with H1 on a plane."""

    max_iterations = 500


@configclass
class FrankaReachOscPPORunnerCfg(manipulation.FrankaReachPPORunnerCfg):
    """Learns reaching with Franka's Panda, by poses of its hand and stiffnesses."""

    experiment_name = "reach_franka"
    algorithm = ppo(entropy_coef=0.01, num_learning_epochs=8)


@configclass
class FrankaReachPPORunnerCfg(FrankaReachOscPPORunnerCfg):
    """Learns reaching with Franka's Panda, or holding its hand at a goal, which takes longer."""

    max_iterations: Any = preset(default=1000, hold=3000)
    experiment_name: Any = preset(default="reach_franka", hold="reach_franka_hold")


@configclass
class LiftCubePPORunnerCfg(manipulation.LiftCubePPORunnerCfg):
    """Learns lifting a cube."""

    experiment_name = "lift_cube_franka"


@configclass
class FrankaCabinetPPORunnerCfg(manipulation.CabinetPPORunnerCfg):
    """Learns opening a drawer as a direct environment, as the one with managers."""

    experiment_name = "franka_open_drawer_direct"


@configclass
class FrankaCabinetIKAbsPPORunnerCfg(manipulation.CabinetPPORunnerCfg):
    """Learns opening a drawer by poses of the hand."""

    experiment_name = "franka_open_drawer_ik_abs"


@configclass
class FrankaCabinetIKRelPPORunnerCfg(manipulation.CabinetPPORunnerCfg):
    """Learns opening a drawer by changes of the hand's pose."""

    experiment_name = "franka_open_drawer_ik_rel"


@configclass
class AllegroHandDirectPPORunnerCfg(manipulation.AllegroHandPPORunnerCfg):
    """Learns turning a cube in an Allegro hand."""

    experiment_name = "allegro_hand_direct"


@configclass
class AllegroHandManagerPPORunnerCfg(manipulation.AllegroCubePPORunnerCfg):
    """Learns turning a cube in an Allegro hand, with managers."""

    experiment_name = "allegro_hand"


@configclass
class ShadowHandManagerPPORunnerCfg(manipulation.TendonShadowHandPPORunnerCfg):
    """Learns turning a cube in a Shadow hand, with managers; the critic may see more than the policy."""

    obs_groups: Any = preset(
        default=manipulation.TendonShadowHandPPORunnerCfg().obs_groups,
        asymmetric={"policy": ["policy"], "critic": ["critic"]},
    )


@configclass
class ShadowHandAsymFFPPORunnerCfg(manipulation.ShadowHandAsymFFPPORunnerCfg):
    """Learns turning a cube in a Shadow hand from what cameras and gloves see, with a critic that sees all."""

    obs_groups = {"policy": ["policy"], "critic": ["critic"]}


@configclass
class ShadowHandAsymLSTMPPORunnerCfg(ShadowHandAsymFFPPORunnerCfg):
    """The same by networks with a memory."""

    experiment_name = "shadow_hand_openai_lstm"
    policy = RslRlPpoActorCriticRecurrentCfg(
        init_noise_std=1.0,
        actor_obs_normalization=True,
        critic_obs_normalization=True,
        actor_hidden_dims=[400, 400, 200, 100],
        critic_hidden_dims=[512, 512, 256, 128],
        activation="elu",
        rnn_type="lstm",
        rnn_hidden_dim=256,
        rnn_num_layers=1,
    )


@configclass
class HandoverPPORunnerCfg(manipulation.ShadowHandPPORunnerCfg):
    """Learns to pass a ball between Shadow hands, as one agent."""

    max_iterations = 3500
    experiment_name = "handover"


@configclass
class LiftKukaAllegroPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns lifting and turning things with the Allegro hand on Kuka's arm, from three groups of observations."""

    num_steps_per_env = 32
    max_iterations = 15000
    save_interval = 250
    experiment_name = "lift_kuka_allegro"
    obs_groups = {"actor": ["policy", "proprio", "perception"], "critic": ["policy", "proprio", "perception"]}
    actor = RslRlMLPModelCfg(
        hidden_dims=[512, 256, 128],
        activation="elu",
        obs_normalization=True,
        distribution_cfg=RslRlMLPModelCfg.GaussianDistributionCfg(init_std=1.0),
    )
    critic = RslRlMLPModelCfg(hidden_dims=[512, 256, 128], activation="elu", obs_normalization=True)
    algorithm = ppo()


def _groups(*images: str) -> dict[str, list[str]]:
    """Groups of an actor that sees images, and of a critic that is told where things are."""
    return {"actor": ["policy", "proprio", *images], "critic": ["policy", "proprio", "perception"]}


@configclass
class LiftKukaAllegroCameraPPORunnerCfg(LiftKukaAllegroPPORunnerCfg):
    """Learns lifting and turning things that one camera sees, or two."""

    experiment_name: Any = preset(
        default="lift_kuka_allegro_single_camera",
        single_camera="lift_kuka_allegro_single_camera",
        duo_camera="lift_kuka_allegro_duo_camera",
    )
    obs_groups: Any = preset(
        default=_groups("base_image"),
        single_camera=_groups("base_image"),
        duo_camera=_groups("base_image", "wrist_image"),
    )
    actor = RslRlSpatialSoftmaxCNNModelCfg(
        hidden_dims=[512, 256, 128],
        activation="elu",
        obs_normalization=True,
        distribution_cfg=RslRlSpatialSoftmaxCNNModelCfg.GaussianDistributionCfg(init_std=1.0),
        cnn_cfg=RslRlSpatialSoftmaxCNNModelCfg.CNNCfg(
            output_channels=[16, 32, 32], kernel_size=[8, 4, 3], stride=[4, 2, 1], activation="elu"
        ),
    )
    algorithm = ppo(num_mini_batches=8, schedule="fixed", learning_rate=7.0e-5)
    check_for_nan = False


@configclass
class LiftFrankaPPORunnerCfg(LiftKukaAllegroPPORunnerCfg):
    """Learns lifting things with Franka's Panda."""

    experiment_name = "lift_franka"
    algorithm = ppo(gamma=0.995, lam=0.9)


@configclass
class ShadowHandCameraFFPPORunnerCfg(manipulation.ShadowHandVisionFFPPORunnerCfg):
    """Learns turning a cube in a Shadow hand that a camera sees."""

    max_iterations = 5000
    experiment_name = "shadow_hand_camera"


@configclass
class ArlNavigationEnvPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns flying between boxes."""

    num_steps_per_env = 24
    max_iterations = 1500
    save_interval = 50
    experiment_name = "arl_robot_1_navigation"
    policy = networks([256, 128, 64], noise_std=0.5)
    algorithm = ppo(entropy_coef=0.001, num_learning_epochs=4, learning_rate=4.0e-4, gamma=0.98)
