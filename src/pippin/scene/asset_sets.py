"""Which assets of a scene are in which of its environments."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import MISSING
from typing import Any

import numpy as np

from pippin.sim.spawners import choose_assets, num_assets
from pippin.utils import configclass

MOST_CHOICES = 1_000_000
"""Choices among the assets of all spawners together that are enumerated."""


def sequential(weights: np.ndarray, num_clones: int) -> np.ndarray:
    """World prototypes of environments one after another, as many of each as its weight says.

    Args:
        weights: Weights of the world prototypes, shape (num_world_prototypes,).
        num_clones: Number of environments.
    """
    middles = (np.arange(num_clones) + 0.5) / max(num_clones, 1)
    return np.searchsorted(np.cumsum(weights) / np.sum(weights), middles, side="right")


def random(weights: np.ndarray, num_clones: int) -> np.ndarray:
    """World prototypes of environments drawn with the weights as chances; arguments of :func:`sequential`."""
    return np.random.choice(len(weights), num_clones, p=np.asarray(weights) / np.sum(weights))


@configclass
class InclusionSet:
    """Assets that may be in an environment together."""

    assets: list[str] = MISSING
    """Names of the assets in the scene's config."""

    weight: float = 1.0
    """How often this set is taken, compared with others."""


@configclass
class CloneCfg:
    """Which assets environments have."""

    clone_strategy: Callable[[np.ndarray, int], np.ndarray] = sequential
    """Function of weights and a number of environments that says which world prototype each is."""

    clone_combinations: list[InclusionSet] = []
    """Sets of assets, one of which each environment has; assets in none of them are in every environment."""

    clone_template: str = "/World/envs/env_{}"
    """Path of environments, with "{}" for their number."""

    replicate_physics: bool = True
    """Accepted for existing code: physics is always made by environment, from one description."""


def make_valid_clone_combinations(
    asset_names: Sequence[str],
    variant_counts: Sequence[int],
    clone_combinations: Sequence[InclusionSet] | None = None,
    *,
    all_asset_names: Sequence[str] | None = None,
) -> tuple[tuple[tuple[int, ...], ...], np.ndarray]:
    """World prototypes that sets of named assets make up, with every choice among the assets' variants.

    Args:
        asset_names: Names of the assets of environments.
        variant_counts: Number of variants of each; those of one asset follow those of the one before.
        clone_combinations: Sets of assets; an asset of none of them is in every world. None: one set with all.
        all_asset_names: Names that a set may hold, those of shared assets included; None: ``asset_names``.

    Returns:
        Asset prototypes of each world prototype, and the world prototypes' weights, shape (number of world
        prototypes,): that of a set is split evenly.

    Raises:
        ValueError: There is not one positive count for each asset, or a set holds a name that is not known.
    """
    if len(asset_names) != len(variant_counts) or any(count < 1 for count in variant_counts):
        raise ValueError("Each asset requires one positive variant count.")
    known = set(asset_names if all_asset_names is None else all_asset_names)
    sets = clone_combinations or [InclusionSet(assets=list(dict.fromkeys(asset_names)))]
    in_sets = {name for each in sets for name in each.assets}
    first = np.cumsum([0, *variant_counts]).tolist()
    worlds: list[tuple[int, ...]] = []
    weights: list[float] = []
    for each in sets:
        unknown = sorted(set(each.assets) - known)
        if unknown:
            raise ValueError(f"Unknown assets in clone combination: {', '.join(unknown)}; there are: {sorted(known)}.")
        made: list[tuple[int, ...]] = [()]
        for index, name in enumerate(asset_names):
            for _ in range(each.assets.count(name) if name in in_sets else 1):
                made = [(*world, variant) for world in made for variant in range(first[index], first[index + 1])]
        worlds += made
        weights += [each.weight / len(made)] * len(made)
    return tuple(worlds), np.asarray(weights, dtype=float)


def choose_worlds(clone_strategy: Callable[[np.ndarray, int], np.ndarray], weights: np.ndarray, num_worlds: int) -> Any:
    """World prototype of each environment by a strategy, shape (num_worlds,), int.

    Raises:
        ValueError: The weights are not finite, negative or all 0, or the strategy's choice does not fit.
    """
    if not np.isfinite(weights).all() or (weights < 0.0).any() or weights.sum() <= 0.0:
        raise ValueError(
            f"The weights of world prototypes are {weights.tolist()}; expected one finite, non-negative weight for "
            "each, not all 0."
        )
    layout = np.asarray(clone_strategy(weights, num_worlds))
    is_complete = layout.shape == (num_worlds,) and np.issubdtype(layout.dtype, np.integer)
    if not is_complete or (layout < 0).any() or (layout >= len(weights)).any():
        raise ValueError("clone_strategy should give one world prototype for each environment.")
    return layout


def choose_for_environments(
    spawned: Sequence[tuple[str, Any]],
    known: Sequence[str],
    num_envs: int,
    clone_cfg: CloneCfg,
    variants_by_strategy: bool,
) -> list[np.ndarray]:
    """Which of its spawner's assets each environment has of each thing that is spawned in environments.

    Args:
        spawned: Name and spawner of each thing. Objects of a collection have the collection's name.
        known: Names of all that the scene has.
        num_envs: Number of environments.
        clone_cfg: Sets of assets, and the strategy.
        variants_by_strategy: Whether the strategy chooses among the assets of a spawner, too; otherwise the spawner.

    Returns:
        For each thing the number of its asset in each environment, -1 where the environment has none of them, shape
        (num_envs,), int.

    Raises:
        NotImplementedError: A set holds an asset twice.
        ValueError: A set holds an unknown asset, spawners have too many choices together, or the weights or the
            strategy's choice do not fit.
    """
    twice = {n for each in clone_cfg.clone_combinations for n in each.assets if each.assets.count(n) > 1}
    if twice:
        raise NotImplementedError(
            f"clone_combinations hold {', '.join(sorted(twice))} twice in one set: give the scene a second asset "
            "with a prim_path of its own."
        )
    names, spawners = [name for name, _ in spawned], [spawner for _, spawner in spawned]
    counts = [num_assets(spawner) if variants_by_strategy else 1 for spawner in spawners]
    if math.prod(counts) > MOST_CHOICES:
        raise ValueError(
            f"The spawners of {', '.join(dict.fromkeys(names))} have {math.prod(counts):,} choices together; expected "
            f"{MOST_CHOICES:,} at most, of which clone_strategy takes one for each environment."
        )
    worlds, weights = make_valid_clone_combinations(names, counts, clone_cfg.clone_combinations, all_asset_names=known)
    layout = choose_worlds(clone_cfg.clone_strategy, weights, num_envs)
    choices, first = [], 0
    for spawner, count in zip(spawners, counts, strict=True):
        own = [next((each - first for each in world if 0 <= each - first < count), -1) for world in worlds]
        chosen = np.array(own, dtype=np.int64)[layout]
        choices.append(chosen if variants_by_strategy else np.where(chosen < 0, -1, choose_assets(spawner, num_envs)))
        first += count
    return choices
