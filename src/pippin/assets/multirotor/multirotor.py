"""Multirotors: articulations that are pushed by the thrusts of their rotors."""

# mypy: disable-error-code="assignment"
# Thrusters are no joint actuators, which the base classes have in their place.

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import MISSING

import numpy as np
import torch
import warp as wp

from pippin.actuators import Thruster, ThrusterCfg
from pippin.physics.views import ArticulationView
from pippin.quantities.inputs import Array, input_array, require_finite
from pippin.quantities.scatter import Scatter
from pippin.quantities.selection import Axis, Ids, Mask, Selection, as_index
from pippin.utils import ProxyArray, as_torch, configclass, resolve_matching_names_values
from pippin.utils.arrays import convert_to_torch
from pippin.utils.torch_view import torch_view

from ..articulation.articulation import Articulation, ArticulationCfg
from ..articulation.joints import Joints
from ..notices import warn_once
from ..part import AssetPart
from .checks import checked_allocation, require_possible_rotors, resolve_thruster_groups
from .data import MultirotorData
from .propulsion import Propulsion

logger = logging.getLogger("pippin")


class UndrivenJoints(Joints):
    """Joints of a multirotor, which nothing drives."""

    def write(self, name: str, values: Array | float, selection: Selection) -> None:
        """Write a quantity, as other joints do, and warn where it is a target."""
        if name.endswith("_target"):
            warn_once(
                "The joints of multirotors have no actuators: their targets are kept for reading, but nothing follows "
                "them. A vehicle whose joints are driven is an Articulation with a wrench composer."
            )
        super().write(name, values, selection)


