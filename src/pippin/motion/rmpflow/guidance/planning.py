"""Plans of paths, a slice of work at a time, for kernels."""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="index,operator"

import math
from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import pose_type
from pippin.motion.ik.functions import coordinates_type

from .clearance import clearance
from .goals import goal_function
from .path import path_functions, write_path
from .structs import MAX_NODES, Phase
from .trees import SPACING, add_node, trees_function
from .watching import watching_functions

LARGEST_MARGIN = 0.02
"""What paths keep from all that must not be touched, unless the robot is closer to it [m]."""

LESS_MARGIN = 0.9
"""Part of the robot's own distance, or of the margin of a search in vain, that paths keep."""

LEAST_LENGTH = 0.3
"""Length below which a path leads nowhere that the policies would not go by themselves [rad, or m]."""

TURN = 2.0 * math.pi

MAX_PLANS = 20
"""Number of plans for one target."""

MAX_SEARCHES, DETOUR = 3, 1.0
"""Number of searches of one plan that find a path, while the shortest of them is longer than the straight way by more
than this [rad, or m]."""

MAX_SLICES = 1000
"""Number of slices of work on one search."""

OBSTACLES_PER_FRAMES, LOOKS_PER_ATTEMPT = 4, 10
"""What the frames of a configuration cost, as the distances of all balls from so many obstacles do, and what an attempt
at a goal costs, as looks at so many configurations do."""

MAX_GOALS = 30
"""Number of configurations at the target that the second tree grows from."""

SLICES_PER_GOAL = 8
"""Number of slices of work between two attempts at one more of them."""

FIRST_ATTEMPTS = 24
"""Number of attempts at goals before the first is gone to, so that it is a near one."""

NEW_GOAL, TRIED_GOAL = -1, -2
"""Parents of goals in the second tree, which have none: as long as the tree has not reached out from them, and then."""

NUM_SHORTCUTS = 100
"""Number of shortcuts that are tried."""

LIMIT_SLACK = 0.05
"""Part of its range, of a turn at most, that a joint should be off its limits at a goal: next to them, the policies of
the limits push as much as those of the target pull, so that the robot rests off it."""

CHOOSY_SLICES = 150
"""Number of slices of work that pass before goals next to joint limits are taken too."""

PLANNING, SHORTENING, FOLLOWING = (
    wp.constant(int(phase)) for phase in (Phase.PLANNING, Phase.SHORTENING, Phase.FOLLOWING)
)


