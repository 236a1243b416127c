"""What released robots are spawned from."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from pippin.sim import MjcfFileCfg, PhysxArticulationCfg, PhysxRigidBodyCfg, UrdfFileCfg, UsdFileCfg
from pippin.utils.assets_root import assets_root


def released_file(usd_path: str, **fields: Any) -> UsdFileCfg:
    """Spawn a robot from its USD file.

    Args:
        usd_path: Path below the root of the assets, such as "Isaac/IsaacLab/Robots/...".
        **fields: Fields of the config.
    """
    return UsdFileCfg(usd_path=f"{assets_root()}/{usd_path}", **fields)


def released_or_urdf(usd_path: str, asset_path: Callable[[], str], fix_base: bool, **fields: Any) -> Any:
    """Spawn a robot from its USD file where that is on this machine, or else from a URDF with its joints.

    Args:
        usd_path: Path below the root of the assets.
        asset_path: Makes the path of the URDF.
        fix_base: Whether its base is fixed to the world.
        **fields: Fields of the configs; ``keep_links`` is for the URDF.
    """
    keep_links = fields.pop("keep_links", None)
    usd = released_file(usd_path, **fields)
    if os.path.isfile(usd.usd_path):
        return usd
    merge = not fix_base
    fields = {"variants": {}, "usd_path": usd.usd_path, "stands_for": usd.usd_path, **fields}  # which programs read
    return UrdfFileCfg(
        asset_path=asset_path(), fix_base=fix_base, merge_fixed_joints=merge, keep_links=keep_links, **fields
    )


def released_or_mjcf(usd_path: str, asset_path: Callable[[], str], fix_base: bool = False, **fields: Any) -> Any:
    """Spawn a robot from its USD file where that is on this machine, or else from an MJCF.

    Args:
        usd_path: Path below the root of the assets.
        asset_path: Makes the path of the MJCF.
        fix_base: Whether its base is fixed to the world.
        **fields: Fields of the configs.
    """
    usd = released_file(usd_path, **fields)
    if os.path.isfile(usd.usd_path):
        return usd
    fields = {"variants": {}, "usd_path": usd.usd_path, "stands_for": usd.usd_path, **fields}
    return MjcfFileCfg(asset_path=asset_path(), fix_base=fix_base, **fields)


def released_or_usd(usd_path: str, local_path: Callable[[], str], **fields: Any) -> UsdFileCfg:
    """Spawn a robot from its USD file where that is on this machine, or else from another one.

    Args:
        usd_path: Path below the root of the assets.
        local_path: Makes the path of the other file.
        **fields: Fields of the config.
    """
    usd = released_file(usd_path, **fields)
    return usd if os.path.isfile(usd.usd_path) else UsdFileCfg(usd_path=local_path(), **fields)


def legged(self_collisions: bool) -> dict[str, Any]:
    """Properties that the release gives all its walking robots."""
    return {
        "activate_contact_sensors": True,
        "rigid_props": PhysxRigidBodyCfg(
            disable_gravity=False,
            retain_accelerations=False,
            linear_damping=0.0,
            angular_damping=0.0,
            max_linear_velocity=1000.0,
            max_angular_velocity=1000.0,
            max_depenetration_velocity=1.0,
        ),
        "articulation_props": [PhysxArticulationCfg(enabled_self_collisions=self_collisions)],
    }
