"""Three hinges of one body as one spherical joint, as Isaac Gym takes an MJCF's.

Where a body of an MJCF has three hinges whose axes are perpendicular and right-handed in their order, as x, y, z are,
Isaac Gym reports one spherical joint. Its three DOFs are then no angles of hinges in series: positions are the
components of the rotation vector of the body in its parent (the exponential map, along the axes of the hinges),
velocities those of the angular velocity in the body's own axes, and so are efforts those of a torque.
Libraries of motions are written and compared in these coordinates.

The engine keeps the hinges. With their angles ``q`` the rotation is ``Rx(q1) Ry(q2) Rz(q3)`` in the basis of the axes.
Where the second hinge stands at a right angle, the others turn about one axis, and rates are bounded there.
"""

from __future__ import annotations

import numpy as np
import warp as wp
from scipy.spatial.transform import Rotation

LEAST_COSINE = wp.constant(0.01)
"""Cosine of the second angle below which rates are those at it."""


def hinges_of_states(states: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Angles and rates of hinges from positions and velocities of DOFs, shapes (num_dofs, 2)."""
    hinges = states.copy()
    for first in np.flatnonzero(places == 0):
        rows = slice(first, first + 3)
        angles = Rotation.from_rotvec(states[rows, 0]).as_euler("XYZ")
        if np.abs(angles[[0, 2]]).sum() > np.pi:
            angles = angles * (1.0, -1.0, 1.0)
            angles -= np.where(angles > 0.0, np.pi, -np.pi)
        hinges[rows, 0] = angles
        hinges[rows, 1] = np.linalg.lstsq(_rates_to_velocity(angles), states[rows, 1], rcond=1e-2)[0]
    return hinges


def _rates_to_velocity(angles: np.ndarray) -> np.ndarray:
    """Matrix from rates of hinges to the angular velocity in the body's axes."""
    _, second, third = angles
    first_axis = (np.cos(second) * np.cos(third), -np.cos(second) * np.sin(third), np.sin(second))
    return np.array([first_axis, (np.sin(third), np.cos(third), 0.0), (0.0, 0.0, 1.0)]).T


@wp.func
def rotation_vector(angles: wp.vec3f) -> wp.vec3f:
    """Rotation vector of three hinges [rad]."""
    rotation = (
        wp.quat_from_axis_angle(wp.vec3f(1.0, 0.0, 0.0), angles[0])
        * wp.quat_from_axis_angle(wp.vec3f(0.0, 1.0, 0.0), angles[1])
        * wp.quat_from_axis_angle(wp.vec3f(0.0, 0.0, 1.0), angles[2])
    )
    imaginary = wp.vec3f(rotation[0], rotation[1], rotation[2])
    real = rotation[3]
    if real < 0.0:
        imaginary = -imaginary
        real = -real
    sine = wp.length(imaginary)
    if sine < 1.0e-6:
        return 2.0 * imaginary
    return imaginary * (2.0 * wp.atan2(sine, real) / sine)


@wp.func
def hinge_angles(vector: wp.vec3f) -> wp.vec3f:
    """Angles of three hinges by a rotation vector [rad]: of the two sets, that with the lesser outer angles."""
    angle = wp.length(vector)
    axis = vector
    if angle > 1.0e-9:
        axis = vector / angle
    rotation = wp.quat_to_matrix(wp.quat_from_axis_angle(axis, angle))
    first = wp.atan2(-rotation[1, 2], rotation[2, 2])
    second = wp.asin(wp.clamp(rotation[0, 2], -1.0, 1.0))
    third = wp.atan2(-rotation[0, 1], rotation[0, 0])
    if wp.abs(first) + wp.abs(third) <= wp.PI:
        return wp.vec3f(first, second, third)
    return wp.vec3f(_half_turned(first), _half_turned(-second), _half_turned(third))


@wp.func
def _half_turned(angle: float) -> float:
    """Angle half a turn away, between half turns."""
    return angle - wp.where(angle > 0.0, wp.PI, -wp.PI)


@wp.func
def angular_velocity(angles: wp.vec3f, rates: wp.vec3f) -> wp.vec3f:
    """Angular velocity in the body's axes from rates of hinges [rad/s]."""
    across = wp.cos(angles[1]) * rates[0]
    sine, cosine = wp.sin(angles[2]), wp.cos(angles[2])
    return wp.vec3f(
        cosine * across + sine * rates[1],
        cosine * rates[1] - sine * across,
        wp.sin(angles[1]) * rates[0] + rates[2],
    )


@wp.func
def hinge_rates(angles: wp.vec3f, velocity: wp.vec3f) -> wp.vec3f:
    """Rates of hinges from the angular velocity in the body's axes [rad/s], bounded beside right angles."""
    sine, cosine = wp.sin(angles[2]), wp.cos(angles[2])
    across = wp.cos(angles[1])
    if wp.abs(across) < LEAST_COSINE:
        across = wp.where(across < 0.0, -LEAST_COSINE, LEAST_COSINE)
    first = (cosine * velocity[0] - sine * velocity[1]) / across
    return wp.vec3f(first, sine * velocity[0] + cosine * velocity[1], velocity[2] - wp.sin(angles[1]) * first)


@wp.func
def hinge_efforts(angles: wp.vec3f, torque: wp.vec3f) -> wp.vec3f:
    """Efforts of hinges that make a torque in the body's axes [N m]."""
    sine, cosine = wp.sin(angles[2]), wp.cos(angles[2])
    return wp.vec3f(
        wp.cos(angles[1]) * (cosine * torque[0] - sine * torque[1]) + wp.sin(angles[1]) * torque[2],
        sine * torque[0] + cosine * torque[1],
        torque[2],
    )
