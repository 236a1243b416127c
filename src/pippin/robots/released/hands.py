"""Hands of Wonik and Shadow, and the former on Kuka's arm: isaaclab_assets 3.0.0, robots/*allegro.py, shadow*.py."""

from __future__ import annotations

import math
from xml.etree.ElementTree import tostring

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import (
    ArticulationRootPropertiesCfg,
    FixedTendonPropertiesCfg,
    JointDrivePropertiesCfg,
    PhysxArticulationCfg,
    PhysxRigidBodyCfg,
    RigidBodyPropertiesCfg,
    UsdPhysicsDriveCfg,
)
from pippin.utils.safe_xml import read_xml

from ..descriptions import example_robot_data, own_description
from ..renamed_description import renamed_description, usd_with_links_in
from ..shadow_hand import shadow_hand_description
from .files import released_or_mjcf, released_or_urdf, released_or_usd

SHADOW_JOINT_NAMES = [
    *("rh_WRJ2", "rh_WRJ1"),
    *(f"rh_{finger}J{index}" for finger in ("FF", "MF", "RF") for index in (4, 3)),
    *(f"rh_LFJ{index}" for index in (5, 4, 3)),
    *(f"rh_THJ{index}" for index in (5, 4, 3, 2, 1)),
]
"""Joints of the Shadow hand that motors drive directly."""

SHADOW_TENDON_NAMES = [f"rh_{finger}J0" for finger in ("FF", "MF", "RF", "LF")]
"""Motors of the Shadow hand that drive a tendon over the last two joints of a finger."""

SHADOW_TENDON_POSITION_LIMITS = (0.0, 3.1415)
"""Range of each tendon, the sum of the two joints' [rad]."""

SHADOW_FINGERTIP_NAMES = [f"rh_{finger}distal" for finger in ("ff", "mf", "rf", "lf", "th")]
"""Last links of the Shadow hand's fingers."""

_ALLEGRO_FINGERS = ("index", "middle", "ring", "thumb")

ALLEGRO_FINGERTIP_BODY_NAMES = [f"{finger}_link_3" for finger in _ALLEGRO_FINGERS]
"""Last links of the Allegro hand's fingers."""

ALLEGRO_ACTUATED_JOINT_NAMES = [f"{finger}_joint_0" for finger in _ALLEGRO_FINGERS]
ALLEGRO_ACTUATED_JOINT_NAMES += [f"{finger}_joint_{index}" for finger in _ALLEGRO_FINGERS for index in (1, 2, 3)]
"""Joints of the Allegro hand, in the order of tasks."""


def allegro_hand_cfg() -> ArticulationCfg:
    """Wonik Robotics' Allegro hand without weight."""
    return ArticulationCfg(
        spawn=released_or_urdf(
            "Isaac/Robots/WonikRobotics/AllegroHand/allegro_hand_instanceable.usd",
            _allegro_description,
            fix_base=True,
            activate_contact_sensors=False,
            rigid_props=PhysxRigidBodyCfg(
                disable_gravity=True,
                retain_accelerations=False,
                enable_gyroscopic_forces=False,
                angular_damping=0.01,
                max_linear_velocity=1000.0,
                max_angular_velocity=math.degrees(64.0),
                max_depenetration_velocity=1000.0,
                max_contact_impulse=1e32,
            ),
            articulation_props=[PhysxArticulationCfg(enabled_self_collisions=True)],
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.5),
            rot=(0.283045, 0.683330, -0.621782, 0.257551),
            joint_pos={"^(?!thumb_joint_0).*": 0.0, "thumb_joint_0": 0.28},
        ),
        actuators={
            "fingers": ImplicitActuatorCfg(
                joint_names_expr=[".*"], joint_effort_limit=0.5, stiffness=3.0, damping=0.1, friction=0.01
            ),
        },
        soft_joint_pos_limit_factor=1.0,
    )


_ALLEGRO_MOUNT = """
<link name="allegro_mount">
  <inertial><mass value="0.01"/><inertia ixx="1e-5" iyy="1e-5" izz="1e-5" ixy="0" ixz="0" iyz="0"/></inertial>
  <visual><geometry><cylinder radius="0.03" length="0.02"/></geometry></visual>
</link>
<joint name="allegro_mount_joint" type="fixed">
  <origin xyz="-0.00643 -0.00643 0.1175" rpy="0 0 -2.3561945"/><parent link="allegro_mount"/><child link="palm_link"/>
</joint>
"""
"""What the released file's hand is mounted by, its root; size and mass are ours.

In the released pose the fingers lie flat and the palm is up: that is the pose of Isaac Gym's task, whose public URDF
(IsaacGymEnvs, BSD-3) has this root too. With the palm here, the joints of its fingers and of Wonik's lie on each other
to 0.13 mm.
"""


