"""Unitree H1 and G1, Agility Cassie: isaaclab_assets 3.0.0, robots/unitree.py and robots/cassie.py."""

from __future__ import annotations

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import UsdPhysicsDriveCfg

from ..descriptions import example_robot_data, own_description
from ..renamed_description import (
    Origin,
    description_with_colliders,
    description_with_joints,
    renamed_description,
)
from .files import legged, released_or_urdf


def h1_cfg(file: str = "h1.usd") -> ArticulationCfg:
    """Unitree H1.

    Args:
        file: Name of its USD file.
    """
    return ArticulationCfg(
        spawn=released_or_urdf(
            f"Isaac/IsaacLab/Robots/Unitree/H1/{file}",
            lambda: _h1_description("minimal" in file),
            fix_base=False,
            **legged(self_collisions=False),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 1.05),
            joint_pos={
                ".*_hip_yaw": 0.0,
                ".*_hip_roll": 0.0,
                ".*_hip_pitch": -0.28,
                ".*_knee": 0.79,
                ".*_ankle": -0.52,
                "torso": 0.0,
                ".*_shoulder_pitch": 0.28,
                ".*_shoulder_roll": 0.0,
                ".*_shoulder_yaw": 0.0,
                ".*_elbow": 0.52,
            },
            joint_vel={".*": 0.0},
        ),
        soft_joint_pos_limit_factor=0.9,
        actuators={
            "legs": ImplicitActuatorCfg(
                joint_names_expr=[".*_hip_yaw", ".*_hip_roll", ".*_hip_pitch", ".*_knee", "torso"],
                joint_effort_limit=300,
                stiffness={
                    ".*_hip_yaw": 150.0,
                    ".*_hip_roll": 150.0,
                    ".*_hip_pitch": 200.0,
                    ".*_knee": 200.0,
                    "torso": 200.0,
                },
                damping=dict.fromkeys((".*_hip_yaw", ".*_hip_roll", ".*_hip_pitch", ".*_knee", "torso"), 5.0),
            ),
            "feet": ImplicitActuatorCfg(
                joint_names_expr=[".*_ankle"],
                joint_effort_limit=100,
                stiffness={".*_ankle": 20.0},
                damping={".*_ankle": 4.0},
            ),
            "arms": ImplicitActuatorCfg(
                joint_names_expr=[".*_shoulder_pitch", ".*_shoulder_roll", ".*_shoulder_yaw", ".*_elbow"],
                joint_effort_limit=300,
                stiffness=dict.fromkeys(_H1_ARM, 40.0),
                damping=dict.fromkeys(_H1_ARM, 10.0),
            ),
        },
    )


_H1_ARM = (".*_shoulder_pitch", ".*_shoulder_roll", ".*_shoulder_yaw", ".*_elbow")
_G1_LEG = (".*_hip_yaw_joint", ".*_hip_roll_joint", ".*_hip_pitch_joint", ".*_knee_joint", "torso_joint")
_G1_FINGERS = tuple(f".*_{name}_joint" for name in ("five", "three", "six", "four", "zero", "one", "two"))


def h1_minimal_cfg() -> ArticulationCfg:
    """Unitree H1 with few colliders."""
    return h1_cfg("h1_minimal.usd")


