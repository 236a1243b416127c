"""Trainers by the name of the library that learns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from .trainer import Trainer

LIBRARIES = ("rsl_rl", "skrl")
"""Libraries that ``pippin train`` learns with."""


def make_trainer(
    library: str,
    task: str,
    num_envs: int | None = None,
    seed: int | None = None,
    device: str = "cuda:0",
    log_dir: str | Path | None = None,
    render_mode: str | None = None,
    change: Callable[[Any], None] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Trainer:
    """Make a task's environment and what learns in it.

    In a training of several processes (``torchrun``) each has its own environments, seed and GPU.

    Args:
        library: One of :data:`LIBRARIES`.
        task: Name of the task.
        num_envs: Number of environments in this process; None for the config's.
        seed: Seed of the environment and the policy; None for the config's.
        device: "cpu" or "cuda:N"; a GPU that is not there counts as the CPU.
        log_dir: Folder of curves and checkpoints; None writes none.
        render_mode: "rgb_array" for pictures.
        change: Called with the config of the environment before it is made.
        settings: Values of the task's and the agent's config that differ from theirs, by dotted names such as
            "agent.algorithm.learning_rate"; checkpoints keep them.

    Raises:
        ValueError: There is no such library, task or setting (the message names what there is), or no environment.
        ImportError: The library is not installed.
    """
    if library not in LIBRARIES:
        raise ValueError(f"'library' is {library!r:.80}; expected one of: {', '.join(LIBRARIES)}.")
    module = import_module(f"pippin.learning.{library}.training")
    return module.make_trainer(task, num_envs, seed, device, log_dir, render_mode, change, settings)
