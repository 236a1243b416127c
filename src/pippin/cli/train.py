"""``pippin train TASK``, ``pippin play CHECKPOINT`` and ``pippin tasks``."""

from __future__ import annotations

import difflib
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import gymnasium
import torch
import tyro
from rich.console import Console
from rich.table import Table

Word = Annotated[str, tyro.conf.Positional]


def tasks() -> None:
    """List the tasks that can be trained."""
    from pippin.tasks.registration import TASKS

    table = Table("task", "config")
    for name, task in TASKS.items():
        table.add_row(name, task.config)
    Console().print(table)


def train(
    task: Word,
    num_envs: int | None = None,
    max_iterations: int | None = None,
    seed: int = 42,
    device: str | None = None,
    resume: Path | None = None,
) -> None:
    """Learn a task by PPO. Curves (TensorBoard) and checkpoints go to logs/rsl_rl/EXPERIMENT/TIME.

    Args:
        task: Name of the task; see ``pippin tasks``.
        num_envs: Number of environments; by default that of the task.
        max_iterations: Number of iterations; by default that of the task.
        seed: Seed of all random numbers.
        device: "cpu" or "cuda:0"; by default the GPU if there is one.
        resume: Checkpoint to go on from.
    """
    env, agent = _make(task, num_envs, seed, device)
    agent.max_iterations = max_iterations or agent.max_iterations
    folder = Path("logs", "rsl_rl", agent.experiment_name, datetime.now().strftime("%Y-%m-%d_%H-%M-%S")).absolute()
    runner = _runner(env, agent, str(folder))
    if resume is not None:
        _load(runner, resume)
    runner.learn(agent.max_iterations, init_at_random_ep_len=agent.init_at_random_ep_len)
    print(f"Checkpoints are in {folder}.")
    env.close()


def play(checkpoint: Path, task: str, num_envs: int = 16, steps: int = 500, device: str | None = None) -> None:
    """Run a policy, say what reward it gets, and export it to TorchScript beside its checkpoint.

    Args:
        checkpoint: File that ``pippin train`` wrote.
        task: Name of the task.
        num_envs: Number of environments.
        steps: Number of steps.
        device: "cpu" or "cuda:0"; by default the GPU if there is one.
    """
    from pippin.learning.rsl_rl import export_policy_as_jit

    env, agent = _make(task, num_envs, 42, device)
    runner = _runner(env, agent, None)
    _load(runner, checkpoint)
    policy = runner.get_inference_policy(device=env.device)
    observations, total = env.get_observations(), 0.0
    with torch.inference_mode():
        for _ in range(steps):
            observations, rewards, _, _ = env.step(policy(observations))
            total += float(rewards.mean())
    print(f"Mean reward of a step: {total / steps:.4f}")
    export_policy_as_jit(policy, None, str(checkpoint.parent / "exported"))
    env.close()


def _make(task: str, num_envs: int | None, seed: int, device: str | None) -> tuple[Any, Any]:
    """Environment for RSL-RL, and the config of its runner."""
    from pippin.learning.rsl_rl import RslRlVecEnvWrapper
    from pippin.sim.cfg import default_device
    from pippin.tasks.registration import TASKS, register_tasks
    from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg

    if task not in TASKS:
        near = difflib.get_close_matches(task, TASKS, n=3, cutoff=0.3)
        raise ValueError(f"There is no task '{task}'; the nearest are: {', '.join(near)}. See: pippin tasks.")
    register_tasks()
    config = parse_env_cfg(task, device=device or default_device(), num_envs=num_envs)
    config.seed = seed
    agent = load_cfg_from_registry(task, "rsl_rl_cfg_entry_point")
    agent.seed, agent.device = seed, config.sim.device
    return RslRlVecEnvWrapper(gymnasium.make(task, cfg=config), clip_actions=agent.clip_actions), agent


def _runner(env: Any, agent: Any, folder: str | None) -> Any:
    from pippin.learning.rsl_rl import create_rsl_rl_runner

    torch.manual_seed(agent.seed)
    return create_rsl_rl_runner(env, agent, folder)


def _load(runner: Any, checkpoint: Path) -> None:
    """Load a checkpoint, which may hold weights and numbers alone.

    Raises:
        FileNotFoundError: There is no such file.
    """
    if not checkpoint.is_file():
        raise FileNotFoundError(f"There is no checkpoint '{checkpoint}'.")
    torch.load(checkpoint, weights_only=True, map_location="cpu")  # refuses whatever would run code
    runner.load(str(checkpoint))
