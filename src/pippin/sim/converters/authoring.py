"""Author prims as the converters want them: names, poses, shapes, meshes, materials and attributes of any schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from pxr import Gf, Sdf, Tf, Usd, UsdGeom, UsdPhysics, UsdShade
from scipy.spatial.transform import Rotation

from .inertia import Inertial, principal_axes
from .meshes import MeshPart, Texture

Color = tuple[float, float, float, float]
"""Red, green, blue and opacity, from 0 to 1."""

DEFAULT_COLOR: Color = (0.7, 0.7, 0.7, 1.0)
"""Colour of geometry for which the file gives none."""

RESERVED_NAMES = ("joints", "Looks", "physics_materials", "actuators", "tendons", "physicsScene")
"""Names of prims below the robot that no link can have."""


def start_stage(stage: Usd.Stage, name: str) -> Usd.Prim:
    """Set units and axes of an empty stage and define its default prim, an Xform."""
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    UsdPhysics.SetStageKilogramsPerUnit(stage, 1.0)
    prim = define_xform(stage, Sdf.Path.absoluteRootPath.AppendChild(valid_name(name)))
    stage.SetDefaultPrim(prim)
    return prim


def valid_name(name: str) -> str:
    """The nearest name that a prim can have."""
    return Tf.MakeValidIdentifier(name or "unnamed")


class ChildNames:
    """Names of the children of prims: each is given out once."""

    def __init__(self, reserved: Iterable[str] = ()):
        """Start with names that are not to be given out."""
        self._taken = set(reserved)

    def claim(self, name: str) -> str:
        """The nearest name that a prim can have and that no other has: ``name``, ``name_1``, ``name_2``, ..."""
        valid = Tf.MakeValidIdentifier(name or "unnamed")
        free, count = valid, 0
        while free in self._taken:
            count += 1
            free = f"{valid}_{count}"
        self._taken.add(free)
        return free


def define_xform(stage: Usd.Stage, path: Sdf.Path, pose: np.ndarray | None = None, original_name: str = "") -> Usd.Prim:
    """Define an Xform.

    Args:
        stage: Stage to author on.
        path: Path of the prim.
        pose: Pose in the parent prim [m], homogeneous, shape (4, 4).
        original_name: Name in the source file; becomes the display name where the prim's own name differs.
    """
    prim = UsdGeom.Xform.Define(stage, path).GetPrim()
    if original_name and original_name != prim.GetName():
        prim.SetDisplayName(original_name)
    if pose is not None:
        set_pose(prim, pose)
    return prim


def set_pose(prim: Usd.Prim, pose: np.ndarray, scale: Sequence[float] | np.ndarray = (1.0, 1.0, 1.0)) -> None:
    """Author translation, orientation and scale of a prim in its parent, in double precision.

    Args:
        prim: Prim without transform operations.
        pose: Pose in the parent prim [m], homogeneous, shape (4, 4).
        scale: Scale along the prim's own axes.
    """
    xformable = UsdGeom.Xformable(prim)
    xformable.AddTranslateOp(UsdGeom.XformOp.PrecisionDouble).Set(Gf.Vec3d(*pose[:3, 3].tolist()))
    is_turned = (pose[:3, :3] != np.eye(3)).any()
    xformable.AddOrientOp(UsdGeom.XformOp.PrecisionDouble).Set(quatd(pose[:3, :3]) if is_turned else Gf.Quatd(1.0))
    xformable.AddScaleOp(UsdGeom.XformOp.PrecisionDouble).Set(Gf.Vec3d(*map(float, scale)))


def quatd(rotation: np.ndarray) -> Gf.Quatd:
    """USD's quaternion of a rotation matrix, shape (3, 3)."""
    x, y, z, w = Rotation.from_matrix(rotation).as_quat(canonical=True).tolist()
    return Gf.Quatd(w, x, y, z)


def quatf(rotation: np.ndarray) -> Gf.Quatf:
    """USD's quaternion of a rotation matrix, shape (3, 3), in single precision."""
    x, y, z, w = Rotation.from_matrix(rotation).as_quat(canonical=True).tolist()
    return Gf.Quatf(w, x, y, z)


def add_schema(prim: Usd.Prim, name: str) -> None:
    """List an applied schema by name, whether this USD knows it or not."""
    prim.AddAppliedSchema(name)