def _allegro_description(added: str = _ALLEGRO_MOUNT, tips: str | None = None, thumb: float | None = None) -> str:
    """Description of a right hand, with the names of the released file.

    Args:
        added: Links and joints to add.
        tips: Names of the fingertips, for the fingers' names; None leaves them as they are.
        thumb: Upper end of the range of the thumb's first joint [rad]; None leaves it as it is.
    """
    names = {f"{4 * i + k}.0": (finger, k) for i, finger in enumerate(_ALLEGRO_FINGERS) for k in range(4)}
    links = {f"link_{old}": f"{finger}_link_{k}" for old, (finger, k) in names.items()}
    if tips is not None:
        links |= {f"link_{old}_tip": tips.format(finger) for old, (finger, k) in names.items() if k == 3}
    return renamed_description(
        example_robot_data("allegro_hand_description/urdf/allegro_right_hand.urdf"),
        links=links,
        joints={f"joint_{old}": f"{finger}_joint_{k}" for old, (finger, k) in names.items()},
        added=added,
        upper_limits={} if thumb is None else {"joint_12.0": thumb},
    )


_ALLEGRO_ON_IIWA = """
<joint name="iiwa7_joint_ee" type="fixed">
  <origin xyz="0 0 0.15"/><parent link="iiwa7_link_7"/><child link="palm_link"/>
</joint>
"""
"""The palm in front of the flange: 0.105 m in front of the mount, which is 0.045 m long; its turn is ours."""


def _kuka_allegro_description() -> str:
    """The hand on the arm, its links in a prim ``ee_link``, where tasks look for them."""
    arm = read_xml(own_description("iiwa7.urdf"))
    added = "".join(tostring(element, "unicode") for element in arm if element.tag in ("link", "joint"))
    # The released pose has the thumb at 1.5 rad, beyond the 1.396 rad of Wonik's description.
    hand = _allegro_description(added + _ALLEGRO_ON_IIWA, tips="{}_tip", thumb=math.pi / 2)
    links = [f"{finger}_link_{k}" for finger in _ALLEGRO_FINGERS for k in range(4)]
    tips = [f"{finger}_tip" for finger in _ALLEGRO_FINGERS]
    return usd_with_links_in(hand, "ee_link", ["palm_link", *links, *tips])


def shadow_hand_cfg() -> ArticulationCfg:
    """Shadow Robot's right hand without weight."""
    return ArticulationCfg(
        spawn=released_or_mjcf(
            "Isaac/Robots_Multiphysics/ShadowRobot/ShadowHandMultiPhysics_v0/right_hand/right_hand.usda",
            lambda: shadow_hand_description(older=False),
            fix_base=True,
            rigid_props=PhysxRigidBodyCfg(
                disable_gravity=True, retain_accelerations=True, max_depenetration_velocity=1000.0
            ),
            articulation_props=[PhysxArticulationCfg(enabled_self_collisions=True)],
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.5),
            rot=(0.0, 0.0, -0.70710678118, 0.70710678118),
            joint_pos={".*": 0.0},
        ),
        actuators={
            "direct_motors": ImplicitActuatorCfg(
                joint_names_expr=list(SHADOW_JOINT_NAMES),
                joint_effort_limit={
                    "rh_WRJ2": 10.0,
                    "rh_WRJ1": 5.0,
                    "rh_(FF|MF|RF)J(4|3)": 1.0,
                    "rh_LFJ(5|4|3)": 1.0,
                    "rh_THJ5": 3.0,
                    "rh_THJ4": 2.0,
                    "rh_THJ(3|2|1)": 1.0,
                },
                stiffness={
                    "rh_WRJ2": 10.0,
                    "rh_WRJ1": 8.0,
                    "rh_(FF|MF|RF)J(4|3)": 1.0,
                    "rh_LFJ(5|4|3)": 1.0,
                    "rh_THJ5": 0.4,
                    "rh_THJ4": 1.0,
                    "rh_THJ3": 0.5,
                    "rh_THJ2": 1.5,
                    "rh_THJ1": 1.0,
                },
                damping={"rh_WRJ.*": 0.5, "rh_(FF|MF|RF|LF|TH)J.*": 0.1},
                armature=2.0e-4,
                friction=1.0e-2,
            ),
            "tendon_joints": ImplicitActuatorCfg(
                joint_names_expr=["rh_(FF|MF|RF|LF)J(2|1)"],
                joint_effort_limit={"rh_(FF|MF|RF|LF)J2": 0.9, "rh_(FF|MF|RF|LF)J1": 0.7245},
                stiffness=None,
                damping=None,
                armature=2.0e-4,
                friction=1.0e-2,
            ),
        },
    )


