"""An environment as rl_games sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import torch

from .environments import WrappedEnvironment, require_environment
from .libraries import require_library

if TYPE_CHECKING:
    from rl_games.common.algo_observer import AlgoObserver
    from rl_games.common.vecenv import IVecEnv
else:
    AlgoObserver = require_library("rl_games.common.algo_observer", "MultiObserver").AlgoObserver
    IVecEnv = require_library("rl_games.common.vecenv", "RlGamesVecEnvWrapper").IVecEnv

env_configurations = require_library("rl_games.common.env_configurations", "RlGamesGpuEnv")
spaces: Any = require_library("gym.spaces", "RlGamesVecEnvWrapper")  # rl_games knows the spaces of gym alone


class RlGamesVecEnvWrapper(WrappedEnvironment, IVecEnv):
    """Presents an environment to rl_games: groups of observations as "obs" and, for the critic, "states".

    Args:
        env: Manager-based or direct environment, or a Gymnasium wrapper around one. Several agents are seen as one.
        rl_device: Device that learns.
        clip_obs: Limit that observations are clipped to.
        clip_actions: Limit that actions are clipped to.
        obs_groups: Groups for "obs" and "states"; by default "policy", and "critic" if there is one.
        concate_obs_group: Whether the groups become one tensor, rather than a dict of theirs.

    Raises:
        ValueError: The environment cannot be trained in.
        KeyError: There is no such group of observations.
    """

    def __init__(
        self,
        env: Any,
        rl_device: str,
        clip_obs: float,
        clip_actions: float,
        obs_groups: dict[str, list[str]] | None = None,
        concate_obs_group: bool = True,
    ) -> None:
        self.env = require_environment(env)
        unwrapped = self.env.unwrapped
        self._rl_device = rl_device
        self._sim_device = unwrapped.device
        self._clip_obs = clip_obs
        self._clip_actions = clip_actions
        self._concatenates = concate_obs_group
        available = unwrapped.single_observation_space
        if obs_groups is None:
            obs_groups = {"obs": ["policy"], "states": ["critic"] if "critic" in available.spaces else []}
        self._obs_groups = {"states": [], **obs_groups}
        for group in (group for groups in self._obs_groups.values() for group in groups):
            if group not in available.spaces:
                raise KeyError(f"There is no group of observations '{group}'; there are: {', '.join(available)}.")
        self.observation_space, self._join_obs = self._space("obs")
        self.state_space, self._join_states = self._space("states")
        state = self.state_space
        self.rlg_num_states = state.shape[0] if concate_obs_group else sum(part.shape[0] for part in state.values())

    @property
    def render_mode(self) -> str | None:
        """How the environment is drawn."""
        return self.env.render_mode

    @property
    def num_envs(self) -> int:
        """Number of environments."""
        return self.unwrapped.num_envs

    @property
    def device(self) -> str:
        """Device that simulates."""
        return self.unwrapped.device

    @property
    def action_space(self) -> Any:
        """Space of the actions of one environment, within the limit."""
        space = self.unwrapped.single_action_space
        if not isinstance(space, gymnasium.spaces.Box):
            raise NotImplementedError(
                f"The actions are a '{type(space).__name__}'; expected a Box, which is what rl_games takes."
            )
        return spaces.Box(-self._clip_actions, self._clip_actions, space.shape)

    def get_number_of_agents(self) -> int:
        """Give the number of agents in an environment."""
        return getattr(self, "num_agents", 1)

    def get_env_info(self) -> dict[str, Any]:
        """Give the spaces."""
        names = ("observation_space", "action_space", "state_space")
        return {name: getattr(self, name) for name in names}

    def seed(self, seed: int = -1) -> int:
        """Seed all random numbers."""
        return self.unwrapped.seed(seed)

    def reset(self) -> dict[str, Any]:
        """Reset all environments; gives "obs" and "states"."""
        observations, _ = self.env.reset()
        return self._present(observations)

    def step(self, actions: torch.Tensor) -> tuple[dict[str, Any], torch.Tensor, torch.Tensor, dict]:
        """Step all environments.

        Args:
            actions: Actions, shape (num_envs, num_actions).

        Returns:
            "obs" and "states", rewards, dones, extras.
        """
        actions = actions.detach().to(self._sim_device).clamp(-self._clip_actions, self._clip_actions)
        observations, rewards, terminated, truncated, extras = self.env.step(actions)
        extras = {name: self._move(value) for name, value in extras.items()}
        if not getattr(self.unwrapped.cfg, "is_finite_horizon", False):
            extras["time_outs"] = self._move(truncated)
        if "log" in extras:
            extras["episode"] = extras.pop("log")
        return self._present(observations), self._move(rewards), self._move(terminated | truncated), extras

    def close(self) -> None:
        """Close the environment."""
        return self.env.close()

    def _move(self, value: Any) -> Any:
        return value.to(self._rl_device) if isinstance(value, torch.Tensor) else value

    def _space(self, name: str) -> tuple[Any, Callable[[list[torch.Tensor]], Any]]:
        """Space of a set of groups, and what makes one tensor of them."""
        limit, groups = self._clip_obs, self._obs_groups[name]
        shapes = [self.unwrapped.single_observation_space[group].shape for group in groups]
        if not self._concatenates:
            boxes = {group: spaces.Box(-limit, limit, shape) for group, shape in zip(groups, shapes, strict=True)}
            return spaces.Dict(boxes), lambda parts: dict(zip(groups, parts, strict=True))
        shape, axis = _joined_shape(shapes)
        return spaces.Box(-limit, limit, shape), lambda parts: torch.cat(parts, dim=axis)

    def _present(self, observations: dict[str, torch.Tensor]) -> dict[str, Any]:
        def parts(name: str) -> list[torch.Tensor]:
            limit = self._clip_obs
            return [self._move(observations[group]).clamp(-limit, limit) for group in self._obs_groups[name]]

        presented = {"obs": self._join_obs(parts("obs"))}
        if self._obs_groups["states"]:
            presented["states"] = self._join_states(parts("states"))
        return presented


def _joined_shape(shapes: list[tuple[int, ...]]) -> tuple[tuple[int, ...], int]:
    """Shape of observations put together, without environments, and the axis that they are joined on.

    Vectors are joined to a longer one, images by their channels, which may be last or first.
    """
    if not shapes:
        return (0,), -1
    first = shapes[0]
    if all(shape[:-1] == first[:-1] for shape in shapes):
        return (*first[:-1], sum(shape[-1] for shape in shapes)), -1
    if all(shape[1:] == first[1:] for shape in shapes):
        return (sum(shape[0] for shape in shapes), *first[1:]), 1
    raise ValueError(f"Observations of shapes {shapes} cannot be joined: set concate_obs_group to False.")


class RlGamesGpuEnv(IVecEnv):
    """Makes the environment that rl_games has under a name.

    Args:
        config_name: Name in the environment configurations of rl_games.
        num_actors: Number of environments, which the environment itself knows.
        **kwargs: Passed on.
    """

    def __init__(self, config_name: str, num_actors: int, **kwargs: Any) -> None:
        self.env = env_configurations.configurations[config_name]["env_creator"](**kwargs)

    def step(self, action: torch.Tensor) -> tuple[dict[str, Any], torch.Tensor, torch.Tensor, dict]:
        """Step all environments by actions of the shape (num_envs, ...): observations, rewards, dones, information."""
        return self.env.step(action)

    def reset(self) -> dict[str, Any]:
        """Reset all environments."""
        return self.env.reset()

    def get_number_of_agents(self) -> int:
        """Give the number of agents in an environment."""
        return self.env.get_number_of_agents()

    def get_env_info(self) -> dict[str, Any]:
        """Give the spaces."""
        return self.env.get_env_info()


class MultiObserver(AlgoObserver):
    """Tells several observers of rl_games what happens.

    Args:
        observers_: The observers, in the order in which they are told.
    """

    def __init__(self, observers_: Sequence[Any]) -> None:
        super().__init__()
        self.observers = list(observers_)

    def before_init(self, base_name: Any, config: Any, experiment_name: Any) -> None:
        """Tell that a run is to be set up."""
        self._tell("before_init", base_name, config, experiment_name)

    def after_init(self, algo: Any) -> None:
        """Tell that a run is set up."""
        self._tell("after_init", algo)

    def process_infos(self, infos: Any, done_indices: Any) -> None:
        """Tell what a step gave beside rewards."""
        self._tell("process_infos", infos, done_indices)

    def after_steps(self) -> None:
        """Tell that a rollout is over."""
        self._tell("after_steps")

    def after_clear_stats(self) -> None:
        """Tell that statistics are cleared."""
        self._tell("after_clear_stats")

    def after_print_stats(self, frame: Any, epoch_num: Any, total_time: Any) -> None:
        """Tell that statistics are written."""
        self._tell("after_print_stats", frame, epoch_num, total_time)

    def _tell(self, event: str, *args: Any) -> None:
        for observer in self.observers:
            getattr(observer, event)(*args)
