"""Paths from the trees of a search, and shorter ones from these, for kernels."""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache

import warp as wp

from pippin.motion.ik.functions import coordinates_type

from .clearances import scene_struct
from .edges import edge_is_free_function, workspace_struct
from .kernel_kind import KernelKind
from .lanes import largest_function
from .trees import trees_struct


@cache
def branch_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that writes the way from the root of a tree to a node."""
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.func
    def branch(
        nodes: wp.array(dtype=coordinates),
        parents: wp.array(dtype=wp.int32),
        node: wp.int32,
        path: wp.array(dtype=coordinates),
    ) -> wp.int32:
        """Write it to the beginning of ``path``, root first; gives the number of nodes, 0 where there is no room."""
        length = wp.int32(1)
        ancestor = wp.int32(node)
        while ancestor != 0:
            ancestor = parents[ancestor]
            length += 1
        if length > path.shape[0]:
            return 0
        ancestor = wp.int32(node)
        for i in range(length):
            path[length - 1 - i] = nodes[ancestor]
            ancestor = parents[ancestor]
        return length

    return branch


@cache
def join_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that writes the way from the root of one tree through a common node to the root of another."""
    coordinates = coordinates_type(scalar, num_coordinates)
    branch = branch_function(scalar, num_coordinates)

    @wp.func
    def join(
        trees: trees_struct(scalar, num_coordinates),
        worker: wp.int32,
        first: wp.int32,  # node of the first tree
        second: wp.int32,  # node of the second tree, at the same configuration
        path: wp.array(dtype=coordinates),
    ) -> wp.int32:
        """Write it to the beginning of ``path``; gives the number of waypoints, 0 where there is no room."""
        count = branch(trees.nodes[2 * worker], trees.parents[2 * worker], first, path)
        node = wp.int32(second)
        while node != 0 and count > 0:
            node = trees.parents[2 * worker + 1, node]
            if count >= path.shape[0]:
                return 0
            path[count] = trees.nodes[2 * worker + 1, node]
            count += 1
        return count

    return join


@cache
def shorten_kernel(kind: KernelKind) -> wp.Kernel:
    """Build the kernel that shortens paths, over workers and lanes."""
    scalar, num_coordinates, num_lanes = kind.scalar, kind.num_coordinates, kind.num_lanes
    coordinates = coordinates_type(scalar, num_coordinates)
    edge_is_free = edge_is_free_function(kind)
    largest = largest_function(wp.int32, num_lanes)

    @wp.func
    def locate(path: wp.array(dtype=coordinates), count: wp.int32, along: scalar) -> tuple[wp.int32, coordinates]:
        """The waypoint before a place along the path, which is given by its distance from the start, and the place."""
        i = wp.int32(0)
        rest = scalar(along) + scalar(0.0)
        length = wp.length(path[1] - path[0])
        while rest > length and i < count - 2:
            rest -= length
            i += 1
            length = wp.length(path[i + 1] - path[i])
        return i, path[i] + wp.min(rest / wp.max(length, scalar(1.0e-9)), scalar(1.0)) * (path[i + 1] - path[i])

    @wp.kernel(module="unique", enable_backward=False)
    def shorten(
        scene: scene_struct(scalar, num_coordinates),
        space: workspace_struct(scalar, num_coordinates),
        num_worlds: wp.int32,
        seed: wp.int32,
        num_attempts: wp.int32,
        problems: wp.array(dtype=wp.int32),  # (num_workers,), index of the problem that each worker searched
        seeds: wp.array(dtype=wp.int32),  # (num_workers,), added to the other one
        margins: wp.array(dtype=scalar),  # (num_problems,), distance below which bodies touch [m]
        paths: wp.array2d(dtype=coordinates),  # (num_workers, capacity)
        counts: wp.array2d(dtype=wp.int32),  # (num_workers, 3): outcome, number of waypoints, of iterations
    ):
        """Connect random places of each path by straight motions where nothing is in the way."""
        worker, lane = wp.tid()
        problem = problems[worker]
        world_id = wp.min(problem, num_worlds - 1)
        margin = margins[problem]
        count = counts[worker, 1]
        state = wp.rand_init(seed, seeds[worker])
        attempt = wp.int32(0)
        while attempt < num_attempts and count >= 3:
            attempt += 1
            length = scalar(0.0)
            for i in range(count - 1):
                length += wp.length(paths[worker, i + 1] - paths[worker, i])
            one, other = scalar(wp.randf(state)) * length, scalar(wp.randf(state)) * length
            i, a = locate(paths[worker], count, wp.min(one, other))
            j, b = locate(paths[worker], count, wp.max(one, other))
            fits = i < j and count + 2 - (j - i) <= paths.shape[1]
            if fits and edge_is_free(scene, space, worker, lane, world_id, a, b, margin):
                # Waypoints i + 1 to j go, a and b come in.
                shift = 2 - (j - i)
                if lane == 0:
                    if shift > 0:
                        for k in range(count - 1 - j):
                            paths[worker, count - 1 - k + shift] = paths[worker, count - 1 - k]
                    elif shift < 0:
                        for k in range(j + 1, count):
                            paths[worker, k + shift] = paths[worker, k]
                    paths[worker, i + 1] = a
                    paths[worker, i + 2] = b
                largest(0)  # before other lanes read the path
                count += shift
        counts[worker, 1] = count

    return shorten
