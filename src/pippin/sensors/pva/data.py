"""What a sensor of pose, velocity and acceleration reports."""

from __future__ import annotations

import warp as wp

from pippin.quantities.properties import Part, Stored

from ..backend_factory import chosen_by_backend
from ..sensor_data import SensorData


@chosen_by_backend
class PvaData(SensorData):
    """Pose, velocity and acceleration of N frames; names that end in ``_b`` are along the frame's own axes."""

    pose_w = Stored(wp.transformf, doc="Pose in the world (position [m], quaternion x y z w), shape (N,), transformf.")
    pos_w = Part("pose_w", "position", "Position in the world [m], shape (N,), vec3f.")
    quat_w = Part("pose_w", "orientation", "Orientation in the world (x, y, z, w), shape (N,), quatf.")
    projected_gravity_b = Stored(wp.vec3f, doc="Direction of gravity, of length 1 or 0, shape (N,), vec3f.")
    lin_vel_b = Stored(wp.vec3f, doc="Velocity relative to the world [m/s], shape (N,), vec3f.")
    ang_vel_b = Stored(wp.vec3f, doc="Angular velocity relative to the world [rad/s], shape (N,), vec3f.")
    lin_acc_b = Stored(
        wp.vec3f,
        doc="Coordinate acceleration [m/s^2]: 0 at rest, that of gravity in free fall, shape (N,), vec3f.",
    )
    ang_acc_b = Stored(wp.vec3f, doc="Angular acceleration [rad/s^2], shape (N,), vec3f.")
