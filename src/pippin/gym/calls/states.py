"""States of single bodies, joints and DOFs.

States of bodies are in the frames of their environments. Tensors are faster for many.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..engine import single_states
from ..engine.checks import require_flags, require_kind, require_records
from ..engine.sim import Actor, GymEnv, GymSim
from ..engine.state_records import as_records, from_records, masked, pose_numbers, transform_of
from ..types import DofFrame, DofState, RigidBodyState, Transform, Vec3
from ..types.constants import INVALID_HANDLE, STATE_POS, STATE_VEL
from .handles import as_actor, as_env, as_sim, body_at, dof_at, joint_at

_LOGGER = logging.getLogger(__name__)

# -- bodies ------------------------------------------------------------------------------------------------------------


def get_actor_rigid_body_states(env: GymEnv, actor_handle: int, flags: int) -> np.ndarray:
    """Return the states of an actor's bodies: records of ``RigidBodyState.dtype``, shape (num_bodies,).

    Args:
        env: Environment.
        actor_handle: Handle of the actor.
        flags: What to give: STATE_POS, STATE_VEL or STATE_ALL; the rest is zero.
    """
    states = single_states.body_states(as_actor(env, actor_handle))
    return as_records(masked(states, require_flags(flags)), RigidBodyState.dtype)


def set_actor_rigid_body_states(env: GymEnv, actor_handle: int, states: np.ndarray, flags: int) -> bool:
    """Set the states of an actor's bodies. Its joints decide how well they can be had: it is the best fit.

    Args:
        env: Environment.
        actor_handle: Handle of the actor.
        states: Records of ``RigidBodyState.dtype``, shape (num_bodies,).
        flags: What to set: STATE_POS, STATE_VEL or STATE_ALL; the rest stays.
    """
    actor = as_actor(env, actor_handle)
    records = require_records(states, RigidBodyState.dtype, actor.num_bodies)
    single_states.set_body_states(actor, from_records(records), require_flags(flags))
    return True


def get_env_rigid_body_states(env: GymEnv, flags: int) -> np.ndarray:
    """Return the states of all bodies in an environment: ``RigidBodyState.dtype``, shape (num_bodies,)."""
    actors = as_env(env).actors
    states = [single_states.body_states(actor) for actor in actors]
    together = np.concatenate(states) if states else np.zeros((0, 13), np.float32)
    return as_records(masked(together, require_flags(flags)), RigidBodyState.dtype)


def set_env_rigid_body_states(env: GymEnv, states: np.ndarray, flags: int) -> bool:
    """Set the states of all bodies in an environment: ``RigidBodyState.dtype``, shape (num_bodies,)."""
    env = as_env(env)
    numbers = from_records(require_records(states, RigidBodyState.dtype, env.num_bodies))
    for actor in env.actors:
        first = actor.first_body_in_env
        single_states.set_body_states(actor, numbers[first : first + actor.num_bodies], require_flags(flags))
    return True


def get_sim_rigid_body_states(sim: GymSim, flags: int) -> np.ndarray:
    """Return the states of all bodies in a simulation: ``RigidBodyState.dtype``, shape (num_bodies,)."""
    states = single_states.all_body_states(as_sim(sim))
    return as_records(masked(states, require_flags(flags)), RigidBodyState.dtype)


def set_sim_rigid_body_states(sim: GymSim, states: np.ndarray, flags: int) -> bool:
    """Set the states of all bodies in a simulation: ``RigidBodyState.dtype``, shape (num_bodies,)."""
    sim = as_sim(sim)
    numbers = from_records(require_records(states, RigidBodyState.dtype, sim.num_bodies))
    for actor in sim.actors:
        rows = slice(actor.first_body, actor.first_body + actor.num_bodies)
        single_states.set_body_states(actor, numbers[rows], require_flags(flags))
    return True


def get_rigid_transform(env: GymEnv, body_handle: int) -> Transform:
    """Return the pose of a body; with a warning that of the origin where the handle is INVALID_HANDLE.

    That is a name which was not found. Isaac Gym goes on there, and programs with it.
    """
    if isinstance(body_handle, int) and body_handle == INVALID_HANDLE:
        _LOGGER.warning("get_rigid_transform: there is no such body (-1); its pose is taken to be the origin's.")
        return Transform()
    actor, index = body_at(env, body_handle)
    return transform_of(single_states.body_states(actor)[index])


def set_rigid_transform(env: GymEnv, body_handle: int, pose: Transform) -> None:
    """Set the pose of a root body.

    Raises:
        NotImplementedError: The body is no root.
    """
    actor = _root(env, body_handle)
    state = single_states.root_state(actor)
    state[:7] = pose_numbers(require_kind(pose, Transform, "Transform"))
    single_states.set_root_state(actor, state)


def get_rigid_linear_velocity(env: GymEnv, body_handle: int) -> Vec3:
    """Return the velocity of the centre of mass of a body [m/s]."""
    actor, index = body_at(env, body_handle)
    return Vec3(*single_states.body_states(actor)[index, 7:10])


def set_rigid_linear_velocity(env: GymEnv, body_handle: int, velocity: Vec3) -> None:
    """Set the velocity of the centre of mass of a root body [m/s]."""
    _set_root_velocity(env, body_handle, slice(7, 10), velocity)


def get_rigid_angular_velocity(env: GymEnv, body_handle: int) -> Vec3:
    """Return the angular velocity of a body [rad/s]."""
    actor, index = body_at(env, body_handle)
    return Vec3(*single_states.body_states(actor)[index, 10:])


def set_rigid_angular_velocity(env: GymEnv, body_handle: int, velocity: Vec3) -> None:
    """Set the angular velocity of a root body [rad/s]."""
    _set_root_velocity(env, body_handle, slice(10, 13), velocity)


def _set_root_velocity(env: GymEnv, handle: int, columns: slice, velocity: Vec3) -> None:
    actor = _root(env, handle)
    velocity = require_kind(velocity, Vec3, "Vec3")
    state = single_states.root_state(actor)
    state[columns] = (velocity.x, velocity.y, velocity.z)
    single_states.set_root_state(actor, state)


def get_vec_rigid_transform(envs: Sequence[GymEnv], body_handles: int | Sequence[int]) -> np.ndarray:
    """Return the pose of one body of each environment: records of ``Transform.dtype``, shape (num_envs,)."""
    states = _states_of_bodies(envs, body_handles)
    return as_records(states[:, :7], Transform.dtype)


def get_vec_rigid_linear_velocity(envs: Sequence[GymEnv], body_handles: int | Sequence[int]) -> np.ndarray:
    """Return the velocity of one body of each environment [m/s]: records of ``Vec3.dtype``, shape (num_envs,)."""
    return as_records(_states_of_bodies(envs, body_handles)[:, 7:10], Vec3.dtype)


def get_vec_rigid_angular_velocity(envs: Sequence[GymEnv], body_handles: int | Sequence[int]) -> np.ndarray:
    """Return the angular velocity of one body of each environment [rad/s]: ``Vec3.dtype``, shape (num_envs,)."""
    return as_records(_states_of_bodies(envs, body_handles)[:, 10:], Vec3.dtype)


# -- DOFs and joints ---------------------------------------------------------------------------------------------------


def get_actor_dof_states(env: GymEnv, actor_handle: int, flags: int) -> np.ndarray:
    """Return the states of an actor's DOFs: records of ``DofState.dtype``, shape (num_dofs,).

    Args:
        env: Environment.
        actor_handle: Handle of the actor.
        flags: What to give, positions [m or rad] and velocities [m/s or rad/s]: STATE_POS, STATE_VEL or STATE_ALL;
            the rest is zero.
    """
    states = single_states.dof_states(as_actor(env, actor_handle))
    flags = require_flags(flags)
    for column, flag in ((0, STATE_POS), (1, STATE_VEL)):
        if not flags & flag:
            states[:, column] = 0.0
    return as_records(states, DofState.dtype)


def set_actor_dof_states(env: GymEnv, actor_handle: int, states: np.ndarray, flags: int) -> bool:
    """Set the states of an actor's DOFs.

    Args:
        env: Environment.
        actor_handle: Handle of the actor.
        states: Records of ``DofState.dtype``, shape (num_dofs,). Plain numbers are both the position and the velocity
            of each DOF, as NumPy makes records of them, with a warning.
        flags: What to set: STATE_POS, STATE_VEL or STATE_ALL; the rest stays.
    """
    actor = as_actor(env, actor_handle)
    records = require_records(_dof_records(states), DofState.dtype, actor.num_dofs)
    single_states.set_dof_states(actor, from_records(records), require_flags(flags))
    return True


def _dof_records(states: Any) -> Any:
    """States of DOFs, of which plain numbers become records: public programs give lists of positions."""
    numbers = np.asarray(states)
    if numbers.ndim != 1 or numbers.dtype.kind not in "fiu":
        return states
    _say_both()
    return numbers.astype(DofState.dtype)


@functools.cache
def _say_both() -> None:
    _LOGGER.warning(
        "gym.set_actor_dof_states: 'states' is plain numbers, each of which is the position and the velocity of its "
        "DOF, as in Isaac Gym. Give records of gymapi.DofState.dtype to set one of them. This is said once."
    )


def get_vec_actor_dof_states(envs: Sequence[GymEnv], actor_handles: int | Sequence[int], flags: int) -> np.ndarray:
    """Return the states of DOFs of one actor of each environment: ``DofState.dtype``, shape (num_envs, num_dofs)."""
    handles = _one_each(envs, actor_handles)
    pairs = zip(envs, handles, strict=True)
    return np.stack([get_actor_dof_states(env, handle, flags) for env, handle in pairs])


def get_dof_position(env: GymEnv, dof_handle: int) -> float:
    """Return the position of a DOF [m or rad]."""
    actor, index = dof_at(env, dof_handle)
    return float(single_states.dof_states(actor)[index, 0])


def get_dof_velocity(env: GymEnv, dof_handle: int) -> float:
    """Return the velocity of a DOF [m/s or rad/s]."""
    actor, index = dof_at(env, dof_handle)
    return float(single_states.dof_states(actor)[index, 1])


def get_actor_dof_frames(env: GymEnv, actor_handle: int) -> np.ndarray:
    """Return where an actor's DOFs act, in the frame of the environment: ``DofFrame.dtype``, shape (num_dofs,)."""
    frames = single_states.dof_frames(as_actor(env, actor_handle))
    return as_records(np.concatenate(frames, axis=1), DofFrame.dtype)


