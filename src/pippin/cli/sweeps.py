"""Sweeps of ``pippin train``: one training for each choice of settings."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from pippin.learning.sweeps import SweptRun

DESCRIPTION = "sweep.json"
"""File in the folder of a sweep that says what it is."""


def is_sweep(folder: Path | None) -> bool:
    """Whether a folder is that of a sweep."""
    return folder is not None and (folder / DESCRIPTION).is_file()


def run_sweep(task: str, words: Sequence[str], console: Console, library: str | None, **plan: Any) -> None:
    """Begin a sweep in a new folder, and print what came of its runs.

    Args:
        task: Name of the task.
        words: Choices, each "NAME=VALUE,VALUE,...".
        console: Where to print.
        library: "rsl_rl" or "skrl"; None for the first.
        plan: What all runs have in common: max_iterations, num_envs, seed, device.

    Raises:
        ImportError: Ray Tune is not installed.
        ValueError: There is no such task or setting, or a value does not fit.
    """
    from pippin.learning.settings import read_choices
    from pippin.learning.task_environments import agent_cfg_of

    folder = Path("logs/sweeps") / agent_cfg_of(task).experiment_name / time.strftime("%Y-%m-%d_%H-%M-%S")
    _run(folder, read_choices(words), console, plan | {"task": task, "library": library or "rsl_rl"})


def resume_sweep(folder: Path, console: Console) -> None:
    """Go on with a sweep that was stopped: with the runs that are not done, each from its last state.

    Args:
        folder: Its folder.
        console: Where to print.

    Raises:
        ImportError: Ray Tune is not installed.
        ValueError: The folder's description is damaged, or of a sweep that a program began with distributions.
    """
    try:
        plan = json.loads((folder / DESCRIPTION).read_text("utf-8"))
        choices = plan.pop("choices")
        plan.pop("folder")
    except (ValueError, KeyError, AttributeError) as error:
        raise ValueError(f"'{folder / DESCRIPTION}' is no description of a sweep: {error!r:.80}.") from error
    if not all(isinstance(values, list) for values in choices.values()):
        raise ValueError(f"The sweep '{folder}' chooses by distributions: go on with it by the program that began it.")
    _run(folder, choices, console, plan)


def _run(folder: Path, choices: Mapping[str, Any], console: Console, plan: Mapping[str, Any]) -> None:
    import torch

    from pippin.learning.sweeps import sweep

    on_gpu = str(plan["device"]).startswith("cuda") and torch.cuda.is_available()
    console.print(f"Runs, curves and checkpoints: {folder} (look: tensorboard --logdir {folder})", soft_wrap=True)
    console.print(f"Stopped, it goes on with: pippin train --resume {folder}", soft_wrap=True)
    runs = sweep(**plan, choices=choices, folder=folder, num_gpus=float(on_gpu), is_verbose=True)
    console.print(table_of(runs, list(choices)))
    if runs and runs[0].failure is None:
        console.print(f"Watch the best in the browser: pippin play {runs[0].folder} --view", soft_wrap=True)


def table_of(runs: Sequence[SweptRun], names: Sequence[str]) -> Table:
    """Table of runs, in their order.

    Args:
        runs: The runs.
        names: Names of the settings that differ.
    """
    table = Table(*names, "reward", "iterations", "folder")
    for run in runs:
        reward = run.failure or ("-" if run.reward is None else f"{run.reward:.2f}")
        table.add_row(*(str(run.settings[name]) for name in names), reward, str(run.iteration), run.folder.name)
    return table
