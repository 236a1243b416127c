"""Filling closed surfaces with tetrahedra."""

from __future__ import annotations

import contextlib
import functools
import itertools
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import trimesh

SURFACE_TOLERANCE = 0.05
"""How far the surface of the tetrahedra may be from that of the mesh, as a part of the tetrahedra's edges."""

_EDGES = np.array(list(itertools.combinations(range(4), 2)))
_FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
"""Corners of the faces of a tetrahedron of positive volume, counterclockwise from outside."""


@dataclass(frozen=True)
class Tetrahedra:
    """A body of tetrahedra.

    Attributes:
        nodes: Corners [m], shape (num_nodes, 3), float64.
        elements: Nodes of each tetrahedron, ordered so that volumes are positive, shape (num_elements, 4), int.
    """

    nodes: np.ndarray
    elements: np.ndarray

    @property
    def volumes(self) -> np.ndarray:
        """Volume of each element [m^3], shape (num_elements,)."""
        first = self.nodes[self.elements[:, 0]]
        edges = [self.nodes[self.elements[:, corner]] - first for corner in (1, 2, 3)]
        return np.linalg.det(np.stack(edges, axis=2)) / 6.0

    @property
    def mean_edge(self) -> float:
        """Mean length of the elements' edges [m]."""
        ends = self.nodes[self.elements[:, _EDGES]]
        return float(np.linalg.norm(ends[:, :, 1] - ends[:, :, 0], axis=2).mean())

    @functools.cached_property
    def surface(self) -> np.ndarray:
        """Faces that belong to one element only, counterclockwise from outside, shape (num_faces, 3), int."""
        faces = self.elements[:, _FACES].reshape(-1, 3)
        _, first, counts = np.unique(np.sort(faces, axis=1), axis=0, return_index=True, return_counts=True)
        return faces[np.sort(first[counts == 1])]

    def transformed(self, linear: np.ndarray, offset: np.ndarray) -> Tetrahedra:
        """The body after an affine map ``linear @ node + offset``; volumes stay positive if the map is a mirror."""
        return positive(self.nodes @ linear.T + offset, self.elements)


def positive(nodes: np.ndarray, elements: np.ndarray) -> Tetrahedra:
    """Tetrahedra with their corners in the order that makes volumes positive.

    Args:
        nodes: Positions [m], shape (n, 3).
        elements: Indices of corners, shape (m, 4).
    """
    negative = Tetrahedra(nodes, elements).volumes < 0.0
    if not negative.any():
        return Tetrahedra(nodes, elements)
    elements = elements.copy()
    elements[negative] = elements[negative][:, [0, 2, 1, 3]]
    return Tetrahedra(nodes, elements)


def tetrahedralize(vertices: np.ndarray, faces: np.ndarray, resolution: int, name: str) -> Tetrahedra:
    """Fill a closed surface with tetrahedra.

    A box along the axes becomes a regular grid. All else is the work of fTetWild, which keeps the surface to within
    :data:`SURFACE_TOLERANCE`; its results are remembered.

    Args:
        vertices: Corners of the surface [m], shape (num_vertices, 3).
        faces: Corners of each triangle, shape (num_faces, 3).
        resolution: Number of edges along the longest side of its bounding box.
        name: What the surface is called in messages.

    Raises:
        ValueError: The surface is not closed, has no volume, or cannot be filled.
        ImportError: fTetWild is needed and not installed.
    """
    import trimesh

    surface = trimesh.Trimesh(np.asarray(vertices, dtype=float), np.asarray(faces), process=True)
    require_closed(surface, name)
    edge = float(surface.extents.max()) / resolution
    if _is_box(surface):
        cells = np.maximum(np.round(surface.extents / edge), 1).astype(int)
        grid = box_of_tetrahedra(*map(int, cells))
        return grid.transformed(np.diag(surface.extents), surface.bounds[0])
    points, triangles = np.ascontiguousarray(surface.vertices), np.ascontiguousarray(surface.faces, dtype=np.int32)
    filled = _fill(points.tobytes(), triangles.tobytes(), edge, name)
    if not len(filled.elements) or filled.volumes.min() <= 0.0:
        raise ValueError(f"Mesh '{name}' could not be filled with tetrahedra of {edge:.3g} m: refine it, or repair it.")
    return filled


