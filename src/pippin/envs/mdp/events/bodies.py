"""Event terms that change properties of bodies: materials, masses, inertias, centres of mass, collision offsets."""

from __future__ import annotations

from typing import Any

import torch

from pippin.assets import Articulation, RigidObject
from pippin.envs.managers import ManagerTermBase, SceneEntityCfg
from pippin.envs.managers.class_terms import CallableAsFunction, class_term
from pippin.utils import as_torch
from pippin.utils.math import sample_uniform

from ..env_types import ManagerBasedEnv
from ..selection import Ids, count, rows_and_columns, rows_on_host
from .random_values import Range, randomized, require_distribution, require_operation, sample_from_ranges

MINIMUM_MASS = 1e-6
"""Least mass that may be asked for [kg]: bodies without mass cannot be simulated."""

START_AT_FIRST_CALL = True
"""Whether a term changes the masses and inertias that it finds when it is called first, so that several terms add up.
Older dialects have each of them change those that the asset began with, so that the last one wins."""


class randomize_rigid_body_material(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Give the shapes of bodies random friction and restitution.

    ``num_buckets`` materials are sampled once; each call deals them out to the shapes of each environment.
    """

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self.asset_cfg: SceneEntityCfg = cfg.params["asset_cfg"]
        self.asset: RigidObject | Articulation = env.scene[self.asset_cfg.name]
        _require_bodies(self.asset, self.asset_cfg, "randomize_rigid_body_material")
        self._view: Any = self.asset.root_view
        self.num_shapes_per_body = None
        if isinstance(self.asset, Articulation) and not isinstance(self.asset_cfg.body_ids, slice):
            self.num_shapes_per_body = list(self._view.shapes.num_per_link)
        names = ("static_friction_range", "dynamic_friction_range", "restitution_range")
        defaults = ((1.0, 1.0), (1.0, 1.0), (0.0, 0.0))
        ranges = torch.tensor([cfg.params.get(*each) for each in zip(names, defaults, strict=True)], device="cpu")
        buckets = int(cfg.params.get("num_buckets", 1))
        self.material_buckets = sample_uniform(ranges[:, 0], ranges[:, 1], (buckets, 3), device="cpu")
        if cfg.params.get("make_consistent", False):
            torch.minimum(*self.material_buckets[:, :2].unbind(1), out=self.material_buckets[:, 1])

    def __call__(
        self,
        env: ManagerBasedEnv,
        env_ids: Ids | None,
        static_friction_range: Range,
        dynamic_friction_range: Range,
        restitution_range: Range,
        num_buckets: int,
        asset_cfg: SceneEntityCfg,
        make_consistent: bool = False,
    ) -> None:
        """Deal out materials.

        Args:
            env: The environment.
            env_ids: Its environments; None means all.
            static_friction_range: Least and largest static friction.
            dynamic_friction_range: Least and largest dynamic friction, the one that the engine has.
            restitution_range: Least and largest restitution.
            num_buckets: Number of materials.
            asset_cfg: The asset and its bodies.
            make_consistent: Whether dynamic friction is kept from exceeding the static one.
        """
        shapes = self._view.shapes
        rows = rows_on_host(env_ids, env.scene.num_envs)
        materials = torch.from_numpy(shapes.materials.copy())
        dealt = torch.randint(0, len(self.material_buckets), (len(rows), materials.shape[1]), device="cpu")
        chosen = self._shapes(materials.shape[1])
        materials[rows[:, None], chosen] = self.material_buckets[dealt[:, chosen]]
        shapes.write_materials(materials.numpy(), rows.numpy())

    def _shapes(self, num_shapes: int) -> torch.Tensor:
        """Indices of the shapes of the chosen bodies."""
        if self.num_shapes_per_body is None:
            return torch.arange(num_shapes, device="cpu")
        ends = torch.tensor(self.num_shapes_per_body, device="cpu").cumsum(0).tolist()
        starts = [0, *ends]
        bodies: Any = self.asset_cfg.body_ids
        chosen = [torch.arange(starts[int(body)], ends[int(body)], device="cpu") for body in bodies]
        return torch.cat(chosen) if chosen else torch.zeros(0, dtype=torch.long, device="cpu")


class randomize_rigid_body_mass(ManagerTermBase, metaclass=CallableAsFunction):  # noqa: N801 (Isaac Lab's name)
    """Add random values to the masses of bodies, multiply or replace them, always from those of the first call on.

    With ``recompute_inertia`` the inertia tensors grow with the masses, as those of uniform bodies do.
    """

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self.asset_cfg: SceneEntityCfg = cfg.params["asset_cfg"]
        self.asset: RigidObject | Articulation = env.scene[self.asset_cfg.name]
        require_operation(cfg.params, "randomize_rigid_body_mass")
        require_distribution(cfg.params, "mass_distribution_params", allow_zero=cfg.params["operation"] != "scale")
        least = cfg.params.get("min_mass")
        if least is not None and least < MINIMUM_MASS:
            raise ValueError(f"'min_mass' is {least}: it should be at least {MINIMUM_MASS} kg.")
        self._masses: torch.Tensor | None = None
        self._inertias: torch.Tensor | None = None

    def __call__(
        self,
        env: ManagerBasedEnv,
        env_ids: Ids | None,
        asset_cfg: SceneEntityCfg,
        mass_distribution_params: Range,
        operation: str,
        distribution: str = "uniform",
        recompute_inertia: bool = True,
        min_mass: float = MINIMUM_MASS,
    ) -> None:
        """Set masses.

        Args:
            env: The environment.
            env_ids: Its environments; None means all.
            asset_cfg: The asset and its bodies.
            mass_distribution_params: Bounds, or mean and standard deviation [kg, or factors].
            operation: "add", "scale" or "abs".
            distribution: "uniform", "log_uniform" or "gaussian".
            recompute_inertia: Whether inertia tensors grow with the masses.
            min_mass: Least mass [kg].
        """
        rows, bodies = slice(None) if env_ids is None else env_ids, self.asset_cfg.body_ids
        if self._masses is None or self._inertias is None:
            self._masses, self._inertias = _start(self.asset, "body_mass"), _start(self.asset, "body_inertia")
        before = rows_and_columns(self._masses, rows, bodies)
        masses = randomized(before.clone(), mass_distribution_params, operation, distribution).clamp_(min=min_mass)
        self.asset.set_masses_index(masses=masses, body_ids=bodies, env_ids=rows)
        if recompute_inertia:
            inertias = rows_and_columns(self._inertias, rows, bodies) * (masses / before).unsqueeze(-1)
            self.asset.set_inertias_index(inertias=inertias, body_ids=bodies, env_ids=rows)


class randomize_rigid_body_inertia(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Add random values to inertia tensors of bodies, multiply or replace them, from those of the first call on."""

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self.asset_cfg: SceneEntityCfg = cfg.params["asset_cfg"]
        self.asset: RigidObject | Articulation = env.scene[self.asset_cfg.name]
        require_operation(cfg.params, "randomize_rigid_body_inertia", default="add")
        is_factor = cfg.params.get("operation", "add") == "scale"
        require_distribution(cfg.params, "inertia_distribution_params", allow_zero=not is_factor)
        self._inertias: torch.Tensor | None = None

    def __call__(
        self,
        env: ManagerBasedEnv,
        env_ids: Ids | None,
        asset_cfg: SceneEntityCfg,
        inertia_distribution_params: Range,
        operation: str = "add",
        distribution: str = "uniform",
        diagonal_only: bool = True,
    ) -> None:
        """Set inertia tensors, with one random number for each body.

        Args:
            env: The environment.
            env_ids: Its environments; None means all.
            asset_cfg: The asset and its bodies.
            inertia_distribution_params: Bounds, or mean and standard deviation [kg m^2, or factors].
            operation: "add", "scale" or "abs".
            distribution: "uniform", "log_uniform" or "gaussian".
            diagonal_only: Whether products of inertia stay as they are.
        """
        rows, bodies = slice(None) if env_ids is None else env_ids, self.asset_cfg.body_ids
        if self._inertias is None:
            self._inertias = _start(self.asset, "body_inertia")
        inertias = rows_and_columns(self._inertias, rows, bodies)
        parts = inertias[..., ::4] if diagonal_only else inertias  # xx, yy and zz of the 9
        start = 1.0 if operation == "scale" else 0.0
        values = torch.full(parts.shape[:2], start, device=parts.device)
        values = randomized(values, inertia_distribution_params, operation, distribution).unsqueeze(-1)
        if operation == "add":
            parts += values
        elif operation == "scale":
            parts *= values
        else:
            parts[:] = values
        self.asset.set_inertias_index(inertias=inertias, body_ids=bodies, env_ids=rows)


@class_term
def randomize_rigid_body_com(
    env: ManagerBasedEnv, env_ids: Ids | None, com_range: dict[str, Range], asset_cfg: SceneEntityCfg
) -> None:
    """Shift the centres of mass of bodies from where they were at the beginning, those of one robot alike.

    Args:
        env: The environment.
        env_ids: Its environments; None means all.
        com_range: Least and largest shift along "x", "y" and "z" of the link's frame [m].
        asset_cfg: The asset and its bodies.
    """
    asset = env.scene[asset_cfg.name]
    rows, bodies = slice(None) if env_ids is None else env_ids, asset_cfg.body_ids
    shift = sample_from_ranges(com_range, ("x", "y", "z"), count(rows, env.scene.num_envs), asset.device)
    before = as_torch(asset.data.default_of("body_com_pose_b"))[..., :3]
    coms = rows_and_columns(asset.data.body_com_pose_b, rows, bodies)
    coms[..., :3] = rows_and_columns(before, rows, bodies) + shift.unsqueeze(1)
    asset.set_coms_index(coms=coms, body_ids=bodies, env_ids=rows)


@class_term
def randomize_rigid_body_collider_offsets(
    env: ManagerBasedEnv,
    env_ids: Ids | None,
    asset_cfg: SceneEntityCfg,
    rest_offset_distribution_params: Range | None = None,
    contact_offset_distribution_params: Range | None = None,
    distribution: str = "uniform",
) -> None:
    """Keep random rest and contact offsets of shapes, which the engine does not use: the view warns of it once.

    Args:
        env: The environment.
        env_ids: Its environments; None means all.
        asset_cfg: The asset.
        rest_offset_distribution_params: Bounds, or mean and standard deviation, of rest offsets [m]; None keeps them.
        contact_offset_distribution_params: The same for contact offsets [m].
        distribution: "uniform", "log_uniform" or "gaussian".
    """
    asset = env.scene[asset_cfg.name]
    _require_bodies(asset, asset_cfg, "randomize_rigid_body_collider_offsets")
    rows = rows_on_host(env_ids, env.scene.num_envs)
    shapes = asset.root_view.shapes
    given = {"rest": rest_offset_distribution_params, "contact": contact_offset_distribution_params}
    for kind, parameters in given.items():
        if parameters is not None:
            offsets = torch.from_numpy(shapes.offsets[kind].copy())
            shapes.keep_offsets(kind, randomized(offsets, parameters, "abs", distribution).numpy(), rows.numpy())


def _start(asset: RigidObject | Articulation, name: str) -> torch.Tensor:
    """Copy of the masses or inertias that a term starts from, see :data:`START_AT_FIRST_CALL`."""
    initial = asset.data.default_of(name)  # which is kept before anything changes
    return as_torch(getattr(asset.data, name) if START_AT_FIRST_CALL else initial).clone()


def _require_bodies(asset: Any, asset_cfg: SceneEntityCfg, term: str) -> None:
    if not isinstance(asset, (RigidObject, Articulation)):
        raise ValueError(
            f"'{asset_cfg.name}' of the term '{term}' is a {type(asset).__name__}: it should be a RigidObject or an "
            "Articulation."
        )
