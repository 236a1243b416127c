"""Drives that are too stiff for the engine's step, which PhysX takes and MuJoCo does not.

The engine integrates the damping of a drive implicitly, and its stiffness explicitly: for a step ``h``, an inertia
``m``, a stiffness ``k`` and a damping ``d``, a joint at rest goes ``h^2 k / (m + h d)`` of the way to its target in a
step. Beyond 1 it overshoots, and beyond 2 to 4 it diverges. Programs for PhysX, whose drives are implicit throughout,
hold robots with gains up to 1e15.

Beyond 1, drives get the damping ``h k`` that makes their stiffness implicit, too; near 1 a part of it. And as contacts
and limits are solved for the forces at the beginning of a step, those of a drive are kept to what they can be solved
for: gains, and the input that they are multiplied with, are scaled so that the whole damping is ``100 m / h`` at most.
A joint then still comes within 1 % of its target in a step, and gives way to a load as a spring of ``100 m / h^2``: at
60 Hz, an arm of 1 kg m^2 that carries 40 N m by 0.1 mrad.

Drives whose damping outweighs that, such as those of velocities alone, are stable. They are scaled only where the terms
of their law, of which single precision keeps seven digits, would leave nothing of their difference.

Drives that the step resolves have the gains that they were given, to the bit.

**What contacts feel.** The engine adds the implicit damping of drives when it integrates, but solves contacts and
limits before, as if joints had their inertia ``m`` alone. The force of a contact then takes up all that a drive gives,
as an explicit damper between the ground and what the joint carries: wheels of a robot that turns on the spot hop and
lose their grip, and a stiff arm goes on through what it hits, by ``h d / (m + h d)`` of its speed. Drives with
``h d > 2 m``, and of wheels and sliding fingers those with ``h d > m``, have their damping felt: the engine gets the
inertia ``m + h d``, and the effort ``-d v`` with the velocity before the step as a constant. Its step, with contacts
and without, is then the linearly implicit one::

    (M + h D) a = forces at the beginning of the step + J^T (impulses of contacts / h)

which for free motions is the same as before. Other drives are as they were. Contacts are as soft as is asked of them
for what they move (``body_invweight0``): that has the inertia ``h D``, too, or else a robot on light feet, whose joints
its drives all but lock, stands on contacts made for the feet alone.
"""

from __future__ import annotations

import copy

import mujoco
import numpy as np
import warp as wp

from ..contact_weights import contact_levers, raise_contact_weights
from ..guard import is_rotor

STIFFEST = 100.0
"""Largest ``h d / m`` of drives that are too stiff."""

STRONGEST = 1.0e4
"""Largest ``h d / m`` of drives whose damping outweighs their stiffness; single precision loses targets beyond."""

ONSET = 4.0
"""Damping that drives get for what their ``h k`` is above what the step resolves, until they have all of ``h k``."""

FELT = 2.0
"""Least ``h d / m`` of drives whose damping contacts and limits feel.

From 3 on an ANYmal that stands rocks on its feet for ever: its knees follow contacts by a fourth, ``m / (m + h d)``, of
what these are solved for.
"""

FELT_AT_ENDS = 1.0
"""The same of wheels, rotors and sliding fingers, which have nothing else to hold against a contact.

At 60 Hz, fingers of 0.1 kg with 40 N s/m that press with 10 N lose what weighs 2 N else: they hop off it in each step.
"""

LEAST_INERTIA = 0.5
"""Share of the inertia at the initial pose that drives are reckoned with: in other poses it may be less."""

GAINS = ("actuator_biasprm", "dof_armature")
"""Parameters that decide on it."""


