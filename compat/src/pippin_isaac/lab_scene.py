"""Helpers of ``isaaclab.cloner``: places of environments, and copies of prims.

Scenes need neither: :class:`pippin.scene.InteractiveScene` says which environments there are, and physics makes them.
Environments that a program makes by hand are prims, all in one environment of the engine, whose instances they are.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import warp as wp
from pxr import Gf, Sdf, Usd, UsdGeom, Vt

from pippin.scene import InteractiveScene
from pippin.scene.terrains.grid import grid_origins
from pippin.sensors import RayCasterCfg, SensorBaseCfg
from pippin.sim import SimulationContext, get_current_stage
from pippin.sim.environments import EnvironmentPlan
from pippin.sim.markers import VisualizationMarkersCfg
from pippin.sim.xforms import place_templates

from .lab_clone_plan import (
    ENV_TEMPLATE,
    CloneCfg,
    ClonePlan,
    PrototypeWorldTopology,
    expand_env_regex_ns,
    make_clone_plan,
    num_spawn_variants,
    path,
    sequential,
)

__all__ = [
    "ReplicateSession",
    "UsdReplicateContext",
    "clone_plan_from_env_0",
    "disabled_fabric_change_notifies",
    "grid_transforms",
    "replicate",
    "usd_replicate",
    "query",
]


def grid_transforms(N: int, spacing: float = 1.0, up_axis: str = "z") -> tuple[np.ndarray, np.ndarray]:
    """Poses of environments in a square grid around the origin.

    Args:
        N: Number of environments.
        spacing: Distance of neighbours [m].
        up_axis: Axis that the grid is perpendicular to: "x", "y" or "z".

    Returns:
        Positions [m], shape (N, 3), and quaternions (x, y, z, w), all identity, shape (N, 4); float32.

    Raises:
        ValueError: There is no such axis, there are no environments, or the spacing is negative or not finite.
    """
    orders = {"x": [2, 0, 1], "y": [0, 2, 1], "z": [0, 1, 2]}
    if up_axis.lower() not in orders:
        raise ValueError(f"up_axis is {up_axis!r}; expected 'x', 'y' or 'z'.")
    quaternions = np.tile(np.array([0.0, 0.0, 0.0, 1.0], dtype=np.float32), (N, 1))
    return grid_origins(N, spacing)[:, orders[up_axis.lower()]], quaternions


def usd_replicate(
    stage: Usd.Stage,
    sources: Sequence[str],
    destinations: Sequence[str],
    env_ids: np.ndarray,
    mask: np.ndarray | None = None,
    positions: np.ndarray | None = None,
    quaternions: np.ndarray | None = None,
) -> None:
    """Copy prims to places in environments.

    Args:
        stage: Stage; its root layer is read and written.
        sources: Paths of prims, one for each destination.
        destinations: Paths with "{}" for the number of the environment.
        env_ids: Numbers of environments, shape (num_envs,).
        mask: Which environments get a copy, bool, shape (num_envs,) or (num_sources, num_envs). None: all.
        positions: Positions of environments in their parent's frame [m], shape (num_envs, 3): for destinations that
            end with "{}", the environments themselves. None leaves the source's.
        quaternions: Orientations of environments (x, y, z, w), shape (num_envs, 4), like the positions.
    """
    layer = stage.GetRootLayer()
    chosen = np.broadcast_to(True if mask is None else np.asarray(mask, dtype=bool), (len(sources), len(env_ids)))
    with Sdf.ChangeBlock():
        # What a destination holds already would be lost if what is around it came later.
        for row in sorted(range(len(sources)), key=lambda row: destinations[row].count("/")):
            for column in np.flatnonzero(chosen[row]):
                place = Sdf.Path(destinations[row].format(int(env_ids[column])))
                _copy(layer, Sdf.Path(sources[row]), place)
                if destinations[row].rstrip("/").endswith("{}"):
                    position = None if positions is None else positions[column]
                    quaternion = None if quaternions is None else quaternions[column]
                    _place(layer.GetPrimAtPath(place), position, quaternion)


def _copy(layer: Sdf.Layer, source: Sdf.Path, path: Sdf.Path) -> None:
    """Copy a prim within a layer, and define those that it is in."""
    Sdf.CreatePrimInLayer(layer, path)
    for ancestor in path.GetPrefixes()[:-1]:
        spec = layer.GetPrimAtPath(ancestor)
        if spec.specifier == Sdf.SpecifierOver:
            spec.specifier = Sdf.SpecifierDef
    if source != path:
        Sdf.CopySpec(layer, source, layer, path)


def _place(spec: Sdf.PrimSpec, position: np.ndarray | None, quaternion: np.ndarray | None) -> None:
    """Write a pose into a prim, if there is one, in place of its own."""
    operations = []
    if position is not None:
        operations.append("xformOp:translate")
        _set(spec, operations[-1], Sdf.ValueTypeNames.Double3, Gf.Vec3d(*map(float, position)))
    if quaternion is not None:
        x, y, z, w = map(float, quaternion)
        operations.append("xformOp:orient")
        _set(spec, operations[-1], Sdf.ValueTypeNames.Quatd, Gf.Quatd(w, x, y, z))
    if operations:
        _set(spec, UsdGeom.Tokens.xformOpOrder, Sdf.ValueTypeNames.TokenArray, Vt.TokenArray(operations))


def _set(spec: Sdf.PrimSpec, name: str, kind: Sdf.ValueTypeName, value: object) -> None:
    attribute = spec.attributes.get(name) or Sdf.AttributeSpec(spec, name, kind)
    attribute.default = value


class query:
    """Functions that say in which environments prototypes are. It is not made, but used like a module.

    Each takes prototypes and gives the numbers of environments (int32, -1 for the shared world) one prototype after
    another, and where they begin: entry ``[q, w + 1]`` of the second array, of shape (num_queries, num_worlds + 2) and
    int64, is where those of prototype q in environment w begin. With arrays of Warp the results go to ``out``, and
    nothing is written to the first if it is too short.
    """

    @staticmethod
    def get_asset_prototype_world_index(
        topology: PrototypeWorldTopology, asset_prototype: Any, *, out: Any = None
    ) -> Any:
        """Environments of asset prototypes; one that has an asset twice is there twice."""
        return _answer(topology, asset_prototype, out, "members")

    @staticmethod
    def get_asset_prototype_unique_world_index(
        topology: PrototypeWorldTopology, asset_prototype: Any, *, out: Any = None
    ) -> Any:
        """Environments of asset prototypes, each once."""
        return _answer(topology, asset_prototype, out, "worlds")

    @staticmethod
    def get_world_prototype_world_index(
        topology: PrototypeWorldTopology, world_prototype: Any, *, out: Any = None
    ) -> Any:
        """Environments of world prototypes; -1 is the shared world."""
        return _answer(topology, world_prototype, out, "prototypes")


def _answer(topology: PrototypeWorldTopology, prototypes: Any, out: Any, kind: str) -> Any:
    """Answer a query on the host.

    Raises:
        TypeError: Prototypes are no integers, or arrays of Warp and NumPy are mixed.
        ValueError: There are arrays of Warp, and none for the results.
    """
    is_warp = isinstance(topology.world_prototypes, wp.array)
    if isinstance(prototypes, wp.array) != is_warp:
        raise TypeError("Topology and prototypes should both be arrays of Warp, or neither: queries do not transfer.")
    if is_warp and out is None:
        raise ValueError("Queries with arrays of Warp need out=(world_indices, world_starts).")
    asked = np.atleast_1d(prototypes.numpy() if is_warp else prototypes)
    if asked.ndim != 1 or not np.issubdtype(asked.dtype, np.integer):
        raise TypeError("Prototypes should be integer IDs: paths are found with cloner.path.")
    counts = _counts(topology, asked, kind)
    starts = np.zeros((len(asked), counts.shape[1] + 1), dtype=np.int64)
    starts[:, 1:] = np.cumsum(counts).reshape(counts.shape)
    starts[1:, 0] = starts[:-1, -1]
    worlds = np.tile(np.arange(-1, counts.shape[1] - 1, dtype=np.int32), len(asked))
    indices = np.repeat(worlds, counts.ravel())
    if out is None:
        return indices, starts
    if is_warp:
        out[1].assign(starts)
        if 0 < len(indices) <= len(out[0]):
            wp.copy(out[0], wp.array(indices, dtype=wp.int32, device=out[0].device), count=len(indices))
    else:
        out[1][:] = starts
        if len(indices) <= len(out[0]):
            out[0][: len(indices)] = indices
    return out


def _counts(topology: PrototypeWorldTopology, asked: np.ndarray, kind: str) -> np.ndarray:
    """How often each prototype is in the shared world and in each environment, shape (num_queries, num_worlds + 1)."""
    members, starts, layout = (
        array.numpy() if isinstance(array, wp.array) else array
        for array in (topology.world_prototypes, topology.world_prototype_starts, topology.world_prototype_layout)
    )
    layout = np.concatenate(([-1], layout))
    if kind == "prototypes":
        return (asked[:, None] == layout).astype(np.int64)
    so_far = np.zeros((len(asked), len(members) + 1), dtype=np.int64)
    so_far[:, 1:] = np.cumsum(asked[:, None] == members, axis=1)
    counts = np.diff(so_far[:, starts], axis=1)[:, layout + 1]
    return np.minimum(counts, 1) if kind == "worlds" else counts


_PLAN = "_clone_plan"
"""Attribute of the simulation that holds its plan, and what environments it was made for."""


def clone_plan_from_env_0(
    clone_cfg: CloneCfg,
    asset_cfgs: Iterable[Any],
    num_envs: int,
    env_spacing: float,
    *,
    positions: np.ndarray | None = None,
) -> ClonePlan:
    """Say that all environments are to be copies of the first one, which ``get_clone_plan()`` of the simulation gives.

    Args:
        clone_cfg: Config with the template of the environments' paths.
        asset_cfgs: Configs of all assets; those outside of the template's environments are shared.
        num_envs: Number of environments.
        env_spacing: Distance of neighbours [m], where there are no positions.
        positions: Where the environments stand [m], shape (num_envs, 3).

    Raises:
        RuntimeError: There is no simulation.
        ValueError: An asset has several variants to choose from.
    """
    configs = tuple(asset_cfgs)
    if clone_cfg.clone_combinations or any(num_spawn_variants(getattr(cfg, "spawn", None)) != 1 for cfg in configs):
        raise ValueError("clone_plan_from_env_0 takes single-variant assets: use an InteractiveScene for others.")
    template = clone_cfg.clone_template
    prototypes = _Prototypes(configs, template)
    places = grid_transforms(num_envs, env_spacing)[0] if positions is None else np.asarray(positions, float)
    plan = make_clone_plan(
        configs,
        [[first for first, _, _ in prototypes.in_environments]],
        num_envs,
        shared_assets=prototypes.shared,
        env_template=template,
        positions=places,
    )
    set_clone_plan(_simulation(), plan)
    return plan


class _Prototypes:
    """Configs of assets sorted by where they are, with one for each variant of a spawner.

    Args:
        configs: Configs of assets and sensors.
        template: Path of environments, with "{}" for their number.

    Attributes:
        configs: Config of each prototype.
        in_environments: First prototype, number of variants and spawner of what each environment has of its own.
        shared: Prototypes that all environments share.
    """

    def __init__(self, configs: Iterable[Any], template: str) -> None:
        self.configs: list[Any] = []
        self.in_environments: list[tuple[int, int, Any]] = []
        self.shared: list[int] = []
        configs = tuple(configs)
        spawned = [_path_of(cfg, template) for cfg in configs if getattr(cfg, "spawn", None) is not None]
        for cfg in configs:
            spawn, first = getattr(cfg, "spawn", None), len(self.configs)
            count = num_spawn_variants(spawn)
            self.configs += [cfg if count == 1 else _variant(cfg, index) for index in range(count)]
            own = _path_of(cfg, template)
            is_part = spawn is None and any(own.startswith(f"{above}/") for above in spawned)
            if isinstance(cfg, RayCasterCfg) or is_part or (spawn is None and isinstance(cfg, SensorBaseCfg)):
                continue  # a view of what is there without it
            if path.match(own, template) is None:
                self.shared += range(first, first + count)
            else:
                self.in_environments.append((first, count, spawn))


def _path_of(cfg: Any, template: str) -> str:
    return expand_env_regex_ns(str(getattr(cfg, "prim_path", "")), template)


def _variant(cfg: Any, index: int) -> Any:
    """Config of one variant of an asset; what it holds besides stays that of the asset's."""
    made = copy.copy(cfg)
    made.spawn = copy.copy(cfg.spawn)
    if getattr(made.spawn, "assets_cfg", None) is not None:
        made.spawn.assets_cfg = [cfg.spawn.assets_cfg[index]]
    else:
        made.spawn.usd_path = cfg.spawn.usd_path[index]
    return made


