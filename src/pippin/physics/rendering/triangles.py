"""Triangles of the meshes and height fields of a compiled MuJoCo model."""

from __future__ import annotations

import functools

import mujoco
import numpy as np


def mesh_triangles(model: mujoco.MjModel, mesh: int) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Vertices (V, 3) [m] and faces (F, 3) of a mesh in the frame of the geometries that use it.

    And texture coordinates of the vertices (V, 2), if there are any: then each corner of a face is a vertex of its own.
    """
    first, first_face = model.mesh_vertadr[mesh], model.mesh_faceadr[mesh]
    rows = slice(first_face, first_face + model.mesh_facenum[mesh])
    vertices = np.array(model.mesh_vert[first : first + model.mesh_vertnum[mesh]], dtype=np.float32)
    faces = np.array(model.mesh_face[rows], dtype=np.int32)
    if not model.mesh_texcoordnum[mesh]:
        return vertices, faces, None
    uvs = model.mesh_texcoord[model.mesh_texcoordadr[mesh] :][model.mesh_facetexcoord[rows].ravel()]
    return vertices[faces.ravel()], np.arange(faces.size, dtype=np.int32).reshape(-1, 3), np.array(uvs, np.float32)


def height_field_triangles(model: mujoco.MjModel, field: int) -> tuple[np.ndarray, np.ndarray]:
    """Vertices (V, 3) [m] and faces (F, 3) of the surface of a height field, split as MuJoCo's collisions split it."""
    rows, columns = int(model.hfield_nrow[field]), int(model.hfield_ncol[field])
    half_x, half_y, top, _ = model.hfield_size[field]
    start = int(model.hfield_adr[field])
    heights = top * model.hfield_data[start : start + rows * columns].reshape(rows, columns)
    x, y = np.meshgrid(np.linspace(-half_x, half_x, columns), np.linspace(-half_y, half_y, rows))
    vertices = np.stack([x, y, heights], axis=-1).reshape(-1, 3).astype(np.float32)
    return vertices, _grid_faces(rows, columns)


@functools.lru_cache(maxsize=4)
def _grid_faces(rows: int, columns: int) -> np.ndarray:
    """Faces of a grid of vertices, row by row, counterclockwise from above: each cell is cut from its lower left."""
    corner = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    low_left, low_right = corner[:-1, :-1].ravel(), corner[:-1, 1:].ravel()
    top_left, top_right = corner[1:, :-1].ravel(), corner[1:, 1:].ravel()
    first = np.stack([low_left, low_right, top_right], axis=1)
    second = np.stack([low_left, top_right, top_left], axis=1)
    return np.stack([first, second], axis=1).reshape(-1, 3)
