"""Trajectories along paths in task space: the frame, as pinocchio sees it, stays on its path."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest
from scipy.spatial.transform import Rotation

from pippin.motion.kinematics import Kinematics
from pippin.motion.robot_description import load_robot
from pippin.motion.trajectories import (
    CompositePathSpec,
    CSpacePathSpec,
    TaskSpacePathSpec,
    TaskSpaceTrajectoryGenerator,
    TransitionMode,
)

FRAME = "panda_hand"
DOWN = np.array([1.0, 0.0, 0.0, 0.0])
TILTED = (Rotation.from_quat(DOWN) * Rotation.from_rotvec([0.3, 0.2, 0.0])).as_quat()
READY = np.array([0.0, -0.4, 0.0, -2.2, 0.0, 1.8, 0.8, 0.0])
MAX_DEVIATION = (3e-3, 2e-2)
"""Deviations [m] and [rad] that are admitted by default."""


@pytest.fixture(scope="session")
def panda_path(robots_path):
    """Path of the Panda's URDF."""
    return robots_path / "panda_description/urdf/panda.urdf"


@pytest.fixture(scope="session")
def panda(panda_path):
    """Panda with its gripper, whose second finger mimics the first: eight coordinates."""
    return load_robot(panda_path)


@pytest.fixture
def generator(panda):
    """Generator with limits of acceleration and jerk, which the URDF does not give."""
    generator = TaskSpaceTrajectoryGenerator(panda)
    generator.set_c_space_acceleration_limits([15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0, 10.0])
    generator.set_c_space_jerk_limits(np.full(8, 5000.0))
    return generator


@pytest.fixture(scope="session")
def poses_of(panda_path):
    """Function that gives the poses of the hand at configurations."""
    model = pin.buildModelFromUrdf(str(panda_path))
    data, frame = model.createData(), model.getFrameId(FRAME)

    def poses(configurations):
        result = []
        for q in configurations:
            pin.framesForwardKinematics(model, data, np.concatenate([q, q[-1:]]))
            placement = data.oMf[frame]
            result.append(np.concatenate([placement.translation, Rotation.from_matrix(placement.rotation).as_quat()]))
        return np.array(result)

    return poses


def sampled(trajectory, poses_of, count=400):
    """Poses of the hand along a trajectory."""
    return poses_of(trajectory.evaluate(np.linspace(trajectory.start_time, trajectory.end_time, count)))


def angles(orientations, others):
    """Angles between orientations."""
    return (Rotation.from_quat(orientations) * Rotation.from_quat(others).inv()).magnitude()


def distances_to_line(points, start, end):
    """Distances of points from the straight line between two others."""
    direction = end - start
    share = np.clip((points - start) @ direction / (direction @ direction), 0.0, 1.0)
    return np.linalg.norm(points - start - share[:, None] * direction, axis=1)


def pose(position, orientation=DOWN):
    return np.concatenate([position, orientation])