class ReplicateSession:
    """Plan for environments whose first ones are made within the session, and copied to the others at its end.

    Args:
        cfgs: Configs of all assets and sensors, with ``{ENV_REGEX_NS}`` or paths in environments.
        num_clones: Number of environments.
        env_spacing: Distance of neighbours [m].
        clone_strategy: Function of weights and a number of environments that says which world prototype each is.
        world_prototypes: Asset prototypes of each world prototype; None: every choice among the assets' variants.
        weights: How often each world prototype is taken; None: equally often.
        replicate_physics: Has no meaning here: physics is made from the stage at play.
        env_template: Path of environments, with "{}" for their number.

    Attributes:
        plan: The plan within the session; None before it.
    """

    def __init__(
        self,
        cfgs: Iterable[Any],
        num_clones: int,
        env_spacing: float,
        *,
        clone_strategy: Callable[[np.ndarray, int], np.ndarray] = sequential,
        world_prototypes: Sequence[Sequence[int]] | None = None,
        weights: Sequence[float] | None = None,
        replicate_physics: bool = True,
        env_template: str = ENV_TEMPLATE,
    ) -> None:
        self._configs = tuple(cfgs)
        self._num_clones, self._env_spacing = num_clones, env_spacing
        self._world_prototypes = world_prototypes
        self._options: dict[str, Any] = {"clone_strategy": clone_strategy, "weights": weights}
        self._env_template = env_template
        self.plan: ClonePlan | None = None

    def __enter__(self) -> ReplicateSession:
        """Make the plan, and say in the configs' spawners where the first of each is to be made.

        Raises:
            RuntimeError: There is no simulation, or it has a plan.
        """
        if _simulation().get_clone_plan() is not None:
            raise RuntimeError("A ReplicateSession needs a simulation without an existing clone plan.")
        for cfg in self._configs:
            cfg.prim_path = expand_env_regex_ns(cfg.prim_path, self._env_template)
        prototypes = _Prototypes(self._configs, self._env_template)
        choices = [range(first, first + count) for first, count, _ in prototypes.in_environments]
        worlds = itertools.product(*choices) if self._world_prototypes is None else self._world_prototypes
        self.plan = make_clone_plan(
            prototypes.configs,
            list(worlds),
            self._num_clones,
            shared_assets=prototypes.shared,
            env_template=self._env_template,
            positions=grid_transforms(self._num_clones, self._env_spacing)[0],
            **self._options,
        )
        self._write_paths(self.plan)
        set_clone_plan(_simulation(), self.plan)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: object) -> None:
        """Copy what was made to all environments; forget the plan where making failed."""
        if kind is None:
            assert self.plan is not None, "__enter__ makes it"
            replicate(self.plan)
        else:
            set_clone_plan(_simulation(), None)

    def _write_paths(self, plan: ClonePlan) -> None:
        """Let spawners know where the first of each asset, or of each variant, is to be made."""
        places = iter(path.get_asset_prototype_paths(plan))
        for cfg in self._configs:
            spawn = getattr(cfg, "spawn", None)
            own = list(itertools.islice(places, num_spawn_variants(spawn)))
            if spawn is not None and hasattr(spawn, "spawn_paths"):
                spawn.spawn_paths = own
            elif spawn is not None:
                spawn.spawn_path = own[0]


