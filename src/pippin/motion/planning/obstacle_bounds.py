"""Balls around obstacles, which tell quickly what is far."""

# No postponed annotations here: Warp evaluates those of a kernel, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache

import warp as wp

from pippin.motion.arrays import vector_type
from pippin.motion.world import world_struct
from pippin.motion.world.distances import CAPSULE, CUBOID, FAR, MESH, NONE, PLANE, SPHERE


@cache
def obstacle_bounds_kernel(scalar: type) -> wp.Kernel:
    """Build the kernel that finds the balls, over worlds and obstacles."""
    vector, Vector4 = vector_type(scalar), wp.types.vector(length=4, dtype=scalar)

    @wp.kernel(module="unique", enable_backward=False)
    def obstacle_bounds(
        world: world_struct(scalar),
        bounds_out: wp.array2d(dtype=Vector4),  # (num_worlds, capacity), centre and radius
    ):
        """Ball around the origin of each obstacle, in the frame of the base."""
        world_id, obstacle = wp.tid()
        if obstacle < world.num_obstacles[0]:
            kind, size = world.kinds[world_id, obstacle], world.sizes[world_id, obstacle]
            center = wp.transform_get_translation(wp.transform_inverse(world.to_obstacle[world_id, obstacle]))
            radius = wp.sqrt(size[0] * size[0] + size[1] * size[1])
            if kind == CUBOID:
                radius = wp.length(size)
            elif kind == CAPSULE:
                radius = size[0] + size[1]
            elif kind == SPHERE or kind == MESH:  # noqa: SIM109 - kernels have no `in`
                radius = size[0]
            elif kind == PLANE:
                radius = scalar(FAR)
            elif kind == NONE:
                far = scalar(2.0) * scalar(FAR)
                center = vector(far, far, far)
                radius = scalar(0.0)
            bounds_out[world_id, obstacle] = Vector4(center[0], center[1], center[2], radius)

    return obstacle_bounds
