"""skrl in the commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pippin.envs import multi_agent_to_single_agent
from pippin.learning.libraries import require_library
from pippin.learning.skrl import SkrlVecEnvWrapper

from .arguments import has_agent

NAME = "skrl"
AGENT = None
"""By default the key is that of the algorithm."""
CHECKPOINTS: dict[str, Any] = {"last": r"agent_\d+\.pt", "best": r"best_agent\.pt", "folders": ["checkpoints"]}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the algorithm and the framework."""
    parser.add_argument("--algorithm", help="PPO, IPPO, MAPPO or AMP; by default the agent's.")
    parser.add_argument("--ml_framework", choices=("torch",), default="torch", help="Framework that learns.")


def key_of_agent(args: argparse.Namespace) -> str:
    """Key of the agent's config: one for the algorithm, where the task has it."""
    if args.agent is not None:
        return args.agent
    own = f"skrl_{(args.algorithm or 'ppo').lower()}_cfg_entry_point"
    return own if has_agent(args.task, own) else "skrl_cfg_entry_point"


def experiment_of(args: argparse.Namespace, env_cfg: Any, agent_cfg: Any) -> str:
    """Take the arguments into the config; gives the name of the experiment."""
    if args.seed is not None:
        agent_cfg["seed"] = args.seed
    if getattr(args, "max_iterations", None) is not None:
        agent_cfg["trainer"]["timesteps"] = args.max_iterations * agent_cfg["agent"]["rollouts"]
    agent_cfg["trainer"]["close_environment_at_exit"] = False
    return agent_cfg["agent"]["experiment"]["directory"]


def run_of(args: argparse.Namespace, agent_cfg: Any, stamp: str) -> str:
    """Name of the run's folder."""
    name = agent_cfg["agent"]["experiment"]["experiment_name"]
    run = f"{stamp}_{_algorithm(agent_cfg)}_{args.ml_framework}"
    return f"{run}_{name}" if name else run


def seed_of(agent_cfg: Any, rank: int) -> int:
    """Seed of this process."""
    agent_cfg["seed"] += rank
    return agent_cfg["seed"]


def train(env: Any, agent_cfg: Any, args: argparse.Namespace, log_dir: Path, checkpoint: Path | None) -> None:
    """Train, from a checkpoint on if there is one, and write one at the end."""
    agent_cfg["agent"]["experiment"] |= {"directory": str(log_dir.parent), "experiment_name": log_dir.name}
    runner = _runner(env, agent_cfg)
    if checkpoint is not None:
        runner.agent.load(str(checkpoint))
    runner.run()
    steps = agent_cfg["trainer"]["timesteps"]
    runner.agent.write_checkpoint(timestep=steps, timesteps=steps)


def load(env: Any, agent_cfg: Any, args: argparse.Namespace, checkpoint: Path) -> Callable[[], None]:
    """Load a policy; gives what makes a step."""
    agent_cfg["agent"]["experiment"] |= {"write_interval": 0, "checkpoint_interval": 0}
    runner = _runner(env, agent_cfg)
    runner.agent.load(str(checkpoint))
    runner.agent.enable_training_mode(False)
    wrapped = runner._env
    seen = [wrapped.reset()[0]]

    def step() -> None:
        outputs = runner.agent.act(seen[0], wrapped.state(), timestep=0, timesteps=0)
        seen[0], *_ = wrapped.step(_best(outputs))

    return step


def _best(outputs: tuple[Any, ...]) -> Any:
    """The mean actions in what an agent gives, of several agents by their names."""
    actions, details = outputs[0], outputs[-1]
    if isinstance(actions, dict):
        return {name: details[name].get("mean_actions", value) for name, value in actions.items()}
    return details.get("mean_actions", actions)


def _algorithm(agent_cfg: Any) -> str:
    return str(agent_cfg["agent"].get("class", "PPO")).lower()


def _runner(env: Any, agent_cfg: Any) -> Any:
    runners = require_library("skrl.utils.runner.torch", "Training with skrl")
    if hasattr(env.unwrapped, "possible_agents") and _algorithm(agent_cfg) not in ("ippo", "mappo"):
        env = multi_agent_to_single_agent(env.unwrapped)
    return runners.Runner(SkrlVecEnvWrapper(env), agent_cfg)
