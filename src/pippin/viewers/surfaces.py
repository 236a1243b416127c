"""Surfaces of the bodies that environments show, for what draws or records them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from pippin.physics.rendering.surfaces import shape_triangles
from pippin.physics.rendering.visible import VisibleShape, visible_shapes
from pippin.physics.scene.scene import PhysicsScene

MOST_ENVS = 64
"""Environments that are shown by default."""

FEW_FACES = 60
"""Faces below which edges are drawn sharp: boxes, not spheres."""


@dataclass(frozen=True)
class BodySurface:
    """What a body has of one colour, with the rows of all bodies' poses that carry a copy of it.

    Attributes:
        variant: Index of the variant of the environment.
        body: Name of the body.
        vertices: Vertices in the frame of the body [m], shape (V, 3), float32.
        faces: Triangles, shape (F, 3), int32.
        color: Colour (red, green, blue), 0 to 1.
        is_flat: Whether its edges are sharp.
        rows: Rows of :func:`body_poses`, shape (N,).
    """

    variant: int
    body: str
    vertices: np.ndarray
    faces: np.ndarray
    color: tuple[float, float, float]
    is_flat: bool
    rows: np.ndarray


def shown_envs(scene: PhysicsScene, env_ids: Sequence[int] | None) -> list[int]:
    """Environments that are shown: those that were chosen, or the first 64."""
    return list(range(min(MOST_ENVS, scene.num_envs)) if env_ids is None else env_ids)


def body_surfaces(scene: PhysicsScene, env_ids: Sequence[int]) -> list[BodySurface]:
    """Collect the surfaces of all bodies, those of one body and colour as one. Infinite planes have none.

    Args:
        scene: The scene, which plays.
        env_ids: Environments that are shown.

    Raises:
        IndexError: There is no such environment.
    """
    parts: dict[Any, list[tuple[VisibleShape, np.ndarray, np.ndarray]]] = {}
    for shape in visible_shapes(scene.description, scene.settings, env_ids):
        surface = shape_triangles(shape.model, shape.geom)
        if surface is None:
            continue
        vertices, faces = surface
        rotation = Rotation.from_quat(shape.model.geom_quat[shape.geom], scalar_first=True)
        of_body = rotation.apply(vertices) + shape.model.geom_pos[shape.geom]
        key = shape.variant, tuple(shape.rows), shape.color, len(faces) < FEW_FACES
        parts.setdefault(key, []).append((shape, of_body, faces))
    surfaces = []
    for (variant, rows, color, is_flat), of_key in parts.items():
        starts = np.cumsum([0, *(len(vertices) for _, vertices, _ in of_key)])
        model, geom = of_key[0][0].model, of_key[0][0].geom
        surfaces.append(
            BodySurface(
                variant,
                model.body(model.geom_bodyid[geom]).name,
                np.concatenate([vertices for _, vertices, _ in of_key]).astype(np.float32),
                np.concatenate([faces + start for (_, _, faces), start in zip(of_key, starts, strict=False)]),
                color,
                is_flat,
                np.array(rows),
            )
        )
    return surfaces


def body_poses(scene: PhysicsScene) -> np.ndarray:
    """Poses of all bodies now (position [m], quaternion x y z w, world), the variants one after the other, (B, 7)."""
    scene.forward()
    return np.concatenate([frames.kinematics.poses.numpy().reshape(-1, 7) for frames in scene.frames])


def env_of_rows(scene: PhysicsScene) -> np.ndarray:
    """Environment of each row of :func:`body_poses`, shape (B,)."""
    return np.concatenate(
        [np.repeat(frames.worlds.env_ids.numpy(), frames.kinematics.poses.shape[1]) for frames in scene.frames]
    )
