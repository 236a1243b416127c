"""What lights the pictures: the lights of a scene, as bright as a picture takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import mujoco
import numpy as np

from ..description import SceneDescription
from ..importer.appearance import DIFFUSE
from .newton_looks import FALL_OFF, Color, DirectionalLight, PointLight

Lighting = tuple[list[DirectionalLight | PointLight], Color, Color]
"""Lights, and what surfaces that face up and down receive from everywhere, in linear units."""


class Shine(NamedTuple):
    """How a light shines, and from where.

    Attributes:
        color: Colour, shape (3,).
        intensity: Intensity, in the light's own units; 0 for a light that is off.
        position: Place of a lamp in the frame of the first environment [m], shape (3,).
        direction: Direction in which a light from far away shines, shape (3,).
    """

    color: np.ndarray
    intensity: float
    position: np.ndarray
    direction: np.ndarray


EXPOSURE = 1.05
"""Light on white ground, in linear units: 1 is the brightest that a picture shows."""

_SUN = np.array([0.35, 0.5, -1.0])
_DOME_FROM_ABOVE, _DOME_FROM_BELOW, _DOME_SUN = 0.6, 0.3, 0.5
"""A dome light that lights white ground with 1: what faces up and down receives, and a sun that gives things a shape.

Without that sun, everything that faces one way would be equally bright, and things would stand without a shadow.
"""
_BOUNCED_ABOVE, _BOUNCED_BELOW = 0.15, 0.08
"""What comes back from everything that lights without a dome shine on."""


def daylight(y_is_up: bool) -> Lighting:
    """Light of a sun that stands high, and of a blue sky."""
    direction = (0.35, -1.0, -0.5) if y_is_up else (0.35, 0.5, -1.0)
    return [DirectionalLight(direction, color=(0.85, 0.84, 0.8))], (0.42, 0.44, 0.48), (0.2, 0.19, 0.18)


def lights_of(description: SceneDescription, shine: Mapping[str, Shine] | None = None) -> Lighting:
    """Lights of a scene with z up, those of its first kind of environment; daylight where it has none.

    The units of USD's lights need an exposure. Here the light that falls on white ground at the environment's origin is
    made :data:`EXPOSURE`, whatever the units: what counts is how bright lights are in relation to each other, and to
    how bright they were when the scene was read. Lamps outside of the environments light each of them as they light the
    first.

    Args:
        description: The scene.
        shine: How lights shine now, by their names, where that may have changed since the scene was read. Of a scene
            that was read without light, these have the exposure.
    """
    lights = list(description.variants[0].spec.lights)
    before = [
        Shine(
            np.asarray(light.diffuse, dtype=float) / DIFFUSE,
            float(light.intensity),
            np.array(light.pos, dtype=float),
            np.array(light.dir, dtype=float),
        )
        for light in lights
    ]
    now = [(shine or {}).get(light.name, known) for light, known in zip(lights, before, strict=True)]
    total = _total(lights, before) or _total(lights, now)
    if total <= 0.0:
        return daylight(y_is_up=False)
    shining: list[DirectionalLight | PointLight] = []
    above, below = np.zeros(3), np.zeros(3)
    for light, current in zip(lights, now, strict=True):
        if current.intensity <= 0.0:
            continue
        strength = EXPOSURE * _on_ground(light, current) / total * current.color
        if _is_dome(light):
            above += _DOME_FROM_ABOVE * strength
            below += _DOME_FROM_BELOW * strength
            shining.append(DirectionalLight(_floats(_SUN), _floats(_DOME_SUN * strength)))
            continue
        above += _BOUNCED_ABOVE * strength
        below += _BOUNCED_BELOW * strength
        if light.type == mujoco.mjtLightType.mjLIGHT_DIRECTIONAL:
            strength = strength / _towards_ground(current)
            shining.append(DirectionalLight(_floats(current.direction), _floats(strength), name=light.name))
        else:
            strength = strength * (1.0 + FALL_OFF * _distance(current) ** 2)
            shining.append(PointLight(_floats(current.position), _floats(strength), name=light.name))
    return shining, _floats(above), _floats(below)


def _is_dome(light: mujoco.MjsLight) -> bool:
    return bool(np.any(light.ambient > 0.0))


def _total(lights: list[mujoco.MjsLight], shine: list[Shine]) -> float:
    """How much light reaches level ground at the origin, of the brightest channel of each light's colour."""
    return sum(
        _on_ground(light, each) * float(max(each.color.max(), 0.0))
        for light, each in zip(lights, shine, strict=True)
        if each.intensity > 0.0
    )


def _on_ground(light: mujoco.MjsLight, shine: Shine) -> float:
    """How much light reaches level ground at the origin, in the light's own units."""
    if _is_dome(light):
        return shine.intensity
    if light.type == mujoco.mjtLightType.mjLIGHT_DIRECTIONAL:
        return shine.intensity * _towards_ground(shine)
    return shine.intensity / _distance(shine) ** 2


def _towards_ground(shine: Shine) -> float:
    """Cosine of the angle at which a light falls on level ground; of a light that grazes it a little."""
    return max(float(-shine.direction[2] / np.linalg.norm(shine.direction)), 0.2)


def _distance(shine: Shine) -> float:
    """Distance of a lamp from the origin [m]; not less than that of a lamp on a low table."""
    return max(float(np.linalg.norm(shine.position)), 0.5)


def _floats(values: np.ndarray) -> tuple[float, float, float]:
    x, y, z = map(float, values)
    return x, y, z
