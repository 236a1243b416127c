"""Jacobians of links and mass matrices of mechanisms, on batches of worlds.

Rows of a Jacobian are the linear velocity of a link's centre of mass and its angular velocity, both in world axes. Its
columns are, where the root floats, the linear velocity of the root's centre of mass and its angular velocity, and then
the joints: ``J @ (root velocity, joint velocities)`` is the velocity of the links.
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np
import warp as wp

from .kinematics import BodyKinematics, KinematicTree, kinematic_tree
from .layout import Layout
from .worlds import Worlds

_SLIDE = wp.constant(int(mujoco.mjtJoint.mjJNT_SLIDE))
_HINGE = wp.constant(int(mujoco.mjtJoint.mjJNT_HINGE))


@wp.kernel(enable_backward=False)
def joint_axes(
    tree: KinematicTree,
    qpos: wp.array2d(dtype=float),  # (W, nq)
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    env_ids: wp.array(dtype=int),  # (W,)
    env_origins: wp.array(dtype=wp.vec3f),  # (num_envs,)
    axes_out: wp.array2d(dtype=wp.vec3f),  # (W, njnt)
    anchors_out: wp.array2d(dtype=wp.vec3f),  # (W, njnt)
):
    """Direction of each hinge and slide, and a point on it; a joint is moved by those before it on the same body."""
    world, body = wp.tid()
    if body == 0:
        return
    parent = poses[world, tree.parent[body]]
    if tree.parent[body] == 0:
        parent = wp.transformf(env_origins[env_ids[world]], wp.quat_identity(dtype=float))
    pose = parent * tree.rest_pose[body]
    for joint in range(tree.joint_start[body], tree.joint_start[body + 1]):
        axis = wp.transform_vector(pose, tree.joint_axis[joint])
        anchor = wp.transform_point(pose, tree.joint_anchor[joint])
        axes_out[world, joint] = axis
        anchors_out[world, joint] = anchor
        position = wp.transform_get_translation(pose)
        rotation = wp.transform_get_rotation(pose)
        moved = float(0.0)
        if tree.joint_type[joint] == _SLIDE or tree.joint_type[joint] == _HINGE:
            moved = qpos[world, tree.joint_qpos[joint]] - tree.joint_reference[joint]
        if tree.joint_type[joint] == _SLIDE:
            position += axis * moved
        elif tree.joint_type[joint] == _HINGE:
            rotation = rotation * wp.quat_from_axis_angle(tree.joint_axis[joint], moved)
            position = anchor - wp.quat_rotate(rotation, tree.joint_anchor[joint])
        pose = wp.transformf(position, rotation)


@wp.struct
class MechanismTables:
    """Which links and joints of a model are those of a mechanism, in the order of rows and columns."""

    bodies: wp.array2d(dtype=int)  # (S, L) links, without a root that is fixed
    roots: wp.array(dtype=int)  # (S,) root links
    joints: wp.array2d(dtype=int)  # (S, J) hinges and slides
    dofs: wp.array2d(dtype=int)  # (S, J) their degrees of freedom
    moves: wp.array3d(dtype=int)  # (S, L, J) 1 where a joint moves a link
    rows: wp.array2d(dtype=int)  # (W, S) row of the result


@wp.func
def center_of_mass(
    poses: wp.array2d(dtype=wp.transformf), com: wp.array3d(dtype=float), stride: int, world: int, body: int
) -> wp.vec3f:
    """Centre of mass of a body in the world."""
    row = world * stride
    return wp.transform_point(poses[world, body], wp.vec3f(com[row, body, 0], com[row, body, 1], com[row, body, 2]))


@wp.kernel(enable_backward=False)
def link_jacobians(
    tables: MechanismTables,
    joint_type: wp.array(dtype=int),  # (njnt,)
    axes: wp.array2d(dtype=wp.vec3f),  # (W, njnt)
    anchors: wp.array2d(dtype=wp.vec3f),  # (W, njnt)
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    com: wp.array3d(dtype=float),  # (W or 1, nbody, 3) in the link frame
    com_stride: int,  # 1 where they differ between worlds, else 0
    root_columns: int,  # 6 for floating roots, else 0
    jacobians_out: wp.array4d(dtype=float),  # (N, L, 6, root_columns + J)
):
    """One column of the Jacobian of one link a thread."""
    world, slot, link, column = wp.tid()
    center = center_of_mass(poses, com, com_stride, world, tables.bodies[slot, link])
    linear = wp.vec3f()
    angular = wp.vec3f()
    if column < root_columns:
        if column < 3:
            linear[column] = 1.0
        else:
            angular[column - 3] = 1.0
            root = center_of_mass(poses, com, com_stride, world, tables.roots[slot])
            linear = wp.cross(angular, center - root)
    elif tables.moves[slot, link, column - root_columns] == 1:
        joint = tables.joints[slot, column - root_columns]
        if joint_type[joint] == _SLIDE:
            linear = axes[world, joint]
        else:
            angular = axes[world, joint]
            linear = wp.cross(angular, center - anchors[world, joint])
    row = tables.rows[world, slot]
    for axis in range(3):
        jacobians_out[row, link, axis, column] = linear[axis]
        jacobians_out[row, link, 3 + axis, column] = angular[axis]


@wp.struct
class LinkMasses:
    """Mass properties of all bodies, and 1 for each where they differ between worlds, else 0."""

    mass: wp.array2d(dtype=float)  # (W or 1, nbody)
    mass_stride: int
    moments: wp.array3d(dtype=float)  # (W or 1, nbody, 3) principal moments of inertia
    moments_stride: int
    axes: wp.array3d(dtype=float)  # (W or 1, nbody, 4) their axes in the link frame (w, x, y, z)
    axes_stride: int
    armature: wp.array2d(dtype=float)  # (W or 1, nv)
    armature_stride: int


@wp.func
def inertia_times(
    masses: LinkMasses, poses: wp.array2d(dtype=wp.transformf), world: int, body: int, vector: wp.vec3f
) -> wp.vec3f:
    """Product of a body's inertia tensor about its centre of mass with a vector, both in world axes."""
    a = world * masses.axes_stride
    own = wp.quatf(masses.axes[a, body, 1], masses.axes[a, body, 2], masses.axes[a, body, 3], masses.axes[a, body, 0])
    principal = wp.transform_get_rotation(poses[world, body]) * own
    m = world * masses.moments_stride
    moments = wp.vec3f(masses.moments[m, body, 0], masses.moments[m, body, 1], masses.moments[m, body, 2])
    return wp.quat_rotate(principal, wp.cw_mul(moments, wp.quat_rotate_inv(principal, vector)))


