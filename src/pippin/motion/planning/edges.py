"""Whether straight motions of a robot touch anything, for kernels.

A motion is bisected. At the middle of each part, every body of the robot is either so far from everything that nothing
can happen within the part (its spheres move by no more than their reach), or touches something, or the part is halved
once more. So what is found free is free at every instant, not only at samples. Parts are looked at from coarse to fine,
since what blocks a motion mostly blocks much of it.
"""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import pose_type, vector_type
from pippin.motion.ik.functions import coordinates_type
from pippin.motion.kinematics import robot_struct
from pippin.motion.kinematics.functions import compute_joint_frames, identity_pose
from pippin.motion.world import world_struct
from pippin.motion.world.distances import obstacle_distance, solid_distance
from pippin.motion.world.shapes import ShapeKind

from .bodies import bodies_struct
from .kernel_kind import KernelKind
from .lanes import largest_function

MAX_PARTS = 4096
"""Number of parts of one length that a motion is looked at in; one that needs more counts as blocked."""

NONE = wp.constant(int(ShapeKind.NONE))

LAST_BODY = wp.constant(61)
"""Bit of the mask of bodies that stands for all bodies from there on."""

SELF_COLLISION = wp.constant(wp.int64(1 << 62))
"""Bit that stands for all pairs of bodies."""

EVERYTHING = wp.constant(wp.int64((1 << 63) - 1))
"""Mask of all bodies and pairs."""


@cache
def scene_struct(scalar: type, num_coordinates: int) -> Any:
    """Struct of a robot among obstacles.

    ``obstacle_bounds`` (num_worlds, capacity) holds the centre of each obstacle in the frame of the base and the radius
    of the ball around it [m].
    """
    Vector4 = wp.types.vector(length=4, dtype=scalar)

    @wp.struct
    class Scene:
        robot: robot_struct(scalar)
        bodies: bodies_struct(scalar, num_coordinates)
        world: world_struct(scalar)
        obstacle_bounds: wp.array2d(dtype=Vector4)

    return Scene


@cache
def workspace_struct() -> Any:
    """Struct of the room that the workers compute in.

    ``parts``, ``masks`` (2 * num_workers, :data:`MAX_PARTS`) are the parts of a motion that are open, of this length
    and of the next, and their bodies; ``counts`` (2 * num_workers,) says how many.
    """

    @wp.struct
    class Workspace:
        parts: wp.array2d(dtype=wp.int32)
        masks: wp.array2d(dtype=wp.int64)
        counts: wp.array(dtype=wp.int32)

    return Workspace


@cache
def distance_function(kind: KernelKind) -> wp.Function:
    """Function that gives the signed distance from a point to an obstacle."""
    scalar = kind.scalar

    @wp.func
    def distance_from(
        world: world_struct(scalar), world_id: wp.int32, obstacle: wp.int32, point: vector_type(scalar)
    ) -> scalar:
        """The distance [m]; ``point`` is in the frame of the base."""
        if wp.static(kind.has_meshes):
            distance, _ = obstacle_distance(world, world_id, obstacle, point)
            return distance
        local = wp.transform_point(world.to_obstacle[world_id, obstacle], point)
        distance, _ = solid_distance(world.kinds[world_id, obstacle], world.sizes[world_id, obstacle], local)
        return distance

    return distance_from


