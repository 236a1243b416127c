"""An environment as RSL-RL sees it."""

from __future__ import annotations

import functools
import importlib
import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import gymnasium
import torch

from pippin.learning.environments import WrappedEnvironment, require_environment
from pippin.learning.libraries import require_library

from .generations import installed_generation, reads_tensors

if TYPE_CHECKING:
    from rsl_rl.env import VecEnv
else:
    VecEnv = require_library("rsl_rl.env", "RslRlVecEnvWrapper").VecEnv


class RslRlVecEnvWrapper(WrappedEnvironment, VecEnv):
    """Presents an environment to the runners of RSL-RL. It must be the outermost wrapper.

    RSL-RL 3 and later get the groups of observations as a TensorDict; RSL-RL 2 gets the group "policy", and all groups
    below ``extras["observations"]``.

    Scripts for RSL-RL 2 and 3 read ``runner.alg.policy`` or ``actor_critic`` and ``runner.obs_normalizer``, and unpack
    what :meth:`get_observations` gives: with RSL-RL 4 and 5 they get the model that acts, its normalizer, and the pair.

    Args:
        env: Manager-based or direct environment, or a Gymnasium wrapper around one. It is reset. Several agents are
            seen as one.
        clip_actions: Limit that actions are clipped to; None for none.

    Raises:
        ValueError: The environment cannot be trained in.
    """

    def __init__(self, env: Any, clip_actions: float | None = None) -> None:
        self.env = require_environment(env)
        self.clip_actions = clip_actions
        self._gives_tensors = reads_tensors()
        if installed_generation() >= 4:
            _add_older_names()
        self.num_envs = self.unwrapped.num_envs
        self.device = self.unwrapped.device
        self.max_episode_length = self.unwrapped.max_episode_length
        self.num_actions = self._count_actions()
        if clip_actions is not None:
            self._limit_action_space(clip_actions)
        self.last_observations: dict[str, Any] = {}
        """What the last reset or step gave, by group."""
        self._handed_out: dict[str, Any] | None = None
        observations, _ = self.env.reset()
        self.num_obs = _width(observations["policy"]) if "policy" in observations else 0
        self.num_privileged_obs = _width(observations["critic"]) if "critic" in observations else 0

    def __str__(self) -> str:
        return f"<{type(self).__name__}{self.env}>"

    __repr__ = __str__

    @property
    def cfg(self) -> Any:
        """Config of the environment."""
        return self.unwrapped.cfg

    @property
    def render_mode(self) -> str | None:
        """How the environment is drawn."""
        return self.env.render_mode

    @property
    def observation_space(self) -> gymnasium.Space:
        """Space of the observations of all environments."""
        return self.env.observation_space

    @property
    def action_space(self) -> gymnasium.Space:
        """Space of the actions of all environments."""
        return self.env.action_space

    @property
    def episode_length_buf(self) -> torch.Tensor:
        """Steps since the last reset, shape (num_envs,); the runner sets it to begin episodes at random times."""
        return self.unwrapped.episode_length_buf

    @episode_length_buf.setter
    def episode_length_buf(self, value: torch.Tensor) -> None:
        self.unwrapped.episode_length_buf = value

    def seed(self, seed: int = -1) -> int:
        """Seed all random numbers, and give the seed that was used."""
        return self.unwrapped.seed(seed)

    def reset(self) -> tuple[Any, dict]:
        """Reset all environments; gives observations and extras."""
        observations, extras = self.env.reset()
        return self._present(observations, extras), extras

    def get_observations(self) -> Any:
        """Observe without a step. RSL-RL 2 gets a pair of observations and extras, and others may unpack one."""
        observations, self._handed_out = self._handed_out, None
        if observations is None:
            unwrapped = self.unwrapped
            manager = getattr(unwrapped, "observation_manager", None)
            observations = unwrapped._get_observations() if manager is None else manager.compute()
        extras: dict[str, Any] = {}
        presented = self._present(observations, extras)
        if self._gives_tensors:
            return presented, extras
        return _observations_class()(presented, batch_size=presented.batch_size)

    def hand_out(self, observations: dict[str, Any]) -> None:
        """Let the next :meth:`get_observations` give these, which an earlier step gave, since noise is drawn only once.

        Args:
            observations: Observations by group.
        """
        self._handed_out = _moved(observations, self.device)

    def step(self, actions: torch.Tensor) -> tuple[Any, torch.Tensor, torch.Tensor, dict]:
        """Step all environments.

        Args:
            actions: Actions, shape (num_envs, num_actions).

        Returns:
            Observations, rewards (num_envs,), dones (num_envs,) as integers, extras. ``extras["time_outs"]`` says which
            episodes ended by time alone, unless the task's horizon is finite.
        """
        if self.clip_actions is not None:
            actions = torch.clamp(actions, -self.clip_actions, self.clip_actions)
        observations, rewards, terminated, truncated, extras = self.env.step(actions)
        if not getattr(self.unwrapped.cfg, "is_finite_horizon", False):
            extras["time_outs"] = truncated
        dones = (terminated | truncated).to(dtype=torch.long)
        return self._present(observations, extras), rewards, dones, extras

    def close(self) -> None:
        """Close the environment."""
        return self.env.close()

    def _present(self, observations: dict[str, Any], extras: dict[str, Any]) -> Any:
        self.last_observations = observations
        if self._gives_tensors:
            extras["observations"] = observations
            return observations["policy"]
        from tensordict import TensorDict  # comes with RSL-RL 3 and later

        return TensorDict(observations, batch_size=[self.num_envs])

    def _count_actions(self) -> int:
        manager = getattr(self.unwrapped, "action_manager", None)
        if manager is not None:
            return manager.total_action_dim
        return gymnasium.spaces.flatdim(self.unwrapped.single_action_space)

    def _limit_action_space(self, limit: float) -> None:
        space = gymnasium.spaces.Box(low=-limit, high=limit, shape=(self.num_actions,))
        self.unwrapped.single_action_space = space
        self.unwrapped.action_space = gymnasium.vector.utils.batch_space(space, self.num_envs)


