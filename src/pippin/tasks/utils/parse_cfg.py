"""Configs and checkpoints of tasks that Gymnasium knows by name."""

from __future__ import annotations

import difflib
import importlib
import re
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
        agents = [key.removesuffix(_ENTRY_POINT) for key in _kwargs_of(task_name) if key.endswith(_ENTRY_POINT)]
        raise ValueError(
            f"Task '{task_name}' has no config under '{entry_point_key}'; it has some for: {', '.join(agents)}."
        )
    if isinstance(entry_point, str) and entry_point.endswith((".yaml", ".yml")):
        return yaml.load(_file_of(entry_point).read_text(encoding="utf-8"), _ConfigLoader)
    if isinstance(entry_point, str):
        module, _, name = entry_point.partition(":")
        entry_point = getattr(importlib.import_module(module), name)
    return entry_point() if callable(entry_point) else entry_point


def parse_env_cfg(
    task_name: str,
    device: str = "cuda:0",
    num_envs: int | None = None,
    use_fabric: bool | None = None,
    *,
    use_gpu: bool | None = None,
) -> Any:
    """Load the config of a task's environment, with the settings that command lines offer.

    Args:
        task_name: Name of the task.
        device: Device that simulates; a GPU that is not there counts as the CPU.
        num_envs: Number of environments; None leaves it.
        use_fabric: Whether Isaac Sim would write poses past the stage; None leaves it.
        use_gpu: Whether the device is "cuda:0" rather than "cpu", as programs for Isaac Lab 1.0 say it; None leaves it.

    Raises:
        gymnasium.error.UnregisteredEnv: There is no such task.
        RuntimeError: The config of the task is no class.
    """
    config = load_cfg_from_registry(task_name, "env_cfg_entry_point")
    if isinstance(config, dict):
        raise RuntimeError(f"The config of task '{task_name}' is a dict; expected a config class: register one.")
    config.sim.device = device if use_gpu is None else ("cuda:0" if use_gpu else "cpu")
    if use_fabric is not None:
        config.sim.use_fabric = use_fabric
    if num_envs is not None:
        config.scene.num_envs = num_envs
    return config


def get_checkpoint_path(
    log_path: str,
    run_dir: str = ".*",
    checkpoint: str = ".*",
    other_dirs: list[str] | None = None,
    sort_alpha: bool = True,
) -> str:
    """Find the last checkpoint of the last run.

    Args:
        log_path: Folder of all runs.
        run_dir: Pattern of the folder of the run.
        checkpoint: Pattern of the file.
        other_dirs: Folders between the two.
        sort_alpha: Whether the last run is that in alphabetical order, rather than the one that was changed last.

    Returns:
        Path ``log_path/run/other_dirs/file``; of files such as "model_9.pt" and "model_10.pt" the latter is last.

    Raises:
        ValueError: No run or no checkpoint matches.
    """
    folder = Path(log_path)
    runs = [run for run in folder.iterdir() if run.is_dir() and re.match(run_dir, run.name)] if folder.is_dir() else []
    if not runs:
        raise ValueError(f"No folder in '{log_path}' matches '{run_dir}': train first, or name another run.")
    run = max(runs, key=(lambda run: run.name) if sort_alpha else (lambda run: run.stat().st_mtime))
    run = run.joinpath(*(other_dirs or []))
    files = [file.name for file in run.iterdir() if re.match(checkpoint, file.name)]
    if not files:
        raise ValueError(f"No file in '{run}' matches '{checkpoint}'.")
    return str(run / max(files, key=lambda name: f"{name:0>15}"))


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
