"""Launch of the constraint solver over the arrays of MuJoCo Warp."""

# No postponed annotations here: Warp evaluates those of a kernel.

from functools import cache

import mujoco
import mujoco_warp as mjw
import numpy as np
import warp as wp

from ...lanes import num_blocks, num_lanes
from ...structures import Vec5
from ...tree_factor import tree_of
from .source import SOLVE

MAX_DOFS = 64
"""Most degrees of freedom of an environment; more do not fit into the memory of a block of threads."""

ROWS_PER_CHUNK = 16
LINE_SEARCH_TRIALS = 16
MAX_REGISTERS = 128
"""Registers of a thread where 16 lanes solve an environment: without a limit two rows a lane take 209, and 16,384
ANYmals 434 us in place of 376 on an H100; with 96 they take 482 us."""


def can_solve(native: mujoco.MjModel, model: mjw.Model, data: mjw.Data) -> bool:
    """Tell whether the solver takes a model: Newton's method, a size that fits, and nothing that sleeps or bends."""
    plain = not native.opt.enableflags & int(mujoco.mjtEnableBit.mjENBL_SLEEP) and not native.opt.noslip_iterations
    fits = 0 < native.nv <= MAX_DOFS and data.njmax > 0
    return plain and fits and native.nflex == 0 and native.opt.solver == mujoco.mjtSolver.mjSOL_NEWTON


def _num_weighted_rows(num_rows: int) -> int:
    """Room for weighted rows: a cone with more than two tangents has one more than rows."""
    return num_rows + num_rows // 4 + 1


