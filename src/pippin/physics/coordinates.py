"""Vectors, poses and velocities in the engine's state, for kernels."""

from __future__ import annotations

import warp as wp

from .quaternion_order import wxyz_of


@wp.func
def vector_at(values: wp.array2d(dtype=float), row: int, start: int) -> wp.vec3f:
    """Read three neighbours of a row."""
    return wp.vec3f(values[row, start], values[row, start + 1], values[row, start + 2])


@wp.func
def point_of(values: wp.array3d(dtype=float), stride: int, world: int, element: int) -> wp.vec3f:
    """Read the first three numbers of an element of a parameter, whose stride is 0 where worlds share it, else 1."""
    row = world * stride
    return wp.vec3f(values[row, element, 0], values[row, element, 1], values[row, element, 2])


@wp.func
def velocity_of_com(velocity: wp.spatial_vectorf, rotation: wp.quatf, com: wp.vec3f) -> wp.spatial_vectorf:
    """Velocity of a centre of mass (linear, angular), from that of its link's origin; ``com`` is in its frame."""
    angular = wp.spatial_bottom(velocity)
    return wp.spatial_vector(wp.spatial_top(velocity) + wp.cross(angular, wp.quat_rotate(rotation, com)), angular)


@wp.func
def free_velocity_at(qvel: wp.array2d(dtype=float), row: int, dof: int, rotation: wp.quatf) -> wp.spatial_vectorf:
    """Read the velocity (linear, angular; world axes) of a link's origin from the six numbers of its free joint."""
    return wp.spatial_vector(vector_at(qvel, row, dof), wp.quat_rotate(rotation, vector_at(qvel, row, dof + 3)))


@wp.func
def write_vector(values: wp.array2d(dtype=float), row: int, start: int, vector: wp.vec3f):
    """Write three neighbours of a row."""
    values[row, start] = vector[0]
    values[row, start + 1] = vector[1]
    values[row, start + 2] = vector[2]


@wp.func
def write_free_pose(qpos: wp.array2d(dtype=float), row: int, start: int, position: wp.vec3f, rotation: wp.quatf):
    """Write the seven coordinates of a free joint."""
    write_vector(qpos, row, start, position)
    wxyz = wxyz_of(rotation)
    for component in range(4):
        qpos[row, start + 3 + component] = wxyz[component]


@wp.func
def write_free_velocity(
    qvel: wp.array2d(dtype=float), row: int, dof: int, rotation: wp.quatf, linear: wp.vec3f, angular: wp.vec3f
):
    """Write the velocity of a link's origin (world axes) as the six numbers of its free joint."""
    write_vector(qvel, row, dof, linear)
    write_vector(qvel, row, dof + 3, wp.quat_rotate_inv(rotation, angular))
