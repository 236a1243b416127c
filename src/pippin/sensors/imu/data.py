"""What an inertial measurement unit measures."""

from __future__ import annotations

import warp as wp

from pippin.quantities.properties import Stored

from ..backend_factory import chosen_by_backend
from ..sensor_data import SensorData


@chosen_by_backend
class ImuData(SensorData):
    """Measurements of N gyroscopes and accelerometers, along their own axes."""

    ang_vel_b = Stored(wp.vec3f, doc="Angular velocity relative to the world [rad/s], shape (N,), vec3f.")
    lin_acc_b = Stored(
        wp.vec3f,
        doc="""Proper acceleration: acceleration less gravity [m/s^2], shape (N,), vec3f.

        At rest it points up with 9.81 m/s^2, in free fall it is 0.
        """,
    )
