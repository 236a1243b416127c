"""Configs with alternatives, of which the command line chooses: ``train.py presets=depth physics=newton_mjwarp``.

A field of a config may hold a :class:`PresetCfg` in place of its value: each of its own fields is one alternative, and
``default`` is taken where nothing is chosen. A name chooses wherever there is an alternative of that name; what is
chosen replaces the whole field, and may have alternatives inside it.
"""

from __future__ import annotations

import ast
import difflib
import sys
import warnings
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pippin.sim import PhysxCfg
from pippin.utils import configclass
from pippin.utils.config_dict import is_config

SELECTORS = ("presets", "physics", "renderer")
"""Words before "=" on the command line that choose by name everywhere."""

RENAMED = {
    "newton": "newton_mjwarp",
    "kamino": "newton_kamino",
    "ovrtx_renderer": "ovrtx",
    "isaacsim_rtx_renderer": "isaacsim_rtx",
}
"""Names of alternatives before Isaac Lab 3.0.0, which choose those of the newer names, with a warning."""

ENGINES: dict[str, type[PhysxCfg] | None] = {
    "newton_mjwarp": None,
    "isaacsim_physx": PhysxCfg,
    "ovphysx": PhysxCfg,
    "physx": PhysxCfg,
}
"""Engines that Isaac Lab 3's tasks have alternatives for, and what ``sim.physics`` is with each in a task that leaves
it open: None is what programs for version 3 get that name no engine, Newton's settings."""

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
        newer = _newer_name(name, getattr(type(self), "__dataclass_fields__", {}))
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
    return dict(_alternatives(cfg, path))


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
        known = {name for _, values in _alternatives(cfg, "") for name in values}
        names = [_newer_name(name, known) for name in names]
    return _resolved(cfg, {}, names, set())


def choose_presets(configs: Mapping[str, Any], arguments: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """Resolve the alternatives of configs as a command line chooses them.

    ``presets=a,b``, ``physics=a`` and ``renderer=a`` choose by name everywhere, ``env.scene.camera=a`` in one field.
    A task that leaves its engine open has the alternatives of :data:`ENGINES`.

    Args:
        configs: Configs by the name with which paths begin ("env", "agent"); None for none.
        arguments: Arguments of the command line.

    Returns:
        The configs, and the arguments that chose nothing, in order.

    Raises:
        ValueError: A name is no alternative of its field, or of any; or as :func:`resolve_presets`.
    """
    by_name: list[str] = []
    by_path: dict[str, str] = {}
    rest = []
    alternatives: dict[str, set[str]] = {}
    for root, cfg in configs.items():
        for path, values in _alternatives(cfg, root):
            alternatives.setdefault(path, set()).update(values)
    for argument in arguments:
        key, is_choice, value = argument.partition("=")
        if is_choice and key.lstrip("-") in SELECTORS:
            by_name += [name.strip() for name in value.split(",") if name.strip()]
        elif is_choice and _newer_name(value, alternatives.get(key, ())) in alternatives.get(key, ()):
            by_path[key] = _newer_name(value, alternatives[key])
        elif is_choice and key in alternatives and isinstance(literal(value), str):
            raise ValueError(f"Unknown preset '{value}' of '{key}'; there are: {', '.join(sorted(alternatives[key]))}.")
        else:
            rest.append(argument)
    known = {name for names in alternatives.values() for name in names}
    leaves_engine_open = getattr(getattr(configs.get("env"), "sim", None), "physics", "none") is None
    known |= set(ENGINES) if leaves_engine_open else set()
    by_name = [_newer_name(name, known) for name in by_name]
    for name in by_name:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=4, cutoff=0.5) or sorted(known)
            raise ValueError(f"Preset '{name}' is none of this task; there are: {', '.join(near) or 'none'}.")
    resolved = {root: _resolved(cfg, by_path, by_name, set(), root) for root, cfg in configs.items()}
    if leaves_engine_open:
        _choose_engine(resolved["env"], by_name)
    return resolved, rest


def _choose_engine(env_cfg: Any, by_name: Iterable[str]) -> None:
    """Set the engine of an environment's config to that which is among the chosen names, if one is."""
    names = [name for name in dict.fromkeys(by_name) if name in ENGINES]
    if len({ENGINES[name] for name in names}) > 1:
        raise ValueError(f"Conflicting presets of physics: {', '.join(names)}; name one of them.")
    for name in names[:1]:
        engine = ENGINES[name]
        env_cfg.sim.physics = None if engine is None else engine()


def setup_preset_cli(parser: ArgumentParser, argv: Sequence[str] | None = None) -> tuple[Namespace, list[str]]:
    """Parse the arguments of a script that leaves choices of presets and changes of configs to Hydra.

    Args:
        parser: Parser that has all arguments of the script already; its help tells of presets afterwards.
        argv: Arguments; None for those of the process.

    Returns:
        What was parsed, and the arguments that are left, to be put into ``sys.argv``.
    """
    parser.add_argument_group(
        "presets", "presets=NAME[,NAME], physics=NAME and renderer=NAME choose among the alternatives of a task."
    )
    return parser.parse_known_args(sys.argv[1:] if argv is None else list(argv))


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


def _alternatives(cfg: Any, path: str, depth: int = 0) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and values by name of all alternatives in a config, chosen or not."""
    if depth > _MOST_NESTED or not (isinstance(cfg, PresetCfg) or _is_entered(cfg)):
        return
    if isinstance(cfg, PresetCfg):
        fields = _fields(cfg)
        yield path, fields
        for value in fields.values():
            yield from _alternatives(value, path, depth + 1)
        return
    for key, value in _items(cfg):
        yield from _alternatives(value, f"{path}.{key}" if path else str(key), depth + 1)


def _newer_name(name: str, known: Iterable[str]) -> str:
    """A name of an alternative, or the newer one where that alone is known: a warning says so."""
    newer = RENAMED.get(name, name)
    if name in known or newer not in known:
        return name
    if newer != name:
        warnings.warn(f"Preset '{name}' is deprecated. Use '{newer}' instead.", FutureWarning, stacklevel=2)
    return newer


def literal(text: str) -> Any:
    """An argument's value as Python reads it; "true", "false", "none" and "null" in any case; else the text."""
    words = {"true": True, "false": False, "none": None, "null": None}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


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
