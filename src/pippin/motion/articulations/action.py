"""What motion generation tells robots, and the joints of a robot that it looks at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from pippin.motion.yaml_file import quoted


@dataclass
class ArticulationAction:
    """Targets of joints; what is None stays as it is.

    Attributes:
        joint_positions: Positions [m or rad], shape (number of joints,); those that are None or NaN stay as they are.
        joint_velocities: Velocities [m/s or rad/s], in the same form.
        joint_efforts: Efforts [N or N m], in the same form.
        joint_indices: Joints of the robot that are meant, in the same form; None means all.
    """

    joint_positions: ArrayLike | Sequence[float | None] | None = None
    joint_velocities: ArrayLike | Sequence[float | None] | None = None
    joint_efforts: ArrayLike | Sequence[float | None] | None = None
    joint_indices: np.ndarray | Sequence[int] | None = None

    def get_length(self) -> int | None:
        """Number of joints that the action has targets of; None where it has none."""
        for values in (self.joint_positions, self.joint_velocities, self.joint_efforts):
            if values is not None:
                return len(np.asarray(values))
        return None

    def get_dict(self) -> dict[str, Any]:
        """The targets by their names."""
        return {name: getattr(self, name) for name in ("joint_positions", "joint_velocities", "joint_efforts")}

    def get_dof_action(self, index: int) -> dict[str, float | None]:
        """The targets of one joint by their names: ``position``, ``velocity`` and ``effort``.

        Args:
            index: Place of the joint among those of the action.

        Raises:
            IndexError: There is no such joint.
        """
        names = {"position": "joint_positions", "velocity": "joint_velocities", "effort": "joint_efforts"}
        arrays: dict[str, Any] = {name: getattr(self, attribute) for name, attribute in names.items()}
        return {name: None if values is None else values[index] for name, values in arrays.items()}


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
                raise RuntimeError(
                    f"The robot '{type(self.articulation).__name__}' does not know its joints yet; expected it to: "
                    "initialise it first."
                )
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

    def get_joint_efforts(self) -> np.ndarray:
        """Efforts that the drives of the joints give [N or N m], shape (num_joints,), of a robot that tells them.

        Raises:
            RuntimeError: The robot is not initialised.
            NotImplementedError: The robot has no ``get_measured_joint_efforts()``.
        """
        return self._of_these(self._method("get_measured_joint_efforts")())

    def set_joint_positions(self, positions: ArrayLike) -> None:
        """Move the joints to positions [m or rad], shape (num_joints,), at once.

        Raises:
            RuntimeError: The robot is not initialised.
            ValueError: The array has another shape.
            NotImplementedError: The robot's joints cannot be moved at once.
        """
        self._set("set_joint_positions", "positions", positions)

    def set_joint_velocities(self, velocities: ArrayLike) -> None:
        """Give the joints velocities [m/s or rad/s], shape (num_joints,), at once; see :meth:`set_joint_positions`."""
        self._set("set_joint_velocities", "velocities", velocities)

    def set_joint_efforts(self, efforts: ArrayLike) -> None:
        """Set efforts of the joints [N or N m], shape (num_joints,); see :meth:`set_joint_positions`."""
        self._set("set_joint_efforts", "efforts", efforts)

    def make_articulation_action(
        self,
        joint_positions: ArrayLike | None = None,
        joint_velocities: ArrayLike | None = None,
        joint_efforts: ArrayLike | None = None,
    ) -> ArticulationAction:
        """Make an action of targets of these joints.

        Args:
            joint_positions: Positions [m or rad], shape (num_joints,); None leaves them.
            joint_velocities: Velocities [m/s or rad/s], in the same form.
            joint_efforts: Efforts [N or N m], in the same form.

        Raises:
            RuntimeError: The robot is not initialised.
            ValueError: An array has another shape, or the robot has no such joint.
        """
        return ArticulationAction(
            joint_positions=self._checked("joint_positions", joint_positions),
            joint_velocities=self._checked("joint_velocities", joint_velocities),
            joint_efforts=self._checked("joint_efforts", joint_efforts),
            joint_indices=self.get_joint_subset_indices(),
        )

    def apply_action(
        self,
        joint_positions: ArrayLike | None = None,
        joint_velocities: ArrayLike | None = None,
        joint_efforts: ArrayLike | None = None,
    ) -> None:
        """Set targets of these joints; see :meth:`make_articulation_action`."""
        action = self.make_articulation_action(joint_positions, joint_velocities, joint_efforts)
        self.articulation.apply_action(action)

    def get_applied_action(self) -> ArticulationAction:
        """Targets of these joints that were set last, of a robot that tells them.

        Raises:
            RuntimeError: The robot is not initialised.
            NotImplementedError: The robot has no ``get_applied_action()``.
        """
        applied = self._method("get_applied_action")()
        arrays = {
            name: None if all_of is None else self._of_these(all_of) for name, all_of in applied.get_dict().items()
        }
        return ArticulationAction(**arrays, joint_indices=self.get_joint_subset_indices())

    def map_to_articulation_order(self, joint_values: ArrayLike) -> np.ndarray:
        """Return values of these joints, shape (num_joints,), as values of all joints of the robot; others are NaN."""
        indices = self.get_joint_subset_indices()
        values = np.full(len(self.articulation.dof_names or ()), np.nan)
        values[indices] = self._checked("joint_values", joint_values)
        return values

    def _set(self, method: str, name: str, values: ArrayLike) -> None:
        self._method(method)(self._checked(name, values), self.get_joint_subset_indices())

    def _method(self, name: str) -> Callable[..., Any]:
        """A method that some robots have beside those of :class:`SingleRobot`."""
        method = getattr(self.articulation, name, None)
        if method is None:
            raise NotImplementedError(
                f"A '{type(self.articulation).__name__}' has no method '{name}'; expected a robot that has it."
            )
        return method

    def _of_these(self, values: Any) -> np.ndarray:
        return np.asarray(values, dtype=float).ravel()[self.get_joint_subset_indices()]

    def _checked(self, name: str, values: ArrayLike | None) -> np.ndarray | None:
        if values is None:
            return None
        array = np.asarray(values, dtype=float)
        if array.shape != (self.num_joints,):
            raise ValueError(f"{name} should have the shape ({self.num_joints},), it has {array.shape}.")
        return array
