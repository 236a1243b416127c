"""Settings of a training by dotted names: ``env.scene.env_spacing`` and ``agent.algorithm.learning_rate``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

from pippin.utils.config_dict import is_config, update_dict, update_from_dict

CONFIGS = ("env", "agent")
"""What settings are of: the config of the environment, and that of the learning library."""


def read_settings(words: Iterable[str]) -> dict[str, Any]:
    """Read settings as a command line has them.

    Args:
        words: Each "NAME=VALUE"; a value is a Python literal (1e-3, True, [64, 64], None), or else a text.

    Raises:
        ValueError: A word has no "=", or a name comes twice.
    """
    settings: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not name:
            raise ValueError(f"Setting '{word}' has no value; expected NAME=VALUE, such as agent.seed=2.")
        if name in settings:
            raise ValueError(f"Setting '{name}' is given twice; expected it once.")
        settings[name] = _literal(text)
    return settings


def read_choices(words: Iterable[str]) -> dict[str, list[Any]]:
    """Read choices of settings as a command line has them.

    Args:
        words: Each "NAME=VALUE,VALUE,...", values as in :func:`read_settings`.

    Raises:
        ValueError: A word has no "=", or a name comes twice.
    """
    choices = read_settings(f"{word}," if "=" in word else word for word in words)
    return {name: list(each) if isinstance(each, tuple) else _texts(each) for name, each in choices.items()}


def _texts(words: str) -> list[Any]:
    return [_literal(word) for word in words.rstrip(",").split(",")]


def apply_settings(config: Any, settings: Mapping[str, Any], of: str) -> None:
    """Change a config by the settings that are of it.

    Args:
        config: The config, or the dict that a library has in place of one.
        settings: Values by dotted names that begin with one of :data:`CONFIGS`.
        of: Which of them the config is.

    Raises:
        ValueError: There is no such name, or the value is of another kind than the present one.
    """
    for name, value in settings.items():
        first, _, path = name.partition(".")
        if first not in CONFIGS or not path:
            raise ValueError(f"Setting '{name}' is of no config; expected a name that begins with 'env.' or 'agent.'.")
        if first == of:
            _apply(config, name, path.split("."), value)


def _apply(config: Any, name: str, path: list[str], value: Any) -> None:
    _require_entry(config, path, name)
    nested = value
    for part in reversed(path):
        nested = {part: nested}
    try:
        if isinstance(config, dict):
            update_dict(config, nested)
        else:
            update_from_dict(config, nested)
    except (KeyError, TypeError) as error:
        raise ValueError(f"Setting '{name}' cannot be {value!r}: {error.args[0]}") from error


def _require_entry(config: Any, path: list[str], name: str) -> None:
    """Find an entry of nested configs or dicts, or say which there are."""
    for part in path:
        entries = config if isinstance(config, dict) else vars(config) if is_config(config) else {}
        if part not in entries:
            there = ", ".join(map(str, entries)) or "none, since it is a value"
            raise ValueError(f"Setting '{name}' is unknown: there is no '{part}'; expected one of: {there}.")
        config = entries[part]


def _literal(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
