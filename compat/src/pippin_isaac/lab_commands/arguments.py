"""Arguments of the commands, which are Isaac Lab's."""

from __future__ import annotations

import argparse
from types import ModuleType

from pippin.tasks.utils import load_cfg_from_registry
from pippin.utils.callables import string_to_callable

from ..launcher import add_launcher_args

VIDEO_LENGTH, VIDEO_INTERVAL = 200, 2000
"""Steps of a video, and from the beginning of one to the next."""


def add_environment_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what each command asks of an environment."""
    parser.add_argument("--task", help="Name of the task.")
    parser.add_argument("--num_envs", type=int, help="Number of environments; by default the task's.")
    parser.add_argument("--video", action="store_true", help="Record videos.")
    parser.add_argument("--video_length", type=int, default=VIDEO_LENGTH, help="Steps of a video.")
    parser.add_argument("--video_interval", type=int, default=VIDEO_INTERVAL, help="Steps between videos.")
    parser.add_argument("--disable_fabric", action="store_true", help="Has no effect.")
    parser.add_argument("--frontend", choices=("torch",), default="torch", help="How environments are written.")


def add_learning_arguments(parser: argparse.ArgumentParser, library: ModuleType, is_training: bool) -> None:
    """Add what training and playing ask, and what a learning library asks besides."""
    add_environment_arguments(parser)
    parser.add_argument("--agent", default=library.AGENT, help="Key of the agent's config in the task.")
    parser.add_argument("--seed", type=int, help="Seed; -1 draws one.")
    parser.add_argument("--checkpoint", help="File, folder of a run, 'latest', 'best' or 'wandb:ENTITY/PROJECT/RUN'.")
    parser.add_argument("--external_callback", help="Function that registers tasks, such as package.module.function.")
    if is_training:
        parser.add_argument("--max_iterations", type=int, help="Iterations; by default the agent's.")
        parser.add_argument("--distributed", action="store_true", help="One of several processes, by torchrun.")
        parser.add_argument("--run_timestamp", help="Name of the run's folder; by default the time.")
        parser.add_argument("--export_io_descriptors", action="store_true", help="Has no effect.")
        parser.add_argument("--ray-proc-id", "-rid", type=int, help="Has no effect.")
    else:
        parser.add_argument("--real-time", action="store_true", help="Not faster than real time.")
        parser.add_argument("--train_env_cfg", action="store_true", help="Play in the environment of training.")
    library.add_arguments(parser)
    add_launcher_args(parser)


def call_back(argv: list[str]) -> None:
    """Call the function that registers tasks, if the arguments name one."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--external_callback")
    path = parser.parse_known_args(argv)[0].external_callback
    if path:
        module, _, function = path.rpartition(".")
        string_to_callable(f"{module}:{function}")()


def library_of(argv: list[str], known: tuple[str, ...]) -> tuple[str, list[str]]:
    """Which learning library the arguments name, or the task by itself, and the other arguments.

    Raises:
        ValueError: Neither does; the message has those that the task has agents for.
    """
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--rl_library", choices=known)
    selected, rest = parser.parse_known_args(argv)
    if selected.rl_library:
        return selected.rl_library, rest
    parser.add_argument("--task")
    task = parser.parse_known_args(rest)[0].task
    offered = _agents_of(task) if task else {}
    default = offered.pop("default_agent", None)
    if default in known:
        return default, rest
    there_are = [name for name in known if f"{name}_cfg_entry_point" in offered] or known
    raise ValueError(f"'--rl_library' names no learning library; expected one of: {', '.join(there_are)}.")


def _agents_of(task: str) -> dict[str, object]:
    """What a task is registered with."""
    import gymnasium

    import isaaclab_tasks  # noqa: F401  (registers the tasks)

    return dict(gymnasium.spec(task.split(":")[-1]).kwargs)


def has_agent(task: str, key: str) -> bool:
    """Whether a task has the config of an agent under a key."""
    try:
        load_cfg_from_registry(task.split(":")[-1], key)
    except ValueError:
        return False
    return True
