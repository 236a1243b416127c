"""RSL-RL in the commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pippin.learning.rsl_rl import (
    RslRlVecEnvWrapper,
    check_rsl_rl_version,
    create_rsl_rl_runner,
    export_policy_as_jit,
    export_policy_as_onnx,
    handle_deprecated_rsl_rl_cfg,
)

from .rsl_rl_arguments import add_arguments as add_arguments
from .rsl_rl_arguments import set_given, values_of
from .wandb_runs import announce_new_run, resolve_wandb_entity

NAME = "rsl_rl"
AGENT = "rsl_rl_cfg_entry_point"
CHECKPOINTS = {"last": r"model_.*\.pt"}


def key_of_agent(args: argparse.Namespace) -> str:
    """Key of the agent's config."""
    return args.agent


def experiment_of(args: argparse.Namespace, env_cfg: Any, agent_cfg: Any) -> str:
    """Take the arguments into the config; gives the name of the experiment."""
    set_given(agent_cfg, values_of(args) | {"max_iterations": getattr(args, "max_iterations", None)})
    agent_cfg.device = env_cfg.sim.device
    handle_deprecated_rsl_rl_cfg(agent_cfg, check_rsl_rl_version())
    return agent_cfg.experiment_name


def run_of(args: argparse.Namespace, agent_cfg: Any, stamp: str) -> str:
    """Name of the run's folder."""
    return f"{stamp}_{agent_cfg.run_name}" if agent_cfg.run_name else stamp


def seed_of(agent_cfg: Any, rank: int) -> int:
    """Seed of this process."""
    agent_cfg.seed += rank
    return agent_cfg.seed


def train(env: Any, agent_cfg: Any, args: argparse.Namespace, log_dir: Path, checkpoint: Path | None) -> None:
    """Train, from a checkpoint on if there is one."""
    if agent_cfg.logger == "wandb":
        announce_new_run(agent_cfg.wandb_project, resolve_wandb_entity())
    runner = create_rsl_rl_runner(_wrapped(env, agent_cfg), agent_cfg, log_dir=str(log_dir))
    if checkpoint is not None:
        runner.load(str(checkpoint))
    runner.learn(agent_cfg.max_iterations, init_at_random_ep_len=getattr(agent_cfg, "init_at_random_ep_len", True))


def load(env: Any, agent_cfg: Any, args: argparse.Namespace, checkpoint: Path) -> Callable[[], None]:
    """Load a policy and export it as TorchScript and ONNX beside its checkpoint; gives what makes a step."""
    wrapped = _wrapped(env, agent_cfg)
    runner = create_rsl_rl_runner(wrapped, agent_cfg)
    runner.load(str(checkpoint))
    policy = runner.get_inference_policy(device=wrapped.device)
    _export(runner, checkpoint.parent / "exported")
    observations = [_observed(wrapped)]

    def step() -> None:
        observations[0], _, dones, _ = wrapped.step(policy(observations[0]))
        reset = getattr(policy, "reset", None)
        if reset is not None:  # of recurrent policies
            reset(dones)

    return step


def _wrapped(env: Any, agent_cfg: Any) -> RslRlVecEnvWrapper:
    return RslRlVecEnvWrapper(env, clip_actions=agent_cfg.clip_actions)


def _observed(wrapped: Any) -> Any:
    """Observations, which RSL-RL 2 gives with more."""
    observations = wrapped.get_observations()
    return observations[0] if isinstance(observations, tuple) else observations


def _export(runner: Any, folder: Path) -> None:
    if hasattr(runner, "export_policy_to_jit"):  # from RSL-RL 4 on
        runner.export_policy_to_jit(path=str(folder), filename="policy.pt")
        runner.export_policy_to_onnx(path=str(folder), filename="policy.onnx")
        return
    policy = getattr(runner.alg, "policy", None) or runner.alg.actor_critic
    normalizer = getattr(policy, "actor_obs_normalizer", None) or getattr(runner, "obs_normalizer", None)
    export_policy_as_jit(policy, normalizer, str(folder), "policy.pt")
    export_policy_as_onnx(policy, str(folder), normalizer, "policy.onnx")
