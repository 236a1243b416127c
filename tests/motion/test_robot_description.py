"""Reading robot descriptions, against what their files say; and what is said about files that are wrong."""

from __future__ import annotations

import logging
import math
import re

import numpy as np
import pytest

from pippin.motion import poses
from pippin.motion.robot_description import BASE, JointKind, load_robot
from pippin.motion.yaml_file import ConfigFileError
from pippin.utils.urdf import UrdfError


def test_a_coordinate_is_what_the_description_names(mobile):
    assert mobile.coordinate_names == ("rail", "shoulder", "left")
    np.testing.assert_array_equal(mobile.default_q, [0.0, 0.5, 0.01])
    np.testing.assert_array_equal(mobile.lower_limits, [-1.0, -math.inf, 0.0])
    np.testing.assert_array_equal(mobile.upper_limits, [1.0, math.inf, 0.04])
    np.testing.assert_array_equal(mobile.velocity_limits, [0.5, math.inf, 0.1])
    np.testing.assert_array_equal(mobile.acceleration_limits, [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(mobile.jerk_limits, [math.inf] * 3)


def test_joints_that_mimic_share_a_coordinate_and_held_joints_are_no_joints(mobile):
    assert mobile.joint_names == ("rail", "shoulder", "left", "right")
    np.testing.assert_array_equal(mobile.joint_parents, [BASE, 0, 1, 1])
    np.testing.assert_array_equal(mobile.joint_coordinates, [0, 1, 2, 2])
    np.testing.assert_array_equal(mobile.joint_multipliers, [1.0, 1.0, 1.0, 2.0])
    np.testing.assert_array_equal(mobile.joint_biases, [0.0, 0.0, 0.0, 0.005])
    kinds = [JointKind.PRISMATIC, JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.PRISMATIC]
    np.testing.assert_array_equal(mobile.joint_kinds, kinds)


def test_every_link_is_a_frame(mobile):
    assert set(mobile.frame_names) == {"base", "carriage", "arm", "tool", "left_finger", "right_finger", "camera"}
    assert mobile.joints_to("right_finger") == [0, 1, 3]
    assert mobile.joints_to("camera") == mobile.joints_to("tool") == [0, 1]
    assert mobile.joints_to("base") == []
    with pytest.raises(ValueError, match="no frame 'hand'; there are: 'base', 'carriage'"):
        mobile.joints_to("hand")


def test_spheres_stand_in_the_frame_of_the_joint_that_moves_them(mobile):
    assert mobile.sphere_frames == ("tool", "base")
    np.testing.assert_array_equal(mobile.sphere_joints, [1, BASE])
    np.testing.assert_array_equal(mobile.sphere_radii, [0.05, 0.1])
    np.testing.assert_allclose(mobile.sphere_centers[1], [0.0, 0.0, 0.1])


def test_tables_cannot_be_written_to(mobile):
    with pytest.raises(ValueError, match="read-only"):
        mobile.default_q[0] = 1.0


def test_without_a_description_all_joints_that_move_by_themselves_are_coordinates(write_robot):
    model = load_robot(write_robot()[0])
    assert model.coordinate_names == ("rail", "shoulder", "left", "tilt")
    np.testing.assert_array_equal(model.default_q, [0.0, 0.0, 0.0, 0.2])  # the tilt cannot be at 0
    assert model.num_spheres == 0


def test_the_description_counts_before_mimics(write_robot, mobile_description):
    rule = mobile_description.replace("rules:", "rules:\n  - {name: right, rule: fixed, value: 0.01}")
    assert load_robot(*write_robot(description=rule)).joint_names == ("rail", "shoulder", "left")
    both = mobile_description.replace("[rail, shoulder, left]", "[left, right, rail]")
    model = load_robot(*write_robot(description=both))
    assert dict(zip(model.joint_names, model.joint_coordinates, strict=True)) == {"rail": 2, "left": 0, "right": 1}


def test_joints_that_nothing_drives_stay_at_rest_which_is_told(write_robot, caplog, mobile_description):
    text = re.sub("cspace_to_urdf_rules:\n.*\n", "", mobile_description)
    with caplog.at_level(logging.WARNING, "pippin"):
        model = load_robot(*write_robot(description=text))
    assert "they stay at rest: 'tilt' (0.2)" in caplog.text
    half = -0.1  # turned by 0.2 about -z
    np.testing.assert_allclose(
        _pose_between(model, "tool", "camera"), [0.0, 0.0, 0.0, 0.0, 0.0, math.sin(half), math.cos(half)], atol=1e-15
    )


def _pose_between(model, first, second):
    """Pose of a frame in another one on the same joint."""
    offsets = [model.frame_offsets[model.frame_index(name)] for name in (first, second)]
    return poses.compose(poses.inverse(offsets[0]), offsets[1])


def test_the_base_can_be_another_link_than_the_root(write_robot, mobile_description):
    text = mobile_description.replace("cspace: [rail, shoulder, left]", "cspace: [shoulder, left]\nroot_link: carriage")
    text = re.sub(r"default_q.*\nacc.*\n", "default_q: [0, 0]\n", text)
    with pytest.raises(UrdfError, match="do not descend from the root link 'carriage': 'base'"):
        load_robot(*write_robot(description=text))
    model = load_robot(*write_robot(description=text.replace("  - base:", "  - tool:")))
    assert "base" not in model.frame_names
    assert model.joints_to("tool") == [0]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("cspace: [rail, shoulder, left]", "", "line 2: lacks the key 'cspace'; there are: 'api_version', 'default_q'"),
        ("default_q: [0.0, 0.5, 0.01]", "", "lacks the key 'default_q'"),
        ("[rail, shoulder, left]", "[rail, shoulder, grip]", r"line 3, 'cspace\[2\]': .* no joint 'grip'; .*'rail'"),
        ("[rail, shoulder, left]", "[rail, shoulder, wrist]", "the joint 'wrist' is fixed"),
        ("[rail, shoulder, left]", "[rail, shoulder, rail]", "the joint 'rail' stands twice"),
        ("[rail, shoulder, left]", "[]", "'cspace': should name at least one joint"),
        ("[rail, shoulder, left]", "rail", "'cspace': should be a list, it is 'rail'"),
        ("[0.0, 0.5, 0.01]", "[0.0, 0.5]", "line 4, 'default_q': should hold 3 numbers, it holds 2"),
        ("[0.0, 0.5, 0.01]", "[0.0, .nan, 0.1]", r"'default_q\[1\]': should be a finite number, it is '.nan'"),
        ("[1.0, 2.0, 3.0]", "[1.0, 2.0]", "'acceleration_limits': should hold 3 numbers, one per joint"),
        ("[1.0, 2.0, 3.0]", "[1.0, 2.0, -3.0]", r"'acceleration_limits\[2\]': should be positive, it is -3"),
        ("name: tilt", "name: rail", "the joint 'rail' is in the c-space"),
        ("rule: fixed", "rule: free", "there is no rule 'free'; there is 'fixed'"),
        (", value: 0.3", "", r"'cspace_to_urdf_rules\[0\]': lacks the key 'value'"),
        ("- tool:", "- hand:", r"'collision_spheres\[0\].hand': .* no link 'hand'; there are: 'base', "),
        ("center: [0.1, 0.0, 0.0]", "", r"'collision_spheres\[0\].tool\[0\]': lacks the key 'center'"),
        ("radius: 0.05", "radius: small", r"tool\[0\].radius': should be a finite number, it is 'small'"),
        ("radius: 0.05", "radius: 0", r"tool\[0\].radius': should be positive"),
        ("api_version: 1.0", "api_version: 2.0", "the version is .*; expected 1"),
        ("api_version: 1.0", "api_version: [1.0", "expected YAML"),
    ],
)
def test_an_error_names_file_line_and_key(write_robot, old, new, message, mobile_description):
    urdf_path, path = write_robot(description=mobile_description.replace(old, new))
    with pytest.raises(ConfigFileError, match=message) as info:
        load_robot(urdf_path, path)
    assert str(path) in str(info.value)