@functools.cache
def _observations_class() -> type:
    """TensorDict that unpacks as the pair of RSL-RL 2, too: ``obs, extras = env.get_observations()``."""
    from tensordict import TensorDict

    class Observations(TensorDict):
        """Observations by group."""

        def __iter__(self) -> Iterator[Any]:
            """Give the observations, and what RSL-RL 2 calls extras."""
            return iter((self, {"observations": dict(self.items())}))

    return Observations


@functools.cache
def _add_older_names() -> None:
    """Give algorithms and runners of RSL-RL 4 and 5 the attributes that scripts for RSL-RL 2 and 3 read."""
    algorithms, runners = (importlib.import_module(f"rsl_rl.{name}") for name in ("algorithms", "runners"))
    older_names = (("PPO", "actor", ("policy", "actor_critic")), ("Distillation", "student", ("policy",)))
    for name, acting, aliases in older_names:
        algorithm = getattr(algorithms, name, None)
        for alias in aliases:
            if algorithm is not None and not hasattr(algorithm, alias):
                setattr(algorithm, alias, property(operator.attrgetter(acting)))
    for name in ("OnPolicyRunner", "DistillationRunner"):
        runner = getattr(runners, name, None)
        if runner is not None and not hasattr(runner, "obs_normalizer"):
            runner.obs_normalizer = property(lambda self: getattr(self.alg.policy, "obs_normalizer", None))


def _moved(observations: dict[str, Any], device: Any) -> dict[str, Any]:
    """Observations on another device; a group may be a dict of terms."""
    return {
        name: _moved(part, device) if isinstance(part, dict) else part.to(device) for name, part in observations.items()
    }


def _width(group: Any) -> int:
    """Number of values that a group gives for one environment; a group may be a dict of terms."""
    parts = group.values() if isinstance(group, dict) else [group]
    return sum(part[0].numel() for part in parts)