def get_dof_frame(env: GymEnv, dof_handle: int) -> DofFrame:
    """Return where a DOF acts, in the frame of the environment."""
    actor, index = dof_at(env, dof_handle)
    origins, axes = single_states.dof_frames(actor)
    return DofFrame(Vec3(*origins[index]), Vec3(*axes[index]))


def get_joint_position(env: GymEnv, joint_handle: int) -> float:
    """Return the position of a joint [m or rad]; 0 for one that does not move."""
    return _joint_state(env, joint_handle, 0)


def get_joint_velocity(env: GymEnv, joint_handle: int) -> float:
    """Return the velocity of a joint [m/s or rad/s]; 0 for one that does not move."""
    return _joint_state(env, joint_handle, 1)


def _joint_state(env: GymEnv, handle: int, column: int) -> float:
    actor, index = joint_at(env, handle)
    dof = actor.asset.description.joints[index].dof
    return 0.0 if dof < 0 else float(single_states.dof_states(actor)[dof, column])


def get_joint_transform(env: GymEnv, joint_handle: int) -> Transform:
    """Return where a joint is: at its axis, or at the origin of the body behind it, with the axes of that body."""
    actor, index = joint_at(env, joint_handle)
    return transform_of(_joint_poses(actor)[index])


def get_actor_joint_transforms(env: GymEnv, actor_handle: int) -> np.ndarray:
    """Return where an actor's joints are, as one joint's transform: ``Transform.dtype``, shape (num_joints,)."""
    actor = as_actor(env, actor_handle)
    return as_records(_joint_poses(actor), Transform.dtype)


