"""Objects of a scene as obstacles of a planner, which follow them where they move."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pippin.motion.poses import make_pose
from pippin.motion.world import Capsule, CollisionWorld, Cone, Cuboid, Cylinder, GroundPlane, Shape, Sphere

logger = logging.getLogger("pippin")

ReadPose = Callable[[Any], tuple[Any, Any]]
"""Function that gives the position [m] and the orientation (x, y, z, w) of an object in the frame of the world."""


def read_world_pose(thing: Any) -> tuple[Any, Any]:
    """Return what the ``get_world_pose()`` of an object gives: position and orientation (x, y, z, w)."""
    return _asked(thing, "get_world_pose")


@dataclass
class _Followed:
    """An object that is an obstacle: itself, since only that keeps its identity, its name and whether it rests."""

    thing: Any
    name: str
    static: bool


class SceneObstacles:
    """Objects of a scene, each of which is an obstacle of one collision world.

    An object is known by its identity. Where its size is asked for, it has methods such as ``get_radius()``; lengths
    are multiplied by its ``get_world_scale()`` or ``get_local_scale()``, if it has one.

    Args:
        world: The obstacles.
        read_pose: How the pose of an object is read.
    """

    def __init__(self, world: CollisionWorld, read_pose: ReadPose = read_world_pose) -> None:
        self.world = world
        self._read_pose = read_pose
        self._followed: dict[int, _Followed] = {}
        self._num_added = 0

    def add(self, thing: Any, shape: Shape, static: bool = False) -> bool:
        """Make an object an obstacle.

        Args:
            thing: The object.
            shape: What it is.
            static: It stays where it is now, so :meth:`update` need not ask.

        Returns:
            True. An object that is an obstacle already gives False and a warning.
        """
        if id(thing) in self._followed:
            logger.warning("%s is an obstacle already.", _called(thing))
            return False
        pose = self._pose(thing)
        name = f"{_called(thing)} #{self._num_added}"  # names of objects need not differ
        self.world.add(name, shape, pose[:3], pose[3:])
        self._num_added += 1
        self._followed[id(thing)] = _Followed(thing, name, static)
        return True

    def update(self, things: Sequence[Any] | None = None) -> None:
        """Read where objects are: the given ones, or all that are not static."""
        if things is None:
            moved = [followed for followed in self._followed.values() if not followed.static]
        elif not isinstance(things, Iterable):
            raise TypeError(f"'updated_obstacles' is {things!r:.80}; expected a list of objects.")
        else:
            moved = [followed for followed in map(self._find, things) if followed is not None]
        if moved:
            poses = np.array([self._pose(followed.thing) for followed in moved])
            self.world.set_poses([followed.name for followed in moved], poses[:, :3], poses[:, 3:])

    def disable(self, thing: Any) -> bool:
        """Let an obstacle count no more, until it is enabled; False where there is none."""
        return self._apply(self.world.disable, thing)

    def enable(self, thing: Any) -> bool:
        """Let an obstacle count again; False where there is none."""
        return self._apply(self.world.enable, thing)

    def remove(self, thing: Any) -> bool:
        """Forget an obstacle; False where there is none."""
        removed = self._apply(self.world.remove, thing)
        self._followed.pop(id(thing), None)
        return removed

    def clear(self) -> None:
        """Forget all obstacles."""
        for followed in list(self._followed.values()):
            self.remove(followed.thing)

    def _apply(self, change: Callable[[str], None], thing: Any) -> bool:
        followed = self._find(thing)
        if followed is not None:
            change(followed.name)
        return followed is not None

    def _find(self, thing: Any) -> _Followed | None:
        if id(thing) not in self._followed:
            logger.warning("%s is no obstacle, so nothing is done.", _called(thing))
            return None
        return self._followed[id(thing)]

    def _pose(self, thing: Any) -> np.ndarray:
        position, orientation = self._read_pose(thing)
        pose = make_pose(np.asarray(position, dtype=float).ravel(), np.asarray(orientation, dtype=float).ravel())
        if not np.isfinite(pose).all():
            raise ValueError(f"The pose of {_called(thing)} should be finite, it is {position}, {orientation}.")
        return pose


def cuboid_shape(thing: Any) -> Cuboid:
    """Shape of an object with ``get_size()``, the length of an edge or of three edges [m]."""
    x, y, z = np.broadcast_to(np.asarray(_asked(thing, "get_size"), dtype=float), 3) * _scale(thing)
    return Cuboid((float(x), float(y), float(z)))


def sphere_shape(thing: Any) -> Sphere:
    """Shape of an object with ``get_radius()`` [m]; scaled unevenly, the ball around it."""
    return Sphere(float(_asked(thing, "get_radius") * _scale(thing).max()))


def capsule_shape(thing: Any) -> Capsule:
    """Shape of an object with ``get_radius()`` and ``get_height()`` of its cylindrical part [m]."""
    return Capsule(*_radius_and_height(thing))


def cylinder_shape(thing: Any) -> Cylinder:
    """Shape of an object with ``get_radius()`` and ``get_height()`` [m]."""
    return Cylinder(*_radius_and_height(thing))


def cone_shape(thing: Any) -> Cone:
    """Shape of an object with ``get_radius()`` and ``get_height()`` [m]."""
    return Cone(*_radius_and_height(thing))


def ground_plane_shape(thing: Any) -> GroundPlane:
    """Shape of a ground plane."""
    return GroundPlane()


SHAPES_BY_WORD: dict[str, Callable[[Any], Shape]] = {
    "cuboid": cuboid_shape,
    "sphere": sphere_shape,
    "capsule": capsule_shape,
    "cylinder": cylinder_shape,
    "cone": cone_shape,
    "groundplane": ground_plane_shape,
}
"""Functions that give the shape of an object, by a word in the name of its class or of one of its bases."""


def shape_of(thing: Any) -> Shape | None:
    """Shape of an object by what its class is called, such as ``DynamicCuboid``; None for others."""
    for base in type(thing).__mro__:
        for word, make in SHAPES_BY_WORD.items():
            if word in base.__name__.lower():
                return make(thing)
    return None


def _asked(thing: Any, method: str) -> Any:
    """What a method of an object gives.

    Raises:
        TypeError: It has none of that name.
    """
    if not callable(getattr(thing, method, None)):
        raise TypeError(f"{thing!r:.80} cannot be an obstacle of this shape: it has no method {method}().")
    return getattr(thing, method)()


def _radius_and_height(thing: Any) -> tuple[float, float]:
    scale = _scale(thing)
    return float(_asked(thing, "get_radius") * scale[:2].max()), float(_asked(thing, "get_height") * scale[2])


def _scale(thing: Any) -> np.ndarray:
    for name in ("get_world_scale", "get_local_scale"):
        if hasattr(thing, name):
            return np.abs(np.asarray(getattr(thing, name)(), dtype=float).ravel())
    return np.ones(3)


def _called(thing: Any) -> str:
    return str(getattr(thing, "name", None) or type(thing).__name__)
