"""Arms on lifts, wheels and rails: agibot.py, galbot.py, ridgeback_franka.py, pick_and_place.py of isaaclab_assets."""

from __future__ import annotations

from typing import Any

from pippin.actuators import ActuatorBaseCfg, ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import PhysxArticulationCfg, PhysxCollisionCfg, PhysxRigidBodyCfg

from .arms import arm_properties
from .files import released_file

_FREE: dict[str, Any] = {"stiffness": 0.0, "damping": 0.0}


def _numbered(name: str, angles: tuple[float, ...], first: int = 1) -> dict[str, float]:
    """Angles of joints that are called alike and numbered."""
    return {f"{name}{index}": angle for index, angle in enumerate(angles, start=first)}


def agibot_a2d_cfg() -> ArticulationCfg:
    """AgiBot A2D, a torso with two arms on a lift."""
    left = (-1.0817, 0.5907, 0.3442, -1.2819, 0.6928, 1.4725, -0.1599)
    right = (1.0817, -0.5907, -0.3442, 1.2819, -0.6928, -0.7, 0.0)
    closed = ("hand_joint1", "Right_Support_Joint", "Left_Support_Joint")
    loose = ("Right_1_Joint", "Right_0_Joint", "Left_0_Joint", "Right_RevoluteJoint", "Left_RevoluteJoint")
    grippers = {
        f"{side}_{name}": angle
        for side in ("left", "right")
        for names, angle in ((closed, 0.994), (loose, 0.0))
        for name in names
    }
    actuators: dict[str, Any] = {
        "body": ImplicitActuatorCfg(
            joint_names_expr=["joint_lift_body", "joint_body_pitch"],
            joint_effort_limit=10000.0,
            joint_velocity_limit=2.61,
            stiffness=10000000.0,
            damping=200.0,
        ),
        "head": ImplicitActuatorCfg(
            joint_names_expr=["joint_head_yaw", "joint_head_pitch"],
            joint_effort_limit=50.0,
            joint_velocity_limit=1.0,
            stiffness=80.0,
            damping=4.0,
        ),
    }
    for side, efforts, velocity, loose_effort in (
        ("left", (10.0, 1.0), 2.0, 10.0),
        ("right", (100.0, 100.0), 10.0, 100.0),
    ):
        first, others = f"{side}_arm_joint1", f"{side}_arm_joint[2-7]"
        driven, support = f"{side}_hand_joint1", f"{side}_.*_Support_Joint"
        actuators[f"{side}_arm"] = ImplicitActuatorCfg(
            joint_names_expr=[f"{side}_arm_joint[1-7]"],
            joint_effort_limit={first: 2000.0, others: 1000.0},
            joint_velocity_limit=1.57,
            stiffness={first: 10000000.0, others: 20000.0},
            damping={first: 0.0, others: 0.0},
        )
        actuators[f"{side}_gripper"] = ImplicitActuatorCfg(
            joint_names_expr=[driven, support],
            joint_effort_limit={driven: efforts[0], support: efforts[1]},
            joint_velocity_limit=velocity,
            stiffness={driven: 20.0, support: 2.0},
            damping={driven: 0.10, support: 0.01},
        )
        actuators[f"{side}_gripper_passive"] = ImplicitActuatorCfg(
            joint_names_expr=[f"{side}_.*_(0|1)_Joint", f"{side}_.*_RevoluteJoint"],
            joint_effort_limit=loose_effort,
            joint_velocity_limit=10.0,
            **_FREE,
        )
    return ArticulationCfg(
        spawn=released_file(
            "Isaac/IsaacLab/Robots/Agibot/A2D/A2D_physics.usd",
            activate_contact_sensors=True,
            **arm_properties(self_collisions=False),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(-0.6, 0.0, -1.05),
            joint_pos={
                "joint_lift_body": 0.1995,
                "joint_body_pitch": 0.6025,
                "joint_head_yaw": 0.0,
                "joint_head_pitch": 0.6708,
                **_numbered("left_arm_joint", left),
                **_numbered("right_arm_joint", right),
                **grippers,
            },
        ),
        actuators=actuators,
        soft_joint_pos_limit_factor=1.0,
    )


