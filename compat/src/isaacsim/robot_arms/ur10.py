"""Universal Robots' UR10: the robot, its controllers and its task."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from isaacsim.core.assets import get_assets_root_path
from isaacsim.core.objects import SingleArticulation
from isaacsim.core.stage import add_reference_to_stage, find_unique_string_name
from pippin.sim import is_prim_path_valid

from . import controllers, tasks
from .manipulators import SingleManipulator, SurfaceGripper

__all__ = ["FollowTarget", "KinematicsSolver", "RMPFlowController", "UR10"]

ASSET = "/Isaac/Robots/UniversalRobots/ur10/ur10.usd"


class UR10(SingleManipulator):
    """Universal Robots' UR10, without a gripper.

    Args:
        prim_path: Path of the robot; where there is no prim yet, the robot is put there.
        name: Name of the object.
        usd_path: USD file of the robot; None takes the asset of the UR10.
        position: Position of its base in the world [m], shape (3,); None leaves it.
        orientation: Orientation (w, x, y, z), shape (4,); None leaves it.
        end_effector_prim_name: Name of the link that is its end effector; None takes ``ee_link``.
        attach_gripper: Whether it is to have its suction gripper, which is refused.
        gripper_usd: Without effect.

    Raises:
        NotImplementedError: It is to have its suction gripper.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "ur10_robot",
        usd_path: str | None = None,
        position: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        end_effector_prim_name: str | None = None,
        attach_gripper: bool = False,
        gripper_usd: str | None = "default",
    ) -> None:
        if attach_gripper:
            SurfaceGripper()
        if not is_prim_path_valid(prim_path):
            add_reference_to_stage(usd_path or get_assets_root_path() + ASSET, prim_path)
        end_effector = f"{prim_path}/{end_effector_prim_name or 'ee_link'}"
        super().__init__(prim_path, end_effector, name, position=position, orientation=orientation)


class RMPFlowController(controllers.ArmRmpFlowController):
    """Moves the UR10 by RMPflow.

    Args:
        name: Name of the controller.
        robot_articulation: The robot.
        physics_dt: Duration of a frame [s].
        attach_gripper: Whether its configuration is that with a suction gripper.
    """

    def __init__(
        self,
        name: str,
        robot_articulation: SingleArticulation,
        physics_dt: float = 1.0 / 60.0,
        attach_gripper: bool = False,
    ) -> None:
        policy = "RMPflowSuction" if attach_gripper else "RMPflow"
        super().__init__("UR10", policy, name, robot_articulation, physics_dt)


class KinematicsSolver(controllers.ArmKinematics):
    """Kinematics of one frame of the UR10.

    Args:
        robot_articulation: The robot.
        end_effector_frame_name: Name of the frame; None means ``ee_link``.
        attach_gripper: Without effect: the configuration has the suction gripper's frames or not.
    """

    def __init__(
        self,
        robot_articulation: SingleArticulation,
        end_effector_frame_name: str | None = None,
        attach_gripper: bool = False,
    ) -> None:
        super().__init__("UR10", robot_articulation, end_effector_frame_name or "ee_link")


class FollowTarget(tasks.FollowTarget):
    """The UR10 and a target; see :class:`isaacsim.robot_arms.tasks.FollowTarget` for the other arguments.

    Args:
        ur10_prim_path: Path of the robot; None finds a free one.
        ur10_robot_name: Name of the robot; None finds a free one.
        attach_gripper: Whether it is to have its suction gripper, which is refused.
    """

    def __init__(
        self,
        name: str = "ur10_follow_target",
        target_prim_path: str | None = None,
        target_name: str | None = None,
        target_position: ArrayLike | None = None,
        target_orientation: ArrayLike | None = None,
        offset: ArrayLike | None = None,
        ur10_prim_path: str | None = None,
        ur10_robot_name: str | None = None,
        attach_gripper: bool = False,
    ) -> None:
        position = np.array([0.5, 0.0, 0.4]) if target_position is None else target_position
        super().__init__(name, target_prim_path, target_name, position, target_orientation, offset)
        self._ur10_prim_path = ur10_prim_path
        self._ur10_robot_name = ur10_robot_name
        self._attach_gripper = attach_gripper

    def set_robot(self) -> UR10:
        """Make the UR10."""
        path = self._ur10_prim_path or find_unique_string_name("/World/UR10", lambda free: not is_prim_path_valid(free))
        name = self._ur10_robot_name or self._free_name("my_ur10")
        return UR10(path, name, attach_gripper=self._attach_gripper)
