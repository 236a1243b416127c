"""From the description of one environment to the model that an engine runs."""

from __future__ import annotations

import itertools

import mujoco
import numpy as np

from .backend import SolverSettings
from .contact_forces import add_contact_sensors
from .contact_pairs import add_contact_pair_sensors
from .contact_targets import HARD, make_room, restitutions_of, write_contact_targets
from .contact_weights import contact_levers, raise_contact_weights
from .description import CombineModes, Variant
from .grips import add_grip_welds
from .joint_wrenches import add_joint_force_sensor, switch_off_joint_force_sensor
from .position_limits import stop_at_limits
from .tendon_limits import set_limit_stiffness
from .tendon_springs import add_springs, set_springs

UNLIMITED = float(np.finfo(np.float32).max)
"""What a limit is where there is none [m, rad, m/s, rad/s, N, N m]: the largest float, as PhysX reports it."""

SLIPPERY = 0.01
"""Friction up to which two surfaces have none on pyramidal cones, which single precision cannot solve for."""

FRICTION_IMPEDANCE = {"elliptic": 10.0, "pyramidal": 1.0}
"""Stiffness of friction relative to that of the contact's normal direction (MuJoCo's impratio), by cone, by default.

With elliptic cones, 10 lets a standing ANYmal C creep over the ground by 0.4 mm/s instead of 3.7 at 1, and, with
MuJoCo's own law of friction, a block that slides at a friction of 0.8 decelerates by 0.96 of what Coulomb says. With
pyramidal ones it would be 0.74 (0.88 at 1).
"""

INTEGRATORS = {
    "implicitfast": mujoco.mjtIntegrator.mjINT_IMPLICITFAST,
    "implicit": mujoco.mjtIntegrator.mjINT_IMPLICIT,
    "euler": mujoco.mjtIntegrator.mjINT_EULER,
    "rk4": mujoco.mjtIntegrator.mjINT_RK4,
}
CONES = {
    "pyramidal": mujoco.mjtCone.mjCONE_PYRAMIDAL,
    "elliptic": mujoco.mjtCone.mjCONE_ELLIPTIC,
}
FRICTION_LAWS = {"convex": False, "coulomb": True}
"""Whether friction is Coulomb's (:mod:`pippin.physics.contact_targets`), by name."""


_NUMBERS = itertools.count()


def compile_model(variant: Variant, settings: SolverSettings, visuals: bool = False) -> mujoco.MjModel:
    """Compile one environment. The variant's spec stays as it is, so it may be compiled again.

    Args:
        variant: Description of the environment.
        settings: Time step, gravity and solver options.
        visuals: Whether to keep geometry that only serves pictures. Without it, every geometry that cannot collide is
            left out; the masses and inertias of the bodies are the same either way.

    Returns:
        Native model of one environment in its own frame.

    Raises:
        ValueError: A setting has no meaning for the engine, or the engine refuses the description.
    """
    spec = variant.spec.copy()
    if spec.hfields:  # whose contacts are found by what is known of the model of this name
        spec.modelname = f"{next(_NUMBERS)} {spec.modelname}"
    _set_options(spec.option, settings)
    add_contact_sensors(spec, variant.contact_bodies)
    add_contact_pair_sensors(spec, variant.contact_filters, variant.shared_bodies)
    add_grip_welds(spec, variant.grips)
    if variant.incoming_joint_frames:
        add_joint_force_sensor(spec, next(iter(variant.incoming_joint_frames)))
    is_coulomb = bool(_choice("friction_law", settings.friction_law, FRICTION_LAWS))
    combines = is_coulomb if settings.combines_materials is None else settings.combines_materials
    combine_modes = variant.combine_modes if combines else {}
    if not combines:
        _leave_bounces_to_others(spec, variant.combine_modes)
    make_room(spec)
    spec.compiler.discardvisual = False
    # A pose that a user writes to a body is that of its link frame, which must not move to the centre of mass.
    spec.compiler.alignfree = False
    spec.compiler.fusestatic = False
    if spec.option.cone == mujoco.mjtCone.mjCONE_PYRAMIDAL:
        _let_slide(spec)
    # Centres of mass may be moved later, which MuJoCo refuses for bodies that it compiled as "simple".
    for body in spec.bodies:
        body.simple = 0
    try:
        if not visuals:
            spec.discard_visual()  # the compiler's own discardvisual drops meshes after it has compiled them
        model = spec.compile()
        if add_springs(spec, model, variant.tendons):
            model = spec.compile()
            set_springs(model)
    except ValueError as error:
        raise ValueError(f"MuJoCo refuses the scene: {error}") from error
    _damp_floating_bodies(model, variant.body_damping)
    write_contact_targets(model, variant.depenetration_limits, is_coulomb, settings.bounce_threshold, combine_modes)
    _make_limits_writable(model)
    stop_at_limits(model)
    switch_off_joint_force_sensor(model)
    set_limit_stiffness(model, variant.tendons)
    raise_contact_weights(model.body_invweight0, contact_levers(model))
    return model


