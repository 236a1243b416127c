"""How things look: what is handed to what draws."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

Color = tuple[float, float, float]

DEFAULT_COLOR: Color = (0.5, 0.5, 0.5)
"""Colour of bodies for which none was set."""

NUM_LIGHTS = 4


@dataclass(slots=True)
class Looks:
    """How an actor looks, where it differs from its asset.

    Attributes:
        colors: Colours by index of the body and kind of mesh.
        textures: Handles of textures by index of the body and kind of mesh.
        segmentation_ids: Segmentation ids of bodies that have one of their own, by index.
    """

    colors: dict[tuple[int, int], Color] = field(default_factory=dict)
    textures: dict[tuple[int, int], int] = field(default_factory=dict)
    segmentation_ids: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Texture:
    """A picture for surfaces.

    Attributes:
        pixels: Red, green, blue and alpha, shape (height, width, 4), uint8.
    """

    pixels: np.ndarray


@dataclass(frozen=True)
class Light:
    """A light from far away.

    Attributes:
        intensity: Colour of its light.
        ambient: Colour of the light that it adds everywhere.
        direction: Where it is, seen from the origin.
    """

    intensity: Color = (1.0, 1.0, 1.0)
    ambient: Color = (0.3, 0.3, 0.3)
    direction: Color = (0.0, 0.0, 1.0)
