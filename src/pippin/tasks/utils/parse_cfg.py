"""Configs of environments as scripts ask for them, and checkpoints of runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .hydra import resolve_task_config


def parse_env_cfg(
    task_name: str,
    device: str | None = None,
    num_envs: int | None = None,
    use_fabric: bool | None = None,
    overrides: Sequence[str] = (),
    *,
    use_gpu: bool | None = None,
) -> Any:
    """Load the config of a task's environment, with the settings that command lines offer.

    Args:
        task_name: Name of the task.
        device: Device that simulates; a GPU that is not there counts as the CPU. None leaves that of the task.
        num_envs: Number of environments; None leaves it.
        use_fabric: Whether Isaac Sim would write poses past the stage; None leaves it.
        overrides: Changes as on a command line, such as ``["physics=newton_mjwarp", "env.decimation=2"]``.
        use_gpu: Whether the device is "cuda:0" rather than "cpu", as programs for Isaac Lab 1.0 say it; None leaves it.

    Raises:
        gymnasium.error.UnregisteredEnv: There is no such task.
        RuntimeError: The config of the task is no class.
        TypeError: ``overrides`` is one text.
        ValueError: An override chooses what there is not.
    """
    if isinstance(overrides, str):
        raise TypeError(f"overrides is a bare string, {overrides!r}; expected a list of such.")
    config, _ = resolve_task_config(task_name, None, overrides=overrides)
    if isinstance(config, dict):
        raise RuntimeError(f"The config of task '{task_name}' is a dict; expected a config class: register one.")
    if use_gpu is not None:
        device = "cuda:0" if use_gpu else "cpu"
    if device is not None:
        config.sim.device = device
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
    preferred_checkpoint: str | None = None,
) -> str:
    """Find the last checkpoint of the last run.

    Args:
        log_path: Folder of all runs.
        run_dir: Pattern of the folder of the run.
        checkpoint: Pattern of the file.
        other_dirs: Folders between the two.
        sort_alpha: Whether the last run is that in alphabetical order, rather than the one that was changed last.
        preferred_checkpoint: Pattern of files that go before those of ``checkpoint``, if there are any.

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
    patterns = [pattern for pattern in (preferred_checkpoint, checkpoint) if pattern is not None]
    names = [file.name for file in run.iterdir()]
    found = next((files for p in patterns if (files := [name for name in names if re.match(p, name)])), None)
    if found is None:
        raise ValueError(
            f"No file in '{run}' matches {' or '.join(map(repr, patterns))}; there are: {sorted(names)[:10]}."
        )
    return str(run / max(found, key=_with_numbers))


def _with_numbers(name: str) -> list[tuple[int, str]]:
    """A key that puts "model_9.pt" before "model_10.pt"."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]
