"""Fourier GR-1 and Agility Digit: isaaclab_assets 3.0.0, robots/fourier.py and agility.py."""

from __future__ import annotations

import math
from typing import Any

from pippin.actuators import ActuatorBaseCfg, ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import UsdPhysicsCollisionCfg

from .files import legged, released_file

LEG_JOINT_NAMES = [".*_hip_roll", ".*_hip_yaw", ".*_hip_pitch", ".*_knee", ".*_toe_a", ".*_toe_b"]
"""Joints of Digit's legs."""

ARM_JOINT_NAMES = [".*_arm_.*"]
"""Joints of Digit's arms."""

_GR1_ARM = ("shoulder_.*", "elbow_.*", "wrist_.*")


def gr1t2_cfg() -> ArticulationCfg:
    """Fourier GR-1 T2 without weight; its gains are those of the USD file."""
    properties = legged(self_collisions=True)
    properties["rigid_props"].disable_gravity = True
    by_file: dict[str, Any] = {"stiffness": None, "damping": None}
    groups = {
        "head": ["head_.*"],
        "trunk": ["waist_.*"],
        "legs": [".*_hip_.*", ".*_knee_.*", ".*_ankle_.*"],
        "right-hand": ["R_.*"],
        "left-hand": ["L_.*"],
    }
    actuators: dict[str, ActuatorBaseCfg] = {
        name: ImplicitActuatorCfg(joint_names_expr=joints, **by_file) for name, joints in groups.items()
    }
    for side in ("right", "left"):
        actuators[f"{side}-arm"] = ImplicitActuatorCfg(
            joint_names_expr=[f"{side}_{joints}" for joints in _GR1_ARM],
            joint_effort_limit=math.inf,
            joint_velocity_limit=math.inf,
            armature=0.0,
            **by_file,
        )
    return ArticulationCfg(
        spawn=released_file(
            "Isaac/Robots/FourierIntelligence/GR-1/GR1T2_fourier_hand_6dof/GR1T2_fourier_hand_6dof.usd", **properties
        ),
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 0.95), joint_pos={".*": 0.0}, joint_vel={".*": 0.0}),
        actuators=actuators,
    )


def gr1t2_high_pd_cfg() -> ArticulationCfg:
    """Fourier GR-1 T2 without weight and with stiff arms and waist."""
    cfg = gr1t2_cfg()
    stiff: dict[str, Any] = {"damping": 40.0, "armature": 0.01}
    arms = {
        f"{side}-arm": ImplicitActuatorCfg(
            joint_names_expr=[f"{side}_{joints}" for joints in _GR1_ARM], stiffness=4400.0, **stiff
        )
        for side in ("right", "left")
    }
    hands = {name: cfg.actuators[name] for name in ("right-hand", "left-hand")}
    trunk = ImplicitActuatorCfg(joint_names_expr=["waist_.*"], stiffness=4400, **stiff)
    cfg.actuators = {"trunk": trunk, **arms, **hands}
    return cfg


def digit_v4_cfg() -> ArticulationCfg:
    """Agility Digit, fourth version; its gains are those of the USD file."""
    by_file: dict[str, Any] = {"stiffness": None, "damping": None}
    legs = [".*_hip_roll", ".*_hip_yaw", ".*_hip_pitch", ".*_knee"]
    return ArticulationCfg(
        spawn=released_file(
            "Isaac/Robots/Agility/Digit/digit_v4.usd",
            activate_contact_sensors=True,
            # shapes of its cameras' glass and cases
            collision_props={"/.*camera_mount/.*/Visual/.*": [UsdPhysicsCollisionCfg(collision_enabled=False)]},
        ),
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 1.05)),
        soft_joint_pos_limit_factor=0.9,
        actuators={
            "legs_arms": ImplicitActuatorCfg(joint_names_expr=[*legs, ".*_arm_shoulder_.*", ".*_arm_elbow"], **by_file),
            "low_armature": ImplicitActuatorCfg(
                joint_names_expr=[".*_arm_wrist_.*", ".*_toe_a", ".*_toe_b"], armature=0.10, **by_file
            ),
        },
    )
