"""Calls on views of articulations: what they consist of, dynamics, and the inputs of their drives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
import warp as wp

from pippin.physics.views import ArticulationView
from pippin.utils import ProxyArray
from pippin.utils.torch_view import torch_view

from .tendons import write_tendons
from .values import Indices, Values, ViewArray, as_elements, checked, chosen_rows, filled, on_host, tell


@dataclass(frozen=True)
class Metatype:
    """What instances of an articulation have in common. Joints are those that move.

    Attributes:
        link_names: Names of the links.
        joint_names: Names of the joints.
        dof_names: Names of the degrees of freedom: those of the joints, each of which has one.
        dof_types: "rotation" or "translation" for each.
        link_parents: Name of each link's parent; None for the root.
        fixed_base: Whether the root link is fixed to the world.
    """

    link_names: list[str]
    joint_names: list[str]
    dof_names: list[str]
    dof_types: list[str]
    link_parents: list[str | None]
    fixed_base: bool

    link_count = property(lambda self: len(self.link_names), doc="Number of links.")
    joint_count = property(lambda self: len(self.joint_names), doc="Number of joints that move.")
    dof_count = property(lambda self: len(self.dof_names), doc="Number of degrees of freedom.")
    link_indices = property(lambda self: _numbered(self.link_names), doc="Index of each link by name.")
    joint_indices = property(lambda self: _numbered(self.joint_names), doc="Index of each joint by name.")
    dof_indices = property(lambda self: _numbered(self.dof_names), doc="Index of each degree of freedom by name.")

    @property
    def link_parent_indices(self) -> dict[str, int]:
        """Index of each link's parent by the link's name; -1 for the root."""
        return {
            name: -1 if parent is None else self.link_names.index(parent)
            for name, parent in zip(self.link_names, self.link_parents, strict=True)
        }


def _numbered(names: list[str]) -> dict[str, int]:
    return {name: index for index, name in enumerate(names)}


class Articulations:
    """Further members of :class:`~pippin.physics.views.ArticulationView`."""

    is_homogeneous = True  # views of instances with other links or joints cannot be made
    max_links = property(lambda self: self.num_links, doc="Number of links, L.")
    max_dofs = property(lambda self: self.num_joints, doc="Number of degrees of freedom, D.")
    max_fixed_tendons = property(lambda self: self.fixed_tendons.num_tendons, doc="Number of fixed tendons.")
    max_spatial_tendons = property(lambda self: self.spatial_tendons.num_tendons, doc="Number of spatial tendons.")
    link_paths = property(lambda self: self.paths_of_links(), doc="Prim paths of the links of each instance.")
    dof_paths = property(lambda self: self.paths_of_joints(), doc="Prim paths of the joints of each instance.")
    jacobian_shape = property(
        lambda self: self.dynamics.jacobian_shape,
        doc="Shape of an instance's Jacobians: (L - 1, 6, D) where the root is fixed, else (L, 6, D + 6).",
    )
    generalized_mass_matrix_shape = property(
        lambda self: (self.jacobian_shape[2],) * 2, doc="Shape of an instance's mass matrix, (G, G)."
    )

    @property
    def shared_metatype(self: Any) -> Metatype:
        """Names and numbers of links and joints, which all instances share."""
        names, joints = list(self.link_names), list(self.joint_names)
        return Metatype(
            link_names=names,
            joint_names=joints,
            dof_names=list(joints),
            dof_types=["translation" if slides else "rotation" for slides in self.joints_slide],
            link_parents=[None if parent < 0 else names[parent] for parent in self.link_parents],
            fixed_base=self.is_fixed_base,
        )

    def get_metatype(self: Any, arti_idx: int) -> Metatype:
        """Return names and numbers of links and joints of an instance."""
        return self.shared_metatype

    def get_dof_types(self: Any) -> ProxyArray:
        """Return types of the degrees of freedom, shape (N, D), float32: 0 turns, 1 slides."""
        return on_host(self, "types", np.tile(np.array(self.joints_slide, dtype=np.float32), (self.count, 1)))

    def get_dof_friction_properties(self: Any) -> ProxyArray:
        """Return static, dynamic and viscous friction of the joints [N, N m; N s/m, N m s/rad], shape (N, D, 3).

        The engine has one dry friction, the static one; of the dynamic one the asset keeps what it was told.
        """
        static = self.get_dof_friction_coefficients().numpy()
        kept = self.kept_property
        dynamic = static if kept is None else kept("joint_dynamic_friction_coeff").numpy()
        viscous = filled(self, "viscous", (self.count, self.num_joints), self.read_joint_viscous_friction)
        return on_host(self, "frictions", np.stack([static, dynamic, viscous.numpy()], axis=-1))

    def set_dof_friction_properties(self: Any, data: Values, indices: Indices = None) -> None:
        """Set static, dynamic and viscous friction of the joints, shape (N, D, 3); of the dry ones the static acts."""
        values = checked(self, data, "dof_friction_properties", self.count, self.num_joints, 3, lowest=0.0)
        rows, components = chosen_rows(self, indices), torch_view(values)
        for component, write in ((0, self.write_joint_friction), (2, self.write_joint_viscous_friction)):
            write(wp.from_torch(components[..., component].contiguous()), rows, full_data=True)
        tell(self, "joint_friction_coeff", "joint_dynamic_friction_coeff", "joint_viscous_friction_coeff")

    # -- dynamics --

    def get_jacobians(self: Any) -> ProxyArray:
        """Return Jacobians of the links' centres of mass (linear, angular velocity in world axes).

        Shape (N, L - 1, 6, D) where the root is fixed, without the root, else (N, L, 6, D + 6).
        """
        return filled(self, "jacobians", (self.count, *self.jacobian_shape), self.dynamics.read_jacobians)

    def get_mass_matrices(self: Any) -> ProxyArray:
        """Return mass matrices of the joints alone, shape (N, D, D): an older name."""
        root = self.jacobian_shape[2] - self.num_joints
        return ViewArray(wp.from_torch(self.get_generalized_mass_matrices().torch[:, root:, root:].contiguous()))

    def get_generalized_gravity_forces(self: Any) -> ProxyArray:
        """Return forces against gravity of the joints alone, shape (N, D): an older name."""
        return _last_columns(self.get_gravity_compensation_forces(), self.num_joints)

    def get_coriolis_and_centrifugal_forces(self: Any) -> ProxyArray:
        """Return Coriolis and centrifugal forces of the joints alone, shape (N, D): an older name."""
        return _last_columns(self.get_coriolis_and_centrifugal_compensation_forces(), self.num_joints)

    def get_dof_projected_joint_forces(self: Any) -> ProxyArray:
        """Return parts of the joints' wrenches along their motions [N, N m], shape (N, D).

        Raises:
            NotImplementedError: Gravity does not act on a link.
        """
        wrenches = self.get_link_incoming_joint_force().torch
        links, directions = (
            torch.from_numpy(values).to(wrenches.device) for values in self.dynamics.joint_directions()
        )
        return ViewArray(wp.from_torch((wrenches[:, links] * directions).sum(dim=-1).contiguous()))

    # -- drives --

    def get_dof_position_targets(self: Any) -> ProxyArray:
        """Return target positions [m, rad], shape (N, D)."""
        return _drive_input(self, "position targets", 0)

    def get_dof_velocity_targets(self: Any) -> ProxyArray:
        """Return target velocities [m/s, rad/s], shape (N, D)."""
        return _drive_input(self, "velocity targets", 1)

    def get_dof_actuation_forces(self: Any) -> ProxyArray:
        """Return efforts that are added to those of the gains [N, N m], shape (N, D)."""
        return _drive_input(self, "actuation forces", 2)

    def set_dof_position_targets(self: Any, data: Values, indices: Indices = None) -> None:
        """Set target positions [m, rad], shape (N, D), until the asset's next ``write_data_to_sim``."""
        _set_drive_input(self, 0, data, "dof_position_targets", indices)

    def set_dof_velocity_targets(self: Any, data: Values, indices: Indices = None) -> None:
        """Set target velocities [m/s, rad/s], shape (N, D), until the asset's next ``write_data_to_sim``."""
        _set_drive_input(self, 1, data, "dof_velocity_targets", indices)

    def set_dof_actuation_forces(self: Any, data: Values, indices: Indices = None) -> None:
        """Set efforts that are added to those of the gains [N, N m], shape (N, D), until ``write_data_to_sim``."""
        _set_drive_input(self, 2, data, "dof_actuation_forces", indices)

    # -- tendons --

    def get_fixed_tendon_limits(self: Any) -> ProxyArray:
        """Return limits of the length of fixed tendons [m or rad], shape (N, T, 2)."""
        shape = (self.count, self.max_fixed_tendons, 2)
        read = self.fixed_tendons.read
        return filled(self, "fixed limits", shape, lambda out: read("limits", as_elements(out, wp.vec2f)))

    def set_fixed_tendon_properties(
        self: Any,
        stiffness: Values,
        damping: Values,
        limit_stiffness: Values,
        limit: Values,
        rest_length: Values,
        offset: Values,
        indices: Indices = None,
    ) -> None:
        """Set all properties of fixed tendons, shape (N, T) each and (N, T, 2) of the limits."""
        scalars = {"stiffness": stiffness, "damping": damping, "limit_stiffness": limit_stiffness}
        scalars |= {"rest_length": rest_length, "offset": offset}
        limits = checked(self, limit, "limit", self.count, self.max_fixed_tendons, 2)
        write_tendons(self, "fixed", scalars, {"limits": as_elements(limits, wp.vec2f)}, indices)
        tell(self, "fixed_tendon_pos_limits")

    def set_spatial_tendon_properties(
        self: Any, stiffness: Values, damping: Values, limit_stiffness: Values, offset: Values, indices: Indices = None
    ) -> None:
        """Set all properties of spatial tendons, shape (N, T) each."""
        scalars = {"stiffness": stiffness, "damping": damping, "limit_stiffness": limit_stiffness, "offset": offset}
        write_tendons(self, "spatial", scalars, {}, indices)


