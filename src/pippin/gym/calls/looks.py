"""Looks.

Colours, textures, segmentation ids and lights, as images of cameras and viewers show them.
"""

from __future__ import annotations

import functools
import logging
from pathlib import Path

import imageio.v3 as iio
import numpy as np

from ..engine.checks import require_index, require_integer, require_kind
from ..engine.looks import DEFAULT_COLOR, Light, Texture
from ..engine.pictures import drawn_pictures_of
from ..engine.sim import Actor, GymEnv, GymSim
from ..types import MeshType, Vec3
from ..types.constants import INVALID_HANDLE
from .handles import as_actor, as_sim

_LOGGER = logging.getLogger("pippin")


def get_rigid_body_color(env: GymEnv, actor_handle: int, body_index: int, mesh_type: MeshType) -> Vec3:
    """Return the colour that was set of a body; grey where none was."""
    actor, body = _body(env, actor_handle, body_index)
    return Vec3(*actor.look.colors.get((body, int(mesh_type)), DEFAULT_COLOR))


def set_rigid_body_color(env: GymEnv, actor_handle: int, body_index: int, mesh_type: MeshType, color: Vec3) -> None:
    """Set the colour of a body: red, green and blue from 0 to 1.

    Where there is no such body, a warning says so, and nothing is coloured: programs took over lists of indices from
    hands with more bodies.
    """
    actor = as_actor(env, actor_handle)
    body = require_integer(body_index, "the index of a body")
    color = require_kind(color, Vec3, "Vec3")
    if not 0 <= body < actor.num_bodies:
        _say_no_body(actor.description.name, body, actor.num_bodies)
        return
    for kind in _kinds(mesh_type):
        actor.look.colors[body, kind] = (color.x, color.y, color.z)
    _looks_changed(actor)


def get_rigid_body_segmentation_id(env: GymEnv, actor_handle: int, body_index: int) -> int:
    """Return the value of a body's pixels in segmentation images."""
    actor, body = _body(env, actor_handle, body_index)
    return actor.look.segmentation_ids.get(body, actor.segmentation_id)


def set_rigid_body_segmentation_id(env: GymEnv, actor_handle: int, body_index: int, segmentation_id: int) -> None:
    """Set the value of a body's pixels in segmentation images."""
    actor, body = _body(env, actor_handle, body_index)
    actor.look.segmentation_ids[body] = require_integer(segmentation_id, "a segmentation id")
    _looks_changed(actor)


def get_rigid_body_texture(env: GymEnv, actor_handle: int, body_index: int, mesh_type: MeshType) -> int:
    """Return the handle of the texture of a body; -1 where there is none."""
    actor, body = _body(env, actor_handle, body_index)
    return actor.look.textures.get((body, int(mesh_type)), INVALID_HANDLE)


def set_rigid_body_texture(
    env: GymEnv, actor_handle: int, body_index: int, mesh_type: MeshType, texture_handle: int
) -> None:
    """Set the texture of a body."""
    actor, body = _body(env, actor_handle, body_index)
    texture = _texture(actor.env.sim, texture_handle)
    for kind in _kinds(mesh_type):
        actor.look.textures[body, kind] = texture
    _looks_changed(actor)


def reset_actor_materials(env: GymEnv, actor_handle: int, mesh_type: MeshType) -> None:
    """Give the bodies of an actor the looks of its asset again."""
    actor = as_actor(env, actor_handle)
    for kind in _kinds(mesh_type):
        for body in range(actor.num_bodies):
            actor.look.colors.pop((body, kind), None)
            actor.look.textures.pop((body, kind), None)
    _looks_changed(actor)


def create_texture_from_file(sim: GymSim, filename: str) -> int:
    """Read a texture from a picture, and return its handle. It covers 1 m on surfaces that say nothing else.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is no picture.
    """
    sim = as_sim(sim)
    if not Path(filename).is_file():
        raise FileNotFoundError(f"there is no file '{filename}'.")
    sim.textures.append(Texture(_pixels(str(filename))))
    return len(sim.textures) - 1


def create_texture_from_buffer(sim: GymSim, width: int, height: int, buffer: np.ndarray) -> int:
    """Take a texture from pixels, and return its handle.

    Args:
        sim: The simulation.
        width: Width [pixels].
        height: Height [pixels].
        buffer: Red, green, blue and alpha of each pixel, uint8, any shape of ``4 * width * height`` numbers.
    """
    sim = as_sim(sim)
    pixels = np.asarray(buffer, dtype=np.uint8)
    if pixels.size != 4 * width * height:
        raise ValueError(f"expected {width} * {height} pixels of 4 bytes, got {pixels.size} bytes.")
    sim.textures.append(Texture(pixels.reshape(height, width, 4).copy()))
    return len(sim.textures) - 1


def free_texture(sim: GymSim, texture_handle: int) -> None:
    """Let go of a texture."""
    sim = as_sim(sim)
    sim.textures[_texture(sim, texture_handle)] = None


def set_light_parameters(sim: GymSim, light_index: int, intensity: Vec3, ambient: Vec3, direction: Vec3) -> None:
    """Set colour, ambient colour and direction of one of the four lights."""
    sim = as_sim(sim)
    index = require_index(light_index, len(sim.lights), "light")
    values = (require_kind(value, Vec3, "Vec3") for value in (intensity, ambient, direction))
    sim.lights[index] = Light(*((value.x, value.y, value.z) for value in values))


def _body(env: GymEnv, actor_handle: int, body_index: int) -> tuple[Actor, int]:
    actor = as_actor(env, actor_handle)
    return actor, require_index(body_index, actor.num_bodies, "body of the actor")


@functools.lru_cache(maxsize=256)
def _say_no_body(asset: str, body: int, count: int) -> None:
    _LOGGER.warning(
        "gym.set_rigid_body_color: asset '%s' has no body %d, but %d; nothing is coloured.", asset, body, count
    )


def _looks_changed(actor: Actor) -> None:
    """Say that what draws has to look at an actor again."""
    pictures = drawn_pictures_of(actor.env.sim)
    if pictures is not None:
        pictures.looks_changed(actor)


def _pixels(filename: str) -> np.ndarray:
    """Pixels of a picture file: red, green, blue and alpha, shape (height, width, 4), uint8."""
    try:
        picture = iio.imread(filename, plugin="pillow", mode="RGBA")
    except (OSError, ValueError) as error:
        raise ValueError(
            f"'{filename}' is no picture that can be read; expected an image file, such as a PNG or JPEG."
        ) from error
    return np.asarray(picture, dtype=np.uint8)


def _kinds(mesh_type: MeshType) -> list[int]:
    """The kinds of meshes that a combination of them names."""
    kinds = [int(kind) for kind in (MeshType.MESH_COLLISION, MeshType.MESH_VISUAL) if int(mesh_type) & kind]
    if not kinds:
        raise ValueError(f"expected a kind of mesh (gymapi.MESH_VISUAL, ...), got {mesh_type!r}.")
    return kinds


def _texture(sim: GymSim, handle: int) -> int:
    index = require_index(handle, len(sim.textures), "texture")
    if sim.textures[index] is None:
        raise RuntimeError(
            f"texture {index} was freed; expected one that is there: make another with gym.create_texture_from_file."
        )
    return index
