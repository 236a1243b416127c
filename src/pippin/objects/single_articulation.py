"""One robot, and what controls it."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pippin.motion.articulations.action import ArticulationAction

from .actions import ArticulationActions
from .arguments import Indices, checked_array
from .articulation import Articulation, ControlMode
from .single_xform_prim import SingleXFormPrim, as_row
from .states import JointsState


class SingleArticulation(SingleXFormPrim):
    """A robot: links that joints connect.

    See :class:`Articulation` for the law of its drives. Arrays of joints have shape (num_dof,) or, for chosen joints,
    (K,); values are in rad or m by the type of the joint, float64.

    Args:
        prim_path: Path of a prim at or below which there is one articulation root.
        name: Name of the object.
        position: Position of the root in the world [m], shape (3,); None leaves it.
        translation: Position in the frame of the parent [m], shape (3,), in place of that in the world.
        orientation: Orientation (x, y, z, w) in the world, or of the parent where there is a translation, shape (4,).
        scale: Scale along its own axes, shape (3,); None leaves it.
        visible: Whether it is to be seen; None leaves that.

    Raises:
        ValueError: There is no such prim or it has no pose; or a value has another shape.
    """

    _several = Articulation
    _view: Articulation

    def __init__(
        self,
        prim_path: str,
        name: str = "articulation",
        position: ArrayLike | None = None,
        translation: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        visible: bool | None = None,
    ) -> None:
        super().__init__(prim_path, name, position, translation, orientation, scale, visible)
        self._controller = ArticulationController(self._view)

    # -- what there is --

    @property
    def dof_names(self) -> list[str] | None:
        """Names of the joints, level by level from the root; None while the simulation is stopped."""
        return self._view.dof_names

    @property
    def num_dof(self) -> int | None:
        """Number of joints; None while the simulation is stopped."""
        return self._view.num_dof

    @property
    def body_names(self) -> list[str] | None:
        """Names of the links, level by level from the root; None while the simulation is stopped."""
        return self._view.body_names

    @property
    def num_bodies(self) -> int | None:
        """Number of links; None while the simulation is stopped."""
        return self._view.num_bodies

    @property
    def dof_properties(self) -> np.ndarray:
        """Properties of the joints, shape (num_dof,), with named fields.

        They are ``lower``, ``upper`` [m or rad], ``maxVelocity`` [m/s or rad/s], ``maxEffort`` [N or N m],
        ``stiffness`` and ``damping``.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        stiffness, damping = self._view.get_gains()
        limits = self._view.get_dof_limits()[0]
        columns = {
            "lower": limits[:, 0],
            "upper": limits[:, 1],
            "maxVelocity": self._view.get_joint_max_velocities()[0],
            "maxEffort": self._view.get_max_efforts()[0],
            "stiffness": stiffness[0],
            "damping": damping[0],
        }
        properties = np.zeros(len(limits), dtype=[(name, np.float64) for name in columns])
        for name, values in columns.items():
            properties[name] = values
        return properties

    def get_articulation_body_count(self) -> int | None:
        """Number of links; None while the simulation is stopped."""
        return self.num_bodies

    def get_dof_index(self, dof_name: str) -> int:
        """Index of a joint.

        Raises:
            ValueError: There is none of that name.
            RuntimeError: The simulation is stopped.
        """
        return self._view.get_dof_index(dof_name)

    def get_articulation_controller(self) -> ArticulationController:
        """What sets the targets and gains of the robot's drives."""
        return self._controller

    # -- state of the joints --

    def get_joint_positions(self, joint_indices: Indices = None) -> np.ndarray:
        """Positions of joints [m or rad], shape (K,).

        Raises:
            RuntimeError: The simulation is stopped.
        """
        return self._view.get_joint_positions(None, joint_indices)[0]

    def get_joint_velocities(self, joint_indices: Indices = None) -> np.ndarray:
        """Velocities of joints [m/s or rad/s], shape (K,); see :meth:`get_joint_positions`."""
        return self._view.get_joint_velocities(None, joint_indices)[0]

    def get_measured_joint_efforts(self, joint_indices: Indices = None) -> np.ndarray:
        """Efforts that the drives give in the state as it is [N or N m], shape (K,)."""
        return self._view.get_measured_joint_efforts(None, joint_indices)[0]

    def get_applied_joint_efforts(self, joint_indices: Indices = None) -> np.ndarray:
        """Efforts that were set last [N or N m], shape (K,)."""
        return self._view.get_applied_joint_efforts(None, joint_indices)[0]

    def get_measured_joint_forces(self, joint_indices: Indices = None) -> np.ndarray:
        """Wrenches on the links [N, N m], shape (K, 6); see :meth:`Articulation.get_measured_joint_forces`."""
        return self._view.get_measured_joint_forces(joint_indices=joint_indices)[0]

    def get_joints_state(self) -> JointsState:
        """Positions, velocities and efforts of all joints."""
        return _first(self._view.get_joints_state())

    def set_joint_positions(self, positions: ArrayLike, joint_indices: Indices = None) -> None:
        """Move joints to positions [m or rad], shape (K,), at once; their drives are to hold them.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: The array has another shape or is not finite.
            IndexError: There is no such joint.
        """
        self._view.set_joint_positions(as_row(positions), None, joint_indices)

    def set_joint_velocities(self, velocities: ArrayLike, joint_indices: Indices = None) -> None:
        """Give joints velocities [m/s or rad/s], shape (K,), at once; see :meth:`set_joint_positions`."""
        self._view.set_joint_velocities(as_row(velocities), None, joint_indices)

    def set_joint_efforts(self, efforts: ArrayLike, joint_indices: Indices = None) -> None:
        """Set efforts that are added to those of the drives [N or N m], shape (K,), until others are set."""
        self._view.set_joint_efforts(as_row(efforts), None, joint_indices)

    # -- actions --

    def apply_action(self, control_actions: ArticulationAction) -> None:
        """Set targets and efforts of joints.

        Args:
            control_actions: What to set; entries that are NaN or None leave what was set before.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: An array has another shape.
            IndexError: There is no such joint.
        """
        self._controller.apply_action(control_actions)

    def get_applied_action(self) -> ArticulationAction:
        """Targets and efforts of all joints that were set last."""
        return self._controller.get_applied_action()

    # -- velocities of the root --

    def get_linear_velocity(self) -> np.ndarray:
        """Velocity of the root's centre of mass in the world [m/s], shape (3,)."""
        return self._view.get_linear_velocities()[0]

    def get_angular_velocity(self) -> np.ndarray:
        """Angular velocity of the root in the world [rad/s], shape (3,)."""
        return self._view.get_angular_velocities()[0]

    def set_linear_velocity(self, velocity: ArrayLike) -> None:
        """Set the velocity of the root's centre of mass in the world [m/s], shape (3,); a fixed one has none."""
        self._view.set_linear_velocities(checked_array("velocity", velocity, (3,))[None])

    def set_angular_velocity(self, velocity: ArrayLike) -> None:
        """Set the angular velocity of the root in the world [rad/s], shape (3,); a fixed one has none."""
        self._view.set_angular_velocities(checked_array("velocity", velocity, (3,))[None])

    # -- gravity --

    def get_world_velocity(self) -> np.ndarray:
        """Linear [m/s] and angular velocity [rad/s] of the root's centre of mass in the world, shape (6,)."""
        return self._view.get_velocities()[0]

    def set_world_velocity(self, velocity: ArrayLike) -> None:
        """Set linear [m/s] and angular velocity [rad/s] of the root in the world, shape (6,)."""
        self._view.set_velocities(as_row(velocity))

    def disable_gravity(self) -> None:
        """Let gravity leave the links alone: until the simulation stops or, said while it is stopped, for good."""
        self._view.set_gravity_disabled(True)

    def enable_gravity(self) -> None:
        """Let gravity act on the links again; see :meth:`disable_gravity`."""
        self._view.set_gravity_disabled(False)

    # -- the default state --

    def get_joints_default_state(self) -> JointsState:
        """State of the joints that :meth:`post_reset` returns to.

        Raises:
            RuntimeError: The simulation has not played yet, and none was set.
        """
        return _first(self._view.get_joints_default_state())

    def set_joints_default_state(
        self, positions: ArrayLike | None = None, velocities: ArrayLike | None = None, efforts: ArrayLike | None = None
    ) -> None:
        """Set the state of the joints that :meth:`post_reset` returns to, shape (num_dof,) each; None leaves them.

        See :meth:`Articulation.set_joints_default_state`.
        """
        self._view.set_joints_default_state(as_row(positions), as_row(velocities), as_row(efforts))


