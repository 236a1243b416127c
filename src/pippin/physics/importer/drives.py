"""Joints of a spec, what drives them, and joints that follow others."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from ..description import JointProperties
from .joints import BALL, HINGE, Dof, Joint
from .motions import Motion
from .notices import Notices
from .tree import Forest


def add_joint(body: mujoco.MjsBody, motion: Motion) -> None:
    """Add one joint to the body that it moves; the body lies where the simulation starts."""
    dof = motion.dof
    joint = body.add_joint(
        name=dof.name,
        type=dof.kind,
        pos=motion.position,
        axis=motion.axis,
        ref=dof.position,
        springref=dof.spring_reference,
        stiffness=[dof.stiffness, 0.0, 0.0],
        damping=[dof.damping, 0.0, 0.0],
        armature=dof.armature,
        frictionloss=dof.friction,
        limited=mujoco.mjtLimited.mjLIMITED_FALSE,
        actfrclimited=mujoco.mjtLimited.mjLIMITED_FALSE,
    )
    if np.isfinite([dof.lower, dof.upper]).any():
        joint.limited = mujoco.mjtLimited.mjLIMITED_TRUE
        joint.range = _open_interval(0.0 if dof.kind == BALL else dof.lower, dof.upper)
    if dof.effort_lower < dof.effort_upper and np.isfinite([dof.effort_lower, dof.effort_upper]).any():
        joint.actfrclimited = mujoco.mjtLimited.mjLIMITED_TRUE
        joint.actfrcrange = _open_interval(dof.effort_lower, dof.effort_upper)
    for name, value in dof.engine_fields.items():
        setattr(joint, name, value)


def _open_interval(lower: float, upper: float) -> list[float]:
    """Bounds as the engine takes them: finite, and the upper one above the lower one."""
    lower, upper = max(lower, -1e10), min(upper, 1e10)
    return [lower, max(upper, lower + 1e-6)]


def properties_of(dof: Dof) -> JointProperties:
    """What views need to know of a hinge or slide beside the engine's model."""
    return JointProperties(
        max_velocity=dof.max_velocity,
        effort_limit=min(dof.drive_max_force, max(abs(dof.effort_lower), abs(dof.effort_upper))),
        drive_type="acceleration" if dof.drive_is_acceleration else "force",
        drive_stiffness=dof.drive_stiffness,
        drive_damping=dof.drive_damping,
        friction=dof.friction,
        armature=dof.armature,
    )


def add_actuators(spec: mujoco.MjSpec, forest: Forest, notices: Notices) -> None:
    """Add the one actuator of each hinge and slide: ``force = ctrl + b0 - stiffness * q - damping * qd``.

    Targets of articulations are commanded through ``ctrl``. Other joints have no commands, such as a door with a
    spring: the targets of their drives are part of the bias ``b0``.
    """
    articulated = {path for paths in forest.articulations.values() for path in paths}
    inertias = _inertias_at_start(spec, forest, notices)
    for path, link in forest.links.items():
        for motion in link.motions:
            if motion.dof.kind != BALL:
                gains = inertias.get(motion.dof.name, 1.0)
                _add_actuator(spec, motion.dof, gains, has_own_target=path not in articulated)


def _add_actuator(spec: mujoco.MjSpec, dof: Dof, inertia: float, has_own_target: bool) -> None:
    stiffness, damping = inertia * dof.drive_stiffness, inertia * dof.drive_damping
    actuator = spec.add_actuator(
        name=dof.name,
        trntype=mujoco.mjtTrn.mjTRN_JOINT,
        target=dof.name,
        biastype=mujoco.mjtBias.mjBIAS_AFFINE,
        ctrllimited=mujoco.mjtLimited.mjLIMITED_FALSE,
        forcelimited=mujoco.mjtLimited.mjLIMITED_FALSE,
    )
    actuator.gainprm[0] = 1.0
    actuator.biasprm[1:3] = (-stiffness, -damping)
    if has_own_target:
        actuator.biasprm[0] = stiffness * dof.drive_target + damping * dof.drive_target_velocity
    if np.isfinite(dof.drive_max_force):
        actuator.forcelimited = mujoco.mjtLimited.mjLIMITED_TRUE
        actuator.forcerange = _open_interval(-dof.drive_max_force, dof.drive_max_force)


def _inertias_at_start(spec: mujoco.MjSpec, forest: Forest, notices: Notices) -> dict[str, float]:
    """Inertia that each drive of type "acceleration" moves where the simulation starts, all other joints held."""
    dofs = [motion.dof for link in forest.links.values() for motion in link.motions]
    driven = [dof for dof in dofs if dof.drive_is_acceleration and (dof.drive_stiffness or dof.drive_damping)]
    if not driven:
        return {}
    for dof in driven:
        notices.info("Gains of a drive of type 'acceleration' are multiplied by the inertia at the start", dof.name)
    model = spec.copy().compile()
    return {dof.name: float(model.dof_M0[model.joint(dof.name).dofadr[0]]) for dof in driven}


def add_followers(spec: mujoco.MjSpec, forest: Forest, joints: Mapping[str, Joint], notices: Notices) -> None:
    """Add an equality for each joint that follows another one."""
    motions = [motion for link in forest.links.values() for motion in link.motions]
    for motion in motions:
        mimic = joints[motion.joint].mimic
        if mimic is None:
            continue
        leaders = [other.dof for other in motions if other.joint == mimic.leader and other.dof.kind != BALL]
        if len(leaders) != 1 or motion.dof.kind == BALL:
            notices.warn(f"The joint does not follow '{mimic.leader}': both need one coordinate", motion.joint)
            continue
        dof, leader = motion.dof, leaders[0]
        equality = spec.add_equality(
            name=dof.name,
            type=mujoco.mjtEq.mjEQ_JOINT,
            objtype=mujoco.mjtObj.mjOBJ_JOINT,
            name1=dof.name,
            name2=leader.name,
        )
        equality.data[:5] = mimic.from_start(
            dof.kind == HINGE, dof.position, dof.reference, leader.position, leader.reference
        )
        for field, value in joints[motion.joint].engine_fields.items():
            setattr(equality, field, value)
