"""Configs: dataclasses that are easy to write and that share nothing with one another."""

from __future__ import annotations

import copy
import dataclasses
import enum
import functools
import inspect
import itertools
import logging
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, field
from typing import Any, ClassVar, TypeVar, dataclass_transform, get_origin
from weakref import WeakSet

from .callables import ResolvableString
from .config_dict import is_config, to_dict, update_from_dict
from .names import what_is_there

_LOGGER = logging.getLogger("pippin")
_told: set[str] = set()
_made: WeakSet[type] = WeakSet()
_classes_of_pippin: dict[str, list[type]] = {}
_askers: list[Callable[[type, list[str]], None]] = []
_settings_by_name: dict[str, list[tuple[Mapping[str, Any], bool]]] = {}

Config = TypeVar("Config", bound=type)
Value = TypeVar("Value")


@dataclass_transform(field_specifiers=(field,))
def configclass(cls: Config) -> Config:
    """Turn a class into a config: a dataclass with these differences.

    * Members without annotation are fields too (``dt = 0.01``), except methods, properties, nested classes and names
      that begin with an underscore. Overriding the default of an inherited field needs no annotation either.
    * Defaults may be mutable (lists, dicts, other configs). Each config gets a deep copy of its defaults and of the
      arguments that it is made with, so changing one config never changes another. Functions, classes and modules
      are kept as they are, since they hold no settings.
    * A field without default, or with the default ``dataclasses.MISSING``, may follow fields with defaults. It is to
      be set later, and ``validate`` finds what was forgotten.
    * Fields are in the order of the source, whether they have annotations or not.
    * A text "module:name" is a :class:`~pippin.utils.callables.ResolvableString`, which can be called. ``{DIR}`` at its
      beginning is the package of the module that declares the field.
    * A field with ``metadata={"copy": False}`` keeps the very value that it is given.
    * A subclass without this decorator has no fields of its own, but its members are attributes of each config of it,
      and fields of a config class that extends it.
    * A second decorator on the same class does nothing, as one that is left over above a class that is commented out.

    A ``__post_init__`` of the class runs after all fields are set, and what it sets is copied afterwards. Every config
    class has one, so that a subclass may always call ``super().__post_init__()``. The class gets the methods of
    :class:`ConfigMethods`, unless it has a member of that name already.
    """
    if cls in _made:
        return cls
    _made.add(cls)
    annotations = _annotations_of_all_fields(cls)
    for name, hint in annotations.items():
        if not _is_pseudo_field(hint):
            setattr(cls, name, _owned_default(_default(cls, name)))
    cls.__annotations__ = annotations
    if "__post_init__" in cls.__dict__:
        cls.__post_init__ = _owning_what_it_sets(cls.__post_init__)  # type: ignore[attr-defined]
    elif not hasattr(cls, "__post_init__"):
        cls.__post_init__ = _after_init  # type: ignore[attr-defined]

    has_own_init = "__init__" in cls.__dict__
    dataclasses.dataclass(cls)
    _annotate_what_is_inherited(cls)
    if not has_own_init:
        cls.__init__ = _with_owned_arguments(cls.__init__)  # type: ignore[misc]
    for name in ("to_dict", "from_dict", "replace", "copy", "validate", "__deepcopy__"):
        if not hasattr(cls, name):
            setattr(cls, name, getattr(ConfigMethods, name))
    if cls.__module__.startswith("pippin"):
        _classes_of_pippin.setdefault(cls.__name__, []).append(cls)
        for settings, is_told in _settings_by_name.get(cls.__name__, ()):
            accept_without_effect(cls, settings, is_told=is_told)
    return cls


def _annotate_what_is_inherited(cls: type) -> None:
    """Let a class say of the fields that it inherits what they are, as programs read it of an instance.

    Types that are written as texts are left out: they mean what the names of their own module are.
    """
    inherited = [inspect.get_annotations(base) for base in reversed(cls.__mro__[1:])]
    types_of = {name: hint for hints in inherited for name, hint in hints.items() if not isinstance(hint, str)}
    cls.__annotations__ = types_of | inspect.get_annotations(cls)