class TestPoints:
    POSITIONS = np.array([[0.4, -0.2, 0.3], [0.4, 0.2, 0.3], [0.4, 0.2, 0.6], [0.5, -0.2, 0.5]])
    ORIENTATIONS = np.array([DOWN, DOWN, TILTED, DOWN])

    @pytest.mark.slow
    def test_the_hand_moves_straight_from_each_to_the_next(self, generator, poses_of):
        trajectory = generator.compute_task_space_trajectory_from_points(self.POSITIONS, self.ORIENTATIONS, FRAME)
        along = sampled(trajectory, poses_of)
        legs = [distances_to_line(along[:, :3], *self.POSITIONS[i : i + 2]) for i in range(3)]
        assert np.min(legs, axis=0).max() <= MAX_DEVIATION[0]

    def test_it_passes_all_of_them(self, generator, poses_of):
        trajectory = generator.compute_task_space_trajectory_from_points(self.POSITIONS, self.ORIENTATIONS, FRAME)
        at_waypoints = poses_of(trajectory.evaluate(trajectory.waypoint_times))
        for position, orientation in zip(self.POSITIONS, self.ORIENTATIONS, strict=True):
            nearest = np.argmin(np.linalg.norm(at_waypoints[:, :3] - position, axis=1))
            np.testing.assert_allclose(at_waypoints[nearest, :3], position, atol=1e-8)
            assert angles(at_waypoints[nearest, 3:], orientation) < 1e-7  # the square root of rounding

    def test_it_turns_evenly_on_the_way(self, generator, poses_of):
        trajectory = generator.compute_task_space_trajectory_from_points(
            self.POSITIONS[1:3], self.ORIENTATIONS[1:3], FRAME
        )
        along = sampled(trajectory, poses_of)
        share = (along[:, 2] - 0.3) / 0.3
        turn = (Rotation.from_quat(TILTED) * Rotation.from_quat(DOWN).inv()).as_rotvec()
        expected = Rotation.from_rotvec(share[:, None] * turn) * Rotation.from_quat(DOWN)
        assert angles(along[:, 3:], expected.as_quat()).max() <= MAX_DEVIATION[1] + 0.01  # at a share 1 % off

    @pytest.mark.slow
    def test_limits_are_kept(self, generator, panda, excess):
        trajectory = generator.compute_task_space_trajectory_from_points(self.POSITIONS, self.ORIENTATIONS, FRAME)
        assert excess(trajectory, generator._limits) < 1e-6
        assert trajectory.get_active_joints() == list(panda.coordinate_names)

    @pytest.mark.slow
    def test_joints_that_do_not_move_the_hand_stay(self, generator, panda):
        trajectory = generator.compute_task_space_trajectory_from_points(self.POSITIONS, self.ORIENTATIONS, FRAME)
        fingers = trajectory.evaluate(np.linspace(0.0, trajectory.end_time, 50))[:, 7]
        np.testing.assert_allclose(fingers, panda.default_q[7], atol=1e-12)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("positions", "orientations", "message"),
        [
            (POSITIONS[:, :2], ORIENTATIONS, r"Positions should have the shape \(N, 3\).*their shape is \(4, 2\)"),
            (POSITIONS[:1], ORIENTATIONS[:1], "N at least 2"),
            (POSITIONS, ORIENTATIONS[:3], r"of shape \(4, 4\); their shape is \(3, 4\)"),
            (POSITIONS * [[1], [np.nan], [1], [1]], ORIENTATIONS, "Position 1 should be finite"),
            (POSITIONS, ORIENTATIONS + [[0], [0], [np.inf], [0]], "Orientation 2 should be finite"),
            (POSITIONS, ORIENTATIONS * [[1], [1], [0], [1]], "Point 2: .* unit quaternion"),
            (POSITIONS[[0, 1, 1]], ORIENTATIONS[:3][[0, 1, 1]], "Point 2: .* is where the path already is"),
        ],
    )
    def test_bad_ones_are_refused(self, generator, positions, orientations, message):
        with pytest.raises(ValueError, match=message):
            generator.compute_task_space_trajectory_from_points(positions, orientations, FRAME)
        assert generator.compute_task_space_trajectory_from_points(self.POSITIONS, self.ORIENTATIONS, FRAME) is not None

    @pytest.mark.slow
    def test_there_is_no_trajectory_to_where_the_hand_cannot_be(self, generator, caplog):
        far = self.POSITIONS + [[0, 0, 0], [0, 0, 0], [2.0, 0, 0], [0, 0, 0]]
        assert generator.compute_task_space_trajectory_from_points(far, self.ORIENTATIONS, FRAME) is None
        assert "cannot be brought to" in caplog.text
        assert generator.compute_task_space_trajectory_from_points(self.POSITIONS, self.ORIENTATIONS, FRAME) is not None

    def test_there_is_no_trajectory_through_the_robot(self, generator, caplog):
        """Both ends can be reached, the line between them runs along the axis of the base."""
        positions, orientations = np.array([[0.5, 0.0, 0.3], [-0.5, 0.0, 0.3]]), np.array([DOWN, DOWN])
        assert generator.compute_task_space_trajectory_from_points(positions, orientations, FRAME) is None
        assert "No trajectory" in caplog.text

    def test_poses_at_joint_limits_are_reached_as_closely_as_is_admitted(self, generator, panda, poses_of):
        """Six of the seven joints are at limits, so no other configuration is next to it that has the same pose."""
        at_limits = np.where(np.arange(8) < 7, panda.upper_limits, 0.0)
        at_limits[3] = -1.5
        poses = poses_of([at_limits, at_limits - np.array([0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.0])])
        trajectory = generator.compute_task_space_trajectory_from_points(poses[:, :3], poses[:, 3:], FRAME)
        along = trajectory.evaluate(np.linspace(0.0, trajectory.end_time, 500))
        assert (along >= panda.lower_limits - 1e-9).all() and (along <= panda.upper_limits + 1e-9).all()
        distance = distances_to_line(poses_of(along)[:, :3], *poses[:, :3])
        assert distance.max() <= MAX_DEVIATION[0]
        np.testing.assert_allclose(poses_of(along[[0, -1]])[:, :3], poses[:, :3], atol=MAX_DEVIATION[0])

    def test_paths_may_end_stretched_out(self, robots_path):
        """At a singularity of a UR5, where inverse kinematics hardly converges."""
        robot = load_robot(robots_path / "ur_description/urdf/ur5_robot.urdf")
        generator = TaskSpaceTrajectoryGenerator(robot)
        generator.set_c_space_acceleration_limits(np.full(6, 10.0))
        bent, stretched = np.array([0.3, -0.5, 0.6, 0.4, 1.2, 0.1]), np.array([0.3, -0.3, 0.0, 0.4, 1.2, 0.1])
        poses = Kinematics(robot).frame_poses("tool0", np.array([bent, stretched])).numpy()
        trajectory = generator.compute_task_space_trajectory_from_points(poses[:, :3], poses[:, 3:], "tool0")
        end = Kinematics(robot).frame_poses("tool0", trajectory.evaluate(np.array([trajectory.end_time]))).numpy()[0]
        np.testing.assert_allclose(end[:3], poses[1, :3], atol=MAX_DEVIATION[0])

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("position", "reason"),
        [([1.5, 0.0, 0.3], "it is out of reach"), ([0.12, 0.0, 0.2], "gets to its limit of")],
    )
    def test_refusals_say_what_is_in_the_way(self, generator, caplog, position, reason):
        positions = np.array([[0.4, 0.0, 0.4], position])
        assert generator.compute_task_space_trajectory_from_points(positions, np.array([DOWN, DOWN]), FRAME) is None
        assert reason in caplog.text

    @pytest.mark.slow
    def test_joints_that_get_to_their_limits_are_named(self, generator, caplog):
        """Half a turn of the hand from where it can make a quarter."""
        spec = TaskSpacePathSpec(pose([0.4, 0.0, 0.4]))
        for angle in np.linspace(0.5, 6.0, 12):
            spec.add_rotation((Rotation.from_rotvec([0.0, 0.0, angle]) * Rotation.from_quat(DOWN)).as_quat())
        assert generator.compute_task_space_trajectory_from_path_spec(spec, FRAME) is None
        assert "gets to its limit of" in caplog.text


