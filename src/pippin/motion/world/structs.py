"""A collision world as kernels see it: a struct of arrays on a device."""

# No postponed annotations here: Warp evaluates those of a struct, which name the precision.

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import pose_type, vector_type


@cache
def world_struct(scalar: type) -> Any:
    """Struct of all obstacles, each a column, of several worlds, each a row.

    ``num_obstacles`` (1,) is the number of columns in use. ``kinds`` holds a
    :class:`~pippin.motion.world.ShapeKind`, ``sizes`` half sizes or (radius, half of the height, 0) [m],
    ``to_obstacle`` transforms from coordinates in the frame of the robot's base to those in the frame of the obstacle,
    ``meshes`` Warp's ids of meshes; all (num_worlds, capacity).
    """

    @wp.struct
    class World:
        num_obstacles: wp.array(dtype=wp.int32)
        kinds: wp.array2d(dtype=wp.int32)
        sizes: wp.array2d(dtype=vector_type(scalar))
        to_obstacle: wp.array2d(dtype=pose_type(scalar))
        meshes: wp.array2d(dtype=wp.uint64)

    return World
