"""Triangles: reading meshes, hulls, volumes, and parts that are convex."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from pxr import UsdGeom
from scipy.spatial import ConvexHull, QhullError

from pippin.utils.lazy_modules import trimesh

FLAT_THICKNESS = 1e-3
"""Thickness that a flat hull is given, because a body without volume cannot collide [m]."""


@dataclass(frozen=True)
class Triangles:
    """A surface.

    Attributes:
        vertices: Corners [m], shape (num_vertices, 3), float64.
        faces: Corners of each triangle, counterclockwise from outside, shape (num_faces, 3), int.
        uvs: Where the corners of each triangle are in a texture, shape (num_faces, 3, 2); None for no texture.
    """

    vertices: np.ndarray
    faces: np.ndarray
    uvs: np.ndarray | None = None

    def stretched(self, stretch: np.ndarray) -> Triangles:
        """The surface after a linear map, shape (3, 3); a mirrored surface is turned outside out again."""
        turned = self.turned() if np.linalg.det(stretch) < 0.0 else self
        return replace(turned, vertices=self.vertices @ stretch.T)

    def turned(self) -> Triangles:
        """The surface with its outside inside."""
        return Triangles(self.vertices, self.faces[:, ::-1], None if self.uvs is None else self.uvs[:, ::-1])

    def part(self, chosen: np.ndarray) -> Triangles:
        """Some of the triangles, chosen by indices or a mask, on the same vertices."""
        return Triangles(self.vertices, self.faces[chosen], None if self.uvs is None else self.uvs[chosen])

    @classmethod
    def hull_of(cls, points: np.ndarray) -> Triangles:
        """Convex hull of points; points in one plane get a thickness of :data:`FLAT_THICKNESS`."""
        points = np.asarray(points, dtype=float)
        if is_flat(points):
            points = _thickened(points)
        try:
            hull = ConvexHull(points)
        except QhullError:
            hull = ConvexHull(points, qhull_options="QJ")
        # Qhull does not order the corners of its triangles; the normals that it gives do point outwards.
        faces = hull.simplices.copy()
        corners = points[faces]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        inward = np.einsum("ij,ij->i", normals, hull.equations[:, :3]) < 0.0
        faces[inward] = faces[inward][:, ::-1]
        used, compact = np.unique(faces, return_inverse=True)
        return cls(points[used], compact.reshape(faces.shape))

    def hull(self) -> Triangles:
        """Convex hull of the surface."""
        return Triangles.hull_of(self.vertices)

    def as_trimesh(self) -> trimesh.Trimesh:
        """The surface for the functions of trimesh, equal vertices merged."""
        return trimesh.Trimesh(self.vertices, self.faces, process=True)


def _principal_axes(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Extent of points along their principal axes, shape (3,), and these axes as rows, the narrowest first."""
    centered = points - points.mean(axis=0)
    _, axes = np.linalg.eigh(centered.T @ centered)
    return np.ptp(centered @ axes, axis=0), axes.T


def is_flat(points: np.ndarray) -> bool:
    """Whether points, shape (n, 3), lie in one plane."""
    extents, _ = _principal_axes(points)
    return bool(len(points) < 4 or extents[0] < 1e-6 * max(extents[2], 1e-12))


def _thickened(points: np.ndarray) -> np.ndarray:
    """Points in a plane (or on a line) doubled to both sides of it."""
    doubled = [points]
    for extent, axis in zip(*_principal_axes(points), strict=True):
        if extent < FLAT_THICKNESS / 10.0:
            doubled = [side + sign * axis * FLAT_THICKNESS / 2.0 for side in doubled for sign in (-1.0, 1.0)]
    return np.concatenate(doubled)


def read_mesh(mesh: UsdGeom.Mesh, stretch: np.ndarray | None = None) -> Triangles:
    """Read a mesh and split its faces into triangles.

    Args:
        mesh: The mesh.
        stretch: Linear map that its points are taken through, shape (3, 3); None for none.

    Raises:
        ValueError: There are no faces, faces name vertices that do not exist, or vertices are not finite.
    """
    path = mesh.GetPath()
    points = np.array(mesh.GetPointsAttr().Get() or [], dtype=float).reshape(-1, 3)
    counts = np.array(mesh.GetFaceVertexCountsAttr().Get() or [], dtype=np.int64)
    indices = np.array(mesh.GetFaceVertexIndicesAttr().Get() or [], dtype=np.int64)
    if not len(points) or not len(counts):
        raise ValueError(f"Mesh '{path}' has {len(points)} points and {len(counts)} faces; a surface needs both.")
    if counts.min() < 0 or counts.sum() != len(indices):
        raise ValueError(
            f"The faces of mesh '{path}' need {counts.sum()} vertex indices (faceVertexCounts), but there are "
            f"{len(indices)} (faceVertexIndices)."
        )
    if indices.min() < 0 or indices.max() >= len(points):
        raise ValueError(
            f"Mesh '{path}' has faces of the points {indices.min()} to {indices.max()}; expected 0 to "
            f"{len(points) - 1}."
        )
    if not np.isfinite(points).all():
        raise ValueError(f"Mesh '{path}' has points that are not finite; expected finite coordinates.")
    corners = np.arange(len(indices)).reshape(-1, 3) if (counts == 3).all() else _fans(counts, np.arange(len(indices)))
    primvar = UsdGeom.PrimvarsAPI(mesh).FindPrimvarWithInheritance("st")
    triangles = Triangles(points, indices[corners], _read_uvs(primvar, indices, corners) if primvar else None)
    is_turned = mesh.GetOrientationAttr().Get() == UsdGeom.Tokens.leftHanded
    if stretch is not None:
        triangles = replace(triangles, vertices=points @ stretch.T)
        is_turned ^= bool(np.linalg.det(stretch) < 0.0)  # a mirrored surface is turned outside out again
    return triangles.turned() if is_turned else triangles