def g1_cfg(file: str = "g1.usd") -> ArticulationCfg:
    """Unitree G1 with hands.

    Args:
        file: Name of its USD file.
    """
    return ArticulationCfg(
        spawn=released_or_urdf(
            f"Isaac/IsaacLab/Robots/Unitree/G1/{file}",
            lambda: _g1_description("minimal" in file),
            fix_base=False,
            keep_links=".*_palm_link",
            **legged(self_collisions=False),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.74),
            joint_pos={
                ".*_hip_pitch_joint": -0.20,
                ".*_knee_joint": 0.42,
                ".*_ankle_pitch_joint": -0.23,
                ".*_elbow_pitch_joint": 0.87,
                "left_shoulder_roll_joint": 0.16,
                "left_shoulder_pitch_joint": 0.35,
                "right_shoulder_roll_joint": -0.16,
                "right_shoulder_pitch_joint": 0.35,
                "left_one_joint": 1.0,
                "right_one_joint": -1.0,
                "left_two_joint": 0.52,
                "right_two_joint": -0.52,
            },
            joint_vel={".*": 0.0},
        ),
        soft_joint_pos_limit_factor=0.9,
        actuators={
            "legs": ImplicitActuatorCfg(
                joint_names_expr=list(_G1_LEG),
                joint_effort_limit=300,
                stiffness=dict(zip(_G1_LEG, (150.0, 150.0, 200.0, 200.0, 200.0), strict=True)),
                damping=dict.fromkeys(_G1_LEG, 5.0),
                armature={".*_hip_.*": 0.01, ".*_knee_joint": 0.01, "torso_joint": 0.01},
            ),
            "feet": ImplicitActuatorCfg(
                joint_effort_limit=20,
                joint_names_expr=[".*_ankle_pitch_joint", ".*_ankle_roll_joint"],
                stiffness=20.0,
                damping=2.0,
                armature=0.01,
            ),
            "arms": ImplicitActuatorCfg(
                joint_names_expr=[
                    ".*_shoulder_pitch_joint",
                    ".*_shoulder_roll_joint",
                    ".*_shoulder_yaw_joint",
                    ".*_elbow_pitch_joint",
                    ".*_elbow_roll_joint",
                    *_G1_FINGERS,
                ],
                joint_effort_limit=300,
                stiffness=40.0,
                damping=10.0,
                armature={".*_shoulder_.*": 0.01, ".*_elbow_.*": 0.01, **dict.fromkeys(_G1_FINGERS, 0.001)},
            ),
        },
    )


def _h1_description(is_minimal: bool) -> str:
    """Description of an H1; the minimal one falls on its trunk, since nothing but that and its feet collides."""
    urdf = own_description("unitree_h1.urdf")
    if not is_minimal:
        return urdf
    return description_with_colliders(urdf, ["torso_link", "left_ankle_link", "right_ankle_link"])


_G1_HIP_TO_ANKLE: dict[str, tuple[Origin, tuple[float, float]]] = {
    "hip_pitch": (((0.0, 0.06445, -0.1027), (0.0, -0.34907, 0.0)), (-2.35, 3.05)),
    "hip_roll": (((0.0, 0.0523, 0.0), (0.0, 0.0, 0.0)), (-0.26, 2.53)),
    "hip_yaw": (((0.01966, -0.0012139, -0.1241), (0.0, 0.0, 0.0)), (-2.75, 2.75)),
    "knee": (((-0.078292, -0.0017335, -0.177225), (0.0, 0.5096, 0.0)), (-0.33489, 2.5449)),
    "ankle_pitch": (((0.0, 0.0040687, -0.30007), (0.0, -0.16053, 0.0)), (-0.68, 0.73)),
    "ankle_roll": (((0.0, 0.0, -0.017558), (0.0, 0.0, 0.0)), (-0.2618, 0.2618)),
}
"""Origin and range [rad] of each joint of the left leg of the first G1, which the released file describes.

Its joints have their zeros with bent knees, and pelvis and ankles are 0.6865 m apart in the released pose, where the
later G1, of which packages have a description, has 0.7429 m and would begin with its feet 4 cm in the ground
(github.com/isaac-sim/IsaacLab, pull request 7471). Numbers of github.com/unitreerobotics/unitree_ros,
robots/g1_description/g1.urdf, commit 727e8f84, which give the former distance.
"""


