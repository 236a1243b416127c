"""Robots with an end effector and a gripper."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from isaacsim.core.objects import Robot, SingleRigidPrim
from pippin.objects import ArticulationAction

__all__ = ["Gripper", "ParallelGripper", "SingleManipulator", "SurfaceGripper"]

ACTIONS = ("open", "close")


class Gripper(SingleRigidPrim):
    """A gripper, as the link that is called its end effector; subclasses say how it opens and closes.

    The link is looked up at :meth:`initialize`, since programs make grippers before their robot is on the stage.

    Args:
        end_effector_prim_path: Path of the link.
    """

    def __init__(self, end_effector_prim_path: str) -> None:
        self._end_effector_prim_path = end_effector_prim_path
        self._default_state: Any = None

    def initialize(self, physics_sim_view: Any = None) -> None:
        """Connect to the simulation, which plays.

        Raises:
            ValueError: There is no such link.
        """
        if not hasattr(self, "_view"):
            super().__init__(self._end_effector_prim_path, name="gripper")
        super().initialize(physics_sim_view)

    @abstractmethod
    def open(self) -> None:
        """Open the gripper."""

    @abstractmethod
    def close(self) -> None:
        """Close the gripper."""

    @abstractmethod
    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the action that opens or closes the gripper."""


class ParallelGripper(Gripper):
    """A gripper with fingers that open and close by joints of the robot.

    Args:
        end_effector_prim_path: Path of the link that is called its end effector.
        joint_prim_names: Names of the joints of the fingers.
        joint_opened_positions: Their positions when open [m or rad], shape (num_fingers,).
        joint_closed_positions: Their positions when closed [m or rad], shape (num_fingers,).
        action_deltas: By how much each action moves the joints [m or rad]: opening adds it, closing subtracts it. None
            moves them all the way.
        use_mimic_joints: Whether the first joint alone is driven, since the others follow it.

    Raises:
        ValueError: The numbers of joints and positions differ.
    """

    def __init__(
        self,
        end_effector_prim_path: str,
        joint_prim_names: Sequence[str],
        joint_opened_positions: ArrayLike,
        joint_closed_positions: ArrayLike,
        action_deltas: ArrayLike | None = None,
        use_mimic_joints: bool = False,
    ) -> None:
        super().__init__(end_effector_prim_path)
        self._joint_prim_names = list(joint_prim_names)
        self._num_driven = 1 if use_mimic_joints else len(self._joint_prim_names)
        self._joint_opened_positions = self._checked("joint_opened_positions", joint_opened_positions)
        self._joint_closed_positions = self._checked("joint_closed_positions", joint_closed_positions)
        self.set_action_deltas(action_deltas)
        self._joint_dof_indicies: list[int | None] = [None] * len(self._joint_prim_names)
        self._num_dof = 0
        self._default_positions = self._joint_opened_positions

    @property
    def joint_opened_positions(self) -> np.ndarray:
        """Positions of the joints when open [m or rad]."""
        return self._joint_opened_positions

    @property
    def joint_closed_positions(self) -> np.ndarray:
        """Positions of the joints when closed [m or rad]."""
        return self._joint_closed_positions

    @property
    def joint_prim_names(self) -> list[str]:
        """Names of the joints."""
        return self._joint_prim_names

    @property
    def joint_dof_indicies(self) -> np.ndarray:
        """Indices of the joints among those of the robot; None each before :meth:`initialize`."""
        return np.array(self._joint_dof_indicies)

    @property
    def active_joint_indices(self) -> list[int | None]:
        """Indices of the joints that are driven."""
        return self._joint_dof_indicies[: self._num_driven]

    def initialize(
        self,
        articulation_apply_action_func: Callable[[ArticulationAction], None],
        get_joint_positions_func: Callable[[], np.ndarray],
        set_joint_positions_func: Callable[..., None],
        dof_names: Sequence[str],
        physics_sim_view: Any = None,
    ) -> None:
        """Connect to the robot, which is initialised.

        Args:
            articulation_apply_action_func: What sets the targets of the robot's joints.
            get_joint_positions_func: What gives the positions of its joints.
            set_joint_positions_func: What moves its joints at once.
            dof_names: Names of its joints.
            physics_sim_view: Without effect.

        Raises:
            ValueError: The robot has no such joint, or there is no such link.
        """
        super().initialize(physics_sim_view)
        missing = [name for name in self._joint_prim_names if name not in dof_names]
        if missing:
            raise ValueError(f"The gripper's joint '{missing[0]}' is none of the robot's: {', '.join(dof_names)}.")
        self._joint_dof_indicies = [list(dof_names).index(name) for name in self._joint_prim_names]
        self._num_dof = len(dof_names)
        self._apply = articulation_apply_action_func
        self._get_positions = get_joint_positions_func
        self._set_positions = set_joint_positions_func

    def open(self) -> None:
        """Open the gripper by one action."""
        action = self.forward("open")
        self._apply(action)

    def close(self) -> None:
        """Close the gripper by one action."""
        action = self.forward("close")
        self._apply(action)

    def forward(self, action: str) -> ArticulationAction:
        """Compute the targets of all joints of the robot that open or close the gripper; None leaves a joint.

        Args:
            action: "open" or "close".

        Raises:
            ValueError: It is another action.
            RuntimeError: The gripper is not initialised.
        """
        if action not in ACTIONS:
            raise ValueError(f"The action of a gripper is 'open' or 'close', not '{action}'.")
        indices = self._require_joints()[: self._num_driven]
        if self._action_deltas is None:
            ends = self._joint_opened_positions if action == "open" else self._joint_closed_positions
            positions = ends[: self._num_driven]
        else:
            step = self._action_deltas[: self._num_driven] * (1.0 if action == "open" else -1.0)
            positions = np.asarray(self._get_positions())[indices] + step
        return self._of_all_joints(indices, positions)

    def apply_action(self, control_actions: ArticulationAction) -> None:
        """Set targets of the gripper's joints, shape (num_fingers,)."""
        indices = self._require_joints()
        targets = control_actions.joint_positions
        if targets is not None:
            self._apply(self._of_all_joints(indices[: len(targets)], targets))

    def get_joint_positions(self) -> np.ndarray:
        """Positions of the joints [m or rad]."""
        return np.asarray(self._get_positions())[self._require_joints()]

    def set_joint_positions(self, positions: ArrayLike) -> None:
        """Move the joints to positions [m or rad] at once."""
        self._set_positions(np.asarray(positions, dtype=float), joint_indices=self._require_joints())

    def set_action_deltas(self, value: ArrayLike | None) -> None:
        """Set by how much each action moves the joints [m or rad]; None moves them all the way."""
        self._action_deltas = None if value is None else self._checked("action_deltas", value)

    def get_action_deltas(self) -> np.ndarray | None:
        """By how much each action moves the joints [m or rad]."""
        return self._action_deltas

    def set_default_state(self, joint_positions: ArrayLike) -> None:  # type: ignore[override]  # of joints, not a pose
        """Set the positions that :meth:`post_reset` moves the joints to [m or rad]."""
        self._default_positions = self._checked("joint_positions", joint_positions)

    def get_default_state(self) -> np.ndarray:  # type: ignore[override]
        """Positions that :meth:`post_reset` moves the joints to [m or rad]."""
        return self._default_positions

    def post_reset(self) -> None:
        """Move the joints to their default positions."""
        self.set_joint_positions(self._default_positions)

    def _require_joints(self) -> list[int]:
        indices = [index for index in self._joint_dof_indicies if index is not None]
        if not indices:
            raise RuntimeError("The gripper is not connected to a robot: call initialize() after the simulation plays.")
        return indices

    def _of_all_joints(self, indices: Sequence[int], positions: ArrayLike) -> ArticulationAction:
        targets: list[float | None] = [None] * self._num_dof
        for index, position in zip(indices, np.asarray(positions, dtype=float), strict=True):
            targets[index] = float(position)
        return ArticulationAction(joint_positions=targets)

    def _checked(self, name: str, values: ArrayLike) -> np.ndarray:
        array = np.asarray(values, dtype=float).ravel()
        if len(array) != len(self._joint_prim_names):
            raise ValueError(
                f"{name} should have a value for each of {', '.join(self._joint_prim_names)}; it has {len(array)}."
            )
        return array