def galbot_one_charlie_cfg() -> ArticulationCfg:
    """Galbot One Charlie without weight; its gains are those of the USD file."""
    left = (-0.5480, -0.6551, 2.407, 1.3641, -0.4416, 0.1168, 1.2308)
    right = (0.1535, 1.0087, 0.0895, 1.5743, -0.2422, -0.0009, -0.9143)
    groups = {
        "head": ["head_joint.*"],
        "leg": ["leg_joint.*"],
        "left_arm": ["left_arm_joint.*"],
        "right_arm": ["right_arm_joint.*", "right_suction_cup_joint1"],
    }
    actuators: dict[str, ActuatorBaseCfg] = {
        name: ImplicitActuatorCfg(joint_names_expr=joints, stiffness=None, damping=None)
        for name, joints in groups.items()
    }
    actuators["left_gripper"] = ImplicitActuatorCfg(
        joint_names_expr=["left_gripper_.*_joint"], joint_velocity_limit=1.0, stiffness=None, damping=None
    )
    return ArticulationCfg(
        spawn=released_file(
            "Isaac/IsaacLab/Robots/Galbot/galbot_one_charlie/galbot_one_charlie.usd",
            variants={"Physics": "PhysX"},
            rigid_props=PhysxRigidBodyCfg(disable_gravity=True, max_depenetration_velocity=5.0),
            collision_props=PhysxCollisionCfg(contact_offset=0.005, rest_offset=0.0),
            activate_contact_sensors=True,
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(-0.6, 0.0, -0.8),
            joint_pos={
                **_numbered("leg_joint", (0.8, 2.3, 1.55, 0.0)),
                **_numbered("head_joint", (0.0, 0.36)),
                **_numbered("left_arm_joint", left),
                "left_gripper_left_joint": 0.035,
                "left_gripper_right_joint": 0.035,
                **_numbered("right_arm_joint", right),
                "right_suction_cup_joint1": 0.0,
            },
        ),
        actuators=actuators,
    )


def ridgeback_franka_panda_cfg() -> ArticulationCfg:
    """Franka Emika Panda on a Clearpath Ridgeback, whose base is driven by velocities."""
    pose = (0.0, -0.569, 0.0, -2.810, 0.0, 2.0, 0.741)
    arm: dict[str, Any] = {"stiffness": 800.0, "damping": 40.0}
    return ArticulationCfg(
        spawn=released_file(
            "Isaac/Robots/Clearpath/RidgebackFranka/ridgeback_franka.usd",
            articulation_props=[PhysxArticulationCfg(enabled_self_collisions=False)],
            activate_contact_sensors=False,
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            joint_pos={
                "dummy_base_prismatic_y_joint": 0.0,
                "dummy_base_prismatic_x_joint": 0.0,
                "dummy_base_revolute_z_joint": 0.0,
                **_numbered("panda_joint", pose),
                "panda_finger_joint.*": 0.035,
            },
            joint_vel={".*": 0.0},
        ),
        actuators={
            "base": ImplicitActuatorCfg(
                joint_names_expr=["dummy_base_.*"], joint_effort_limit=1000.0, stiffness=0.0, damping=1e5
            ),
            "panda_shoulder": ImplicitActuatorCfg(
                joint_names_expr=["panda_joint[1-4]"], joint_effort_limit=87.0, **arm
            ),
            "panda_forearm": ImplicitActuatorCfg(joint_names_expr=["panda_joint[5-7]"], joint_effort_limit=12.0, **arm),
            "panda_hand": ImplicitActuatorCfg(
                joint_names_expr=["panda_finger_joint.*"], joint_effort_limit=200.0, stiffness=1e5, damping=1e3
            ),
        },
    )


def pick_and_place_cfg() -> ArticulationCfg:
    """A gantry of three rails with a suction cup."""
    rails: dict[str, Any] = {"joint_effort_limit": 400.0, "joint_velocity_limit": 10.0, "stiffness": 0.0}
    return ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Robot",
        spawn=released_file(
            "Isaac/IsaacLab/Tests/PickAndPlace/pick_and_place_robot.usd",
            rigid_props=PhysxRigidBodyCfg(
                disable_gravity=False, max_depenetration_velocity=10.0, enable_gyroscopic_forces=True
            ),
            articulation_props=[PhysxArticulationCfg(enabled_self_collisions=False)],
            copy_from_source=False,
        ),
        init_state=ArticulationCfg.InitialStateCfg(joint_pos={f"{axis}_axis": 0.0 for axis in "xyz"}),
        actuators={
            f"{axis}_gantry": ImplicitActuatorCfg(joint_names_expr=[f"{axis}_axis"], damping=10.0, **rails)
            for axis in "xyz"
        },
    )
