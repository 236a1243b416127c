"""The solid that a mesh encloses: points of its surface, and points inside.

Meshes of robots have holes, overlapping parts, inner walls and normals that point anywhere. So what is inside is
decided on a grid: everything that cannot be reached from outside.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import trimesh
from scipy import ndimage

MAX_VOXELS_PER_AXIS = 160
"""Finest grid: cells along the longest edge of the box around a mesh."""

MAX_SAMPLES = 400_000
"""Most points that a surface is sampled at."""

R2_STEPS = (0.7548776662466927, 0.5698402909980532)
"""Powers of 1/1.32471795724, the inverse of the real solution of x^3 = x + 1."""


@dataclass(frozen=True)
class Solid:
    """What a mesh encloses.

    Attributes:
        surface: Points spread over the outer surface [m], shape (S, 3).
        areas: Area that each of them stands for [m^2], shape (S,).
        inside: Points inside, on a grid [m], shape (I, 3); none in parts thinner than a cell.
        pitch: Edge of a cell [m], which is also the accuracy.
    """

    surface: np.ndarray
    areas: np.ndarray
    inside: np.ndarray
    pitch: float


def make_solid(mesh: trimesh.Trimesh, pitch: float = 0.004) -> Solid:
    """Find the solid that a mesh encloses.

    Args:
        mesh: Triangles; they need be neither closed nor consistent.
        pitch: Edge of a cell of the grid [m]. It is enlarged for meshes of more than :data:`MAX_VOXELS_PER_AXIS` cells,
            and made smaller for those of less than 12.

    Raises:
        ValueError: The mesh has no area.
    """
    extent = float(np.ptp(mesh.bounds, axis=0).max()) if len(mesh.faces) else 0.0
    if extent <= 0.0 or mesh.area <= 0.0:
        raise ValueError(f"the mesh has {len(mesh.faces)} faces without area; expected a surface.")
    pitch = float(np.clip(pitch, extent / MAX_VOXELS_PER_AXIS, extent / 12.0))
    points, area = _surface_samples(mesh, pitch)
    origin = mesh.bounds[0] - 2.5 * pitch
    cells = np.floor((points - origin) / pitch).astype(np.int64)
    shape = cells.max(axis=0) + 4
    walls = np.zeros(shape, dtype=bool)
    walls[tuple(cells.T)] = True
    filled = _filled(walls)
    depth = ndimage.distance_transform_edt(filled)
    outer = depth[tuple(cells.T)] <= 2.0  # cells; walls deeper inside do not count
    surface, areas = merge_points(points[outer], np.full(outer.sum(), area), 0.5 * pitch)
    inside = origin + (np.argwhere(filled & ~walls) + 0.5) * pitch
    return Solid(surface, areas, inside, pitch)


def _surface_samples(mesh: trimesh.Trimesh, pitch: float) -> tuple[np.ndarray, float]:
    """Points spread evenly over a mesh, some ten for the face of a cell, and the area that each stands for [m^2].

    Along the areas of the triangles added up, points are equally far from each other; within triangles they follow the
    R2 sequence (Roberts, 2018), which leaves no gaps as random numbers do.
    """
    count = int(np.clip(10.0 * mesh.area / pitch**2, 1000, MAX_SAMPLES))
    cumulative = np.cumsum(mesh.area_faces)
    index = np.arange(count)
    faces = np.searchsorted(cumulative, (index + 0.5) / count * cumulative[-1])
    u, v = np.modf(np.outer(R2_STEPS, index + 1.0))[0]
    beyond = u + v > 1.0
    u, v = np.where(beyond, 1.0 - u, u), np.where(beyond, 1.0 - v, v)
    first, second, third = mesh.triangles[np.minimum(faces, len(cumulative) - 1)].transpose(1, 0, 2)
    points = first + u[:, None] * (second - first) + v[:, None] * (third - first)
    return points, float(cumulative[-1]) / count


def _filled(walls: np.ndarray) -> np.ndarray:
    """Cells that cannot be reached from outside, not even through gaps of a cell."""
    cross = ndimage.generate_binary_structure(3, 1)
    thick = ndimage.binary_fill_holes(ndimage.binary_dilation(walls, cross))
    return ndimage.binary_erosion(thick, cross) | walls


def merge_points(points: np.ndarray, weights: np.ndarray, pitch: float) -> tuple[np.ndarray, np.ndarray]:
    """Merge the points of each cell of a grid into one.

    Args:
        points: Points [m], shape (N, 3).
        weights: What each of them counts, shape (N,).
        pitch: Edge of a cell [m].

    Returns:
        Weighted means of the points of each cell, shape (M, 3), and sums of their weights, shape (M,).
    """
    if not len(points):
        return points, weights
    cells = np.floor((points - points.min(axis=0)) / pitch).astype(np.int64)
    numbers = np.ravel_multi_index(cells.T, cells.max(axis=0) + 1)  # sorts faster than rows of three do
    index = np.unique(numbers, return_inverse=True)[1]
    sums = np.bincount(index, weights)
    means = np.stack([np.bincount(index, weights * column) for column in points.T], axis=1) / sums[:, None]
    return means, sums
