"""What makes views of a scene that plays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .articulation_view import ArticulationView
from .body_view import RigidBodyView

if TYPE_CHECKING:
    from ..scene import PhysicsScene


class SimulationView:
    """Makes views of what a scene holds.

    Args:
        scene: The scene.
    """

    def __init__(self, scene: PhysicsScene) -> None:
        self._scene = scene
        self.device: str = scene.device
        """Device of the state."""

    def create_articulation_view(self, pattern: str | Sequence[str]) -> ArticulationView:
        """View of the articulations at, or below, the prims whose paths match patterns, in which ``*`` is any name.

        Raises:
            ValueError: Nothing matches.
        """
        return self._scene.articulations(_as_expression(pattern))

    def create_rigid_body_view(self, pattern: str | Sequence[str]) -> RigidBodyView:
        """View of the bodies whose prim paths match patterns, in which ``*`` is any name; links are bodies too.

        Raises:
            ValueError: Nothing matches.
        """
        return self._scene.rigid_bodies(_as_expression(pattern))

    def get_gravity(self) -> tuple[float, float, float]:
        """Gravitational acceleration in the world [m/s^2]."""
        return self._scene.settings.gravity

    def set_gravity(self, gravity: Sequence[float]) -> None:
        """Set the gravitational acceleration in the world in all environments, from the next step on.

        Args:
            gravity: Acceleration [m/s^2], 3 numbers.

        Raises:
            ValueError: These are not three finite numbers.
        """
        self._scene.set_gravity(gravity)


def _as_expression(pattern: str | Sequence[str]) -> str:
    """Regular expression of prim paths from patterns with ``*``."""
    patterns = [pattern] if isinstance(pattern, str) else pattern
    return "|".join(re.escape(each).replace(r"\*", "[^/]*") for each in patterns)
