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
from pippin.motion.world.shapes import ShapeKind

from .bodies import bodies_struct
from .kernel_kind import KernelKind

NONE = wp.constant(int(ShapeKind.NONE))


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
