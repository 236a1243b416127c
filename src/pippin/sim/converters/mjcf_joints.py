"""Joints of an MJCF and the drives that its actuators put on them."""

from __future__ import annotations

import logging
import math

import mujoco
import numpy as np
from pxr import Sdf, Usd, UsdPhysics

from .authoring import add_schema, axis_frame, set_attributes, set_joint_frames
from .mjcf_scene import MjcfScene, Tree, fix_to_world, pose_of

logger = logging.getLogger("pippin")

JointType = mujoco.mjtJoint

JOINT_TRANSMISSIONS = (mujoco.mjtTrn.mjTRN_JOINT, mujoco.mjtTrn.mjTRN_JOINTINPARENT)
"""How actuators act on joints."""

DEFAULT_SOLREF = (0.02, 1.0)
DEFAULT_SOLIMP = (0.9, 0.95, 0.001, 0.5, 2.0)
"""MuJoCo's defaults, which are not authored."""


def define_joints(scene: MjcfScene, tree: Tree) -> None:
    """Define the joints of a tree, its bodies depth first."""
    if tree.kind in ("static", "mocap"):
        return
    model = scene.model
    for body in tree.bodies:
        pose = pose_of(model.body_pos[body], model.body_quat[body])
        is_root = body == tree.bodies[0]
        if is_root and tree.kind == "fixed":
            fix_to_world(scene, scene.body_paths[body], pose)
        elif is_root and tree.kind == "floating":
            _warn_of_lost_parameters(model, body)
        else:
            parent = tree.base if is_root and tree.base else scene.body_paths[int(model.body_parentid[body])]
            _define_joints_of_body(scene, body, parent, pose)


def _define_joints_of_body(scene: MjcfScene, body: int, parent: Sdf.Path, pose: np.ndarray) -> None:
    """Define the joints between a body and its parent, in which it has the given pose in ``qpos0``, shape (4, 4)."""
    model = scene.model
    first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
    if count == 0:
        path = scene.child(scene.scope("joints"), f"{scene.body_paths[body].name}_fixed")
        joint = UsdPhysics.FixedJoint.Define(scene.stage, path)
        set_joint_frames(joint, parent, scene.body_paths[body], pose, np.eye(4))
    for index in range(first, first + count):
        frame = np.eye(4)
        frame[:3, 3] = model.jnt_pos[index]
        axis, frame[:3, :3] = axis_frame(model.jnt_axis[index])
        if model.jnt_type[index] == JointType.mjJNT_BALL:
            axis, frame[:3, :3] = "X", np.eye(3)
        joint = _define_joint(scene, index, axis)
        set_joint_frames(joint, parent, scene.body_paths[body], pose @ frame, frame)


def _define_joint(scene: MjcfScene, index: int, axis: str) -> UsdPhysics.Joint:
    model = scene.model
    name = model.joint(index).name or f"joint_{index}"
    path = scene.child(scene.scope("joints"), name)
    scene.joint_paths[index] = path
    kinds = {
        JointType.mjJNT_HINGE: UsdPhysics.RevoluteJoint,
        JointType.mjJNT_SLIDE: UsdPhysics.PrismaticJoint,
        JointType.mjJNT_BALL: UsdPhysics.SphericalJoint,
    }
    joint = kinds[JointType(model.jnt_type[index])].Define(scene.stage, path)
    prim = joint.GetPrim()
    if name != path.name:
        prim.SetDisplayName(name)
    joint.CreateAxisAttr(axis)
    _set_limits(joint, model, index)
    _set_passive_forces(prim, model, index)
    if model.jnt_type[index] != JointType.mjJNT_BALL:
        _set_drive(prim, model, index)
    return joint


def to_usd_unit(model: mujoco.MjModel, joint: int) -> float:
    """Factor from MuJoCo's unit of a joint's coordinate to USD's: degrees for hinges and balls, metres for slides."""
    return 1.0 if model.jnt_type[joint] == JointType.mjJNT_SLIDE else 180.0 / math.pi


def _set_limits(joint: UsdPhysics.Joint, model: mujoco.MjModel, index: int) -> None:
    if not model.jnt_limited[index]:
        return
    lower, upper = (model.jnt_range[index] * to_usd_unit(model, index)).tolist()
    if model.jnt_type[index] == JointType.mjJNT_BALL:
        set_attributes(joint.GetPrim(), Sdf.ValueTypeNames.Double, {"mjc:range:max": upper})
        return
    joint.CreateLowerLimitAttr(lower)
    joint.CreateUpperLimitAttr(upper)


