"""Robots of Isaac Sim's examples: the Panda, the UR10 and robots on wheels, with their controllers and tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.transform import Rotation

from isaacsim.core import assets
from isaacsim.core.objects import Robot, SingleArticulation, SingleRigidPrim, to_wxyz, to_xyzw
from isaacsim.core.stage import add_reference_to_stage, find_unique_string_name, get_stage_units
from isaacsim.robot_motion.kinematics import LulaKinematicsSolver
from isaacsim.robot_motion.planning import RmpFlow
from pippin import objects
from pippin.motion.articulations.kinematics import ArticulationKinematicsSolver
from pippin.motion.articulations.policy import ArticulationMotionPolicy, MotionPolicyController
from pippin.objects import ArticulationAction
from pippin.sim import is_prim_path_valid

from . import tasks
from .grippers import Gripper, ParallelGripper, PickPlaceController, StackingController, SurfaceGripper

__all__ = [
    "AssembledBodies",
    "Franka",
    "FrankaFollowTarget",
    "FrankaKinematicsSolver",
    "FrankaPickPlace",
    "FrankaPickPlaceController",
    "FrankaRMPFlowController",
    "FrankaStacking",
    "FrankaStackingController",
    "HolonomicController",
    "RobotAssembler",
    "SingleManipulator",
    "UR10",
    "UR10FollowTarget",
    "UR10KinematicsSolver",
    "UR10PickPlace",
    "UR10PickPlaceController",
    "UR10RMPFlowController",
    "UR10Stacking",
    "UR10StackingController",
    "WheelBasePoseController",
    "WheeledRobot",
]

PANDA_USD = "/Isaac/Robots/FrankaRobotics/FrankaPanda/franka.usd"
UR10_USD = "/Isaac/Robots/UniversalRobots/ur10/ur10.usd"
END_EFFECTOR = "panda_rightfinger"
FINGERS = ("panda_finger_joint1", "panda_finger_joint2")
OPENED = np.array([0.05, 0.05])
"""Positions of the fingers that are asked for to open the hand [m]: they end at the joints' limits."""

UR10_READY = np.array([-0.5, -0.5, 0.5, -0.5, -0.5, 0.0]) * np.pi
"""Joint positions of the UR10 with its cup above the table, looking down [rad]."""

EVENTS_DT = (0.008, 0.005, 0.1, 0.1, 0.0025, 0.005, 0.0025, 0.1, 0.008, 0.08)
"""Part of each event of picking and placing that passes in a step."""


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
        elif isinstance(self._gripper, SurfaceGripper):
            self._gripper.initialize(physics_sim_view, self.num_dof)

    def post_reset(self) -> None:
        """Return to the default state, the gripper too."""
        super().post_reset()
        if self._end_effector is not None:
            self._end_effector.post_reset()
        if self._gripper is not None:
            self._gripper.post_reset()


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
            add_reference_to_stage(usd_path or assets.get_assets_root_path() + PANDA_USD, prim_path)
        end_effector = f"{prim_path}/{end_effector_prim_name or END_EFFECTOR}"
        gripper = ParallelGripper(
            end_effector,
            FINGERS if gripper_dof_names is None else gripper_dof_names,
            OPENED / get_stage_units() if gripper_open_position is None else gripper_open_position,
            np.zeros(2) if gripper_closed_position is None else gripper_closed_position,
            deltas,
        )
        super().__init__(prim_path, end_effector, name, position=position, orientation=orientation, gripper=gripper)


class FrankaRMPFlowController(ArmRmpFlowController):
    """Moves the Panda by RMPflow.

    Args:
        name: Name of the controller.
        robot_articulation: The robot.
        physics_dt: Duration of a frame [s].
    """

    def __init__(self, name: str, robot_articulation: SingleArticulation, physics_dt: float = 1.0 / 60.0) -> None:
        super().__init__("Franka", "RMPflow", name, robot_articulation, physics_dt)


