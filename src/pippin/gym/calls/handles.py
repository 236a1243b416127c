"""From the handles that users pass to what they stand for."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any

from ..engine.asset import GymAsset
from ..engine.checks import require_index, require_kind
from ..engine.engine import Engine, engine_of
from ..engine.sim import Actor, GymEnv, GymSim
from ..engine.viewer import GymViewer
from ..types import IndexDomain
from ..types.constants import INVALID_HANDLE
from .naming import running_call

_LOGGER = logging.getLogger(__name__)


def as_sim(sim: Any) -> GymSim:
    """A simulation that is there.

    Raises:
        TypeError: It is something else.
        RuntimeError: It was destroyed.
    """
    sim = require_kind(sim, GymSim, "create_sim")
    if sim.is_destroyed:
        raise RuntimeError(
            "the simulation was destroyed by gym.destroy_sim; expected one that is there: make another with "
            "gym.create_sim."
        )
    return sim


def as_env(env: Any) -> GymEnv:
    """An environment of a simulation that is there."""
    env = require_kind(env, GymEnv, "create_env")
    as_sim(env.sim)
    return env


def as_asset(asset: Any) -> GymAsset:
    """An asset of a simulation that is there."""
    asset = require_kind(asset, GymAsset, "load_asset")
    as_sim(asset.sim)
    return asset


def as_actor(env: Any, handle: Any) -> Actor:
    """An actor of an environment.

    Raises:
        IndexError: The environment has no actor of that handle.
    """
    env = as_env(env)
    return env.actors[require_index(handle, len(env.actors), "actor in this environment")]


def actor_if_any(env: Any, handle: Any) -> Actor | None:
    """An actor of an environment, or None for the handle of a name that was not found, which is said once.

    Public programs randomize the properties of actors that another robot's configuration names, and run.

    Raises:
        IndexError: The environment has no actor of that handle, which is none of a name that was not found either.
    """
    if handle == INVALID_HANDLE:
        as_env(env)
        _say_nobody(running_call())
        return None
    return as_actor(env, handle)


@functools.cache
def _say_nobody(call: str) -> None:
    _LOGGER.warning(
        "gym.%s: the handle is -1, which gym.find_actor_handle gives where no actor has the name: nothing is read or "
        "changed. This is said once.",
        call,
    )


def as_prepared(sim: Any) -> Engine:
    """The engine of a simulation, which is prepared if it was not: programs acquire tensors before they prepare it."""
    sim = as_sim(sim)
    engine = engine_of(sim)
    if engine is None:
        engine = sim.engine = Engine(sim)
        sim.prepared_by = running_call()
    return engine


def refresh(sim: Any, fill: Callable[[Engine], None]) -> bool:
    """Fill tensors of a simulation; one that is not prepared has none yet, and stays so.

    Public programs refresh before they create their environments.

    Args:
        sim: The simulation.
        fill: What fills the tensors that were acquired of an engine.

    Returns:
        Whether the simulation was prepared.
    """
    engine = engine_of(as_sim(sim))
    if engine is None:
        return False
    fill(engine)
    return True


def as_unprepared(sim: GymSim) -> GymSim:
    """A simulation to which something can still be added.

    Raises:
        RuntimeError: It was prepared already.
    """
    sim = as_sim(sim)
    if sim.engine is not None:
        raise RuntimeError(f"the simulation was prepared by gym.{sim.prepared_by}; create everything before that call.")
    return sim


def body_at(env: Any, handle: Any) -> tuple[Actor, int]:
    """Actor and index in it of the body of a handle, which is its index in the environment."""
    env = as_env(env)
    index = require_index(handle, env.num_bodies, "body in this environment")
    actor = next(actor for actor in reversed(env.actors) if actor.first_body_in_env <= index)
    return actor, index - actor.first_body_in_env


def dof_at(env: Any, handle: Any) -> tuple[Actor, int]:
    """Actor and index in it of the DOF of a handle, which is its index in the environment."""
    env = as_env(env)
    index = require_index(handle, env.num_dofs, "DOF in this environment")
    actor = next(actor for actor in reversed(env.actors) if actor.first_dof_in_env <= index)
    return actor, index - actor.first_dof_in_env


def joint_at(env: Any, handle: Any) -> tuple[Actor, int]:
    """Actor and index in it of the joint of a handle, which is its index in the environment."""
    env = as_env(env)
    index = require_index(handle, env.num_joints, "joint in this environment")
    actor = next(actor for actor in reversed(env.actors) if actor.first_joint_in_env <= index)
    return actor, index - actor.first_joint_in_env


def in_domain(index: int, first_in_env: int, first: int, domain: Any) -> int:
    """An index that counts in an actor, in a domain.

    Raises:
        ValueError: There is no such domain.
    """
    try:
        return index + (0, first_in_env, first)[IndexDomain(domain)]
    except ValueError as error:
        raise ValueError(f"expected a domain (gymapi.DOMAIN_SIM, ...), got {domain!r}.") from error


def as_viewer(viewer: Any) -> GymViewer:
    """A viewer that is there.

    Raises:
        TypeError: It is something else.
        RuntimeError: It was destroyed.
    """
    viewer = require_kind(viewer, GymViewer, "create_viewer")
    if viewer.is_destroyed:
        raise RuntimeError(
            "the viewer was destroyed by gym.destroy_viewer; expected one that is there: make another with "
            "gym.create_viewer."
        )
    return viewer
