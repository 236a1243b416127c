"""Actors."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.actor_changes import new_actor, scale_actor
from ..engine.asset import GymAsset
from ..engine.checks import index_of_name, require_integer, require_kind, require_number
from ..engine.sim import GymEnv, GymSim
from ..types import IndexDomain, Transform
from ..types.constants import INVALID_HANDLE
from .handles import actor_if_any, as_actor, as_asset, as_env, as_sim, as_unprepared, in_domain


def create_actor(
    env: GymEnv,
    asset: GymAsset,
    pose: Transform,
    name: str | None = None,
    group: int = -1,
    filter: int = -1,
    segmentationId: int = 0,
) -> int:
    """Make an actor of an asset, and return its handle: its index in the environment.

    Args:
        env: Environment.
        asset: What it is made from.
        pose: Pose of its root body in the environment's frame.
        name: Name.
        group: Collision group: actors of different groups do not collide; those of group -1 do with all.
        filter: Collision filter of its shapes: two shapes that have a bit in common do not collide. -1 leaves that
            to the asset.
        segmentationId: Value of its pixels in segmentation images.

    Raises:
        RuntimeError: The simulation is prepared already.
        ValueError: The asset is of another simulation, or the pose is none.
    """
    env, asset = as_env(env), as_asset(asset)
    as_unprepared(env.sim)
    pose = require_kind(pose, Transform, "Transform")
    numbers = {"group": group, "filter": filter, "segmentationId": segmentationId}
    group, filter, segmentation_id = (
        value if type(value) is int else require_integer(value, f"{what} as an integer")
        for what, value in numbers.items()
    )
    return new_actor(env, asset, pose, name or "", group, filter, segmentation_id).handle


def begin_aggregate(env: GymEnv, max_bodies: int, max_shapes: int, enable_self_collisions: bool) -> bool:
    """Let the actors that follow belong together. Only whether they collide with each other matters here."""
    env = as_env(env)
    as_unprepared(env.sim)
    if env.open_aggregate is not None:
        raise RuntimeError("call gym.end_aggregate(env) first, to end the one before.")
    env.open_aggregate, env.aggregate_collides = env.num_aggregates, bool(enable_self_collisions)
    env.num_aggregates += 1
    return True


def end_aggregate(env: GymEnv) -> bool:
    """End what :meth:`begin_aggregate` began."""
    env = as_env(env)
    if env.open_aggregate is None:
        raise RuntimeError("there is no open aggregate in this environment: call gym.begin_aggregate(env, ...) first.")
    env.open_aggregate = None
    return True


def create_aggregate(env: GymEnv, actor_handles: Sequence[int]) -> bool:
    """Let actors belong together. They collide with each other as before, so nothing changes."""
    env = as_env(env)
    for handle in actor_handles:
        as_actor(env, handle)
    return True


def get_actor_count(env: GymEnv) -> int:
    """Return the number of actors in an environment."""
    return len(as_env(env).actors)


def get_sim_actor_count(sim: GymSim) -> int:
    """Return the number of actors in a simulation."""
    return len(as_sim(sim).actors)


def get_actor_handle(env: GymEnv, actor_index: int) -> int:
    """Return the handle of the actor of an index in the environment; -1 where there is none."""
    env = as_env(env)
    actor_index = require_integer(actor_index, "the index of an actor")
    return actor_index if 0 <= actor_index < len(env.actors) else INVALID_HANDLE


def find_actor_handle(env: GymEnv, name: str) -> int:
    """Return the handle of the first actor of a name; -1 where there is none."""
    return index_of_name([actor.name for actor in as_env(env).actors], name)


def get_actor_name(env: GymEnv, actor_handle: int) -> str:
    """Return the name of an actor."""
    return as_actor(env, actor_handle).name


def get_actor_asset(env: GymEnv, actor_handle: int) -> GymAsset:
    """Return the asset that an actor was made from."""
    return as_actor(env, actor_handle).asset


def get_actor_index(env: GymEnv, actor_handle: int, domain: IndexDomain) -> int:
    """Return the index of an actor, counted in the environment or in the simulation."""
    actor = as_actor(env, actor_handle)
    return in_domain(0, actor.handle, actor.index, domain)


def find_actor_index(env: GymEnv, name: str, domain: IndexDomain) -> int:
    """Return the index of the first actor of a name; -1 where there is none."""
    handle = find_actor_handle(env, name)
    return handle if handle == INVALID_HANDLE else get_actor_index(env, handle, domain)


def get_actor_scale(env: GymEnv, actor_handle: int) -> float:
    """Return the factor on all lengths of an actor; 1 for the handle of a name that was not found."""
    actor = actor_if_any(env, actor_handle)
    return 1.0 if actor is None else actor.scale


def set_actor_scale(env: GymEnv, actor_handle: int, scale: float) -> bool:
    """Multiply all lengths of an actor's asset by a factor. Its density stays.

    Environments whose actors have different scales are simulated one by one: use few different scales. Returns False,
    and changes nothing, for the handle of a name that was not found.

    Raises:
        RuntimeError: The simulation is prepared already.
    """
    actor = actor_if_any(env, actor_handle)
    if actor is None:
        return False
    as_unprepared(actor.env.sim)
    scale_actor(actor, require_number(scale, "scale"))
    return True
