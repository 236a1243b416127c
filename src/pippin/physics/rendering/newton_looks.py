"""Lights and textures of Newton's renderer that its public interface has no names for.

Newton 1.8 lets users set one light and one texture pattern; its renderer itself draws any number. What touches its
inner arrays is in this file alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import warp as wp
from newton.sensors import SensorCamera

Color = tuple[float, float, float]

_DIRECTIONAL, _POINT = 1, 2
FALL_OFF = 0.02
"""Newton's renderer lets the light of a lamp fall with the distance d as ``1 / (1 + FALL_OFF d^2)`` [1/m^2]."""


@dataclass(frozen=True)
class DirectionalLight:
    """Light from far away.

    Attributes:
        direction: Where it shines to, in the frame that is drawn.
        color: Strength of red, green and blue, in linear units: 1 lights a white surface fully.
        casts_shadow: Whether what is in its way keeps it off.
        name: Path of the light's prim; "" without one.
    """

    direction: tuple[float, float, float]
    color: Color = (1.0, 1.0, 1.0)
    casts_shadow: bool = True
    name: str = ""


@dataclass(frozen=True)
class PointLight:
    """Light from a point.

    Attributes:
        position: Where it is, in the frame that is drawn [m].
        color: Strength of red, green and blue nearby, in linear units; see :data:`FALL_OFF`.
        casts_shadow: Whether what is in its way keeps it off.
        name: Path of the light's prim; "" without one.
    """

    position: tuple[float, float, float]
    color: Color = (1.0, 1.0, 1.0)
    casts_shadow: bool = True
    name: str = ""


@dataclass(frozen=True)
class Texture:
    """A picture on the surface of shapes, repeated without end.

    Attributes:
        pixels: Red, green, blue and alpha, shape (height, width, 4), uint8.
        repeats: Number of repetitions in a metre.
    """

    pixels: np.ndarray
    repeats: float = 1.0


def set_lights(camera: SensorCamera, lights: Sequence[DirectionalLight | PointLight]) -> None:
    """Let the scene of a camera be lit by these lights, instead of those that it has."""
    context, device = camera._render_context, camera.device
    is_point = [isinstance(light, PointLight) for light in lights]
    nowhere = (0.0, 0.0, 0.0)
    directions = [nowhere if isinstance(light, PointLight) else light.direction for light in lights]
    positions = [light.position if isinstance(light, PointLight) else nowhere for light in lights]
    context._lights_active = wp.array([True] * len(lights), dtype=wp.bool, device=device)
    context._lights_type = wp.array([_POINT if point else _DIRECTIONAL for point in is_point], dtype=int, device=device)
    context._lights_cast_shadow = wp.array([light.casts_shadow for light in lights], dtype=wp.bool, device=device)
    context._lights_position = wp.array(positions, dtype=wp.vec3f, device=device)
    context._lights_orientation = wp.array(directions, dtype=wp.vec3f, device=device)
    context._lights_color = wp.array([light.color for light in lights], dtype=wp.vec3f, device=device)


def place_lights(camera: SensorCamera, positions: wp.array, directions: wp.array) -> None:
    """Let the lights of the scene of a camera be elsewhere. The memory is read whenever the camera draws.

    Args:
        camera: The camera.
        positions: Places of lamps in the frame that is drawn [m], shape (num_lights,), wp.vec3f.
        directions: Directions in which lights from far away shine, shape (num_lights,), wp.vec3f.
    """
    camera._render_context._lights_position = positions
    camera._render_context._lights_orientation = directions


def set_textures(camera: SensorCamera, textures: Sequence[Texture]) -> None:
    """Set the textures that shapes can have."""
    context, device = camera._render_context, camera.device
    struct = context._texture_data.dtype
    context._texture_data_source = [_texture_data(struct, texture, device) for texture in textures]
    context._texture_data = wp.array(context._texture_data_source, dtype=struct, device=device)


def set_texture_of_shapes(camera: SensorCamera, indices: np.ndarray) -> None:
    """Give shapes textures: the index of each shape's texture, -1 for none, shape (num_shapes,), int."""
    ids = wp.array(indices.astype(np.int32), dtype=wp.int32, device=camera.device)
    camera._render_context._shape_texture_ids = ids


def _texture_data(struct: Any, texture: Texture, device: wp.Device) -> Any:
    data = struct()
    data.texture = wp.Texture2D(
        np.ascontiguousarray(texture.pixels),
        filter_mode=wp.TextureFilterMode.LINEAR,
        address_mode=wp.TextureAddressMode.WRAP,
        normalized_coords=True,
        dtype=wp.uint8,
        num_channels=4,
        device=device,
    )
    data.repeat = wp.vec2f(texture.repeats, texture.repeats)
    return data
