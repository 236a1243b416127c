"""The scenes that Newton draws: made once for all cameras of a simulation, when the first of them is read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from pippin.physics.scene.scene import PhysicsScene
from pippin.sim.expressions import resolve_expression

if TYPE_CHECKING:
    from pippin.physics.rendering import RenderScene


_BLACK, _DARK_GROUND = 0.02, (0.2, 0.21, 0.23)
"""The default ground is black, on which neither tiles nor shadows would show: it is drawn in a dark grey."""


class DrawnScene:
    """What can be seen of a scene that plays.

    Args:
        scene: The scene.
        together: Whether all environments are drawn beside each other in the world.

    Attributes:
        drawn: What Newton draws.
    """

    def __init__(self, scene: PhysicsScene, together: bool) -> None:
        from pippin.physics.rendering import RenderScene, lights_of

        self.drawn: RenderScene = RenderScene(scene.description, scene.settings, together=together)
        self.drawn.set_lights(*lights_of(scene.description))
        colors = self.drawn.colors
        colors[self.drawn.is_plane & (colors.max(axis=1) < _BLACK)] = _DARK_GROUND
        self.drawn.set_colors(colors)
        for painted in _paint.get(scene, {}).items():
            self.paint(*painted)
        self._soft_positions = scene.soft_positions
        self._poses = [frames.kinematics.poses for frames in scene.frames]
        self._version = -1

    def paint(self, expression: str, colors: np.ndarray) -> None:
        """Give shapes colours; see :func:`paint`, whose rows that are NaN stay as they are."""
        pattern = re.compile(resolve_expression(expression) + "(/.*)?")
        all_colors = self.drawn.colors
        for index, env_id in enumerate(self.drawn.env_ids):
            if not np.isnan(colors[env_id]).any():
                for row, shape in enumerate(self.drawn.seen_in(index), start=int(self.drawn.first_shapes[index])):
                    if pattern.fullmatch(shape.name):
                        all_colors[row] = colors[env_id]
        self.drawn.set_colors(all_colors)

    def update(self, version: int) -> None:
        """Bring it to the state of a version, to which the scene's kinematics are up to date already."""
        if version != self._version:
            self.drawn.update(self._poses, in_world=True, keep_previous=False, soft_positions=self._soft_positions)
            self._version = version


def drawn_scene_of(scene: PhysicsScene, together: bool) -> DrawnScene:
    """What can be seen of a scene; the same for all who ask while the scene is kept."""
    of_scene = _scenes.setdefault(scene, {})
    if together not in of_scene:
        of_scene[together] = DrawnScene(scene, together)
    return of_scene[together]


def paint(scene: PhysicsScene, expression: str, env_ids: np.ndarray, colors: np.ndarray) -> None:
    """Give the shapes of some environments other colours, in the images that are drawn from now on.

    Args:
        scene: The scene.
        expression: Expression for the prims whose shapes are meant, with all that is below them.
        env_ids: Environments, shape (E,), int.
        colors: Colour of each (red, green, blue), 0 to 1, shape (E, 3).
    """
    painted = _paint.setdefault(scene, {})
    known = painted.setdefault(expression, np.full((scene.num_envs, 3), np.nan, dtype=np.float32))
    known[env_ids] = np.clip(colors, 0.0, 1.0)
    for drawn in _scenes.get(scene, {}).values():
        drawn.paint(expression, known)


_paint: WeakKeyDictionary[PhysicsScene, dict[str, np.ndarray]] = WeakKeyDictionary()
_scenes: WeakKeyDictionary[PhysicsScene, dict[bool, DrawnScene]] = WeakKeyDictionary()
