"""Geometry and sites of an MJCF as USD prims below their links."""

from __future__ import annotations

import mujoco
import numpy as np
from pxr import Sdf, Usd, UsdGeom, UsdPhysics, UsdShade

from .authoring import (
    Color,
    add_schema,
    apply_collider,
    apply_mesh_collider,
    define_box,
    define_cylinder,
    define_mesh,
    define_sphere,
    define_xform,
    set_attributes,
    set_pose,
)
from .mjcf_scene import WORLD, MjcfScene, pose_of

GeomType = mujoco.mjtGeom

FIRST_HIDDEN_GROUP = 3
"""MuJoCo's viewers show groups 0 to 2 unless told otherwise."""

DEFAULT_RGBA = (0.5, 0.5, 0.5, 1.0)
"""MuJoCo's colour of geometry without one."""

INTEGER_DEFAULTS = {"contype": 1, "conaffinity": 1, "condim": 3, "priority": 0, "group": 0}
DOUBLE_DEFAULTS = {"solmix": 1.0, "margin": 0.0, "gap": 0.0}
ARRAY_DEFAULTS = {"solref": (0.02, 1.0), "solimp": (0.9, 0.95, 0.001, 0.5, 2.0)}
"""Contact parameters and MuJoCo's defaults for them, which are not authored."""


def define_geoms(scene: MjcfScene, with_world: bool) -> None:
    """Define all geometry, that of the world only if asked for.

    Geometry with contacts is below ``collisions`` and to be seen where MuJoCo's viewers show it; other geometry is
    below ``visuals``.
    """
    materials = _ContactMaterials(scene)
    for geom in range(scene.model.ngeom):
        if scene.model.geom_bodyid[geom] != WORLD or with_world:
            _define_geom(scene, geom, materials)


def define_sites(scene: MjcfScene, all_sites: bool) -> None:
    """Define an Xform for each site; without ``all_sites`` only where actuators, tendons or equalities need it."""
    model = scene.model
    needed = _sites_in_use(model)
    for site in range(model.nsite):
        if all_sites or site in needed:
            name = model.site(site).name or f"site_{site}"
            body = scene.body_paths[int(model.site_bodyid[site])]
            path = scene.child(body, name)
            prim = define_xform(scene.stage, path, pose_of(model.site_pos[site], model.site_quat[site]), name)
            add_schema(prim, "MjcSiteAPI")
            scene.site_paths[site] = path


def _sites_in_use(model: mujoco.MjModel) -> set[int]:
    """Sites that actuators, tendons or equalities refer to."""
    on_sites = model.actuator_trntype == mujoco.mjtTrn.mjTRN_SITE
    wraps = (model.wrap_type == mujoco.mjtWrap.mjWRAP_SPHERE) | (model.wrap_type == mujoco.mjtWrap.mjWRAP_CYLINDER)
    equal = model.eq_objtype == mujoco.mjtObj.mjOBJ_SITE
    found = {
        *model.actuator_trnid[on_sites].ravel(),
        *model.wrap_objid[model.wrap_type == mujoco.mjtWrap.mjWRAP_SITE],
        *model.wrap_prm[wraps],
        *model.eq_obj1id[equal],
        *model.eq_obj2id[equal],
    }
    return {int(site) for site in found if site >= 0}


def _define_geom(scene: MjcfScene, geom: int, materials: _ContactMaterials) -> None:
    model = scene.model
    color = _color(model, geom)
    has_contacts = bool(model.geom_contype[geom] or model.geom_conaffinity[geom])
    visible = color[3] > 0.0 and (model.geom_group[geom] < FIRST_HIDDEN_GROUP or not has_contacts)
    parent = scene.body_paths[int(model.geom_bodyid[geom])].AppendChild("collisions" if has_contacts else "visuals")
    if not scene.stage.GetPrimAtPath(parent):
        scene.child(parent.GetParentPath(), parent.name)
        define_xform(scene.stage, parent)
    kind = GeomType(model.geom_type[geom]).name.removeprefix("mjGEOM_").lower()
    path = scene.child(parent, model.geom(geom).name or kind)
    scene.geom_paths[geom] = path
    prim = _define_shape(scene, geom, path)
    scene.looks.apply(prim, color)
    if not has_contacts:
        return
    if prim.IsA(UsdGeom.Mesh):
        is_hull = model.geom_type[geom] == GeomType.mjGEOM_MESH
        apply_mesh_collider(prim, visible, "convexHull" if is_hull else "none")
    else:
        apply_collider(prim, visible)
    _set_contact_attributes(prim, model, geom)
    materials.bind(prim, model.geom_friction[geom])


def _define_shape(scene: MjcfScene, geom: int, path: Sdf.Path) -> Usd.Prim:
    model, stage = scene.model, scene.stage
    pose = pose_of(model.geom_pos[geom], model.geom_quat[geom])
    size = model.geom_size[geom].tolist()
    match GeomType(model.geom_type[geom]):
        case GeomType.mjGEOM_SPHERE:
            return define_sphere(stage, path, size[0], pose)
        case GeomType.mjGEOM_ELLIPSOID:
            return define_sphere(stage, path, 1.0, pose, size)
        case GeomType.mjGEOM_BOX:
            return define_box(stage, path, [2.0 * edge for edge in size], pose)
        case GeomType.mjGEOM_CAPSULE:
            return define_cylinder(stage, path, size[0], 2.0 * size[1], pose, capsule=True)
        case GeomType.mjGEOM_CYLINDER:
            return define_cylinder(stage, path, size[0], 2.0 * size[1], pose)
        case GeomType.mjGEOM_PLANE:
            return _define_plane(stage, path, size, pose)
        case GeomType.mjGEOM_MESH:
            return define_mesh(stage, path, *_mesh(model, int(model.geom_dataid[geom])), pose)
        case GeomType.mjGEOM_HFIELD:
            return define_mesh(stage, path, *_height_field(model, int(model.geom_dataid[geom])), pose)
        case other:
            raise ValueError(
                f"Geometry '{path.name}' is of type '{other.name}', which cannot be converted to USD; "
                "expected a primitive shape, a mesh or a height field."
            )


