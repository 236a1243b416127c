"""Launch of the smooth dynamics over the arrays of MuJoCo Warp."""

# No postponed annotations here: Warp evaluates those of a kernel.

from functools import cache
from typing import NamedTuple

import mujoco
import mujoco_warp as mjw
import numpy as np
import warp as wp

from ...lanes import fits_registers, num_blocks, num_lanes
from .arrays import DataArrays, ModelArrays, TreeArrays, data_arrays, levels_of, model_arrays, tree_arrays
from .motion_source import SMOOTH_DYNAMICS

FORCES = "passive", "control", "act_dyn", "act_gain", "act_bias"
"""Callbacks of MuJoCo Warp that add to forces."""

MAX_FLOATS = 12 * 1024
"""Numbers that fit into the memory that a block of threads has without asking for more, 48 KiB."""


MAX_REGISTERS = 80
"""Registers of a thread where 16 lanes work on an environment: without a limit 124, and 16,384 ANYmals take 273 us in
place of 247, ants 215 in place of 196 and hands 480 in place of 506, on an H100."""


class Sizes(NamedTuple):
    """Sizes of an environment, for which a kernel is compiled."""

    num_bodies: int
    num_dofs: int
    num_joints: int
    num_geoms: int
    num_sites: int
    num_inertias: int
    """Entries of the inertia matrix."""
    depth: int
    """Most entries of one of its rows."""
    num_levels: int
    """Levels of the tree of bodies, with the world's."""
    num_tendons: int

    def num_floats(self, drives_joints: bool) -> int:
        """Numbers that the kernel keeps in the memory of a block, of all environments that the block works on."""
        lanes = num_lanes(self.num_dofs)
        triangle = self.num_dofs * (self.num_dofs + 1) // 2
        by_tree = min(triangle, self.num_dofs * (self.depth | 1))
        factor = (triangle if fits_registers(self.num_dofs) else by_tree) if drives_joints else 1
        motions = max(12 * self.num_dofs, 9 * lanes)
        tendons = 2 * max(self.num_tendons, 1)
        return (35 * self.num_bodies + motions + 3 * self.num_dofs + factor + tendons) * (32 // lanes)


def sizes_of(native: mujoco.MjModel, model: mjw.Model) -> Sizes:
    """Sizes of the environments of a model."""
    levels = int(levels_of(native).max()) + 1
    bodies = native.nbody, native.nv, native.njnt, native.ngeom, native.nsite
    return Sizes(*bodies, model.M_colind.size, int(native.M_rownnz.max()), levels, native.ntendon)


def _is_disabled(native: mujoco.MjModel, *flags: mujoco.mjtDisableBit) -> bool:
    return any(native.opt.disableflags & int(flag) for flag in flags)


def can_move(native: mujoco.MjModel, model: mjw.Model, drives_joints: bool) -> bool:
    """Tell whether the kernel takes a model: nothing sleeps or bends, and an environment fits into a block's memory."""
    sleeps = native.opt.enableflags & int(mujoco.mjtEnableBit.mjENBL_SLEEP)
    fits = sizes_of(native, model).num_floats(drives_joints) <= MAX_FLOATS
    is_rigid = native.nflex == 0 and not native.tendon_armature.any()
    return native.nv > 0 and is_rigid and not sleeps and fits


def can_drive(native: mujoco.MjModel, model: mjw.Model) -> bool:
    """Tell whether the kernel can go on to accelerations: all forces are those that it knows.

    It knows springs and dampers of joints and of tendons along joints, gravity and its compensation, and actuators
    without dynamics on hinges and slides with gains and biases that are constant or affine; neither tendons through
    space nor fluids, adhesion or callbacks that add forces.
    """
    disable = mujoco.mjtDisableBit
    joints = native.jnt_type[native.actuator_trnid[:, 0]] if native.njnt and native.nu else np.zeros(0, dtype=int)
    affine = [int(mujoco.mjtGain.mjGAIN_FIXED), int(mujoco.mjtGain.mjGAIN_AFFINE)]
    biased = [int(mujoco.mjtBias.mjBIAS_NONE), int(mujoco.mjtBias.mjBIAS_AFFINE)]
    plain_actuators = (
        model.nactuator == native.nu
        and np.all(native.actuator_trntype == int(mujoco.mjtTrn.mjTRN_JOINT))
        and np.all(joints >= int(mujoco.mjtJoint.mjJNT_SLIDE))
        and np.all(native.actuator_dyntype == int(mujoco.mjtDyn.mjDYN_NONE))
        and np.isin(native.actuator_gaintype, affine).all()
        and np.isin(native.actuator_biastype, biased).all()
        and not native.jnt_actgravcomp.any()
        and not model.nhistory
    )
    along_joints = np.all(native.wrap_type == int(mujoco.mjtWrap.mjWRAP_JOINT))
    other_forces = not along_joints or model.has_fluid or model.flg_adhesion
    is_called_back = any(getattr(model.callback, name) for name in FORCES)
    without = _is_disabled(native, disable.mjDSBL_ACTUATION) or all(
        _is_disabled(native, flag) for flag in (disable.mjDSBL_SPRING, disable.mjDSBL_DAMPER)
    )
    return bool(plain_actuators and not other_forces and not is_called_back and not without)


@cache
def motion_kernel(sizes: Sizes, drives_joints: bool) -> wp.Kernel:
    """Build the kernel for environments of a size.

    Args:
        sizes: Sizes of an environment.
        drives_joints: Whether to go on to actuators and accelerations.
    """
    lanes = num_lanes(sizes.num_dofs)
    source = SMOOTH_DYNAMICS.substitute(**sizes._asdict(), lanes=lanes, drives_joints=str(drives_joints).lower())

    @wp.func_native(source)
    def move_world(
        block: int,
        thread: int,
        num_worlds: int,
        model: ModelArrays,
        tree: TreeArrays,
        has_gravity: bool,
        has_springs: bool,
        has_dampers: bool,
        clamps_controls: bool,
        data: DataArrays,
    ):
        """Compute the smooth dynamics of one environment."""
        ...

    limit = MAX_REGISTERS if lanes == 16 else None

    @wp.kernel(module="unique", enable_backward=False, cuda_max_registers=limit)
    def compute_smooth_dynamics(
        num_worlds: int,
        model: ModelArrays,
        tree: TreeArrays,
        has_gravity: bool,
        has_springs: bool,
        has_dampers: bool,
        clamps_controls: bool,
        data: DataArrays,
    ):
        """Compute what follows from positions and velocities in all environments, some lanes for each."""
        block, thread = wp.tid()
        move_world(block, thread, num_worlds, model, tree, has_gravity, has_springs, has_dampers, clamps_controls, data)

    return compute_smooth_dynamics


class SmoothDynamics:
    """Smooth dynamics of the environments of one model.

    Args:
        native: Model that :func:`can_move` takes.
        model: The same for MuJoCo Warp.
        drives_joints: Whether to go on to actuators and accelerations, for a model that :func:`can_drive` takes.
    """

    def __init__(self, native: mujoco.MjModel, model: mjw.Model, drives_joints: bool) -> None:
        disable = mujoco.mjtDisableBit
        self._kernel = motion_kernel(sizes_of(native, model), drives_joints)
        self._lanes = num_lanes(native.nv)
        self._tree = tree_arrays(native, model)
        unwanted = (disable.mjDSBL_GRAVITY, disable.mjDSBL_SPRING, disable.mjDSBL_DAMPER, disable.mjDSBL_CLAMPCTRL)
        self._flags = [not _is_disabled(native, flag) for flag in unwanted]

    def __call__(self, model: mjw.Model, data: mjw.Data) -> None:
        """Compute poses, inertias, velocities and forces of all environments, in one launch.

        Written is what ``mujoco_warp.kinematics``, ``com_pos``, ``crb``, ``com_vel``, ``passive`` and ``rne`` write,
        but for accelerations and wrenches within bodies (``cacc``, ``cfrc_int``); and, where it goes on to
        accelerations, what ``fwd_actuation`` and ``fwd_acceleration`` write, but for the factor ``qLD``.
        """
        wp.launch_tiled(
            self._kernel,
            dim=[num_blocks(data.nworld, self._lanes, data.qpos.device)],
            inputs=[data.nworld, model_arrays(model), self._tree, *self._flags],
            outputs=[data_arrays(data)],
            block_dim=32,
            device=data.qpos.device,
        )
