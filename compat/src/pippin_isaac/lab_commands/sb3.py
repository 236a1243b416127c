"""Stable-Baselines3 in the commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pippin.learning.libraries import require_library

NAME = "sb3"
AGENT = "sb3_cfg_entry_point"
CHECKPOINTS = {"last": r"model.*\.zip"}

_NORMALIZED = "model_vecnormalize.pkl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is told while it learns."""
    parser.add_argument("--log_interval", type=int, default=100_000, help="Steps between logs.")
    parser.add_argument("--keep_all_info", action="store_true", help="Hand on all that environments tell.")


def key_of_agent(args: argparse.Namespace) -> str:
    """Key of the agent's config."""
    return args.agent


def experiment_of(args: argparse.Namespace, env_cfg: Any, agent_cfg: Any) -> str:
    """Take the arguments into the config; gives the name of the experiment."""
    if args.seed is not None:
        agent_cfg["seed"] = args.seed
    if getattr(args, "max_iterations", None) is not None:
        num_envs = args.num_envs or env_cfg.scene.num_envs
        agent_cfg["n_timesteps"] = args.max_iterations * agent_cfg["n_steps"] * num_envs
    return args.task.split(":")[-1]


def run_of(args: argparse.Namespace, agent_cfg: Any, stamp: str) -> str:
    """Name of the run's folder."""
    return stamp


def seed_of(agent_cfg: Any, rank: int) -> int:
    """Seed of the process."""
    return agent_cfg["seed"]


def train(env: Any, agent_cfg: Any, args: argparse.Namespace, log_dir: Path, checkpoint: Path | None) -> None:
    """Train, from a checkpoint on if there is one, and write one at the end."""
    stable_baselines3 = require_library("stable_baselines3", "Training with Stable-Baselines3")
    callbacks = require_library("stable_baselines3.common.callbacks", "Training with Stable-Baselines3")
    settings, wrapped = _settings_and_environment(env, agent_cfg, not args.keep_all_info)
    policy, steps = settings.pop("policy"), settings.pop("n_timesteps")
    agent = stable_baselines3.PPO(policy, wrapped, verbose=1, tensorboard_log=str(log_dir), **settings)
    if checkpoint is not None:
        agent = agent.load(checkpoint, wrapped)
    told = [
        callbacks.CheckpointCallback(save_freq=1000, save_path=str(log_dir), name_prefix="model"),
        callbacks.LogEveryNTimesteps(n_steps=args.log_interval),
    ]
    agent.learn(total_timesteps=int(steps), callback=told, log_interval=None)
    agent.save(log_dir / "model")
    if hasattr(wrapped, "obs_rms"):
        wrapped.save(str(log_dir / _NORMALIZED))


def load(env: Any, agent_cfg: Any, args: argparse.Namespace, checkpoint: Path) -> Callable[[], None]:
    """Load a policy; gives what makes a step."""
    stable_baselines3 = require_library("stable_baselines3", "Playing with Stable-Baselines3")
    normalize = require_library("stable_baselines3.common.vec_env", "Playing with Stable-Baselines3").VecNormalize
    _, wrapped = _settings_and_environment(env, agent_cfg, fast=True)
    kept = checkpoint.parent / _NORMALIZED
    if isinstance(wrapped, normalize) and kept.is_file():
        wrapped = normalize.load(str(kept), wrapped.venv)
        wrapped.training, wrapped.norm_reward = False, False
    agent = stable_baselines3.PPO.load(checkpoint, wrapped)
    seen = [wrapped.reset()]

    def step() -> None:
        actions, _ = agent.predict(seen[0], deterministic=True)
        seen[0], *_ = wrapped.step(actions)

    return step


def _settings_and_environment(env: Any, agent_cfg: Any, fast: bool) -> tuple[dict[str, Any], Any]:
    """What PPO is given, and the environment, which normalizes observations and rewards if the config asks for it."""
    normalize = require_library("stable_baselines3.common.vec_env", "Training with Stable-Baselines3").VecNormalize
    from pippin.learning.sb3 import Sb3VecEnvWrapper, process_sb3_cfg  # which needs it, too

    wrapped: Any = Sb3VecEnvWrapper(env, fast_variant=fast)
    settings = process_sb3_cfg(agent_cfg, wrapped.num_envs)
    wants_input, wants_value = settings.pop("normalize_input", False), settings.pop("normalize_value", False)
    limit = settings.pop("clip_obs", 100.0)
    if wants_input:
        wrapped = normalize(
            wrapped, norm_reward=wants_value, clip_obs=limit, gamma=settings["gamma"], clip_reward=np.inf
        )
    return settings, wrapped
