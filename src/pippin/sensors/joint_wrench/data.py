"""What a sensor of the wrenches of joints measures."""

from __future__ import annotations

import warp as wp

from pippin.quantities.properties import Stored

from ..backend_factory import chosen_by_backend
from ..sensor_data import SensorData


@chosen_by_backend
class JointWrenchSensorData(SensorData):
    """Wrenches that the parents of B bodies exert on them through their joints, in the joints' frames."""

    force = Stored(wp.vec3f, "bodies", doc="Forces [N], shape (num_envs, B), vec3f.")
    torque = Stored(
        wp.vec3f, "bodies", doc="Torques about the origins of the joints' frames [N m], shape (num_envs, B), vec3f."
    )
