"""rl_games in the commands."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pippin.learning.libraries import require_library

NAME = "rl_games"
AGENT = "rl_games_cfg_entry_point"
CHECKPOINTS: dict[str, Any] = {"last": r"last_.*\.pth|.*\.pth", "best": r"(?!last_).*\.pth", "folders": ["nn"]}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the policy's standard deviation."""
    parser.add_argument("--sigma", type=float, help="Standard deviation of the policy at the beginning.")


def key_of_agent(args: argparse.Namespace) -> str:
    """Key of the agent's config."""
    return args.agent


def experiment_of(args: argparse.Namespace, env_cfg: Any, agent_cfg: Any) -> str:
    """Take the arguments into the config; gives the name of the experiment."""
    params = agent_cfg["params"]
    if args.seed is not None:
        params["seed"] = args.seed
    if getattr(args, "max_iterations", None) is not None:
        params["config"]["max_epochs"] = args.max_iterations
    params["config"] |= {"device": env_cfg.sim.device, "device_name": env_cfg.sim.device}
    if env_cfg.sim.device == "cpu":  # where compiling small networks takes minutes, and gains little
        params["config"].setdefault("torch_compile", False)
    params["config"]["multi_gpu"] = getattr(args, "distributed", False)
    return params["config"]["name"]


def run_of(args: argparse.Namespace, agent_cfg: Any, stamp: str) -> str:
    """Name of the run's folder."""
    return agent_cfg["params"]["config"].get("full_experiment_name") or stamp


def seed_of(agent_cfg: Any, rank: int) -> int:
    """Seed of this process."""
    agent_cfg["params"]["seed"] += rank
    return agent_cfg["params"]["seed"]


def train(env: Any, agent_cfg: Any, args: argparse.Namespace, log_dir: Path, checkpoint: Path | None) -> None:
    """Train, from a checkpoint on if there is one."""
    agent_cfg["params"]["config"] |= {"train_dir": str(log_dir.parent), "full_experiment_name": log_dir.name}
    runner = _runner(env, agent_cfg)
    order: dict[str, Any] = {"train": True, "play": False, "sigma": args.sigma}
    runner.run(order if checkpoint is None else order | {"checkpoint": str(checkpoint)})


def load(env: Any, agent_cfg: Any, args: argparse.Namespace, checkpoint: Path) -> Callable[[], None]:
    """Load a policy; gives what makes a step."""
    agent_cfg["params"] |= {"load_checkpoint": True, "load_path": str(checkpoint)}
    player = _runner(env, agent_cfg).create_player()
    player.restore(str(checkpoint))
    player.reset()
    seen = [_observed(player.env.reset())]
    player.get_batch_size(seen[0], 1)
    if player.is_rnn:
        player.init_rnn()

    def step() -> None:
        actions = player.get_action(player.obs_to_torch(seen[0]), is_deterministic=player.is_deterministic)
        observations, _, dones, _ = player.env.step(actions)
        seen[0] = _observed(observations)
        for state in player.states or () if player.is_rnn else ():
            state[:, dones.bool(), :] = 0.0

    return step


def _observed(observations: Any) -> Any:
    return observations["obs"] if isinstance(observations, dict) else observations


def _runner(env: Any, agent_cfg: Any) -> Any:
    """Runner of an environment, which is registered under the name that configs have ("rlgpu")."""
    environments = require_library("rl_games.common.env_configurations", "Training with rl_games")
    vecenv = require_library("rl_games.common.vecenv", "Training with rl_games")
    observers = require_library("rl_games.common.algo_observer", "Training with rl_games")
    runners = require_library("rl_games.torch_runner", "Training with rl_games")
    from pippin.learning.rl_games import RlGamesGpuEnv, RlGamesVecEnvWrapper  # which needs it, too

    params = agent_cfg["params"]
    limits = params.get("env", {})
    wrapped = RlGamesVecEnvWrapper(
        env,
        params["config"]["device"],
        limits.get("clip_observations", math.inf),
        limits.get("clip_actions", math.inf),
        limits.get("obs_groups"),
        limits.get("concate_obs_groups", True),
    )
    vecenv.register("IsaacRlgWrapper", lambda name, actors, **options: RlGamesGpuEnv(name, actors, **options))
    environments.register("rlgpu", {"vecenv_type": "IsaacRlgWrapper", "env_creator": lambda **_: wrapped})
    params["config"]["num_actors"] = wrapped.num_envs
    runner = runners.Runner(observers.IsaacAlgoObserver())
    runner.load(agent_cfg)
    runner.reset()
    return runner