def _define_plane(stage: Usd.Stage, path: Sdf.Path, size: list[float], pose: np.ndarray) -> Usd.Prim:
    """Define a plane; its size is for the eye only, and 0 is without end."""
    plane = UsdGeom.Plane.Define(stage, path)
    plane.CreateAxisAttr(UsdGeom.Tokens.z)
    width, length = (2.0 * half if half > 0.0 else 200.0 for half in size[:2])
    plane.CreateWidthAttr(width)
    plane.CreateLengthAttr(length)
    plane.CreateExtentAttr([(-0.5 * width, -0.5 * length, 0.0), (0.5 * width, 0.5 * length, 0.0)])
    set_pose(plane.GetPrim(), pose)
    return plane.GetPrim()


def _mesh(model: mujoco.MjModel, mesh: int) -> tuple[np.ndarray, np.ndarray]:
    """Vertices [m] and triangles of a mesh in the frame of the geometry that shows it."""
    vertices = model.mesh_vert[model.mesh_vertadr[mesh] :][: model.mesh_vertnum[mesh]]
    faces = model.mesh_face[model.mesh_faceadr[mesh] :][: model.mesh_facenum[mesh]]
    return vertices, faces


def _height_field(model: mujoco.MjModel, field: int) -> tuple[np.ndarray, np.ndarray]:
    """Vertices [m] and triangles of the top of a height field, cells split as MuJoCo splits them."""
    rows, columns = int(model.hfield_nrow[field]), int(model.hfield_ncol[field])
    half_x, half_y, top, _ = model.hfield_size[field]
    heights = model.hfield_data[model.hfield_adr[field] :][: rows * columns] * top
    y, x = np.meshgrid(np.linspace(-half_y, half_y, rows), np.linspace(-half_x, half_x, columns), indexing="ij")
    vertices = np.stack([x.ravel(), y.ravel(), heights], axis=1)
    index = np.arange(rows * columns).reshape(rows, columns)
    lower_left, lower_right = index[:-1, :-1].ravel(), index[:-1, 1:].ravel()
    upper_left, upper_right = index[1:, :-1].ravel(), index[1:, 1:].ravel()
    faces = np.concatenate(
        [
            np.stack([lower_left, lower_right, upper_right], axis=1),
            np.stack([lower_left, upper_right, upper_left], axis=1),
        ]
    )
    return vertices, faces


def _color(model: mujoco.MjModel, geom: int) -> Color:
    """Colour of a geometry: its own or, where it has none, its material's."""
    rgba = tuple(model.geom_rgba[geom].tolist())
    material = int(model.geom_matid[geom])
    if material >= 0 and np.allclose(rgba, DEFAULT_RGBA, atol=1e-6):
        rgba = tuple(model.mat_rgba[material].tolist())
    return rgba


def _set_contact_attributes(prim: Usd.Prim, model: mujoco.MjModel, geom: int) -> None:
    """Author the contact parameters that are not MuJoCo's defaults."""
    add_schema(prim, "MjcCollisionAPI")
    for names, sdf_type in (
        (INTEGER_DEFAULTS, Sdf.ValueTypeNames.Int),
        (DOUBLE_DEFAULTS, Sdf.ValueTypeNames.Double),
        (ARRAY_DEFAULTS, Sdf.ValueTypeNames.DoubleArray),
    ):
        for name, default in names.items():
            value = getattr(model, f"geom_{name}")[geom].tolist()
            if not np.allclose(value, default, rtol=1e-9, atol=0.0):
                set_attributes(prim, sdf_type, {f"mjc:{name}": value})


class _ContactMaterials:
    """Materials with friction, one for each triple of coefficients that geometry has."""

    def __init__(self, scene: MjcfScene):
        self._scene = scene
        self._materials: dict[tuple[float, ...], UsdShade.Material] = {}

    def bind(self, prim: Usd.Prim, friction: np.ndarray) -> None:
        """Give a collider the material with sliding (1), torsional (m) and rolling (m) friction, shape (3,)."""
        key = tuple(friction.tolist())
        if key not in self._materials:
            self._materials[key] = self._define(key)
        binding = UsdShade.MaterialBindingAPI.Apply(prim)
        binding.Bind(self._materials[key], UsdShade.Tokens.weakerThanDescendants, "physics")

    def _define(self, friction: tuple[float, ...]) -> UsdShade.Material:
        sliding, torsional, rolling = friction
        scope = self._scene.scope("physics_materials")
        material = UsdShade.Material.Define(self._scene.stage, self._scene.child(scope, "material"))
        prim = material.GetPrim()
        api = UsdPhysics.MaterialAPI.Apply(prim)
        api.CreateStaticFrictionAttr(sliding)
        api.CreateDynamicFrictionAttr(sliding)
        add_schema(prim, "MjcMaterialAPI")
        values = {"mjc:torsionalfriction": torsional, "mjc:rollingfriction": rolling}
        set_attributes(prim, Sdf.ValueTypeNames.Double, values)
        return material