def set_attributes(prim: Usd.Prim, type_name: Sdf.ValueTypeName, values: Mapping[str, object]) -> None:
    """Author attributes of one type that no schema of this USD declares."""
    for name, value in values.items():
        prim.CreateAttribute(name, type_name, custom=False, variability=Sdf.VariabilityUniform).Set(value)


def set_relationship(prim: Usd.Prim, name: str, targets: Iterable[Sdf.Path]) -> None:
    """Author a relationship that no schema of this USD declares."""
    prim.CreateRelationship(name, custom=False).SetTargets(list(targets))


# Shapes. Each stands in the prim's own frame; poses are set apart.


def define_box(stage: Usd.Stage, path: Sdf.Path, size: Sequence[float], pose: np.ndarray) -> Usd.Prim:
    """Define a box with the given edge lengths [m], at a pose in the parent's frame, (4, 4), as a scaled unit cube."""
    cube = UsdGeom.Cube.Define(stage, path)
    cube.CreateSizeAttr(1.0)
    cube.CreateExtentAttr([(-0.5, -0.5, -0.5), (0.5, 0.5, 0.5)])
    set_pose(cube.GetPrim(), pose, size)
    return cube.GetPrim()


def define_sphere(
    stage: Usd.Stage, path: Sdf.Path, radius: float, pose: np.ndarray, scale: Sequence[float] = (1.0, 1.0, 1.0)
) -> Usd.Prim:
    """Define a sphere with the given radius [m], or an ellipsoid by means of a scale, in the parent's frame."""
    sphere = UsdGeom.Sphere.Define(stage, path)
    sphere.CreateRadiusAttr(float(radius))
    sphere.CreateExtentAttr([(-radius,) * 3, (radius,) * 3])
    set_pose(sphere.GetPrim(), pose, scale)
    return sphere.GetPrim()


def define_cylinder(
    stage: Usd.Stage, path: Sdf.Path, radius: float, height: float, pose: np.ndarray, capsule: bool = False
) -> Usd.Prim:
    """Define a cylinder along z with the given radius and height [m].

    Args:
        stage: Stage to author on.
        path: Path of the prim.
        radius: Radius [m].
        height: Height [m]; of a capsule, without its caps.
        pose: Pose in the parent prim, homogeneous, shape (4, 4).
        capsule: Define a capsule instead.
    """
    shape = (UsdGeom.Capsule if capsule else UsdGeom.Cylinder).Define(stage, path)
    shape.CreateAxisAttr(UsdGeom.Tokens.z)
    shape.CreateRadiusAttr(float(radius))
    shape.CreateHeightAttr(float(height))
    half = 0.5 * height + (radius if capsule else 0.0)
    shape.CreateExtentAttr([(-radius, -radius, -half), (radius, radius, half)])
    set_pose(shape.GetPrim(), pose)
    return shape.GetPrim()


def define_mesh(
    stage: Usd.Stage, path: Sdf.Path, vertices: np.ndarray, faces: np.ndarray, pose: np.ndarray | None
) -> Usd.Prim:
    """Define a triangle mesh.

    Args:
        stage: Stage to author on.
        path: Path of the prim.
        vertices: Positions [m], shape (num_vertices, 3).
        faces: Vertices of the triangles, shape (num_faces, 3), int.
        pose: Pose in the parent prim [m], homogeneous, shape (4, 4); None: the parent's own.
    """
    mesh = UsdGeom.Mesh.Define(stage, path)
    points = np.ascontiguousarray(vertices, dtype=np.float32)
    mesh.CreatePointsAttr(points)
    mesh.CreateFaceVertexIndicesAttr(np.ascontiguousarray(faces, dtype=np.int32).reshape(-1))
    mesh.CreateFaceVertexCountsAttr(np.full(len(faces), 3, dtype=np.int32))
    mesh.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
    mesh.CreateExtentAttr(np.stack([points.min(axis=0), points.max(axis=0)]))
    if pose is not None:
        set_pose(mesh.GetPrim(), pose)
    return mesh.GetPrim()


# Looks.


