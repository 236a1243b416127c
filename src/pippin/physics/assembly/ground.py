"""Ground that all environments share: planes, grids of heights, and triangles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..importer.approximations import static_shapes
from ..importer.colliders import Collider
from ..importer.heightfields import HeightField, height_field_of
from ..importer.mass import AuthoredMass
from ..importer.materials import PhysicsMaterial
from ..importer.meshes import Triangles, without_slivers
from ..importer.pose import Pose
from ..importer.shapes import HFIELD, PLANE, Shape, mesh_shape

COLOR = np.array([0.5, 0.5, 0.5, 1.0])

GROUND_PATH = "/ground"
"""What the name of ground begins with; its number follows."""

FOLDED = 0.05
"""Part of the ground that may be uncovered or folded: helpers that make steep slopes vertical do that at borders."""

MOST_DECOMPOSED = 20_000
"""Triangles of the largest surface that is taken apart into convex pieces, which takes minutes."""

Y_IS_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""Rotation of a frame whose Z axis points up to one whose Y axis does: columns are the axes of the former."""


@dataclass(frozen=True)
class GroundPlane:
    """Infinite plane.

    Attributes:
        normal: Direction that points out of the ground, shape (3,).
        offset: Distance of the plane from the world's origin along the normal [m].
        friction: Coefficient of sliding friction.
        restitution: Speed after a bounce over that before.
    """

    normal: np.ndarray
    offset: float
    friction: float = 1.0
    restitution: float = 0.0

    @cached_property
    def shapes(self) -> list[Shape]:
        """The plane as the engine has it, in the world."""
        return [Shape(PLANE, np.array([1.0, 1.0, 1.0]), Pose(self.offset * self.normal, _frame_along(self.normal)))]


@dataclass(frozen=True)
class GroundHeights:
    """Heights on a regular grid, sampled at its corners.

    Attributes:
        heights: Heights [m], shape (num_rows, num_columns).
        row_spacing: Distance of the rows, which follow each other along x [m].
        column_spacing: Distance of the columns, which follow each other along the other horizontal axis [m].
        pose: Where the first sample lies in the world.
        y_is_up: Whether heights are along y and columns along z, instead of z and y.
        friction: Coefficient of sliding friction.
        restitution: Speed after a bounce over that before.
    """

    heights: np.ndarray
    row_spacing: float
    column_spacing: float
    pose: Pose
    y_is_up: bool = False
    friction: float = 1.0
    restitution: float = 0.0

    @cached_property
    def shapes(self) -> list[Shape]:
        """The grid as the engine has it, in the world."""
        # The engine's rows follow Y and its columns X. With Y up, its own Y axis points against the world's Z.
        grid = self.heights.T[::-1] if self.y_is_up else self.heights.T
        half_x = (self.heights.shape[0] - 1) * self.row_spacing / 2.0
        half_y = (self.heights.shape[1] - 1) * self.column_spacing / 2.0
        lowest, highest = float(grid.min()), float(grid.max())
        center = np.array([half_x, -half_y if self.y_is_up else half_y, lowest])
        field = HeightField(grid - lowest, (half_x, half_y), center)
        rotation = Y_IS_UP if self.y_is_up else np.eye(3)
        pose = self.pose @ Pose(np.zeros(3), rotation) @ Pose(center, np.eye(3))
        return [Shape(HFIELD, np.array([half_x, half_y, max(highest - lowest, 1e-6)]), pose, heights=field)]


@dataclass(frozen=True)
class GroundMesh:
    """Surface of triangles.

    Attributes:
        vertices: Corners in the world [m], shape (num_vertices, 3).
        faces: Corners of each triangle, counterclockwise from outside, shape (num_faces, 3), int.
        y_is_up: Whether y points up, instead of z.
        friction: Coefficient of sliding friction.
        restitution: Speed after a bounce over that before.
    """

    vertices: np.ndarray
    faces: np.ndarray
    y_is_up: bool = False
    friction: float = 1.0
    restitution: float = 0.0

    @cached_property
    def shapes(self) -> list[Shape]:
        """The surface as the engine has it, in the world: heights where each point has one, else convex parts.

        Raises:
            NotImplementedError: The surface has to be decomposed, and is too large, or the package coacd not installed.
        """
        up = Pose(np.zeros(3), Y_IS_UP if self.y_is_up else np.eye(3))
        triangles = Triangles(np.asarray(self.vertices, dtype=float) @ up.rotation, self.faces)
        field = height_field_of(triangles, tolerance=FOLDED)
        if field is not None and np.ptp(field.heights) > 1e-6 * sum(field.half_sizes):
            size = np.array([*field.half_sizes, float(field.heights.max())])
            shapes = [Shape(HFIELD, size, Pose(field.center, np.eye(3)), heights=field)]
        elif field is None and len(triangles.faces) > MOST_DECOMPOSED:
            raise NotImplementedError(
                f"A triangle mesh of {len(triangles.faces)} triangles with several heights above some points "
                "cannot collide: MuJoCo has height fields and convex bodies. Give the ground as a height field "
                "(add_heightfield), or what stands on it as assets."
            )
        else:
            shapes = static_shapes("triangle mesh", mesh_shape(without_slivers(triangles), Pose.identity()))
        return [replace(shape, pose=up @ shape.pose) for shape in shapes]


Ground = GroundPlane | GroundHeights | GroundMesh


def collider_of(ground: Ground, shapes: list[Shape], index: int) -> Collider:
    """Ground as a static collider in the world.

    Args:
        ground: The ground.
        shapes: Its shapes.
        index: Its number, which names it.
    """
    return Collider(
        path=f"{GROUND_PATH}{index}",
        body=None,
        shapes=tuple(shapes),
        material=PhysicsMaterial(ground.friction, ground.friction, ground.restitution),
        mass=AuthoredMass(),
        is_seen=True,
        color=COLOR,
        category=None,
        max_hull_vertices=-1,
    )


def _frame_along(normal: np.ndarray) -> np.ndarray:
    """Rotation whose third column is a direction; none where that is Z already."""
    other = np.eye(3)[int(np.argmin(np.abs(normal)))]
    first = np.cross(other, normal)
    first /= np.linalg.norm(first)
    if normal[2] == 1.0:
        return np.eye(3)
    return np.stack([first, np.cross(normal, first), normal], axis=1)
