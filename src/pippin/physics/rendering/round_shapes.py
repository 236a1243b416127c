"""Boxes and bodies of revolution as triangles, without trimesh, which takes as long to load as a robot to build."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Surface = tuple[np.ndarray, np.ndarray]
"""Vertices [m], shape (V, 3), and faces, counterclockwise from outside, shape (F, 3), int."""


def box(extents: Sequence[float] | np.ndarray) -> Surface:
    """Box around the origin.

    Args:
        extents: Its lengths along x, y and z [m], shape (3,).
    """
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners * np.asarray(extents), np.array([each for a, b, c, d in quads for each in ((a, b, c), (a, c, d))])


def sphere(radius: float, sections: int) -> Surface:
    """Sphere around the origin, with as many corners in a turn as ``sections``."""
    angles = np.linspace(-0.5 * np.pi, 0.5 * np.pi, sections // 2 + 1)
    return _revolved(radius * np.stack([np.cos(angles), np.sin(angles)], axis=1), sections)


def capsule(radius: float, height: float, sections: int) -> Surface:
    """Capsule around the origin along z, whose middle part is ``height`` long [m]."""
    angles = np.linspace(0.0, 0.5 * np.pi, sections // 4 + 1)
    upper = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1) + [0.0, 0.5 * height]
    return _revolved(np.concatenate([upper[::-1] * [1.0, -1.0], upper]), sections)


def cylinder(radius: float, height: float, sections: int) -> Surface:
    """Cylinder around the origin along z."""
    half = 0.5 * height
    return _revolved(np.array([[0.0, -half], [radius, -half], [radius, half], [0.0, half]]), sections)


def cone(radius: float, height: float, sections: int) -> Surface:
    """Cone around the origin along z, whose point is at half its height."""
    return _revolved(np.array([[0.0, -0.5 * height], [radius, -0.5 * height], [0.0, 0.5 * height]]), sections)


def _revolved(profile: np.ndarray, sections: int) -> Surface:
    """Surface that a line leaves when it turns about z.

    Args:
        profile: Distance from the axis and height of the points of the line [m], the lowest first; the first and the
            last are on the axis, shape (P, 2).
        sections: Corners in a turn.
    """
    angles = 2.0 * np.pi * np.arange(sections) / sections
    radii, heights = profile[1:-1, :1], np.broadcast_to(profile[1:-1, 1:], (len(profile) - 2, sections))
    rings = np.stack([radii * np.cos(angles), radii * np.sin(angles), heights], axis=2).reshape(-1, 3)
    vertices = np.concatenate([[[0.0, 0.0, profile[0, 1]]], rings, [[0.0, 0.0, profile[-1, 1]]]])
    here = 1 + np.arange(sections)
    beside = np.roll(here, -1)
    faces = [np.stack([np.zeros(sections, dtype=int), beside, here], axis=1)]
    for ring in range(len(profile) - 3):
        low, low_beside = here + ring * sections, beside + ring * sections
        high, high_beside = low + sections, low_beside + sections
        faces += [np.stack([low, low_beside, high_beside], axis=1), np.stack([low, high_beside, high], axis=1)]
    last = (len(profile) - 3) * sections
    faces.append(np.stack([np.full(sections, len(vertices) - 1), here + last, beside + last], axis=1))
    return vertices, np.concatenate(faces)
