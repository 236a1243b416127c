"""``isaaclab train`` and ``isaaclab play``: what is the same for all learning libraries."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import random
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from pippin.tasks.utils import get_checkpoint_path, resolve_task_config
from pippin.utils.run_files import dump_yaml

from ..launcher import launch_simulation
from .arguments import add_learning_arguments, call_back, library_of
from .environments import make_environment
from .filming import CONSOLE
from .manifests import write_run_manifest
from .wandb_runs import is_wandb_checkpoint, resolve_wandb_checkpoint

LIBRARIES = ("rsl_rl", "skrl", "rl_games", "sb3")
"""Modules beside this one. Each has ``AGENT``, the key of a task's config for it; ``CHECKPOINTS``, where a run has
them; ``add_arguments``, which adds its own; ``experiment_of``, which takes arguments into a config of its agent and
names the folder of the experiment's runs; ``train``, and ``load``, which gives a function that steps an environment."""


def train(argv: list[str]) -> None:
    """Train an agent in a task."""
    library, args, overrides = _parsed("train", argv)
    key = library.key_of_agent(args)
    env_cfg, agent_cfg = resolve_task_config(args.task, key, overrides=overrides)
    _draw_seed(args)
    rank = int(os.environ.get("RANK", "0")) if args.distributed else 0
    with launch_simulation(env_cfg, args):
        experiment = Path("logs", library.NAME, library.experiment_of(args, env_cfg, agent_cfg)).resolve()
        checkpoint = _checkpoint_of(library, args, experiment) if args.checkpoint else None
        log_dir = experiment / library.run_of(args, agent_cfg, args.run_timestamp or time.strftime("%Y-%m-%d_%H-%M-%S"))
        env_cfg.seed = library.seed_of(agent_cfg, rank)
        own_dir = log_dir / f"rank_{rank}" if rank else log_dir
        env_cfg.log_dir = str(own_dir)
        _write_configs(own_dir, env_cfg, agent_cfg)
        if rank == 0:
            write_run_manifest(str(log_dir), library=library.NAME, task=args.task, metadata={"agent": key})
        CONSOLE.print(f"Curves and checkpoints: {log_dir}")
        env, _ = make_environment(args, env_cfg, own_dir / "videos" / "train", args.video_interval)
        with contextlib.closing(env):
            start = time.perf_counter()
            with contextlib.suppress(KeyboardInterrupt):
                library.train(env, agent_cfg, args, log_dir, checkpoint)
            CONSOLE.print(f"Training time: {time.perf_counter() - start:.2f} seconds")


def play(argv: list[str]) -> None:
    """Step a task by a trained policy, until the program is ended, or its video is written."""
    library, args, overrides = _parsed("play", argv)
    key = library.key_of_agent(args)
    env_cfg, agent_cfg = resolve_task_config(args.task, key, not args.train_env_cfg, overrides)
    _draw_seed(args)
    with launch_simulation(env_cfg, args):
        experiment = Path("logs", library.NAME, library.experiment_of(args, env_cfg, agent_cfg)).resolve()
        checkpoint = _checkpoint_of(library, args, experiment)
        CONSOLE.print(f"Policy: {checkpoint}")
        env_cfg.seed = library.seed_of(agent_cfg, 0)
        env_cfg.log_dir = str(checkpoint.parent)
        env, film = make_environment(args, env_cfg, checkpoint.parent / "videos" / "play")
        with contextlib.closing(env), contextlib.suppress(KeyboardInterrupt):
            step = library.load(env, agent_cfg, args, checkpoint)
            dt = getattr(env.unwrapped, "step_dt", 0.0) if args.real_time else 0.0
            with torch.inference_mode():
                while not (film is not None and film.is_done):
                    begin = time.perf_counter()
                    step()
                    time.sleep(max(0.0, dt - (time.perf_counter() - begin)))


def _parsed(action: str, argv: list[str]) -> tuple[ModuleType, argparse.Namespace, list[str]]:
    """The library's module, the arguments, and what they change in configs."""
    import isaaclab_tasks  # noqa: F401  (registers the tasks)

    call_back(argv)
    name, rest = library_of(argv, LIBRARIES)
    library = importlib.import_module(f"{__package__}.{name}")
    parser = argparse.ArgumentParser(prog=f"isaaclab {action}", description=f"{action.capitalize()} by {name}.")
    add_learning_arguments(parser, library, action == "train")
    args, overrides = parser.parse_known_args(rest)
    wrong = [word for word in overrides if word.startswith("-")]
    if wrong:
        parser.error(f"there is no argument {', '.join(wrong)}")
    return library, args, overrides


def _draw_seed(args: argparse.Namespace) -> None:
    if args.seed == -1:
        args.seed = random.randint(0, 10_000)


def _checkpoint_of(library: ModuleType, args: argparse.Namespace, experiment: Path) -> Path:
    """The file that ``--checkpoint`` means; without it, and for "latest", the last one of the last run.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: There is no run, or its library keeps none as its best.
    """
    if is_wandb_checkpoint(args.checkpoint):
        return Path(resolve_wandb_checkpoint(args.checkpoint)).resolve()
    patterns = library.CHECKPOINTS
    if args.checkpoint == "best" and "best" not in patterns:
        raise ValueError(f"'--checkpoint best' is not known of {library.NAME}; expected a file or 'latest'.")
    if args.checkpoint in (None, "latest", "best"):
        pattern = patterns["best" if args.checkpoint == "best" else "last"]
        return Path(get_checkpoint_path(str(experiment), ".*", pattern, other_dirs=patterns.get("folders")))
    path = Path(args.checkpoint)
    if path.is_dir():
        return Path(
            get_checkpoint_path(str(path.parent), path.name, patterns["last"], other_dirs=patterns.get("folders"))
        )
    if not path.is_file():
        raise FileNotFoundError(f"'--checkpoint' names '{path}', which is not there.")
    return path


def _write_configs(folder: Path, env_cfg: Any, agent_cfg: Any) -> None:
    """Write what a run was trained with, where Isaac Lab's programs look for it."""
    dump_yaml(folder / "params" / "env.yaml", env_cfg)
    dump_yaml(folder / "params" / "agent.yaml", agent_cfg)
