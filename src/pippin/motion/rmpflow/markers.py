"""Where RMPflow believes parts of the robot to be, for programs that draw them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass(eq=False)
class Marker:
    """A ball or a cube in the world.

    Attributes:
        name: Name that no other marker of a robot has.
        size: Radius of a ball, or edge of a cube [m].
        shape: ``"Sphere"`` or ``"Cube"``.
        visible: Whether it is to be drawn.
        position: Position in the world [m], shape (3,).
        orientation: Orientation in the world (x, y, z, w).
    """

    name: str
    size: float
    shape: str = "Sphere"
    visible: bool = False
    position: np.ndarray = field(default_factory=lambda: np.zeros(3))
    orientation: np.ndarray = field(default_factory=lambda: np.array([0.0, 0.0, 0.0, 1.0]))

    def move_to(self, position: np.ndarray, orientation: np.ndarray | None = None) -> None:
        """Move it to a position [m] and, if there is one, an orientation (x, y, z, w)."""
        self.position = np.array(position)
        if orientation is not None:
            self.orientation = np.array(orientation)

    def delete(self) -> None:
        """Draw it no more."""
        self.visible = False

    def get_world_pose(self) -> tuple[np.ndarray, np.ndarray]:
        """Position [m] and orientation (x, y, z, w)."""
        return self.position.copy(), self.orientation.copy()

    def get_radius(self) -> float:
        """Radius of a ball [m]."""
        return self.size

    def get_size(self) -> float:
        """Edge of a cube [m]."""
        return self.size

    def get_visibility(self) -> bool:
        """Whether it is to be drawn."""
        return self.visible

    def set_visibility(self, visible: bool) -> None:
        """Set whether it is to be drawn."""
        self.visible = visible
