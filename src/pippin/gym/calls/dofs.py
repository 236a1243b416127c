"""Joints, DOFs and actuators of actors.

The handle of a joint or DOF is its index in the environment.
"""

from __future__ import annotations

import numpy as np

from ..engine.actor_changes import set_dof_properties
from ..engine.checks import index_of_name, require_index
from ..engine.sim import GymEnv, GymSim
from ..engine.tendons import actuator_struct
from ..types import DOF_PROPERTIES_DTYPE, ActuatorProperties, IndexDomain
from ..types.constants import INVALID_HANDLE
from .actors import find_actor_handle
from .handles import actor_if_any, as_actor, as_sim, in_domain, joint_at

# -- joints --------------------------------------------------------------------------------------------------------


def get_actor_joint_count(env: GymEnv, actor_handle: int) -> int:
    """Return the number of joints of an actor, fixed ones included."""
    return len(as_actor(env, actor_handle).asset.joint_names)


def get_sim_joint_count(sim: GymSim) -> int:
    """Return the number of joints in a simulation, fixed ones included."""
    return as_sim(sim).num_joints


def get_actor_joint_names(env: GymEnv, actor_handle: int) -> list[str]:
    """Return the names of the joints of an actor."""
    return list(as_actor(env, actor_handle).asset.joint_names)


def get_actor_joint_dict(env: GymEnv, actor_handle: int) -> dict[str, int]:
    """Return the index of each joint of an actor by its name."""
    names = as_actor(env, actor_handle).asset.joint_names
    return {name: index for index, name in enumerate(names)}


def get_actor_joint_handle(env: GymEnv, actor_handle: int, joint_index: int) -> int:
    """Return the handle of a joint by its index in the actor."""
    return _joint_index(env, actor_handle, joint_index, IndexDomain.DOMAIN_ENV)


def find_actor_joint_handle(env: GymEnv, actor_handle: int, name: str) -> int:
    """Return the handle of a joint by its name; -1 where there is none."""
    return find_actor_joint_index(env, actor_handle, name, IndexDomain.DOMAIN_ENV)


def get_joint_handle(env: GymEnv, actor_name: str, joint_name: str) -> int:
    """Return the handle of a joint by the names of its actor and its own; -1 where there is none."""
    handle = find_actor_handle(env, actor_name)
    return handle if handle == INVALID_HANDLE else find_actor_joint_handle(env, handle, joint_name)


def get_joint_name(env: GymEnv, joint_handle: int) -> str:
    """Return the name of a joint."""
    actor, index = joint_at(env, joint_handle)
    return actor.asset.joint_names[index]


def get_actor_joint_index(env: GymEnv, actor_handle: int, joint_index: int, domain: IndexDomain) -> int:
    """Return the index of a joint by its index in the actor, counted in actor, environment or simulation."""
    return _joint_index(env, actor_handle, joint_index, domain)


def find_actor_joint_index(env: GymEnv, actor_handle: int, name: str, domain: IndexDomain) -> int:
    """Return the index of a joint by its name, counted in actor, environment or simulation; -1 for none."""
    index = index_of_name(as_actor(env, actor_handle).asset.joint_names, name)
    return index if index == INVALID_HANDLE else _joint_index(env, actor_handle, index, domain)


def _joint_index(env: GymEnv, actor_handle: int, index: int, domain: IndexDomain) -> int:
    actor = as_actor(env, actor_handle)
    index = require_index(index, len(actor.asset.joint_names), "joint of the actor")
    return in_domain(index, actor.first_joint_in_env, actor.first_joint, domain)


# -- DOFs ----------------------------------------------------------------------------------------------------------


def get_actor_dof_count(env: GymEnv, actor_handle: int) -> int:
    """Return the number of DOFs of an actor."""
    return as_actor(env, actor_handle).num_dofs


def get_sim_dof_count(sim: GymSim) -> int:
    """Return the number of DOFs in a simulation."""
    return as_sim(sim).num_dofs


def get_actor_dof_names(env: GymEnv, actor_handle: int) -> list[str]:
    """Return the names of the DOFs of an actor."""
    return list(as_actor(env, actor_handle).asset.dof_names)


