"""RMPflow as a whole: against a resolve in NumPy with Jacobians by differences, and how robots behave."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
import warp as wp
from scipy.spatial.transform import Rotation

from pippin.motion import poses
from pippin.motion.kinematics import Kinematics
from pippin.motion.rmpflow import RmpFlowBatch
from pippin.motion.world import CollisionWorld, Cuboid, GroundPlane, Sphere

from .reference import Reference

DT = 1.0 / 60.0
Q, QD = np.array([0.2, 0.7, 0.015]), np.array([0.6, -0.9, 0.03])
TURN = Rotation.from_rotvec([0.3, -0.4, 0.2]).as_quat()


def acceleration(robots, q, qd):
    """Acceleration of a substep that is so short that it makes no difference."""
    robots.set_state(q, qd)
    robots.step(1e-9)
    return robots.accelerations.numpy()[0].copy()


@pytest.mark.parametrize(
    "target",
    [{}, {"position": [0.4, -0.2, 0.9]}, {"orientation": TURN}, {"position": [0.6, 0.3, 1.0], "orientation": TURN}],
    ids=["c-space", "position", "orientation", "pose"],
)
def test_acceleration_is_that_of_the_formulas(mobile, mobile_parameters, target):
    """A sliding and turning robot above the ground; second differences leave errors of some 1e-6."""
    robots = RmpFlowBatch(mobile, mobile_parameters, "tool")
    robots.world.add("ground", GroundPlane(), [0.0, 0.0, -0.1], TURN)
    robots.set_cspace_target([0.5, -0.3, 0.02])
    robots.set_end_effector_target(**target)
    plane = (np.array([0.0, 0.0, -0.1]), Rotation.from_quat(TURN).as_matrix()[:, 2])
    no_cylinders = Reference(mobile, mobile_parameters, Kinematics(mobile), "tool", [plane])
    no_cylinders.distances = lambda original=no_cylinders.distances: [
        *original(),
        *body_distances(mobile_parameters, Kinematics(mobile)),
    ]
    expected = no_cylinders.acceleration(Q, QD, np.array([0.5, -0.3, 0.02]), **target)
    np.testing.assert_allclose(acceleration(robots, Q, QD), expected, rtol=1e-4)


def body_distances(parameters, kinematics):
    """Distances of collision controllers from body cylinders, whose nearest point stays that of the beginning."""
    for controller in parameters.body_collision_controllers:
        center = lambda q, name=controller.name: kinematics.frame_poses(name, q[None]).numpy()[0, :3]  # noqa: E731
        for cylinder in parameters.body_cylinders:
            start, end = np.array(cylinder.pt1), np.array(cylinder.pt2)
            along, away = end - start, center(Q) - start
            part = np.clip(away @ along / max(along @ along, 1e-12), 0.0, 1.0)
            nearest = start + part * along
            normal = (center(Q) - nearest) / np.linalg.norm(center(Q) - nearest)
            reach = controller.radius + cylinder.radius
            yield lambda q, c=center, p=nearest, n=normal, r=reach: np.array([(c(q) - p) @ n - r])


def test_acceleration_of_the_panda_is_that_of_the_formulas(franka, franka_parameters):
    q, qd = franka.default_q + 0.3, np.array([0.5, -0.4, 0.3, 0.6, -0.7, 0.2, 0.4])
    robots = RmpFlowBatch(franka, franka_parameters, "right_gripper")
    robots.set_end_effector_target([0.5, 0.2, 0.4], TURN)
    reference = Reference(franka, franka_parameters, Kinematics(franka), "right_gripper")
    expected = reference.acceleration(q, qd, franka.default_q, np.array([0.5, 0.2, 0.4]), TURN)
    found = acceleration(robots, q, qd)
    # The reference has no body cylinders; here they are far, and count less than 1 in 1,000.
    np.testing.assert_allclose(found, expected, rtol=1e-2, atol=1e-2 * np.abs(expected).max())


def test_norm_of_acceleration_is_clamped(franka, franka_parameters):
    robots = RmpFlowBatch(franka, franka_parameters, "right_gripper")
    found = acceleration(robots, franka.default_q, np.full(7, 3.5))
    assert np.linalg.norm(found) == pytest.approx(franka_parameters.max_acceleration_norm)


def test_an_acceleration_of_the_largest_norm_errs_least_by_the_metric(franka, franka_parameters):
    """Not a shorter one of the same direction: light joints give way, so heavy directions keep what they want."""
    alone = dataclasses.replace(franka_parameters, body_cylinders=())
    robots = RmpFlowBatch(franka, alone, "right_gripper")
    target = np.array([0.3, -0.6, 0.5])
    robots.set_end_effector_target(target[None])
    q, qd = franka.default_q + 0.3, np.zeros(7)
    reference = Reference(franka, alone, Kinematics(franka), "right_gripper")
    expected = reference.acceleration(q, qd, franka.default_q, target)
    assert np.linalg.norm(expected) == pytest.approx(franka_parameters.max_acceleration_norm)
    np.testing.assert_allclose(acceleration(robots, q, qd), expected, rtol=0.0, atol=1e-3 * np.abs(expected).max())


@pytest.fixture(scope="module")
def panda_robots(franka, franka_parameters):
    """Sixteen Pandas."""
    return RmpFlowBatch(franka, franka_parameters, "right_gripper", num_envs=16)


@pytest.fixture
def goals(franka):
    """16 random configurations with the gripper above the ground, and out of the robot's own base."""
    middle, half = (franka.upper_limits + franka.lower_limits) / 2, (franka.upper_limits - franka.lower_limits) / 2
    q = middle + 0.7 * half * np.random.default_rng(0).uniform(-1.0, 1.0, (64, 7))
    position = Kinematics(franka).frame_poses("right_gripper", q).numpy()[:, :3]
    return q[(np.linalg.norm(position[:, :2], axis=1) > 0.3) & (position[:, 2] > 0.1)][:16]


