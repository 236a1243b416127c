"""Choices among the alternatives of a task's config on the command line: ``presets=depth physics=newton_mjwarp``.

:mod:`pippin.utils.presets` says what alternatives are.
"""

from __future__ import annotations

import ast
import difflib
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pippin.sim import PhysxCfg
from pippin.utils.presets import alternatives_in, choose_in, newer_name

SELECTORS = ("presets", "physics", "renderer")
"""Words before "=" on the command line that choose by name everywhere."""

ENGINES: dict[str, type[PhysxCfg] | None] = {
    "newton_mjwarp": None,
    "isaacsim_physx": PhysxCfg,
    "ovphysx": PhysxCfg,
    "physx": PhysxCfg,
}
"""Engines that Isaac Lab 3's tasks have alternatives for, and what ``sim.physics`` is with each in a task that leaves
it open: None is what programs for version 3 get that name no engine, Newton's settings."""


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
        for path, values in alternatives_in(cfg, root):
            alternatives.setdefault(path, set()).update(values)
    for argument in arguments:
        key, is_choice, value = argument.partition("=")
        if is_choice and key.lstrip("-") in SELECTORS:
            by_name += [name.strip() for name in value.split(",") if name.strip()]
        elif is_choice and newer_name(value, alternatives.get(key, ())) in alternatives.get(key, ()):
            by_path[key] = newer_name(value, alternatives[key])
        elif is_choice and key in alternatives and isinstance(literal(value), str):
            raise ValueError(f"Unknown preset '{value}' of '{key}'; there are: {', '.join(sorted(alternatives[key]))}.")
        else:
            rest.append(argument)
    known = {name for names in alternatives.values() for name in names}
    leaves_engine_open = getattr(getattr(configs.get("env"), "sim", None), "physics", "none") is None
    known |= set(ENGINES) if leaves_engine_open else set()
    by_name = [newer_name(name, known) for name in by_name]
    for name in by_name:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=4, cutoff=0.5) or sorted(known)
            raise ValueError(f"Preset '{name}' is none of this task; there are: {', '.join(near) or 'none'}.")
    resolved = {root: choose_in(cfg, by_name, by_path, root) for root, cfg in configs.items()}
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


def literal(text: str) -> Any:
    """An argument's value as Python reads it; "true", "false", "none" and "null" in any case; else the text."""
    words = {"true": True, "false": False, "none": None, "null": None}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
