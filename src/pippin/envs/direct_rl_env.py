"""An environment for reinforcement learning whose steps a program writes out."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any, ClassVar

import gymnasium
import torch

from pippin.utils import configclass
from pippin.utils.checks import check_options
from pippin.utils.noise import NoiseModelCfg

from . import direct_env
from .base_env import SimulatedEnv
from .common import VecEnvObs
from .managers import debug_vis
from .spaces import sample_space, spec_to_gym_space
from .vector_metadata import metadata_of


@configclass
class DirectRLEnvCfg(direct_env.DirectEnvCfg):
    """Config of :class:`DirectRLEnv`."""

    observation_space: Any = MISSING
    """Space of the observations "policy", or its shorthand (:func:`~pippin.envs.spaces.spec_to_gym_space`)."""

    num_observations: int | None = None
    """Size of the observations; ``observation_space`` says more."""

    state_space: Any = None
    """Space of the observations "critic"; None where there are none."""

    num_states: int | None = None
    """Size of the observations "critic"; ``state_space`` says more."""

    observation_noise_model: NoiseModelCfg | None = None
    """Noise of the observations "policy"."""

    action_space: Any = MISSING
    """Space of the actions, or its shorthand."""

    num_actions: int | None = None
    """Size of the actions; ``action_space`` says more."""

    action_noise_model: NoiseModelCfg | None = None
    """Noise of the actions."""


class DirectRLEnv(SimulatedEnv, gymnasium.Env):
    """A scene of which a program says itself how it is acted on, observed and rewarded, by overriding methods.

    All environments are stepped together. Those whose episode ends are reset within :meth:`step`, whose observations
    are then those of the new episode.

    Args:
        cfg: Config of the environment. It is kept, not copied.
        render_mode: "rgb_array" lets :meth:`render` give pictures.

    Raises:
        TypeError: The config leaves fields open.
        RuntimeError: There is a simulation already.
    """

    is_vector_env: ClassVar[bool] = True
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
        _adopt_sizes(cfg)
        super().__init__(cfg, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[VecEnvObs, dict]:
        """Reset all environments.

        Args:
            seed: Seed of all random numbers; None leaves them as they are.
            options: Accepted for Gymnasium.

        Returns:
            Observations by group, and what there is to log.
        """
        check_options(options)
        direct_env.reset_all(self, seed)
        self.obs_buf = self._compute_observations()
        direct_env.check_observations(self, self.obs_buf)
        return self.obs_buf, self.extras

    def step(self, action: torch.Tensor) -> Any:
        """Act for one step, and reset environments whose episode ends.

        Args:
            action: Shape (num_envs, ...).

        Returns:
            Observations by group, rewards, where terminated and where truncated, each of shape (num_envs,), and what
            there is to log.
        """
        action = action.to(self.device)
        if action.shape != self.action_space.shape:
            direct_env.tell_of_action(self, action)
        if self.cfg.action_noise_model:
            action = self._action_noise_model(action)
        self._pre_physics_step(action)
        self._advance()
        direct_env.take_dones(self, self._get_dones())
        self.reset_buf = self.reset_terminated | self.reset_time_outs
        self.reward_buf = self._get_rewards()
        if getattr(self.reward_buf, "shape", None) != self.reset_buf.shape:
            direct_env.tell_of_reward(self, self.reward_buf)
        self._reset_envs_from_buffer()
        self._apply_events("interval", dt=self.step_dt)
        self.obs_buf = self._compute_observations()
        return self.obs_buf, self.reward_buf, self.reset_terminated, self.reset_time_outs, self.extras

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
        """Compute the state for a critic; None where there is none."""
        return None

    # -- inside --------------------------------------------------------------------------------------------------------

    _begin = direct_env.begin
    _noise_model = direct_env.noise_model
    _apply_events = direct_env.apply_events
    _advance = direct_env.advance
    _reset_idx = direct_env.reset_idx
    _release = direct_env.release
    _env = property(direct_env.itself)

    def _compute_observations(self) -> VecEnvObs:
        observations = self._get_observations()
        if self.cfg.observation_noise_model:
            observations["policy"] = self._observation_noise_model(observations["policy"])
        return observations

    def _reset_envs_from_buffer(self) -> torch.Tensor:
        """Reset the environments whose episode has ended, and return which."""
        env_ids = self.reset_buf.nonzero().squeeze(-1)
        if len(env_ids) > 0:
            if self.cfg.compute_final_obs:
                self.extras["final_obs"] = self._compute_observations()
            self._reset_idx(env_ids)
        return env_ids

    def _configure_spaces(self) -> None:
        self.reset_terminated = torch.zeros_like(self.reset_buf)
        self.reset_time_outs = torch.zeros_like(self.reset_buf)
        self._configure_gym_env_spaces()

    def _configure_gym_env_spaces(self) -> None:
        batch = gymnasium.vector.utils.batch_space
        single = {"policy": spec_to_gym_space(self.cfg.observation_space)}
        self.single_action_space = spec_to_gym_space(self.cfg.action_space)
        self.observation_space = batch(single["policy"], self.num_envs)
        self.action_space = batch(self.single_action_space, self.num_envs)
        self.state_space = None
        if self.cfg.state_space:
            single["critic"] = spec_to_gym_space(self.cfg.state_space)
            self.state_space = batch(single["critic"], self.num_envs)
        self.single_observation_space = gymnasium.spaces.Dict(single)
        self.actions = sample_space(self.single_action_space, self.device, batch_size=self.num_envs, fill_value=0)

    def _make_noise_models(self) -> None:
        if self.cfg.action_noise_model:
            self._action_noise_model = self._noise_model(self.cfg.action_noise_model)
        if self.cfg.observation_noise_model:
            self._observation_noise_model = self._noise_model(self.cfg.observation_noise_model)

    def _noise_models(self) -> list[Any]:
        models = []
        if self.cfg.action_noise_model:
            models.append(self._action_noise_model)
        if self.cfg.observation_noise_model:
            models.append(self._observation_noise_model)
        return models


def _adopt_sizes(cfg: Any) -> None:
    """Take sizes for spaces that a config leaves open."""
    for space, size in (("observation", "observations"), ("action", "actions"), ("state", "states")):
        name = f"{space}_space"
        is_open = isinstance(getattr(cfg, name, None), type(MISSING)) or getattr(cfg, name, None) is None
        if is_open and getattr(cfg, f"num_{size}", None) is not None:
            setattr(cfg, name, getattr(cfg, f"num_{size}"))