@pytest.fixture
def reachable(franka, goals):
    """Poses of the gripper there, in the frame of the base."""
    return Kinematics(franka).frame_poses("right_gripper", goals).numpy()


def distance_to(robots, targets):
    reached = Kinematics(robots.model).frame_poses("right_gripper", robots.positions).numpy()
    return np.linalg.norm(reached[:, :3] - targets[:, :3], axis=1)


@pytest.mark.slow
def test_robots_reach_positions_among_obstacles_and_never_touch(franka, franka_parameters, goals, reachable):
    """Within 10 s, to 1 cm; at every substep no sphere within an obstacle, no joint beyond its limits."""
    robots = RmpFlowBatch(franka, franka_parameters, "right_gripper", num_envs=16)
    kinematics, moving = Kinematics(franka), franka.sphere_joints >= 0
    rng = np.random.default_rng(1)
    arms = np.concatenate(
        [kinematics.sphere_centers(q).numpy()[:, moving] for q in (np.tile(franka.default_q, (16, 1)), goals)], axis=1
    )
    for index in range(6):
        centers = rng.uniform([-0.8, -0.8, 0.0], [0.8, 0.8, 1.0], (16, 3))
        hit = np.linalg.norm(arms - centers[:, None], axis=-1).min(axis=1) < 0.25
        centers[hit, 2] = 1.6  # out of the way, since start and goal have to be free
        robots.world.add(f"ball {index}", Sphere(0.08), centers)
    robots.set_end_effector_target(reachable[:, :3])
    closest, slack = np.inf, np.inf
    for _ in range(10 * 300):
        robots.step(1.0 / 300.0)
        q = robots.positions.numpy()
        centers = kinematics.sphere_centers(q).numpy()[:, moving]
        closest = min(closest, robots.world.nearest(centers, franka.sphere_radii[moving]).distances.numpy().min())
        slack = min(slack, (q - franka.lower_limits).min(), (franka.upper_limits - q).min())
    assert closest > 0.0
    assert slack >= 0.0
    np.testing.assert_array_less(distance_to(robots, reachable), 0.01)


