"""Commands without learning: tasks listed, and tried with zero or random actions."""

from __future__ import annotations

import argparse
import contextlib
from pathlib import Path
from typing import Any

import gymnasium
import torch

from pippin.tasks.utils import resolve_task_config

from ..launcher import add_launcher_args, launch_simulation
from .arguments import add_environment_arguments
from .environments import make_environment
from .filming import CONSOLE


def list_tasks(argv: list[str]) -> None:
    """Print the names of the tasks and where their configs are."""
    import isaaclab_tasks  # noqa: F401  (registers the tasks)

    parser = argparse.ArgumentParser(prog="isaaclab list_envs", description="List the tasks.")
    parser.add_argument("--keyword", default="", help="What their names contain.")
    keyword = parser.parse_known_args(argv)[0].keyword
    for name, spec in sorted(gymnasium.registry.items()):
        if "env_cfg_entry_point" in spec.kwargs and keyword.lower() in name.lower():
            CONSOLE.print(f"{name}  {spec.kwargs['env_cfg_entry_point']}")


def try_actions(kind: str, argv: list[str]) -> None:
    """Step a task with actions that are zero ("zero") or between -1 and 1 ("random"), until the program is ended."""
    import isaaclab_tasks  # noqa: F401  (registers the tasks)

    parser = argparse.ArgumentParser(prog=f"isaaclab {kind}_agent", description=f"Step a task with {kind} actions.")
    add_environment_arguments(parser)
    parser.add_argument("--max_steps", type=int, help="Number of steps; without it they go on.")
    add_launcher_args(parser)
    args, overrides = parser.parse_known_args(argv)
    env_cfg, _ = resolve_task_config(args.task, None, overrides=overrides)
    with launch_simulation(env_cfg, args):
        env, film = make_environment(args, env_cfg, Path("logs", f"{kind}_agent", "videos"))
        with contextlib.closing(env), contextlib.suppress(KeyboardInterrupt), torch.inference_mode():
            env.reset()
            step = 0
            while step != args.max_steps and not (film is not None and film.is_done):
                env.step(_actions(env, kind))
                step += 1


def _actions(env: gymnasium.Env, kind: str) -> Any:
    """Actions of all environments; of several agents by their names."""
    unwrapped: Any = env.unwrapped
    if hasattr(unwrapped, "possible_agents"):
        return {name: _drawn(space.shape, unwrapped, kind) for name, space in unwrapped.action_spaces.items()}
    return _drawn(unwrapped.single_action_space.shape, unwrapped, kind)


def _drawn(shape: tuple[int, ...] | None, env: Any, kind: str) -> torch.Tensor:
    actions = torch.zeros((env.num_envs, *(shape or ())), device=env.device)
    return actions if kind == "zero" else actions.uniform_(-1.0, 1.0)
