"""RRT-Connect: paths that exist are found and free, others are not made up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import ndimage

from pippin.motion.planning import ConnectPlanner, CSpacePlanningParameters, Outcome, RrtParameters
from pippin.motion.planning.search import round_lengths, without_idle_waypoints
from pippin.motion.world import Capsule, CollisionWorld, Cone, Cuboid, Cylinder, GroundPlane, Mesh, Sphere

from .maze import RADIUS, from_box, samples, walls

CUBE_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
CUBE_FACES = [
    *([0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1]),
    *([2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]),
]


def length(path: np.ndarray) -> float:
    return float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())


def test_nothing_in_the_way_leaves_a_straight_path(point):
    result = ConnectPlanner(point, CollisionWorld()).plan([-0.5, 0.2], [0.9, -0.7])
    assert result.outcome is Outcome.FOUND
    np.testing.assert_array_equal(result.waypoints, [[-0.5, 0.2], [0.9, -0.7]])


def test_start_that_is_the_goal_is_a_path(point):
    result = ConnectPlanner(point, CollisionWorld()).plan([0.3, 0.2], [0.3, 0.2])
    assert result.outcome is Outcome.FOUND
    np.testing.assert_allclose(result.waypoints, np.full_like(result.waypoints, [[0.3, 0.2]]), atol=0.0)


@pytest.mark.parametrize("seed", range(1, 6))
def test_ways_through_a_maze_are_free(point, seed):
    # The first wall leaves a gap of 0.2 at its upper end, the second one at its lower end.
    spans = [(-0.3, -1.2, 0.8), (0.3, -0.8, 1.2)]
    planner = ConnectPlanner(point, walls(*spans), RrtParameters(seed=seed))
    path = planner.plan([-0.8, 0.0], [0.8, 0.0]).waypoints
    np.testing.assert_array_equal(path[[0, -1]], [[-0.8, 0.0], [0.8, 0.0]])
    places = samples(path)
    for x, low, high in spans:
        distance = from_box(places, np.array([x - 0.05, low]), np.array([x + 0.05, high]))
        assert distance.min() >= RADIUS
    assert np.abs(places).max() <= 1.0


def test_gap_narrower_than_the_ball_is_no_way(point):
    world = walls((0.0, -1.2, 0.905))  # leaves 0.095 up to y = 1, and the ball takes twice 0.05 ...
    world.add("ceiling", Cuboid((2.4, 0.2, 1.0)), (0.0, 1.1, 0.0))
    planner = ConnectPlanner(point, world, RrtParameters(max_iterations=3000))
    result = planner.plan([-0.8, 0.0], [0.8, 0.0])
    assert result.outcome is Outcome.EXHAUSTED and result.waypoints is None and result.num_iterations == 3000
    world.set_pose("ceiling", (0.0, 1.12, 0.0))  # ... and now 0.115, but its centre cannot get above y = 1
    assert planner.plan([-0.8, 0.0], [0.8, 0.0]).outcome is Outcome.FOUND


def test_long_steps_do_not_jump_over_thin_walls(point):
    world = CollisionWorld()
    world.add("foil", Cuboid((1e-4, 2.5, 1.0)))
    planner = ConnectPlanner(point, world, RrtParameters(step_size=1.0, max_iterations=500))
    assert planner.plan([-0.83, 0.1], [0.79, -0.2]).outcome is Outcome.EXHAUSTED


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_arm_among_random_posts_finds_ways_where_a_grid_has_some(arm, seed):
    rng = np.random.default_rng(seed)
    angles, distances = rng.uniform(0.5, 5.5, 6), rng.uniform(1.0, 1.9, 6)
    posts = np.stack([distances * np.cos(angles), distances * np.sin(angles)], axis=1)
    world = CollisionWorld()
    for index, post in enumerate(posts):
        world.add(f"post {index}", Cylinder(0.05, 1.0), (*post, 0.0))
    start, goal = np.array([0.0, 0.0]), np.array([3.0, 1.0])
    result = ConnectPlanner(arm, world, RrtParameters(seed=seed + 1, max_iterations=3000)).plan(start, goal)

    def clearance(q):
        balls = arm_balls(q)
        from_posts = np.linalg.norm(balls[:, :, None] - posts, axis=-1).min(axis=(1, 2)) - 0.15
        return np.minimum(from_posts, np.linalg.norm(balls[:, 1:], axis=-1).min(axis=1) - 0.2)

    # Within a cell of 0.02 rad no ball moves by more than 0.02 * (2 + 1) / 2 = 0.03.
    axes = np.arange(-np.pi, 3.0 + np.pi, 0.02), np.arange(-3.0, 3.0, 0.02)
    grid = clearance(np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 2)).reshape(tuple(map(len, axes)))
    cells = [tuple(int(np.abs(axis - x).argmin()) for axis, x in zip(axes, q, strict=True)) for q in (start, goal)]

    def connected(free, neighbours):
        labels, _ = ndimage.label(free, neighbours)
        return labels[cells[0]] == labels[cells[1]] != 0

    if clearance(goal[None])[0] < 0.0:
        assert result.outcome is Outcome.GOAL_BLOCKED
    elif connected(grid > 0.03, None):
        assert result.outcome is Outcome.FOUND
        assert clearance(samples(result.waypoints, 5e-4)).min() >= 0.0
    elif not connected(grid > -0.03, np.ones((3, 3))):
        assert result.outcome is Outcome.EXHAUSTED


def arm_balls(q):
    """Centres of the balls that move, at the elbow, halfway along the second link and at its end."""
    upper = np.stack([np.cos(q[:, 0]), np.sin(q[:, 0])], axis=1)
    lower = np.stack([np.cos(q.sum(axis=1)), np.sin(q.sum(axis=1))], axis=1)
    return np.stack([upper, upper + 0.5 * lower, upper + lower], axis=1)


def test_limits_are_walls(point):
    # A wall up to 0.96 leaves room for the ball only beyond y = 1.01, where the limit does not let it go.
    planner = ConnectPlanner(point, walls((0.0, -1.2, 0.96)), RrtParameters(max_iterations=2000))
    assert planner.plan([-0.8, 0.0], [0.8, 0.0]).outcome is Outcome.EXHAUSTED


@pytest.mark.parametrize(
    ("shape", "depth"),
    [
        (Cuboid((0.4, 0.6, 0.2)), 0.3),
        (Sphere(0.3), 0.3),
        (Capsule(0.3, 0.5), 0.3),
        (Cylinder(0.3, 0.5), 0.3),
        (Cone(0.6, 2.0), 0.3),
        (Mesh(CUBE_CORNERS * [0.2, 0.3, 0.1], CUBE_FACES), 0.3),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, float) else "",
)
def test_every_shape_is_in_the_way(point, shape, depth):
    # All of them reach up to y = 0.3 above the x-axis in the plane of the ball.
    world = CollisionWorld()
    world.add("thing", shape)
    path = ConnectPlanner(point, world).plan([-0.8, 0.0], [0.8, 0.0]).waypoints
    places = samples(path)
    crossing = places[np.abs(places[:, 0]) < 1e-3]
    assert np.abs(crossing[:, 1]).min() >= depth + RADIUS - 2e-3  # at |x| < 1e-3 round things are lower by less
    world.disable("thing")
    assert len(ConnectPlanner(point, world).plan([-0.8, 0.0], [0.8, 0.0]).waypoints) == 2


def test_ground_plane_is_in_the_way(point):
    world = CollisionWorld()
    half_turn = np.sqrt(0.5)
    world.add("ground", GroundPlane(), (0.0, -0.5, 0.0), (-half_turn, 0.0, 0.0, half_turn))  # its z-axis along y
    planner = ConnectPlanner(point, world)
    assert planner.plan([0.0, 0.0], [0.5, -0.44]).outcome is Outcome.FOUND
    assert planner.plan([0.0, 0.0], [0.5, -0.46]).outcome is Outcome.GOAL_BLOCKED


@pytest.mark.parametrize(
    ("start", "goal", "outcome"),
    [
        ([0.0, 0.1], [0.8, 0.0], Outcome.START_BLOCKED),
        ([0.8, 0.0], [0.0, 0.1], Outcome.GOAL_BLOCKED),
        ([0.8, 0.0], [0.8, 1.1], Outcome.GOAL_BEYOND_LIMITS),
    ],
)
def test_what_cannot_be_is_told_at_once(point, start, goal, outcome):
    result = ConnectPlanner(point, walls((0.0, -1.0, 1.0))).plan(start, goal)
    assert (result.outcome, result.waypoints, result.num_iterations) == (outcome, None, 0)


def test_base_that_moves_takes_the_robot_along(point):
    world = walls((0.0, -1.2, 0.5))
    world.set_base_pose((5.0, 0.0, 0.0))
    assert len(ConnectPlanner(point, world).plan([-0.8, 0.0], [0.8, 0.0]).waypoints) == 2
    world.set_base_pose((0.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))  # turned by half a turn: the gap is below
    path = ConnectPlanner(point, world).plan([-0.8, 0.0], [0.8, 0.0]).waypoints
    places = samples(path)
    assert places[np.abs(places[:, 0]) < 0.05][:, 1].max() <= -0.5 - RADIUS


def test_equal_seeds_find_equal_paths_and_others_others(point):
    world = walls((-0.3, -1.2, 0.8), (0.3, -0.8, 1.2))

    def path(seed):
        return ConnectPlanner(point, world, RrtParameters(seed=seed)).plan([-0.8, 0.0], [0.8, 0.0]).waypoints

    np.testing.assert_array_equal(path(3), path(3))
    assert path(3).shape != path(4).shape or not np.allclose(path(3), path(4))


def test_shortcuts_shorten_paths_that_stay_free(point):
    world = walls((0.0, -1.2, 0.3))
    planner = ConnectPlanner(point, world, RrtParameters(seed=2))
    plain = planner.plan([-0.8, -0.5], [0.8, -0.5]).waypoints
    planner.parameters = replace(planner.parameters, num_shortcuts=300)
    short = planner.plan([-0.8, -0.5], [0.8, -0.5]).waypoints
    # The shortest way around: two tangents to the rounded corners of the wall, and the way over it.
    corners = np.array([[-0.8, -0.5], [-0.1, 0.35], [0.1, 0.35], [0.8, -0.5]])
    assert length(short) < length(plain)
    assert length(short) < 1.05 * length(corners)
    assert from_box(samples(short), np.array([-0.05, -1.2]), np.array([0.05, 0.3])).min() >= RADIUS


@pytest.mark.parametrize("fraction", [0.0, 0.3, 0.5, 0.9, 1.0])
def test_every_fraction_of_exploration_tries_the_straight_way_first(point, fraction):
    parameters = RrtParameters(c_space_planning_params=CSpacePlanningParameters(fraction))
    result = ConnectPlanner(point, CollisionWorld(), parameters).plan([-0.8, 0.0], [0.8, 0.0])
    assert (result.num_iterations, len(result.waypoints)) == (1, 2)


def test_links_do_not_pass_through_each_other(arm):
    # The elbow at 2.9 rad brings the lower link to the base: sin and cos of the triangle with two sides of length 1.
    world = CollisionWorld()
    free, folded = [0.0, 2.0], [0.0, 3.0]
    end = np.array([1.0 + np.cos(3.0), np.sin(3.0)])
    assert np.linalg.norm(end) < 0.2  # the ball at the end overlaps that of the base
    assert ConnectPlanner(arm, world).plan(free, folded).outcome is Outcome.GOAL_BLOCKED
    assert ConnectPlanner(arm, world, avoid_self_collision=False).plan(free, folded).outcome is Outcome.FOUND


def test_turning_joints_without_limits_go_around(arm):
    world = CollisionWorld()
    world.add("post", Cylinder(0.2, 1.0), (1.5, 0.0, 0.0))
    path = ConnectPlanner(arm, world).plan([-0.6, 0.0], [0.6, 0.0]).waypoints
    assert np.linalg.norm(arm_balls(samples(path, 5e-4)) - [1.5, 0.0], axis=-1).min() >= 0.3


def test_batches_are_as_single_problems(point):
    world = walls((-0.3, -1.2, 0.8), (0.3, -0.8, 1.2))
    starts = np.array([[-0.8, y] for y in np.linspace(-0.8, 0.8, 7)])
    goals = np.array([[0.8, y] for y in np.linspace(0.8, -0.8, 7)])
    planner = ConnectPlanner(point, world, RrtParameters(seed=5), num_threads=3)
    results = planner.plan_batch(starts, goals)
    assert [result.outcome for result in results] == [Outcome.FOUND] * 7
    for start, goal, result in zip(starts, goals, results, strict=True):
        np.testing.assert_array_equal(result.waypoints, planner.plan(start, goal).waypoints)
    others = planner.plan_batch(starts, goals, seeds=np.arange(7) + 1)
    assert any(len(a.waypoints) != len(b.waypoints) for a, b in zip(results, others, strict=True))
    assert planner.plan_batch(np.empty((0, 2)), np.empty((0, 2))) == []


@pytest.mark.slow
def test_what_a_round_leaves_over_is_searched_anew_and_free(point):
    spans = [(-0.3, -1.2, 0.8), (0.3, -0.8, 1.2)]
    planner = ConnectPlanner(point, walls(*spans), RrtParameters(max_iterations=3000))
    starts, goals = np.tile([-0.8, 0.0], (6, 1)), np.tile([0.8, 0.0], (6, 1))
    alone = planner.plan_batch(starts, goals, np.arange(6))
    first_round = 4
    assert max(result.num_iterations for result in alone) > first_round, "or else rounds are not tested"
    results = planner.plan_batch(starts, goals, np.arange(6), first_round)
    for result, without_rounds in zip(results, alone, strict=True):
        assert result.outcome is Outcome.FOUND
        np.testing.assert_array_equal(result.waypoints[[0, -1]], [[-0.8, 0.0], [0.8, 0.0]])
        places = samples(result.waypoints)
        for x, low, high in spans:
            assert from_box(places, np.array([x - 0.05, low]), np.array([x + 0.05, high])).min() >= RADIUS
        if without_rounds.num_iterations <= first_round:
            assert result.num_iterations <= without_rounds.num_iterations, "its own seed is one of those that raced"


@pytest.mark.slow
def test_rounds_do_not_depend_on_the_number_of_threads(point):
    world = walls((-0.3, -1.2, 0.8), (0.3, -0.8, 1.2))
    starts, goals = np.tile([-0.8, 0.1], (5, 1)), np.tile([0.8, 0.0], (5, 1))
    one, several = (
        ConnectPlanner(point, world, RrtParameters(), num_threads=threads).plan_batch(starts, goals, range(5), 3)
        for threads in (1, 4)
    )
    for path, other in zip(one, several, strict=True):
        np.testing.assert_array_equal(path.waypoints, other.waypoints)
        assert path.num_iterations == other.num_iterations


@pytest.mark.slow
def test_rounds_end_with_all_iterations_used_up_or_nothing_to_search(point):
    world = walls((0.0, -1.2, 1.2))
    planner = ConnectPlanner(point, world, RrtParameters(max_iterations=40))
    starts, goals = np.array([[-0.8, 0.0], [0.0, 0.0]]), np.array([[0.8, 0.0], [0.8, 0.0]])
    closed, blocked = planner.plan_batch(starts, goals, first_round=10)
    assert (closed.outcome, closed.waypoints, closed.num_iterations) == (Outcome.EXHAUSTED, None, 40)
    assert (blocked.outcome, blocked.num_iterations) == (Outcome.START_BLOCKED, 0)
    with pytest.raises(ValueError, match="first_round should be a number of iterations, at least 1, it is 0"):
        planner.plan_batch(starts, goals, first_round=0)


def test_rounds_double_up_to_all_iterations():
    assert round_lengths(100, 1000) == [100, 200, 400, 300]
    assert round_lengths(100, 60) == [60]


def test_waypoints_that_turn_nowhere_are_left_out_of_each_path():
    bent, none, straight, still = without_idle_waypoints(
        [
            np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0]]),
            np.empty((0, 2)),
            np.array([[2.0, 1.0], [2.0, 2.0], [2.0, 4.0]]),
            np.array([[5.0, 5.0], [5.0, 5.0]]),
        ]
    )
    np.testing.assert_array_equal(bent, [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0]])
    assert none.shape == (0, 2)
    np.testing.assert_array_equal(straight, [[2.0, 1.0], [2.0, 4.0]])
    np.testing.assert_array_equal(still, [[5.0, 5.0]])


def test_every_problem_may_have_its_own_world(point):
    world = CollisionWorld(num_worlds=2)
    world.add("wall", [Cuboid((0.1, 1.6, 1.0)), None])
    results = ConnectPlanner(point, world).plan_batch([[-0.8, 0.0]] * 2, [[0.8, 0.0]] * 2)
    assert len(results[0].waypoints) > 2 and len(results[1].waypoints) == 2
    with pytest.raises(ValueError, match="There should be 1 world or 3, one for each problem; there are 2"):
        ConnectPlanner(point, world).plan_batch(np.zeros((3, 2)), np.zeros((3, 2)))


def test_arrays_of_other_shapes_are_refused(point):
    planner = ConnectPlanner(point, CollisionWorld())
    with pytest.raises(ValueError, match=r"start should have the shape \(2,\), it has \(3,\)"):
        planner.plan(np.zeros(3), np.zeros(2))
    with pytest.raises(ValueError, match="goal should be finite"):
        planner.plan(np.zeros(2), [0.0, np.nan])
    with pytest.raises(ValueError, match=r"goals should have the shape \(2, 2\), it has \(3, 2\)"):
        planner.plan_batch(np.zeros((2, 2)), np.zeros((3, 2)))
    with pytest.raises(ValueError, match=r"seeds should have the shape \(2,\), it has \(1,\)"):
        planner.plan_batch(np.zeros((2, 2)), np.ones((2, 2)), seeds=[1])
    assert planner.plan(np.zeros(2), np.ones(2)).outcome is Outcome.FOUND
