"""Configs of tasks that Gymnasium knows by name."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium
import yaml

from pippin.tasks.absent import reason_of_absence

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
        FileNotFoundError: There is no such YAML file; the message has those beside it.
        ModuleNotFoundError: There is no such module; the message has those beside it.
        AttributeError: The module has no such name; the message has its configs.
    """
    kwargs = _kwargs_of(task_name)
    entry_point = kwargs.get(entry_point_key)
    others = [key for key in kwargs if key.endswith(_ENTRY_POINT) and key != entry_point_key]
    if entry_point is None:
        raise ValueError(f"Task '{task_name}' has no config under '{entry_point_key}'; it has: {', '.join(others)}.")
    if isinstance(entry_point, str):
        what = f"Task '{task_name}' has '{entry_point}' under '{entry_point_key}'"
        more = f" The task's other configs: {', '.join(others)}." if others else ""
        if entry_point.endswith((".yaml", ".yml")):
            return yaml.load(_file_of(entry_point, what, more).read_text(encoding="utf-8"), _ConfigLoader)
        module, _, name = entry_point.partition(":")
        entry_point = _member(_module(module, what, more), name, what, more)
    return entry_point() if callable(entry_point) else entry_point


def _kwargs_of(task_name: str) -> dict[str, Any]:
    """What a task was registered with."""
    name = task_name.split(":")[-1]
    try:
        return gymnasium.spec(name).kwargs
    except gymnasium.error.UnregisteredEnv as error:
        reason = reason_of_absence(name)
        if reason is not None:
            raise type(error)(reason) from error
        near = difflib.get_close_matches(name, gymnasium.registry, n=4, cutoff=0.5)
        hint = f"the nearest are: {', '.join(near)}" if near else "no name is near: was its package imported?"
        raise type(error)(f"There is no task '{name}'; {hint}.") from error


def _file_of(entry_point: str, what: str, more: str) -> Path:
    """Path of a file that is named by itself, or by a module and its name beside that.

    Args:
        entry_point: What names it.
        what: Whose it is, for messages.
        more: What else there is, for messages.
    """
    path = Path(entry_point)
    module, is_beside_module, name = entry_point.partition(":")
    if is_beside_module and not path.exists():
        file = _module(module, what, more).__file__
        path = (Path(file).parent if file else Path()) / name
    if not path.is_file():
        beside = sorted(each.name for each in path.parent.glob("*.y*ml"))
        raise FileNotFoundError(f"{what}, but there is no {path}; YAML files there: {_listed(beside)}.{more}")
    return path


def _module(name: str, what: str, more: str) -> ModuleType:
    """Import a module, and say what is beside it where it does not exist; what it imports itself fails as it does."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if not f"{name}.".startswith(f"{missing}.") or not missing:
            raise
        package = sys.modules.get(missing.rpartition(".")[0])
        beside = sorted(each.name for each in pkgutil.iter_modules(getattr(package, "__path__", [])))
        there = f"; modules of '{package.__name__}': {_listed(beside)}" if package else ""
        message = f"{what}, but there is no module '{missing}'{there}.{more}"
        raise ModuleNotFoundError(message, name=error.name, path=error.path) from error


def _member(module: ModuleType, name: str, what: str, more: str) -> Any:
    """What a module has under a name."""
    if not name or not hasattr(module, name):
        own = sorted(key for key in vars(module) if not key.startswith("_") and key.lower().endswith("cfg"))
        missing = f"'{module.__name__}' has no '{name}'" if name else "no name follows the module after a colon"
        raise AttributeError(f"{what}, but {missing}; configs there: {_listed(own)}.{more}")
    return getattr(module, name)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"
