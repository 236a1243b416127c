"""Limits of how fast bodies come apart, on MuJoCo Warp: see :mod:`pippin.physics.contact_targets`."""

# No postponed annotations here: Warp evaluates those of a kernel.

import mujoco
import mujoco_warp as mjw
import warp as wp

from ..contact_targets import limits_of
from ..structures import Vec5
from .contact_changes import along_row, contacts_of, is_left_alone, rows_of_contacts


@wp.kernel(enable_backward=False)
def limit_contacts(
    limits: wp.array(dtype=float),  # (ngeom,)
    step: wp.array(dtype=float),  # (1,) or (W,)
    is_pyramidal: bool,
    is_sparse: bool,
    num_contacts: wp.array(dtype=int),  # (1,)
    distances: wp.array(dtype=float),  # (contacts,), as the next seven
    margins: wp.array(dtype=float),
    kinds: wp.array(dtype=int),
    geoms: wp.array(dtype=wp.vec2i),
    dimensions: wp.array(dtype=int),
    solref: wp.array(dtype=wp.vec2),
    solimp: wp.array(dtype=Vec5),
    worlds: wp.array(dtype=int),
    rows: wp.array2d(dtype=int),
    speeds: wp.array2d(dtype=float),  # (W, R)
    row_sizes: wp.array2d(dtype=int),  # (W, R) or empty
    row_starts: wp.array2d(dtype=int),  # (W, R) or empty
    columns: wp.array3d(dtype=int),  # (W, 1, nonzeros) or empty
    jacobian: wp.array3d(dtype=float),  # (W, R, V) or (W, 1, nonzeros)
    acceleration: wp.array2d(dtype=float),  # (W, V) without constraints
    targets: wp.array2d(dtype=float),  # (W, R)
):
    """Keep the accelerations that contacts ask for along their normals to what the limits of bodies allow."""
    contact = wp.tid()
    if contact >= num_contacts[0]:
        return
    if is_left_alone(kinds[contact], distances[contact], margins[contact]):
        return
    row = rows[contact, 0]
    pair = geoms[contact]
    if row < 0 or pair[0] < 0 or pair[1] < 0 or solref[contact][0] < 0.0:
        return
    fastest = limits[pair[0]]
    other = limits[pair[1]]
    if fastest == 0.0 or (other > 0.0 and other < fastest):
        fastest = other
    if fastest == 0.0:
        return
    world = worlds[contact]
    # A pyramid has no row along the normal, but two of which it is the mean.
    last = row
    count = wp.int32(1)
    if is_pyramidal and dimensions[contact] > 1:
        last = rows[contact, 1]
        count = wp.int32(2) * (dimensions[contact] - 1)
    if last < 0:
        return
    room = (fastest - 0.5 * (speeds[world, row] + speeds[world, last])) / step[world % step.shape[0]]
    excess = 0.5 * (targets[world, row] + targets[world, last]) - room
    if excess <= 0.0:
        return
    load = along_row(world, row, is_sparse, row_sizes, row_starts, columns, jacobian, acceleration)
    if last != row:
        load += along_row(world, last, is_sparse, row_sizes, row_starts, columns, jacobian, acceleration)
        load *= 0.5
    taken_up = solimp[contact][1]
    excess -= (1.0 - taken_up) / taken_up * wp.max(room - load, 0.0)
    if excess > 0.0:
        for k in range(count):
            if rows[contact, k] >= 0:
                targets[world, rows[contact, k]] -= excess


class DepenetrationLimits:
    """Limits of the environments of one model.

    Args:
        native: Model that carries limits.
        device: Warp device.
    """

    def __init__(self, native: mujoco.MjModel, device: wp.Device) -> None:
        self._limits = wp.array(limits_of(native), dtype=float, device=device)
        self._is_pyramidal = native.opt.cone == mujoco.mjtCone.mjCONE_PYRAMIDAL

    def __call__(self, model: mjw.Model, data: mjw.Data) -> None:
        """Change the constraint rows that were made, before they are solved, in one launch."""
        contacts = data.contact
        wp.launch(
            limit_contacts,
            dim=contacts.geom.shape[0],
            inputs=[
                self._limits,
                model.opt.timestep,
                self._is_pyramidal,
                model.is_sparse,
                *contacts_of(data),
                contacts.geom,
                contacts.dim,
                contacts.solref,
                contacts.solimp,
                *rows_of_contacts(data, data.qacc_smooth),
            ],
            outputs=[data.efc.aref],
            device=data.qpos.device,
        )