class TestMoves:
    START, END, MIDDLE = np.array([0.4, -0.15, 0.4]), np.array([0.4, 0.15, 0.4]), np.array([0.4, 0.0, 0.55])
    CENTER, RADIUS = np.array([0.4, 0.0, 0.4]), 0.15

    def follow(self, generator, spec, poses_of):
        trajectory = generator.compute_task_space_trajectory_from_path_spec(spec, FRAME)
        return sampled(trajectory, poses_of)

    @pytest.mark.parametrize("mode", ["constant", "tangent", "target"])
    def test_three_point_arcs(self, generator, poses_of, mode):
        spec = TaskSpacePathSpec(pose(self.START))
        if mode == "target":
            spec.add_three_point_arc_with_orientation_target(pose(self.END, TILTED), self.MIDDLE)
        else:
            spec.add_three_point_arc(self.END, self.MIDDLE, constant_orientation=mode == "constant")
        if mode == "tangent":
            # The hand turns by half a turn about -x: too far for the Panda, which follows two thirds of it.
            spec = TaskSpacePathSpec(pose(self.START))
            third = self.CENTER + self.RADIUS * np.array([0.0, 0.5, np.sqrt(0.75)])
            spec.add_three_point_arc(third, self.MIDDLE, constant_orientation=False)
        along = self.follow(generator, spec, poses_of)
        from_center = along[:, :3] - self.CENTER
        assert np.abs(np.linalg.norm(from_center, axis=1) - self.RADIUS).max() <= MAX_DEVIATION[0]
        assert np.abs(from_center[:, 0]).max() <= MAX_DEVIATION[0]
        swept = np.arctan2(from_center[:, 2], -from_center[:, 1])
        turn = {"constant": [0, 0, 0], "tangent": [-1, 0, 0]}.get(mode)
        if turn is None:
            turn = (Rotation.from_quat(TILTED) * Rotation.from_quat(DOWN).inv()).as_rotvec() / np.pi
        expected = Rotation.from_rotvec(swept[:, None] * np.array(turn)) * Rotation.from_quat(DOWN)
        # Where the hand is beside the arc, angles of the arc go wrong by the deviation over the radius.
        assert angles(along[:, 3:], expected.as_quat()).max() <= MAX_DEVIATION[1] * 2.0

    def test_tangent_arcs_go_on_in_the_direction_of_the_line_before(self, generator, poses_of):
        spec = TaskSpacePathSpec(pose([0.4, -0.3, 0.4]))
        spec.add_translation([0.4, -0.15, 0.4])
        spec.add_tangent_arc([0.4, 0.0, 0.55])  # a quarter of a circle about (0.4, -0.15, 0.55)
        along = self.follow(generator, spec, poses_of)[:, :3]
        on_line = distances_to_line(along, np.array([0.4, -0.3, 0.4]), np.array([0.4, -0.15, 0.4]))
        on_arc = np.abs(np.linalg.norm(along - [0.4, -0.15, 0.55], axis=1) - 0.15)
        assert np.minimum(on_line, on_arc).max() <= MAX_DEVIATION[0]
        np.testing.assert_allclose(along[-1], [0.4, 0.0, 0.55], atol=1e-8)

    def test_turns_on_the_spot(self, generator, poses_of):
        spec = TaskSpacePathSpec(pose(self.START))
        spec.add_rotation(TILTED)
        along = self.follow(generator, spec, poses_of)
        assert np.linalg.norm(along[:, :3] - self.START, axis=1).max() <= MAX_DEVIATION[0]
        assert angles(along[-1, 3:], TILTED) < 1e-7

    def test_there_and_back(self, generator, poses_of):
        spec = TaskSpacePathSpec(pose(self.START))
        spec.add_translation(self.END)
        spec.add_translation(self.START)
        along = self.follow(generator, spec, poses_of)
        assert distances_to_line(along[:, :3], self.START, self.END).max() <= MAX_DEVIATION[0]
        assert along[:, 1].max() == pytest.approx(0.15, abs=MAX_DEVIATION[0])


