"""Poses and velocities of all bodies from generalised coordinates: forward kinematics on batches of worlds.

Both engines report body poses as of the *beginning* of a step. Users read them after it, or after a write, so they are
computed here, from ``qpos`` and ``qvel``, when somebody asks and never more than once for the same state.
"""

from __future__ import annotations

import mujoco
import numpy as np
import warp as wp

from .worlds import Worlds

_FREE = wp.constant(int(mujoco.mjtJoint.mjJNT_FREE))
_BALL = wp.constant(int(mujoco.mjtJoint.mjJNT_BALL))
_SLIDE = wp.constant(int(mujoco.mjtJoint.mjJNT_SLIDE))


@wp.struct
class KinematicTree:
    """Constant tables of one compiled model that forward kinematics walks over."""

    num_bodies: int
    parent: wp.array(dtype=int)  # (nbody,)
    rest_pose: wp.array(dtype=wp.transformf)  # (nbody,) in the parent's frame, joints at their reference
    mocap: wp.array(dtype=int)  # (nbody,) index among the mocap bodies, or -1
    joint_start: wp.array(dtype=int)  # (nbody + 1,) the joints of body b are joint_start[b] .. joint_start[b + 1]
    joint_type: wp.array(dtype=int)  # (njnt,)
    joint_anchor: wp.array(dtype=wp.vec3f)  # (njnt,) in the body's frame [m]
    joint_axis: wp.array(dtype=wp.vec3f)  # (njnt,) in the body's frame
    joint_qpos: wp.array(dtype=int)  # (njnt,) first coordinate
    joint_dof: wp.array(dtype=int)  # (njnt,) first degree of freedom
    joint_reference: wp.array(dtype=float)  # (njnt,) coordinate of a scalar joint at the rest pose [m, rad]


def kinematic_tree(model: mujoco.MjModel, device: str) -> KinematicTree:
    """Copy the tables that forward kinematics needs from a compiled model to a device."""
    joints_of_body = np.zeros(model.nbody + 1, dtype=np.int32)
    joints_of_body[1:] = np.cumsum(model.body_jntnum)
    rest = np.concatenate([model.body_pos, np.roll(model.body_quat, -1, axis=1)], axis=1)

    def upload(values: np.ndarray, dtype: type) -> wp.array:
        kind = np.int32 if dtype is int else np.float32
        return wp.array(np.ascontiguousarray(values, dtype=kind), dtype=dtype, device=device)

    tree = KinematicTree()
    tree.num_bodies = model.nbody
    tree.parent = upload(model.body_parentid, int)
    tree.rest_pose = upload(rest, wp.transformf)
    tree.mocap = upload(model.body_mocapid, int)
    tree.joint_start = upload(joints_of_body, int)
    tree.joint_type = upload(model.jnt_type, int)
    tree.joint_anchor = upload(model.jnt_pos, wp.vec3f)
    tree.joint_axis = upload(model.jnt_axis, wp.vec3f)
    tree.joint_qpos = upload(model.jnt_qposadr, int)
    tree.joint_dof = upload(model.jnt_dofadr, int)
    tree.joint_reference = upload(model.qpos0[model.jnt_qposadr], float)
    return tree


@wp.func
def _quaternion(qpos: wp.array2d(dtype=float), world: int, start: int) -> wp.quatf:
    """Read MuJoCo's (w, x, y, z) as Warp's (x, y, z, w), of unit length."""
    return wp.normalize(
        wp.quatf(qpos[world, start + 1], qpos[world, start + 2], qpos[world, start + 3], qpos[world, start])
    )


@wp.func
def _vector(values: wp.array2d(dtype=float), world: int, start: int) -> wp.vec3f:
    """Read three neighbours of a row."""
    return wp.vec3f(values[world, start], values[world, start + 1], values[world, start + 2])


