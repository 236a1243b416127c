"""Whether straight motions of a robot touch anything, for kernels.

A motion is bisected. At the middle of each part, every body of the robot is either so far from everything that nothing
can happen within the part (its spheres move by no more than their reach), or touches something, or the part is halved
once more. So what is found free is free at every instant, not only at samples. Parts are looked at from coarse to fine,
since what blocks a motion mostly blocks much of it. The lanes of a worker share the parts of several motions.
"""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import pose_type, vector_type
from pippin.motion.ik.functions import coordinates_type

from .clearances import body_clearance_function, pair_clearance_function, place_bodies_function, scene_struct
from .kernel_kind import KernelKind
from .lanes import largest_function

MAX_PARTS = 4096
"""Number of parts of one length that motions are looked at in at once; one that needs more counts as blocked."""

LAST_BIT = wp.constant(62)
"""Bit of the mask of bodies and pairs of bodies that stands for all from there on."""

EVERYTHING = wp.constant(wp.int64((1 << 63) - 1))
"""Mask of all bodies and pairs."""


@wp.func
def bit_of(index: wp.int32) -> wp.int64:
    """Bit that stands for a body or, counted on, for a pair of bodies."""
    return wp.int64(1) << wp.int64(wp.min(index, LAST_BIT))


@cache
def workspace_struct(scalar: type, num_coordinates: int) -> Any:
    """Struct of the room that the workers compute in, a row or two for each.

    ``begins``, ``ends`` and ``blocked`` (num_workers, num_edges) are the straight motions that are looked at, ``asked``
    (num_workers, num_edges) which of them. ``parts``, ``masks`` (2 * num_workers, :data:`MAX_PARTS`) are the parts of
    them that are open, of this length and of the next (``num_edges`` times the place along the motion, plus the
    motion), and their bodies; ``counts`` (2 * num_workers,) says how many.
    """
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.struct
    class Workspace:
        begins: wp.array2d(dtype=coordinates)
        ends: wp.array2d(dtype=coordinates)
        blocked: wp.array2d(dtype=wp.int32)
        asked: wp.array2d(dtype=wp.int32)
        parts: wp.array2d(dtype=wp.int32)
        masks: wp.array2d(dtype=wp.int64)
        counts: wp.array(dtype=wp.int32)

    return Workspace


@cache
def open_bodies_function(kind: KernelKind) -> wp.Function:
    """Build the function that finds which bodies may touch something during a part of a motion."""
    scalar, num_coordinates = kind.scalar, kind.num_coordinates
    num_joints, num_bodies = kind.num_joints, kind.num_bodies
    coordinates, pose_of, vector = coordinates_type(scalar, num_coordinates), pose_type(scalar), vector_type(scalar)
    place_bodies = place_bodies_function(scalar, num_coordinates)
    body_clearance, pair_clearance = body_clearance_function(kind), pair_clearance_function(scalar, num_coordinates)

    @wp.func
    def open_bodies(
        scene: scene_struct(scalar, num_coordinates),
        world_id: wp.int32,
        middle: coordinates,
        half: coordinates,
        margin: scalar,
        mask: wp.int64,
    ) -> wp.int64:
        """Mask of the bodies and pairs that may, out of those in ``mask``; -1 where one touches in the middle.

        ``half`` is how far each coordinate moves within half of the part; less than ``margin`` [m] is touching.
        """
        bodies = scene.bodies
        frames, bounds = wp.zeros(num_joints, dtype=pose_of), wp.zeros(num_bodies, dtype=vector)
        place_bodies(scene, middle, frames, bounds)
        remaining = wp.int64(0)
        for body in range(bodies.num_bodies):
            joint = bodies.joints[body]
            bit = bit_of(body)
            if joint >= 0 and (mask & bit) != wp.int64(0):
                reach = wp.max(wp.dot(bodies.reaches[body], half), margin)
                clearance = body_clearance(scene, world_id, body, frames[joint], bounds[body], reach)
                if clearance < margin:
                    return wp.int64(-1)
                if clearance < reach:
                    remaining |= bit
        for pair in range(bodies.num_pairs):
            bit = bit_of(bodies.num_bodies + pair)
            if (mask & bit) != wp.int64(0):
                first, second = bodies.pairs[pair][0], bodies.pairs[pair][1]
                reach = wp.max(wp.dot(bodies.pair_reaches[pair], half), margin)
                clearance = pair_clearance(scene, first, second, frames, bounds, reach)
                if clearance < margin:
                    return wp.int64(-1)
                if clearance < reach:
                    remaining |= bit
        return remaining

    return open_bodies


