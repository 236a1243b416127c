"""Configs of inverse kinematics by Pink, which need no Pink themselves."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

from pippin.utils import configclass

_TASKS = f"{__package__}.tasks"


@configclass
class PinkIKTaskCfg:
    """Config of a task."""

    class_type: Any = MISSING
    """Class of the task, which takes its config, or text "module:Class"."""


@configclass
class FrameTaskCfg(PinkIKTaskCfg):
    """Config of a :class:`~pippin.controllers.pink_ik.tasks.FrameTask`: a frame's pose in the world."""

    class_type: Any = f"{_TASKS}:FrameTask"

    frame: str = MISSING  # type: ignore[assignment]
    """Name of the frame in the URDF file."""

    position_cost: float | list[float] = MISSING  # type: ignore[assignment]
    """Weight of errors of position [1/m], or one for each axis."""

    orientation_cost: float | list[float] = MISSING  # type: ignore[assignment]
    """Weight of errors of orientation [1/rad], or one for each axis."""

    lm_damping: float = 0.0
    """Factor of Levenberg and Marquardt's damping, which grows with the error."""

    gain: float = 1.0
    """Part of the error that a step is to remove, from 0 to 1."""


@configclass
class LocalFrameTaskCfg(FrameTaskCfg):
    """Config of a :class:`~pippin.controllers.pink_ik.tasks.LocalFrameTask`: a pose in the frame of another link."""

    class_type: Any = f"{_TASKS}:LocalFrameTask"

    base_link_frame_name: str = MISSING  # type: ignore[assignment]
    """Name of the frame that the pose is given in."""


@configclass
class DampingTaskCfg(PinkIKTaskCfg):
    """Config of a :class:`~pippin.controllers.pink_ik.tasks.DampingTask`: joints that are to move slowly."""

    class_type: Any = f"{_TASKS}:DampingTask"

    cost: float = MISSING  # type: ignore[assignment]
    """Weight of velocities [s/rad]."""


@configclass
class NullSpacePostureTaskCfg(PinkIKTaskCfg):
    """Config of a :class:`~pippin.controllers.pink_ik.tasks.NullSpacePostureTask`: a posture where frames allow it."""

    class_type: Any = f"{_TASKS}:NullSpacePostureTask"

    cost: float = MISSING  # type: ignore[assignment]
    """Weight of errors [1/rad]."""

    lm_damping: float = 0.0
    """Factor of Levenberg and Marquardt's damping, which grows with the error."""

    gain: float = 1.0
    """Part of the error that a step is to remove, from 0 to 1."""

    controlled_frames: list[str] = []
    """Names of the frames that the posture may not move."""

    controlled_joints: list[str] = []
    """Names of the joints that have a posture."""


@configclass
class PinkIKControllerCfg:
    """Config of :class:`~pippin.controllers.pink_ik.controller.PinkIKController`."""

    usd_path: str | None = None
    """USD file of the robot, of which no URDF file is made here: what names no ``urdf_path`` is refused."""

    urdf_path: str | None = None
    """URDF file of the robot."""

    mesh_path: str | None = None
    """Folder of its meshes, which are not read."""

    num_hand_joints: int = 0
    """Joints of hands, whose targets end the action of an environment."""

    variable_input_tasks: list[Any] = []
    """Tasks, or configs of tasks, whose frames follow the action of an environment."""

    fixed_input_tasks: list[Any] = []
    """Tasks, or configs of tasks, that keep the targets of the beginning."""

    joint_names: list[str] | None = None
    """Names of the joints that are solved for, in the articulation's order; an action of an environment sets them."""

    all_joint_names: list[str] | None = None
    """Names of all joints in the articulation's order; an action of an environment sets them."""

    articulation_name: str = "robot"
    """Name of the articulation in the scene."""

    base_link_name: str = "base_link"
    """Name of the articulation's link that poses are given in."""

    show_ik_warnings: bool = True
    """Whether a step without a solution is told of in the log."""

    fail_on_joint_limit_violation: bool = True
    """Whether there is no solution from positions outside the limits of joints; otherwise they are not checked."""

    xr_enabled: bool = False
    """Without effect: there are no displays on heads."""
