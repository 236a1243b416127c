"""Plans of ``isaaclab.cloner``: which assets are in which environments, by numbers and by paths.

An *asset prototype* is one config of an asset; a *world prototype* is a list of asset prototypes, and each environment
("world") is one of the world prototypes. What all environments share is in world -1. Scenes here do without such plans:
they are for programs that make and ask them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import warp as wp

from pippin.assets import AssetBaseCfg
from pippin.scene import InteractiveSceneCfg
from pippin.scene.asset_sets import (
    CloneCfg,
    InclusionSet,
    choose_worlds,
    make_valid_clone_combinations,
    random,
    sequential,
)

__all__ = [
    "CloneCfg",
    "ClonePlan",
    "InclusionSet",
    "PrototypeWorldTopology",
    "TemplateMatch",
    "add",
    "expand_env_regex_ns",
    "make_clone_plan",
    "make_valid_clone_combinations",
    "num_spawn_variants",
    "path",
    "random",
    "sequential",
    "to_warp",
]

ENV_TEMPLATE = "/World/envs/env_{}"
"""Path of environments, with "{}" for their number."""


@dataclass(frozen=True, eq=False)
class PrototypeWorldTopology:
    """Which asset prototypes are in which worlds, as arrays of NumPy or Warp."""

    num_asset_prototypes: int
    """Number of asset prototypes, those of no world included."""
    world_prototypes: np.ndarray | wp.array
    """Asset prototypes of the shared world, then of each world prototype, shape (num_members,), int32."""
    world_prototype_starts: np.ndarray | wp.array
    """Where each begins in :attr:`world_prototypes`, and their end, shape (num_world_prototypes + 2,); int64."""
    world_prototype_layout: np.ndarray | wp.array
    """World prototype of each environment, shape (num_worlds,), int32."""


@dataclass(frozen=True, eq=False)
class ClonePlan:
    """Which assets are in which environments, and where these stand."""

    topology: PrototypeWorldTopology
    asset_cfgs: tuple[Any, ...]
    """Config of each asset prototype."""
    env_template: str = ENV_TEMPLATE
    """Path of environments, with "{}" for their number."""
    positions: np.ndarray | None = None
    """Where the environments stand [m], shape (num_worlds, 3); None leaves it open."""


def add(this: CloneCfg, other: InclusionSet) -> CloneCfg:
    """Add a set of assets to those of a config, and return the config."""
    this.clone_combinations = [*this.clone_combinations, other]
    return this


def add_scene(
    target: InteractiveSceneCfg, source: InteractiveSceneCfg, *, asset_skip: Callable[[Any], bool] | None = None
) -> InteractiveSceneCfg:
    """Add the assets of a scene's config to another one, as what other environments have in place of its own.

    Args:
        target: Config that is added to: it keeps its spawned assets of environments, nothing else.
        source: Config with the others. An asset that both have alike is there once.
        asset_skip: Says of an asset whether it is left out.

    Returns:
        ``target``.

    Raises:
        ValueError: One of them has no such asset, or one at another place than "{ENV_REGEX_NS}/Name".
    """
    own, others = _assets_of(target, asset_skip), _assets_of(source, asset_skip)
    if not own or not others:
        raise ValueError("A scene that is to be added to another one needs an asset that is spawned in environments.")
    for name in set(vars(target)) - set(vars(InteractiveSceneCfg())) - set(own):
        setattr(target, name, None)
    if not target.clone_cfg.clone_combinations:
        add(target.clone_cfg, InclusionSet(assets=list(own)))
    names, free = [], dict(own)
    for name, cfg in others.items():
        same = next((known for known, mine in free.items() if mine == cfg), None)
        if same is None:
            taken = {mine.prim_path for mine in _assets_of(target, None).values()}
            same, path = _unused(name, vars(target)), _unused(cfg.prim_path, taken)
            setattr(target, same, cfg if path == cfg.prim_path else cfg.replace(prim_path=path))
        free.pop(same, None)
        names.append(same)
    add(target.clone_cfg, InclusionSet(assets=names))
    return target


def _assets_of(scene: InteractiveSceneCfg, is_left_out: Callable[[Any], bool] | None) -> dict[str, Any]:
    """Configs of the assets that a scene spawns in its environments."""
    found = {name: cfg for name, cfg in vars(scene).items() if isinstance(cfg, AssetBaseCfg) and cfg.spawn is not None}
    found = {name: cfg for name, cfg in found.items() if is_left_out is None or not is_left_out(cfg)}
    for name, cfg in found.items():
        if not re.fullmatch(r"\{ENV_REGEX_NS\}/\w+", cfg.prim_path):
            raise ValueError(
                f"The asset '{name}' of a scene that is added to another one lies at '{cfg.prim_path}'; expected "
                "'{ENV_REGEX_NS}/Name', or an asset_skip that leaves it out."
            )
    return found


def _unused(name: str, taken: Collection[str]) -> str:
    """A name, with a number behind it if it is taken."""
    names = (name, *(f"{name}_{number}" for number in range(1, len(taken) + 1)))
    return next(each for each in names if each not in taken)


def expand_env_regex_ns(path_expr: str, env_template: str = ENV_TEMPLATE) -> str:
    """Put an expression for all environments in the place of ``{ENV_REGEX_NS}``."""
    return path_expr.replace("{ENV_REGEX_NS}", env_template.format("[^/]+"))


def num_spawn_variants(spawn_cfg: Any) -> int:
    """How many different assets a spawner makes."""
    assets, files = getattr(spawn_cfg, "assets_cfg", None), getattr(spawn_cfg, "usd_path", None)
    variants = assets if assets is not None else files
    return len(variants) if isinstance(variants, (list, tuple)) else 1


# -- plans -------------------------------------------------------------------------------------------------------------


def make_clone_plan(
    asset_cfgs: Sequence[Any],
    world_prototypes: Sequence[Sequence[int]],
    num_worlds: int,
    *,
    weights: Sequence[float] | None = None,
    shared_assets: Sequence[int] = (),
    clone_strategy: Callable[[np.ndarray, int], np.ndarray] = sequential,
    env_template: str = ENV_TEMPLATE,
    positions: np.ndarray | None = None,
) -> ClonePlan:
    """Say which assets are in which environments.

    Args:
        asset_cfgs: Configs of the asset prototypes.
        world_prototypes: Asset prototypes of each world prototype, by their place in ``asset_cfgs``.
        num_worlds: Number of environments.
        weights: How often each world prototype is taken; None: equally often.
        shared_assets: Asset prototypes that all environments share.
        clone_strategy: Function of weights and a number of environments that chooses.
        env_template: Path of environments, with "{}" for their number.
        positions: Where the environments stand [m], shape (num_worlds, 3).

    Raises:
        ValueError: There is no world prototype, a member is no asset prototype, or weights or choices do not fit.
    """
    worlds = [list(shared_assets), *map(list, world_prototypes)]
    if len(worlds) == 1:
        raise ValueError("There is no world prototype: expected at least one, () for an empty world.")
    members = [member for world in worlds for member in world]
    if any(not isinstance(member, (int, np.integer)) or not 0 <= member < len(asset_cfgs) for member in members):
        raise ValueError(f"Members of worlds should be integer indices into asset_cfgs, below {len(asset_cfgs)}.")
    chances = np.ones(len(worlds) - 1) if weights is None else np.asarray(weights, dtype=float)
    if chances.shape != (len(worlds) - 1,) or num_worlds < 0:
        raise ValueError(f"There should be one weight for each of {len(worlds) - 1} prototypes, and num_worlds >= 0.")
    layout = choose_worlds(clone_strategy, chances, num_worlds)
    topology = PrototypeWorldTopology(
        num_asset_prototypes=len(asset_cfgs),
        world_prototypes=np.array(members, dtype=np.int32),
        world_prototype_starts=np.cumsum([0, *map(len, worlds)], dtype=np.int64),
        world_prototype_layout=np.ascontiguousarray(layout, dtype=np.int32),
    )
    return ClonePlan(topology, tuple(asset_cfgs), env_template, positions)


def to_warp(topology: PrototypeWorldTopology, device: str) -> PrototypeWorldTopology:
    """Topology with arrays of Warp on a device; on the CPU they are the same memory."""

    def moved(array: Any, dtype: type) -> wp.array:
        return wp.array(array, dtype=dtype, device=device, copy=False)

    return PrototypeWorldTopology(
        topology.num_asset_prototypes,
        moved(topology.world_prototypes, wp.int32),
        moved(topology.world_prototype_starts, wp.int64),
        moved(topology.world_prototype_layout, wp.int32),
    )


# -- paths -------------------------------------------------------------------------------------------------------------


class TemplateMatch(NamedTuple):
    """What a path has in the place of "{}" of a template, and what follows the template."""

    instance: str
    suffix: str


class path:
    """Functions for the paths of a plan. It is not made, but used like a module."""

    @staticmethod
    def get_asset_prototypes(plan: ClonePlan, path_expr: str | None = None) -> np.ndarray:
        """Asset prototypes whose config's path is, or matches as a whole, an expression; None gives all; int32.

        ``{ENV_REGEX_NS}``, which configs of a program keep that its scene has copied, stands for the environments.
        """
        if path_expr is None:
            return np.arange(len(plan.asset_cfgs), dtype=np.int32)
        path_expr = expand_env_regex_ns(path_expr, plan.env_template)
        paths = [cfg.prim_path for cfg in plan.asset_cfgs]
        found = [index for index, each in enumerate(paths) if each == path_expr or re.fullmatch(path_expr, each)]
        return np.array(found, dtype=np.int32)

    @staticmethod
    def get_world_prototypes(plan: ClonePlan, path_expr: str | None = None) -> np.ndarray:
        """World prototypes, -1 for the shared one, that hold an asset of an expression; None gives all; int32."""
        starts = plan.topology.world_prototype_starts
        if path_expr is None:
            return np.arange(-1, len(starts) - 2, dtype=np.int32)
        assets = set(path.get_asset_prototypes(plan, path_expr).tolist())
        worlds = np.split(plan.topology.world_prototypes, starts[1:-1])
        return np.array([i - 1 for i, world in enumerate(worlds) if assets & set(world.tolist())], dtype=np.int32)

    @staticmethod
    def get_asset_prototype_paths(plan: ClonePlan) -> tuple[str | None, ...]:
        """Path at which each asset prototype is made first; None for one that no environment has."""
        templates, starts = path.get_world_prototype_asset_templates(plan)
        prototypes, first = np.unique(plan.topology.world_prototype_layout, return_index=True)
        world_of_group = {0: -1, **{int(group) + 1: int(world) for group, world in zip(prototypes, first, strict=True)}}
        found: dict[int, str] = {}
        for group, world in sorted(world_of_group.items()):
            for place in range(int(starts[group]), int(starts[group + 1])):
                asset = int(plan.topology.world_prototypes[place])
                own = getattr(getattr(plan.asset_cfgs[asset], "spawn", None), "spawn_path", None)
                found.setdefault(asset, templates[place].format(world) if own is None else own)
        return tuple(found.get(index) for index in range(len(plan.asset_cfgs)))

    @staticmethod
    def get_world_prototype_asset_templates(plan: ClonePlan, *, include_world_indices: bool = False) -> tuple:
        """Path of each member of each world prototype, with "{}" for the number of the environment.

        Args:
            plan: Plan.
            include_world_indices: Whether to say which environments are of which world prototype, too.

        Returns:
            Paths, one for each entry of ``topology.world_prototypes``; where world prototypes begin in them; and, if
            asked for, numbers of environments (-1 for the shared world) and where world prototypes begin in these.
        """
        topology = plan.topology
        starts = topology.world_prototype_starts
        templates: list[str] = []
        for group in range(len(starts) - 1):
            taken: list[str] = []
            for asset in topology.world_prototypes[starts[group] : starts[group + 1]]:
                taken.append(_free_name(_template_of(plan, int(asset), is_shared=group == 0), taken))
            templates += taken
        if not include_world_indices:
            return tuple(templates), starts
        order = np.argsort(topology.world_prototype_layout, kind="stable")
        counts = np.bincount(topology.world_prototype_layout, minlength=len(starts) - 2)
        world_starts = np.cumsum([0, 1, *counts], dtype=np.int64)
        return tuple(templates), starts, np.concatenate(([-1], order)).astype(np.int32), world_starts

    @staticmethod
    def get_parent_indices(paths: Sequence[str]) -> np.ndarray:
        """Which of some paths is the nearest one above each of them; -1 for none; int32."""
        plain = [each.rstrip("/") for each in paths]
        first = {each: index for index, each in reversed(list(enumerate(plain)))}

        def parent(each: str) -> int:
            while each:
                each = each.rpartition("/")[0]
                if each in first:
                    return first[each]
            return -1

        return np.array([parent(each) for each in plain], dtype=np.int32)

    @staticmethod
    def match(path_expr: str, template: str) -> TemplateMatch | None:
        """What a path or an expression has in the place of "{}", and what follows; None if it is not of the template.

        Raises:
            ValueError: The template does not hold exactly one "{}".
        """
        if template.count("{}") != 1:
            raise ValueError(f"The template '{template}' should hold exactly one '{{}}'.")
        before, after = map(re.escape, template.rstrip("/").split("{}"))
        found = re.fullmatch(rf"{before}(\[[^]]*\][*+?]?|[^/]+?){after}((?:/.*)?)", path_expr)
        return TemplateMatch(found[1], found[2]) if found else None

    @staticmethod
    def relative_to(path: str, root: str) -> str | None:
        """What follows a root in a path, beginning with a slash; empty for the root itself, None if it is not below."""
        root = root.rstrip("/")
        if path.rstrip("/") == root:
            return ""
        return path[len(root) :] if path.startswith(f"{root}/") else None

    @classmethod
    def rebase(cls, path: str, src_root: str, dst_root: str) -> str:
        """A path with one root in the place of another; the path itself if it is not below the first."""
        suffix = cls.relative_to(path, src_root)
        return path if suffix is None else dst_root.rstrip("/") + suffix or "/"


def _template_of(plan: ClonePlan, asset: int, is_shared: bool) -> str:
    declared = plan.asset_cfgs[asset].prim_path
    matched = path.match(declared, plan.env_template)
    if matched is None:
        return declared if is_shared else f"{plan.env_template}/{declared.rpartition('/')[2]}"
    template = plan.env_template + matched.suffix
    return template.format("shared") if is_shared else template


def _free_name(name: str, taken: Sequence[str]) -> str:
    """The name itself, or with the first free number at its end."""
    candidate, number = name, 0
    while candidate in taken:
        number += 1
        candidate = f"{name}_{number}"
    return candidate