@cache
def block_edges_function(kind: KernelKind) -> wp.Function:
    """Build the function that finds which straight motions touch anything."""
    scalar, num_coordinates, num_lanes = kind.scalar, kind.num_coordinates, kind.num_lanes
    open_bodies, largest = open_bodies_function(kind), largest_function(wp.int32, num_lanes)

    @wp.func
    def block_edges(
        scene: scene_struct(scalar, num_coordinates),
        space: workspace_struct(scalar, num_coordinates),
        worker: wp.int32,
        lane: wp.int32,
        world_id: wp.int32,
        num_asked: wp.int32,
        margin: scalar,
    ):
        """Mark as blocked on which a body comes closer than ``margin`` [m] to anything, out of those asked about.

        All lanes of a worker ask together. ``blocked`` should be 0 before.
        """
        num_edges = space.blocked.shape[1]
        num_parts = wp.int32(1)  # that each motion is cut into: as many as there are lanes for
        while 2 * num_parts * num_asked <= num_lanes:
            num_parts *= 2
        count = num_parts * num_asked  # of parts that are open
        source = wp.int32(0)
        first = wp.bool(True)
        space.counts[2 * worker + 1] = 0
        largest(0)  # before any parts are counted, all lanes are here
        while count > 0:
            length = scalar(1.0) / scalar(num_parts)
            row, next_row = 2 * worker + source, 2 * worker + 1 - source
            entry = wp.int32(lane)
            while entry < count:
                edge = wp.int32(0)
                part = wp.int32(entry % num_parts)
                mask = wp.int64(EVERYTHING)
                if first:
                    edge = space.asked[worker, entry // num_parts]
                else:
                    edge = space.parts[row, entry] % num_edges
                    part = space.parts[row, entry] // num_edges
                    mask = space.masks[row, entry]
                if space.blocked[worker, edge] == 0:
                    begin = space.begins[worker, edge]
                    step = space.ends[worker, edge] - begin
                    middle = begin + (scalar(part) + scalar(0.5)) * length * step
                    half = scalar(0.5) * length * wp.abs(step)
                    mask = open_bodies(scene, world_id, middle, half, margin, mask)
                    if mask < wp.int64(0):
                        space.blocked[worker, edge] = 1
                    elif mask != wp.int64(0):
                        place = wp.atomic_add(space.counts, next_row, 2)
                        if place + 2 > MAX_PARTS:
                            space.blocked[worker, edge] = 1
                        else:
                            for side in range(2):
                                space.parts[next_row, place + side] = (2 * part + side) * num_edges + edge
                                space.masks[next_row, place + side] = mask
                entry += num_lanes
            largest(0)  # all lanes have counted their parts
            count = wp.min(space.counts[next_row], MAX_PARTS)
            space.counts[row] = 0
            largest(0)  # before the next parts are counted there, all lanes are here
            num_parts *= 2
            source = 1 - source
            first = wp.bool(False)

    return block_edges


@cache
def edge_is_free_function(kind: KernelKind) -> wp.Function:
    """Build the function that finds whether the straight motion between two configurations touches anything."""
    scalar, num_coordinates = kind.scalar, kind.num_coordinates
    coordinates = coordinates_type(scalar, num_coordinates)
    block_edges, largest = block_edges_function(kind), largest_function(wp.int32, kind.num_lanes)

    @wp.func
    def edge_is_free(
        scene: scene_struct(scalar, num_coordinates),
        space: workspace_struct(scalar, num_coordinates),
        worker: wp.int32,
        lane: wp.int32,
        world_id: wp.int32,
        begin: coordinates,
        end: coordinates,
        margin: scalar,
    ) -> wp.bool:
        """Whether no body comes closer than ``margin`` [m] to anything; all lanes of a worker ask together."""
        if lane == 0:
            space.begins[worker, 0] = begin
            space.ends[worker, 0] = end
            space.blocked[worker, 0] = 0
            space.asked[worker, 0] = 0
        block_edges(scene, space, worker, lane, world_id, 1, margin)
        return largest(space.blocked[worker, 0]) == 0

    return edge_is_free