class UsdReplicateContext:
    """Copies what a plan says on the stage.

    Args:
        sim: The simulation.
    """

    replicate_priority = -100
    """Place among contexts: before those that read the stage."""

    def __init__(self, sim: Any) -> None:
        self.stage = sim.stage

    def replicate(self, plan: ClonePlan, asset_prototype_ids: Sequence[int]) -> None:
        """Copy asset prototypes to the environments that have them, and place the environments.

        Args:
            plan: The plan. Where it has positions, they replace those of the environments, and nothing else of them.
            asset_prototype_ids: Asset prototypes that are copied.
        """
        sources = path.get_asset_prototype_paths(plan)
        templates, starts, worlds, world_starts = path.get_world_prototype_asset_templates(
            plan, include_world_indices=True
        )
        members = plan.topology.world_prototypes
        copies: list[tuple[str, str, np.ndarray]] = []
        for group in range(len(starts) - 1):
            targets = worlds[world_starts[group] : world_starts[group + 1]]
            chosen = [i for i in range(starts[group], starts[group + 1]) if members[i] in asset_prototype_ids]
            parents = path.get_parent_indices([templates[index] for index in chosen])
            for index, parent in zip(chosen, parents, strict=True):
                source, template = sources[members[index]], templates[index]
                above = chosen[parent] if parent >= 0 else None
                if above is not None:
                    suffix = template.removeprefix(templates[above])
                    if source == f"{sources[members[above]]}{suffix}":
                        continue  # it comes along
                if len(targets) and source is not None:
                    copies.append((source, template, targets))
        for source, template, targets in sorted(copies, key=lambda each: each[1].count("/")):
            usd_replicate(self.stage, [source], [template], targets)
        if plan.positions is not None:
            for env_id, position in enumerate(plan.positions):
                _move(self.stage, plan.env_template.format(env_id), position)


