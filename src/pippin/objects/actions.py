"""What N robots are told at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike


@dataclass
class ArticulationActions:
    """Targets of joints of N robots; what is None stays as it is.

    Attributes:
        joint_positions: Positions [m or rad], shape (N, K); NaN leaves the target of a joint as it is.
        joint_velocities: Velocities [m/s or rad/s], in the same form.
        joint_efforts: Efforts [N or N m], in the same form.
        joint_indices: The K joints that are meant; None means all.
    """

    joint_positions: ArrayLike | None = None
    joint_velocities: ArrayLike | None = None
    joint_efforts: ArrayLike | None = None
    joint_indices: np.ndarray | Sequence[int] | None = None
