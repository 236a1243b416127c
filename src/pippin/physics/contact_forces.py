"""Net contact forces on bodies, measured by sensors of the engine itself.

A contact force is the one that a body feels: what the ground does to a foot points up. So it is with the forces of
single partners (:mod:`.contact_pairs`), whatever the engine measures.

Both engines run the same MuJoCo contact sensors within the step, so forces are those of the step, and nothing is
computed for bodies that were not asked about: a body gets a sensor when its prim carries PhysX's contact report schema
(``activate_contact_sensors`` of a spawner). Native MuJoCo, for which they are 6 % of a step of an ant with ten of them,
passes over them until somebody wants to read them.
"""

from __future__ import annotations

import mujoco
import numpy as np
import warp as wp

from .worlds import Worlds

_SENSOR_PREFIX = "net contact force of "
_NET_FORCE = 3  # value of MuJoCo's `reduce` for one synthetic contact that carries the sum of all forces


def add_contact_sensors(spec: mujoco.MjSpec, bodies: tuple[str, ...]) -> None:
    """Give bodies a sensor of the sum of the forces in all their contacts."""
    force = 1 << int(mujoco.mjtConDataField.mjCONDATA_FORCE)
    for body in bodies:
        sensor = spec.add_sensor(
            name=_SENSOR_PREFIX + body,
            type=mujoco.mjtSensor.mjSENS_CONTACT,
            objtype=mujoco.mjtObj.mjOBJ_BODY,
            objname=body,
        )
        sensor.intprm = [force, _NET_FORCE, 1]


def net_force_sensors(model: mujoco.MjModel) -> np.ndarray:
    """Numbers of the sensors that :func:`add_contact_sensors` added, int64."""
    names = (model.sensor(number).name for number in range(model.nsensor))
    return np.flatnonzero([name.startswith(_SENSOR_PREFIX) for name in names])


def contact_sensor_address(model: mujoco.MjModel, body: str) -> int:
    """Where in ``sensordata`` the force of a body begins.

    Raises:
        ValueError: The body has no contact sensor.
    """
    name = _SENSOR_PREFIX + body
    if mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SENSOR, name) < 0:
        raise ValueError(
            f"Body '{body}' does not report contacts: set activate_contact_sensors=True where it is spawned."
        )
    return int(model.sensor(name).adr[0])


@wp.kernel(enable_backward=False)
def gather_contact_forces(
    sensordata: wp.array2d(dtype=float),  # (W, nsensordata)
    addresses: wp.array2d(dtype=int),  # (S, L)
    instances: wp.array2d(dtype=int),  # (W, S)
    kept: float,  # factor on what is there
    added: float,  # factor on what is read
    forces_out: wp.array2d(dtype=wp.vec3f),  # (N, L)
):
    """Read the net contact forces on links; the sensors measure what a body does to others."""
    world, slot, link = wp.tid()
    row = instances[world, slot]
    start = addresses[slot, link]
    force = -wp.vec3f(sensordata[world, start], sensordata[world, start + 1], sensordata[world, start + 2]) * added
    if kept != 0.0:
        force += forces_out[row, link] * kept
    forces_out[row, link] = force


def contact_addresses(worlds: Worlds, bodies: np.ndarray, device: str) -> wp.array:
    """Where in ``sensordata`` forces on bodies begin, of the shape of ``bodies``, int32; measured from now on."""
    worlds.measure_contact_forces()
    paths = worlds.layout.body_paths
    addresses = [[contact_sensor_address(worlds.model, paths[body]) for body in slot] for slot in bodies]
    return wp.array(np.array(addresses, dtype=np.int32), dtype=int, device=device)
