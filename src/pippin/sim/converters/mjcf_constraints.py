"""Actuators, tendons, equalities, excluded contacts and options of an MJCF, as prims that name MuJoCo's parameters."""

from __future__ import annotations

import logging

import mujoco
import numpy as np
from pxr import Gf, Sdf, Usd, UsdPhysics

from .authoring import add_schema, set_attributes, set_joint_frames, set_relationship
from .mjcf_joints import DEFAULT_SOLIMP, DEFAULT_SOLREF, to_usd_unit
from .mjcf_scene import WORLD, MjcfScene, pose_of

logger = logging.getLogger("pippin")

Double, DoubleArray = Sdf.ValueTypeNames.Double, Sdf.ValueTypeNames.DoubleArray
IntArray, Token = Sdf.ValueTypeNames.IntArray, Sdf.ValueTypeNames.Token


def define_constraints(scene: MjcfScene) -> None:
    """Define actuators, tendons and equalities, and filter the contacts that the file excludes."""
    tendons = [_define_tendon(scene, tendon) for tendon in range(scene.model.ntendon)]
    for actuator in range(scene.model.nactuator):
        _define_actuator(scene, actuator, tendons)
    for equality in range(scene.model.neq):
        _define_equality(scene, equality)
    _filter_contacts(scene)


def define_options(scene: MjcfScene) -> None:
    """Define a physics scene with the options of the file."""
    option = scene.model.opt
    physics_scene = UsdPhysics.Scene.Define(scene.stage, scene.root.AppendChild("physicsScene"))
    magnitude = float(np.linalg.norm(option.gravity))
    if magnitude > 0.0:
        physics_scene.CreateGravityDirectionAttr(Gf.Vec3f(*(option.gravity / magnitude).tolist()))
    physics_scene.CreateGravityMagnitudeAttr(magnitude)
    prim = physics_scene.GetPrim()
    add_schema(prim, "MjcSceneAPI")
    for names, sdf_type in (
        (("timestep", "tolerance", "ls_tolerance", "impratio", "density", "viscosity"), Double),
        (("iterations", "ls_iterations"), Sdf.ValueTypeNames.Int),
    ):
        set_attributes(prim, sdf_type, {f"mjc:option:{name}": getattr(option, name) for name in names})
    for name in ("wind", "magnetic"):
        set_attributes(prim, Sdf.ValueTypeNames.Double3, {f"mjc:option:{name}": Gf.Vec3d(*getattr(option, name))})
    tokens = {
        "integrator": _token(mujoco.mjtIntegrator(option.integrator), "mjINT_"),
        "solver": _token(mujoco.mjtSolver(option.solver), "mjSOL_"),
        "cone": _token(mujoco.mjtCone(option.cone), "mjCONE_"),
        "jacobian": _token(mujoco.mjtJacobian(option.jacobian), "mjJAC_"),
    }
    set_attributes(prim, Token, {f"mjc:option:{name}": token for name, token in tokens.items()})
    for name, bit in mujoco.mjtDisableBit.__members__.items():
        if name.startswith("mjDSBL_") and option.disableflags & bit.value:
            flag = name.removeprefix("mjDSBL_").lower()
            set_attributes(prim, Sdf.ValueTypeNames.Bool, {f"mjc:flag:{flag}": False})
    for name, bit in mujoco.mjtEnableBit.__members__.items():
        if name.startswith("mjENBL_") and option.enableflags & bit.value:
            flag = name.removeprefix("mjENBL_").lower()
            set_attributes(prim, Sdf.ValueTypeNames.Bool, {f"mjc:flag:{flag}": True})


def _token(member: object, prefix: str) -> str:
    """Name of a MuJoCo enumeration's member as MJCF spells it."""
    return member.name.removeprefix(prefix).lower()  # type: ignore[attr-defined]


# Actuators.


