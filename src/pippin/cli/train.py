"""``pippin train``: learn a task."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import tyro
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as ProgressBar

from pippin.viewers.video import require_video

from .stages import begin, can_draw, stage
from .sweeps import is_sweep, resume_sweep, run_sweep

if TYPE_CHECKING:
    from pippin.learning.trainer import Progress, Trainer

SECONDS_BETWEEN_LINES = 10.0
"""Time between reports where there is no terminal to draw a bar in [s]."""


def train(
    task: Annotated[str, tyro.conf.Positional] = "",
    num_envs: int | None = None,
    max_iterations: int | None = None,
    seed: int | None = None,
    device: str = "cuda:0",
    resume: Path | None = None,
    video: bool = False,
    library: Literal["rsl_rl", "skrl"] | None = None,
    settings: Annotated[tuple[str, ...], tyro.conf.arg(name="set", metavar="NAME=VALUE")] = (),
    sweep: Annotated[tuple[str, ...], tyro.conf.arg(metavar="NAME=VALUE,VALUE")] = (),
) -> None:
    """Train a policy with PPO: curves for TensorBoard and checkpoints go to logs/LIBRARY.

    With several GPUs or machines, start one process for each: torchrun --nproc-per-node 2 -m pippin train TASK.

    Args:
        task: Name of the task; ``pippin tasks`` lists them. With --resume that of the run.
        num_envs: Number of environments (in each process); by default the task's.
        max_iterations: Iterations of PPO, with those before the run was resumed; by default the task's.
        seed: Seed; by default the task's.
        device: "cuda:0" or "cpu"; without a GPU it is the CPU.
        resume: Folder of a run to go on with, exactly where its last state was saved; or a checkpoint to begin from.
        video: Whether to film the policy at the end.
        library: Library that learns: "rsl_rl" by default, or "skrl". With --resume that of the run.
        settings: Values that differ from the task's config (env.sim.dt=0.002) and the agent's
            (agent.algorithm.learning_rate=3e-4). With --resume those of the run.
        sweep: Values of such settings, each of which is combined with all others in a run of its own, by Ray Tune
            (extra "cluster"): agent.seed=1,2,3.
    """
    from pippin.learning.processes import agree, join_processes, leave_processes, rank, world_size
    from pippin.learning.task_environments import agent_cfg_of, new_log_dir
    from pippin.learning.trainers import make_trainer

    if video:
        require_video()
    console = Console(quiet=rank() > 0)
    if sweep or is_sweep(resume):
        if settings or video or (sweep and resume is not None):
            raise ValueError("--sweep takes no --set, --video or --resume; expected them left out.")
        if resume is not None:
            resume_sweep(resume, console)
        else:
            shared = {"max_iterations": max_iterations, "num_envs": num_envs, "seed": seed, "device": device}
            run_sweep(task, sweep, console, library, **shared)
        return
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # of packages that are not needed here
    run = _run_to_train(task, num_envs, seed, library, settings, resume)
    task, library, state = run.task, run.library, run.state
    agent_cfg_of(task)
    join_processes(device)
    try:
        log_dir = Path(agree(str(resume if state is not None else new_log_dir(task, library))))
        with stage(console, f"Building {task} (the first run on a machine compiles kernels, which takes a minute) ..."):
            render_mode = "rgb_array" if video else None
            trainer = make_trainer(
                library, task, run.num_envs, run.seed, device, log_dir, render_mode, settings=run.settings
            )
        with closing(trainer.env):
            if state is not None:
                trainer.restore(state)
                console.print(f"Going on after iteration {trainer.iteration}.")
            elif resume is not None:
                trainer.load(resume)
            processes = "" if world_size() == 1 else f" in each of {world_size()} processes"
            console.print(f"{trainer.env.num_envs} environments on {trainer.device}{processes}.")
            console.print(f"Curves and checkpoints: {log_dir} (look: tensorboard --logdir {log_dir})", soft_wrap=True)
            if learn(trainer, trainer.num_iterations if max_iterations is None else max_iterations, console):
                finish(trainer, log_dir, video, console)
    finally:
        leave_processes()


@dataclass(frozen=True)
class _Run:
    """What is trained: as the arguments say, or as the run to resume was."""

    task: str
    num_envs: int | None
    seed: int | None
    library: Literal["rsl_rl", "skrl"]
    settings: Mapping[str, Any]
    state: Path | None
    """Last state of the run to go on with; None begins."""


def _run_to_train(
    task: str, num_envs: int | None, seed: int | None, library: str | None, settings: Sequence[str], resume: Path | None
) -> _Run:
    """What the arguments of :func:`train` ask for.

    Raises:
        ValueError: They differ from the run to resume, or no task is named.
    """
    from pippin.learning.checkpoints import (
        ENTRY,
        library_of_checkpoint,
        read_checkpoint,
        settings_of_checkpoint,
        task_of_checkpoint,
    )
    from pippin.learning.settings import read_settings
    from pippin.learning.states import find_state

    if resume is None:
        if not task:
            raise ValueError("No task is named; expected one: pippin train TASK; 'pippin tasks' lists them.")
        begun = cast("Literal['rsl_rl', 'skrl']", library or "rsl_rl")
        return _Run(task, num_envs, seed, begun, read_settings(settings), None)
    state = find_state(resume) if resume.is_dir() else None
    if state is not None:
        run = read_checkpoint(state, task or None)[ENTRY]
        task = run["task"]
        _require_same(num_envs, run["num_envs"], "--num-envs")
        _require_same(seed, run["seed"], "--seed")
        num_envs, seed = run["num_envs"], run["seed"]
    else:
        task = task_of_checkpoint(resume, task or None)
    of_run = library_of_checkpoint(state or resume)
    _require_same(library, of_run, "--library")
    if settings:
        raise ValueError("--set is given, but the run to resume has its settings: leave it out.")
    going_on = cast("Literal['rsl_rl', 'skrl']", of_run)
    return _Run(task, num_envs, seed, going_on, settings_of_checkpoint(state or resume), state)


def learn(trainer: Trainer, iterations: int, console: Console) -> bool:
    """Train with a progress bar, or with a line now and then where the output is no terminal.

    Returns:
        Whether all iterations were done; Ctrl-C ends them, after which the run can be resumed.
    """
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    next_line = time.monotonic()
    try:
        with ProgressBar(*columns, console=console, disable=not can_draw(console)) as progress:
            bar = begin(progress, "first iteration", total=iterations)

            def show(state: Progress) -> None:
                nonlocal next_line
                progress.update(bar, completed=state.iteration, description=describe(state))
                if not can_draw(console) and (time.monotonic() >= next_line or state.iteration == iterations):
                    console.print(f"{state.iteration}/{iterations} {describe(state)}", soft_wrap=True)
                    next_line = time.monotonic() + SECONDS_BETWEEN_LINES

            trainer.train(iterations, show)
    except KeyboardInterrupt:
        console.print(f"Stopped. Go on with: pippin train --resume {trainer.log_dir}", soft_wrap=True)
        return False
    return True


def describe(state: Progress) -> str:
    """Reward, rate and time left of a training, in words."""
    reward = "-" if state.reward is None else f"{state.reward:.2f}"
    minutes, seconds = divmod(round(state.seconds_left), 60)
    return f"reward {reward}, {state.steps_per_second:,.0f} steps/s, {minutes}:{seconds:02d} left"


def finish(trainer: Trainer, log_dir: Path, video: bool, console: Console) -> None:
    """Export the policy, film it if asked to, and say how to look at it."""
    from pippin.learning.checkpoints import find_checkpoint
    from pippin.learning.processes import rank

    if rank() > 0:
        return
    from .play import film

    for path in trainer.export(log_dir / "exported"):
        console.print(f"Written: {path}", soft_wrap=True)
    if video:
        console.print(f"Written: {film(trainer, log_dir / 'policy.mp4')}", soft_wrap=True)
    console.print(f"Watch it in the browser: pippin play {find_checkpoint(log_dir)} --view", soft_wrap=True)


def _require_same(given: int | str | None, of_run: int | str, option: str) -> None:
    if given is not None and given != of_run:
        raise ValueError(f"{option} is {given}, but the run to resume has {of_run}: leave it out.")
