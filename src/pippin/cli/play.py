"""``pippin play``: look at what was learned, and try it under other physics."""

from __future__ import annotations

import logging
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import torch
import tyro
from rich.console import Console
from rich.table import Table

from .stages import stage

if TYPE_CHECKING:
    from pippin.learning.trainer import Trainer

VIDEO_SECONDS = 6.0
FRAME_RATE = 25.0


def play(
    checkpoint: Annotated[Path, tyro.conf.Positional],
    task: Annotated[str, tyro.conf.Positional] = "",
    num_envs: int = 16,
    steps: int = 500,
    device: str = "cuda:0",
    video: Path | None = None,
    view: bool = False,
    host: str = "127.0.0.1",
    port: int = 8080,
    sim_to_sim: bool = False,
    record: Path | None = None,
) -> None:
    """Run a trained policy, and print what it earns. It is written as TorchScript and ONNX beside the checkpoint.

    Args:
        checkpoint: File that ``pippin train`` wrote, or the folder of a run, whose newest is taken.
        task: Name of the task; by default that of the checkpoint.
        num_envs: Number of environments.
        steps: Number of steps.
        device: "cuda:0" or "cpu".
        video: File to write a video to.
        view: Whether to show it in the browser until "Quit" is pressed, in place of counting steps.
        host: Address of that page: by default only this machine can open it; at another one the link has a token.
        port: Port of that page, or the next one that is free.
        record: File to record the motion to: .usd, .usda or .usdc (time samples), or .rrd (for rerun).
        sim_to_sim: Whether to run it under other settings of the physics too, and compare.
    """
    from pippin.learning.checkpoints import (
        find_checkpoint,
        library_of_checkpoint,
        settings_of_checkpoint,
        task_of_checkpoint,
    )
    from pippin.learning.trainers import make_trainer

    console = Console()
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # of packages that are not needed here
    checkpoint = find_checkpoint(checkpoint)
    task = task_of_checkpoint(checkpoint, task or None)
    library = library_of_checkpoint(checkpoint)
    if sim_to_sim:
        console.print(compare(checkpoint, task, num_envs, steps, device, console))
        return
    with stage(console, f"Building {task} ..."):
        render_mode = None if video is None else "rgb_array"
        settings = settings_of_checkpoint(checkpoint)
        trainer = make_trainer(library, task, num_envs, None, device, None, render_mode, settings=settings)
    with closing(trainer.env):
        trainer.load(checkpoint)
        if video is not None:
            console.print(f"Written: {film(trainer, video)}", soft_wrap=True)
        elif record is not None:
            console.print(f"Written: {record_policy(trainer, record, steps)}", soft_wrap=True)
        elif view:
            watch(trainer, host, port, console)
        else:
            console.print(f"{steps} steps in {num_envs} environments: {run_policy(trainer, steps).describe()}.")
        for path in trainer.export(checkpoint.parent / "exported"):
            console.print(f"Written: {path}", soft_wrap=True)


@dataclass(frozen=True)
class Earnings:
    """What a policy earned.

    Attributes:
        reward: Mean reward of a step.
        returns: Returns of the episodes that ended.
        failures: How many of them a termination ended, not time.
    """

    reward: float
    returns: list[float]
    failures: int

    def describe(self) -> str:
        """Say it in words."""
        text = f"mean reward of a step {self.reward:.4g}"
        if not self.returns:
            return f"{text}, no episode ended"
        mean = sum(self.returns) / len(self.returns)
        return f"{text}, mean return of {len(self.returns)} episodes {mean:.2f}, {self.failures} of them failed"


def run_policy(trainer: Trainer, steps: int) -> Earnings:
    """Run the policy of a trainer from a reset on."""
    env = trainer.env
    totals, returns, reward, failures = torch.zeros(env.num_envs, device=env.unwrapped.device), [], 0.0, 0
    observations = trainer.reset()
    for _ in range(steps):
        observations, rewards, failed, ended = trainer.step(observations)
        totals += rewards
        reward += float(rewards.mean()) / steps
        failures += int(failed.sum())
        returns += totals[ended].tolist()
        totals[ended] = 0.0
    return Earnings(reward, returns, failures)


def compare(checkpoint: Path, task: str, num_envs: int, steps: int, device: str, console: Console) -> Table:
    """Run a policy under the physics that it was trained in and under others, and compare in a table."""
    from pippin.learning.checkpoints import library_of_checkpoint, settings_of_checkpoint
    from pippin.learning.other_physics import OTHER_PHYSICS
    from pippin.learning.trainers import make_trainer

    library, settings = library_of_checkpoint(checkpoint), settings_of_checkpoint(checkpoint)
    table = Table("physics", "reward of a step", "episodes", "failed", title=f"{checkpoint.name} of {task}")
    for name, change in OTHER_PHYSICS.items():
        with stage(console, f"{task}: {name} ..."):
            trainer = make_trainer(library, task, num_envs, None, device, change=change, settings=settings)
            with closing(trainer.env):
                trainer.load(checkpoint)
                earned = run_policy(trainer, steps)
        table.add_row(name, f"{earned.reward:.4g}", str(len(earned.returns)), str(earned.failures))
    return table


def film(trainer: Trainer, path: Path) -> Path:
    """Film the policy for some seconds."""
    from pippin.viewers.video import write_video

    env = trainer.env
    dt = env.unwrapped.step_dt
    every = max(1, round(1.0 / (FRAME_RATE * dt)))
    observations, pictures = trainer.reset(), []
    for index in range(round(VIDEO_SECONDS / dt)):
        observations = trainer.step(observations).observations
        if index % every == 0:
            pictures.append(env.unwrapped.render())
    write_video(path, pictures, 1.0 / (every * dt))
    return path


def record_policy(trainer: Trainer, path: Path, steps: int) -> Path:
    """Record how the policy moves the robots, without drawing it."""
    from pippin.viewers.recordings import record_motion

    observations = trainer.reset()
    with record_motion(trainer.env.unwrapped.sim, path) as recording:
        for _ in range(steps):
            observations = trainer.step(observations).observations
            recording.record()
    return path


def watch(trainer: Trainer, host: str, port: int, console: Console) -> None:
    """Show the policy in the browser until it is closed there."""
    from pippin.viewers.browser import BrowserViewer

    env = trainer.env
    wishes: list[str] = []  # what buttons ask for, done between steps
    viewer = BrowserViewer(env.unwrapped.sim, host=host, port=port, on_reset=lambda: wishes.append("reset"))
    viewer.add_data_plot()
    console.print(f"Open [bold]{viewer.url}[/bold] in a browser. Ctrl-C or the button Quit ends it.")
    observations = trainer.reset()
    try:
        while viewer.is_open:
            if wishes:
                wishes.clear()
                observations = trainer.reset()
            if viewer.wants_step(env.unwrapped.step_dt):
                observations = trainer.step(observations).observations
            viewer.update()
    except KeyboardInterrupt:
        console.print("Stopped.")
    finally:
        viewer.close()
