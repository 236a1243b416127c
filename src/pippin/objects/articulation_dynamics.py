"""Jacobians, mass matrices, forces and masses of robots, as methods of :class:`~pippin.objects.Articulation`.

G generalised coordinates are the D joints, after 6 of the root where it floats: the velocity of its centre of mass and
its angular velocity, in world axes. All methods raise RuntimeError while the simulation is stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import warp as wp

from .arguments import Indices, checked_indices


def get_jacobian_shape(self: Any) -> tuple[int, int, int]:
    """Shape of a robot's Jacobians: (num_bodies - 1, 6, D) where the root is fixed, else (num_bodies, 6, D + 6)."""
    return self._joints().view.dynamics.jacobian_shape


def get_jacobians(self: Any, indices: Indices = None) -> np.ndarray:
    """Jacobians of the links' centres of mass: linear and angular velocity in world axes by those of the coordinates.

    Returns:
        [m/s] and [rad/s] by [rad/s], or [m/s] of a prismatic joint, shape (M, num_bodies - 1, 6, D) where the root is
        fixed, without the root, else (M, num_bodies, 6, D + 6).
    """
    return _read(self, self.get_jacobian_shape(), self._joints().view.dynamics.read_jacobians, indices)


def get_mass_matrix_shape(self: Any) -> tuple[int, int]:
    """Shape of a robot's mass matrix: (D, D)."""
    count = self._joints().view.num_joints
    return count, count


def get_mass_matrices(self: Any, indices: Indices = None) -> np.ndarray:
    """Mass matrices of the joints [kg, kg m, kg m^2], armature included, shape (M, D, D)."""
    size = self.get_jacobian_shape()[2]
    matrices = _read(self, (size, size), self._joints().view.dynamics.read_mass_matrices, indices)
    joints = slice(size - self._joints().view.num_joints, None)
    return matrices[:, joints, joints]


def get_coriolis_and_centrifugal_forces(
    self: Any, indices: Indices = None, joint_indices: Indices = None
) -> np.ndarray:
    """Forces that keep the joints' velocities constant against inertia [N or N m], shape (M, K)."""
    return _forces(self, self._joints().view.dynamics.read_coriolis_forces, indices, joint_indices)


def get_generalized_gravity_forces(self: Any, indices: Indices = None, joint_indices: Indices = None) -> np.ndarray:
    """Forces of the joints that hold the robot against gravity [N or N m], shape (M, K)."""
    return _forces(self, self._joints().view.dynamics.read_gravity_forces, indices, joint_indices)


def get_measured_joint_forces(self: Any, indices: Indices = None, joint_indices: Indices = None) -> np.ndarray:
    """Wrenches that the parents exert on the links through their joints, in the last engine step.

    They are 0 before the first step, and measured from the first reading on. ``joint_indices`` counts links, the first
    of which is the root.

    Returns:
        Force [N] and torque [N m] about the joint's frame on the link, in its axes, shape (M, K, 6).

    Raises:
        NotImplementedError: Gravity does not act on a link.
    """
    view = self._joints().view
    wrenches = wp.zeros((view.count, view.num_links), dtype=wp.spatial_vectorf, device=view.device)
    values = view.read_incoming_joint_wrenches(wrenches).numpy().astype(np.float64)[self._joints().rows]
    return values[np.ix_(self._checked(indices), checked_indices("joint_indices", joint_indices, view.num_links))]


def get_body_masses(self: Any, indices: Indices = None, body_indices: Indices = None) -> np.ndarray:
    """Masses of links [kg], shape (M, K)."""
    view = self._joints().view
    values = _read(self, (view.num_links,), view.read_masses, indices)
    return values[:, checked_indices("body_indices", body_indices, view.num_links)]


def get_body_inertias(self: Any, indices: Indices = None, body_indices: Indices = None) -> np.ndarray:
    """Inertia of links about their centres of mass [kg m^2], row by row in link frames, shape (M, K, 9)."""
    view = self._joints().view
    values = _read(self, (view.num_links, 9), view.read_inertias, indices)
    return values[:, checked_indices("body_indices", body_indices, view.num_links)]


def get_armatures(self: Any, indices: Indices = None, joint_indices: Indices = None) -> np.ndarray:
    """Inertia that is added to joints [kg or kg m^2], shape (M, K)."""
    view = self._joints().view
    values = _read(self, (view.num_joints,), view.read_joint_armature, indices)
    return values[:, self._checked_joints(joint_indices)]


def _forces(self: Any, read: Callable[[wp.array], wp.array], indices: Indices, joint_indices: Indices) -> np.ndarray:
    """The joints' part of generalised forces, shape (M, K)."""
    size = self.get_jacobian_shape()[2]
    values = _read(self, (size,), read, indices)[:, size - self._joints().view.num_joints :]
    return values[:, self._checked_joints(joint_indices)]


def _read(self: Any, shape: tuple[int, ...], read: Callable[[wp.array], wp.array], indices: Indices) -> np.ndarray:
    """What a method of the view fills, of some robots, float64."""
    view = self._joints().view
    values = read(wp.zeros((view.count, *shape), dtype=float, device=view.device)).numpy()
    return values.astype(np.float64)[self._joints().rows][self._checked(indices)]
