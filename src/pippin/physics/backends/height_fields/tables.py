"""What is computed once of a model: the highest points of blocks of its height fields, and the hulls of its meshes."""

from __future__ import annotations

import mujoco
import numpy as np
import warp as wp
from scipy.spatial import ConvexHull

from .convex_shapes import Hulls
from .surface import BLOCK

MOST_FACES = 64
"""Faces of a hull that edges of terrain are held against. Of a hull with more, they are planes that touch it in as many
directions, those of its largest faces first: between them it is up to 2 % of its radius thicker. PhysX's hulls have no
more corners."""


def highest_blocks(native: mujoco.MjModel, device: wp.Device) -> tuple[wp.array, wp.array]:
    """Where the blocks of each field begin, and the highest sample of each block, in parts of the field's height.

    Shapes (nhfield,), int32, and (num_blocks,), float32.
    """
    blocks = [_block_heights(native, field) for field in range(native.nhfield)]
    starts = np.cumsum([0, *(block.size for block in blocks)])[:-1]
    heights = np.concatenate([block.ravel() for block in blocks])
    return wp.array(starts, dtype=int, device=device), wp.array(heights, dtype=float, device=device)


def _block_heights(native: mujoco.MjModel, field: int) -> np.ndarray:
    """Highest sample of each block of cells, in parts of the field's height, shape (rows, columns) of blocks."""
    rows, columns = int(native.hfield_nrow[field]), int(native.hfield_ncol[field])
    start = int(native.hfield_adr[field])
    heights = native.hfield_data[start : start + rows * columns].reshape(rows, columns)
    for axis, size in enumerate((rows, columns)):
        firsts = np.arange(0, size - 1, BLOCK)
        inside = np.maximum.reduceat(heights, firsts, axis=axis)
        # Samples on the border of a block belong to the cells of both sides.
        borders = np.take(heights, np.minimum(firsts + BLOCK, size - 1), axis=axis)
        heights = np.maximum(inside, borders)
    return heights


def hulls_of(native: mujoco.MjModel, geoms: np.ndarray, device: wp.Device) -> Hulls:
    """Corners and faces of the convex hulls of those geometries (indices, shape (n,)) that are meshes."""
    tables = {name: np.zeros(native.ngeom, dtype=np.int32) for name in ("corner", "face")}
    numbers = {name: np.zeros(native.ngeom, dtype=np.int32) for name in ("corner", "face")}
    parts: dict[str, list[np.ndarray]] = {"corner": [np.zeros((0, 3))], "face": [np.zeros((0, 4))]}
    known: dict[int, int] = {}
    for geom in np.unique(geoms[native.geom_type[geoms] == int(mujoco.mjtGeom.mjGEOM_MESH)]).tolist():
        mesh = int(native.geom_dataid[geom])
        same = known.setdefault(mesh, geom)
        if same == geom:
            hull = _hull_of_mesh(native, mesh)
            for name, values in zip(("corner", "face"), hull, strict=True):
                tables[name][geom], numbers[name][geom] = sum(map(len, parts[name])), len(values)
                parts[name].append(values)
        for name in ("corner", "face"):
            tables[name][geom], numbers[name][geom] = tables[name][same], numbers[name][same]
    hulls = Hulls()
    hulls.first_corner, hulls.first_face = (wp.array(tables[n], dtype=int, device=device) for n in ("corner", "face"))
    hulls.num_corners, hulls.num_faces = (wp.array(numbers[n], dtype=int, device=device) for n in ("corner", "face"))
    hulls.corners = wp.array(np.concatenate(parts["corner"]), dtype=wp.vec3, device=device)
    hulls.faces = wp.array(np.concatenate(parts["face"]), dtype=wp.vec4, device=device)
    return hulls


def _hull_of_mesh(native: mujoco.MjModel, mesh: int) -> tuple[np.ndarray, np.ndarray]:
    """Corners of a mesh's convex hull, shape (num_corners, 3), and its faces' planes, shape (num_faces, 4)."""
    start = int(native.mesh_vertadr[mesh])
    vertices = native.mesh_vert[start : start + int(native.mesh_vertnum[mesh])].astype(float)
    hull = ConvexHull(vertices)
    corners = vertices[hull.vertices]
    triangles = vertices[hull.simplices]
    areas = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1)
    normals, face_of_triangle = np.unique(np.round(hull.equations[:, :3], 5), axis=0, return_inverse=True)
    face_areas = np.bincount(face_of_triangle.ravel(), weights=areas)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    if len(normals) > MOST_FACES:
        normals = normals[_spread_out(normals, face_areas)]
    return corners, np.column_stack([normals, (corners @ normals.T).max(axis=0)])


def _spread_out(normals: np.ndarray, areas: np.ndarray) -> list[int]:
    """Choose directions far from each other, and of large faces first."""
    chosen = [int(np.argmax(areas))]
    weights = np.sqrt(areas / areas.max())
    angles = np.arccos(np.clip(normals @ normals[chosen[0]], -1.0, 1.0))
    while len(chosen) < MOST_FACES:
        chosen.append(int(np.argmax(angles * weights)))
        angles = np.minimum(angles, np.arccos(np.clip(normals @ normals[chosen[-1]], -1.0, 1.0)))
    return chosen
