"""Trees of configurations that a search grows, for kernels."""

# No postponed annotations here: Warp evaluates those of a struct, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.ik.functions import coordinates_type

from .clearances import scene_struct
from .edges import block_edges_function, workspace_struct
from .kernel_kind import KernelKind
from .lanes import largest_function

GOING = wp.constant(0)
STOPPED = wp.constant(1)
ARRIVED = wp.constant(2)
"""States of an extension: on its way, where something is in the way, at its target."""


@cache
def trees_struct(scalar: type, num_coordinates: int) -> Any:
    """Struct of two trees for each worker: ``nodes`` and their ``parents`` (2 * num_workers, capacity).

    The root is node 0 and its own parent; every other node stands behind its parent.
    """
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.struct
    class Trees:
        nodes: wp.array2d(dtype=coordinates)
        parents: wp.array2d(dtype=wp.int32)

    return Trees


@cache
def extensions_struct(scalar: type, num_coordinates: int) -> Any:
    """Struct of the extensions of a tree that each worker makes at once, all (num_workers, num_extensions).

    ``targets`` is where they go: a random configuration or a node of the other tree, which is in ``others``. ``nodes``
    is the node that each has reached, ``lengths`` the length of its next motion, ``states`` one of :data:`GOING`,
    :data:`STOPPED` and :data:`ARRIVED`. ``grown`` are the last nodes of those that added any.
    """
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.struct
    class Extensions:
        targets: wp.array2d(dtype=coordinates)
        nodes: wp.array2d(dtype=wp.int32)
        others: wp.array2d(dtype=wp.int32)
        lengths: wp.array2d(dtype=scalar)
        states: wp.array2d(dtype=wp.int32)
        grown: wp.array2d(dtype=wp.int32)

    return Extensions


@cache
def nearest_node_function(scalar: type, num_coordinates: int, num_lanes: int) -> wp.Function:
    """Build the function that finds the node of a tree that is nearest to a configuration."""
    coordinates = coordinates_type(scalar, num_coordinates)
    largest, largest_index = largest_function(scalar, num_lanes), largest_function(wp.int32, num_lanes)

    @wp.func
    def nearest_node(
        nodes: wp.array(dtype=coordinates), count: wp.int32, lane: wp.int32, q: coordinates, weights: coordinates
    ) -> wp.int32:
        """Find it by the weighted squared distance; of several the last."""
        nearest = wp.int32(-1)
        least = scalar(wp.inf)
        node = wp.int32(lane)
        while node < count:
            away = nodes[node] - q
            distance = wp.dot(wp.cw_mul(weights, away), away)
            if distance <= least:
                nearest, least = node, distance
            node += num_lanes
        if wp.static(num_lanes > 1):
            if least > -largest(-least):
                nearest = wp.int32(-1)
            nearest = largest_index(nearest)
        return nearest

    return nearest_node


@cache
def extend_function(kind: KernelKind) -> wp.Function:
    """Build the function that extends a tree towards configurations."""
    scalar, num_coordinates, num_lanes = kind.scalar, kind.num_coordinates, kind.num_lanes
    block_edges, largest = block_edges_function(kind), largest_function(wp.int32, num_lanes)

    @wp.func
    def propose(
        space: workspace_struct(scalar, num_coordinates),
        extensions: extensions_struct(scalar, num_coordinates),
        trees: trees_struct(scalar, num_coordinates),
        worker: wp.int32,
        row: wp.int32,
        extension: wp.int32,
    ):
        """Write the next motion of an extension."""
        q = trees.nodes[row, extensions.nodes[worker, extension]]
        target, length = extensions.targets[worker, extension], extensions.lengths[worker, extension]
        rest = wp.length(target - q)
        end = target
        if rest > length:
            end = q + (length / rest) * (target - q)
        space.begins[worker, extension] = q
        space.ends[worker, extension] = end
        space.blocked[worker, extension] = 0

    @wp.func
    def advance(
        space: workspace_struct(scalar, num_coordinates),
        extensions: extensions_struct(scalar, num_coordinates),
        trees: trees_struct(scalar, num_coordinates),
        worker: wp.int32,
        row: wp.int32,
        extension: wp.int32,
        count: wp.int32,
        stride: scalar,
        shortest: scalar,
    ) -> wp.int32:
        """Add the end of a motion that is free, or halve one that is not; gives the number of nodes then."""
        node, length = extensions.nodes[worker, extension], scalar(extensions.lengths[worker, extension])
        rest = wp.length(extensions.targets[worker, extension] - trees.nodes[row, node])
        state = wp.int32(GOING)
        if space.blocked[worker, extension] == 0:
            if count < trees.nodes.shape[1]:
                trees.nodes[row, count] = space.ends[worker, extension]
                trees.parents[row, count] = node
                extensions.nodes[worker, extension] = count
                count += 1
                if rest <= length:
                    state = wp.int32(ARRIVED)
                elif length < stride:  # what lies beyond is blocked
                    state = wp.int32(STOPPED)
            else:
                state = wp.int32(STOPPED)
        else:
            length = scalar(0.5) * wp.min(length, rest)
            extensions.lengths[worker, extension] = length
            if length < shortest:
                state = wp.int32(STOPPED)
        extensions.states[worker, extension] = state
        return count

    @wp.func
    def extend(
        scene: scene_struct(scalar, num_coordinates),
        space: workspace_struct(scalar, num_coordinates),
        extensions: extensions_struct(scalar, num_coordinates),
        trees: trees_struct(scalar, num_coordinates),
        worker: wp.int32,
        lane: wp.int32,
        world_id: wp.int32,
        tree: wp.int32,
        count: wp.int32,
        num_asked: wp.int32,
        stride: scalar,
        shortest: scalar,
        margin: scalar,
    ) -> tuple[wp.int32, wp.int32]:
        """Add nodes from those of the first ``num_asked`` extensions towards their targets, as far as nothing is there.

        A stride that is blocked is tried again at half of its length, until that is below ``shortest``.

        Returns:
            Number of nodes that the tree has then, and of extensions that added any.
        """
        row = 2 * worker + tree
        old_count = wp.int32(count)
        num_grown = wp.int32(0)
        num_going = wp.int32(num_asked)
        largest(0)  # all lanes have written their extensions
        for extension in range(lane, num_asked, num_lanes):
            extensions.lengths[worker, extension] = stride
            extensions.states[worker, extension] = GOING
            space.asked[worker, extension] = extension
            propose(space, extensions, trees, worker, row, extension)
        while num_going > 0:
            block_edges(scene, space, worker, lane, world_id, num_going, margin)
            if lane == 0:
                num_asked_before = wp.int32(num_going)
                num_going = wp.int32(0)
                for i in range(num_asked_before):
                    extension = space.asked[worker, i]
                    count = advance(space, extensions, trees, worker, row, extension, count, stride, shortest)
                    if extensions.states[worker, extension] == GOING:
                        propose(space, extensions, trees, worker, row, extension)
                        space.asked[worker, num_going] = extension
                        num_going += 1
            else:
                num_going = wp.int32(0)
            num_going = largest(num_going)
        count = largest(count)
        if lane == 0:
            for extension in range(num_asked):
                if extensions.nodes[worker, extension] >= old_count:
                    extensions.grown[worker, num_grown] = extensions.nodes[worker, extension]
                    num_grown += 1
        num_grown = largest(num_grown)
        return count, num_grown

    return extend
