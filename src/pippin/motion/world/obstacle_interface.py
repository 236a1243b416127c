"""What planners that know obstacles have in common: objects of a scene are added, updated and removed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import CollisionWorld
from .scene_obstacles import (
    ReadPose,
    SceneObstacles,
    capsule_shape,
    cone_shape,
    cuboid_shape,
    cylinder_shape,
    ground_plane_shape,
    read_world_pose,
    shape_of,
    sphere_shape,
)


class ObstacleInterface:
    """Keeps objects of a scene as obstacles of a collision world, by the methods that Isaac Sim's planners have.

    See :class:`~pippin.motion.world.scene_obstacles.SceneObstacles` for what is asked of the objects.

    Args:
        world: The obstacles.

    Attributes:
        world: The obstacles; others than objects of a scene, such as meshes, may be added to it by name.
    """

    read_pose: ReadPose = staticmethod(read_world_pose)
    """How poses of obstacles are read."""

    def __init__(self, world: CollisionWorld) -> None:
        self.world = world
        self._obstacles = SceneObstacles(world, type(self).read_pose)

    def update_world(self, updated_obstacles: Sequence[Any] | None = None) -> None:
        """Read where obstacles are: the given ones, or all that are not static."""
        self._obstacles.update(updated_obstacles)

    def add_obstacle(self, obstacle: Any, static: bool | None = False) -> bool:
        """Add an object of a class such as ``DynamicCuboid``; False where no shape is known by the name of the class.

        ``static`` objects stay where they are now. Ground planes are always static.
        """
        shape = shape_of(obstacle)
        return shape is not None and self._obstacles.add(obstacle, shape, bool(static))

    def add_cuboid(self, cuboid: Any, static: bool = False) -> bool:
        """Add a box."""
        return self._obstacles.add(cuboid, cuboid_shape(cuboid), static)

    def add_sphere(self, sphere: Any, static: bool = False) -> bool:
        """Add a ball."""
        return self._obstacles.add(sphere, sphere_shape(sphere), static)

    def add_capsule(self, capsule: Any, static: bool = False) -> bool:
        """Add a capsule along its z-axis."""
        return self._obstacles.add(capsule, capsule_shape(capsule), static)

    def add_cylinder(self, cylinder: Any, static: bool = False) -> bool:
        """Add a cylinder along its z-axis."""
        return self._obstacles.add(cylinder, cylinder_shape(cylinder), static)

    def add_cone(self, cone: Any, static: bool = False) -> bool:
        """Add a cone along its z-axis, with the tip above."""
        return self._obstacles.add(cone, cone_shape(cone), static)

    def add_ground_plane(self, ground_plane: Any) -> bool:
        """Add all that lies below a plane, without end."""
        return self._obstacles.add(ground_plane, ground_plane_shape(ground_plane), static=True)

    def disable_obstacle(self, obstacle: Any) -> bool:
        """Let an obstacle count no more, until it is enabled; False where there is none."""
        return self._obstacles.disable(obstacle)

    def enable_obstacle(self, obstacle: Any) -> bool:
        """Let an obstacle count again; False where there is none."""
        return self._obstacles.enable(obstacle)

    def remove_obstacle(self, obstacle: Any) -> bool:
        """Forget an obstacle; False where there is none."""
        return self._obstacles.remove(obstacle)