class FrankaKinematicsSolver(ArmKinematics):
    """Kinematics of one frame of the Panda.

    Args:
        robot_articulation: The robot.
        end_effector_frame_name: Name of the frame; None means the middle between the fingers.
    """

    def __init__(self, robot_articulation: SingleArticulation, end_effector_frame_name: str | None = None) -> None:
        super().__init__("Franka", robot_articulation, end_effector_frame_name or "right_gripper")


class FrankaPickPlaceController(PickPlaceController):
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
            FrankaRMPFlowController(f"{name}_cspace_controller", robot_articulation),
            gripper,
            end_effector_initial_height,
            EVENTS_DT if events_dt is None else events_dt,
        )


class FrankaStackingController(StackingController):
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
        pick_place = FrankaPickPlaceController(f"{name}_pick_place_controller", gripper, robot_articulation)
        super().__init__(name, pick_place, picking_order_cube_names, robot_observation_name)


class FrankaFollowTarget(tasks.FollowTarget):
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


class FrankaPickPlace(tasks.PickPlace):
    """The Panda and a cube; see :class:`isaacsim.robot_arms.tasks.PickPlace` for the arguments."""

    def __init__(self, name: str = "franka_pick_place", *args: Any, **kwargs: Any) -> None:
        super().__init__(name, *args, **kwargs)

    def set_robot(self) -> Franka:
        """Make the Panda."""
        return _franka(self.scene)


class FrankaStacking(tasks.Stacking):
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


