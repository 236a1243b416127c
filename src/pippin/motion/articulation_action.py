"""What motion generation tells robots, and the joints of a robot that it looks at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from pippin.motion.yaml_file import quoted


@dataclass
class ArticulationAction:
    """Targets of joints; what is None stays as it is.

    Attributes:
        joint_positions: Positions [m or rad], shape (number of joints,).
        joint_velocities: Velocities [m/s or rad/s], likewise.
        joint_efforts: Efforts [N or N m], likewise.
        joint_indices: Joints of the robot that are meant, likewise; None means all.
    """

    joint_positions: np.ndarray | None = None
    joint_velocities: np.ndarray | None = None
    joint_efforts: np.ndarray | None = None
    joint_indices: np.ndarray | None = None


class SingleRobot(Protocol):
    """A robot as motion generation sees it, such as ``SingleArticulation`` of Isaac Sim."""

    @property
    def dof_names(self) -> Sequence[str] | None:
        """Names of its joints; None before it is initialised."""

    def get_joint_positions(self) -> Any:
        """Positions of all its joints [m or rad], shape (number of joints,)."""

    def get_joint_velocities(self) -> Any:
        """Velocities of all its joints [m/s or rad/s], shape (number of joints,)."""

    def apply_action(self, action: ArticulationAction) -> None:
        """Set targets of joints."""


class ArticulationSubset:
    """Some joints of a robot, in an order of one's own.

    Args:
        articulation: The robot.
        joint_names: Names of joints.

    Raises:
        ValueError: The robot is initialised and has no such joint.
    """

    def __init__(self, articulation: SingleRobot, joint_names: Sequence[str]) -> None:
        self.articulation = articulation
        self.joint_names = list(joint_names)
        self._indices: np.ndarray | None = None
        if self.is_initialized:
            self.get_joint_subset_indices()

    @property
    def num_joints(self) -> int:
        """Number of joints."""
        return len(self.joint_names)

    @property
    def is_initialized(self) -> bool:
        """Whether the robot knows its joints, which it does once the simulation began."""
        return self.articulation.dof_names is not None

    def get_joint_subset_indices(self) -> np.ndarray:
        """Indices of the joints in the robot, shape (num_joints,).

        Raises:
            RuntimeError: The robot is not initialised.
            ValueError: The robot has no such joint.
        """
        if self._indices is None:
            names = self.articulation.dof_names
            if names is None:
                raise RuntimeError("The robot does not know its joints yet: initialise it first.")
            missing = [name for name in self.joint_names if name not in names]
            if missing:
                raise ValueError(f"The robot has no joint {quoted(missing)}; there are: {quoted(names)}.")
            self._indices = np.array([list(names).index(name) for name in self.joint_names], dtype=np.int64)
        return self._indices

    def get_joint_positions(self) -> np.ndarray:
        """Positions of the joints [m or rad], shape (num_joints,)."""
        return self._of_these(self.articulation.get_joint_positions())

    def get_joint_velocities(self) -> np.ndarray:
        """Velocities of the joints [m/s or rad/s], shape (num_joints,)."""
        return self._of_these(self.articulation.get_joint_velocities())

    def make_articulation_action(
        self, joint_positions: ArrayLike | None = None, joint_velocities: ArrayLike | None = None
    ) -> ArticulationAction:
        """Make an action of targets of these joints [m or rad, and per s], shape (num_joints,) each."""
        return ArticulationAction(
            joint_positions=self._checked("joint_positions", joint_positions),
            joint_velocities=self._checked("joint_velocities", joint_velocities),
            joint_indices=self.get_joint_subset_indices(),
        )

    def apply_action(self, joint_positions: ArrayLike | None = None, joint_velocities: ArrayLike | None = None) -> None:
        """Set targets of these joints; see :meth:`make_articulation_action`."""
        self.articulation.apply_action(self.make_articulation_action(joint_positions, joint_velocities))

    def map_to_articulation_order(self, joint_values: ArrayLike) -> np.ndarray:
        """Give values of these joints, shape (num_joints,), as values of all joints of the robot; others are NaN."""
        indices = self.get_joint_subset_indices()
        values = np.full(len(self.articulation.dof_names or ()), np.nan)
        values[indices] = self._checked("joint_values", joint_values)
        return values

    def _of_these(self, values: Any) -> np.ndarray:
        return np.asarray(values, dtype=float).ravel()[self.get_joint_subset_indices()]

    def _checked(self, name: str, values: ArrayLike | None) -> np.ndarray | None:
        if values is None:
            return None
        array = np.asarray(values, dtype=float)
        if array.shape != (self.num_joints,):
            raise ValueError(f"{name} should have the shape ({self.num_joints},), it has {array.shape}.")
        return array
