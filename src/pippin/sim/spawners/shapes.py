"""Boxes, spheres, capsules, cylinders and cones.

The prim at the path is an Xform, and the rigid body if there is one; its shape is ``geometry/mesh`` below it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING
from typing import Any, Literal

from pxr import Usd, UsdGeom

from pippin.utils import configclass

from .. import schemas
from ..prims import create_prim
from .binding import bind_physics_material, bind_visual_material, resolve_material_path
from .cfg import RigidObjectSpawnerCfg
from .material_fragments import AnyPhysicsMaterial, material_of, spawn_physics_material
from .physics_materials import DeformableBodyMaterialCfg, NewtonDeformableBodyMaterialCfg, RigidBodyMaterialCfg
from .placement import clone
from .soft_bodies import is_soft
from .visual_materials import VisualMaterialCfg


@configclass
class ShapeCfg(RigidObjectSpawnerCfg):
    """A body of one simple shape."""

    visual_material_path: str = "material"
    """Path of the visual material; a relative one is below ``geometry``."""

    visual_material: VisualMaterialCfg | None = None
    """Visual material; None leaves it to the viewer."""

    physics_material_path: str = "material"
    """Path of the physics material; a relative one is below ``geometry``."""

    physics_material: AnyPhysicsMaterial = None
    """Physics material; None takes that of the simulation."""


@clone
def spawn_cuboid(
    prim_path: str,
    cfg: CuboidCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a box, its centre at the origin of its frame. The arguments are those of :func:`pippin.sim.spawn`."""
    check_sizes(cfg, *cfg.size)
    edge = min(cfg.size)
    scale = [length / edge for length in cfg.size]
    return spawn_geometry(prim_path, cfg, "Cube", {"size": edge}, translation, orientation, scale)


@configclass
class CuboidCfg(ShapeCfg):
    """A box."""

    func: Callable[..., Usd.Prim] = spawn_cuboid

    size: tuple[float, float, float] = MISSING
    """Lengths of its edges along x, y and z [m]."""


