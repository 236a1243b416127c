"""Trees of configurations that a search grows, for kernels."""

# No postponed annotations here: Warp evaluates those of a struct, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.ik.functions import coordinates_type

from .edges import edge_is_free_function, scene_struct, workspace_struct
from .kernel_kind import KernelKind
from .lanes import largest_function


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
def nearest_node_function(scalar: type, num_coordinates: int, num_lanes: int) -> wp.Function:
    """Function that finds the node of a tree that is nearest to a configuration."""
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
    """Function that extends a tree towards a configuration."""
    scalar, num_coordinates = kind.scalar, kind.num_coordinates
    coordinates = coordinates_type(scalar, num_coordinates)
    edge_is_free = edge_is_free_function(kind)

    @wp.func
    def extend(
        scene: scene_struct(scalar, num_coordinates),
        space: workspace_struct(),
        trees: trees_struct(scalar, num_coordinates),
        worker: wp.int32,
        lane: wp.int32,
        world_id: wp.int32,
        tree: wp.int32,
        count: wp.int32,
        nearest: wp.int32,
        target: coordinates,
        stride: scalar,
        shortest: scalar,
        max_strides: wp.int32,
        margin: scalar,
    ) -> tuple[wp.int32, wp.bool]:
        """Add nodes from one node towards the target as long as nothing is in the way.

        A stride that is blocked is tried again at half of its length, until that is below ``shortest``.

        Returns:
            Number of nodes that the tree has then, and whether the last is at the target.
        """
        row = 2 * worker + tree
        node = wp.int32(nearest)
        q = trees.nodes[row, node]
        length = scalar(stride) + scalar(0.0)
        strides = wp.int32(0)
        while strides < max_strides and count < trees.nodes.shape[1]:
            rest = wp.length(target - q)
            arrives = rest <= length
            end = target
            if not arrives:
                end = q + (length / rest) * (target - q)
            if edge_is_free(scene, space, worker, lane, world_id, q, end, margin):
                trees.nodes[row, count] = end
                trees.parents[row, count] = node
                node = count
                count += 1
                q = end
                strides += 1
                if arrives:
                    return count, wp.bool(True)
                if length < stride:  # what lies beyond is blocked
                    break
            else:
                length = scalar(0.5) * wp.min(length, rest)
                if length < shortest:
                    break
        return count, wp.bool(False)

    return extend
