"""Small and research arms: isaaclab_assets 3.0.0, robots/openarm.py, so101.py and flexiv.py."""

from __future__ import annotations

from typing import Any

from pippin.actuators import ActuatorBaseCfg, ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import PhysxArticulationCfg, PhysxRigidBodyCfg, UsdFileCfg

from ..descriptions import example_robot_data, own_description
from ..renamed_description import renamed_description
from .arms import arm_properties
from .files import released_file, released_or_urdf

_FREE: dict[str, Any] = {"stiffness": 0.0, "damping": 0.0}
"""Gains of joints that follow a mechanism."""

_STILL: dict[str, Any] = {"friction": 0.0, "armature": 0.0}


def _openarm(
    file: str, sides: tuple[str, ...], joint_pos: dict[str, float], limits: dict[str, tuple[float, float]]
) -> ArticulationCfg:
    """An OpenArm, or a pair of them; ``limits`` are velocities and efforts by joints."""
    return ArticulationCfg(
        spawn=released_or_urdf(
            f"Isaac/Robots/OpenArm/{file}/{file}.usd",
            lambda: own_description("openarm_bimanual.urdf" if len(sides) == 2 else "openarm.urdf"),
            fix_base=True,
            **arm_properties(self_collisions=False),
        ),
        init_state=ArticulationCfg.InitialStateCfg(joint_pos=joint_pos),
        actuators={
            "openarm_arm": ImplicitActuatorCfg(
                joint_names_expr=[f"openarm_{side}joint[1-7]" for side in sides],
                joint_velocity_limit={
                    f"openarm_{side}{name}": pair[0] for name, pair in limits.items() for side in sides
                },
                joint_effort_limit={
                    f"openarm_{side}{name}": pair[1] for name, pair in limits.items() for side in sides
                },
                stiffness=80.0,
                damping=4.0,
            ),
            "openarm_gripper": ImplicitActuatorCfg(
                joint_names_expr=[f"openarm_{side}finger_joint.*" for side in sides],
                joint_velocity_limit=0.2,
                joint_effort_limit=333.33,
                stiffness=2e3,
                damping=1e2,
            ),
        },
        soft_joint_pos_limit_factor=1.0,
    )


_OPENARM_LIMITS = {"joint[1-2]": (2.175, 40.0), "joint[3-4]": (2.175, 27.0), "joint[5-7]": (2.61, 7.0)}


def openarm_bi_cfg() -> ArticulationCfg:
    """Two OpenArms side by side."""
    joints = ("left_joint", "right_joint", "left_finger_joint", "right_finger_joint")
    joint_pos = {f"openarm_{name}.*": 0.0 for name in joints}
    return _openarm("openarm_bimanual", ("left_", "right_"), joint_pos, _OPENARM_LIMITS)


def openarm_uni_cfg() -> ArticulationCfg:
    """One OpenArm."""
    pose = (1.57, 0.0, -1.57, 1.57, 0.0, 0.0, 0.0)
    joint_pos = {f"openarm_joint{index}": angle for index, angle in enumerate(pose, start=1)}
    return _openarm("openarm_unimanual", ("",), {**joint_pos, "openarm_finger_joint.*": 0.044}, _OPENARM_LIMITS)


def _stiff(cfg: ArticulationCfg) -> ArticulationCfg:
    """The OpenArms without weight and with gains for inverse kinematics."""
    cfg.spawn.rigid_props.disable_gravity = True  # type: ignore[union-attr]
    cfg.actuators["openarm_arm"].stiffness, cfg.actuators["openarm_arm"].damping = 400.0, 80.0
    return cfg


def openarm_bi_high_pd_cfg() -> ArticulationCfg:
    """Two OpenArms without weight and with gains for inverse kinematics."""
    return _stiff(openarm_bi_cfg())


def openarm_uni_high_pd_cfg() -> ArticulationCfg:
    """One OpenArm without weight and with gains for inverse kinematics."""
    return _stiff(openarm_uni_cfg())


def so101_cfg() -> ArticulationCfg:
    """TheRobotStudio's SO-101, follower.

    The release takes its gains from the USD file. Where that is not there, the description of example-robot-data is
    spawned, with the gains of SO101_HIGH_PD_CFG.
    """
    spawn = released_or_urdf(
        "Isaac/Robots_Multiphysics/RobotStudio/so101_new_calib_SysID/so101_new_calib.usda",
        _described_so101,
        fix_base=True,
        activate_contact_sensors=True,
        rigid_props=PhysxRigidBodyCfg(disable_gravity=False, max_depenetration_velocity=1.0),
        articulation_props=[PhysxArticulationCfg(enabled_self_collisions=False)],
    )
    from_usd = isinstance(spawn, UsdFileCfg)
    if from_usd:
        spawn.variants = {"Robot": "robot", "Sensor": "sensors", "Physics": "physics"}
    return ArticulationCfg(
        spawn=spawn,
        init_state=ArticulationCfg.InitialStateCfg(
            joint_pos={
                "shoulder_pan": -0.1221070742,
                "shoulder_lift": -0.9066845838,
                "elbow_flex": 0.1900876486,
                "wrist_flex": 1.4797928525,
                "wrist_roll": -0.8044013083,
                "gripper": 0.2555162024919699,
            },
        ),
        actuators=so101_actuators() if from_usd else so101_stiff_actuators(),
        soft_joint_pos_limit_factor=0.98,
    )


