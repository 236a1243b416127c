"""Pushing bodies: a force that acts on one for a while, given from outside the program."""

from __future__ import annotations

import numpy as np
import warp as wp

from pippin.physics.scene.scene import PhysicsScene


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
        """Push the body whose frame is nearest to a ray, along the ray.

        Args:
            origin: Begin of the ray in the world [m], shape (3,).
            direction: Its direction, of length 1, shape (3,).
            env_ids: Environments whose bodies may be pushed.
            force: Force [N].
            seconds: How long it acts, in simulated time [s].

        Returns:
            Environment and name of the body; None where there is none in front.
        """
        found: tuple[float, int, int, int] | None = None
        self._scene.forward()
        for variant, frames in enumerate(self._scene.frames):
            poses = frames.kinematics.poses.numpy()
            movable = frames.worlds.model.body_dofnum[frames.worlds.model.body_rootid] > 0
            movable |= frames.worlds.model.body_dofnum > 0
            for world in np.flatnonzero(np.isin(frames.worlds.env_ids.numpy(), env_ids)):
                offsets = poses[world, :, :3] - origin
                along = offsets @ direction
                distances = np.linalg.norm(offsets - along[:, None] * direction, axis=1)
                distances[(along <= 0.0) | ~movable] = np.inf
                body = int(np.argmin(distances))
                if np.isfinite(distances[body]) and (found is None or distances[body] < found[0]):
                    found = float(distances[body]), variant, int(world), body
        if found is None:
            return None
        _, variant, place, body = found
        self._acting.append((variant, place, body, force * direction, self._scene.time + seconds))
        worlds = self._scene.frames[variant].worlds
        return int(worlds.env_ids.numpy()[place]), worlds.model.body(body).name

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
