"""Sensors that measure forces within the engine's step, beside those of :mod:`pippin.physics.contact_forces`."""

from __future__ import annotations

from collections.abc import Iterable

import mujoco

_WRENCH_PREFIX = "contact wrench on "
_ACTUATOR_PREFIX = "actuator force on "
_LIMIT_PREFIX = "limit force on "
_NET_FORCE = 3  # value of MuJoCo's `reduce` for one synthetic contact that carries the sum of all forces


def add_contact_wrench_sensors(spec: mujoco.MjSpec, bodies: Iterable[str]) -> None:
    """Give bodies a sensor of the sum of the forces in all their contacts, with their moment.

    Its nine numbers are a force, a torque, and the point that the torque is about, all in the world's axes; they are
    those of what the body does to others.
    """
    fields = (mujoco.mjtConDataField.mjCONDATA_FORCE, mujoco.mjtConDataField.mjCONDATA_TORQUE)
    for body in bodies:
        sensor = spec.add_sensor(
            name=_WRENCH_PREFIX + body,
            type=mujoco.mjtSensor.mjSENS_CONTACT,
            objtype=mujoco.mjtObj.mjOBJ_BODY,
            objname=body,
        )
        bits = sum(1 << int(field) for field in (*fields, mujoco.mjtConDataField.mjCONDATA_POS))
        sensor.intprm = [bits, _NET_FORCE, 1]


def add_dof_force_sensors(spec: mujoco.MjSpec, joints: Iterable[str]) -> None:
    """Give hinges and slides sensors of the force of their actuators, and of the size of that of their limits."""
    for joint in joints:
        for prefix, kind in (
            (_ACTUATOR_PREFIX, mujoco.mjtSensor.mjSENS_JOINTACTFRC),
            (_LIMIT_PREFIX, mujoco.mjtSensor.mjSENS_JOINTLIMITFRC),
        ):
            spec.add_sensor(name=prefix + joint, type=kind, objtype=mujoco.mjtObj.mjOBJ_JOINT, objname=joint)


def contact_wrench_address(model: mujoco.MjModel, body: str) -> int:
    """Where in ``sensordata`` the contact wrench on a body begins."""
    return int(model.sensor(_WRENCH_PREFIX + body).adr[0])


def dof_force_addresses(model: mujoco.MjModel, joint: str) -> tuple[int, int]:
    """Where in ``sensordata`` the forces of a joint's actuator and of its limit are."""
    return int(model.sensor(_ACTUATOR_PREFIX + joint).adr[0]), int(model.sensor(_LIMIT_PREFIX + joint).adr[0])
