"""The scenes that Newton draws: made once for all cameras of a simulation, when the first of them is read."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from pippin.physics.scene.scene import PhysicsScene

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
        self._soft_positions = scene.soft_positions
        self._poses = [frames.kinematics.poses for frames in scene.frames]
        self._version = -1

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


_scenes: WeakKeyDictionary[PhysicsScene, dict[bool, DrawnScene]] = WeakKeyDictionary()
