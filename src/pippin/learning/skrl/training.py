"""Train a policy on a task with skrl's PPO, and load what was trained."""

from __future__ import annotations

import contextlib
import io
import logging
import statistics
import time
import warnings
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch

from ..checkpoints import ENTRY, read_checkpoint, write_checkpoint
from ..libraries import require_library
from ..processes import choose_threads, rank, world_size
from ..settings import apply_settings
from ..snapshot import Memory, read_generators, restore_generators
from ..states import SECONDS_BETWEEN, WARM_UP_STEPS, forget_curves_from, restore_environment, write_state
from ..task_environments import agent_cfg_of, make_environment
from ..trainer import Outcome, Progress
from .exporter import export_policy_as_jit, export_policy_as_onnx
from .wrapper import SkrlVecEnvWrapper

EPISODES = 100
"""Episodes whose mean return is shown."""

_SUMS = ("_cumulative_rewards", "_cumulative_timesteps")


class SkrlTrainer:
    """A task's environment with the agent that learns in it.

    An iteration is a rollout with the update after it. Checkpoints are skrl's own files with two entries more.

    Args:
        task: Name of the task.
        env: The environment, wrapped for skrl.
        agent_cfg: Config of skrl's runner.
        memory: Memory of the environment, made before its first step; None where nothing is to be resumed.
        log_dir: Folder of curves and checkpoints; None writes none.
        save_interval: Iterations between checkpoints.
        settings: Settings that differ from those of the task.
    """

    def __init__(
        self,
        task: str,
        env: Any,
        agent_cfg: dict[str, Any],
        memory: Memory | None,
        log_dir: Path | None,
        save_interval: int,
        settings: Mapping[str, Any],
    ) -> None:
        self.task, self.env, self.log_dir, self.settings = task, env, log_dir, settings
        self.agent, self._loop = _make_agent(env, agent_cfg, log_dir)
        self.iteration = 0
        """Iterations that are done."""
        self._rollouts = agent_cfg["agent"]["rollouts"]
        self.num_iterations = agent_cfg["trainer"]["timesteps"] // self._rollouts
        """Iterations that the task's config asks for."""
        self._seed, self._memory, self._save_interval = agent_cfg["seed"], memory, save_interval
        self._last_save = time.monotonic()
        self._returns: deque[float] = deque(maxlen=EPISODES)
        self._lengths: deque[float] = deque(maxlen=EPISODES)
        write = self.agent.write_tracking_data

        def write_and_remember(**times: int) -> None:
            self._returns.extend(np.ravel(self.agent._track_rewards).tolist())  # skrl forgets them when it writes
            self._lengths.extend(np.ravel(self.agent._track_timesteps).tolist())
            write(**times)

        self.agent.write_tracking_data = write_and_remember

    @property
    def device(self) -> str:
        """Device of the environment and the networks."""
        return str(self.env.device)

    def train(self, num_iterations: int, on_progress: Callable[[Progress], None] | None = None) -> None:
        """Learn until a number of iterations is done, those before the run was resumed included.

        Args:
            num_iterations: How many.
            on_progress: Called after each.

        Raises:
            OSError: A checkpoint cannot be written; those before it are kept.
        """
        first, begin = self.iteration, time.perf_counter()
        if first == 0:
            self._begin_at_random_times()
        while self.iteration < num_iterations:
            for step in range(self._rollouts):
                timestep = self.iteration * self._rollouts + step
                self._loop.train(timestep=timestep, timesteps=num_iterations * self._rollouts)
            self._save(is_last=self.iteration + 1 == num_iterations)
            self.iteration += 1
            if on_progress is not None:
                each = (time.perf_counter() - begin) / (self.iteration - first)
                on_progress(self._progress(num_iterations, each))
        if self.log_dir is not None and rank() == 0:
            self.agent.writer.flush()

    def _begin_at_random_times(self) -> None:
        """Let the first episodes end at different times, as RSL-RL's runner does."""
        env = self.env.unwrapped
        env.episode_length_buf = torch.randint_like(env.episode_length_buf, high=int(env.max_episode_length))

    def _save(self, is_last: bool) -> None:
        """Write a checkpoint and a state after an iteration, where they are due."""
        if self.log_dir is None or self._memory is None:
            return
        is_due = is_last or self.iteration % self._save_interval == 0
        if is_due and rank() == 0:
            content = {"iter": self.iteration, ENTRY: self._about()}
            write_checkpoint(self.log_dir / f"model_{self.iteration}.pt", self._modules() | content)
        if is_due or (world_size() == 1 and time.monotonic() - self._last_save > SECONDS_BETWEEN):
            write_state(self.log_dir, self._state(self._memory))
            self._last_save = time.monotonic()

    def _about(self) -> dict[str, Any]:
        return {"library": "skrl", "task": self.task, "settings": dict(self.settings)}

    def _modules(self) -> dict[str, Any]:
        return {name: module.state_dict() for name, module in self.agent.checkpoint_modules.items()}

    def _state(self, memory: Memory) -> dict[str, Any]:
        entry = self._about() | {
            "num_envs": self.env.num_envs,
            "seed": self._seed - rank(),
            "generators": read_generators(),
            "environment": memory.read(),
            "observations": [self._loop.observations, self._loop.states],
            "sums": [getattr(self.agent, name) for name in _SUMS],
            "curves": [list(self._returns), list(self._lengths)],
        }
        return self._modules() | {"iter": self.iteration, ENTRY: entry}

    def load(self, checkpoint: str | Path) -> None:
        """Take the policy, and the state of the optimizer, of a checkpoint.

        Args:
            checkpoint: File that a training with skrl wrote.

        Raises:
            FileNotFoundError: There is no such file.
            ValueError: The file is no checkpoint, holds code, or is of another task or library.
        """
        content = read_checkpoint(checkpoint, self.task)
        missing = [name for name in self.agent.checkpoint_modules if name not in content]
        if missing:
            raise ValueError(f"Checkpoint '{checkpoint}' is none of skrl: it has no entry '{missing[0]}'.")
        try:
            for name, module in self.agent.checkpoint_modules.items():
                module.load_state_dict(content[name])
        except (RuntimeError, KeyError, ValueError) as error:
            raise ValueError(
                f"Checkpoint '{checkpoint}' does not fit the task '{self.task}', whose networks have other sizes: "
                f"{' '.join(str(error).split())[:200]}"
            ) from error

    def restore(self, state: Path) -> None:
        """Go on exactly where a run was when it wrote its state.

        Args:
            state: File that a run of the same task, seed and number of environments wrote.

        Raises:
            ValueError: It is none, damaged, of another task, or this trainer has no folder.
        """
        if self._memory is None:
            raise ValueError("A trainer without a folder cannot go on with a run; expected 'log_dir'.")
        self.load(state)
        content = read_checkpoint(state, self.task)
        entry = content[ENTRY]
        self.env.reset()
        restore_environment(self.env.unwrapped, self._memory, entry["environment"], self._warm_up)
        self._loop.observations, self._loop.states = (_on(part, self.env.device) for part in entry["observations"])
        for name, value in zip(_SUMS, entry["sums"], strict=True):
            setattr(self.agent, name, _on(value, self.env.device))
        for present, values in zip((self._returns, self._lengths), entry["curves"], strict=True):
            present.extend(values)
        self.iteration = content["iter"] + 1
        if rank() == 0:
            forget_curves_from(self.agent.writer._event_file_writer, self.iteration * self._rollouts + 1)
        restore_generators(entry["generators"])

    def _warm_up(self) -> None:
        zeros = torch.zeros(self.env.num_envs, gymnasium.spaces.flatdim(self.env.action_space), device=self.env.device)
        with torch.inference_mode():
            for _ in range(WARM_UP_STEPS):
                self.env.step(zeros)

    def reset(self) -> Any:
        """Reset all environments, and give what the policy observes."""
        self.env._reset_once = True  # skrl's wrapper resets no second time unless it is told to
        observations, _ = self.env.reset()
        return observations, self.env.state()

    def step(self, observations: Any) -> Outcome:
        """Let the policy act on observations, without noise, and step all environments.

        Args:
            observations: What the last step or reset gave.
        """
        self.agent.enable_training_mode(False)
        with torch.inference_mode():
            actions, outputs = self.agent.act(*observations, timestep=0, timesteps=0)
            following, rewards, terminated, truncated, _ = self.env.step(outputs.get("mean_actions", actions))
        failed, ended = terminated.flatten().bool(), (terminated | truncated).flatten().bool()
        return Outcome((following, self.env.state()), rewards.flatten(), failed, ended)

    def export(self, folder: str | Path) -> list[Path]:
        """Write the policy as TorchScript, and as ONNX where the package onnx is installed.

        Args:
            folder: Where; it is made.

        Returns:
            The files.
        """
        num_observations = gymnasium.spaces.flatdim(self.env.observation_space)
        files = [Path(folder) / "policy.pt"]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of PyTorch's exporters, about themselves
            export_policy_as_jit(self.agent, num_observations, files[0])
            with contextlib.suppress(ImportError), contextlib.redirect_stdout(io.StringIO()):
                export_policy_as_onnx(self.agent, num_observations, Path(folder) / "policy.onnx")
                files.append(Path(folder) / "policy.onnx")
        return files

    def _progress(self, num_iterations: int, each: float) -> Progress:
        return Progress(
            iteration=self.iteration,
            num_iterations=num_iterations,
            reward=statistics.fmean(self._returns) if self._returns else None,
            episode_length=statistics.fmean(self._lengths) if self._lengths else None,
            steps_per_second=self.env.num_envs * self._rollouts * world_size() / each,
            seconds_left=each * (num_iterations - self.iteration),
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
) -> SkrlTrainer:
    """Make a task's environment and the agent of skrl that its config asks for.

    The arguments are those of :func:`pippin.learning.trainers.make_trainer`.

    Raises:
        ValueError: There is no such task (the message names those with similar names), or no environment.
        ImportError: skrl 2 or later is not installed.
    """
    agent_cfg, settings = agent_cfg_of(task, "skrl"), settings or {}
    apply_settings(agent_cfg, settings, "agent")
    utils = require_library("skrl.utils", "Training with skrl")
    logging.getLogger("skrl").setLevel(logging.ERROR)  # its advice on configs is not for users of a task
    agent_cfg["seed"] = (agent_cfg["seed"] if seed is None else seed) + rank()
    made = make_environment(task, num_envs, agent_cfg["seed"], device, render_mode, change, settings, log_dir)
    try:
        utils.set_seed(agent_cfg["seed"])  # the wrapper reads it
        memory = None if log_dir is None else Memory(made.unwrapped)
        env = SkrlVecEnvWrapper(made, wrapper="isaaclab-single-agent")
        folder = None if log_dir is None else Path(log_dir)
        return SkrlTrainer(task, env, agent_cfg, memory, folder, agent_cfg_of(task).save_interval, settings)
    except BaseException:
        made.close()
        raise


