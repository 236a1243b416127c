"""Spawners of different things in different environments.

Each environment gets one of the given assets. Environments that get the same are copies of one of them, so the plan of
the environments has to follow from the choice: ``EnvironmentPlan.of_choices(origins, [choose_assets(cfg, num_envs)])``,
or the plan of a scene that says it itself (``choices``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields
from typing import Any

import numpy as np
from pxr import Usd

from pippin.utils import configclass

from ..environments import EnvironmentPlan
from ..schemas.attributes import check_fields
from ..stage import get_current_stage, get_environments
from .cfg import RigidObjectSpawnerCfg, SpawnerCfg
from .from_files import UsdFileCfg
from .placement import resolve_spawn_paths, spawn_or_leave_no_trace


def choose_assets(cfg: SpawnerCfg, num_envs: int) -> np.ndarray:
    """Which of a spawner's assets each environment gets, shape (num_envs,), int. The same at every call.

    A spawner of a single asset gives that one, 0, to all.
    """
    check_fields(cfg, ["func"])
    if not isinstance(cfg, (MultiAssetSpawnerCfg, MultiUsdFileCfg)):
        return np.zeros(num_envs, dtype=np.int64)
    count = num_assets(cfg)
    if cfg.random_choice:
        return np.random.default_rng(cfg.seed).integers(count, size=num_envs)
    return np.arange(num_envs) % count


def num_assets(cfg: SpawnerCfg) -> int:
    """Number of assets that a spawner chooses from, 1 for one of a single asset."""
    if isinstance(cfg, MultiAssetSpawnerCfg):
        return len(cfg.assets_cfg)
    return len(cfg.usd_path) if isinstance(cfg, MultiUsdFileCfg) and not isinstance(cfg.usd_path, str) else 1


def spawn_multi_asset(
    prim_path: str,
    cfg: MultiAssetSpawnerCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn one of several assets below each prim that an expression matches.

    In environments, the choice is that of :func:`choose_assets`; elsewhere, the prims are counted as they are found.
    The arguments are those of :func:`pippin.sim.spawn`. Where the last segment of the path ends with ``.*``, as in
    ``/World/template/asset_.*``, all assets are spawned: ``asset_0``, ``asset_1``, ... So they are where the config
    has a path for each of them.

    Raises:
        ValueError: There are no assets, environments that should get different ones copy the same environment, or the
            config has another number of paths than of assets.
    """
    check_fields(cfg, ["assets_cfg", "spawn_paths"])
    if not cfg.assets_cfg:
        raise ValueError(f"The spawner for '{prim_path}' has no assets to choose from: name one in 'assets_cfg'.")
    if cfg.spawn_paths is not None:
        paths, choices = _given_paths(cfg.spawn_paths, len(cfg.assets_cfg))
    elif prim_path.endswith(".*"):
        each = [resolve_spawn_paths(f"{prim_path[:-2]}{index}") for index in range(len(cfg.assets_cfg))]
        paths = [path for below_each in each for path in below_each]
        choices = [index for index, below_each in enumerate(each) for _ in below_each]
    else:
        paths = resolve_spawn_paths(prim_path)
        choices = _choices_at(paths, cfg)
    prims: list[Usd.Prim] = []
    try:
        for path, choice in zip(paths, choices, strict=True):
            asset = _with_common_properties(cfg.assets_cfg[choice], cfg)
            prims.append(spawn_or_leave_no_trace(asset.func, path, asset, translation, orientation))
    except Exception:
        for prim in prims:
            get_current_stage().RemovePrim(prim.GetPath())
        raise
    return prims[0]


@configclass
class MultiAssetSpawnerCfg(RigidObjectSpawnerCfg):
    """One of several assets in each environment. Properties that are given here replace those of the assets."""

    func: Callable[..., Usd.Prim] = spawn_multi_asset

    assets_cfg: list[SpawnerCfg] = MISSING
    """Assets to choose from."""

    spawn_paths: list[str | None] | None = None
    """Path of each asset, all of which are spawned then, but for those with None; None spawns one of them."""

    random_choice: bool = True
    """Whether the choice is random; False takes the assets in turn."""

    seed: int = 0
    """Seed of the random choice."""


