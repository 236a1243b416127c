"""Going on with a training as if it had never stopped.

Beside the checkpoints of the policy a run keeps ``resume/state_<iteration>_rank<process>.pt``, the last two of each
process: networks, optimizer, generators of random numbers, the memory of the environment, and what the curves are made
from. On a CPU a run that was stopped and resumed ends with the same numbers as one that was not.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from ..checkpoints import ENTRY, read_checkpoint
from ..processes import rank, world_size
from ..snapshot import Memory, read_generators, restore_generators
from ..states import SECONDS_BETWEEN, WARM_UP_STEPS, forget_curves_from, restore_environment, write_state

_COUNTERS = ("tot_timesteps", "tot_time")
_RETURNS = ("rewbuffer", "lenbuffer", "erewbuffer", "irewbuffer")
_SUMS = ("cur_reward_sum", "cur_episode_length", "cur_ereward_sum", "cur_ireward_sum")


class Resumption:
    """Writes the state of a training, and puts a new one into it.

    Args:
        task: Name of the task.
        env: The environment, wrapped.
        runner: Runner of RSL-RL.
        memory: Memory of the environment, made before its first step.
        log_dir: Folder of the run.
        seed: Seed of this process.
        settings: Settings that differ from those of the task.
    """

    def __init__(
        self, task: str, env: Any, runner: Any, memory: Memory, log_dir: Path, seed: int, settings: Mapping[str, Any]
    ) -> None:
        self._task, self._env, self._runner, self._memory, self._seed = task, env, runner, memory, seed
        self._log_dir, self._settings = log_dir, settings
        self._last_save = time.monotonic()
        self.is_resumed = False
        """Whether the training goes on from a state."""

    def save_if_due(self, iteration: int, is_last: bool) -> None:
        """Write the state after an iteration, where a checkpoint is due or the last state is old.

        Args:
            iteration: Number of the iteration that is done, from 0.
            is_last: Whether no other follows.

        Raises:
            OSError: It cannot be written; the one before is kept.
        """
        is_old = world_size() == 1 and time.monotonic() - self._last_save > SECONDS_BETWEEN
        if not (is_last or is_old or iteration % self._runner.cfg["save_interval"] == 0):
            return
        write_state(self._log_dir, self._state(iteration))
        self._last_save = time.monotonic()

    def _state(self, iteration: int) -> dict[str, Any]:
        logger_of_run = self._runner.logger
        curves = {name: getattr(logger_of_run, name) for name in _COUNTERS}
        curves |= {name: list(getattr(logger_of_run, name)) for name in _RETURNS if hasattr(logger_of_run, name)}
        curves |= {name: getattr(logger_of_run, name) for name in _SUMS if hasattr(logger_of_run, name)}
        entry = {
            "library": "rsl_rl",
            "task": self._task,
            "settings": dict(self._settings),
            "num_envs": self._env.num_envs,
            "seed": self._seed - rank(),
            "generators": read_generators(),
            "environment": self._memory.read(),
            "observations": self._env.last_observations,
            "hidden": [model.get_hidden_state() for model in _models(self._runner)],
            "curves": curves,
        }
        return self._runner.alg.save() | {"iter": iteration, ENTRY: entry}

    def restore(self, path: Path) -> None:
        """Put the training into a state, from which it goes on exactly.

        Args:
            path: File that a run of the same task, seed and number of environments wrote.

        Raises:
            ValueError: It is none, damaged, or of another task.
        """
        content = read_checkpoint(path, self._task)
        entry = content[ENTRY]
        self._runner.alg.load(content, None, True)
        self._runner.current_learning_iteration = content["iter"] + 1
        restore_environment(self._env.unwrapped, self._memory, entry["environment"], self._warm_up)
        self._restore_curves(entry["curves"], content["iter"] + 1)
        for model, hidden in zip(_models(self._runner), entry["hidden"], strict=True):
            model.reset(hidden_state=hidden)
        self._env.hand_out(entry["observations"])
        self.is_resumed = True
        restore_generators(entry["generators"])

    def _warm_up(self) -> None:
        with torch.inference_mode():
            for _ in range(WARM_UP_STEPS):
                self._env.step(torch.zeros(self._env.num_envs, self._env.num_actions, device=self._env.device))

    def _restore_curves(self, curves: dict[str, Any], iteration: int) -> None:
        logger_of_run = self._runner.logger
        for name, value in curves.items():
            present = getattr(logger_of_run, name)
            if isinstance(value, list):
                present.clear()
                present.extend(value)
            elif isinstance(value, torch.Tensor):
                present.copy_(value)
            else:
                setattr(logger_of_run, name, value)
        begin = logger_of_run.init_logging_writer

        def begin_again() -> None:
            begin()
            if hasattr(logger_of_run.writer, "file_writer"):
                forget_curves_from(logger_of_run.writer.file_writer, iteration)

        logger_of_run.init_logging_writer = begin_again


def _models(runner: Any) -> list[Any]:
    """Networks that may have a state."""
    return [model for model in (runner.alg.actor, runner.alg.critic) if hasattr(model, "get_hidden_state")]
