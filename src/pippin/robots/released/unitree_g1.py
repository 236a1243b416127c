"""Unitree G1 with 29 joints and hands, to walk and to handle things: isaaclab_assets 3.0.0, robots/unitree.py."""

from __future__ import annotations

from typing import Any

from pippin.actuators import ActuatorBaseCfg, DCMotorCfg, IdealPDActuatorCfg, ImplicitActuatorCfg
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


def g1_dex3_fixed_cfg() -> ArticulationCfg:
    """Unitree G1 with three-fingered hands, fixed at its pelvis: G129_CFG_WITH_DEX3_BASE_FIX, or our description."""
    fields: dict[str, Any] = legged(self_collisions=False)
    fields |= {"activate_contact_sensors": False}
    return ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Robot",
        spawn=released_or_urdf(
            "Isaac/Healthcare/0.5.0/132c82d/Robots/UnitreeG1/g1_29dof_with_dex3_base_fix/g1_29dof_with_dex3_base_fix.usd",
            lambda: example_robot_data("g1_description/urdf/g1_29dof_with_hand_rev_1_0.urdf"),
            fix_base=True,
            **fields,
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.75),
            joint_pos=_dex3_pose(),
            joint_vel={".*": 0.0},
        ),
        soft_joint_pos_limit_factor=0.9,
        actuators={**_dex3_legs(), **_dex3_arms()},
    )


def _dex3_pose() -> dict[str, float]:
    """Positions of all joints by their own names [rad], as the release has them."""
    limbs = ["hip_yaw", "hip_roll", "hip_pitch", "knee", "ankle_pitch", "ankle_roll", "shoulder_pitch", "shoulder_roll"]
    limbs += ["shoulder_yaw", "elbow", "wrist_roll", "wrist_pitch", "wrist_yaw"]
    hands = [f"hand_{finger}_{joint}" for finger in ("index", "middle") for joint in range(2)]
    hands += [f"hand_thumb_{joint}" for joint in range(3)]
    bent = {"hip_pitch": -0.05, "knee": 0.2, "ankle_pitch": -0.15, "elbow": -0.3}
    sides = {f"{side}_{name}_joint": bent.get(name, 0.0) for side in ("left", "right") for name in (*limbs, *hands)}
    return sides | dict.fromkeys(_WAIST, 0.0)


def _dex3_legs() -> dict[str, ActuatorBaseCfg]:
    return {
        "legs": IdealPDActuatorCfg(
            joint_names_expr=[*_HIPS, ".*_knee_joint"],
            actuator_effort_limit={**dict.fromkeys(_HIPS, 88.0), ".*_knee_joint": 139.0},
            actuator_velocity_limit={**dict.fromkeys(_HIPS, 32.0), ".*_knee_joint": 20.0},
            stiffness={**dict.fromkeys(_HIPS, 150.0), ".*_knee_joint": 300.0},
            damping={**dict.fromkeys(_HIPS, 2.0), ".*_knee_joint": 4.0},
            armature={".*_hip_.*": 0.03, ".*_knee_joint": 0.03},
        ),
        "feet": IdealPDActuatorCfg(
            joint_names_expr=list(_ANKLES),
            stiffness=dict.fromkeys(_ANKLES, 40.0),
            damping=dict.fromkeys(_ANKLES, 2.0),
            actuator_effort_limit=dict.fromkeys(_ANKLES, 50.0),
            actuator_velocity_limit=dict.fromkeys(_ANKLES, 37.0),
            armature=0.03,
            friction=0.03,
        ),
        "waist": ImplicitActuatorCfg(
            joint_names_expr=list(_WAIST),
            joint_effort_limit=1000.0,
            joint_velocity_limit=0.0,
            stiffness=dict.fromkeys(_WAIST, 10000.0),
            damping=dict.fromkeys(_WAIST, 10000.0),
        ),
    }


def _dex3_arms() -> dict[str, ActuatorBaseCfg]:
    shoulders, upper = (".*_shoulder_pitch_joint", ".*_shoulder_roll_joint"), (".*_shoulder_yaw_joint", _ARM[-1])
    roll, others = ".*_wrist_roll_joint", (".*_wrist_pitch_joint", ".*_wrist_yaw_joint")
    return {
        "arms": IdealPDActuatorCfg(
            joint_names_expr=[*_ARM, ".*_wrist_.*_joint"],
            actuator_effort_limit={**dict.fromkeys((*_ARM, roll), 25.0), **dict.fromkeys(others, 5.0)},
            actuator_velocity_limit={**dict.fromkeys((*_ARM, roll), 37.0), **dict.fromkeys(others, 22.0)},
            stiffness={**dict.fromkeys(shoulders, 100.0), **dict.fromkeys(upper, 40.0), ".*_wrist_.*_joint": 20.0},
            damping={**dict.fromkeys(shoulders, 15.0), **dict.fromkeys(upper, 8.0), ".*_wrist_.*_joint": 4.0},
            armature=dict.fromkeys(_ARM_ARMATURES, 0.03),
            friction=0.03,
        ),
        "hands": IdealPDActuatorCfg(
            joint_names_expr=[".*_hand_.*"],
            actuator_effort_limit=5.0,
            actuator_velocity_limit=10.0,
            stiffness=8.0,
            damping=1.5,
            armature=0.03,
            friction=0.5,
        ),
    }
