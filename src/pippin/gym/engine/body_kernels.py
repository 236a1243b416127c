"""The kernel that fills the tensor of bodies from the engine's state."""

from __future__ import annotations

import warp as wp

from pippin.physics.coordinates import point_of, velocity_of_com

from .kernel_functions import write_state
from .tables import ActorTables


@wp.kernel(enable_backward=False)
def read_body_states(
    tables: ActorTables,
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody) in the environment's frame
    velocities: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody) of the origins of the bodies' frames
    centers: wp.array3d(dtype=float),  # (W or 1, nbody, 3)
    centers_stride: int,
    states_out: wp.array2d(dtype=float),  # (num_bodies, 13)
):
    """Read poses of bodies, and velocities of their centres of mass."""
    world, part = wp.tid()
    body = tables.bodies[part]
    pose = poses[world, body]
    rotation = wp.transform_get_rotation(pose)
    center = point_of(centers, centers_stride, world, body)
    velocity = velocity_of_com(velocities[world, body], rotation, center)
    row = tables.body_rows[world, part]
    write_state(
        states_out,
        row,
        wp.transform_get_translation(pose),
        rotation,
        wp.spatial_top(velocity),
        wp.spatial_bottom(velocity),
    )
