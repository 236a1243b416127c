"""Colours, textures, segmentation ids and lights, handed to what draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import warp as wp

from pippin.physics.assembly.ground import GROUND_PATH

from ..types import MeshType
from .looks import NUM_LIGHTS, Light
from .sim import Actor, GymSim

if TYPE_CHECKING:
    from pippin.physics.rendering import RenderScene
    from pippin.physics.rendering import Texture as SurfaceTexture

    from .part import Part


NO_ACTOR = -1
"""Stands for the body of what belongs to no actor."""


class Appearance:
    """How the actors look in one scene that is drawn.

    Args:
        sim: The simulation.
        scene: The scene.
        parts: The environments, by variant.
        indices: Place among the drawn environments of each environment, by its index in the simulation.
        mesh_type: Kind of mesh whose colours count.

    Attributes:
        segmentation: Segmentation id of each shape, shape (num_shapes,), int.
    """

    def __init__(
        self,
        sim: GymSim,
        scene: RenderScene,
        parts: list[Part],
        indices: dict[int, int],
        mesh_type: MeshType,
    ) -> None:
        self._sim = sim
        self._scene = scene
        self._kind = int(mesh_type)
        self._rows: dict[int, list[np.ndarray]] = {}
        """Rows of the shapes of each body of an actor, by the actor's index."""
        self._ids = np.zeros(scene.num_shapes, dtype=np.int32)
        for part in parts:
            self._add_rows(part, indices)
        self._original_colors = scene.colors
        self._colors = scene.colors
        self._texture_of_shape = np.full(scene.num_shapes, -1)
        self._texture_ids = self._texture_of_shape.copy()
        self._surface_textures: dict[int, SurfaceTexture] = {}
        self._lights: list[Light | None] = [None] * NUM_LIGHTS
        self.segmentation = wp.zeros(scene.num_shapes, dtype=int, device=scene.device)
        self.update(sim.actors)

    def _add_rows(self, part: Part, indices: dict[int, int]) -> None:
        """Find the shapes of all actors of the environments of one variant."""
        index_in_env = {int(body): index for index, body in enumerate(part.host.bodies)}
        for env in part.envs:
            index = indices[env.index]
            shapes = self._scene.seen_in(index)
            bodies = [index_in_env.get(shape.body, NO_ACTOR) for shape in shapes]
            rows_of_body: dict[int, list[int]] = {}
            start = int(self._scene.first_shapes[index])
            for row, body in enumerate(bodies, start=start):
                rows_of_body.setdefault(body, []).append(row)
            for row in rows_of_body.get(NO_ACTOR, []):
                self._ids[row] = self._ground_id(shapes[row - start].name)
            for actor in env.actors:
                first = actor.first_body_in_env
                self._rows[actor.index] = [
                    np.array(rows_of_body.get(body, []), dtype=int) for body in range(first, first + actor.num_bodies)
                ]

    def _ground_id(self, name: str) -> int:
        """Segmentation id of the ground that a shape belongs to."""
        number = name.removeprefix(GROUND_PATH).partition(":")[0]
        return self._sim.ground_ids[int(number)] if name.startswith(GROUND_PATH) else 0

    def update(self, actors: list[Actor]) -> None:
        """Take over how actors look, and the lights."""
        if actors:
            for actor in actors:
                self._take(actor)
            self._scene.set_colors(self._colors)
            self._set_textures()
            self.segmentation.assign(self._ids)
        if self._lights != self._sim.lights:
            self._lights = list(self._sim.lights)
            self._set_lights()

    def _take(self, actor: Actor) -> None:
        looks = actor.looks
        for body, rows in enumerate(self._rows.get(actor.index, [])):
            self._ids[rows] = actor.segmentation_id
            if looks is None:
                continue
            self._ids[rows] = looks.segmentation_ids.get(body, actor.segmentation_id)
            color = looks.colors.get((body, self._kind))
            self._colors[rows] = self._original_colors[rows] if color is None else color
            self._texture_of_shape[rows] = looks.textures.get((body, self._kind), -1)

    def _set_textures(self) -> None:
        """Hand over the textures that are used, if they changed."""
        used = set(np.unique(self._texture_of_shape).tolist()) - {-1}
        textures = {handle: texture for handle in used if (texture := self._surface_texture(handle)) is not None}
        number = np.full(len(self._sim.textures) + 1, -1)  # the last is that of shapes without, whose handle is -1
        number[list(textures)] = np.arange(len(textures))
        ids = number[self._texture_of_shape]
        if np.any(ids != self._texture_ids):
            self._texture_ids = ids
            self._scene.set_textures(list(textures.values()), ids)

    def _surface_texture(self, handle: int) -> SurfaceTexture | None:
        """A texture as what draws has it; None where it was freed."""
        from pippin.physics.rendering import Texture

        texture = self._sim.textures[handle]
        if texture is None:
            self._surface_textures.pop(handle, None)
        elif handle not in self._surface_textures:
            self._surface_textures[handle] = Texture(texture.pixels)
        return self._surface_textures.get(handle)

    def _set_lights(self) -> None:
        """Let the lights shine that were set; until then, it is those that the scene has."""
        lights = [light for light in self._lights if light is not None]
        from pippin.physics.rendering import DirectionalLight

        shining = []
        for light in lights:
            x, y, z = light.direction
            if (x, y, z) != (0.0, 0.0, 0.0):
                shining.append(DirectionalLight((-x, -y, -z), light.intensity))
        ambient = np.sum([light.ambient for light in lights], axis=0).tolist()
        self._scene.set_lights(shining, tuple(ambient), tuple(ambient))