class UR10(SingleManipulator):
    """Universal Robots' UR10, with a gripper that sucks or none.

    Args:
        prim_path: Path of the robot; where there is no prim yet, the robot is put there.
        name: Name of the object.
        usd_path: USD file of the robot; None takes the asset of the UR10.
        position: Position of its base in the world [m], shape (3,); None leaves it.
        orientation: Orientation (w, x, y, z), shape (4,); None leaves it.
        end_effector_prim_name: Name of the link that is its end effector; None takes ``ee_link``.
        attach_gripper: Whether it has its suction gripper. It holds what is 0.16 m in front of ``ee_link``; there is no
            shape of it, neither to be seen nor to collide.
        gripper_usd: Without effect.
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
        if not is_prim_path_valid(prim_path):
            add_reference_to_stage(usd_path or assets.get_assets_root_path() + UR10_USD, prim_path)
        end_effector = f"{prim_path}/{end_effector_prim_name or 'ee_link'}"
        ahead = assets.CUP / get_stage_units()
        gripper = SurfaceGripper(end_effector, translate=ahead, direction="x") if attach_gripper else None
        super().__init__(prim_path, end_effector, name, position=position, orientation=orientation, gripper=gripper)


class UR10RMPFlowController(ArmRmpFlowController):
    """Moves the UR10 by RMPflow.

    Args:
        name: Name of the controller.
        robot_articulation: The robot.
        physics_dt: Duration of a frame [s].
        attach_gripper: Whether targets of :meth:`forward` are those of the suction cup, 0.16 m in front of ``ee_link``,
            rather than of ``ee_link``. Targets that the policy itself is given are ``ee_link``'s either way.
    """

    def __init__(
        self,
        name: str,
        robot_articulation: SingleArticulation,
        physics_dt: float = 1.0 / 60.0,
        attach_gripper: bool = False,
    ) -> None:
        super().__init__("UR10", "RMPflow", name, robot_articulation, physics_dt)
        self._ahead = assets.CUP if attach_gripper else 0.0

    def forward(  # type: ignore[override]  # each controller has targets of its own
        self, target_end_effector_position: ArrayLike, target_end_effector_orientation: ArrayLike | None = None
    ) -> ArticulationAction:
        """Compute the targets of the robot for the next frame, on its way to a pose of the cup or of ``ee_link``.

        Args:
            target_end_effector_position: Position in the world [m], shape (3,).
            target_end_effector_orientation: Orientation (w, x, y, z), shape (4,); the cup looks along its x-axis. None
                leaves that of ``ee_link`` free.

        Raises:
            ValueError: The cup is given a position without an orientation, from which that of ``ee_link`` follows.
        """
        position = np.asarray(target_end_effector_position, dtype=float)
        if self._ahead:
            if target_end_effector_orientation is None:
                raise ValueError(
                    "The suction cup of the UR10 is given a position without an orientation; expected both: give "
                    "target_end_effector_orientation."
                )
            turn = Rotation.from_quat(to_xyzw(np.asarray(target_end_effector_orientation, dtype=float)))
            position = position - turn.apply([self._ahead, 0.0, 0.0])
        return super().forward(position, target_end_effector_orientation)  # type: ignore[arg-type]


class UR10KinematicsSolver(ArmKinematics):
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


class UR10PickPlaceController(PickPlaceController):
    """Lets the UR10 suck something up and put it down elsewhere; the cup looks down unless it is told otherwise.

    Args:
        name: Name of the controller.
        gripper: The suction gripper.
        robot_articulation: The robot.
        end_effector_initial_height: Height from which the cup goes down [m]; None means 0.3 m.
        events_dt: Part of each of the ten events that passes in a step; None takes the defaults.
    """

    def __init__(
        self,
        name: str,
        gripper: SurfaceGripper,
        robot_articulation: SingleArticulation,
        end_effector_initial_height: float | None = None,
        events_dt: Sequence[float] | None = None,
    ) -> None:
        super().__init__(
            name,
            UR10RMPFlowController(f"{name}_cspace_controller", robot_articulation, attach_gripper=True),
            gripper,
            end_effector_initial_height,
            EVENTS_DT if events_dt is None else events_dt,
        )

    def forward(
        self,
        picking_position: ArrayLike,
        placing_position: ArrayLike,
        current_joint_positions: ArrayLike,
        end_effector_offset: ArrayLike | None = None,
        end_effector_orientation: ArrayLike | None = None,
    ) -> ArticulationAction:
        """Compute the targets of the robot for the next frame; see :meth:`PickPlaceController.forward`."""
        down = np.array([np.sqrt(0.5), 0.0, np.sqrt(0.5), 0.0])  # (w, x, y, z): the x-axis points down
        turn = down if end_effector_orientation is None else end_effector_orientation
        return super().forward(picking_position, placing_position, current_joint_positions, end_effector_offset, turn)


class UR10StackingController(StackingController):
    """Lets the UR10 stack cubes.

    Args:
        name: Name of the controller.
        gripper: The suction gripper.
        robot_articulation: The robot.
        picking_order_cube_names: Names of the cubes among the observations, in order.
        robot_observation_name: Name of the robot among the observations.
    """

    def __init__(
        self,
        name: str,
        gripper: SurfaceGripper,
        robot_articulation: SingleArticulation,
        picking_order_cube_names: Sequence[str],
        robot_observation_name: str,
    ) -> None:
        pick_place = UR10PickPlaceController(f"{name}_pick_place_controller", gripper, robot_articulation)
        super().__init__(name, pick_place, picking_order_cube_names, robot_observation_name)


class UR10PickPlace(tasks.PickPlace):
    """The UR10 and a cube; see :class:`isaacsim.robot_arms.tasks.PickPlace` for the arguments.

    Without a target the cube is to be beside the arm: at (0.5, -0.4) m.
    """

    def __init__(
        self,
        name: str = "ur10_pick_place",
        cube_initial_position: ArrayLike | None = None,
        cube_initial_orientation: ArrayLike | None = None,
        target_position: ArrayLike | None = None,
        cube_size: ArrayLike | None = None,
        offset: ArrayLike | None = None,
    ) -> None:
        height = (tasks.CUBE_SIZE if cube_size is None else np.asarray(cube_size, dtype=float))[2]
        target = np.array([0.5, -0.4, height / 2.0]) if target_position is None else target_position
        super().__init__(name, cube_initial_position, cube_initial_orientation, target, cube_size, offset)

    def set_robot(self) -> UR10:
        """Make the UR10, with its suction gripper."""
        return _ur10(self.scene)


class UR10Stacking(tasks.Stacking):
    """The UR10 and two cubes; see :class:`isaacsim.robot_arms.tasks.Stacking` for the arguments."""

    def __init__(
        self,
        name: str = "ur10_stacking",
        target_position: ArrayLike | None = None,
        cube_size: ArrayLike | None = None,
        offset: ArrayLike | None = None,
    ) -> None:
        super().__init__(
            name,
            cube_initial_positions=np.array([[0.3, 0.3, 0.3], [0.3, -0.3, 0.3]]),
            stack_target_position=np.array([0.5, -0.4, 0.0]) if target_position is None else target_position,
            cube_size=cube_size,
            offset=offset,
        )

    def set_robot(self) -> UR10:
        """Make the UR10, with its suction gripper."""
        return _ur10(self.scene)


def _ur10(scene: Any) -> UR10:
    path = find_unique_string_name("/World/UR10", lambda free: not is_prim_path_valid(free))
    robot = UR10(
        path, find_unique_string_name("my_ur10", lambda free: not scene.object_exists(free)), attach_gripper=True
    )
    robot.set_joints_default_state(positions=UR10_READY)
    return robot


class UR10FollowTarget(tasks.FollowTarget):
    """The UR10 and a target; see :class:`isaacsim.robot_arms.tasks.FollowTarget` for the other arguments.

    Args:
        ur10_prim_path: Path of the robot; None finds a free one.
        ur10_robot_name: Name of the robot; None finds a free one.
        attach_gripper: Whether it is to have its suction gripper.
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


