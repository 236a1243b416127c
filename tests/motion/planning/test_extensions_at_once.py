"""Searches that extend a tree towards several configurations at once, as those on a GPU do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import warp as wp

from pippin.motion.planning import ConnectPlanner, Outcome, RrtParameters
from pippin.motion.world import CollisionWorld, Cuboid, Mesh

from .maze import RADIUS, from_box, samples, walls

SPANS = [(-0.3, -1.2, 0.8), (0.3, -0.8, 1.2)]
"""The first wall leaves a gap of 0.2 at its upper end, the second one at its lower end."""

FLOAT = 1e-6
"""Rounding of single precision, at lengths of 1."""

START, GOAL = [-0.8, 0.0], [0.8, 0.0]


@pytest.fixture(params=[(1, 3), (32, 1), (32, 16)], ids=lambda kind: "{} lanes, {}".format(*kind))
def num_extensions(request, monkeypatch) -> int:
    """Number of extensions at once of all searches, by one lane or 32, which one thread of a CPU has as well."""
    num_lanes, num_extensions = request.param
    kernel_kind = ConnectPlanner._kernel_kind
    monkeypatch.setattr(wp.config, "enable_cpu_blocks", True)
    monkeypatch.setattr(
        ConnectPlanner,
        "_kernel_kind",
        lambda self: kernel_kind(self)._replace(num_lanes=num_lanes, num_extensions=num_extensions),
    )
    return num_extensions


def least_distance(waypoints):
    places = samples(waypoints)
    return min(from_box(places, np.array([x - 0.05, low]), np.array([x + 0.05, high])).min() for x, low, high in SPANS)


@pytest.mark.slow
def test_ways_through_a_maze_are_free(point, device, num_extensions):
    planner = ConnectPlanner(point, walls(*SPANS, device=device), RrtParameters(max_iterations=5000), num_threads=1)
    starts, goals = np.tile(START, (20, 1)), np.tile(GOAL, (20, 1))
    results = planner.plan_batch(starts, goals, np.arange(20))
    assert [result.outcome for result in results] == [Outcome.FOUND] * 20
    for result in results:
        np.testing.assert_allclose(result.waypoints[[0, -1]], [START, GOAL], atol=FLOAT)
        assert least_distance(result.waypoints) >= RADIUS
        assert np.abs(result.waypoints).max() <= 1.0 + FLOAT


@pytest.mark.slow
def test_what_is_found_depends_on_the_seed_alone(point, device, num_extensions):
    planner = ConnectPlanner(point, walls(*SPANS, device=device), RrtParameters(max_iterations=5000), num_threads=1)
    starts, goals = np.tile(START, (8, 1)), np.tile(GOAL, (8, 1))
    first, second, other = (planner.plan_batch(starts, goals, np.arange(8) + shift) for shift in (0, 0, 100))
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a.waypoints, b.waypoints)
        assert a.num_iterations == b.num_iterations
    assert any(len(a.waypoints) != len(b.waypoints) for a, b in zip(first, other, strict=True))


def test_no_more_extensions_are_made_than_are_left(point, device, num_extensions):
    planner = ConnectPlanner(
        point, walls((0.0, -1.2, 1.2), device=device), RrtParameters(max_iterations=100), num_threads=1
    )
    result = planner.plan(START, GOAL)
    assert (result.outcome, result.num_iterations) == (Outcome.EXHAUSTED, 100)


def test_shortcuts_keep_clear_of_walls(point, device, num_extensions):
    planner = ConnectPlanner(point, walls(*SPANS, device=device), RrtParameters(max_iterations=5000), num_threads=1)
    plain = planner.plan(START, GOAL).waypoints
    planner.parameters = replace(planner.parameters, num_shortcuts=100)
    short = planner.plan(START, GOAL).waypoints
    assert np.linalg.norm(np.diff(short, axis=0), axis=1).sum() < np.linalg.norm(np.diff(plain, axis=0), axis=1).sum()
    assert least_distance(short) >= RADIUS


def test_meshes_and_more_obstacles_than_a_mask_holds_are_seen(point, device):
    world = CollisionWorld(device=device, capacity=50)
    for index in range(40):  # far below, so that the last ones are in the way
        world.add(f"pebble {index}", Cuboid((0.1, 0.1, 0.1)), (0.0, 0.0, -3.0))
    world.add("wall", Cuboid((0.1, 1.7, 1.0)), (0.0, 0.35, 0.0))
    planner = ConnectPlanner(point, world)
    below = samples(planner.plan(START, GOAL).waypoints)
    assert below[np.abs(below[:, 0]) < 0.05][:, 1].max() <= -0.5 - RADIUS
    corners = np.array([[x, y, z] for x in (-0.2, 0.2) for y in (-1.2, -0.4) for z in (-0.5, 0.5)])
    faces = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6]]
    world.add("block", Mesh(corners, [*faces, [0, 6, 4], [1, 5, 7], [1, 7, 3]]))
    assert planner.plan([-0.8, -0.5], [0.1, -0.5]).outcome is Outcome.GOAL_BLOCKED
    world.disable("wall")
    above = samples(planner.plan(START, GOAL).waypoints)
    assert above[np.abs(above[:, 0]) < 0.2][:, 1].min() >= -0.4 + RADIUS - FLOAT
