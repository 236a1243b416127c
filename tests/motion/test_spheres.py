"""Covering solids with spheres, against solids whose shape is known in closed form."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

from pippin.motion.spheres import SphereCoverer, make_solid

PITCH = 0.004
"""Edge of the cells that solids are found on [m]; what depends on it is known to about one cell."""


def box() -> trimesh.Trimesh:
    return trimesh.creation.box((0.2, 0.1, 0.06))


def box_distances(points):
    """Signed distances of points from the surface of :func:`box` [m], negative inside."""
    q = np.abs(points) - 0.5 * np.array([0.2, 0.1, 0.06])
    return np.linalg.norm(np.maximum(q, 0.0), axis=-1) + np.minimum(q.max(axis=-1), 0.0)


def sphere_points(cover, count=500):
    """Points on all spheres, shape (N * count, 3)."""
    directions = np.random.default_rng(0).normal(size=(count, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return (cover.centers[:, None] + cover.radii[:, None, None] * directions).reshape(-1, 3)


def gaps(cover, points):
    """Distances of points from the nearest sphere [m], negative inside."""
    return (np.linalg.norm(points[:, None] - cover.centers, axis=-1) - cover.radii).min(axis=1)


# Solids.


def test_a_solid_has_the_area_and_the_volume_of_its_mesh():
    mesh = box()
    solid = make_solid(mesh, PITCH)
    assert solid.areas.sum() == pytest.approx(mesh.area, rel=1e-9)
    np.testing.assert_allclose(box_distances(solid.surface), 0.0, atol=PITCH)  # means of points that share a cell
    assert (box_distances(solid.inside) < 0.0).all()
    walls = mesh.area * PITCH  # cells that the surface goes through do not count as inside
    assert mesh.volume - walls < len(solid.inside) * solid.pitch**3 < mesh.volume


def test_walls_inside_are_no_surface():
    outer, inner = box(), trimesh.creation.icosphere(3, 0.02)
    solid = make_solid(trimesh.util.concatenate([outer, inner]), PITCH)
    assert solid.areas.sum() == pytest.approx(outer.area, rel=0.01)
    assert np.linalg.norm(solid.inside, axis=1).min() < PITCH  # the cavity is filled


def test_normals_and_small_holes_do_not_matter():
    mesh = box()
    expected = len(make_solid(mesh, PITCH).inside)
    random = np.random.default_rng(0)
    turned = [face[::-1] if random.random() < 0.5 else face for face in mesh.faces]
    assert len(make_solid(trimesh.Trimesh(mesh.vertices, turned, process=False), PITCH).inside) == expected
    fine = mesh.subdivide_to_size(0.006)
    keep = np.ones(len(fine.faces), dtype=bool)
    keep[random.integers(len(keep), size=10)] = False  # holes of some millimetres
    torn = make_solid(trimesh.Trimesh(fine.vertices, fine.faces[keep], process=False), PITCH)
    assert len(torn.inside) == pytest.approx(expected, rel=0.05)


def test_a_sheet_is_all_surface():
    sheet = trimesh.Trimesh([[0, 0, 0], [0.1, 0, 0], [0.1, 0.1, 0], [0, 0.1, 0]], [[0, 1, 2], [0, 2, 3]])
    solid = make_solid(sheet, PITCH)
    assert len(solid.inside) == 0
    cover = SphereCoverer(solid).cover(0.01, 0.005)
    assert (gaps(cover, trimesh.sample.sample_surface(sheet, 500, seed=0)[0]) < 0.005 + PITCH).all()
    assert cover.protrusions.max() <= 0.01 + 1e-9


def test_large_meshes_get_larger_cells():
    assert make_solid(trimesh.creation.box((10.0, 1.0, 1.0)), PITCH).pitch == pytest.approx(10.0 / 160)


def test_nothing_has_no_solid():
    with pytest.raises(ValueError, match="without area"):
        make_solid(trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2]], process=False))


# Spheres.


@pytest.mark.slow
@pytest.mark.parametrize(("protrusion", "gap"), [(0.01, 0.005), (0.015, 0.01), (0.03, 0.0)])
def test_spheres_keep_to_both_bounds(protrusion, gap):
    cover = SphereCoverer(make_solid(box(), PITCH)).cover(protrusion, gap)
    assert box_distances(sphere_points(cover)).max() <= protrusion + 0.5 * PITCH
    surface = trimesh.sample.sample_surface(box(), 5000, seed=0)[0]
    assert np.mean(gaps(cover, surface) <= gap + 0.25 * PITCH) >= 0.995
    stated = [box_distances(sphere_points(part)).max() for part in _single(cover)]
    assert (np.array(stated) <= cover.protrusions + 0.5 * PITCH).all()


def _single(cover):
    return [
        type(cover)(cover.centers[i : i + 1], cover.radii[i : i + 1], cover.protrusions[i : i + 1])
        for i in range(len(cover))
    ]


def test_a_ball_is_one_sphere():
    cover = SphereCoverer(make_solid(trimesh.creation.icosphere(4, 0.05), PITCH)).cover(0.01, 0.005)
    assert len(cover) == 1
    np.testing.assert_allclose(cover.centers[0], 0.0, atol=PITCH)
    assert 0.045 <= cover.radii[0] <= 0.06


@pytest.mark.slow
def test_a_long_cylinder_takes_about_as_many_spheres_as_it_must():
    """Spheres of radius R + p on the axis cover ``2 sqrt((R + p + g)^2 - R^2)`` of its length each."""
    radius, length, protrusion, gap = 0.03, 0.5, 0.015, 0.01
    mesh = trimesh.creation.cylinder(radius, length, sections=64)
    cover = SphereCoverer(make_solid(mesh, PITCH)).cover(protrusion, gap)
    least = length / (2.0 * np.sqrt((radius + protrusion + gap) ** 2 - radius**2))
    assert np.ceil(least) <= len(cover) <= 1.5 * least + 2  # edges of the flat ends need some more


@pytest.mark.slow
def test_wider_bounds_take_fewer_spheres():
    coverer = SphereCoverer(make_solid(box(), PITCH))
    counts = [len(coverer.cover(bound, 0.5 * bound)) for bound in (0.005, 0.01, 0.02, 0.04)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 4 * counts[-1]


@pytest.mark.slow
def test_spheres_stay_above_a_floor():
    floor = np.array([0.0, 0.0, 1.0, -0.03])  # the box stands on it
    cover = SphereCoverer(make_solid(box(), PITCH), floor).cover(0.02, 0.01)
    assert (cover.centers[:, 2] - cover.radii >= -0.03 - 1e-9).all()
    top = trimesh.sample.sample_surface(box(), 5000, seed=0)[0]
    assert np.mean(gaps(cover, top[top[:, 2] > 0.0]) <= 0.01 + PITCH) >= 0.99


@pytest.mark.slow
def test_the_same_solid_gets_the_same_spheres():
    first, second = (SphereCoverer(make_solid(box(), PITCH)).cover(0.015, 0.01) for _ in range(2))
    np.testing.assert_array_equal(first.centers, second.centers)
    np.testing.assert_array_equal(first.radii, second.radii)