@wp.kernel(enable_backward=False)
def soften_drives(
    dt: float,  # of one engine step
    dofs: wp.array(dtype=int),  # (nu,) that the drives turn or slide, or -1
    inertias: wp.array(dtype=float),  # (nv,) without armature
    own_gains: wp.array(dtype=float),  # (nu,)
    least_felt: wp.array(dtype=float),  # (nu,) h d / m
    bias: wp.array3d(dtype=float),  # (W or 1, nu, 10)
    armature: wp.array2d(dtype=float),  # (W or 1, nv)
    bias_out: wp.array3d(dtype=float),  # (W or 1, nu, 10)
    gains_out: wp.array3d(dtype=float),  # (W or 1, nu, 10)
    felt_out: wp.array2d(dtype=float),  # (W or 1, nu)
):
    """Write gains of drives that the engine can integrate, and the damping that contacts feel."""
    world, actuator = wp.tid()
    row = world % bias.shape[0]
    damping = -bias[row, actuator, 2]
    share = float(1.0)
    felt = float(0.0)
    dof = dofs[actuator]
    if dof >= 0:
        inertia_rate = (inertias[dof] + armature[world % armature.shape[0], dof]) / dt
        whole = -dt * bias[row, actuator, 1]
        excess = whole - damping - LEAST_INERTIA * inertia_rate
        if excess > 0.0 and inertia_rate > 0.0:
            damping += wp.min(ONSET * excess, whole)
            share = wp.min(STIFFEST * inertia_rate / damping, 1.0)
        elif damping > STRONGEST * inertia_rate:
            share = STRONGEST * inertia_rate / damping
        if share * damping > least_felt[actuator] * inertia_rate:
            felt = share * damping
    for component in range(10):
        bias_out[world, actuator, component] = bias[row, actuator, component]
    bias_out[world, actuator, 0] = share * bias[row, actuator, 0]
    bias_out[world, actuator, 1] = share * bias[row, actuator, 1]
    bias_out[world, actuator, 2] = -share * damping
    gains_out[world, actuator, 0] = share * own_gains[actuator]
    felt_out[world, actuator] = felt


@wp.kernel(enable_backward=False)
def add_felt(
    dt: float,  # of one engine step
    actuators: wp.array(dtype=int),  # (nv,) of each degree of freedom, or -1
    armature: wp.array2d(dtype=float),  # (W or 1, nv)
    felt: wp.array2d(dtype=float),  # (W or 1, nu)
    armature_out: wp.array2d(dtype=float),  # (W, nv)
):
    """Write inertias with the damping that contacts feel."""
    world, dof = wp.tid()
    actuator = actuators[dof]
    inertia = armature[world % armature.shape[0], dof]
    if actuator >= 0:
        inertia += dt * felt[world % felt.shape[0], actuator]
    armature_out[world, dof] = inertia


def weights_in_contacts(model: mujoco.MjModel, felt: np.ndarray, dof_actuators: np.ndarray) -> np.ndarray:
    """Inverse weights of bodies (``body_invweight0``) with the damping that contacts feel, shape (nbody, 2).

    Args:
        model: Compiled model of one environment.
        felt: Damping that contacts feel, shape (nu,).
        dof_actuators: Actuator of each degree of freedom, or -1, shape (nv,).
    """
    heavier = copy.copy(model)
    heavier.dof_armature += model.opt.timestep * np.where(dof_actuators >= 0, felt[dof_actuators], 0.0)
    mujoco.mj_setConst(heavier, mujoco.MjData(heavier))
    weights = heavier.body_invweight0.copy()
    raise_contact_weights(weights, contact_levers(model))
    return weights


