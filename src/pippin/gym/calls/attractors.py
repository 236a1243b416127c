"""Attractors.

Springs that pull bodies to poses. Their targets are in the frame of the environment, their axes are those of the
target.
"""

from __future__ import annotations

from ..engine.attractors import checked_properties
from ..engine.checks import require_index, require_kind
from ..engine.engine import engine_of
from ..engine.sim import Attractor, GymEnv
from ..types import AttractorProperties, Transform
from .handles import as_env, as_unprepared, body_at


def create_rigid_body_attractor(env: GymEnv, properties: AttractorProperties) -> int:
    """Pull a body to a pose, and give the handle of the spring.

    Raises:
        RuntimeError: The simulation is prepared already.
        ValueError: The properties make no sense.
    """
    env = as_env(env)
    as_unprepared(env.sim)
    properties = checked_properties(require_kind(properties, AttractorProperties, "AttractorProperties"))
    actor, body = body_at(env, properties.rigid_handle)
    env.attractors.append(Attractor(actor, body, properties))
    return len(env.attractors) - 1


def get_attractor_properties(env: GymEnv, attractor_handle: int) -> AttractorProperties:
    """Return a copy of the properties of an attractor."""
    return _attractor(env, attractor_handle).properties.__copy__()


def set_attractor_properties(env: GymEnv, attractor_handle: int, properties: AttractorProperties) -> None:
    """Set the properties of an attractor.

    Raises:
        NotImplementedError: The simulation is prepared, and the body or the offset on it is to change.
        ValueError: The properties make no sense.
    """
    attractor = _attractor(env, attractor_handle)
    properties = checked_properties(require_kind(properties, AttractorProperties, "AttractorProperties"))
    actor, body = body_at(env, properties.rigid_handle)
    engine = engine_of(env.sim)
    before = attractor.properties
    if engine is not None and (properties.rigid_handle, properties.offset) != (before.rigid_handle, before.offset):
        raise NotImplementedError(
            "body and offset of an attractor are fixed once the simulation is prepared; create "
            "one for each before, and choose between them by their axes."
        )
    attractor.actor, attractor.body, attractor.properties = actor, body, properties
    if engine is not None:
        engine.attractors.set_properties(env, int(attractor_handle))


def set_attractor_target(env: GymEnv, attractor_handle: int, target: Transform) -> None:
    """Set the pose that an attractor pulls to."""
    attractor = _attractor(env, attractor_handle)
    properties = attractor.properties.__copy__()
    properties.target = require_kind(target, Transform, "Transform")
    attractor.properties = checked_properties(properties)
    engine = engine_of(env.sim)
    if engine is not None:
        engine.attractors.set_target(env)


def _attractor(env: GymEnv, handle: int) -> Attractor:
    env = as_env(env)
    return env.attractors[require_index(handle, len(env.attractors), "attractor in this environment")]
