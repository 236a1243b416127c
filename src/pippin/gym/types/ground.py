"""Grounds that all environments share: planes, height fields, triangle meshes."""

from __future__ import annotations

from .poses import Transform
from .struct import Struct
from .vectors import Vec3


class PlaneParams(Struct):
    """Ground plane."""

    normal: Vec3 = Vec3(0.0, 1.0, 0.0)
    """Direction that points out of the ground."""
    distance: float = 0.0
    """Distance [m] by which the plane lies below the origin, along the normal."""
    static_friction: float = 1.0
    dynamic_friction: float = 1.0
    restitution: float = 0.0
    segmentation_id: int = 0
    """Value of its pixels in segmentation images."""


class HeightFieldParams(Struct):
    """Ground from a grid of heights, rows along x, columns along the other horizontal axis."""

    nbRows: int = 0  # noqa: N815
    """Samples along x."""
    nbColumns: int = 0  # noqa: N815
    """Samples along y (z where y points up)."""
    row_scale: float = 1.0
    """Distance of rows [m]."""
    column_scale: float = 1.0
    """Distance of columns [m]."""
    vertical_scale: float = 1.0
    """Height [m] of the unit of the samples."""
    transform: Transform = Transform()
    """Pose in the world."""
    static_friction: float = 1.0
    dynamic_friction: float = 1.0
    restitution: float = 0.0
    segmentation_id: int = 0
    """Value of its pixels in segmentation images."""


class TriangleMeshParams(Struct):
    """Ground from triangles."""

    nb_vertices: int = 0
    nb_triangles: int = 0
    transform: Transform = Transform()
    """Pose in the world."""
    static_friction: float = 1.0
    dynamic_friction: float = 1.0
    restitution: float = 0.0
    segmentation_id: int = 0
    """Value of its pixels in segmentation images."""
