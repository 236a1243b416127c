"""Observations: groups of terms, computed from the state and the sensors."""

from __future__ import annotations

import inspect
import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import fields
from math import prod
from typing import Any

import torch

from pippin.utils import CircularBuffer, as_torch
from pippin.utils.callables import string_to_callable
from pippin.utils.checks import check_env_id, check_env_ids
from pippin.utils.config_dict import to_dict
from pippin.utils.modifiers import ModifierBase, ModifierCfg
from pippin.utils.noise import NoiseCfg, NoiseModel, NoiseModelCfg

from .manager_base import EnvIds, ManagerBase, ManagerTermBase
from .observation_cfg import ObservationGroupCfg, ObservationTermCfg
from .observation_delay import ObservationDelay
from .tables import format_table

logger = logging.getLogger("pippin")

Observation = torch.Tensor | dict[str, torch.Tensor]

_SETTINGS = {field.name for field in fields(ObservationGroupCfg)}


class ObservationManager(ManagerBase):
    """Computes observations by group.

    What it returns are new tensors, which later steps leave alone.

    Args:
        cfg: Config or dict of :class:`ObservationGroupCfg`.
        env: The environment, whose simulation plays.

    Raises:
        ValueError: There is no config.
        RuntimeError: The simulation does not play, or the terms of a group cannot be put together.
    """

    def __init__(self, cfg: Any, env: Any) -> None:
        if cfg is None:
            raise ValueError("The config 'observations' is None; expected one with a field for each group.")
        if not env.sim.is_playing():
            raise RuntimeError(
                "The simulation does not play; expected it to, since 'ObservationManager' computes "
                "observations once to find their shapes: call sim.reset() before making it."
            )
        self._group_obs_term_names: dict[str, list[str]] = {}
        self._group_obs_term_dim: dict[str, list[tuple[int, ...]]] = {}
        self._group_obs_term_cfgs: dict[str, list[ObservationTermCfg]] = {}
        self._group_obs_class_term_cfgs: dict[str, list[ObservationTermCfg]] = {}
        self._group_obs_concatenate: dict[str, bool] = {}
        # a program's own manager that does this as earlier releases did knows nothing of these four
        self._takes_update_history = "update_history" in inspect.signature(self.compute_group).parameters
        self._group_obs_concatenate_dim: dict[str, int] = defaultdict(lambda: -1)
        self._group_obs_time_major: dict[str, bool] = defaultdict(bool)
        self._group_obs_term_delay_buffer: dict[str, dict[str, ObservationDelay]] = defaultdict(dict)
        self._group_obs_term_history_buffer: dict[str, dict[str, CircularBuffer]] = {}
        self._group_obs_class_instances: list[ModifierBase | NoiseModel] = []
        self._terms_with_out: set[tuple[str, str]] = set()
        self._terms_of_other_size: set[tuple[str, str]] = set()
        self._raw_dims: dict[tuple[str, str], tuple[int, ...]] = {}
        self._raw_dtypes: dict[tuple[str, str], torch.dtype] = {}
        super().__init__(cfg, env)
        self._group_obs_dim = {name: self._group_dim(name) for name in self._group_obs_term_names}
        self._obs_buffer: dict[str, Observation] | None = None

    def __str__(self) -> str:
        """Tables of the terms of each group and their shapes."""
        text = f"<ObservationManager> contains {len(self._group_obs_term_names)} groups.\n"
        for group, names in self._group_obs_term_names.items():
            title = f"Active Observation Terms in Group: '{group}'"
            if self._group_obs_concatenate[group]:
                title += f" (shape: {self._group_obs_dim[group]})"
            rows = [(i, name, self._group_obs_term_dim[group][i]) for i, name in enumerate(names)]
            text += format_table(title, ("Index", "Name", "Shape"), rows)
        return text

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def active_terms(self) -> dict[str, list[str]]:
        """Names of the terms of each group."""
        return {group: list(names) for group, names in self._group_obs_term_names.items()}

    @property
    def group_obs_dim(self) -> dict[str, tuple[int, ...] | list[tuple[int, ...]]]:
        """Shape of each group, or of each of its terms if they are not put together, without the environments."""
        return self._group_obs_dim

    @property
    def group_obs_term_dim(self) -> dict[str, list[tuple[int, ...]]]:
        """Shapes of the terms of each group, without the environments."""
        return self._group_obs_term_dim

    @property
    def group_obs_concatenate(self) -> dict[str, bool]:
        """Whether the terms of each group are put together."""
        return self._group_obs_concatenate

    def get_term_cfgs(self, group_name: str) -> list[ObservationTermCfg]:
        """Return the configs of a group's terms, in order."""
        self._check_group(group_name)
        return self._group_obs_term_cfgs[group_name]

    def get_active_iterable_terms(self, env_idx: int) -> Sequence[tuple[str, Sequence[float]]]:
        """Return the names of the terms ("group-term") and their last values in one environment."""
        check_env_id("env_idx", env_idx, self.num_envs)
        observations = self._obs_buffer if self._obs_buffer is not None else self.compute()
        terms: list[tuple[str, Sequence[float]]] = []
        for group, names in self._group_obs_term_names.items():
            observation = observations[group]
            if isinstance(observation, dict):
                parts = [observation[name][env_idx] for name in names]
            else:
                dim = self._group_obs_concatenate_dim[group]
                dim = dim - 1 if dim > 0 else dim
                sizes = [shape[dim] for shape in self._group_obs_term_dim[group]]
                parts = list(observation[env_idx].split(sizes, dim=dim))
            terms += [(f"{group}-{name}", part.tolist()) for name, part in zip(names, parts, strict=True)]
        return terms

    def serialize(self) -> dict:
        """Return what describes the terms, by group and name."""
        return {
            group: {
                name: cfg.func.serialize() if isinstance(cfg.func, ManagerTermBase) else {"cfg": to_dict(cfg)}
                for name, cfg in zip(names, self._group_obs_term_cfgs[group], strict=True)
            }
            for group, names in self._group_obs_term_names.items()
        }

    # -- what it does --------------------------------------------------------------------------------------------------

    def reset(self, env_ids: EnvIds = None) -> dict[str, Any]:
        """Forget the histories of environments.

        Args:
            env_ids: Environments; None for all.

        Returns:
            Nothing to be logged.
        """
        check_env_ids(env_ids, self.num_envs)
        for group, class_cfgs in self._group_obs_class_term_cfgs.items():
            for cfg in class_cfgs:
                cfg.func.reset(env_ids=env_ids)
            for delay in self._group_obs_term_delay_buffer[group].values():
                delay.reset(env_ids)
            for history in self._group_obs_term_history_buffer[group].values():
                history.reset(batch_ids=env_ids)
        for instance in self._group_obs_class_instances:
            instance.reset(env_ids=env_ids)
        return {}

    def compute(self, update_history: bool = False) -> dict[str, Observation]:
        """Compute all groups.

        Args:
            update_history: Whether delays and histories take in the values. Otherwise nothing changes.

        Returns:
            Observations by group.
        """
        given = {"update_history": update_history} if self._takes_update_history else {}
        self._obs_buffer = {group: self.compute_group(group, **given) for group in self._group_obs_term_names}
        return self._obs_buffer

    def _check_group(self, group_name: str) -> None:
        if not isinstance(group_name, str) or group_name not in self._group_obs_term_names:
            raise ValueError(
                f"There is no observation group '{group_name}'; there are: {', '.join(self._group_obs_term_names)}."
            )

    def compute_group(self, group_name: str, update_history: bool = False) -> Observation:
        """Compute one group.

        Args:
            group_name: Name of the group.
            update_history: Whether delays and histories take in the values. Otherwise nothing changes.

        Returns:
            One tensor, or a dict by term.

        Raises:
            ValueError: There is no such group, or a term gives another shape than at first.
        """
        self._check_group(group_name)
        names = self._group_obs_term_names[group_name]
        cfgs = self._group_obs_term_cfgs[group_name]
        terms = {
            name: self._compute_term(group_name, name, cfg, update_history)
            for name, cfg in zip(names, cfgs, strict=True)
        }
        if not self._group_obs_concatenate[group_name]:
            return terms
        values = list(terms.values())
        if len(values) == 1:
            return values[0]
        if self._group_obs_time_major[group_name]:
            length = cfgs[0].history_length
            by_time = [value.reshape(self.num_envs, length, -1) for value in values]
            return torch.cat(by_time, dim=-1).reshape(self.num_envs, -1)
        return torch.cat(values, dim=self._group_obs_concatenate_dim[group_name])

    def _compute_term(self, group: str, name: str, cfg: ObservationTermCfg, update_history: bool) -> torch.Tensor:
        """Value of a term, in memory of its own."""
        value, is_own = self._raw_value(group, name, cfg)
        for modifier in cfg.modifiers or ():
            copied = value.clone()  # which the modifier may keep or change
            value = (
                modifier.func(copied)
                if isinstance(modifier.func, ModifierBase)
                else modifier.func(copied, **modifier.params)
            )
            is_own = False
        noise: Any = cfg.noise
        if noise is not None:
            value = noise.func(value, noise) if isinstance(noise, NoiseCfg) else noise.func(value)
            is_own = False
        if cfg.clip:
            value = value.clip(min=cfg.clip[0], max=cfg.clip[1])
            is_own = True
        if cfg.scale is not None:
            value = value.mul_(cfg.scale) if is_own else value * cfg.scale
            is_own = True
        delay = self._group_obs_term_delay_buffer[group].get(name)
        if delay is not None:
            value, is_own = delay.compute(value, update_history), True
        history = self._group_obs_term_history_buffer[group].get(name)
        if history is not None:
            value, is_own = _with_history(value, history, cfg, update_history), True
        return value if is_own else value.clone()

    def _raw_value(self, group: str, name: str, cfg: ObservationTermCfg) -> tuple[torch.Tensor, bool]:
        """What the function of a term gives, and whether that is its own memory."""
        function = cfg.func
        expected = self._raw_dims[group, name]
        if (group, name) in self._terms_with_out:
            out = torch.empty(expected, dtype=self._raw_dtypes[group, name], device=self.device)
            if function(self._env, **cfg.params, out=out) is not out:
                raise ValueError(f"The observation term '{group}/{name}' must return the supplied 'out' tensor.")
            return out, True
        value = as_torch(function(self._env, **cfg.params))
        if value.shape != expected:
            self._meet_other_shape(group, name, value)
        return value, False

    def _meet_other_shape(self, group: str, name: str, value: torch.Tensor) -> None:
        """Refuse a shape that a term did not have at first where its values go into memory of one shape.

        Elsewhere Isaac Lab goes on, and programs change it later; in a group that is put together the dimension along
        which it is. That is said once, since the group's space has the size of before.
        """
        given, expected = tuple(value.shape), tuple(self._raw_dims[group, name])
        is_kept = any(
            name in buffers[group]
            for buffers in (self._group_obs_term_delay_buffer, self._group_obs_term_history_buffer)
        )
        concatenates = self._group_obs_concatenate[group]
        dim = self._group_obs_concatenate_dim[group]
        if is_kept or (concatenates and _without(given, dim) != _without(expected, dim)):
            raise ValueError(
                f"The observation term '{group}/{name}' has the shape {given}; expected {expected}, "
                "the shape that it had at first."
            )
        if concatenates and (group, name) not in self._terms_of_other_size:
            self._terms_of_other_size.add((group, name))
            logger.warning(
                "The observation term '%s/%s' has the shape %s; at first it had %s, as its group's space says: "
                "what learns from the group gets another size than that.",
                *(group, name, given, expected),
            )

    # -- preparation ---------------------------------------------------------------------------------------------------

    def _prepare_terms(self) -> None:
        for group, cfg in self._items():
            if not isinstance(cfg, ObservationGroupCfg):
                raise TypeError(
                    f"The observation group '{group}' is a {type(cfg).__name__}; expected an ObservationGroupCfg."
                )
            self._prepare_group(group, cfg)

    def _prepare_group(self, group: str, group_cfg: ObservationGroupCfg) -> None:
        dim = group_cfg.concatenate_dim
        self._group_obs_term_names[group] = []
        self._group_obs_term_dim[group] = []
        self._group_obs_term_cfgs[group] = []
        self._group_obs_class_term_cfgs[group] = []
        self._group_obs_term_delay_buffer[group] = {}
        self._group_obs_term_history_buffer[group] = {}
        self._group_obs_concatenate[group] = group_cfg.concatenate_terms
        self._group_obs_concatenate_dim[group] = dim + 1 if dim >= 0 else dim
        self._group_obs_time_major[group] = bool(
            group_cfg.history_order == "time"
            and group_cfg.history_length
            and group_cfg.flatten_history_dim
            and group_cfg.concatenate_terms
            and dim == -1
        )
        for name, cfg in list(vars(group_cfg).items()):
            if name in _SETTINGS or cfg is None:
                continue
            self._require_type(f"{group}/{name}", cfg, ObservationTermCfg)
            if not group_cfg.enable_corruption:
                cfg.noise = None
            if group_cfg.history_length is not None:
                cfg.history_length = group_cfg.history_length
                cfg.flatten_history_dim = group_cfg.flatten_history_dim
            self._prepare_term(group, name, cfg)

    def _prepare_term(self, group: str, name: str, cfg: ObservationTermCfg) -> None:
        path = f"{group}/{name}"
        cfg.validate_config()
        if "out" in cfg.params:
            raise ValueError(f"params of the observation term '{path}' hold 'out': leave it to the manager.")
        self._resolve_common_term_cfg(path, cfg, min_argc=1)
        cfg.params.pop("out", None)
        dims = self._find_shape(group, name, cfg)
        self._prepare_scale(path, cfg, dims)
        for modifier in cfg.modifiers or ():
            self._prepare_modifier(path, modifier, dims)
        if isinstance(cfg.noise, NoiseModelCfg):
            self._prepare_noise_model(path, cfg.noise)
        if cfg.delay_max_lag > 0:
            self._group_obs_term_delay_buffer[group][name] = ObservationDelay(
                cfg.delay_min_lag, cfg.delay_max_lag, cfg.delay_hold_prob, self.num_envs, self.device
            )
        if cfg.history_length > 0:
            self._group_obs_term_history_buffer[group][name] = CircularBuffer(
                cfg.history_length, self.num_envs, self.device
            )
            dims = (dims[0], cfg.history_length, *dims[1:])
            if cfg.flatten_history_dim:
                dims = (dims[0], prod(dims[1:]))
        self._group_obs_term_names[group].append(name)
        self._group_obs_term_cfgs[group].append(cfg)
        self._group_obs_term_dim[group].append(dims[1:])
        if isinstance(cfg.func, ManagerTermBase):
            self._group_obs_class_term_cfgs[group].append(cfg)
            cfg.func.reset()  # the call above may have changed its memory

    def _find_shape(self, group: str, name: str, cfg: ObservationTermCfg) -> tuple[int, ...]:
        """Shape of a term, found by computing it once."""
        function = cfg.func
        out = inspect.signature(function).parameters.get("out")
        if out is not None and out.kind is out.KEYWORD_ONLY:
            if out.default is not None:
                raise ValueError(f"The observation term '{group}/{name}' must declare keyword-only 'out=None'.")
            self._terms_with_out.add((group, name))
        value = function(self._env, **cfg.params)
        shape = tuple(as_torch(value).shape) if hasattr(value, "torch") or isinstance(value, torch.Tensor) else None
        if not shape or shape[0] == 0 or shape[0] % self.num_envs:  # several agents give several rows each
            given = f"the shape {shape}" if shape is not None else f"the type {type(value).__name__}"
            raise ValueError(
                f"The observation term '{group}/{name}' has {given}; expected a tensor of shape "
                f"({self.num_envs}, ...), one row for each environment, or a multiple of that for several agents."
            )
        self._raw_dims[group, name] = shape
        self._raw_dtypes[group, name] = as_torch(value).dtype
        return shape

    def _prepare_scale(self, path: str, cfg: ObservationTermCfg, dims: tuple[int, ...]) -> None:
        if cfg.scale is None:
            return
        if not isinstance(cfg.scale, (float, int, tuple)):
            raise TypeError(
                f"The scale of the observation term '{path}' is a {type(cfg.scale).__name__}; expected a number or a "
                "tuple of numbers."
            )
        if isinstance(cfg.scale, tuple) and len(cfg.scale) != dims[1]:
            raise ValueError(
                f"The scale of the observation term '{path}' has {len(cfg.scale)} numbers; expected {dims[1]}."
            )
        cfg.scale = torch.tensor(cfg.scale, dtype=torch.float, device=self.device)

    def _prepare_modifier(self, path: str, cfg: ModifierCfg, dims: tuple[int, ...]) -> None:
        if not isinstance(cfg, ModifierCfg):
            raise TypeError(
                f"A modifier of the observation term '{path}' is a {type(cfg).__name__}; expected a ModifierCfg."
            )
        if isinstance(cfg.func, str):
            cfg.func = string_to_callable(cfg.func)
        if inspect.isclass(cfg.func):
            if not issubclass(cfg.func, ModifierBase):
                raise TypeError(
                    f"The modifier {cfg.func.__name__} of the observation term '{path}' is a class whose object is not "
                    "an instance of 'ModifierBase': derive it from that."
                )
            modifier = cfg.func(cfg=cfg, data_dim=dims, device=self.device)
            cfg.func = modifier
            self._group_obs_class_instances.append(modifier)
        if not callable(cfg.func):
            raise AttributeError(f"A modifier of the observation term '{path}' is {cfg.func!r}: it is not callable.")
        if not isinstance(cfg.func, ModifierBase):
            self._require_arguments(f"modifier of {path}", cfg.func, cfg.params, 1)

    def _prepare_noise_model(self, path: str, cfg: NoiseModelCfg) -> None:
        model = cfg.class_type(cfg, num_envs=self.num_envs, device=self.device)
        if not isinstance(model, NoiseModel):
            raise TypeError(
                f"The noise of the observation term '{path}' is a {type(model).__name__}; expected a NoiseModel."
            )
        vars(cfg)["func"] = model  # where code of Isaac Lab looks for it
        self._group_obs_class_instances.append(model)

    def _group_dim(self, group: str) -> tuple[int, ...] | list[tuple[int, ...]]:
        """Shape of a group without the environments."""
        shapes = self._group_obs_term_dim[group]
        if not self._group_obs_concatenate[group]:
            return shapes
        dim = self._group_obs_concatenate_dim[group]
        dim = dim - 1 if dim > 0 else dim
        rests = {shape[:dim] + shape[dim:][1:] for shape in shapes if -len(shape) <= dim < len(shape)}
        if len({len(shape) for shape in shapes}) != 1 or len(rests) != 1:
            raise RuntimeError(
                f"The terms of the observation group '{group}' have the shapes {shapes}, which cannot be put together "
                f"along dimension {dim}: set concatenate_terms=False."
            )
        total = list(shapes[0])
        total[dim] = sum(shape[dim] for shape in shapes)
        return tuple(total)


def _without(shape: tuple[int, ...], dim: int) -> tuple[int, ...]:
    """A shape without the size of one dimension."""
    return (*shape[:dim], *shape[dim:][1:])


def _with_history(
    value: torch.Tensor, history: CircularBuffer, cfg: ObservationTermCfg, update_history: bool
) -> torch.Tensor:
    """The last values of a term, of which a history that has taken in nothing yet repeats the current one."""
    if update_history:
        history.append(value)
    if update_history or history.has_values:
        values = history.buffer
    else:
        values = value.unsqueeze(1).expand(-1, cfg.history_length, *value.shape[1:]).clone()
    return values.reshape(len(value), -1) if cfg.flatten_history_dim else values