def spawn_multi_usd_file(
    prim_path: str,
    cfg: MultiUsdFileCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn one of several USD files below each prim that an expression matches, as :func:`spawn_multi_asset` does."""
    check_fields(cfg, ["usd_path", "visible"])
    shared = {
        field.name: getattr(cfg, field.name) for field in fields(UsdFileCfg) if field.name not in ("func", "usd_path")
    }
    files = [cfg.usd_path] if isinstance(cfg.usd_path, str) else cfg.usd_path
    assets: list[SpawnerCfg] = [UsdFileCfg(usd_path=file, **shared) for file in files]
    wrapper = MultiAssetSpawnerCfg(
        assets_cfg=assets, random_choice=cfg.random_choice, seed=cfg.seed, spawn_paths=cfg.spawn_paths
    )
    return spawn_multi_asset(prim_path, wrapper, translation, orientation)


@configclass
class MultiUsdFileCfg(UsdFileCfg):
    """One of several USD files in each environment, all with the same properties."""

    func: Callable[..., Usd.Prim] = spawn_multi_usd_file

    usd_path: Any = MISSING
    """Paths of the USD files, or of a single one."""

    spawn_paths: list[str | None] | None = None
    """Path of each file's prim, all of which are spawned then, but for those with None; None spawns one of them."""

    random_choice: bool = True
    """Whether the choice is random; False takes the files in turn."""

    seed: int = 0
    """Seed of the random choice."""


def _given_paths(spawn_paths: Sequence[str | None], count: int) -> tuple[list[str], list[int]]:
    """Paths that a config gives for each asset, without those that are None, and which asset each gets."""
    if len(spawn_paths) != count:
        raise ValueError(f"spawn_paths has {len(spawn_paths)} paths for {count} assets; expected one for each.")
    given = [(path, index) for index, path in enumerate(spawn_paths) if path is not None]
    return [path for path, _ in given], [index for _, index in given]


def _choices_at(paths: list[str], cfg: MultiAssetSpawnerCfg) -> list[int]:
    """Which asset each path gets."""
    plan = get_environments()
    variants = [plan.variant_of_path(path) for path in paths] if plan is not None else []
    if plan is None or None in variants:
        return choose_assets(cfg, len(paths)).tolist()
    planned = [plan.choice_at(path) for path in paths]
    if None not in planned:
        return [choice for choice in planned if choice is not None]
    choices = choose_assets(cfg, plan.num_envs)
    return [_choice_of_variant(choices, plan, variant) for variant in variants if variant is not None]


def _choice_of_variant(choices: np.ndarray, plan: EnvironmentPlan, variant: int) -> int:
    """The one asset that all environments of a variant get."""
    different = np.unique(choices[plan.env_ids_of(variant)])
    if len(different) != 1:
        raise ValueError(
            f"{len(plan.env_ids_of(variant))} environments copy '{plan.template_path(variant)}', but should get"
            f" {len(different)} different assets: make the plan with EnvironmentPlan.of_choices."
        )
    return int(different[0])


_COMMON_PROPERTIES = ("mass_props", "rigid_props", "collision_props", "semantic_tags")


def _with_common_properties(asset: SpawnerCfg, cfg: MultiAssetSpawnerCfg) -> SpawnerCfg:
    """Config of one asset with the properties that are given for all."""
    asset = asset.copy()
    for name in _COMMON_PROPERTIES:
        if getattr(cfg, name) is not None and hasattr(asset, name):
            setattr(asset, name, getattr(cfg, name))
    if cfg.activate_contact_sensors and hasattr(asset, "activate_contact_sensors"):
        asset.activate_contact_sensors = True
    asset.visible = asset.visible and cfg.visible
    return asset
