"""Constants that MuJoCo derives from masses, inertias and armatures, for all worlds of MuJoCo Warp.

They are the masses of subtrees, and the inverse weights of degrees of freedom, bodies and tendons: what a unit of force
accelerates in the pose ``qpos0``, by which the solver makes constraints as soft as is asked of it. With the Jacobian J
of a body's centre of mass (or of a tendon's length) and the mass matrix M, an inverse weight is the mean of the
diagonal of J M^-1 J^T, over translations and over rotations. MuJoCo sets those of simple sliders to 1 / mass. In
contacts, bodies have a least one (:mod:`pippin.physics.contact_weights`), and the mass matrix is that with the damping
of drives that contacts feel (:mod:`pippin.physics.backends.stiff_drives`).

``mujoco_warp.set_const`` solves with M for each row of each body's Jacobian, with three launches each: 1.6 ms for
4,096 ants. Here the columns of M^-1 are solved for, and one launch over all bodies multiplies them.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import mujoco
import mujoco_warp as mjw
import numpy as np
import warp as wp

from pippin.utils.array_views import view_of

from ..contact_weights import contact_levers
from ..engine_internals import tendon_armature
from .stiff_drives import SoftenedDrives

DERIVED_CONSTANTS = ("body_invweight0", "body_subtreemass", "dof_invweight0", "tendon_invweight0")
"""Fields of the engine's model. ``actuator_acc0``, which muscles need, is missing: there are none."""

_FREE = wp.constant(int(mujoco.mjtJoint.mjJNT_FREE))
_BALL = wp.constant(int(mujoco.mjtJoint.mjJNT_BALL))
_SLIDERS = wp.constant(2)
"""A value of ``body_simple``: nothing but slide joints along the world's axes, so that M is the mass."""


class DerivedConstants:
    """Derives the constants of all worlds of a model.

    Args:
        native: Compiled model of one world, with the pose ``qpos0``.
        num_worlds: Number of worlds, W.
        device: Warp device.
    """

    def __init__(self, native: mujoco.MjModel, num_worlds: int, device: wp.Device) -> None:
        bodies = np.flatnonzero(native.body_mocapid >= 0)
        order = bodies[np.argsort(native.body_mocapid[bodies])]
        rows = {
            "qpos": _upload(native.qpos0, float, device),
            "mocap_pos": _upload(native.body_pos[order], wp.vec3f, device),
            "mocap_quat": _upload(native.body_quat[order], wp.quatf, device),
        }
        self._at_rest = {name: _repeated(row, num_worlds) for name, row in rows.items() if row.size}
        units = _upload(np.eye(native.nv), float, device)
        self._units = [_repeated(units[dof], num_worlds) for dof in range(native.nv)]
        self._body_simple = wp.array(native.body_simple, dtype=int, device=device)
        self._levers = _upload(contact_levers(native), float, device)
        self._felt_armature = wp.zeros((num_worlds, native.nv), dtype=float, device=device)
        self._inverse = wp.zeros((native.nv, num_worlds, native.nv), dtype=float, device=device)
        self._num_worlds = num_worlds
        self._device = device

    def launch(self, model: mjw.Model, data: mjw.Data, drives: SoftenedDrives | None = None) -> None:
        """Launch the kernels on the current stream. What ``data`` derives from its state is another pose's then.

        Args:
            model: Model, of whose :data:`DERIVED_CONSTANTS` each world has its own.
            data: State, which stays as it is.
            drives: Drives whose damping contacts feel, if any: bodies weigh as much more in contacts.
        """
        mjw.set_const_fixed(model, data)
        if not model.nv:
            return
        rest: Any = dataclasses.replace(data, **self._at_rest)
        mjw.kinematics(model, rest)
        mjw.com_pos(model, rest)
        mjw.tendon(model, rest)
        self._invert(model, rest)
        wp.launch(
            weigh_dofs,
            dim=(self._num_worlds, model.nv),
            inputs=[
                model.dof_jntid,
                model.jnt_type,
                model.jnt_dofadr,
                model.dof_bodyid,
                self._body_simple,
                model.body_mass,
                self._inverse,
            ],
            outputs=[model.dof_invweight0],
            device=self._device,
        )
        wp.launch(
            weigh_tendons,
            dim=(self._num_worlds, model.ntendon),
            inputs=[model.ten_J_rownnz, model.ten_J_rowadr, model.ten_J_colind, rest.ten_J, self._inverse],
            outputs=[model.tendon_invweight0],
            device=self._device,
        )
        if drives is not None:
            drives.launch_armature(model.dof_armature, self._felt_armature)
            usual, model.dof_armature = model.dof_armature, self._felt_armature
            self._invert(model, rest)
            model.dof_armature = usual
        wp.launch(
            weigh_bodies,
            dim=(self._num_worlds, model.nbody),
            inputs=[
                model.body_weldid,
                self._body_simple,
                model.body_rootid,
                model.body_dofadr,
                model.body_dofnum,
                model.dof_parentid,
                model.body_mass,
                rest.subtree_com,
                rest.xipos,
                rest.cdof,
                self._levers,
                self._inverse,
            ],
            outputs=[model.body_invweight0],
            device=self._device,
        )

    def _invert(self, model: mjw.Model, rest: mjw.Data) -> None:
        """Solve for the columns of the inverse of the mass matrix."""
        mjw.crb(model, rest)
        tendon_armature(model, rest)
        mjw.factor_m(model, rest)
        for dof, unit in enumerate(self._units):
            mjw.solve_m(model, rest, self._inverse[dof], unit)


