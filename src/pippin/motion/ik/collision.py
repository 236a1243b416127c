"""How deep the collision spheres of a robot are in obstacles, and which way out, for kernels."""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import pose_type
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
    coordinates of the robot) and ``joint_frames`` (num_workers, num_joints) are room.
    """

    @wp.struct
    class Scene:
        robot: robot_struct(scalar)
        world: world_struct(scalar)
        num_worlds: wp.int32
        clearance: scalar
        columns: wp.array(dtype=wp.int32)
        q: wp.array2d(dtype=scalar)
        joint_frames: wp.array2d(dtype=pose_type(scalar))

    return Scene


@cache
def depths_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Function that tells how deep spheres are in obstacles."""
    coordinates, square = coordinates_type(scalar, num_coordinates), square_type(scalar, num_coordinates)
    Scene = scene_struct(scalar)

    @wp.func
    def depths(scene: Scene, worker: wp.int32, world_id: wp.int32) -> tuple[scalar, scalar, square, coordinates]:
        """Look at all spheres that joints move, at the configuration in the worker's room.

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
                    outwards = coordinates()
                    while joint >= 0:
                        column = scene.columns[joint]
                        if column >= 0:
                            velocity = point_velocity(scene.robot.joint_kinds[joint], frames[joint], center)
                            speed = scene.robot.joint_multipliers[joint] * wp.dot(gradient, velocity)
                            outwards[column] = outwards[column] + speed
                        joint = scene.robot.joint_parents[joint]
                    squares += depth * depth
                    matrix += wp.outer(outwards, outwards)
                    right += depth * outwards
        return deepest, squares, matrix, right

    return depths
