"""Lines to draw in a viewer: axes, boxes and spheres of lines."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from .types import Env, Transform, Vec3, Viewer
from .types.struct import as_record

Color = Sequence[float]
"""Red, green and blue, each in [0, 1]."""

_RED, _GREEN, _BLUE = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)

_BOX_EDGES = [(corner, corner | bit) for bit in (1, 2, 4) for corner in range(8) if not corner & bit]
"""Pairs of corners of a box; bit 0, 1 and 2 of a corner's number say whether it is at the upper x, y and z."""


class LineGeometry(ABC):
    """Lines in a frame of their own, each with a colour."""

    @abstractmethod
    def vertices(self) -> np.ndarray:
        """Ends of the lines [m], shape (num_lines, 2), dtype ``Vec3.dtype``."""

    @abstractmethod
    def colors(self) -> np.ndarray:
        """Colours of the lines, shape (num_lines,), dtype ``Vec3.dtype``."""

    def num_lines(self) -> int:
        """Number of lines."""
        return len(self.vertices())

    def instance_verts(self, pose: Transform | None) -> np.ndarray:
        """Ends of the lines where the frame has that pose, shape (num_lines, 2), dtype ``Vec3.dtype``."""
        return self.vertices() if pose is None else pose.transform_points(self.vertices())


class _Lines(LineGeometry):
    """Lines that are computed once."""

    def __init__(self, ends: Any, colors: Sequence[Color], pose: Transform | None) -> None:
        ends = np.ascontiguousarray(ends, dtype=np.float32).view(Vec3.dtype)[..., 0]
        self._vertices = ends if pose is None else pose.transform_points(ends)
        self._colors = np.array([tuple(color) for color in colors], dtype=Vec3.dtype)

    def vertices(self) -> np.ndarray:
        return self._vertices

    def colors(self) -> np.ndarray:
        return self._colors


class AxesGeometry(_Lines):
    """Axes of a frame: x red, y green, z blue.

    Args:
        scale: Length of the lines [m].
        pose: Pose of the frame.
    """

    def __init__(self, scale: float = 1.0, pose: Transform | None = None) -> None:
        ends = [[np.zeros(3), scale * axis] for axis in np.eye(3)]
        super().__init__(ends, [_RED, _GREEN, _BLUE], pose)


class WireframeBoxGeometry(_Lines):
    """Edges of a box around the origin.

    Args:
        xdim: Size along x [m].
        ydim: Size along y [m].
        zdim: Size along z [m].
        pose: Pose of the box.
        color: Colour; red if left out.
    """

    def __init__(
        self,
        xdim: float = 1.0,
        ydim: float = 1.0,
        zdim: float = 1.0,
        pose: Transform | None = None,
        color: Color | None = None,
    ) -> None:
        half = 0.5 * np.array([xdim, ydim, zdim])
        super().__init__(_box_edges(-half, half), [color or _RED] * len(_BOX_EDGES), pose)


class WireframeBBoxGeometry(_Lines):
    """Edges of a box from its lowest to its highest corner.

    Args:
        bbox: The two corners [m], shape (2, 3).
        pose: Pose of the frame that they are in.
        color: Colour; red if left out.

    Raises:
        ValueError: ``bbox`` has another shape.
    """

    def __init__(self, bbox: Any, pose: Transform | None = None, color: Color | None = None) -> None:
        corners = np.asarray(bbox, dtype=np.float32)
        if corners.shape != (2, 3):
            raise ValueError(f"'bbox' has the shape {corners.shape}; expected two corners, shape (2, 3).")
        super().__init__(_box_edges(corners[0], corners[1]), [color or _RED] * len(_BOX_EDGES), pose)


class WireframeSphereGeometry(_Lines):
    """Circles of latitude and longitude of a sphere around the origin, its axis along z.

    Args:
        radius: Radius [m].
        num_lats: Number of segments from pole to pole.
        num_lons: Number of segments around the axis.
        pose: Pose of the sphere.
        color: Colour of the lines around the axis; red if left out.
        color2: Colour of the lines from pole to pole; ``color`` if left out.

    Raises:
        ValueError: There are fewer than two segments from pole to pole, or fewer than one around.
    """

    def __init__(
        self,
        radius: float = 1.0,
        num_lats: int = 8,
        num_lons: int = 8,
        pose: Transform | None = None,
        color: Color | None = None,
        color2: Color | None = None,
    ) -> None:
        if num_lats < 2 or num_lons < 1:
            raise ValueError(f"'num_lats' and 'num_lons' are {num_lats} and {num_lons}; expected 2 and 1 or more.")
        lat = np.linspace(0.0, math.pi, num_lats + 1)[:, None]
        lon = np.linspace(0.0, 2.0 * math.pi, num_lons + 1)[None]
        points = radius * np.stack(
            (np.sin(lat) * np.cos(lon), np.sin(lat) * np.sin(lon), np.cos(lat) * np.ones_like(lon)), axis=-1
        )
        rings = np.stack((points[1:-1, :-1], points[1:-1, 1:]), axis=2).reshape(-1, 2, 3)
        meridians = np.stack((points[:-1, :-1], points[1:, :-1]), axis=2).reshape(-1, 2, 3)
        ring_color = color or _RED
        colors = [ring_color] * len(rings) + [color2 or ring_color] * len(meridians)
        super().__init__(np.concatenate((rings, meridians)), colors, pose)


def draw_lines(geom: LineGeometry, gym: Any, viewer: Viewer, env: Env, pose: Transform) -> None:
    """Draw lines where their frame has the pose, which is given in the environment's frame."""
    gym.add_lines(viewer, env, geom.num_lines(), geom.instance_verts(pose), geom.colors())


def draw_line(p1: Vec3, p2: Vec3, color: Vec3, gym: Any, viewer: Viewer, env: Env) -> None:
    """Draw one line between two points, which are given in the environment's frame."""
    ends = np.array([[as_record(p1), as_record(p2)]], dtype=Vec3.dtype)
    gym.add_lines(viewer, env, 1, ends, np.array([as_record(color)], dtype=Vec3.dtype))


def _box_edges(lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """Ends of the edges of a box, shape (12, 2, 3)."""
    is_upper = [[corner >> axis & 1 for axis in range(3)] for corner in range(8)]
    return np.where(is_upper, upper, lower)[np.array(_BOX_EDGES)]
