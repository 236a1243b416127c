"""Unitree G1 with 29 joints and hands, to walk and to handle things: isaaclab_assets 3.0.0, robots/unitree.py."""

from __future__ import annotations

from typing import Any

from pippin.actuators import ActuatorBaseCfg, DCMotorCfg, ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import PhysxArticulationCfg

from ..descriptions import example_robot_data
from .files import legged, released_file, released_or_urdf

_HIPS = (".*_hip_yaw_joint", ".*_hip_roll_joint", ".*_hip_pitch_joint")
_ANKLES = (".*_ankle_pitch_joint", ".*_ankle_roll_joint")
_WAIST = ("waist_yaw_joint", "waist_roll_joint", "waist_pitch_joint")
_ARM = (".*_shoulder_pitch_joint", ".*_shoulder_roll_joint", ".*_shoulder_yaw_joint", ".*_elbow_joint")
_ARM_ARMATURES = dict.fromkeys((".*_shoulder_.*", ".*_elbow_.*", ".*_wrist_.*_joint"), 0.001)


def _arms(damping: float) -> ImplicitActuatorCfg:
    return ImplicitActuatorCfg(
        joint_names_expr=[*_ARM, ".*_wrist_.*_joint"],
        joint_effort_limit=300,
        joint_velocity_limit=100,
        stiffness=3000.0,
        damping=damping,
        armature=dict(_ARM_ARMATURES),
    )


def _legs_and_waist() -> dict[str, ActuatorBaseCfg]:
    return {
        "legs": DCMotorCfg(
            joint_names_expr=[*_HIPS, ".*_knee_joint"],
            actuator_effort_limit={**dict.fromkeys(_HIPS, 88.0), ".*_knee_joint": 139.0},
            actuator_velocity_limit={**dict.fromkeys(_HIPS, 32.0), ".*_knee_joint": 20.0},
            stiffness={**dict.fromkeys(_HIPS, 100.0), ".*_knee_joint": 200.0},
            damping={**dict.fromkeys(_HIPS, 2.5), ".*_knee_joint": 5.0},
            armature={".*_hip_.*": 0.03, ".*_knee_joint": 0.03},
            saturation_effort=180.0,
        ),
        "feet": DCMotorCfg(
            joint_names_expr=list(_ANKLES),
            stiffness=dict.fromkeys(_ANKLES, 20.0),
            damping=dict(zip(_ANKLES, (0.2, 0.1), strict=True)),
            actuator_effort_limit=dict.fromkeys(_ANKLES, 50.0),
            actuator_velocity_limit=dict.fromkeys(_ANKLES, 37.0),
            armature=0.03,
            saturation_effort=80.0,
        ),
        "waist": ImplicitActuatorCfg(
            joint_names_expr=["waist_.*_joint"],
            joint_effort_limit=dict(zip(_WAIST, (88.0, 50.0, 50.0), strict=True)),
            joint_velocity_limit=dict(zip(_WAIST, (32.0, 37.0, 37.0), strict=True)),
            stiffness=dict.fromkeys(_WAIST, 5000.0),
            damping=dict.fromkeys(_WAIST, 5.0),
            armature=0.001,
        ),
    }


def g1_29dof_cfg() -> ArticulationCfg:
    """Unitree G1 with 29 joints and three-fingered hands: G1_29DOF_CFG, or the description of example-robot-data."""
    fields: dict[str, Any] = legged(self_collisions=False)
    fields |= {"activate_contact_sensors": False}
    return ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Robot",
        spawn=released_or_urdf(
            "Isaac/Robots/Unitree/G1/g1.usd",
            lambda: example_robot_data("g1_description/urdf/g1_29dof_with_hand_rev_1_0.urdf"),
            fix_base=False,
            **fields,
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.75),
            rot=(0.0, 0.0, 0.7071, 0.7071),
            joint_pos={".*_hip_pitch_joint": -0.10, ".*_knee_joint": 0.30, ".*_ankle_pitch_joint": -0.20},
            joint_vel={".*": 0.0},
        ),
        soft_joint_pos_limit_factor=0.9,
        actuators={
            **_legs_and_waist(),
            "arms": _arms(damping=10.0),
            "hands": ImplicitActuatorCfg(
                joint_names_expr=[".*_index_.*", ".*_middle_.*", ".*_thumb_.*"],
                joint_effort_limit=300,
                joint_velocity_limit=100,
                stiffness=20,
                damping=2,
                armature=0.001,
            ),
        },
    )


def g1_inspire_cfg() -> ArticulationCfg:
    """Unitree G1 with Inspire's five-fingered hands, fixed and without weight: G1_INSPIRE_FTP_CFG."""
    cfg = g1_29dof_cfg()
    fields = legged(self_collisions=False)
    fields["rigid_props"].disable_gravity = True
    fields["articulation_props"] = [PhysxArticulationCfg(enabled_self_collisions=False)]
    cfg.spawn = released_file(
        "Isaac/IsaacLab/Robots/Unitree/G1/g1_29dof_inspire_hand.usd", fix_root_link=True, **fields
    )
    cfg.init_state = ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 1.0), joint_pos={".*": 0.0}, joint_vel={".*": 0.0})
    cfg.actuators["arms"] = _arms(damping=100.0)
    cfg.actuators["hands"] = ImplicitActuatorCfg(
        joint_names_expr=[f".*_{finger}_.*" for finger in ("index", "middle", "thumb", "ring", "pinky")],
        joint_effort_limit=30.0,
        joint_velocity_limit=10.0,
        stiffness=10.0,
        damping=0.2,
        armature=0.001,
    )
    return cfg
