"""What can be seen of all environments: a model of Newton that only draws."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Literal

import newton
import numpy as np
import warp as wp
from newton.sensors import SensorCamera

from ..backend import SolverSettings
from ..compile import compile_model
from ..description import SceneDescription
from .carried_lights import CarriedLights, Carrier
from .kernels import place_bodies
from .lights import daylight
from .newton_looks import (
    Color,
    DirectionalLight,
    PointLight,
    Texture,
    place_lights,
    set_lights,
    set_texture_of_shapes,
    set_textures,
)
from .seen_shapes import SeenShape, seen_shapes
from .shape_builder import ShapeBuilder
from .soft_surfaces import add_surfaces, place_nodes, surface_nodes
from .texture_files import load_texture


class RenderScene:
    """Shapes of environments for cameras to draw, in the order of ``env_ids``.

    Each environment is drawn by itself, in its own frame, as it is simulated: a camera sees the environment that it is
    in, and the ground. For pictures of many environments beside each other, ``together`` draws them in the world.
    Meshes are kept once, however many environments have them.

    Args:
        description: What the environments hold.
        settings: Device, and what else the model is compiled with.
        geometry: "visual" draws what is made for being seen, "collision" the colliders.
        env_ids: Environments that are drawn; None for all.
        together: Whether they are drawn into one world.

    Raises:
        IndexError: There is no such environment.

    Attributes:
        env_ids: Environments that are drawn, shape (num_drawn,), int.
        shapes: What each environment of a variant shows, by variant.
        variants: Variant of each drawn environment, shape (num_drawn,), int.
        first_shapes: Row of each drawn environment's first shape; its other shapes follow in the order of ``shapes``.
        first_bodies: Row of the first body (the model's body 0, the environment's frame) of each drawn environment;
            its other bodies follow in the order of the model.
        num_shapes: Number of rows of shapes.
        body_poses: Poses of all bodies as they are drawn, shape (num_rows,), wp.transformf.
        previous_body_poses: The same before the last :meth:`update`.
        shape_bodies: Row of the body of each shape, shape (num_shapes,), int.
        body_ids: Row of each body among those of an environment, by its name, for each variant.
        is_plane: Whether each shape is an infinite plane, shape (num_shapes,), bool.
    """

    def __init__(
        self,
        description: SceneDescription,
        settings: SolverSettings,
        geometry: Literal["visual", "collision"] = "visual",
        env_ids: Sequence[int] | None = None,
        together: bool = False,
    ) -> None:
        self.device = settings.device
        self.together = together
        self._y_is_up = abs(settings.gravity[1]) > abs(settings.gravity[2])
        self.env_ids = _checked(env_ids, description.num_envs)
        self.variants = np.asarray(description.variant_of_env)[self.env_ids]
        models = [compile_model(variant, settings, visuals=True) for variant in description.variants]
        self.shapes: list[list[SeenShape]] = [seen_shapes(model, geometry == "collision") for model in models]
        self._shared = [
            {0} | {model.body(name).id for name in variant.shared_bodies}
            for variant, model in zip(description.variants, models, strict=True)
        ]
        self.body_ids: list[dict[str, int]] = [{model.body(i).name: i for i in range(model.nbody)} for model in models]
        self._carried: CarriedLights | None = None
        bodies = np.array([model.nbody for model in models])[self.variants]
        self.first_bodies = np.cumsum(bodies) - bodies
        counts = np.array([len(self._drawn(index)) for index in range(len(self.env_ids))], dtype=int)
        self.first_shapes = np.cumsum(counts) - counts
        self.num_shapes = int(counts.sum())
        self._soft_bodies = [variant.soft_bodies for variant in description.variants]
        self._model = self._build(models)
        self._state = self._model.state()
        self.body_poses: wp.array = self._state.body_q
        self.previous_body_poses = wp.clone(self.body_poses)
        self.shape_bodies: wp.array = self._model.shape_body
        self.camera = SensorCamera(self._model)
        self._prepare_places(description)
        self._colors = self._model.shape_color.numpy()
        self._is_updated = False
        self.is_plane = np.array(
            [shape.is_plane for index in range(len(self.env_ids)) for shape in self._drawn(index)], dtype=bool
        )
        self._find_own_textures(description)
        self._textures: list[Texture] = []
        self.set_lights(*daylight(self._y_is_up))
        self.set_textures([], np.full(self.num_shapes, -1))

    @property
    def num_worlds(self) -> int:
        """Number of worlds that are drawn by themselves."""
        return 1 if self.together else len(self.env_ids)

    def seen_in(self, index: int) -> list[SeenShape]:
        """Shapes of a drawn environment, one for each row from ``first_shapes[index]`` on."""
        return self._drawn(index)

    # -- building ------------------------------------------------------------------------------------------------------

    def _drawn(self, index: int) -> list[SeenShape]:
        """Shapes of a drawn environment. Where all are in one world, what they share is drawn with the first."""
        return self._shapes_of(int(self.variants[index]), self.together and index > 0)

    def _shapes_of(self, variant: int, without_shared: bool) -> list[SeenShape]:
        shapes, shared = self.shapes[variant], self._shared[variant]
        return [shape for shape in shapes if shape.body not in shared] if without_shared else shapes

    def _build(self, models: list) -> newton.Model:
        shape_builder = ShapeBuilder()
        builder = newton.ModelBuilder(up_axis=newton.Axis.Y if self._y_is_up else newton.Axis.Z)
        environments: dict[tuple[int, bool], newton.ModelBuilder] = {}
        if self.together:
            builder.begin_world()
        keys = [(variant, self.together and index > 0) for index, variant in enumerate(self.variants.tolist())]
        for key, run in itertools.groupby(keys):
            if key not in environments:
                environments[key] = self._environment(shape_builder, models[key[0]], self._shapes_of(*key))
                add_surfaces(environments[key], self._soft_bodies[key[0]])
            builder.replicate(environments[key], len(list(run)), separate_worlds=not self.together)
        if self.together:
            builder.end_world()
        return builder.finalize(device=self.device, skip_all_validations=True)

    def _environment(self, shape_builder: ShapeBuilder, model, shapes: list[SeenShape]) -> newton.ModelBuilder:  # noqa: ANN001
        builder = newton.ModelBuilder(up_axis=newton.Axis.Y if self._y_is_up else newton.Axis.Z)
        for _ in range(model.nbody):
            builder.add_link()
        for shape in shapes:
            shape_builder.add(builder, shape.body, model, shape.geom)
        return builder

    def _find_own_textures(self, description: SceneDescription) -> None:
        """Textures of the scene's own surfaces: pictures of their materials, and tiles on planes."""
        self._own_textures = [_tiles()]
        self._own_texture_of_shape = np.where(self.is_plane, 0, -1)
        loaded: dict[str, int] = {}
        for index, variant in enumerate(self.variants.tolist()):
            textures = description.variants[variant].textures
            for row, shape in enumerate(self._drawn(index) if textures else [], start=int(self.first_shapes[index])):
                texture = textures.get(shape.name)
                if texture is None:
                    continue
                if texture.file not in loaded:
                    picture = load_texture(texture.file)
                    loaded[texture.file] = -1 if picture is None else len(self._own_textures)
                    self._own_textures += [] if picture is None else [picture]
                if loaded[texture.file] >= 0:
                    self._own_texture_of_shape[row] = loaded[texture.file]
                    self._colors[row] = texture.tint
        self.set_colors(self._colors)

    def _prepare_places(self, description: SceneDescription) -> None:
        """Tables by variant: its environments, and the rows of their first bodies."""
        first_row = np.full(description.num_envs, -1)
        first_row[self.env_ids] = self.first_bodies
        self._worlds = []
        for variant in range(len(description.variants)):
            env_ids = np.flatnonzero(np.asarray(description.variant_of_env) == variant)
            self._worlds.append((self._upload(env_ids), self._upload(first_row[env_ids])))
        nodes = [surface_nodes(bodies) for bodies in self._soft_bodies]
        counts = np.array([len(of_variant) for of_variant in nodes])[self.variants]
        first_row[self.env_ids] = np.cumsum(counts) - counts
        self._soft_rows = [
            (env_ids, self._upload(of_variant), self._upload(first_row[env_ids.numpy()]))
            for (env_ids, _), of_variant in zip(self._worlds, nodes, strict=True)
        ]
        origins = np.asarray(description.env_origins, dtype=np.float32)
        zeros = np.zeros_like(origins)
        self._ground = self._vectors(origins if self.together else zeros)
        self._shift_from_world = self._vectors(zeros if self.together else -origins)
        self._shift_from_env = self._vectors(origins if self.together else zeros)

    def _upload(self, values: np.ndarray) -> wp.array:
        return wp.array(values.astype(np.int32), dtype=int, device=self.device)

    def _vectors(self, values: np.ndarray) -> wp.array:
        return wp.array(values, dtype=wp.vec3f, device=self.device)

    # -- state ---------------------------------------------------------------------------------------------------------

    def update(
        self,
        poses: Sequence[wp.array],
        in_world: bool,
        keep_previous: bool = True,
        soft_positions: Sequence[wp.array | None] = (),
    ) -> None:
        """Bring the scene to where the bodies are.

        Args:
            poses: Poses of the bodies of each variant, shape (W, nbody), wp.transformf, as
                :class:`pippin.physics.kinematics.BodyKinematics` has them.
            in_world: Whether they are in the world, else in the environments' frames.
            keep_previous: Whether to bring ``previous_body_poses`` up to date, too.
            soft_positions: Positions of the soft bodies' nodes in the environments' frames for each variant, shape
                (W, num_nodes), wp.vec3f, or None where it has no soft bodies; without any, these stay where they are.
        """
        for (env_ids, nodes, first_rows), positions in zip(self._soft_rows, soft_positions, strict=False):
            if positions is not None:
                wp.launch(
                    place_nodes,
                    dim=(positions.shape[0], nodes.shape[0]),
                    inputs=[positions, env_ids, self._shift_from_env, nodes, first_rows],
                    outputs=[self._state.particle_q],
                    device=self.device,
                )
        if self._is_updated and keep_previous:
            wp.copy(self.previous_body_poses, self.body_poses)
        shift = self._shift_from_world if in_world else self._shift_from_env
        for (env_ids, first_rows), of_variant in zip(self._worlds, poses, strict=True):
            wp.launch(
                place_bodies,
                dim=of_variant.shape,
                inputs=[of_variant, env_ids, shift, self._ground, first_rows],
                outputs=[self.body_poses],
                device=self.device,
            )
        if self._carried is not None:
            self._carried.place(self.body_poses)
        if self._is_updated:
            self._model.bvh_refit_shapes(self._state)
            return
        # The tree of bounding boxes is built of bodies that are where they begin: one built of bodies that all lie at
        # the origin, and only refitted, makes a picture of ants take 1.6 times as long.
        self._model.bvh_build_shapes(self._state)
        wp.copy(self.previous_body_poses, self.body_poses)
        self._is_updated = True

    def sync_soft_bodies(self) -> None:
        """Take over where the points of soft bodies are, before :meth:`draw`."""
        self.camera.sync_deformable_meshes(self._state)

    def draw(self, **arguments: object) -> None:
        """Let Newton's renderer draw; see ``newton.sensors.SensorCamera.update``. Threads may do so at once."""
        self.camera.update(self._state, sync_deformables=False, **arguments)  # type: ignore[arg-type]

    # -- looks ---------------------------------------------------------------------------------------------------------

    @property
    def colors(self) -> np.ndarray:
        """Colours of all shapes (red, green, blue), 0 to 1, shape (num_shapes, 3), float32: a copy."""
        return self._colors.copy()

    def set_colors(self, colors: np.ndarray) -> None:
        """Set the colours of all shapes, as :attr:`colors` has them."""
        self._colors = np.asarray(colors, dtype=np.float32).reshape(self.num_shapes, 3).copy()
        self._model.shape_color.assign(self._colors)

    def set_lights(
        self,
        lights: Sequence[DirectionalLight | PointLight],
        from_above: Color,
        from_below: Color,
        carriers: Mapping[str, Carrier] | None = None,
    ) -> None:
        """Set what lights the scene.

        Args:
            lights: Lights from far away, and lamps.
            from_above: What surfaces that face up receive from everywhere, in linear units.
            from_below: What surfaces that face down receive.
            carriers: What carries lights, by their names; the others stay where they are.
        """
        set_lights(self.camera, lights)
        self.camera.set_ambient_light(from_above, from_below)
        of_lights = [(carriers or {}).get(light.name) for light in lights]
        self._carried = None
        if any(carrier is not None for carrier in of_lights):
            self._carried = CarriedLights(lights, of_lights, self.num_worlds, self.device)
            self._carried.place(self.body_poses)

    @property
    def has_carried_lights(self) -> bool:
        """Whether bodies carry lights, so that each world is lit by itself: see :meth:`light`."""
        return self._carried is not None

    def light(self, world: int) -> None:
        """Let lights that bodies carry be where they are in one world, for what is drawn next."""
        assert self._carried is not None, "only lights that bodies carry differ between worlds"
        place_lights(self.camera, self._carried.positions[world], self._carried.directions[world])

    def rows_of(self, body_of_variant: Sequence[str | None]) -> np.ndarray:
        """Row of a body in each world, -1 where it has none, shape (num_worlds,), int.

        Args:
            body_of_variant: Its name in each variant; None where that has none.
        """
        worlds = range(self.num_worlds)
        bodies = [-1 if name is None else ids[name] for name, ids in zip(body_of_variant, self.body_ids, strict=True)]
        local = np.array([bodies[self.variants[world]] for world in worlds])
        return np.where(local < 0, -1, self.first_bodies[: self.num_worlds] + local)

    def set_textures(self, textures: Sequence[Texture], texture_of_shape: np.ndarray) -> None:
        """Set the textures of all shapes. Those without one have that of their material, and planes tiles of 1 m.

        Args:
            textures: The textures.
            texture_of_shape: Index of each shape's texture, -1 for none, shape (num_shapes,), int.
        """
        all_textures = [*textures, *self._own_textures]
        if [id(texture) for texture in all_textures] != [id(texture) for texture in self._textures]:
            set_textures(self.camera, all_textures)
            self._textures = all_textures
        has_own = (np.asarray(texture_of_shape) < 0) & (self._own_texture_of_shape >= 0)
        indices = np.where(has_own, self._own_texture_of_shape + len(textures), texture_of_shape)
        set_texture_of_shapes(self.camera, indices)


def _checked(env_ids: Sequence[int] | None, num_envs: int) -> np.ndarray:
    if env_ids is None:
        return np.arange(num_envs)
    wrong = [env_id for env_id in env_ids if not 0 <= env_id < num_envs]
    if wrong:
        raise IndexError(f"There are no environments {wrong}: the scene has {num_envs}, counted from 0.")
    return np.array(env_ids, dtype=int)


def _tiles() -> Texture:
    """Tiles of 1 m: without a pattern, it cannot be seen how far and how fast things move on a plane."""
    pixels = np.full((64, 64, 4), 255, dtype=np.uint8)
    is_dark = (np.arange(64) // 32)[:, None] != np.arange(64) // 32
    pixels[is_dark, :3] = 205
    return Texture(pixels, repeats=0.5)
