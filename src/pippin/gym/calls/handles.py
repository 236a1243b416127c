"""From the handles that users pass to what they stand for."""

from __future__ import annotations

from typing import Any

from ..engine.actor import Actor, GymEnv
from ..engine.asset import GymAsset
from ..engine.checks import require_index, require_kind
from ..engine.engine import Engine
from ..engine.sim import GymSim
from ..engine.viewer import GymViewer
from ..types import IndexDomain


def as_sim(sim: Any, call: str) -> GymSim:
    """A simulation that is there.

    Raises:
        TypeError: It is something else.
        RuntimeError: It was destroyed.
    """
    sim = require_kind(sim, GymSim, call, "create_sim")
    if sim.is_destroyed:
        raise RuntimeError(f"gym.{call}: the simulation was destroyed by gym.destroy_sim.")
    return sim


def as_env(env: Any, call: str) -> GymEnv:
    """An environment of a simulation that is there."""
    env = require_kind(env, GymEnv, call, "create_env")
    as_sim(env.sim, call)
    return env


def as_asset(asset: Any, call: str) -> GymAsset:
    """An asset of a simulation that is there."""
    asset = require_kind(asset, GymAsset, call, "load_asset")
    as_sim(asset.sim, call)
    return asset


def as_actor(env: Any, handle: Any, call: str) -> Actor:
    """An actor of an environment.

    Raises:
        IndexError: The environment has no actor of that handle.
    """
    env = as_env(env, call)
    return env.actors[require_index(handle, len(env.actors), call, "actor in this environment")]


def as_prepared(sim: Any, call: str) -> Engine:
    """The engine of a simulation, which is prepared if it was not: programs acquire tensors before they prepare it."""
    sim = as_sim(sim, call)
    if sim.engine is None:
        sim.engine = Engine(sim)
        sim.prepared_by = call
    return sim.engine


def as_unprepared(sim: GymSim, call: str) -> GymSim:
    """A simulation to which something can still be added.

    Raises:
        RuntimeError: It was prepared already.
    """
    sim = as_sim(sim, call)
    if sim.engine is not None:
        raise RuntimeError(
            f"gym.{call}: the simulation was prepared by gym.{sim.prepared_by}; create everything before that call."
        )
    return sim


def body_at(env: Any, handle: Any, call: str) -> tuple[Actor, int]:
    """Actor and index in it of the body of a handle, which is its index in the environment."""
    env = as_env(env, call)
    index = require_index(handle, env.num_bodies, call, "body in this environment")
    actor = next(actor for actor in reversed(env.actors) if actor.first_body_in_env <= index)
    return actor, index - actor.first_body_in_env


def dof_at(env: Any, handle: Any, call: str) -> tuple[Actor, int]:
    """Actor and index in it of the DOF of a handle, which is its index in the environment."""
    env = as_env(env, call)
    index = require_index(handle, env.num_dofs, call, "DOF in this environment")
    actor = next(actor for actor in reversed(env.actors) if actor.first_dof_in_env <= index)
    return actor, index - actor.first_dof_in_env


def joint_at(env: Any, handle: Any, call: str) -> tuple[Actor, int]:
    """Actor and index in it of the joint of a handle, which is its index in the environment."""
    env = as_env(env, call)
    index = require_index(handle, env.num_joints, call, "joint in this environment")
    actor = next(actor for actor in reversed(env.actors) if actor.first_joint_in_env <= index)
    return actor, index - actor.first_joint_in_env


def in_domain(index: int, first_in_env: int, first: int, domain: Any, call: str) -> int:
    """An index that counts in an actor, in a domain.

    Raises:
        ValueError: There is no such domain.
    """
    try:
        return index + (0, first_in_env, first)[IndexDomain(domain)]
    except ValueError as error:
        raise ValueError(f"gym.{call}: expected a domain (gymapi.DOMAIN_SIM, ...), got {domain!r}.") from error


def as_viewer(viewer: Any, call: str) -> GymViewer:
    """A viewer that is there.

    Raises:
        TypeError: It is something else.
        RuntimeError: It was destroyed.
    """
    viewer = require_kind(viewer, GymViewer, call, "create_viewer")
    if viewer.is_destroyed:
        raise RuntimeError(f"gym.{call}: the viewer was destroyed by gym.destroy_viewer.")
    return viewer
