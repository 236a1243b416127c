"""Geometry of the stage: what collides, with which material and mass, and what is only seen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from pxr import Usd, UsdGeom, UsdPhysics, UsdShade

from ..description import SurfaceTexture
from .appearance import GREY, MaterialColors, is_seen, read_color, read_texture
from .approximations import colliding_shapes
from .attributes import ENGINE_GEOM_FIELDS, authored, note_without_effect, read_engine_fields, read_numbers
from .mass import DEFAULT_DENSITY, AuthoredMass, MassProperties, combined, read_mass
from .materials import PhysicsMaterial, read_material
from .meshes import Triangles
from .notices import Notices
from .pose import Frames
from .prims import is_sampled_ground
from .shapes import BOX, MESH, PLANE, Shape, read_shape
from .volumes import mass_of_shape


@dataclass(frozen=True)
class Collider:
    """One prim that collides.

    Attributes:
        path: Prim path.
        body: Path of the body that carries it; None where it does not move.
        shapes: What it collides as; in the world where there is no body, else in the body's frame.
        material: Physics material.
        mass: What is authored about its mass.
        is_seen: Whether pictures show it.
        color: Colour (r, g, b, alpha), shape (4,).
        max_hull_vertices: Largest number of corners of the hull of a mesh; -1 without limit.
        category: MuJoCo's ``contype`` and ``conaffinity`` where they are authored, else None.
        engine_fields: Further fields of the engine's geometry.
    """

    path: str
    body: str | None
    shapes: tuple[Shape, ...]
    material: PhysicsMaterial
    mass: AuthoredMass
    is_seen: bool
    color: np.ndarray
    max_hull_vertices: int
    category: tuple[int, int] | None
    engine_fields: dict[str, Any] = field(default_factory=dict)

    def mass_properties(self, body_density: float | None) -> MassProperties:
        """Mass, centre and inertia of the collider in its body's frame.

        Args:
            body_density: Density that the body's mass API gives [kg/m^3].
        """
        density = self.mass.density or body_density or self.material.density or DEFAULT_DENSITY
        solid = combined([mass_of_shape(shape, density) for shape in self.shapes])
        if self.mass.mass is not None:
            solid = solid.scaled(self.mass.mass / solid.mass)
        return solid

    def moved(self, offset: np.ndarray) -> Collider:
        """The same collider, shifted."""
        return replace(self, shapes=tuple(shape.moved(offset) for shape in self.shapes))


@dataclass(frozen=True)
class Visual:
    """One piece of geometry for pictures.

    Attributes:
        path: Prim path.
        body: Path of the body that carries it; None where it does not move.
        shape: Its surface; in the world where there is no body, else in the body's frame.
        color: Colour (r, g, b, alpha), shape (4,).
        texture: Picture on its surface, which then has texture coordinates; None without.
    """

    path: str
    body: str | None
    shape: Shape
    color: np.ndarray
    texture: SurfaceTexture | None = None

    def moved(self, offset: np.ndarray) -> Visual:
        """The same geometry, shifted."""
        return replace(self, shape=self.shape.moved(offset))


def read_collider(
    prim: Usd.Prim,
    body: Usd.Prim | None,
    frames: Frames,
    default: PhysicsMaterial,
    colors: MaterialColors,
    notices: Notices,
) -> Collider | None:
    """Read one collider; None where its type cannot collide.

    Raises:
        ValueError: Its geometry, mass or material makes no sense.
        NotImplementedError: The engine cannot collide it.
    """
    path = str(prim.GetPath())
    affine = frames.affine(prim)
    shape = read_shape(prim, affine)
    if shape is None:
        notices.warn(f"A prim of type {prim.GetTypeName()} cannot collide: its collision API is ignored", path)
        return None
    if shape.type == PLANE and body is not None:
        raise NotImplementedError(
            f"Plane '{path}' belongs to body '{body.GetPath()}', but planes cannot move; use a box."
        )
    is_mesh = shape.type == MESH and prim.IsA(UsdGeom.Mesh)
    shapes = colliding_shapes(prim, shape, body is not None, notices) if is_mesh else [shape]
    names = " ".join(prim.GetAuthoredPropertyNames())
    is_shown = is_seen(prim) and not is_sampled_ground(prim)
    is_tuned = "mjc:" in names or "newton:" in names or "physx" in names  # which most colliders of robots are not
    if is_tuned:
        note_without_effect(prim, notices)
    return Collider(
        path=path,
        body=str(body.GetPath()) if body else None,
        shapes=tuple([replace(each, pose=frames.in_body(each.pose, body)) for each in shapes]),
        material=read_material(prim, default, notices),
        mass=read_mass(prim, frames),
        is_seen=is_shown,
        color=read_color(prim, colors) if is_shown else GREY,
        max_hull_vertices=_max_hull_vertices(prim) if is_tuned else -1,
        category=_category(prim) if is_tuned else None,
        engine_fields=read_engine_fields(prim, ENGINE_GEOM_FIELDS) if is_tuned else {},
    )


def read_visuals(
    prim: Usd.Prim, body: Usd.Prim | None, frames: Frames, colors: MaterialColors, notices: Notices
) -> list[Visual]:
    """Read geometry that is only seen: one piece, or one for each differently coloured part of a mesh."""
    path = str(prim.GetPath())
    if prim.HasAPI(UsdPhysics.CollisionAPI) and is_sampled_ground(prim):
        path += ":seen"  # the collider has the prim's own name
    if not is_seen(prim):
        return []
    try:
        shape = read_shape(prim, frames.affine(prim))
    except ValueError as error:
        notices.warn(f"Geometry that is only seen is left out: {error}", path)
        return []
    if shape is None or (shape.triangles is not None and not len(shape.triangles.faces)):
        return []
    if shape.type == PLANE and body is not None:
        shape = replace(shape, type=BOX, size=np.array([*shape.size[:2], 1e-4]))
    shape = replace(shape, pose=frames.in_body(shape.pose, body))
    body_path = str(body.GetPath()) if body else None
    has_uvs = shape.triangles is not None and shape.triangles.uvs is not None
    parts = _coloured_parts(prim, shape) if prim.IsA(UsdGeom.Mesh) and prim.GetChildren() else []
    pieces = [(str(part.GetPath()), part, surface) for part, surface in parts] if parts else [(path, prim, shape)]
    visuals = []
    for name, part, surface in pieces:
        texture = read_texture(part) if has_uvs else None
        visuals.append(Visual(name, body_path, surface, read_color(part, colors), texture))
    return visuals


def _category(prim: Usd.Prim) -> tuple[int, int] | None:
    """Authored ``mjc:contype`` and ``mjc:conaffinity``; 1 where only the other one is authored."""
    contype, conaffinity = authored(prim, "mjc:contype"), authored(prim, "mjc:conaffinity")
    if contype is None and conaffinity is None:
        return None
    return (1 if contype is None else int(contype)), (1 if conaffinity is None else int(conaffinity))


def _max_hull_vertices(prim: Usd.Prim) -> int:
    """Largest number of corners of a hull, MuJoCo's attribute before Newton's; -1 without limit."""
    first, second = read_numbers(prim, {"mjc:maxhullvert": -1.0, "newton:maxHullVertices": -1.0})
    return int(second if first == -1.0 else first)


def _coloured_parts(prim: Usd.Prim, shape: Shape) -> list[tuple[Usd.Prim, Shape]]:
    """Parts of a mesh that have a material of their own (``GeomSubset``), if these make up all of it."""
    subsets = UsdShade.MaterialBindingAPI(prim).GetMaterialBindSubsets()
    counts = np.array(UsdGeom.Mesh(prim).GetFaceVertexCountsAttr().Get())
    face_of_triangle = np.repeat(np.arange(len(counts)), np.maximum(counts - 2, 0))
    parts: list[tuple[Usd.Prim, Shape]] = []
    covered = np.zeros(len(counts), dtype=bool)
    for subset in subsets:
        chosen = np.zeros(len(counts), dtype=bool)
        chosen[np.array(subset.GetIndicesAttr().Get() or [], dtype=int)] = True
        covered |= chosen
        part = shape.surface.part(chosen[face_of_triangle])
        if len(part.faces):
            used, compact = np.unique(part.faces, return_inverse=True)
            compacted = Triangles(part.vertices[used], compact.reshape(part.faces.shape), part.uvs)
            parts.append((subset.GetPrim(), replace(shape, triangles=compacted)))
    return parts if covered.all() else []
