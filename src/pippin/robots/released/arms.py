"""Arms: isaaclab_assets 3.0.0, robots/franka.py, universal_robots.py, kinova.py and sawyer.py."""

from __future__ import annotations

from typing import Any

from pippin.actuators import ActuatorBaseCfg, ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import PhysxArticulationCfg, PhysxRigidBodyCfg, UrdfFileCfg, UsdFileCfg

from ..descriptions import example_robot_data, own_description
from .files import released_file, released_or_urdf


def arm_properties(weightless: bool = False, self_collisions: bool | None = True) -> dict[str, Any]:
    """Properties that the release gives its arms."""
    return {
        "rigid_props": PhysxRigidBodyCfg(disable_gravity=weightless, max_depenetration_velocity=5.0),
        "articulation_props": [PhysxArticulationCfg(enabled_self_collisions=self_collisions)],
    }


def franka_panda_cfg() -> ArticulationCfg:
    """Franka Emika Panda with its hand.

    The release takes its gains from the USD file. Where that is not there, they are those of the release's
    FRANKA_PANDA_LEGACY_CFG, which was FRANKA_PANDA_CFG up to version 2.
    """
    spawn = released_or_urdf(
        "Isaac/IsaacLab/Robots/FrankaEmika/franka_panda.usda",
        lambda: example_robot_data("panda_description/urdf/panda.urdf"),
        fix_base=True,
        **arm_properties(self_collisions=False),
    )
    spawn.variants = {"Physics": "physx", "Colliders": "primitives"}  # of the USD file; programs write and read them
    return ArticulationCfg(
        spawn=spawn,
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
            },
        ),
        actuators=franka_actuators(gains_of_file=isinstance(spawn, UsdFileCfg)),
        soft_joint_pos_limit_factor=1.0,
    )


def franka_actuators(gains_of_file: bool = True) -> dict[str, ActuatorBaseCfg]:
    """Actuators of FRANKA_PANDA_CFG.

    Args:
        gains_of_file: Whether the gains are those of the USD file; otherwise they are those of FRANKA_PANDA_LEGACY_CFG.
    """
    arm, hand = ((None, None), (None, None)) if gains_of_file else ((80.0, 4.0), (2e3, 1e2))
    inertia: dict[str, Any] = {} if gains_of_file else {"armature": 1e-3}
    return {
        "panda_arm": ImplicitActuatorCfg(
            joint_names_expr=["panda_joint[1-7]"],
            joint_effort_limit={"panda_joint[1-4]": 87.0, "panda_joint[5-7]": 12.0},
            joint_velocity_limit={"panda_joint[1-4]": 20.0, "panda_joint[5-7]": 25.0},
            stiffness=arm[0],
            damping=arm[1],
            viscous_friction=0.0,
            **inertia,
        ),
        "panda_hand": ImplicitActuatorCfg(
            joint_names_expr=["panda_finger_joint1"],
            joint_effort_limit=200.0,
            stiffness=hand[0],
            damping=hand[1],
            viscous_friction=0.0,
        ),
        "panda_finger2_passive": ImplicitActuatorCfg(
            joint_names_expr=["panda_finger_joint2"],
            joint_effort_limit=200.0,
            stiffness=0.0,
            damping=0.0,
            viscous_friction=0.0,
        ),
    }


def franka_legacy_actuators() -> dict[str, ActuatorBaseCfg]:
    """Actuators of FRANKA_PANDA_LEGACY_CFG."""
    arm: dict[str, Any] = {"stiffness": 80.0, "damping": 4.0, "armature": 1e-3}
    return {
        "panda_shoulder": ImplicitActuatorCfg(joint_names_expr=["panda_joint[1-4]"], joint_effort_limit=87.0, **arm),
        "panda_forearm": ImplicitActuatorCfg(joint_names_expr=["panda_joint[5-7]"], joint_effort_limit=12.0, **arm),
        "panda_hand": ImplicitActuatorCfg(
            joint_names_expr=["panda_finger_joint.*"], joint_effort_limit=200.0, stiffness=2e3, damping=1e2
        ),
    }


def franka_panda_high_pd_cfg() -> ArticulationCfg:
    """Franka Emika Panda without weight and with gains for inverse kinematics."""
    cfg = franka_panda_cfg()
    cfg.spawn.rigid_props.disable_gravity = True  # type: ignore[union-attr]
    cfg.actuators["panda_arm"].stiffness, cfg.actuators["panda_arm"].damping = 400.0, 80.0
    return cfg


