"""Configs as plain dicts, and back."""

from __future__ import annotations

import dataclasses
import enum
import numbers
from collections.abc import Callable, Mapping
from typing import Any

from .callables import ResolvableString, callable_to_string, is_lambda, string_to_callable

KEPT = "pippin object "
"""How a text begins that stands for an object in a file or another place that cannot hold it."""


def is_config(value: Any) -> bool:
    """Whether a value is an instance of a config or another dataclass, not the class itself."""
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def to_dict(config: Any, as_text: bool = False, members_by_name: bool = False) -> dict[str, Any]:
    """Return the values of a config as a dict, nested configs as nested dicts.

    Functions and classes become "module:name" where they can be imported by that name and stay themselves where they
    cannot (lambdas). Members of enumerations become their values, objects of a program's own classes dicts of their
    attributes. Everything else is the value itself, not a copy; lists, tuples and dicts are new. An object of a plain
    class is taken as well, by its attributes.

    Args:
        config: The config.
        as_text: Whether functions that cannot be imported become what they say of themselves, as OmegaConf holds them.
        members_by_name: Whether members of enumerations become dicts of their value and name, as in Isaac Lab 2.

    Raises:
        TypeError: ``config`` is no config nor another object with attributes.
    """
    if not is_config(config) and (isinstance(config, type) or not hasattr(config, "__dict__")):
        raise TypeError(f"'config' is a {type(config).__name__}; expected an instance of a config class.")
    return {name: _plain(value, as_text, members_by_name) for name, value in vars(config).items()}


def update_from_dict(config: Any, data: Mapping[str, Any], path: str = "") -> None:
    """Set fields of a config from a dict such as :func:`to_dict` gives; those not named stay as they are.

    Where the field holds a config, its fields are updated. Where it holds a dict, entries are updated and added. Where
    it holds a callable, a text "module:name" is imported, unless it is a ``ResolvableString``, which stays one. Where
    it holds MISSING or None, any value is accepted. A text
    that begins as :data:`KEPT` leaves what there is.

    Args:
        config: The config to change.
        data: Values by name of the field.
        path: Dotted path of the config, for messages.

    Raises:
        KeyError: There is no field of that name.
        TypeError: The kind of a value is not that of the field.
    """
    for name, value in data.items():
        dotted = f"{path}.{name}" if path else str(name)
        fields = getattr(type(config), "__dataclass_fields__", {})
        is_there = name in vars(config) or name in fields if is_config(config) else hasattr(config, name)
        if not is_there and name not in getattr(type(config), "_settings_without_effect", ()):
            raise KeyError(f"There is no '{dotted}'; there are: {', '.join(vars(config))}.")
        if name in fields and fields[name].type in (int, "int") and isinstance(value, float):
            value = _whole(value, dotted)
        setattr(config, name, _updated(getattr(config, name), value, dotted))


def _whole(value: float, path: str) -> int:
    """A float for a field that is declared to hold an int, as "1e3" is read."""
    if not value.is_integer():
        raise TypeError(f"'{path}' is declared to hold a whole number; it cannot become {value!r}.")
    return int(value)


_VALUES = frozenset({"gymnasium", "gym", "logging", "numpy", "pxr", "threading", "torch", "types", "warp"})
"""Packages whose objects are values, not records of other values."""


def _is_record(value: Any) -> bool:
    """Whether a value is an object of a program's own class, which holds others by name."""
    package = type(value).__module__.partition(".")[0]
    return hasattr(value, "__dict__") and not callable(value) and package not in _VALUES


def _plain(value: Any, as_text: bool, members_by_name: bool, within: tuple[Any, ...] = ()) -> Any:
    """A value of a config in the form that it has in a dict."""

    def plain(item: Any) -> Any:
        return _plain(item, as_text, members_by_name, within)

    if is_config(value):
        return to_dict(value, as_text, members_by_name)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)(plain(item) for item in value)
    if isinstance(value, ResolvableString):
        return str(value)
    if isinstance(value, enum.Enum):
        return {"_value_": value.value, "_name_": value.name} if members_by_name else value.value
    if callable(value) and as_text:
        text = _text_of(value)
        return value if text is None else text
    if callable(value) and not is_lambda(value):
        try:
            return callable_to_string(value)
        except ValueError:
            return value
    if _is_record(value) and not any(value is above for above in within):
        within = (*within, value)
        return {name: plain(item) for name, item in vars(value).items() if not name.startswith("__")}
    return value