def test_keys_that_play_no_part_are_told(write_robot, caplog, mobile_description):
    with caplog.at_level(logging.WARNING, "pippin"):
        load_robot(*write_robot(description=mobile_description.replace("collision_spheres", "colision_spheres")))
    assert "'colision_spheres': this key plays no part; is 'collision_spheres' meant?" in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "just a text", "- a\n- list", "[" * 5000, "a: \x00"])
def test_files_that_are_no_descriptions_are_refused(write_robot, text):
    with pytest.raises(ConfigFileError, match=re.escape("robot.yaml")):
        load_robot(*write_robot(description=text))


def test_missing_files_are_named(write_robot, tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere.yaml"):
        load_robot(write_robot()[0], tmp_path / "nowhere.yaml")
    with pytest.raises(FileNotFoundError, match="nowhere.urdf"):
        load_robot(tmp_path / "nowhere.urdf")


def test_a_robot_without_joints_cannot_be_planned_for(write_robot):
    with pytest.raises(UrdfError, match="no joint moves by itself"):
        load_robot(write_robot(urdf='<robot name="stone"><link name="a"/></robot>')[0])


def test_limits_of_single_joints_may_be_missing(write_robot, mobile_description):
    model = load_robot(*write_robot(description=mobile_description.replace("[1.0, 2.0, 3.0]", "[1.0, null, 3.0]")))
    np.testing.assert_array_equal(model.acceleration_limits, [1.0, math.inf, 3.0])


def test_joints_may_mimic_joints_that_mimic(write_robot, mobile_urdf):
    """The right finger follows the left one by 2 q + 0.005, a third one the right one by 3 q + 0.1."""
    third = """<link name="third"/><joint name="follower" type="continuous"><parent link="tool"/><child link="third"/>
        <mimic joint="right" multiplier="3" offset="0.1"/></joint></robot>"""
    model = load_robot(*write_robot(urdf=mobile_urdf.replace("</robot>", third)))
    joint = model.joint_names.index("follower")
    assert model.coordinate_names[model.joint_coordinates[joint]] == "left"
    assert model.joint_multipliers[joint] == pytest.approx(6.0)
    assert model.joint_biases[joint] == pytest.approx(3.0 * 0.005 + 0.1)


@pytest.mark.slow
@pytest.mark.parametrize("count", [2000])
def test_long_chains_of_mimics_are_followed(write_robot, count, mobile_urdf):
    joints = "".join(
        f'<link name="l{i}"/><joint name="j{i}" type="continuous"><parent link="base"/><child link="l{i}"/>'
        f'<mimic joint="{f"j{i - 1}" if i else "rail"}" multiplier="-1"/></joint>'
        for i in range(count)
    )
    model = load_robot(*write_robot(urdf=mobile_urdf.replace("</robot>", f"{joints}</robot>")))
    assert model.joint_multipliers[model.joint_names.index(f"j{count - 1}")] == (-1.0) ** count


TOOL_FRAME = """
tool_frames:
  - {name: tip, parent: tool, position: [0.1, 0.2, 0.3], orientation: [0, 0, 2, 0]}
  - {name: eye, parent: camera}
"""


def test_tool_frames_are_frames(write_robot, mobile_description):
    model = load_robot(*write_robot(description=mobile_description + TOOL_FRAME))
    assert model.joints_to("tip") == [0, 1]
    np.testing.assert_allclose(_pose_between(model, "tool", "tip"), [0.1, 0.2, 0.3, 0, 0, 1, 0], atol=1e-15)
    np.testing.assert_allclose(_pose_between(model, "camera", "eye"), poses.IDENTITY, atol=1e-15)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("name: tip", "name: arm", r"'tool_frames\[0\].name': there is a frame 'arm' already"),
        ("name: tip", "name: eye", r"'tool_frames\[1\].name': there is a frame 'eye' already"),
        ("parent: tool", "parent: hand", r"'tool_frames\[0\].parent': .* no link 'hand'; there are: 'base'"),
        ("[0, 0, 2, 0]", "[0, 0, 0, 0]", r"orientation': should be a quaternion \(x, y, z, w\), it is zero"),
        ("[0.1, 0.2, 0.3]", "[0.1, 0.2]", r"position': should hold 3 numbers"),
    ],
)
def test_tool_frames_that_cannot_be_are_refused(write_robot, mobile_description, old, new, message):
    with pytest.raises(ConfigFileError, match=message):
        load_robot(*write_robot(description=mobile_description + TOOL_FRAME.replace(old, new)))


