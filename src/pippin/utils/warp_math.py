"""Formulas that kernels share, beyond what Warp's transforms and quaternions (x, y, z, w) give."""

from __future__ import annotations

import warp as wp


@wp.func
def heading_from_quat(quat: wp.quatf) -> float:
    """Angle of a body's x-axis about the vertical [rad], from the orientation of the body in the world."""
    forward = wp.quat_rotate(quat, wp.vec3f(1.0, 0.0, 0.0))
    return wp.atan2(forward[1], forward[0])


@wp.func
def shift_velocity(linear: wp.vec3f, angular: wp.vec3f, offset: wp.vec3f) -> wp.vec3f:
    """Linear velocity of the point of a rigid body that lies ``offset`` from the one that moves with ``linear``.

    ``v + w x r`` [m/s], all in one frame, with w in rad/s and r in m.
    """
    return linear + wp.cross(angular, offset)