def test_substeps_are_those_of_shorter_steps(panda_robots, reachable):
    """One step of 1/60 s is five of 1/300 s."""
    ends = []
    for count, duration in ((1, DT), (5, DT / 5)):
        panda_robots.reset()
        panda_robots.set_end_effector_target(reachable[:, :3], reachable[:, 3:])
        for _ in range(count):
            panda_robots.step(duration)
        ends.append(panda_robots.positions.numpy().copy())
    np.testing.assert_allclose(ends[0], ends[1], rtol=0.0, atol=1e-15)
    assert np.abs(ends[0] - panda_robots.model.default_q).max() > 1e-5


def test_robots_of_a_batch_do_not_feel_each_other(franka, franka_parameters, panda_robots, reachable):
    panda_robots.reset()
    panda_robots.set_end_effector_target(reachable[:, :3])
    alone = RmpFlowBatch(franka, franka_parameters, "right_gripper")
    alone.set_end_effector_target(reachable[5, :3])
    for _ in range(10):
        panda_robots.step(DT)
        alone.step(DT)
    np.testing.assert_array_equal(panda_robots.positions.numpy()[5], alone.positions.numpy()[0])


@pytest.mark.slow
def test_orientation_is_reached(panda_robots):
    """From the default pose of the gripper, half a radian about each axis."""
    panda_robots.reset()
    kinematics = Kinematics(panda_robots.model)
    pose = kinematics.frame_poses("right_gripper", panda_robots.positions).numpy()
    turns = Rotation.from_rotvec(0.5 * np.eye(3)[np.arange(16) % 3])
    wanted = (Rotation.from_quat(pose[:, 3:]) * turns).as_quat()
    panda_robots.set_end_effector_target(pose[:, :3] + [0.0, 0.0, 0.1], wanted)
    for _ in range(600):
        panda_robots.step(DT)
    reached = kinematics.frame_poses("right_gripper", panda_robots.positions).numpy()
    assert np.linalg.norm(reached[:, :3] - pose[:, :3] - [0.0, 0.0, 0.1], axis=1).max() < 0.01
    assert (Rotation.from_quat(wanted).inv() * Rotation.from_quat(reached[:, 3:])).magnitude().max() < 0.01


@pytest.mark.slow
def test_single_precision_reaches_targets_too(franka, franka_parameters, reachable):
    """As on GPUs: metrics differ by factors of 1e5, of which single precision resolves 1e-7."""
    robots = RmpFlowBatch(franka, franka_parameters, "right_gripper", num_envs=16, scalar=wp.float32)
    robots.set_end_effector_target(reachable[:, :3])
    for _ in range(600):
        robots.step(DT)
    np.testing.assert_array_less(distance_to(robots, reachable), 0.01)


@pytest.mark.slow
def test_without_a_target_the_cspace_target_is_reached(panda_robots, reachable):
    panda_robots.reset()
    panda_robots.set_end_effector_target(reachable[:, :3])
    panda_robots.step(DT)
    goal = np.array([0.3, -0.8, 0.2, -2.0, 0.1, 1.5, 0.5])
    panda_robots.set_end_effector_target(None)
    panda_robots.set_cspace_target(goal)
    for _ in range(900):
        panda_robots.step(DT)
    np.testing.assert_allclose(panda_robots.positions.numpy(), np.broadcast_to(goal, (16, 7)), atol=0.01)