class Multirotor(Articulation):
    """A vehicle in every environment that flies by the thrusts of its rotors: a quadrotor, hexarotor and so on.

    Its rotors are bodies, fixed to the base link or on joints that nothing drives; they need not turn. Each step goes:
    :meth:`set_thrust_target`, :meth:`write_data_to_sim` (thrusts follow their targets as
    :class:`~pippin.actuators.Thruster` says, and the allocation matrix turns them into a wrench on the base link), step
    of the simulation, :meth:`update`, and reading :attr:`data`.

    Args:
        cfg: Config of the multirotor.
    """

    cfg: MultirotorCfg
    _data: MultirotorData
    _kind = "multirotor"
    _parts = (*Articulation._parts, "thrusters")

    thrusters: AssetPart
    """The thrusters: which of them a call is about."""

    actuators: dict[str, Thruster]
    """Thruster models by the name of their group in the config; there from play on."""

    _allocation: torch.Tensor | None = None
    _target: tuple[torch.Tensor, ProxyArray] | None = None

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def data(self) -> MultirotorData:
        """State and properties of the instances.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        self._require_handles()
        return self._data

    @property
    def thruster_names(self) -> list[str]:
        """Names of the thrusters in the order of all arrays; none before play.

        Raises:
            ValueError: An actuator is no thruster.
        """
        for group, thruster in self.actuators.items():
            if not isinstance(thruster, Thruster):
                raise ValueError(
                    f"The actuator '{group}' of a multirotor is a {type(thruster).__name__}; expected a Thruster."
                )
        return [name for thruster in self.actuators.values() for name in thruster.thruster_names]

    @property
    def num_thrusters(self) -> int:
        """Number of thrusters of an instance."""
        return len(self.thruster_names)

    @property
    def allocation_matrix(self) -> torch.Tensor:
        """Allocation matrix, shape (6, num_thrusters), float32; a write in place takes effect at the next step.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: The config has none.
        """
        self._require_handles()
        if self._allocation is None:
            raise ValueError(
                f"The multirotor at '{self.cfg.prim_path}' has no allocation matrix: set 'allocation_matrix'."
            )
        return self._allocation

    # -- operations ----------------------------------------------------------------------------------------------------

    def set_thrust_target(
        self,
        target: Array,
        thruster_ids: Sequence[int] | slice | None = None,
        env_ids: Ids = None,
    ) -> None:
        """Set target thrusts, which :meth:`write_data_to_sim` lets the thrusters follow.

        Args:
            target: Thrusts [N], shape (n, m), or (n,) for the same one at all m thrusters, float32.
            thruster_ids: The m thrusters; None means all.
            env_ids: The n instances; None means all.

        Raises:
            TypeError: The target is no array of float32, or ids are of a wrong type.
            ValueError: The target has another shape, is on another device, or (on a CPU) holds NaN.
            IndexError: An id is out of range.
        """
        selection = self.thrusters.select(env_ids, thruster_ids)
        if isinstance(target, np.ndarray):
            target = convert_to_torch(target, device=self._data.thrust_target.device)
        if len(getattr(target, "shape", ())) == 1:
            target = convert_to_torch(target)[:, None].expand(-1, selection.shape[1])
        values = input_array(target, "target", selection.shape, wp.float32, self._device)
        require_finite(selection.values_on_host(values), "target")
        if not selection.is_empty:
            self._scatter(values, selection, self._thrust_targets())

    def reset(self, env_ids: Ids = None, env_mask: Mask = None) -> None:
        """Put instances into their default state: pose and velocity of the root, joints, and speed of the rotors.

        Their thrust targets become what the rotors' default speed gives; external wrenches are forgotten. So states
        that a program wants to begin in are written after the reset.

        Args:
            env_ids: Instances; None means all.
            env_mask: Mask of the instances, shape (num_instances,), which goes before ``env_ids``.
        """
        if env_mask is not None:
            env_ids = as_torch(env_mask).nonzero().flatten()
        super().reset(env_ids)
        data, view = self._data, self.root_view
        origins = torch_view(view.scene.env_origins)[torch_view(view.env_ids).long()]
        pose = data.default_root_pose.torch.clone()
        pose[:, :3] += origins
        self.write_root_link_pose_to_sim_index(root_pose=pose, env_ids=env_ids, full_data=True)
        self.write_root_com_velocity_to_sim_index(
            root_velocity=data.default_root_vel.torch, env_ids=env_ids, full_data=True
        )
        self.write_joint_position_to_sim_index(position=data.default_joint_pos.torch, env_ids=env_ids, full_data=True)
        self.write_joint_velocity_to_sim_index(velocity=data.default_joint_vel.torch, env_ids=env_ids, full_data=True)
        self._set_default_thrusts(as_index(env_ids))

    def write_data_to_sim(self) -> None:
        """Let the thrusts follow their targets, and hand what they and the external wrenches do to the engine."""
        self._propulsion.run(add=self.bodies.wrenches.apply())

    # -- inside --------------------------------------------------------------------------------------------------------

    def _make_joints(self, view: ArticulationView, instances: Axis) -> Joints:
        return UndrivenJoints(self._data, view, instances, self.cfg.soft_joint_pos_limit_factor)

    def _make_data(self, view: ArticulationView) -> MultirotorData:
        return MultirotorData(view, self.device)

    def _make_actuators(self) -> None:
        """Make the thruster models, and check what the config says about all thrusters together."""
        members = resolve_thruster_groups(self.cfg, self.body_names)
        names = [name for group in members.values() for name in group]
        allocation = checked_allocation(self.cfg, names)
        require_possible_rotors(self.cfg, names)
        ids = wp.array(np.arange(len(names), dtype=np.int32), dtype=int, device=self._device)
        axis = Axis("thruster", len(names), ids)
        self.thrusters = AssetPart(self._data, self.root_view, self.root.instances, axis, names)
        self._scatter = Scatter(self._device)
        self._data.set_thrusters(names)
        self._fill_default_rps(names)
        self._make_thrusters()
        self._require_thrusters_of(members)
        self._warn_of_default_speeds_out_of_range()
        self._set_default_thrusts(slice(None))
        self._allocation = None if allocation is None else allocation.to(self._data.thrust_target.device)
        self._propulsion = Propulsion(self.root_view, self._data, self.actuators, self._allocation)

    def _keep_default_gains(self) -> None:
        """Do nothing: thrusters have no gains."""

    def _make_thrusters(self) -> None:
        """Make the thruster models of the config."""
        thrusters: dict[str, Thruster] = {}
        first = 0
        for group, names in resolve_thruster_groups(self.cfg, self.body_names).items():
            columns = slice(first, first + len(names))
            cfg = self.cfg.actuators[group].copy()
            cfg.dt = self._sim.get_physics_dt() if cfg.dt is None else cfg.dt
            rps = self._data.default_thruster_rps[:, columns]
            thrusters[group] = cfg.class_type(cfg, names, columns, self.num_instances, self.device, rps)
            first = columns.stop
        self.actuators = thrusters

    def _require_thrusters_of(self, members: dict[str, list[str]]) -> None:
        """Refuse models of other thrusters than those that the arrays are for."""
        names = [name for group in members.values() for name in group]
        if self.thruster_names != names:
            raise ValueError(
                f"The models of the multirotor at '{self.cfg.prim_path}' are of the thrusters {self.thruster_names}; "
                f"expected those of its config: {names}."
            )

    def _thrust_targets(self) -> ProxyArray:
        """The data's target thrusts as other arrays that are written; users may exchange the tensor by another."""
        tensor = self._data.thrust_target
        if self._target is None or self._target[0] is not tensor:
            self._target = tensor, ProxyArray(wp.from_torch(tensor, dtype=wp.float32, requires_grad=False))
        return self._target[1]

    # -- the default state ---------------------------------------------------------------------------------------------

    def _fill_default_rps(self, names: list[str]) -> None:
        path = self.cfg.prim_path
        try:
            columns, _, values = resolve_matching_names_values(self.cfg.init_state.rps, names)
        except ValueError as error:
            raise ValueError(f"'init_state.rps' of '{path}': {error}") from error
        rps = torch.tensor([float(value) for value in values], device="cpu")
        if not torch.isfinite(rps).all():
            raise ValueError(
                f"'init_state.rps' of '{path}' is {self.cfg.init_state.rps}, which is not finite; "
                "expected finite numbers."
            )
        self._data.default_thruster_rps[:, columns] = rps.to(self._data.default_thruster_rps.device)

    def _set_default_thrusts(self, rows: slice | torch.Tensor | list[int]) -> None:
        """Let all thrusts of instances be those at the default speed of the rotors."""
        data = self._data
        for model in self.actuators.values():
            columns = model.thruster_indices
            default = model.thrust_at(data.default_thruster_rps[:, columns])[rows]
            for thrusts in (data.thrust_target, data.computed_thrust, data.applied_thrust):
                thrusts[:, columns][rows] = default
            for thrusts in (model.computed_thrust, model.applied_thrust):  # users may exchange the default speeds
                thrusts[rows] = default

    def _warn_of_default_speeds_out_of_range(self) -> None:
        for group, thruster in self.actuators.items():
            rps = self._data.default_thruster_rps[:, thruster.thruster_indices]
            thrusts = thruster.thrust_constant * rps * rps.abs()
            lowest, highest = thruster.cfg.thrust_range
            if ((thrusts < lowest) | (thrusts > highest)).any():
                logger.warning(
                    "Rotors of group '%s' at '%s' would push with %.3g N to %.3g N at their default speeds, which is "
                    "outside of the thrust range from %.3g N to %.3g N: the range counts. Set 'init_state.rps' or "
                    "'thrust_const_range'.",
                    group,
                    self.cfg.prim_path,
                    float(thrusts.min()),
                    float(thrusts.max()),
                    lowest,
                    highest,
                )


