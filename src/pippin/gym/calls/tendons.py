"""Methods of Gym for tendons: what couples joints, with limits and springs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..engine.actor import Actor, GymEnv
from ..engine.asset import GymAsset
from ..engine.checks import require_index, require_number
from ..engine.tendons import Tendon, tendon_struct, tendons_from, with_coefficients
from ..types import TendonProperties
from ..types.constants import INVALID_HANDLE
from .handles import as_actor, as_asset, as_unprepared


class TendonCalls:
    """Tendons of MJCF files: fixed ones, weighted sums of joint positions, and spatial ones along sites."""

    # -- of assets -----------------------------------------------------------------------------------------------------

    def get_asset_tendon_count(self, asset: GymAsset) -> int:
        """Give the number of tendons."""
        return len(as_asset(asset, "get_asset_tendon_count").tendons)

    def get_asset_tendon_name(self, asset: GymAsset, tendon_index: int) -> str:
        """Give the name of a tendon."""
        asset = as_asset(asset, "get_asset_tendon_name")
        return _tendon(asset, tendon_index, "get_asset_tendon_name").description.name

    def find_asset_tendon_index(self, asset: GymAsset, name: str) -> int:
        """Give the index of the tendon of a name; -1 where there is none."""
        return _index_of(as_asset(asset, "find_asset_tendon_index").tendon_names, name)

    def get_asset_tendon_properties(self, asset: GymAsset) -> list[TendonProperties]:
        """Give the properties of all tendons that actors begin with."""
        return [tendon_struct(tendon) for tendon in as_asset(asset, "get_asset_tendon_properties").tendons]

    def set_asset_tendon_properties(self, asset: GymAsset, properties: Sequence[TendonProperties]) -> bool:
        """Set the properties of all tendons that further actors begin with."""
        asset = as_asset(asset, "set_asset_tendon_properties")
        asset.tendons = tendons_from(properties, asset.tendons, "set_asset_tendon_properties")
        return True

    def get_asset_fixed_tendon_joint_coefficients(self, asset: GymAsset, tendon_index: int) -> list[float]:
        """Give the weights of a tendon's joints."""
        call = "get_asset_fixed_tendon_joint_coefficients"
        return list(_tendon(as_asset(asset, call), tendon_index, call).coefficients)

    def set_asset_fixed_tendon_joint_coefficients(
        self, asset: GymAsset, tendon_index: int, coefficients: Sequence[float]
    ) -> bool:
        """Set the weights of a tendon's joints for further actors."""
        call = "set_asset_fixed_tendon_joint_coefficients"
        asset = as_asset(asset, call)
        tendon = with_coefficients(_tendon(asset, tendon_index, call), coefficients, call)
        asset.tendons = _replaced(asset, tendon_index, tendon)
        return True

    def get_asset_fixed_tendon_joint_name(self, asset: GymAsset, tendon_index: int, joint_index: int) -> str:
        """Give the name of a joint of a tendon."""
        call = "get_asset_fixed_tendon_joint_name"
        return _joint_name(_tendon(as_asset(asset, call), tendon_index, call), joint_index, call)

    # -- of actors -----------------------------------------------------------------------------------------------------

    def get_actor_tendon_count(self, env: GymEnv, actor_handle: int) -> int:
        """Give the number of tendons of an actor."""
        return len(as_actor(env, actor_handle, "get_actor_tendon_count").tendons)

    def get_actor_tendon_name(self, env: GymEnv, actor_handle: int, tendon_index: int) -> str:
        """Give the name of a tendon of an actor."""
        call = "get_actor_tendon_name"
        return _tendon(as_actor(env, actor_handle, call), tendon_index, call).description.name

    def find_actor_tendon_index(self, env: GymEnv, actor_handle: int, name: str) -> int:
        """Give the index of the tendon of a name; -1 where there is none."""
        return _index_of(as_actor(env, actor_handle, "find_actor_tendon_index").asset.tendon_names, name)

    def get_actor_tendon_properties(self, env: GymEnv, actor_handle: int) -> list[TendonProperties]:
        """Give the properties of an actor's tendons."""
        tendons = as_actor(env, actor_handle, "get_actor_tendon_properties").tendons
        return [tendon_struct(tendon) for tendon in tendons]

    def set_actor_tendon_properties(
        self, env: GymEnv, actor_handle: int, properties: Sequence[TendonProperties]
    ) -> bool:
        """Set the properties of an actor's tendons."""
        call = "set_actor_tendon_properties"
        actor = as_actor(env, actor_handle, call)
        _set(actor, tendons_from(properties, actor.tendons, call))
        return True

    def get_actor_tendon_offset(self, env: GymEnv, actor_handle: int, tendon_index: int) -> float:
        """Give what is added to the length of a tendon [m or rad]."""
        call = "get_actor_tendon_offset"
        return _tendon(as_actor(env, actor_handle, call), tendon_index, call).offset

    def set_actor_tendon_offset(self, env: GymEnv, actor_handle: int, tendon_index: int, offset: float) -> bool:
        """Set what is added to the length of a tendon [m or rad]."""
        call = "set_actor_tendon_offset"
        actor = as_actor(env, actor_handle, call)
        tendon = replace(_tendon(actor, tendon_index, call), offset=require_number(offset, call, "offset"))
        _set(actor, _replaced(actor, tendon_index, tendon))
        return True

    def get_actor_fixed_tendon_joint_coefficients(
        self, env: GymEnv, actor_handle: int, tendon_index: int
    ) -> list[float]:
        """Give the weights of the joints of a tendon of an actor."""
        call = "get_actor_fixed_tendon_joint_coefficients"
        return list(_tendon(as_actor(env, actor_handle, call), tendon_index, call).coefficients)

    def set_actor_fixed_tendon_joint_coefficients(
        self, env: GymEnv, actor_handle: int, tendon_index: int, coefficients: Sequence[float]
    ) -> bool:
        """Set the weights of the joints of a tendon of an actor.

        Raises:
            RuntimeError: The simulation is prepared already.
        """
        call = "set_actor_fixed_tendon_joint_coefficients"
        actor = as_actor(env, actor_handle, call)
        as_unprepared(actor.env.sim, call)
        tendon = with_coefficients(_tendon(actor, tendon_index, call), coefficients, call)
        actor.tendons = _replaced(actor, tendon_index, tendon)
        return True

    def get_actor_fixed_tendon_joint_name(
        self, env: GymEnv, actor_handle: int, tendon_index: int, joint_index: int
    ) -> str:
        """Give the name of a joint of a tendon of an actor."""
        call = "get_actor_fixed_tendon_joint_name"
        return _joint_name(_tendon(as_actor(env, actor_handle, call), tendon_index, call), joint_index, call)

    def find_actor_fixed_tendon_joint_index(self, env: GymEnv, actor_handle: int, tendon_index: int, name: str) -> int:
        """Give the index of a joint within a tendon by its name; -1 where there is none."""
        call = "find_actor_fixed_tendon_joint_index"
        tendon = _tendon(as_actor(env, actor_handle, call), tendon_index, call)
        return _index_of([wrap.name for wrap in tendon.description.joints], name)


def _tendon(owner: Actor | GymAsset, index: int, call: str) -> Tendon:
    return owner.tendons[require_index(index, len(owner.tendons), call, "tendon")]


def _replaced(owner: Actor | GymAsset, index: int, tendon: Tendon) -> tuple[Tendon, ...]:
    """Tendons of an actor or asset, one of them another."""
    return (*owner.tendons[:index], tendon, *owner.tendons[index + 1 :])


def _set(actor: Actor, tendons: tuple[Tendon, ...]) -> None:
    """Give an actor other tendons, which may differ in limits, springs and damping."""
    actor.tendons = tendons
    if actor.env.sim.engine is not None:
        actor.env.sim.engine.tendons_set(actor)


def _index_of(names: Sequence[str], name: str) -> int:
    return list(names).index(name) if name in names else INVALID_HANDLE


def _joint_name(tendon: Tendon, index: int, call: str) -> str:
    joints = tendon.description.joints
    return joints[require_index(index, len(joints), call, "joint of the tendon")].name
