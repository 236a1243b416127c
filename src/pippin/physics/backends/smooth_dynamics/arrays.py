"""The engine's arrays as the kernels take them: two structures with MuJoCo's names, and the tree of a model."""

# No postponed annotations here: Warp evaluates those of a structure.

import mujoco
import mujoco_warp as mjw
import numpy as np
import warp as wp

from ...structures import filled
from ...tree_factor import tree_of

Vec10 = wp.types.vector(length=10, dtype=wp.float32)


@wp.struct
class ModelArrays:
    """Parameters of a model, with one row or one for each environment where they have two dimensions."""

    gravity: wp.array(dtype=wp.vec3)
    timestep: wp.array(dtype=float)
    qpos0: wp.array2d(dtype=float)
    qpos_spring: wp.array2d(dtype=float)
    body_parentid: wp.array(dtype=int)
    body_rootid: wp.array(dtype=int)
    body_weldid: wp.array(dtype=int)
    body_mocapid: wp.array(dtype=int)
    body_jntnum: wp.array(dtype=int)
    body_jntadr: wp.array(dtype=int)
    body_dofadr: wp.array(dtype=int)
    body_subtreenum: wp.array(dtype=int)
    body_freeadr: wp.array(dtype=int)
    body_pos: wp.array2d(dtype=wp.vec3)
    body_quat: wp.array2d(dtype=wp.quat)
    body_ipos: wp.array2d(dtype=wp.vec3)
    body_iquat: wp.array2d(dtype=wp.quat)
    body_mass: wp.array2d(dtype=float)
    body_subtreemass: wp.array2d(dtype=float)
    body_inertia: wp.array2d(dtype=wp.vec3)
    body_gravcomp: wp.array2d(dtype=float)
    jnt_type: wp.array(dtype=int)
    jnt_qposadr: wp.array(dtype=int)
    jnt_dofadr: wp.array(dtype=int)
    jnt_bodyid: wp.array(dtype=int)
    jnt_pos: wp.array2d(dtype=wp.vec3)
    jnt_axis: wp.array2d(dtype=wp.vec3)
    jnt_stiffness: wp.array2d(dtype=float)
    jnt_stiffnesspoly: wp.array2d(dtype=wp.vec2)
    jnt_actgravcomp: wp.array(dtype=int)
    jnt_actfrclimited: wp.array(dtype=bool)
    jnt_actfrcrange: wp.array2d(dtype=wp.vec2)
    dof_bodyid: wp.array(dtype=int)
    dof_jntid: wp.array(dtype=int)
    dof_armature: wp.array2d(dtype=float)
    dof_damping: wp.array2d(dtype=float)
    dof_dampingpoly: wp.array2d(dtype=wp.vec2)
    M_rownnz: wp.array(dtype=int)
    M_rowadr: wp.array(dtype=int)
    M_colind: wp.array(dtype=int)
    geom_bodyid: wp.array(dtype=int)
    geom_pos: wp.array2d(dtype=wp.vec3)
    geom_quat: wp.array2d(dtype=wp.quat)
    site_bodyid: wp.array(dtype=int)
    site_pos: wp.array2d(dtype=wp.vec3)
    site_quat: wp.array2d(dtype=wp.quat)
    actuator_ctrladr: wp.array(dtype=int)
    actuator_gaintype: wp.array(dtype=int)
    actuator_biastype: wp.array(dtype=int)
    actuator_gear: wp.array2d(dtype=wp.spatial_vector)
    actuator_gainprm: wp.array2d(dtype=Vec10)
    actuator_biasprm: wp.array2d(dtype=Vec10)
    actuator_ctrllimited: wp.array(dtype=bool)
    actuator_ctrlrange: wp.array2d(dtype=wp.vec2)
    actuator_forcelimited: wp.array(dtype=bool)
    actuator_forcerange: wp.array2d(dtype=wp.vec2)
    tendon_stiffness: wp.array2d(dtype=float)
    tendon_stiffnesspoly: wp.array2d(dtype=wp.vec2)
    tendon_damping: wp.array2d(dtype=float)
    tendon_dampingpoly: wp.array2d(dtype=wp.vec2)
    tendon_lengthspring: wp.array2d(dtype=wp.vec2)
    ten_J_rownnz: wp.array(dtype=int)  # noqa: N815
    ten_J_rowadr: wp.array(dtype=int)  # noqa: N815
    ten_J_colind: wp.array(dtype=int)  # noqa: N815


