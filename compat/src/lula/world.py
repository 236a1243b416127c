"""Obstacles as Lula has them: shapes by their attributes, and worlds that hold them by handles."""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np

from pippin.motion.world import Capsule, CollisionWorld, Cone, Cuboid, Cylinder, Shape, Sphere

from .poses import Pose3

__all__ = ["Obstacle", "ObstacleHandle", "World", "WorldView", "create_obstacle", "create_world"]


class Obstacle:
    """A shape, which is complete once its attributes are set; lengths are in metres.

    Args:
        obstacle_type: Its type.
    """

    class Type(Enum):
        """Types of shapes; their z-axes are those of their symmetry."""

        CAPSULE = "capsule"
        CONE = "cone"
        CUBE = "cube"
        CYLINDER = "cylinder"
        SPHERE = "sphere"

    class Attribute(Enum):
        """Lengths of shapes."""

        HEIGHT = "height"
        RADIUS = "radius"
        SIDE_LENGTHS = "side_lengths"

    def __init__(self, obstacle_type: Obstacle.Type) -> None:
        self._type = Obstacle.Type(obstacle_type)
        self._values: dict[Obstacle.Attribute, Any] = {}

    def type(self) -> Obstacle.Type:
        """Type of the shape."""
        return self._type

    def set_attribute(self, attribute: Obstacle.Attribute, value: Any) -> None:
        """Set a length, or three side lengths [m].

        Raises:
            ValueError: It is not of a size that the attribute has.
        """
        values = np.asarray(value, dtype=np.float64).ravel()
        size = 3 if attribute is Obstacle.Attribute.SIDE_LENGTHS else 1
        if values.size != size or not (values > 0.0).all() or not np.isfinite(values).all():
            raise ValueError(f"{attribute.name} should be {size} positive length(s) [m]; given: {value!r}.")
        self._values[Obstacle.Attribute(attribute)] = values

    def shape(self) -> Shape:
        """The shape as :mod:`pippin.motion.world` has it.

        Raises:
            ValueError: An attribute is missing.
        """
        if self._type is Obstacle.Type.CUBE:
            x, y, z = self._value(Obstacle.Attribute.SIDE_LENGTHS)
            return Cuboid((float(x), float(y), float(z)))
        radius = float(self._value(Obstacle.Attribute.RADIUS)[0])
        if self._type is Obstacle.Type.SPHERE:
            return Sphere(radius)
        height = float(self._value(Obstacle.Attribute.HEIGHT)[0])
        make = {Obstacle.Type.CAPSULE: Capsule, Obstacle.Type.CONE: Cone, Obstacle.Type.CYLINDER: Cylinder}[self._type]
        return make(radius, height)

    def _value(self, attribute: Obstacle.Attribute) -> np.ndarray:
        if attribute not in self._values:
            raise ValueError(f"A {self._type.value} needs the attribute {attribute.name}: set it first.")
        return self._values[attribute]


class ObstacleHandle:
    """Names an obstacle of one world.

    Args:
        name: Its name there.
    """

    def __init__(self, name: str) -> None:
        self.name = name


class World:
    """Obstacles in the frame of the robot's base.

    Attributes:
        obstacles: The obstacles as :mod:`pippin.motion` has them.
    """

    def __init__(self) -> None:
        self.obstacles = CollisionWorld()
        self._num_added = 0

    def add_obstacle(self, obstacle: Obstacle, pose: Pose3 | None = None) -> ObstacleHandle:
        """Add an obstacle at a pose, by default that of the origin.

        Raises:
            ValueError: An attribute of its shape is missing.
        """
        name = f"{obstacle.type().value} #{self._num_added}"
        placement = np.asarray(Pose3() if pose is None else pose)
        self.obstacles.add(name, obstacle.shape(), placement[:3], placement[3:])
        self._num_added += 1
        return ObstacleHandle(name)

    def remove_obstacle(self, obstacle: ObstacleHandle) -> None:
        """Forget an obstacle.

        Raises:
            ValueError: There is none of this handle.
        """
        self.obstacles.remove(obstacle.name)

    def enable_obstacle(self, obstacle: ObstacleHandle) -> None:
        """Let an obstacle count again; see :meth:`remove_obstacle`."""
        self.obstacles.enable(obstacle.name)

    def disable_obstacle(self, obstacle: ObstacleHandle) -> None:
        """Let an obstacle count no more, until it is enabled; see :meth:`remove_obstacle`."""
        self.obstacles.disable(obstacle.name)

    def set_pose(self, obstacle: ObstacleHandle, pose: Pose3) -> None:
        """Move an obstacle; see :meth:`remove_obstacle`."""
        placement = np.asarray(pose)
        self.obstacles.set_pose(obstacle.name, placement[:3], placement[3:])

    def add_world_view(self) -> WorldView:
        """A view of the world, which planners take."""
        return WorldView(self)


class WorldView:
    """What planners see of a world: always its present state.

    Args:
        world: The world.
    """

    def __init__(self, world: World) -> None:
        self.world = world

    def update(self) -> None:
        """Do nothing: the view is that of the present."""


def create_world() -> World:
    """Make a world without obstacles."""
    return World()


def create_obstacle(obstacle_type: Obstacle.Type) -> Obstacle:
    """Make a shape, whose attributes are to be set."""
    return Obstacle(obstacle_type)