@cache
def planning_functions(
    scalar: type, num_joints: int, num_chain_coordinates: int, num_coordinates: int
) -> tuple[wp.Function, wp.Function]:
    """Functions that begin a search, and that do some slices of work."""
    coordinates, pose_of = coordinates_type(scalar, num_coordinates), pose_type(scalar)
    goal_from = goal_function(scalar, num_joints, num_chain_coordinates, num_coordinates)
    grow = trees_function(scalar, num_coordinates)
    shorten, _, distance_left, keep_shortest, take_kept = path_functions(scalar, num_coordinates)
    _, _, rest, _ = watching_functions(scalar)

    @wp.func
    def begin_plan(g: Any, env_id: int, q: coordinates, space: scalar):
        """Begin with a first tree that is rooted at the robot's configuration, ``space`` [m] from all, and no goal."""
        g.phase[env_id] = PLANNING
        g.num_plans[env_id] = g.num_plans[env_id] + 1
        g.num_slices[env_id] = 0
        g.num_searches[env_id] = 0
        g.least_length[env_id] = scalar(wp.inf)
        g.margin[env_id] = wp.min(scalar(LARGEST_MARGIN), scalar(LESS_MARGIN) * space)
        g.num_goals[env_id] = 0
        g.num_nodes[env_id, 0] = 0
        g.num_nodes[env_id, 1] = 0
        g.connect_from[env_id] = wp.int32(-1)
        add_node(g, env_id, 0, q, wp.int32(-1))

    @wp.func
    def search_again(g: Any, env_id: int):
        """Begin another search for a path, from the same start to the goals that are known."""
        g.phase[env_id] = PLANNING
        g.num_slices[env_id] = FIRST_ATTEMPTS
        g.num_nodes[env_id, 0] = 1
        num_goals = wp.int32(0)
        for node in range(g.num_nodes[env_id, 1]):
            if g.parents[env_id, 1, node] < 0:
                g.nodes[env_id, 1, num_goals] = g.nodes[env_id, 1, node]
                g.parents[env_id, 1, num_goals] = wp.int32(TRIED_GOAL)
                num_goals += 1
        g.num_nodes[env_id, 1] = num_goals
        g.connect_from[env_id] = wp.int32(-1)

    @wp.func
    def seed_of_goal(g: Any, env_id: int) -> coordinates:
        """Configuration to look for a goal from: the robot's at first, then anything between it and a random one."""
        start = g.nodes[env_id, 0, 0]
        q = coordinates(start)
        if g.num_slices[env_id] > 0:
            state = g.random[env_id]
            part = scalar(wp.randf(state))
            for i in range(num_coordinates):
                span = g.highest_sample[i] - g.lowest_sample[i]
                q[i] = start[i] + part * (g.lowest_sample[i] + span * scalar(wp.randf(state)) - start[i])
            g.random[env_id] = state
        return q

    @wp.func
    def at_nearest_turn(g: Any, q: coordinates, start: coordinates) -> coordinates:
        """Configuration with joints turned by whole turns towards a start, as far as their limits let them."""
        turned = coordinates(q)
        for i in range(num_coordinates):
            turn = g.turns[i]
            if turn > scalar(0.0):
                at = q[i] + turn * wp.round((start[i] - q[i]) / turn)
                if at >= g.lowest_sample[i] and at <= g.highest_sample[i]:
                    turned[i] = at
        return turned

    @wp.func
    def has_slack(g: Any, q: coordinates) -> wp.bool:
        """Whether all joints are well off their limits; those that no target moves do not count."""
        enough = wp.bool(True)
        for i in range(num_chain_coordinates):
            at, lower, upper = q[g.chain_coordinates[i]], scalar(g.chain.lower[i]), scalar(g.chain.upper[i])
            least = scalar(LIMIT_SLACK) * wp.min(upper - lower, scalar(TURN))
            enough = enough and wp.min(at - lower, upper - at) > least
        return enough

    @wp.func
    def look_for_goal(
        robot: Any, body: Any, world: Any, frames: Any, targets: Any, g: Any, env_id: int, target: pose_of
    ):
        """Look for one more configuration at the target; the second tree then reaches out from it for the start."""
        has_position, has_orientation = targets.has_position[env_id], targets.has_orientation[env_id]
        g.looks[env_id] = g.looks[env_id] + LOOKS_PER_ATTEMPT
        q = coordinates()
        found = wp.bool(True)
        is_pose = has_position or has_orientation
        if is_pose:
            q, found = goal_from(g, seed_of_goal(g, env_id), target, has_position, has_orientation)
            q = at_nearest_turn(g, q, g.nodes[env_id, 0, 0])
        else:
            for i in range(num_coordinates):
                q[i] = targets.configurations[env_id, i]
        margin = g.margin[env_id]
        if is_pose:
            # Where the policies would go by themselves, the robot is stuck already.
            found = found and wp.length(q - g.nodes[env_id, 0, 0]) > scalar(LEAST_LENGTH)
            found = found and (g.num_slices[env_id] > CHOOSY_SLICES or has_slack(g, q))
        if found and clearance(robot, body, world, frames, q, env_id, margin) > margin:
            g.num_goals[env_id] = g.num_goals[env_id] + 1
            add_node(g, env_id, 1, q, wp.int32(NEW_GOAL))

    @wp.func
    def reach_from_nearest_goal(g: Any, env_id: int):
        """Let the second tree reach out for the start, from the goal that is reached first of those it has not tried.

        All joints go at the same largest speed, so the one that has the longest way decides on the time.
        """
        nearest, least = wp.int32(-1), scalar(wp.inf)
        for node in range(g.num_nodes[env_id, 1]):
            if g.parents[env_id, 1, node] == NEW_GOAL:
                way = g.nodes[env_id, 1, node] - g.nodes[env_id, 0, 0]
                longest = wp.max(wp.max(way), -wp.min(way))
                if longest < least:
                    nearest, least = node, longest
        if nearest >= 0:
            g.parents[env_id, 1, nearest] = wp.int32(TRIED_GOAL)
            g.growing[env_id] = wp.int32(0)
            g.connect_to[env_id] = wp.int32(0)
            g.connect_from[env_id] = nearest

    @wp.func
    def follow(g: Any, env_id: int):
        """Follow the shortest path from now on, if it leads anywhere."""
        take_kept(g, env_id)
        g.phase[env_id] = FOLLOWING
        g.last_error[env_id] = scalar(wp.inf)
        g.time[env_id] = scalar(0.0)
        if distance_left(g, env_id, g.path[env_id, 0]) < scalar(LEAST_LENGTH):
            rest(g, env_id)

    @wp.func
    def finish_path(g: Any, env_id: int):
        """Follow the path, or look for a shorter one where it goes a long way round."""
        keep_shortest(g, env_id)
        g.num_searches[env_id] = g.num_searches[env_id] + 1
        way = g.kept[env_id, g.num_kept[env_id] - 1] - g.kept[env_id, 0]
        detour = g.least_length[env_id] - wp.max(wp.max(way), -wp.min(way))
        if detour > scalar(DETOUR) and g.num_searches[env_id] < MAX_SEARCHES:
            search_again(g, env_id)
        else:
            follow(g, env_id)

    @wp.func
    def give_up(g: Any, env_id: int):
        """Begin another plan, for trees that grew into nothing are better started over; rest where that is no use."""
        if g.num_searches[env_id] > 0:
            follow(g, env_id)
        elif g.num_goals[env_id] == 0 or g.num_plans[env_id] >= MAX_PLANS:
            rest(g, env_id)
        else:
            begin_plan(g, env_id, g.nodes[env_id, 0, 0], g.margin[env_id])

    @wp.func
    def plan(
        robot: Any,
        body: Any,
        world: Any,
        frames: Any,
        targets: Any,
        g: Any,
        env_id: int,
        q: coordinates,
        target: pose_of,
    ):
        """Do a slice of work on a search, for a robot that is at ``q`` by now."""
        slices = wp.int32(g.num_slices[env_id])
        num_goals = wp.int32(g.num_goals[env_id])
        is_pose = targets.has_position[env_id] or targets.has_orientation[env_id]
        missing = num_goals < wp.where(is_pose, MAX_GOALS, 1) and g.connect_from[env_id] < 0
        collects = is_pose and slices < FIRST_ATTEMPTS
        if missing and (num_goals == 0 or collects or slices % SLICES_PER_GOAL == 0):
            look_for_goal(robot, body, world, frames, targets, g, env_id, target)
        g.num_slices[env_id] = slices + 1
        met = wp.bool(False)
        if g.num_goals[env_id] > 0 and not (missing and collects):
            if g.connect_from[env_id] < 0:
                reach_from_nearest_goal(g, env_id)
            met = grow(robot, body, world, frames, g, env_id)
        if met and write_path(g, env_id, q, scalar(SPACING)):
            g.phase[env_id] = SHORTENING
            g.num_slices[env_id] = 0
        elif slices >= MAX_SLICES or wp.max(g.num_nodes[env_id, 0], g.num_nodes[env_id, 1]) >= MAX_NODES or met:
            give_up(g, env_id)

    @wp.func
    def work(
        robot: Any,
        body: Any,
        world: Any,
        frames: Any,
        targets: Any,
        g: Any,
        env_id: int,
        q: coordinates,
        target: pose_of,
        num_slices: int,
        num_distances: int,
    ):
        """Do some slices of work on a search or on the path that was found, until so many distances were computed."""
        per_look = wp.max(body.num_points, 1) * (world.num_obstacles[0] + OBSTACLES_PER_FRAMES)  # a robot may have none
        most = num_distances / per_look
        g.looks[env_id] = wp.int32(0)
        done = wp.int32(0)
        while done < num_slices and g.looks[env_id] <= most:
            done += 1
            if g.phase[env_id] == PLANNING:
                plan(robot, body, world, frames, targets, g, env_id, q, target)
            elif g.phase[env_id] == SHORTENING:
                shorten(robot, body, world, frames, g, env_id)
                g.num_slices[env_id] = g.num_slices[env_id] + 1
                if g.num_slices[env_id] > NUM_SHORTCUTS or g.num_waypoints[env_id] == 2:
                    finish_path(g, env_id)

    return begin_plan, work