class ConfigMethods:
    """What every config can do; :func:`configclass` gives these methods to the classes that it makes."""

    def to_dict(self) -> dict[str, Any]:
        """Return the values as a dict, nested configs as nested dicts, as Isaac Lab gives them.

        See :func:`pippin.utils.config_dict.to_dict`.
        """
        return to_dict(self, as_text=True, members_by_name=getattr(self, "_members_by_name", False))

    def from_dict(self, data: Mapping[str, Any]) -> None:
        """Set fields from a dict such as :meth:`to_dict` gives. Fields that are not named stay as they are.

        The rules for nested values are those of :func:`pippin.utils.config_dict.update_from_dict`.

        Args:
            data: Values by name of the field.

        Raises:
            KeyError: There is no field of that name.
            TypeError: The kind of a value is not that of the field. In both cases nothing is changed.
        """
        data = _owned(data)
        update_from_dict(copy.deepcopy(self), data)
        update_from_dict(self, data)

    def replace(self: Value, **changes: Any) -> Value:
        """Make a config with other values for some fields. Its ``__post_init__`` runs again.

        Attributes that were added to this config and are no fields come along.

        Raises:
            TypeError: There is no field of that name.
        """
        duplicate = dataclasses.replace(self, **changes)  # type: ignore[type-var]
        for name, value in vars(self).items():
            if name not in type(self).__dataclass_fields__ and name not in changes:  # type: ignore[attr-defined]
                setattr(duplicate, name, _owned(value))
        return duplicate

    def copy(self: Value) -> Value:
        """Make a config with equal values that shares nothing with this one."""
        return copy.deepcopy(self)

    def validate(self) -> list[str]:
        """Check that every field was given a value, in nested configs, dicts and lists too.

        Then the method ``validate_config`` of each nested config that has one is called, and that of this one last.
        Settings without effect (:func:`accept_without_effect`) are warned of, once each.

        Returns:
            An empty list.

        Raises:
            TypeError: Fields are still ``MISSING``; the message has a line "  - path" for each of them.
        """
        missing = _missing_paths(self, "")
        if missing:
            lines = "\n".join(f"  - {path}" for path in missing)
            raise TypeError(f"{type(self).__name__} lacks values for the following fields:\n{lines}\n")
        for config in _nested_configs(self, set()):
            if hasattr(config, "validate_config"):
                config.validate_config()
            warn_of_settings_without_effect(config)
        return []

    def __deepcopy__(self: Value, memo: dict) -> Value:
        """Copy all that the config holds, without running ``__post_init__`` again."""
        duplicate = self.__class__.__new__(self.__class__)
        memo[id(self)] = duplicate
        kept = _kept_by_reference(type(self))
        for name, value in vars(self).items():
            duplicate.__dict__[name] = value if name in kept else _owned(value, memo)
        return duplicate


def _missing_paths(value: Any, path: str) -> list[str]:
    """Paths below a value that are ``MISSING``."""
    if isinstance(value, type(MISSING)):  # not "is": deepcopy and pickle make further instances
        return [path]
    if is_config(value):
        items = [(f"{path}.{name}" if path else name, item) for name, item in vars(value).items()]
    elif isinstance(value, dict):
        items = [(f"{path}.{key}", item) for key, item in value.items()]
    elif isinstance(value, (list, tuple)):
        items = [(f"{path}[{index}]", item) for index, item in enumerate(value)]
    else:
        return []
    return [found for item_path, item in items for found in _missing_paths(item, item_path)]


def _nested_configs(value: Any, seen: set[int]) -> list[Any]:
    """Configs in a value, each after those inside it."""
    if id(value) in seen or not (is_config(value) or isinstance(value, (dict, list, tuple))):
        return []
    seen.add(id(value))
    items = value if isinstance(value, (list, tuple)) else (value if isinstance(value, dict) else vars(value)).values()
    inside = [config for item in items for config in _nested_configs(item, seen)]
    return [*inside, value] if hasattr(type(value), "validate") else inside


# How the fields of a class are found.


