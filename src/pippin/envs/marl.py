"""Environments with several agents, seen as environments with one."""

from __future__ import annotations

import math
from typing import Any

import gymnasium
import torch

from .direct_marl_env import DirectMARLEnv
from .direct_rl_env import DirectRLEnv

ONE_AGENT = "single-agent"
"""Name of the agent that stands for all."""


def multi_agent_to_single_agent(env: DirectMARLEnv, state_as_observation: bool = False) -> DirectRLEnv:
    """See an environment with several agents as one for a single agent.

    The agent observes what all observe (or the state), acts for all, gets the sum of all rewards, and is done where all
    are.

    Args:
        env: The environment.
        state_as_observation: Whether the agent observes the state in place of all observations.

    Raises:
        ValueError: The environment has no state to observe.
    """
    return _SingleAgentEnv(_Merged(env, state_as_observation))


def multi_agent_with_one_agent(env: DirectMARLEnv, state_as_observation: bool = False) -> DirectMARLEnv:
    """See an environment with several agents as one with the single agent "single-agent".

    Args:
        env: The environment.
        state_as_observation: Whether the agent observes the state in place of all observations.

    Raises:
        ValueError: The environment has no state to observe.
    """
    return _OneAgentEnv(_Merged(env, state_as_observation))


class _Merged:
    """What the agents of an environment do and observe, put together."""

    def __init__(self, env: Any, state_as_observation: bool) -> None:
        self.env = env.unwrapped
        self._observes_state = state_as_observation
        if state_as_observation and not self.env.cfg.state_space:
            raise ValueError(
                f"The environment '{type(self.env).__name__}' has no state to observe: its config has "
                "state_space 0; expected the number of the state's values."
            )
        agents = self.env.possible_agents
        self.action_sizes = {agent: gymnasium.spaces.flatdim(self.env.action_spaces[agent]) for agent in agents}
        self.action_space = _flat([self.env.action_spaces[agent] for agent in agents])
        self.observation_space = (
            self.env.state_space
            if state_as_observation
            else _flat([self.env.observation_spaces[agent] for agent in agents])
        )

    def observation(self, observations: dict[Any, Any]) -> Any:
        if self._observes_state:
            return self.env.state()
        parts = [observations[agent].reshape(len(observations[agent]), -1) for agent in self.env.possible_agents]
        return torch.cat(parts, dim=-1)

    def step(self, action: torch.Tensor) -> tuple[Any, torch.Tensor, torch.Tensor, torch.Tensor, dict]:
        parts = action.split(list(self.action_sizes.values()), dim=-1)
        actions = dict(zip(self.action_sizes, parts, strict=True))
        observations, rewards, terminated, time_outs, extras = self.env.step(actions)
        ends = [math.prod(each.values()).to(torch.bool) for each in (terminated, time_outs)]  # type: ignore[attr-defined]
        return self.observation(observations), sum(rewards.values()), *ends, self._with_final(extras)  # type: ignore

    def _with_final(self, extras: dict) -> dict:
        """Extras with the last observations of episodes, where the environment keeps them."""
        agents = self.env.possible_agents
        if self._observes_state or not all("final_obs" in extras.get(agent, {}) for agent in agents):
            return extras
        final = {agent: extras[agent]["final_obs"] for agent in agents}
        return {**extras, "final_obs": {"policy": self.observation(final)}}


class _Wrapping:
    """What both wrappers pass on to the environment whose agents they merge."""

    def __init__(self, merged: _Merged) -> None:
        self._merged = merged
        self._is_closed = False
        self.env = merged.env
        self.cfg, self.sim, self.scene = self.env.cfg, self.env.sim, self.env.scene
        self.render_mode = self.env.render_mode

    def render(self, recompute: bool = False) -> Any:
        """Return a picture, as the environment itself does."""
        return self.env.render(recompute)

    def close(self) -> None:
        """Close the environment itself."""
        if not self._is_closed:
            self._is_closed = True
            self.env.close()


class _SingleAgentEnv(_Wrapping, DirectRLEnv):
    def __init__(self, merged: _Merged) -> None:
        super().__init__(merged)
        self.metadata = getattr(self.env, "metadata", {})
        self.obs_buf: dict[str, Any] = {}
        self.extras = self.env.extras
        self.single_observation_space = gymnasium.spaces.Dict({"policy": merged.observation_space})
        self.single_action_space = merged.action_space
        batch = gymnasium.vector.utils.batch_space
        self.observation_space = batch(merged.observation_space, self.num_envs)
        self.action_space = batch(merged.action_space, self.num_envs)
        self.state_space = None

    @property  # type: ignore[override]
    def episode_length_buf(self) -> torch.Tensor:
        """Steps of each environment in its episode, shape (num_envs,)."""
        return self.env.episode_length_buf

    @episode_length_buf.setter
    def episode_length_buf(self, value: torch.Tensor) -> None:
        self.env.episode_length_buf.copy_(value)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Reset all environments."""
        observations, self.extras = self.env.reset(seed, options)
        self.obs_buf = {"policy": self._merged.observation(observations)}
        return self.obs_buf, self.extras

    def step(self, action: torch.Tensor) -> Any:
        """Act for all agents."""
        observation, reward, terminated, time_outs, self.extras = self._merged.step(action)
        self.common_step_counter = getattr(self.env, "common_step_counter", 0)
        self.obs_buf = {"policy": observation}
        return self.obs_buf, reward, terminated, time_outs, self.extras

    def _get_observations(self) -> dict[str, Any]:
        """Observe without a step, as learners do that ask before the first one."""
        return {"policy": self._merged.observation(self.env._get_observations())}


class _OneAgentEnv(_Wrapping, DirectMARLEnv):
    def __init__(self, merged: _Merged) -> None:
        super().__init__(merged)
        self.agents = self.possible_agents = [ONE_AGENT]
        self.observation_spaces = {ONE_AGENT: merged.observation_space}
        self.action_spaces = {ONE_AGENT: merged.action_space}
        self.state_space = self.env.state_space

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "env":
            raise AttributeError(f"'{type(self).__name__}' has no attribute '{name}'")
        return getattr(self.env, name)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Reset all environments."""
        observations, extras = self.env.reset(seed, options)
        return {ONE_AGENT: self._merged.observation(observations)}, extras

    def step(self, actions: dict[Any, Any]) -> Any:
        """Act for all agents."""
        *values, extras = self._merged.step(actions[ONE_AGENT])
        return *({ONE_AGENT: value} for value in values), extras

    def state(self) -> Any:
        """State of all agents together."""
        return self.env.state()


def _flat(spaces: list[gymnasium.Space]) -> gymnasium.Space:
    return gymnasium.spaces.flatten_space(gymnasium.spaces.Tuple(spaces))
