"""Net contact forces on bodies, for MuJoCo Warp: one launch over the contacts in place of the engine's sensors.

MuJoCo's contact sensors sort and match contacts for each sensor: of a step of 16,384 ants on an H200 that was a third.
A sensor of the sum of all forces needs neither, only each contact's force, added to the two bodies that it acts on.
"""

# mypy: disable-error-code="index"

from __future__ import annotations

import mujoco
import mujoco_warp as mjw
import numpy as np
import warp as wp

from ..structures import Vec5

_NET_FORCE = 3  # value of MuJoCo's `reduce` for one synthetic contact that carries the sum of all forces
_FORCE_ALONE = 1 << int(mujoco.mjtConDataField.mjCONDATA_FORCE)
_MAX_THREADS = 1 << 18


@wp.func
def pyramid_force(friction: Vec5, dimension: int, first: int, forces: wp.array(dtype=float)) -> wp.vec3f:
    """Force along a contact's axes, from those along the edges of its friction pyramid."""
    if dimension == 1:
        return wp.vec3f(forces[first], 0.0, 0.0)
    force = wp.vec3f()
    for tangent in range(dimension - 1):
        one, other = forces[first + 2 * tangent], forces[first + 2 * tangent + 1]
        force[0] += one + other
        if tangent < 2:
            force[tangent + 1] = (one - other) * friction[tangent]
    return force


@wp.kernel(enable_backward=False)
def add_contact_forces(
    num_contacts: wp.array(dtype=int),  # (1,)
    most_contacts: int,
    num_threads: int,
    is_elliptic: bool,
    geom_bodies: wp.array(dtype=int),  # (G,)
    addresses: wp.array(dtype=int),  # (B,) of the force on a body in the sensors' data, or -1
    worlds: wp.array(dtype=int),  # (C,)
    geoms: wp.array(dtype=wp.vec2i),  # (C,)
    frames: wp.array(dtype=wp.mat33f),  # (C,) rows are the contact's axes, the normal first
    frictions: wp.array(dtype=Vec5),  # (C,)
    dimensions: wp.array(dtype=int),  # (C,)
    rows: wp.array2d(dtype=int),  # (C, most rows of a contact)
    forces: wp.array2d(dtype=float),  # (W, R)
    sensordata_out: wp.array2d(dtype=float),  # (W, nsensordata)
):
    """Add the force of each contact, in the world's axes [N], to what its two bodies do to others."""
    thread = wp.tid()
    for contact in range(thread, wp.min(num_contacts[0], most_contacts), num_threads):
        first, dimension = rows[contact, 0], dimensions[contact]
        last_row = wp.where(is_elliptic or dimension == 1, dimension, 2 * (dimension - 1)) - 1
        if first >= 0 and rows[contact, last_row] >= 0:
            address1, address2 = addresses[geom_bodies[geoms[contact][0]]], addresses[geom_bodies[geoms[contact][1]]]
            if address1 >= 0 or address2 >= 0:
                world = worlds[contact]
                along_axes = wp.vec3f(forces[world, first], 0.0, 0.0)
                if not is_elliptic:
                    along_axes = pyramid_force(frictions[contact], dimension, first, forces[world])
                elif dimension > 1:
                    along_axes = wp.vec3f(forces[world, first], forces[world, first + 1], forces[world, first + 2])
                force = wp.transpose(frames[contact]) * along_axes  # of the first body on the second
                for axis in range(3):
                    if address1 >= 0:
                        wp.atomic_add(sensordata_out, world, address1 + axis, force[axis])
                    if address2 >= 0:
                        wp.atomic_add(sensordata_out, world, address2 + axis, -force[axis])


class NetContactForces:
    """What stands in for a model's sensors of net contact forces.

    Args:
        native: Model that is to be handed to MuJoCo Warp. Its sensors of net contact forces are changed to ones that
            the engine leaves to its users, whose place in ``sensordata`` this fills.
        device: Warp device of the data.
    """

    def __init__(self, native: mujoco.MjModel, device: wp.context.Device) -> None:
        addresses = np.full(native.nbody, -1, dtype=np.int32)
        for sensor in range(native.nsensor):
            if self._is_net_force(native, sensor):
                addresses[native.sensor_objid[sensor]] = native.sensor_adr[sensor]
                native.sensor_type[sensor] = mujoco.mjtSensor.mjSENS_USER
                native.sensor_needstage[sensor] = mujoco.mjtStage.mjSTAGE_ACC
        self.are_measured = bool((addresses >= 0).any())
        """Whether there is any such sensor."""
        self._addresses = wp.array(addresses, dtype=int, device=device)
        self._geom_bodies = wp.array(native.geom_bodyid, dtype=int, device=device)
        self._is_elliptic = native.opt.cone == mujoco.mjtCone.mjCONE_ELLIPTIC
        self._device = device

    @staticmethod
    def _is_net_force(native: mujoco.MjModel, sensor: int) -> bool:
        return bool(
            native.sensor_type[sensor] == mujoco.mjtSensor.mjSENS_CONTACT
            and native.sensor_objtype[sensor] == mujoco.mjtObj.mjOBJ_BODY
            and native.sensor_refid[sensor] < 0
            and tuple(native.sensor_intprm[sensor][:3]) == (_FORCE_ALONE, _NET_FORCE, 1)
        )

    def launch(self, data: mjw.Data) -> None:
        """Add up the forces of the contacts of the last step into ``data.sensordata``, which holds zeros there."""
        contacts = data.contact
        num_threads = min(data.naconmax, _MAX_THREADS)
        wp.launch(
            add_contact_forces,
            dim=num_threads,
            inputs=[
                data.nacon,
                data.naconmax,
                num_threads,
                self._is_elliptic,
                self._geom_bodies,
                self._addresses,
                contacts.worldid,
                contacts.geom,
                contacts.frame,
                contacts.friction,
                contacts.dim,
                contacts.efc_address,
                data.efc.force,
            ],
            outputs=[data.sensordata],
            device=self._device,
        )