@cache
def body_clearance_function(kind: KernelKind) -> wp.Function:
    """Function that tells how far a body is from obstacles."""
    scalar, vector = kind.scalar, vector_type(kind.scalar)
    Scene = scene_struct(scalar, kind.num_coordinates)
    distance_from = distance_function(kind)

    @wp.func
    def body_clearance(
        scene: Scene, world_id: wp.int32, body: wp.int32, frame: pose_type(scalar), enough: scalar
    ) -> scalar:
        """Least distance from a sphere of the body to an obstacle [m], or something not below ``enough``."""
        bodies, world = scene.bodies, scene.world
        clearance = enough
        first, last = bodies.balls[body], bodies.balls[body + 1]
        bound = wp.transform_point(frame, bodies.centers[first])
        for obstacle in range(world.num_obstacles[0]):
            if world.kinds[world_id, obstacle] != NONE:
                ball = scene.obstacle_bounds[world_id, obstacle]
                away = vector(ball[0], ball[1], ball[2]) - bound
                far = ball[3] + bodies.radii[first] + clearance
                if wp.length_sq(away) < far * far:
                    for i in range(first, last):  # one place for all balls: distances are much code
                        distance = (
                            distance_from(world, world_id, obstacle, wp.transform_point(frame, bodies.centers[i]))
                            - bodies.radii[i]
                        )
                        if i > first:
                            clearance = wp.min(clearance, distance)
                        elif distance >= clearance:
                            break
        return clearance

    return body_clearance


