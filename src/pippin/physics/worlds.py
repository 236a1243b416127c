"""State of all environments of one variant, in the coordinates that both engines share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import mujoco
import numpy as np
import warp as wp

from .layout import Layout

SPEED_LIMIT = "dof_speed_limit"
"""The parameter that MuJoCo has not: the largest velocity of a degree of freedom [rad/s, m/s]."""

PARAMETERS = {
    "actuator_biasprm": (10,),
    "actuator_forcerange": (2,),
    "body_gravcomp": (),
    "body_inertia": (3,),
    "body_ipos": (3,),
    "body_iquat": (4,),
    "body_mass": (),
    "dof_armature": (),
    "dof_damping": (),
    "dof_frictionloss": (),
    SPEED_LIMIT: (),
    "eq_data": (mujoco.mjNEQDATA,),
    "eq_solimp": (5,),
    "eq_solref": (2,),
    "geom_friction": (3,),
    "geom_solref": (2,),
    "jnt_range": (2,),
    "tendon_damping": (),
    "tendon_lengthspring": (2,),
    "tendon_range": (2,),
    "tendon_solimp_lim": (5,),
    "tendon_solref_lim": (2,),
    "tendon_stiffness": (),
}
"""Parameters that may differ between environments, with the shape of one element, by MuJoCo's names."""


@dataclass
class JointForces:
    """What the engines computed in the last step, all in the poses at its beginning.

    Attributes:
        wrenches: Torque about the centre of mass of the body's tree [N m] and force [N] that the parent exerts on each
            body, in world axes, shape (W, nbody), wp.spatial_vectorf, torque first.
        tree_centers: Centre of mass of what hangs from each body [m], shape (W, nbody), wp.vec3f.
        positions: Origin of each body's frame [m], shape (W, nbody), wp.vec3f.
        quaternions: Rotation of each body's frame (w, x, y, z), shape (W, nbody), wp.quatf.
    """

    wrenches: wp.array
    tree_centers: wp.array
    positions: wp.array
    quaternions: wp.array


class SoftPart(Protocol):
    """The soft bodies of the environments, as the rigid ones see them: a :class:`pippin.physics.soft.side.SoftSide`."""

    @property
    def worlds(self) -> Any:
        """Their state."""
        ...


