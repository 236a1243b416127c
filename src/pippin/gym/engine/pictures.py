"""What cameras and viewers of a simulation see, drawn on the device that simulates.

What draws takes seconds to load, so it is loaded when the first picture is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch

from ..types import ImageType, MeshType
from .appearance import Appearance
from .cameras import VIEWER_CAMERAS, GymCamera
from .images import CameraImages
from .sim import Actor, GymEnv, GymSim

if TYPE_CHECKING:
    from pippin.physics.rendering import RenderScene

    from .engine import Engine


@dataclass
class _DrawnScene:
    """A scene that is drawn, and how the actors look in it."""

    scene: RenderScene
    looks: Appearance


class Pictures:
    """Cameras of a simulation and their images.

    Args:
        sim: The simulation.
    """

    def __init__(self, sim: GymSim) -> None:
        self._sim = sim
        self._of_env: dict[int, list[GymCamera]] = {}
        self._of_viewers: list[GymCamera] = []
        self._groups: dict[tuple, list[CameraImages]] = {}
        self._places: dict[GymCamera, tuple[CameraImages, int]] = {}
        self._scenes: dict[tuple[bool, bool], _DrawnScene] = {}
        self._changed: dict[int, Actor] = {}
        self.num_changes = 0
        """How often an actor was made to look different."""
        self._indices: dict[int, int] = {}
        """Place of each environment in the engine's scene, by its index in the simulation."""

    # -- cameras -------------------------------------------------------------------------------------------------------

    def add(self, camera: GymCamera) -> int:
        """Add a camera; returns its handle."""
        groups = self._groups.setdefault(camera.kind, [])
        if not groups or groups[-1].is_complete:
            groups.append(CameraImages(camera.properties, self._sim.device))
        self._places[camera] = groups[-1], len(groups[-1].cameras)
        groups[-1].cameras.append(camera)
        self.moved(camera)
        if camera.env is None:
            self._of_viewers.append(camera)
            return VIEWER_CAMERAS + len(self._of_viewers) - 1
        cameras = self._of_env.setdefault(camera.env.index, [])
        cameras.append(camera)
        return len(cameras) - 1

    def cameras_of(self, env: GymEnv) -> list[GymCamera]:
        """Cameras of an environment by handle, destroyed ones among them."""
        return self._of_env.get(env.index, [])

    @property
    def viewer_cameras(self) -> list[GymCamera]:
        """Cameras of viewers by handle less :data:`~.cameras.VIEWER_CAMERAS`."""
        return self._of_viewers

    def moved(self, camera: GymCamera) -> None:
        """Say that a camera was given another place."""
        group, view = self._places[camera]
        group.moved.add(view)

    def looks_changed(self, actor: Actor) -> None:
        """Say that an actor looks different."""
        self._changed[actor.index] = actor
        self.num_changes += 1

    # -- images --------------------------------------------------------------------------------------------------------

    def draw_all(self, engine: Engine) -> None:
        """Draw a frame: what all cameras see now."""
        drawn = [group for groups in self._groups.values() for group in groups if self._takes_part(group)]
        self._draw(engine, drawn)

    def draw_viewer(self, engine: Engine, camera: GymCamera) -> tuple[np.ndarray, np.ndarray]:
        """Draw what a viewer's camera sees now.

        Returns:
            Colours, shape (H, W, 4), uint8, and depth along the camera's axis [m], positive, shape (H, W), float32.
        """
        group, view = self._places[camera]
        self._draw(engine, [group])
        color = group.image(view, ImageType.IMAGE_COLOR).cpu().numpy()
        return np.array(color), -group.image(view, ImageType.IMAGE_DEPTH).cpu().numpy()

    def is_drawn(self, camera: GymCamera) -> bool:
        """Whether there is a frame that a camera was there for."""
        return self._places[camera][0].is_drawn

    def image(self, camera: GymCamera, kind: ImageType) -> torch.Tensor:
        """Image of a camera as of the last frame; see :meth:`~.images.CameraImages.image`."""
        group, view = self._places[camera]
        return group.image(view, kind)

    def tensor(self, camera: GymCamera, kind: ImageType) -> torch.Tensor:
        """Memory of a camera's image, shape (height, width) or (height, width, channels), drawn to in every frame."""
        group, view = self._places[camera]
        if group.is_drawn:
            group.image(view, kind)
        group.eager.add(kind)
        return group.tensor(view, kind)

    def _takes_part(self, group: CameraImages) -> bool:
        """Whether a group is drawn with every frame: all of sensors, and of viewers those that were asked for."""
        is_viewer = group.cameras[0].env is None
        is_used = group.is_drawn or bool(group.eager)
        return is_used if is_viewer else not all(camera.is_destroyed for camera in group.cameras)

    def _draw(self, engine: Engine, groups: list[CameraImages]) -> None:
        updated: dict[tuple[bool, bool], _DrawnScene] = {}
        for group in groups:
            first = group.cameras[0]
            key = first.env is None, first.properties.use_collision_geometry
            if key not in updated:
                updated[key] = self._updated_scene(engine, *key)
            drawn = updated[key]
            self._prepare(engine, group, drawn.scene)
            group.draw(drawn.looks.segmentation)

    def _prepare(self, engine: Engine, group: CameraImages, scene: RenderScene) -> None:
        """Find the environments and bodies of new cameras, and of those that moved, in the scene."""
        if not group.is_complete:
            group.build(scene, [self._world_of(camera) for camera in group.cameras])
        if group.moved:
            group.place({view: self._body_row(group.cameras[view], engine, scene) for view in group.moved})

    def _world_of(self, camera: GymCamera) -> int:
        """Index of the world that a camera sees."""
        if camera.env is None:
            return 0
        if camera.env.index not in self._indices:
            raise RuntimeError(
                f"environment {camera.env.index} has a camera and no actors, so it is "
                "not simulated and there is nothing to see. Create an actor in it."
            )
        return self._indices[camera.env.index]

    def _body_row(self, camera: GymCamera, engine: Engine, scene: RenderScene) -> int:
        """Row in the scene of the body that carries a camera; -1 for none."""
        if camera.body is None:
            return -1
        actor, index = camera.body
        part, _ = engine.place_of(actor)
        body = part.host.bodies[actor.first_body_in_env + index]
        return int(scene.first_bodies[self._indices[actor.env.index]] + body)

    def _updated_scene(self, engine: Engine, together: bool, collision: bool) -> _DrawnScene:
        """A scene as it is now; built when it is first drawn."""
        if (together, collision) not in self._scenes:
            self._scenes[together, collision] = self._build(engine, together, collision)
        for drawn in self._scenes.values():
            drawn.looks.update(list(self._changed.values()))
        self._changed.clear()
        drawn = self._scenes[together, collision]
        drawn.scene.update([part.kinematics.poses for part in engine.up_to_date_kinematics()], in_world=False)
        return drawn

    def _build(self, engine: Engine, together: bool, collision: bool) -> _DrawnScene:
        from pippin.physics.rendering import RenderScene

        if engine.scene is None:
            raise RuntimeError(
                "there are no actors in any environment to draw; expected one or more: call gym.create_actor first."
            )
        envs = [env for part in engine.parts for env in part.envs]
        self._indices = {env.index: index for index, env in enumerate(envs)}
        scene = RenderScene(
            engine.scene.description,
            engine.scene.settings,
            geometry="collision" if collision else "visual",
            together=together,
        )
        kind = MeshType.MESH_COLLISION if collision else MeshType.MESH_VISUAL
        return _DrawnScene(scene, Appearance(self._sim, scene, engine.parts, self._indices, kind))


def pictures_of(sim: GymSim) -> Pictures:
    """Cameras of a simulation and their images."""
    pictures = drawn_pictures_of(sim)
    if pictures is None:
        pictures = sim.pictures = Pictures(sim)
    return pictures


def drawn_pictures_of(sim: GymSim) -> Pictures | None:
    """Return the cameras of a simulation and their images; None where it never had a camera."""
    pictures = sim.pictures
    assert pictures is None or isinstance(pictures, Pictures)
    return pictures
