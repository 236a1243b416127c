"""Train a policy on a task with RSL-RL, and load what was trained."""

from __future__ import annotations

import contextlib
import io
import statistics
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from ..checkpoints import ENTRY, read_checkpoint, write_checkpoint
from ..processes import choose_threads, rank, world_size
from ..settings import apply_settings
from ..snapshot import Memory
from ..task_environments import agent_cfg_of, make_environment
from ..trainer import Outcome, Progress
from .exporter import export_policy_as_jit, export_policy_as_onnx
from .resumption import Resumption
from .runners import create_rsl_rl_runner
from .vecenv_wrapper import RslRlVecEnvWrapper


@dataclass(frozen=True)
class RslRlTrainer:
    """A task's environment with the runner that learns in it.

    Attributes:
        task: Name of the task.
        env: The environment, wrapped for RSL-RL.
        runner: Runner of RSL-RL.
        log_dir: Folder of curves and checkpoints; None writes none.
        num_iterations: Iterations that the task's config asks for.
        resumption: What a run needs to go on exactly; None without a folder.
        settings: Settings that differ from those of the task.
    """

    task: str
    env: RslRlVecEnvWrapper
    runner: Any
    log_dir: Path | None
    num_iterations: int
    resumption: Resumption | None
    settings: Mapping[str, Any]

    @property
    def device(self) -> str:
        """Device of the environment and the networks."""
        return str(self.runner.device)

    @property
    def iteration(self) -> int:
        """Iterations that are done."""
        return self.runner.current_learning_iteration

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
            self._save_if_missing(first - 1)
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

    def _save_if_missing(self, iteration: int) -> None:
        """Write the checkpoint of the last iteration, if the run was killed between its state and its checkpoint."""
        if self.log_dir is None or rank() > 0 or (path := self.log_dir / f"model_{iteration}.pt").exists():
            return
        content = {"iter": iteration, "infos": None, ENTRY: self._about()}
        write_checkpoint(path, self.runner.alg.save() | content)

    def _about(self) -> dict[str, Any]:
        return {"library": "rsl_rl", "task": self.task, "settings": dict(self.settings)}

    def save(self, path: str | Path, infos: dict | None = None) -> None:
        """Write a checkpoint of the policy, whole or not at all.

        Args:
            path: The file.
            infos: What RSL-RL's runner wants to keep with it.

        Raises:
            OSError: It cannot be written.
        """
        content = {
            "iter": self.runner.current_learning_iteration,
            "infos": infos,
            ENTRY: self._about(),
        }
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

    def restore(self, state: Path) -> None:
        """Go on exactly where a run was when it wrote its state.

        Args:
            state: The file.

        Raises:
            ValueError: It is none, or this trainer has no folder.
        """
        if self.resumption is None:
            raise ValueError("A trainer without a folder cannot go on with a run; expected 'log_dir'.")
        self.resumption.restore(state)

    def reset(self) -> Any:
        """Reset all environments, and give what the policy observes."""
        return self.env.reset()[0]

    def step(self, observations: Any) -> Outcome:
        """Let the policy act on observations, without noise, and step all environments.

        Args:
            observations: What the last step or reset gave.
        """
        with torch.inference_mode():
            observations, rewards, dones, extras = self.env.step(self.runner.get_inference_policy()(observations))
        ended = dones.bool()
        in_time = extras.get("time_outs", torch.zeros_like(ended))
        return Outcome(observations, rewards, ended & ~in_time, ended)

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
    settings: Mapping[str, Any] | None = None,
) -> RslRlTrainer:
    """Make a task's environment and the runner that its config asks for.

    The arguments are those of :func:`pippin.learning.trainers.make_trainer`.

    Raises:
        ValueError: There is no such task (the message names those with similar names), or no environment.
        ImportError: RSL-RL is not installed.
    """
    agent_cfg, settings = agent_cfg_of(task), settings or {}
    apply_settings(agent_cfg, settings, "agent")
    if seed is not None:
        agent_cfg.seed = seed
    agent_cfg.seed += rank()
    made = make_environment(task, num_envs, agent_cfg.seed, device, render_mode, change, settings, log_dir)
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
    choose_threads(runner.alg.get_policy(), runner.device)
    resumption = (
        None if memory is None else Resumption(task, env, runner, memory, Path(log_dir or ""), agent_cfg.seed, settings)
    )
    folder = None if log_dir is None else Path(log_dir)
    return RslRlTrainer(task, env, runner, folder, agent_cfg.max_iterations, resumption, settings)


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
