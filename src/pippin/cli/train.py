"""``pippin train``: learn a task."""

from __future__ import annotations

import logging
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import tyro
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as ProgressBar

from pippin.viewers.video import require_video

if TYPE_CHECKING:
    from pippin.learning.rsl_rl.training import Progress, Trainer

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
) -> None:
    """Train a policy with RSL-RL's PPO: curves for TensorBoard and checkpoints go to logs/rsl_rl.

    With several GPUs or machines, start one process for each: torchrun --nproc-per-node 2 -m pippin train TASK.

    Args:
        task: Name of the task; ``pippin tasks`` lists them. With --resume that of the run.
        num_envs: Number of environments (in each process); by default the task's.
        max_iterations: Iterations of PPO, with those before the run was resumed; by default the task's.
        seed: Seed; by default the task's.
        device: "cuda:0" or "cpu"; without a GPU it is the CPU.
        resume: Folder of a run to go on with, exactly where its last state was saved; or a checkpoint to begin from.
        video: Whether to film the policy at the end.
    """
    from pippin.learning.processes import agree, join_processes, leave_processes, rank, world_size
    from pippin.learning.rsl_rl.checkpoints import read_checkpoint
    from pippin.learning.rsl_rl.resumption import find_state
    from pippin.learning.rsl_rl.training import agent_cfg_of, make_trainer, new_log_dir, task_of_checkpoint

    if video:
        require_video()
    console = Console(quiet=rank() > 0)
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # of packages that are not needed here
    state = find_state(resume) if resume is not None and resume.is_dir() else None
    if state is not None:
        run = read_checkpoint(state, task or None)["pippin"]
        task = run["task"]
        _require_same(num_envs, run["num_envs"], "--num-envs")
        _require_same(seed, run["seed"], "--seed")
        num_envs, seed = run["num_envs"], run["seed"]
    elif resume is not None:
        task = task_of_checkpoint(resume, task or None)
    if not task:
        raise ValueError("Which task is to be learned? Name one: pippin train TASK; pippin tasks lists them.")
    agent_cfg_of(task)
    join_processes(device)
    try:
        log_dir = Path(agree(str(resume if state is not None else new_log_dir(task))))
        with console.status(f"Building {task} (the first run on a machine compiles kernels, which takes a minute) ..."):
            trainer = make_trainer(task, num_envs, seed, device, log_dir, "rgb_array" if video else None)
        with closing(trainer.env):
            if state is not None and trainer.resumption is not None:
                trainer.resumption.restore(state)
                console.print(f"Going on after iteration {trainer.runner.current_learning_iteration}.")
            elif resume is not None:
                trainer.load(resume)
            processes = "" if world_size() == 1 else f" in each of {world_size()} processes"
            console.print(f"{trainer.env.num_envs} environments on {trainer.runner.device}{processes}.")
            console.print(f"Curves and checkpoints: {log_dir} (look: tensorboard --logdir {log_dir})", soft_wrap=True)
            if learn(trainer, trainer.num_iterations if max_iterations is None else max_iterations, console):
                finish(trainer, log_dir, video, console)
    finally:
        leave_processes()


def learn(trainer: Trainer, iterations: int, console: Console) -> bool:
    """Train with a progress bar, or with a line now and then where the output is no terminal.

    Returns:
        Whether all iterations were done; Ctrl-C ends them, after which the run can be resumed.
    """
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    next_line = time.monotonic()
    try:
        with ProgressBar(*columns, console=console, disable=not console.is_terminal) as progress:
            bar = progress.add_task("first iteration ...", total=iterations)

            def show(state: Progress) -> None:
                nonlocal next_line
                progress.update(bar, completed=state.iteration, description=describe(state))
                if not console.is_terminal and (time.monotonic() >= next_line or state.iteration == iterations):
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
    from pippin.learning.processes import rank

    if rank() > 0:
        return
    from .play import film

    for path in trainer.export(log_dir / "exported"):
        console.print(f"Written: {path}", soft_wrap=True)
    if video:
        console.print(f"Written: {film(trainer, log_dir / 'policy.mp4')}", soft_wrap=True)
    checkpoint = log_dir / f"model_{trainer.runner.current_learning_iteration}.pt"
    console.print(f"Watch it in the browser: pippin play {checkpoint} --view", soft_wrap=True)


def _require_same(given: int | None, of_run: int, option: str) -> None:
    if given is not None and given != of_run:
        raise ValueError(f"{option} is {given}, but the run to resume has {of_run}: leave it out.")