class TestComposites:
    def line(self):
        spec = TaskSpacePathSpec(pose([0.45, -0.1, 0.4]))
        spec.add_translation([0.45, 0.2, 0.4])
        return spec

    def test_free_transitions_begin_and_end_where_they_should(self, generator, poses_of):
        composite = CompositePathSpec(READY)
        composite.add_task_space_path_spec(self.line(), TransitionMode.FREE)
        trajectory = generator.compute_task_space_trajectory_from_path_spec(composite, FRAME)
        np.testing.assert_allclose(trajectory.get_joint_targets(0.0)[0], READY, atol=1e-12)
        along = sampled(trajectory, poses_of, 2000)[:, :3]
        begins = np.argmin(np.linalg.norm(along - [0.45, -0.1, 0.4], axis=1))
        assert np.linalg.norm(along[begins] - [0.45, -0.1, 0.4]) < 1e-3
        line = distances_to_line(along[begins:], np.array([0.45, -0.1, 0.4]), np.array([0.45, 0.2, 0.4]))
        assert line.max() <= MAX_DEVIATION[0]
        np.testing.assert_allclose(along[-1], [0.45, 0.2, 0.4], atol=1e-8)

    def test_linear_transitions_are_straight(self, generator, poses_of):
        composite = CompositePathSpec(READY)
        composite.add_task_space_path_spec(self.line(), TransitionMode.LINEAR_TASK_SPACE)
        trajectory = generator.compute_task_space_trajectory_from_path_spec(composite, FRAME)
        along = sampled(trajectory, poses_of)[:, :3]
        corners = np.array([along[0], [0.45, -0.1, 0.4], [0.45, 0.2, 0.4]])
        legs = [distances_to_line(along, *corners[i : i + 2]) for i in range(2)]
        assert np.min(legs, axis=0).max() <= MAX_DEVIATION[0]
        assert np.linalg.norm(along - corners[1], axis=1).min() < MAX_DEVIATION[0]

    def test_skipping_leaves_the_first_pose_out(self, generator, poses_of):
        composite = CompositePathSpec(READY)
        composite.add_task_space_path_spec(self.line(), TransitionMode.SKIP)
        trajectory = generator.compute_task_space_trajectory_from_path_spec(composite, FRAME)
        along = sampled(trajectory, poses_of)
        line = distances_to_line(along[:, :3], along[0, :3], np.array([0.45, 0.2, 0.4]))
        assert line.max() <= MAX_DEVIATION[0]
        # The only move is a translation, which keeps the orientation that the hand has in the beginning.
        assert angles(along[:, 3:], np.tile(along[0, 3:], (len(along), 1))).max() <= MAX_DEVIATION[1]

    @pytest.mark.parametrize(("mode", "count"), [(TransitionMode.FREE, 3), (TransitionMode.SKIP, 2)])
    def test_c_space_paths_are_passed(self, generator, mode, count):
        waypoints = READY + np.array([[0.2], [0.5]]) * np.array([1, 1, 0, 1, 0, 0, 1, 0])
        part = CSpacePathSpec(waypoints[0])
        part.add_c_space_waypoint(waypoints[1])
        composite = CompositePathSpec(READY)
        composite.add_c_space_path_spec(part, mode)
        trajectory = generator.compute_task_space_trajectory_from_path_spec(composite, FRAME)
        passed = trajectory.evaluate(trajectory.waypoint_times)
        expected = [READY, *waypoints][-count:] if mode is TransitionMode.FREE else [READY, waypoints[1]]
        for waypoint in expected:
            assert np.abs(passed - waypoint).max(axis=1).min() < 1e-9
        if mode is TransitionMode.SKIP:
            assert np.abs(passed - waypoints[0]).max(axis=1).min() > 1e-3

    def test_parts_follow_one_another(self, generator, poses_of):
        part = CSpacePathSpec(READY)
        part.add_c_space_waypoint(READY + 0.1 * np.array([1, 1, 1, 1, 1, 1, 1, 0]))
        composite = CompositePathSpec(READY + 0.2 * np.array([1, 0, 0, 0, 0, 0, 0, 0]))
        composite.add_task_space_path_spec(self.line(), TransitionMode.LINEAR_TASK_SPACE)
        composite.add_c_space_path_spec(part, TransitionMode.FREE)
        composite.add_task_space_path_spec(self.line(), TransitionMode.SKIP)
        trajectory = generator.compute_task_space_trajectory_from_path_spec(composite, FRAME)
        passed = trajectory.evaluate(trajectory.waypoint_times)
        for waypoint in part.waypoints:
            assert np.abs(passed - waypoint).max(axis=1).min() < 1e-9
        np.testing.assert_allclose(poses_of(passed[-1:])[0, :3], [0.45, 0.2, 0.4], atol=1e-8)

    def test_one_that_goes_nowhere_is_refused(self, generator):
        with pytest.raises(ValueError, match="stays where it begins"):
            generator.compute_task_space_trajectory_from_path_spec(CompositePathSpec(READY), FRAME)

    def test_ones_of_other_joints_are_refused(self, generator):
        with pytest.raises(ValueError, match="should have 8 joints, 'panda_joint1', .*; it has 7"):
            generator.compute_task_space_trajectory_from_path_spec(CompositePathSpec(READY[:7]), FRAME)

    def test_there_is_no_trajectory_from_beyond_limits(self, generator, caplog):
        composite = CompositePathSpec(READY + 9.0)
        composite.add_c_space_path_spec(CSpacePathSpec(READY), TransitionMode.FREE)
        assert generator.compute_task_space_trajectory_from_path_spec(composite, FRAME) is None
        assert "waypoint 0 has 'panda_joint1' at 9" in caplog.text