def _annotations_of_all_fields(cls: type) -> dict[str, Any]:
    """Annotations of the class in the order of the source, with one for each member that is a field without having one.

    Python keeps the order of members with values, and that of members with annotations: a member that only has an
    annotation comes where the annotations have it.
    """
    inherited = {f.name: f.type for f in dataclasses.fields(cls)} if dataclasses.is_dataclass(cls) else {}
    ordered: dict[str, Any] = {}
    for base in _undecorated(cls):
        annotated = inspect.get_annotations(base)
        waiting = list(annotated)
        for name, value in base.__dict__.items():
            if name in annotated:
                last = waiting.index(name) + 1
                ordered |= {earlier: annotated[earlier] for earlier in waiting[:last]}
                del waiting[:last]
            elif not name.startswith("_") and not _is_behaviour(base, name, value):
                ordered[name] = ordered.get(name) or inherited.get(name) or _kind_of(base, name, value)
        ordered |= {name: annotated[name] for name in waiting}
    return ordered


def _undecorated(cls: type) -> list[type]:
    """The class before it is decorated, and those without decorator that it extends, up to a config; the oldest first.

    What those set are settings of the class, too: ``class Common(Base): dt = 0.1``, and a config that extends it.
    """
    bases = itertools.takewhile(lambda base: "__dataclass_fields__" not in base.__dict__, cls.__mro__[1:-1])
    return [*reversed(list(bases)), cls]


def _members_of_undecorated_subclasses(cls: type) -> dict[str, Any]:
    """Members of subclasses without the decorator: ``class Scene(InteractiveSceneCfg): robot = ROBOT``.

    Each config of such a subclass holds them, as attributes beside the fields that it inherits.
    """
    return {
        name: value
        for base in _undecorated(cls)
        if "__dataclass_fields__" not in base.__dict__
        for name, value in base.__dict__.items()
        if not name.startswith("_") and not _is_behaviour(base, name, value)
    }


def _kind_of(cls: type, name: str, value: Any) -> Any:
    """Annotation of a member that has none.

    Raises:
        TypeError: It has no value either.
    """
    if isinstance(value, type(MISSING)):
        raise TypeError(
            f"'{name}' of {cls.__name__} is MISSING without annotation; expected one of the two; write '{name}: float'."
        )
    return type[value] if isinstance(value, type) else Any if isinstance(value, Field) else type(value)


def _is_behaviour(cls: type, name: str, value: Any) -> bool:
    """Whether a member without annotation is part of what the class does, not a setting."""
    if isinstance(value, (types.FunctionType, type)):
        return value.__qualname__ == f"{cls.__qualname__}.{name}"  # written inside the class, not assigned to it
    return isinstance(value, (staticmethod, classmethod, property, functools.cached_property))


def _is_pseudo_field(hint: Any) -> bool:
    """Whether an annotation, which may be a string, is a ClassVar or an InitVar."""
    if isinstance(hint, str):
        return re.match(r"(\w+\.)*(ClassVar|InitVar)\b", hint) is not None
    pseudo = (ClassVar, dataclasses.InitVar)
    return hint in pseudo or get_origin(hint) in pseudo or isinstance(hint, dataclasses.InitVar)


# What happens after the fields of a config are set.


def _after_init(self: Any, *init_vars: Any) -> None:
    """Complete a config whose fields are set."""
    _resolve_names(self)


def _owning_what_it_sets(post_init: Callable[..., None]) -> Callable[..., None]:
    """Let the ``__post_init__`` of a config copy all values when it is done.

    A program assigns configs of modules in it (``self.scene.robot = ROBOT_CFG``), which a later ``__post_init__`` of
    a subclass is to change for this config alone.
    """

    @functools.wraps(post_init)
    def post_init_with_copies(self: Any, *args: Any, **kwargs: Any) -> None:
        post_init(self, *args, **kwargs)
        kept = _kept_by_reference(type(self))
        for name, value in list(vars(self).items()):
            if name not in kept:
                self.__dict__[name] = _owned(value)
        _resolve_names(self)

    return post_init_with_copies


def _resolve_names(config: Any) -> None:
    """Make texts "module:name" in a config callable."""
    kept = _kept_by_reference(type(config))
    for name, value in list(vars(config).items()):
        if name not in kept:
            resolved = _resolvable(value, config, name, set())
            if resolved is not value:
                config.__dict__[name] = resolved