class ArticulationController:
    """Sets the targets and gains of one robot's drives; arrays have shape (num_dof,) or (K,).

    Args:
        articulation: The robot, the only one of its object.
    """

    def __init__(self, articulation: Articulation) -> None:
        self._view = articulation

    def apply_action(self, control_actions: ArticulationAction) -> None:
        """Set targets and efforts of joints; see :meth:`SingleArticulation.apply_action`."""
        action = control_actions
        if not hasattr(action, "joint_positions"):
            raise TypeError(f"'control_actions' is {action!r:.80}; expected an ArticulationAction.")
        self._view.apply_action(
            ArticulationActions(
                as_row(action.joint_positions),
                as_row(action.joint_velocities),
                as_row(action.joint_efforts),
                action.joint_indices,
            )
        )

    def get_applied_action(self) -> ArticulationAction:
        """Targets and efforts of all joints that were set last."""
        actions = self._view.get_applied_actions()
        arrays = (actions.joint_positions, actions.joint_velocities, actions.joint_efforts)
        return ArticulationAction(*(np.asarray(values)[0] for values in arrays))

    def get_gains(self) -> tuple[np.ndarray, np.ndarray]:
        """Stiffness [N/m or N m/rad] and damping [N s/m or N m s/rad] of the drives, shape (num_dof,) each."""
        stiffness, damping = self._view.get_gains()
        return stiffness[0], damping[0]

    def set_gains(self, kps: ArrayLike | None = None, kds: ArrayLike | None = None, save_to_usd: bool = False) -> None:
        """Set stiffness [N/m or N m/rad] and damping [N s/m or N m s/rad] of the drives; None leaves them.

        Args:
            kps: Stiffness, shape (num_dof,).
            kds: Damping, shape (num_dof,).
            save_to_usd: Whether the stage is to have them too, from which the next start takes them.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: An array has another shape, or a gain is negative.
        """
        self._view.set_gains(as_row(kps), as_row(kds), save_to_usd=save_to_usd)

    def get_max_efforts(self) -> np.ndarray:
        """Largest efforts of the drives [N or N m], shape (num_dof,); 3.4e38 means that there is none."""
        return self._view.get_max_efforts()[0]

    def set_max_efforts(self, values: ArrayLike, joint_indices: Indices = None) -> None:
        """Set the largest efforts of drives [N or N m], shape (K,).

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: The array has another shape, or an effort is negative.
        """
        self._view.set_max_efforts(as_row(values), None, joint_indices)

    def switch_control_mode(self, mode: ControlMode) -> None:
        """Let drives follow positions (with the gains of the start), velocities (damping alone) or only efforts."""
        self._view.switch_control_mode(mode)

    def switch_dof_control_mode(self, dof_index: int, mode: ControlMode) -> None:
        """Let the drive of one joint follow positions, velocities or only efforts; see :meth:`switch_control_mode`."""
        self._view.switch_control_mode(mode, None, [dof_index])

    def get_joint_limits(self) -> tuple[np.ndarray, np.ndarray]:
        """Lower and upper position limits of the joints [m or rad], shape (num_dof,) each."""
        limits = self._view.get_dof_limits()[0]
        return limits[:, 0], limits[:, 1]


def _first(state: JointsState) -> JointsState:
    return JointsState(state.positions[0], state.velocities[0], state.efforts[0])