class TestSettings:
    POINTS = TestPoints.POSITIONS[:3], TestPoints.ORIENTATIONS[:3]

    def deviation(self, generator, poses_of):
        trajectory = generator.compute_task_space_trajectory_from_points(*self.POINTS, FRAME)
        along = sampled(trajectory, poses_of, 1000)
        legs = [distances_to_line(along[:, :3], *self.POINTS[0][i : i + 2]) for i in range(2)]
        return np.min(legs, axis=0).max(), len(trajectory.waypoint_times)

    @pytest.mark.slow
    def test_smaller_deviations_take_more_waypoints(self, generator, poses_of):
        coarse, few = self.deviation(generator, poses_of)
        config = generator.get_path_conversion_config()
        config.min_position_deviation, config.max_position_deviation = 1e-4, 3e-4
        fine, many = self.deviation(generator, poses_of)
        assert 3e-4 < coarse <= 3e-3
        assert fine <= 3e-4
        assert many > few

    @pytest.mark.parametrize(
        ("name", "value", "message"),
        [
            ("max_position_deviation", 0.0, "max_position_deviation should be a number above 0; it is 0.0"),
            ("initial_s_step_size", float("nan"), "it is nan"),
            ("min_s_step_size_delta", float("inf"), "it is inf"),
            ("alpha", 1.0, "alpha should be a number above 1; it is 1.0"),
            ("max_iterations", 0, "max_iterations should be a positive integer; it is 0"),
            ("max_iterations", 2.5, "it is 2.5"),
        ],
    )
    def test_impossible_ones_of_the_conversion_are_refused(self, generator, name, value, message):
        config = generator.get_path_conversion_config()
        before = getattr(config, name)
        with pytest.raises(ValueError, match=message):
            setattr(config, name, value)
        assert getattr(config, name) == before

    def test_the_conversion_has_no_others(self, generator):
        with pytest.raises(AttributeError):
            generator.get_path_conversion_config().max_deviation = 1.0

    def test_bounds_of_deviations_are_in_order(self, generator):
        generator.get_path_conversion_config().min_position_deviation = 0.1
        with pytest.raises(ValueError, match="should be below max_position_deviation; they are 0.1 and 0.003"):
            generator.compute_task_space_trajectory_from_points(*self.POINTS, FRAME)

    @pytest.mark.slow
    def test_the_solver_has_its_parameters(self, generator):
        fast = generator.compute_task_space_trajectory_from_points(*self.POINTS, FRAME)
        generator.set_c_space_trajectory_generator_solver_param("min_time_span", 0.5)
        slow = generator.compute_task_space_trajectory_from_points(*self.POINTS, FRAME)
        assert np.diff(slow.waypoint_times).min() >= 0.5 - 1e-9
        assert fast.end_time < slow.end_time
        with pytest.raises(ValueError, match="no solver parameter 'speed'"):
            generator.set_c_space_trajectory_generator_solver_param("speed", 1.0)

    @pytest.mark.slow
    def test_limits_of_positions_count_on_the_way(self, generator, panda):
        """Joint 1 follows the hand about the base; half of its range is not enough."""
        lower, upper = panda.lower_limits.copy(), panda.upper_limits.copy()
        free = generator.compute_task_space_trajectory_from_points(*self.POINTS, FRAME)
        reached = free.evaluate(np.linspace(0.0, free.end_time, 100))
        upper[:7] = reached[:, :7].max(axis=0) + 0.05
        generator.set_c_space_position_limits(lower, upper)
        bound = generator.compute_task_space_trajectory_from_points(*self.POINTS, FRAME)
        assert np.all(bound.evaluate(np.linspace(0.0, bound.end_time, 500)) <= upper + 1e-9)

    def test_frames_are_those_of_the_robot(self, generator, panda):
        assert generator.get_all_frame_names() == list(panda.frame_names)
        with pytest.raises(ValueError, match="has no frame 'hand'; there are: .*'panda_hand'"):
            generator.compute_task_space_trajectory_from_points(*self.POINTS, "hand")

    def test_paths_have_moves(self, generator):
        with pytest.raises(ValueError, match="no moves"):
            generator.compute_task_space_trajectory_from_path_spec(TaskSpacePathSpec(pose([0.4, 0.0, 0.4])), FRAME)
        with pytest.raises(ValueError, match="TaskSpacePathSpec or a CompositePathSpec; it is a CSpacePathSpec"):
            generator.compute_task_space_trajectory_from_path_spec(CSpacePathSpec(READY), FRAME)
