"""Lines to draw: where they are, and how they get to the viewer."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pippin.gym import gymapi, gymutil
from pippin.gym.gymapi import Quat, Transform, Vec3

POSE = Transform(Vec3(1.0, 2.0, 3.0), Quat.from_axis_angle(Vec3(0.0, 0.0, 1.0), 0.5 * math.pi))


class RecordingGym:
    """Gym that keeps the lines it is to draw."""

    def add_lines(self, viewer: str, env: str, num_lines: int, vertices: np.ndarray, colors: np.ndarray) -> None:
        self.lines = viewer, env, num_lines, vertices, colors


def plain(array: np.ndarray) -> np.ndarray:
    """Numbers of an array of Vec3.dtype."""
    return array.view(np.float32).reshape(*array.shape, 3)


@pytest.mark.parametrize(
    ("geometry", "num_lines"),
    [
        (gymutil.AxesGeometry(), 3),
        (gymutil.WireframeBoxGeometry(), 12),
        (gymutil.WireframeBBoxGeometry([(0, 0, 0), (1, 1, 1)]), 12),
        (gymutil.WireframeSphereGeometry(1.0, 4, 6), 3 * 6 + 4 * 6),
    ],
)
def test_lines_have_two_ends_and_a_colour(geometry: gymutil.LineGeometry, num_lines: int) -> None:
    assert geometry.num_lines() == num_lines
    assert geometry.vertices().shape == (num_lines, 2)
    assert geometry.colors().shape == (num_lines,)
    assert geometry.vertices().dtype == geometry.colors().dtype == Vec3.dtype


def test_axes_are_red_green_and_blue() -> None:
    axes = gymutil.AxesGeometry(scale=0.5)
    assert np.array_equal(plain(axes.vertices())[:, 0], np.zeros((3, 3)))
    assert np.array_equal(plain(axes.vertices())[:, 1], 0.5 * np.eye(3))
    assert np.array_equal(plain(axes.colors()), np.eye(3))


def test_edges_of_a_box_join_neighbouring_corners() -> None:
    lines = plain(gymutil.WireframeBoxGeometry(1.0, 2.0, 3.0).vertices())
    assert np.array_equal(np.abs(lines), np.broadcast_to([0.5, 1.0, 1.5], lines.shape))
    assert np.array_equal(np.count_nonzero(lines[:, 0] != lines[:, 1], axis=1), np.ones(12))
    assert len({tuple(sorted(map(tuple, line.tolist()))) for line in lines}) == 12


def test_box_of_two_corners() -> None:
    lines = plain(gymutil.WireframeBBoxGeometry(np.array([(-1.0, 0.0, 2.0), (1.0, 4.0, 3.0)])).vertices())
    assert lines.reshape(-1, 3).min(axis=0).tolist() == [-1.0, 0.0, 2.0]
    assert lines.reshape(-1, 3).max(axis=0).tolist() == [1.0, 4.0, 3.0]
    with pytest.raises(ValueError, match=r"'bbox' has the shape \(3,\)"):
        gymutil.WireframeBBoxGeometry([1.0, 2.0, 3.0])


def test_lines_of_a_sphere_are_on_it_and_closed() -> None:
    sphere = gymutil.WireframeSphereGeometry(2.0, 8, 12, color=(1, 1, 0), color2=(0, 1, 1))
    lines = plain(sphere.vertices())
    assert np.allclose(np.linalg.norm(lines, axis=-1), 2.0, rtol=1e-6)
    # Every point of the grid but the poles is an end of four lines: two of its circle, two of its meridian.
    _, counts = np.unique(np.round(lines.reshape(-1, 3), 4) + 0.0, axis=0, return_counts=True)
    assert sorted(counts) == [4] * (7 * 12) + [12, 12]
    assert np.unique(plain(sphere.colors()), axis=0).tolist() == [[0.0, 1.0, 1.0], [1.0, 1.0, 0.0]]


def test_pose_moves_the_lines() -> None:
    expected = [[[1, 2, 3], [1, 3, 3]], [[1, 2, 3], [0, 2, 3]], [[1, 2, 3], [1, 2, 4]]]
    assert np.allclose(plain(gymutil.AxesGeometry(1.0, POSE).vertices()), expected, atol=1e-6)
    assert np.allclose(plain(gymutil.AxesGeometry(1.0).instance_verts(POSE)), expected, atol=1e-6)
    assert np.array_equal(gymutil.AxesGeometry(1.0).instance_verts(None), gymutil.AxesGeometry(1.0).vertices())


def test_lines_go_to_the_viewer() -> None:
    gym, axes = RecordingGym(), gymutil.AxesGeometry(1.0)
    gymutil.draw_lines(axes, gym, "viewer", "env", POSE)
    viewer, env, num_lines, vertices, colors = gym.lines
    assert (viewer, env, num_lines) == ("viewer", "env", 3)
    assert np.array_equal(vertices, axes.instance_verts(POSE))
    assert np.array_equal(colors, axes.colors())


def test_one_line_goes_to_the_viewer() -> None:
    gym = RecordingGym()
    gymutil.draw_line(Vec3(1, 2, 3), Vec3(4, 5, 6), Vec3(1, 0, 0), gym, "viewer", "env")
    _, _, num_lines, vertices, colors = gym.lines
    assert num_lines == 1
    assert plain(vertices).tolist() == [[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]
    assert plain(colors).tolist() == [[1.0, 0.0, 0.0]]


def test_own_geometry_derives_from_the_base() -> None:
    class Segment(gymutil.LineGeometry):
        def vertices(self) -> np.ndarray:
            return np.zeros((1, 2), gymapi.Vec3.dtype)

        def colors(self) -> np.ndarray:
            return np.zeros(1, gymapi.Vec3.dtype)

    assert Segment().num_lines() == 1
    assert plain(Segment().instance_verts(POSE)).tolist() == [[[1.0, 2.0, 3.0]] * 2]
    with pytest.raises(TypeError):
        gymutil.LineGeometry()