@wp.kernel
def body_poses_and_velocities(
    tree: KinematicTree,
    qpos: wp.array2d(dtype=float),  # (W, nq)
    qvel: wp.array2d(dtype=float),  # (W, nv)
    mocap_pos: wp.array2d(dtype=wp.vec3f),  # (W, nmocap)
    mocap_quat: wp.array2d(dtype=wp.quatf),  # (W, nmocap) components (w, x, y, z)
    env_ids: wp.array(dtype=int),  # (W,)
    env_origins: wp.array(dtype=wp.vec3f),  # (num_envs,)
    pose_out: wp.array2d(dtype=wp.transformf),  # (W, nbody) link frames in the world
    velocity_out: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody) of the link origin (linear, angular), world axes
):
    """Forward kinematics of one world a thread: link poses and velocities of its link origins."""
    world = wp.tid()
    origin = env_origins[env_ids[world]]
    pose_out[world, 0] = wp.transform_identity()
    velocity_out[world, 0] = wp.spatial_vectorf()
    for body in range(1, tree.num_bodies):
        parent = tree.parent[body]
        parent_pose = pose_out[world, parent]
        parent_velocity = velocity_out[world, parent]
        # Positions in pose_out are in the environment's frame until the last loop. A twist is kept as the angular
        # velocity and the velocity of the point that passes the frame's origin: a child's starts as its parent's.
        angular = wp.spatial_bottom(parent_velocity)
        linear = wp.spatial_top(parent_velocity)
        pose = parent_pose * tree.rest_pose[body]
        position = wp.transform_get_translation(pose)
        rotation = wp.transform_get_rotation(pose)
        if tree.mocap[body] >= 0:
            stored = mocap_quat[world, tree.mocap[body]]
            position = mocap_pos[world, tree.mocap[body]]
            rotation = wp.normalize(wp.quatf(stored[1], stored[2], stored[3], stored[0]))
        for joint in range(tree.joint_start[body], tree.joint_start[body + 1]):
            kind = tree.joint_type[joint]
            coordinate = tree.joint_qpos[joint]
            dof = tree.joint_dof[joint]
            if kind == _FREE:
                position = _vector(qpos, world, coordinate)
                rotation = _quaternion(qpos, world, coordinate + 3)
                angular = wp.quat_rotate(rotation, _vector(qvel, world, dof + 3))
                linear = _vector(qvel, world, dof) - wp.cross(angular, position)
            elif kind == _SLIDE:
                axis = wp.quat_rotate(rotation, tree.joint_axis[joint])
                position += axis * (qpos[world, coordinate] - tree.joint_reference[joint])
                linear += axis * qvel[world, dof]
            else:
                anchor = position + wp.quat_rotate(rotation, tree.joint_anchor[joint])
                spin = wp.vec3f()
                if kind == _BALL:
                    rotation = rotation * _quaternion(qpos, world, coordinate)
                    spin = wp.quat_rotate(rotation, _vector(qvel, world, dof))
                else:
                    axis = tree.joint_axis[joint]
                    spin = wp.quat_rotate(rotation, axis) * qvel[world, dof]
                    angle = qpos[world, coordinate] - tree.joint_reference[joint]
                    rotation = rotation * wp.quat_from_axis_angle(axis, angle)
                position = anchor - wp.quat_rotate(rotation, tree.joint_anchor[joint])
                angular += spin
                linear += wp.cross(anchor, spin)
        pose_out[world, body] = wp.transformf(position, wp.normalize(rotation))
        velocity_out[world, body] = wp.spatial_vector(linear, angular)
    for body in range(1, tree.num_bodies):
        pose = pose_out[world, body]
        position = wp.transform_get_translation(pose)
        velocity = velocity_out[world, body]
        angular = wp.spatial_bottom(velocity)
        velocity_out[world, body] = wp.spatial_vector(wp.spatial_top(velocity) + wp.cross(angular, position), angular)
        pose_out[world, body] = wp.transformf(position + origin, wp.transform_get_rotation(pose))


class BodyKinematics:
    """Link poses and velocities of every body of one variant, computed when asked and older than the state.

    Args:
        worlds: State of the variant's environments.
        env_origins: Positions of all environments [m], shape (num_envs,), wp.vec3f.
        device: Warp device of the arrays.
    """

    def __init__(self, worlds: Worlds, env_origins: wp.array, device: str) -> None:
        self._worlds = worlds
        self._env_origins = env_origins
        self._device = device
        self._tree = kinematic_tree(worlds.model, device)
        shape = (worlds.num_worlds, worlds.model.nbody)
        self.poses = wp.zeros(shape, dtype=wp.transformf, device=device)
        """Link poses in the world, shape (W, nbody), (position, quaternion x y z w)."""
        self.velocities = wp.zeros(shape, dtype=wp.spatial_vectorf, device=device)
        """Velocities of the link origins (linear [m/s], angular [rad/s]) in world axes, shape (W, nbody)."""
        self._previous_poses: wp.array | None = None
        self._previous_velocities: wp.array | None = None
        self._version = -1
        self._previous_version = -1

    def update(self, version: int) -> None:
        """Bring poses and velocities to the state of that version; nothing where they are already."""
        if self._version != version:
            self._compute(self._worlds.qpos, self._worlds.qvel, self.poses, self.velocities)
            self._version = version

    def before_last_step(self, version: int) -> tuple[wp.array, wp.array]:
        """Poses and velocities as they were before the last step, shaped like :attr:`poses` and :attr:`velocities`."""
        if self._previous_poses is None or self._previous_velocities is None:
            self._previous_poses = wp.zeros_like(self.poses)
            self._previous_velocities = wp.zeros_like(self.velocities)
        if self._previous_version != version:
            self._compute(
                self._worlds.previous_qpos,
                self._worlds.previous_qvel,
                self._previous_poses,
                self._previous_velocities,
            )
            self._previous_version = version
        return self._previous_poses, self._previous_velocities

    def _compute(self, qpos: wp.array, qvel: wp.array, poses: wp.array, velocities: wp.array) -> None:
        worlds = self._worlds
        wp.launch(
            body_poses_and_velocities,
            dim=worlds.num_worlds,
            inputs=[
                self._tree,
                qpos,
                qvel,
                worlds.mocap_pos,
                worlds.mocap_quat,
                worlds.env_ids,
                self._env_origins,
            ],
            outputs=[poses, velocities],
            device=self._device,
        )