def _resolvable(value: Any, config: Any, name: str, seen: set[int]) -> Any:
    """Value with callable texts in it; the value itself where there are none."""
    if isinstance(value, str):
        is_name = not isinstance(value, ResolvableString) and _CALLABLE_NAME.fullmatch(value)
        return ResolvableString(value.replace("{DIR}", _package_of_field(type(config), name))) if is_name else value
    if type(value) not in (list, tuple, dict) or id(value) in seen:
        return value
    seen.add(id(value))
    items = value.values() if isinstance(value, dict) else value
    resolved = [_resolvable(item, config, name, seen) for item in items]
    if all(new is old for new, old in zip(resolved, items, strict=True)):
        return value
    return dict(zip(value, resolved, strict=True)) if isinstance(value, dict) else type(value)(resolved)


_CALLABLE_NAME = re.compile(r"(\{DIR\}|[A-Za-z_]\w*)(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


def _package_of_field(cls: type, name: str) -> str:
    """Package of the module of the class that declares a field."""
    declaring = next((base for base in cls.__mro__ if name in vars(base).get("__annotations__", {})), cls)
    return declaring.__module__.rpartition(".")[0] or declaring.__module__


# How values come to belong to one config alone.


def _kept_by_reference(cls: type) -> frozenset[str]:
    """Fields whose values are not copied."""
    fields: dict[str, Field] = getattr(cls, "__dataclass_fields__", {})
    return frozenset(name for name, f in fields.items() if f.metadata.get("copy") is False)


def _default(cls: type, name: str) -> Any:
    """Default that the class gives a field, or else the inherited one: ``name: narrower type`` keeps that."""
    for base in reversed(_undecorated(cls)):
        if name in vars(base):
            return vars(base)[name]
    inherited = getattr(cls, "__dataclass_fields__", {}).get(name)
    if inherited is None:
        return MISSING
    return field(default=inherited.default, default_factory=inherited.default_factory)


def _owned_default(default: Any) -> Any:
    """Make what dataclass takes for a default, such that no two configs share it."""
    if isinstance(default, Field):
        is_copied = default.metadata.get("copy") is not False
        if default.default_factory is MISSING and is_copied and not _is_immutable(default.default):
            default.default, default.default_factory = MISSING, functools.partial(_owned, default.default)
        return default
    if _is_immutable(default):
        return default
    return field(default_factory=functools.partial(_owned, default))


def accept_without_effect(cls: type, settings: Mapping[str, Any], *, is_told: bool = True) -> None:
    """Let configs of a class take settings that nothing reads, for programs that were written for another library.

    The settings are attributes, but no fields.

    Args:
        cls: Class of configs, whose subclasses take them too.
        settings: Defaults by name; what is a field already stays one.
        is_told: Whether ``validate`` warns of values other than the default, once for each setting; False where the
            engine does by itself what the setting asks for.
    """
    new = {name: value for name, value in settings.items() if name not in cls.__dataclass_fields__}  # type: ignore
    cls._settings_without_effect = vars(cls).get("_settings_without_effect", {}) | new  # type: ignore[attr-defined]
    cls._told_settings = vars(cls).get("_told_settings", {}) | (new if is_told else {})  # type: ignore[attr-defined]
    for name, value in new.items():
        setattr(cls, name, value)


def accept_settings(table: Mapping[str, Mapping[str, Any]], *, is_told: bool = True) -> None:
    """Let configs of Pippin take settings by the names of their classes, also of classes that are made later.

    Args:
        table: Settings as :func:`accept_without_effect` takes them, by name of the class.
        is_told: As there.
    """
    for name, settings in table.items():
        _settings_by_name.setdefault(name, []).append((settings, is_told))
        for cls in _classes_of_pippin.get(name, ()):
            accept_without_effect(cls, settings, is_told=is_told)


def ask_about_settings(asker: Callable[[type, list[str]], None]) -> None:
    """Have a function called when a config is given settings that it does not have, before they are refused.

    Args:
        asker: Function of the config's class and the names, which may call :func:`accept_without_effect`.
    """
    if asker not in _askers:
        _askers.append(asker)


def _accepted_later(config: Any, names: list[str]) -> list[str]:
    """Those settings that configs take once all who can tell have been asked."""
    for asker in _askers:
        asker(type(config), names)
    return [name for name in names if name in settings_without_effect(config)]


def settings_without_effect(config: Any) -> Mapping[str, Any]:
    """Settings that a config takes and nothing reads (:func:`accept_without_effect`): their defaults by name."""
    return _of_all_bases(type(config), "_settings_without_effect")


def warn_of_settings_without_effect(config: Any) -> None:
    """Warn of settings of a config that nothing reads, once for each."""
    for name, default in _of_all_bases(type(config), "_told_settings").items():
        value, key = getattr(config, name), f"{type(config).__name__}.{name}"
        if value != default and key not in _told:
            _told.add(key)
            _LOGGER.warning("%s is %r: it has no effect here.", key, value)


def _of_all_bases(cls: type, attribute: str) -> dict[str, Any]:
    """Union of a class's dictionary and those of all of its bases, the class's own entries first."""
    tables = [vars(base)[attribute] for base in reversed(cls.__mro__) if attribute in vars(base)]
    return {name: value for table in tables for name, value in table.items()}


def _is_immutable(value: Any) -> bool:
    """Whether a default can be shared as it is, which keeps it visible in signatures."""
    if isinstance(value, (tuple, frozenset)):
        return all(_is_immutable(item) for item in value)
    constant = (type(None), bool, int, float, complex, str, bytes, enum.Enum, type, types.FunctionType)
    return isinstance(value, constant)


_CONSTANTS = frozenset({type(None), bool, int, float, str})
"""Types of most values of configs, which need no copies."""


def _owned(value: Value, memo: dict | None = None) -> Value:
    """Deep copy of a value; functions, classes, modules and other callables stay themselves."""
    if isinstance(value, types.ModuleType) or (callable(value) and not is_config(value)):
        return value
    memo = {} if memo is None else memo
    memo[id(MISSING)] = MISSING  # deepcopy would make a second instance of it
    return copy.deepcopy(value, memo)


def _unknown_fields(cls: type, unknown: list[str]) -> str:
    """Say which fields a class does not have, and which it has."""
    names = [f.name for f in dataclasses.fields(cls) if f.init]
    return (
        f"{cls.__name__} got an unexpected keyword argument {', '.join(map(repr, unknown))}: it has no such field."
        f"{what_is_there(unknown, names)} Where a changed copy of it has the field, derive a class of your own from it."
    )


def _with_owned_arguments(init: Callable[..., None]) -> Callable[..., None]:
    """Let the ``__init__`` of a config take copies of its arguments."""

    @functools.wraps(init)
    def init_with_copies(self: Any, *args: Any, **kwargs: Any) -> None:
        memo: dict = {}
        kept = _kept_by_reference(type(self))
        fields = type(self).__dataclass_fields__
        idle = {n: v for n, v in settings_without_effect(self).items() if n not in fields}
        idle = {n: kwargs.pop(n, default) for n, default in idle.items()}
        if getattr(type(self), "_takes_any_settings", False):
            idle |= {n: kwargs.pop(n) for n in list(kwargs) if n not in fields}
        idle = {n: v if type(v) in _CONSTANTS else _owned(v, memo) for n, v in idle.items()}
        if _askers and not kwargs.keys() <= fields.keys():
            idle |= {
                n: _owned(kwargs.pop(n), memo) for n in _accepted_later(self, [n for n in kwargs if n not in fields])
            }
        if not kwargs.keys() <= fields.keys():
            raise TypeError(_unknown_fields(type(self), [n for n in kwargs if n not in fields]))
        owned_args = [_owned(value, memo) for value in args]
        for name, value in _members_of_undecorated_subclasses(type(self)).items():
            self.__dict__[name] = _owned(value, memo)
        for name, value in kwargs.items():
            if name not in kept and type(value) not in _CONSTANTS:
                kwargs[name] = _owned(value, memo)
        init(self, *owned_args, **kwargs)
        vars(self).update(idle)

    return init_with_copies
