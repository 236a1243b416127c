"""Articulations: links that joints connect, and the actuators of the joints."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import MISSING
from typing import ClassVar, Literal

from pippin.actuators import ActuatorBase, ActuatorBaseCfg, resolve_actuator_groups
from pippin.physics.scene.scene import PhysicsScene, playing_scene
from pippin.physics.views import ArticulationView
from pippin.quantities import finding
from pippin.quantities.inputs import Array
from pippin.quantities.selection import Axis, Ids, Mask, as_index
from pippin.utils import as_torch, configclass

from .. import body_methods, body_queries, root_methods
from ..asset_base import AssetBase, AssetBaseCfg, default_state, prims_expression
from ..bodies import Bodies
from ..notices import warn_once
from ..rigid_object.rigid_object import RigidObjectCfg
from ..root import Root
from ..wrench_composer import ExternalWrenches
from . import joint_methods, tendon_methods
from .actuation import Actuation, make_actuator
from .actuator_groups import ActuatorGroups
from .data import ArticulationData
from .initial_state import fill_by_names, require_possible_defaults, require_possible_soft_limits, start_from_defaults
from .joints import Joints
from .name_map import NameMap, name_map
from .resolution_table import format_resolution_table
from .root_expression import root_expression
from .tendons import Tendons

logger = logging.getLogger("pippin")


class Articulation(AssetBase[ArticulationData, ArticulationView]):
    """A robot, or another mechanism of links and joints, in every environment.

    At or below the prim at the config's prim path, exactly one prim has to be an articulation root. Whether its base is
    fixed or floats depends on whether its root link is fixed to the world.

    Each step goes: set targets, :meth:`write_data_to_sim` (the actuator models turn targets into efforts), step of the
    simulation, :meth:`update`, and reading :attr:`data`.

    It consists of a :attr:`root`, :attr:`bodies`, :attr:`joints`, tendons and :attr:`actuators`. What there is to read
    and write of each, its unit, its frame and what is checked are the rows of
    :class:`~pippin.assets.ArticulationData`. The methods that write have Isaac Lab's names.

    Args:
        cfg: Config of the articulation.
    """

    cfg: ArticulationCfg
    _data: ArticulationData
    _kind = "articulation"
    _parts: ClassVar[tuple[str, ...]] = ("root", "bodies", "joints", "fixed_tendons", "spatial_tendons")

    root: Root
    """The root link: its poses and velocities."""

    bodies: Bodies
    """The links: their mass properties, and the wrenches on them."""

    joints: Joints
    """The joints: state, targets, gains, limits, armature and friction."""

    fixed_tendons: Tendons
    """Tendons that couple joints."""

    spatial_tendons: Tendons
    """Tendons that run from link to link."""

    actuators: dict[str, ActuatorBase]
    """Actuator models by the name of their group in the config, from play on: :class:`ActuatorGroups`."""

    _own_law: Callable[[], None] | None = None
    """What runs in place of the actuator models before each step; None for the models alone."""

    def __init__(self, cfg: ArticulationCfg) -> None:
        self.actuators = {}
        super().__init__(cfg)

    # -- life ----------------------------------------------------------------------------------------------------------

    def reset(self, env_ids: Ids = None, env_mask: Mask = None) -> None:
        """Forget what actuators remember and the external wrenches, on some instances; the state stays as it is.

        Args:
            env_ids: Instances; None means all.
            env_mask: Mask of the instances, shape (num_instances,), which goes before ``env_ids``.
        """
        self.bodies.wrenches.reset(env_ids, env_mask)
        rows = as_torch(env_mask) if env_mask is not None else None if env_ids is None else as_index(env_ids)
        for actuator in self.actuators.values():
            actuator.reset(rows)

    def write_data_to_sim(self) -> None:
        """Run the actuator models, and hand the engine their efforts, the external wrenches and targets of tendons."""
        self.bodies.wrenches.apply()
        self.fixed_tendons.write_targets()
        self._actuation.run()

    def _make_view(self, physics: PhysicsScene) -> ArticulationView:
        roots = root_expression(self.cfg.prim_path, self.cfg.articulation_root_prim_path, self._sim.stage)
        expression = prims_expression(roots, self._sim.stage)
        native = self._sim.cfg.joint_order
        asked = self.cfg.joint_ordering, self.cfg.body_ordering
        self._expression = expression
        view = physics.articulations(expression, *(native if order is None else order for order in asked))
        plain = view if asked == (None, None) else physics.articulations(expression, native, native)
        self._backend_names = plain.joint_names, plain.link_names
        if asked[0] is None and native != "physx":
            self._say_order(view, physics.articulations(expression))
        return view

    def _say_order(self, view: ArticulationView, plain: ArticulationView) -> None:
        """Say once that joints are in another order than without Newton's settings, where that is another one."""
        if view.joint_names != plain.joint_names:
            warn_once(
                f"The joints of '{self.cfg.prim_path}' go branch by branch ({', '.join(view.joint_names[:3])}, ...), "
                "as Isaac Lab 3.0.0 has them where a program names Newton; a policy that was trained with them level "
                "by level needs ArticulationCfg(joint_ordering='physx', body_ordering='physx')."
            )

    def _make_data(self, view: ArticulationView) -> ArticulationData:
        return ArticulationData(view, self.device)

    def _make_parts(self, view: ArticulationView, instances: Axis) -> None:
        data = self._data
        self.root = Root(data, view, instances)
        self.bodies = Bodies(data, view, instances, Axis("body", view.num_links, view.all_links), view.link_names)
        self.bodies.wrenches = ExternalWrenches(self, view)
        self.joints = self._make_joints(view, instances)
        self.fixed_tendons = Tendons("fixed", data, view, instances)
        self.spatial_tendons = Tendons("spatial", data, view, instances)
        self._set_defaults()
        require_possible_soft_limits(self.cfg.soft_joint_pos_limit_factor, self.cfg.prim_path)
        self._make_actuators()
        self.joints.update_soft_limits(self.joints.select())
        self._check_defaults()
        data.prime()
        self._keep_default_gains()
        start_from_defaults(view, data)

    def _set_defaults(self) -> None:
        """Take the default state from the config."""
        data, init, path = self._data, self.cfg.init_state, self.cfg.prim_path
        data.default_root_state.torch[:] = default_state(self.cfg).to(self.device)
        fill_by_names("init_state.joint_pos", init.joint_pos, self.joint_names, data.default_joint_pos, path)
        fill_by_names("init_state.joint_vel", init.joint_vel, self.joint_names, data.default_joint_vel, path)

    def _check_defaults(self) -> None:
        """Refuse a default state that the joints cannot have."""
        require_possible_defaults(self._data, self.cfg.prim_path)

    def _make_joints(self, view: ArticulationView, instances: Axis) -> Joints:
        return Joints(self._data, view, instances, self.cfg.soft_joint_pos_limit_factor)

    def _invalidate_impl(self) -> None:
        super()._invalidate_impl()
        self.actuators = {}

    # -- actuators -----------------------------------------------------------------------------------------------------

    def _make_actuators(self) -> None:
        """Make the actuator models, and tell the engine what they decide about the joints."""
        models = {
            name: make_actuator(self.cfg.actuators[name], self._data, self.joints, joint_ids, joint_names)
            for name, (joint_ids, joint_names) in resolve_actuator_groups(self.cfg.actuators, self.joint_names).items()
        }
        self._use_actuators(ActuatorGroups(models, self._data, self.joints))
        if self.cfg.actuator_value_resolution_debug_print:
            logger.info("%s", format_resolution_table(self.cfg.prim_path, self.actuators))

    def _use_actuators(self, actuators: ActuatorGroups) -> None:
        """Let actuator models, which the engine knows already, drive the joints."""
        self.actuators = self._drives = actuators
        self._data.set_actuators(actuators)
        self._actuation = Actuation(self.root_view, self._data, actuators, self._own_law)

    def _keep_default_gains(self) -> None:
        """Let the default gains be those of the actuator models, which for explicit ones the engine does not have."""
        for name, parameter in (("joint_stiffness", "stiffness"), ("joint_damping", "damping")):
            default = self._data.default_of(name).torch
            for actuator in self._drives.values():
                default[:, actuator.joint_indices] = getattr(actuator, parameter)

    # -- bodies, by Isaac Lab's names ----------------------------------------------------------------------------------

    num_bodies = property(body_queries.num_bodies)
    body_names = property(body_queries.body_names)
    permanent_wrench_composer = property(body_queries.permanent_wrench_composer)
    instantaneous_wrench_composer = property(body_queries.instantaneous_wrench_composer)
    find_bodies = finding.find_bodies

    # -- writing state and mass properties, by Isaac Lab's names -------------------------------------------------------

    write_root_pose_to_sim_index = root_methods.write_root_pose_to_sim_index
    write_root_pose_to_sim_mask = root_methods.write_root_pose_to_sim_mask
    write_root_link_pose_to_sim_index = root_methods.write_root_link_pose_to_sim_index
    write_root_link_pose_to_sim_mask = root_methods.write_root_link_pose_to_sim_mask
    write_root_com_pose_to_sim_index = root_methods.write_root_com_pose_to_sim_index
    write_root_com_pose_to_sim_mask = root_methods.write_root_com_pose_to_sim_mask
    write_root_velocity_to_sim_index = root_methods.write_root_velocity_to_sim_index
    write_root_velocity_to_sim_mask = root_methods.write_root_velocity_to_sim_mask
    write_root_link_velocity_to_sim_index = root_methods.write_root_link_velocity_to_sim_index
    write_root_link_velocity_to_sim_mask = root_methods.write_root_link_velocity_to_sim_mask
    write_root_com_velocity_to_sim_index = root_methods.write_root_com_velocity_to_sim_index
    write_root_com_velocity_to_sim_mask = root_methods.write_root_com_velocity_to_sim_mask
    set_masses_index = body_methods.set_masses_index
    set_masses_mask = body_methods.set_masses_mask
    set_coms_index = body_methods.set_coms_index
    set_coms_mask = body_methods.set_coms_mask
    set_inertias_index = body_methods.set_inertias_index
    set_inertias_mask = body_methods.set_inertias_mask

    # -- joints, by Isaac Lab's names ----------------------------------------------------------------------------------

    @property
    def is_fixed_base(self) -> bool:
        """Whether the root link is fixed to the world."""
        return self.root_view.is_fixed_base

    @property
    def num_base_dofs(self) -> int:
        """Coordinates of the root, which come before those of the joints in Jacobians: 6 where it floats, else 0."""
        return self.root_view.dynamics.jacobian_shape[2] - self.num_joints

    @property
    def num_joints(self) -> int:
        """Number of joints of an instance."""
        return len(self.joints.names)

    @property
    def joint_names(self) -> list[str]:
        """Names of the joints, in the order of all arrays: the simulation's ``joint_order``, or as the config says."""
        return self.joints.names

    @property
    def backend_joint_names(self) -> list[str]:
        """Names of the joints in the simulation's ``joint_order``, whatever ``joint_ordering`` says."""
        self._require_handles()
        return list(self._backend_names[0])

    @property
    def backend_body_names(self) -> list[str]:
        """Names of the links in the simulation's ``joint_order``, whatever ``body_ordering`` says."""
        self._require_handles()
        return list(self._backend_names[1])

    def names_in_order(self, order: Literal["physx", "mjwarp"]) -> tuple[list[str], list[str]]:
        """Names of the joints, and of the links, in an order.

        Args:
            order: "physx" is level by level from the root, "mjwarp" branch by branch.

        Raises:
            ValueError: There is no such order.
        """
        self._require_handles()
        view = playing_scene(self._sim).articulations(self._expression, order, order)
        return list(view.joint_names), list(view.link_names)

    @property
    def joint_ordering(self) -> NameMap | None:
        """Which of :attr:`backend_joint_names` the joints are; None where the orders are the same."""
        return name_map(self.joint_names, self.backend_joint_names, self.device)

    @property
    def body_ordering(self) -> NameMap | None:
        """Which of :attr:`backend_body_names` the links are; None where the orders are the same."""
        return name_map(self.body_names, self.backend_body_names, self.device)

    def map_joint_ids_to_backend(self, joint_ids: Sequence[int] | slice) -> list[int]:
        """Indices in :attr:`backend_joint_names` of joints.

        Args:
            joint_ids: Indices in :attr:`joint_names`.
        """
        return _mapped(joint_ids, self.joint_names, self.backend_joint_names)

    def map_body_ids_to_backend(self, body_ids: Sequence[int] | slice) -> list[int]:
        """Indices in :attr:`backend_body_names` of links.

        Args:
            body_ids: Indices in ``body_names``.
        """
        return _mapped(body_ids, self.body_names, self.backend_body_names)

    def find_joints(
        self, name_keys: str | Sequence[str], joint_subset: list[str] | None = None, preserve_order: bool = False
    ) -> tuple[list[int], list[str]]:
        """Joints whose names match regular expressions as a whole.

        Args:
            name_keys: Regular expression, or several. Each must match at least one name.
            joint_subset: Names of the joints to search; None searches all.
            preserve_order: Whether the result is in the order of the expressions; otherwise in that of the joints.

        Returns:
            Indices (in the articulation, also with a subset) and names of the joints.

        Raises:
            ValueError: An expression matches nothing, a joint is matched by two expressions, or the subset names a
                joint that does not exist.
        """
        return self.joints.find(name_keys, joint_subset, preserve_order, "joint_subset")

    # -- writing joints, by Isaac Lab's names --------------------------------------------------------------------------

    write_joint_position_to_sim_index = joint_methods.write_joint_position_to_sim_index
    write_joint_position_to_sim_mask = joint_methods.write_joint_position_to_sim_mask
    write_joint_velocity_to_sim_index = joint_methods.write_joint_velocity_to_sim_index
    write_joint_velocity_to_sim_mask = joint_methods.write_joint_velocity_to_sim_mask
    set_joint_position_target_index = joint_methods.set_joint_position_target_index
    set_joint_position_target_mask = joint_methods.set_joint_position_target_mask
    set_joint_velocity_target_index = joint_methods.set_joint_velocity_target_index
    set_joint_velocity_target_mask = joint_methods.set_joint_velocity_target_mask
    set_joint_effort_target_index = joint_methods.set_joint_effort_target_index
    set_joint_effort_target_mask = joint_methods.set_joint_effort_target_mask
    write_joint_stiffness_to_sim_index = joint_methods.write_joint_stiffness_to_sim_index
    write_joint_stiffness_to_sim_mask = joint_methods.write_joint_stiffness_to_sim_mask
    write_joint_damping_to_sim_index = joint_methods.write_joint_damping_to_sim_index
    write_joint_damping_to_sim_mask = joint_methods.write_joint_damping_to_sim_mask
    write_joint_armature_to_sim_index = joint_methods.write_joint_armature_to_sim_index
    write_joint_armature_to_sim_mask = joint_methods.write_joint_armature_to_sim_mask
    write_joint_effort_limit_to_sim_index = joint_methods.write_joint_effort_limit_to_sim_index
    write_joint_effort_limit_to_sim_mask = joint_methods.write_joint_effort_limit_to_sim_mask
    write_joint_velocity_limit_to_sim_index = joint_methods.write_joint_velocity_limit_to_sim_index
    write_joint_velocity_limit_to_sim_mask = joint_methods.write_joint_velocity_limit_to_sim_mask
    write_joint_dynamic_friction_coefficient_to_sim_index = (
        joint_methods.write_joint_dynamic_friction_coefficient_to_sim_index
    )
    write_joint_dynamic_friction_coefficient_to_sim_mask = (
        joint_methods.write_joint_dynamic_friction_coefficient_to_sim_mask
    )
    write_joint_viscous_friction_coefficient_to_sim_index = (
        joint_methods.write_joint_viscous_friction_coefficient_to_sim_index
    )
    write_joint_viscous_friction_coefficient_to_sim_mask = (
        joint_methods.write_joint_viscous_friction_coefficient_to_sim_mask
    )

    def write_joint_state_to_sim_index(
        self,
        *,
        position: Array,
        velocity: Array,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
        skip_forward: bool = False,
    ) -> None:
        """Set positions and velocities of joints.

        Args:
            position: Positions [m, rad], shape (n, m), float32.
            velocity: Velocities [m/s, rad/s], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether the values cover all instances and joints, of which the ids choose.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        state: dict[str, Array | float | None] = {"joint_pos": position, "joint_vel": velocity}
        self.joints.write_together(state, self.joints.select(env_ids, joint_ids, full_data))

    def write_joint_state_to_sim_mask(
        self,
        *,
        position: Array,
        velocity: Array,
        joint_mask: Mask = None,
        env_mask: Mask = None,
        skip_forward: bool = False,
    ) -> None:
        """Set positions and velocities of joints where masks hold.

        Args:
            position: Positions [m, rad], shape (N, J), float32.
            velocity: Velocities [m/s, rad/s], shape (N, J), float32.
            joint_mask: Mask of the joints, shape (J,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        state: dict[str, Array | float | None] = {"joint_pos": position, "joint_vel": velocity}
        self.joints.write_together(state, self.joints.select_masked(env_mask, joint_mask))

    def write_joint_position_limit_to_sim_index(
        self,
        *,
        limits: Array | float,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
        warn_limit_violation: bool = True,
    ) -> None:
        """Set position limits of joints, and soft limits with them.

        Default positions outside of the new limits are moved to the limits, which is logged.

        Args:
            limits: Lower and upper limits [m, rad], shape (n, m, 2), or (n, m) of wp.vec2f.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``limits`` covers all instances and joints, of which the ids choose.
            warn_limit_violation: Whether to log moved defaults as a warning; otherwise as information.
        """
        selection = self.joints.select(env_ids, joint_ids, full_data)
        self.joints.write_position_limits(limits, selection, warn_limit_violation)

    def write_joint_position_limit_to_sim_mask(
        self,
        *,
        limits: Array | float,
        joint_mask: Mask = None,
        env_mask: Mask = None,
        warn_limit_violation: bool = True,
    ) -> None:
        """Set position limits of joints, and soft limits with them, where masks hold: shape (N, J, 2).

        The arguments are those of :meth:`write_joint_position_limit_to_sim_index`.
        """
        selection = self.joints.select_masked(env_mask, joint_mask)
        self.joints.write_position_limits(limits, selection, warn_limit_violation)

    def write_joint_friction_coefficient_to_sim_index(
        self,
        *,
        joint_friction_coeff: Array | float,
        joint_dynamic_friction_coeff: Array | float | None = None,
        joint_viscous_friction_coeff: Array | float | None = None,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
    ) -> None:
        """Set the friction of joints.

        The engine's friction has a dry part, the effort up to which it holds a joint at rest and with which it brakes a
        moving one, and a viscous part, which grows with the velocity.

        Args:
            joint_friction_coeff: Dry friction [N, N m], shape (n, m), float32.
            joint_dynamic_friction_coeff: Dry friction in motion [N, N m], shape (n, m), float32; None leaves it as it
                is. It is kept to be read: the engine uses ``joint_friction_coeff`` in motion too.
            joint_viscous_friction_coeff: Viscous friction [N s/m, N m s/rad], shape (n, m), float32; None leaves it as
                it is.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether the values cover all instances and joints, of which the ids choose.
        """
        friction: dict[str, Array | float | None] = {
            "joint_friction_coeff": joint_friction_coeff,
            "joint_dynamic_friction_coeff": joint_dynamic_friction_coeff,
            "joint_viscous_friction_coeff": joint_viscous_friction_coeff,
        }
        self.joints.write_together(friction, self.joints.select(env_ids, joint_ids, full_data))

    def write_joint_friction_coefficient_to_sim_mask(
        self,
        *,
        joint_friction_coeff: Array | float,
        joint_dynamic_friction_coeff: Array | float | None = None,
        joint_viscous_friction_coeff: Array | float | None = None,
        joint_mask: Mask = None,
        env_mask: Mask = None,
    ) -> None:
        """Set the friction of joints where masks hold: values of shape (N, J).

        The arguments are those of :meth:`write_joint_friction_coefficient_to_sim_index`.
        """
        friction: dict[str, Array | float | None] = {
            "joint_friction_coeff": joint_friction_coeff,
            "joint_dynamic_friction_coeff": joint_dynamic_friction_coeff,
            "joint_viscous_friction_coeff": joint_viscous_friction_coeff,
        }
        self.joints.write_together(friction, self.joints.select_masked(env_mask, joint_mask))

    # -- tendons, by Isaac Lab's names ---------------------------------------------------------------------------------

    @property
    def num_fixed_tendons(self) -> int:
        """Number of fixed tendons of an instance, T."""
        return len(self.fixed_tendons.names)

    @property
    def fixed_tendon_names(self) -> list[str]:
        """Names of the fixed tendons: those of the root joints of PhysX's schemas, else the tendons' own."""
        return self.fixed_tendons.names

    def find_fixed_tendons(
        self, name_keys: str | Sequence[str], tendon_subsets: list[str] | None = None, preserve_order: bool = False
    ) -> tuple[list[int], list[str]]:
        """Fixed tendons whose names match regular expressions as a whole.

        Args:
            name_keys: Regular expression, or several. Each must match at least one name.
            tendon_subsets: Names of the tendons to search; None searches all.
            preserve_order: Whether the result is in the order of the expressions; otherwise in that of the tendons.

        Returns:
            Indices (in the articulation, also with a subset) and names of the tendons.

        Raises:
            ValueError: An expression matches nothing, a tendon is matched by two expressions, or the subset names a
                tendon that does not exist.
        """
        return self.fixed_tendons.find(name_keys, tendon_subsets, preserve_order, "tendon_subsets")

    def write_fixed_tendon_properties_to_sim_index(self, *, env_ids: Ids = None) -> None:
        """Hand the engine what was set, all properties of all fixed tendons.

        Args:
            env_ids: The instances; None means all.
        """
        tendons = self.fixed_tendons
        tendons.write_to_engine(tendons.select(env_ids, full_data=True))

    def write_fixed_tendon_properties_to_sim_mask(self, *, env_mask: Mask = None) -> None:
        """Hand the engine what was set, all properties of all fixed tendons, where a mask holds.

        Args:
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        tendons = self.fixed_tendons
        tendons.write_to_engine(tendons.select_masked(env_mask))

    def set_fixed_tendon_position_target_index(
        self, *, target: Array, fixed_tendon_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Let fixed tendons pull towards lengths, from the next :meth:`write_data_to_sim` on.

        Each pulls with its own stiffness, and none without one: where ``offset = rest_length - target``, which this
        sets, its spring is at rest. The lengths are without the offset.

        Args:
            target: Lengths [m, rad], shape (n, m), float32.
            fixed_tendon_ids: The m tendons; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``target`` covers all instances and tendons, of which the ids choose.
        """
        tendons = self.fixed_tendons
        tendons.set_position_targets(target, tendons.select(env_ids, fixed_tendon_ids, full_data=full_data))

    def set_fixed_tendon_position_target_mask(
        self, *, target: Array, fixed_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Let fixed tendons pull towards lengths where masks hold: :meth:`set_fixed_tendon_position_target_index`.

        Args:
            target: Lengths [m, rad], shape (N, T), float32.
            fixed_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        tendons = self.fixed_tendons
        tendons.set_position_targets(target, tendons.select_masked(env_mask, fixed_tendon_mask))

    @property
    def num_spatial_tendons(self) -> int:
        """Number of spatial tendons of an instance, T."""
        return len(self.spatial_tendons.names)

    @property
    def spatial_tendon_names(self) -> list[str]:
        """Names of the spatial tendons: those of the root attachments of PhysX's schemas, else the tendons' own."""
        return self.spatial_tendons.names

    def find_spatial_tendons(
        self, name_keys: str | Sequence[str], tendon_subsets: list[str] | None = None, preserve_order: bool = False
    ) -> tuple[list[int], list[str]]:
        """Spatial tendons whose names match regular expressions as a whole: see :meth:`find_fixed_tendons`."""
        return self.spatial_tendons.find(name_keys, tendon_subsets, preserve_order, "tendon_subsets")

    def write_spatial_tendon_properties_to_sim_index(self, *, env_ids: Ids = None) -> None:
        """Hand the engine what was set, all properties of all spatial tendons.

        Args:
            env_ids: The instances; None means all.
        """
        tendons = self.spatial_tendons
        tendons.write_to_engine(tendons.select(env_ids, full_data=True))

    def write_spatial_tendon_properties_to_sim_mask(
        self, *, spatial_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Hand the engine what was set, all properties of the spatial tendons where masks hold.

        Args:
            spatial_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        tendons = self.spatial_tendons
        tendons.write_to_engine(tendons.select_masked(env_mask, spatial_tendon_mask))

    set_fixed_tendon_stiffness_index = tendon_methods.set_fixed_tendon_stiffness_index
    set_fixed_tendon_stiffness_mask = tendon_methods.set_fixed_tendon_stiffness_mask
    set_fixed_tendon_damping_index = tendon_methods.set_fixed_tendon_damping_index
    set_fixed_tendon_damping_mask = tendon_methods.set_fixed_tendon_damping_mask
    set_fixed_tendon_limit_stiffness_index = tendon_methods.set_fixed_tendon_limit_stiffness_index
    set_fixed_tendon_limit_stiffness_mask = tendon_methods.set_fixed_tendon_limit_stiffness_mask
    set_fixed_tendon_position_limit_index = tendon_methods.set_fixed_tendon_position_limit_index
    set_fixed_tendon_position_limit_mask = tendon_methods.set_fixed_tendon_position_limit_mask
    set_fixed_tendon_rest_length_index = tendon_methods.set_fixed_tendon_rest_length_index
    set_fixed_tendon_rest_length_mask = tendon_methods.set_fixed_tendon_rest_length_mask
    set_fixed_tendon_offset_index = tendon_methods.set_fixed_tendon_offset_index
    set_fixed_tendon_offset_mask = tendon_methods.set_fixed_tendon_offset_mask
    set_spatial_tendon_stiffness_index = tendon_methods.set_spatial_tendon_stiffness_index
    set_spatial_tendon_stiffness_mask = tendon_methods.set_spatial_tendon_stiffness_mask
    set_spatial_tendon_damping_index = tendon_methods.set_spatial_tendon_damping_index
    set_spatial_tendon_damping_mask = tendon_methods.set_spatial_tendon_damping_mask
    set_spatial_tendon_limit_stiffness_index = tendon_methods.set_spatial_tendon_limit_stiffness_index
    set_spatial_tendon_limit_stiffness_mask = tendon_methods.set_spatial_tendon_limit_stiffness_mask
    set_spatial_tendon_offset_index = tendon_methods.set_spatial_tendon_offset_index
    set_spatial_tendon_offset_mask = tendon_methods.set_spatial_tendon_offset_mask


def _mapped(ids: Sequence[int] | slice, names: list[str], others: list[str]) -> list[int]:
    """Indices of names in another order."""
    chosen = range(len(names))[ids] if isinstance(ids, slice) else [int(index) for index in ids]
    return [others.index(names[index]) for index in chosen]


@configclass
class ArticulationCfg(AssetBaseCfg):
    """Where an articulation is, in which state it begins, and what drives it."""

    @configclass
    class InitialStateCfg(RigidObjectCfg.InitialStateCfg):
        """Pose and velocity of the root, and state of the joints.

        States of joints are values by regular expression of joint names; joints that none matches are at 0.
        """

        joint_pos: dict[str, float] = {".*": 0.0}
        """Positions of the joints [m or rad]."""

        joint_vel: dict[str, float] = {".*": 0.0}
        """Velocities of the joints [m/s or rad/s]."""

    class_type: type[Articulation] = Articulation
    """Class of the asset."""

    init_state: InitialStateCfg = InitialStateCfg()
    """Initial state."""

    articulation_root_prim_path: str | None = None
    """Path of the articulation's root relative to :attr:`prim_path`, beginning with a slash.

    None finds the one articulation at or below the prim path; it has to be given where there are several.
    """

    joint_ordering: str | list[str] | tuple[str, ...] | None = None
    """Order of the joints in all arrays: "mjwarp" goes branch by branch, "physx" level by level from the root; or the
    names of all joints in any order. None takes the simulation's ``joint_order``, which is "physx" unless it is given
    settings of Newton. For policies that were trained with another one."""

    body_ordering: str | list[str] | tuple[str, ...] | None = None
    """Order of the links in all arrays, in the same way; the root link is the first."""

    soft_joint_pos_limit_factor: float = 1.0
    """Part of the range between the joints' position limits that the soft limits keep, from 0 to 1.

    The simulation does not enforce them: see :attr:`ArticulationData.soft_joint_pos_limits`.
    """

    actuators: dict[str, ActuatorBaseCfg] = MISSING
    """Groups of actuators by name; a joint that several match is driven by the last of them."""

    actuator_value_resolution_debug_print: bool = False
    """Whether to log, at level INFO, which joint parameters the asset and which the actuators' configs decide."""
