"""Arms with grippers and suction cups: isaaclab_assets 3.0.0, robots/universal_robots.py and robots/franka.py.

The gripper is a variant of the released USD file, of which packages ship no description: the file itself is needed.
"""

from __future__ import annotations

from typing import Any

from pippin.actuators import ActuatorBaseCfg, ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import PhysxArticulationCfg, PhysxRigidBodyCfg, UsdFileCfg

from .arms import franka_panda_legacy_cfg, ur10_cfg, ur10e_cfg
from .files import released_file


def _variant(usd_path: str, gripper: str, self_collisions: bool | None = None) -> UsdFileCfg:
    """The weightless arm of a USD file, with one of its grippers."""
    return released_file(
        usd_path,
        variants={"Gripper": gripper},
        rigid_props=PhysxRigidBodyCfg(disable_gravity=True, max_depenetration_velocity=5.0),
        articulation_props=[PhysxArticulationCfg(enabled_self_collisions=self_collisions)],
    )


def _two_fingers(
    passive: list[str], efforts: tuple[float, float, float], speed: float, **drive: Any
) -> dict[str, ActuatorBaseCfg]:
    """Actuators of a Robotiq 2F: its motor, fingers that stay parallel, and the rest of its linkage.

    Args:
        passive: Joints of the linkage that nothing drives, regular expressions.
        efforts: Largest effort of the three groups, N m.
        speed: Largest speed of the joints, rad/s.
        **drive: Gains of the motor.
    """
    groups = {
        "gripper_drive": (["finger_joint"], drive),
        "gripper_finger": ([".*_inner_finger_joint"], {"stiffness": 0.2, "damping": 0.001}),
        "gripper_passive": (passive, {"stiffness": 0.0, "damping": 0.0}),
    }
    return {
        name: ImplicitActuatorCfg(
            joint_names_expr=joints, joint_effort_limit=effort, joint_velocity_limit=speed, **gains
        )
        for (name, (joints, gains)), effort in zip(groups.items(), efforts, strict=True)
    }


def _ur10e_robotiq(gripper: str, linkage: str, passive: list[str]) -> ArticulationCfg:
    """Universal Robots UR10e with a Robotiq gripper."""
    cfg = ur10e_cfg()
    cfg.spawn = _variant("Isaac/Robots/UniversalRobots/ur10e/ur10e.usd", gripper, self_collisions=False)
    open_pose = {"finger_joint": 0.0, ".*_inner_finger_joint": 0.0, linkage: 0.0, ".*_outer_.*_joint": 0.0}
    cfg.init_state.joint_pos = {**cfg.init_state.joint_pos, **open_pose}
    grip = _two_fingers(passive, (10.0, 1.0, 1.0), 1.0, stiffness=11.25, damping=0.1)
    for actuator in grip.values():
        actuator.friction, actuator.armature = 0.0, 0.0
    cfg.actuators = {**cfg.actuators, **grip}
    return cfg


def ur10e_robotiq_2f_140_cfg() -> ArticulationCfg:
    """Universal Robots UR10e with Robotiq's 2F-140: UR10e_ROBOTIQ_GRIPPER_CFG."""
    passive = [".*_inner_finger_pad_joint", ".*_outer_finger_joint", "right_outer_knuckle_joint"]
    return _ur10e_robotiq("Robotiq_2f_140", ".*_inner_finger_pad_joint", passive)


def ur10e_robotiq_2f_85_cfg() -> ArticulationCfg:
    """Universal Robots UR10e with Robotiq's 2F-85."""
    passive = [".*_inner_finger_knuckle_joint", "right_outer_knuckle_joint"]
    return _ur10e_robotiq("Robotiq_2f_85", ".*_inner_finger_knuckle_joint", passive)


def ur10_suction_cfg(gripper: str = "Long_Suction") -> ArticulationCfg:
    """Universal Robots UR10 with a suction cup.

    Args:
        gripper: Which cup, a variant of the USD file.
    """
    cfg = ur10_cfg()
    cfg.spawn = _variant("Isaac/Robots/UniversalRobots/ur10/ur10.usd", gripper)
    pose = (0.0, -1.5707, 1.5707, -1.5707, 1.5707, 0.0)
    cfg.init_state.joint_pos = dict(zip(cfg.init_state.joint_pos, pose, strict=True))
    return cfg


def ur10_short_suction_cfg() -> ArticulationCfg:
    """Universal Robots UR10 with the short suction cup."""
    return ur10_suction_cfg("Short_Suction")


def franka_robotiq_cfg() -> ArticulationCfg:
    """Franka Emika Panda with Robotiq's 2F-85 in place of its hand."""
    cfg = franka_panda_legacy_cfg()
    cfg.spawn = _variant("Isaac/Robots/FrankaRobotics/FrankaPanda/franka.usd", "Robotiq_2F_85", self_collisions=True)
    arm = {name: angle for name, angle in cfg.init_state.joint_pos.items() if "finger" not in name}
    linkage = ("finger_joint", ".*_inner_finger_joint", ".*_inner_finger_knuckle_joint", ".*_outer_.*_joint")
    cfg.init_state.joint_pos = {**arm, **dict.fromkeys(linkage, 0.0)}
    cfg.init_state.pos = (-0.85, 0.0, 0.76)
    passive = [".*_inner_finger_knuckle_joint", "right_outer_knuckle_joint"]
    cfg.actuators = {
        "panda_shoulder": ImplicitActuatorCfg(
            joint_names_expr=["panda_joint[1-4]"],
            joint_effort_limit=5200.0,
            joint_velocity_limit=2.175,
            stiffness=1100.0,
            damping=80.0,
        ),
        "panda_forearm": ImplicitActuatorCfg(
            joint_names_expr=["panda_joint[5-7]"],
            joint_effort_limit=720.0,
            joint_velocity_limit=2.61,
            stiffness=1000.0,
            damping=80.0,
        ),
        **_two_fingers(passive, (1650.0, 50.0, 1.0), 10.0, stiffness=17.0, damping=0.02),
    }
    return cfg