@wp.kernel(enable_backward=False)
def mass_matrices(
    tables: MechanismTables,
    masses: LinkMasses,
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    jacobians: wp.array4d(dtype=float),  # (N, L, 6, root_columns + J)
    root_columns: int,
    matrices_out: wp.array3d(dtype=float),  # (N, J, J)
):
    """One entry a thread: the kinetic energy of all links in the motion of two joints, the root at rest."""
    world, slot, i, j = wp.tid()
    row = tables.rows[world, slot]
    total = float(0.0)
    for link in range(tables.bodies.shape[1]):
        if tables.moves[slot, link, i] == 0 or tables.moves[slot, link, j] == 0:
            continue
        body = tables.bodies[slot, link]
        linear = float(0.0)
        first = wp.vec3f()
        second = wp.vec3f()
        for axis in range(3):
            linear += jacobians[row, link, axis, root_columns + i] * jacobians[row, link, axis, root_columns + j]
            first[axis] = jacobians[row, link, 3 + axis, root_columns + i]
            second[axis] = jacobians[row, link, 3 + axis, root_columns + j]
        total += masses.mass[world * masses.mass_stride, body] * linear
        total += wp.dot(first, inertia_times(masses, poses, world, body, second))
    if i == j:
        total += masses.armature[world * masses.armature_stride, tables.dofs[slot, i]]
    matrices_out[row, i, j] = total


@dataclass(frozen=True)
class Mechanism:
    """One mechanism within a model.

    Attributes:
        links: Its links in the model, the root first, shape (num_links,), int.
        joints: Its hinges and slides in the model, shape (num_joints,), int.
    """

    links: np.ndarray
    joints: np.ndarray