def _read_uvs(primvar: UsdGeom.Primvar, indices: np.ndarray, corners: np.ndarray) -> np.ndarray | None:
    """Texture coordinates of the corners of triangles, shape (num_faces, 3, 2); None where they make no sense.

    Args:
        primvar: The texture coordinates ("st").
        indices: Vertex of each corner of its polygons.
        corners: Corners of the polygons that the triangles have, shape (num_faces, 3), int.
    """
    values = np.array(primvar.ComputeFlattened(), dtype=float)
    if values.ndim != 2 or values.shape[1] != 2:
        return None
    of_corner = {UsdGeom.Tokens.faceVarying: corners}
    of_vertex = dict.fromkeys((UsdGeom.Tokens.vertex, UsdGeom.Tokens.varying), indices[corners])
    chosen = {**of_corner, **of_vertex}.get(primvar.GetInterpolation())
    if chosen is None or chosen.max(initial=-1) >= len(values) or not np.isfinite(values).all():
        return None
    return values[chosen]


def _fans(counts: np.ndarray, indices: np.ndarray) -> np.ndarray:
    """Split polygons into fans of triangles about their first corner, shape (num_triangles, 3)."""
    per_face = np.maximum(counts - 2, 0)
    first = np.repeat(np.cumsum(counts) - counts, per_face)
    within = np.arange(per_face.sum()) - np.repeat(np.cumsum(per_face) - per_face, per_face)
    return np.stack([indices[first], indices[first + within + 1], indices[first + within + 2]], axis=1)


def face_normals(triangles: Triangles) -> np.ndarray:
    """Normals of the faces, as long as twice their areas [m^2], shape (num_faces, 3).

    Faces are taken in groups that stay in a core's cache: of terrain with millions of them, all corners at once take
    five times as long.
    """
    normals = np.empty((len(triangles.faces), 3))
    for start in range(0, len(normals), _GROUP):
        corners = triangles.vertices[triangles.faces[start : start + _GROUP]]
        normals[start : start + _GROUP] = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return normals


_GROUP = 10_000


def doubled_areas_from_above(triangles: Triangles) -> np.ndarray:
    """Twice the areas of the faces seen from above [m^2], negative where they look down, shape (num_faces,)."""
    doubled = np.empty(len(triangles.faces))
    x, y = np.ascontiguousarray(triangles.vertices[:, 0]), np.ascontiguousarray(triangles.vertices[:, 1])
    for start in range(0, len(doubled), _GROUP):
        a, b, c = triangles.faces[start : start + _GROUP].T
        doubled[start : start + _GROUP] = (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a])
    return doubled


SLIVER = 1e-14
"""Faces of a smaller area have none, in parts of the square of the surface's largest extent."""


def without_slivers(triangles: Triangles) -> Triangles:
    """The surface without faces that have no area, which engines refuse."""
    areas = np.linalg.norm(face_normals(triangles), axis=1)
    has_area = areas > SLIVER * np.ptp(triangles.vertices, axis=0).max() ** 2
    return triangles if has_area.all() else triangles.part(has_area)


def revolve(profile: list[tuple[float, float]], segments: int = 32) -> np.ndarray:
    """Points of a body of revolution about Z.

    Args:
        profile: Distance from the axis and height of each ring [m].
        segments: Points on each ring.

    Returns:
        Points [m], shape (len(profile) * segments, 3).
    """
    angles = np.arange(segments) * (2.0 * np.pi / segments)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    rings = [np.column_stack([radius * circle, np.full(segments, height)]) for radius, height in profile]
    return np.concatenate(rings)


def bounding_box(triangles: Triangles) -> tuple[np.ndarray, np.ndarray]:
    """Centre and half sizes of the box along the axes around a surface [m], each shape (3,)."""
    lower, upper = triangles.vertices.min(axis=0), triangles.vertices.max(axis=0)
    return (lower + upper) / 2.0, np.maximum((upper - lower) / 2.0, FLAT_THICKNESS / 2.0)


def bounding_sphere(triangles: Triangles) -> tuple[np.ndarray, float]:
    """Centre of the bounding box, shape (3,), and largest distance of the surface from it [m]."""
    center, _ = bounding_box(triangles)
    return center, float(np.linalg.norm(triangles.vertices - center, axis=1).max())


def is_convex(triangles: Triangles) -> bool:
    """Whether a surface is, up to one percent, that of its convex hull: in volume, or in area where it is flat."""
    surface, hull = triangles.as_trimesh(), triangles.hull().as_trimesh()
    if is_flat(triangles.vertices):
        return bool(surface.area > 0.99 * hull.area / 2.0 - FLAT_THICKNESS * surface.scale * 4.0)
    return bool(surface.is_watertight and abs(surface.volume) > 0.99 * hull.volume)


def connected_parts(triangles: Triangles) -> list[Triangles]:
    """Parts of a surface that do not touch, as boxes that were put into one mesh are."""
    parts = triangles.as_trimesh().split(only_watertight=False)
    return [Triangles(np.array(part.vertices), np.array(part.faces)) for part in parts]
