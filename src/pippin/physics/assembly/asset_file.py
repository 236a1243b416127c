"""From a file to an asset: converted to USD, described like any stage, and taken apart into tables."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np
from pxr import Gf, Sdf, Usd, UsdPhysics

from ...sim.converters import convert_mjcf, convert_urdf
from ...sim.crate_reader import USD_SUFFIXES
from ...sim.layers import open_layer
from ...utils.convex_parts import PartLimits
from ...utils.urdf import ColladaUp
from ..description import JointProperties
from ..importer import PhysicsMaterial, describe_stage
from .asset import AssetDescription, AssetDof, bodies_of, compile_alone, has_fixed_base, shapes_of
from .stage_tables import names_on_stage, read_actuators, read_joints
from .stage_tendons import add_attachments, take_tendons

ROOT = "/asset"
"""Prim that an asset is referred to by."""

DEFAULT_MATERIAL = PhysicsMaterial(static_friction=1.0, dynamic_friction=1.0)
"""Material of shapes for which a file gives none."""

URDF_SUFFIXES = (".urdf",)
MJCF_SUFFIXES = (".xml", ".mjcf")


@dataclass(frozen=True)
class AssetFileSettings:
    """What is done to an asset when it is loaded.

    Attributes:
        fix_base: Fix the root body, whatever the file says.
        merge_fixed_joints: Make bodies that fixed joints connect one. The bodies of an MJCF stay as they are.
        density: Density of bodies of a URDF without mass [kg/m^3].
        armature: Inertia that is added to each degree of freedom [kg m^2 or kg].
        body_armature: Moment of inertia that is added to each body about all axes [kg m^2].
        capsules_for_cylinders: Let cylinders collide as capsules of equal length.
        decomposition: Limits of the convex pieces that meshes are taken apart into; None lets them collide as hulls.
        center_from_shapes: Take centres of mass from the shapes instead of the file.
        inertia_from_shapes: Take inertias from the shapes instead of the file.
        turn_visual_meshes: Turn visual meshes of a URDF from y up to z up.
        collada_up: Where the axis goes that a COLLADA file of a URDF calls up: "y" is what assimp does.
    """

    fix_base: bool = False
    merge_fixed_joints: bool = False
    density: float = 1000.0
    armature: float = 0.0
    body_armature: float = 0.0
    capsules_for_cylinders: bool = False
    decomposition: PartLimits | None = None
    center_from_shapes: bool = False
    inertia_from_shapes: bool = False
    turn_visual_meshes: bool = False
    collada_up: ColladaUp = "as is"


def load_asset_file(path: Path, settings: AssetFileSettings, root: Path | None = None) -> AssetDescription:
    """Load a robot or object from a URDF, MJCF or USD file.

    Joints that follow others in a URDF move on their own. Links and joints are depth first, the siblings of a URDF by
    the name of their joint, others as in the file.

    Args:
        path: The file.
        settings: What is done to it.
        root: Folder that files which an MJCF includes have to lie in; None takes the folder of the file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is malformed, of another kind, or holds nothing.
        NotImplementedError: It asks for what the engine cannot do.
    """
    if not path.is_file():
        raise FileNotFoundError(f"There is no asset '{path}'.")
    stage = _stage_of(path, settings, path.parent if root is None else root)
    _prepare(stage, settings)
    tendons = take_tendons(stage)
    variant = describe_stage(stage, default_material=DEFAULT_MATERIAL).variants[0]
    names = names_on_stage(stage)
    spec = variant.spec
    if not spec.worldbody.bodies:
        raise ValueError(f"Asset '{path}' holds no body; expected one at least.")
    add_attachments(spec, stage, tendons)
    # A URDF's converter merges by itself: it knows which fixed joints are to stay. Bodies of an MJCF are never merged.
    _adjust(spec, settings, settings.merge_fixed_joints and path.suffix.lower() in USD_SUFFIXES)
    model = compile_alone(spec, path.name)
    actuators = read_actuators(stage)
    commands = {actuator.joint: _COMMANDS[actuator.kind] for actuator in actuators}
    dofs = _dofs_of(model, variant.joint_properties, names, commands)
    _free_of_springs(spec)
    return AssetDescription(
        name=path.stem,
        spec=spec,
        bodies=bodies_of(model, names),
        dofs=dofs,
        joints=read_joints(stage, model, names),
        shapes=shapes_of(model),
        actuators=actuators,
        tendons=tendons,
        fixed_base=has_fixed_base(model),
        root_quat=_root_quat(model, path),
    )


def _root_quat(model: mujoco.MjModel, path: Path) -> tuple[float, float, float, float]:
    """Orientation (x, y, z, w) of an MJCF's root body. Where a stage puts its root link is not the asset's business."""
    if path.suffix.lower() not in MJCF_SUFFIXES:
        return (0.0, 0.0, 0.0, 1.0)
    w, x, y, z = model.body_quat[1].tolist()
    return (x, y, z, w)


# The stage.


def _stage_of(path: Path, settings: AssetFileSettings, root: Path) -> Usd.Stage:
    """Private stage with the asset at its origin."""
    suffix = path.suffix.lower()
    if suffix in URDF_SUFFIXES:
        usd = convert_urdf(
            path,
            merge_fixed_joints=settings.merge_fixed_joints,
            link_density=settings.density,
            collider_type="convex_decomposition" if settings.decomposition else "convex_hull",
            convert_mimic_joints_to_normal_joints=True,
            self_collision=True,
            turn_visual_meshes=settings.turn_visual_meshes,
            collada_up=settings.collada_up,
        )
    elif suffix in MJCF_SUFFIXES:
        usd = convert_mjcf(path, self_collision=True, include_folder=str(root), keep_root_orientation=True)
    elif suffix in USD_SUFFIXES:
        open_layer(str(path))  # refuses what is damaged
        usd = str(path)
    else:
        known = ", ".join((*URDF_SUFFIXES, *MJCF_SUFFIXES, *USD_SUFFIXES))
        raise ValueError(f"Asset '{path}' is of a kind that cannot be read; these can: {known}.")
    stage = Usd.Stage.CreateInMemory()
    stage.DefinePrim(ROOT, "Xform").GetReferences().AddReference(usd)
    if not stage.GetPrimAtPath(ROOT).GetChildren() and not stage.GetPrimAtPath(ROOT).GetAppliedSchemas():
        raise ValueError(f"Asset '{path}' holds nothing: a USD file needs a default prim.")
    return stage


def _prepare(stage: Usd.Stage, settings: AssetFileSettings) -> None:
    """Change what the settings ask for where it is easiest, on the stage."""
    bodies = [prim for prim in stage.Traverse() if prim.HasAPI(UsdPhysics.RigidBodyAPI)]
    for body in bodies:
        api = UsdPhysics.MassAPI(body)
        # UsdPhysics says so that nothing is given, and that it follows from the colliders.
        if settings.center_from_shapes:
            api.CreateCenterOfMassAttr().Set(Gf.Vec3f(-math.inf))
        if settings.inertia_from_shapes:
            api.CreateDiagonalInertiaAttr().Set(Gf.Vec3f(0.0))
    if settings.decomposition is not None:
        for prim in stage.Traverse():
            if prim.HasAPI(UsdPhysics.MeshCollisionAPI):
                _decompose(prim, settings.decomposition)
    if not bodies:
        _make_static_bodies(stage)


def _decompose(prim: Usd.Prim, limits: PartLimits) -> None:
    """Let a mesh collide as convex pieces."""
    UsdPhysics.MeshCollisionAPI(prim).CreateApproximationAttr("convexDecomposition")
    for name, value in (("maxConvexHulls", limits.parts), ("hullVertexLimit", limits.vertices)):
        if value is not None:
            attribute = prim.CreateAttribute(f"physxConvexDecompositionCollision:{name}", Sdf.ValueTypeNames.Int)
            attribute.Set(value)


def _make_static_bodies(stage: Usd.Stage) -> None:
    """Make bodies of what only stands there: the prims of an MJCF's bodies, or else all as one."""
    root = stage.GetPrimAtPath(ROOT)
    children = [prim for prim in root.GetChildren() if prim.GetChild("collisions")]
    for prim in children or [root]:
        UsdPhysics.RigidBodyAPI.Apply(prim).CreateKinematicEnabledAttr(True)


