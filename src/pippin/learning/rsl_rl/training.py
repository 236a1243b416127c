"""Train a policy on a task with RSL-RL, and load what was trained."""

from __future__ import annotations

import contextlib
import difflib
import io
import pickle
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import torch

from pippin.tasks.registration import TASKS, register_tasks
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg

from .exporter import export_policy_as_jit, export_policy_as_onnx
from .runners import create_rsl_rl_runner
from .vecenv_wrapper import RslRlVecEnvWrapper

LOGS = Path("logs") / "rsl_rl"
"""Folder of runs, as Isaac Lab's scripts have it: ``logs/rsl_rl/<experiment>/<date>``."""


@dataclass(frozen=True)
class Progress:
    """How far a training is after an iteration.

    Attributes:
        iteration: Iterations that are done, among all of this run.
        num_iterations: All of them.
        reward: Mean return of the last episodes; None before the first one ended.
        episode_length: Their mean length [steps].
        steps_per_second: Environment steps in a second, learning included.
        seconds_left: Time left at the present rate [s].
    """

    iteration: int
    num_iterations: int
    reward: float | None
    episode_length: float | None
    steps_per_second: float
    seconds_left: float


@dataclass(frozen=True)
class Trainer:
    """A task's environment with the runner that learns in it.

    Attributes:
        env: The environment, wrapped for RSL-RL.
        runner: Runner of RSL-RL.
        log_dir: Folder of curves and checkpoints; None writes none.
        num_iterations: Iterations that the task's config asks for.
    """

    env: RslRlVecEnvWrapper
    runner: Any
    log_dir: Path | None
    num_iterations: int

    def train(self, num_iterations: int, on_progress: Callable[[Progress], None] | None = None) -> None:
        """Learn for some iterations.

        Args:
            num_iterations: How many.
            on_progress: Called after each; RSL-RL's own report is printed where it is None.
        """
        logger = self.runner.logger
        if on_progress is not None:
            report = logger.log
            begin, steps_each = time.perf_counter(), self.env.num_envs * self.runner.cfg["num_steps_per_env"]

            def log(*, it: int, start_it: int, **values: Any) -> None:
                with contextlib.redirect_stdout(io.StringIO()):
                    report(it=it, start_it=start_it, **values)
                done = it - start_it + 1
                each = (time.perf_counter() - begin) / done
                returns, lengths = logger.rewbuffer, logger.lenbuffer
                on_progress(
                    Progress(
                        iteration=done,
                        num_iterations=num_iterations,
                        reward=statistics.fmean(returns) if returns else None,
                        episode_length=statistics.fmean(lengths) if lengths else None,
                        steps_per_second=steps_each / each,
                        seconds_left=each * (num_iterations - done),
                    )
                )

            logger.log = log
        self.runner.learn(num_iterations, init_at_random_ep_len=True)

    def load(self, checkpoint: str | Path) -> None:
        """Go on from a checkpoint.

        Args:
            checkpoint: File that a training wrote.

        Raises:
            FileNotFoundError: There is no such file.
            ValueError: The file is no checkpoint, holds code, or is of a task with other observations or actions.
        """
        check_checkpoint(checkpoint)
        try:
            self.runner.load(str(checkpoint), map_location=self.runner.device)
        except (RuntimeError, KeyError) as error:
            raise ValueError(
                f"Checkpoint '{checkpoint}' does not fit this task: {' '.join(str(error).split())[:300]}"
            ) from error

    def export(self, folder: str | Path) -> list[Path]:
        """Write the policy as TorchScript and ONNX.

        Args:
            folder: Where; it is made.

        Returns:
            The files.
        """
        policy = self.runner.alg.get_policy()
        normalizer = getattr(policy, "obs_normalizer", None)
        export_policy_as_jit(policy, normalizer, str(folder), "policy.pt")
        files = [Path(folder) / "policy.pt"]
        with contextlib.suppress(ImportError):  # ONNX is optional
            export_policy_as_onnx(policy, str(folder), normalizer, "policy.onnx")
            files.append(Path(folder) / "policy.onnx")
        return files


def make_trainer(
    task: str,
    num_envs: int | None = None,
    seed: int | None = None,
    device: str = "cuda:0",
    log_dir: str | Path | None = None,
    render_mode: str | None = None,
) -> Trainer:
    """Make a task's environment and the runner that its config asks for.

    Args:
        task: Name of the task.
        num_envs: Number of environments; None for the config's.
        seed: Seed of the environment and the policy; None for the config's.
        device: "cpu" or "cuda:N"; a GPU that is not there counts as the CPU.
        log_dir: Folder of curves and checkpoints; None writes none.
        render_mode: "rgb_array" for pictures.

    Raises:
        ValueError: There is no such task; the message names those with similar names.
        ImportError: RSL-RL is not installed.
    """
    agent_cfg = agent_cfg_of(task)
    env_cfg = parse_env_cfg(task, device=device, num_envs=num_envs)
    if seed is not None:
        agent_cfg.seed = seed
    env_cfg.seed = agent_cfg.seed
    env = RslRlVecEnvWrapper(gymnasium.make(task, cfg=env_cfg, render_mode=render_mode), agent_cfg.clip_actions)
    agent_cfg.device = str(env.unwrapped.device)
    torch.manual_seed(agent_cfg.seed)
    runner = create_rsl_rl_runner(env, agent_cfg, None if log_dir is None else str(log_dir))
    return Trainer(env, runner, None if log_dir is None else Path(log_dir), agent_cfg.max_iterations)


def agent_cfg_of(task: str) -> Any:
    """Load the config of the runner that a task asks for.

    Args:
        task: Name of the task.

    Raises:
        ValueError: There is no such task; the message names those with similar names.
    """
    register_tasks()
    if task not in TASKS:
        near = difflib.get_close_matches(task, TASKS, n=3, cutoff=0.3)
        raise ValueError(f"Task '{task}' is unknown; the nearest are: {', '.join(near)}. See: pippin tasks.")
    return load_cfg_from_registry(task, "rsl_rl_cfg_entry_point")


def new_log_dir(task: str, logs: Path = LOGS) -> Path:
    """Return the folder of a new run of a task.

    Raises:
        ValueError: There is no such task.
    """
    return logs / agent_cfg_of(task).experiment_name / time.strftime("%Y-%m-%d_%H-%M-%S")


def check_checkpoint(path: str | Path) -> None:
    """Check that a file is a checkpoint that holds tensors and plain values, no code.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is something else.
    """
    if not Path(path).is_file():
        raise FileNotFoundError(f"There is no checkpoint '{path}'.")
    try:
        content = torch.load(path, weights_only=True, map_location="cpu")
    except (pickle.UnpicklingError, RuntimeError, EOFError, ValueError) as error:
        raise ValueError(
            f"'{path}' is no checkpoint, or one with code in it: {' '.join(str(error).split())[:200]}"
        ) from error
    if not isinstance(content, dict) or "iter" not in content:
        raise ValueError(f"'{path}' is no checkpoint of RSL-RL: it has no entry 'iter'.")
