"""Forces and torques on bodies, as programs for PhysX apply them, as wrenches about the centres of mass."""

from __future__ import annotations

import warp as wp

from pippin.utils.choices import Chosen, chosen_entry

from .places import find_place


@wp.kernel(enable_backward=False)
def apply_wrenches(
    forces: wp.array2d(dtype=wp.vec3f),  # (N, L), or (0, 0) for none
    torques: wp.array2d(dtype=wp.vec3f),  # (N, L), or (0, 0) for none
    positions: wp.array2d(dtype=wp.vec3f),  # (N, L) where the forces act, or (0, 0) for the centres of mass
    is_global: bool,  # all of these in the world, or else in the link frames
    rows: Chosen,  # of the view
    world_of: wp.array(dtype=int),  # (N,)
    slot_of: wp.array(dtype=int),  # (N,)
    bodies: wp.array2d(dtype=int),  # (S, L)
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    com: wp.array3d(dtype=float),  # (W or 1, nbody, 7) in the link frames
    com_stride: int,  # 1 where com differs between worlds, else 0
    wrenches_out: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody) world axes
):
    """Add forces and torques to the wrenches of the next step."""
    i, link = wp.tid()
    place = find_place(chosen_entry(rows, i), world_of, slot_of)
    world = place.world
    if world < 0:
        return
    row = place.row
    body = bodies[place.slot, link]
    c = world * com_stride
    center = wp.vec3f(com[c, body, 0], com[c, body, 1], com[c, body, 2])
    pose = poses[world, body]
    force = wp.vec3f()
    torque = wp.vec3f()
    if forces.shape[0] > 0:
        force = forces[row, link]
    if torques.shape[0] > 0:
        torque = torques[row, link]
    arm = wp.vec3f()
    if positions.shape[0] > 0:
        arm = positions[row, link] - center
        if is_global:
            arm = positions[row, link] - wp.transform_point(pose, center)
    torque += wp.cross(arm, force)
    if not is_global:
        force = wp.transform_vector(pose, force)
        torque = wp.transform_vector(pose, torque)
    wrenches_out[world, body] = wrenches_out[world, body] + wp.spatial_vector(force, torque)
