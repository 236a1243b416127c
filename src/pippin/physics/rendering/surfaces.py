"""Surfaces of shapes as triangles, for those who draw with something else than Newton."""

from __future__ import annotations

import mujoco
import numpy as np

from pippin.utils.lazy_modules import trimesh

from .triangles import height_field_triangles, mesh_triangles

_GEOM = mujoco.mjtGeom


def shape_triangles(model: mujoco.MjModel, geom: int) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the surface of a geometry in its own frame.

    Args:
        model: Model that has the geometry.
        geom: The geometry.

    Returns:
        Vertices [m], shape (V, 3), float32, and faces, shape (F, 3), int32; None for infinite planes.
    """
    kind, size = int(model.geom_type[geom]), model.geom_size[geom]  # no kind of MuJoCo equals a number of NumPy
    if kind == _GEOM.mjGEOM_PLANE:
        return None
    if kind == _GEOM.mjGEOM_HFIELD:
        return height_field_triangles(model, int(model.geom_dataid[geom]))
    if kind in (_GEOM.mjGEOM_MESH, _GEOM.mjGEOM_SDF):
        vertices, faces, _ = mesh_triangles(model, int(model.geom_dataid[geom]))
        return vertices, faces
    if kind == _GEOM.mjGEOM_BOX:
        surface = trimesh.creation.box(extents=2.0 * size)
    elif kind == _GEOM.mjGEOM_CAPSULE:
        surface = trimesh.creation.capsule(height=2.0 * size[1], radius=size[0], count=(16, 16))
    elif kind == _GEOM.mjGEOM_CYLINDER:
        surface = trimesh.creation.cylinder(radius=size[0], height=2.0 * size[1], sections=24)
    else:
        surface = trimesh.creation.icosphere(subdivisions=2)
        surface.apply_scale(size if kind == _GEOM.mjGEOM_ELLIPSOID else size[0])
    return np.asarray(surface.vertices, dtype=np.float32), np.asarray(surface.faces, dtype=np.int32)
