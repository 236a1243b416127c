"""Tendons.

Those of MJCF files: fixed ones, weighted sums of joint positions, and spatial ones along sites.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..engine.asset import GymAsset
from ..engine.checks import index_of_name, require_index, require_number
from ..engine.engine import engine_of
from ..engine.sim import Actor, GymEnv
from ..engine.tendons import Tendon, tendon_struct, tendons_from, with_coefficients
from ..types import TendonProperties
from .handles import actor_if_any, as_actor, as_asset, as_unprepared

# -- of assets -----------------------------------------------------------------------------------------------------


def get_asset_tendon_count(asset: GymAsset) -> int:
    """Return the number of tendons."""
    return len(as_asset(asset).tendons)


def get_asset_tendon_name(asset: GymAsset, tendon_index: int) -> str:
    """Return the name of a tendon."""
    asset = as_asset(asset)
    return _tendon(asset, tendon_index).description.name


def find_asset_tendon_index(asset: GymAsset, name: str) -> int:
    """Return the index of the tendon of a name; -1 where there is none."""
    return index_of_name(as_asset(asset).tendon_names, name)


def get_asset_tendon_properties(asset: GymAsset) -> list[TendonProperties]:
    """Return the properties of all tendons that actors begin with."""
    return [tendon_struct(tendon) for tendon in as_asset(asset).tendons]


def set_asset_tendon_properties(asset: GymAsset, properties: Sequence[TendonProperties]) -> bool:
    """Set the properties of all tendons that further actors begin with."""
    asset = as_asset(asset)
    asset.tendons = tendons_from(properties, asset.tendons)
    return True


def get_asset_fixed_tendon_joint_coefficients(asset: GymAsset, tendon_index: int) -> list[float]:
    """Return the weights of a tendon's joints."""
    return list(_tendon(as_asset(asset), tendon_index).coefficients)


def set_asset_fixed_tendon_joint_coefficients(
    asset: GymAsset, tendon_index: int, coefficients: Sequence[float]
) -> bool:
    """Set the weights of a tendon's joints for further actors."""
    asset = as_asset(asset)
    tendon = with_coefficients(_tendon(asset, tendon_index), coefficients)
    asset.tendons = _replaced(asset, tendon_index, tendon)
    return True


def get_asset_fixed_tendon_joint_name(asset: GymAsset, tendon_index: int, joint_index: int) -> str:
    """Return the name of a joint of a tendon."""
    return _joint_name(_tendon(as_asset(asset), tendon_index), joint_index)


# -- of actors -----------------------------------------------------------------------------------------------------


def get_actor_tendon_count(env: GymEnv, actor_handle: int) -> int:
    """Return the number of tendons of an actor."""
    return len(as_actor(env, actor_handle).tendons)


def get_actor_tendon_name(env: GymEnv, actor_handle: int, tendon_index: int) -> str:
    """Return the name of a tendon of an actor."""
    return _tendon(as_actor(env, actor_handle), tendon_index).description.name


def find_actor_tendon_index(env: GymEnv, actor_handle: int, name: str) -> int:
    """Return the index of the tendon of a name; -1 where there is none."""
    return index_of_name(as_actor(env, actor_handle).asset.tendon_names, name)


def get_actor_tendon_properties(env: GymEnv, actor_handle: int) -> list[TendonProperties]:
    """Return the properties of an actor's tendons; none for the handle of a name that was not found."""
    actor = actor_if_any(env, actor_handle)
    return [] if actor is None else [tendon_struct(tendon) for tendon in actor.tendons]


def set_actor_tendon_properties(env: GymEnv, actor_handle: int, properties: Sequence[TendonProperties]) -> bool:
    """Set the properties of an actor's tendons; return False for the handle of a name that was not found."""
    actor = actor_if_any(env, actor_handle)
    if actor is None:
        return False
    _set(actor, tendons_from(properties, actor.tendons))
    return True


def get_actor_tendon_offset(env: GymEnv, actor_handle: int, tendon_index: int) -> float:
    """Return what is added to the length of a tendon [m or rad]."""
    return _tendon(as_actor(env, actor_handle), tendon_index).offset


def set_actor_tendon_offset(env: GymEnv, actor_handle: int, tendon_index: int, offset: float) -> bool:
    """Set what is added to the length of a tendon [m or rad]."""
    actor = as_actor(env, actor_handle)
    tendon = replace(_tendon(actor, tendon_index), offset=require_number(offset, "offset"))
    _set(actor, _replaced(actor, tendon_index, tendon))
    return True


def get_actor_fixed_tendon_joint_coefficients(env: GymEnv, actor_handle: int, tendon_index: int) -> list[float]:
    """Return the weights of the joints of a tendon of an actor."""
    return list(_tendon(as_actor(env, actor_handle), tendon_index).coefficients)


def set_actor_fixed_tendon_joint_coefficients(
    env: GymEnv, actor_handle: int, tendon_index: int, coefficients: Sequence[float]
) -> bool:
    """Set the weights of the joints of a tendon of an actor.

    Raises:
        RuntimeError: The simulation is prepared already.
    """
    actor = as_actor(env, actor_handle)
    as_unprepared(actor.env.sim)
    tendon = with_coefficients(_tendon(actor, tendon_index), coefficients)
    actor.tendons = _replaced(actor, tendon_index, tendon)
    return True


def get_actor_fixed_tendon_joint_name(env: GymEnv, actor_handle: int, tendon_index: int, joint_index: int) -> str:
    """Return the name of a joint of a tendon of an actor."""
    return _joint_name(_tendon(as_actor(env, actor_handle), tendon_index), joint_index)


def find_actor_fixed_tendon_joint_index(env: GymEnv, actor_handle: int, tendon_index: int, name: str) -> int:
    """Return the index of a joint within a tendon by its name; -1 where there is none."""
    tendon = _tendon(as_actor(env, actor_handle), tendon_index)
    return index_of_name([wrap.name for wrap in tendon.description.joints], name)


def _tendon(owner: Actor | GymAsset, index: int) -> Tendon:
    return owner.tendons[require_index(index, len(owner.tendons), "tendon")]


def _replaced(owner: Actor | GymAsset, index: int, tendon: Tendon) -> tuple[Tendon, ...]:
    """Tendons of an actor or asset, one of them another."""
    return (*owner.tendons[:index], tendon, *owner.tendons[index + 1 :])


def _set(actor: Actor, tendons: tuple[Tendon, ...]) -> None:
    """Give an actor other tendons, which may differ in limits, springs and damping."""
    actor.tendons = tendons
    engine = engine_of(actor.env.sim)
    if engine is not None:
        engine.tendons_set(actor)


def _joint_name(tendon: Tendon, index: int) -> str:
    joints = tendon.description.joints
    return joints[require_index(index, len(joints), "joint of the tendon")].name
