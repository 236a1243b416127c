"""Train a policy on a task with RSL-RL, and load what was trained."""

from __future__ import annotations

import contextlib
import difflib
import io
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import torch

from pippin.tasks.registration import TASKS, register_tasks
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg

from ..processes import rank, this_device, world_size
from ..snapshot import Memory
from .checkpoints import ENTRY, read_checkpoint, task_of, write_checkpoint
from .exporter import export_policy_as_jit, export_policy_as_onnx
from .resumption import Resumption
from .runners import create_rsl_rl_runner
from .vecenv_wrapper import RslRlVecEnvWrapper

LOGS = Path("logs") / "rsl_rl"
"""Folder of runs, as Isaac Lab's scripts have it: ``logs/rsl_rl/<experiment>/<date>``."""

SMALL_NETWORK = 20_000
"""Weights below which PyTorch learns faster on one core than on several, which wait for each other."""


@dataclass(frozen=True)
class Progress:
    """How far a training is after an iteration.

    Attributes:
        iteration: Iterations that are done, with those before the run was resumed.
        num_iterations: All of them.
        reward: Mean return of the last episodes; None before the first one ended.
        episode_length: Their mean length [steps].
        steps_per_second: Environment steps in a second of all processes together, learning included.
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
        task: Name of the task.
        env: The environment, wrapped for RSL-RL.
        runner: Runner of RSL-RL.
        log_dir: Folder of curves and checkpoints; None writes none.
        num_iterations: Iterations that the task's config asks for.
        resumption: What a run needs to go on exactly; None without a folder.
    """

    task: str
    env: RslRlVecEnvWrapper
    runner: Any
    log_dir: Path | None
    num_iterations: int
    resumption: Resumption | None

    def train(self, num_iterations: int, on_progress: Callable[[Progress], None] | None = None) -> None:
        """Learn until a number of iterations is done, those before the run was resumed included.

        Args:
            num_iterations: How many.
            on_progress: Called after each; RSL-RL's own report is printed where it is None.

        Raises:
            OSError: A checkpoint cannot be written; those before it are kept.
        """
        runner, first = self.runner, self.runner.current_learning_iteration
        if first >= num_iterations:
            return
        report, begin = runner.logger.log, time.perf_counter()

        def log(*, it: int, start_it: int, **values: Any) -> None:
            with contextlib.redirect_stdout(io.StringIO()) if on_progress is not None else contextlib.nullcontext():
                report(it=it, start_it=start_it, **values)
            if self.resumption is not None:
                self.resumption.save_if_due(it, is_last=it + 1 == num_iterations)
            if on_progress is not None:
                each = (time.perf_counter() - begin) / (it + 1 - first)
                on_progress(self._progress(it + 1, num_iterations, each))

        runner.logger.log = log
        runner.save = self.save
        runner.logger.init_logging_writer = _silenced(runner.logger.init_logging_writer)
        is_new = self.resumption is None or not self.resumption.is_resumed
        with _quiet_library():
            runner.learn(num_iterations - first, init_at_random_ep_len=is_new)

    def save(self, path: str | Path, infos: dict | None = None) -> None:
        """Write a checkpoint of the policy, whole or not at all.

        Args:
            path: The file.
            infos: What RSL-RL's runner wants to keep with it.

        Raises:
            OSError: It cannot be written.
        """
        content = {"iter": self.runner.current_learning_iteration, "infos": infos, ENTRY: {"task": self.task}}
        write_checkpoint(Path(path), self.runner.alg.save() | content)
        self.runner.logger.save_model(str(path), self.runner.current_learning_iteration)

    def load(self, checkpoint: str | Path) -> None:
        """Take the policy, and the state of the optimizer, of a checkpoint.

        Args:
            checkpoint: File that a training wrote.

        Raises:
            FileNotFoundError: There is no such file.
            ValueError: The file is no checkpoint, holds code, or is of another task.
        """
        content = read_checkpoint(checkpoint, self.task)
        try:
            self.runner.alg.load(content, None, True)
        except (RuntimeError, KeyError, ValueError) as error:
            raise ValueError(
                f"Checkpoint '{checkpoint}' does not fit the task '{self.task}', whose networks have other sizes: "
                f"{' '.join(str(error).split())[:200]}"
            ) from error

    def export(self, folder: str | Path) -> list[Path]:
        """Write the policy as TorchScript, and as ONNX where the package onnx is installed.

        Args:
            folder: Where; it is made.

        Returns:
            The files.
        """
        policy = self.runner.alg.get_policy()
        normalizer = getattr(policy, "obs_normalizer", None)
        with _quiet_library():
            export_policy_as_jit(policy, normalizer, str(folder), "policy.pt")
            files = [Path(folder) / "policy.pt"]
            with contextlib.suppress(ImportError), contextlib.redirect_stdout(io.StringIO()):
                export_policy_as_onnx(policy, str(folder), normalizer, "policy.onnx")
                files.append(Path(folder) / "policy.onnx")
        return files

    def _progress(self, done: int, num_iterations: int, each: float) -> Progress:
        logger = self.runner.logger
        steps = self.env.num_envs * self.runner.cfg["num_steps_per_env"] * world_size()
        return Progress(
            iteration=done,
            num_iterations=num_iterations,
            reward=statistics.fmean(logger.rewbuffer) if logger.rewbuffer else None,
            episode_length=statistics.fmean(logger.lenbuffer) if logger.lenbuffer else None,
            steps_per_second=steps / each,
            seconds_left=each * (num_iterations - done),
        )