def _make_agent(env: Any, agent_cfg: dict[str, Any], log_dir: Path | None) -> tuple[Any, Any]:
    """Make an agent by skrl's own runner, with a loop that makes one step at a time."""
    runners = require_library("skrl.utils.runner.torch", "Training with skrl")
    trainers = require_library("skrl.trainers.torch", "Training with skrl")

    def make_loop(self: Any, env: Any, cfg: dict[str, Any], agent: Any) -> Any:
        quiet = {"headless": True, "disable_progressbar": True, "close_environment_at_exit": False}
        settings = {name: value for name, value in cfg["trainer"].items() if name != "class"}
        return trainers.StepTrainer(env=env, agents=agent, cfg=settings | quiet)

    writes = log_dir is not None and rank() == 0
    agent_cfg["agent"]["experiment"] = {
        "directory": str((log_dir or Path("logs")).parent),
        "experiment_name": (log_dir or Path("logs")).name,
        "write_interval": agent_cfg["agent"]["rollouts"] if writes else 0,
        "checkpoint_interval": 0,  # ours are whole or not there
    }
    runner = type("Runner", (runners.Runner,), {"_generate_trainer": make_loop})(env, agent_cfg)
    choose_threads(runner.agent.policy, str(env.device))
    return runner.agent, runner.trainer


def _on(value: Any, device: Any) -> Any:
    """A tensor on a device, or None."""
    return value if value is None else value.to(device)
