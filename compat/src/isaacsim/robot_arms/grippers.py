"""Grippers, and the controllers that pick, place and stack with them."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.transform import Rotation

from isaacsim.core.objects import SingleRigidPrim
from isaacsim.core.rotations import euler_angles_to_quat
from isaacsim.core.stage import require_meters
from isaacsim.core.surface_grippers import read_surface_gripper
from pippin import objects
from pippin.motion.articulations.policy import BaseController
from pippin.objects import ArticulationAction

__all__ = [
    "Gripper",
    "ParallelGripper",
    "PickPlaceController",
    "StackingController",
    "SurfaceGripper",
    "SurfaceGripperHandle",
    "SurfaceGripperPlace",
    "SurfaceGripperProperties",
]

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
            raise ValueError(f"The action of the gripper is '{action}'; expected 'open' or 'close'.")
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
    """A gripper that sucks: it holds what is in front of it by a constraint, :class:`pippin.objects.SurfaceGripper`.

    Args:
        end_effector_prim_path: Path of the link that it is on.
        translate: Where its surface is along the direction, from the link's origin [m].
        direction: Axis of the link along which it grips: "x", "y" or "z".
        grip_threshold: Largest distance from the surface at which it grips [m].
        force_limit: Force at which the hold breaks [N].
        torque_limit: Torque at which the hold breaks [N m].
        bend_angle: Without effect, as are ``kp`` and ``kd``: the hold is firm.
        kp: Without effect.
        kd: Without effect.
        disable_gravity: Without effect: gravity acts on what is held.
        usd_path: Without effect.
        surface_gripper_path: Path of the prim that says all this in files of Isaac Sim 5, where programs give it in
            place of ``translate`` and what follows: :func:`isaacsim.core.surface_grippers.read_surface_gripper`. Where
            there is no such prim, the gripper can be made and extended, and to close it is refused.
    """

    def __init__(
        self,
        end_effector_prim_path: str,
        translate: float | str = 0.0,
        direction: str = "x",
        grip_threshold: float = 0.01,
        force_limit: float = 1.0e6,
        torque_limit: float = 1.0e4,
        bend_angle: float = math.pi / 24.0,
        kp: float = 1.0e2,
        kd: float = 1.0e2,
        disable_gravity: bool = True,
        usd_path: str | None = None,
        surface_gripper_path: str | None = None,
    ) -> None:
        super().__init__(end_effector_prim_path)
        if isinstance(translate, str):  # the second argument of Isaac Sim 5
            translate, surface_gripper_path = 0.0, translate
        self._surface_gripper_path = surface_gripper_path
        self._translate, self._direction = translate, direction
        self._limits = (grip_threshold, force_limit, torque_limit)
        self._num_dof = 0
        self._made = self._make()

    def initialize(self, physics_sim_view: Any = None, articulation_num_dofs: int | None = None) -> None:
        """Connect to the simulation, which plays.

        Args:
            physics_sim_view: Without effect.
            articulation_num_dofs: Number of the robot's joints, for the actions that :meth:`forward` gives.
        """
        super().initialize(physics_sim_view)
        self._num_dof = articulation_num_dofs or 0

    def close(self) -> None:
        """Hold what is in front of the surface."""
        self._surface.close()

    def open(self) -> None:
        """Let go."""
        self._surface.open()

    def update(self) -> None:
        """Break the hold where it transmits too much; it does so before each step by itself, too."""
        self._surface.update()

    def is_closed(self) -> bool:
        """Whether it holds something."""
        return self._made is not None and self._made.is_closed()

    def forward(self, action: str) -> ArticulationAction:
        """Open or close, and give an action that leaves all joints.

        Args:
            action: "open" or "close".

        Raises:
            ValueError: The action is neither.
        """
        if action not in ACTIONS:
            raise ValueError(f"action is {action!r}; expected 'open' or 'close'.")
        getattr(self, action)()
        return ArticulationAction(joint_positions=[None] * self._num_dof)

    def post_reset(self) -> None:
        """Open."""
        if hasattr(self, "_view"):
            super().post_reset()
        if self._made is not None:
            self._made.open()

    def set_force_limit(self, value: float) -> None:
        """Set the force at which the hold breaks [N]."""
        self._set_limits(force_limit=value)

    def set_torque_limit(self, value: float) -> None:
        """Set the torque at which the hold breaks [N m]."""
        self._set_limits(torque_limit=value)

    def set_translate(self, value: float) -> None:
        """Set where the surface is along the direction, from the link's origin [m]."""
        self._translate = value
        self._made = self._make()

    def set_direction(self, value: str) -> None:
        """Set the axis of the link along which it grips: "x", "y" or "z"."""
        self._direction = value
        self._made = self._make()

    def _set_limits(self, force_limit: float | None = None, torque_limit: float | None = None) -> None:
        threshold, force, torque = self._limits
        self._limits = (threshold, force_limit or force, torque_limit or torque)
        self._surface.set_limits(*self._limits)

    @property
    def _surface(self) -> objects.SurfaceGripper:
        if self._made is None:
            raise RuntimeError(f"There is no surface gripper at '{self._surface_gripper_path}': it can hold nothing.")
        return self._made

    def _make(self) -> objects.SurfaceGripper | None:
        if self._surface_gripper_path is not None:
            return read_surface_gripper(self._surface_gripper_path)
        place = self._translate * np.array([float(axis == self._direction) for axis in "xyz"])
        threshold, force, torque = self._limits
        return objects.SurfaceGripper(
            self._end_effector_prim_path, "gripper", place, self._direction, threshold, force, torque
        )