@cache
def solve_kernel(num_dofs: int, depth: int, is_sparse: bool) -> wp.Kernel:
    """Build the kernel for environments of a size.

    Args:
        num_dofs: Degrees of freedom of an environment.
        depth: Most entries of a row of its inertia matrix.
        is_sparse: Whether rows of the constraints' Jacobian are lists of nonzeros.
    """
    source = SOLVE.substitute(
        lanes=num_lanes(num_dofs),
        num_dofs=num_dofs,
        depth=depth,
        is_sparse=str(is_sparse).lower(),
        rows_per_chunk=ROWS_PER_CHUNK,
        iterations_exhausted=int(mjw.OverflowType.ITERATIONS),
    )

    @wp.func_native(source)
    def solve_world(
        block: int,
        thread: int,
        num_worlds: int,
        max_iterations: int,
        max_trials: int,
        use_warm_start: bool,
        inverse_root_impratio: wp.array(dtype=float),
        tolerances: wp.array(dtype=float),
        inertia_row_sizes: wp.array(dtype=int),
        inertia_row_starts: wp.array(dtype=int),
        inertia_column_list: wp.array(dtype=int),
        dof_end_list: wp.array(dtype=int),
        tree_entry_list: wp.array(dtype=int),
        length_start_list: wp.array(dtype=int),
        inertia_in: wp.array2d(dtype=float),
        num_equalities_in: wp.array(dtype=int),
        num_losses_in: wp.array(dtype=int),
        num_rows_in: wp.array(dtype=int),
        contact_friction: wp.array(dtype=Vec5),
        contact_dimensions: wp.array(dtype=int),
        contact_rows: wp.array2d(dtype=int),
        types_in: wp.array2d(dtype=int),
        ids_in: wp.array2d(dtype=int),
        jacobian_row_sizes: wp.array2d(dtype=int),
        jacobian_row_starts: wp.array2d(dtype=int),
        jacobian_columns: wp.array3d(dtype=int),
        jacobian_in: wp.array3d(dtype=float),
        stiffness_in: wp.array2d(dtype=float),
        reference_in: wp.array2d(dtype=float),
        friction_loss_in: wp.array2d(dtype=float),
        force_smooth_in: wp.array2d(dtype=float),
        acceleration_smooth_in: wp.array2d(dtype=float),
        warm_start_in: wp.array2d(dtype=float),
        acceleration_out: wp.array2d(dtype=float),
        product_out: wp.array2d(dtype=float),
        constraint_force_out: wp.array2d(dtype=float),
        force_out: wp.array2d(dtype=float),
        state_out: wp.array2d(dtype=int),
        num_iterations_out: wp.array(dtype=int),
        overflow_out: wp.array(dtype=int),
        triangle_rows: wp.array(dtype=int),
        residual_scratch: wp.array2d(dtype=float),
        slope_scratch: wp.array2d(dtype=float),
        scale_scratch: wp.array2d(dtype=float),
        kind_scratch: wp.array2d(dtype=int),
        source_scratch: wp.array2d(dtype=int),
        weight_scratch: wp.array2d(dtype=float),
    ):
        """Solve one environment."""
        ...

    limit = MAX_REGISTERS if num_lanes(num_dofs) == 16 else None

    @wp.kernel(module="unique", enable_backward=False, cuda_max_registers=limit)
    def solve_constraints(
        num_worlds: int,
        max_iterations: int,
        max_trials: int,
        use_warm_start: bool,
        inverse_root_impratio: wp.array(dtype=float),  # (1,) or (W,)
        tolerances: wp.array(dtype=float),  # (1,) or (W,)
        inertia_row_sizes: wp.array(dtype=int),  # (V,)
        inertia_row_starts: wp.array(dtype=int),  # (V,)
        inertia_columns: wp.array(dtype=int),  # (C,)
        dof_ends: wp.array(dtype=int),  # (V,) of a tree, as the next two
        tree_entries: wp.array(dtype=int),  # (C,)
        length_starts: wp.array(dtype=int),  # (depth + 1,)
        inertia: wp.array2d(dtype=float),  # (W, C) lower triangle
        num_equalities: wp.array(dtype=int),  # (W,)
        num_losses: wp.array(dtype=int),  # (W,)
        num_rows: wp.array(dtype=int),  # (W,)
        contact_friction: wp.array(dtype=Vec5),  # (contacts,)
        contact_dimensions: wp.array(dtype=int),  # (contacts,)
        contact_rows: wp.array2d(dtype=int),  # (contacts, most rows of a contact)
        types: wp.array2d(dtype=int),  # (W, R)
        ids: wp.array2d(dtype=int),  # (W, R)
        jacobian_row_sizes: wp.array2d(dtype=int),  # (W, R) or empty
        jacobian_row_starts: wp.array2d(dtype=int),  # (W, R) or empty
        jacobian_columns: wp.array3d(dtype=int),  # (W, 1, nonzeros) or empty
        jacobian: wp.array3d(dtype=float),  # (W, R, V) or (W, 1, nonzeros)
        stiffness: wp.array2d(dtype=float),  # (W, R)
        reference: wp.array2d(dtype=float),  # (W, R)
        friction_loss: wp.array2d(dtype=float),  # (W, R)
        force_smooth: wp.array2d(dtype=float),  # (W, V)
        acceleration_smooth: wp.array2d(dtype=float),  # (W, V)
        warm_start: wp.array2d(dtype=float),  # (W, V)
        acceleration: wp.array2d(dtype=float),  # (W, V)
        product: wp.array2d(dtype=float),  # (W, V)
        constraint_force: wp.array2d(dtype=float),  # (W, V)
        force: wp.array2d(dtype=float),  # (W, R)
        state: wp.array2d(dtype=int),  # (W, R)
        num_iterations: wp.array(dtype=int),  # (W,)
        overflow: wp.array(dtype=int),  # (W,)
        triangle_rows: wp.array(dtype=int),  # (V (V + 1) / 2,) row of each entry of a packed triangle
        residual: wp.array2d(dtype=float),  # (W, R)
        slope: wp.array2d(dtype=float),  # (W, R)
        scale: wp.array2d(dtype=float),  # (W, R)
        kind: wp.array2d(dtype=int),  # (W, R)
        source: wp.array2d(dtype=int),  # (W, R + R / 4 + 1)
        weight: wp.array2d(dtype=float),  # (W, R + R / 4 + 1)
    ):
        """Find the accelerations and the forces of constraints of all environments, some lanes for each."""
        block, thread = wp.tid()
        solve_world(
            block,
            thread,
            num_worlds,
            max_iterations,
            max_trials,
            use_warm_start,
            inverse_root_impratio,
            tolerances,
            inertia_row_sizes,
            inertia_row_starts,
            inertia_columns,
            dof_ends,
            tree_entries,
            length_starts,
            inertia,
            num_equalities,
            num_losses,
            num_rows,
            contact_friction,
            contact_dimensions,
            contact_rows,
            types,
            ids,
            jacobian_row_sizes,
            jacobian_row_starts,
            jacobian_columns,
            jacobian,
            stiffness,
            reference,
            friction_loss,
            force_smooth,
            acceleration_smooth,
            warm_start,
            acceleration,
            product,
            constraint_force,
            force,
            state,
            num_iterations,
            overflow,
            triangle_rows,
            residual,
            slope,
            scale,
            kind,
            source,
            weight,
        )

    return solve_constraints


