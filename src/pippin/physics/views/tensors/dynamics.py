"""Jacobians, mass matrices and generalised forces of articulations, and the forces that joints transmit."""

from __future__ import annotations

import mujoco
import numpy as np
import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.torch_view import torch_view

from ...generalized_forces import GeneralizedForces
from ...jacobians import LinkMasses, Mechanism, MechanismDynamics
from ..selection import VariantSelection
from .base import as_elements
from .joints import JointTensorView


class DynamicsTensorView(JointTensorView):
    """Matrices and forces over G generalised coordinates: the D joints, after 6 of the root where it floats.

    The root's coordinates are the velocity of its centre of mass and its angular velocity, in world axes.
    """

    @property
    def jacobian_shape(self) -> tuple[int, int, int]:
        """Shape of an instance's Jacobians: (L - 1, 6, D) where the root is fixed, else (L, 6, D + 6)."""
        dynamics = self._dynamics[0][0]
        return dynamics.num_links, 6, dynamics.root_columns + dynamics.num_joints

    @property
    def generalized_mass_matrix_shape(self) -> tuple[int, int]:
        """Shape of an instance's mass matrix, (G, G)."""
        return self.jacobian_shape[2], self.jacobian_shape[2]

    def get_jacobians(self) -> ProxyArray:
        """Jacobians of the links' centres of mass (linear, angular velocity in world axes).

        Shape (N, L - 1, 6, D) where the root is fixed, without the root, else (N, L, 6, D + 6).
        """
        return self._state("Jacobians", (self.count, *self.jacobian_shape), self._fill_jacobians)

    def get_generalized_mass_matrices(self) -> ProxyArray:
        """Mass matrices [kg, kg m, kg m^2] of all coordinates, armature included, shape (N, G, G)."""
        jacobians = self.get_jacobians().warp

        def fill(out: wp.array) -> None:
            for (part, frames), (_, forces) in zip(self._parts, self._dynamics, strict=True):
                forces.mass_matrices(frames.kinematics, self._link_masses(part), jacobians, out)

        return self._state("mass matrices", (self.count, *self.generalized_mass_matrix_shape), fill)

    def get_mass_matrices(self) -> ProxyArray:
        """Older name: mass matrices of the joints alone, shape (N, D, D)."""
        root = self.jacobian_shape[2] - self.max_dofs
        return ProxyArray(wp.from_torch(self.get_generalized_mass_matrices().torch[:, root:, root:].contiguous()))

    def get_gravity_compensation_forces(self) -> ProxyArray:
        """Forces that hold the articulations against gravity [N, N m], shape (N, G)."""
        jacobians = self.get_jacobians().warp
        gravity = wp.vec3f(*self.scene.settings.gravity)

        def fill(out: wp.array) -> None:
            for (part, _), (_, forces) in zip(self._parts, self._dynamics, strict=True):
                compensation = self._parameter_values(part, "body_gravcomp")
                forces.gravity(
                    gravity, self._link_masses(part), compensation.reshape(compensation.shape[:2]), jacobians, out
                )

        return self._state("gravity", (self.count, self.jacobian_shape[2]), fill)

    def get_generalized_gravity_forces(self) -> ProxyArray:
        """Older name: forces against gravity of the joints alone, shape (N, D)."""
        return _last_columns(self.get_gravity_compensation_forces(), self.max_dofs)

    def get_coriolis_and_centrifugal_compensation_forces(self) -> ProxyArray:
        """Coriolis and centrifugal forces [N, N m]: what keeps all coordinates' velocities constant, shape (N, G)."""
        jacobians = self.get_jacobians().warp

        def fill(out: wp.array) -> None:
            for (part, frames), (_, forces) in zip(self._parts, self._dynamics, strict=True):
                masses = self._link_masses(part)
                forces.velocities(frames.kinematics, masses, frames.com_poses, frames.com_stride, jacobians, out)

        return self._state("Coriolis", (self.count, self.jacobian_shape[2]), fill)

    def get_coriolis_and_centrifugal_forces(self) -> ProxyArray:
        """Older name: Coriolis and centrifugal forces of the joints alone, shape (N, D)."""
        return _last_columns(self.get_coriolis_and_centrifugal_compensation_forces(), self.max_dofs)

    # -- what joints transmit ------------------------------------------------------------------------------------------

    def get_link_incoming_joint_force(self) -> ProxyArray:
        """Wrenches that the parents exert on the links through their joints, shape (N, L, 6).

        Force [N] and torque [N m] about the origin of the joint's frame on the link, along that frame's axes.

        Raises:
            NotImplementedError: Gravity does not act on a link.
        """
        shape = (self.count, self.num_links, 6)
        return self._state(
            "joint wrenches",
            shape,
            lambda out: self.read_incoming_joint_wrenches(as_elements(out, wp.spatial_vectorf)),
        )

    def get_dof_projected_joint_forces(self) -> ProxyArray:
        """Parts of the joints' wrenches along their motions [N, N m], shape (N, D).

        Raises:
            NotImplementedError: Gravity does not act on a link.
        """
        wrenches = self.get_link_incoming_joint_force().torch
        links, directions = (self._projection[name] for name in ("links", "directions"))
        along = wrenches[:, torch_view(links).long()] * torch_view(directions)
        return ProxyArray(wp.from_torch(along.sum(dim=-1).contiguous()))

    # -- inside --------------------------------------------------------------------------------------------------------

    def _fill_jacobians(self, out: wp.array) -> None:
        for (_, frames), (dynamics, _) in zip(self._parts, self._dynamics, strict=True):
            frames.kinematics.update(self.scene.state_version)
            dynamics.jacobians(frames.kinematics, frames.com_poses, frames.com_stride, out)

    @property
    def _dynamics(self) -> list[tuple[MechanismDynamics, GeneralizedForces]]:
        """What computes matrices and forces in each variant."""
        if "_made_dynamics" not in self.__dict__:
            self._made_dynamics = [self._make_dynamics(part) for part, _ in self._parts]
        return self._made_dynamics

    def _make_dynamics(self, part: VariantSelection) -> tuple[MechanismDynamics, GeneralizedForces]:
        mechanisms = [Mechanism(slot.bodies, slot.joints) for slot in part.slots]
        rows = part.instances.numpy()
        dynamics = MechanismDynamics(part.worlds, mechanisms, rows, self.scene.env_origins, self.device)
        return dynamics, GeneralizedForces(dynamics, self.count, self.device)

    def _link_masses(self, part: VariantSelection) -> LinkMasses:
        masses = LinkMasses()
        for name, parameter in (
            ("mass", "body_mass"),
            ("moments", "body_inertia"),
            ("axes", "body_iquat"),
            ("armature", "dof_armature"),
        ):
            values = self._parameter_values(part, parameter)
            flat = name in ("mass", "armature")
            setattr(masses, name, values.reshape(values.shape[:2]) if flat else values)
            setattr(masses, f"{name}_stride", int(values.shape[0] > 1))
        return masses

    @property
    def _projection(self) -> dict[str, wp.array]:
        """For each joint its link, shape (D,), and its direction as a wrench in the joint's frame, shape (D, 6)."""
        if "_made_projection" not in self.__dict__:
            part = self._parts[0][0]
            model, slot = part.worlds.model, part.slots[0]
            frames = self.scene.description.variants[part.variant].incoming_joint_frames
            links, directions = [], np.zeros((self.num_joints, 6), dtype=np.float32)
            for index, joint in enumerate(slot.joints):
                body = int(model.jnt_bodyid[joint])
                links.append(slot.bodies.tolist().index(body))
                _, quat_wxyz = frames[model.body(body).name]
                rotation = np.zeros(9)
                mujoco.mju_quat2Mat(rotation, np.array(quat_wxyz))
                start = 0 if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_SLIDE else 3
                directions[index, start : start + 3] = rotation.reshape(3, 3).T @ model.jnt_axis[joint]
            self._made_projection = {
                "links": wp.array(np.array(links, dtype=np.int32), dtype=int, device=self.device),
                "directions": wp.array(directions, dtype=float, device=self.device),
            }
        return self._made_projection


def _last_columns(values: ProxyArray, count: int) -> ProxyArray:
    return ProxyArray(wp.from_torch(values.torch[:, values.torch.shape[1] - count :].contiguous()))
