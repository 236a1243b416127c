"""``pippin train`` and ``pippin play``: learn a task, and look at what was learned."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import torch
import tyro
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from pippin.learning.rsl_rl.training import Progress as TrainingProgress
    from pippin.learning.rsl_rl.training import Trainer

VIDEO_SECONDS = 6.0
FRAME_RATE = 25.0


def train(
    task: Annotated[str, tyro.conf.Positional],
    num_envs: int | None = None,
    max_iterations: int | None = None,
    seed: int | None = None,
    device: str = "cuda:0",
    resume: Path | None = None,
    video: bool = False,
) -> None:
    """Train a policy with RSL-RL's PPO: curves for TensorBoard and checkpoints go to logs/rsl_rl.

    Args:
        task: Name of the task; ``pippin tasks`` lists them.
        num_envs: Number of environments; by default the task's.
        max_iterations: Iterations of PPO; by default the task's.
        seed: Seed; by default the task's.
        device: "cuda:0" or "cpu"; without a GPU it is the CPU.
        resume: Checkpoint to go on from.
        video: Whether to film the policy at the end.
    """
    from pippin.learning.rsl_rl.training import check_checkpoint, make_trainer, new_log_dir

    console = Console()
    log_dir = new_log_dir(task)
    if resume is not None:
        check_checkpoint(resume)
    with console.status(f"Building {task} (the first run on a machine compiles kernels, which takes a minute) ..."):
        trainer = make_trainer(task, num_envs, seed, device, log_dir, "rgb_array" if video else None)
    with closing(trainer.env):
        if resume is not None:
            trainer.load(resume)
        console.print(
            f"{trainer.env.num_envs} environments on {trainer.runner.device}; curves and checkpoints: {log_dir}"
        )
        learn(trainer, trainer.num_iterations if max_iterations is None else max_iterations, log_dir, console)
        for path in trainer.export(log_dir / "exported"):
            console.print(f"Written: {path}")
        if video:
            console.print(f"Written: {film(trainer, log_dir / 'policy.mp4')}")


def learn(trainer: Trainer, iterations: int, log_dir: Path, console: Console) -> None:
    """Train with a progress bar; Ctrl-C ends it and saves the state in the folder of the run."""
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    try:
        with Progress(*columns, console=console) as progress:
            bar = progress.add_task("first iteration ...", total=iterations)

            def show(state: TrainingProgress) -> None:
                reward = "-" if state.reward is None else f"{state.reward:.2f}"
                text = f"reward {reward}, {state.steps_per_second:,.0f} steps/s, {state.seconds_left:.0f} s left"
                progress.update(bar, completed=state.iteration, description=text)

            trainer.train(iterations, show)
    except KeyboardInterrupt:
        trainer.runner.save(str(log_dir / f"model_{trainer.runner.current_learning_iteration}.pt"))
        console.print("Stopped; the last state is saved.")


def play(
    checkpoint: Annotated[Path, tyro.conf.Positional],
    task: Annotated[str, tyro.conf.Positional],
    num_envs: int = 16,
    steps: int = 500,
    device: str = "cuda:0",
    video: Path | None = None,
    view: bool = False,
    port: int = 8080,
) -> None:
    """Run a trained policy, and print what it earns.

    Args:
        checkpoint: File that ``pippin train`` wrote.
        task: Name of the task.
        num_envs: Number of environments.
        steps: Number of steps.
        device: "cuda:0" or "cpu".
        video: File to write a video to.
        view: Whether to show it in the browser until "Quit" is pressed, in place of counting steps.
        port: Port of that page.
    """
    from pippin.learning.rsl_rl.training import check_checkpoint, make_trainer

    console = Console()
    check_checkpoint(checkpoint)
    with console.status(f"Building {task} ..."):
        trainer = make_trainer(task, num_envs, None, device, None, None if video is None else "rgb_array")
    with closing(trainer.env):
        trainer.load(checkpoint)
        if video is not None:
            console.print(f"Written: {film(trainer, video)}")
        elif view:
            watch(trainer, port, console)
        else:
            returns = run_policy(trainer, steps)
            mean = (
                f"mean return of {len(returns)} episodes {sum(returns) / len(returns):.2f}"
                if returns
                else "no episode ended"
            )
            console.print(f"{steps} steps in {num_envs} environments: {mean}.")
        for path in trainer.export(checkpoint.parent / "exported"):
            console.print(f"Written: {path}")


def tasks(pattern: str = "") -> None:
    """List the tasks.

    Args:
        pattern: Regular expression that the names contain.
    """
    from pippin.tasks.registration import TASKS

    names = [name for name in TASKS if re.search(pattern, name, re.IGNORECASE)]
    Console().print("\n".join(names), highlight=False)


def run_policy(trainer: Trainer, steps: int) -> list[float]:
    """Run the policy of a trainer, and return the returns of the episodes that ended."""
    env, policy = trainer.env, trainer.runner.get_inference_policy()
    totals, returns = torch.zeros(env.num_envs, device=env.unwrapped.device), []
    observations = env.get_observations()
    for _ in range(steps):
        with torch.inference_mode():
            observations, rewards, dones, _ = env.step(policy(observations))
        totals += rewards
        ended = dones.nonzero().flatten()
        returns += totals[ended].tolist()
        totals[ended] = 0.0
    return returns


def film(trainer: Trainer, path: Path) -> Path:
    """Film the policy for some seconds."""
    from pippin.viewers.video import write_video

    env, policy = trainer.env, trainer.runner.get_inference_policy()
    dt = env.unwrapped.step_dt
    every = max(1, round(1.0 / (FRAME_RATE * dt)))
    observations, pictures = env.get_observations(), []
    for index in range(round(VIDEO_SECONDS / dt)):
        with torch.inference_mode():
            observations, *_ = env.step(policy(observations))
        if index % every == 0:
            pictures.append(env.unwrapped.render())
    write_video(path, pictures, 1.0 / (every * dt))
    return path


def watch(trainer: Trainer, port: int, console: Console) -> None:
    """Show the policy in the browser until it is closed there."""
    from pippin.viewers.browser import BrowserViewer

    env, policy = trainer.env, trainer.runner.get_inference_policy()
    viewer = BrowserViewer(env.unwrapped.sim, port=port)
    console.print(f"Open [bold]{viewer.url}[/bold] in a browser. Ctrl-C or the button Quit ends it.")
    observations = env.get_observations()
    try:
        while viewer.is_open:
            if viewer.wants_step():
                with torch.inference_mode():
                    observations, *_ = env.step(policy(observations))
            viewer.update()
    except KeyboardInterrupt:
        console.print("Stopped.")
    finally:
        viewer.close()
