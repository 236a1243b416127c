"""Configs of the older dialects.

The counterpart of a config class is a subclass of it with other defaults: quaternions (w, x, y, z), and counterparts of
the functions, classes and configs that the defaults hold. A config that holds none of these is its own counterpart.
What a program writes into such a config is meant in its dialect; :func:`to_newer` gives a copy with the values that
Pippin means.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from pippin.actuators import ActuatorBaseCfg
from pippin.utils import configclass

from .fields import CONFIGS
from .older_limits import older_limits
from .older_properties import older_properties
from .quaternions import to_wxyz, to_xyzw

if TYPE_CHECKING:
    from .dialect import Dialect


_OURS = ("pippin.", "pippin_isaac.older_")
"""Modules of Pippin's configs, and of those that only older dialects have."""


class OlderConfig:
    """Marks the config classes of older dialects."""


def is_config(value: Any) -> bool:
    """Whether a value is a config, of Pippin or a program."""
    return dataclasses.is_dataclass(value) and hasattr(value, "to_dict") and not isinstance(value, type)


def is_config_class(value: type) -> bool:
    """Whether a class is one of Pippin's configs."""
    return dataclasses.is_dataclass(value) and hasattr(value, "to_dict") and value.__module__.startswith(_OURS)


def older_class(newer: type, dialect: Dialect) -> type:
    """Counterpart of a config class: itself, if nothing in it would be different."""
    bases = [dialect.counterpart(base) for base in newer.__bases__ if is_config_class(base)]
    older_bases = [base for base in bases if issubclass(base, OlderConfig)]
    nested = {name: member for name, member in vars(newer).items() if isinstance(member, type)}
    changed = {
        name: older for name, member in nested.items() if (older := dialect.counterpart(member)) is not member
    } | _older_defaults(newer, dialect)
    if not changed and not older_bases and not any(map(_is_quaternion, _pippins_fields(newer))):
        return newer
    annotations = {f.name: f.type for f in dataclasses.fields(newer) if f.name in changed}
    names = {"__doc__": newer.__doc__, "__qualname__": newer.__qualname__, "__module__": dialect.package}
    bases = (newer, *(older_bases or [OlderConfig]))
    return configclass(type(newer.__name__, bases, {**changed, **names, "__annotations__": annotations}))


def to_older(config: Any, dialect: Dialect) -> Any:
    """A config of Pippin as the dialect has it: a copy, or the config itself if it is the same there."""
    older = _mapped(config, dialect, back=False)
    return config if older is config else older.copy()


def to_newer(value: Any, dialect: Dialect) -> Any:
    """A config of the dialect, or a container of some, with the values that Pippin means.

    What is the same in both stays, and is shared: whoever makes something from a config copies it.
    """
    return _mapped(value, dialect, back=True)


def _older_defaults(newer: type, dialect: Dialect) -> dict[str, Any]:
    """Defaults of fields that are different in the dialect, by name."""
    changed = {}
    for f in dataclasses.fields(newer):
        if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING:
            continue
        default = f.default_factory() if f.default is dataclasses.MISSING else f.default
        older = to_wxyz(default, CONFIGS[f.name]) if _is_quaternion(f.name) else _mapped(default, dialect, back=False)
        if older is not default:
            changed[f.name] = older
    return changed


def _mapped(value: Any, dialect: Dialect, back: bool) -> Any:
    """Value as it is in the dialect, or (back) in Pippin; the value itself where that is the same."""
    if is_config(value):
        return _mapped_config(value, dialect, back)
    if isinstance(value, dict):
        items = {key: _mapped(item, dialect, back) for key, item in value.items()}
        return items if any(items[key] is not value[key] for key in value) else value
    if type(value) in (list, tuple):
        entries = [_mapped(item, dialect, back) for item in value]
        is_same = all(new is old for new, old in zip(entries, value, strict=True))
        return value if is_same else type(value)(entries)
    if callable(value):
        return dialect.original(value) if back else dialect.counterpart(value)
    return value


def _mapped_config(config: Any, dialect: Dialect, back: bool) -> Any:
    is_older = isinstance(config, OlderConfig)
    target = type(config) if back or is_older else dialect.counterpart(type(config))
    move = to_xyzw if back else to_wxyz
    quaternions = set(filter(_is_quaternion, _pippins_fields(type(config)))) if is_older == back else set()
    changed = {} if back or is_older else older_properties(config)
    for name, item in vars(config).items():
        if name in changed:
            continue
        new = move(item, CONFIGS[name]) if name in quaternions else _mapped(item, dialect, back)
        if new is not item:
            changed[name] = new
    if back and isinstance(config, ActuatorBaseCfg):
        changed |= older_limits(config)
    if not changed and target is type(config):
        return config
    mapped = target.__new__(target)
    vars(mapped).update({**vars(config), **changed})
    return mapped


def _is_quaternion(name: str) -> bool:
    return name in CONFIGS


def _pippins_fields(cls: type) -> set[str]:
    """Fields that Pippin's classes declare, among those of a config class, which may be a program's own."""
    return {
        name
        for base in cls.__mro__
        if base.__module__.startswith("pippin.") and dataclasses.is_dataclass(base)
        for name in base.__dataclass_fields__
    }
