"""Kernels between inertia tensors and the principal moments and axes that the engines keep."""

from __future__ import annotations

import warp as wp

from pippin.utils.choices import Chosen, chosen_entry

from .places import find_place


@wp.func
def _rotation_of_com(com: wp.array3d(dtype=float), world: int, body: int) -> wp.quatf:
    """Orientation of a centre of mass frame in the link frame."""
    return wp.quatf(com[world, body, 3], com[world, body, 4], com[world, body, 5], com[world, body, 6])


@wp.func
def _engine_axes(iquat: wp.array3d(dtype=float), world: int, body: int) -> wp.quatf:
    """Principal axes of inertia in the link frame."""
    return wp.quatf(iquat[world, body, 1], iquat[world, body, 2], iquat[world, body, 3], iquat[world, body, 0])


@wp.func
def _write_axes(axes: wp.quatf, world: int, body: int, iquat_out: wp.array3d(dtype=float)):
    unit = wp.normalize(axes)
    for k in range(3):
        iquat_out[world, body, k + 1] = unit[k]
    iquat_out[world, body, 0] = unit[3]


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
    rotation = wp.quat_to_matrix(wp.quat_inverse(_rotation_of_com(com, c, body)) * _engine_axes(axes, a, body))
    diagonal = wp.vec3f(moments[m, body, 0], moments[m, body, 1], moments[m, body, 2])
    inertia = rotation * wp.diag(diagonal) * wp.transpose(rotation)
    for i in range(3):
        for j in range(3):
            inertias_out[instances[world, slot], link, 3 * i + j] = inertia[i, j]


@wp.kernel(enable_backward=False)
def scatter_coms(
    data: wp.array3d(dtype=float),  # (n, m, 7) or (N, L, 7): centre of mass frames in the link frames
    full_data: int,
    rows: Chosen,
    columns: Chosen,
    world_of: wp.array(dtype=int),  # (N,)
    slot_of: wp.array(dtype=int),  # (N,)
    bodies: wp.array2d(dtype=int),  # (S, L)
    com_out: wp.array3d(dtype=float),  # (W, nbody, 7)
    ipos_out: wp.array3d(dtype=float),  # (W, nbody, 3)
    iquat_out: wp.array3d(dtype=float),  # (W, nbody, 4) (w, x, y, z)
    kept_out: wp.array3d(dtype=float),  # (N, L, 7), or empty
):
    """Write centre of mass frames, with which the principal axes of inertia turn."""
    i, j = wp.tid()
    place = find_place(chosen_entry(rows, i), world_of, slot_of)
    column = chosen_entry(columns, j)
    world = place.world
    if world < 0 or column < 0:
        return
    body = bodies[place.slot, column]
    before = _rotation_of_com(com_out, world, body)
    for k in range(7):
        value = data[wp.where(full_data == 1, place.row, i), wp.where(full_data == 1, column, j), k]
        com_out[world, body, k] = value
        if k < 3:
            ipos_out[world, body, k] = value
        if kept_out.shape[0] > 0:
            kept_out[place.row, column, k] = value
    after = _rotation_of_com(com_out, world, body)
    if wp.length_sq(after - before) > 0.0:  # otherwise the axes would change by rounding
        axes = wp.quat_inverse(before) * _engine_axes(iquat_out, world, body)
        _write_axes(after * axes, world, body, iquat_out)


@wp.kernel(enable_backward=False)
def scatter_inertias(
    data: wp.array3d(dtype=float),  # (n, m, 9) or (N, L, 9): tensors along the axes of the centre of mass frames
    full_data: int,
    com: wp.array3d(dtype=float),  # (W or 1, nbody, 7)
    com_stride: int,  # 1 where they differ between worlds, else 0
    rows: Chosen,
    columns: Chosen,
    world_of: wp.array(dtype=int),  # (N,)
    slot_of: wp.array(dtype=int),  # (N,)
    bodies: wp.array2d(dtype=int),  # (S, L)
    iquat_out: wp.array3d(dtype=float),  # (W, nbody, 4) (w, x, y, z)
    moments_out: wp.array3d(dtype=float),  # (W, nbody, 3)
    kept_out: wp.array3d(dtype=float),  # (N, L, 9), or empty
):
    """Write inertia tensors as principal moments and axes."""
    i, j = wp.tid()
    place = find_place(chosen_entry(rows, i), world_of, slot_of)
    column = chosen_entry(columns, j)
    world = place.world
    if world < 0 or column < 0:
        return
    body = bodies[place.slot, column]
    source_row = wp.where(full_data == 1, place.row, i)
    source_column = wp.where(full_data == 1, column, j)
    inertia = wp.mat33f()
    for a in range(3):
        for b in range(3):
            value = data[source_row, source_column, 3 * a + b]
            if kept_out.shape[0] > 0:
                kept_out[place.row, column, 3 * a + b] = value
            inertia[a, b] = 0.5 * (value + data[source_row, source_column, 3 * b + a])
    moments = wp.get_diag(inertia)
    axes = wp.identity(3, dtype=float)
    if inertia[0, 1] != 0.0 or inertia[0, 2] != 0.0 or inertia[1, 2] != 0.0:
        exact_axes, exact_moments = wp.eig3(wp.mat33d(inertia))  # single precision would lose 3 of 7 digits
        axes, moments = wp.mat33f(exact_axes), wp.vec3f(exact_moments)
        if wp.determinant(axes) < 0.0:
            axes = -axes
    for k in range(3):
        moments_out[world, body, k] = moments[k]
    rotation = _rotation_of_com(com, world * com_stride, body)
    _write_axes(rotation * wp.quat_from_matrix(axes), world, body, iquat_out)
