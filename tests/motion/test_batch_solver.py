"""Inverse kinematics for many targets; what it finds is put into forward kinematics, which pinocchio confirmed."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
import warp as wp
from scipy.spatial.transform import Rotation

from pippin.motion.ik import BatchSolver
from pippin.motion.kinematics import Kinematics
from pippin.motion.planning import find_bodies
from pippin.motion.robot_description import load_robot
from pippin.motion.world import CollisionWorld, Cuboid, GroundPlane, Sphere

FRAME = "right_gripper"


def random_targets(model, frame, count, seed=0):
    """Poses that the frame has in random configurations, as (positions, orientations)."""
    lower, upper = np.maximum(model.lower_limits, -math.pi), np.minimum(model.upper_limits, math.pi)
    q = np.random.default_rng(seed).uniform(lower, upper, (count, model.num_coordinates))
    poses = Kinematics(model).frame_poses(frame, q).numpy()
    return poses[:, :3], poses[:, 3:]


def errors(model, frame, q, positions, orientations):
    """Distances [m] and angles [rad] of the frame from targets."""
    poses = Kinematics(model).frame_poses(frame, q).numpy()
    turn = Rotation.from_quat(poses[:, 3:]) * Rotation.from_quat(orientations).inv()
    return np.linalg.norm(poses[:, :3] - positions, axis=1), turn.magnitude()


def clearances(model, world, q):
    """Least distance of a sphere that moves from the obstacles, for each configuration [m]."""
    distances = world.nearest(Kinematics(model).sphere_centers(q), model.sphere_radii).distances.numpy()
    return distances[:, model.sphere_joints >= 0].min(axis=1)


@pytest.fixture
def cluttered():
    """A table with a block on it, and a ball in the air."""
    world = CollisionWorld()
    world.add("table", Cuboid((1.0, 2.0, 0.1)), (0.6, 0.0, -0.1))
    world.add("block", Cuboid((0.2, 0.2, 0.8)), (0.5, 0.3, 0.35))
    world.add("ball", Sphere(0.15), (0.3, -0.4, 0.6))
    return world


@pytest.mark.parametrize("scalar", [wp.float32, wp.float64])
@pytest.mark.parametrize(
    ("urdf", "frame"),
    [
        ("panda_description/urdf/panda.urdf", "panda_hand"),
        ("kinova_description/robots/kinova.urdf", "j2s6s200_end_effector"),
        ("tiago_description/robots/tiago_no_hand.urdf", "wrist_ft_tool_link"),
    ],
)
def test_reachable_targets_are_reached_within_tolerances_and_limits(robots_path, device, scalar, urdf, frame):
    model = load_robot(robots_path / urdf)
    positions, orientations = random_targets(model, frame, 1000)
    result = BatchSolver(model, frame, device, scalar).solve(positions, orientations)
    assert result.success.numpy().all()
    q = result.q.numpy().astype(np.float64)
    distances, angles = errors(model, frame, q, positions, orientations)
    assert distances.max() <= 1e-4 and angles.max() <= 1e-3
    np.testing.assert_allclose(result.errors.numpy(), np.stack([distances, angles], axis=1), atol=5e-6)
    rounding = 1e-6 if scalar is wp.float32 else 0.0  # of the limits themselves
    assert (q >= model.lower_limits - rounding).all() and (q <= model.upper_limits + rounding).all()


def test_orientations_can_be_left_free(franka):
    positions, _ = random_targets(franka, FRAME, 100)
    result = BatchSolver(franka, FRAME).solve(positions, position_tolerance=1e-6)
    assert result.success.numpy().all()
    poses = Kinematics(franka).frame_poses(FRAME, result.q).numpy()
    np.testing.assert_allclose(poses[:, :3], positions, atol=1e-6)


def test_attempts_begin_at_the_seeds(franka):
    positions, orientations = random_targets(franka, FRAME, 50)
    solver = BatchSolver(franka, FRAME)
    first = solver.solve(positions, orientations)
    again = solver.solve(positions, orientations, seeds=first.q)
    assert (again.num_attempts.numpy() == 1).all()
    np.testing.assert_array_equal(again.q.numpy(), first.q.numpy())  # within the tolerances already


def test_what_is_found_does_not_depend_on_what_else_there_is_to_do(franka):
    positions, orientations = random_targets(franka, FRAME, 60)
    solver = BatchSolver(franka, FRAME)
    many, few = solver.solve(positions, orientations), solver.solve(positions[:20], orientations[:20])
    for all_targets, some_targets in zip(many, few, strict=True):
        np.testing.assert_array_equal(all_targets.numpy()[:20], some_targets.numpy())


def test_restarts_reach_what_the_first_attempt_misses(franka):
    positions, orientations = random_targets(franka, FRAME, 300)
    once = BatchSolver(franka, FRAME, max_attempts=1).solve(positions, orientations)
    often = BatchSolver(franka, FRAME).solve(positions, orientations)
    missed = ~once.success.numpy()
    assert 0 < missed.sum() < 150
    assert often.success.numpy().all()
    np.testing.assert_array_equal(often.num_attempts.numpy()[~missed], 1)
    assert (often.num_attempts.numpy()[missed] > 1).all()


def test_unreachable_targets_fail_and_leave_the_others_alone(franka):
    positions, orientations = random_targets(franka, FRAME, 10)
    positions[3] = [2.0, 0.0, 0.0]
    result = BatchSolver(franka, FRAME, max_attempts=50).solve(positions, orientations)
    np.testing.assert_array_equal(result.success.numpy(), np.arange(10) != 3)
    assert result.num_attempts.numpy()[3] == 50
    distance = np.linalg.norm(Kinematics(franka).frame_poses(FRAME, result.q).numpy()[3, :3] - positions[3])
    assert distance == pytest.approx(result.errors.numpy()[3, 0])
    assert 0.5 < distance < 1.5  # it came as near as it could


def test_coordinates_that_do_not_move_the_frame_stay(mobile):
    solver = BatchSolver(mobile, "tool")
    target = Kinematics(mobile).frame_poses("tool", [[0.2, 1.0, 0.0]]).numpy()
    np.testing.assert_array_equal(solver.solve(target[:, :3], target[:, 3:]).q.numpy()[:, 2], mobile.default_q[2])
    result = solver.solve(target[:, :3], target[:, 3:], seeds=[[0.0, 0.0, 0.03]])
    assert result.success.numpy().all() and result.q.numpy()[0, 2] == 0.03


def test_no_targets_have_no_solutions(franka):
    assert BatchSolver(franka, FRAME).solve(np.zeros((0, 3)), np.zeros((0, 4))).q.shape == (0, 7)


def test_targets_may_be_held_by_anything(franka):
    positions, orientations = random_targets(franka, FRAME, 5)
    solver = BatchSolver(franka, FRAME)
    expected = solver.solve(positions, orientations).q.numpy()
    for convert in (torch.tensor, np.ndarray.tolist, lambda x: wp.array(x, dtype=wp.float64, device="cpu")):
        np.testing.assert_array_equal(solver.solve(convert(positions), convert(orientations)).q.numpy(), expected)


# Obstacles.


@pytest.mark.slow
def test_solutions_are_clear_of_obstacles(franka, cluttered):
    positions, orientations = random_targets(franka, FRAME, 500)
    blind = BatchSolver(franka, FRAME).solve(positions, orientations)
    free = clearances(franka, cluttered, blind.q) > 0.0  # these can be reached without a collision
    assert 100 < free.sum() < 450
    result = BatchSolver(franka, FRAME, world=cluttered).solve(positions, orientations)
    success = result.success.numpy()
    assert success[free].all()
    assert success.sum() > free.sum()  # another solution where the first one found collides
    assert clearances(franka, cluttered, result.q)[success].min() >= 0.0
    distances, angles = errors(franka, FRAME, result.q, positions, orientations)
    assert distances[success].max() <= 1e-4 and angles[success].max() <= 1e-3


def test_solutions_keep_the_clearance(franka, cluttered):
    positions, orientations = random_targets(franka, FRAME, 100)
    result = BatchSolver(franka, FRAME, world=cluttered, clearance=0.05, max_attempts=10).solve(positions, orientations)
    success = result.success.numpy()
    assert success.sum() > 30
    assert clearances(franka, cluttered, result.q)[success].min() >= 0.05


def test_redundant_arms_move_aside(franka):
    """A ball where the elbow is: the arm keeps its hand and goes round, in one attempt."""
    q = np.array([[0.0, -0.5, 0.0, -2.2, 0.0, 1.7, 0.8]])
    kinematics = Kinematics(franka)
    target = kinematics.frame_poses(FRAME, q).numpy()
    world = CollisionWorld()
    elbow = kinematics.frame_poses("panda_link4", q).numpy()[0]
    world.add("ball", Sphere(0.03), elbow[:3] + [0.0, 0.02, 0.1])
    assert clearances(franka, world, q) < 0.0
    result = BatchSolver(franka, FRAME, world=world, max_attempts=1).solve(target[:, :3], target[:, 3:], seeds=q)
    assert result.success.numpy().all()
    assert clearances(franka, world, result.q) >= 0.0


def test_coordinates_of_the_chain_move_spheres_beyond_its_frame(mobile):
    """The rail moves the carriage, which may be anywhere within 1 m, and the tool far from it, which is in a ball."""
    q = mobile.default_q[None]
    kinematics, world = Kinematics(mobile), CollisionWorld()
    carriage, center = kinematics.frame_poses("carriage", q).numpy(), kinematics.sphere_centers(q).numpy()[0, 0]
    world.add("ball", Sphere(0.1), center + [0.01, 0.0, 0.0])
    solver = BatchSolver(mobile, "carriage", world=world, max_attempts=1)
    result = solver.solve(carriage[:, :3], position_tolerance=1.0)
    assert result.success.numpy().all()
    assert clearances(mobile, world, result.q) >= 0.0
    np.testing.assert_array_equal(result.q.numpy()[0, 1:], q[0, 1:])


def test_each_target_may_have_a_world_of_its_own_that_changes(franka):
    positions, orientations = (array[:1].repeat(3, axis=0) for array in random_targets(franka, FRAME, 1, seed=2))
    world = CollisionWorld(num_worlds=3)
    world.add("ball", Sphere(0.2), positions)
    world.disable("ball", world_ids=[1])
    solver = BatchSolver(franka, FRAME, world=world, max_attempts=5)
    np.testing.assert_array_equal(solver.solve(positions, orientations).success.numpy(), [False, True, False])
    world.set_pose("ball", (9.0, 9.0, 9.0), world_ids=[2])
    np.testing.assert_array_equal(solver.solve(positions, orientations).success.numpy(), [False, True, True])
    with pytest.raises(ValueError, match="There should be 1 world or 2, one for each target; there are 3"):
        solver.solve(positions[:2], orientations[:2])


def test_obstacles_that_touch_only_the_base_do_not_count(franka):
    """The pedestal stands in the ground, and no solution could change that."""
    world = CollisionWorld()
    world.add("ground", GroundPlane(), (0.0, 0.0, 0.05))
    target = Kinematics(franka).frame_poses(FRAME, franka.default_q[None]).numpy()
    assert BatchSolver(franka, FRAME, world=world).solve(target[:, :3], target[:, 3:]).success.numpy().all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"positions": np.full((2, 3), np.nan)}, "positions should be finite"),
        ({"positions": np.zeros((2, 2))}, r"positions should have the shape \(N, 3\), it has \(2, 2\)"),
        ({"orientations": np.zeros((1, 4))}, r"orientations should have the shape \(2, 4\), it has \(1, 4\)"),
        ({"orientations": np.zeros((2, 4))}, "one of them is zero"),
        ({"seeds": np.zeros((2, 6))}, r"seeds should have the shape \(2, 7\), it has \(2, 6\)"),
        ({"positions": "two"}, "positions should hold numbers"),
        ({"positions": [[0.5, 0.0, 0.5], [0.5]]}, "positions should hold numbers"),
        ({"position_tolerance": -1e-3}, "position_tolerance should be positive, it is -0.001"),
        ({"orientation_tolerance": np.nan}, "orientation_tolerance should be positive, it is nan"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_the_solver_stays_usable(franka, arguments, message):
    solver = BatchSolver(franka, FRAME)
    positions, orientations = random_targets(franka, FRAME, 2)
    with pytest.raises(ValueError, match=message):
        solver.solve(**({"positions": positions, "orientations": orientations} | arguments))
    assert solver.solve(positions, orientations).success.numpy().all()


def test_links_that_would_touch_each_other_are_kept_apart(franka, device):
    """Solutions to random targets, of which many make links touch; checked by the distances of all their spheres."""
    positions, orientations = random_targets(franka, FRAME, 200)
    bodies = find_bodies(franka)
    touching = []
    for avoid in (False, True):
        solver = BatchSolver(franka, FRAME, device, avoid_self_collision=avoid)
        result = solver.solve(positions, orientations)
        q = result.q.numpy()
        centers = Kinematics(franka).sphere_centers(q).numpy()
        gaps = np.full(len(q), np.inf)
        for first, second in bodies.pairs:
            a, b = bodies.spheres[first], bodies.spheres[second]
            distances = np.linalg.norm(centers[:, a, None] - centers[:, None, b], axis=-1)
            distances -= franka.sphere_radii[a, None] + franka.sphere_radii[None, b]
            gaps = np.minimum(gaps, distances.min(axis=(1, 2)))
        success = result.success.numpy()
        touching.append((gaps[success] < -1e-6).sum())  # lengths of 1 m in single precision
        assert success.mean() > 0.9 if avoid else success.all()  # some targets have links touch in all solutions
    assert touching[0] > 10
    assert touching[1] == 0


def test_worlds_that_do_not_fit_are_refused(franka, mobile, robots_path):
    with pytest.raises(ValueError, match="max_attempts should be at least 1, it is 0"):
        BatchSolver(franka, FRAME, max_attempts=0)
    with pytest.raises(ValueError, match="no frame 'tcp'; there are: 'base_link'"):
        BatchSolver(franka, "tcp")
    with pytest.raises(ValueError, match="The world should be on cpu with numbers of type float64; it is on cpu with"):
        BatchSolver(franka, FRAME, world=CollisionWorld(scalar=wp.float32))
    without_spheres = load_robot(robots_path / "panda_description/urdf/panda.urdf")
    with pytest.raises(ValueError, match="'panda' has no collision spheres"):
        BatchSolver(without_spheres, "panda_hand", world=CollisionWorld())