def _move(stage: Usd.Stage, env_path: str, position: np.ndarray) -> None:
    """Put an environment to a place, defining it if needed; how it is turned and scaled stays."""
    prim = stage.GetPrimAtPath(env_path)
    if not prim or not prim.IsDefined() or not prim.GetTypeName():
        prim = stage.DefinePrim(env_path, "Xform")
    xformable = UsdGeom.Xformable(prim)
    operations, resets = xformable.GetOrderedXformOps(), xformable.GetResetXformStack()
    translations = [each for each in operations if each.GetOpName() == "xformOp:translate"]
    if not translations:
        translations = [xformable.AddTranslateOp(UsdGeom.XformOp.PrecisionDouble)]
        xformable.SetXformOpOrder([*translations, *operations], resets)
    translations[0].Set(Gf.Vec3d(*map(float, position)))


def replicate(plan: ClonePlan, *, replicate_physics: bool = True) -> None:
    """Copy what the first environments of a plan hold to the others; to be called before ``reset()``.

    In the environments of an ``InteractiveScene`` the engine does so without copies on the stage: these are placed, and
    prims are copied of those assets alone whose ``cloning_contexts`` ask for it.

    Args:
        plan: The simulation's plan.
        replicate_physics: Has no meaning here: physics is made from the stage at play.

    Raises:
        RuntimeError: There is no simulation.
        ValueError: The plan is not that of the simulation, or the first environment is not on the stage.
    """
    simulation = _simulation()
    if simulation.get_clone_plan() is not plan:
        raise ValueError("replicate() takes the plan of the simulation that there is: see its get_clone_plan().")
    first = plan.env_template.format(0)
    if not get_current_stage().GetPrimAtPath(Sdf.Path(first)):
        paths = [str(cfg.prim_path) for cfg in plan.asset_cfgs]
        if paths and all(
            Sdf.Path.IsValidPathString(path) and get_current_stage().GetPrimAtPath(path) for path in paths
        ):
            return  # all assets are there, outside of environments
        raise ValueError(f"There is no prim '{first}' to copy: make the first environment before replicate().")
    assert plan.positions is not None, "plans of sessions and of clone_plan_from_env_0 have positions"
    environments = simulation.environments
    if environments is not None and plan.env_template == f"{environments.namespace}/env_{{}}":
        if len(plan.positions) != environments.num_envs:
            raise ValueError(f"The plan has {len(plan.positions)} environments, but the scene {environments.num_envs}.")
        origins = np.asarray(plan.positions, dtype=np.float32)
        simulation.environments = dataclasses.replace(environments, origins=origins)
        place_templates(get_current_stage(), simulation.environments)
        setattr(simulation, _PLAN, (plan, simulation.environments))
        asking = [i for i, cfg in enumerate(plan.asset_cfgs) if UsdReplicateContext in _contexts(cfg)]
        if asking:
            UsdReplicateContext(simulation).replicate(plan, asking)
        return
    if len(np.unique(plan.topology.world_prototype_layout)) == 1 and len(plan.topology.world_prototype_starts) == 3:
        others = np.arange(1, len(plan.positions))
        usd_replicate(get_current_stage(), [first], [plan.env_template], others, positions=plan.positions[1:])
        _move(get_current_stage(), first, plan.positions[0])
    else:
        UsdReplicateContext(simulation).replicate(plan, range(len(plan.asset_cfgs)))


