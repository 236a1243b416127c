"""Boxes and bodies of revolution are closed, face outwards, and have the sizes that they are made with."""

from __future__ import annotations

import math

import numpy as np
import pytest
import trimesh

from pippin.physics.rendering import round_shapes

N = 48
POLYGON = N / (2.0 * math.pi) * math.sin(2.0 * math.pi / N)
"""Area of a regular polygon of N corners, as a share of its circle's."""


@pytest.mark.parametrize(
    ("surface", "extents", "volume", "tolerance"),
    [
        (round_shapes.box((1.0, 2.0, 3.0)), (1.0, 2.0, 3.0), 6.0, 1e-12),
        (round_shapes.cylinder(0.5, 2.0, N), (1.0, 1.0, 2.0), POLYGON * math.pi * 0.25 * 2.0, 1e-12),
        (round_shapes.cone(0.5, 3.0, N), (1.0, 1.0, 3.0), POLYGON * math.pi * 0.25, 1e-12),
        # arcs between their corners: of second order in the angle, 1 - cos(pi / 48) = 0.2 % of the radius each way
        (round_shapes.sphere(0.5, N), (1.0, 1.0, 1.0), math.pi / 6.0, 0.01),
        (round_shapes.capsule(0.5, 2.0, N), (1.0, 1.0, 3.0), math.pi / 6.0 + math.pi * 0.25 * 2.0, 0.01),
    ],
)
def test_surfaces_are_closed_and_of_the_right_size(surface, extents, volume: float, tolerance: float) -> None:
    mesh = trimesh.Trimesh(*surface, process=False)
    assert mesh.is_watertight and mesh.is_winding_consistent
    np.testing.assert_allclose(mesh.bounds, [-0.5 * np.array(extents), 0.5 * np.array(extents)], atol=1e-12)
    assert mesh.volume == pytest.approx(volume, rel=tolerance)  # negative where faces look inwards