@wp.struct
class DataArrays:
    """State, inputs and results of all environments, one row for each."""

    qpos: wp.array2d(dtype=float)
    qvel: wp.array2d(dtype=float)
    ctrl: wp.array2d(dtype=float)
    mocap_pos: wp.array2d(dtype=wp.vec3)
    mocap_quat: wp.array2d(dtype=wp.quat)
    qfrc_applied: wp.array2d(dtype=float)
    xfrc_applied: wp.array2d(dtype=wp.spatial_vector)
    xpos: wp.array2d(dtype=wp.vec3)
    xquat: wp.array2d(dtype=wp.quat)
    xmat: wp.array2d(dtype=wp.mat33)
    xipos: wp.array2d(dtype=wp.vec3)
    ximat: wp.array2d(dtype=wp.mat33)
    xanchor: wp.array2d(dtype=wp.vec3)
    xaxis: wp.array2d(dtype=wp.vec3)
    geom_xpos: wp.array2d(dtype=wp.vec3)
    geom_xmat: wp.array2d(dtype=wp.mat33)
    site_xpos: wp.array2d(dtype=wp.vec3)
    site_xmat: wp.array2d(dtype=wp.mat33)
    subtree_com: wp.array2d(dtype=wp.vec3)
    cinert: wp.array2d(dtype=Vec10)
    crb: wp.array2d(dtype=Vec10)
    cdof: wp.array2d(dtype=wp.spatial_vector)
    cdof_dot: wp.array2d(dtype=wp.spatial_vector)
    cvel: wp.array2d(dtype=wp.spatial_vector)
    ten_length: wp.array2d(dtype=float)
    ten_velocity: wp.array2d(dtype=float)
    ten_J: wp.array2d(dtype=float)  # noqa: N815
    M: wp.array2d(dtype=float)
    qfrc_spring: wp.array2d(dtype=float)
    qfrc_damper: wp.array2d(dtype=float)
    qfrc_gravcomp: wp.array2d(dtype=float)
    qfrc_passive: wp.array2d(dtype=float)
    qfrc_bias: wp.array2d(dtype=float)
    qfrc_actuator: wp.array2d(dtype=float)
    qfrc_smooth: wp.array2d(dtype=float)
    actuator_length: wp.array2d(dtype=float)
    actuator_velocity: wp.array2d(dtype=float)
    actuator_force: wp.array2d(dtype=float)
    qacc: wp.array2d(dtype=float)
    qacc_smooth: wp.array2d(dtype=float)
    qacc_warmstart: wp.array2d(dtype=float)
    time: wp.array(dtype=float)
    nefc: wp.array(dtype=int)
    nacon: wp.array(dtype=int)
    ncollision: wp.array(dtype=int)
    overflow: wp.array(dtype=int)
    Ma: wp.array2d(dtype=float)
    J_rownnz: wp.array2d(dtype=int)
    J_rowadr: wp.array2d(dtype=int)


@wp.struct
class TreeArrays:
    """What belongs together in a model: lists, and where each begins in them."""

    level_starts: wp.array(dtype=int)
    """Where each level of the tree of bodies begins in ``level_bodies``; the world is the first level."""
    level_bodies: wp.array(dtype=int)
    child_starts: wp.array(dtype=int)
    """Where the bodies that hang on each body begin in ``children``."""
    children: wp.array(dtype=int)
    actuator_starts: wp.array(dtype=int)
    """Where the actuators of each degree of freedom begin in ``actuators``."""
    actuators: wp.array(dtype=int)
    gears: wp.array(dtype=float)
    """Length that each joint of a tendon adds to it [m/rad or 1], in the order of the tendons' Jacobian."""
    gear_tendons: wp.array(dtype=int)
    """Tendon of each gear."""
    gear_starts: wp.array(dtype=int)
    """Where the gears of each degree of freedom begin in ``gears_of_dofs``."""
    gears_of_dofs: wp.array(dtype=int)
    inertia_rows: wp.array(dtype=int)
    """Row of each entry of the inertia matrix."""
    dof_ends: wp.array(dtype=int)
    """Of degrees of freedom, and the next two: see :class:`pippin.physics.tree_factor.Tree`."""
    tree_entries: wp.array(dtype=int)
    length_starts: wp.array(dtype=int)