class SurfaceGripper(Gripper):
    """A gripper that sucks: programs may name it, and its making is refused.

    Raises:
        NotImplementedError: Always: bodies are not attached to each other while the simulation plays.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            "Surface grippers are not served: a body cannot be attached while the simulation plays. Take a"
            " ParallelGripper, whose fingers hold by friction."
        )


class SingleManipulator(Robot):
    """A robot with an end effector and, where it has one, a gripper.

    Args:
        prim_path: Path of the robot.
        end_effector_prim_path: Path of the link that is its end effector; None takes ``end_effector_prim_name``.
        name: Name of the object.
        position: Position of the root in the world [m], shape (3,); None leaves it.
        translation: Position in the frame of the parent [m], shape (3,), in place of that in the world.
        orientation: Orientation (w, x, y, z), shape (4,); None leaves it.
        scale: Scale along its own axes, shape (3,); None leaves it.
        visible: Whether it is to be seen; None leaves that.
        gripper: The gripper; None means that there is none.
        end_effector_prim_name: Name of the link below the robot, as older programs give it.

    Raises:
        ValueError: No end effector is given, or there is no such robot.
    """

    def __init__(
        self,
        prim_path: str,
        end_effector_prim_path: str | None = None,
        name: str = "single_manipulator",
        position: ArrayLike | None = None,
        translation: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        visible: bool | None = None,
        gripper: Gripper | None = None,
        end_effector_prim_name: str | None = None,
    ) -> None:
        if end_effector_prim_path is None and end_effector_prim_name is None:
            raise ValueError(f"The manipulator '{name}' has no end effector: give end_effector_prim_path.")
        super().__init__(prim_path, name, position, translation, orientation, scale, visible)
        self._end_effector_prim_path = end_effector_prim_path or f"{prim_path}/{end_effector_prim_name}"
        self._gripper = gripper
        self._end_effector: SingleRigidPrim | None = None

    @property
    def end_effector(self) -> SingleRigidPrim | None:
        """The link that is the end effector; None before :meth:`initialize`."""
        return self._end_effector

    @property
    def gripper(self) -> Gripper | None:
        """The gripper."""
        return self._gripper

    def initialize(self, physics_sim_view: Any = None) -> None:
        """Connect the robot, its end effector and its gripper to the simulation, which plays."""
        super().initialize(physics_sim_view)
        self._end_effector = SingleRigidPrim(self._end_effector_prim_path, name=f"{self.name}_end_effector")
        self._end_effector.initialize(physics_sim_view)
        if isinstance(self._gripper, ParallelGripper):
            self._gripper.initialize(
                self.apply_action,
                self.get_joint_positions,
                self.set_joint_positions,
                self.dof_names or [],
                physics_sim_view,
            )

    def post_reset(self) -> None:
        """Return to the default state, the gripper too."""
        super().post_reset()
        if self._end_effector is not None:
            self._end_effector.post_reset()
        if self._gripper is not None:
            self._gripper.post_reset()