def require_closed(surface: trimesh.Trimesh, name: str) -> None:
    """Refuse surfaces that enclose nothing.

    Raises:
        ValueError: The surface has open edges, is inconsistently oriented, or has no volume.
    """
    if not surface.is_watertight:
        _, first, counts = np.unique(surface.edges_sorted, axis=0, return_index=True, return_counts=True)
        wrong = first[counts != 2]
        where = surface.vertices[surface.edges_sorted[wrong[0]]].mean(axis=0) if len(wrong) else np.zeros(3)
        raise ValueError(
            f"Mesh '{name}' is not closed, so it cannot be a soft body: {len(wrong)} of its edges do not belong to "
            f"exactly two faces, one of them at {np.round(where, 4).tolist()} in the mesh's frame. Close its holes "
            "(trimesh.repair.fill_holes, or MeshFix)."
        )
    if not surface.is_winding_consistent or abs(surface.volume) < 1e-9 * surface.scale**3:
        raise ValueError(
            f"Mesh '{name}' cannot be a soft body: it has a volume of {surface.volume:.3g} m^3 in a box of "
            f"{np.round(surface.extents, 6).tolist()} m, or faces that are turned inside out."
        )


def box_of_tetrahedra(cells_x: int, cells_y: int, cells_z: int) -> Tetrahedra:
    """Unit cube as a grid of cells of five tetrahedra each, mirrored from cell to cell so that faces fit."""
    counts = (cells_x, cells_y, cells_z)
    axes = [np.linspace(0.0, 1.0, cells + 1) for cells in counts]
    nodes = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    cells = np.stack(np.meshgrid(*map(np.arange, counts), indexing="ij"), axis=-1).reshape(-1, 3)
    corners = np.array(
        [
            [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
            [(1, 1, 0), (0, 1, 0), (1, 0, 0), (1, 1, 1)],
            [(1, 0, 1), (0, 0, 1), (1, 1, 1), (1, 0, 0)],
            [(0, 1, 1), (1, 1, 1), (0, 0, 1), (0, 1, 0)],
            [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)],
        ]
    )
    mirrored = np.repeat((cells.sum(axis=1) % 2 == 1)[:, None], 5, axis=1)
    placed = np.broadcast_to(corners, (len(cells), *corners.shape)).copy()
    placed[mirrored, :, 0] = 1 - placed[mirrored, :, 0]
    placed += cells[:, None, None, :]
    index = (placed[..., 0] * (cells_y + 1) + placed[..., 1]) * (cells_z + 1) + placed[..., 2]
    return positive(nodes, index.reshape(-1, 4))


def _is_box(surface: trimesh.Trimesh) -> bool:
    """Whether a closed surface is a box along the axes: its eight corners are those of its bounds."""
    if len(surface.vertices) != 8:
        return False
    lower, upper = surface.bounds
    near_bound = np.minimum(np.abs(surface.vertices - lower), np.abs(surface.vertices - upper)) < 1e-6 * surface.scale
    return bool(near_bound.all() and np.isclose(abs(surface.volume), np.prod(surface.extents), rtol=1e-5))


@functools.lru_cache(maxsize=32)
def _fill(vertices: bytes, faces: bytes, edge: float, name: str) -> Tetrahedra:
    """Let fTetWild fill a surface."""
    try:
        import pytetwild
    except ImportError as error:
        raise ImportError(
            f"Filling mesh '{name}' with tetrahedra needs pytetwild: pip install 'pippin[soft]'. Boxes do without it."
        ) from error
    points = np.frombuffer(vertices).reshape(-1, 3)
    diagonal = float(np.linalg.norm(np.ptp(points, axis=0)))
    # It leaves a file with the surface in the current directory, wherever that is.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        nodes, elements = pytetwild.tetrahedralize(
            points.copy(),
            np.frombuffer(faces, dtype=np.int32).reshape(-1, 3).copy(),
            edge_length_abs=edge,
            epsilon=SURFACE_TOLERANCE * edge / diagonal,
            num_threads=1,  # its results then are the same in every run
        )
    used, compact = np.unique(elements, return_inverse=True)
    return positive(np.asarray(nodes)[used], compact.reshape(-1, 4))
