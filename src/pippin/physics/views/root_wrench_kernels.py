"""Wrenches on the root links along their own axes, as thrusters exert them."""

from __future__ import annotations

import warp as wp

from ..quaternion_order import rotation_at, rotation_of


@wp.kernel(enable_backward=False)
def scatter_root_wrenches(
    wrenches: wp.array(dtype=wp.spatial_vectorf),  # (N,) at the centres of mass, axes of the link frames
    add: bool,
    qpos: wp.array2d(dtype=float),  # (W, nq)
    mocap_quat: wp.array2d(dtype=wp.quatf),  # (W, nmocap) components (w, x, y, z)
    root_qpos: wp.array(dtype=int),  # (S,)
    root_mocap: wp.array(dtype=int),  # (S,)
    bodies: wp.array2d(dtype=int),  # (S, L)
    instances: wp.array2d(dtype=int),  # (W, S)
    wrenches_out: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody) world axes
):
    """Turn wrenches on root links into the axes of the world, and set or add them."""
    world, slot = wp.tid()
    start = root_qpos[slot]
    rotation = wp.quat_identity()
    if start >= 0:
        rotation = rotation_at(qpos, world, start + 3)
    else:
        rotation = rotation_of(mocap_quat[world, root_mocap[slot]])
    given = wrenches[instances[world, slot]]
    wrench = wp.spatial_vector(
        wp.quat_rotate(rotation, wp.spatial_top(given)), wp.quat_rotate(rotation, wp.spatial_bottom(given))
    )
    body = bodies[slot, 0]
    if add:
        wrench += wrenches_out[world, body]
    wrenches_out[world, body] = wrench
