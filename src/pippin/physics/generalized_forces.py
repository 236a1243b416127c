"""Generalised mass matrices, and the generalised forces of gravity and of velocities, on batches of mechanisms.

All follow from the Jacobians ``J`` of the links (:mod:`pippin.physics.jacobians`): a wrench on each link, projected by
``J^T``. With ``J qdd + a`` the acceleration of a link, the mass matrix is the sum of ``J^T M J`` and the Coriolis and
centrifugal forces that of ``J^T (M a + gyroscopic torque)`` (Featherstone, Rigid Body Dynamics Algorithms, chapter 3).
"""

from __future__ import annotations

import mujoco
import warp as wp

from .jacobians import LinkMasses, MechanismDynamics, MechanismTables, center_of_mass, inertia_times
from .kinematics import BodyKinematics, KinematicTree

_SLIDE = wp.constant(int(mujoco.mjtJoint.mjJNT_SLIDE))
_HINGE = wp.constant(int(mujoco.mjtJoint.mjJNT_HINGE))


@wp.kernel(enable_backward=False)
def velocity_wrenches(
    tables: MechanismTables,
    tree: KinematicTree,
    masses: LinkMasses,
    axes: wp.array2d(dtype=wp.vec3f),  # (W, njnt)
    anchors: wp.array2d(dtype=wp.vec3f),  # (W, njnt)
    qvel: wp.array2d(dtype=float),  # (W, nv)
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    velocities: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody) of the link origins
    com: wp.array3d(dtype=float),  # (W or 1, nbody, 3 or more) in the link frame
    com_stride: int,  # 1 where they differ between worlds, else 0
    wrenches_out: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L)
):
    """Wrench at a link's centre of mass that keeps it moving while the generalised velocities are constant.

    Twists and accelerations along the path are those of the point of the body that passes the root's origin.
    """
    world, slot, link = wp.tid()
    body = tables.bodies[slot, link]
    root = tables.roots[slot]
    origin = wp.transform_get_translation(poses[world, root])
    linear = wp.spatial_top(velocities[world, root])
    angular = wp.spatial_bottom(velocities[world, root])
    # The velocity of the root's centre of mass is what is constant, so its origin accelerates towards it.
    arm = center_of_mass(poses, com, com_stride, world, root) - origin
    linear_rate = -wp.cross(angular, linear + wp.cross(angular, arm))
    angular_rate = wp.vec3f()
    for step in range(tree.path_start[body], tree.path_start[body + 1]):
        passed = tree.path[step]
        for joint in range(tree.joint_start[passed], tree.joint_start[passed + 1]):
            kind = tree.joint_type[joint]
            speed = qvel[world, tree.joint_dof[joint]]
            if kind == _SLIDE:
                change = axes[world, joint] * speed
                linear_rate += wp.cross(angular, change)
                linear += change
            elif kind == _HINGE:
                spin = axes[world, joint] * speed
                change = wp.cross(anchors[world, joint] - origin, spin)
                linear_rate += wp.cross(angular, change) + wp.cross(linear, spin)
                angular_rate += wp.cross(angular, spin)
                linear += change
                angular += spin
    center = center_of_mass(poses, com, com_stride, world, body) - origin
    velocity = linear + wp.cross(angular, center)
    acceleration = linear_rate + wp.cross(angular_rate, center) + wp.cross(angular, velocity)
    mass = masses.mass[world * masses.mass_stride, body]
    torque = inertia_times(masses, poses, world, body, angular_rate)
    torque += wp.cross(angular, inertia_times(masses, poses, world, body, angular))
    wrenches_out[tables.rows[world, slot], link] = wp.spatial_vector(mass * acceleration, torque)


@wp.kernel(enable_backward=False)
def gravity_wrenches(
    tables: MechanismTables,
    masses: LinkMasses,
    compensation: wp.array2d(dtype=float),  # (W or 1, nbody) share of gravity that is switched off
    compensation_stride: int,
    gravity: wp.vec3f,
    wrenches_out: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L)
):
    """Wrench at a link's centre of mass that holds it against gravity."""
    world, slot, link = wp.tid()
    body = tables.bodies[slot, link]
    mass = masses.mass[world * masses.mass_stride, body]
    share = 1.0 - compensation[world * compensation_stride, body]
    wrenches_out[tables.rows[world, slot], link] = wp.spatial_vector(-mass * share * gravity, wp.vec3f())


@wp.kernel(enable_backward=False)
def project_wrenches(
    tables: MechanismTables,
    jacobians: wp.array4d(dtype=float),  # (N, L, 6, D)
    wrenches: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L)
    forces_out: wp.array2d(dtype=float),  # (N, D)
):
    """Sum of ``J^T wrench`` over the links."""
    world, slot, column = wp.tid()
    row = tables.rows[world, slot]
    total = float(0.0)
    for link in range(wrenches.shape[1]):
        wrench = wrenches[row, link]
        for axis in range(6):
            total += jacobians[row, link, axis, column] * wrench[axis]
    forces_out[row, column] = total


