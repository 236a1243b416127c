"""Helpers of ``isaaclab.terrains``: meshes of terrains, and how ground is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

import numpy as np
import trimesh
from pxr import Usd

from pippin.scene.terrains import TerrainImporterCfg as PippinsTerrainImporterCfg
from pippin.scene.terrains.generator import color_by_height
from pippin.scene.terrains.importer import show_vertex_colors
from pippin.scene.terrains.kinds.boxes import boxes, plane
from pippin.scene.terrains.kinds.repeated import turned_at_random
from pippin.sim import CollisionPropertiesCfg, MeshTrianglesCfg, get_prim
from pippin.sim.spawners import PreviewSurfaceCfg, VisualMaterialCfg
from pippin.utils import configclass

from .lab_simulation import is_version_3

__all__ = [
    "TerrainImporterCfg",
    "color_meshes_by_height",
    "create_prim_from_mesh",
    "make_border",
    "make_box",
    "make_cone",
    "make_cylinder",
    "make_plane",
]


def make_plane(size: tuple[float, float], height: float, center_zero: bool = True) -> trimesh.Trimesh:
    """Make a horizontal rectangle that looks up.

    Args:
        size: Lengths along x and y [m].
        height: Its z [m].
        center_zero: Whether its middle, rather than its corner of least x and y, is at the origin.
    """
    mesh = plane(size, height)
    if center_zero:
        mesh.apply_translation((-0.5 * size[0], -0.5 * size[1], 0.0))
    return mesh


def make_border(
    size: tuple[float, float], inner_size: tuple[float, float], height: float, position: Sequence[float]
) -> list[trimesh.Trimesh]:
    """Make four boxes around a rectangular hole: those of least and greatest x, then of greatest and least y.

    Args:
        size: Lengths of the outer rectangle along x and y [m].
        inner_size: Lengths of the hole [m].
        height: Height of the boxes [m].
        position: Middle of them all [m], shape (3,).
    """
    x, y, z = position
    half, hole = (0.5 * size[0], 0.5 * size[1]), (0.5 * inner_size[0], 0.5 * inner_size[1])
    z_range = (z - 0.5 * height, z + 0.5 * height)
    along_y, along_x = (y - hole[1], y + hole[1], *z_range), (x - half[0], x + half[0])
    return [
        boxes([(x - half[0], x - hole[0], *along_y)]),
        boxes([(x + hole[0], x + half[0], *along_y)]),
        boxes([(*along_x, y + hole[1], y + half[1], *z_range)]),
        boxes([(*along_x, y - half[1], y - hole[1], *z_range)]),
    ]


def make_box(
    length: float,
    width: float,
    height: float,
    center: Sequence[float],
    max_yx_angle: float = 0.0,
    degrees: bool = True,
) -> trimesh.Trimesh:
    """Make a box, turned at random.

    Args:
        length: Length along its x [m].
        width: Length along its y [m].
        height: Length along its z [m].
        center: Where its middle is [m], shape (3,).
        max_yx_angle: Largest tilt about its y and x axes.
        degrees: Whether the tilt is in degrees; else in radians.
    """
    return _at(center, turned_at_random(trimesh.creation.box((length, width, height)), max_yx_angle, degrees))


def make_cylinder(
    radius: float, height: float, center: Sequence[float], max_yx_angle: float = 0.0, degrees: bool = True
) -> trimesh.Trimesh:
    """Make a cylinder, turned at random.

    Args:
        radius: Radius [m].
        height: Length along its z [m].
        center: Where its middle is [m], shape (3,).
        max_yx_angle: Largest tilt about its y and x axes.
        degrees: Whether the tilt is in degrees; else in radians.
    """
    return _at(center, turned_at_random(trimesh.creation.cylinder(radius, height, sections=16), max_yx_angle, degrees))


def make_cone(
    radius: float, height: float, center: Sequence[float], max_yx_angle: float = 0.0, degrees: bool = True
) -> trimesh.Trimesh:
    """Make a pyramid of four sides, turned at random.

    Args:
        radius: Distance of its base's corners from the middle [m].
        height: Length along its z [m].
        center: Where the middle of its base is [m], shape (3,).
        max_yx_angle: Largest tilt about its y and x axes.
        degrees: Whether the tilt is in degrees; else in radians.
    """
    return _at(center, turned_at_random(trimesh.creation.cone(radius, height, sections=4), max_yx_angle, degrees))


def _at(center: Sequence[float], mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    mesh.apply_translation(center)
    return mesh


class _UnsaidMaterialCfg(PreviewSurfaceCfg):
    """What a terrain is drawn with whose config does not say."""


@configclass
class TerrainImporterCfg(PippinsTerrainImporterCfg):
    """Config of the ground, which is drawn as the release does where nothing is said."""

    visual_material: VisualMaterialCfg | None = field(default_factory=_UnsaidMaterialCfg)
    """Material; in version 3 a plane has none by default and other ground is black, in version 2 all are dark grey."""

    def __post_init__(self) -> None:
        """Choose the material that the config does not say."""
        if isinstance(self.visual_material, _UnsaidMaterialCfg):
            self.visual_material = None
            if not is_version_3():
                self.visual_material = PippinsTerrainImporterCfg().visual_material
            elif self.terrain_type != "plane":
                self.visual_material = PreviewSurfaceCfg(diffuse_color=(0.0, 0.0, 0.0))


def color_meshes_by_height(
    meshes: Sequence[trimesh.Trimesh], color: Sequence[int] = (172, 216, 230), **kwargs: Any
) -> trimesh.Trimesh:
    """Join meshes, and colour the vertices by their heights.

    Args:
        meshes: The meshes.
        color: Colour [0..255] where all vertices are at one height.
        kwargs: Without effect: the map of colours is that of Pippin's terrains.

    Returns:
        The mesh.
    """
    mesh = trimesh.util.concatenate(meshes)
    if np.ptp(mesh.vertices[:, 2]) > 0.0:
        color_by_height(mesh)
    else:
        mesh.visual.vertex_colors = np.asarray(color, dtype=np.uint8)
    return mesh


def create_prim_from_mesh(
    prim_path: str,
    mesh: trimesh.Trimesh,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    visual_material: Any = None,
    physics_material: Any = None,
) -> Usd.Prim:
    """Put a mesh that collides on the stage, with the colours of its vertices.

    Args:
        prim_path: Path of the prim to make; the mesh is below it.
        mesh: The mesh.
        translation: Position in the parent's frame [m], shape (3,).
        orientation: Quaternion (x, y, z, w) in the parent's frame.
        visual_material: Config of its material to the eye.
        physics_material: Config of its material to touch.

    Returns:
        The prim.

    Raises:
        ValueError: There is a prim at the path, or the mesh is empty or malformed.
    """
    cfg = MeshTrianglesCfg(
        vertices=mesh.vertices,
        faces=mesh.faces,
        collision_props=CollisionPropertiesCfg(collision_enabled=True),
        visual_material=visual_material,
        physics_material=physics_material,
        physics_material_path=f"{prim_path}/physicsMaterial",
    )
    prim = cfg.func(prim_path, cfg, translation, orientation)
    if isinstance(mesh.visual, trimesh.visual.ColorVisuals) and mesh.visual.kind == "vertex":
        show_vertex_colors(get_prim(f"{prim_path}/mesh"), mesh.visual.vertex_colors)
    return prim
