"""The commands as calls of Python: ``train(TrainingRequest("rsl_rl", "Isaac-Cartpole-v0", max_iterations=10))``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import run_play_cli, run_random_agent_cli, run_train_cli, run_zero_agent_cli


@dataclass(frozen=True)
class TrainingRequest:
    """What ``isaaclab train`` is told.

    Attributes:
        backend: Learning library: "rsl_rl", "skrl", "rl_games" or "sb3".
        task: Name of the task.
        checkpoint: File to begin from, or "latest".
        agent: Key of the agent's config in the task.
        num_envs: Number of environments.
        seed: Seed.
        max_iterations: Number of iterations.
        device: "cpu" or "cuda:N".
        video: Whether videos are recorded.
        distributed: Whether this is one of several processes.
        backend_args: Arguments of the library.
        hydra_args: Changes of configs.
    """

    backend: str
    task: str
    checkpoint: str | None = None
    agent: str | None = None
    num_envs: int | None = None
    seed: int | None = None
    max_iterations: int | None = None
    device: str | None = None
    video: bool = False
    distributed: bool = False
    backend_args: Sequence[str] = ()
    hydra_args: Sequence[str] = ()


@dataclass(frozen=True)
class PlaybackRequest:
    """What ``isaaclab play`` is told; see :class:`TrainingRequest`."""

    backend: str
    task: str
    checkpoint: str | None = None
    agent: str | None = None
    num_envs: int | None = None
    seed: int | None = None
    device: str | None = None
    video: bool = False
    backend_args: Sequence[str] = ()
    hydra_args: Sequence[str] = ()


@dataclass(frozen=True)
class SimpleAgentRequest:
    """What ``isaaclab zero_agent`` and ``random_agent`` are told: steps without end where ``max_steps`` is None."""

    task: str
    num_envs: int | None = None
    device: str | None = None
    max_steps: int | None = None
    video: bool = False
    hydra_args: Sequence[str] = ()


def train(request: TrainingRequest) -> int:
    """Train as a request says; returns 0."""
    return run_train_cli(_words(request))


def play(request: PlaybackRequest) -> int:
    """Show a trained policy as a request says; returns 0."""
    return run_play_cli(_words(request))


def zero_agent(request: SimpleAgentRequest) -> int:
    """Step a task with actions that are zero; returns 0."""
    return run_zero_agent_cli(_words(request))


def random_agent(request: SimpleAgentRequest) -> int:
    """Step a task with actions between -1 and 1; returns 0."""
    return run_random_agent_cli(_words(request))


def _words(request: TrainingRequest | PlaybackRequest | SimpleAgentRequest) -> list[str]:
    """Arguments of the command that asks for the same."""
    values = dict(vars(request))
    free = [*values.pop("backend_args", ()), *values.pop("hydra_args")]
    words: list[str] = []
    for name, value in values.items():
        option = "--rl_library" if name == "backend" else f"--{name}"
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            words += [option, str(value)]
    return words + free