def _define_actuator(scene: MjcfScene, actuator: int, tendons: list[Sdf.Path]) -> None:
    model = scene.model
    target = _target(scene, actuator, tendons)
    name = model.actuator(actuator).name or f"actuator_{actuator}"
    if target is None:
        logger.warning("Actuator '%s' is left out: USD cannot say what it acts on.", name)
        return
    prim = scene.stage.DefinePrim(scene.child(scene.scope("actuators"), name), "MjcActuator")
    set_relationship(prim, "mjc:target", [target])
    reference = int(model.actuator_trnid[actuator, 1])
    if model.actuator_trntype[actuator] == mujoco.mjtTrn.mjTRN_SITE and reference >= 0:
        set_relationship(prim, "mjc:refSite", [scene.site_paths[reference]])
    tokens = {
        "mjc:gainType": _token(mujoco.mjtGain(model.actuator_gaintype[actuator]), "mjGAIN_"),
        "mjc:biasType": _token(mujoco.mjtBias(model.actuator_biastype[actuator]), "mjBIAS_"),
        "mjc:dynType": _token(mujoco.mjtDyn(model.actuator_dyntype[actuator]), "mjDYN_"),
    }
    set_attributes(prim, Token, tokens)
    arrays = {
        "mjc:gear": model.actuator_gear[model.actuator_outadr[actuator]],
        "mjc:gainPrm": model.actuator_gainprm[actuator],
        "mjc:biasPrm": model.actuator_biasprm[actuator],
        "mjc:dynPrm": model.actuator_dynprm[actuator],
    }
    set_attributes(prim, DoubleArray, {name: values.tolist() for name, values in arrays.items()})
    for quantity, index in (("ctrl", model.actuator_ctrladr[actuator]), ("force", actuator), ("act", actuator)):
        if getattr(model, f"actuator_{quantity}limited")[index]:
            lower, upper = getattr(model, f"actuator_{quantity}range")[index].tolist()
            set_attributes(prim, Token, {f"mjc:{quantity}Limited": "true"})
            set_attributes(prim, Double, {f"mjc:{quantity}Range:min": lower, f"mjc:{quantity}Range:max": upper})


def _target(scene: MjcfScene, actuator: int, tendons: list[Sdf.Path]) -> Sdf.Path | None:
    target = int(scene.model.actuator_trnid[actuator, 0])
    match mujoco.mjtTrn(scene.model.actuator_trntype[actuator]):
        case mujoco.mjtTrn.mjTRN_JOINT | mujoco.mjtTrn.mjTRN_JOINTINPARENT:
            return scene.joint_paths.get(target)
        case mujoco.mjtTrn.mjTRN_TENDON:
            return tendons[target]
        case mujoco.mjtTrn.mjTRN_SITE:
            return scene.site_paths.get(target)
        case mujoco.mjtTrn.mjTRN_BODY:
            return scene.body_paths.get(target)
        case _:
            return None


# Tendons.


def _define_tendon(scene: MjcfScene, tendon: int) -> Sdf.Path:
    model = scene.model
    name = model.tendon(tendon).name or f"tendon_{tendon}"
    prim = scene.stage.DefinePrim(scene.child(scene.scope("tendons"), name), "MjcTendon")
    wraps = range(model.tendon_adr[tendon], model.tendon_adr[tendon] + model.tendon_num[tendon])
    if model.wrap_type[wraps[0]] == mujoco.mjtWrap.mjWRAP_JOINT:
        set_attributes(prim, Token, {"mjc:type": "fixed"})
        coefficients: dict[Sdf.Path, float] = {}  # a joint that is named twice counts with the sum
        for wrap in wraps:
            joint = scene.joint_paths[int(model.wrap_objid[wrap])]
            coefficients[joint] = coefficients.get(joint, 0.0) + float(model.wrap_prm[wrap])
        set_relationship(prim, "mjc:path", list(coefficients))
        set_attributes(prim, IntArray, {"mjc:path:indices": list(range(len(coefficients)))})
        set_attributes(prim, DoubleArray, {"mjc:path:coef": list(coefficients.values())})
    else:
        set_attributes(prim, Token, {"mjc:type": "spatial"})
        _set_spatial_path(scene, prim, wraps)
    values = {
        "mjc:stiffness": model.tendon_stiffness[tendon],
        "mjc:damping": model.tendon_damping[tendon],
        "mjc:frictionloss": model.tendon_frictionloss[tendon],
        "mjc:armature": model.tendon_armature[tendon],
        "mjc:margin": model.tendon_margin[tendon],
    }
    if model.tendon_limited[tendon]:
        lower, upper = model.tendon_range[tendon]
        set_attributes(prim, Token, {"mjc:limited": "true"})
        set_attributes(prim, Double, {"mjc:range:min": float(lower), "mjc:range:max": float(upper)})
    set_attributes(prim, Double, {name: float(value) for name, value in values.items() if value})
    arrays = {
        "mjc:springlength": (model.tendon_lengthspring[tendon], (-1.0, -1.0)),
        "mjc:solreflimit": (model.tendon_solref_lim[tendon], DEFAULT_SOLREF),
        "mjc:solimplimit": (model.tendon_solimp_lim[tendon], DEFAULT_SOLIMP),
        "mjc:solreffriction": (model.tendon_solref_fri[tendon], DEFAULT_SOLREF),
        "mjc:solimpfriction": (model.tendon_solimp_fri[tendon], DEFAULT_SOLIMP),
    }
    for name, (value, default) in arrays.items():
        if not np.array_equal(value, default):
            set_attributes(prim, DoubleArray, {name: value.tolist()})
    return prim.GetPath()


