"""Configs with alternatives in place of values: which there are, and configs with one of each chosen.

A field of a config may hold a :class:`PresetCfg` in place of its value: each of its own fields is one alternative, and
``default`` is taken where nothing is chosen. A name chooses wherever there is an alternative of that name; what is
chosen replaces the whole field, and may have alternatives inside it.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .config_dict import is_config
from .configclass import configclass

RENAMED = {
    "newton": "newton_mjwarp",
    "kamino": "newton_kamino",
    "ovrtx_renderer": "ovrtx",
    "isaacsim_rtx_renderer": "isaacsim_rtx",
}
"""Names of alternatives before Isaac Lab 3.0.0, which choose those of the newer names, with a warning."""

_NO_VALUES = (classmethod, staticmethod, property)
_MOST_NESTED = 16
"""Alternatives within alternatives, in one field, beyond which they are taken to go in a circle."""


@configclass
class PresetCfg:
    """Alternatives of one field of a config: subclass it, with a field for each and one named ``default``.

    Names that begin with an underscore, and functions, are no alternatives.
    """

    def __getattr__(self, name: str) -> Any:
        """An alternative by its older name."""
        newer = newer_name(name, getattr(type(self), "__dataclass_fields__", {}))
        if newer == name:
            raise AttributeError(f"'{type(self).__name__}' has no alternative '{name}'")
        return getattr(self, newer)


def preset(**alternatives: Any) -> PresetCfg:
    """Make alternatives of a value, such as ``preset(default=0.0, newton_mjwarp=0.01)``.

    Args:
        **alternatives: Values by name, one of them ``default``.

    Raises:
        ValueError: There is no ``default``.
    """
    if "default" not in alternatives:
        raise ValueError(f"preset() has the alternatives {', '.join(alternatives) or 'none'}; it needs a 'default'.")
    annotations = {name: type(value) if value is not None else object for name, value in alternatives.items()}
    return configclass(type("Preset", (PresetCfg,), {"__annotations__": annotations, **alternatives}))()


def collect_presets(cfg: Any, path: str = "") -> dict[str, dict[str, Any]]:
    """Collect all alternatives in a config, those within others too, chosen or not.

    Args:
        cfg: Config, dict or list, or alternatives themselves.
        path: Where it is, with which paths begin.

    Returns:
        Values by name, by the path of the field: ``{"sim.physics": {"default": ..., "newton_mjwarp": ...}}``. Where
        there are several of one path, within alternatives of another, those of the last one.
    """
    return dict(alternatives_in(cfg, path))


def resolve_presets(cfg: Any, selected: Iterable[str] = ()) -> Any:
    """Replace all alternatives in a config by what is chosen, in place.

    Args:
        cfg: Config, dict or list, or alternatives themselves.
        selected: Names that choose.

    Returns:
        The config, or what was chosen in its place.

    Raises:
        ValueError: A field has neither a chosen alternative nor a default, or two different chosen ones.
    """
    names = list(selected)
    if any(name in RENAMED for name in names):
        known = {name for _, values in alternatives_in(cfg, "") for name in values}
        names = [newer_name(name, known) for name in names]
    return choose_in(cfg, names)


def choose_in(cfg: Any, by_name: list[str], by_path: Mapping[str, str] | None = None, path: str = "") -> Any:
    """Replace all alternatives in a config by what names choose everywhere and paths in one field, in place.

    Args:
        cfg: Config, dict or list, or alternatives themselves.
        by_name: Names that choose wherever there is an alternative of that name.
        by_path: Names by the path of the field, which go before those.
        path: Where the config is, with which paths begin.

    Returns:
        The config, or what was chosen in its place.

    Raises:
        ValueError: As :func:`resolve_presets`.
    """
    return _resolved(cfg, by_path or {}, by_name, set(), path)


def _resolved(cfg: Any, by_path: Mapping[str, str], by_name: list[str], seen: set[int], path: str = "") -> Any:
    """A config without alternatives; what a path chooses goes before what a name chooses."""
    for _ in range(_MOST_NESTED):
        if not isinstance(cfg, PresetCfg):
            break
        cfg = _chosen(cfg, by_path.get(path), by_name, path)
    else:
        raise ValueError(
            f"The alternatives of '{path or 'the config'}' are a cycle: they lead back to themselves; expected them to "
            "end in a config."
        )
    if not _is_entered(cfg) or id(cfg) in seen:
        return cfg
    seen.add(id(cfg))
    for key, value in list(_items(cfg)):
        if isinstance(value, PresetCfg) or _is_entered(value):
            _put(cfg, key, _resolved(value, by_path, by_name, seen, f"{path}.{key}" if path else str(key)), value)
    return cfg


def _chosen(cfg: PresetCfg, own_choice: str | None, by_name: list[str], path: str) -> Any:
    fields = _fields(cfg)
    if own_choice is not None and own_choice in fields:
        return fields[own_choice]
    names = list(dict.fromkeys(name for name in by_name if name in fields))
    if any(fields[name] is not fields[names[0]] and fields[name] != fields[names[0]] for name in names[1:]):
        raise ValueError(
            f"Conflicting global presets: {', '.join(names)} choose different values for '{path}'; name one of them."
        )
    if not names and "default" not in fields:
        raise ValueError(f"'{path}' has no 'default' field; choose one of: {', '.join(fields)}.")
    return fields[names[0] if names else "default"]


def _fields(cfg: PresetCfg) -> dict[str, Any]:
    """Alternatives by name. What a program sets on the class after instances were made counts."""
    of_class = {
        name: value
        for kind in reversed(type(cfg).__mro__)
        for name, value in vars(kind).items()
        if not name.startswith("_") and not callable(value) and not isinstance(value, _NO_VALUES)
    }
    return dict(_items(cfg)) | {name: value for name, value in of_class.items() if value is not None}


def alternatives_in(cfg: Any, path: str, depth: int = 0) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and values by name of all alternatives in a config, chosen or not."""
    if depth > _MOST_NESTED or not (isinstance(cfg, PresetCfg) or _is_entered(cfg)):
        return
    if isinstance(cfg, PresetCfg):
        fields = _fields(cfg)
        yield path, fields
        for value in fields.values():
            yield from alternatives_in(value, path, depth + 1)
        return
    for key, value in _items(cfg):
        yield from alternatives_in(value, f"{path}.{key}" if path else str(key), depth + 1)


def newer_name(name: str, known: Iterable[str]) -> str:
    """A name of an alternative, or the newer one where that alone is known: a warning says so."""
    newer = RENAMED.get(name, name)
    if name in known or newer not in known:
        return name
    if newer != name:
        warnings.warn(f"Preset '{name}' is deprecated. Use '{newer}' instead.", FutureWarning, stacklevel=2)
    return newer


def _is_entered(value: Any) -> bool:
    return isinstance(value, (dict, list)) or is_config(value)


def _items(cfg: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(cfg, dict):
        return cfg.items()
    if isinstance(cfg, list):
        return enumerate(cfg)
    return ((name, value) for name, value in vars(cfg).items() if not name.startswith("_"))


def _put(cfg: Any, key: Any, value: Any, before: Any) -> None:
    if value is before:
        return
    if isinstance(cfg, (dict, list)):
        cfg[key] = value
    else:
        setattr(cfg, key, value)
