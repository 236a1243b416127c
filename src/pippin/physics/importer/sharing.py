"""Where geometry outside the environments lies in an environment's frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .colliders import Collider, Visual
from .shapes import PLANE


@dataclass(frozen=True)
class SharedGeometry:
    """Static geometry outside the environments.

    Attributes:
        colliders: Colliders that lie alike in all environments, in an environment's frame.
        visuals: Geometry for pictures that does, or that no collider needs to go with.
        placed_colliders: Colliders whose place depends on the environment, in the world.
        placed_visuals: Geometry for pictures that goes with them, in the world.
    """

    colliders: list[Collider]
    visuals: list[Visual]
    placed_colliders: list[Collider]
    placed_visuals: list[Visual]


def place_shared(colliders: list[Collider], visuals: list[Visual], origins: np.ndarray) -> SharedGeometry:
    """Sort shared geometry by whether its place depends on the environment.

    It does not where all environments have one origin, nor for infinite horizontal planes if all origins are equally
    high.

    Args:
        colliders: Static colliders in the world.
        visuals: Geometry for pictures that does not move, in the world.
        origins: Positions of the environments in the world [m], shape (num_envs, 3).
    """
    origins = origins if len(origins) else np.zeros((1, 3))
    if np.ptp(origins, axis=0).max() < 1e-9:
        offset = -origins[0].astype(float)
        return SharedGeometry([c.moved(offset) for c in colliders], [v.moved(offset) for v in visuals], [], [])
    level = np.ptp(origins[:, 2]) < 1e-9
    down = np.array([0.0, 0.0, -float(origins[0, 2])])
    alike = [collider for collider in colliders if level and _is_level_plane(collider)]
    placed = [collider for collider in colliders if collider not in alike]
    if placed:
        return SharedGeometry([c.moved(down) for c in alike], [], placed, visuals)
    return SharedGeometry([c.moved(down) for c in alike], [v.moved(down) for v in visuals], [], [])


def _is_level_plane(collider: Collider) -> bool:
    shape = collider.shapes[0]
    return shape.type == PLANE and abs(shape.pose.rotation[2, 2]) > 1.0 - 1e-9