class Looks:
    """Materials of an asset: one for each colour and texture that is asked for."""

    def __init__(self, stage: Usd.Stage, scope: Sdf.Path, folder: Path):
        """Remember where materials (a scope below the asset) and image files (a folder) go."""
        self._stage = stage
        self._scope = scope
        self._folder = folder
        self._materials: dict[tuple, UsdShade.Material] = {}

    def apply(self, prim: Usd.Prim, color: Color, texture: Texture | None = None) -> None:
        """Give a gprim a colour, a texture and a material that has both."""
        shown = color[:3] if texture is None else tuple(np.multiply(color[:3], texture.mean_color).tolist())
        gprim = UsdGeom.Gprim(prim)
        gprim.CreateDisplayColorAttr([shown])
        if color[3] < 1.0:
            gprim.CreateDisplayOpacityAttr([color[3]])
        key = (color, texture.data if texture else None)
        if key not in self._materials:
            self._materials[key] = self._define(color, texture)
        UsdShade.MaterialBindingAPI.Apply(prim).Bind(self._materials[key])

    def _define(self, color: Color, texture: Texture | None) -> UsdShade.Material:
        if not self._materials:
            UsdGeom.Scope.Define(self._stage, self._scope)
        path = self._scope.AppendChild(f"material_{len(self._materials)}")
        material = UsdShade.Material.Define(self._stage, path)
        surface = UsdShade.Shader.Define(self._stage, path.AppendChild("surface"))
        surface.CreateIdAttr("UsdPreviewSurface")
        surface.CreateInput("roughness", Sdf.ValueTypeNames.Float).Set(0.6)
        surface.CreateInput("opacity", Sdf.ValueTypeNames.Float).Set(color[3])
        diffuse = surface.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f)
        diffuse.Set(Gf.Vec3f(*color[:3]))
        if texture is not None:
            diffuse.ConnectToSource(self._define_texture(path, color, texture).ConnectableAPI(), "rgb")
        material.CreateSurfaceOutput().ConnectToSource(surface.ConnectableAPI(), "surface")
        return material

    def _define_texture(self, path: Sdf.Path, color: Color, texture: Texture) -> UsdShade.Shader:
        file = self._folder / "textures" / f"{path.name}{texture.suffix}"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(texture.data)
        reader = UsdShade.Shader.Define(self._stage, path.AppendChild("uv"))
        reader.CreateIdAttr("UsdPrimvarReader_float2")
        reader.CreateInput("varname", Sdf.ValueTypeNames.String).Set("st")
        image = UsdShade.Shader.Define(self._stage, path.AppendChild("texture"))
        image.CreateIdAttr("UsdUVTexture")
        image.CreateInput("file", Sdf.ValueTypeNames.Asset).Set(f"./textures/{file.name}")
        image.CreateInput("scale", Sdf.ValueTypeNames.Float4).Set(Gf.Vec4f(*color))
        image.CreateInput("st", Sdf.ValueTypeNames.Float2).ConnectToSource(reader.ConnectableAPI(), "result")
        image.CreateOutput("rgb", Sdf.ValueTypeNames.Float3)
        return image


def define_visual_mesh(
    stage: Usd.Stage,
    path: Sdf.Path,
    parts: Sequence[MeshPart],
    pose: np.ndarray | None,
    looks: Looks,
    color: Color | None,
) -> Usd.Prim:
    """Define the prims of a mesh file to look at: a Mesh, or an Xform with a Mesh for each of several parts.

    Args:
        stage: Stage to author on.
        path: Path of the prim.
        parts: Parts of the mesh.
        pose: Pose in the parent prim [m], homogeneous, shape (4, 4); None: the parent's own.
        looks: Materials of the asset.
        color: Colour of parts that have none of their own.
    """
    if len(parts) > 1:
        prim = define_xform(stage, path, pose)
        names = ChildNames()
        for part in parts:
            define_visual_mesh(stage, path.AppendChild(names.claim(part.name)), [part], None, looks, color)
        return prim
    part = parts[0]
    prim = define_mesh(stage, path, part.vertices, part.faces, pose)
    if part.uv is not None:
        primvar = UsdGeom.PrimvarsAPI(prim).CreatePrimvar(
            "st", Sdf.ValueTypeNames.TexCoord2fArray, UsdGeom.Tokens.vertex
        )
        primvar.Set(np.ascontiguousarray(part.uv, dtype=np.float32))
    looks.apply(prim, part.color or color or DEFAULT_COLOR, part.texture)
    return prim


