"""Arguments about RSL-RL's agents, for the commands and for programs with command lines of their own."""

from __future__ import annotations

import argparse
import random
from typing import Any

from pippin.learning.rsl_rl import RslRlBaseRunnerCfg
from pippin.tasks.utils import load_cfg_from_registry


def add_arguments(parser: Any) -> None:
    """Add what names runs and their loggers to a parser, or to a group of one."""
    parser.add_argument("--experiment_name", help="Folder of the experiment.")
    parser.add_argument("--run_name", help="What is added to the name of the run's folder.")
    parser.add_argument("--logger", choices=("tensorboard", "wandb", "neptune"), help="Where curves go.")
    parser.add_argument("--log_project_name", help="Project of wandb or neptune.")


def add_rsl_rl_args(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that :func:`update_rsl_rl_cfg` reads, in a group of their own."""
    group = parser.add_argument_group("rsl_rl", description="Arguments about RSL-RL's agent.")
    add_arguments(group)
    group.add_argument("--checkpoint", help="File of a checkpoint, or wandb:ENTITY/PROJECT/RUN.")


def parse_rsl_rl_cfg(task_name: str, args_cli: argparse.Namespace) -> RslRlBaseRunnerCfg:
    """Config of a task's agent, with what the command line says.

    Raises:
        ValueError: The task has no config for RSL-RL.
    """
    return update_rsl_rl_cfg(load_cfg_from_registry(task_name, "rsl_rl_cfg_entry_point"), args_cli)


def update_rsl_rl_cfg(agent_cfg: RslRlBaseRunnerCfg, args_cli: argparse.Namespace) -> RslRlBaseRunnerCfg:
    """Take what was given on the command line into an agent's config.

    Args:
        agent_cfg: The config, which is changed.
        args_cli: The arguments. A ``seed`` of -1 is replaced by one that is drawn, from 0 to 10,000.

    Returns:
        The same config.
    """
    if getattr(args_cli, "seed", None) == -1:
        args_cli.seed = random.randint(0, 10_000)
    set_given(agent_cfg, values_of(args_cli) | {"load_checkpoint": args_cli.checkpoint})
    return agent_cfg


def values_of(args: argparse.Namespace) -> dict[str, Any]:
    """Values for a config by the names of its attributes; None for what was not given."""
    return {
        "seed": getattr(args, "seed", None),
        "logger": args.logger,
        "experiment_name": args.experiment_name,
        "run_name": args.run_name,
        "wandb_project": args.log_project_name,
        "neptune_project": args.log_project_name,
    }


def set_given(cfg: Any, values: dict[str, Any]) -> None:
    """Set the attributes of a config that have a value, which None is not."""
    for name, value in values.items():
        if value is not None:
            setattr(cfg, name, value)
