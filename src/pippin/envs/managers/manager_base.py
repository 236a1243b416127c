"""What all managers have in common, and all terms."""

from __future__ import annotations

import copy
import inspect
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

import torch

from pippin.sim.run.timeline import TimelineEvent
from pippin.utils import as_torch, configclass, resolve_matching_names
from pippin.utils.callables import string_to_callable
from pippin.utils.config_dict import to_dict
from pippin.utils.modifiers import ModifierCfg

from . import scene_entity_cfg
from .scene_entity_cfg import SceneEntityCfg

logger = logging.getLogger("pippin")

FILL_IN_DEFAULTS = True
"""Whether the defaults of a term's function become its params, so that entities in them are resolved. Older dialects
leave them to the function."""

EnvIds = Sequence[int] | torch.Tensor | slice | None
"""Environments: indices or a slice; None means all."""


@configclass
class ManagerTermBaseCfg:
    """A term of a manager that is a function, or a class whose instances can be called."""

    func: Any = MISSING
    """Function of the environment and of ``params``, a class derived from :class:`ManagerTermBase`, or the name of
    either as "module:name"."""

    params: dict[str, Any] = {}
    """Further arguments by name. Those that are a :class:`SceneEntityCfg` are resolved before the first call."""


class ManagerTermBase:
    """Base of terms that are classes. The manager calls the instance as it calls a function.

    Args:
        cfg: Config of the term.
        env: The environment.
    """

    def __init__(self, cfg: Any, env: Any) -> None:
        if isinstance(cfg, ManagerTermBaseCfg):
            add_defaults(self.__call__, cfg.params)
        self.cfg = cfg
        self._env = env

    @property
    def num_envs(self) -> int:
        """Number of environments."""
        return self._env.num_envs

    @property
    def device(self) -> str:
        """Torch device of all data."""
        return self._env.device

    @property
    def __name__(self) -> str:
        """Name of the class."""
        return str(self.__class__.__name__)

    def reset(self, env_ids: EnvIds = None) -> Any:
        """Begin again in environments. Called by the manager at each reset.

        Args:
            env_ids: Environments; None for all.
        """

    def serialize(self) -> dict:
        """Return what describes the term as a dict."""
        return {"cfg": to_dict(self.cfg)}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return the value of the term, as a function of the environment would.

        Raises:
            NotImplementedError: The class does not say how.
        """
        raise NotImplementedError(f"The term '{type(self).__name__}' has no __call__: give it one.")


class ManagerBase(ABC):
    """Base of managers: a row of terms, made from a config with one field for each.

    While the simulation does not play, entities of the scene are not known yet; then terms are resolved when it does.

    Args:
        cfg: Config or dict of terms, which is copied; None makes a manager without terms.
        env: The environment.
    """

    def __init__(self, cfg: Any, env: Any) -> None:
        self.cfg = copy.deepcopy(cfg)
        self._env = env
        self._scene_entities: list[SceneEntityCfg] = []
        self._is_scene_entities_resolved = bool(env.sim.is_playing())
        self._resolve_terms_handle: Any = None
        if not self._is_scene_entities_resolved:
            # after assets and sensors, which make their handles at the order 10 and below
            self._resolve_terms_handle = env.sim.timeline.subscribe(
                TimelineEvent.PLAY, self._resolve_terms_callback, order=20
            )
        if self.cfg:
            self._prepare_terms()
            if self._is_scene_entities_resolved:
                self._finalize_scene_entities()

    def __del__(self) -> None:
        handle = vars(self).get("_resolve_terms_handle")
        if handle is not None:
            handle.unsubscribe()

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def num_envs(self) -> int:
        """Number of environments."""
        return self._env.num_envs

    @property
    def device(self) -> str:
        """Torch device of all data."""
        return self._env.device

    @property
    @abstractmethod
    def active_terms(self) -> list[str] | dict[str, list[str]]:
        """Names of the terms, or of the terms of each group."""

    def find_terms(self, name_keys: str | Sequence[str]) -> list[str]:
        """Find names of terms by regular expressions.

        Raises:
            ValueError: An expression matches none.
        """
        terms = self.active_terms
        names = [name for group in terms.values() for name in group] if isinstance(terms, dict) else terms
        return resolve_matching_names(name_keys, names)[1]

    def get_active_iterable_terms(self, env_idx: int) -> Sequence[tuple[str, Sequence[float]]]:
        """Return the names of the terms and their current values in one environment.

        Raises:
            NotImplementedError: The manager's terms have no values.
        """
        raise NotImplementedError(
            f"The terms of a '{type(self).__name__}' have no values to list; managers of actions, commands, "
            "curricula, observations, rewards and terminations have: call 'active_terms' for the names."
        )

    # -- what it does --------------------------------------------------------------------------------------------------

    def reset(self, env_ids: EnvIds = None) -> dict[str, Any]:
        """Begin again in environments.

        Args:
            env_ids: Environments; None for all.

        Returns:
            What is to be logged of the episodes that ended, by name.
        """
        return {}

    # -- for managers --------------------------------------------------------------------------------------------------

    @abstractmethod
    def _prepare_terms(self) -> None:
        """Make the terms out of the config."""

    def _items(self) -> Iterator[tuple[str, Any]]:
        """Names and configs of the terms; those that are None are left out."""
        items = self.cfg if isinstance(self.cfg, dict) else vars(self.cfg)
        return ((name, cfg) for name, cfg in list(items.items()) if cfg is not None)

    def _require_type(self, name: str, cfg: Any, expected: type) -> None:
        if not isinstance(cfg, expected):
            raise TypeError(
                f"The term '{name}' of the {type(self).__name__} is a {type(cfg).__name__}; "
                f"expected an instance of {expected.__name__}."
            )

    def _resolve_common_term_cfg(self, term_name: str, term_cfg: Any, min_argc: int = 1) -> None:
        """Check the function of a term and, if the simulation plays, resolve the entities that it names.

        Args:
            term_name: Name of the term, for messages.
            term_cfg: Its config, which is changed: names become functions, and classes instances of them.
            min_argc: Number of arguments that the manager gives by position.

        Raises:
            TypeError: The config is not one of a term, or its class is none.
            AttributeError: What should be a function is none.
            ValueError: ``params`` lack an argument of the function, or hold one that it does not take.
        """
        self._require_type(term_name, term_cfg, ManagerTermBaseCfg)
        if isinstance(term_cfg.func, str):
            term_cfg.func = string_to_callable(term_cfg.func)
        if not callable(term_cfg.func):
            raise AttributeError(f"func of the term '{term_name}' is {term_cfg.func!r}: it is not callable.")
        function = term_cfg.func
        if inspect.isclass(function):
            if not issubclass(function, ManagerTermBase):
                raise TypeError(
                    f"The term '{term_name}' is the class {function.__name__}: derive it from ManagerTermBase."
                )
            function = function.__call__
            min_argc += 1  # self
        self._require_arguments(term_name, function, term_cfg.params, min_argc)
        add_defaults(function, term_cfg.params)
        if self._env.sim.is_playing():
            self._process_term_cfg_at_play(term_name, term_cfg)

    def _require_arguments(self, term_name: str, function: Callable, params: dict[str, Any], min_argc: int) -> None:
        parameters = inspect.signature(function).parameters.values()
        if any(each.kind is each.VAR_KEYWORD for each in parameters):
            return
        named = [each for each in parameters if each.kind is not each.VAR_POSITIONAL]
        required = [each.name for each in named if each.default is each.empty]
        optional = [each.name for each in named if each.default is not each.empty]
        names = [*required, *optional]
        rest = set(names[min_argc:])
        if rest != {*params, *(rest & {*optional})}:
            raise ValueError(
                f"The term '{term_name}' was given the params {sorted(params)}: its function expects mandatory "
                f"parameters {required[min_argc:]} and takes {optional} besides."
            )

    def _process_term_cfg_at_play(self, term_name: str, term_cfg: Any) -> None:
        """Resolve what a term's config names in the scene, and make its instance if it is a class.

        Args:
            term_name: Name of the term, for messages.
            term_cfg: Its config, which is changed.

        Raises:
            ValueError: The scene lacks something that it names.
        """
        if isinstance(term_cfg, ManagerTermBaseCfg):
            if isinstance(term_cfg.func, str):
                term_cfg.func = string_to_callable(term_cfg.func)
            add_defaults(term_cfg.func, term_cfg.params)
        for entry in fields(term_cfg):
            value = getattr(term_cfg, entry.name)
            resolved = self._resolved(term_name, entry.name, value)
            if resolved is not value:
                setattr(term_cfg, entry.name, resolved)
        if isinstance(term_cfg, ManagerTermBaseCfg) and inspect.isclass(term_cfg.func):
            term_cfg.func = make_function(term_cfg.func, term_cfg, self._env)

    def _resolved(self, term_name: str, key: Any, value: Any) -> Any:
        """A value of a term's config with everything in it resolved that belongs to managers."""
        path = f"{term_name}.{key}"
        if isinstance(value, SceneEntityCfg):
            try:
                value.resolve(self._env.scene)
            except (ValueError, KeyError) as error:
                owner = term_name.removesuffix(".params")
                raise ValueError(f"'{key}' of the term '{owner}' cannot be resolved: {error}") from error
            self._scene_entities.append(value)
        elif isinstance(value, ManagerTermBaseCfg):
            self._process_term_cfg_at_play(path, value)
        elif isinstance(value, ModifierCfg):
            if isinstance(value.func, str):
                value.func = string_to_callable(value.func)
            value.params = self._resolved(path, "params", value.params)
        elif isinstance(value, dict):
            for name, item in value.items():
                value[name] = self._resolved(path, name, item)
        elif isinstance(value, list):
            value[:] = [self._resolved(path, index, item) for index, item in enumerate(value)]
        elif type(value) is tuple:
            items = tuple(self._resolved(path, index, item) for index, item in enumerate(value))
            if any(new is not old for new, old in zip(items, value, strict=True)):
                return items
        return value

    def _resolve_terms_callback(self, event: Any) -> None:
        """Resolve all terms, if that has not happened yet. Called when the simulation plays."""
        if self._is_scene_entities_resolved:
            return
        for name, cfg in self._items() if self.cfg else ():
            if is_dataclass(cfg):  # a program may have put other attributes into the manager's config since
                self._process_term_cfg_at_play(name, cfg)
        self._is_scene_entities_resolved = True
        self._finalize_scene_entities()

    def _finalize_scene_entities(self) -> None:
        """Give terms their selections as tensors; instances of classes have read the lists before."""
        if scene_entity_cfg.IDS_ON_DEVICE:
            for entity in self._scene_entities:
                entity.finalize(self.device)