class WheeledRobot(Robot):
    """A robot whose wheels are commanded by themselves.

    Args:
        prim_path: Path of the robot.
        name: Name of the object.
        robot_path: Path of the articulation below it, such as "/body"; None where it is the robot itself.
        wheel_dof_names: Names of the wheels' joints.
        wheel_dof_indices: Their indices, instead.
        usd_path: File of the robot, where there is none at the path yet.
        create_robot: Whether to put it on the stage.
        position: Position of the root in the world [m], shape (3,); None leaves it.
        orientation: Orientation (w, x, y, z), shape (4,); None leaves it.

    Raises:
        ValueError: Neither names nor indices of wheels are given, or a robot is to be made without a file.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "wheeled_robot",
        robot_path: str | None = None,
        wheel_dof_names: Sequence[str] | None = None,
        wheel_dof_indices: Sequence[int] | None = None,
        usd_path: str | None = None,
        create_robot: bool | None = False,
        position: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
    ) -> None:
        if wheel_dof_names is None and wheel_dof_indices is None:
            raise ValueError(f"Robot '{name}' has no wheels: give wheel_dof_names or wheel_dof_indices.")
        if create_robot and not is_prim_path_valid(prim_path):
            if usd_path is None:
                raise ValueError(f"Robot '{name}' cannot be made without a file: give usd_path.")
            add_reference_to_stage(usd_path, prim_path)
        super().__init__(prim_path + (robot_path or ""), name, position=position, orientation=orientation)
        self._wheel_names = wheel_dof_names
        self._wheels = None if wheel_dof_indices is None else np.asarray(wheel_dof_indices, dtype=np.int32)

    @property
    def wheel_dof_indices(self) -> np.ndarray:
        """Indices of the wheels' joints, shape (n,)."""
        if self._wheels is None:
            self._wheels = np.array([self.get_dof_index(name) for name in self._wheel_names], dtype=np.int32)
        return self._wheels

    def get_wheel_positions(self) -> np.ndarray:
        """Angles of the wheels [rad], shape (n,)."""
        return self.get_joint_positions()[self.wheel_dof_indices]

    def get_wheel_velocities(self) -> np.ndarray:
        """Velocities of the wheels [rad/s], shape (n,)."""
        return self.get_joint_velocities()[self.wheel_dof_indices]

    def set_wheel_positions(self, positions: ArrayLike) -> None:
        """Set the angles of the wheels [rad], shape (n,)."""
        self.set_joint_positions(np.asarray(positions), joint_indices=self.wheel_dof_indices)

    def set_wheel_velocities(self, velocities: ArrayLike) -> None:
        """Set the velocities of the wheels [rad/s], shape (n,)."""
        self.set_joint_velocities(np.asarray(velocities), joint_indices=self.wheel_dof_indices)

    def apply_wheel_actions(self, actions: ArticulationAction) -> None:
        """Apply an action for the wheels alone.

        Raises:
            ValueError: It has another number of joints.
        """
        wheels = self.wheel_dof_indices
        values = {
            "joint_positions": actions.joint_positions,
            "joint_velocities": actions.joint_velocities,
            "joint_efforts": actions.joint_efforts,
        }
        for what, given in values.items():
            if given is not None and len(given) != len(wheels):
                raise ValueError(
                    f"'{what}' of robot '{self.name}' has {len(given)} values; it has {len(wheels)} wheels."
                )
        self.apply_action(ArticulationAction(**values, joint_indices=wheels))