def _let_slide(spec: mujoco.MjSpec) -> None:
    """Give surfaces without friction contacts without tangents, which count where both surfaces are such.

    The edges of a pyramid are hard by ``1 / friction^2``: on a frictionless ground, boxes spin up to 1e5 rad/s.
    """
    for geom in spec.geoms:
        if geom.friction[0] <= SLIPPERY and geom.condim == 3:
            geom.condim = 1


def _leave_bounces_to_others(spec: mujoco.MjSpec, modes: dict[str, CombineModes]) -> None:
    """Let surfaces of a restitution of 1 whose mode gives that of the other surface have none themselves.

    For where their mean counts: robots do not bounce on such ground that would not on any other.
    """
    for name, of_geom in modes.items():
        geom = spec.geom(name)
        if of_geom.restitution in ("multiply", "min") and restitutions_of(np.array(geom.solref)) > 1.0 - 1e-6:
            geom.solref = HARD


def is_limited(model: mujoco.MjModel, joint: int) -> bool:
    """Whether a hinge or slide has position limits that it can reach."""
    return bool(model.jnt_limited[joint] and np.abs(model.jnt_range[joint]).max() < UNLIMITED)


def _make_limits_writable(model: mujoco.MjModel) -> None:
    """Give joints and drives without limits ones that nothing reaches.

    Which of them have limits at all is fixed when engines are built, but users may set limits later, for each
    environment.
    """
    scalar = (model.jnt_type == mujoco.mjtJoint.mjJNT_HINGE) | (model.jnt_type == mujoco.mjtJoint.mjJNT_SLIDE)
    open_joints = scalar & (model.jnt_limited == 0)
    model.jnt_range[open_joints] = (-UNLIMITED, UNLIMITED)
    model.jnt_limited[open_joints] = 1
    drives = model.actuator_trntype == mujoco.mjtTrn.mjTRN_JOINT
    open_drives = drives & (model.actuator_forcelimited == 0)
    model.actuator_forcerange[open_drives] = (-UNLIMITED, UNLIMITED)
    model.actuator_forcelimited[open_drives] = 1


def _set_options(option: mujoco.MjOption, settings: SolverSettings) -> None:
    """Write the settings into the options of a spec."""
    if not settings.dt > 0.0 or settings.substeps < 1:
        raise ValueError(
            f"A step needs dt > 0 and at least 1 substep; given are dt={settings.dt} and substeps={settings.substeps}."
        )
    option.timestep = settings.dt / settings.substeps
    option.gravity = settings.gravity
    option.integrator = _choice("integrator", settings.integrator, INTEGRATORS)
    option.cone = _choice("cone", settings.cone, CONES)
    option.impratio = FRICTION_IMPEDANCE[settings.cone] if settings.impratio is None else settings.impratio
    option.iterations = settings.iterations
    option.ls_iterations = settings.ls_iterations
    option.tolerance = settings.tolerance
    # MuJoCo would put an environment that diverges back to its initial pose without a word; the backends report it.
    option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET


def _damp_floating_bodies(model: mujoco.MjModel, body_damping: dict[str, tuple[float, float]]) -> None:
    """Let velocities of floating bodies decay at given rates: damping is the rate times mass, or times inertia."""
    for name, (linear, angular) in body_damping.items():
        body = model.body(name)
        rotation = np.zeros(9)
        mujoco.mju_quat2Mat(rotation, body.iquat)
        principal_axes = rotation.reshape(3, 3)
        dof = model.joint(name).dofadr[0]
        model.dof_damping[dof : dof + 3] = linear * body.mass
        model.dof_damping[dof + 3 : dof + 6] = angular * (principal_axes**2 @ body.inertia)


def _choice(setting: str, value: str, choices: dict) -> int:
    """Engine constant of a named choice."""
    if value not in choices:
        raise ValueError(f"There is no {setting} '{value}'; there are: {', '.join(choices)}.")
    return choices[value]