def test_bases_may_stand_anywhere(franka, franka_parameters):
    """World and target turned with the base make the same motion."""
    base = poses.make_pose([1.0, -2.0, 0.5], TURN)
    target, obstacle = poses.make_pose([0.5, 0.3, 0.4]), poses.make_pose([0.5, 0.0, 0.5], TURN)
    ends = []
    for place in (lambda pose: pose, lambda pose: poses.compose(base, pose)):
        robots = RmpFlowBatch(franka, franka_parameters, "right_gripper")
        pose = place(obstacle)
        robots.world.add("box", Cuboid((0.1, 0.2, 0.3)), pose[:3], pose[3:])
        origin = place(poses.IDENTITY)
        robots.set_base_pose(origin[:3], origin[3:])
        pose = place(target)
        robots.set_end_effector_target(pose[:3], pose[3:])
        for _ in range(60):
            robots.step(DT)
        ends.append(robots.positions.numpy())
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-9)


def test_obstacles_that_come_and_go_count_at_once(franka, franka_parameters):
    robots = RmpFlowBatch(franka, franka_parameters, "right_gripper")
    at_rest = np.zeros(7)
    free = acceleration(robots, franka.default_q, at_rest)
    for index in range(40):  # more than there is room for at first
        robots.world.add(f"ball {index}", Sphere(0.1), [0.0, 0.0, 5.0])
    np.testing.assert_array_equal(acceleration(robots, franka.default_q, at_rest), free)
    robots.world.set_pose("ball 39", [0.5, 0.0, 0.6])
    assert np.abs(acceleration(robots, franka.default_q, at_rest) - free).max() > 1e-3
    robots.world.disable("ball 39")
    np.testing.assert_array_equal(acceleration(robots, franka.default_q, at_rest), free)


def test_env_ids_select_robots(panda_robots, reachable):
    panda_robots.reset()
    panda_robots.set_end_effector_target(reachable[:, :3])
    panda_robots.step(DT)
    moved = panda_robots.positions.numpy().copy()
    panda_robots.reset([2, 3])
    now = panda_robots.positions.numpy()
    np.testing.assert_array_equal(now[2:4], np.tile(panda_robots.model.default_q, (2, 1)))
    np.testing.assert_array_equal(now[4:], moved[4:])
    panda_robots.set_state(np.full((1, 7), 0.1), np.zeros(7), env_ids=[7])
    np.testing.assert_array_equal(panda_robots.positions.numpy()[7], np.full(7, 0.1))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda r: r.set_cspace_target([0.0] * 6), r"positions should have the shape \(7,\) or \(16, 7\)"),
        (lambda r: r.set_end_effector_target([0.1, np.nan, 0.0]), "position should be finite"),
        (lambda r: r.set_end_effector_target([0.1, 0.0, 0.0], [0.0] * 4), "one of them is zero"),
        (lambda r: r.set_state(np.zeros((3, 7)), np.zeros(7)), r"\(16, 7\)"),
        (lambda r: r.step(0.0), "duration should be a positive time"),
        (lambda r: r.reset([16]), r"env_ids should be within \[0, 16\)"),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(panda_robots, call, message):
    panda_robots.reset()
    with pytest.raises(ValueError, match=message):
        call(panda_robots)
    panda_robots.step(DT)
    moved = panda_robots.positions.numpy()
    assert np.isfinite(moved).all() and np.ptp(moved, axis=0).max() == 0.0


def test_shared_world_has_one_base(franka, franka_parameters):
    robots = RmpFlowBatch(franka, franka_parameters, "right_gripper", num_envs=3, world=CollisionWorld())
    robots.set_base_pose([0.0, 0.0, 1.0])
    with pytest.raises(ValueError, match="share one world"):
        robots.set_base_pose(np.zeros((3, 3)))


def test_unknown_end_effector_is_named(franka, franka_parameters):
    with pytest.raises(ValueError, match="no frame 'gripper'; there are: .*'right_gripper'"):
        RmpFlowBatch(franka, franka_parameters, "gripper")


