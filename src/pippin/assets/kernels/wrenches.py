"""Kernels that compose external wrenches.

A force that acts at a point is the force and its moment about the origin of a frame. So any number of wrenches adds up
to three vectors a frame: the sum of all forces, the sum of all torques and moments, and the sum of those forces whose
moments it holds, by which the moment moves on to the centre of mass. There are two frames, in which wrenches stay what
they are: the body's link frame, and the environment's, with the axes of the world.
"""

from __future__ import annotations

import warp as wp

from pippin.utils.choices import Chosen, chosen_entry


@wp.struct
class ComposedWrenches:
    """Sums of wrenches on all bodies: first in the link frames, then in the environments' frames."""

    forces: wp.array3d(dtype=wp.vec3f)  # (2, N, L) all forces [N]
    torques: wp.array3d(dtype=wp.vec3f)  # (2, N, L) all torques, and moments about the frame's origin [N m]
    lever_forces: wp.array3d(dtype=wp.vec3f)  # (2, N, L) the forces with moments [N]


@wp.kernel(enable_backward=False)
def add_wrenches(
    forces: wp.array2d(dtype=wp.vec3f),  # (n, m), or (N, L) of full data
    torques: wp.array2d(dtype=wp.vec3f),  # as forces
    positions: wp.array2d(dtype=wp.vec3f),  # as forces; read if has_positions
    has_positions: bool,
    frame: int,  # 0: all of these are in the link frames, 1: in the world
    full_data: bool,
    replace: bool,
    rows: Chosen,  # instances
    columns: Chosen,  # bodies
    env_ids: wp.array(dtype=int),  # (N,)
    env_origins: wp.array(dtype=wp.vec3f),  # (num_envs,)
    composed: ComposedWrenches,
):
    """Add wrenches to those on selected bodies, or put them in their place."""
    i, j = wp.tid()
    row = chosen_entry(rows, i)
    column = chosen_entry(columns, j)
    if row < 0 or column < 0:
        return
    source_row = i
    source_column = j
    if full_data:
        source_row = row
        source_column = column
    if replace:
        for other in range(2):
            composed.forces[other, row, column] = wp.vec3f()
            composed.torques[other, row, column] = wp.vec3f()
            composed.lever_forces[other, row, column] = wp.vec3f()
    force = forces[source_row, source_column]
    composed.forces[frame, row, column] += force
    composed.torques[frame, row, column] += torques[source_row, source_column]
    if has_positions:
        position = positions[source_row, source_column]
        if frame == 1:
            position -= env_origins[env_ids[row]]
        composed.torques[frame, row, column] += wp.cross(position, force)
        composed.lever_forces[frame, row, column] += force


@wp.kernel(enable_backward=False)
def clear_wrenches(
    rows: Chosen,  # instances
    composed: ComposedWrenches,
):
    """Take all wrenches from the bodies of instances."""
    i, link = wp.tid()
    row = chosen_entry(rows, i)
    if row >= 0:
        for frame in range(2):
            composed.forces[frame, row, link] = wp.vec3f()
            composed.torques[frame, row, link] = wp.vec3f()
            composed.lever_forces[frame, row, link] = wp.vec3f()


@wp.func
def torque_about(composed: ComposedWrenches, frame: int, row: int, link: int, point: wp.vec3f) -> wp.vec3f:
    """Torque [N m] about a point of the wrenches in one of the frames, along the axes of that frame."""
    return composed.torques[frame, row, link] - wp.cross(point, composed.lever_forces[frame, row, link])


@wp.func
def wrench_at_com(
    composed: ComposedWrenches, row: int, link: int, pose: wp.transformf, com: wp.vec3f, env_origin: wp.vec3f
) -> wp.spatial_vectorf:
    """Force and torque about the centre of mass, in the world, of all wrenches on a body.

    Args:
        composed: The wrenches.
        row: Instance.
        link: Body.
        pose: Of the body's link frame in the world.
        com: Centre of mass in the link frame.
        env_origin: Origin of the instance's environment in the world.
    """
    local_torque = torque_about(composed, 0, row, link, com)
    torque = torque_about(composed, 1, row, link, wp.transform_point(pose, com) - env_origin)
    return wp.spatial_vector(
        wp.transform_vector(pose, composed.forces[0, row, link]) + composed.forces[1, row, link],
        wp.transform_vector(pose, local_torque) + torque,
    )


@wp.kernel(enable_backward=False)
def total_wrenches(
    permanent: ComposedWrenches,
    instantaneous: ComposedWrenches,
    poses: wp.array2d(dtype=wp.transformf),  # (N, L) of the link frames in the world
    coms: wp.array2d(dtype=wp.transformf),  # (N, L) in the link frames
    env_ids: wp.array(dtype=int),  # (N,)
    env_origins: wp.array(dtype=wp.vec3f),  # (num_envs,)
    wrenches_out: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L) at the centres of mass, world axes
):
    """Sum of the wrenches of two composers."""
    row, link = wp.tid()
    pose = poses[row, link]
    com = wp.transform_get_translation(coms[row, link])
    origin = env_origins[env_ids[row]]
    wrenches_out[row, link] = wrench_at_com(permanent, row, link, pose, com, origin) + wrench_at_com(
        instantaneous, row, link, pose, com, origin
    )


@wp.kernel(enable_backward=False)
def wrenches_in_link_frames(
    composed: ComposedWrenches,
    poses: wp.array2d(dtype=wp.transformf),  # (N, L) of the link frames in the world
    coms: wp.array2d(dtype=wp.transformf),  # (N, L) in the link frames
    env_ids: wp.array(dtype=int),  # (N,)
    env_origins: wp.array(dtype=wp.vec3f),  # (num_envs,)
    forces_out: wp.array2d(dtype=wp.vec3f),  # (N, L)
    torques_out: wp.array2d(dtype=wp.vec3f),  # (N, L) about the centres of mass
):
    """Wrenches of one composer along the axes of the link frames; what was given in these comes back as it was."""
    row, link = wp.tid()
    pose = poses[row, link]
    com = wp.transform_get_translation(coms[row, link])
    rotation = wp.quat_inverse(wp.transform_get_rotation(pose))
    torque = torque_about(composed, 1, row, link, wp.transform_point(pose, com) - env_origins[env_ids[row]])
    forces_out[row, link] = composed.forces[0, row, link] + wp.quat_rotate(rotation, composed.forces[1, row, link])
    torques_out[row, link] = torque_about(composed, 0, row, link, com) + wp.quat_rotate(rotation, torque)