def _set_spatial_path(scene: MjcfScene, prim: Usd.Prim, wraps: range) -> None:
    """Author the sites and geometry that a spatial tendon passes, branch by branch.

    ``mjc:path`` and ``mjc:sideSites`` list each prim once; the indices beside them give the order. ``segments`` has
    the branch of each point, ``divisors`` what the lengths of each branch are divided by.
    """
    model = scene.model
    points: list[Sdf.Path] = []
    sides: list[Sdf.Path] = []
    order: list[int] = []
    side_order: list[int] = []
    segments: list[int] = []
    divisors = [1.0]
    for wrap in wraps:
        kind, element, parameter = model.wrap_type[wrap], int(model.wrap_objid[wrap]), float(model.wrap_prm[wrap])
        if kind == mujoco.mjtWrap.mjWRAP_PULLEY:
            if order:
                divisors.append(parameter)
            else:  # the first branch begins with a pulley of its own
                divisors[0] = parameter
            continue
        is_site = kind == mujoco.mjtWrap.mjWRAP_SITE
        order.append(_index_of(points, scene.site_paths[element] if is_site else scene.geom_paths[element]))
        has_side = not is_site and parameter >= 0
        side_order.append(_index_of(sides, scene.site_paths[int(parameter)]) if has_side else -1)
        segments.append(len(divisors) - 1)
    set_relationship(prim, "mjc:path", points)
    set_attributes(prim, IntArray, {"mjc:path:indices": order, "mjc:path:segments": segments})
    set_attributes(prim, DoubleArray, {"mjc:path:divisors": divisors})
    if sides:
        set_relationship(prim, "mjc:sideSites", sides)
        set_attributes(prim, IntArray, {"mjc:sideSites:indices": side_order})


def _index_of(paths: list[Sdf.Path], path: Sdf.Path) -> int:
    """Index of a path in a list, to which it is added if it is not there."""
    if path not in paths:
        paths.append(path)
    return paths.index(path)


# Equalities.


def _define_equality(scene: MjcfScene, equality: int) -> None:
    model = scene.model
    match mujoco.mjtEq(model.eq_type[equality]):
        case mujoco.mjtEq.mjEQ_CONNECT:
            prim = _define_loop_joint(scene, equality, UsdPhysics.SphericalJoint)
            add_schema(prim, "MjcEqualityConnectAPI")
        case mujoco.mjtEq.mjEQ_WELD:
            prim = _define_loop_joint(scene, equality, UsdPhysics.FixedJoint)
            add_schema(prim, "MjcEqualityWeldAPI")
            if model.eq_data[equality, 10] != 1.0:
                set_attributes(prim, Double, {"mjc:torqueScale": float(model.eq_data[equality, 10])})
        case mujoco.mjtEq.mjEQ_JOINT:
            prim = _couple_joints(scene, equality)
        case other:
            logger.warning("Equality '%s' (%s) is left out.", model.equality(equality).name, _token(other, "mjEQ_"))
            return
    if not np.array_equal(model.eq_solref[equality], DEFAULT_SOLREF):
        set_attributes(prim, DoubleArray, {"mjc:solref": model.eq_solref[equality].tolist()})
    if not np.array_equal(model.eq_solimp[equality], DEFAULT_SOLIMP):
        set_attributes(prim, DoubleArray, {"mjc:solimp": model.eq_solimp[equality].tolist()})