class HolonomicController(objects.HolonomicController):
    """:class:`pippin.objects.HolonomicController` with quaternions (w, x, y, z)."""

    def __init__(
        self,
        name: str,
        wheel_radius: ArrayLike,
        wheel_positions: ArrayLike,
        wheel_orientations: ArrayLike,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(name, wheel_radius, wheel_positions, to_xyzw(wheel_orientations), *args, **kwargs)


class WheelBasePoseController(objects.WheelBasePoseController):
    """:class:`pippin.objects.WheelBasePoseController` with quaternions (w, x, y, z)."""

    def forward(
        self, start_position: ArrayLike, start_orientation: ArrayLike, *args: Any, **kwargs: Any
    ) -> ArticulationAction:
        """Action of the wheels for the next step; the orientation is (w, x, y, z)."""
        return super().forward(start_position, to_xyzw(start_orientation), *args, **kwargs)


class AssembledBodies(objects.AssembledBodies):
    """:class:`pippin.objects.AssembledBodies` with quaternions (w, x, y, z)."""

    def __init__(self, assembled: objects.AssembledBodies) -> None:
        vars(self).update(vars(assembled))

    def get_fixed_joint_transform(self) -> tuple[np.ndarray, np.ndarray]:
        """Place and turn (w, x, y, z) of the attached mount frame in that of the base."""
        offset, turn = super().get_fixed_joint_transform()
        return offset, to_wxyz(turn)

    def set_fixed_joint_transform(self, offset: ArrayLike, orientation: ArrayLike) -> None:
        """Set the place and the turn (w, x, y, z) of the attached mount frame in that of the base."""
        super().set_fixed_joint_transform(offset, to_xyzw(orientation))


class RobotAssembler(objects.RobotAssembler):
    """:class:`pippin.objects.RobotAssembler` with quaternions (w, x, y, z)."""

    def assemble_rigid_bodies(
        self,
        base_path: str,
        attach_path: str,
        base_mount_frame: str,
        attach_mount_frame: str,
        fixed_joint_offset: ArrayLike = (0.0, 0.0, 0.0),
        fixed_joint_orient: ArrayLike = (1.0, 0.0, 0.0, 0.0),
        mask_all_collisions: bool = True,
    ) -> AssembledBodies:
        """Join two bodies; see :meth:`pippin.objects.RobotAssembler.assemble_rigid_bodies`."""
        paths = (base_path, attach_path, base_mount_frame, attach_mount_frame)
        offset, turn = np.asarray(fixed_joint_offset), to_xyzw(fixed_joint_orient)
        return AssembledBodies(
            objects.RobotAssembler().assemble_rigid_bodies(*paths, offset, turn, mask_all_collisions)
        )

    def assemble_articulations(
        self,
        base_robot_path: str,
        attach_robot_path: str,
        base_robot_mount_frame: str,
        attach_robot_mount_frame: str,
        fixed_joint_offset: ArrayLike = (0.0, 0.0, 0.0),
        fixed_joint_orient: ArrayLike = (1.0, 0.0, 0.0, 0.0),
        mask_all_collisions: bool = True,
        single_robot: bool = False,
    ) -> AssembledBodies:
        """Join two robots; see :meth:`pippin.objects.RobotAssembler.assemble_articulations`."""
        paths = (base_robot_path, attach_robot_path, base_robot_mount_frame, attach_robot_mount_frame)
        offset, turn = np.asarray(fixed_joint_offset), to_xyzw(fixed_joint_orient)
        assembler = objects.RobotAssembler()
        return AssembledBodies(
            assembler.assemble_articulations(*paths, offset, turn, mask_all_collisions, single_robot)
        )
