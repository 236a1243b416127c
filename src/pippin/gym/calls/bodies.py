"""Bodies of actors.

The handle of a body is its index in the environment.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.actor_changes import set_body_properties, set_shape_properties
from ..engine.checks import has_one_for_each, index_of_name, require_index
from ..engine.properties import body_structs, shape_structs
from ..engine.sim import GymEnv, GymSim
from ..types import IndexDomain, IndexRange, RigidBodyProperties, RigidShapeProperties
from ..types.constants import INVALID_HANDLE
from .actors import find_actor_handle
from .handles import actor_if_any, as_actor, as_sim, body_at, in_domain


def get_actor_rigid_body_count(env: GymEnv, actor_handle: int) -> int:
    """Return the number of bodies of an actor."""
    return as_actor(env, actor_handle).num_bodies


def get_sim_rigid_body_count(sim: GymSim) -> int:
    """Return the number of bodies in a simulation."""
    return as_sim(sim).num_bodies


def get_actor_rigid_body_names(env: GymEnv, actor_handle: int) -> list[str]:
    """Return the names of the bodies of an actor."""
    return list(as_actor(env, actor_handle).asset.body_names)


def get_actor_rigid_body_dict(env: GymEnv, actor_handle: int) -> dict[str, int]:
    """Return the index of each body of an actor by its name."""
    names = as_actor(env, actor_handle).asset.body_names
    return {name: index for index, name in enumerate(names)}


def get_actor_rigid_body_handle(env: GymEnv, actor_handle: int, body_index: int) -> int:
    """Return the handle of a body by its index in the actor."""
    return _body_index(env, actor_handle, body_index, IndexDomain.DOMAIN_ENV)


def find_actor_rigid_body_handle(env: GymEnv, actor_handle: int, name: str) -> int:
    """Return the handle of a body by its name; -1 where there is none."""
    return _body_index_of_name(env, actor_handle, name, IndexDomain.DOMAIN_ENV)


def get_actor_root_rigid_body_handle(env: GymEnv, actor_handle: int) -> int:
    """Return the handle of the root body of an actor."""
    return as_actor(env, actor_handle).first_body_in_env


def get_rigid_handle(env: GymEnv, actor_name: str, body_name: str) -> int:
    """Return the handle of a body by the names of its actor and its own; -1 where there is none."""
    handle = find_actor_handle(env, actor_name)
    return handle if handle == INVALID_HANDLE else find_actor_rigid_body_handle(env, handle, body_name)


def get_rigid_name(env: GymEnv, body_handle: int) -> str:
    """Return the name of a body."""
    actor, index = body_at(env, body_handle)
    return actor.asset.body_names[index]


def get_actor_rigid_body_index(env: GymEnv, actor_handle: int, body_index: int, domain: IndexDomain) -> int:
    """Return the index of a body by its index in the actor, counted in actor, environment or simulation."""
    return _body_index(env, actor_handle, body_index, domain)


def find_actor_rigid_body_index(env: GymEnv, actor_handle: int, name: str, domain: IndexDomain) -> int:
    """Return the index of a body by its name, counted in actor, environment or simulation; -1 for none."""
    return _body_index_of_name(env, actor_handle, name, domain)


def get_actor_rigid_body_properties(env: GymEnv, actor_handle: int) -> list[RigidBodyProperties]:
    """Return the properties of the bodies of an actor; none for the handle of a name that was not found."""
    actor = actor_if_any(env, actor_handle)
    return [] if actor is None else body_structs(actor.body_properties)


def set_actor_rigid_body_properties(
    env: GymEnv,
    actorHandle: int,
    props: Sequence[RigidBodyProperties],
    recomputeInertia: bool = False,
) -> bool:
    """Set the properties of the bodies of an actor, also of a simulation that is prepared.

    Args:
        env: Environment.
        actorHandle: Handle of the actor.
        props: Properties of all its bodies.
        recomputeInertia: Whether inertias are those before, times the ratio of the masses.

    Returns:
        Whether there is the actor and was one for each body; nothing is changed otherwise, and a warning says so.
    """
    actor = actor_if_any(env, actorHandle)
    if actor is None or not has_one_for_each(props, actor.num_bodies, "bodies"):
        return False
    set_body_properties(actor, props, recomputeInertia)
    return True


def get_actor_rigid_body_shape_indices(env: GymEnv, actor_handle: int) -> list[IndexRange]:
    """Return for each body of an actor which shapes are its."""
    actor = as_actor(env, actor_handle)
    return [IndexRange(start=start, count=count) for start, count in actor.asset.description.shape_ranges]


def get_actor_rigid_shape_count(env: GymEnv, actor_handle: int) -> int:
    """Return the number of shapes of an actor."""
    return len(as_actor(env, actor_handle).shape_properties)


def get_actor_rigid_shape_properties(env: GymEnv, actor_handle: int) -> list[RigidShapeProperties]:
    """Return the properties of the shapes of an actor; none for the handle of a name that was not found."""
    actor = actor_if_any(env, actor_handle)
    return [] if actor is None else shape_structs(actor.shape_properties)


def set_actor_rigid_shape_properties(
    env: GymEnv, actor_handle: int, properties: Sequence[RigidShapeProperties]
) -> bool:
    """Set the properties of the shapes of an actor, also of a simulation that is prepared.

    Returns:
        Whether there is the actor and was one for each shape; nothing is changed otherwise, and a warning says so.

    Raises:
        NotImplementedError: A filter is to change to another than the asset's, and the simulation is prepared.
    """
    actor = actor_if_any(env, actor_handle)
    if actor is None or not has_one_for_each(properties, len(actor.shape_properties), "shapes"):
        return False
    set_shape_properties(actor, properties)
    return True


def _body_index(env: GymEnv, actor_handle: int, index: int, domain: IndexDomain) -> int:
    actor = as_actor(env, actor_handle)
    index = require_index(index, actor.num_bodies, "body of the actor")
    return in_domain(index, actor.first_body_in_env, actor.first_body, domain)


def _body_index_of_name(env: GymEnv, actor_handle: int, name: str, domain: IndexDomain) -> int:
    index = index_of_name(as_actor(env, actor_handle).asset.body_names, name)
    return index if index == INVALID_HANDLE else _body_index(env, actor_handle, index, domain)
