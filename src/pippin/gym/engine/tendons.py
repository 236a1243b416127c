"""Actuators and tendons of MJCF files, as users see them."""

from __future__ import annotations

from pippin.physics.assembly import AssetActuator

from ..types import ActuatorProperties


def actuator_struct(actuator: AssetActuator) -> ActuatorProperties:
    """Properties of an actuator as users see them."""
    lower_control, upper_control = actuator.control_range or (0.0, 0.0)
    lower_force, upper_force = actuator.force_range or (0.0, 0.0)
    return ActuatorProperties(
        type=actuator.kind,
        control_limited=actuator.control_range is not None,
        lower_control_limit=lower_control,
        upper_control_limit=upper_control,
        force_limited=actuator.force_range is not None,
        lower_force_limit=lower_force,
        upper_force_limit=upper_force,
        kp=actuator.position_gain,
        kv=actuator.velocity_gain,
        motor_effort=actuator.gear,
    )
