"""Kernels of collision worlds, one for each precision."""

# No postponed annotations here: Warp evaluates those of a kernel, which name the precision.

from functools import cache

import warp as wp

from pippin.motion.arrays import pose_type, vector_type

from .distances import nearest_obstacle
from .structs import world_struct


@cache
def place_kernel(scalar: type) -> wp.Kernel:
    """Build the kernel that places obstacles, over worlds and the obstacles that move."""

    @wp.kernel(module="unique", enable_backward=False)
    def place(
        world_ids: wp.array(dtype=wp.int32),  # (num_moved_worlds,)
        columns: wp.array(dtype=wp.int32),  # (num_moved,)
        new_poses: wp.array2d(dtype=pose_type(scalar)),  # (num_moved_worlds or 1, num_moved), in the world
        base_poses: wp.array(dtype=pose_type(scalar)),  # (num_worlds,), in the world
        poses_out: wp.array2d(dtype=pose_type(scalar)),  # (num_worlds, capacity)
        to_obstacle_out: wp.array2d(dtype=pose_type(scalar)),  # (num_worlds, capacity)
    ):
        """Set poses of obstacles; one row of them stands for all worlds."""
        i, j = wp.tid()
        world_id, column = world_ids[i], columns[j]
        pose = new_poses[wp.min(i, new_poses.shape[0] - 1), j]
        poses_out[world_id, column] = pose
        to_obstacle_out[world_id, column] = wp.transform_inverse(pose) * base_poses[world_id]

    return place


@cache
def place_base_kernel(scalar: type) -> wp.Kernel:
    """Build the kernel that places the bases of robots, over worlds and obstacles."""

    @wp.kernel(module="unique", enable_backward=False)
    def place_base(
        world_ids: wp.array(dtype=wp.int32),  # (num_moved_worlds,)
        new_poses: wp.array(dtype=pose_type(scalar)),  # (num_moved_worlds or 1,), in the world
        poses: wp.array2d(dtype=pose_type(scalar)),  # (num_worlds, capacity), in the world
        base_poses_out: wp.array(dtype=pose_type(scalar)),  # (num_worlds,)
        to_obstacle_out: wp.array2d(dtype=pose_type(scalar)),  # (num_worlds, capacity)
    ):
        """Set poses of bases, and where the obstacles then are; one pose stands for all worlds."""
        i, column = wp.tid()
        world_id = world_ids[i]
        base = new_poses[wp.min(i, new_poses.shape[0] - 1)]
        to_obstacle_out[world_id, column] = wp.transform_inverse(poses[world_id, column]) * base
        if column == 0:
            base_poses_out[world_id] = base

    return place_base


@cache
def define_kernel(scalar: type) -> wp.Kernel:
    """Build the kernel that defines the shapes of one column of obstacles, over worlds."""

    @wp.kernel(module="unique", enable_backward=False)
    def define(
        column: wp.int32,
        new_kinds: wp.array(dtype=wp.int32),  # (num_worlds,)
        new_sizes: wp.array(dtype=vector_type(scalar)),  # (num_worlds,)
        new_meshes: wp.array(dtype=wp.uint64),  # (num_worlds,)
        kinds_out: wp.array2d(dtype=wp.int32),  # (num_worlds, capacity)
        sizes_out: wp.array2d(dtype=vector_type(scalar)),  # (num_worlds, capacity)
        meshes_out: wp.array2d(dtype=wp.uint64),  # (num_worlds, capacity)
    ):
        """Write kinds, sizes and meshes of the obstacles in one column."""
        i = wp.tid()
        kinds_out[i, column] = new_kinds[i]
        sizes_out[i, column] = new_sizes[i]
        meshes_out[i, column] = new_meshes[i]

    return define


@cache
def nearest_kernel(scalar: type) -> wp.Kernel:
    """Build the kernel that finds the obstacle nearest to each sphere, over worlds and their spheres."""

    @wp.kernel(module="unique", enable_backward=False)
    def nearest(
        world: world_struct(scalar),
        centers: wp.array2d(dtype=vector_type(scalar)),  # (num_worlds, num_spheres), in the frame of the base
        radii: wp.array(dtype=scalar),  # (num_spheres,)
        distance_out: wp.array2d(dtype=scalar),  # (num_worlds, num_spheres)
        gradient_out: wp.array2d(dtype=vector_type(scalar)),  # (num_worlds, num_spheres)
        obstacle_out: wp.array2d(dtype=wp.int32),  # (num_worlds, num_spheres)
    ):
        """Find the nearest obstacle of each sphere."""
        world_id, sphere = wp.tid()
        # Worlds that are all alike are held once.
        row = wp.min(world_id, world.kinds.shape[0] - 1)
        distance, gradient, obstacle = nearest_obstacle(world, row, centers[world_id, sphere])
        distance_out[world_id, sphere] = distance - radii[sphere]
        gradient_out[world_id, sphere] = gradient
        obstacle_out[world_id, sphere] = obstacle

    return nearest