# The spec.


def _adjust(spec: mujoco.MjSpec, settings: AssetFileSettings, merge_fixed_joints: bool) -> None:
    """Change what the settings ask for in the engine's description."""
    root = spec.worldbody.first_body()
    if settings.fix_base:
        fix_base(spec, root)
    if merge_fixed_joints:
        root.fuse = 0
        spec.fuse_static()
    for joint in spec.joints:
        if int(joint.type) in _SCALAR_JOINTS:
            joint.armature += settings.armature
    for body in spec.bodies[1:]:
        body.inertia = np.asarray(body.inertia) + settings.body_armature
    if settings.capsules_for_cylinders:
        for geom in spec.geoms:
            if geom.type == mujoco.mjtGeom.mjGEOM_CYLINDER and (geom.contype or geom.conaffinity):
                _make_capsule(geom)


_SCALAR_JOINTS = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))


def fix_base(spec: mujoco.MjSpec, root: mujoco.MjsBody) -> None:
    """Let a root body stay where it is put."""
    for joint in root.joints:
        if joint.type == mujoco.mjtJoint.mjJNT_FREE:
            spec.delete(joint)
    if not root.joints:
        root.mocap = True


def _make_capsule(geom: mujoco.MjsGeom) -> None:
    radius, half_length, _ = geom.size
    straight = half_length - radius
    geom.type = mujoco.mjtGeom.mjGEOM_CAPSULE if straight > 0.0 else mujoco.mjtGeom.mjGEOM_SPHERE
    geom.size = [radius, max(straight, 0.0), 0.0]


