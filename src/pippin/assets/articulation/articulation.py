"""Articulations: links that joints connect, and the actuators of the joints."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import torch

from pippin.actuators import ActuatorBase, resolve_actuator_groups
from pippin.physics.scene.scene import PhysicsScene
from pippin.physics.views import ArticulationView, BodyView
from pippin.quantities.selection import Axis, Ids, as_index
from pippin.utils import ProxyArray, resolve_matching_names_values

from .actuation import Actuation
from .data import ArticulationData
from .fixed_tendon_writes import FixedTendonWrites
from .joint_parameter_writes import JointParameterWrites
from .joint_state_writes import JointStateWrites
from .joint_targets import JointTargets
from .resolution_table import format_resolution_table
from .spatial_tendon_writes import SpatialTendonWrites

if TYPE_CHECKING:
    from .cfg import ArticulationCfg

logger = logging.getLogger("pippin")


class Articulation(JointStateWrites, JointTargets, JointParameterWrites, FixedTendonWrites, SpatialTendonWrites):
    """A robot, or another mechanism of links and joints, in every environment.

    At or below the prim at the config's prim path, exactly one prim has to be an articulation root. Whether its base is
    fixed or floats depends on whether its root link is fixed to the world.

    Each step goes: set targets, :meth:`write_data_to_sim` (the actuator models turn targets into efforts), step of the
    simulation, :meth:`update`, and reading :attr:`data`.

    Args:
        cfg: Config of the articulation.
    """

    cfg: ArticulationCfg
    _kind = "articulation"

    actuators: dict[str, ActuatorBase]
    """Actuator models by the name of their group in the config; there from play on."""

    def __init__(self, cfg: ArticulationCfg) -> None:
        self.actuators = {}
        super().__init__(cfg)

    # -- life ----------------------------------------------------------------------------------------------------------

    def reset(self, env_ids: Ids = None) -> None:
        """Forget what actuators remember and the external wrenches, on some instances; the state stays as it is.

        Args:
            env_ids: Instances; None means all.
        """
        super().reset(env_ids)
        for actuator in self.actuators.values():
            actuator.reset(as_index(env_ids))

    def write_data_to_sim(self) -> None:
        """Run the actuator models, and hand their efforts and the external wrenches to the engine."""
        self._require_handles()
        self._wrenches.apply()
        self._actuation.run()

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        view = self.root_view
        self._axes["joint"] = Axis("joint", view.num_joints, view.all_joints)
        self._fill_default_joint_state()
        self._require_possible_soft_limits()
        self._make_actuators()
        self._update_soft_limits(self._select_joints(None, None, False))
        self._require_possible_defaults()
        self._data.prime()
        self._keep_default_gains()
        self._start_from_the_initial_state()

    def _invalidate_impl(self) -> None:
        super()._invalidate_impl()
        self.actuators = {}

    def _make_view(self, physics: PhysicsScene) -> BodyView:
        suffix = self.cfg.articulation_root_prim_path
        if suffix is not None and not suffix.startswith("/"):
            raise ValueError(f"articulation_root_prim_path is '{suffix}': it should begin with '/'.")
        return physics.articulations(self._prims_expression(suffix or ""))

    def _make_data(self, view: BodyView) -> ArticulationData:
        assert isinstance(view, ArticulationView)
        return ArticulationData(view, self.device)

    # -- the initial state ---------------------------------------------------------------------------------------------

    def _fill_default_joint_state(self) -> None:
        init = self.cfg.init_state
        self._fill_by_names("init_state.joint_pos", init.joint_pos, self._data.default_joint_pos)
        self._fill_by_names("init_state.joint_vel", init.joint_vel, self._data.default_joint_vel)

    def _start_from_the_initial_state(self) -> None:
        """Put joints and root velocity into the initial state, and let drives hold it until they are told otherwise.

        The root's pose is that of the prim already.
        """
        view, data = self.root_view, self._data
        view.write_joint_positions(data.default_joint_pos.warp)
        view.write_joint_velocities(data.default_joint_vel.warp)
        view.write_root_velocities(data.default_root_vel.warp)
        data.joint_pos_target.torch.copy_(data.default_joint_pos.torch)

    def _fill_by_names(self, name: str, values: dict[str, float], out: ProxyArray) -> None:
        """Write values by expressions of joint names into the columns of an array."""
        if not self.num_joints:
            return
        try:
            indices, _, found = resolve_matching_names_values(values, self.joint_names)
        except ValueError as error:
            raise ValueError(f"'{name}' of '{self.cfg.prim_path}': {error}") from error
        out.torch[:, indices] = torch.tensor(found, dtype=torch.float32, device=out.torch.device)

    def _require_possible_soft_limits(self) -> None:
        factor = self.cfg.soft_joint_pos_limit_factor
        if not 0.0 <= factor < float("inf"):
            raise ValueError(
                f"soft_joint_pos_limit_factor of '{self.cfg.prim_path}' is {factor}: it should be the share "
                "of the joint position limits that the soft ones span, such as 0.9."
            )

    def _require_possible_defaults(self) -> None:
        """Refuse default positions outside of the position limits, and default velocities above the limits."""
        data = self._data
        position, velocity = data.default_joint_pos.torch[0].tolist(), data.default_joint_vel.torch[0].tolist()
        limits, speeds = data.joint_pos_limits.torch[0].tolist(), data.joint_vel_limits.torch[0].tolist()
        wrong = [
            f"'{name}' at {position[i]:.3f}, outside of [{limits[i][0]:.3f}, {limits[i][1]:.3f}]"
            for i, name in enumerate(self.joint_names)
            if not limits[i][0] <= position[i] <= limits[i][1]
        ]
        wrong += [
            f"'{name}' moving at {velocity[i]:.3f}, faster than {speeds[i]:.3f}"
            for i, name in enumerate(self.joint_names)
            if not abs(velocity[i]) <= speeds[i]  # NaN is no velocity either
        ]
        if wrong:
            raise ValueError(
                f"The initial state of '{self.cfg.prim_path}' has joints outside of their limits: {'; '.join(wrong)}."
            )

    # -- actuators -----------------------------------------------------------------------------------------------------

    def _make_actuators(self) -> None:
        """Make the actuator models, and tell the engine what they decide about the joints."""
        self.actuators = {
            name: self._make_actuator(name, joint_ids, joint_names)
            for name, (joint_ids, joint_names) in resolve_actuator_groups(self.cfg.actuators, self.joint_names).items()
        }
        self._data.set_actuators(self.actuators)
        self._actuation = Actuation(self.root_view, self._data, self.actuators)
        if self.cfg.actuator_value_resolution_debug_print:
            logger.info("%s", format_resolution_table(self.cfg.prim_path, self.actuators))

    def _make_actuator(self, name: str, joint_ids: list[int], joint_names: list[str]) -> ActuatorBase:
        cfg, data = self.cfg.actuators[name], self._data
        columns: slice | torch.Tensor = slice(None)
        if len(joint_ids) < self.num_joints:
            columns = torch.tensor(joint_ids, device=data.joint_stiffness.torch.device)
        actuator = cfg.class_type(
            cfg,
            joint_names,
            columns,
            self.num_instances,
            self.device,
            stiffness=data.joint_stiffness.torch[:, columns],
            damping=data.joint_damping.torch[:, columns],
            armature=data.joint_armature.torch[:, columns],
            friction=data.joint_friction_coeff.torch[:, columns],
            dynamic_friction=data.joint_dynamic_friction_coeff.torch[:, columns],
            viscous_friction=data.joint_viscous_friction_coeff.torch[:, columns],
            effort_limit=data.joint_effort_limits.torch[:, columns],
            velocity_limit=data.joint_vel_limits.torch[:, columns],
        )
        gain = 1.0 if actuator.is_implicit_model else 0.0  # the gains of explicit models are no business of the engine
        self._adopt("joint_stiffness", gain * actuator.stiffness, joint_ids)
        self._adopt("joint_damping", gain * actuator.damping, joint_ids)
        self._adopt("joint_effort_limits", actuator.effort_limit_sim, joint_ids)
        self._adopt("joint_vel_limits", actuator.velocity_limit_sim, joint_ids)
        self._adopt("joint_armature", actuator.armature, joint_ids)
        self._adopt("joint_friction_coeff", actuator.friction, joint_ids)
        self._adopt("joint_dynamic_friction_coeff", actuator.dynamic_friction, joint_ids)
        self._adopt("joint_viscous_friction_coeff", actuator.viscous_friction, joint_ids)
        return actuator

    def _adopt(self, name: str, values: torch.Tensor, joint_ids: list[int]) -> None:
        """Write a property of joints where an actuator gives it another value than the asset."""
        if not torch.equal(values, getattr(self._data, name).torch[:, joint_ids]):
            self._write_parameter(name, values, self._select_joints(None, joint_ids, False))

    def _keep_default_gains(self) -> None:
        """Let the default gains be those of the actuator models, which for explicit ones the engine does not have."""
        for name, parameter in (("joint_stiffness", "stiffness"), ("joint_damping", "damping")):
            default = self._data.default_of(name).torch
            for actuator in self.actuators.values():
                default[:, actuator.joint_indices] = getattr(actuator, parameter)
