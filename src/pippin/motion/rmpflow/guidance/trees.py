"""Two trees of configurations that grow towards each other (RRT-Connect), a slice of work at a time, for kernels."""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.ik.functions import coordinates_type

from .clearance import segment_is_free
from .structs import MAX_NODES

REACH = 1.0
"""Longest edge of a tree [rad, or m]."""

SPACING = 0.05
"""Largest distance between configurations of an edge that are looked at [rad, or m]."""

NEARBY = 1.5
"""How far outside of the box of start and first goal the other random configurations may be [rad, or m]."""

FAR_SHARE = 0.5
"""Share of random configurations that are drawn from between the limits."""


@wp.func
def add_node(g: Any, env_id: int, tree: int, q: Any, parent: int) -> int:
    """Add a configuration to a tree; gives its node, or -1 where there is no room."""
    node = g.num_nodes[env_id, tree]
    if node >= MAX_NODES:
        return wp.int32(-1)
    g.nodes[env_id, tree, node] = q
    g.parents[env_id, tree, node] = parent
    g.num_nodes[env_id, tree] = node + 1
    return node


@wp.func
def nearest_node(g: Any, env_id: int, tree: int, q: Any) -> int:
    """Node of a tree that is nearest to a configuration."""
    nearest = wp.int32(0)
    least = wp.length_sq(g.nodes[env_id, tree, 0] - q)
    for node in range(1, g.num_nodes[env_id, tree]):
        distance = wp.length_sq(g.nodes[env_id, tree, node] - q)
        if distance < least:
            nearest = node
            least = distance
    return nearest


@cache
def trees_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that adds to the trees."""
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.func
    def random_configuration(g: Any, env_id: int) -> coordinates:
        """Draw uniformly, from between the limits or from around start and first goal."""
        state = g.random[env_id]
        start, goal = g.nodes[env_id, 0, 0], g.nodes[env_id, 1, 0]
        anywhere = scalar(wp.randf(state)) < scalar(FAR_SHARE)
        q = coordinates()
        for i in range(num_coordinates):
            low, high = g.lowest_sample[i], g.highest_sample[i]
            if not anywhere:
                low = wp.max(low, wp.min(start[i], goal[i]) - scalar(NEARBY))
                high = wp.min(high, wp.max(start[i], goal[i]) + scalar(NEARBY))
            q[i] = low + (high - low) * scalar(wp.randf(state))
        g.random[env_id] = state
        return q

    @wp.func
    def reach_out(
        robot: Any, body: Any, world: Any, frames: Any, g: Any, env_id: int, tree: int, node: int, q: coordinates
    ) -> wp.int32:
        """Add what lies from a node towards a configuration, at most one edge away; gives its node, or -1."""
        start = g.nodes[env_id, tree, node]
        length = wp.length(q - start)
        end = q
        if length > scalar(REACH):
            end = start + (scalar(REACH) / length) * (q - start)
        if length <= scalar(0.0):
            return node
        margin, spacing = g.margin[env_id], scalar(SPACING)
        if segment_is_free(robot, body, world, frames, g.looks, start, end, env_id, margin, spacing):
            return add_node(g, env_id, tree, end, node)
        return wp.int32(-1)

    @wp.func
    def grow(robot: Any, body: Any, world: Any, frames: Any, g: Any, env_id: int) -> wp.bool:
        """Add one edge, or none; gives whether the trees meet, at ``connect_from`` and ``connect_to``."""
        source = g.connect_from[env_id]
        tree = g.growing[env_id]
        if source < 0:
            tree = 1 - tree
            g.growing[env_id] = tree
            q = random_configuration(g, env_id)
            node = reach_out(robot, body, world, frames, g, env_id, tree, nearest_node(g, env_id, tree, q), q)
            if node >= 0:
                g.connect_to[env_id] = node
                g.connect_from[env_id] = nearest_node(g, env_id, 1 - tree, g.nodes[env_id, tree, node])
            return wp.bool(False)
        q = g.nodes[env_id, tree, g.connect_to[env_id]]
        node = reach_out(robot, body, world, frames, g, env_id, 1 - tree, source, q)
        g.connect_from[env_id] = node
        if node < 0:
            return wp.bool(False)
        return wp.length_sq(g.nodes[env_id, 1 - tree, node] - q) <= scalar(1.0e-12)

    return grow
