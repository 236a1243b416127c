"""What the commands of training and playing ask of a trainer, whichever library learns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import torch


@dataclass(frozen=True)
class Progress:
    """How far a training is after an iteration.

    Attributes:
        iteration: Iterations that are done, with those before the run was resumed.
        num_iterations: All of them.
        reward: Mean return of the last episodes; None before the first one ended.
        episode_length: Their mean length [steps].
        steps_per_second: Environment steps in a second of all processes together, learning included.
        seconds_left: Time left at the present rate [s].
    """

    iteration: int
    num_iterations: int
    reward: float | None
    episode_length: float | None
    steps_per_second: float
    seconds_left: float


class Outcome(NamedTuple):
    """What a step of the policy led to.

    Attributes:
        observations: What :meth:`Trainer.step` takes next.
        rewards: Rewards, shape (num_envs,).
        failed: Environments whose episode a termination ended, shape (num_envs,), bool.
        ended: Environments whose episode ended, shape (num_envs,), bool.
    """

    observations: Any
    rewards: torch.Tensor
    failed: torch.Tensor
    ended: torch.Tensor


class Trainer(Protocol):
    """A task's environment with what learns in it.

    Attributes:
        task: Name of the task.
        env: The environment, wrapped for the library.
        log_dir: Folder of curves and checkpoints; None writes none.
        num_iterations: Iterations that the task's config asks for.
    """

    @property
    def task(self) -> str: ...  # noqa: D102
    @property
    def env(self) -> Any: ...  # noqa: D102
    @property
    def log_dir(self) -> Path | None: ...  # noqa: D102
    @property
    def num_iterations(self) -> int: ...  # noqa: D102
    @property
    def device(self) -> str:
        """Device of the environment and the networks."""
        ...

    @property
    def iteration(self) -> int:
        """Iterations that are done."""
        ...

    def train(self, num_iterations: int, on_progress: Callable[[Progress], None] | None = None) -> None:
        """Learn until a number of iterations is done, those before the run was resumed included."""
        ...

    def load(self, checkpoint: str | Path) -> None:
        """Take the policy, and the state of the optimizer, of a checkpoint."""
        ...

    def restore(self, state: Path) -> None:
        """Go on exactly where a run was when it wrote its state."""
        ...

    def export(self, folder: str | Path) -> list[Path]:
        """Write the policy as TorchScript, and as ONNX where the package onnx is installed."""
        ...

    def reset(self) -> Any:
        """Reset all environments, and give what the policy observes."""
        ...

    def step(self, observations: Any) -> Outcome:
        """Let the policy act on observations, without noise, and step all environments."""
        ...
