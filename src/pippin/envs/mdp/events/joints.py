"""Event terms that change properties of joints: gains of actuators, friction, armature, limits, fixed tendons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from pippin.actuators import ImplicitActuator
from pippin.assets import Articulation
from pippin.envs.managers import ManagerTermBase, SceneEntityCfg
from pippin.envs.managers.class_terms import CallableAsFunction
from pippin.utils import as_torch

from ..env_types import ManagerBasedEnv
from ..selection import Ids, index, rows_and_columns
from .random_values import Range, randomized, require_distribution, require_operation


class randomize_actuator_gains(ManagerTermBase, metaclass=CallableAsFunction):  # noqa: N801 (Isaac Lab's name)
    """Add random values to the gains of actuators, multiply or replace them, always from the initial gains on."""

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self.asset_cfg: SceneEntityCfg = cfg.params["asset_cfg"]
        self.asset: Articulation = env.scene[self.asset_cfg.name]
        require_operation(cfg.params, "randomize_actuator_gains", default="abs")
        require_distribution(
            cfg.params, "stiffness_distribution_params", allow_zero=cfg.params.get("operation") != "scale"
        )
        require_distribution(cfg.params, "damping_distribution_params")
        self._gains = {
            (name, gain): as_torch(getattr(actuator, gain)).clone()
            for name, actuator in self.asset.actuators.items()
            for gain in ("stiffness", "damping")
            if getattr(actuator, gain, None) is not None
        }
        """Initial gains by group and kind, shape (N, joints of the group)."""

    def __call__(
        self,
        env: ManagerBasedEnv,
        env_ids: Ids | None,
        asset_cfg: SceneEntityCfg,
        stiffness_distribution_params: Range | None = None,
        damping_distribution_params: Range | None = None,
        operation: str = "abs",
        distribution: str = "uniform",
    ) -> None:
        """Set gains.

        Args:
            env: The environment.
            env_ids: Its environments; None means all.
            asset_cfg: The articulation and its joints.
            stiffness_distribution_params: Bounds, or mean and standard deviation, of the stiffness [N/m, N m/rad, or
                factors]; None keeps it.
            damping_distribution_params: The same for the damping [N s/m, N m s/rad, or factors].
            operation: "add", "scale" or "abs".
            distribution: "uniform", "log_uniform" or "gaussian".
        """
        rows = slice(None) if env_ids is None else env_ids
        wanted = {"stiffness": stiffness_distribution_params, "damping": damping_distribution_params}
        for name, actuator in self.asset.actuators.items():
            columns, joints = self._joints_of(actuator)
            for gain, parameters in wanted.items():
                if parameters is None or (name, gain) not in self._gains or len(joints) == 0:
                    continue
                values = rows_and_columns(self._gains[name, gain], rows, columns)
                values = randomized(values, parameters, operation, distribution)
                _put(as_torch(getattr(actuator, gain)), rows, columns, values)
                if isinstance(actuator, ImplicitActuator):
                    write = getattr(self.asset, f"write_joint_{gain}_to_sim_index")
                    write(**{gain: values}, joint_ids=joints, env_ids=rows)

    def _joints_of(self, actuator: Any) -> tuple[Any, torch.Tensor]:
        """Chosen joints of a group: their columns in its tensors, and their ids in the articulation."""
        device, chosen = self.asset.device, self.asset_cfg.joint_ids
        every = torch.arange(self.asset.num_joints, device=device)
        of_group = actuator.joint_indices
        of_group = every[of_group] if isinstance(of_group, slice) else torch.as_tensor(of_group, device=device).long()
        if isinstance(chosen, slice):
            return slice(None), of_group
        columns = torch.isin(of_group, every[index(chosen, device)]).nonzero().flatten()
        return columns, of_group[columns]


class randomize_joint_parameters(ManagerTermBase, metaclass=CallableAsFunction):  # noqa: N801 (Isaac Lab's name)
    """Add random values to friction, armature and limits of joints, multiply or replace them, from the initial ones."""

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self.asset_cfg: SceneEntityCfg = cfg.params["asset_cfg"]
        self.asset: Articulation = env.scene[self.asset_cfg.name]
        require_operation(cfg.params, "randomize_joint_parameters", default="abs")
        for name in ("friction", "armature"):
            require_distribution(cfg.params, f"{name}_distribution_params")
        for name in ("lower_limit", "upper_limit"):
            require_distribution(cfg.params, f"{name}_distribution_params", allow_negative=True)
        data = self.asset.data
        self._friction = as_torch(data.joint_friction_coeff).clone()
        self._dynamic_friction = as_torch(data.joint_dynamic_friction_coeff).clone()
        self._viscous_friction = as_torch(data.joint_viscous_friction_coeff).clone()
        self._armature = as_torch(data.joint_armature).clone()
        self._limits = as_torch(data.joint_pos_limits).clone()

    def __call__(
        self,
        env: ManagerBasedEnv,
        env_ids: Ids | None,
        asset_cfg: SceneEntityCfg,
        friction_distribution_params: Range | None = None,
        armature_distribution_params: Range | None = None,
        lower_limit_distribution_params: Range | None = None,
        upper_limit_distribution_params: Range | None = None,
        operation: str = "abs",
        distribution: str = "uniform",
    ) -> None:
        """Set properties of joints; what gets None stays as it is.

        Args:
            env: The environment.
            env_ids: Its environments; None means all.
            asset_cfg: The articulation and its joints.
            friction_distribution_params: Bounds, or mean and standard deviation, of static, dynamic and viscous
                friction, each sampled by itself [N, N m, N s/m, N m s/rad, or factors].
            armature_distribution_params: The same for the armature [kg, kg m^2, or factors].
            lower_limit_distribution_params: The same for lower position limits [m, rad, or factors].
            upper_limit_distribution_params: The same for upper position limits.
            operation: "add", "scale" or "abs".
            distribution: "uniform", "log_uniform" or "gaussian".

        Raises:
            ValueError: A lower limit would be above the upper one.
        """
        rows, joints = slice(None) if env_ids is None else env_ids, self.asset_cfg.joint_ids
        how = (operation, distribution)
        if friction_distribution_params is not None:
            self._write_friction(rows, friction_distribution_params, how)
        if armature_distribution_params is not None:
            values = rows_and_columns(self._armature, rows, joints)
            values = randomized(values, armature_distribution_params, *how)
            self.asset.write_joint_armature_to_sim_index(armature=values, joint_ids=joints, env_ids=rows)
        pairs = (lower_limit_distribution_params, upper_limit_distribution_params)
        if pairs != (None, None):
            limits = _random_limits(rows_and_columns(self._limits, rows, joints), pairs, how, "joint")
            self.asset.write_joint_position_limit_to_sim_index(
                limits=limits, joint_ids=joints, env_ids=rows, warn_limit_violation=False
            )

    def _write_friction(self, rows: Any, parameters: Range, how: tuple[str, str]) -> None:
        joints = self.asset_cfg.joint_ids
        static, dynamic, viscous = (
            randomized(rows_and_columns(initial, rows, joints), parameters, *how).clamp_(min=0.0)
            for initial in (self._friction, self._dynamic_friction, self._viscous_friction)
        )
        self.asset.write_joint_friction_coefficient_to_sim_index(
            joint_friction_coeff=static,
            joint_dynamic_friction_coeff=torch.minimum(dynamic, static),
            joint_viscous_friction_coeff=viscous,
            joint_ids=joints,
            env_ids=rows,
        )


class randomize_fixed_tendon_parameters(ManagerTermBase, metaclass=CallableAsFunction):  # noqa: N801 (Isaac Lab's name)
    """Add random values to properties of fixed tendons, multiply or replace them, from the initial ones on."""

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self.asset_cfg: SceneEntityCfg = cfg.params["asset_cfg"]
        self.asset: Articulation = env.scene[self.asset_cfg.name]
        require_operation(cfg.params, "randomize_fixed_tendon_parameters", default="abs")
        is_factor = cfg.params.get("operation") == "scale"
        require_distribution(cfg.params, "stiffness_distribution_params", allow_zero=not is_factor)
        for name in ("damping", "limit_stiffness"):
            require_distribution(cfg.params, f"{name}_distribution_params")
        for name in ("lower_limit", "upper_limit", "rest_length", "offset"):
            require_distribution(cfg.params, f"{name}_distribution_params", allow_negative=True)
        wanted = [name for name in ("limit_stiffness", "rest_length", "offset") if _is_given(cfg.params, name)]
        self._initial = {
            name: as_torch(getattr(self.asset.data, f"fixed_tendon_{name}")).clone()
            for name in ("stiffness", "damping", "pos_limits", *wanted)
        }

    def __call__(
        self,
        env: ManagerBasedEnv,
        env_ids: Ids | None,
        asset_cfg: SceneEntityCfg,
        stiffness_distribution_params: Range | None = None,
        damping_distribution_params: Range | None = None,
        limit_stiffness_distribution_params: Range | None = None,
        lower_limit_distribution_params: Range | None = None,
        upper_limit_distribution_params: Range | None = None,
        rest_length_distribution_params: Range | None = None,
        offset_distribution_params: Range | None = None,
        operation: str = "abs",
        distribution: str = "uniform",
    ) -> None:
        """Set properties of fixed tendons, each by bounds, or mean and standard deviation; None keeps one.

        Args:
            env: The environment.
            env_ids: Its environments; None means all.
            asset_cfg: The articulation and its fixed tendons.
            stiffness_distribution_params: For the stiffness.
            damping_distribution_params: For the damping.
            limit_stiffness_distribution_params: For the stiffness of the limits.
            lower_limit_distribution_params: For the least length.
            upper_limit_distribution_params: For the largest length.
            rest_length_distribution_params: For the rest length.
            offset_distribution_params: For the offset.
            operation: "add", "scale" or "abs".
            distribution: "uniform", "log_uniform" or "gaussian".

        Raises:
            ValueError: A least length would be above the largest.
        """
        rows, tendons = slice(None) if env_ids is None else env_ids, self.asset_cfg.fixed_tendon_ids
        how = (operation, distribution)
        wanted = {
            "stiffness": stiffness_distribution_params,
            "damping": damping_distribution_params,
            "limit_stiffness": limit_stiffness_distribution_params,
            "rest_length": rest_length_distribution_params,
            "offset": offset_distribution_params,
        }
        for name, parameters in wanted.items():
            if parameters is None:
                continue
            values = randomized(rows_and_columns(self._initial[name], rows, tendons), parameters, *how)
            write = getattr(self.asset, f"set_fixed_tendon_{name}_index")
            write(**{name: values}, fixed_tendon_ids=tendons, env_ids=rows)
        pairs = (lower_limit_distribution_params, upper_limit_distribution_params)
        if pairs != (None, None):
            limits = _random_limits(rows_and_columns(self._initial["pos_limits"], rows, tendons), pairs, how, "tendon")
            self.asset.set_fixed_tendon_position_limit_index(limit=limits, fixed_tendon_ids=tendons, env_ids=rows)
        self.asset.write_fixed_tendon_properties_to_sim_index(env_ids=rows)


def _is_given(params: Mapping[str, Any], name: str) -> bool:
    """Whether a term changes a property."""
    return params.get(f"{name}_distribution_params") is not None


def _random_limits(
    limits: torch.Tensor, pairs: tuple[Range | None, Range | None], how: tuple[str, str], kind: str
) -> torch.Tensor:
    """Lower and upper limits after random operations, shape (n, m, 2).

    Raises:
        ValueError: A lower limit is above the upper one.
    """
    for side, parameters in enumerate(pairs):
        if parameters is not None:
            limits[..., side] = randomized(limits[..., side].clone(), parameters, *how)
    if (limits[..., 0] > limits[..., 1]).any():
        raise ValueError(
            f"The random limits of a {kind} have the lower one above the upper one: choose "
            "'lower_limit_distribution_params' and 'upper_limit_distribution_params' that keep them apart."
        )
    return limits


def _put(target: torch.Tensor, rows: Any, columns: Any, values: torch.Tensor) -> None:
    """Write values into rows and columns of a tensor."""
    if isinstance(rows, slice) or isinstance(columns, slice):
        target[rows, columns] = values
    else:
        target[torch.as_tensor(rows, device=target.device).unsqueeze(1), columns] = values
