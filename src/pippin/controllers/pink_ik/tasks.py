"""Tasks of inverse kinematics by Pink: what a robot is to reach, each with its error, Jacobian and weight.

Each takes its numbers, or its config in their place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pink.tasks
import pinocchio
from pink.configuration import Configuration

from .configuration import PinkKinematicsConfiguration


class FrameTask(pink.tasks.FrameTask):
    """A frame that is to reach a pose in the world: Pink's task, which takes its config, too.

    Args:
        frame: Name of the frame, or a :class:`~pippin.controllers.pink_ik.cfg.FrameTaskCfg` with all of this.
        position_cost: Weight of errors of position [1/m], or one for each axis.
        orientation_cost: Weight of errors of orientation [1/rad], or one for each axis.
        lm_damping: Factor of Levenberg and Marquardt's damping.
        gain: Part of the error that a step is to remove.

    Raises:
        ValueError: A weight is missing.
    """

    def __init__(
        self,
        frame: Any,
        position_cost: float | Sequence[float] | None = None,
        orientation_cost: float | Sequence[float] | None = None,
        lm_damping: float = 0.0,
        gain: float = 1.0,
    ) -> None:
        if not isinstance(frame, str):
            position_cost, orientation_cost = frame.position_cost, frame.orientation_cost
            lm_damping, gain, frame = frame.lm_damping, frame.gain, frame.frame
        if position_cost is None or orientation_cost is None:
            raise ValueError(f"position_cost and orientation_cost must be provided for the frame '{frame}'.")
        super().__init__(frame, position_cost, orientation_cost, lm_damping, gain)


class DampingTask(pink.tasks.DampingTask):
    """Joints that are to move slowly: Pink's task, which takes its config, too.

    Args:
        cost: Weight of velocities [s/rad], or a :class:`~pippin.controllers.pink_ik.cfg.DampingTaskCfg`.
    """

    def __init__(self, cost: Any) -> None:
        super().__init__(cost=getattr(cost, "cost", cost))


class LocalFrameTask(FrameTask):
    """A frame that is to reach a pose in the frame of another link of the robot.

    Args:
        frame: Name of the frame, or a :class:`~pippin.controllers.pink_ik.cfg.LocalFrameTaskCfg` with all of this.
        base_link_frame_name: Name of the frame that the pose is given in.
        position_cost: As of :class:`FrameTask`, like the rest.
        orientation_cost: As above.
        lm_damping: As above.
        gain: As above.

    Attributes:
        transform_target_to_base: Pose to reach; None before one is set.

    Raises:
        ValueError: A weight or the other frame is missing.
    """

    def __init__(
        self,
        frame: Any,
        base_link_frame_name: str | None = None,
        position_cost: float | Sequence[float] | None = None,
        orientation_cost: float | Sequence[float] | None = None,
        lm_damping: float = 0.0,
        gain: float = 1.0,
    ) -> None:
        super().__init__(frame, position_cost, orientation_cost, lm_damping, gain)
        self.base_link_frame_name = base_link_frame_name if isinstance(frame, str) else frame.base_link_frame_name
        if self.base_link_frame_name is None:
            raise ValueError(f"base_link_frame_name must be provided for the frame '{frame}'.")
        self.transform_target_to_base: pinocchio.SE3 | None = None

    def set_target(self, transform_target_to_base: pinocchio.SE3) -> None:
        """Set the pose to reach, in the other frame."""
        self.transform_target_to_base = transform_target_to_base.copy()

    def set_target_from_configuration(self, configuration: Configuration) -> None:
        """Let the frame stay where it is.

        Raises:
            ValueError: The configuration is not one of all joints.
        """
        self.set_target(self._pose(configuration))

    def compute_error(self, configuration: Configuration) -> np.ndarray:
        """Twist (linear, angular) in the frame's axes that leads to the target in a unit of time, shape (6,).

        Raises:
            ValueError: The configuration is not one of all joints, or there is no target.
        """
        pose = self._pose(configuration)
        return pinocchio.log(pose.actInv(self._target())).vector

    def compute_jacobian(self, configuration: Configuration) -> np.ndarray:
        """Derivative of the error by the joints that are solved for, shape (6, C), the other link taken as at rest.

        Its rows are [m] and [rad] by each [rad], or [m] of a prismatic joint.

        Raises:
            ValueError: The configuration is not one of all joints, or there is no target.
        """
        target = self._target()
        pose = self._pose(configuration)
        return -pinocchio.Jlog6(target.actInv(pose)) @ configuration.get_frame_jacobian(self.frame)

    def _target(self) -> pinocchio.SE3:
        """Pose to reach.

        Raises:
            ValueError: There is none.
        """
        if self.transform_target_to_base is None:
            raise ValueError(f"no target set for frame '{self.frame}': call set_target() first.")
        return self.transform_target_to_base

    def _pose(self, configuration: Configuration) -> pinocchio.SE3:
        """Pose of the frame in the other one.

        Raises:
            ValueError: The configuration is not one of all joints.
        """
        if not isinstance(configuration, PinkKinematicsConfiguration):
            raise ValueError(
                f"configuration must be a PinkKinematicsConfiguration, not a {type(configuration).__name__}."
            )
        return configuration.get_transform(self.frame, self.base_link_frame_name)


class NullSpacePostureTask(pink.tasks.Task):
    r"""A posture of some joints, as far as it moves no frame of others' tasks.

    Its error is :math:`q - q^*` of these joints and 0 of the others. Its Jacobian is the projector on the null space of
    the frames' stacked Jacobian :math:`J`, :math:`I - J^+ J`.

    Args:
        cost: Weight of errors [1/rad], or a :class:`~pippin.controllers.pink_ik.cfg.NullSpacePostureTaskCfg`.
        lm_damping: Factor of Levenberg and Marquardt's damping.
        gain: Part of the error that a step is to remove.
        controlled_frames: Names of the frames that it may not move; None means none.
        controlled_joints: Names of the joints that have a posture; None means none.

    Attributes:
        target_q: Positions to reach [rad, m]; None before they are set.
    """

    def __init__(
        self,
        cost: Any,
        lm_damping: float = 0.0,
        gain: float = 1.0,
        controlled_frames: list[str] | None = None,
        controlled_joints: list[str] | None = None,
    ) -> None:
        if hasattr(cost, "controlled_frames"):
            controlled_frames, controlled_joints = cost.controlled_frames, cost.controlled_joints
            lm_damping, gain, cost = cost.lm_damping, cost.gain, cost.cost
        super().__init__(cost=cost, gain=gain, lm_damping=lm_damping)
        self.controlled_frames = list(controlled_frames or [])
        self.controlled_joints = list(controlled_joints or [])
        self.target_q: np.ndarray | None = None

    def __repr__(self) -> str:
        return (
            f"NullSpacePostureTask(cost={self.cost}, gain={self.gain}, lm_damping={self.lm_damping}, "
            f"controlled_frames={self.controlled_frames}, controlled_joints={self.controlled_joints})"
        )

    def set_target(self, target_q: np.ndarray) -> None:
        """Set the positions to reach, one for each joint that is solved for [rad, m], shape (C,)."""
        self.target_q = target_q.copy()

    def set_target_from_configuration(self, configuration: Configuration) -> None:
        """Let the joints stay where they are."""
        self.set_target(configuration.q)

    def compute_error(self, configuration: Configuration) -> np.ndarray:
        """Way from the target to the present positions of the joints with a posture, 0 of the others, shape (C,).

        Raises:
            ValueError: There is no target.
        """
        if self.target_q is None:
            raise ValueError("No posture target has been set: call set_target() first.")
        error = pinocchio.difference(configuration.model, self.target_q, configuration.q)
        return error * [name in self.controlled_joints for name in list(configuration.model.names)[1:]]

    def compute_jacobian(self, configuration: Configuration) -> np.ndarray:
        """Projector of velocities on those that move no frame, shape (C, C)."""
        identity = np.eye(configuration.model.nv)
        if not self.controlled_frames:
            return identity
        jacobian = np.concatenate([configuration.get_frame_jacobian(frame) for frame in self.controlled_frames])
        return identity - np.linalg.pinv(jacobian) @ jacobian