def _g1_description(is_minimal: bool) -> str:
    """Description of a G1 with hands, with the 37 joints of the released file: waists and wrists have one joint.

    Of the minimal one trunk and feet collide, as of the released file.
    """
    links = {"waist_yaw_link": "torso_link", "torso_link": "torso_cover_link"}
    joints = {"waist_yaw_joint": "torso_joint"}
    for side in ("left", "right"):
        parts = {"elbow": "elbow_pitch", "wrist_roll": "elbow_roll", **_FINGERS_OF_G1}
        hand = {name: f"{side}_{'hand_' if name in _FINGERS_OF_G1 else ''}{name}" for name in parts}
        links |= {f"{hand[name]}_link": f"{side}_{other}_link" for name, other in parts.items()}
        joints |= {f"{hand[name]}_joint": f"{side}_{other}_joint" for name, other in parts.items()}
        links[f"{side}_hand_palm_link"] = f"{side}_palm_link"
    fixed = ["waist_roll_joint", "waist_pitch_joint"]
    fixed += [f"{side}_wrist_{axis}_joint" for side in ("left", "right") for axis in ("pitch", "yaw")]
    urdf = example_robot_data("g1_description/urdf/g1_29dof_with_hand_rev_1_0.urdf")
    urdf = description_with_joints(renamed_description(urdf, links, joints, fixed), *_g1_legs())
    feet = ["left_ankle_roll_link", "right_ankle_roll_link"]
    return description_with_colliders(urdf, ["torso_cover_link", *feet]) if is_minimal else urdf


def _g1_legs() -> tuple[dict[str, Origin], dict[str, tuple[float, float]]]:
    """Origins and ranges of the joints of both legs; the right one mirrors the left one."""
    origins: dict[str, Origin] = {}
    limits: dict[str, tuple[float, float]] = {}
    for name, (origin, (lower, upper)) in _G1_HIP_TO_ANKLE.items():
        (x, y, z), angles = origin
        origins[f"left_{name}_joint"] = origin
        origins[f"right_{name}_joint"] = ((x, -y, z), angles)  # none of which rolls or yaws
        limits[f"left_{name}_joint"] = (lower, upper)
        limits[f"right_{name}_joint"] = (lower, upper) if name.endswith(("pitch", "knee")) else (-upper, -lower)
    return origins, limits


_FINGERS_OF_G1 = {
    "thumb_0": "zero",
    "thumb_1": "one",
    "thumb_2": "two",
    "middle_0": "three",
    "middle_1": "four",
    "index_0": "five",
    "index_1": "six",
}
"""Links and joints of a hand in the description, and their names in the released file."""


def g1_minimal_cfg() -> ArticulationCfg:
    """Unitree G1 with hands and few colliders."""
    return g1_cfg("g1_minimal.usd")


def cassie_cfg() -> ArticulationCfg:
    """Agility Cassie."""
    pose = {"hip_rotation": 0.0, "hip_flexion": 1.0, "thigh_joint": -1.8, "ankle_joint": 1.57, "toe_joint": -1.57}
    sides = {f"{name}_{side}": value for name, value in pose.items() for side in ("left", "right")}
    stiff = ("hip_flexion.*", "thigh_joint.*", "ankle_joint.*")
    return ArticulationCfg(
        spawn=released_or_urdf(
            "Isaac/IsaacLab/Robots/Agility/Cassie/cassie.usd",
            lambda: own_description("cassie.urdf"),
            fix_base=False,
            joint_drive_props=UsdPhysicsDriveCfg(),
            ensure_drives_exist=True,
            **legged(self_collisions=True),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.9),
            joint_pos={"hip_abduction_left": 0.1, "hip_abduction_right": -0.1, **sides},
            joint_vel={".*": 0.0},
        ),
        soft_joint_pos_limit_factor=0.9,
        actuators={
            "legs": ImplicitActuatorCfg(
                joint_names_expr=["hip_.*", "thigh_.*", "ankle_.*"],
                joint_effort_limit=200.0,
                stiffness={"hip_abduction.*": 100.0, "hip_rotation.*": 100.0, **dict.fromkeys(stiff, 200.0)},
                damping={"hip_abduction.*": 3.0, "hip_rotation.*": 3.0, **dict.fromkeys(stiff, 6.0)},
            ),
            "toes": ImplicitActuatorCfg(
                joint_names_expr=["toe_.*"],
                joint_effort_limit=20.0,
                stiffness={"toe_joint.*": 20.0},
                damping={"toe_joint.*": 1.0},
            ),
        },
    )
