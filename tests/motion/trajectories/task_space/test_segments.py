"""Lines and arcs in task space, against geometry written out."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.motion.trajectories.task_space.segments import ArcSegment, LineSegment, circle_along, circle_through

ROUNDING = 1e-12
QUARTER_ABOUT_Z = Rotation.from_rotvec([0.0, 0.0, np.pi / 2.0])


def pose(position, orientation=(0.0, 0.0, 0.0, 1.0)):
    return np.concatenate([position, orientation])


def random_segment(kind, seed):
    """A line or an arc with a turn, somewhere."""
    generator = np.random.default_rng(seed)
    start, end = (
        pose(generator.uniform(-1.0, 1.0, 3), Rotation.random(random_state=seed + i).as_quat()) for i in range(2)
    )
    if kind == "line":
        return LineSegment(start, end)
    center, sweep = circle_through(start[:3], generator.uniform(-1.0, 1.0, 3), end[:3])
    return ArcSegment(start, center, sweep, generator.uniform(-1.0, 1.0, 3))


class TestLines:
    def test_positions_and_orientations_change_evenly(self):
        line = LineSegment(pose([0.0, 0.0, 0.0]), pose([2.0, 0.0, 0.0], QUARTER_ABOUT_Z.as_quat()))
        assert line.length == pytest.approx(2.0)
        middle = line.poses(np.array([1.0]))[0]
        np.testing.assert_allclose(
            middle, [1.0, 0.0, 0.0, 0.0, 0.0, np.sin(np.pi / 8), np.cos(np.pi / 8)], atol=ROUNDING
        )
        np.testing.assert_allclose(line.end_direction, [1.0, 0.0, 0.0])

    def test_the_turn_is_the_short_way_whatever_the_sign_of_the_quaternion(self):
        line = LineSegment(pose(np.zeros(3)), pose(np.zeros(3), -QUARTER_ABOUT_Z.as_quat()))
        assert line.length == pytest.approx(np.pi / 2.0)
        assert line.end_direction is None

    def test_the_length_is_the_larger_of_way_and_turn(self):
        assert LineSegment(pose(np.zeros(3)), pose([0.0, 3.0, 0.0], QUARTER_ABOUT_Z.as_quat())).length == 3.0


class TestArcs:
    def test_a_half_circle_through_three_points(self):
        center, sweep = circle_through(np.array([1.0, 0, 0]), np.array([0, 1.0, 0]), np.array([-1.0, 0, 0]))
        np.testing.assert_allclose(center, 0.0, atol=ROUNDING)
        np.testing.assert_allclose(sweep, [0.0, 0.0, np.pi], atol=ROUNDING)

    def test_arcs_of_more_than_half_a_circle_go_the_long_way(self):
        _, sweep = circle_through(np.array([1.0, 0, 0]), np.array([-1.0, 0, 0]), np.array([0, -1.0, 0]))
        np.testing.assert_allclose(sweep, [0.0, 0.0, 1.5 * np.pi], atol=ROUNDING)

    @pytest.mark.parametrize("seed", range(5))
    def test_arcs_go_through_their_points(self, seed):
        start, middle, end = np.random.default_rng(seed).uniform(-1.0, 1.0, (3, 3))
        center, sweep = circle_through(start, middle, end)
        arc = ArcSegment(pose(start), center, sweep, np.zeros(3))
        np.testing.assert_allclose(arc.end[:3], end, atol=1e-9)
        points = arc.poses(np.linspace(0.0, arc.length, 20_001))[:, :3]
        radius = np.linalg.norm(start - center)
        np.testing.assert_allclose(np.linalg.norm(points - center, axis=1), radius, rtol=1e-9)
        assert np.linalg.norm(points - middle, axis=1).min() < arc.length / 10_000
        # The length of the polygon falls short of the arc's by a share of (angle between points)^2 / 24.
        assert np.linalg.norm(np.diff(points, axis=0), axis=1).sum() == pytest.approx(arc.way, rel=1e-7)

    @pytest.mark.parametrize("seed", range(5))
    def test_tangent_arcs_leave_in_the_direction_and_reach_the_end(self, seed):
        generator = np.random.default_rng(seed)
        start, end, direction = generator.uniform(-1.0, 1.0, (3, 3))
        direction /= np.linalg.norm(direction)
        center, sweep = circle_along(start, direction, end)
        arc = ArcSegment(pose(start), center, sweep, np.zeros(3))
        np.testing.assert_allclose(arc.end[:3], end, atol=1e-9)
        velocity = arc.velocities(np.zeros(1))[0]
        np.testing.assert_allclose(velocity / np.linalg.norm(velocity), direction, atol=1e-9)

    @pytest.mark.parametrize("middle", [[0.5, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    def test_there_is_no_circle_through_points_on_a_line(self, middle):
        with pytest.raises(ValueError, match="no circle through the points .* lie on a line"):
            circle_through(np.zeros(3), np.array(middle), np.array([1.0, 0.0, 0.0]))

    @pytest.mark.parametrize("end", [[2.0, 0.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    def test_there_is_no_arc_straight_ahead_or_behind(self, end):
        with pytest.raises(ValueError, match="no arc from .* on the same line"):
            circle_along(np.zeros(3), np.array([1.0, 0.0, 0.0]), np.array(end))


@pytest.mark.parametrize("kind", ["line", "arc"])
@pytest.mark.parametrize("seed", range(3))
class TestProjection:
    def test_velocities_are_derivatives_of_positions(self, kind, seed):
        segment = random_segment(kind, seed)
        share = np.linspace(0.1, 0.9, 5)
        quotient = (segment.positions(share + 1e-6) - segment.positions(share - 1e-6)) / 2e-6
        np.testing.assert_allclose(segment.velocities(share), quotient, atol=1e-8)

    def test_poses_of_the_segment_are_found(self, kind, seed):
        segment = random_segment(kind, seed)
        s = np.linspace(0.0, 1.0, 9) * segment.length
        guess = np.clip(s + 0.02 * segment.length, 0.0, segment.length)
        found, remaining = segment.project(segment.poses(s), guess)
        np.testing.assert_allclose(found, s, atol=1e-6)
        np.testing.assert_allclose(remaining, 0.0, atol=1e-6)

    def test_poses_beside_it_are_as_far_as_the_nearest(self, kind, seed):
        segment = random_segment(kind, seed)
        poses = segment.poses(np.array([0.4, 0.6]) * segment.length)
        poses[:, :3] += 1e-3 * np.random.default_rng(seed).normal(size=(2, 3))
        _, remaining = segment.project(poses, np.array([0.38, 0.62]) * segment.length)
        on_segment = segment.poses(np.linspace(0.3, 0.7, 20_001) * segment.length)
        for row in range(2):
            distance = np.linalg.norm(on_segment[:, :3] - poses[row, :3], axis=1)
            turns = (Rotation.from_quat(on_segment[:, 3:]) * Rotation.from_quat(poses[row, 3:]).inv()).magnitude()
            # Neighbours are up to 6e-5 apart, so that the nearest of them may be 3e-5 off: 1e-9 beside squares of 1e-7.
            assert np.sum(remaining[row] ** 2) == pytest.approx(np.min(distance**2 + turns**2), rel=1e-2)
