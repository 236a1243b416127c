"""Descriptions of robots that are made up here, against what is known of these; and the files that are written."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

from pippin.cli.spheres import spheres
from pippin.motion.config_folders import load_config
from pippin.motion.kinematics import Kinematics
from pippin.motion.planning.parameters import read_rrt_parameters
from pippin.motion.rmpflow import read_rmpflow_parameters
from pippin.motion.robot_description import ToolFrame, load_robot
from pippin.robots.authoring import SphereBounds, draft_robot, draw_spheres, write_motion_configs
from pippin.robots.authoring.rmpflow_text import body_cylinders

URDF = """
<robot name="crane">
  <link name="ground"/>
  <link name="pedestal">
    <collision><origin xyz="0 0 0.1"/><geometry><box size="0.2 0.2 0.2"/></geometry></collision>
  </link>
  <link name="column">
    <collision><origin xyz="0 0 0.1"/><geometry><cylinder radius="0.06" length="0.2"/></geometry></collision>
  </link>
  <link name="boom">
    <collision><origin xyz="0.2 0 0"/><geometry><box size="0.4 0.06 0.06"/></geometry></collision>
  </link>
  <link name="jib">
    <visual><origin xyz="0.15 0 0"/><geometry><capsule radius="0.03" length="0.2"/></geometry></visual>
  </link>
  <link name="hand"/> <link name="right"/>
  <link name="left"><visual><geometry><sphere radius="0.02"/></geometry></visual></link>
  <joint name="bolt" type="fixed"><parent link="ground"/><child link="pedestal"/></joint>
  <joint name="turn" type="revolute">
    <parent link="pedestal"/><child link="column"/><origin xyz="0 0 0.2"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="2"/>
  </joint>
  <joint name="lift" type="revolute">
    <parent link="column"/><child link="boom"/><origin xyz="0.08 0 0.25"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="1" effort="1" velocity="3"/>
  </joint>
  <joint name="bend" type="continuous">
    <parent link="boom"/><child link="jib"/><origin xyz="0.45 0 0"/><axis xyz="0 1 0"/>
  </joint>
  <joint name="wrist" type="fixed"><parent link="jib"/><child link="hand"/><origin xyz="0.3 0 0"/></joint>
  <joint name="grip" type="prismatic">
    <parent link="hand"/><child link="left"/><axis xyz="0 1 0"/>
    <limit lower="0.01" upper="0.05" effort="1" velocity="1"/>
  </joint>
  <joint name="grip_too" type="prismatic">
    <parent link="hand"/><child link="right"/><axis xyz="0 -1 0"/>
    <limit lower="0" upper="0.05" effort="1" velocity="1"/>
    <mimic joint="grip"/>
  </joint>
