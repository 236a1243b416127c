"""Configs: dataclasses that are easy to write and that share nothing with one another."""

from __future__ import annotations

import copy
import dataclasses
import enum
import functools
import inspect
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, field
from typing import Any, ClassVar, TypeVar, dataclass_transform, get_origin

from .config_dict import is_config, to_dict, update_from_dict

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

    A ``__post_init__`` of the class runs after all fields are set. The class gets the methods of
    :class:`ConfigMethods`, unless it has a member of that name already.
    """
    annotations = _annotations_of_all_fields(cls)
    for name, hint in annotations.items():
        if not _is_pseudo_field(hint):
            setattr(cls, name, _owned_default(_default(cls, name)))
    cls.__annotations__ = annotations

    has_own_init = "__init__" in cls.__dict__
    dataclasses.dataclass(cls)
    if not has_own_init:
        cls.__init__ = _with_owned_arguments(cls.__init__)  # type: ignore[misc]
    for name in ("to_dict", "from_dict", "replace", "copy", "validate", "__deepcopy__"):
        if not hasattr(cls, name):
            setattr(cls, name, getattr(ConfigMethods, name))
    return cls


class ConfigMethods:
    """What every config can do; :func:`configclass` gives these methods to the classes that it makes."""

    def to_dict(self) -> dict[str, Any]:
        """Give the values as a dict, nested configs as nested dicts. See :func:`pippin.utils.config_dict.to_dict`."""
        return to_dict(self)

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
            if name not in vars(duplicate):
                setattr(duplicate, name, _owned(value))
        return duplicate

    def copy(self: Value) -> Value:
        """Make a config with equal values that shares nothing with this one."""
        return copy.deepcopy(self)

    def validate(self) -> None:
        """Check that every field was given a value, in nested configs, dicts and lists too.

        Raises:
            TypeError: Fields are still ``MISSING``; the message lists their dotted paths.
        """
        missing = _missing_paths(self, "")
        if missing:
            raise TypeError(f"{type(self).__name__} lacks values for: {', '.join(missing)}.")

    def __deepcopy__(self: Value, memo: dict) -> Value:
        """Copy all that the config holds, without running ``__post_init__`` again."""
        duplicate = self.__class__.__new__(self.__class__)
        memo[id(self)] = duplicate
        for name, value in vars(self).items():
            duplicate.__dict__[name] = _owned(value, memo)
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


# How the fields of a class are found.


def _annotations_of_all_fields(cls: type) -> dict[str, Any]:
    """Annotations of the class, with one for each member that is a field without having one."""
    annotations = dict(inspect.get_annotations(cls))
    inherited = {f.name: f.type for f in dataclasses.fields(cls)} if dataclasses.is_dataclass(cls) else {}
    for name, value in cls.__dict__.items():
        if name not in annotations and not name.startswith("_") and not _is_behaviour(cls, name, value):
            annotations[name] = inherited.get(name, Any)
    return annotations


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


# How values come to belong to one config alone.


def _default(cls: type, name: str) -> Any:
    """Default that the class gives a field, or else the inherited one: ``name: narrower type`` keeps that."""
    inherited = getattr(cls, "__dataclass_fields__", {}).get(name)
    if name in cls.__dict__ or inherited is None:
        return cls.__dict__.get(name, MISSING)
    return field(default=inherited.default, default_factory=inherited.default_factory)


def _owned_default(default: Any) -> Any:
    """Make what dataclass takes for a default, such that no two configs share it."""
    if isinstance(default, Field):
        if default.default_factory is MISSING and not _is_immutable(default.default):
            default.default, default.default_factory = MISSING, functools.partial(_owned, default.default)
        return default
    if _is_immutable(default):
        return default
    return field(default_factory=functools.partial(_owned, default))


def _is_immutable(value: Any) -> bool:
    """Whether a default can be shared as it is, which keeps it visible in signatures."""
    if isinstance(value, (tuple, frozenset)):
        return all(_is_immutable(item) for item in value)
    constant = (type(None), bool, int, float, complex, str, bytes, enum.Enum, type, types.FunctionType)
    return isinstance(value, constant)


def _owned(value: Value, memo: dict | None = None) -> Value:
    """Deep copy of a value; functions, classes, modules and other callables stay themselves."""
    if isinstance(value, types.ModuleType) or (callable(value) and not is_config(value)):
        return value
    memo = {} if memo is None else memo
    memo[id(MISSING)] = MISSING  # deepcopy would make a second instance of it
    return copy.deepcopy(value, memo)


def _with_owned_arguments(init: Callable[..., None]) -> Callable[..., None]:
    """Let the ``__init__`` of a config take copies of its arguments."""

    @functools.wraps(init)
    def init_with_copies(self: Any, *args: Any, **kwargs: Any) -> None:
        memo: dict = {}
        owned_args = [_owned(value, memo) for value in args]
        init(self, *owned_args, **{name: _owned(value, memo) for name, value in kwargs.items()})

    return init_with_copies