def _free_of_springs(spec: mujoco.MjSpec) -> None:
    """Take stiffness, damping and gains out of a spec: they are properties of degrees of freedom."""
    for joint in spec.joints:
        if int(joint.type) in _SCALAR_JOINTS:
            joint.stiffness = [0.0, 0.0, 0.0]
            joint.damping = [0.0, 0.0, 0.0]
    for actuator in spec.actuators:
        actuator.biasprm[:] = 0.0


# Tables.

_COMMANDS: dict[str, str] = {"motor": "effort", "general": "effort", "position": "position", "velocity": "velocity"}


def _dofs_of(
    model: mujoco.MjModel,
    properties: dict[str, JointProperties],
    names: dict[str, str],
    commands: dict[str, str],
) -> tuple[AssetDof, ...]:
    """Degrees of freedom of a compiled asset, before its springs are taken away."""
    dofs = []
    for joint in range(model.njnt):
        if int(model.jnt_type[joint]) not in _SCALAR_JOINTS:
            continue
        key = model.joint(joint).name
        path, _, suffix = key.partition(":")
        name = names.get(path, path) + (f":{suffix}" if suffix else "")
        dof, coordinate = model.jnt_dofadr[joint], model.jnt_qposadr[joint]
        limited = bool(model.jnt_limited[joint])
        known = properties.get(key, JointProperties())
        bias = model.actuator(key).biasprm
        dofs.append(
            AssetDof(
                name=name,
                key=key,
                is_rotation=bool(model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_HINGE),
                lower=float(model.jnt_range[joint, 0]) if limited else -float("inf"),
                upper=float(model.jnt_range[joint, 1]) if limited else float("inf"),
                max_velocity=known.max_velocity,
                effort_limit=known.effort_limit,
                stiffness=float(model.jnt_stiffness[joint] - bias[1]),
                damping=float(model.dof_damping[dof] - bias[2]),
                rest=float(model.qpos_spring[coordinate]),
                friction=float(model.dof_frictionloss[dof]),
                armature=float(model.dof_armature[dof]),
                inertia=float(model.dof_M0[dof] - model.dof_armature[dof]),
                command=commands.get(name, "none"),  # type: ignore[arg-type]
            )
        )
    return tuple(dofs)
