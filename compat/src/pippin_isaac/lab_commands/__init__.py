"""The command ``isaaclab`` of Isaac Lab 3: ``isaaclab train --rl_library rsl_rl --task TASK``.

It trains, plays, lists tasks and tries them with zero or random actions, with the arguments that Isaac Lab's own
command has and in the folders that it uses (``logs/LIBRARY/EXPERIMENT/DATE``). Each learning library is used as its
makers' programs use it; ``pippin train`` offers more for two of them.
"""

from __future__ import annotations

import importlib.metadata
import os
import sys
from collections.abc import Callable, Sequence

TASKS = "isaaclab.tasks"
"""Entry points of distributions whose modules register tasks."""


def load_external_tasks() -> None:
    """Import the modules with tasks that installed distributions name."""
    for entry_point in importlib.metadata.entry_points(group=TASKS):
        entry_point.load()


def run_train_cli(argv: Sequence[str] | None = None) -> int:
    """Train as the arguments say; without any, as those of the process. Returns 0."""
    from .learning import train

    return _run(train, argv)


def run_play_cli(argv: Sequence[str] | None = None) -> int:
    """Show a trained policy as the arguments say; without any, as those of the process. Returns 0."""
    from .learning import play

    return _run(play, argv)


def run_zero_agent_cli(argv: Sequence[str] | None = None) -> int:
    """Step a task with actions that are zero. Returns 0."""
    from .agents import try_actions

    return _run(lambda words: try_actions("zero", words), argv)


def run_random_agent_cli(argv: Sequence[str] | None = None) -> int:
    """Step a task with actions between -1 and 1. Returns 0."""
    from .agents import try_actions

    return _run(lambda words: try_actions("random", words), argv)


def _run(command: Callable[[list[str]], None], argv: Sequence[str] | None) -> int:
    load_external_tasks()
    command(list(sys.argv[1:] if argv is None else argv))
    return 0


def train(args: Sequence[str] | None = None) -> None:
    """Train as the arguments say."""
    run_train_cli(args)


def play(args: Sequence[str] | None = None) -> None:
    """Show a trained policy as the arguments say."""
    run_play_cli(args)


def zero_agent(args: Sequence[str] | None = None) -> None:
    """Step a task with actions that are zero."""
    run_zero_agent_cli(args)


def random_agent(args: Sequence[str] | None = None) -> None:
    """Step a task with actions between -1 and 1."""
    run_random_agent_cli(args)


def list_envs(args: Sequence[str] | None = None) -> None:
    """Print the tasks, or those whose names contain a keyword (``--keyword``)."""
    from .agents import list_tasks

    load_external_tasks()
    list_tasks(list(sys.argv[1:] if args is None else args))


COMMANDS = {
    "train": train,
    "play": play,
    "zero_agent": zero_agent,
    "random_agent": random_agent,
    "list_envs": list_envs,
}

NOT_SERVED = {
    "--new": "make the project with Isaac Lab's own command or copy another one's folders; what it makes trains here",
    "-n": "make the project with Isaac Lab's own command or copy another one's folders; what it makes trains here",
    "train_multigpu": "start 'torchrun --nproc-per-node 2 -m isaaclab train ... --distributed'",
    "benchmark": "see 'pippin bench'",
    "microbenchmark": "see 'pippin bench'",
    "demo": "see 'pippin demo' and 'pippin showcase'",
    "example": "see the folder examples of Pippin's repository",
    "leapp": "policies are exported as TorchScript and ONNX by 'isaaclab play' and 'pippin play'",
    "teleop": "run the program of your project's that does it",
}
"""What else Isaac Lab's command does, and what there is in its place."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command ``isaaclab``. ``isaaclab -p FILE ...`` runs a program with this Python.

    Raises:
        SystemExit: There is no such command, or it is not served; the message has what there is.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] in (["-p"], ["--python"]) and len(words) > 1:
        os.execv(sys.executable, [sys.executable, *words[1:]])  # a program of its own, which may be for version 2
    name = words[0] if words else "--help"
    if name in NOT_SERVED:
        sys.exit(f"'isaaclab {name}' is not served: {NOT_SERVED[name]}.")
    if name in ("-h", "--help"):
        sys.stdout.write(f"{_USAGE}\n{_help()}")
        return
    if name not in COMMANDS:
        sys.exit(f"{_USAGE}\nisaaclab: there is no command '{name}'.")
    COMMANDS[name](words[1:])


_USAGE = f"usage: isaaclab {{{','.join(COMMANDS)}}} ... or isaaclab -p FILE ..."


def _help() -> str:
    """A line for each command; ``isaaclab COMMAND --help`` says more."""
    lines = [f"  {name:<13} {(command.__doc__ or '').strip()}" for name, command in COMMANDS.items()]
    return "\n".join([*lines, "'isaaclab COMMAND --help' has the arguments.", ""])