# Real files.


def test_franka(franka):
    assert franka.coordinate_names == tuple(f"panda_joint{i}" for i in range(1, 8))
    assert franka.num_joints == 7  # the fingers are held
    assert franka.num_spheres == 55
    np.testing.assert_array_equal(franka.acceleration_limits, [15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0])
    assert "right_gripper" in franka.frame_names


def test_ur10(motion_data):
    folder = motion_data / "universal_robots" / "ur10"
    model = load_robot(folder / "ur10_robot.urdf", folder / "rmpflow" / "ur10_robot_description.yaml")
    assert model.num_coordinates == 6
    assert model.sphere_frames.count("upper_arm_link") == 11
    assert len(model.joints_to("ee_link")) == 6


@pytest.mark.parametrize("name", ["panda", "ur5", "tiago", "pr2", "talos"])
def test_robots_without_descriptions_load(robots_path, name):
    paths = (
        sorted((robots_path / f"{name}_description").glob("*/*.urdf"))
        or sorted(robots_path.glob(f"{name}*/robots/*.urdf"))
        or sorted(robots_path.glob(f"{name[:2]}_description/urdf/{name}*.urdf"))
    )
    model = load_robot(paths[-1])
    assert model.num_coordinates > 5
    assert (model.joint_parents < np.arange(model.num_joints)).all()
