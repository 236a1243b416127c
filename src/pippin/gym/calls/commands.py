"""Commands to single actors.

They stay in force until they are set again. Tensors are faster for many. Arrays hold a number for each DOF of the
actor, shape (num_dofs,), float32.
"""

from __future__ import annotations

import numpy as np

from ..engine import single_states
from ..engine.checks import require_numbers
from ..engine.sim import Actor, GymEnv
from .handles import as_actor, dof_at, joint_at


def apply_actor_dof_efforts(env: GymEnv, actor_handle: int, efforts: np.ndarray) -> bool:
    """Set the efforts [N or N m] of an actor's DOFs, which those of mode EFFORT apply."""
    return _set(env, actor_handle, "effort", efforts)


def apply_dof_effort(env: GymEnv, dof_handle: int, effort: float) -> None:
    """Set the effort [N or N m] of a DOF."""
    _set_one(*dof_at(env, dof_handle), "effort", effort)


def get_actor_dof_position_targets(env: GymEnv, actor_handle: int) -> np.ndarray:
    """Return the position targets [m or rad] of an actor's DOFs."""
    actor = as_actor(env, actor_handle)
    return single_states.command(actor, "position_target")


def set_actor_dof_position_targets(env: GymEnv, actor_handle: int, targets: np.ndarray) -> bool:
    """Set the position targets [m or rad] of an actor's DOFs, which those of mode POS follow."""
    return _set(env, actor_handle, "position_target", targets)


def get_actor_dof_velocity_targets(env: GymEnv, actor_handle: int) -> np.ndarray:
    """Return the velocity targets [m/s or rad/s] of an actor's DOFs."""
    actor = as_actor(env, actor_handle)
    return single_states.command(actor, "velocity_target")


def set_actor_dof_velocity_targets(env: GymEnv, actor_handle: int, targets: np.ndarray) -> bool:
    """Set the velocity targets [m/s or rad/s] of an actor's DOFs, which those of modes VEL and POS follow."""
    return _set(env, actor_handle, "velocity_target", targets)


def _set(env: GymEnv, actor_handle: int, command: str, values: np.ndarray) -> bool:
    actor = as_actor(env, actor_handle)
    single_states.set_command(actor, command, require_numbers(values, actor.num_dofs, "numbers, one a DOF"))
    return True


def get_dof_target_position(env: GymEnv, dof_handle: int) -> float:
    """Return the position target [m or rad] of a DOF."""
    return _one(*dof_at(env, dof_handle), "position_target")


def set_dof_target_position(env: GymEnv, dof_handle: int, position: float) -> None:
    """Set the position target [m or rad] of a DOF."""
    _set_one(*dof_at(env, dof_handle), "position_target", position)


def get_dof_target_velocity(env: GymEnv, dof_handle: int) -> float:
    """Return the velocity target [m/s or rad/s] of a DOF."""
    return _one(*dof_at(env, dof_handle), "velocity_target")


def set_dof_target_velocity(env: GymEnv, dof_handle: int, velocity: float) -> None:
    """Set the velocity target [m/s or rad/s] of a DOF."""
    _set_one(*dof_at(env, dof_handle), "velocity_target", velocity)


def get_joint_target_position(env: GymEnv, joint_handle: int) -> float:
    """Return the position target [m or rad] of a joint."""
    return _one(*_dof_of_joint(env, joint_handle), "position_target")


def set_joint_target_position(env: GymEnv, joint_handle: int, position: float) -> None:
    """Set the position target [m or rad] of a joint."""
    _set_one(*_dof_of_joint(env, joint_handle), "position_target", position)


def get_joint_target_velocity(env: GymEnv, joint_handle: int) -> float:
    """Return the velocity target [m/s or rad/s] of a joint."""
    return _one(*_dof_of_joint(env, joint_handle), "velocity_target")


def set_joint_target_velocity(env: GymEnv, joint_handle: int, velocity: float) -> None:
    """Set the velocity target [m/s or rad/s] of a joint."""
    _set_one(*_dof_of_joint(env, joint_handle), "velocity_target", velocity)


def _dof_of_joint(env: GymEnv, handle: int) -> tuple[Actor, int]:
    """Actor and index of the DOF of a joint.

    Raises:
        ValueError: The joint does not move.
    """
    actor, index = joint_at(env, handle)
    dof = actor.asset.description.joints[index].dof
    if dof < 0:
        raise ValueError(
            f"joint '{actor.asset.joint_names[index]}' does not move; expected a joint with a degree of "
            "freedom, as gym.get_asset_dof_names lists them."
        )
    return actor, dof


def _one(actor: Actor, index: int, command: str) -> float:
    return float(single_states.command(actor, command)[index])


def _set_one(actor: Actor, index: int, command: str, value: float) -> None:
    values = single_states.command(actor, command)
    values[index] = value
    single_states.set_command(actor, command, values)
