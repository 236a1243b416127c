"""Pushing bodies: a force that acts on one for a while, given from outside the program."""

from __future__ import annotations

import numpy as np
import warp as wp

from pippin.physics.scene.scene import PhysicsScene

SAME = 0.02
"""Difference of distances from a ray up to which bodies are as near as each other [m]."""


class Pushes:
    """Forces on bodies of a scene that end by themselves.

    Args:
        scene: The scene, which plays.
    """

    def __init__(self, scene: PhysicsScene) -> None:
        self._scene = scene
        self._acting: list[tuple[int, int, int, np.ndarray, float]] = []  # variant, world, body, force, until when [s]

    def push_nearest(
        self, origin: np.ndarray, direction: np.ndarray, env_ids: np.ndarray, force: float, seconds: float
    ) -> tuple[int, str] | None:
        """Push the body whose frame is nearest to a ray, along the ray; of those as near as each other the first.

        Args:
            origin: Begin of the ray in the world [m], shape (3,).
            direction: Its direction, of length 1, shape (3,).
            env_ids: Environments whose bodies may be pushed.
            force: Force [N].
            seconds: How long it acts, in simulated time [s].

        Returns:
            Environment and name of the body; None where there is none in front.
        """
        found: list[tuple[float, float, int, int, int]] = []  # off the ray, along it, variant, world, body
        self._scene.forward()
        for variant, frames in enumerate(self._scene.frames):
            poses = frames.kinematics.poses.numpy()
            movable = frames.worlds.model.body_dofnum[frames.worlds.model.body_rootid] > 0
            movable |= frames.worlds.model.body_dofnum > 0
            for world in np.flatnonzero(np.isin(frames.worlds.env_ids.numpy(), env_ids)).tolist():
                offsets = poses[world, :, :3] - origin
                along = offsets @ direction
                distances = np.linalg.norm(offsets - along[:, None] * direction, axis=1)
                for body in np.flatnonzero((along > 0.0) & movable).tolist():
                    found.append((float(distances[body]), float(along[body]), variant, world, body))
        if not found:
            return None
        nearest = min(found)[0]
        _, _, variant, place, pushed = min(
            (each for each in found if each[0] <= nearest + SAME), key=lambda each: each[1]
        )
        self._acting.append((variant, place, pushed, force * direction, self._scene.time + seconds))
        worlds = self._scene.frames[variant].worlds
        return int(worlds.env_ids.numpy()[place]), worlds.model.body(pushed).name

    def apply(self) -> None:
        """Let the forces act in the coming step. Costs nothing where there are none."""
        if not self._acting:
            return
        self._acting = [push for push in self._acting if push[4] > self._scene.time]
        for variant, world, body, force, _ in self._acting:
            wrenches = self._scene.next_step_wrenches[variant].for_writing()
            values = wrenches.numpy()
            values[world, body, :3] += force
            if wrenches.device.is_cuda:
                wrenches.assign(wp.array(values, dtype=wrenches.dtype, device=wrenches.device))
