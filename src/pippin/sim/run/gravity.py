"""Gravity on the stage: written from a config, read back, and followed when a program changes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from pxr import Gf, Tf, Usd, UsdGeom, UsdPhysics

from pippin.utils.checks import check_numbers

from ..units import meters_of

EARTH_GRAVITY = 9.81
"""Strength that USD means by a negative one [m/s^2]."""


def write_gravity(scene: UsdPhysics.Scene, gravity: Sequence[float]) -> None:
    """Give a physics scene its gravity.

    Args:
        scene: The scene on the stage.
        gravity: Acceleration in the world [m/s^2], 3 numbers.

    Raises:
        TypeError: ``gravity`` holds no numbers.
        ValueError: ``gravity`` is not three finite numbers.
    """
    values = check_numbers("gravity", gravity, 3).reshape(3)
    strength = float(np.linalg.norm(values))
    direction = values / strength if strength > 0.0 else np.array([0.0, 0.0, -1.0])
    scene.CreateGravityDirectionAttr(Gf.Vec3f(*direction.tolist()))
    scene.CreateGravityMagnitudeAttr(strength)


def read_gravity(scene: UsdPhysics.Scene) -> tuple[float, float, float]:
    """Gravity of a physics scene in the world [m/s^2], or units of the stage per s^2, as UsdPhysics defines it.

    Without a direction it points against the stage's up axis; a negative strength is the Earth's.
    """
    direction = np.array(scene.GetGravityDirectionAttr().Get(), dtype=float)
    strength = float(scene.GetGravityMagnitudeAttr().Get())
    length = float(np.linalg.norm(direction))
    if length == 0.0:
        up = UsdGeom.GetStageUpAxis(scene.GetPrim().GetStage())
        direction, length = -np.array([up == axis for axis in "XYZ"], dtype=float), 1.0
    if strength < 0.0:
        strength = EARTH_GRAVITY / meters_of(scene.GetPrim().GetStage())
    x, y, z = (strength / length * direction).tolist()
    return x, y, z


class GravityWatch:
    """Calls back when a program changes the gravity of a physics scene on its stage.

    Args:
        scene: The scene on the stage.
        follow: Called with the new gravity in the world [m/s^2], unless it is not finite.
    """

    def __init__(self, scene: UsdPhysics.Scene, follow: Callable[[tuple[float, float, float]], None]) -> None:
        self._scene = scene
        self._follow = follow
        self._gravity = read_gravity(scene)  # as the stage rounds it
        stage = scene.GetPrim().GetStage()
        self._listener = Tf.Notice.Register(Usd.Notice.ObjectsChanged, self._note, stage)  # holds no reference

    def _note(self, notice: Usd.Notice.ObjectsChanged, stage: Usd.Stage) -> None:
        if not self._scene:
            return
        attributes = self._scene.GetGravityDirectionAttr(), self._scene.GetGravityMagnitudeAttr()
        if not any(notice.AffectedObject(attribute) for attribute in attributes):
            return
        direction, strength = (attribute.Get() for attribute in attributes)
        if not np.isfinite(direction).all() or strength == math.inf:  # minus infinity is the Earth's
            return
        gravity = read_gravity(self._scene)
        written = notice.GetChangedInfoOnlyPaths()
        is_written = any(attribute.GetPath() in written for attribute in attributes)
        if is_written or gravity != self._gravity:  # what changes above it may leave it as it is
            self._gravity = gravity
            self._follow(gravity)
