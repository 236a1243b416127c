"""An environment with several agents whose steps a program writes out."""

from __future__ import annotations

import math
from dataclasses import MISSING
from typing import Any

import gymnasium
import torch

from pippin.utils import configclass
from pippin.utils.checks import check_options
from pippin.utils.noise import NoiseModelCfg

from . import direct_env
from .base_env import SimulatedEnv
from .managers import debug_vis
from .spaces import sample_space, spec_to_gym_space
from .vector_metadata import metadata_of


@configclass
class DirectMARLEnvCfg(direct_env.DirectEnvCfg):
    """Config of :class:`DirectMARLEnv`."""

    observation_spaces: dict[Any, Any] = MISSING
    """Space of each agent's observation, or its shorthand (:func:`~pippin.envs.spaces.spec_to_gym_space`)."""

    num_observations: dict[Any, int] | None = None
    """Sizes of the observations; ``observation_spaces`` says more."""

    state_space: Any = MISSING
    """Space of the state of all agents together; 0 for none, -1 for all observations beside each other."""

    num_states: int | None = None
    """Size of that state; ``state_space`` says more."""

    observation_noise_model: dict[Any, NoiseModelCfg | None] | None = None
    """Noise of each agent's observations."""

    action_spaces: dict[Any, Any] = MISSING
    """Space of each agent's action, or its shorthand."""

    num_actions: dict[Any, int] | None = None
    """Sizes of the actions; ``action_spaces`` says more."""

    action_noise_model: dict[Any, NoiseModelCfg | None] | None = None
    """Noise of each agent's actions."""

    possible_agents: list[Any] = MISSING
    """Names of the agents."""