def _text_of(value: Callable) -> str | None:
    """A function or class as a text: what it can be found by, else what it says of itself; None where it does not."""
    try:
        return callable_to_string(value)
    except ValueError:
        return f"{value.__module__}:{value.__qualname__}" if hasattr(value, "__qualname__") else None


def _updated(current: Any, value: Any, path: str) -> Any:
    """The value that a field holding ``current`` takes on from a dict."""
    if isinstance(value, str) and value.startswith(KEPT):
        return current
    if current is None or value is None or isinstance(current, type(dataclasses.MISSING)):
        return value
    if isinstance(current, enum.Enum):
        return _member(type(current), value, path)
    if (is_config(current) or _is_record(current)) and isinstance(value, Mapping) and not isinstance(current, dict):
        update_from_dict(current, value, path)
        return current
    if isinstance(current, dict) and isinstance(value, Mapping):
        return {**current, **{key: _updated(current.get(key), item, f"{path}.{key}") for key, item in value.items()}}
    if isinstance(current, (list, tuple)) and isinstance(value, (list, tuple)):
        return _updated_sequence(current, value, path)
    if isinstance(current, ResolvableString) and isinstance(value, str):
        return ResolvableString(value) if ":" in value else value
    if callable(current) and isinstance(value, str):
        if isinstance(value, ResolvableString):
            return value
        if value == _text_of(current):
            return current
        return _imported(value, path)
    if _kind(current) != _kind(value):
        raise TypeError(
            f"'{path}' is a {type(current).__name__} ({current!r}); it cannot become a {type(value).__name__} "
            f"({value!r})."
        )
    return value


def _updated_sequence(current: list | tuple, value: list | tuple, path: str) -> list | tuple:
    """A tuple where there is one, else a list or a tuple as given; configs in it are updated, entry by entry."""
    kind = type(current) if isinstance(current, tuple) else type(value)
    if any(is_config(item) for item in current) and len(current) != len(value):
        raise TypeError(f"'{path}' holds {len(current)} configs; it was given {len(value)} values.")
    if len(current) != len(value):
        if current and all(isinstance(item, enum.Enum) for item in current):
            return kind(_member(type(current[0]), item, f"{path}[{index}]") for index, item in enumerate(value))
        return kind(value)
    return kind(
        _updated(old, new, f"{path}[{index}]") for index, (old, new) in enumerate(zip(current, value, strict=True))
    )


def _member(kind: type[enum.Enum], value: Any, path: str) -> enum.Enum:
    """Member of an enumeration by its value, or by a dict with its name; a member stays itself."""
    if isinstance(value, Mapping) and value.get("_name_") in kind.__members__:
        return kind[value["_name_"]]
    try:
        return kind(value)
    except ValueError as error:
        there_are = ", ".join(repr(member.value) for member in kind)
        raise TypeError(f"'{path}' is a {kind.__name__}; it cannot become {value!r}: there are {there_are}.") from error


def _imported(text: str, path: str) -> Callable:
    try:
        return string_to_callable(text)
    except ValueError as error:
        raise TypeError(f"'{path}' names no function or class: {error}") from error


def _kind(value: Any) -> str:
    """What a value counts as when it takes the place of another."""
    if isinstance(value, bool):
        return "truth value"
    if isinstance(value, (numbers.Real, Mapping)):  # gains and limits are one number, or numbers by joint name
        return "number"
    if isinstance(value, str):
        return "text"
    if is_config(value):
        return "config"
    if callable(value):
        return "callable"
    return "other"


# Plain nested dicts.


def update_dict(orig_dict: dict[str, Any], new_dict: Mapping[str, Any]) -> dict[str, Any]:
    """Put the entries of a nested dict into another, which is changed and returned. Dicts merge, all else replaces."""
    for key, value in new_dict.items():
        current = orig_dict.get(key)
        if isinstance(current, dict) and isinstance(value, Mapping):
            update_dict(current, value)
        else:
            orig_dict[key] = value
    return orig_dict


def format_dict(data: Mapping[str, Any], indent: int = 0) -> str:
    """Write a nested dict as indented lines "key: value"."""
    lines = []
    for key, value in data.items():
        if isinstance(value, Mapping) and value:
            lines += [f"{' ' * indent}{key}:", format_dict(value, indent + 4)]
        else:
            lines.append(f"{' ' * indent}{key}: {value}")
    return "\n".join(lines)
