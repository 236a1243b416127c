"""State and properties of articulations."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
import warp as wp

from pippin.actuators import ActuatorBase
from pippin.physics.views import ArticulationView
from pippin.quantities.properties import Shorthand, Stored, computed, loaded
from pippin.quantities.written import Written
from pippin.utils.array_views import as_components
from pippin.utils.torch_view import torch_view

from ..body_data import BodyData
from ..kernels import joints


class ArticulationData(BodyData):
    """State and properties of the instances of an articulation: those of root, links, joints and tendons.

    J is the number of joints. Quantities of joints are in rad, N m and so on for revolute joints, in m, N and so on for
    prismatic ones.

    Args:
        root_view: View of the articulation's instances.
        device: Warp device of the arrays.
    """

    joint_names: list[str]
    """Names of the joints, in the order of the arrays."""

    fixed_tendon_names: list[str]
    """Names of the fixed tendons, in the order of the arrays."""

    spatial_tendon_names: list[str]
    """Names of the spatial tendons, in the order of the arrays."""

    def __init__(self, root_view: ArticulationView, device: str) -> None:
        super().__init__(root_view, device)
        self.joint_names = list(root_view.joint_names)
        self.fixed_tendon_names = list(root_view.fixed_tendons.names)
        self.spatial_tendon_names = list(root_view.spatial_tendons.names)
        self._actuators: Mapping[str, ActuatorBase] = {}

    def set_actuators(self, actuators: Mapping[str, ActuatorBase]) -> None:
        """Say which actuators to read velocity limits and gear ratios from."""
        self._actuators = actuators

    # -- state of the joints -------------------------------------------------------------------------------------------

    @computed(
        wp.float32,
        "joints",
        written=Written(
            methods=("write_joint_position_to_sim",),
            argument="position",
            sets="Set positions of joints",
            values="Positions [m, rad]",
            note="Targets of the joints stay as they are.",
            engine="write_joint_positions",
            is_finite=True,
            is_state=True,
        ),
    )
    def joint_pos(self, out: wp.array) -> None:
        """Positions of the joints [m, rad], shape (N, J), float32."""
        self.root_view.read_joint_positions(out)

    @computed(
        wp.float32,
        "joints",
        written=Written(
            methods=("write_joint_velocity_to_sim",),
            argument="velocity",
            sets="Set velocities of joints",
            values="Velocities [m/s, rad/s]",
            note="Targets of the joints stay as they are.",
            engine="write_joint_velocities",
            is_finite=True,
            is_state=True,
        ),
    )
    def joint_vel(self, out: wp.array) -> None:
        """Velocities of the joints [m/s, rad/s], shape (N, J), float32."""
        self.root_view.read_joint_velocities(out)

    @computed(wp.float32, "joints")
    def joint_acc(self, out: wp.array) -> None:
        """Accelerations of the joints [m/s^2, rad/s^2], shape (N, J), float32.

        They are the means over the last step. A write of the state is no acceleration: after it they are 0.
        """
        self.root_view.read_joint_accelerations(out)

    default_joint_pos = Stored(
        wp.float32, "joints", doc="Positions of the joints for resets, from the config [m, rad], shape (N, J), float32."
    )
    default_joint_vel = Stored(
        wp.float32,
        "joints",
        doc="Velocities of the joints for resets, from the config [m/s, rad/s], shape (N, J), float32.",
    )

    # -- commands ------------------------------------------------------------------------------------------------------

    joint_pos_target = Stored(
        wp.float32,
        "joints",
        doc="Target positions that users set [m, rad], shape (N, J), float32.",
        written=Written(
            methods=("set_joint_position_target",),
            argument="target",
            sets="Set target positions of joints",
            values="Positions [m, rad]",
            note="The actuators follow them from the next :meth:`Articulation.write_data_to_sim` on.",
        ),
    )
    joint_vel_target = Stored(
        wp.float32,
        "joints",
        doc="Target velocities that users set [m/s, rad/s], shape (N, J), float32.",
        written=Written(
            methods=("set_joint_velocity_target",),
            argument="target",
            sets="Set target velocities of joints",
            values="Velocities [m/s, rad/s]",
            note="The actuators follow them from the next :meth:`Articulation.write_data_to_sim` on.",
        ),
    )
    joint_effort_target = Stored(
        wp.float32,
        "joints",
        doc="""Efforts that users set [N, N m], shape (N, J), float32.

        Actuators with proportional-derivative control add them to what follows from the other targets.
        """,
        written=Written(
            methods=("set_joint_effort_target",),
            argument="target",
            sets="Set efforts that are added to what follows from the other targets",
            values="Efforts [N, N m]",
        ),
    )
    computed_torque = Stored(
        wp.float32,
        "joints",
        doc="""Efforts of the actuator models before their limits [N, N m], shape (N, J), float32.

        They are those of the last :meth:`Articulation.write_data_to_sim`.

        For implicit actuators, whose law the engine applies, it is what the law gives for the state at that time.
        """,
    )
    applied_torque = Stored(
        wp.float32, "joints", doc="As :attr:`computed_torque`, after the limits of the actuator models."
    )

    # -- properties of the joints --------------------------------------------------------------------------------------

    @loaded(
        wp.float32,
        "joints",
        written=Written(
            methods=("write_joint_stiffness_to_sim",),
            argument="stiffness",
            sets="Set the stiffness of the engine's drives",
            values="Stiffness [N/m, N m/rad], at least 0",
            note="Explicit actuators have gains of their own beside it.",
            engine="write_joint_stiffness",
            is_kept=True,
            lowest=0.0,
            takes_numbers=True,
        ),
    )
    def joint_stiffness(self, out: wp.array) -> None:
        """Stiffness of the engine's drives [N/m, N m/rad], shape (N, J), float32; 0 with explicit actuators."""
        self.root_view.read_joint_stiffness(out)

    @loaded(
        wp.float32,
        "joints",
        written=Written(
            methods=("write_joint_damping_to_sim",),
            argument="damping",
            sets="Set the damping of the engine's drives",
            values="Damping [N s/m, N m s/rad], at least 0",
            note="Explicit actuators have gains of their own beside it.",
            engine="write_joint_damping",
            is_kept=True,
            lowest=0.0,
            takes_numbers=True,
        ),
    )
    def joint_damping(self, out: wp.array) -> None:
        """Damping of the engine's drives [N s/m, N m s/rad], shape (N, J), float32; 0 with explicit actuators."""
        self.root_view.read_joint_damping(out)

    @loaded(
        wp.float32,
        "joints",
        written=Written(
            methods=("write_joint_armature_to_sim",),
            argument="armature",
            sets="Set the inertia that is added to joints, such as that of the motors' rotors",
            values="Inertia [kg, kg m^2], at least 0",
            engine="write_joint_armature",
            is_kept=True,
            lowest=0.0,
            takes_numbers=True,
        ),
    )
    def joint_armature(self, out: wp.array) -> None:
        """Inertia that is added to the joints [kg, kg m^2], shape (N, J), float32."""
        self.root_view.read_joint_armature(out)

    @loaded(
        wp.float32,
        "joints",
        written=Written(
            methods=("write_joint_friction_coefficient_to_sim",),
            argument="joint_friction_coeff",
            sets="Set the dry friction of joints",
            values="Dry friction [N, N m], at least 0",
            engine="write_joint_friction",
            is_kept=True,
            lowest=0.0,
            takes_numbers=True,
        ),
    )
    def joint_friction_coeff(self, out: wp.array) -> None:
        """Dry friction of the joints [N, N m], shape (N, J), float32: the effort up to which a joint stays at rest."""
        self.root_view.read_joint_friction(out)

    @loaded(
        wp.float32,
        "joints",
        written=Written(
            methods=("write_joint_dynamic_friction_coefficient_to_sim",),
            argument="joint_dynamic_friction_coeff",
            sets="Set the dry friction of moving joints",
            values="Dry friction in motion [N, N m], at least 0",
            note="It is kept to be read: the engine has one dry friction.",
            lowest=0.0,
            takes_numbers=True,
        ),
    )
    def joint_dynamic_friction_coeff(self, out: wp.array) -> None:
        """Dry friction of moving joints [N, N m], shape (N, J), float32.

        The engine has one dry friction, :attr:`joint_friction_coeff`, for joints at rest and in motion: this is kept to
        be read.
        """
        wp.copy(out, self.joint_friction_coeff.warp)

    @loaded(
        wp.float32,
        "joints",
        written=Written(
            methods=("write_joint_viscous_friction_coefficient_to_sim",),
            argument="joint_viscous_friction_coeff",
            sets="Set the friction that grows with the velocity of joints",
            values="Viscous friction [N s/m, N m s/rad], at least 0",
            engine="write_joint_viscous_friction",
            is_kept=True,
            lowest=0.0,
            takes_numbers=True,
        ),
    )
    def joint_viscous_friction_coeff(self, out: wp.array) -> None:
        """Viscous friction of the joints [N s/m, N m s/rad], shape (N, J), float32."""
        self.root_view.read_joint_viscous_friction(out)

    @loaded(
        wp.vec2f,
        "joints",
        written=Written(
            methods=("write_joint_position_limit_to_sim",),
            argument="limits",
            sets="Set position limits of joints, and soft limits with them",
            values="Lower and upper limits [m, rad]",
            engine="write_joint_position_limits",
            is_kept=True,
            lowest=-math.inf,
            takes_numbers=True,
            is_ordered=True,
        ),
    )
    def joint_pos_limits(self, out: wp.array) -> None:
        """Lower and upper position limits of the joints [m, rad], shape (N, J), vec2f; 3.4e38 means none."""
        self.root_view.read_joint_position_limits(as_components(out))

    @loaded(
        wp.float32,
        "joints",
        written=Written(
            methods=("write_joint_velocity_limit_to_sim",),
            argument="limits",
            sets="Set velocity limits of joints, which the engine enforces",
            values="Velocities [m/s, rad/s], at least 0",
            note="See :mod:`pippin.physics.backends.joint_limits`.",
            engine="write_joint_velocity_limits",
            is_kept=True,
            lowest=0.0,
            takes_numbers=True,
        ),
    )
    def joint_vel_limits(self, out: wp.array) -> None:
        """Velocity limits of the joints [m/s, rad/s], shape (N, J), float32; 3.4e38 means none."""
        self.root_view.read_joint_velocity_limits(out)

    @loaded(
        wp.float32,
        "joints",
        written=Written(
            methods=("write_joint_effort_limit_to_sim",),
            argument="limits",
            sets="Set the largest efforts of the engine's drives, to which it clips them",
            values="Efforts [N, N m], at least 0",
            engine="write_joint_effort_limits",
            is_kept=True,
            lowest=0.0,
            takes_numbers=True,
        ),
    )
    def joint_effort_limits(self, out: wp.array) -> None:
        """Largest efforts of the engine's drives [N, N m], shape (N, J), float32; 3.4e38 means none."""
        self.root_view.read_joint_effort_limits(out)

    soft_joint_pos_limits = Stored(
        wp.vec2f,
        "joints",
        doc="""Soft position limits of the joints [m, rad], shape (N, J), vec2f: nothing enforces them.

        They are the position limits, moved towards their middle so that the part
        :attr:`ArticulationCfg.soft_joint_pos_limit_factor` of the range is left:
        ``(lower + upper) / 2 -+ factor (upper - lower) / 2``.
        """,
    )

    @computed(wp.float32, "joints")
    def soft_joint_vel_limits(self, out: wp.array) -> None:
        """Velocity limits of the actuator models [m/s, rad/s], shape (N, J), float32; 0 for joints without actuator."""
        self._collect_from_actuators("velocity_limit", out)

    @computed(wp.float32, "joints")
    def gear_ratio(self, out: wp.array) -> None:
        """Ratio from the motors' torques to the joints', as far as the actuator models have one; 1 otherwise."""
        out.fill_(1.0)
        self._collect_from_actuators("gear_ratio", out)

    @computed(wp.spatial_vectorf, "bodies")
    def body_incoming_joint_wrench_b(self, out: wp.array) -> None:
        """Wrenches that the parents exert on the links through their joints, shape (N, L), spatial_vectorf.

        Force [N] and torque [N m] about the origin of the joint's frame, along the axes of the parent's link frame; of
        the world's for the root, which the world is the parent of. A root that floats has no joint: its wrench is 0.

        The engine measures them from the first reading on, which itself is of the present state. A
        :class:`pippin.sensors.JointWrenchSensor` gives them in the joints' frames.

        Raises:
            NotImplementedError: Gravity does not act on a link.
        """
        self.root_view.read_incoming_joint_wrenches_in_parents(out)

    # -- tendons -------------------------------------------------------------------------------------------------------

    # As they were set: the engine has them once Articulation.write_fixed_tendon_properties_to_sim_index (or the method
    # for spatial tendons) was called. T is the number of tendons of a kind.

    @loaded(
        wp.float32,
        "fixed_tendons",
        written=Written(
            methods=("set_fixed_tendon_stiffness",),
            argument="stiffness",
            sets="Set the stiffness of the springs of fixed tendons",
            values="Stiffness [N/m or N m/rad], at least 0",
            note="The engine has it with the next :meth:`write_fixed_tendon_properties_to_sim_index`.",
            lowest=0.0,
            takes_numbers=True,
            is_finite=True,
        ),
    )
    def fixed_tendon_stiffness(self, out: wp.array) -> None:
        """Stiffness of the springs of fixed tendons [N/m or N m/rad], shape (N, T), float32."""
        self.root_view.fixed_tendons.read("stiffness", out)

    @loaded(
        wp.float32,
        "fixed_tendons",
        written=Written(
            methods=("set_fixed_tendon_damping",),
            argument="damping",
            sets="Set the damping of fixed tendons",
            values="Damping [N s/m or N m s/rad], at least 0",
            note="The engine has it with the next :meth:`write_fixed_tendon_properties_to_sim_index`.",
            lowest=0.0,
            takes_numbers=True,
            is_finite=True,
        ),
    )
    def fixed_tendon_damping(self, out: wp.array) -> None:
        """Damping of fixed tendons [N s/m or N m s/rad], shape (N, T), float32."""
        self.root_view.fixed_tendons.read("damping", out)

    @loaded(
        wp.float32,
        "fixed_tendons",
        written=Written(
            methods=("set_fixed_tendon_limit_stiffness",),
            argument="limit_stiffness",
            sets="Set the stiffness at the limits of fixed tendons",
            values="Stiffness [N/m or N m/rad], at least 0; 0 switches the limits off",
            note="The engine has it with the next :meth:`write_fixed_tendon_properties_to_sim_index`.",
            lowest=0.0,
            takes_numbers=True,
            is_finite=True,
        ),
    )
    def fixed_tendon_limit_stiffness(self, out: wp.array) -> None:
        """Stiffness at the limits of fixed tendons [N/m or N m/rad], shape (N, T), float32."""
        self.root_view.fixed_tendons.read("limit_stiffness", out)

    @loaded(
        wp.float32,
        "fixed_tendons",
        written=Written(
            methods=("set_fixed_tendon_rest_length",),
            argument="rest_length",
            sets="Set lengths at which the springs of fixed tendons rest",
            values="Lengths with the offset [m or rad]",
            note="The engine has it with the next :meth:`write_fixed_tendon_properties_to_sim_index`.",
            lowest=-math.inf,
            takes_numbers=True,
            is_finite=True,
        ),
    )
    def fixed_tendon_rest_length(self, out: wp.array) -> None:
        """Lengths, with the offset, at which the springs of fixed tendons rest [m or rad], shape (N, T), float32."""
        self.root_view.fixed_tendons.read("rest_length", out)

    @loaded(
        wp.float32,
        "fixed_tendons",
        written=Written(
            methods=("set_fixed_tendon_offset",),
            argument="offset",
            sets="Set what is added to the length of fixed tendons",
            values="Offsets [m or rad]",
            note="The engine has it with the next :meth:`write_fixed_tendon_properties_to_sim_index`.",
            lowest=-math.inf,
            takes_numbers=True,
            is_finite=True,
        ),
    )
    def fixed_tendon_offset(self, out: wp.array) -> None:
        """What is added to the length of fixed tendons [m or rad], shape (N, T), float32."""
        self.root_view.fixed_tendons.read("offset", out)

    @loaded(
        wp.vec2f,
        "fixed_tendons",
        written=Written(
            methods=("set_fixed_tendon_position_limit",),
            argument="limit",
            sets="Set limits of the length of fixed tendons",
            values="Lower and upper limits, with the offset [m or rad]",
            note="The engine has it with the next :meth:`write_fixed_tendon_properties_to_sim_index`.",
            lowest=-math.inf,
            takes_numbers=True,
            is_ordered=True,
        ),
    )
    def fixed_tendon_pos_limits(self, out: wp.array) -> None:
        """Lower and upper limits of the length of fixed tendons, with the offset [m or rad], shape (N, T), vec2f.

        3.4e38 means none.
        """
        self.root_view.fixed_tendons.read("limits", out)

    @loaded(
        wp.float32,
        "spatial_tendons",
        written=Written(
            methods=("set_spatial_tendon_stiffness",),
            argument="stiffness",
            sets="Set the stiffness of the springs of spatial tendons",
            values="Stiffness [N/m], at least 0",
            note="The engine has it with the next :meth:`write_spatial_tendon_properties_to_sim_index`.",
            lowest=0.0,
            takes_numbers=True,
            is_finite=True,
        ),
    )
    def spatial_tendon_stiffness(self, out: wp.array) -> None:
        """Stiffness of the springs of spatial tendons [N/m], shape (N, T), float32."""
        self.root_view.spatial_tendons.read("stiffness", out)

    @loaded(
        wp.float32,
        "spatial_tendons",
        written=Written(
            methods=("set_spatial_tendon_damping",),
            argument="damping",
            sets="Set the damping of spatial tendons",
            values="Damping [N s/m], at least 0",
            note="The engine has it with the next :meth:`write_spatial_tendon_properties_to_sim_index`.",
            lowest=0.0,
            takes_numbers=True,
            is_finite=True,
        ),
    )
    def spatial_tendon_damping(self, out: wp.array) -> None:
        """Damping of spatial tendons [N s/m], shape (N, T), float32."""
        self.root_view.spatial_tendons.read("damping", out)

    @loaded(
        wp.float32,
        "spatial_tendons",
        written=Written(
            methods=("set_spatial_tendon_limit_stiffness",),
            argument="limit_stiffness",
            sets="Set the stiffness at the limits of spatial tendons",
            values="Stiffness [N/m], at least 0",
            note="The engine has it with the next :meth:`write_spatial_tendon_properties_to_sim_index`.",
            lowest=0.0,
            takes_numbers=True,
            is_finite=True,
        ),
    )
    def spatial_tendon_limit_stiffness(self, out: wp.array) -> None:
        """Stiffness at the limits of spatial tendons [N/m], shape (N, T), float32."""
        self.root_view.spatial_tendons.read("limit_stiffness", out)

    @loaded(
        wp.float32,
        "spatial_tendons",
        written=Written(
            methods=("set_spatial_tendon_offset",),
            argument="offset",
            sets="Set what is added to the length of spatial tendons",
            values="Offsets [m]",
            note="The engine has it with the next :meth:`write_spatial_tendon_properties_to_sim_index`.",
            lowest=-math.inf,
            takes_numbers=True,
            is_finite=True,
        ),
    )
    def spatial_tendon_offset(self, out: wp.array) -> None:
        """What is added to the length of spatial tendons [m], shape (N, T), float32."""
        self.root_view.spatial_tendons.read("offset", out)

    # -- dynamics ------------------------------------------------------------------------------------------------------

    @computed(wp.float32, "jacobian_bodies", 6, "coordinates", each_time=True)
    def body_com_jacobian_w(self, out: wp.array) -> None:
        """Jacobians of the links' centres of mass in world axes, shape (N, L - 1, 6, J) or (N, L, 6, 6 + J), float32.

        Rows are the linear [m/s] and the angular velocity [rad/s]. Where the root floats, the first 6 columns are the
        linear velocity of its centre of mass and its angular velocity in world axes; where it is fixed, it has neither
        columns nor rows, so that the first rows belong to link 1.
        """
        self.root_view.dynamics.read_jacobians(out)

    @computed(wp.float32, "jacobian_bodies", 6, "coordinates", each_time=True)
    def body_link_jacobian_w(self, out: wp.array) -> None:
        """Jacobians of the links' frames in world axes: as :attr:`body_com_jacobian_w`, of the frames' origins."""
        inputs = [self.body_com_jacobian_w.warp, self.body_link_pose_w.warp, self.body_com_pose_w.warp]
        wp.launch(
            joints.move_jacobians_to_links,
            dim=(out.shape[0], out.shape[1], out.shape[3]),
            inputs=[*inputs, len(self.body_names) - out.shape[1]],
            outputs=[out],
            device=self.device,
        )

    @computed(wp.float32, "coordinates", "coordinates", each_time=True)
    def mass_matrix(self, out: wp.array) -> None:
        """Mass matrices [kg, kg m, kg m^2] of all coordinates, armature included, shape (N, G, G), float32.

        The coordinates are those of the Jacobians' columns: G is J, or 6 + J where the root floats.
        """
        self.root_view.dynamics.read_mass_matrices(out)

    @computed(wp.float32, "coordinates", each_time=True)
    def gravity_compensation_forces(self, out: wp.array) -> None:
        """Forces that hold the articulation against gravity [N, N m], shape (N, G), float32, as the mass matrix's."""
        self.root_view.dynamics.read_gravity_forces(out)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _collect_from_actuators(self, name: str, out: wp.array) -> None:
        """Copy a tensor of each actuator group that has it into the columns of its joints."""
        columns = torch_view(out)
        for actuator in self._actuators.values():
            values = getattr(actuator, name, None)
            if values is not None:
                columns[:, actuator.joint_indices] = torch.as_tensor(values, dtype=torch.float32, device=columns.device)

    # -- other names ---------------------------------------------------------------------------------------------------

    joint_friction = Shorthand("joint_friction_coeff")
    joint_limits = Shorthand("joint_pos_limits")
    joint_velocity_limits = Shorthand("joint_vel_limits")
    fixed_tendon_limit = Shorthand("fixed_tendon_pos_limits")
