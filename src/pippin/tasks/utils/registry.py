"""Configs of tasks that Gymnasium knows by name."""

from __future__ import annotations

import difflib
import importlib
from pathlib import Path
from typing import Any

import gymnasium
import yaml

_ENTRY_POINT = "_cfg_entry_point"


class _ConfigLoader(yaml.SafeLoader):
    """Reads plain values, and the tuples that configs of agents hold."""


def _tuple(loader: yaml.SafeLoader, node: yaml.SequenceNode) -> tuple:
    return tuple(loader.construct_sequence(node, deep=True))


_ConfigLoader.add_constructor("tag:yaml.org,2002:python/tuple", _tuple)


def load_cfg_from_registry(task_name: str, entry_point_key: str) -> Any:
    """Load the config that a task has under a key of its registration.

    Args:
        task_name: Name of the task, such as "Isaac-Cartpole-v0"; what stands before a colon is left out.
        entry_point_key: Key among the ``kwargs`` of ``gymnasium.register``, such as "env_cfg_entry_point". What it
            leads to is a class or a function, "module:name" of one, a config, or a YAML file ("module:file" or a path).

    Returns:
        A new config, or the dict of a YAML file.

    Raises:
        gymnasium.error.UnregisteredEnv: There is no such task; the message has the nearest names.
        ValueError: The task has no such key.
    """
    entry_point = _kwargs_of(task_name).get(entry_point_key)
    if entry_point is None:
        keys = [key for key in _kwargs_of(task_name) if key.endswith(_ENTRY_POINT)]
        raise ValueError(f"Task '{task_name}' has no config under '{entry_point_key}'; it has: {', '.join(keys)}.")
    if isinstance(entry_point, str) and entry_point.endswith((".yaml", ".yml")):
        return yaml.load(_file_of(entry_point).read_text(encoding="utf-8"), _ConfigLoader)
    if isinstance(entry_point, str):
        module, _, name = entry_point.partition(":")
        entry_point = getattr(importlib.import_module(module), name)
    return entry_point() if callable(entry_point) else entry_point


def _kwargs_of(task_name: str) -> dict[str, Any]:
    """What a task was registered with."""
    name = task_name.split(":")[-1]
    try:
        return gymnasium.spec(name).kwargs
    except gymnasium.error.UnregisteredEnv as error:
        near = difflib.get_close_matches(name, gymnasium.registry, n=4, cutoff=0.5)
        hint = f"the nearest are: {', '.join(near)}" if near else "no name is near: was its package imported?"
        raise type(error)(f"There is no task '{name}'; {hint}.") from error


def _file_of(entry_point: str) -> Path:
    """Path of a file that is named by itself, or by a module and its name beside that."""
    path = Path(entry_point)
    if path.exists():
        return path
    module, _, name = entry_point.partition(":")
    return Path(str(importlib.import_module(module).__file__)).parent / name
