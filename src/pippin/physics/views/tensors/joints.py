"""State of articulations, and properties of their joints."""

from __future__ import annotations

import numpy as np
import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.torch_view import torch_view

from ..articulation_view import ArticulationView
from .base import Indices, Values, as_elements
from .bodies import BodyTensorView
from .metatype import Metatype, metatype_of


class JointTensorView(ArticulationView, BodyTensorView):
    """Poses and velocities of roots and links; positions, velocities and properties of D degrees of freedom."""

    # -- who is who ----------------------------------------------------------------------------------------------------

    @property
    def max_links(self) -> int:
        """Number of links, L."""
        return self.num_links

    @property
    def max_dofs(self) -> int:
        """Number of degrees of freedom, D."""
        return self.num_joints

    @property
    def is_homogeneous(self) -> bool:
        """Whether all instances have the same links and joints: views of others cannot be made."""
        return True

    @property
    def link_paths(self) -> list[list[str]]:
        """Prim paths of the links of each instance, in its own environment."""
        return self._paths("bodies")

    @property
    def dof_paths(self) -> list[list[str]]:
        """Prim paths of the joints of each instance, in its own environment."""
        return self._paths("joints")

    @property
    def shared_metatype(self) -> Metatype:
        """Names and numbers of links and joints, which all instances share."""
        return metatype_of(self._parts[0][0], self.link_names, self.joint_names, self.is_fixed_base)

    def get_metatype(self, arti_idx: int) -> Metatype:
        """Names and numbers of links and joints of an instance."""
        del arti_idx  # they are alike
        return self.shared_metatype

    # -- roots and links -----------------------------------------------------------------------------------------------

    def get_root_transforms(self) -> ProxyArray:
        """Poses of the root links in the world (position [m], quaternion x y z w), shape (N, 7)."""
        return self._state(
            "root poses", (self.count, 7), lambda out: self.read_root_poses(as_elements(out, wp.transformf))
        )

    def get_root_velocities(self) -> ProxyArray:
        """Velocities of the roots' centres of mass (linear [m/s], angular [rad/s]) in world axes, shape (N, 6)."""
        return self._state(
            "root velocities",
            (self.count, 6),
            lambda out: self.read_root_velocities(as_elements(out, wp.spatial_vectorf), of_com=True),
        )

    def get_link_transforms(self) -> ProxyArray:
        """Poses of the links in the world (position [m], quaternion x y z w), shape (N, L, 7)."""
        shape = (self.count, self.num_links, 7)
        return self._state("link poses", shape, lambda out: self.read_link_poses(as_elements(out, wp.transformf)))

    def get_link_velocities(self) -> ProxyArray:
        """Velocities of the links' centres of mass (linear, angular) in world axes, shape (N, L, 6)."""
        return self._state(
            "link velocities",
            (self.count, self.num_links, 6),
            lambda out: self.read_com_velocities(as_elements(out, wp.spatial_vectorf)),
        )

    def get_link_accelerations(self) -> ProxyArray:
        """Mean accelerations of the links' centres of mass over the last step in world axes, shape (N, L, 6)."""
        return self._state(
            "link accelerations",
            (self.count, self.num_links, 6),
            lambda out: self.read_com_accelerations(as_elements(out, wp.spatial_vectorf)),
        )

    def set_root_transforms(self, data: Values, indices: Indices = None) -> None:
        """Set poses of the root links in the world (position [m], quaternion x y z w), shape (N, 7)."""
        poses = as_elements(self._given(data, "root_transforms", self.count, 7), wp.transformf)
        self.write_root_poses(poses, self._rows(indices), full_data=True)

    def set_root_velocities(self, data: Values, indices: Indices = None) -> None:
        """Set velocities of the roots' centres of mass (linear, angular) in world axes, shape (N, 6)."""
        velocities = as_elements(self._given(data, "root_velocities", self.count, 6), wp.spatial_vectorf)
        self.write_root_velocities(velocities, self._rows(indices), full_data=True)

    # -- state of the joints -------------------------------------------------------------------------------------------

    def get_dof_positions(self) -> ProxyArray:
        """Positions [m, rad], shape (N, D)."""
        return self._state("positions", (self.count, self.num_joints), self.read_joint_positions)

    def get_dof_velocities(self) -> ProxyArray:
        """Velocities [m/s, rad/s], shape (N, D)."""
        return self._state("velocities", (self.count, self.num_joints), self.read_joint_velocities)

    def set_dof_positions(self, data: Values, indices: Indices = None) -> None:
        """Set positions [m, rad], shape (N, D)."""
        values = self._given(data, "dof_positions", self.count, self.num_joints)
        self.write_joint_positions(values, self._rows(indices), full_data=True)

    def set_dof_velocities(self, data: Values, indices: Indices = None) -> None:
        """Set velocities [m/s, rad/s], shape (N, D)."""
        values = self._given(data, "dof_velocities", self.count, self.num_joints)
        self.write_joint_velocities(values, self._rows(indices), full_data=True)

    # -- properties of the joints --------------------------------------------------------------------------------------

    def get_dof_types(self) -> ProxyArray:
        """Types of the degrees of freedom, shape (N, D), float32: 0 turns, 1 slides."""
        types = np.array([int(kind == "translation") for kind in self.shared_metatype.dof_types], dtype=np.float32)
        return self._on_host("types", np.tile(types, (self.count, 1)))

    def get_dof_limits(self) -> ProxyArray:
        """Lower and upper position limits [m, rad], shape (N, D, 2); 3.4e38 means none."""
        return self._property("limits", (self.count, self.num_joints, 2), self.read_joint_position_limits)

    def get_dof_stiffnesses(self) -> ProxyArray:
        """Stiffness of the engine's drives [N/m, N m/rad], shape (N, D)."""
        return self._property("stiffness", (self.count, self.num_joints), self.read_joint_stiffness)

    def get_dof_dampings(self) -> ProxyArray:
        """Damping of the engine's drives [N s/m, N m s/rad], shape (N, D)."""
        return self._property("damping", (self.count, self.num_joints), self.read_joint_damping)

    def get_dof_max_forces(self) -> ProxyArray:
        """Largest efforts of the engine's drives [N, N m], shape (N, D); 3.4e38 means none."""
        return self._property("efforts", (self.count, self.num_joints), self.read_joint_effort_limits)

    def get_dof_max_velocities(self) -> ProxyArray:
        """Velocity limits [m/s, rad/s], shape (N, D); 3.4e38 means none."""
        return self._property("speeds", (self.count, self.num_joints), self.read_joint_velocity_limits)

    def get_dof_armatures(self) -> ProxyArray:
        """Inertia that is added to the joints [kg, kg m^2], shape (N, D)."""
        return self._property("armature", (self.count, self.num_joints), self.read_joint_armature)

    def get_dof_friction_coefficients(self) -> ProxyArray:
        """Dry friction of the joints [N, N m], shape (N, D)."""
        return self._property("friction", (self.count, self.num_joints), self.read_joint_friction)

    def get_dof_friction_properties(self) -> ProxyArray:
        """Static, dynamic and viscous friction of the joints [N, N m; N s/m, N m s/rad], shape (N, D, 3).

        The engine has one dry friction, which is the static and the dynamic one.
        """
        dry = self.get_dof_friction_coefficients().numpy()
        viscous = self._property("viscous friction", (self.count, self.num_joints), self.read_joint_viscous_friction)
        return self._on_host("frictions", np.stack([dry, dry, viscous.numpy()], axis=-1))

    def set_dof_limits(self, data: Values, indices: Indices = None) -> None:
        """Set lower and upper position limits [m, rad], shape (N, D, 2)."""
        limits = self._given(data, "dof_limits", self.count, self.num_joints, 2)
        self.write_joint_position_limits(limits, self._rows(indices), full_data=True)
        self._tell("joint_pos_limits")

    def set_dof_stiffnesses(self, data: Values, indices: Indices = None) -> None:
        """Set the stiffness of the engine's drives [N/m, N m/rad], shape (N, D)."""
        self.write_joint_stiffness(self._positive(data, "dof_stiffnesses"), self._rows(indices), full_data=True)
        self._tell("joint_stiffness")

    def set_dof_dampings(self, data: Values, indices: Indices = None) -> None:
        """Set the damping of the engine's drives [N s/m, N m s/rad], shape (N, D)."""
        self.write_joint_damping(self._positive(data, "dof_dampings"), self._rows(indices), full_data=True)
        self._tell("joint_damping")

    def set_dof_max_forces(self, data: Values, indices: Indices = None) -> None:
        """Set the largest efforts of the engine's drives [N, N m], shape (N, D)."""
        self.write_joint_effort_limits(self._positive(data, "dof_max_forces"), self._rows(indices), full_data=True)
        self._tell("joint_effort_limits")

    def set_dof_max_velocities(self, data: Values, indices: Indices = None) -> None:
        """Set the velocity limits of the joints [m/s, rad/s], shape (N, D)."""
        self.write_joint_velocity_limits(
            self._positive(data, "dof_max_velocities"), self._rows(indices), full_data=True
        )
        self._tell("joint_vel_limits")

    def set_dof_armatures(self, data: Values, indices: Indices = None) -> None:
        """Set the inertia that is added to the joints [kg, kg m^2], shape (N, D)."""
        self.write_joint_armature(self._positive(data, "dof_armatures"), self._rows(indices), full_data=True)
        self._tell("joint_armature")

    def set_dof_friction_coefficients(self, data: Values, indices: Indices = None) -> None:
        """Set the dry friction of the joints [N, N m], shape (N, D)."""
        values = self._positive(data, "dof_friction_coefficients")
        self.write_joint_friction(values, self._rows(indices), full_data=True)
        self._tell("joint_friction_coeff", "joint_dynamic_friction_coeff")

    def set_dof_friction_properties(self, data: Values, indices: Indices = None) -> None:
        """Set static, dynamic and viscous friction of the joints, shape (N, D, 3); of the dry ones the static acts."""
        values = self._given(data, "dof_friction_properties", self.count, self.num_joints, 3, lowest=0.0)
        rows, components = self._rows(indices), torch_view(values)
        for component, write in ((0, self.write_joint_friction), (2, self.write_joint_viscous_friction)):
            write(wp.from_torch(components[..., component].contiguous()), rows, full_data=True)
        self._tell("joint_friction_coeff", "joint_dynamic_friction_coeff", "joint_viscous_friction_coeff")

    def _positive(self, data: Values, name: str) -> wp.array:
        """Values of all joints that must not be negative."""
        return self._given(data, name, self.count, self.num_joints, lowest=0.0)