class ConstraintSolver:
    """Solver for the environments of one model.

    Args:
        model: Model of MuJoCo Warp that :func:`can_solve` takes.
        data: Its data.
    """

    def __init__(self, model: mjw.Model, data: mjw.Data) -> None:
        tree = tree_of(model.M_rownnz.numpy(), model.M_colind.numpy())
        self._kernel = solve_kernel(model.nv, tree.depth, model.is_sparse)
        self._use_warm_start = not model.opt.disableflags & int(mujoco.mjtDisableBit.mjDSBL_WARMSTART)
        device, shape = data.qacc.device, (data.nworld, data.njmax)
        lists = tree.ends, tree.entries, tree.length_starts
        self._tree = [wp.array(values, dtype=int, device=device) for values in lists]
        weighted = (data.nworld, _num_weighted_rows(data.njmax))
        self._scratch = [
            wp.array(np.tril_indices(model.nv)[0].astype(np.int32), dtype=int, device=device),
            *(wp.zeros(shape, dtype=dtype, device=device) for dtype in (float, float, float, int)),
            *(wp.zeros(weighted, dtype=dtype, device=device) for dtype in (int, float)),
        ]

    def __call__(self, model: mjw.Model, data: mjw.Data) -> None:
        """Find accelerations and forces of constraints, as ``mujoco_warp.solve`` does, in one launch.

        Written are ``qacc``, ``qfrc_constraint``, ``efc.Ma``, ``efc.force``, ``efc.state``, ``solver_niter`` and the
        overflow flag for iterations.
        """
        rows, contacts = data.efc, data.contact
        wp.launch_tiled(
            self._kernel,
            dim=[num_blocks(data.nworld, num_lanes(model.nv), data.qacc.device)],
            inputs=[
                data.nworld,
                model.opt.iterations,
                LINE_SEARCH_TRIALS,
                self._use_warm_start,
                model.opt.impratio_invsqrt,
                model.opt.tolerance,
                model.M_rownnz,
                model.M_rowadr,
                model.M_colind,
                *self._tree,
                data.M,
                data.ne,
                data.nf,
                data.nefc,
                contacts.friction,
                contacts.dim,
                contacts.efc_address,
                rows.type,
                rows.id,
                rows.J_rownnz,
                rows.J_rowadr,
                rows.J_colind,
                rows.J,
                rows.D,
                rows.aref,
                rows.frictionloss,
                data.qfrc_smooth,
                data.qacc_smooth,
                data.qacc_warmstart,
            ],
            outputs=[
                data.qacc,
                rows.Ma,
                data.qfrc_constraint,
                rows.force,
                rows.state,
                data.solver_niter,
                data.overflow,
                *self._scratch,
            ],
            block_dim=32,
            device=data.qacc.device,
        )