INERTIA_TREE = r"""
    const int* const inertia_starts = model.M_rowadr.data;
    const int* const inertia_sizes = model.M_rownnz.data;
    const int* const inertia_columns = model.M_colind.data;
    const int* const dof_ends = tree.dof_ends.data;
    const int* const tree_entries = tree.tree_entries.data;
    const int* const length_starts = tree.length_starts.data;
    constexpr int tree_first = 0, num_tree_dofs = NV, num_tree_levels = DEPTH;  // all trees at a time
"""
"""What :data:`pippin.physics.tree_factor.SOLVE_TREE` asks for, for a function of these structures."""


def model_arrays(model: mjw.Model) -> ModelArrays:
    """Arrays of a model as they are now."""
    return filled(ModelArrays, model, model.opt)


def data_arrays(data: mjw.Data) -> DataArrays:
    """Arrays of the environments as they are now."""
    return filled(DataArrays, data, data.efc)


def levels_of(native: mujoco.MjModel) -> np.ndarray:
    """Level of each body, shape (bodies,): how many bodies there are between it and the world's, plus one."""
    levels = np.zeros(native.nbody, dtype=int)
    for body in range(1, native.nbody):  # parents come first
        levels[body] = levels[native.body_parentid[body]] + 1
    return levels


def tree_arrays(native: mujoco.MjModel, model: mjw.Model) -> TreeArrays:
    """Levels, children, actuators of each degree of freedom, and how the inertia matrix follows the tree."""
    device = model.body_parentid.device

    def listed(groups: np.ndarray, num_groups: int) -> tuple[wp.array, wp.array]:
        """Where each group begins in the list of its members, and the list; members of no group have -1."""
        members = np.argsort(groups, kind="stable")[np.sum(groups < 0) :]
        starts = np.searchsorted(groups[members], np.arange(num_groups + 1))
        return tuple(wp.array(values.astype(np.int32), dtype=int, device=device) for values in (starts, members))

    arrays = TreeArrays()
    levels = levels_of(native)
    arrays.level_starts, arrays.level_bodies = listed(levels, levels.max() + 1)
    parents = native.body_parentid.astype(int)
    parents[0] = -1
    arrays.child_starts, arrays.children = listed(parents, native.nbody)
    on_joints = native.actuator_trntype == mujoco.mjtTrn.mjTRN_JOINT
    dofs = np.where(on_joints, native.jnt_dofadr[native.actuator_trnid[:, 0] * on_joints] if native.njnt else -1, -1)
    arrays.actuator_starts, arrays.actuators = listed(dofs, native.nv)
    columns, sizes = model.ten_J_colind.numpy(), model.ten_J_rownnz.numpy()
    arrays.gear_starts, arrays.gears_of_dofs = listed(columns, native.nv)
    gears = _gears(native, columns, sizes)
    arrays.gears = wp.array(gears, dtype=float, device=device)
    tendons = np.repeat(np.arange(native.ntendon, dtype=np.int32), sizes)
    arrays.gear_tendons = wp.array(tendons, dtype=int, device=device)
    rows = np.repeat(np.arange(native.nv), model.M_rownnz.numpy())
    arrays.inertia_rows = wp.array(rows.astype(np.int32), dtype=int, device=device)
    tree = tree_of(model.M_rownnz.numpy(), model.M_colind.numpy())
    arrays.dof_ends = wp.array(tree.ends, dtype=int, device=device)
    arrays.tree_entries = wp.array(tree.entries, dtype=int, device=device)
    arrays.length_starts = wp.array(tree.length_starts, dtype=int, device=device)
    return arrays


def _gears(native: mujoco.MjModel, columns: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Length that each joint of a tendon adds to it, shape (entries of the tendons' Jacobian,); of others 0."""
    gears = np.zeros(len(columns), dtype=np.float32)
    ends = np.cumsum(sizes)
    for tendon in range(native.ntendon):
        own = slice(ends[tendon] - sizes[tendon], ends[tendon])
        first = native.tendon_adr[tendon]
        for wrap in range(first, first + native.tendon_num[tendon]):
            if native.wrap_type[wrap] == mujoco.mjtWrap.mjWRAP_JOINT:
                dof = native.jnt_dofadr[native.wrap_objid[wrap]]
                gears[own][columns[own] == dof] = native.wrap_prm[wrap]
    return gears
