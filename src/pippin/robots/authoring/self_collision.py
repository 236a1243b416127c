"""Which links of a robot touch each other, by their collision spheres."""

from __future__ import annotations

import numpy as np

from pippin.motion.kinematics import Kinematics
from pippin.motion.robot_description import BASE, RobotModel

SAMPLES = 1000
"""Number of configurations that are looked at."""


def sample_configurations(model: RobotModel, count: int, seed: int = 0) -> np.ndarray:
    """Random configurations within the limits, shape (count, num_coordinates); joints without limits turn by pi."""
    lower = np.maximum(model.lower_limits, -np.pi)
    upper = np.minimum(model.upper_limits, np.pi)
    return np.random.default_rng(seed).uniform(lower, upper, (count, model.num_coordinates))


class LinkPairs:
    """Pairs of links of a robot that have spheres and could touch: those that a joint at most connects are left out.

    Args:
        model: The robot.

    Attributes:
        names: Names of the links of each pair.
    """

    def __init__(self, model: RobotModel) -> None:
        self._kinematics = Kinematics(model)
        self._radii = model.sphere_radii
        links = list(dict.fromkeys(model.sphere_frames))
        joint_of = dict(zip(model.sphere_frames, map(int, model.sphere_joints), strict=True))
        spheres = {link: np.flatnonzero(np.array(model.sphere_frames) == link) for link in links}
        pairs = [
            (first, second)
            for index, second in enumerate(links)
            for first in links[:index]
            if not _adjacent(model, joint_of[first], joint_of[second])
        ]
        self.names = pairs
        self._spheres = [(spheres[first], spheres[second]) for first, second in pairs]

    def gaps(self, q: np.ndarray) -> np.ndarray:
        """Distances between links [m], negative where their spheres overlap.

        Args:
            q: Configurations [m or rad], shape (N, num_coordinates).

        Returns:
            Shape (N, number of pairs).
        """
        gaps = np.full((len(q), len(self.names)), np.inf)
        if not self.names:
            return gaps
        centers = self._kinematics.sphere_centers(q).numpy()
        for column, (first, second) in enumerate(self._spheres):
            between = np.linalg.norm(centers[:, first, None] - centers[:, None, second], axis=-1)
            gaps[:, column] = (between - self._radii[first, None] - self._radii[second]).min(axis=(1, 2))
        return gaps

    def permanent(self, q: np.ndarray) -> np.ndarray:
        """Whether links touch in all of these configurations, shape (number of pairs,)."""
        return np.asarray((self.gaps(q) <= 0.0).all(axis=0))


def _adjacent(model: RobotModel, first: int, second: int) -> bool:
    """Whether links are on the same joint, or on one and on that before it."""
    return first == second or any(
        joint != BASE and int(model.joint_parents[joint]) == other
        for joint, other in ((first, second), (second, first))
    )
