"""Descriptions of paths: what moves lead to, and what is refused."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.motion.trajectories import CompositePathSpec, CSpacePathSpec, TaskSpacePathSpec, TransitionMode

TURNED = Rotation.from_rotvec([0.3, 0.0, 0.0]).as_quat()
ORIGIN = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0])


def pose(x, y, z, orientation=(0.0, 0.0, 0.0, 1.0)):
    return np.array([x, y, z, *orientation])


@pytest.fixture
def spec():
    """A path that so far goes 1 m along x."""
    spec = TaskSpacePathSpec(ORIGIN)
    spec.add_translation([1.0, 0.0, 0.0])
    return spec


@pytest.mark.parametrize(
    ("move", "arguments", "end"),
    [
        ("add_linear_path", [pose(1, 1, 0, TURNED)], pose(1, 1, 0, TURNED)),
        ("add_translation", [[1, 1, 0]], pose(1, 1, 0)),
        ("add_rotation", [TURNED], pose(1, 0, 0, TURNED)),
        ("add_three_point_arc", [[2, 1, 0], [2, 0.5, 0]], pose(2, 1, 0)),
        # From (1, 0) through (2, 0) to (2, 1): three quarters of a circle would be wrong, it is half of one.
        ("add_three_point_arc", [[2, 1, 0], [2, 0, 0], False], pose(2, 1, 0, [0, 0, 1, 0])),
        ("add_three_point_arc_with_orientation_target", [pose(2, 1, 0, TURNED), [2, 0, 0]], pose(2, 1, 0, TURNED)),
        ("add_tangent_arc", [[2, 1, 0]], pose(2, 1, 0)),
        # A quarter of a circle about (1, 1): the frame turns by as much.
        ("add_tangent_arc", [[2, 1, 0], False], pose(2, 1, 0, [0, 0, np.sqrt(0.5), np.sqrt(0.5)])),
        ("add_tangent_arc_with_orientation_target", [pose(2, 1, 0, TURNED)], pose(2, 1, 0, TURNED)),
    ],
)
def test_moves_lead_to_poses(spec, move, arguments, end):
    assert getattr(spec, move)(*arguments) is True
    assert spec.num_moves == 2
    reached = spec.segments()[-1].end
    np.testing.assert_allclose(reached[:3], end[:3], atol=1e-12)
    assert abs(reached[3:] @ end[3:]) == pytest.approx(1.0, abs=1e-12)


def test_moves_follow_one_another(spec):
    spec.add_tangent_arc([1.0, 2.0, 0.0])
    spec.add_rotation(TURNED)
    spec.add_linear_path(ORIGIN)
    segments = spec.segments()
    for before, after in pairwise(segments):
        np.testing.assert_allclose(before.end, after.poses(np.zeros(1))[0], atol=1e-12)


def test_paths_can_begin_elsewhere(spec):
    segments = spec.segments(pose(0.0, 0.0, 1.0, TURNED))
    np.testing.assert_allclose(segments[0].end, pose(1.0, 0.0, 0.0, TURNED), atol=1e-12)  # a translation does not turn
    np.testing.assert_allclose(spec.initial_pose, ORIGIN)


@pytest.mark.parametrize(
    ("move", "arguments", "message"),
    [
        ("add_linear_path", [pose(1, 0, 0)], "where the path already is"),
        ("add_linear_path", [-pose(-1, 0, 0)], "where the path already is"),  # -q is the orientation q
        ("add_translation", [[1, 0, 0]], "where the path already is"),
        ("add_rotation", [[0, 0, 0, 1]], "where the path already is"),
        ("add_linear_path", [[1, 2, 3]], r"target pose should be 7 numbers; its shape is \(3,\)"),
        ("add_linear_path", [np.zeros(7)], "should have a unit quaternion"),
        ("add_translation", [[1, np.nan, 0]], r"target position should be finite; it is \[ 1. nan  0.\]"),
        ("add_rotation", [[0, 0, 1]], r"target rotation should be 4 numbers; its shape is \(3,\)"),
        ("add_three_point_arc", [[3, 0, 0], [2, 0, 0]], "lie on a line"),
        ("add_three_point_arc", [[3, 1, 0], [2, 0]], r"intermediate position should be 3 numbers; its shape is \(2,\)"),
        ("add_three_point_arc_with_orientation_target", [pose(3, 0, 0), [1, 0, 0]], "lie on a line"),
        ("add_tangent_arc", [[2, 0, 0]], "on the same line"),
        ("add_tangent_arc_with_orientation_target", [pose(0, 0, 0)], "on the same line"),
    ],
)
def test_impossible_moves_are_refused_and_leave_the_path_as_it_was(spec, move, arguments, message):
    with pytest.raises(ValueError, match=message):
        getattr(spec, move)(*arguments)
    assert spec.num_moves == len(spec.segments()) == 1
    assert spec.add_translation([0.0, 0.0, 1.0])


def test_tangent_arcs_need_a_direction(spec):
    with pytest.raises(ValueError, match="'add_tangent_arc' has no direction"):
        TaskSpacePathSpec(ORIGIN).add_tangent_arc([1.0, 1.0, 0.0])
    spec.add_rotation(TURNED)
    with pytest.raises(ValueError, match="'add_tangent_arc' has no direction"):
        spec.add_tangent_arc([2.0, 1.0, 0.0])


def test_c_space_paths_hold_configurations():
    spec = CSpacePathSpec([0.0, 1.0])
    assert spec.add_c_space_waypoint([1.0, 1.0]) is True
    np.testing.assert_array_equal(spec.waypoints, [[0.0, 1.0], [1.0, 1.0]])
    for waypoint, message in [
        ([1.0], r"waypoint should be 2 numbers; its shape is \(1,\)"),
        ([np.inf, 0.0], "should be finite"),
        ([1.0, 1.0], "where the path already is"),
    ]:
        with pytest.raises(ValueError, match=message):
            spec.add_c_space_waypoint(waypoint)
    assert len(spec.waypoints) == 2


def test_composite_paths_refuse_what_does_not_fit():
    composite = CompositePathSpec([0.0, 0.0])
    with pytest.raises(ValueError, match="'transition_mode' is LINEAR_TASK_SPACE"):
        composite.add_c_space_path_spec(CSpacePathSpec([0.0, 1.0]), TransitionMode.LINEAR_TASK_SPACE)
    with pytest.raises(ValueError, match="should have 2 joints as the composite one; it has 3"):
        composite.add_c_space_path_spec(CSpacePathSpec([0.0, 1.0, 2.0]), TransitionMode.FREE)
    with pytest.raises(ValueError, match="should be a TaskSpacePathSpec; it is a CSpacePathSpec"):
        composite.add_task_space_path_spec(CSpacePathSpec([0.0, 1.0]), TransitionMode.FREE)
    with pytest.raises(ValueError, match="'free' is not a valid TransitionMode"):
        composite.add_task_space_path_spec(TaskSpacePathSpec(ORIGIN), "free")
    assert composite.parts == []