def franka_minimal_cfg() -> ArticulationCfg:
    """Franka Emika Panda of which hand and finger tips alone collide, where the release's file is on this machine."""
    cfg = franka_panda_cfg()
    assert isinstance(cfg.spawn, (UsdFileCfg, UrdfFileCfg))
    cfg.spawn.variants = {"Physics": "physx", "Colliders": "gripper_only"}
    return cfg


def franka_panda_legacy_cfg() -> ArticulationCfg:
    """Franka Emika Panda as the release has had it up to version 2."""
    cfg = franka_panda_cfg()
    cfg.spawn = released_or_urdf(
        "Isaac/IsaacLab/Robots/FrankaEmika/panda_instanceable.usd",
        lambda: example_robot_data("panda_description/urdf/panda.urdf"),
        fix_base=True,
        activate_contact_sensors=False,
        **arm_properties(),
    )
    if not isinstance(cfg.spawn, UsdFileCfg):  # hulls of the description's links overlap
        cfg.spawn.articulation_props = [PhysxArticulationCfg(enabled_self_collisions=False)]  # type: ignore[union-attr]
    cfg.actuators = franka_legacy_actuators()
    return cfg


def franka_panda_legacy_high_pd_cfg() -> ArticulationCfg:
    """Franka Emika Panda of version 2 without weight and with gains for inverse kinematics."""
    cfg = franka_panda_legacy_cfg()
    cfg.spawn.rigid_props.disable_gravity = True  # type: ignore[union-attr]
    for name in ("panda_shoulder", "panda_forearm"):
        cfg.actuators[name].stiffness, cfg.actuators[name].damping = 400.0, 80.0
    return cfg


def franka_panda_menagerie_cfg() -> ArticulationCfg:
    """Franka Emika Panda of the release's new file, with that file's gains."""
    cfg = franka_panda_legacy_cfg()
    cfg.spawn = released_file(
        "Isaac/IsaacLab/Robots/FrankaEmika/franka_panda.usda", activate_contact_sensors=False, **arm_properties()
    )
    velocities = {"panda_joint[1-4]": 20.0, "panda_joint[5-7]": 25.0}
    gains: dict[str, Any] = {"stiffness": None, "damping": None}
    cfg.actuators = {
        "panda_arm": ImplicitActuatorCfg(
            joint_names_expr=["panda_joint[1-7]"], joint_velocity_limit=velocities, **gains
        ),
        "panda_hand": ImplicitActuatorCfg(joint_names_expr=["panda_finger_joint.*"], **gains),
    }
    return cfg


def ur10_cfg() -> ArticulationCfg:
    """Universal Robots UR10."""
    fields: dict[str, Any] = {"rigid_props": PhysxRigidBodyCfg(disable_gravity=False, max_depenetration_velocity=5.0)}
    return ArticulationCfg(
        spawn=released_or_urdf(
            "Isaac/IsaacLab/Robots/UniversalRobots/UR10/ur10_instanceable.usd",
            lambda: example_robot_data("ur_description/urdf/ur10_robot.urdf"),
            fix_base=True,
            **fields,
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            joint_pos={
                "shoulder_pan_joint": 0.0,
                "shoulder_lift_joint": -1.712,
                "elbow_joint": 1.712,
                "wrist_1_joint": 0.0,
                "wrist_2_joint": 0.0,
                "wrist_3_joint": 0.0,
            },
        ),
        actuators={
            "arm": ImplicitActuatorCfg(joint_names_expr=[".*"], joint_effort_limit=87.0, stiffness=800.0, damping=40.0),
        },
    )


def ur10e_cfg() -> ArticulationCfg:
    """Universal Robots UR10e without weight."""
    still: dict[str, Any] = {"friction": 0.0, "armature": 0.0}
    return ArticulationCfg(
        spawn=released_or_urdf(
            "Isaac/Robots/UniversalRobots/ur10e/ur10e.usd",
            lambda: own_description("ur10e.urdf"),
            fix_base=True,
            **arm_properties(weightless=True, self_collisions=False),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            joint_pos={
                "shoulder_pan_joint": 3.141592653589793,
                "shoulder_lift_joint": -1.5707963267948966,
                "elbow_joint": 1.5707963267948966,
                "wrist_1_joint": -1.5707963267948966,
                "wrist_2_joint": -1.5707963267948966,
                "wrist_3_joint": 0.0,
            },
        ),
        actuators={
            "shoulder": ImplicitActuatorCfg(
                joint_names_expr=["shoulder_.*"], stiffness=1320.0, damping=72.6636085, **still
            ),
            "elbow": ImplicitActuatorCfg(
                joint_names_expr=["elbow_joint"], stiffness=600.0, damping=34.64101615, **still
            ),
            "wrist": ImplicitActuatorCfg(joint_names_expr=["wrist_.*"], stiffness=216.0, damping=29.39387691, **still),
        },
    )


