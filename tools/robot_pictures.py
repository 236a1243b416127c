"""Draws each robot for its page in the documentation: ``python tools/robot_pictures.py [NAME ...]``.

Writes ``docs/_static/robots/<name>.png``, by the ray tracer that cameras use, on the CPU.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

from pippin.cli.showcase import Placement, Showcase
from pippin.physics.scene.scene import PhysicsScene, playing_scene
from pippin.robots import ROBOTS
from pippin.sim import SimulationCfg, SimulationContext
from pippin.viewers.pictures import PictureCamera
from pippin.viewers.surfaces import body_poses, body_surfaces
from pippin.viewers.video import write_png

FOLDER = Path(__file__).parents[1] / "docs" / "_static" / "robots"
VIEW = np.array([1.0, -0.9, 0.55])
"""From where it is looked at."""

ANGLE = 0.7
"""Vertical angle of view [rad]."""


def corners(scene: PhysicsScene) -> Iterator[np.ndarray]:
    """Corners of what the bodies show in the world [m], shape (V, 3) each."""
    poses = body_poses(scene)
    for surface in body_surfaces(scene, [0]):
        x, y, z, *turn = poses[surface.rows[0]]
        yield Rotation.from_quat(turn).apply(surface.vertices) + [x, y, z]


def main() -> None:
    """Let each robot stand for a moment, and take its picture from as far away as shows all of it."""
    for name in sys.argv[1:] or ROBOTS:
        with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as simulation:
            showcase = Showcase(simulation, [Placement(name, sway=0.0)], 1, 2.0)
            for step in range(20):
                showcase.step(step * 0.005)
            scene = playing_scene(simulation)
            points = np.concatenate(list(corners(scene)))
            target = 0.5 * (points.min(axis=0) + points.max(axis=0))
            radius = float(np.linalg.norm(points - target, axis=1).max())
            away = radius / math.sin(0.5 * ANGLE) * VIEW / np.linalg.norm(VIEW)
            camera = PictureCamera(scene, width=480, height=360, field_of_view=ANGLE)
            write_png(FOLDER / f"{name}.png", camera.take(target + away, target))
        sys.stdout.write(f"{FOLDER / name}.png\n")


if __name__ == "__main__":
    main()
