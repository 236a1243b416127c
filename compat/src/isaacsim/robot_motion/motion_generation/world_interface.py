"""The interface of algorithms that know obstacles."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

logger = logging.getLogger("pippin")

ADDERS = {
    "cuboid": "add_cuboid",
    "sphere": "add_sphere",
    "capsule": "add_capsule",
    "cylinder": "add_cylinder",
    "cone": "add_cone",
    "groundplane": "add_ground_plane",
}
"""Methods that add objects, by a word in the name of the class of the object or of one of its bases."""


class WorldInterface:
    """An algorithm that knows obstacles. Methods that it does not implement tell so and return False."""

    def update_world(self, updated_obstacles: Sequence[Any] | None = None) -> None:
        """Read where obstacles are: the given ones, or all that are not static."""

    def add_obstacle(self, obstacle: Any, static: bool | None = False) -> bool:
        """Add an obstacle by the method that is for its type; False where there is none."""
        for base in type(obstacle).__mro__:
            for word, adder in ADDERS.items():
                if word in base.__name__.lower():
                    arguments = {} if word == "groundplane" else {"static": bool(static)}
                    return getattr(self, adder)(obstacle, **arguments)
        logger.warning("A %s is no obstacle that is known; there are: %s.", type(obstacle).__name__, ", ".join(ADDERS))
        return False

    def add_cuboid(self, cuboid: Any, static: bool = False) -> bool:
        """Add a box."""
        return self._cannot("add_cuboid")

    def add_sphere(self, sphere: Any, static: bool = False) -> bool:
        """Add a ball."""
        return self._cannot("add_sphere")

    def add_capsule(self, capsule: Any, static: bool = False) -> bool:
        """Add a capsule."""
        return self._cannot("add_capsule")

    def add_cylinder(self, cylinder: Any, static: bool = False) -> bool:
        """Add a cylinder."""
        return self._cannot("add_cylinder")

    def add_cone(self, cone: Any, static: bool = False) -> bool:
        """Add a cone."""
        return self._cannot("add_cone")

    def add_ground_plane(self, ground_plane: Any) -> bool:
        """Add all that lies below a plane."""
        return self._cannot("add_ground_plane")

    def disable_obstacle(self, obstacle: Any) -> bool:
        """Let an obstacle count no more."""
        return self._cannot("disable_obstacle")

    def enable_obstacle(self, obstacle: Any) -> bool:
        """Let an obstacle count again."""
        return self._cannot("enable_obstacle")

    def remove_obstacle(self, obstacle: Any) -> bool:
        """Forget an obstacle."""
        return self._cannot("remove_obstacle")

    def reset(self) -> None:
        """Return to the initial state."""

    def _cannot(self, method: str) -> bool:
        logger.warning("%s does not implement %s(), so obstacles play no part.", type(self).__name__, method)
        return False