# Physics.


def set_mass(prim: Usd.Prim, inertial: Inertial) -> None:
    """Author the mass properties of a rigid body."""
    moments, axes = principal_axes(inertial.inertia)
    set_principal_mass(prim, inertial.mass, inertial.com, moments, axes)


def set_principal_mass(
    prim: Usd.Prim, mass: float, com: np.ndarray, moments: np.ndarray, axes: Sequence[float] | np.ndarray
) -> None:
    """Author mass properties that are given by their principal axes.

    Args:
        prim: Rigid body.
        mass: Mass [kg].
        com: Centre of mass in the body's frame [m], shape (3,).
        moments: Principal moments [kg m^2], shape (3,).
        axes: Orientation of the principal axes in the body's frame (x, y, z, w).
    """
    api = UsdPhysics.MassAPI.Apply(prim)
    api.CreateMassAttr(float(mass))
    api.CreateCenterOfMassAttr(Gf.Vec3f(*map(float, com)))
    api.CreateDiagonalInertiaAttr(Gf.Vec3f(*map(float, moments)))
    x, y, z, w = map(float, axes)
    api.CreatePrincipalAxesAttr(Gf.Quatf(w, x, y, z))


def apply_articulation_root(prim: Usd.Prim, self_collision: bool) -> None:
    """Make a prim the root of an articulation."""
    UsdPhysics.ArticulationRootAPI.Apply(prim)
    add_schema(prim, "PhysxArticulationAPI")
    set_attributes(prim, Sdf.ValueTypeNames.Bool, {"physxArticulation:enabledSelfCollisions": self_collision})
    if self_collision:  # by itself a False would hold against what a program says of PhysX's
        set_attributes(prim, Sdf.ValueTypeNames.Bool, {"newton:selfCollisionEnabled": True})


def apply_collider(prim: Usd.Prim, visible: bool) -> None:
    """Make a gprim a collider; one that is not to be seen gets the purpose "guide"."""
    UsdPhysics.CollisionAPI.Apply(prim)
    if not visible:
        UsdGeom.Imageable(prim).CreatePurposeAttr(UsdGeom.Tokens.guide)


def apply_mesh_collider(prim: Usd.Prim, visible: bool, approximation: str) -> None:
    """Make a Mesh a collider with an approximation such as "convexHull"."""
    apply_collider(prim, visible)
    UsdPhysics.MeshCollisionAPI.Apply(prim).CreateApproximationAttr(approximation)


def set_joint_frames(
    joint: UsdPhysics.Joint, parent: Sdf.Path | None, child: Sdf.Path | None, frame0: np.ndarray, frame1: np.ndarray
) -> None:
    """Author what a joint connects and where.

    Args:
        joint: Joint.
        parent: Parent link; None for the world.
        child: Child link; None for the world, in constraints only.
        frame0: Joint frame in the parent, homogeneous, shape (4, 4).
        frame1: Joint frame in the child, homogeneous, shape (4, 4).
    """
    if parent is not None:
        joint.CreateBody0Rel().SetTargets([parent])
    if child is not None:
        joint.CreateBody1Rel().SetTargets([child])
    joint.CreateLocalPos0Attr(Gf.Vec3f(*frame0[:3, 3].tolist()))
    joint.CreateLocalRot0Attr(quatf(frame0[:3, :3]))
    joint.CreateLocalPos1Attr(Gf.Vec3f(*frame1[:3, 3].tolist()))
    joint.CreateLocalRot1Attr(quatf(frame1[:3, :3]))


def axis_frame(axis: np.ndarray) -> tuple[str, np.ndarray]:
    """Token and frame for a joint axis.

    Args:
        axis: Unit vector, shape (3,).

    Returns:
        "X", "Y" or "Z", and the rotation of the joint frame, shape (3, 3), whose axis of that name is the given one.
        A positive coordinate axis needs no rotation; any other becomes the x axis.
    """
    for index, token in enumerate("XYZ"):
        if np.abs(axis - np.eye(3)[index]).max() < 1e-12:
            return token, np.eye(3)
    rotation = Rotation.align_vectors(axis[None], np.array([[1.0, 0.0, 0.0]]))[0]
    return "X", rotation.as_matrix()
