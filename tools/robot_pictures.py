"""Draws each robot for its page in the documentation: ``python tools/robot_pictures.py [NAME ...]``.

Writes ``docs/_static/robots/<name>.png``, by the ray tracer that cameras use, on the CPU.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from pippin.cli.showcase import Placement, Showcase
from pippin.physics.scene.scene import playing_scene
from pippin.robots import ROBOTS
from pippin.sim import SimulationCfg, SimulationContext
from pippin.viewers.pictures import PictureCamera
from pippin.viewers.surfaces import body_poses, body_surfaces
from pippin.viewers.video import write_png

FOLDER = Path(__file__).parents[1] / "docs" / "_static" / "robots"
VIEW = np.array([1.0, -0.9, 0.55])
"""From where it is looked at."""


def main() -> None:
    """Let each robot stand for a moment, and take its picture from as far away as shows all of it."""
    for name in sys.argv[1:] or ROBOTS:
        with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as simulation:
            showcase = Showcase(simulation, [Placement(name, sway=0.0)], 1, 2.0)
            for step in range(20):
                showcase.step(step * 0.005)
            scene = playing_scene(simulation)
            poses = body_poses(scene)
            reach = [np.abs(surface.vertices).max() for surface in body_surfaces(scene, [0])]
            middles = np.array([poses[surface.rows[0], :3] for surface in body_surfaces(scene, [0])])
            target = 0.5 * (middles.min(axis=0) + middles.max(axis=0))
            size = float(np.linalg.norm(np.ptp(middles, axis=0))) + float(np.median(reach))
            camera = PictureCamera(scene, width=480, height=360)
            write_png(FOLDER / f"{name}.png", camera.take(target + 1.6 * size * VIEW / np.linalg.norm(VIEW), target))
        sys.stdout.write(f"{FOLDER / name}.png\n")


if __name__ == "__main__":
    main()
