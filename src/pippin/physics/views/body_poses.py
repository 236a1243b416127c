"""Poses of chosen bodies side by side, one row for each environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import warp as wp

if TYPE_CHECKING:
    from ..scene import PhysicsScene


class BodyPoses:
    """Reads the poses of bodies, which may be others in each variant of an environment.

    Args:
        scene: The scene that plays.
        bodies: For each variant, prim path of the body of each column, at most C; None for a column without one.

    Raises:
        ValueError: A variant has no such body.
    """

    def __init__(self, scene: PhysicsScene, bodies: Sequence[Sequence[str | None]]) -> None:
        self._scene = scene
        self._parts = []
        for frames, paths in zip(scene.frames, bodies, strict=True):
            there = frames.worlds.layout.body_paths
            columns = np.array([-1 if path is None else there.index(path) for path in paths], dtype=np.int32)
            self._parts.append((frames, wp.array(columns, dtype=int, device=scene.device)))

    def read(self, out: wp.array) -> wp.array:
        """Poses in the world, shape (num_envs, C), wp.transformf; columns without a body stay as they are."""
        for frames, bodies in self._parts:
            frames.kinematics.update(self._scene.state_version)
            wp.launch(
                gather_body_poses,
                dim=(frames.worlds.num_worlds, bodies.shape[0]),
                inputs=[frames.kinematics.poses, bodies, frames.worlds.env_ids],
                outputs=[out],
                device=self._scene.device,
            )
        return out


@wp.kernel(enable_backward=False)
def gather_body_poses(
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody) of a variant, in the world
    bodies: wp.array(dtype=int),  # (c,) body of each column, -1 for none
    env_ids: wp.array(dtype=int),  # (W,)
    out: wp.array2d(dtype=wp.transformf),  # (num_envs, C)
):
    """Poses of chosen bodies of each world."""
    world, column = wp.tid()
    if bodies[column] >= 0:
        out[env_ids[world], column] = poses[world, bodies[column]]