def _set_passive_forces(prim: Usd.Prim, model: mujoco.MjModel, index: int) -> None:
    """Author springs, damping, friction, armature and the softness of limits and friction, where there are any."""
    dof, coordinate = int(model.jnt_dofadr[index]), int(model.jnt_qposadr[index])
    unit = to_usd_unit(model, index)
    is_ball = model.jnt_type[index] == JointType.mjJNT_BALL
    add_schema(prim, "MjcJointAPI")
    values = {
        "mjc:ref": 0.0 if is_ball else model.qpos0[coordinate] * unit,
        "mjc:stiffness": model.jnt_stiffness[index],
        "mjc:springref": 0.0 if is_ball else model.qpos_spring[coordinate] * unit,
        "mjc:damping": model.dof_damping[dof],
        "mjc:frictionloss": model.dof_frictionloss[dof],
        "mjc:margin": model.jnt_margin[index],
    }
    if model.jnt_actfrclimited[index]:
        lower, upper = model.jnt_actfrcrange[index]
        values |= {"mjc:actuatorfrcrange:min": lower, "mjc:actuatorfrcrange:max": upper}
    set_attributes(prim, Sdf.ValueTypeNames.Double, {name: float(value) for name, value in values.items() if value})
    softness = {
        "mjc:solreflimit": (model.jnt_solref[index], DEFAULT_SOLREF),
        "mjc:solimplimit": (model.jnt_solimp[index], DEFAULT_SOLIMP),
        "mjc:solreffriction": (model.dof_solref[dof], DEFAULT_SOLREF),
        "mjc:solimpfriction": (model.dof_solimp[dof], DEFAULT_SOLIMP),
    }
    for name, (value, default) in softness.items():
        if not np.array_equal(value, default):
            set_attributes(prim, Sdf.ValueTypeNames.DoubleArray, {name: value.tolist()})
    if model.jnt_actgravcomp[index]:
        set_attributes(prim, Sdf.ValueTypeNames.Bool, {"mjc:actuatorgravcomp": True})
    if model.dof_armature[dof]:
        add_schema(prim, "PhysxJointAPI")
        set_attributes(prim, Sdf.ValueTypeNames.Float, {"physxJoint:armature": float(model.dof_armature[dof])})


def _set_drive(prim: Usd.Prim, model: mujoco.MjModel, index: int) -> None:
    """Author the drive that the actuators of a joint amount to: the sum of their gains, and the largest effort."""
    actuators = [
        actuator
        for actuator in range(model.nactuator)
        if mujoco.mjtTrn(model.actuator_trntype[actuator]) in JOINT_TRANSMISSIONS
        and model.actuator_trnid[actuator, 0] == index
    ]
    if not actuators:
        return
    stiffness = damping = 0.0
    efforts = []
    for actuator in actuators:
        gear = float(model.actuator_gear[model.actuator_outadr[actuator], 0])
        if model.actuator_biastype[actuator] == mujoco.mjtBias.mjBIAS_AFFINE:
            _, position_gain, velocity_gain = model.actuator_biasprm[actuator, :3].tolist()
            stiffness -= position_gain * gear**2
            damping -= velocity_gain * gear**2
        efforts.append(_largest_force(model, actuator) * abs(gear))
    is_hinge = model.jnt_type[index] == JointType.mjJNT_HINGE
    drive = UsdPhysics.DriveAPI.Apply(prim, "angular" if is_hinge else "linear")
    drive.CreateTypeAttr("force")
    drive.CreateStiffnessAttr(max(stiffness, 0.0) / to_usd_unit(model, index))
    drive.CreateDampingAttr(max(damping, 0.0) / to_usd_unit(model, index))
    if math.isfinite(max(efforts)):
        drive.CreateMaxForceAttr(max(efforts))


def _largest_force(model: mujoco.MjModel, actuator: int) -> float:
    """Largest force of an actuator before its gear [N or N m]; infinite where nothing bounds it."""
    largest = math.inf
    if model.actuator_forcelimited[actuator]:
        largest = float(np.abs(model.actuator_forcerange[actuator]).max())
    is_motor = (
        model.actuator_gaintype[actuator] == mujoco.mjtGain.mjGAIN_FIXED
        and model.actuator_biastype[actuator] == mujoco.mjtBias.mjBIAS_NONE
    )
    control = model.actuator_ctrladr[actuator]
    if is_motor and model.actuator_ctrllimited[control]:
        largest_control = float(np.abs(model.actuator_ctrlrange[control]).max())
        largest = min(largest, abs(float(model.actuator_gainprm[actuator, 0])) * largest_control)
    return largest


def _warn_of_lost_parameters(model: mujoco.MjModel, body: int) -> None:
    """Say so where a free joint has parameters, since USD has no prim for it to hold them."""
    joint, dof = int(model.body_jntadr[body]), int(model.body_dofadr[body])
    parameters = {
        "damping": model.dof_damping[dof],
        "armature": model.dof_armature[dof],
        "frictionloss": model.dof_frictionloss[dof],
        "stiffness": model.jnt_stiffness[joint],
    }
    lost = [name for name, value in parameters.items() if value]
    if lost:
        logger.warning("The free joint of '%s' loses its %s in USD.", model.body(body).name, ", ".join(lost))