def _described_so101() -> str:
    """The description of example-robot-data, with the released file's names of the links that tasks name."""
    links = {f"{name}_link": name for name in ("base", "gripper", "moving_jaw_so101_v1")}
    return renamed_description(example_robot_data("so_arm_description/urdf/so101.urdf"), links, {})


def so101_actuators() -> dict[str, ActuatorBaseCfg]:
    """Actuators of SO101_CFG, whose gains are those of the USD file."""
    return {"usd": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=None, damping=None)}


def so101_stiff_actuators() -> dict[str, ActuatorBaseCfg]:
    """Actuators of SO101_HIGH_PD_CFG."""
    limits: dict[str, Any] = {"joint_effort_limit": 10.0, "joint_velocity_limit": 10.0}
    arm = ["shoulder_pan", "shoulder_lift", "elbow_flex", "wrist_flex", "wrist_roll"]
    return {
        "arm": ImplicitActuatorCfg(joint_names_expr=arm, stiffness=400.0, damping=80.0, **limits),
        "gripper": ImplicitActuatorCfg(joint_names_expr=["gripper"], stiffness=17.8, damping=0.60, **limits),
    }


def so101_high_pd_cfg() -> ArticulationCfg:
    """TheRobotStudio's SO-101, follower, without weight and with gains for inverse kinematics."""
    cfg = so101_cfg()
    cfg.spawn.rigid_props.disable_gravity = True  # type: ignore[union-attr]
    cfg.actuators, cfg.soft_joint_pos_limit_factor = so101_stiff_actuators(), 1.0
    return cfg


def _rizon4s(file: str, weightless: bool, gains: tuple[tuple[float, float], ...]) -> ArticulationCfg:
    """A Flexiv Rizon 4s; ``gains`` are stiffness and damping of shoulder, elbow and wrist."""
    pose = (0.0, -0.698, 0.0, 1.571, 0.0, 0.698, 0.0)
    groups = {"shoulder": ("[1-2]", 123.0, 2.094), "elbow": ("[3-4]", 64.0, 2.443), "wrist": ("[5-7]", 39.0, 4.887)}
    return ArticulationCfg(
        spawn=released_file(
            f"Isaac/IsaacLab/Robots/Flexiv/Rizon4s/{file}.usd",
            activate_contact_sensors=False,
            **arm_properties(weightless=weightless, self_collisions=False),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            joint_pos={f"joint{index}": angle for index, angle in enumerate(pose, start=1)}
        ),
        actuators={
            name: ImplicitActuatorCfg(
                joint_names_expr=[f"joint{joints}"],
                joint_effort_limit=effort,
                joint_velocity_limit=velocity,
                stiffness=stiffness,
                damping=damping,
                **_STILL,
            )
            for (name, (joints, effort, velocity)), (stiffness, damping) in zip(groups.items(), gains, strict=True)
        },
    )


def flexiv_rizon4s_cfg() -> ArticulationCfg:
    """Flexiv Rizon 4s without weight and gripper."""
    return _rizon4s("rizon4s", True, ((6000.0, 108.5), (4200.0, 90.7), (1500.0, 54.2)))


def flexiv_rizon4s_grav_gripper_cfg() -> ArticulationCfg:
    """Flexiv Rizon 4s with the gripper Grav, whose knuckles follow its one motor."""
    cfg = _rizon4s("rizon4s_with_grav", False, ((1320.0, 72.0), (600.0, 35.0), (216.0, 29.0)))
    fingers = ("finger_joint", "left_outer_finger_joint", "right_outer_finger_joint")
    cfg.init_state.joint_pos |= dict.fromkeys(fingers, 0.0)
    cfg.actuators["gripper_drive"] = ImplicitActuatorCfg(
        joint_names_expr=["finger_joint"],
        joint_effort_limit=200.0,
        joint_velocity_limit=0.6,
        stiffness=2e3,
        damping=1e1,
        **_STILL,
    )
    cfg.actuators["gripper_passive"] = ImplicitActuatorCfg(
        joint_names_expr=[".*_knuckle_joint"], joint_effort_limit=1.0, joint_velocity_limit=1.0, **_FREE, **_STILL
    )
    return cfg
