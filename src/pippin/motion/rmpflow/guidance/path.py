"""Paths that the trees found: made shorter, and followed; for kernels."""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.ik.functions import coordinates_type

from .clearance import segment_is_free
from .structs import MAX_WAYPOINTS
from .trees import SPACING

LOOK_AHEAD = 0.2
"""How far ahead of the robot its guide is [rad, or m]."""

MAX_SHORTCUT = 4.0
"""Longest shortcut that is tried [rad, or m], so that a slice of work stays small."""


@wp.func
def num_ancestors(g: Any, env_id: int, tree: int, node: int) -> int:
    """Number of nodes from one to the root of its tree, both counted."""
    count = wp.int32(0)
    at = wp.int32(node)
    while at >= 0:
        count += 1
        at = wp.int32(g.parents[env_id, tree, at])
    return count


@wp.func
def write_path(g: Any, env_id: int, q: Any, spacing: Any) -> bool:
    """Write the path through the nodes at which the trees meet; False where there is no room.

    It begins at the robot's configuration ``q``, as far as the robot has moved on by more than ``spacing`` meanwhile.
    """
    tree = g.growing[env_id]
    start_node = wp.where(tree == 0, g.connect_to[env_id], g.connect_from[env_id])
    goal_node = wp.where(tree == 0, g.connect_from[env_id], g.connect_to[env_id])
    from_start = num_ancestors(g, env_id, 0, start_node)
    goal_node = wp.int32(g.parents[env_id, 1, goal_node])  # where the trees meet, both have a node
    if wp.length(q - g.nodes[env_id, 0, 0]) > spacing:
        from_start += 1
        g.path[env_id, 0] = q
    count = from_start + num_ancestors(g, env_id, 1, goal_node)
    if count > MAX_WAYPOINTS:
        return False
    place = wp.int32(from_start)
    while start_node >= 0:
        place -= 1
        g.path[env_id, place] = g.nodes[env_id, 0, start_node]
        start_node = wp.int32(g.parents[env_id, 0, start_node])
    place = from_start
    while goal_node >= 0:
        g.path[env_id, place] = g.nodes[env_id, 1, goal_node]
        place += 1
        goal_node = wp.int32(g.parents[env_id, 1, goal_node])
    g.num_waypoints[env_id] = count
    g.segment[env_id] = 0
    g.along[env_id] = g.along[env_id] - g.along[env_id]
    return True


@wp.func
def replace_waypoints(g: Any, env_id: int, first: int, last: int, a: Any, b: Any):
    """Replace the waypoints from ``first`` to ``last`` by two others; there should be room."""
    count = g.num_waypoints[env_id]
    shift = first + 1 - last
    if shift > 0:
        for k in range(count - 1 - last):
            g.path[env_id, count - 1 - k + shift] = g.path[env_id, count - 1 - k]
    else:
        for k in range(last + 1, count):
            g.path[env_id, k + shift] = g.path[env_id, k]
    g.path[env_id, first] = a
    g.path[env_id, first + 1] = b
    g.num_waypoints[env_id] = count + shift


@cache
def path_functions(scalar: type, num_coordinates: int) -> tuple[wp.Function, ...]:
    """Functions that shorten a path, follow it, tell how far along it the guide is, keep the shortest and take it."""
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.func
    def place_on_path(g: Any, env_id: int, segment: wp.int32, part: scalar) -> coordinates:
        """Configuration on a segment of a path, behind a part of it."""
        start, end = g.path[env_id, segment], g.path[env_id, segment + 1]
        return start + part * (end - start)

    @wp.func
    def shorten(robot: Any, body: Any, world: Any, frames: Any, g: Any, env_id: int):
        """Try to go straight between random places of two segments."""
        state = g.random[env_id]
        first = wp.randi(state, 0, g.num_waypoints[env_id] - 1)
        second = wp.randi(state, 0, g.num_waypoints[env_id] - 1)
        part, other_part = scalar(wp.randf(state)), scalar(wp.randf(state))
        g.random[env_id] = state
        low, high = wp.min(first, second), wp.max(first, second)
        if high > low and g.num_waypoints[env_id] + 2 - (high - low) <= MAX_WAYPOINTS:
            start, end = place_on_path(g, env_id, low, part), place_on_path(g, env_id, high, other_part)
            if wp.length(end - start) < scalar(MAX_SHORTCUT):
                margin, spacing = g.margin[env_id], scalar(SPACING)
                if segment_is_free(robot, body, world, frames, g.looks, start, end, env_id, margin, spacing):
                    replace_waypoints(g, env_id, low + 1, high, start, end)

    @wp.func
    def guide_on_path(g: Any, env_id: int, q: coordinates) -> coordinates:
        """Move the guide on until it is ahead of the robot, or at the end; gives where it is then."""
        segment, along = wp.int32(g.segment[env_id]), scalar(g.along[env_id])
        last = g.num_waypoints[env_id] - 1
        guide = coordinates()
        moving = wp.bool(True)
        while moving:
            start, end = g.path[env_id, segment], g.path[env_id, segment + 1]
            guide = start + along * (end - start)
            moving = wp.length(guide - q) < scalar(LOOK_AHEAD)
            if moving:
                along += scalar(SPACING) / wp.max(wp.length(end - start), scalar(SPACING))
                if along >= scalar(1.0):
                    if segment + 1 < last:
                        segment += 1
                        along = scalar(0.0)
                    else:
                        along, guide, moving = scalar(1.0), coordinates(end), wp.bool(False)
        g.segment[env_id] = segment
        g.along[env_id] = along
        return guide

    @wp.func
    def distance_left(g: Any, env_id: int, guide: coordinates) -> scalar:
        """Length of the path from the guide to the end."""
        length = scalar(0.0)
        at = coordinates(guide)
        for waypoint in range(g.segment[env_id] + 1, g.num_waypoints[env_id]):
            length += wp.length(g.path[env_id, waypoint] - at)
            at = coordinates(g.path[env_id, waypoint])
        return length

    @wp.func
    def path_length(g: Any, env_id: int) -> scalar:
        """Way of the joint that goes farthest, summed over the segments of the path, which is what takes the time."""
        length = scalar(0.0)
        for waypoint in range(1, g.num_waypoints[env_id]):
            way = g.path[env_id, waypoint] - g.path[env_id, waypoint - 1]
            length += wp.max(wp.max(way), -wp.min(way))
        return length

    @wp.func
    def keep_shortest(g: Any, env_id: int):
        """Keep the path, if it is shorter than what is kept."""
        length = path_length(g, env_id)
        if length < g.least_length[env_id]:
            g.least_length[env_id] = length
            g.num_kept[env_id] = g.num_waypoints[env_id]
            for waypoint in range(g.num_waypoints[env_id]):
                g.kept[env_id, waypoint] = g.path[env_id, waypoint]

    @wp.func
    def take_kept(g: Any, env_id: int):
        """Take the path that is kept."""
        for waypoint in range(g.num_kept[env_id]):
            g.path[env_id, waypoint] = g.kept[env_id, waypoint]
        g.num_waypoints[env_id] = g.num_kept[env_id]
        g.segment[env_id] = 0
        g.along[env_id] = scalar(0.0)

    return shorten, guide_on_path, distance_left, keep_shortest, take_kept