@clone
def spawn_sphere(
    prim_path: str,
    cfg: SphereCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a sphere, its centre at the origin of its frame. The arguments are those of :func:`pippin.sim.spawn`."""
    check_sizes(cfg, cfg.radius)
    return spawn_geometry(prim_path, cfg, "Sphere", {"radius": cfg.radius}, translation, orientation)


@configclass
class SphereCfg(ShapeCfg):
    """A sphere."""

    func: Callable[..., Usd.Prim] = spawn_sphere

    radius: float = MISSING
    """Radius [m]."""


def _spawn_along_axis(
    prim_path: str,
    cfg: CapsuleCfg | CylinderCfg | ConeCfg,
    prim_type: str,
    translation: Sequence[float] | None,
    orientation: Sequence[float] | None,
) -> Usd.Prim:
    """Spawn a shape that has a radius, a height and an axis, the middle of its height at the origin of its frame."""
    check_sizes(cfg, cfg.radius, cfg.height)
    axis = cfg.axis.upper()
    if axis not in ("X", "Y", "Z"):
        raise ValueError(f"{type(cfg).__name__}.axis is {cfg.axis!r}: it should be 'X', 'Y' or 'Z'.")
    attributes = {"radius": cfg.radius, "height": cfg.height, "axis": axis}
    return spawn_geometry(prim_path, cfg, prim_type, attributes, translation, orientation)


@clone
def spawn_capsule(
    prim_path: str,
    cfg: CapsuleCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a capsule, its centre at the origin of its frame. The arguments are those of :func:`pippin.sim.spawn`."""
    return _spawn_along_axis(prim_path, cfg, "Capsule", translation, orientation)


@configclass
class CapsuleCfg(ShapeCfg):
    """A cylinder with half a sphere at each end."""

    func: Callable[..., Usd.Prim] = spawn_capsule

    radius: float = MISSING
    """Radius [m]."""

    height: float = MISSING
    """Height without the ends [m]."""

    axis: Literal["X", "Y", "Z"] = "Z"
    """Axis that it lies along."""


@clone
def spawn_cylinder(
    prim_path: str,
    cfg: CylinderCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a cylinder, its centre at the origin of its frame. The arguments are those of :func:`pippin.sim.spawn`."""
    return _spawn_along_axis(prim_path, cfg, "Cylinder", translation, orientation)


@configclass
class CylinderCfg(ShapeCfg):
    """A cylinder."""

    func: Callable[..., Usd.Prim] = spawn_cylinder

    radius: float = MISSING
    """Radius [m]."""

    height: float = MISSING
    """Height [m]."""

    axis: Literal["X", "Y", "Z"] = "Z"
    """Axis that it lies along."""


@clone
def spawn_cone(
    prim_path: str,
    cfg: ConeCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a cone, the middle of its height at the origin of its frame.

    The arguments are those of :func:`pippin.sim.spawn`.
    """
    return _spawn_along_axis(prim_path, cfg, "Cone", translation, orientation)


@configclass
class ConeCfg(ShapeCfg):
    """A cone with its tip in the direction of its axis."""

    func: Callable[..., Usd.Prim] = spawn_cone

    radius: float = MISSING
    """Radius of the base [m]."""

    height: float = MISSING
    """Height [m]."""

    axis: Literal["X", "Y", "Z"] = "Z"
    """Axis that it lies along."""


def spawn_geometry(
    prim_path: str,
    cfg: ShapeCfg,
    prim_type: str,
    attributes: Mapping[str, Any],
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    scale: Sequence[float] | None = None,
    parent: str = "/geometry",
) -> Usd.Prim:
    """Spawn a body with one geometry, whose USD type and attributes are given, with materials and physics.

    Args:
        prim_path: Path of the new prim.
        cfg: Config with materials and properties.
        prim_type: USD type of the geometry.
        attributes: Attributes of the geometry.
        translation: Position of the prim in its parent's frame [m], shape (3,).
        orientation: Orientation of the prim in its parent's frame (x, y, z, w), shape (4,).
        scale: Scale of the geometry along its own axes, shape (3,).
        parent: Path from the prim to the parent of its geometry and materials.
    """
    prim = create_prim(prim_path, "Xform", translation=translation, orientation=orientation)
    geometry_path, mesh_path = f"{prim_path}{parent}", f"{prim_path}{parent}/mesh"
    mesh = create_prim(mesh_path, prim_type, scale=scale, attributes=attributes)
    boundable = UsdGeom.Boundable(mesh)
    boundable.CreateExtentAttr(UsdGeom.Boundable.ComputeExtentFromPlugins(boundable, Usd.TimeCode.Default()))
    if cfg.collision_props is not None and not is_soft(cfg):
        schemas.define_given_properties("collision_props", mesh_path, cfg.collision_props)
    spawn_materials(cfg, geometry_path, mesh_path)
    if cfg.mass_props is not None:
        schemas.define_given_properties("mass_props", mesh_path if is_soft(cfg) else prim_path, cfg.mass_props)
    if cfg.rigid_props is not None:
        schemas.define_given_properties("rigid_props", prim_path, cfg.rigid_props)
    return prim


def spawn_materials(cfg: ShapeCfg, geometry_path: str, mesh_path: str) -> None:
    """Make the materials of a shape and bind them to its geometry.

    Materials of the same path share one prim, as USD's materials may be visual and physical at once.

    Raises:
        ValueError: The physics material is not one of rigid bodies, or of soft ones where the shape is soft.
    """
    if cfg.visual_material is not None:
        material_path = resolve_material_path(geometry_path, cfg.visual_material_path)
        cfg.visual_material.func(material_path, cfg.visual_material)
        bind_visual_material(mesh_path, material_path)
    if cfg.physics_material is not None:
        material = material_of(cfg.physics_material)
        expected = DeformableBodyMaterialCfg if is_soft(cfg) else RigidBodyMaterialCfg
        soft = (NewtonDeformableBodyMaterialCfg,) if is_soft(cfg) else ()
        if not isinstance(material, (expected, list, *soft)):
            raise ValueError(
                f"The physics material of a {'soft' if is_soft(cfg) else 'rigid'} shape is a "
                f"'{type(material).__name__}'; expected a {expected.__name__}."
            )
        material_path = resolve_material_path(geometry_path, cfg.physics_material_path)
        spawn_physics_material(material_path, material)
        bind_physics_material(mesh_path, material_path)


def check_sizes(cfg: ShapeCfg, *sizes: float) -> None:
    """Refuse lengths that are not positive and finite."""
    if not all(0.0 < size < float("inf") for size in sizes):
        raise ValueError(f"{type(cfg).__name__} has the sizes {sizes}: they should be positive and finite.")
