"""Walls around a ball that moves in a plane, and how far its ways are from them."""

from __future__ import annotations

import itertools

import numpy as np
import warp as wp

from pippin.motion.world import CollisionWorld, Cuboid

RADIUS = 0.05
"""Of the ball that is planned for."""


def walls(*spans: tuple[float, float, float], device: wp.DeviceLike = "cpu") -> CollisionWorld:
    """Walls of thickness 0.1 across x, each from y = low to high."""
    world = CollisionWorld(device=device)
    for index, (x, low, high) in enumerate(spans):
        world.add(f"wall {index}", Cuboid((0.1, high - low, 1.0)), (x, (low + high) / 2.0, 0.0))
    return world


def samples(path: np.ndarray, step: float = 1e-3) -> np.ndarray:
    """Places along a path, no farther from each other than a step."""
    parts = [path[:1]]
    for start, end in itertools.pairwise(path):
        count = int(np.ceil(np.linalg.norm(end - start) / step)) + 1
        parts.append(start + np.linspace(0.0, 1.0, count)[:, None] * (end - start))
    return np.concatenate(parts)


def from_box(points: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Distance of points from a box with its edges along the axes."""
    return np.linalg.norm(np.maximum(np.maximum(low - points, points - high), 0.0), axis=-1)