def older_shadow_hand_cfg() -> ArticulationCfg:
    """Shadow Robot's right hand without weight, as Isaac Lab 2 has it: isaaclab_assets 2.3.2, robots/shadow_hand.py."""
    fingers = "(FF|MF|RF|LF)"
    return ArticulationCfg(
        spawn=released_or_mjcf(
            "Isaac/Robots/ShadowRobot/ShadowHand/shadow_hand_instanceable.usd",
            lambda: shadow_hand_description(older=True),
            fix_base=True,
            activate_contact_sensors=False,
            rigid_props=RigidBodyPropertiesCfg(
                disable_gravity=True, retain_accelerations=True, max_depenetration_velocity=1000.0
            ),
            articulation_props=ArticulationRootPropertiesCfg(
                enabled_self_collisions=True,
                solver_position_iteration_count=8,
                solver_velocity_iteration_count=0,
                sleep_threshold=0.005,
                stabilization_threshold=0.0005,
            ),
            joint_drive_props=JointDrivePropertiesCfg(drive_type="force"),
            fixed_tendons_props=FixedTendonPropertiesCfg(limit_stiffness=30.0, damping=0.1),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.5), rot=(0.0, -0.7071, 0.7071, 0.0), joint_pos={".*": 0.0}
        ),
        actuators={
            "fingers": ImplicitActuatorCfg(
                joint_names_expr=["robot0_WR.*", "robot0_(FF|MF|RF|LF|TH)J(3|2|1)", "robot0_(LF|TH)J4", "robot0_THJ0"],
                joint_effort_limit={
                    "robot0_WRJ1": 4.785,
                    "robot0_WRJ0": 2.175,
                    f"robot0_{fingers}J1": 0.7245,
                    "robot0_(FF|MF|RF)J(3|2)": 0.9,
                    "robot0_LFJ(4|3|2)": 0.9,
                    "robot0_THJ4": 2.3722,
                    "robot0_THJ3": 1.45,
                    "robot0_THJ(2|1)": 0.99,
                    "robot0_THJ0": 0.81,
                },
                stiffness={
                    "robot0_WRJ.*": 5.0,
                    "robot0_(FF|MF|RF|LF|TH)J(3|2|1)": 1.0,
                    "robot0_(LF|TH)J4": 1.0,
                    "robot0_THJ0": 1.0,
                },
                damping={
                    "robot0_WRJ.*": 0.5,
                    "robot0_(FF|MF|RF|LF|TH)J(3|2|1)": 0.1,
                    "robot0_(LF|TH)J4": 0.1,
                    "robot0_THJ0": 0.1,
                },
            ),
        },
        soft_joint_pos_limit_factor=1.0,
    )


_IIWA = "iiwa7_joint_(1|2|3|4|5|6|7)"
_ALLEGRO = "(index|middle|ring|thumb)_joint_(0|1|2|3)"


def kuka_allegro_cfg() -> ArticulationCfg:
    """Wonik Robotics' Allegro hand on Kuka's LBR iiwa 7."""
    fingers = {f"(index|middle|ring)_joint_{index}": 0.3 if index else 0.0 for index in range(4)}
    thumb = (1.5, 0.60147215, 0.33795027, 0.60845138)
    dampings = (42.2, 54.4, 45.6, 37.8, 25.3, 25.5, 23.5)
    armatures = (1.836, 4.447, 3.242, 1.817, 1.392, 1.402, 1.392)
    return ArticulationCfg(
        spawn=released_or_usd(
            "Isaac/IsaacLab/Robots/KukaAllegro/kuka.usd",
            _kuka_allegro_description,
            activate_contact_sensors=True,
            rigid_props=PhysxRigidBodyCfg(
                retain_accelerations=True,
                linear_damping=0.0,
                angular_damping=0.0,
                max_linear_velocity=1000.0,
                max_angular_velocity=1000.0,
                max_depenetration_velocity=1000.0,
            ),
            articulation_props=[PhysxArticulationCfg(enabled_self_collisions=True)],
            joint_drive_props=UsdPhysicsDriveCfg(drive_type="force"),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            joint_pos={
                "iiwa7_joint_(1|2|7)": 0.0,
                "iiwa7_joint_3": 0.7854,
                "iiwa7_joint_4": 1.5708,
                "iiwa7_joint_(5|6)": -1.5708,
                **fingers,
                **{f"thumb_joint_{index}": angle for index, angle in enumerate(thumb)},
            },
        ),
        actuators={
            "kuka_allegro_actuators": ImplicitActuatorCfg(
                joint_names_expr=[_IIWA, *(f"{name}_joint_(0|1|2|3)" for name in ("index", "middle", "ring", "thumb"))],
                joint_effort_limit={
                    "iiwa7_joint_(1|2)": 176.0,
                    "iiwa7_joint_(3|4|5)": 110.0,
                    "iiwa7_joint_(6|7)": 40.0,
                    _ALLEGRO: 0.7,
                },
                actuator_velocity_limit={
                    "iiwa7_joint_(1|2)": 1.7104,
                    "iiwa7_joint_3": 1.7453,
                    "iiwa7_joint_4": 2.2689,
                    "iiwa7_joint_5": 2.4435,
                    "iiwa7_joint_(6|7)": 3.1416,
                    _ALLEGRO: 9.52,
                },
                stiffness={_IIWA: 200.0, _ALLEGRO: 3.0},
                damping={**{f"iiwa7_joint_{i}": value for i, value in enumerate(dampings, start=1)}, _ALLEGRO: 0.1},
                friction={
                    _IIWA: 1.0,
                    **{f"{name}_joint_(0|1|2|3)": 0.01 for name in ("index", "middle", "ring", "thumb")},
                },
                armature={**{f"iiwa7_joint_{i}": value for i, value in enumerate(armatures, start=1)}, _ALLEGRO: 0.136},
            ),
        },
        soft_joint_pos_limit_factor=1.0,
    )
