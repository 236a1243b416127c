"""Controllers of arms: RMPflow and kinematics by the name of a robot, picking, placing and stacking."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from isaacsim.core import assets
from isaacsim.core.objects import SingleArticulation
from isaacsim.core.rotations import euler_angles_to_quat
from isaacsim.robot_motion.lula_kinematics import LulaKinematicsSolver
from isaacsim.robot_motion.lula_motion import RmpFlow
from pippin.motion.articulations.kinematics import ArticulationKinematicsSolver
from pippin.motion.articulations.policy import ArticulationMotionPolicy, BaseController, MotionPolicyController
from pippin.objects import ArticulationAction

from .manipulators import Gripper

__all__ = ["ArmKinematics", "ArmRmpFlowController", "PickPlaceController", "StackingController"]

EVENTS_DT = (0.008, 0.005, 0.1, 0.1, 0.0025, 0.001, 0.0025, 1.0, 0.008, 0.08)
"""Part of each event that passes in a step."""

LOWER, WAIT, CLOSE, LIFT, CARRY, PUT_DOWN, OPEN, RISE, RETURN = range(1, 10)
"""Events after the first one, in which the end effector comes above what is to be picked up."""


class PickPlaceController(BaseController):
    """Moves an end effector through ten events: above a thing, down, wait, close, up, across, down, open, up, back.

    Args:
        name: Name of the controller.
        cspace_controller: Controller that brings the end effector to a pose, by
            ``forward(target_end_effector_position=, target_end_effector_orientation=)``.
        gripper: The gripper.
        end_effector_initial_height: Height from which the end effector goes down and to which it rises [m]; None
            means 0.3 m.
        events_dt: Part of each of the ten events that passes in a step; None takes the defaults.

    Raises:
        ValueError: There are not ten parts, or one is not above 0.
    """

    def __init__(
        self,
        name: str,
        cspace_controller: BaseController,
        gripper: Gripper,
        end_effector_initial_height: float | None = None,
        events_dt: Sequence[float] | None = None,
    ) -> None:
        super().__init__(name)
        self._cspace_controller = cspace_controller
        self._gripper = gripper
        self._h1 = 0.3 if end_effector_initial_height is None else end_effector_initial_height
        self._events_dt = _checked_parts(EVENTS_DT if events_dt is None else events_dt)
        self._pause = False
        self._start_over()

    def get_current_event(self) -> int:
        """Index of the event, from 0; 10 when all are done."""
        return self._event

    def is_paused(self) -> bool:
        """Whether the controller waits."""
        return self._pause

    def is_done(self) -> bool:
        """Whether all events are done."""
        return self._event >= len(self._events_dt)

    def pause(self) -> None:
        """Let the controller wait where it is."""
        self._pause = True

    def resume(self) -> None:
        """Let the controller go on."""
        self._pause = False

    def forward(  # type: ignore[override]  # each controller has targets of its own
        self,
        picking_position: ArrayLike,
        placing_position: ArrayLike,
        current_joint_positions: ArrayLike,
        end_effector_offset: ArrayLike | None = None,
        end_effector_orientation: ArrayLike | None = None,
    ) -> ArticulationAction:
        """Compute the targets of the robot for the next frame.

        Args:
            picking_position: Where the thing is [m, world], shape (3,).
            placing_position: Where it is to go [m, world], shape (3,).
            current_joint_positions: Positions of the robot's joints [m or rad], shape (num_dof,).
            end_effector_offset: Where the end effector is to be, seen from the thing [m, world], shape (3,); None means
                where the thing is.
            end_effector_orientation: Orientation of the end effector (w, x, y, z); None lets its z-axis point down.
        """
        unchanged = ArticulationAction(joint_positions=[None] * len(np.atleast_1d(current_joint_positions)))
        if self._pause or self.is_done():
            self.pause()
            return unchanged
        picking, placing = np.asarray(picking_position, dtype=float), np.asarray(placing_position, dtype=float)
        if self._event == WAIT:
            action = unchanged
        elif self._event in (CLOSE, OPEN):
            action = self._gripper.forward(action="close" if self._event == CLOSE else "open")
        else:
            if self._event in (0, LOWER):
                self._picked_at = picking.copy()  # once held, the thing moves with the hand
            offset = np.zeros(3) if end_effector_offset is None else np.asarray(end_effector_offset, dtype=float)
            if end_effector_orientation is None:
                end_effector_orientation = euler_angles_to_quat(np.array([0.0, np.pi, 0.0]))
            action = self._cspace_controller.forward(
                target_end_effector_position=self._target(placing) + offset,
                target_end_effector_orientation=np.asarray(end_effector_orientation, dtype=float),
            )
        self._t += self._events_dt[self._event]
        if self._t >= 1.0:
            self._event += 1
            self._t = 0.0
        return action

    def reset(self, end_effector_initial_height: float | None = None, events_dt: Sequence[float] | None = None) -> None:
        """Begin with the first event; what is given replaces what the controller was made with."""
        super().reset()
        self._cspace_controller.reset()
        if end_effector_initial_height is not None:
            self._h1 = end_effector_initial_height
        if events_dt is not None:
            self._events_dt = _checked_parts(events_dt)
        self._pause = False
        self._start_over()

    def _start_over(self) -> None:
        self._event = 0
        self._t = 0.0
        self._picked_at = np.zeros(3)

    def _target(self, placing: np.ndarray) -> np.ndarray:
        """Position of the thing, held or not, that the event asks for now."""
        part = _smooth(self._t)
        across = {CARRY: part, PUT_DOWN: 1.0, RISE: 1.0, RETURN: 1.0 - part}.get(self._event, 0.0)
        low = placing[2] if self._event in (PUT_DOWN, RISE) else self._picked_at[2]
        down = {LOWER: part, LIFT: 1.0 - part, PUT_DOWN: part, RISE: 1.0 - part}.get(self._event, 0.0)
        plane = (1.0 - across) * self._picked_at[:2] + across * placing[:2]
        return np.array([*plane, (1.0 - down) * self._h1 + down * low])


def _smooth(part: float) -> float:
    """Part of a way after a part of its time, from rest to rest."""
    return 0.5 * (1.0 - math.cos(math.pi * part))


def _checked_parts(events_dt: Sequence[float]) -> list[float]:
    parts = [float(part) for part in np.ravel(np.asarray(events_dt, dtype=float))]
    if len(parts) != len(EVENTS_DT) or not all(part > 0.0 for part in parts):
        raise ValueError(f"events_dt should have {len(EVENTS_DT)} values above 0; they are {parts}.")
    return parts


class StackingController(BaseController):
    """Picks and places cubes one after the other.

    Args:
        name: Name of the controller.
        pick_place_controller: Controller that picks and places one of them.
        picking_order_cube_names: Names of the cubes among the observations, in order.
        robot_observation_name: Name of the robot among the observations.
    """

    def __init__(
        self,
        name: str,
        pick_place_controller: PickPlaceController,
        picking_order_cube_names: Sequence[str],
        robot_observation_name: str,
    ) -> None:
        super().__init__(name)
        self._pick_place_controller = pick_place_controller
        self._robot_observation_name = robot_observation_name
        self.reset(picking_order_cube_names)

    def forward(  # type: ignore[override]  # each controller has targets of its own
        self,
        observations: Mapping[str, Mapping[str, Any]],
        end_effector_orientation: ArrayLike | None = None,
        end_effector_offset: ArrayLike | None = None,
    ) -> ArticulationAction:
        """Compute the targets of the robot for the next frame.

        Args:
            observations: Of each cube ``position`` and ``target_position``, of the robot ``joint_positions``.
            end_effector_orientation: Orientation of the end effector (w, x, y, z); None lets its z-axis point down.
            end_effector_offset: Where the end effector is to be, seen from a cube [m, world], shape (3,).
        """
        joint_positions = observations[self._robot_observation_name]["joint_positions"]
        if self.is_done():
            return ArticulationAction(joint_positions=[None] * len(joint_positions))
        cube = observations[self._picking_order_cube_names[self._current_cube]]
        action = self._pick_place_controller.forward(
            picking_position=cube["position"],
            placing_position=cube["target_position"],
            current_joint_positions=joint_positions,
            end_effector_orientation=end_effector_orientation,
            end_effector_offset=end_effector_offset,
        )
        if self._pick_place_controller.is_done():
            self._current_cube += 1
            self._pick_place_controller.reset()
        return action

    def is_done(self) -> bool:
        """Whether all cubes are placed."""
        return self._current_cube >= len(self._picking_order_cube_names)

    def reset(self, picking_order_cube_names: Sequence[str] | None = None) -> None:
        """Begin with the first cube; names that are given replace those that the controller was made with."""
        if picking_order_cube_names is not None:
            self._picking_order_cube_names = list(picking_order_cube_names)
        self._current_cube = 0
        self._pick_place_controller.reset()


class ArmRmpFlowController(MotionPolicyController):
    """Moves an arm by RMPflow.

    Args:
        robot_name: Name of the robot's configuration, such as "Franka".
        policy_name: Name of its motion policy, such as "RMPflow".
        name: Name of the controller.
        robot_articulation: The robot.
        physics_dt: Duration of a frame [s].

    Raises:
        ValueError: There is no such configuration.
    """

    def __init__(
        self, robot_name: str, policy_name: str, name: str, robot_articulation: SingleArticulation, physics_dt: float
    ) -> None:
        config = assets.load_supported_motion_policy_config(robot_name, policy_name)
        self.rmp_flow = self.rmpflow = RmpFlow(**_found(config, robot_name, policy_name))
        self.articulation_rmp = ArticulationMotionPolicy(robot_articulation, self.rmp_flow, physics_dt)
        super().__init__(name, self.articulation_rmp)
        self._default_position, self._default_orientation = robot_articulation.get_world_pose()
        self._place_base()

    def reset(self) -> None:
        """Let the policy forget its state, its targets and all obstacles; the base stays where it was."""
        super().reset()
        self._place_base()

    def _place_base(self) -> None:
        self.rmp_flow.set_robot_base_pose(self._default_position, self._default_orientation)


class ArmKinematics(ArticulationKinematicsSolver):
    """Kinematics of one frame of an arm.

    Args:
        robot_name: Name of the robot's configuration, such as "Franka".
        robot_articulation: The robot.
        end_effector_frame_name: Name of the frame.

    Raises:
        ValueError: There is no such configuration, or no such frame.
    """

    def __init__(self, robot_name: str, robot_articulation: SingleArticulation, end_effector_frame_name: str) -> None:
        config = assets.load_supported_lula_kinematics_solver_config(robot_name)
        self._kinematics = LulaKinematicsSolver(**_found(config, robot_name, "kinematics"))
        super().__init__(robot_articulation, self._kinematics, end_effector_frame_name)


def _found(config: dict[str, Any] | None, robot_name: str, what: str) -> dict[str, Any]:
    if config is None:
        raise ValueError(f"There is no configuration of {what} for '{robot_name}'.")
    return config
