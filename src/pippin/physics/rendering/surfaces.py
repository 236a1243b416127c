"""Surfaces of shapes as triangles, for those who draw with something else than Newton."""

from __future__ import annotations

import mujoco
import numpy as np

from . import round_shapes
from .triangles import height_field_triangles, mesh_triangles

_GEOM = mujoco.mjtGeom

SECTIONS = 24
"""Corners in a turn of round shapes."""


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
        vertices, faces = round_shapes.box(2.0 * size)
    elif kind == _GEOM.mjGEOM_CAPSULE:
        vertices, faces = round_shapes.capsule(size[0], 2.0 * size[1], SECTIONS)
    elif kind == _GEOM.mjGEOM_CYLINDER:
        vertices, faces = round_shapes.cylinder(size[0], 2.0 * size[1], SECTIONS)
    else:
        vertices, faces = round_shapes.sphere(1.0, SECTIONS)
        vertices = vertices * (size if kind == _GEOM.mjGEOM_ELLIPSOID else size[0])
    return vertices.astype(np.float32), faces.astype(np.int32)
