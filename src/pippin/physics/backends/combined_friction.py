"""Friction of two surfaces as their materials ask, on MuJoCo Warp: see :mod:`pippin.physics.contact_targets`."""

# No postponed annotations here: Warp evaluates those of a kernel.

import mujoco
import mujoco_warp as mjw
import warp as wp

from ..contact_targets import LEAST_FRICTION, modes_of
from ..structures import Vec5
from .contact_changes import combined, contacts_of, is_left_alone


@wp.func
def spread(values: wp.array(dtype=float), one: int, two: int, factor: float):
    """Make half the difference of two of the values larger by a factor, and leave their mean."""
    mean = 0.5 * (values[one] + values[two])
    half = 0.5 * factor * (values[one] - values[two])
    values[one] = mean + half
    values[two] = mean - half


@wp.kernel(enable_backward=False)
def combine_friction(
    least: float,
    is_pyramidal: bool,
    is_sparse: bool,
    num_contacts: wp.array(dtype=int),  # (1,)
    distances: wp.array(dtype=float),  # (contacts,), as the next six
    margins: wp.array(dtype=float),
    kinds: wp.array(dtype=int),
    dimensions: wp.array(dtype=int),
    geoms: wp.array(dtype=wp.vec2i),
    worlds: wp.array(dtype=int),
    rows: wp.array2d(dtype=int),
    modes: wp.array(dtype=int),  # (ngeom,), 0 for MuJoCo's rule
    coefficients: wp.array2d(dtype=wp.vec3),  # (1 or W, ngeom)
    row_sizes: wp.array2d(dtype=int),  # (W, R) or empty
    row_starts: wp.array2d(dtype=int),  # (W, R) or empty
    frictions: wp.array(dtype=Vec5),  # (contacts,)
    jacobian: wp.array3d(dtype=float),  # (W, R, V) or (W, 1, nonzeros)
    speeds: wp.array2d(dtype=float),  # (W, R)
    targets: wp.array2d(dtype=float),  # (W, R)
    stiffnesses: wp.array2d(dtype=float),  # (W, R)
):
    """Give contacts the friction that the materials of their two surfaces ask for, in place of the larger one."""
    contact = wp.tid()
    if contact >= num_contacts[0]:
        return
    dimension = dimensions[contact]
    pair = geoms[contact]
    if dimension < 2 or pair[0] < 0 or pair[1] < 0:
        return
    if is_left_alone(kinds[contact], distances[contact], margins[contact]):
        return
    if modes[pair[0]] == 0 or modes[pair[1]] == 0:
        return
    count = wp.where(is_pyramidal, 2 * (dimension - 1), dimension)
    if rows[contact, 0] < 0 or rows[contact, count - 1] < 0:
        return  # they did not fit
    world = worlds[contact]
    own = world % coefficients.shape[0]
    mode = wp.max(modes[pair[0]], modes[pair[1]])
    after = wp.max(combined(coefficients[own, pair[0]][0], coefficients[own, pair[1]][0], mode), least)
    friction = frictions[contact]
    before = friction[0]
    if after == before:
        return
    ratio = after / before
    friction[0] = after
    friction[1] = after
    frictions[contact] = friction
    if not is_pyramidal:
        for k in range(3, dimension):
            stiffnesses[world, rows[contact, k]] /= ratio * ratio
        return
    for tangent in range(wp.min(dimension - 1, 2)):
        one = rows[contact, 2 * tangent]
        two = rows[contact, 2 * tangent + 1]
        spread(targets[world], one, two, ratio)
        spread(speeds[world], one, two, ratio)
        if is_sparse:
            for k in range(row_sizes[world, one]):
                spread(jacobian[world, 0], row_starts[world, one] + k, row_starts[world, two] + k, ratio)
        else:
            for dof in range(jacobian.shape[2]):
                mean = 0.5 * (jacobian[world, one, dof] + jacobian[world, two, dof])
                half = 0.5 * ratio * (jacobian[world, one, dof] - jacobian[world, two, dof])
                jacobian[world, one, dof] = mean + half
                jacobian[world, two, dof] = mean - half
    softer = ratio * ratio * (1.0 + after * after) / (1.0 + before * before)
    for k in range(count):
        stiffnesses[world, rows[contact, k]] /= softer


class CombinedFriction:
    """Friction of two surfaces in the environments of one model.

    Args:
        native: The model, with modes.
        device: Warp device.
    """

    def __init__(self, native: mujoco.MjModel, device: wp.Device) -> None:
        self._is_pyramidal = native.opt.cone == mujoco.mjtCone.mjCONE_PYRAMIDAL
        self._least = LEAST_FRICTION["pyramidal" if self._is_pyramidal else "elliptic"]
        self._modes = wp.array(modes_of(native, "friction"), dtype=int, device=device)

    def __call__(self, model: mjw.Model, data: mjw.Data) -> None:
        """Change the contacts and the constraint rows that were made of them, before they are solved, in one launch."""
        contacts, rows = data.contact, data.efc
        wp.launch(
            combine_friction,
            dim=contacts.geom.shape[0],
            inputs=[
                self._least,
                self._is_pyramidal,
                model.is_sparse,
                *contacts_of(data),
                contacts.dim,
                contacts.geom,
                contacts.worldid,
                contacts.efc_address,
                self._modes,
                model.geom_friction,
                rows.J_rownnz,
                rows.J_rowadr,
            ],
            outputs=[contacts.friction, rows.J, rows.vel, rows.aref, rows.D],
            device=data.qpos.device,
        )
