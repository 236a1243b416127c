"""Modules of Isaac Lab's further packages: ``isaaclab_assets``, ``isaaclab_contrib``, ``isaaclab_teleop``."""

from __future__ import annotations

from .isaaclab_sensors import TACTILE_SENSORS

MODULES: dict[str, str | tuple[str, ...]] = {
    "isaaclab_assets": (".robots: *", ".sensors: *"),
    "isaaclab_assets.robots": (
        "pippin.robots.released: *",
        "pippin.robots.released: SHADOW_HAND_CFG as SHADOW_HAND_NEWTON_CFG, SHADOW_HAND_CFG as SHADOW_HAND_PHYSX_CFG",
        "pippin.robots.released: SHADOW_HAND_2_CFG",
        "pippin.robots.released.other_humanoids: ARM_JOINT_NAMES, LEG_JOINT_NAMES",
        "pippin.sensors.ray_caster.lidars: ANYMAL_LIDAR_CFG, VELODYNE_VLP_16_RAYCASTER_CFG",
    ),
    "isaaclab_assets.robots.agibot": "pippin.robots.released: AGIBOT_A2D_CFG",
    "isaaclab_assets.robots.agility": (
        "pippin.robots.released: DIGIT_V4_CFG",
        "pippin.robots.released.other_humanoids: ARM_JOINT_NAMES, LEG_JOINT_NAMES",
    ),
    "isaaclab_assets.robots.arl_robot_1": "pippin.robots.released: ARL_ROBOT_1_CFG, ARL_ROBOT_1_THRUSTER",
    "isaaclab_assets.robots.dr_legs": (
        "pippin.robots.released: DR_LEGS_IMPLICIT_PD_CFG",
        "pippin.robots.released.linkages: DR_LEGS_ACTUATED_JOINTS, DR_LEGS_JOINT_ORDER, DR_LEGS_PASSIVE_JOINTS",
    ),
    "isaaclab_assets.robots.flexiv": "pippin.robots.released: FLEXIV_RIZON4S_CFG, FLEXIV_RIZON4S_GRAV_GRIPPER_CFG",
    "isaaclab_assets.robots.fourbar_pole": "pippin.robots.released: FOURBAR_POLE_CFG",
    "isaaclab_assets.robots.fourier": "pippin.robots.released: GR1T2_CFG, GR1T2_HIGH_PD_CFG",
    "isaaclab_assets.robots.galbot": "pippin.robots.released: GALBOT_ONE_CHARLIE_CFG",
    "isaaclab_assets.robots.openarm": (
        "pippin.robots.released: OPENARM_BI_CFG, OPENARM_BI_HIGH_PD_CFG, OPENARM_UNI_CFG, OPENARM_UNI_HIGH_PD_CFG"
    ),
    "isaaclab_assets.robots.pick_and_place": "pippin.robots.released: PICK_AND_PLACE_CFG",
    "isaaclab_assets.robots.ridgeback_franka": "pippin.robots.released: RIDGEBACK_FRANKA_PANDA_CFG",
    "isaaclab_assets.robots.so101": "pippin.robots.released: SO101_CFG, SO101_HIGH_PD_CFG",
    "isaaclab_assets.robots.allegro": (
        "pippin.robots.released: ALLEGRO_HAND_CFG",
        "pippin.robots.released.hands: ALLEGRO_ACTUATED_JOINT_NAMES, ALLEGRO_FINGERTIP_BODY_NAMES",
    ),
    "isaaclab_assets.robots.ant": "pippin.robots.released: ANT_CFG",
    "isaaclab_assets.robots.anymal": (
        "pippin.robots.released: ANYDRIVE_3_LSTM_ACTUATOR_CFG, ANYDRIVE_3_SIMPLE_ACTUATOR_CFG, "
        "ANYMAL_B_CFG, ANYMAL_C_CFG, ANYMAL_D_CFG",
        "pippin.sensors.ray_caster.lidars: *",
    ),
    "isaaclab_assets.robots.cart_double_pendulum": "pippin.robots.released: CART_DOUBLE_PENDULUM_CFG",
    "isaaclab_assets.robots.cartpole": "pippin.robots.released: CARTPOLE_CFG",
    "isaaclab_assets.robots.cassie": "pippin.robots.released: CASSIE_CFG",
    "isaaclab_assets.robots.franka": (
        "pippin.robots.released: FRANKA_MINIMAL_CFG, FRANKA_PANDA_CFG, FRANKA_PANDA_HIGH_PD_CFG, "
        "FRANKA_PANDA_LEGACY_CFG, FRANKA_PANDA_LEGACY_HIGH_PD_CFG, FRANKA_PANDA_MENAGERIE_CFG, "
        "FRANKA_ROBOTIQ_GRIPPER_CFG"
    ),
    "isaaclab_assets.robots.humanoid": "pippin.robots.released: HUMANOID_CFG",
    "isaaclab_assets.robots.humanoid_28": "pippin.robots.released: HUMANOID_28_CFG",
    "isaaclab_assets.robots.kinova": (
        "pippin.robots.released: KINOVA_GEN3_N7_CFG, KINOVA_JACO2_N6S300_CFG, KINOVA_JACO2_N7S300_CFG"
    ),
    "isaaclab_assets.robots.kuka_allegro": "pippin.robots.released: KUKA_ALLEGRO_CFG",
    "isaaclab_assets.robots.quadcopter": "pippin.robots.released: CRAZYFLIE_CFG",
    "isaaclab_assets.robots.sawyer": "pippin.robots.released: SAWYER_CFG",
    "isaaclab_assets.robots.shadow_hand": (
        (
            "pippin.robots.released.hands: SHADOW_FINGERTIP_NAMES as FINGERTIP_NAMES, SHADOW_JOINT_NAMES as "
            "JOINT_NAMES, SHADOW_TENDON_NAMES as TENDON_NAMES, SHADOW_TENDON_POSITION_LIMITS as TENDON_POSITION_LIMITS"
        ),
        "pippin.robots.released: SHADOW_HAND_CFG, SHADOW_HAND_2_CFG",
        "pippin.robots.released: SHADOW_HAND_CFG as SHADOW_HAND_NEWTON_CFG, SHADOW_HAND_CFG as SHADOW_HAND_PHYSX_CFG",
    ),
    "isaaclab_assets.robots.spot": "pippin.robots.released: SPOT_CFG",
    "isaaclab_assets.robots.unitree": (
        "pippin.robots.released: GO1_ACTUATOR_CFG, G129_CFG_WITH_DEX3_BASE_FIX, G1_29DOF_CFG, G1_CFG, "
        "G1_INSPIRE_FTP_CFG, G1_MINIMAL_CFG, H1_CFG, H1_MINIMAL_CFG, UNITREE_A1_CFG, UNITREE_GO1_CFG, UNITREE_GO2_CFG"
    ),
    "isaaclab_assets.robots.universal_robots": (
        "pippin.robots.released: UR10_CFG, UR10_LONG_SUCTION_CFG, UR10_SHORT_SUCTION_CFG, UR10e_CFG, "
        "UR10e_ROBOTIQ_2F_85_CFG, UR10e_ROBOTIQ_GRIPPER_CFG"
    ),
    "isaaclab_assets.sensors": (
        "pippin.sensors.ray_caster.lidars: VELODYNE_VLP_16_RAYCASTER_CFG",
        "pippin_isaac.lab_images: GELSIGHT_MINI_CFG, GELSIGHT_R15_CFG",
    ),
    "isaaclab_assets.sensors.gelsight": "pippin_isaac.lab_images: GELSIGHT_MINI_CFG, GELSIGHT_R15_CFG",
    "isaaclab_assets.sensors.velodyne": "pippin.sensors.ray_caster.lidars: VELODYNE_VLP_16_RAYCASTER_CFG",
    "isaaclab_teleop": (
        "pippin_isaac.omni_devices: XrAnchorRotationMode, XrCfg, remove_camera_configs",
        "pippin_isaac.omni_devices: make_part_of_glasses as *",
    ),
    "isaaclab_teleop.xr_cfg": "pippin_isaac.omni_devices: XrAnchorRotationMode, XrCfg, remove_camera_configs",
    "isaaclab_teleop.isaac_teleop_cfg": "pippin_isaac.omni_devices: make_part_of_glasses as *",
    "isaaclab_contrib.actuators": "pippin.actuators: Thruster, ThrusterCfg",
    "isaaclab_contrib.actuators.thruster": "pippin.actuators: Thruster",
    "isaaclab_contrib.actuators.thruster_cfg": "pippin.actuators: ThrusterCfg",
    "isaaclab_contrib.assets": "pippin.assets: Multirotor, MultirotorCfg, MultirotorData",
    "isaaclab_contrib.assets.multirotor": "pippin.assets: Multirotor, MultirotorCfg, MultirotorData",
    "isaaclab_contrib.assets.multirotor.multirotor": "pippin.assets: Multirotor",
    "isaaclab_contrib.assets.multirotor.multirotor_cfg": "pippin.assets: MultirotorCfg",
    "isaaclab_contrib.assets.multirotor.multirotor_data": "pippin.assets: MultirotorData",
    "isaaclab_contrib.mdp": ".actions: *",
    "isaaclab_contrib.mdp.actions": (
        "pippin.envs.mdp.actions.thrust_actions: NavigationAction, NavigationActionCfg, ThrustAction, ThrustActionCfg"
    ),
    "isaaclab_contrib.mdp.actions.thrust_actions": (
        "pippin.envs.mdp.actions.thrust_actions: NavigationAction, ThrustAction"
    ),
    "isaaclab_contrib.mdp.actions.thrust_actions_cfg": (
        "pippin.envs.mdp.actions.thrust_actions: NavigationActionCfg, ThrustActionCfg"
    ),
    "isaaclab_contrib.sensors": (
        "pippin_isaac.lab_images: VisuoTactileSensor, VisuoTactileSensorCfg",
        "pippin.sensors.gelsight: GelSightRenderCfg, GelsightRender",
    ),
    **{f"isaaclab_contrib.sensors.{module}": names for module, names in TACTILE_SENSORS.items()},
    "isaaclab_contrib.controllers": (
        ".lee_controller_utils: *",
        ".lee_controller_base: LeeControllerBase",
        ".lee_controller_base_cfg: *",
        ".lee_acceleration_control: LeeAccController",
        ".lee_acceleration_control_cfg: *",
        ".lee_attitude_control: LeeAttController",
        ".lee_attitude_control_cfg: *",
        ".lee_position_control: LeePosController",
        ".lee_position_control_cfg: *",
        ".lee_velocity_control: LeeVelController",
        ".lee_velocity_control_cfg: *",
    ),
    "isaaclab_contrib.controllers.lee_controller_utils": (
        "pippin.controllers: compute_body_torque, compute_desired_orientation, yaw_rate_to_body_angvel"
    ),
    "isaaclab_contrib.controllers.lee_controller_base": (
        "pippin.controllers: LeeControllerBase, aggregate_inertia_about_robot_com"
    ),
    "isaaclab_contrib.controllers.lee_controller_base_cfg": "pippin.controllers: LeeControllerBaseCfg",
    "isaaclab_contrib.controllers.lee_acceleration_control": "pippin.controllers: LeeAccController",
    "isaaclab_contrib.controllers.lee_acceleration_control_cfg": "pippin.controllers: LeeAccControllerCfg",
    "isaaclab_contrib.controllers.lee_attitude_control": "pippin.controllers: LeeAttController",
    "isaaclab_contrib.controllers.lee_attitude_control_cfg": "pippin.controllers: LeeAttControllerCfg",
    "isaaclab_contrib.controllers.lee_position_control": "pippin.controllers: LeePosController",
    "isaaclab_contrib.controllers.lee_position_control_cfg": "pippin.controllers: LeePosControllerCfg",
    "isaaclab_contrib.controllers.lee_velocity_control": "pippin.controllers: LeeVelController",
    "isaaclab_contrib.controllers.lee_velocity_control_cfg": "pippin.controllers: LeeVelControllerCfg",
    "isaaclab_contrib.coupling": (
        "pippin.sim: CouplerEntryCfg, CouplerProxyCfg",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab_contrib.utils.math": "pippin.controllers: aggregate_inertia_about_robot_com",
    "isaaclab_contrib.utils.types": "pippin.actuators: MultiRotorActions",
    # modules of one class each
}
