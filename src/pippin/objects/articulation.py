"""Robots: links that joints connect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
import warp as wp
from numpy.typing import ArrayLike

from pippin.physics.scene.scene import PhysicsScene
from pippin.sim import RigidBodyPropertiesCfg, modify_rigid_body_properties

from . import articulation_dynamics, velocity_parts
from .actions import ArticulationActions
from .arguments import Indices, checked_array, checked_indices
from .articulation_link import COMMANDS, ArticulationLink
from .states import JointsState
from .xform_prim import XFormPrim

ControlMode = Literal["position", "velocity", "effort"]


class Articulation(XFormPrim):
    """N robots with the same links and joints.

    Each joint is driven by ``stiffness (q_target - q) + damping (qd_target - qd) + effort``, limited to its largest
    effort. Gains and limits are those of the stage until others are set; from play on, drives hold the positions that
    the joints have. Targets and efforts hold until others are set. Arrays of joints have shape (N, num_dof) or, for
    chosen robots and joints, (M, K); values are in rad or m by the type of the joint, float64.

    Args:
        prim_paths_expr: Path of a prim, a regular expression of paths, or several of these; at or below each prim, one
            has to be an articulation root.
        name: Name of the object.
        positions: Positions of the roots in the world [m], shape (N, 3); None leaves them.
        translations: Positions in the frames of the parents [m], shape (N, 3), in place of those in the world.
        orientations: Orientations of the roots (x, y, z, w), shape (N, 4); None leaves them.
        scales: Scales along the prims' own axes, shape (N, 3); None leaves them.
        visibilities: Whether each is to be seen, shape (N,); None leaves that.

    Raises:
        ValueError: There are no such prims, or an array has another shape.
    """

    def __init__(
        self,
        prim_paths_expr: str | Sequence[str],
        name: str = "articulations",
        positions: ArrayLike | None = None,
        translations: ArrayLike | None = None,
        orientations: ArrayLike | None = None,
        scales: ArrayLike | None = None,
        visibilities: ArrayLike | None = None,
    ) -> None:
        self._default_joints: JointsState | None = None
        self._asked_joints: dict[str, ArrayLike] = {}  # default state that was set before the first play
        super().__init__(prim_paths_expr, name, positions, translations, orientations, scales, visibilities)

    # -- what there is --

    @property
    def dof_names(self) -> list[str] | None:
        """Names of the joints, level by level from the root; None while the simulation is stopped."""
        link = self._connected()
        return None if link is None else list(self._joints().view.joint_names)

    @property
    def joint_names(self) -> list[str] | None:
        """The same as :attr:`dof_names`."""
        return self.dof_names

    @property
    def num_dof(self) -> int | None:
        """Number of joints of a robot; None while the simulation is stopped."""
        names = self.dof_names
        return None if names is None else len(names)

    @property
    def body_names(self) -> list[str] | None:
        """Names of the links, level by level from the root; None while the simulation is stopped."""
        return None if self._connected() is None else list(self._joints().view.link_names)

    @property
    def link_paths(self) -> list[list[str]] | None:
        """Prim paths of the links of each robot, in the order of :attr:`body_names`; None while it is stopped."""
        return None if self._connected() is None else self._joints().view.paths_of_links()

    @property
    def num_joints(self) -> int | None:
        """The same as :attr:`num_dof`."""
        return self.num_dof

    @property
    def num_bodies(self) -> int | None:
        """Number of links of a robot; None while the simulation is stopped."""
        names = self.body_names
        return None if names is None else len(names)

    def get_dof_index(self, dof_name: str) -> int:
        """Index of a joint.

        Raises:
            ValueError: There is none of that name.
            RuntimeError: The simulation is stopped.
        """
        return _index_of("joint", dof_name, self._joints().view.joint_names)

    def get_body_index(self, body_name: str) -> int:
        """Index of a link; see :meth:`get_dof_index`."""
        return _index_of("link", body_name, self._joints().view.link_names)

    # -- life --

    def post_reset(self) -> None:
        """Return to the default state, which drives then hold."""
        super().post_reset()
        if self._connected() is not None:
            self._return_to_default()

    # -- state of the joints --

    def get_joint_positions(self, indices: Indices = None, joint_indices: Indices = None) -> np.ndarray:
        """Positions of joints [m or rad], shape (M, K).

        Raises:
            RuntimeError: The simulation is stopped.
        """
        return self._chosen(self._joints().read("positions"), indices, joint_indices)

    def get_joint_velocities(self, indices: Indices = None, joint_indices: Indices = None) -> np.ndarray:
        """Velocities of joints [m/s or rad/s], shape (M, K); see :meth:`get_joint_positions`."""
        return self._chosen(self._joints().read("velocities"), indices, joint_indices)

    def get_measured_joint_efforts(self, indices: Indices = None, joint_indices: Indices = None) -> np.ndarray:
        """Efforts that the drives give in the state as it is [N or N m], shape (M, K)."""
        return self._chosen(self._joints().drive_efforts(), indices, joint_indices)

    def get_joints_state(self) -> JointsState:
        """Positions, velocities and efforts of all joints."""
        return JointsState(self.get_joint_positions(), self.get_joint_velocities(), self.get_measured_joint_efforts())

    def set_joint_positions(self, positions: ArrayLike, indices: Indices = None, joint_indices: Indices = None) -> None:
        """Move joints to positions [m or rad], shape (M, K), at once; their drives are to hold them.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: The array has another shape or is not finite.
            IndexError: There is no such robot or joint.
        """
        joints = self._joints()
        values = self._entered(joints.read("positions"), "positions", positions, indices, joint_indices)
        joints.write("positions", values)
        self.set_joint_position_targets(positions, indices, joint_indices)

    def set_joint_velocities(
        self, velocities: ArrayLike, indices: Indices = None, joint_indices: Indices = None
    ) -> None:
        """Give joints velocities [m/s or rad/s], shape (M, K), at once; see :meth:`set_joint_positions`."""
        joints = self._joints()
        values = self._entered(joints.read("velocities"), "velocities", velocities, indices, joint_indices)
        joints.write("velocities", values)

    # -- what joints are to do --

    def set_joint_position_targets(
        self, positions: ArrayLike, indices: Indices = None, joint_indices: Indices = None
    ) -> None:
        """Set target positions of drives [m or rad], shape (M, K); NaN leaves a target as it is."""
        self._command("position_targets", "positions", positions, indices, joint_indices)

    def set_joint_velocity_targets(
        self, velocities: ArrayLike, indices: Indices = None, joint_indices: Indices = None
    ) -> None:
        """Set target velocities of drives [m/s or rad/s], shape (M, K); NaN leaves a target as it is."""
        self._command("velocity_targets", "velocities", velocities, indices, joint_indices)

    def set_joint_efforts(self, efforts: ArrayLike, indices: Indices = None, joint_indices: Indices = None) -> None:
        """Set efforts that are added to those of the drives [N or N m], shape (M, K); NaN leaves one as it is."""
        self._command("efforts", "efforts", efforts, indices, joint_indices)

    def apply_action(self, control_actions: ArticulationActions, indices: Indices = None) -> None:
        """Set targets and efforts of joints.

        Args:
            control_actions: What to set; entries that are NaN or None leave what was set before.
            indices: The M robots; None means all.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: An array has another shape.
            IndexError: There is no such robot or joint.
        """
        action, joints = control_actions, control_actions.joint_indices
        rows, columns = self._checked(indices), self._checked_joints(joints)
        arrays = {
            "position_targets": ("joint_positions", action.joint_positions),
            "velocity_targets": ("joint_velocities", action.joint_velocities),
            "efforts": ("joint_efforts", action.joint_efforts),
        }
        shape = (len(rows), len(columns))
        checked = {  # all of them before any is set
            quantity: checked_array(name, values, shape, finite=False)
            for quantity, (name, values) in arrays.items()
            if values is not None
        }
        for quantity, values in checked.items():
            self._joints().command(quantity, values, rows, columns)
        self._joints().apply()

    def get_applied_actions(self) -> ArticulationActions:
        """Targets and efforts of all joints that were set last."""
        return ArticulationActions(*(self._joints().commands(name) for name in COMMANDS))

    def get_applied_joint_efforts(self, indices: Indices = None, joint_indices: Indices = None) -> np.ndarray:
        """Efforts that were set last [N or N m], shape (M, K)."""
        return self._chosen(self._joints().commands("efforts"), indices, joint_indices)

    # -- drives --

    def get_gains(self, indices: Indices = None, joint_indices: Indices = None) -> tuple[np.ndarray, np.ndarray]:
        """Stiffness [N/m or N m/rad] and damping [N s/m or N m s/rad] of the drives, shape (M, K) each."""
        joints = self._joints()
        return (
            self._chosen(joints.read("stiffness"), indices, joint_indices),
            self._chosen(joints.read("damping"), indices, joint_indices),
        )

    def set_gains(
        self,
        kps: ArrayLike | None = None,
        kds: ArrayLike | None = None,
        indices: Indices = None,
        joint_indices: Indices = None,
        save_to_usd: bool = False,
    ) -> None:
        """Set stiffness [N/m or N m/rad] and damping [N s/m or N m s/rad] of drives, shape (M, K); None leaves them.

        With ``save_to_usd`` the stage has them too, from which the next start takes them.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: An array has another shape, or a gain is negative.
        """
        joints = self._joints()
        for name, quantity, gains in (("kps", "stiffness", kps), ("kds", "damping", kds)):
            if gains is not None:
                values = self._entered(joints.read(quantity), name, gains, indices, joint_indices)
                _require_not_negative(name, values)
                joints.write(quantity, values)
        joints.apply()
        if save_to_usd:
            joints.save_gains(self._checked(indices), self._checked_joints(joint_indices))

    def switch_dof_control_mode(self, mode: ControlMode, dof_index: int, indices: Indices = None) -> None:
        """Let the drive of one joint follow positions, velocities or only efforts; see :meth:`switch_control_mode`."""
        self.switch_control_mode(mode, indices, [dof_index])

    def switch_control_mode(self, mode: ControlMode, indices: Indices = None, joint_indices: Indices = None) -> None:
        """Let drives follow positions (with the gains of the start), velocities (damping alone) or only efforts.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: There is no such mode.
        """
        if mode not in ("position", "velocity", "effort"):
            raise ValueError(f"The control mode should be 'position', 'velocity' or 'effort'; given: '{mode}'.")
        joints = self._joints()
        chosen = (self._checked(indices), self._checked_joints(joint_indices))
        stiffness = joints.stiffness_at_start[np.ix_(*chosen)] * (mode == "position")
        damping = joints.damping_at_start[np.ix_(*chosen)] * (mode != "effort")
        self.set_gains(stiffness, damping, *chosen)

    def get_max_efforts(self, indices: Indices = None, joint_indices: Indices = None) -> np.ndarray:
        """Largest efforts of the drives [N or N m], shape (M, K); 3.4e38 means that there is none."""
        return self._chosen(self._joints().read("effort_limits"), indices, joint_indices)

    def set_max_efforts(self, values: ArrayLike, indices: Indices = None, joint_indices: Indices = None) -> None:
        """Set the largest efforts of drives [N or N m], shape (M, K).

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: The array has another shape, or an effort is negative.
        """
        joints = self._joints()
        limits = self._entered(joints.read("effort_limits"), "values", values, indices, joint_indices)
        _require_not_negative("values", limits)
        joints.write("effort_limits", limits)

    def get_joint_index(self, joint_name: str) -> int:
        """The same as :meth:`get_dof_index`."""
        return self.get_dof_index(joint_name)

    def get_link_index(self, link_name: str) -> int:
        """The same as :meth:`get_body_index`."""
        return self.get_body_index(link_name)

    def get_dof_types(self) -> list[Literal["rotation", "translation"]]:
        """Whether each joint turns or slides."""
        return ["translation" if slides else "rotation" for slides in self._joints().view.joints_slide]

    def get_dof_limits(self) -> np.ndarray:
        """Lower and upper position limits of the joints [m or rad], shape (N, num_dof, 2)."""
        return self._joints().position_limits()

    def get_joint_max_velocities(self, indices: Indices = None, joint_indices: Indices = None) -> np.ndarray:
        """Velocity limits that the stage gives [m/s or rad/s], shape (M, K); 3.4e38 means none. They only tell."""
        return self._chosen(self._joints().read("velocity_limits"), indices, joint_indices)

    # -- gravity --

    def set_gravity_disabled(self, disabled: bool) -> None:
        """Let gravity leave all links alone, or act on them.

        Said while the simulation runs, this holds until it stops; said while it is stopped, the stage has it.
        """
        if self._connected() is not None:
            self._joints().set_gravity_disabled(disabled)
            return
        for path in self._places.for_all_copies(self._checked(None), np.zeros(self.count), "gravity"):
            modify_rigid_body_properties(path, RigidBodyPropertiesCfg(disable_gravity=bool(disabled)))

    # -- velocities of the root --

    def get_velocities(self, indices: Indices = None) -> np.ndarray:
        """Linear [m/s] and angular velocities [rad/s] of the roots' centres of mass in the world, shape (M, 6)."""
        view = self._joints().view
        velocities = wp.zeros(view.count, dtype=wp.spatial_vectorf, device=view.device)
        values = view.read_root_velocities(velocities, of_com=True).numpy().astype(np.float64)
        return values[self._joints().rows][self._checked(indices)]

    def set_velocities(self, velocities: ArrayLike, indices: Indices = None) -> None:
        """Set linear [m/s] and angular velocities [rad/s] of roots in the world, shape (M, 6); a fixed one has none.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: The array has another shape or is not finite.
        """
        chosen = self._checked(indices)
        values = checked_array("velocities", velocities, (len(chosen), 6))
        joints = self._joints()
        joints.view.write_root_velocities(
            wp.array(values.astype(np.float32), dtype=wp.spatial_vectorf, device=joints.view.device),
            wp.array(joints.rows[chosen].astype(np.int32), dtype=int, device=joints.view.device),
        )

    get_linear_velocities = velocity_parts.get_linear_velocities
    get_angular_velocities = velocity_parts.get_angular_velocities
    set_linear_velocities = velocity_parts.set_linear_velocities
    set_angular_velocities = velocity_parts.set_angular_velocities

    # -- dynamics --

    get_jacobian_shape = articulation_dynamics.get_jacobian_shape
    get_jacobians = articulation_dynamics.get_jacobians
    get_mass_matrix_shape = articulation_dynamics.get_mass_matrix_shape
    get_mass_matrices = articulation_dynamics.get_mass_matrices
    get_coriolis_and_centrifugal_forces = articulation_dynamics.get_coriolis_and_centrifugal_forces
    get_generalized_gravity_forces = articulation_dynamics.get_generalized_gravity_forces
    get_measured_joint_forces = articulation_dynamics.get_measured_joint_forces
    get_body_masses = articulation_dynamics.get_body_masses
    get_body_inertias = articulation_dynamics.get_body_inertias
    get_armatures = articulation_dynamics.get_armatures

    # -- the default state --

    def get_joints_default_state(self) -> JointsState:
        """State of the joints that :meth:`post_reset` returns to.

        Raises:
            RuntimeError: The simulation has not played yet, and none was set.
        """
        if self._default_joints is None:
            self._joints()
        state = self._default_joints
        assert state is not None
        return JointsState(state.positions.copy(), state.velocities.copy(), state.efforts.copy())

    def set_joints_default_state(
        self, positions: ArrayLike | None = None, velocities: ArrayLike | None = None, efforts: ArrayLike | None = None
    ) -> None:
        """Set the state of the joints that :meth:`post_reset` returns to, shape (N, num_dof) each; None leaves them.

        Before the simulation plays for the first time the number of joints is not known: arrays are checked then.

        Raises:
            ValueError: An array has another shape or is not finite.
        """
        given = {"positions": positions, "velocities": velocities, "efforts": efforts}
        asked = {name: values for name, values in given.items() if values is not None}
        if self._default_joints is None and not self.handles_initialized:
            self._asked_joints |= asked
        else:
            self._default_joints = _changed(self.get_joints_default_state(), asked)

    # -- inside --

    def _connect(self, scene: PhysicsScene) -> ArticulationLink:
        try:
            link = ArticulationLink(scene, self._places)
        except ValueError as error:
            raise RuntimeError(f"'{self.name}' is no articulation in the simulation: {error}") from error
        if self._default_joints is None:
            positions = link.read("positions")
            state = JointsState(positions, np.zeros_like(positions), np.zeros_like(positions))
            self._default_joints = _changed(state, self._asked_joints)
        return link

    def _joints(self) -> ArticulationLink:
        link = self._require_link()
        assert isinstance(link, ArticulationLink)
        return link

    def _return_to_default(self) -> None:
        joints, state = self._joints(), self.get_joints_default_state()
        joints.write("positions", state.positions)
        joints.write("velocities", state.velocities)
        everything = (np.arange(self.count), np.arange(state.positions.shape[1]))
        joints.command("position_targets", state.positions, *everything)
        joints.command("velocity_targets", state.velocities, *everything)
        joints.command("efforts", state.efforts, *everything)
        joints.apply()

    def _checked_joints(self, joint_indices: Indices) -> np.ndarray:
        return checked_indices("joint_indices", joint_indices, self._joints().view.num_joints)

    def _chosen(self, values: np.ndarray, indices: Indices, joint_indices: Indices) -> np.ndarray:
        return values[np.ix_(self._checked(indices), self._checked_joints(joint_indices))]

    def _entered(
        self, present: np.ndarray, name: str, values: ArrayLike, indices: Indices, joint_indices: Indices
    ) -> np.ndarray:
        """Values of all robots and joints, with those that are given in their places."""
        rows, columns = self._checked(indices), self._checked_joints(joint_indices)
        entered = present.copy()
        entered[np.ix_(rows, columns)] = checked_array(name, values, (len(rows), len(columns)))
        return entered

    def _command(self, quantity: str, name: str, values: ArrayLike, indices: Indices, joint_indices: Indices) -> None:
        rows, columns = self._checked(indices), self._checked_joints(joint_indices)
        array = checked_array(name, values, (len(rows), len(columns)), finite=False)
        self._joints().command(quantity, array, rows, columns)
        self._joints().apply()


def _changed(state: JointsState, values: Mapping[str, ArrayLike]) -> JointsState:
    """Set arrays of a state by their names."""
    for name, array in values.items():
        setattr(state, name, checked_array(name, array, state.positions.shape))
    return state


def _index_of(kind: str, name: str, names: Sequence[str]) -> int:
    if name not in names:
        raise ValueError(f"There is no {kind} '{name}'; there are: {', '.join(names)}.")
    return list(names).index(name)


def _require_not_negative(name: str, values: np.ndarray) -> None:
    if (values < 0.0).any():
        raise ValueError(f"{name} should not be negative; given: {values.tolist()}.")
