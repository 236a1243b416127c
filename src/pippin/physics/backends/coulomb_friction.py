"""Coulomb's friction on MuJoCo Warp: see :mod:`pippin.physics.contact_targets`."""

# No postponed annotations here: Warp evaluates those of a kernel.

import mujoco
import mujoco_warp as mjw
import warp as wp

from ..contact_targets import CAP
from ..structures import Vec5
from .contact_changes import along_row, contacts_of, is_left_alone, rows_of_contacts

_CAP = wp.constant(CAP)


@wp.kernel(enable_backward=False)
def take_off_sliding(
    step: wp.array(dtype=float),  # (1,) or (W,)
    is_pyramidal: bool,
    is_sparse: bool,
    num_contacts: wp.array(dtype=int),  # (1,)
    distances: wp.array(dtype=float),  # (contacts,), as the next six
    margins: wp.array(dtype=float),
    kinds: wp.array(dtype=int),
    dimensions: wp.array(dtype=int),
    frictions: wp.array(dtype=Vec5),
    worlds: wp.array(dtype=int),
    rows: wp.array2d(dtype=int),
    speeds: wp.array2d(dtype=float),  # (W, R)
    row_sizes: wp.array2d(dtype=int),  # (W, R) or empty
    row_starts: wp.array2d(dtype=int),  # (W, R) or empty
    columns: wp.array3d(dtype=int),  # (W, 1, nonzeros) or empty
    jacobian: wp.array3d(dtype=float),  # (W, R, V) or (W, 1, nonzeros)
    acceleration: wp.array2d(dtype=float),  # (W, V) of the last step
    targets: wp.array2d(dtype=float),  # (W, R)
):
    """Take off along the normals of contacts what MuJoCo's convex friction adds there where they slide."""
    contact = wp.tid()
    if contact >= num_contacts[0]:
        return
    tangents = dimensions[contact] - 1
    if tangents < 1 or is_left_alone(kinds[contact], distances[contact], margins[contact]):
        return
    count = wp.where(is_pyramidal, 2 * tangents, tangents + 1)
    if rows[contact, 0] < 0 or rows[contact, count - 1] < 0:
        return  # they did not fit
    world = worlds[contact]
    slip = float(0.0)
    change = float(0.0)
    asked_for = float(0.0)
    left = float(0.0)
    for tangent in range(tangents):
        one = wp.where(is_pyramidal, rows[contact, 2 * tangent], rows[contact, tangent + 1])
        asked = targets[world, one]
        speed = speeds[world, one]
        made = along_row(world, one, is_sparse, row_sizes, row_starts, columns, jacobian, acceleration)
        if is_pyramidal:  # half the difference of two edges is along the tangent, times its friction
            other = rows[contact, 2 * tangent + 1]
            asked = 0.5 * (asked - targets[world, other])
            made -= along_row(world, other, is_sparse, row_sizes, row_starts, columns, jacobian, acceleration)
            made *= 0.5
            speed = 0.5 * (speed - speeds[world, other])
            slip = wp.max(slip, wp.abs(speed))
            change = wp.max(change, wp.abs(made))
            asked_for = wp.max(asked_for, wp.abs(asked))
            left = wp.max(left, wp.abs(made - asked))
        else:
            asked *= frictions[contact][tangent]
            made *= frictions[contact][tangent]
            speed *= frictions[contact][tangent]
            slip += speed * speed
            change += made * made
            asked_for += asked * asked
            left += (made - asked) * (made - asked)
    if not is_pyramidal:
        slip = wp.sqrt(slip)
        change = wp.sqrt(change)
        asked_for = wp.sqrt(asked_for)
        left = wp.sqrt(left)
    change *= step[world % step.shape[0]]
    if change >= slip:
        return  # it sticks, or the accelerations are from before a reset
    added = wp.min(left, _CAP * asked_for * (1.0 - change / slip))
    for k in range(wp.where(is_pyramidal, count, 1)):
        targets[world, rows[contact, k]] -= added


class CoulombFriction:
    """Coulomb's friction in the environments of one model.

    Args:
        native: The model.
    """

    def __init__(self, native: mujoco.MjModel) -> None:
        self._is_pyramidal = native.opt.cone == mujoco.mjtCone.mjCONE_PYRAMIDAL

    def __call__(self, model: mjw.Model, data: mjw.Data) -> None:
        """Change the constraint rows that were made, before they are solved, in one launch."""
        contacts = data.contact
        wp.launch(
            take_off_sliding,
            dim=contacts.geom.shape[0],
            inputs=[
                model.opt.timestep,
                self._is_pyramidal,
                model.is_sparse,
                *contacts_of(data),
                contacts.dim,
                contacts.friction,
                *rows_of_contacts(data, data.qacc_warmstart),
            ],
            outputs=[data.efc.aref],
            device=data.qpos.device,
        )