def _define_loop_joint(scene: MjcfScene, equality: int, kind: type[UsdPhysics.Joint]) -> Usd.Prim:
    """Define a joint outside the tree between the bodies of a connect or weld equality."""
    model = scene.model
    ids = int(model.eq_obj1id[equality]), int(model.eq_obj2id[equality])
    if model.eq_objtype[equality] == mujoco.mjtObj.mjOBJ_SITE:
        frames = [pose_of(model.site_pos[site], model.site_quat[site]) for site in ids]
        bodies = [int(model.site_bodyid[site]) for site in ids]
    else:
        frames, bodies = _frames_of_bodies(model, equality, kind is UsdPhysics.FixedJoint), list(ids)
    name = model.equality(equality).name or f"equality_{equality}"
    joint = kind.Define(scene.stage, scene.child(scene.scope("joints"), name))
    parent, child = (None if body == WORLD else scene.body_paths[body] for body in bodies)
    set_joint_frames(joint, parent, child, *frames)
    joint.CreateExcludeFromArticulationAttr(True)
    if not model.eq_active0[equality]:
        joint.CreateJointEnabledAttr(False)
    return joint.GetPrim()


def _frames_of_bodies(model: mujoco.MjModel, equality: int, weld: bool) -> list[np.ndarray]:
    """Frames in the two bodies that an equality brings together; of a connect equality, only the origins.

    The engine equates (see ``mj_instantiateEquality``) the points ``data[0:3]`` in body 1 and ``data[3:6]`` in body 2
    for a connect equality; for a weld, the frame at ``data[3:6]`` turned by ``data[6:10]`` in body 1 and the point
    ``data[0:3]`` with the axes of body 2.
    """
    data = model.eq_data[equality]
    upright = np.array([1.0, 0.0, 0.0, 0.0])
    if weld:
        return [pose_of(data[3:6], data[6:10]), pose_of(data[0:3], upright)]
    return [pose_of(data[0:3], upright), pose_of(data[3:6], upright)]


def _couple_joints(scene: MjcfScene, equality: int) -> Usd.Prim:
    """Author a polynomial between two joint coordinates on the joint that follows."""
    model = scene.model
    follower, leader = int(model.eq_obj1id[equality]), int(model.eq_obj2id[equality])
    prim = scene.stage.GetPrimAtPath(scene.joint_paths[follower])
    add_schema(prim, "NewtonMimicAPI")
    add_schema(prim, "MjcEqualityJointAPI")
    coefficients = model.eq_data[equality, :5].tolist()
    offset = coefficients[0] * to_usd_unit(model, follower)
    set_attributes(prim, Sdf.ValueTypeNames.Float, {"newton:mimicCoef0": offset, "newton:mimicCoef1": coefficients[1]})
    higher = {f"mjc:coef{power}": coefficients[power] for power in (2, 3, 4) if coefficients[power]}
    set_attributes(prim, Double, higher)
    if leader >= 0:
        set_relationship(prim, "newton:mimicJoint", [scene.joint_paths[leader]])
    if not model.eq_active0[equality]:
        set_attributes(prim, Sdf.ValueTypeNames.Bool, {"newton:mimicEnabled": False})
    return prim


def _filter_contacts(scene: MjcfScene) -> None:
    """Author ``<exclude>`` elements; MuJoCo packs the two bodies into one number."""
    for signature in scene.model.exclude_signature.tolist():
        first, second = (scene.body_paths[body] for body in (signature >> 16, signature & 0xFFFF))
        pairs = UsdPhysics.FilteredPairsAPI.Apply(scene.stage.GetPrimAtPath(first))
        pairs.CreateFilteredPairsRel().AddTarget(second)
