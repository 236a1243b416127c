"""Poses and velocities of all bodies from generalised coordinates: forward kinematics on batches of worlds.

Both engines report body poses as of the *beginning* of a step. Users read them after it, or after a write, so they are
computed here, from ``qpos`` and ``qvel``, when asked for and never more than once for the same state.
"""

from __future__ import annotations

import mujoco
import numpy as np
import warp as wp

from pippin.utils.repeated_launch import RepeatedLaunch

from .coordinates import vector_at
from .quaternion_order import rotation_at, rotation_of, xyzw_of_wxyz
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
    path_start: wp.array(dtype=int)  # (nbody + 1,) what leads to body b is path[path_start[b] .. path_start[b + 1]]
    path: wp.array(dtype=int)  # bodies from the first whose pose follows from the coordinates alone to the body itself


def kinematic_tree(model: mujoco.MjModel, device: str) -> KinematicTree:
    """Copy the tables that forward kinematics needs from a compiled model to a device."""
    joints_of_body = np.zeros(model.nbody + 1, dtype=np.int32)
    joints_of_body[1:] = np.cumsum(model.body_jntnum)
    rest = np.concatenate([model.body_pos, xyzw_of_wxyz(model.body_quat)], axis=1)

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
    paths = _paths(model)
    tree.path_start = upload(np.cumsum([0] + [len(path) for path in paths]), int)
    tree.path = upload(np.concatenate(paths), int)
    return tree


def _paths(model: mujoco.MjModel) -> list[list[int]]:
    """For each body the bodies on whose joints its pose depends, itself at last; none for the world."""
    paths: list[list[int]] = [[]]
    for body in range(1, model.nbody):
        first_joint = model.body_jntadr[body]
        is_free = first_joint >= 0 and model.jnt_type[first_joint] == mujoco.mjtJoint.mjJNT_FREE
        starts_here = is_free or model.body_mocapid[body] >= 0
        paths.append([body] if starts_here else [*paths[model.body_parentid[body]], body])
    return paths


@wp.func
def _carry(
    tree: KinematicTree,
    qpos: wp.array2d(dtype=float),
    qvel: wp.array2d(dtype=float),
    mocap_pos: wp.array2d(dtype=wp.vec3f),
    mocap_quat: wp.array2d(dtype=wp.quatf),
    world: int,
    body: int,
    parent_pose: wp.transformf,
    linear: wp.vec3f,
    angular: wp.vec3f,
) -> tuple[wp.transformf, wp.vec3f, wp.vec3f]:
    """From the pose and the twist of a body's parent to its own, in the environment's frame.

    A twist is kept as the angular velocity and the velocity of the point that passes the frame's origin: a child's
    starts as its parent's.
    """
    pose = parent_pose * tree.rest_pose[body]
    position = wp.transform_get_translation(pose)
    rotation = wp.transform_get_rotation(pose)
    if tree.mocap[body] >= 0:
        position = mocap_pos[world, tree.mocap[body]]
        rotation = rotation_of(mocap_quat[world, tree.mocap[body]])
    for joint in range(tree.joint_start[body], tree.joint_start[body + 1]):
        kind = tree.joint_type[joint]
        coordinate = tree.joint_qpos[joint]
        dof = tree.joint_dof[joint]
        if kind == _FREE:
            position = vector_at(qpos, world, coordinate)
            rotation = rotation_at(qpos, world, coordinate + 3)
            angular = wp.quat_rotate(rotation, vector_at(qvel, world, dof + 3))
            linear = vector_at(qvel, world, dof) - wp.cross(angular, position)
        elif kind == _SLIDE:
            axis = wp.quat_rotate(rotation, tree.joint_axis[joint])
            position += axis * (qpos[world, coordinate] - tree.joint_reference[joint])
            linear += axis * qvel[world, dof]
        else:
            anchor = position + wp.quat_rotate(rotation, tree.joint_anchor[joint])
            spin = wp.vec3f()
            if kind == _BALL:
                rotation = rotation * rotation_at(qpos, world, coordinate)
                spin = wp.quat_rotate(rotation, vector_at(qvel, world, dof))
            else:
                axis = tree.joint_axis[joint]
                spin = wp.quat_rotate(rotation, axis) * qvel[world, dof]
                angle = qpos[world, coordinate] - tree.joint_reference[joint]
                rotation = rotation * wp.quat_from_axis_angle(axis, angle)
            position = anchor - wp.quat_rotate(rotation, tree.joint_anchor[joint])
            angular += spin
            linear += wp.cross(anchor, spin)
    return wp.transformf(position, wp.normalize(rotation)), linear, angular


@wp.kernel(enable_backward=False)
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
        # Until the last loop these are poses in the environment's frame, and twists.
        twist = velocity_out[world, tree.parent[body]]
        pose, linear, angular = _carry(
            tree,
            qpos,
            qvel,
            mocap_pos,
            mocap_quat,
            world,
            body,
            pose_out[world, tree.parent[body]],
            wp.spatial_top(twist),
            wp.spatial_bottom(twist),
        )
        pose_out[world, body] = pose
        velocity_out[world, body] = wp.spatial_vector(linear, angular)
    for body in range(1, tree.num_bodies):
        pose = pose_out[world, body]
        position = wp.transform_get_translation(pose)
        velocity = velocity_out[world, body]
        angular = wp.spatial_bottom(velocity)
        velocity_out[world, body] = wp.spatial_vector(wp.spatial_top(velocity) + wp.cross(angular, position), angular)
        pose_out[world, body] = wp.transformf(position + origin, wp.transform_get_rotation(pose))


@wp.kernel(enable_backward=False)
def each_body_pose_and_velocity(
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
    """The same, one body a thread, which walks its path by itself: more work, but far less waiting on a GPU."""
    world, body = wp.tid()
    if body == 0:
        pose_out[world, 0] = wp.transform_identity()
        velocity_out[world, 0] = wp.spatial_vectorf()
        return
    pose = wp.transform_identity()
    linear = wp.vec3f()
    angular = wp.vec3f()
    for step in range(tree.path_start[body], tree.path_start[body + 1]):
        pose, linear, angular = _carry(
            tree, qpos, qvel, mocap_pos, mocap_quat, world, tree.path[step], pose, linear, angular
        )
    position = wp.transform_get_translation(pose)
    velocity_out[world, body] = wp.spatial_vector(linear + wp.cross(angular, position), angular)
    origin = env_origins[env_ids[world]]
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
        self._launches: dict[bool, RepeatedLaunch] = {}
        self.one_thread_a_body: bool = wp.get_device(device).is_cuda
        """Whether every body is a thread of its own, as is best on a GPU; every world is one otherwise."""
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
            self._compute(self._worlds.qpos, self._worlds.qvel, self.poses, self.velocities, False)
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
                True,
            )
            self._previous_version = version
        return self._previous_poses, self._previous_velocities

    def _compute(
        self, qpos: wp.array, qvel: wp.array, poses: wp.array, velocities: wp.array, is_previous: bool
    ) -> None:
        worlds, kernel = self._worlds, body_poses_and_velocities
        if self.one_thread_a_body:
            kernel = each_body_pose_and_velocity
        launch = self._launches.get(is_previous)
        if launch is None:
            launch = self._launches[is_previous] = RepeatedLaunch(kernel, self._device)
        launch(
            dim=poses.shape if self.one_thread_a_body else (worlds.num_worlds,),
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
        )