def make_trainer(
    task: str,
    num_envs: int | None = None,
    seed: int | None = None,
    device: str = "cuda:0",
    log_dir: str | Path | None = None,
    render_mode: str | None = None,
    change: Callable[[Any], None] | None = None,
) -> Trainer:
    """Make a task's environment and the runner that its config asks for.

    In a training of several processes (``torchrun``) each has its own environments, seed and GPU.

    Args:
        task: Name of the task.
        num_envs: Number of environments in this process; None for the config's.
        seed: Seed of the environment and the policy; None for the config's.
        device: "cpu" or "cuda:N"; a GPU that is not there counts as the CPU.
        log_dir: Folder of curves and checkpoints; None writes none.
        render_mode: "rgb_array" for pictures.
        change: Called with the config of the environment before it is made.

    Raises:
        ValueError: There is no such task (the message names those with similar names), or no environment.
        ImportError: RSL-RL is not installed.
    """
    agent_cfg = agent_cfg_of(task)
    if num_envs is not None and num_envs < 1:
        raise ValueError(f"The number of environments is {num_envs}; expected 1 or more.")
    env_cfg = parse_env_cfg(task, device=this_device(device), num_envs=num_envs)
    if seed is not None:
        agent_cfg.seed = seed
    agent_cfg.seed += rank()
    env_cfg.seed = agent_cfg.seed
    if change is not None:
        change(env_cfg)
    made = gymnasium.make(task, cfg=env_cfg, render_mode=render_mode, disable_env_checker=True)
    try:
        memory = None if log_dir is None else Memory(made.unwrapped)
        env = RslRlVecEnvWrapper(made, agent_cfg.clip_actions)
        agent_cfg.device = str(env.unwrapped.device)
        torch.manual_seed(agent_cfg.seed)
        with _quiet_library(), contextlib.redirect_stdout(io.StringIO()):
            runner = create_rsl_rl_runner(env, agent_cfg, None if log_dir is None else str(log_dir))
    except BaseException:
        made.close()
        raise
    _choose_threads(runner)
    resumption = None if memory is None else Resumption(task, env, runner, memory, Path(log_dir or ""), agent_cfg.seed)
    return Trainer(task, env, runner, None if log_dir is None else Path(log_dir), agent_cfg.max_iterations, resumption)


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


def task_of_checkpoint(path: str | Path, task: str | None = None) -> str:
    """Find out which task a checkpoint is of.

    Args:
        path: The file.
        task: Name of the task, if the user gave one.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is no checkpoint, of another task than the given, or of an unknown one.
    """
    written = task_of(read_checkpoint(path, task))
    found = task or written
    if found is None:
        raise ValueError(f"Checkpoint '{path}' does not say of which task it is: name the task after it.")
    return found


def _choose_threads(runner: Any) -> None:
    """Let PyTorch use one core where the networks are small: several would spend their time on waiting."""
    weights = sum(parameter.numel() for parameter in runner.alg.get_policy().parameters())
    if runner.device == "cpu" and weights < SMALL_NETWORK:
        torch.set_num_threads(1)


def _silenced(function: Callable[[], None]) -> Callable[[], None]:
    def silenced() -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            function()

    return silenced


@contextlib.contextmanager
def _quiet_library() -> Iterator[None]:
    """Keep warnings that users can do nothing about to ourselves: of RSL-RL's defaults and torch's exporter."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The observation configuration dictionary")
        warnings.filterwarnings("ignore", message=".*isinstance\\(treespec, LeafSpec\\)")
        warnings.filterwarnings("ignore", message=".*torch.jit", category=DeprecationWarning)
        yield