@dataclass
class SurfaceGripperPlace:
    """Where a surface is in the frame of its body: ``p`` [m] and ``r`` (x, y, z, w); it grips along the x-axis."""

    p: Sequence[float] = (0.0, 0.0, 0.0)
    r: Sequence[float] = (0.0, 0.0, 0.0, 1.0)


@dataclass
class SurfaceGripperProperties:
    """What :class:`SurfaceGripperHandle` is made of. A limit of 0 is none.

    ``d6JointPath``, ``stiffness``, ``damping``, ``bendAngle`` and ``disableGravity`` have no effect: the hold is firm.
    """

    d6JointPath: str = ""  # names are Isaac Sim's
    parentPath: str = ""
    offset: Any = field(default_factory=SurfaceGripperPlace)
    gripThreshold: float = 0.01
    forceLimit: float = 0.0
    torqueLimit: float = 0.0
    bendAngle: float = 0.0
    stiffness: float = 0.0
    damping: float = 0.0
    disableGravity: bool = False
    retryClose: bool = False


class SurfaceGripperHandle:
    """Isaac Sim's ``Surface_Gripper``: a surface of a body that holds; see :class:`pippin.objects.SurfaceGripper`.

    Args:
        dynamic_control: Without effect.
    """

    def __init__(self, dynamic_control: Any = None) -> None:
        self._surface: objects.SurfaceGripper | None = None

    def initialize(self, properties: SurfaceGripperProperties) -> bool:
        """Say where it is, and when its hold breaks."""
        turn = np.asarray(list(properties.offset.r), dtype=float)
        direction = Rotation.from_quat(turn).apply([1.0, 0.0, 0.0])
        self._surface = objects.SurfaceGripper(
            properties.parentPath,
            position=np.asarray(list(properties.offset.p), dtype=float),
            direction=direction,
            grip_threshold=properties.gripThreshold,
            force_limit=properties.forceLimit or None,
            torque_limit=properties.torqueLimit or None,
            retry_close=properties.retryClose,
        )
        return True

    def close(self) -> bool:
        """Hold what is in front of the surface; whether it does."""
        return self._of().close()

    def open(self) -> bool:
        """Let go."""
        self._of().open()
        return True

    def update(self) -> None:
        """Break the hold where it transmits too much, or grip what came near."""
        self._of().update()

    def is_closed(self) -> bool:
        """Whether it holds something."""
        return self._of().is_closed()

    def is_attempting_close(self) -> bool:
        """Whether it waits for something to hold."""
        return self._of().is_closing()

    def _of(self) -> objects.SurfaceGripper:
        if self._surface is None:
            raise RuntimeError("The surface gripper is not initialised: call initialize(properties) first.")
        return self._surface


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
        NotImplementedError: The stage measures in another unit than metres.
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
        require_meters(f"Controller '{name}'")
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
