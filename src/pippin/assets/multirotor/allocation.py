"""Allocation matrices: from the thrusts of rotors to the wrench on their vehicle."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def make_allocation_matrix(
    thruster_positions: Sequence[Sequence[float]],
    rotor_directions: Sequence[int],
    torque_to_thrust_ratio: float,
    thruster_force_direction: Sequence[float] = (0.0, 0.0, 1.0),
) -> list[list[float]]:
    """Allocation matrix of rotors that all push in one direction.

    A rotor at p that pushes with the thrust T along d exerts the force ``T d`` and the torque ``p x T d - s c T d``:
    its second term is the air's resistance to the rotor's spin s about d (1 counter-clockwise, -1 clockwise).

    Args:
        thruster_positions: Positions of the rotors, seen from the centre of mass of the base link, along the axes of
            its link frame [m], shape (num_thrusters, 3).
        rotor_directions: Spin of each rotor about the direction of its thrust, 1 or -1, shape (num_thrusters,).
        torque_to_thrust_ratio: Torque of a rotor about its axis over its thrust, c [m].
        thruster_force_direction: Direction d in which the rotors push, of length 1.

    Returns:
        Rows of forces (x, y, z) and torques [m] (x, y, z) for a thrust of 1 in each column, shape (6, num_thrusters).

    Raises:
        ValueError: The shapes do not fit.
    """
    positions = np.asarray(thruster_positions, dtype=float)
    directions = np.asarray(rotor_directions, dtype=float)
    if positions.ndim != 2 or positions.shape[1] != 3 or directions.shape != positions.shape[:1]:
        raise ValueError(
            "An allocation matrix needs positions of shape (num_thrusters, 3) and a direction for each, not shapes "
            f"{positions.shape} and {directions.shape}."
        )
    axis = np.asarray(thruster_force_direction, dtype=float)
    forces = np.repeat(axis[:, None], len(positions), axis=1)
    torques = np.cross(positions, axis).T - torque_to_thrust_ratio * axis[:, None] * directions
    return np.concatenate([forces, torques]).tolist()