@cache
def pair_clearance_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Function that tells how far two bodies of the robot are from each other."""
    Scene = scene_struct(scalar, num_coordinates)

    @wp.func
    def pair_clearance(
        scene: Scene, first: wp.int32, second: wp.int32, a: pose_type(scalar), b: pose_type(scalar), enough: scalar
    ) -> scalar:
        """Least distance from a sphere of one body to one of the other [m], or something not below ``enough``."""
        bodies = scene.bodies
        clearance = enough
        i0, j0 = bodies.balls[first], bodies.balls[second]
        away = wp.transform_point(a, bodies.centers[i0]) - wp.transform_point(b, bodies.centers[j0])
        far = bodies.radii[i0] + bodies.radii[j0] + enough
        if wp.length_sq(away) < far * far:
            for i in range(i0 + 1, bodies.balls[first + 1]):
                center = wp.transform_point(a, bodies.centers[i])
                for j in range(j0 + 1, bodies.balls[second + 1]):
                    other = wp.transform_point(b, bodies.centers[j])
                    radii = bodies.radii[i] + bodies.radii[j]
                    far = radii + clearance
                    between = wp.length_sq(other - center)
                    if between < far * far:
                        clearance = wp.sqrt(between) - radii
        return clearance

    return pair_clearance


@wp.func
def body_frame(frames: Any, joint: int) -> Any:
    """Pose of what is fixed to a joint, or to the base."""
    if joint < 0:
        return identity_pose(frames[0])
    return frames[joint]


@cache
def configuration_clearance_function(kind: KernelKind) -> wp.Function:
    """Function that tells how far the robot is from everything."""
    scalar, num_coordinates, num_joints = kind.scalar, kind.num_coordinates, kind.num_joints
    coordinates, pose_of = coordinates_type(scalar, num_coordinates), pose_type(scalar)
    body_clearance, pair_clearance = body_clearance_function(kind), pair_clearance_function(scalar, num_coordinates)

    @wp.func
    def configuration_clearance(
        scene: scene_struct(scalar, num_coordinates),
        world_id: wp.int32,
        q: coordinates,
        enough: scalar,
    ) -> scalar:
        """Least distance of a body from obstacles and from other bodies [m], or ``enough`` where that is less."""
        bodies = scene.bodies
        frames = wp.zeros(num_joints, dtype=pose_of)
        compute_joint_frames(scene.robot, q, frames)
        clearance = enough
        for body in range(bodies.num_bodies):
            joint = bodies.joints[body]
            if joint >= 0:
                clearance = body_clearance(scene, world_id, body, frames[joint], clearance)
        for pair in range(bodies.num_pairs):
            first, second = bodies.pairs[pair][0], bodies.pairs[pair][1]
            a, b = body_frame(frames, bodies.joints[first]), body_frame(frames, bodies.joints[second])
            clearance = pair_clearance(scene, first, second, a, b, clearance)
        return clearance

    return configuration_clearance


@cache
def open_bodies_function(kind: KernelKind) -> wp.Function:
    """Function that tells which bodies may touch something during a part of a motion."""
    scalar, num_coordinates, num_joints = kind.scalar, kind.num_coordinates, kind.num_joints
    coordinates, pose_of = coordinates_type(scalar, num_coordinates), pose_type(scalar)
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
        """Mask of the bodies that may, out of those in ``mask``; -1 where one touches something in the middle.

        ``half`` is how far each coordinate moves within half of the part; less than ``margin`` [m] is touching.
        """
        bodies = scene.bodies
        frames = wp.zeros(num_joints, dtype=pose_of)
        compute_joint_frames(scene.robot, middle, frames)
        remaining = wp.int64(0)
        for body in range(bodies.num_bodies):
            joint = bodies.joints[body]
            bit = wp.int64(1) << wp.int64(wp.min(body, LAST_BODY))
            if joint >= 0 and (mask & bit) != wp.int64(0):
                reach = wp.max(wp.dot(bodies.reaches[body], half), margin)
                clearance = body_clearance(scene, world_id, body, frames[joint], reach)
                if clearance < margin:
                    return wp.int64(-1)
                if clearance < reach:
                    remaining |= bit
        if (mask & SELF_COLLISION) != wp.int64(0):
            for pair in range(bodies.num_pairs):
                first, second = bodies.pairs[pair][0], bodies.pairs[pair][1]
                reach = wp.max(wp.dot(bodies.pair_reaches[pair], half), margin)
                a, b = body_frame(frames, bodies.joints[first]), body_frame(frames, bodies.joints[second])
                clearance = pair_clearance(scene, first, second, a, b, reach)
                if clearance < margin:
                    return wp.int64(-1)
                if clearance < reach:
                    remaining |= SELF_COLLISION
        return remaining

    return open_bodies


@cache
def edge_is_free_function(kind: KernelKind) -> wp.Function:
    """Function that tells whether the straight motion between two configurations touches anything."""
    scalar, num_coordinates, num_lanes = kind.scalar, kind.num_coordinates, kind.num_lanes
    coordinates = coordinates_type(scalar, num_coordinates)
    open_bodies = open_bodies_function(kind)
    largest = largest_function(wp.int32, num_lanes)

    @wp.func
    def edge_is_free(
        scene: scene_struct(scalar, num_coordinates),
        space: workspace_struct(),
        worker: wp.int32,
        lane: wp.int32,
        world_id: wp.int32,
        start: coordinates,
        end: coordinates,
        margin: scalar,
    ) -> wp.bool:
        """Whether no body comes closer than ``margin`` [m] to anything; all lanes of a worker ask together."""
        step = end - start
        half = wp.abs(step)
        num_parts = wp.int32(num_lanes)  # that the motion is cut into
        count = wp.int32(num_lanes)  # of which are open
        source = wp.int32(0)
        first = wp.bool(True)
        space.counts[2 * worker + 1] = 0
        largest(0)  # before any parts are counted, all lanes are here
        while count > 0:
            blocked = wp.int32(0)
            length = scalar(1.0) / scalar(num_parts)
            row, next_row = 2 * worker + source, 2 * worker + 1 - source
            entry = wp.int32(lane)
            while entry < count and blocked == 0:
                part = wp.int32(entry)
                mask = wp.int64(EVERYTHING)
                if not first:
                    part = space.parts[row, entry]
                    mask = space.masks[row, entry]
                middle = start + (scalar(part) + scalar(0.5)) * length * step
                mask = open_bodies(scene, world_id, middle, scalar(0.5) * length * half, margin, mask)
                if mask < wp.int64(0):
                    blocked = 1
                elif mask != wp.int64(0):
                    place = wp.atomic_add(space.counts, next_row, 2)
                    if place + 2 > MAX_PARTS:
                        blocked = 1
                    else:
                        for side in range(2):
                            space.parts[next_row, place + side] = 2 * part + side
                            space.masks[next_row, place + side] = mask
                entry += num_lanes
            if largest(blocked) > 0:
                return wp.bool(False)
            count = space.counts[next_row]
            space.counts[row] = 0
            largest(0)  # before the next parts are counted there, all lanes are here
            num_parts *= 2
            source = 1 - source
            first = wp.bool(False)
        return wp.bool(True)

    return edge_is_free
