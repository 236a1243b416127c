"""Arms: Franka Panda and Universal Robots UR5 and UR10, fixed to the ground."""

from __future__ import annotations

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import UrdfFileCfg
from pippin.sim.schemas import ArticulationRootPropertiesCfg, RigidBodyPropertiesCfg

from .descriptions import example_robot_data

ROTOR_INERTIA = 0.1
"""Inertia of a motor's rotor as the joint feels it through the gear [kg m^2], in the order of magnitude of such drives.

Descriptions leave it out. Without it a UR10's last wrist, of 0.0005 kg m^2, hits its effort limit from one side to the
other in every step.
"""

FINGER_DRIVE_MASS = 0.5
"""Inertia of the hand's motor as a finger feels it through the gear [kg], in the order of magnitude of such drives.

The description leaves it out. Without it drives push fingers of 0.015 kg into what they grasp: contacts yield to what
would accelerate the lighter body. With 0.1 kg they sink 6 mm into a cube at steps of 0.01 s, and lose it on the way up.
"""


def _arm(path: str) -> UrdfFileCfg:
    """Spawner of an arm. Real arms compensate their own weight: so do these."""
    return UrdfFileCfg(
        asset_path=example_robot_data(path),
        fix_base=True,
        merge_fixed_joints=False,
        rigid_props=RigidBodyPropertiesCfg(disable_gravity=True),
        articulation_props=ArticulationRootPropertiesCfg(enabled_self_collisions=False),
        activate_contact_sensors=False,
    )


def franka_panda_cfg() -> ArticulationCfg:
    """Franka Emika Panda with its hand, ready over the table, held by joint impedance like the real arm's.

    Effort and velocity limits are those of the description (Franka's data sheet); stiffness and damping are the
    defaults of Franka's own joint impedance controller, rounded.
    """
    return ArticulationCfg(
        spawn=_arm("panda_description/urdf/panda.urdf"),
        init_state=ArticulationCfg.InitialStateCfg(
            joint_pos={
                "panda_joint1": 0.0,
                "panda_joint2": -0.569,
                "panda_joint3": 0.0,
                "panda_joint4": -2.810,
                "panda_joint5": 0.0,
                "panda_joint6": 3.037,
                "panda_joint7": 0.741,
                "panda_finger_joint.*": 0.04,
            }
        ),
        actuators={
            "panda_shoulder": ImplicitActuatorCfg(
                joint_names_expr=["panda_joint[1-4]"],
                effort_limit_sim=87.0,
                stiffness=600.0,
                damping=50.0,
                armature=ROTOR_INERTIA,
            ),
            "panda_forearm": ImplicitActuatorCfg(
                joint_names_expr=["panda_joint[5-7]"],
                effort_limit_sim=12.0,
                stiffness=250.0,
                damping=20.0,
                armature=ROTOR_INERTIA,
            ),
            "panda_hand": ImplicitActuatorCfg(
                joint_names_expr=["panda_finger_joint.*"],
                effort_limit_sim=100.0,
                stiffness=2000.0,
                damping=100.0,
                armature=FINGER_DRIVE_MASS,
            ),
        },
    )


def franka_panda_high_pd_cfg() -> ArticulationCfg:
    """Franka Emika Panda whose arm follows targets of inverse kinematics closely: damped critically or more."""
    cfg = franka_panda_cfg()
    for name in ("panda_shoulder", "panda_forearm"):
        cfg.actuators[name].stiffness = 400.0
        cfg.actuators[name].damping = 80.0
    return cfg


def _universal_robot(path: str) -> ArticulationCfg:
    return ArticulationCfg(
        spawn=_arm(path),
        init_state=ArticulationCfg.InitialStateCfg(
            joint_pos={
                "shoulder_pan_joint": 0.0,
                "shoulder_lift_joint": -1.712,
                "elbow_joint": 1.712,
                "wrist_.*": 0.0,
            }
        ),
        actuators={
            "arm": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=800.0, damping=40.0, armature=ROTOR_INERTIA)
        },
    )


def ur5_cfg() -> ArticulationCfg:
    """Universal Robots UR5, its upper arm raised."""
    return _universal_robot("ur_description/urdf/ur5_robot.urdf")


def ur10_cfg() -> ArticulationCfg:
    """Universal Robots UR10, its upper arm raised."""
    return _universal_robot("ur_description/urdf/ur10_robot.urdf")