class MechanismDynamics:
    """Jacobians and mass matrices of like mechanisms in the worlds of one variant.

    Args:
        worlds: State of the variant's environments.
        mechanisms: The mechanisms of each world, all with equally many links and joints.
        rows: Row of the results of each mechanism of each world, shape (W, len(mechanisms)), int.
        env_origins: Positions of all environments [m], shape (num_envs,), wp.vec3f.
        device: Warp device.
    """

    def __init__(
        self, worlds: Worlds, mechanisms: list[Mechanism], rows: np.ndarray, env_origins: wp.array, device: str
    ) -> None:
        self.worlds = worlds
        self._env_origins = env_origins
        self._device = device
        self.tree = kinematic_tree(worlds.model, device)
        layout = worlds.layout
        root = int(mechanisms[0].links[0])
        self.root_columns: int = 6 if _floats(layout, root) else 0
        """Columns of the root: 6 where it floats, else 0."""
        is_still = not (layout.joint_bodies == root).any()  # then the root has no rows either
        links = np.stack([mechanism.links for mechanism in mechanisms])[:, int(is_still) :]
        joints = np.stack([mechanism.joints for mechanism in mechanisms]).astype(np.int64)

        def upload(values: np.ndarray) -> wp.array:
            return wp.array(np.ascontiguousarray(values, dtype=np.int32), dtype=int, device=device)

        self.tables = MechanismTables()
        self.tables.bodies = upload(links)
        self.tables.roots = upload(np.array([mechanism.links[0] for mechanism in mechanisms]))
        self.tables.joints = upload(joints)
        self.tables.dofs = upload(layout.joint_dofs[joints])
        self.tables.moves = upload(np.stack([_moves(layout, *pair) for pair in zip(links, joints, strict=True)]))
        self.tables.rows = upload(rows)
        shape = (worlds.num_worlds, worlds.model.njnt)
        self.axes = wp.zeros(shape, dtype=wp.vec3f, device=device)
        self.anchors = wp.zeros(shape, dtype=wp.vec3f, device=device)
        self.num_links: int = links.shape[1]
        """Number of links that have rows."""
        self.num_joints: int = joints.shape[1]
        """Number of joints."""

    def jacobians(self, kinematics: BodyKinematics, com: wp.array, com_stride: int, out: wp.array) -> None:
        """Compute Jacobians.

        Args:
            kinematics: Poses of all bodies, up to date.
            com: Centres of mass in the link frames [m], shape (W or 1, nbody, 3).
            com_stride: 1 where they differ between worlds, else 0.
            out: Shape (N, num_links, 6, root_columns + num_joints).
        """
        worlds = self.worlds
        wp.launch(
            joint_axes,
            dim=(worlds.num_worlds, worlds.model.nbody),
            inputs=[self.tree, worlds.qpos, kinematics.poses, worlds.env_ids, self._env_origins],
            outputs=[self.axes, self.anchors],
            device=self._device,
        )
        wp.launch(
            link_jacobians,
            dim=(*self.tables.rows.shape, self.num_links, self.root_columns + self.num_joints),
            inputs=[
                self.tables,
                self.tree.joint_type,
                self.axes,
                self.anchors,
                kinematics.poses,
                com,
                com_stride,
                self.root_columns,
            ],
            outputs=[out],
            device=self._device,
        )

    def mass_matrices(self, kinematics: BodyKinematics, masses: LinkMasses, jacobians: wp.array, out: wp.array) -> None:
        """Compute mass matrices of the joints.

        Args:
            kinematics: Poses of all bodies, up to date.
            masses: Mass properties.
            jacobians: What :meth:`jacobians` computed for the same state.
            out: Shape (N, num_joints, num_joints).
        """
        wp.launch(
            mass_matrices,
            dim=(*self.tables.rows.shape, self.num_joints, self.num_joints),
            inputs=[self.tables, masses, kinematics.poses, jacobians, self.root_columns],
            outputs=[out],
            device=self._device,
        )


def _floats(layout: Layout, body: int) -> bool:
    """Whether a body has a free joint."""
    kinds = layout.joint_types[layout.joint_bodies == body]
    return bool((kinds == mujoco.mjtJoint.mjJNT_FREE).any())


def _moves(layout: Layout, links: np.ndarray, joints: np.ndarray) -> np.ndarray:
    """Which joints move which links, shape (num_links, num_joints): those on the way from the link to the world."""
    moves = np.zeros((len(links), len(joints)), dtype=np.int32)
    for index, link in enumerate(links):
        body = int(link)
        while body:
            moves[index] |= layout.joint_bodies[joints] == body
            body = int(layout.body_parents[body])
    return moves