</robot>
"""


@pytest.fixture(scope="module")
def urdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("crane") / "crane.urdf"
    path.write_text(URDF)
    return path


@pytest.fixture(scope="module")
def draft(urdf):
    return draft_robot(urdf, "hand")


@pytest.mark.slow
def test_joints_that_move_the_end_effector_are_controlled_and_others_held(draft):
    assert draft.description.cspace == ("turn", "lift", "bend")
    assert draft.description.fixed_joints == {"grip": 0.01}  # the limit next to 0; its twin mimics it
    assert draft.description.root_link == "ground"
    assert draft.end_effector == "hand"


@pytest.mark.slow
def test_without_an_end_effector_the_link_that_most_joints_move_is_taken(urdf):
    draft = draft_robot(urdf)
    assert draft.end_effector == "left"
    assert draft.description.cspace == ("turn", "lift", "bend", "grip")


def test_limits_are_made_up_from_velocities(draft):
    assert draft.description.acceleration_limits == pytest.approx((10.0, 15.0, 10.0))  # 2 rad/s stand for no limit
    assert draft.description.jerk_limits == pytest.approx((500.0, 750.0, 500.0))


def test_the_default_configuration_can_be_lived_with(draft):
    q, model = draft.model.default_q, draft.model
    assert q[0] == 0.0
    assert (model.lower_limits + 0.1 < q).all()
    assert (q < model.upper_limits - 0.1).all()
    assert draft.touching_by_default == []


def test_what_touches_is_covered_else_what_is_seen(draft):
    assert set(draft.model.sphere_frames) == {"pedestal", "column", "boom", "jib", "left"}
    assert [report.link for report in draft.reports] == ["pedestal", "column", "boom", "jib", "left"]
    for report in draft.reports[1:]:
        assert report.near > 0.99
        assert report.protrusion <= 0.0151
    assert sum(report.num_spheres for report in draft.reports) == draft.model.num_spheres


@pytest.mark.slow
def test_a_number_of_spheres_is_kept_to(urdf):
    draft = draft_robot(urdf, "hand", default_q=[0, 0, 1], bounds=SphereBounds(num_spheres=20))
    assert 12 <= draft.model.num_spheres <= 20
    assert draft.bounds.max_protrusion / draft.bounds.max_gap == pytest.approx(1.5)
    with pytest.raises(ValueError, match="3 spheres are too few"):
        draft_robot(urdf, "hand", bounds=SphereBounds(num_spheres=3))


@pytest.mark.slow
def test_the_base_can_be_left_out(urdf):
    draft = draft_robot(urdf, "hand", default_q=[0, 0, 1], bounds=SphereBounds(base=False))
    assert "pedestal" not in draft.model.sphere_frames


def test_body_cylinders_stand_around_the_pedestal_and_the_column(draft):
    base, column = body_cylinders(draft)
    assert (base.pt1[:2], base.pt2[:2]) == ((0.0, 0.0), (0.0, 0.0))
    assert 0.1 <= base.radius <= math.hypot(0.1, 0.1) + 1e-9
    assert base.pt2[2] + base.radius <= 0.2 + base.radius
    assert column.radius == pytest.approx(0.06, abs=1e-3)
    assert (column.pt1[2], column.pt2[2] + column.radius) == pytest.approx((0.2, 0.4), abs=1e-3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"end_effector": "hook"}, "has no link 'hook'; there are: ground, pedestal"),
        ({"end_effector": "pedestal"}, "No joint of '.*' moves the link 'pedestal'"),
        (
            {"end_effector": "hand", "default_q": [0.0]},
            "default_q should hold 3 numbers, one for each of turn, lift, bend",
        ),
        ({"end_effector": "hand", "held": {"lift": 0.0}}, "'lift' cannot be held; those that can: grip, grip_too"),
        ({"end_effector": "hand", "accelerations": [1.0]}, "acceleration_limits should hold 3 numbers"),
    ],
)
def test_mistakes_are_told(urdf, arguments, message):
    with pytest.raises(ValueError, match=message):
        draft_robot(urdf, **arguments)


def test_a_missing_mesh_is_told(tmp_path):
    path = tmp_path / "robot.urdf"
    path.write_text(re.sub("<box size=.0.2 0.2 0.2./>", "<mesh filename='no.stl'/>", URDF))
    with pytest.raises(ValueError, match=r"There is no mesh '.*no.stl', which link 'pedestal' of '.*' needs"):
        draft_robot(path, "hand")


def test_written_files_are_read_back(draft, tmp_path, caplog):
    write_motion_configs(draft, tmp_path, "Crane")
    config = load_config(tmp_path / "motion_policy_configs", "Crane", "RMPflow")
    model = load_robot(config["urdf_path"], config["robot_description_path"])
    for name in ("default_q", "acceleration_limits", "jerk_limits", "sphere_radii", "sphere_centers"):
        np.testing.assert_allclose(getattr(model, name), getattr(draft.model, name), atol=1e-9)
    assert model.sphere_frames == draft.model.sphere_frames
    parameters = read_rmpflow_parameters(config["rmpflow_config_path"], model)
    assert parameters.joint_velocity_cap_rmp.max_velocity == pytest.approx(1.9, abs=0.01)  # 95 % of the least, 2 rad/s
    assert [cylinder.name for cylinder in parameters.body_cylinders] == ["base", "turn"]
    assert "hand" in [ball.name for ball in parameters.body_collision_controllers]
    planner = load_config(tmp_path / "path_planner_configs", "Crane", "RRT")
    weights = read_rrt_parameters(planner["rrt_config_path"], model).distance_metric_weights
    assert weights == tuple(sorted(weights, reverse=True))  # the first joint moves the hand most
    assert not caplog.records


@pytest.mark.slow
def test_tool_frames_are_written(urdf, tmp_path):
    frame = ToolFrame("hook", "hand", (0.0, 0.0, -0.1), (0.0, 1.0, 0.0, 0.0))
    draft = draft_robot(urdf, "hook", default_q=[0, 0, 1], tool_frames=[frame])
    path = write_motion_configs(draft, tmp_path, "Crane")
    model = load_robot(urdf, path)
    hand, hook = (Kinematics(model).frame_poses(name, [[0, 0, 0]]).numpy()[0] for name in ("hand", "hook"))
    np.testing.assert_allclose(hand, [0.83, 0, 0.45, 0, 0, 0, 1], atol=1e-12)  # all lengths added up
    np.testing.assert_allclose(hook, [0.83, 0, 0.35, 0, 1, 0, 0], atol=1e-12)


def test_robots_are_added_to_the_lists(draft, tmp_path):
    for name in ("Zebra", "Ant", "Zebra"):
        write_motion_configs(draft, tmp_path, name)
    robots = json.loads((tmp_path / "motion_policy_configs" / "policy_map.json").read_text())
    assert robots == {name: {"RMPflow": f"./{name.lower()}/rmpflow/config.json"} for name in ("Ant", "Zebra")}


def test_the_picture_shows_the_robot_and_its_spheres(draft):
    picture = draw_spheres(draft, height=120)
    assert picture.shape == (120, 240, 3)
    assert picture.dtype == np.uint8
    colors = picture.reshape(-1, 3).astype(int)
    white = (colors == 255).all(axis=1)
    assert 0.3 < white.mean() < 0.95
    assert (np.ptp(colors[~white], axis=1) > 40).mean() > 0.3  # spheres have colours, meshes are grey


@pytest.mark.slow
def test_the_command_writes_files_and_a_picture(urdf, tmp_path, capsys):
    spheres(urdf, end_effector="hand", name="Crane", output=tmp_path, hold={"grip": 0.03})
    told = capsys.readouterr().out
    for part in ("pedestal", "column", "Controlled: turn, lift, bend. Held: grip."):
        assert part in told
    assert (tmp_path / "crane_spheres.png").stat().st_size > 1000
    config = load_config(tmp_path / "motion_policy_configs", "Crane", "RMPflow")
    assert "value: 0.03" in Path(config["robot_description_path"]).read_text()