class DirectMARLEnv(SimulatedEnv, gymnasium.Env):
    """A scene with several agents, of which a program says itself how they act, observe and are rewarded.

    Args:
        cfg: Config of the environment. It is kept, not copied.
        render_mode: "rgb_array" lets :meth:`render` give pictures.

    Raises:
        TypeError: The config leaves fields open.
        RuntimeError: There is a simulation already.
    """

    is_vector_env = True
    """Whether observations and rewards are those of many environments."""

    metadata: dict[str, Any] = metadata_of(1.0)
    """What Gymnasium wants to know."""

    common_step_counter: int
    """Steps of all environments together."""

    episode_length_buf: torch.Tensor
    """Steps of each environment in its episode, shape (num_envs,)."""

    reset_buf: torch.Tensor
    """Where the episode has ended, shape (num_envs,)."""

    max_episode_length_s = property(direct_env.max_episode_length_s)
    max_episode_length = property(direct_env.max_episode_length)
    has_debug_vis_implementation = property(debug_vis.can_draw)
    set_debug_vis = debug_vis.set_debug_vis

    def __init__(self, cfg: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        for space, size in (("observation_spaces", "num_observations"), ("action_spaces", "num_actions")):
            if isinstance(getattr(cfg, space), type(MISSING)) and getattr(cfg, size, None) is not None:
                setattr(cfg, space, getattr(cfg, size))
        super().__init__(cfg, render_mode)

    @property
    def num_agents(self) -> int:
        """Number of agents that take part now."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """Number of all agents."""
        return len(self.possible_agents)

    def observation_space(self, agent: Any) -> gymnasium.Space:  # type: ignore[override]
        """Space of an agent's observation."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Any) -> gymnasium.Space:  # type: ignore[override]
        """Space of an agent's action."""
        return self.action_spaces[agent]

    def reset(  # type: ignore[override]
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Any, Any], dict[Any, dict]]:
        """Reset all environments.

        Args:
            seed: Seed of all random numbers; None leaves them as they are.
            options: Accepted for Gymnasium.

        Returns:
            Observations and what there is to log, each by agent.
        """
        check_options(options)
        direct_env.reset_all(self, seed)
        self._observe()
        return self.obs_dict, self.extras

    def step(self, actions: dict[Any, Any]) -> Any:
        """Act for one step, and reset environments whose episode ends for all agents.

        Args:
            actions: By agent, each of shape (num_envs, ...).

        Returns:
            Observations, rewards, where terminated, where truncated, and what there is to log, each by agent.
        """
        actions = {agent: action.to(self.device) for agent, action in actions.items()}
        for agent, model in self._action_noise_model.items():
            if agent in actions:
                actions[agent] = model(actions[agent])
        self._pre_physics_step(actions)
        self._advance()
        self.terminated_dict, self.time_out_dict = self._get_dones()
        self.reset_buf[:] = math.prod(self.terminated_dict.values()) | math.prod(self.time_out_dict.values())
        self.reward_dict = self._get_rewards()
        env_ids = self.reset_buf.nonzero().squeeze(-1)
        if len(env_ids) > 0:
            if self.cfg.compute_final_obs:
                for agent, observation in self._compute_observations().items():
                    self.extras[agent]["final_obs"] = observation
            self._reset_idx(env_ids)
        self._apply_events("interval", dt=self.step_dt)
        self._observe()
        return self.obs_dict, self.reward_dict, self.terminated_dict, self.time_out_dict, self.extras

    def state(self) -> Any:
        """State of all agents together; None where the config has none."""
        if not self.cfg.state_space:
            return None
        if isinstance(self.cfg.state_space, int) and self.cfg.state_space < 0:
            parts = [self.obs_dict[agent].reshape(self.num_envs, -1) for agent in self.possible_agents]
            self.state_buf = torch.cat(parts, dim=-1)
        else:
            self.state_buf = self._get_states()
        return self.state_buf

    # -- for programs --------------------------------------------------------------------------------------------------

    _setup_scene = direct_env.setup_nothing
    _pre_physics_step = direct_env.written_by_programs("_pre_physics_step", "Take the actions of a step.")
    _apply_action = direct_env.written_by_programs("_apply_action", "Act. Called before each step of the physics.")
    _get_observations = direct_env.written_by_programs("_get_observations", "Compute observations.")
    _get_rewards = direct_env.written_by_programs("_get_rewards", "Compute rewards.")
    _get_dones = direct_env.written_by_programs("_get_dones", "Say where episodes are terminated, where truncated.")
    _set_debug_vis_impl = debug_vis.no_drawing
    _debug_vis_callback = debug_vis.no_callback

    def _get_states(self) -> Any:
        """Compute the state of all agents together.

        Raises:
            NotImplementedError: The class does not say how, though the config has such a state.
        """
        raise NotImplementedError(f"'{type(self).__name__}' has a state_space: override _get_states.")

    # -- inside --------------------------------------------------------------------------------------------------------

    _begin = direct_env.begin
    _noise_model = direct_env.noise_model
    _apply_events = direct_env.apply_events
    _advance = direct_env.advance
    _reset_idx = direct_env.reset_idx
    _release = direct_env.release
    _env = property(direct_env.itself)

    def _compute_observations(self) -> dict[Any, Any]:
        observations = self._get_observations()
        for agent, model in self._observation_noise_model.items():
            if agent in observations:
                observations[agent] = model(observations[agent])
        return observations

    def _observe(self) -> None:
        self.obs_dict = self._compute_observations()
        self.agents = [agent for agent in self.possible_agents if agent in self.obs_dict]

    def _configure_spaces(self) -> None:
        self.agents = self.possible_agents = list(self.cfg.possible_agents)
        self.extras = {agent: {} for agent in self.possible_agents}
        self._configure_env_spaces()

    def _configure_env_spaces(self) -> None:
        cfg, agents = self.cfg, self.possible_agents
        self.observation_spaces = {agent: spec_to_gym_space(cfg.observation_spaces[agent]) for agent in agents}
        self.action_spaces = {agent: spec_to_gym_space(cfg.action_spaces[agent]) for agent in agents}
        self.state_space: gymnasium.Space | None = None
        if isinstance(cfg.state_space, int) and cfg.state_space < 0:
            spaces = [self.observation_spaces[agent] for agent in agents]
            self.state_space = gymnasium.spaces.flatten_space(gymnasium.spaces.Tuple(spaces))
        elif cfg.state_space:
            self.state_space = spec_to_gym_space(cfg.state_space)
        self.actions = {
            agent: sample_space(self.action_spaces[agent], self.device, batch_size=self.num_envs, fill_value=0)
            for agent in agents
        }

    def _make_noise_models(self) -> None:
        models = [
            {agent: self._noise_model(cfg) for agent, cfg in (cfgs or {}).items() if cfg is not None}
            for cfgs in (self.cfg.action_noise_model, self.cfg.observation_noise_model)
        ]
        self._action_noise_model, self._observation_noise_model = models

    def _noise_models(self) -> list[Any]:
        return [*self._action_noise_model.values(), *self._observation_noise_model.values()]
