"""Robots as Isaac Lab releases them: the gains, limits and default poses that its policies are trained with.

The numbers are those of ``isaaclab_assets`` 3.0.0, file by file as the modules here say; a test compares them where
that package is at hand. A robot is spawned from the release's USD file where the folder that the environment variable
``PIPPIN_ASSETS_ROOT`` names has it, else from a description in a package, where there is one with the same names of
joints; otherwise spawning it says which file is missing. ``ANYMAL_C_CFG`` and such make a new config each time.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

RELEASED: dict[str, tuple[str, str]] = {
    "AGIBOT_A2D_CFG": ("mobile_manipulators", "agibot_a2d_cfg"),
    "ALLEGRO_HAND_CFG": ("hands", "allegro_hand_cfg"),
    "ANT_CFG": ("classics", "ant_cfg"),
    "ANYDRIVE_3_LSTM_ACTUATOR_CFG": ("quadrupeds", "anydrive_3_cfg"),
    "ANYDRIVE_3_SIMPLE_ACTUATOR_CFG": ("quadrupeds", "anydrive_3_simple_cfg"),
    "ANYMAL_B_CFG": ("quadrupeds", "anymal_b_cfg"),
    "ANYMAL_C_CFG": ("quadrupeds", "anymal_c_cfg"),
    "ANYMAL_D_CFG": ("quadrupeds", "anymal_d_cfg"),
    "ARL_ROBOT_1_CFG": ("multirotors", "arl_robot_1_cfg"),
    "ARL_ROBOT_1_THRUSTER": ("multirotors", "arl_robot_1_thruster_cfg"),
    "CARTPOLE_CFG": ("classics", "cartpole_cfg"),
    "CART_DOUBLE_PENDULUM_CFG": ("classics", "cart_double_pendulum_cfg"),
    "CASSIE_CFG": ("humanoids", "cassie_cfg"),
    "CRAZYFLIE_CFG": ("classics", "crazyflie_cfg"),
    "DIGIT_V4_CFG": ("other_humanoids", "digit_v4_cfg"),
    "DR_LEGS_IMPLICIT_PD_CFG": ("linkages", "dr_legs_implicit_pd_cfg"),
    "FLEXIV_RIZON4S_CFG": ("research_arms", "flexiv_rizon4s_cfg"),
    "FLEXIV_RIZON4S_GRAV_GRIPPER_CFG": ("research_arms", "flexiv_rizon4s_grav_gripper_cfg"),
    "FOURBAR_POLE_CFG": ("linkages", "fourbar_pole_cfg"),
    "FRANKA_MINIMAL_CFG": ("arms", "franka_minimal_cfg"),
    "FRANKA_PANDA_CFG": ("arms", "franka_panda_cfg"),
    "FRANKA_PANDA_HIGH_PD_CFG": ("arms", "franka_panda_high_pd_cfg"),
    "FRANKA_PANDA_LEGACY_CFG": ("arms", "franka_panda_legacy_cfg"),
    "FRANKA_PANDA_LEGACY_HIGH_PD_CFG": ("arms", "franka_panda_legacy_high_pd_cfg"),
    "FRANKA_PANDA_MENAGERIE_CFG": ("arms", "franka_panda_menagerie_cfg"),
    "FRANKA_ROBOTIQ_GRIPPER_CFG": ("gripper_arms", "franka_robotiq_cfg"),
    "G129_CFG_WITH_DEX3_BASE_FIX": ("unitree_g1", "g1_dex3_fixed_cfg"),
    "G1_29DOF_CFG": ("unitree_g1", "g1_29dof_cfg"),
    "G1_CFG": ("humanoids", "g1_cfg"),
    "G1_INSPIRE_FTP_CFG": ("unitree_g1", "g1_inspire_cfg"),
    "G1_MINIMAL_CFG": ("humanoids", "g1_minimal_cfg"),
    "GALBOT_ONE_CHARLIE_CFG": ("mobile_manipulators", "galbot_one_charlie_cfg"),
    "GO1_ACTUATOR_CFG": ("quadrupeds", "go1_actuator_cfg"),
    "GR1T2_CFG": ("other_humanoids", "gr1t2_cfg"),
    "GR1T2_HIGH_PD_CFG": ("other_humanoids", "gr1t2_high_pd_cfg"),
    "H1_CFG": ("humanoids", "h1_cfg"),
    "H1_MINIMAL_CFG": ("humanoids", "h1_minimal_cfg"),
    "HUMANOID_28_CFG": ("classics", "humanoid_28_cfg"),
    "HUMANOID_CFG": ("classics", "humanoid_cfg"),
    "KINOVA_GEN3_N7_CFG": ("arms", "kinova_gen3_n7_cfg"),
    "KINOVA_JACO2_N6S300_CFG": ("arms", "kinova_jaco2_n6s300_cfg"),
    "KINOVA_JACO2_N7S300_CFG": ("arms", "kinova_jaco2_n7s300_cfg"),
    "KUKA_ALLEGRO_CFG": ("hands", "kuka_allegro_cfg"),
    "OPENARM_BI_CFG": ("research_arms", "openarm_bi_cfg"),
    "OPENARM_BI_HIGH_PD_CFG": ("research_arms", "openarm_bi_high_pd_cfg"),
    "OPENARM_UNI_CFG": ("research_arms", "openarm_uni_cfg"),
    "OPENARM_UNI_HIGH_PD_CFG": ("research_arms", "openarm_uni_high_pd_cfg"),
    "PICK_AND_PLACE_CFG": ("mobile_manipulators", "pick_and_place_cfg"),
    "RIDGEBACK_FRANKA_PANDA_CFG": ("mobile_manipulators", "ridgeback_franka_panda_cfg"),
    "SAWYER_CFG": ("arms", "sawyer_cfg"),
    "SHADOW_HAND_CFG": ("hands", "shadow_hand_cfg"),
    "SO101_CFG": ("research_arms", "so101_cfg"),
    "SO101_HIGH_PD_CFG": ("research_arms", "so101_high_pd_cfg"),
    "SPOT_CFG": ("spot", "spot_cfg"),
    "UNITREE_A1_CFG": ("quadrupeds", "unitree_a1_cfg"),
    "UNITREE_GO1_CFG": ("quadrupeds", "unitree_go1_cfg"),
    "UNITREE_GO2_CFG": ("quadrupeds", "unitree_go2_cfg"),
    "UR10_CFG": ("arms", "ur10_cfg"),
    "UR10_LONG_SUCTION_CFG": ("gripper_arms", "ur10_suction_cfg"),
    "UR10_SHORT_SUCTION_CFG": ("gripper_arms", "ur10_short_suction_cfg"),
    "UR10e_CFG": ("arms", "ur10e_cfg"),
    "UR10e_ROBOTIQ_2F_85_CFG": ("gripper_arms", "ur10e_robotiq_2f_85_cfg"),
    "UR10e_ROBOTIQ_GRIPPER_CFG": ("gripper_arms", "ur10e_robotiq_2f_140_cfg"),
}
"""Names of the configs, and the module and function that make each."""

OLDER: dict[str, tuple[str, str]] = {"SHADOW_HAND_2_CFG": ("hands", "older_shadow_hand_cfg")}
"""Robots of version 2 whose name version 3 gives to another file, in the same way."""

__all__ = ["RELEASED", *RELEASED]


def __getattr__(name: str) -> Any:
    if name not in RELEASED and name not in OLDER:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'; there are: {', '.join(RELEASED)}")
    module, function = RELEASED.get(name) or OLDER[name]
    make: Callable[[], Any] = getattr(import_module(f"{__name__}.{module}"), function)
    return make()
