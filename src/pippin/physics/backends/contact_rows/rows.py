"""Launch of the constraint rows of contacts over the arrays of MuJoCo Warp."""

# No postponed annotations here: Warp evaluates those of a kernel.

from functools import cache

import mujoco
import mujoco_warp as mjw
import warp as wp

from ...structures import Vec5, filled
from .source import CONTACT_ROWS

LANES_OF_A_CONTACT = 16

BLOCKS_OF_A_PROCESSOR = 64
"""Blocks of 32 threads for each multiprocessor of a GPU: each goes through its share of the contacts, since how many
there are is known on the device alone. 64 are two rounds of what a multiprocessor holds at once."""


@wp.struct
class ContactArrays:
    """Contacts of all environments, with MuJoCo's names."""

    dist: wp.array(dtype=float)
    pos: wp.array(dtype=wp.vec3)
    frame: wp.array(dtype=wp.mat33)
    includemargin: wp.array(dtype=float)
    friction: wp.array(dtype=Vec5)
    solref: wp.array(dtype=wp.vec2)
    solreffriction: wp.array(dtype=wp.vec2)
    solimp: wp.array(dtype=Vec5)
    dim: wp.array(dtype=int)
    geom: wp.array(dtype=wp.vec2i)
    efc_address: wp.array2d(dtype=int)
    worldid: wp.array(dtype=int)
    type: wp.array(dtype=int)


@wp.struct
class RowModel:
    """Parameters of a model, with one row or one for each environment where they have two dimensions."""

    timestep: wp.array(dtype=float)
    impratio_invsqrt: wp.array(dtype=float)
    body_rootid: wp.array(dtype=int)
    body_invweight0: wp.array2d(dtype=wp.vec2)
    body_isdofancestor: wp.array2d(dtype=int)
    geom_bodyid: wp.array(dtype=int)


@wp.struct
class RowArrays:
    """State of all environments, and their constraint rows."""

    qvel: wp.array2d(dtype=float)
    subtree_com: wp.array2d(dtype=wp.vec3)
    cdof: wp.array2d(dtype=wp.spatial_vector)
    nacon: wp.array(dtype=int)
    nefc: wp.array(dtype=int)
    J: wp.array3d(dtype=float)
    D: wp.array2d(dtype=float)
    aref: wp.array2d(dtype=float)
    vel: wp.array2d(dtype=float)
    pos: wp.array2d(dtype=float)
    margin: wp.array2d(dtype=float)
    frictionloss: wp.array2d(dtype=float)
    type: wp.array2d(dtype=int)
    id: wp.array2d(dtype=int)


def can_make_rows(native: mujoco.MjModel, model: mjw.Model) -> bool:
    """Tell whether the kernel takes a model: dense Jacobians of rigid bodies, whose surfaces neither stick nor move."""
    is_plain = not (native.nflex or model.flg_adhesion or model.flg_surfacevel or model.opt.deterministic)
    is_disabled = native.opt.disableflags & (
        int(mujoco.mjtDisableBit.mjDSBL_CONTACT) | int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    )
    return bool(native.nv > 0 and not model.is_sparse and is_plain and not is_disabled)


@cache
def rows_kernel(num_dofs: int, num_columns: int, most_rows_of_a_contact: int, is_elliptic: bool) -> wp.Kernel:
    """Build the kernel for environments of a size.

    Args:
        num_dofs: Degrees of freedom of an environment.
        num_columns: Columns of its Jacobian, which may be padded.
        most_rows_of_a_contact: Rows of a contact of the most dimensions.
        is_elliptic: Whether friction cones are elliptic.
    """
    source = CONTACT_ROWS.substitute(
        lanes=LANES_OF_A_CONTACT,
        num_dofs=num_dofs,
        num_columns=num_columns,
        most_rows_of_a_contact=most_rows_of_a_contact,
        is_elliptic=str(is_elliptic).lower(),
    )

    @wp.func_native(source)
    def make_rows(
        block: int,
        thread: int,
        num_blocks: int,
        max_contacts: int,
        max_rows: int,
        is_safe: bool,
        model: RowModel,
        contacts: ContactArrays,
        data: RowArrays,
    ):
        """Make the rows of every so many contacts."""
        ...

    @wp.kernel(module="unique", enable_backward=False)
    def make_contact_rows(
        num_blocks: int,
        max_contacts: int,
        max_rows: int,
        is_safe: bool,
        model: RowModel,
        contacts: ContactArrays,
        data: RowArrays,
    ):
        """Append the constraint rows of all contacts to those of their environments, 16 lanes for each contact."""
        block, thread = wp.tid()
        make_rows(block, thread, num_blocks, max_contacts, max_rows, is_safe, model, contacts, data)

    return make_contact_rows


class ContactRows:
    """Constraint rows of the environments of one model.

    Args:
        native: Model that :func:`can_make_rows` takes.
        model: The same for MuJoCo Warp.
        data: Its data.
    """

    def __init__(self, native: mujoco.MjModel, model: mjw.Model, data: mjw.Data) -> None:
        is_elliptic = native.opt.cone == int(mujoco.mjtCone.mjCONE_ELLIPTIC)
        # The buffer has an address for each row of a pyramid, of which an elliptic cone needs half, and one more.
        most_rows = max(1, data.contact.efc_address.shape[1])
        self._kernel = rows_kernel(native.nv, data.efc.J.shape[2], most_rows, is_elliptic)
        self._is_safe = not native.opt.disableflags & int(mujoco.mjtDisableBit.mjDSBL_REFSAFE)
        device = data.qpos.device
        self._num_blocks = BLOCKS_OF_A_PROCESSOR * device.sm_count if device.is_cuda else 1

    def __call__(self, model: mjw.Model, data: mjw.Data) -> None:
        """Make all constraint rows, as ``mujoco_warp.make_constraint`` does; those of contacts in one launch."""
        flags = model.opt.disableflags
        model.opt.disableflags = flags | int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
        try:
            mjw.make_constraint(model, data)
        finally:
            model.opt.disableflags = flags
        wp.launch_tiled(
            self._kernel,
            dim=[self._num_blocks],
            inputs=[
                self._num_blocks,
                data.naconmax,
                data.njmax,
                self._is_safe,
                filled(RowModel, model.opt, model),
                filled(ContactArrays, data.contact),
            ],
            outputs=[filled(RowArrays, data.efc, data)],
            block_dim=32,
            device=data.qpos.device,
        )
