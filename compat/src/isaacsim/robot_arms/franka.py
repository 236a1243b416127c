"""Franka's Panda with its hand: the robot, its controllers and its tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from isaacsim.core.assets import get_assets_root_path
from isaacsim.core.objects import SingleArticulation
from isaacsim.core.stage import add_reference_to_stage, find_unique_string_name
from pippin.sim import is_prim_path_valid

from . import controllers, tasks
from .manipulators import ParallelGripper, SingleManipulator

__all__ = [
    "FollowTarget",
    "Franka",
    "KinematicsSolver",
    "PickPlace",
    "PickPlaceController",
    "RMPFlowController",
    "Stacking",
    "StackingController",
]

ASSET = "/Isaac/Robots/FrankaRobotics/FrankaPanda/franka.usd"
END_EFFECTOR = "panda_rightfinger"
FINGERS = ("panda_finger_joint1", "panda_finger_joint2")
OPENED = (0.05, 0.05)
"""Positions of the fingers that are asked for to open the hand [m]: they end at the joints' limits."""

EVENTS_DT = (0.008, 0.005, 0.1, 0.1, 0.0025, 0.005, 0.0025, 0.1, 0.008, 0.08)
"""Part of each event of picking and placing that passes in a step."""


class Franka(SingleManipulator):
    """Franka's Panda with its hand.

    Args:
        prim_path: Path of the robot; where there is no prim yet, the robot is put there.
        name: Name of the object.
        usd_path: USD file of the robot; None takes the asset of the Panda.
        position: Position of its base in the world [m], shape (3,); None leaves it.
        orientation: Orientation (w, x, y, z), shape (4,); None leaves it.
        end_effector_prim_name: Name of the link that is its end effector; None takes the right finger.
        gripper_dof_names: Names of the joints of the fingers; None takes the Panda's.
        gripper_open_position: Their positions when open [m], shape (2,).
        gripper_closed_position: Their positions when closed [m], shape (2,).
        deltas: By how much each action of the gripper moves them [m], shape (2,); None moves them all the way.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "franka_robot",
        usd_path: str | None = None,
        position: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        end_effector_prim_name: str | None = None,
        gripper_dof_names: Sequence[str] | None = None,
        gripper_open_position: ArrayLike | None = None,
        gripper_closed_position: ArrayLike | None = None,
        deltas: ArrayLike | None = None,
    ) -> None:
        if not is_prim_path_valid(prim_path):
            add_reference_to_stage(usd_path or get_assets_root_path() + ASSET, prim_path)
        end_effector = f"{prim_path}/{end_effector_prim_name or END_EFFECTOR}"
        gripper = ParallelGripper(
            end_effector,
            FINGERS if gripper_dof_names is None else gripper_dof_names,
            OPENED if gripper_open_position is None else gripper_open_position,
            np.zeros(2) if gripper_closed_position is None else gripper_closed_position,
            deltas,
        )
        super().__init__(prim_path, end_effector, name, position=position, orientation=orientation, gripper=gripper)


class RMPFlowController(controllers.ArmRmpFlowController):
    """Moves the Panda by RMPflow.

    Args:
        name: Name of the controller.
        robot_articulation: The robot.
        physics_dt: Duration of a frame [s].
    """

    def __init__(self, name: str, robot_articulation: SingleArticulation, physics_dt: float = 1.0 / 60.0) -> None:
        super().__init__("Franka", "RMPflow", name, robot_articulation, physics_dt)


class KinematicsSolver(controllers.ArmKinematics):
    """Kinematics of one frame of the Panda.

    Args:
        robot_articulation: The robot.
        end_effector_frame_name: Name of the frame; None means the middle between the fingers.
    """

    def __init__(self, robot_articulation: SingleArticulation, end_effector_frame_name: str | None = None) -> None:
        super().__init__("Franka", robot_articulation, end_effector_frame_name or "right_gripper")


class PickPlaceController(controllers.PickPlaceController):
    """Lets the Panda pick something up and put it down elsewhere.

    Args:
        name: Name of the controller.
        gripper: The hand.
        robot_articulation: The robot.
        end_effector_initial_height: Height from which the hand goes down [m]; None means 0.3 m.
        events_dt: Part of each of the ten events that passes in a step; None takes the defaults.
    """

    def __init__(
        self,
        name: str,
        gripper: ParallelGripper,
        robot_articulation: SingleArticulation,
        end_effector_initial_height: float | None = None,
        events_dt: Sequence[float] | None = None,
    ) -> None:
        super().__init__(
            name,
            RMPFlowController(f"{name}_cspace_controller", robot_articulation),
            gripper,
            end_effector_initial_height,
            EVENTS_DT if events_dt is None else events_dt,
        )


class StackingController(controllers.StackingController):
    """Lets the Panda stack cubes.

    Args:
        name: Name of the controller.
        gripper: The hand.
        robot_articulation: The robot.
        picking_order_cube_names: Names of the cubes among the observations, in order.
        robot_observation_name: Name of the robot among the observations.
    """

    def __init__(
        self,
        name: str,
        gripper: ParallelGripper,
        robot_articulation: SingleArticulation,
        picking_order_cube_names: Sequence[str],
        robot_observation_name: str,
    ) -> None:
        pick_place = PickPlaceController(f"{name}_pick_place_controller", gripper, robot_articulation)
        super().__init__(name, pick_place, picking_order_cube_names, robot_observation_name)


class FollowTarget(tasks.FollowTarget):
    """The Panda and a target; see :class:`isaacsim.robot_arms.tasks.FollowTarget` for the other arguments.

    Args:
        franka_prim_path: Path of the robot; None finds a free one.
        franka_robot_name: Name of the robot; None finds a free one.
    """

    def __init__(
        self,
        name: str = "franka_follow_target",
        target_prim_path: str | None = None,
        target_name: str | None = None,
        target_position: ArrayLike | None = None,
        target_orientation: ArrayLike | None = None,
        offset: ArrayLike | None = None,
        franka_prim_path: str | None = None,
        franka_robot_name: str | None = None,
    ) -> None:
        position = np.array([0.0, 0.1, 0.7]) if target_position is None else target_position
        super().__init__(name, target_prim_path, target_name, position, target_orientation, offset)
        self._franka_prim_path = franka_prim_path
        self._franka_robot_name = franka_robot_name

    def set_robot(self) -> Franka:
        """Make the Panda."""
        return _franka(self.scene, self._franka_prim_path, self._franka_robot_name)


class PickPlace(tasks.PickPlace):
    """The Panda and a cube; see :class:`isaacsim.robot_arms.tasks.PickPlace` for the arguments."""

    def __init__(self, name: str = "franka_pick_place", *args: Any, **kwargs: Any) -> None:
        super().__init__(name, *args, **kwargs)

    def set_robot(self) -> Franka:
        """Make the Panda."""
        return _franka(self.scene)


class Stacking(tasks.Stacking):
    """The Panda and two cubes; see :class:`isaacsim.robot_arms.tasks.Stacking` for the arguments."""

    def __init__(
        self,
        name: str = "franka_stacking",
        target_position: ArrayLike | None = None,
        cube_size: ArrayLike | None = None,
        offset: ArrayLike | None = None,
    ) -> None:
        super().__init__(
            name,
            cube_initial_positions=np.array([[0.3, 0.3, 0.3], [0.3, -0.3, 0.3]]),
            stack_target_position=np.array([0.5, 0.5, 0.0]) if target_position is None else target_position,
            cube_size=cube_size,
            offset=offset,
        )

    def set_robot(self) -> Franka:
        """Make the Panda."""
        return _franka(self.scene)


def _franka(scene: Any, prim_path: str | None = None, name: str | None = None) -> Franka:
    prim_path = prim_path or find_unique_string_name("/World/Franka", lambda path: not is_prim_path_valid(path))
    return Franka(prim_path, name or find_unique_string_name("my_franka", lambda free: not scene.object_exists(free)))
