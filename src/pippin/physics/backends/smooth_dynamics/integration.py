"""Launch of the integration over the arrays of MuJoCo Warp."""

# No postponed annotations here: Warp evaluates those of a kernel.

from functools import cache

import mujoco
import mujoco_warp as mjw
import warp as wp

from ...lanes import num_blocks, num_lanes
from .arrays import DataArrays, ModelArrays, TreeArrays, data_arrays, model_arrays, tree_arrays
from .integration_source import INTEGRATE
from .motion import can_drive

_EULER, _IMPLICIT_FAST = int(mujoco.mjtIntegrator.mjINT_EULER), int(mujoco.mjtIntegrator.mjINT_IMPLICITFAST)


def can_integrate(native: mujoco.MjModel, model: mjw.Model) -> bool:
    """Tell whether the kernel takes a model: one of two integrators, and forces that :func:`can_drive` takes."""
    return native.opt.integrator in (_EULER, _IMPLICIT_FAST) and can_drive(native, model)


@cache
def integration_kernel(num_dofs: int, num_joints: int, num_inertias: int, depth: int, num_tendons: int) -> wp.Kernel:
    """Build the kernel for environments of a size.

    Args:
        num_dofs: Degrees of freedom of an environment.
        num_joints: Its joints.
        num_inertias: Entries of its inertia matrix.
        depth: Most entries of one of its rows.
        num_tendons: Its tendons.
    """
    source = INTEGRATE.substitute(
        num_dofs=num_dofs,
        num_joints=num_joints,
        num_inertias=num_inertias,
        depth=depth,
        num_tendons=num_tendons,
        lanes=num_lanes(num_dofs),
        rows_exceeded=int(mjw.OverflowType.NEFC),
        nonzeros_exceeded=int(mjw.OverflowType.NJMAX_NNZ),
        candidates_exceeded=int(mjw.OverflowType.BROADPHASE),
        contacts_exceeded=int(mjw.OverflowType.NARROWPHASE),
    )

    @wp.func_native(source)
    def integrate_world(
        block: int,
        thread: int,
        num_worlds: int,
        model: ModelArrays,
        tree: TreeArrays,
        has_dampers: bool,
        is_implicit: bool,
        is_sparse: bool,
        max_rows: int,
        max_nonzeros: int,
        max_contacts: int,
        data: DataArrays,
    ):
        """Advance one environment."""
        ...

    @wp.kernel(module="unique", enable_backward=False)
    def integrate(
        num_worlds: int,
        model: ModelArrays,
        tree: TreeArrays,
        has_dampers: bool,
        is_implicit: bool,
        is_sparse: bool,
        max_rows: int,
        max_nonzeros: int,
        max_contacts: int,
        data: DataArrays,
    ):
        """Advance positions, velocities and time of all environments, some lanes for each."""
        block, thread = wp.tid()
        integrate_world(
            block,
            thread,
            num_worlds,
            model,
            tree,
            has_dampers,
            is_implicit,
            is_sparse,
            max_rows,
            max_nonzeros,
            max_contacts,
            data,
        )

    return integrate


class Integration:
    """Integrator of the environments of one model.

    Args:
        native: Model that :func:`can_integrate` takes.
        model: The same for MuJoCo Warp.
    """

    def __init__(self, native: mujoco.MjModel, model: mjw.Model) -> None:
        disable = mujoco.mjtDisableBit
        is_euler = native.opt.integrator == _EULER
        undamped = int(disable.mjDSBL_DAMPER) | (int(disable.mjDSBL_EULERDAMP) if is_euler else 0)
        self._has_dampers = not native.opt.disableflags & undamped
        self._is_implicit = not is_euler
        depth = int(native.M_rownnz.max())
        self._kernel = integration_kernel(native.nv, native.njnt, model.M_colind.size, depth, native.ntendon)
        self._lanes = num_lanes(native.nv)
        self._tree = tree_arrays(native, model)

    def __call__(self, model: mjw.Model, data: mjw.Data) -> None:
        """Advance all environments by a step, from ``qacc`` and ``efc.Ma``, in one launch.

        Written are ``qpos``, ``qvel``, ``time``, ``qacc_warmstart`` and the overflow flags of buffers.
        """
        wp.launch_tiled(
            self._kernel,
            dim=[num_blocks(data.nworld, self._lanes, data.qpos.device)],
            inputs=[
                data.nworld,
                model_arrays(model),
                self._tree,
                self._has_dampers,
                self._is_implicit,
                model.is_sparse,
                data.njmax,
                data.njmax_nnz,
                data.naconmax,
            ],
            outputs=[data_arrays(data)],
            block_dim=32,
            device=data.qpos.device,
        )
