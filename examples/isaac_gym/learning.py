"""Learning a task with PPO of rsl-rl (``pip install 'pippin[learn]'``)."""

from __future__ import annotations

import contextlib
import io
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from rsl_rl.algorithms import PPO
from rsl_rl.env import VecEnv
from tensordict import TensorDict

from tasks import LearningSettings, Task

LEAST_NOISE = 0.05
"""Least standard deviation of actions. The less noise, the more does an update change a policy, up to its collapse."""


class RslRlEnv(VecEnv):
    """A task as rsl-rl sees it.

    Args:
        task: The task.

    Attributes:
        num_actions: Number of actions.
        cfg: Settings that the task is learned with.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.num_envs, self.num_actions, self.device = task.num_envs, task.num_actions, task.device
        self.max_episode_length = task.max_episode_length
        self.cfg = task.learning

    @property
    def episode_length_buf(self) -> torch.Tensor:
        """Steps since the episodes began, shape (num_envs,)."""
        return self.task.progress

    @episode_length_buf.setter
    def episode_length_buf(self, steps: torch.Tensor) -> None:
        self.task.progress.copy_(steps)

    def get_observations(self) -> TensorDict:
        """What the policy sees."""
        return TensorDict({"policy": self.task.observations}, batch_size=[self.num_envs])

    def step(self, actions: torch.Tensor) -> tuple[TensorDict, torch.Tensor, torch.Tensor, dict]:
        """Observations, scaled rewards, ends of episodes, and which of them are due to their length alone."""
        self.task.step(actions)
        rewards = self.task.rewards * self.cfg.reward_scale
        return self.get_observations(), rewards, self.task.is_done, {"time_outs": self.task.is_timed_out}


def make_ppo(env: RslRlEnv, settings: LearningSettings) -> PPO:
    """PPO with networks of its own, before it learned anything."""
    network = {"class_name": "MLPModel", "hidden_dims": settings.hidden, "activation": "elu", "obs_normalization": True}
    noise = {"class_name": "GaussianDistribution", "init_std": settings.noise, "std_range": (LEAST_NOISE, 10.0)}
    actor = network | {"distribution_cfg": noise}
    algorithm = {
        "class_name": "PPO",
        "num_learning_epochs": settings.epochs,
        "num_mini_batches": settings.mini_batches,
        "learning_rate": settings.learning_rate,
        "desired_kl": settings.desired_kl,
        "gamma": settings.gamma,
        "lam": settings.lam,
        "entropy_coef": settings.entropy,
    }
    configuration = {
        "algorithm": algorithm,
        "actor": actor,
        "critic": network,
        "obs_groups": {"actor": ["policy"], "critic": ["policy"]},
        "num_steps_per_env": settings.horizon,
        "multi_gpu": None,
    }
    with contextlib.redirect_stdout(io.StringIO()):  # it prints the networks
        return PPO.construct_algorithm(env.get_observations(), env, configuration, env.device)


@dataclass
class Progress:
    """How far learning has come.

    Attributes:
        iteration: Iterations done.
        steps: Steps of all environments together.
        seconds: Time that was learned [s].
        rate: Steps of all environments per second in this iteration, learning included.
        episode_return: Mean return of the episodes that ended of late; NaN before the first.
        episode_length: Mean length of these in steps.
        metrics: What else the task tells.
    """

    iteration: int
    steps: int
    seconds: float
    rate: float
    episode_return: float
    episode_length: float
    metrics: dict[str, float]


class Episodes:
    """Returns and lengths of whole episodes.

    Args:
        task: Task whose episodes are counted.
        window: Number of iterations over which means are taken.
    """

    def __init__(self, task: Task, window: int = 10) -> None:
        self.task = task
        self.returns = torch.zeros(task.num_envs, device=task.device)
        self.lengths = torch.zeros(task.num_envs, device=task.device)
        self.is_whole = torch.zeros(task.num_envs, dtype=torch.bool, device=task.device)
        self.sums = torch.zeros(3, device=task.device)
        self.recent: deque[torch.Tensor] = deque(maxlen=window)
        self.means = float("nan"), float("nan")

    def add_step(self) -> None:
        """Count the last step of the task."""
        self.returns += self.task.rewards
        self.lengths += 1.0
        is_counted = (self.task.is_done & self.is_whole).float()
        self.sums += torch.stack([is_counted @ self.returns, is_counted @ self.lengths, is_counted.sum()])
        is_going_on = (~self.task.is_done).float()
        self.returns *= is_going_on
        self.lengths *= is_going_on
        self.is_whole |= self.task.is_done

    def end_iteration(self) -> tuple[float, float]:
        """Mean return and length of the episodes that ended of late; NaN before the first."""
        self.recent.append(self.sums.cpu().clone())
        self.sums.zero_()
        total_return, total_length, count = torch.stack(list(self.recent)).sum(dim=0).tolist()
        if count:
            self.means = total_return / count, total_length / count
        return self.means


def learn(
    task: Task,
    algorithm: PPO,
    env: RslRlEnv,
    iterations: int,
    seconds: float = float("inf"),
    before: Progress | None = None,
) -> Iterator[Progress]:
    """Learn, and tell after each iteration how far it came.

    Args:
        task: The task.
        algorithm: What learns.
        env: The task as the algorithm sees it.
        iterations: Number of iterations, with those done before.
        seconds: Time after which it ends at the latest [s].
        before: How far learning came before, where it is resumed.
    """
    before = before or Progress(0, 0, 0.0, 0.0, float("nan"), float("nan"), {})
    env.episode_length_buf = torch.randint_like(task.progress, task.max_episode_length)  # episodes end at all times
    observations, episodes = env.get_observations(), Episodes(task)
    algorithm.train_mode()
    start = last = time.perf_counter()
    for iteration in range(before.iteration + 1, iterations + 1):
        with torch.no_grad():
            for _ in range(task.learning.horizon):
                observations, rewards, dones, extras = env.step(algorithm.act(observations))
                algorithm.process_env_step(observations, rewards, dones, extras)
                episodes.add_step()
            algorithm.compute_returns(observations)
        algorithm.update()
        episode_return, episode_length = episodes.end_iteration()
        metrics = {name: float(value) for name, value in task.metrics.items()}
        now = time.perf_counter()
        steps = task.num_envs * task.learning.horizon
        rate, last = steps / (now - last), now
        all_steps = before.steps + (iteration - before.iteration) * steps
        all_seconds = before.seconds + now - start
        yield Progress(iteration, all_steps, all_seconds, rate, episode_return, episode_length, metrics)
        if now - start > seconds:
            return


def policy_of(algorithm: PPO) -> Callable[[torch.Tensor], torch.Tensor]:
    """The policy without noise: observations, shape (num_envs, num_observations), to actions."""
    algorithm.eval_mode()
    network = algorithm.get_policy()

    def act(observations: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            return network(TensorDict({"policy": observations}, batch_size=[len(observations)]))

    return act