def _contexts(cfg: Any) -> list[Any]:
    """Classes that the config of an asset says it is copied by."""
    given = getattr(cfg, "cloning_contexts", None) or ()
    return [UsdReplicateContext if str(each).endswith(":UsdReplicateContext") else each for each in given]


def get_clone_plan(self: SimulationContext) -> ClonePlan | None:
    """Plan of environments: that of a program, or what an ``InteractiveScene`` made; None if there is none."""
    environments = self.environments
    plan, made_for = getattr(self, _PLAN, (None, None))
    if environments is not None and environments.configs and environments is not made_for:
        plan = _plan_of_scene(environments)
        setattr(self, _PLAN, (plan, environments))
    return plan


def set_clone_plan(self: SimulationContext, plan: ClonePlan | None) -> None:
    """Publish a plan, or forget the one that there is."""
    setattr(self, _PLAN, (plan, self.environments))


def _plan_of_scene(environments: EnvironmentPlan) -> ClonePlan:
    """Which assets of a scene are in which of its environments."""
    template = f"{environments.namespace}/env_{{}}"
    configs: list[Any] = []
    for cfg in environments.configs:
        configs += [cfg, *(each for each in vars(cfg).values() if isinstance(each, VisualizationMarkersCfg))]
    prototypes = _Prototypes(configs, template)
    num_envs = environments.num_envs

    def choice_of(prototype: Any) -> np.ndarray:
        below = environments.path_below(prototype.prim_path) or ""
        return environments.choices.get(below, np.zeros(num_envs, dtype=int))

    choices = [(first, choice_of(prototypes.configs[first])) for first, _, _ in prototypes.in_environments]
    return make_clone_plan(
        prototypes.configs,
        [
            [first + int(choice[env_id]) for first, choice in choices if choice[env_id] >= 0]
            for env_id in environments.templates
        ],
        num_envs,
        shared_assets=prototypes.shared,
        clone_strategy=lambda weights, count: environments.variant_of_env,
        env_template=template,
        positions=environments.origins,
    )


SimulationContext.get_clone_plan = get_clone_plan  # type: ignore[attr-defined]
SimulationContext.set_clone_plan = set_clone_plan  # type: ignore[attr-defined]
InteractiveScene.clone_plan = property(  # type: ignore[attr-defined]
    lambda self: get_clone_plan(self.sim), doc="Plan of the simulation's environments."
)


@contextlib.contextmanager
def disabled_fabric_change_notifies(stage: Usd.Stage, *, restore: bool = True) -> Iterator[None]:
    """Do nothing: there is no copy of the stage that would follow its changes one by one.

    Args:
        stage: Stage that is about to change.
        restore: Has no meaning.
    """
    yield


def _simulation() -> Any:
    """The simulation that there is.

    Raises:
        RuntimeError: There is none.
    """
    simulation = SimulationContext.instance()
    if simulation is None:
        raise RuntimeError("There is no simulation: make a SimulationContext first.")
    return simulation
