"""The interface of algorithms that know obstacles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class WorldInterface:
    """An algorithm that knows obstacles. Methods that it does not implement return False."""

    def update_world(self, updated_obstacles: Sequence[Any] | None = None) -> None:
        """Read where obstacles are: the given ones, or all."""

    def add_obstacle(self, obstacle: Any, static: bool | None = False) -> bool:
        """Add an obstacle by the method that is for its type."""
        for base in type(obstacle).__mro__:
            for word in ("cuboid", "sphere", "capsule", "cylinder", "cone"):
                if word in base.__name__.lower():
                    return getattr(self, f"add_{word}")(obstacle, static=bool(static))
            if "groundplane" in base.__name__.lower():
                return self.add_ground_plane(obstacle)
        return False

    def add_cuboid(self, cuboid: Any, static: bool = False) -> bool:
        """Add a box."""
        return False

    def add_sphere(self, sphere: Any, static: bool = False) -> bool:
        """Add a ball."""
        return False

    def add_capsule(self, capsule: Any, static: bool = False) -> bool:
        """Add a capsule."""
        return False

    def add_cylinder(self, cylinder: Any, static: bool = False) -> bool:
        """Add a cylinder."""
        return False

    def add_cone(self, cone: Any, static: bool = False) -> bool:
        """Add a cone."""
        return False

    def add_ground_plane(self, ground_plane: Any) -> bool:
        """Add all that lies below a plane."""
        return False

    def disable_obstacle(self, obstacle: Any) -> bool:
        """Let an obstacle count no more."""
        return False

    def enable_obstacle(self, obstacle: Any) -> bool:
        """Let an obstacle count again."""
        return False

    def remove_obstacle(self, obstacle: Any) -> bool:
        """Forget an obstacle."""
        return False

    def reset(self) -> None:
        """Return to the initial state."""