def _root(env: Any, handle: Any) -> Actor:
    """Actor whose root a body is.

    Raises:
        NotImplementedError: The body is no root.
    """
    actor, index = body_at(env, handle)
    if index:
        raise NotImplementedError(
            f"body '{actor.asset.body_names[index]}' is held by joints; expected the root body: set the state "
            f"of '{actor.asset.body_names[0]}' and of the DOFs (set_actor_dof_states)."
        )
    return actor


def _joint_poses(actor: Actor) -> np.ndarray:
    """Where joints are, shape (num_joints, 7)."""
    states = single_states.body_states(actor)
    anchors, _ = single_states.dof_frames(actor)
    joints = actor.asset.description.joints
    poses = np.array([states[joint.child, :7] for joint in joints], np.float32).reshape(-1, 7)
    for pose, joint in zip(poses, joints, strict=True):
        if joint.dof >= 0:
            pose[:3] = anchors[joint.dof]
    return poses


def _one_each(envs: Sequence[GymEnv], handles: int | Sequence[int]) -> list[int]:
    """One handle for each environment, from one for all or a list."""
    return [int(handles)] * len(envs) if isinstance(handles, (int, np.integer)) else list(handles)


def _states_of_bodies(envs: Sequence[GymEnv], handles: int | Sequence[int]) -> np.ndarray:
    """States of one body of each environment, shape (num_envs, 13)."""
    found = [body_at(env, handle) for env, handle in zip(envs, _one_each(envs, handles), strict=True)]
    return np.array([single_states.body_states(actor)[index] for actor, index in found]).reshape(-1, 13)
