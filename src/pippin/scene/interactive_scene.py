"""The scene: assets, sensors and terrain by name, in many environments."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, replace
from typing import Any

import numpy as np
import torch

from pippin.assets import (
    Articulation,
    AssetBaseCfg,
    DeformableObject,
    RigidObject,
    RigidObjectCollection,
    RigidObjectCollectionCfg,
)
from pippin.sim import SimulationContext
from pippin.sim.environments import ENV_NAMESPACE, ENV_REGEX_NS, EnvironmentPlan
from pippin.sim.markers import VisualizationMarkers
from pippin.sim.own_environments import copy_first_environment
from pippin.sim.prims import define_prim, is_prim_path_valid
from pippin.sim.spawners.placement import duplicate_prim
from pippin.sim.xforms import place_templates
from pippin.utils import configclass
from pippin.utils.checks import check_seconds, check_texts
from pippin.utils.configclass import settings_without_effect

from .asset_sets import CloneCfg, choose_for_environments
from .asset_state import Asset, AssetState, read_state, require_state, write_state
from .static_asset import StaticAsset
from .terrains import TerrainImporter, TerrainImporterCfg
from .terrains.grid import grid_origins, narrow_row
from .visual_material import VisualMaterial, VisualMaterialCfg

logger = logging.getLogger("pippin")

EnvIds = Sequence[int] | torch.Tensor | None


class InteractiveScene:
    """Assets, sensors and terrain of a config, by name, in ``num_envs`` environments that stand in a grid.

    The stage holds the prims of the first environment (and of one more for each environment that differs from those
    before it); the engine simulates all of them. Environments never collide with each other, and all collide with what
    lies outside the environments' namespace.

    Args:
        cfg: Config of the scene. It is copied.

    Raises:
        RuntimeError: There is no simulation context, or it is playing.
        ValueError: The config is incomplete, or an entity's prim path is wrong.
    """

    def __init__(self, cfg: InteractiveSceneCfg) -> None:
        cfg.validate()
        simulation = SimulationContext.instance()
        if simulation is None:
            raise RuntimeError("There is no simulation for the 'InteractiveScene': make a SimulationContext first.")
        if not cfg.filter_collisions:
            logger.warning("filter_collisions=False has no effect: environments never collide with each other.")
        self.cfg = cfg.copy()
        self.sim = simulation
        self._articulations: dict[str, Articulation] = {}
        self._rigid_objects: dict[str, RigidObject] = {}
        self._rigid_object_collections: dict[str, RigidObjectCollection] = {}
        self._deformable_objects: dict[str, DeformableObject] = {}
        self._sensors: dict[str, Any] = {}
        self._extras: dict[str, StaticAsset | VisualizationMarkers] = {}
        self._visual_materials: dict[str, VisualMaterial] = {}
        self._terrain: TerrainImporter | None = None
        self._env_ids: dict[str, torch.Tensor] = {}
        row = narrow_row(self.cfg.num_envs) if simulation.cfg.narrow_grid else None
        self._default_origins = torch.as_tensor(
            grid_origins(self.cfg.num_envs, self.cfg.env_spacing, row), device=self.device
        )
        self._plan_environments()
        self._planned = self.sim.environments
        self._add_entities()

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def num_envs(self) -> int:
        """Number of environments."""
        return self.cfg.num_envs

    @property
    def device(self) -> str:
        """Device of the arrays."""
        return self.sim.device

    @property
    def physics_dt(self) -> float:
        """Length of a physics step [s]."""
        return self.sim.get_physics_dt()

    @property
    def stage(self) -> Any:  # Usd.Stage
        """The USD stage."""
        return self.sim.stage

    @property
    def env_ns(self) -> str:
        """Prim that holds the environments."""
        return ENV_NAMESPACE

    @property
    def env_regex_ns(self) -> str:
        """Expression that matches the prim of every environment."""
        return ENV_REGEX_NS

    @property
    def env_prim_paths(self) -> list[str]:
        """Prim paths of all environments, whether their prims are on the stage or not."""
        return [f"{ENV_NAMESPACE}/env_{env_id}" for env_id in range(self.num_envs)]

    @property
    def env_origins(self) -> torch.Tensor:
        """Positions of the environments in the world [m], shape (num_envs, 3), float32.

        They are the terrain's, if there is one that has them, or else those of the grid.
        """
        if self._terrain is not None and hasattr(self._terrain, "env_origins"):
            return self._terrain.env_origins
        plan = self.sim.environments
        if plan is not None and plan is not self._planned:  # a program placed them otherwise
            self._planned = plan
            self._default_origins = torch.as_tensor(plan.origins, device=self.device)
        return self._default_origins

    @property
    def _ALL_INDICES(self) -> torch.Tensor:  # noqa: N802  programs for Isaac Lab reach for it, private as it is
        """All environments, shape (num_envs,), int64."""
        return torch.arange(self.num_envs, device=self.device)

    @property
    def terrain(self) -> TerrainImporter | None:
        """The terrain, or None where the config has none; the last of several, on whose origins environments are."""
        return self._terrain

    @property
    def articulations(self) -> dict[str, Articulation]:
        """Articulations by name; ones that are made by hand may be added."""
        return self._articulations

    @property
    def rigid_objects(self) -> dict[str, RigidObject]:
        """Rigid objects by name; ones that are made by hand may be added."""
        return self._rigid_objects

    @property
    def rigid_object_collections(self) -> dict[str, RigidObjectCollection]:
        """Collections of rigid objects by name; ones that are made by hand may be added."""
        return self._rigid_object_collections

    @property
    def deformable_objects(self) -> dict[str, DeformableObject]:
        """Deformable objects by name."""
        return self._deformable_objects

    @property
    def sensors(self) -> dict[str, Any]:
        """Sensors by name; ones that are made by hand may be added."""
        return self._sensors

    @property
    def extras(self) -> dict[str, StaticAsset | VisualizationMarkers]:
        """What is only spawned (lights, visual props), by name: lists of prim paths; and markers."""
        return self._extras

    @property
    def visual_materials(self) -> dict[str, VisualMaterial]:
        """Materials whose looks may change, by name."""
        return self._visual_materials

    @property
    def physics_scene_path(self) -> str:
        """Path of the prim that holds the settings of the physics."""
        return self.sim.cfg.physics_prim_path

    @property
    def state(self) -> dict[str, dict[str, AssetState]]:
        """State of all assets in the world, copied: :meth:`get_state` without arguments."""
        return self.get_state(is_relative=False)

    def env_ids_of(self, name: str) -> torch.Tensor:
        """Environments that have an entity, in the order of its rows, shape (num_rows,), int64.

        They are all, unless the scene's ``clone_cfg`` gives environments different sets of assets. Methods of an asset
        that take ``env_ids`` mean its rows.

        Raises:
            KeyError: There is no such entity.
        """
        self[name]
        return self._env_ids.get(name, self._ALL_INDICES)

    @property
    def partial_entities(self) -> list[str]:
        """Names of the assets and sensors that not all environments have; what is only spawned has no rows."""
        return [name for name in self._env_ids if name not in self._extras and name not in self._visual_materials]

    def keys(self) -> list[str]:
        """Names of all entities."""
        terrain = ["terrain"] if self._terrain is not None else []
        return terrain + [name for family in self._families() for name in family]

    def __getitem__(self, key: str) -> Any:
        """Entity of that name.

        Raises:
            KeyError: There is none.
        """
        if key == "terrain" and self._terrain is not None:
            return self._terrain
        for family in self._families():
            if key in family:
                return family[key]
        raise KeyError(f"The scene has no entity '{key}'; it has: {', '.join(self.keys()) or 'none'}.")

    def __str__(self) -> str:
        """Number of environments and names of the entities."""
        return (
            f"InteractiveScene with {self.num_envs} environments, {self.cfg.env_spacing} m apart: "
            f"{', '.join(self.keys()) or 'empty'}"
        )

    # -- simulation ----------------------------------------------------------------------------------------------------

    def reset(self, env_ids: EnvIds = None, env_mask: torch.Tensor | None = None) -> None:
        """Reset the internal state of assets and sensors (actuators, wrenches, histories) of environments.

        Args:
            env_ids: Environments; None for all.
            env_mask: Mask of the environments, shape (num_envs,), which goes before ``env_ids``.
        """
        for name, entity in self._entities():
            if env_mask is not None:
                entity.reset(env_mask=env_mask[self._env_ids[name]] if name in self._env_ids else env_mask)
            elif env_ids is None or name not in self._env_ids:
                entity.reset(env_ids)
            else:
                entity.reset(self._rows(name, self._checked_environments(env_ids))[0])

    def write_data_to_sim(self) -> None:
        """Hand the assets' targets and wrenches to the engine."""
        for asset in self._assets():
            asset.write_data_to_sim()

    def update(self, dt: float) -> None:
        """Let assets and sensors know that time has passed.

        Args:
            dt: Time since the last update [s].

        Raises:
            TypeError: It is no number.
            ValueError: It is negative or not finite. Nothing was updated then.
        """
        check_seconds("dt", dt)
        for asset in self._assets():
            asset.update(dt)
        for sensor in self._sensors.values():
            sensor.update(dt, force_recompute=not self.cfg.lazy_sensor_update)

    def get_state(self, is_relative: bool = False) -> dict[str, dict[str, AssetState]]:
        """State of all assets, copied: what :meth:`reset_to` takes.

        Args:
            is_relative: Whether positions are relative to the environments' origins; otherwise in the world.

        Returns:
            By family ("articulation", "rigid_object", "rigid_object_collection", "deformable_object"), name and
            quantity: "root_pose" (num_envs, 7) (position [m], quaternion x y z w) and "root_velocity" (num_envs, 6)
            (linear [m/s] of the centre of mass, angular [rad/s]); for articulations "joint_position" and
            "joint_velocity" (num_envs, num_joints) besides; for collections "body_pose" and "body_velocity" instead,
            with their objects as second dimension; for deformable objects "nodal_position" [m] and "nodal_velocity"
            [m/s] instead (num_envs, num_nodes, 3).
        """

        def origins_of(name: str) -> torch.Tensor | None:
            return self.env_origins[self.env_ids_of(name)] if is_relative else None

        return {
            family: {name: read_state(asset, origins_of(name)) for name, asset in assets.items()}
            for family, assets in self._asset_families().items()
        }

    def reset_to(
        self,
        state: dict[str, dict[str, AssetState]],
        env_ids: EnvIds = None,
        is_relative: bool = False,
    ) -> None:
        """Put assets into a state, and set joint targets to it so that they stay there.

        Args:
            state: State of some or all assets, as :meth:`get_state` returns it, with one row for each of ``env_ids``
                that has the asset.
            env_ids: Environments; None for all.
            is_relative: Whether positions are relative to the environments' origins; otherwise in the world.

        Raises:
            KeyError: The state names an asset that the scene does not have, or lacks a quantity.
            IndexError: There is no such environment.
            TypeError: A quantity is no array, or of other elements.
            ValueError: A quantity has another shape or is on another device, or (on a CPU) holds NaN or no rotation.
                Like after the errors above, nothing was written then.
        """
        ids = self._checked_environments(env_ids)
        families = self._asset_families()
        chosen = []
        for family, states in _checked_dict("state", state).items():
            assets = families.get(family, {})
            for name, values in _checked_dict(f"state of '{family}'", states).items():
                if name not in assets:
                    raise KeyError(f"The scene has no {family} '{name}'; it has: {', '.join(assets) or 'none'}.")
                rows, envs = self._rows(name, ids)
                require_state(name, assets[name], values, len(rows))
                chosen.append((assets[name], values, rows, self.env_origins[envs] if is_relative else None))
        for asset, values, rows, origins in chosen:
            write_state(asset, values, rows, origins)

    def separate_environments(self) -> None:
        """Give every environment prims of its own on the stage, so that they may be changed to differ.

        Each is then a variant of its own, whose physics is made by itself: many environments take long to start.

        Raises:
            RuntimeError: The simulation plays, or is paused: its physics is made already.
        """
        if not self.sim.is_stopped():
            raise RuntimeError(
                "'separate_environments' comes too late, since the simulation plays: call it before reset()."
            )
        plan = self.sim.environments
        assert plan is not None, "the scene made it"
        for env_id, variant in enumerate(plan.variant_of_env.tolist()):
            is_shown = bool(self.stage.GetPrimAtPath(plan.env_path(env_id)))  # as what it inherits, maybe with changes
            if env_id not in plan.templates and not is_shown:
                duplicate_prim(self.stage.GetPrimAtPath(plan.template_path(variant)), plan.env_path(env_id))
        every = np.arange(plan.num_envs)
        self._set_environments(replace(plan, variant_of_env=every, templates=tuple(every.tolist()), separated={}))

    def clone_environments(self, copy_from_source: bool = False) -> None:
        """Copy what a program has spawned in the first environment alone; otherwise each exists from the start.

        Args:
            copy_from_source: Whether what is spawned in an environment by its own path from now on is in that one
                alone, also if others copy it; by default they have what is spawned in the one that they copy, unless
                it is spawned in each of them.
        """
        copy_first_environment(independent=copy_from_source)

    def filter_collisions(self, global_prim_paths: list[str] | None = None) -> None:
        """Accepted for existing code: environments never collide with each other, and always with what is global.

        Args:
            global_prim_paths: Prims that collide with all environments.

        Raises:
            ValueError: A global prim lies inside the environments' namespace, so it would collide with its own only.
        """
        paths = [] if global_prim_paths is None else check_texts("global_prim_paths", global_prim_paths)
        inside = [path for path in paths if path.startswith(ENV_NAMESPACE + "/")]
        if inside:
            raise ValueError(f"{inside} lie inside '{ENV_NAMESPACE}': only prims outside it collide with all of them.")

    # -- building ------------------------------------------------------------------------------------------------------

    def _plan_environments(self) -> None:
        """Decide which environments are equal, and make the prim of one of each kind."""
        entities = [(name, cfg) for name, cfg in self._entity_configs() if cfg is not None]
        configs = [(name, single) for name, cfg in entities for single in _single_configs(cfg)]
        plan = EnvironmentPlan.uniform(self._default_origins.cpu().numpy())
        spawned = _spawned_in_environments(configs, plan)
        choices = choose_for_environments(
            [(name, spawner) for name, _, spawner in spawned],
            [name for name, _ in entities],
            self.num_envs,
            self.cfg.clone_cfg,
            self.sim.cfg.variants_by_strategy,
        )
        plan = replace(
            EnvironmentPlan.of_choices(plan.origins, choices),
            configs=tuple(cfg for _, cfg in configs),
            choices={path: choice for (_, path, _), choice in zip(spawned, choices, strict=True)},
            copies_are_independent=not self.cfg.replicate_physics,
        )
        _refuse_two_at_one_path([path for _, path, _ in spawned], plan)
        if not is_prim_path_valid(ENV_NAMESPACE):  # programs make it too, as an Xform
            define_prim(ENV_NAMESPACE, "Scope")
        for variant in range(len(plan.templates)):
            define_prim(plan.template_path(variant), "Xform")
        self._set_environments(plan)

    def _set_environments(self, plan: EnvironmentPlan) -> None:
        """Say which environments there are, and put those that are on the stage where they stand in the world."""
        place_templates(self.stage, plan)
        self.sim.environments = plan

    def _entity_configs(self) -> list[tuple[str, Any]]:
        """What the user's config adds to :class:`InteractiveSceneCfg`, by name, also after it was made."""
        own = {field.name for field in fields(InteractiveSceneCfg)} | settings_without_effect(self.cfg).keys()
        return [(name, cfg) for name, cfg in vars(self.cfg).items() if name not in own and not name.startswith("_")]

    def _add_entities(self) -> None:
        entities = [(name, cfg) for name, cfg in self._entity_configs() if cfg is not None]
        added = set()
        for index, (name, cfg) in enumerate(entities):
            if isinstance(cfg, TerrainImporterCfg):
                # a terrain of a program's own may read what stands before it; environments need its origins
                for earlier, shared in entities[:index]:
                    if earlier not in added and _is_shared_prop(shared):
                        self._add_entity(earlier, shared)
                        added.add(earlier)
                self._add_terrain(cfg)
                added.add(name)
        for name, cfg in sorted(entities, key=lambda entity: isinstance(entity[1], VisualMaterialCfg)):
            if name not in added:  # materials last: they lie below what has them
                self._add_entity(name, cfg)

    def _add_terrain(self, cfg: TerrainImporterCfg) -> None:
        """Lay a terrain. Of several the last is the scene's, on which the environments stand, as in Isaac Lab."""
        cfg.num_envs = self.num_envs
        cfg.env_spacing = self.cfg.env_spacing if cfg.env_spacing is None else cfg.env_spacing
        self._terrain = _make_terrain(cfg, self.device)
        assert self.sim.environments is not None, "the environments are planned before anything is added"
        if hasattr(self._terrain, "env_origins"):
            origins = self._terrain.env_origins.cpu().numpy()
            self._set_environments(replace(self.sim.environments, origins=origins))

    def _add_entity(self, name: str, cfg: Any) -> None:
        if not hasattr(cfg, "prim_path"):
            raise ValueError(f"'{name}' of the scene's config is a {type(cfg).__name__}: it has no prim_path.")
        for single in _single_configs(cfg):
            single.prim_path = single.prim_path.format(ENV_REGEX_NS=ENV_REGEX_NS)
            self._require_possible_collision_group(name, single)
            self._keep_environments_of(name, single.prim_path)
        class_type = getattr(cfg, "class_type", None)
        entity = StaticAsset(cfg) if class_type is None else class_type(cfg)
        if isinstance(entity, VisualMaterial):
            self._visual_materials[name] = entity
        elif isinstance(entity, (StaticAsset, VisualizationMarkers)):
            self._extras[name] = entity
        elif isinstance(entity, Articulation):
            self._articulations[name] = entity
        elif isinstance(entity, RigidObject):
            self._rigid_objects[name] = entity
        elif isinstance(entity, RigidObjectCollection):
            self._rigid_object_collections[name] = entity
        elif isinstance(entity, DeformableObject):
            self._deformable_objects[name] = entity
        else:
            self._sensors[name] = entity

    def _require_possible_collision_group(self, name: str, cfg: Any) -> None:
        inside = cfg.prim_path.startswith(ENV_NAMESPACE + "/")
        if getattr(cfg, "collision_group", 0) == -1 and inside and self.num_envs > 1:
            raise NotImplementedError(
                f"'{name}' at '{cfg.prim_path}' has collision_group=-1 but lies inside the environments, which do not "
                "collide with each other: put what all environments share outside their namespace."
            )

    def _keep_environments_of(self, name: str, prim_path: str) -> None:
        """Keep which environments have an entity, where not all of them do."""
        plan = self.sim.environments
        assert plan is not None, "the environments are planned before anything is added"
        below = plan.path_below(prim_path)
        if below is None:
            return
        has = np.ones(self.num_envs, dtype=bool)
        for path, choice in plan.choices.items():
            if below == path or below.startswith(path + "/"):
                has &= choice >= 0
        if not has.all():
            self._env_ids[name] = torch.as_tensor(np.flatnonzero(has), device=self.device)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _rows(self, name: str, env_ids: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Rows of an entity in environments, and the environment of each: those without it have none."""
        if name not in self._env_ids:
            return env_ids, env_ids
        own = self._env_ids[name]
        row_of_env = torch.full((self.num_envs,), -1, dtype=torch.long, device=self.device)
        row_of_env[own] = torch.arange(len(own), device=self.device)
        rows = row_of_env[env_ids]
        return rows[rows >= 0], env_ids[rows >= 0]

    def _families(self) -> list[Mapping[str, Any]]:
        return [*self._asset_families().values(), self._sensors, self._extras, self._visual_materials]

    def _assets(self) -> list[Any]:
        return [asset for family in self._asset_families().values() for asset in family.values()]

    def _entities(self) -> list[tuple[str, Any]]:
        families: list[Mapping[str, Any]] = [*self._asset_families().values(), self._sensors]
        return [item for family in families for item in family.items()]

    def _asset_families(self) -> dict[str, Mapping[str, Asset]]:
        return {
            "articulation": self._articulations,
            "rigid_object": self._rigid_objects,
            "rigid_object_collection": self._rigid_object_collections,
            "deformable_object": self._deformable_objects,
        }

    def _checked_environments(self, env_ids: EnvIds) -> torch.Tensor:
        """Numbers of environments as a tensor, shape (n,); all for None.

        Raises:
            TypeError: They are no whole numbers.
            IndexError: There is no such environment.
        """
        if env_ids is None:
            return torch.arange(self.num_envs, device=self.device)
        try:
            ids = torch.as_tensor(env_ids, device=self.device)
        except (TypeError, ValueError, RuntimeError, NotImplementedError) as error:
            raise TypeError(f"'env_ids' is {env_ids!r:.80}; expected numbers of environments.") from error
        ids = ids if ids.numel() else ids.long()  # an empty list has no type
        if ids.ndim != 1 or ids.is_floating_point() or ids.is_complex() or ids.is_meta:
            raise TypeError(f"'env_ids' is {env_ids!r:.80}; expected a list of whole numbers.")
        if not ids.is_cuda and not ((ids >= 0) & (ids < self.num_envs)).all():
            raise IndexError(f"env_ids holds {ids.tolist()}, but there are {self.num_envs} environments, from 0 on.")
        return ids


@configclass
class InteractiveSceneCfg:
    """What a scene holds: users add one attribute per asset, sensor or terrain, whose name becomes its key.

    Entities are made in the order of their declaration. Their prim paths may begin with ``{ENV_REGEX_NS}``, which
    stands for every environment.
    """

    num_envs: int = MISSING
    """Number of environments."""

    env_spacing: float = MISSING
    """Distance of neighbouring environments' origins [m]."""

    lazy_sensor_update: bool = True
    """Whether sensors compute their data only when it is read."""

    replicate_physics: bool = True
    """Whether all environments are equal, so that events before the start may not change the stage, and what is spawned
    in the first one by its own path is in all. Environments that differ are found in any case."""

    filter_collisions: bool = True
    """Whether environments do not collide with each other. They never do: False is warned of."""

    clone_cfg: CloneCfg = CloneCfg()
    """Which of the assets each environment has, where not all have all of them."""

    class_type: type[InteractiveScene] = InteractiveScene
    """Class that is made of this config, by programs that ask a config for it."""


def _spawned_in_environments(configs: Sequence[tuple[str, Any]], plan: EnvironmentPlan) -> list[tuple[str, str, Any]]:
    """Name, path below the environment and spawner of what is spawned in environments.

    A sensor at the path of an asset is on it, and would only be spawned where nothing else is.
    """
    spawned = []
    for name, cfg in configs:
        path = str(getattr(cfg, "prim_path", "")).replace("{ENV_REGEX_NS}", ENV_REGEX_NS)
        below = plan.path_below(path)
        if below and getattr(cfg, "spawn", None) is not None:
            spawned.append((name, below, cfg))
    of_assets = {below for _, below, cfg in spawned if isinstance(cfg, AssetBaseCfg)}
    return [
        (name, below, cfg.spawn)
        for name, below, cfg in spawned
        if isinstance(cfg, AssetBaseCfg) or below not in of_assets
    ]


def _refuse_two_at_one_path(paths: Sequence[str], plan: EnvironmentPlan) -> None:
    """Refuse assets of different sets that have the same prim path, since the views of one would find the other.

    Raises:
        ValueError: There are some.
    """
    for path in paths:
        if paths.count(path) > 1 and -1 in plan.choices[path]:
            raise ValueError(
                f"Several assets of the scene have the prim_path '{{ENV_REGEX_NS}}{path}': give each a path of its "
                "own, where each environment has only one of them as well."
            )


def _is_shared_prop(cfg: Any) -> bool:
    """Whether a config is of something that is only spawned, and for all environments together."""
    path = str(getattr(cfg, "prim_path", "{"))
    is_inside = path.startswith(("{", ENV_NAMESPACE + "/"))
    return not is_inside and getattr(cfg, "class_type", None) is None and not isinstance(cfg, TerrainImporterCfg)


def _make_terrain(cfg: TerrainImporterCfg, device: str) -> TerrainImporter:
    """Make the terrain; a class of a program's own may take the config alone, as Isaac Lab's does in version 2."""
    takes_device = "device" in inspect.signature(cfg.class_type).parameters
    return cfg.class_type(cfg, device=device) if takes_device else cfg.class_type(cfg)


def _checked_dict(name: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError(f"The {name} is {value!r:.80}; expected a dict as get_state() returns it.")
    return value


def _single_configs(cfg: Any) -> list[Any]:
    """Configs of an entity that each have a prim path: itself, or those of a collection's objects."""
    return list(cfg.rigid_objects.values()) if isinstance(cfg, RigidObjectCollectionCfg) else [cfg]
