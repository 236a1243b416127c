"""Heights of triangles above grid points, against SciPy's interpolation on the same triangles, and their normals."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh
from scipy.interpolate import LinearNDInterpolator
from scipy.spatial import Delaunay

from pippin.physics.importer import meshes
from pippin.physics.importer.face_heights import heights_at

X, Y = np.linspace(0.0, 3.0, 61), np.linspace(-1.0, 1.0, 41)


@pytest.fixture
def surface() -> tuple[np.ndarray, np.ndarray]:
    """Random points around the grid and triangles between them, half of which look up and half down."""
    points = np.random.default_rng(0).uniform((-1.0, -2.0, 0.0), (4.0, 2.0, 1.0), (200, 3))
    faces = Delaunay(points[:, :2]).simplices
    areas = np.linalg.det(points[faces[:, 1:], :2] - points[faces[:, :1], :2])
    faces[areas < 0.0] = faces[areas < 0.0][:, ::-1]
    faces[::2] = faces[::2, ::-1]
    return points, faces


def test_heights_are_those_of_the_triangle_at_the_point(surface: tuple[np.ndarray, np.ndarray]) -> None:
    points, faces = surface
    expected = LinearNDInterpolator(points[:, :2], points[:, 2])(*np.meshgrid(X, Y))
    lowest, highest = heights_at(points, faces, X, Y)
    covered = ~np.isnan(expected)
    assert covered.mean() > 0.9
    # A point counts for faces up to a thousandth of the spacing beside it, which are at most as steep as 100.
    np.testing.assert_allclose(lowest[covered], expected[covered], atol=100 * 5e-5)
    np.testing.assert_allclose(highest[covered], expected[covered], atol=100 * 5e-5)
    assert np.median(np.abs(highest - expected)[covered]) < 1e-12


def test_of_two_layers_one_is_the_lowest_and_one_the_highest(surface: tuple[np.ndarray, np.ndarray]) -> None:
    points, faces = surface
    lower, upper = heights_at(points, faces, X, Y)
    both = np.concatenate([points + (0.0, 0.0, 2.0), points])
    lowest, highest = heights_at(both, np.concatenate([faces, faces + len(points)]), X, Y)
    np.testing.assert_array_equal(lowest, lower)
    np.testing.assert_allclose(highest, upper + 2.0, atol=1e-12)


def test_faces_that_look_down_can_be_left_out(surface: tuple[np.ndarray, np.ndarray]) -> None:
    points, faces = surface
    of_those_that_look_up = heights_at(points, faces[1::2], X, Y)
    for heights, expected in zip(heights_at(points, faces, X, Y, least_area=0.0), of_those_that_look_up, strict=True):
        np.testing.assert_array_equal(heights, expected)


def test_points_without_a_triangle_are_told() -> None:
    """A right-angled triangle over half of the unit square, its edges along the grid's lines included."""
    corners = np.array([[0.0, 0.0, 5.0], [1.0, 0.0, 5.0], [0.0, 1.0, 5.0]])
    lines = np.linspace(0.0, 2.0, 21)
    lowest, highest = heights_at(corners, np.array([[0, 1, 2]]), lines, lines)
    row, column = np.indices((21, 21))
    np.testing.assert_array_equal(highest == 5.0, row + column <= 10)
    np.testing.assert_array_equal(lowest[row + column > 10], np.inf)
    np.testing.assert_array_equal(highest[row + column > 10], -np.inf)


def test_normals_of_many_faces_are_those_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ball, its faces in groups of seven: the normals point outwards, and are as long as twice the areas."""
    monkeypatch.setattr(meshes, "_GROUP", 7)
    ball = trimesh.creation.icosphere(subdivisions=1)
    normals = meshes.face_normals(meshes.Triangles(ball.vertices, ball.faces))
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 2.0 * ball.area_faces, rtol=1e-9)
    assert ((normals * ball.triangles_center).sum(axis=1) > 0.0).all()