def _jaco(name: str, pose: tuple[float, ...], efforts: dict[str, float], last_stiff: int) -> ArticulationCfg:
    """A Kinova Jaco 2 with its three-fingered hand."""
    joints, stiff, soft = len(pose), f".*_joint_[1-{last_stiff}]", f".*_joint_[{last_stiff + 1}-{len(pose)}]"
    return ArticulationCfg(
        spawn=released_or_urdf(
            f"Isaac/Robots/Kinova/Jaco2/{name.upper()}/{name}_instanceable.usd",
            lambda: own_description(f"kinova_{name}.urdf"),
            fix_base=True,
            **arm_properties(),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            joint_pos={
                **{f"{name}_joint_{index}": angle for index, angle in enumerate(pose, start=1)},
                f"{name}_joint_finger_[1-3]": 0.2,
                f"{name}_joint_finger_tip_[1-3]": 0.2,
            },
        ),
        actuators={
            "arm": ImplicitActuatorCfg(
                joint_names_expr=[f".*_joint_[1-{joints}]"],
                joint_effort_limit=efforts,
                stiffness={stiff: 40.0, soft: 15.0},
                damping={stiff: 1.0, soft: 0.5},
            ),
            "gripper": ImplicitActuatorCfg(
                joint_names_expr=[".*_finger_[1-3]", ".*_finger_tip_[1-3]"],
                joint_effort_limit=2.0,
                stiffness=1.2,
                damping=0.01,
            ),
        },
    )


def kinova_jaco2_n7s300_cfg() -> ArticulationCfg:
    """Kinova Jaco 2 with seven joints."""
    efforts = {".*_joint_[1-2]": 80.0, ".*_joint_[3-4]": 40.0, ".*_joint_[5-7]": 20.0}
    return _jaco("j2n7s300", (0.0, 2.76, 0.0, 2.0, 2.0, 0.0, 0.0), efforts, last_stiff=4)


def kinova_jaco2_n6s300_cfg() -> ArticulationCfg:
    """Kinova Jaco 2 with six joints."""
    efforts = {".*_joint_[1-2]": 80.0, ".*_joint_3": 40.0, ".*_joint_[4-6]": 20.0}
    return _jaco("j2n6s300", (0.0, 2.76, 2.76, 2.5, 2.0, 0.0), efforts, last_stiff=3)


def kinova_gen3_n7_cfg() -> ArticulationCfg:
    """Kinova Gen3 with seven joints and no gripper."""
    pose = (0.0, 0.65, 0.0, 1.89, 0.0, 0.6, -1.57)
    return ArticulationCfg(
        spawn=released_or_urdf(
            "Isaac/Robots/Kinova/Gen3/gen3n7_instanceable.usd",
            lambda: own_description("kinova_gen3.urdf"),
            fix_base=True,
            **arm_properties(),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            joint_pos={f"joint_{index}": angle for index, angle in enumerate(pose, start=1)}
        ),
        actuators={
            "arm": ImplicitActuatorCfg(
                joint_names_expr=["joint_[1-7]"],
                joint_effort_limit={"joint_[1-4]": 39.0, "joint_[5-7]": 9.0},
                stiffness={"joint_[1-4]": 40.0, "joint_[5-7]": 15.0},
                damping={"joint_[1-4]": 1.0, "joint_[5-7]": 0.5},
            ),
        },
    )


def sawyer_cfg() -> ArticulationCfg:
    """Rethink Robotics Sawyer."""
    pose = (0.0, -0.785, 0.0, 1.05, 0.0, 1.3, 0.0)
    return ArticulationCfg(
        spawn=released_or_urdf(
            "Isaac/Robots/RethinkRobotics/Sawyer/sawyer_instanceable.usd",
            lambda: own_description("sawyer.urdf"),
            fix_base=True,
            **arm_properties(),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            joint_pos={"head_pan": 0.0, **{f"right_j{index}": angle for index, angle in enumerate(pose)}}
        ),
        actuators={
            "head": ImplicitActuatorCfg(
                joint_names_expr=["head_pan"], joint_effort_limit=8.0, stiffness=800.0, damping=40.0
            ),
            "arm": ImplicitActuatorCfg(
                joint_names_expr=["right_j[0-6]"],
                joint_effort_limit={"right_j[0-1]": 80.0, "right_j[2-3]": 40.0, "right_j[4-6]": 9.0},
                stiffness=100.0,
                damping=4.0,
            ),
        },
    )
