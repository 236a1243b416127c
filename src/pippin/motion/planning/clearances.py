"""How far a robot in a configuration is from obstacles and from itself, for kernels."""

# No postponed annotations here: Warp evaluates those of a struct, which name the precision.
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

from ..ik.bodies import bodies_struct
from .kernel_kind import KernelKind

CHUNK = wp.constant(32)
"""Number of obstacles of which a mask tells those that are near."""


@cache
def scene_struct(scalar: type, num_coordinates: int) -> Any:
    """Struct of a robot among obstacles.

    ``obstacle_bounds`` (num_worlds, capacity) holds the centre of each obstacle in the frame of the base and the radius
    of the ball around it [m]; where there is none, the ball is far away.
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
def distance_function(kind: KernelKind) -> wp.Function:
    """Build the function that gives the signed distance from a point to an obstacle."""
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
    """Build the function that computes how far a body is from obstacles."""
    scalar, vector = kind.scalar, vector_type(kind.scalar)
    Scene = scene_struct(scalar, kind.num_coordinates)
    distance_from = distance_function(kind)

    @wp.func
    def body_clearance(
        scene: Scene, world_id: wp.int32, body: wp.int32, frame: pose_type(scalar), bound: vector, enough: scalar
    ) -> scalar:
        """Least distance from a sphere of the body to an obstacle [m], or something not below ``enough``.

        ``bound`` is the centre of the ball around all its spheres.
        """
        bodies, world = scene.bodies, scene.world
        clearance = enough
        first, last = bodies.balls[body], bodies.balls[body + 1]
        far = bodies.radii[first] + enough
        for chunk in range(0, world.num_obstacles[0], CHUNK):
            # First which are near, without branches, since few are.
            near = wp.uint32(0)
            for k in range(wp.min(CHUNK, world.num_obstacles[0] - chunk)):
                ball = scene.obstacle_bounds[world_id, chunk + k]
                away = vector(ball[0], ball[1], ball[2]) - bound
                reach = ball[3] + far
                near = near | (wp.uint32(wp.length_sq(away) < reach * reach) << wp.uint32(k))
            obstacle = wp.int32(chunk)
            while near != wp.uint32(0):
                if (near & wp.uint32(1)) != wp.uint32(0):
                    for i in range(first, last):  # one place for all balls: distances are much code
                        center = wp.transform_point(frame, bodies.centers[i])
                        distance = distance_from(world, world_id, obstacle, center) - bodies.radii[i]
                        if i > first:
                            clearance = wp.min(clearance, distance)
                        elif distance >= clearance:
                            break
                near = near >> wp.uint32(1)
                obstacle += 1
        return clearance

    return body_clearance


@wp.func
def body_frame(frames: Any, joint: int) -> Any:
    """Pose of what is fixed to a joint, or to the base."""
    if joint < 0:
        return identity_pose(frames[0])
    return frames[joint]


@cache
def place_bodies_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that computes where the bodies of a robot are."""
    pose_of, vector = pose_type(scalar), vector_type(scalar)

    @wp.func
    def place_bodies(
        scene: scene_struct(scalar, num_coordinates),
        q: coordinates_type(scalar, num_coordinates),
        frames: wp.array(dtype=pose_of),
        bounds: wp.array(dtype=vector),
    ):
        """Write the poses of joints and the centres of the balls around bodies."""
        bodies = scene.bodies
        compute_joint_frames(scene.robot, q, frames)
        for body in range(bodies.num_bodies):
            frame = body_frame(frames, bodies.joints[body])
            bounds[body] = wp.transform_point(frame, bodies.centers[bodies.balls[body]])

    return place_bodies


@cache
def pair_clearance_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that computes how far two bodies of the robot are from each other."""
    Scene = scene_struct(scalar, num_coordinates)

    @wp.func
    def pair_clearance(
        scene: Scene,
        first: wp.int32,
        second: wp.int32,
        frames: wp.array(dtype=pose_type(scalar)),
        bounds: wp.array(dtype=vector_type(scalar)),
        enough: scalar,
    ) -> scalar:
        """Least distance from a sphere of one body to one of the other [m], or something not below ``enough``."""
        bodies = scene.bodies
        clearance = enough
        i0, j0 = bodies.balls[first], bodies.balls[second]
        far = bodies.radii[i0] + bodies.radii[j0] + enough
        if wp.length_sq(bounds[first] - bounds[second]) < far * far:
            a, b = body_frame(frames, bodies.joints[first]), body_frame(frames, bodies.joints[second])
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


@cache
def configuration_clearance_function(kind: KernelKind) -> wp.Function:
    """Build the function that computes how far the robot is from everything."""
    scalar, num_coordinates = kind.scalar, kind.num_coordinates
    num_joints, num_bodies = kind.num_joints, kind.num_bodies
    coordinates, pose_of, vector = coordinates_type(scalar, num_coordinates), pose_type(scalar), vector_type(scalar)
    place_bodies = place_bodies_function(scalar, num_coordinates)
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
        frames, bounds = wp.zeros(num_joints, dtype=pose_of), wp.zeros(num_bodies, dtype=vector)
        place_bodies(scene, q, frames, bounds)
        clearance = enough
        for body in range(bodies.num_bodies):
            joint = bodies.joints[body]
            if joint >= 0:
                clearance = body_clearance(scene, world_id, body, frames[joint], bounds[body], clearance)
        for pair in range(bodies.num_pairs):
            first, second = bodies.pairs[pair][0], bodies.pairs[pair][1]
            clearance = pair_clearance(scene, first, second, frames, bounds, clearance)
        return clearance

    return configuration_clearance
