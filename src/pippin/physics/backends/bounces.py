"""Bounces on MuJoCo Warp: see :mod:`pippin.physics.contact_targets`."""

# No postponed annotations here: Warp evaluates those of a kernel.

import mujoco
import mujoco_warp as mjw
import warp as wp

from ..contact_targets import BOUNCE_SCALE, HARDER, modes_of
from .contact_changes import combined, contacts_of, is_left_alone

_SCALE = wp.constant(BOUNCE_SCALE)
_HARDER = wp.constant(HARDER)


@wp.func
def carried(solref: wp.vec2) -> float:
    """Restitution that dynamics of contacts carry; negative for other dynamics."""
    restitution = (1.0 - solref[1]) / _SCALE
    if restitution < -1.0e-3 or restitution > 1.001:
        return -1.0
    return wp.max(restitution, 0.0)


@wp.kernel(enable_backward=False)
def bounce(
    step: wp.array(dtype=float),  # (1,) or (W,)
    slowest: wp.array(dtype=float),  # (1,)
    is_pyramidal: bool,
    num_contacts: wp.array(dtype=int),  # (1,)
    distances: wp.array(dtype=float),  # (contacts,), as the next five
    margins: wp.array(dtype=float),
    kinds: wp.array(dtype=int),
    dimensions: wp.array(dtype=int),
    solref: wp.array(dtype=wp.vec2),
    geoms: wp.array(dtype=wp.vec2i),
    modes: wp.array(dtype=int),  # (ngeom,), 0 for the restitution that the contact carries
    of_geoms: wp.array2d(dtype=wp.vec2),  # (1 or W, ngeom)
    worlds: wp.array(dtype=int),
    rows: wp.array2d(dtype=int),
    speeds: wp.array2d(dtype=float),  # (W, R)
    targets: wp.array2d(dtype=float),  # (W, R)
    stiffnesses: wp.array2d(dtype=float),  # (W, R)
):
    """Have bodies that meet part at their restitution times their speed along the normal."""
    contact = wp.tid()
    if contact >= num_contacts[0]:
        return
    if is_left_alone(kinds[contact], distances[contact], margins[contact]):
        return
    row = rows[contact, 0]
    if row < 0:
        return
    world = worlds[contact]
    restitution = carried(solref[contact])
    pair = geoms[contact]
    if solref[contact][0] > 0.0 and pair[0] >= 0 and pair[1] >= 0:
        first = modes[pair[0]]
        second = modes[pair[1]]
        if first > 0 and second > 0:
            own = world % of_geoms.shape[0]
            one = carried(of_geoms[own, pair[0]])
            two = carried(of_geoms[own, pair[1]])
            if one < 0.0 or two < 0.0:
                return
            restitution = combined(one, two, wp.max(first, second))
    if restitution <= 0.0:
        return
    # A pyramid has no row along the normal, but two of which it is the mean.
    last = row
    if is_pyramidal and dimensions[contact] > 1:
        last = rows[contact, 1]
    if last < 0:
        return
    speed = 0.5 * (speeds[world, row] + speeds[world, last])
    if speed > -slowest[0]:
        return
    least = -(1.0 + wp.min(restitution, 1.0)) * speed / step[world % step.shape[0]]
    lack = least - 0.5 * (targets[world, row] + targets[world, last])
    if lack <= 0.0:
        return
    for k in range(wp.where(is_pyramidal, wp.max(2 * (dimensions[contact] - 1), 1), dimensions[contact])):
        if rows[contact, k] >= 0:
            if is_pyramidal or k == 0:
                targets[world, rows[contact, k]] += lack
            stiffnesses[world, rows[contact, k]] *= _HARDER


class Bounces:
    """Bounces in the environments of one model.

    Args:
        native: The model.
        slowest: Speed below which bodies that meet do not bounce [m/s], shape (1,), which may change.
        device: Warp device.
    """

    def __init__(self, native: mujoco.MjModel, slowest: wp.array, device: wp.Device) -> None:
        self._modes = wp.array(modes_of(native, "restitution"), dtype=int, device=device)
        self._slowest = slowest
        self._is_pyramidal = native.opt.cone == mujoco.mjtCone.mjCONE_PYRAMIDAL

    def __call__(self, model: mjw.Model, data: mjw.Data) -> None:
        """Change the constraint rows that were made, before they are solved, in one launch."""
        contacts = data.contact
        wp.launch(
            bounce,
            dim=contacts.geom.shape[0],
            inputs=[
                model.opt.timestep,
                self._slowest,
                self._is_pyramidal,
                *contacts_of(data),
                contacts.dim,
                contacts.solref,
                contacts.geom,
                self._modes,
                model.geom_solref,
                contacts.worldid,
                contacts.efc_address,
                data.efc.vel,
            ],
            outputs=[data.efc.aref, data.efc.D],
            device=data.qpos.device,
        )