def get_actor_dof_dict(env: GymEnv, actor_handle: int) -> dict[str, int]:
    """Return the index of each DOF of an actor by its name."""
    names = as_actor(env, actor_handle).asset.dof_names
    return {name: index for index, name in enumerate(names)}


def get_actor_dof_handle(env: GymEnv, actor_handle: int, dof_index: int) -> int:
    """Return the handle of a DOF by its index in the actor."""
    return _dof_index(env, actor_handle, dof_index, IndexDomain.DOMAIN_ENV)


def find_actor_dof_handle(env: GymEnv, actor_handle: int, name: str) -> int:
    """Return the handle of a DOF by its name; -1 where there is none."""
    return find_actor_dof_index(env, actor_handle, name, IndexDomain.DOMAIN_ENV)


def get_actor_dof_index(env: GymEnv, actor_handle: int, dof_index: int, domain: IndexDomain) -> int:
    """Return the index of a DOF by its index in the actor, counted in actor, environment or simulation."""
    return _dof_index(env, actor_handle, dof_index, domain)


def find_actor_dof_index(env: GymEnv, actor_handle: int, name: str, domain: IndexDomain) -> int:
    """Return the index of a DOF by its name, counted in actor, environment or simulation; -1 for none."""
    index = index_of_name(as_actor(env, actor_handle).asset.dof_names, name)
    return index if index == INVALID_HANDLE else _dof_index(env, actor_handle, index, domain)


def _dof_index(env: GymEnv, actor_handle: int, index: int, domain: IndexDomain) -> int:
    actor = as_actor(env, actor_handle)
    index = require_index(index, actor.num_dofs, "DOF of the actor")
    return in_domain(index, actor.first_dof_in_env, actor.first_dof, domain)


def get_actor_dof_properties(env: GymEnv, actor_handle: int) -> np.ndarray:
    """Return the properties of the DOFs of an actor: records with named fields, shape (num_dofs,).

    There are none for the handle of a name that was not found.
    """
    actor = actor_if_any(env, actor_handle)
    return np.zeros(0, DOF_PROPERTIES_DTYPE) if actor is None else actor.dof_properties.copy()


def set_actor_dof_properties(env: GymEnv, actor_handle: int, properties: np.ndarray) -> bool:
    """Set the properties of the DOFs of an actor, also of a simulation that is prepared.

    Stiffness and damping are the gains of the drive in the modes POS and VEL; in the modes NONE and EFFORT they
    are those of a spring and damper beside the motor. A limit of velocities of 0 means none. Returns False, and
    changes nothing, for the handle of a name that was not found. ``properties`` are records, shape (num_dofs,).
    """
    actor = actor_if_any(env, actor_handle)
    if actor is None:
        return False
    set_dof_properties(actor, properties)
    return True


# -- actuators -----------------------------------------------------------------------------------------------------


def get_actor_actuator_count(env: GymEnv, actor_handle: int) -> int:
    """Return the number of actuators that an MJCF file gives an actor."""
    return len(as_actor(env, actor_handle).asset.actuator_names)


def get_actor_actuator_name(env: GymEnv, actor_handle: int, actuator_index: int) -> str:
    """Return the name of an actuator."""
    names = as_actor(env, actor_handle).asset.actuator_names
    return names[require_index(actuator_index, len(names), "actuator of the actor")]


def get_actor_actuator_joint_name(env: GymEnv, actor_handle: int, actuator_index: int) -> str:
    """Return the name of the joint that an actuator drives."""
    actuators = as_actor(env, actor_handle).asset.description.actuators
    return actuators[require_index(actuator_index, len(actuators), "actuator of the actor")].joint


def get_actor_actuator_properties(env: GymEnv, actor_handle: int) -> list[ActuatorProperties]:
    """Return the properties of the actuators of an actor."""
    actuators = as_actor(env, actor_handle).asset.description.actuators
    return [actuator_struct(actuator) for actuator in actuators]


def find_actor_actuator_index(env: GymEnv, actor_handle: int, name: str) -> int:
    """Return the index of the actuator of a name; -1 where there is none."""
    return index_of_name(as_actor(env, actor_handle).asset.actuator_names, name)
