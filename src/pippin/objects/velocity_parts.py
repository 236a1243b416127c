"""Linear and angular parts of velocities, as methods of objects with ``get_velocities`` and ``set_velocities``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .arguments import Indices, checked_array


def get_linear_velocities(self: Any, indices: Indices = None) -> np.ndarray:
    """Velocities of the centres of mass, of robots those of their roots, in the world [m/s], shape (M, 3).

    Raises:
        RuntimeError: The simulation is stopped.
    """
    return self.get_velocities(indices)[:, :3]


def get_angular_velocities(self: Any, indices: Indices = None) -> np.ndarray:
    """Angular velocities, of robots those of their roots, in the world [rad/s], shape (M, 3).

    Raises:
        RuntimeError: The simulation is stopped.
    """
    return self.get_velocities(indices)[:, 3:]


def set_linear_velocities(self: Any, velocities: ArrayLike, indices: Indices = None) -> None:
    """Set the velocities of the centres of mass in the world [m/s], shape (M, 3); see :meth:`set_velocities`."""
    chosen = self._checked(indices)
    linear = checked_array("velocities", velocities, (len(chosen), 3))
    self.set_velocities(np.concatenate([linear, self.get_angular_velocities(chosen)], axis=1), chosen)


def set_angular_velocities(self: Any, velocities: ArrayLike, indices: Indices = None) -> None:
    """Set the angular velocities in the world [rad/s], shape (M, 3); see :meth:`set_velocities`."""
    chosen = self._checked(indices)
    angular = checked_array("velocities", velocities, (len(chosen), 3))
    self.set_velocities(np.concatenate([self.get_linear_velocities(chosen), angular], axis=1), chosen)