def _last_columns(values: ProxyArray, count: int) -> ProxyArray:
    return ViewArray(wp.from_torch(values.torch[:, values.torch.shape[1] - count :].contiguous()))


def _last_inputs(view: ArticulationView) -> tuple[wp.array, wp.array, wp.array]:
    """Inputs of the drives as they were last set; before the first time these hold the positions that they are in."""
    if view.drive_inputs is None:
        shape = (view.count, view.num_joints)
        positions, velocities, efforts = (wp.zeros(shape, dtype=float, device=view.device) for _ in range(3))
        view.drive_inputs = (view.read_joint_positions(positions), velocities, efforts)
    return view.drive_inputs


def _drive_input(view: ArticulationView, name: str, index: int) -> ProxyArray:
    shape = (view.count, view.num_joints)
    return filled(view, name, shape, lambda out: wp.copy(out, _last_inputs(view)[index]))


def _set_drive_input(view: ArticulationView, index: int, data: Values, name: str, indices: Indices) -> None:
    given = checked(view, data, name, view.count, view.num_joints)
    rows = torch_view(chosen_rows(view, indices)).long()
    inputs = [wp.clone(array) for array in _last_inputs(view)]
    torch_view(inputs[index])[rows] = torch_view(given)[rows]
    stiffness = view.read_joint_stiffness(wp.zeros_like(given))
    damping = view.read_joint_damping(wp.zeros_like(given))
    view.apply_drives(inputs[0], inputs[1], inputs[2], stiffness, damping)