class Worlds(Protocol):
    """Every environment that copies one variant: W worlds in the engine, all with the same layout.

    Everything is in the environment's own frame: the world frame moved to the environment's origin. Arrays are float32
    on the simulation's device; their addresses never change, because captured graphs hold them. Quaternions inside
    ``qpos`` and ``mocap_quat`` are MuJoCo's (w, x, y, z); views convert.

    Attributes:
        layout: Names and addresses.
        model: Compiled native model of one environment: the values before any change per environment.
        speed_limits: Largest velocity of each degree of freedom [rad/s, m/s], infinite without, shape (nv,), float32:
            the values before any change per environment.
        num_worlds: W.
        env_ids: Environment of each world, shape (W,), int32.
        qpos: Generalised positions [m, rad], shape (W, nq).
        qvel: Generalised velocities [m/s, rad/s], shape (W, nv). Of a free joint: linear velocity of the body frame's
            origin in world axes, then angular velocity in body axes.
        previous_qpos: ``qpos`` before the last step, shape (W, nq).
        previous_qvel: ``qvel`` before the last step, shape (W, nv).
        ctrl: Input of the joint actuators, shape (W, nu). An actuator's effort is
            ``ctrl + bias[0] - stiffness * q - damping * qd`` with ``biasprm = (bias, -stiffness, -damping)``,
            clipped to its ``forcerange`` [N, N m].
        qfrc_applied: Efforts added to the degrees of freedom [N, N m], shape (W, nv).
        xfrc_applied: Force [N] and torque [N m] at each body's centre of mass in world axes, shape (W, nbody),
            wp.spatial_vectorf, force first.
        mocap_pos: Position of the mocap bodies [m], shape (W, nmocap), wp.vec3f.
        mocap_quat: Orientation of the mocap bodies (w, x, y, z), shape (W, nmocap), wp.quatf.
        sensordata: Output of the model's MuJoCo sensors over the last step, shape (W, nsensordata).
        bad: How many engine steps of each world since :meth:`clear_bad` left all bounds (not finite, or absurdly
            fast), shape (W,), int32. Such a world goes back to its state before the step, at rest.
        bad_qpos: ``previous_qpos`` of the first of them, shape (W, nq).
        bad_qvel: ``previous_qvel`` of the first of them, shape (W, nv).
    """

    layout: Layout
    model: mujoco.MjModel
    speed_limits: np.ndarray
    num_worlds: int
    env_ids: wp.array
    qpos: wp.array
    qvel: wp.array
    previous_qpos: wp.array
    previous_qvel: wp.array
    ctrl: wp.array
    qfrc_applied: wp.array
    xfrc_applied: wp.array
    mocap_pos: wp.array
    mocap_quat: wp.array
    sensordata: wp.array
    bad: wp.array
    bad_qpos: wp.array
    bad_qvel: wp.array

    @property
    def target_velocities(self) -> wp.array | None:
        """Velocity targets of drives with a stiffness [rad/s, m/s], 0 elsewhere, shape (W, nu).

        Position targets move with them within a step, and ``ctrl`` is for where they are at its end. None where
        position targets are held during a step.
        """
        ...

    @property
    def soft(self) -> SoftPart | None:
        """Soft bodies of the environments; None without any."""
        ...

    def parameter(self, name: str) -> wp.array:
        """Values of a model parameter in every world, for reading and writing in place.

        The first call gives each world its own copy; its address stays from then on. After writing, call
        :meth:`parameter_changed`.

        Args:
            name: A key of :data:`PARAMETERS`.

        Returns:
            Array of float32 with shape (W, n) or (W, n, k) after the element's shape in :data:`PARAMETERS`.
        """
        ...

    @property
    def parameters_per_world(self) -> frozenset[str]:
        """Names of the parameters that :meth:`parameter` has given each world its own copy of."""
        ...

    def parameter_changed(self, name: str) -> None:
        """Say that values of :meth:`parameter` were written: the next step uses them, derived constants included."""
        ...

    def set_gravity(self, gravity: tuple[float, float, float]) -> None:
        """Set the gravitational acceleration [m/s^2] in all worlds, from the next step on."""
        ...

    def set_bounce_threshold(self, speed: float) -> None:
        """Set the speed [m/s] below which bodies that meet do not bounce, from the next step on."""
        ...

    def equalities(self, world: int) -> tuple[np.ndarray, np.ndarray]:
        """Which of the model's equalities act in a world, shape (neq,), and their numbers, shape (neq, k)."""
        ...

    def set_equality(self, equality: int, data: np.ndarray | None) -> None:
        """Let an equality act in all worlds from the next step on, or act no more.

        Args:
            equality: Index of the equality in the model.
            data: Its numbers, shape (k,); None to let it act no more.
        """
        ...

    def acting_equalities(self) -> wp.array:
        """Which of the model's equalities act in each world, shape (W, neq), bool.

        :meth:`equalities_changed` has to follow what is written there.
        """
        ...

    def equalities_changed(self) -> None:
        """Say that :meth:`acting_equalities` was written: the next step takes it over."""
        ...

    def state_written(self) -> None:
        """Say that ``qpos``, ``qvel`` or a mocap pose was written: the next step starts from them."""
        ...

    def measure_joint_forces(self) -> JointForces:
        """Compute the forces of joints from the next step on, and return where they are.

        The first call after a step computes them at once, in the present state, so that nothing is read that was not
        measured; before the first step they are 0.
        """
        ...

    def measure_contact_forces(self) -> None:
        """Measure net contact forces, for whose sensors there is room in ``sensordata``, from the next step on.

        The first call after a step measures them at once, in the present state; before the first step they are 0.
        """
        ...

    def clear_bad(self, worlds: np.ndarray | None = None) -> None:
        """Forget that states were lost, in some worlds (indices or a mask) or in all. Waits for the device."""
        ...


def base_value(worlds: Worlds, name: str) -> np.ndarray:
    """Value of a model parameter before any change per environment, shape (n,) or (n, k), float32."""
    values = worlds.speed_limits if name == SPEED_LIMIT else getattr(worlds.model, name)
    return np.asarray(values, dtype=np.float32)