def add_defaults(function: Callable, params: dict[str, Any]) -> None:
    """Add copies of the defaults of a function's parameters to a term's params, which keep what they have.

    Otherwise the entity that a default names would never be resolved, and all terms would share it.
    """
    if not FILL_IN_DEFAULTS:
        return
    if inspect.isclass(function):
        function = function.__call__
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in kinds and parameter.default is not parameter.empty and name not in params:
            params[name] = copy.deepcopy(parameter.default)


def make_function(class_type: Any, cfg: Any, env: Any) -> Any:
    """Make the instance that a term's class stands for, which is then called as a function."""
    return class_type(cfg=cfg, env=env)


def make_term(name: str, cfg: Any, env: Any) -> Any:
    """Make the term of a config that names its class.

    Raises:
        TypeError: The config names none.
        KeyError: The scene lacks an asset that it names.
        ValueError: An asset lacks what it names.
    """
    class_type = string_to_callable(cfg.class_type) if isinstance(cfg.class_type, str) else cfg.class_type
    if not callable(class_type):
        raise TypeError(f"class_type of the term '{name}' is {class_type!r}; expected a class.")
    try:
        return class_type(cfg, env)
    except (KeyError, ValueError) as error:
        if type(error) not in (KeyError, ValueError):
            raise
        raise type(error)(f"The term '{name}' cannot be made: {error.args[0] if error.args else error}") from error


def as_term_value(value: Any, what: str) -> torch.Tensor:
    """Tensor that a term gives, in the shape that it has.

    Args:
        value: What its function returned.
        what: What it is, for messages: "reward term 'alive'".

    Raises:
        ValueError: It is no tensor.
    """
    if isinstance(value, torch.Tensor):
        return value
    try:
        return as_torch(value)
    except (AttributeError, TypeError) as error:
        raise ValueError(
            f"The {what} gives a {type(value).__name__}; expected a tensor with one value for each environment."
        ) from error
