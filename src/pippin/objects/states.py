"""States that objects return to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class XFormPrimState:
    """Where a prim is.

    Attributes:
        position: Position in the world [m], shape (3,).
        orientation: Orientation in the world (x, y, z, w), shape (4,).
    """

    position: np.ndarray
    orientation: np.ndarray


@dataclass
class DynamicState(XFormPrimState):
    """Where a body is, and how it moves.

    Attributes:
        linear_velocity: Velocity of its centre of mass in the world [m/s], shape (3,).
        angular_velocity: Angular velocity in the world [rad/s], shape (3,).
    """

    linear_velocity: np.ndarray
    angular_velocity: np.ndarray


@dataclass
class XFormPrimViewState:
    """Where N prims are.

    Attributes:
        positions: Positions in the world [m], shape (N, 3).
        orientations: Orientations in the world (x, y, z, w), shape (N, 4).
    """

    positions: np.ndarray
    orientations: np.ndarray


@dataclass
class DynamicsViewState(XFormPrimViewState):
    """Where N bodies are, and how they move.

    Attributes:
        linear_velocities: Velocities of their centres of mass in the world [m/s], shape (N, 3).
        angular_velocities: Angular velocities in the world [rad/s], shape (N, 3).
    """

    linear_velocities: np.ndarray
    angular_velocities: np.ndarray


@dataclass
class JointsState:
    """State of joints, for one robot or N.

    Attributes:
        positions: Positions [m or rad], shape (num_dof,) or (N, num_dof).
        velocities: Velocities [m/s or rad/s], in the same form.
        efforts: Efforts [N or N m], in the same form.
    """

    positions: np.ndarray
    velocities: np.ndarray
    efforts: np.ndarray
