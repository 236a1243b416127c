"""Peculiarities of robot descriptions and URDF files that are published for real arms: they load.

All files here are made up; each has one peculiarity.
"""

from __future__ import annotations

import logging
import math

import numpy as np
import pytest

from pippin.motion.kinematics import Kinematics
from pippin.motion.robot_description import load_robot
from pippin.motion.yaml_file import ConfigFileError

URDF = """<?xml version="1.0" ?>
<!-- written by a program -->
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="world"/>
  <link name="base_link">
    <inertial><mass value="4"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual><geometry><mesh filename="package://no_such_package/base.dae"/></geometry><material name="grey"/></visual>
    <collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision>
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
  </link>
  <link name="link_1"/> <link name="link_2"/> <link name="flange"/> <link name="left"/> <link name="right"/>
  <joint name="world_joint" type="fixed"><parent link="world"/><child link="base_link"/></joint>
  <joint name="joint_1" type="revolute">
    <parent link="base_link"/><child link="link_1"/><origin xyz="0 0 0.3"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="100" velocity="2"/>
    <dynamics damping="0.5" friction="0.1"/>
    <safety_controller k_position="100" k_velocity="10" soft_lower_limit="-2.9" soft_upper_limit="2.9"/>
  </joint>
  <joint name="joint_2" type="continuous">
    <parent link="link_1"/><child link="link_2"/><origin xyz="0 0 0.4" rpy="0 1.5707963267948966 0"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="100" velocity="2"/>
  </joint>
  <joint name="flange_joint" type="fixed"><parent link="link_2"/><child link="flange"/><origin xyz="0.2 0 0"/></joint>
  <joint name="finger" type="prismatic">
    <parent link="flange"/><child link="left"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.2"/>
  </joint>
  <joint name="finger_mimic" type="prismatic">
    <parent link="flange"/><child link="right"/><axis xyz="0 -1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.2"/><mimic joint="finger"/>
  </joint>
  <transmission name="t1"><type>transmission_interface/SimpleTransmission</type>
    <joint name="joint_1"><hardwareInterface>PositionJointInterface</hardwareInterface></joint>
    <actuator name="m1"><mechanicalReduction>1</mechanicalReduction></actuator>
  </transmission>
  <gazebo reference="link_1"><material>Gazebo/Grey</material></gazebo>
</robot>
"""

DESCRIPTION = """\
# Generated file.
api_version: 1.0

cspace:
    - joint_1
    - joint_2
root_link: world
subtree_root_link: base_link
default_q: [
    # first, second
    0.5, -0.5
]
acceleration_limits: [10.0, 10.0]
jerk_limits: [1000.0, 1000.0]
cspace_to_urdf_rules:
    - {name: finger, rule: fixed, value: 0.025}
composite_task_spaces: []
collision_spheres:
  - base_link:
    - "center": [0.0, 0.0, 0.05]
      "radius": 0.1
  - link_2:
    - "center": [0.1, 0.0, 0.0]
      "radius": 5e-2
    - "center": [0.2, 0.0, 0.0]
      "radius": .05
"""


def load(write_robot, urdf=URDF, description=DESCRIPTION):
    return load_robot(*write_robot(urdf=urdf, description=description))


def test_the_plain_files_load_without_a_warning(write_robot, caplog):
    model = load(write_robot)
    assert model.coordinate_names == ("joint_1", "joint_2")
    assert model.num_spheres == 3
    np.testing.assert_array_equal(model.lower_limits, [-3.0, -math.inf])  # a continuous joint has no end
    fingers = Kinematics(model).frame_poses("left", [[0, 0]]).numpy() - Kinematics(model).frame_poses("right", [[0, 0]])
    assert np.linalg.norm(fingers[0, :3]) == pytest.approx(0.05)  # the second one mimics the first
    assert not caplog.records


@pytest.mark.parametrize(
    "nothing", ["", " []", " {}", " null", " ~", "\n    # - {name: finger, rule: fixed, value: 0}"]
)
@pytest.mark.parametrize("key", ["cspace_to_urdf_rules", "collision_spheres", "composite_task_spaces", "jerk_limits"])
def test_nothing_can_be_written_in_many_ways(write_robot, key, nothing):
    head, _, tail = DESCRIPTION.partition(f"{key}:")
    lines = tail.splitlines()[1:]
    while lines and lines[0].startswith((" ", "#")):
        lines.pop(0)
    model = load(write_robot, description=f"{head}{key}:{nothing}\n" + "\n".join(lines))
    assert model.num_coordinates == 2
    assert model.num_spheres == (0 if key == "collision_spheres" else 3)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("api_version: 1.0", ""),
        ("api_version: 1.0", "api_version: '1.0'"),
        ("api_version: 1.0", "api_version: 1"),
        ("root_link: world", "root_link: base_link"),
        ("root_link: world", ""),
        ("subtree_root_link: base_link", ""),
        ("jerk_limits: [1000.0, 1000.0]", ""),
        ("    - joint_1\n    - joint_2", "  [joint_1, joint_2]"),
        ("    - joint_1\n    - joint_2", "- joint_1\n- 'joint_2'"),
        ("- base_link:\n", "- base_link: # the pedestal\n"),
        ('"center": [0.1, 0.0, 0.0]', '"center": [0.1, 0, 0]\t# a tab'),
        ("{name: finger, rule: fixed, value: 0.025}", "name: finger\n      rule: fixed\n      value: 0.025"),
        ("{name: finger, rule: fixed, value: 0.025}", '{"name": "finger", "rule": "fixed", "value": 2.5e-2}'),
    ],
)
def test_the_same_can_be_written_in_many_ways(write_robot, caplog, old, new):
    assert old in DESCRIPTION
    model = load(write_robot, description=DESCRIPTION.replace(old, new))
    assert model.num_spheres == 3
    assert not caplog.records


