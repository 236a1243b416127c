"""Kernels between inertia tensors and the principal moments and axes that the engines keep."""

from __future__ import annotations

import warp as wp

from pippin.utils.choices import Chosen, chosen_entry

from .places import find_place


@wp.func
def _principal_rotation(com: wp.quatf, iquat: wp.quatf) -> wp.mat33f:
    """Axes of the engine's inertia in the centre of mass frame; ``iquat`` has the components (w, x, y, z)."""
    engine = wp.quatf(iquat[1], iquat[2], iquat[3], iquat[0])
    return wp.quat_to_matrix(wp.quat_inverse(com) * engine)


@wp.kernel(enable_backward=False)
def gather_inertias(
    moments: wp.array3d(dtype=float),  # (W or 1, nbody, 3)
    moments_stride: int,  # 1 where they differ between worlds, else 0
    axes: wp.array3d(dtype=float),  # (W or 1, nbody, 4) of the engine's inertia in the link frame (w, x, y, z)
    axes_stride: int,
    com: wp.array3d(dtype=float),  # (W or 1, nbody, 7)
    com_stride: int,
    bodies: wp.array2d(dtype=int),  # (S, L)
    instances: wp.array2d(dtype=int),  # (W, S)
    inertias_out: wp.array3d(dtype=float),  # (N, L, 9)
):
    """Read inertia tensors along the axes of the centre of mass frames."""
    world, slot, link = wp.tid()
    body = bodies[slot, link]
    m = world * moments_stride
    a = world * axes_stride
    c = world * com_stride
    rotation = _principal_rotation(
        wp.quatf(com[c, body, 3], com[c, body, 4], com[c, body, 5], com[c, body, 6]),
        wp.quatf(axes[a, body, 0], axes[a, body, 1], axes[a, body, 2], axes[a, body, 3]),
    )
    diagonal = wp.vec3f(moments[m, body, 0], moments[m, body, 1], moments[m, body, 2])
    inertia = rotation * wp.diag(diagonal) * wp.transpose(rotation)
    for i in range(3):
        for j in range(3):
            inertias_out[instances[world, slot], link, 3 * i + j] = inertia[i, j]


@wp.kernel(enable_backward=False)
def scatter_inertial_frames(
    com_poses: wp.array3d(dtype=float),  # (n, m, 7) or (N, L, 7)
    inertias: wp.array3d(dtype=float),  # (n, m, 9) or (N, L, 9)
    full_data: int,
    rows: Chosen,
    columns: Chosen,
    world_of: wp.array(dtype=int),  # (N,)
    slot_of: wp.array(dtype=int),  # (N,)
    bodies: wp.array2d(dtype=int),  # (S, L)
    com_out: wp.array3d(dtype=float),  # (W, nbody, 7)
    ipos_out: wp.array3d(dtype=float),  # (W, nbody, 3)
    iquat_out: wp.array3d(dtype=float),  # (W, nbody, 4) (w, x, y, z)
    moments_out: wp.array3d(dtype=float),  # (W, nbody, 3)
):
    """Write centre of mass frames, and the inertia tensors as principal moments and axes."""
    i, j = wp.tid()
    place = find_place(chosen_entry(rows, i), world_of, slot_of)
    column = chosen_entry(columns, j)
    world = place.world
    if world < 0 or column < 0:
        return
    body = bodies[place.slot, column]
    row = place.row
    if full_data == 0:
        row = i
        column = j
    for k in range(7):
        com_out[world, body, k] = com_poses[row, column, k]
    inertia = wp.mat33f()
    for a in range(3):
        for b in range(3):
            inertia[a, b] = 0.5 * (inertias[row, column, 3 * a + b] + inertias[row, column, 3 * b + a])
    moments = wp.get_diag(inertia)
    axes = wp.identity(3, dtype=float)
    if inertia[0, 1] != 0.0 or inertia[0, 2] != 0.0 or inertia[1, 2] != 0.0:
        axes, moments = wp.eig3(inertia)
        if wp.determinant(axes) < 0.0:
            axes = -axes
    rotation = wp.quatf(
        com_out[world, body, 3], com_out[world, body, 4], com_out[world, body, 5], com_out[world, body, 6]
    )
    principal = wp.normalize(rotation * wp.quat_from_matrix(axes))
    for k in range(3):
        ipos_out[world, body, k] = com_out[world, body, k]
        moments_out[world, body, k] = moments[k]
        iquat_out[world, body, k + 1] = principal[k]
    iquat_out[world, body, 0] = principal[3]
