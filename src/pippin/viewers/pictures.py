"""Pictures of a simulation, ray-traced on the CPU or GPU without a window: for documents, demos and tests."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy.spatial.transform import Rotation

from pippin.physics.rendering import CameraBatch, Optics, RenderScene
from pippin.physics.scene.scene import PhysicsScene
from pippin.sim.stage import get_current_stage, has_current_stage

from .markers import draw_markers, marker_surface

DARKEST_GROUND = (0.065, 0.0725, 0.08)
"""Colour of infinite planes that are blacker than this, in linear RGB: black ones, as Isaac Lab's ground is by default,
would hide where things stand and how fast they go. Isaac Sim's shows the lines of its grid, whatever its colour."""


class PictureCamera:
    """Takes pictures of some environments of a scene, beside each other in the world.

    The first picture compiles kernels (a few seconds, once on a machine); a picture of 960 x 540 takes about half a
    second on a CPU.

    Args:
        scene: The scene that plays.
        env_ids: Environments that the pictures show; None for all.
        width: Width of the pictures [pixel].
        height: Height of the pictures [pixel].
        field_of_view: Vertical angle of view [rad].
        samples_per_pixel: Rays along each side of a pixel: 2 smooths edges at four times the cost.

    Raises:
        IndexError: There is no such environment.
    """

    def __init__(
        self,
        scene: PhysicsScene,
        env_ids: Sequence[int] | None = None,
        width: int = 960,
        height: int = 540,
        field_of_view: float = 0.7,
        samples_per_pixel: int = 2,
    ) -> None:
        self._scene = scene
        self._drawn = RenderScene(scene.description, scene.settings, env_ids=env_ids, together=True)
        horizontal = 2.0 * math.atan(math.tan(0.5 * field_of_view) * width / height)
        self._optics = Optics.of_angle(width, height, horizontal)
        self._samples_per_pixel = samples_per_pixel
        self._camera = CameraBatch(self._drawn, self._optics, [0], samples_per_pixel, samples_per_pixel)
        self._drawn.set_colors(_with_visible_ground(self._drawn.colors, self._drawn.is_plane))

    def take(self, eye: Sequence[float], target: Sequence[float]) -> np.ndarray:
        """Picture of the environments as they are now, with the markers of the stage that are visible.

        Args:
            eye: Position of the camera in the world [m].
            target: Point that it looks at [m].

        Returns:
            Picture, shape (height, width, 3), uint8, red green blue.

        Raises:
            ValueError: There are too many markers to draw.
        """
        self._scene.forward()
        poses = [frames.kinematics.poses for frames in self._scene.frames]
        self._drawn.update(poses, in_world=True, soft_positions=self._scene.soft_positions)
        pose = _looking_at(np.asarray(eye, float), np.asarray(target, float))
        self._camera.offsets.assign(pose[None])
        self._camera.place()
        markers = marker_surface(get_current_stage()) if has_current_stage() else None
        self._camera.render(("color",) if markers is None else ("color", "depth"))
        picture = self._camera.image("color").numpy()[0, ..., :3].copy()
        if markers is None:
            return picture
        depth = self._camera.image("depth")[0]
        return draw_markers(markers, pose, self._optics, depth, self._samples_per_pixel, picture)


def _with_visible_ground(colors: np.ndarray, is_plane: np.ndarray) -> np.ndarray:
    """Colours of shapes, shape (num_shapes, 3), in which no plane is black."""
    is_too_dark = is_plane & (colors.max(axis=1) < max(DARKEST_GROUND))
    return np.where(is_too_dark[:, None], np.array(DARKEST_GROUND, dtype=np.float32), colors)


def _looking_at(eye: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Pose of a camera that looks along its -z axis with the world's z axis up in the picture, shape (7,), float32."""
    backward = eye - target
    backward /= np.linalg.norm(backward)
    right = np.cross([0.0, 0.0, 1.0], backward)
    length = np.linalg.norm(right)
    right = right / length if length > 1e-6 else np.array([1.0, 0.0, 0.0])  # straight down: any side may be up
    axes = np.stack([right, np.cross(backward, right), backward], axis=1)
    return np.concatenate([eye, Rotation.from_matrix(axes).as_quat()]).astype(np.float32)
