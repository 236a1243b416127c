"""Jacobians, mass matrices and generalised forces of the articulations of a view."""

from __future__ import annotations

import mujoco
import numpy as np
import warp as wp

from ..generalized_forces import GeneralizedForces
from ..jacobians import LinkMasses, Mechanism, MechanismDynamics
from .instance_view import InstanceView
from .selection import VariantSelection


class ArticulationDynamics:
    """Matrices and forces over G generalised coordinates: the D joints, after 6 of the root where it floats.

    The root's coordinates are the velocity of its centre of mass and its angular velocity, in world axes. Reading
    methods fill an array that the caller owns and return it.

    Args:
        view: The articulations, N rows with L links.
    """

    def __init__(self, view: InstanceView) -> None:
        self._view = view
        self._made = [self._make(part) for part, _ in view._parts]
        self._jacobians: wp.array | None = None
        first = self._made[0][0]
        self.jacobian_shape: tuple[int, int, int] = (first.num_links, 6, first.root_columns + first.num_joints)
        """Shape of an instance's Jacobians: (L - 1, 6, D) where the root is fixed, else (L, 6, D + 6)."""

    def read_jacobians(self, out: wp.array) -> wp.array:
        """Jacobians of links' centres of mass (linear, angular velocity in world axes) [m, rad per m, rad], float32.

        Shape (N, L - 1, 6, D) where the root is fixed, without the root, else (N, L, 6, D + 6).
        """
        for (_, frames), (dynamics, _) in zip(self._view._parts, self._made, strict=True):
            frames.kinematics.update(self._view.scene.state_version)
            dynamics.jacobians(frames.kinematics, frames.com_poses, frames.com_stride, out)
        return out

    def read_mass_matrices(self, out: wp.array) -> wp.array:
        """Mass matrices [kg, kg m, kg m^2] of all coordinates, armature included, shape (N, G, G), float32."""
        jacobians = self._current_jacobians()
        for (part, frames), (_, forces) in zip(self._view._parts, self._made, strict=True):
            forces.mass_matrices(frames.kinematics, self._link_masses(part), jacobians, out)
        return out

    def read_gravity_forces(self, out: wp.array) -> wp.array:
        """Forces that hold the articulations against gravity [N, N m], shape (N, G), float32."""
        jacobians, gravity = self._current_jacobians(), wp.vec3f(*self._view.scene.settings.gravity)
        for (part, _), (_, forces) in zip(self._view._parts, self._made, strict=True):
            compensation = self._view._parameter_values(part, "body_gravcomp")
            forces.gravity(
                gravity, self._link_masses(part), compensation.reshape(compensation.shape[:2]), jacobians, out
            )
        return out

    def read_coriolis_forces(self, out: wp.array) -> wp.array:
        """Coriolis and centrifugal forces [N, N m]: what keeps all coordinates' velocities constant, shape (N, G)."""
        jacobians = self._current_jacobians()
        for (part, frames), (_, forces) in zip(self._view._parts, self._made, strict=True):
            masses = self._link_masses(part)
            forces.velocities(frames.kinematics, masses, frames.com_poses, frames.com_stride, jacobians, out)
        return out

    def joint_directions(self) -> tuple[np.ndarray, np.ndarray]:
        """Find which link each joint moves, shape (D,), and along which wrench in the joint's frame, shape (D, 6)."""
        part = self._view._parts[0][0]
        model, slot = part.worlds.model, part.slots[0]
        frames = self._view.scene.description.variants[part.variant].incoming_joint_frames
        links, directions = [], np.zeros((len(slot.joints), 6), dtype=np.float32)
        for index, joint in enumerate(slot.joints):
            body = int(model.jnt_bodyid[joint])
            links.append(slot.bodies.tolist().index(body))
            _, quat_wxyz = frames[model.body(body).name]
            rotation = np.zeros(9)
            mujoco.mju_quat2Mat(rotation, np.array(quat_wxyz))
            start = 0 if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_SLIDE else 3
            directions[index, start : start + 3] = rotation.reshape(3, 3).T @ model.jnt_axis[joint]
        return np.array(links, dtype=np.int64), directions

    def _make(self, part: VariantSelection) -> tuple[MechanismDynamics, GeneralizedForces]:
        view = self._view
        mechanisms = [Mechanism(slot.bodies, slot.joints) for slot in part.slots]
        rows = part.instances.numpy()
        dynamics = MechanismDynamics(part.worlds, mechanisms, rows, view.scene.env_origins, view.device)
        return dynamics, GeneralizedForces(dynamics, view.count, view.device)

    def _current_jacobians(self) -> wp.array:
        """Jacobians of the present state, in memory of this object."""
        if self._jacobians is None:
            shape = (self._view.count, *self.jacobian_shape)
            self._jacobians = wp.zeros(shape, dtype=float, device=self._view.device)
        return self.read_jacobians(self._jacobians)

    def _link_masses(self, part: VariantSelection) -> LinkMasses:
        masses = LinkMasses()
        for name, parameter in (
            ("mass", "body_mass"),
            ("moments", "body_inertia"),
            ("axes", "body_iquat"),
            ("armature", "dof_armature"),
        ):
            values = self._view._parameter_values(part, parameter)
            flat = name in ("mass", "armature")
            setattr(masses, name, values.reshape(values.shape[:2]) if flat else values)
            setattr(masses, f"{name}_stride", int(values.shape[0] > 1))
        return masses