@wp.kernel(enable_backward=False)
def generalized_mass_matrices(
    tables: MechanismTables,
    masses: LinkMasses,
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    jacobians: wp.array4d(dtype=float),  # (N, L, 6, root_columns + J)
    root_columns: int,
    matrices_out: wp.array3d(dtype=float),  # (N, root_columns + J, root_columns + J)
):
    """One entry a thread: the kinetic energy of all links in two motions, those of a floating root included."""
    world, slot, i, j = wp.tid()
    row = tables.rows[world, slot]
    total = float(0.0)
    for link in range(tables.bodies.shape[1]):
        body = tables.bodies[slot, link]
        linear = float(0.0)
        first = wp.vec3f()
        second = wp.vec3f()
        for axis in range(3):
            linear += jacobians[row, link, axis, i] * jacobians[row, link, axis, j]
            first[axis] = jacobians[row, link, 3 + axis, i]
            second[axis] = jacobians[row, link, 3 + axis, j]
        total += masses.mass[world * masses.mass_stride, body] * linear
        total += wp.dot(first, inertia_times(masses, poses, world, body, second))
    if i == j and i >= root_columns:
        total += masses.armature[world * masses.armature_stride, tables.dofs[slot, i - root_columns]]
    matrices_out[row, i, j] = total


class GeneralizedForces:
    """Mass matrices and generalised forces of the mechanisms of one variant.

    Columns are those of the Jacobians: for a floating root the velocity of its centre of mass and its angular velocity
    in world axes, then the joints.

    Args:
        dynamics: The mechanisms.
        count: Number of rows of the results, N.
        device: Warp device.
    """

    def __init__(self, dynamics: MechanismDynamics, count: int, device: str) -> None:
        self._dynamics = dynamics
        self._device = device
        self._wrenches = wp.zeros((count, dynamics.num_links), dtype=wp.spatial_vectorf, device=device)

    def mass_matrices(self, kinematics: BodyKinematics, masses: LinkMasses, jacobians: wp.array, out: wp.array) -> None:
        """Compute the mass matrices of joints and floating roots.

        Args:
            kinematics: Poses of all bodies, up to date.
            masses: Mass properties.
            jacobians: Jacobians for the same state.
            out: [kg, kg m, kg m^2], shape (N, D, D).
        """
        dynamics = self._dynamics
        wp.launch(
            generalized_mass_matrices,
            dim=(*dynamics.tables.rows.shape, *out.shape[1:]),
            inputs=[dynamics.tables, masses, kinematics.poses, jacobians, dynamics.root_columns],
            outputs=[out],
            device=self._device,
        )

    def gravity(
        self, gravity: wp.vec3f, masses: LinkMasses, compensation: wp.array, jacobians: wp.array, out: wp.array
    ) -> None:
        """Compute the forces that hold the mechanisms against gravity.

        Args:
            gravity: Gravitational acceleration [m/s^2].
            masses: Mass properties.
            compensation: Share of gravity that is switched off, shape (W or 1, nbody).
            jacobians: Jacobians for the state.
            out: Forces [N, N m], shape (N, D).
        """
        tables = self._dynamics.tables
        wp.launch(
            gravity_wrenches,
            dim=(*tables.rows.shape, self._dynamics.num_links),
            inputs=[tables, masses, compensation, int(compensation.shape[0] > 1), gravity],
            outputs=[self._wrenches],
            device=self._device,
        )
        self._project(jacobians, out)

    def velocities(
        self,
        kinematics: BodyKinematics,
        masses: LinkMasses,
        com: wp.array,
        com_stride: int,
        jacobians: wp.array,
        out: wp.array,
    ) -> None:
        """Compute the Coriolis and centrifugal forces.

        Args:
            kinematics: Poses and velocities of all bodies, up to date.
            masses: Mass properties.
            com: Centres of mass in the link frames [m], shape (W or 1, nbody, 3 or more).
            com_stride: 1 where they differ between worlds, else 0.
            jacobians: What ``MechanismDynamics.jacobians`` computed for the same state, just before.
            out: Forces [N, N m], shape (N, D).
        """
        dynamics = self._dynamics
        wp.launch(
            velocity_wrenches,
            dim=(*dynamics.tables.rows.shape, dynamics.num_links),
            inputs=[
                dynamics.tables,
                dynamics.tree,
                masses,
                dynamics.axes,
                dynamics.anchors,
                dynamics.worlds.qvel,
                kinematics.poses,
                kinematics.velocities,
                com,
                com_stride,
            ],
            outputs=[self._wrenches],
            device=self._device,
        )
        self._project(jacobians, out)

    def _project(self, jacobians: wp.array, out: wp.array) -> None:
        tables = self._dynamics.tables
        wp.launch(
            project_wrenches,
            dim=(*tables.rows.shape, out.shape[1]),
            inputs=[tables, jacobians, self._wrenches],
            outputs=[out],
            device=self._device,
        )
