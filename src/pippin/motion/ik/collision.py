"""How deep the collision spheres of a robot are in obstacles and in each other, and which way out, for kernels."""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import pose_type, vector_type
from pippin.motion.kinematics import robot_struct
from pippin.motion.kinematics.functions import compute_joint_frames, point_velocity, sphere_center
from pippin.motion.world import world_struct
from pippin.motion.world.distances import nearest_obstacle

from .functions import coordinates_type, square_type

MARGIN = 0.005
"""How much farther from obstacles than asked for a solution is looked for [m]; not all of it must be reached."""


@cache
def scene_struct(scalar: type) -> Any:
    """Struct of a robot among obstacles, with room for what each worker computes.

    ``columns`` (num_joints,) is the coordinate of the chain that drives each joint, -1 for others. ``q`` (num_workers,
    coordinates of the robot) and ``joint_frames`` (num_workers, num_joints) are room. ``pairs`` (num_pairs,) are the
    pairs of spheres that should not touch each other.
    """

    @wp.struct
    class Scene:
        robot: robot_struct(scalar)
        world: world_struct(scalar)
        num_worlds: wp.int32
        clearance: scalar
        columns: wp.array(dtype=wp.int32)
        num_pairs: wp.int32
        pairs: wp.array(dtype=wp.vec2i)
        q: wp.array2d(dtype=scalar)
        joint_frames: wp.array2d(dtype=pose_type(scalar))

    return Scene


@cache
def depths_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that computes how deep spheres are in obstacles and in each other."""
    coordinates, square = coordinates_type(scalar, num_coordinates), square_type(scalar, num_coordinates)
    Scene, vector = scene_struct(scalar), vector_type(scalar)

    @wp.func
    def approach(scene: Scene, worker: wp.int32, joint: wp.int32, point: vector, direction: vector) -> coordinates:
        """Speed along a direction of a point that a joint moves, per velocity of each coordinate."""
        speeds = coordinates()
        mover = wp.int32(joint)
        while mover >= 0:
            column = scene.columns[mover]
            if column >= 0:
                velocity = point_velocity(scene.robot.joint_kinds[mover], scene.joint_frames[worker, mover], point)
                speeds[column] = speeds[column] + scene.robot.joint_multipliers[mover] * wp.dot(direction, velocity)
            mover = scene.robot.joint_parents[mover]
        return speeds

    @wp.func
    def depths(scene: Scene, worker: wp.int32, world_id: wp.int32) -> tuple[scalar, scalar, square, coordinates]:
        """Look at all spheres that joints move and at pairs of spheres, at the configuration in the worker's room.

        Gives the largest depth [m], not counting the margin and negative where all is clear, the sum of the squared
        depths, and the matrix and right side of the step of Gauss and Newton that lessens it.
        """
        frames = scene.joint_frames[worker]
        compute_joint_frames(scene.robot, scene.q[worker], frames)
        deepest = scalar(-wp.inf)
        squares = scalar(0.0)
        matrix, right = square(), coordinates()
        for sphere in range(scene.robot.num_spheres):
            joint = scene.robot.sphere_joints[sphere]
            if joint >= 0:
                center = sphere_center(scene.robot, sphere, frames)
                distance, gradient, _ = nearest_obstacle(scene.world, world_id, center)
                depth = scene.clearance - (distance - scene.robot.sphere_radii[sphere])
                deepest = wp.max(deepest, depth)
                depth += scalar(MARGIN)
                if depth > scalar(0.0):
                    outwards = approach(scene, worker, joint, center, gradient)
                    squares += depth * depth
                    matrix += wp.outer(outwards, outwards)
                    right += depth * outwards
        for pair in range(scene.num_pairs):
            first, second = scene.pairs[pair][0], scene.pairs[pair][1]
            start, end = sphere_center(scene.robot, first, frames), sphere_center(scene.robot, second, frames)
            distance = wp.length(end - start)
            depth = scene.robot.sphere_radii[first] + scene.robot.sphere_radii[second] - distance
            deepest = wp.max(deepest, depth)
            depth += scalar(MARGIN)
            if depth > scalar(0.0):
                direction = (end - start) / wp.max(distance, scalar(1.0e-9))
                outwards = approach(scene, worker, scene.robot.sphere_joints[second], end, direction)
                outwards -= approach(scene, worker, scene.robot.sphere_joints[first], start, direction)
                squares += depth * depth
                matrix += wp.outer(outwards, outwards)
                right += depth * outwards
        return deepest, squares, matrix, right

    return depths