def test_kernels_that_share_a_substep_do_as_the_one_for_cpus(panda_robots, reachable):
    """The kernels of GPUs, launched on the CPU."""
    panda_robots.reset()
    panda_robots.world.add("box", Cuboid((0.1, 0.2, 0.3)), [0.5, 0.1, 0.5])
    ends = []
    for launch in (
        lambda: panda_robots.step(1.0 / 300.0),
        lambda: panda_robots._launches.launch_substep(panda_robots.world, 1.0 / 300.0),
    ):
        panda_robots.reset()
        panda_robots.set_end_effector_target(reachable[:, :3], reachable[:, 3:])
        for _ in range(20):
            launch()
        ends.append(panda_robots.positions.numpy().copy())
    panda_robots.world.remove("box")
    np.testing.assert_allclose(ends[0], ends[1], rtol=0.0, atol=1e-12)
    assert np.abs(ends[0] - panda_robots.model.default_q).max() > 1e-4


@pytest.mark.gpu
def test_gpu_moves_as_the_cpu_does(franka, franka_parameters, reachable):
    """In double precision; the order of sums differs, and differences grow as robots move."""
    ends = []
    for device in ("cpu", "cuda:0"):
        robots = RmpFlowBatch(franka, franka_parameters, "right_gripper", 16, device=device, scalar=wp.float64)
        robots.world.add("box", Cuboid((0.1, 0.2, 0.3)), [0.5, 0.1, 0.5])
        robots.set_end_effector_target(reachable[:, :3], reachable[:, 3:])
        for _ in range(60):
            robots.step(DT)
        ends.append(robots.positions.numpy())
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-6)


@pytest.mark.slow
def test_robots_thrown_at_obstacles_do_not_touch(franka, franka_parameters):
    """At first as fast as its policies let a robot be, and with a clamp that leaves it too little to brake."""
    gentle = dataclasses.replace(franka_parameters, max_acceleration_norm=1.0)
    robots, rng = RmpFlowBatch(franka, gentle, "right_gripper", num_envs=64, guided=False), np.random.default_rng(4)
    kinematics, moving = Kinematics(franka), franka.sphere_joints >= 0
    start = kinematics.sphere_centers(franka.default_q[None]).numpy()[0, moving]
    centers = rng.uniform([-0.9, -0.9, 0.0], [0.9, 0.9, 1.1], (64, 8, 3))
    hit = np.linalg.norm(centers[:, :, None] - start, axis=-1).min(axis=-1) < 0.35
    centers[hit] = [0.0, 0.0, 3.0]
    for index in range(8):
        robots.world.add(f"box {index}", Cuboid((0.2, 0.2, 0.2)), centers[:, index], rng.normal(size=(64, 4)))
    robots.set_state(franka.default_q, rng.uniform(-2.0, 2.0, (64, 7)))
    robots.set_end_effector_target(rng.uniform([-0.8, -0.8, 0.1], [0.8, 0.8, 1.0], (64, 3)))
    closest = np.full(64, np.inf)
    for _ in range(600):
        robots.step(DT / 5.0)
        centers = kinematics.sphere_centers(robots.positions).numpy()[:, moving]
        closest = np.minimum(
            closest, robots.world.nearest(centers, franka.sphere_radii[moving]).distances.numpy().min(1)
        )
    assert closest.min() > 0.0
    assert closest.min() < 0.01  # some were stopped at the last moment


def test_damping_stays_stable_in_long_substeps(mobile, mobile_parameters):
    """The cap of velocities has a gain of 800 per second; explicit steps of 1/60 s stand no more than 120."""
    robots = RmpFlowBatch(mobile, mobile_parameters, "tool", maximum_substep_size=DT, guided=False)
    robots.set_state(mobile.default_q, [1.9, -1.9, 0.0])
    robots.step(DT)
    slower = np.abs(robots.velocities.numpy()[0, :2])
    assert (slower < 1.9).all() and (slower > 0.0).all() and (robots.velocities.numpy()[0, :2] * [1, -1] > 0).all()