@wp.kernel(enable_backward=False)
def weigh_dofs(
    dof_jntid: wp.array(dtype=int),  # (nv,)
    jnt_type: wp.array(dtype=int),  # (njnt,)
    jnt_dofadr: wp.array(dtype=int),  # (njnt,)
    dof_bodyid: wp.array(dtype=int),  # (nv,)
    body_simple: wp.array(dtype=int),  # (nbody,)
    body_mass: wp.array2d(dtype=float),  # (W or 1, nbody)
    inverse: wp.array3d(dtype=float),  # (nv, W, nv) of the mass matrix
    weights_out: wp.array2d(dtype=float),  # (W, nv)
):
    """Inverse weights of degrees of freedom: one for the translations of a joint, one for its rotations."""
    world, dof = wp.tid()
    body = dof_bodyid[dof]
    if body_simple[body] == _SLIDERS:
        weights_out[world, dof] = 1.0 / body_mass[world % body_mass.shape[0], body]
        return
    joint = dof_jntid[dof]
    kind = jnt_type[joint]
    if kind != _FREE and kind != _BALL:
        weights_out[world, dof] = inverse[dof, world, dof]
        return
    first = jnt_dofadr[joint]
    if kind == _FREE and dof >= first + 3:
        first += 3
    total = float(0.0)
    for i in range(3):
        total += inverse[first + i, world, first + i]
    weights_out[world, dof] = total / 3.0


@wp.kernel(enable_backward=False)
def weigh_bodies(
    body_weldid: wp.array(dtype=int),  # (nbody,)
    body_simple: wp.array(dtype=int),  # (nbody,)
    body_rootid: wp.array(dtype=int),  # (nbody,)
    body_dofadr: wp.array(dtype=int),  # (nbody,)
    body_dofnum: wp.array(dtype=int),  # (nbody,)
    dof_parentid: wp.array(dtype=int),  # (nv,)
    body_mass: wp.array2d(dtype=float),  # (W or 1, nbody)
    subtree_com: wp.array2d(dtype=wp.vec3f),  # (W, nbody)
    xipos: wp.array2d(dtype=wp.vec3f),  # (W, nbody)
    cdof: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nv) angular, linear at the subtree's centre of mass
    levers: wp.array(dtype=float),  # (nbody,) see contact_weights
    inverse: wp.array3d(dtype=float),  # (nv, W, nv) of the mass matrix
    weights_out: wp.array2d(dtype=wp.vec2f),  # (W, nbody) translation, rotation
):
    """Inverse weights of bodies: the double sum over the degrees of freedom that move them."""
    world, body = wp.tid()
    carrier = body_weldid[body]  # the body itself, or the one that it has no joint to
    if carrier == 0:
        weights_out[world, body] = wp.vec2f()
        return
    if body_simple[body] == _SLIDERS:
        weights_out[world, body] = wp.vec2f(1.0 / body_mass[world % body_mass.shape[0], body], 0.0)
        return
    arm = xipos[world, body] - subtree_com[world, body_rootid[body]]
    last = body_dofadr[carrier] + body_dofnum[carrier] - 1
    translation = float(0.0)
    rotation = float(0.0)
    i = last
    while i >= 0:
        angular_i = wp.spatial_top(cdof[world, i])
        linear_i = wp.spatial_bottom(cdof[world, i]) + wp.cross(angular_i, arm)
        j = last
        while j >= 0:
            angular_j = wp.spatial_top(cdof[world, j])
            linear_j = wp.spatial_bottom(cdof[world, j]) + wp.cross(angular_j, arm)
            translation += inverse[i, world, j] * wp.dot(linear_i, linear_j)
            rotation += inverse[i, world, j] * wp.dot(angular_i, angular_j)
            j = dof_parentid[j]
        i = dof_parentid[i]
    least = rotation * levers[body] * levers[body]
    weights_out[world, body] = wp.vec2f(wp.max(translation, least) / 3.0, rotation / 3.0)


@wp.kernel(enable_backward=False)
def weigh_tendons(
    row_nnz: wp.array(dtype=int),  # (ntendon,)
    row_adr: wp.array(dtype=int),  # (ntendon,)
    column_of: wp.array(dtype=int),  # (nJten,)
    jacobian: wp.array2d(dtype=float),  # (W, nJten)
    inverse: wp.array3d(dtype=float),  # (nv, W, nv) of the mass matrix
    weights_out: wp.array2d(dtype=float),  # (W, ntendon)
):
    """Inverse weights of tendons."""
    world, tendon = wp.tid()
    first = row_adr[tendon]
    weight = float(0.0)
    for a in range(first, first + row_nnz[tendon]):
        for b in range(first, first + row_nnz[tendon]):
            product = jacobian[world, a] * jacobian[world, b]
            weight += product * inverse[column_of[a], world, column_of[b]]
    weights_out[world, tendon] = weight


def _upload(values: np.ndarray, dtype: Any, device: wp.Device) -> wp.array:
    return wp.array(np.asarray(values, dtype=np.float32), dtype=dtype, device=device)


def _repeated(row: wp.array, count: int) -> wp.array:
    """The same memory for each of several rows, for reading."""
    shape, strides = (count, *row.shape), (0, *row.strides)
    return view_of(row, row.dtype, shape, strides)
