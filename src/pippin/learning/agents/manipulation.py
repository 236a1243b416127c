"""Configs of PPO for arms that reach, lift and open drawers, and for hands."""

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


@configclass
class OpenArmLiftCubePPORunnerCfg(LiftCubePPORunnerCfg):
    """Learns lifting a cube with OpenArm."""

    max_iterations = 2000
    experiment_name = "openarm_lift"


@configclass
class CabinetPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns opening a drawer."""

    num_steps_per_env = 96
    max_iterations = 400
    save_interval = 50
    experiment_name = "franka_open_drawer"
    policy = networks([256, 128, 64])
    algorithm = ppo(entropy_coef=1.0e-3, learning_rate=5.0e-4, desired_kl=0.02)


@configclass
class AllegroHandPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns turning a cube in an Allegro hand."""

    num_steps_per_env = 16
    max_iterations = 10000
    save_interval = 250
    experiment_name = "allegro_hand"
    policy = networks([1024, 512, 256, 128], normalize=True)
    algorithm = ppo(learning_rate=5.0e-4, desired_kl=0.016)


@configclass
class AllegroCubePPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns turning a cube in an Allegro hand, with managers."""

    num_steps_per_env = 24
    max_iterations = 5000
    save_interval = 50
    experiment_name = "allegro_cube"
    policy = networks([512, 256, 128], normalize=True)
    algorithm = ppo(entropy_coef=0.002, learning_rate=1.0e-3, gamma=0.998)


@configclass
class AllegroCubeNoVelObsPPORunnerCfg(AllegroCubePPORunnerCfg):
    """The same without velocities."""

    experiment_name = "allegro_cube_no_vel_obs"


@configclass
class ShadowHandPPORunnerCfg(AllegroHandPPORunnerCfg):
    """Learns turning a cube in a Shadow hand."""

    experiment_name = "shadow_hand"
    policy = networks([512, 512, 256, 128], normalize=True)


@configclass
class TendonShadowHandPPORunnerCfg(ShadowHandPPORunnerCfg):
    """Learns turning a cube in the Shadow hand of version 3."""

    max_iterations = 3000


@configclass
class ShadowHandAsymFFPPORunnerCfg(AllegroHandPPORunnerCfg):
    """Learns turning a cube in a Shadow hand from what cameras and gloves see, with a critic that sees all."""

    experiment_name = "shadow_hand_openai_ff"
    policy = networks([400, 400, 200, 100], normalize=True, critic=[512, 512, 256, 128])
    algorithm = ppo(num_learning_epochs=4, learning_rate=5.0e-4)


@configclass
class ShadowHandVisionFFPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns turning a cube in a Shadow hand that a camera sees."""

    num_steps_per_env = 64
    max_iterations = 50000
    save_interval = 250
    experiment_name = "shadow_hand_vision"
    policy = networks([1024, 512, 512, 256, 128], normalize=True)
    algorithm = ppo(learning_rate=5.0e-4)


@configclass
class ShadowHandOverPPORunnerCfg(AllegroHandPPORunnerCfg):
    """Learns to pass a ball between Shadow hands, as one agent. Isaac Lab releases it for other libraries only."""

    max_iterations = 5000
    experiment_name = "shadow_hand_over"
    policy = networks([512, 512, 256, 128], normalize=True)
    algorithm = ppo(learning_rate=5.0e-4, desired_kl=0.016, entropy_coef=0.0, value_loss_coef=2.0)


@configclass
class FrankaCabinetDirectPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns opening a drawer, as a direct environment."""

    num_steps_per_env = 16
    max_iterations = 1500
    save_interval = 50
    experiment_name = "franka_cabinet_direct"
    policy = networks([256, 128, 64], normalize=True)
    algorithm = ppo(entropy_coef=0.0, num_learning_epochs=8, num_mini_batches=8, learning_rate=5.0e-4, desired_kl=0.008)


@configclass
class OpenArmReachPPORunnerCfg(FrankaReachPPORunnerCfg):
    """Learns reaching with OpenArm."""

    experiment_name = "openarm_reach"
    policy = networks([64, 64], normalize=True)
    algorithm = ppo(entropy_coef=0.001, num_learning_epochs=8, learning_rate=1.0e-2)


@configclass
class UR10eReachPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns reaching with UR10e, for the real arm."""

    num_steps_per_env = 512
    max_iterations = 1500
    save_interval = 50
    experiment_name = "reach_ur10e"
    policy = networks([256, 128, 64], normalize=True)
    algorithm = ppo(entropy_coef=0.0, num_learning_epochs=8, num_mini_batches=8, learning_rate=5.0e-4, desired_kl=0.008)


@configclass
class DexsuiteKukaAllegroPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns lifting and turning things with the Allegro hand on Kuka's arm, from three groups of observations."""

    num_steps_per_env = 32
    obs_groups = {"policy": ["policy", "proprio", "perception"], "critic": ["policy", "proprio", "perception"]}
    max_iterations = 15000
    save_interval = 250
    experiment_name = "dexsuite_kuka_allegro"
    policy = networks([512, 256, 128], normalize=True)
    algorithm = ppo()


@configclass
class OpenArmBiReachPPORunnerCfg(RslRlOnPolicyRunnerCfg):
    """Learns reaching with both arms of an OpenArm."""

    num_steps_per_env = 24
    max_iterations = 550
    save_interval = 50
    experiment_name = "openarm_bi_reach"
    policy = networks([64, 64])
    algorithm = ppo(entropy_coef=0.001, num_learning_epochs=8, learning_rate=1.0e-2)


@configclass
class OpenArmCabinetPPORunnerCfg(CabinetPPORunnerCfg):
    """Learns to open a drawer with OpenArm."""

    max_iterations = 600
    experiment_name = "openarm_open_drawer"