def test_spheres_may_be_a_mapping_and_links_may_have_none(write_robot):
    head = DESCRIPTION.partition("collision_spheres:")[0]
    spheres = "collision_spheres:\n  link_2:\n  - {center: [0, 0, 0], radius: 0.1}\n  link_1: []\n  base_link:\n"
    assert load(write_robot, description=head + spheres).num_spheres == 1


def test_spheres_of_a_link_may_stand_in_several_places(write_robot):
    again = "  - link_2:\n    - center: [0.3, 0, 0]\n      radius: 0.02\n"
    assert load(write_robot, description=DESCRIPTION + again).sphere_frames.count("link_2") == 3


def test_files_may_have_a_byte_order_mark_and_windows_lines(write_robot):
    urdf, description = write_robot(urdf=URDF)
    description.write_bytes(b"\xef\xbb\xbf" + DESCRIPTION.replace("\n", "\r\n").encode())
    urdf.write_bytes(b"\xef\xbb\xbf" + URDF.replace("\n", "\r\n").encode())
    assert load_robot(urdf, description).num_spheres == 3


def test_rules_for_grippers_that_are_not_mounted_are_told(write_robot, caplog):
    rule = "    - {name: finger, rule: fixed, value: 0.025}\n"
    with caplog.at_level(logging.WARNING, "pippin"):
        load(write_robot, description=DESCRIPTION.replace(rule, rule + rule.replace("finger", "fingers")))
    assert "'cspace_to_urdf_rules[1].name'" in caplog.text
    assert "has no joint 'fingers'; is 'finger' meant?" in caplog.text


def test_joints_of_a_gripper_without_a_rule_stay_at_rest(write_robot, caplog):
    model = load(write_robot, description=DESCRIPTION.replace("    - {name: finger, rule: fixed, value: 0.025}", ""))
    assert model.num_joints == 2
    assert "they stay at rest: 'finger' (0)" in caplog.text


def test_joints_of_a_gripper_may_be_coordinates(write_robot):
    text = DESCRIPTION.replace("    - joint_2\n", "    - joint_2\n    - finger\n").replace(
        "0.5, -0.5", "0.5, -0.5, 0.02"
    )
    text = text.replace("    - {name: finger, rule: fixed, value: 0.025}", "").replace("[10.0, 10.0]", "[10, 10, 1]")
    model = load(write_robot, description=text.replace("[1000.0, 1000.0]", "[1000, 1000, 100]"))
    assert model.joint_names == ("joint_1", "joint_2", "finger", "finger_mimic")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<box size="0.1 0.1 0.1"/>', '<box size="0 0 0"/>'),
        ('<box size="0.1 0.1 0.1"/>', "<plane/>"),
        ('filename="package://no_such_package/base.dae"', 'filename=""'),
        ('<mass value="4"/>', '<mass value="0"/>'),
        ('<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>', ""),
        ('<link name="world"/>', '<link name="world"/><xacro:property name="pi" value="3.14"/>'),
        ('rgba="0.5 0.5 0.5 1"', 'rgba="${grey}"'),
        ('effort="100" velocity="2"/>\n    <dynamics', 'velocity="2"/>\n    <dynamics'),
        ('<?xml version="1.0" ?>', '\n\n<?xml version="1.0" encoding="utf-8"?>'),
        ('<robot name="arm"', '<robot name="arm" xmlns="http://www.ros.org" version="1.0"'),
        ('<mimic joint="finger"/>', '<mimic joint="finger" multiplier="1.0" offset="0.0"/>'),
        ("<!-- written by a program -->", "<?xml-model href='x'?><!-- - -->"),
        ('type="fixed"><parent link="link_2"/>', 'type="fixed"><axis xyz="0 0 0"/><parent link="link_2"/>'),
    ],
)
def test_what_planning_does_not_need_may_be_odd(write_robot, caplog, old, new):
    assert old in URDF
    assert load(write_robot, urdf=URDF.replace(old, new)).num_joints == 2
    assert not caplog.records


def test_a_velocity_limit_of_zero_is_none(write_robot, caplog):
    """So write programs that export models from CAD."""
    model = load(write_robot, urdf=URDF.replace('effort="100" velocity="2"', 'effort="0" velocity="0"'))
    np.testing.assert_array_equal(model.velocity_limits, [math.inf, math.inf])
    assert "joint 'joint_1': a limit of velocity of 0 counts as none" in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("cspace: !!python/object/apply:os.system ['true']", "'cspace': lacks|'default_q'|no joint|a text"),
        ("a: &a [x, x]\nb: &b [*a, *a]\ncspace: [*b, *b]\ndefault_q: [0]", "'cspace\\[0\\]': should be a text"),
        ("cspace: [joint_1]\ndefault_q: [1e999]", "'default_q\\[0\\]': should be a finite number"),
        ("cspace: [joint_1]\ndefault_q: [0x10]", "'default_q\\[0\\]': should be a finite number"),
        ("cspace: {joint_1: 1}\ndefault_q: [0]", "'cspace': should be a list"),
        ("? [a]\n: b", "lacks the key 'cspace'"),
        ("a: " + "[" * 3000 + "]" * 3000, "expected YAML"),
        ("\x01", "expected YAML"),
    ],
)
def test_hostile_descriptions_are_refused(write_robot, content, message):
    with pytest.raises(ConfigFileError, match=message) as info:
        load(write_robot, description=content)
    assert "robot.yaml" in str(info.value)
