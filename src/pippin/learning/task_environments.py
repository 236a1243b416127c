"""Environments of tasks, made for a training."""

from __future__ import annotations

import difflib
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gymnasium

from pippin.tasks.absent import reason_of_absence
from pippin.tasks.registration import known_names, register_tasks
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg
from pippin.utils.presets import resolve_presets

from .processes import this_device
from .settings import apply_settings


def agent_cfg_of(task: str, library: str = "rsl_rl") -> Any:
    """Load the config of the learning library that a task asks for, with the defaults of its alternatives.

    Args:
        task: Name of the task.
        library: "rsl_rl" or "skrl".

    Raises:
        ValueError: There is no such task (the message names those with similar names), or it is not for learning.
    """
    register_tasks()
    if task not in known_names():
        near = difflib.get_close_matches(task, known_names(), n=3, cutoff=0.3)
        unknown = f"Task '{task}' is unknown; the nearest are: {', '.join(near)}. See: pippin tasks."
        raise ValueError(reason_of_absence(task) or unknown)
    return resolve_presets(load_cfg_from_registry(task, f"{library}_cfg_entry_point"))


def new_log_dir(task: str, library: str = "rsl_rl") -> Path:
    """Return the folder of a new run of a task: ``logs/<library>/<experiment>/<date>``, as Isaac Lab's scripts have it.

    Raises:
        ValueError: There is no such task.
    """
    name = agent_cfg_of(task).experiment_name
    return Path("logs") / library / name / time.strftime("%Y-%m-%d_%H-%M-%S")


def make_environment(
    task: str,
    num_envs: int | None,
    seed: int,
    device: str,
    render_mode: str | None = None,
    change: Callable[[Any], None] | None = None,
    settings: Mapping[str, Any] | None = None,
    log_dir: str | Path | None = None,
) -> gymnasium.Env:
    """Make the environment of a task. In a training of several processes each has its own GPU.

    Args:
        task: Name of the task.
        num_envs: Number of environments in this process; None for the config's.
        seed: Seed of the environment.
        device: "cpu" or "cuda:N"; a GPU that is not there counts as the CPU.
        render_mode: "rgb_array" for pictures.
        change: Called with the config of the environment before it is made.
        settings: Those that begin with "env." change the config, see :mod:`pippin.learning.settings`.
        log_dir: Folder of the run, where the environment keeps what it writes itself, as its config's ``log_dir``.

    Raises:
        ValueError: There is no such setting, or the number of environments is not positive.
    """
    if num_envs is not None and num_envs < 1:
        raise ValueError(f"The number of environments is {num_envs}; expected 1 or more.")
    env_cfg = parse_env_cfg(task, device=this_device(device), num_envs=num_envs)
    env_cfg.seed = seed
    if log_dir is not None and hasattr(env_cfg, "log_dir"):
        env_cfg.log_dir = str(log_dir)
    apply_settings(env_cfg, settings or {}, "env")
    if change is not None:
        change(env_cfg)
    return gymnasium.make(task, cfg=env_cfg, render_mode=render_mode, disable_env_checker=True)
