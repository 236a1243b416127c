"""Runners of RSL-RL, made from configs."""

from __future__ import annotations

import importlib.metadata
from typing import Any

from pippin.learning.libraries import require_library
from pippin.learning.processes import joined, world_size


def create_rsl_rl_runner(env: Any, agent_cfg: Any, log_dir: str | None = None) -> Any:
    """Make the runner that a config names.

    Args:
        env: A :class:`.vecenv_wrapper.RslRlVecEnvWrapper`.
        agent_cfg: Config of the runner, of any generation.
        log_dir: Folder of curves and checkpoints; None writes none.

    Raises:
        ValueError: The installed RSL-RL has no runner of that name.
    """
    runners = require_library("rsl_rl.runners", "A runner of RSL-RL")  # forks that lack it have their own
    name = agent_cfg.class_name
    if not hasattr(runners, name):
        known = [known for known in dir(runners) if known.endswith("Runner")]
        raise ValueError(f"Runner '{name}' is not one of RSL-RL's; there are: {', '.join(known)}.")
    runner_class = getattr(runners, name)
    if world_size() > 1:
        runner_class = joined(runner_class)
    return runner_class(env, agent_cfg.to_dict(), log_dir=log_dir, device=agent_cfg.device)


def check_rsl_rl_version() -> str:
    """Give the version of the installed RSL-RL; Pippin works with 2 to 5."""
    return importlib.metadata.version("rsl-rl-lib")
