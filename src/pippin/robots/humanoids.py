"""Humanoids: Unitree G1 and the classic benchmark humanoid."""

from __future__ import annotations

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import MjcfFileCfg, UrdfFileCfg
from pippin.sim.schemas import ArticulationRootPropertiesCfg

from .descriptions import example_robot_data, newton_example


def unitree_g1_cfg() -> ArticulationCfg:
    """Unitree G1 with 29 joints, standing on slightly bent knees; limits of effort are those of the description."""
    return ArticulationCfg(
        spawn=UrdfFileCfg(
            asset_path=example_robot_data("g1_description/urdf/g1_29dof_rev_1_0.urdf"),
            fix_base=False,
            merge_fixed_joints=True,
            articulation_props=ArticulationRootPropertiesCfg(enabled_self_collisions=False),
            activate_contact_sensors=True,
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.78),
            joint_pos={
                ".*_hip_pitch_joint": -0.20,
                ".*_knee_joint": 0.42,
                ".*_ankle_pitch_joint": -0.23,
                ".*_shoulder_pitch_joint": 0.35,
                "left_shoulder_roll_joint": 0.16,
                "right_shoulder_roll_joint": -0.16,
                ".*_elbow_joint": 0.87,
            },
        ),
        actuators={
            "legs": ImplicitActuatorCfg(
                joint_names_expr=[".*_hip_.*", ".*_knee_joint", "waist_.*"], stiffness=300.0, damping=6.0, armature=0.01
            ),
            "feet": ImplicitActuatorCfg(joint_names_expr=[".*_ankle_.*"], stiffness=300.0, damping=6.0, armature=0.01),
            "arms": ImplicitActuatorCfg(
                joint_names_expr=[".*_shoulder_.*", ".*_elbow_.*", ".*_wrist_.*"],
                stiffness=40.0,
                damping=2.0,
                armature=0.01,
            ),
        },
        soft_joint_pos_limit_factor=0.9,
    )


def humanoid_cfg() -> ArticulationCfg:
    """The classic benchmark humanoid with 21 joints, on stiff legs; for policies that act by torque, set 0 gains."""
    return ArticulationCfg(
        spawn=MjcfFileCfg(
            asset_path=newton_example("nv_humanoid.xml"),
            fix_base=False,
            articulation_props=ArticulationRootPropertiesCfg(enabled_self_collisions=False),
            activate_contact_sensors=True,
        ),
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 1.34)),
        actuators={
            "body": ImplicitActuatorCfg(
                joint_names_expr=["abdomen_.*", ".*_hip_.*", ".*_knee"], stiffness=1000.0, damping=50.0
            ),
            "feet": ImplicitActuatorCfg(joint_names_expr=[".*_ankle_.*"], stiffness=800.0, damping=40.0),
            "arms": ImplicitActuatorCfg(joint_names_expr=[".*_shoulder.*", ".*_elbow"], stiffness=50.0, damping=5.0),
        },
    )
