"""Methods of Gym for how things look in the images of cameras and viewers."""

from __future__ import annotations

from pathlib import Path

import imageio.v3 as iio
import numpy as np

from ..engine.actor import Actor, GymEnv
from ..engine.checks import require_index, require_integer, require_kind
from ..engine.looks import DEFAULT_COLOR, Light, Texture
from ..engine.sim import GymSim
from ..types import MeshType, Vec3
from ..types.constants import INVALID_HANDLE
from .handles import as_actor, as_sim


class LookCalls:
    """Colours, textures, segmentation ids and lights."""

    def get_rigid_body_color(self, env: GymEnv, actor_handle: int, body_index: int, mesh_type: MeshType) -> Vec3:
        """Give the colour that was set of a body; grey where none was."""
        actor, body = _body(env, actor_handle, body_index, "get_rigid_body_color")
        return Vec3(*actor.look.colors.get((body, int(mesh_type)), DEFAULT_COLOR))

    def set_rigid_body_color(
        self, env: GymEnv, actor_handle: int, body_index: int, mesh_type: MeshType, color: Vec3
    ) -> None:
        """Set the colour of a body: red, green and blue from 0 to 1."""
        actor, body = _body(env, actor_handle, body_index, "set_rigid_body_color")
        color = require_kind(color, Vec3, "set_rigid_body_color", "Vec3")
        for kind in _kinds(mesh_type, "set_rigid_body_color"):
            actor.look.colors[body, kind] = (color.x, color.y, color.z)
        _looks_changed(actor)

    def get_rigid_body_segmentation_id(self, env: GymEnv, actor_handle: int, body_index: int) -> int:
        """Give the value of a body's pixels in segmentation images."""
        actor, body = _body(env, actor_handle, body_index, "get_rigid_body_segmentation_id")
        return actor.look.segmentation_ids.get(body, actor.segmentation_id)

    def set_rigid_body_segmentation_id(
        self, env: GymEnv, actor_handle: int, body_index: int, segmentation_id: int
    ) -> None:
        """Set the value of a body's pixels in segmentation images."""
        actor, body = _body(env, actor_handle, body_index, "set_rigid_body_segmentation_id")
        actor.look.segmentation_ids[body] = require_integer(
            segmentation_id, "set_rigid_body_segmentation_id", "a segmentation id"
        )
        _looks_changed(actor)

    def get_rigid_body_texture(self, env: GymEnv, actor_handle: int, body_index: int, mesh_type: MeshType) -> int:
        """Give the handle of the texture of a body; -1 where there is none."""
        actor, body = _body(env, actor_handle, body_index, "get_rigid_body_texture")
        return actor.look.textures.get((body, int(mesh_type)), INVALID_HANDLE)

    def set_rigid_body_texture(
        self, env: GymEnv, actor_handle: int, body_index: int, mesh_type: MeshType, texture_handle: int
    ) -> None:
        """Set the texture of a body."""
        call = "set_rigid_body_texture"
        actor, body = _body(env, actor_handle, body_index, call)
        texture = _texture(actor.env.sim, texture_handle, call)
        for kind in _kinds(mesh_type, call):
            actor.look.textures[body, kind] = texture
        _looks_changed(actor)

    def reset_actor_materials(self, env: GymEnv, actor_handle: int, mesh_type: MeshType) -> None:
        """Give the bodies of an actor the looks of its asset again."""
        actor = as_actor(env, actor_handle, "reset_actor_materials")
        for kind in _kinds(mesh_type, "reset_actor_materials"):
            for body in range(actor.num_bodies):
                actor.look.colors.pop((body, kind), None)
                actor.look.textures.pop((body, kind), None)
        _looks_changed(actor)

    def create_texture_from_file(self, sim: GymSim, filename: str) -> int:
        """Read a texture from a picture, and return its handle. It covers 1 m on surfaces that say nothing else.

        Raises:
            FileNotFoundError: There is no such file.
            ValueError: The file is no picture.
        """
        sim = as_sim(sim, "create_texture_from_file")
        if not Path(filename).is_file():
            raise FileNotFoundError(f"gym.create_texture_from_file: there is no file '{filename}'.")
        sim.textures.append(Texture(_pixels(str(filename))))
        return len(sim.textures) - 1

    def create_texture_from_buffer(self, sim: GymSim, width: int, height: int, buffer: np.ndarray) -> int:
        """Take a texture from pixels, and return its handle.

        Args:
            sim: The simulation.
            width: Width [pixels].
            height: Height [pixels].
            buffer: Red, green, blue and alpha of each pixel, uint8.
        """
        sim = as_sim(sim, "create_texture_from_buffer")
        pixels = np.asarray(buffer, dtype=np.uint8)
        if pixels.size != 4 * width * height:
            raise ValueError(
                f"gym.create_texture_from_buffer: expected {width} * {height} pixels of 4 bytes, got "
                f"{pixels.size} bytes."
            )
        sim.textures.append(Texture(pixels.reshape(height, width, 4).copy()))
        return len(sim.textures) - 1

    def free_texture(self, sim: GymSim, texture_handle: int) -> None:
        """Let go of a texture."""
        sim = as_sim(sim, "free_texture")
        sim.textures[_texture(sim, texture_handle, "free_texture")] = None

    def set_light_parameters(
        self, sim: GymSim, light_index: int, intensity: Vec3, ambient: Vec3, direction: Vec3
    ) -> None:
        """Set colour, ambient colour and direction of one of the four lights."""
        call = "set_light_parameters"
        sim = as_sim(sim, call)
        index = require_index(light_index, len(sim.lights), call, "light")
        values = (require_kind(value, Vec3, call, "Vec3") for value in (intensity, ambient, direction))
        sim.lights[index] = Light(*((value.x, value.y, value.z) for value in values))


def _body(env: GymEnv, actor_handle: int, body_index: int, call: str) -> tuple[Actor, int]:
    actor = as_actor(env, actor_handle, call)
    return actor, require_index(body_index, actor.num_bodies, call, "body of the actor")


def _looks_changed(actor: Actor) -> None:
    """Say that what draws has to look at an actor again."""
    if actor.env.sim.pictures is not None:
        actor.env.sim.pictures.looks_changed(actor)


def _pixels(filename: str) -> np.ndarray:
    """Pixels of a picture file: red, green, blue and alpha, shape (height, width, 4), uint8."""
    try:
        picture = iio.imread(filename, plugin="pillow", mode="RGBA")
    except (OSError, ValueError) as error:
        raise ValueError(f"gym.create_texture_from_file: '{filename}' is no picture that can be read.") from error
    return np.asarray(picture, dtype=np.uint8)


def _kinds(mesh_type: MeshType, call: str) -> list[int]:
    """The kinds of meshes that a combination of them names."""
    kinds = [int(kind) for kind in (MeshType.MESH_COLLISION, MeshType.MESH_VISUAL) if int(mesh_type) & kind]
    if not kinds:
        raise ValueError(f"gym.{call}: expected a kind of mesh (gymapi.MESH_VISUAL, ...), got {mesh_type!r}.")
    return kinds


def _texture(sim: GymSim, handle: int, call: str) -> int:
    index = require_index(handle, len(sim.textures), call, "texture")
    if sim.textures[index] is None:
        raise RuntimeError(f"gym.{call}: texture {index} was freed.")
    return index