class SoftenedDrives:
    """Gains of all drives as the engine gets them.

    Args:
        model: Compiled model of one environment; its time step is that of the engine.
        dof_actuators: Actuator of each degree of freedom, or -1, shape (nv,).
        inertias: Inertia of each degree of freedom, shape (nv,), float32.
        device: Warp device.

    Attributes:
        bias: ``actuator_biasprm`` for the engine, shape (W or 1, nu, 10), float32.
        gains: ``actuator_gainprm`` in the same form.
        felt: Damping that contacts feel, 0 where it is as the engine has it, shape (W or 1, nu), float32.
    """

    def __init__(self, model: mujoco.MjModel, dof_actuators: np.ndarray, inertias: np.ndarray, device: str) -> None:
        dofs = np.full(model.nu, -1, dtype=np.int32)
        driven = np.flatnonzero(dof_actuators >= 0)
        dofs[dof_actuators[driven]] = driven
        self._dt = float(model.opt.timestep)
        self._dofs = wp.array(dofs, dtype=int, device=device)
        self._actuators = wp.array(dof_actuators.astype(np.int32), dtype=int, device=device)
        self._inertias = wp.array(inertias, dtype=float, device=device)
        self._given = model.actuator_gainprm.astype(np.float32)
        self._own_gains = wp.array(self._given[:, 0], dtype=float, device=device)
        self._least_felt = wp.array(_least_felt(model, dofs), dtype=float, device=device)
        self._device = device
        self._resize(1)
        bias, armature = (np.asarray(getattr(model, name), np.float32)[None] for name in GAINS)
        self.launch(*(wp.array(values, dtype=float, device=device) for values in (bias, armature)))
        self.any: bool = bool((self.bias.numpy() != bias).any())
        """Whether a drive of the model as it was compiled is too stiff."""
        self.is_felt: bool = bool(self.felt.numpy().any())
        """Whether contacts feel the damping of one of them."""

    def _resize(self, num_rows: int) -> None:
        self.bias = wp.zeros((num_rows, *self._given.shape), dtype=float, device=self._device)
        self.gains = wp.array(np.repeat(self._given[None], num_rows, axis=0), dtype=float, device=self._device)
        self.felt = wp.zeros((num_rows, len(self._given)), dtype=float, device=self._device)

    def input_shares(self) -> np.ndarray:
        """What the inputs of drives are multiplied with, beside the gains of the model, shape (W or 1, nu)."""
        own = self._given[:, 0]
        return np.where(own != 0.0, self.gains.numpy()[:, :, 0] / np.where(own != 0.0, own, 1.0), 1.0)

    def make_room(self, *parameters: wp.array) -> None:
        """Hold as many rows as one of the parameters has, each world its own or one for all."""
        num_rows = max(values.shape[0] for values in parameters)
        if num_rows != self.bias.shape[0]:
            self._resize(num_rows)

    def launch_armature(self, armature: wp.array, out: wp.array) -> None:
        """Compute inertias with the damping that contacts feel, from those that users gave, shapes (W or 1, nv)."""
        inputs = [self._dt, self._actuators, armature, self.felt]
        wp.launch(add_felt, dim=out.shape, inputs=inputs, outputs=[out], device=self._device)

    def launch(self, bias: wp.array, armature: wp.array) -> None:
        """Compute :attr:`bias`, :attr:`gains` and :attr:`felt` from the parameters that users gave.

        Args:
            bias: ``actuator_biasprm``, shape (W or 1, nu, 10).
            armature: ``dof_armature``, shape (W or 1, nv).
        """
        wp.launch(
            soften_drives,
            dim=self.bias.shape[:2],
            inputs=[self._dt, self._dofs, self._inertias, self._own_gains, self._least_felt, bias, armature],
            outputs=[self.bias, self.gains, self.felt],
            device=self._device,
        )


def _least_felt(model: mujoco.MjModel, dofs: np.ndarray) -> np.ndarray:
    """Least ``h d / m`` that contacts feel of the drive of each degree of freedom, shape (nu,), float32."""
    joints = [joint for joint in range(model.njnt) if is_rotor(model, joint) or _is_finger(model, joint)]
    ends = {int(model.jnt_dofadr[joint]) for joint in joints}
    return np.array([FELT_AT_ENDS if dof in ends else FELT for dof in dofs.tolist()], dtype=np.float32)


def _is_finger(model: mujoco.MjModel, joint: int) -> bool:
    """Whether a joint slides one body at the end of a tree, which another one carries that moves."""
    body = model.jnt_bodyid[joint]
    if model.jnt_type[joint] != mujoco.mjtJoint.mjJNT_SLIDE or model.body_jntnum[body] != 1:
        return False
    below = model.body_parentid == body
    return not (below & (model.body_dofnum > 0)).any() and bool(model.body_weldid[model.body_parentid[body]] != 0)
