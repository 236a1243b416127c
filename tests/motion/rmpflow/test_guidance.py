"""Guidance: robots that are stuck find a way round, and all that RMPflow promises holds on the way."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import warp as wp

from pippin.motion.kinematics import Kinematics
from pippin.motion.rmpflow import RmpFlowBatch
from pippin.motion.rmpflow.guidance import Phase
from pippin.motion.rmpflow.guidance import guidance as guidance_module
from pippin.motion.rmpflow.guidance.foresight import NUM_SUBSTEPS
from pippin.motion.rmpflow.guidance.planning import DETOUR, MAX_SEARCHES
from pippin.motion.world import Cuboid

DT = 1.0 / 60.0
END_EFFECTOR = "right_gripper"
WALL_SIZE, WALL_POSITION = (0.7, 0.04, 0.9), [0.65, 0.0, 0.3]
"""A wall in front of the robot [m], between its left and its right, which the arm has to be lifted over."""
LEFT, RIGHT = [0.5, 0.3, 0.3], [0.5, -0.3, 0.3]


def panda_at_wall(franka, franka_parameters, target=RIGHT, guided=True, **options):
    """A Panda whose hand is left of the wall, with a target."""
    robots = RmpFlowBatch(franka, franka_parameters, END_EFFECTOR, guided=guided, **options)
    robots.set_end_effector_target(LEFT)
    for _ in range(300):
        robots.step(DT)
    robots.set_cspace_target(franka.default_q)
    robots.world.add("wall", Cuboid(WALL_SIZE), WALL_POSITION)
    robots.set_end_effector_target(target)
    return robots


def distances(robots, target):
    """Of the end effectors from a target [m]."""
    poses = Kinematics(robots.model).frame_poses(END_EFFECTOR, robots.positions).numpy()
    return np.linalg.norm(poses[:, :3] - target, axis=1)


class Witness:
    """What a robot came closest to, over all substeps."""

    def __init__(self, robots):
        self.robots, self.model, self.kinematics = robots, robots.model, Kinematics(robots.model)
        self.moving = self.model.sphere_joints >= 0
        self.clearance, self.slack = np.inf, np.inf

    def look(self):
        q = self.robots.positions.numpy()
        centers = self.kinematics.sphere_centers(q).numpy()[:, self.moving]
        nearest = self.robots.world.nearest(centers, self.model.sphere_radii[self.moving])
        self.clearance = min(self.clearance, nearest.distances.numpy().min())
        self.slack = min(self.slack, (q - self.model.lower_limits).min(), (self.model.upper_limits - q).min())


@pytest.mark.slow
def test_policies_alone_get_stuck_at_a_wall_and_guidance_leads_around_it(franka, franka_parameters):
    for guided in (False, True):
        robots = panda_at_wall(franka, franka_parameters, guided=guided)
        witness = Witness(robots)
        for _ in range(10 * 300):
            robots.step(DT / 5.0)
            witness.look()
        assert witness.clearance > 0.0
        assert witness.slack >= 0.0
        assert (distances(robots, RIGHT)[0] < 0.01) == guided


def test_many_robots_are_guided_only_when_asked(franka, franka_parameters):
    """One that waits at the wall stays there."""
    robots = RmpFlowBatch(franka, franka_parameters, END_EFFECTOR)
    robots.set_end_effector_target(LEFT)
    for _ in range(300):
        robots.step(DT)
    robots.set_cspace_target(franka.default_q)
    robots.world.add("wall", Cuboid(WALL_SIZE), WALL_POSITION)
    robots.set_end_effector_target(RIGHT)
    for _ in range(600):
        robots.step(DT)
    assert distances(robots, RIGHT)[0] > 0.1


@pytest.mark.slow
def test_configurations_behind_a_wall_are_reached_too(franka, franka_parameters):
    free = RmpFlowBatch(franka, franka_parameters, END_EFFECTOR)
    free.set_end_effector_target(RIGHT)
    for _ in range(300):
        free.step(DT)
    goal = free.positions.numpy()[0]
    gaps = []
    for guided in (False, True):
        robots = panda_at_wall(franka, franka_parameters, target=None, guided=guided)
        robots.set_cspace_target(goal)
        for _ in range(600):
            robots.step(DT)
        gaps.append(np.abs(robots.positions.numpy()[0] - goal).max())
    assert gaps[0] > 0.3
    assert gaps[1] < 0.1  # the wall repels a little there, too


@pytest.mark.slow
def test_paths_are_free_and_lead_from_the_robot_to_the_target(franka, franka_parameters):
    """Straight between waypoints, looked at every 0.01 rad, while the planner looks every 0.05 rad."""
    robots = panda_at_wall(franka, franka_parameters)
    guidance = robots._guidance
    while guidance.phases.numpy()[0] != Phase.FOLLOWING:
        robots.step(DT)
    waypoints = guidance.struct.path.numpy()[0, : guidance.struct.num_waypoints.numpy()[0]]
    np.testing.assert_allclose(waypoints[0], robots.positions.numpy()[0], atol=0.2)  # it crept on meanwhile
    kinematics, moving = Kinematics(franka), franka.sphere_joints >= 0
    end = kinematics.frame_poses(END_EFFECTOR, waypoints[-1:]).numpy()[0, :3]
    np.testing.assert_allclose(end, RIGHT, atol=1e-3)
    for start, goal in pairwise(waypoints):
        parts = np.linspace(0.0, 1.0, 2 + int(np.linalg.norm(goal - start) / 0.01))
        for part in parts:
            q = start + part * (goal - start)
            centers = kinematics.sphere_centers(q[None]).numpy()[:, moving]
            assert robots.world.nearest(centers, franka.sphere_radii[moving]).distances.numpy().min() > 0.0
            assert (q >= franka.lower_limits).all() and (q <= franka.upper_limits).all()


def test_paths_are_the_shortest_that_searches_found(franka, franka_parameters):
    """Their length is the way of the joint that goes farthest, segment by segment."""
    robots = panda_at_wall(franka, franka_parameters)
    guidance = robots._guidance
    while guidance.phases.numpy()[0] != Phase.FOLLOWING:
        robots.step(DT)
    struct = guidance.struct
    waypoints = struct.path.numpy()[0, : struct.num_waypoints.numpy()[0]]
    length = np.abs(np.diff(waypoints, axis=0)).max(axis=1).sum()
    np.testing.assert_allclose(length, struct.least_length.numpy()[0], rtol=1e-6)
    detour = length - np.abs(waypoints[-1] - waypoints[0]).max()
    assert struct.num_searches.numpy()[0] == MAX_SEARCHES or detour <= DETOUR


def test_robots_that_will_be_stuck_are_led_before_they_are(franka, franka_parameters, monkeypatch):
    """Without foresight the robot plans at the wall; with it, on its way there."""
    steps, ways = [], []
    for num_substeps in (0, NUM_SUBSTEPS):
        monkeypatch.setattr(guidance_module, "NUM_SUBSTEPS", num_substeps)
        robots = panda_at_wall(franka, franka_parameters)
        start = robots.positions.numpy().copy()
        count = 0
        while robots._guidance.phases.numpy()[0] == Phase.WATCHING:
            robots.step(DT)
            count += 1
        steps.append(count)
        ways.append(np.abs(robots.positions.numpy() - start).max())
    assert steps[1] < 0.5 * steps[0]
    assert ways[1] < ways[0]


def test_foresight_ends_where_robots_arrive_by_themselves(franka, franka_parameters):
    """Then it costs nothing any more: the robots that are looked ahead with stay where they are."""
    robots = RmpFlowBatch(franka, franka_parameters, END_EFFECTOR, num_envs=2, guided=True)
    robots.set_end_effector_target([LEFT, RIGHT])
    for _ in range(60):
        robots.step(DT)
    ahead = robots._guidance.ahead.q.numpy().copy()
    assert not robots._guidance.struct.foresees.numpy().any()
    poses = Kinematics(franka).frame_poses(END_EFFECTOR, ahead).numpy()
    np.testing.assert_allclose(poses[:, :3], [LEFT, RIGHT], atol=0.01)
    robots.step(DT)
    np.testing.assert_array_equal(robots._guidance.ahead.q.numpy(), ahead)


@pytest.mark.slow
def test_what_cannot_be_reached_changes_nothing(franka, franka_parameters):
    """Within the wall, or 5 m away, there is no goal, so the robot does what the policies alone would do."""
    for target in (WALL_POSITION, [5.0, 0.0, 0.0]):
        ends = []
        for guided in (False, True):
            robots = panda_at_wall(franka, franka_parameters, target, guided=guided)
            for _ in range(300):
                robots.step(DT)
            ends.append(robots.positions.numpy().copy())
        np.testing.assert_array_equal(ends[0], ends[1])


def test_robots_that_arrive_by_themselves_are_not_guided(franka, franka_parameters):
    robots = RmpFlowBatch(franka, franka_parameters, END_EFFECTOR, guided=True)
    robots.set_end_effector_target(LEFT)
    for _ in range(480):
        robots.step(DT)
        assert robots._guidance.phases.numpy()[0] == Phase.WATCHING
    assert distances(robots, LEFT)[0] < 1e-3


def test_another_target_ends_guidance(franka, franka_parameters):
    robots = panda_at_wall(franka, franka_parameters)
    while not robots._targets.is_guided.numpy()[0]:
        robots.step(DT)
    robots.set_end_effector_target(LEFT)
    robots.step(DT)
    assert not robots._targets.is_guided.numpy()[0]


def test_guidance_is_the_same_every_time(franka, franka_parameters):
    ends = []
    for _ in range(2):
        robots = panda_at_wall(franka, franka_parameters)
        for _ in range(200):
            robots.step(DT)
        ends.append(robots.positions.numpy().copy())
    np.testing.assert_array_equal(ends[0], ends[1])


def test_reset_leaves_no_trace_of_what_was_before(franka, franka_parameters):
    """To the last bit, though guidance draws random configurations; without a reset, a new target does that alone."""
    robots = RmpFlowBatch(franka, franka_parameters, END_EFFECTOR, guided=True)
    robots.world.add("wall", Cuboid(WALL_SIZE), WALL_POSITION)

    def motion_to(target):
        robots.set_state(start, np.zeros(7))
        robots.set_end_effector_target(target)
        path = []
        for _ in range(150):
            robots.step(DT)
            path.append(robots.positions.numpy().copy())
        return np.array(path)

    start = franka.default_q + np.array([0.6, 0.3, 0.0, 0.5, 0.0, 0.0, 0.0])
    first = motion_to(RIGHT)
    assert robots._guidance.struct.num_plans.numpy()[0] > 0
    motion_to([0.4, -0.4, 0.2])
    robots.reset()
    np.testing.assert_array_equal(motion_to(RIGHT), first)


def test_single_precision_is_guided_too(franka, franka_parameters):
    """As on GPUs."""
    robots = panda_at_wall(franka, franka_parameters, scalar=wp.float32)
    for _ in range(600):
        robots.step(DT)
    assert distances(robots, RIGHT)[0] < 0.01


@pytest.mark.gpu
def test_gpu_guides_robots(franka, franka_parameters):
    robots = panda_at_wall(franka, franka_parameters, num_envs=8, device="cuda:0")
    for _ in range(600):
        robots.step(DT)
    np.testing.assert_array_less(distances(robots, RIGHT), 0.01)


def test_robots_are_led_after_targets_that_move_on(franka, franka_parameters):
    """Bit by bit through the wall and on behind it, never at rest for as long as it takes to see that one is stuck."""
    robots = panda_at_wall(franka, franka_parameters, LEFT)
    behind, farther = np.array(RIGHT), np.array([0.5, -0.3, 0.7])
    for begin, end, steps in ((np.array(LEFT), behind, 120), (behind, farther, 160), (farther, behind, 160)):
        for part in np.linspace(0.0, 1.0, steps):
            target = begin + part * (end - begin)
            robots.set_end_effector_target(target)
            robots.step(DT)
    assert distances(robots, target)[0] < 0.1  # it lags behind one that moves on; without a path it is 0.36 off