@configclass
class MultirotorCfg(ArticulationCfg):
    """Where a multirotor is, in which state it begins, and how its rotors push it."""

    @configclass
    class InitialStateCfg(ArticulationCfg.InitialStateCfg):
        """State of root and joints, and the speed of the rotors."""

        rps: dict[str, float] = {".*": 100.0}
        """Revolutions per second of the rotors, by regular expression of thruster names; others stand still."""

    class_type: type[Multirotor] = Multirotor
    """Class of the asset."""

    init_state: InitialStateCfg = InitialStateCfg()
    """Initial state."""

    actuators: dict[str, ThrusterCfg] = MISSING
    """Groups of thrusters by name; each body may be in one."""

    thruster_force_direction: tuple[float, float, float] = (0.0, 0.0, 1.0)
    """Direction in which the thrusters push, in the base link's frame, of length 1.

    The wrench follows from :attr:`allocation_matrix` alone: this is for :func:`make_allocation_matrix`, controllers and
    pictures.
    """

    allocation_matrix: Sequence[Sequence[float]] | None = None
    """Force (rows 0 to 2) [N] and torque (rows 3 to 5) [N m] on the base link for a thrust of 1 N of each thruster.

    They are along the axes of the base link's frame, and act at its centre of mass; a column for each thruster, in the
    order of the groups and, within a group, of the bodies. None means that thrusts are modelled but act on nothing.
    """

    rotor_directions: Sequence[int] | None = None
    """Spin of each rotor about the direction of its thrust: 1 counter-clockwise, -1 clockwise.

    As :attr:`thruster_force_direction`, this is not used for the wrench.
    """
