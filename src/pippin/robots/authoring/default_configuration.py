"""A default configuration for a robot: within its limits, apart from itself, above the floor, and able to move on."""

from __future__ import annotations

import numpy as np

from pippin.motion.kinematics import Kinematics
from pippin.motion.robot_description import BASE, RobotModel

from .self_collision import SAMPLES, LinkPairs, sample_configurations

CLEARANCE = 0.02
"""Distance between links that is enough [m]."""


def choose_default_q(model: RobotModel, end_effector: str) -> np.ndarray:
    """Choose a configuration [m or rad], shape (num_coordinates,).

    Of many random ones, the first coordinate of each at the middle of its range, that one is taken which has the
    largest product of the end effector's manipulability (Yoshikawa, 1985), of the distances from the limits relative to
    the ranges, and of the distance from self-collision up to 2 cm. Those with spheres below the base are left out.
    """
    q = sample_configurations(model, 4 * SAMPLES)
    lower, upper = model.lower_limits, model.upper_limits
    bounded = np.isfinite(lower) & np.isfinite(upper)
    q[:, 0] = 0.5 * (lower[0] + upper[0]) if bounded[0] else 0.0
    kinematics = Kinematics(model)
    score = _manipulability(kinematics.jacobians(end_effector, q).numpy())
    ranges = upper[bounded] - lower[bounded]
    room = np.minimum(q[:, bounded] - lower[bounded], upper[bounded] - q[:, bounded]) / np.maximum(ranges, 1e-9)
    score = score * np.prod(np.minimum(room[:, 1:] / 0.25, 1.0), axis=1)
    if model.num_spheres:
        pairs = LinkPairs(model)
        gaps = pairs.gaps(q)
        gaps = gaps[:, ~(gaps <= 0.0).all(axis=0)]
        score = score * np.clip(gaps.min(axis=1, initial=np.inf) / CLEARANCE, 0.0, 1.0)
        moved = model.sphere_joints != BASE
        lowest = (kinematics.sphere_centers(q).numpy()[..., 2] - model.sphere_radii)[:, moved].min(
            axis=1, initial=np.inf
        )
        floor = min(0.0, float(np.median(lowest)))
        score = score * np.clip((lowest - floor) / CLEARANCE, 0.0, 1.0)
    return np.clip(np.round(q[int(score.argmax())], 2), lower, upper)


def _manipulability(jacobians: np.ndarray) -> np.ndarray:
    """Product of the singular values that count: six, or as many as there are coordinates."""
    return np.prod(np.linalg.svd(jacobians, compute_uv=False), axis=1)
