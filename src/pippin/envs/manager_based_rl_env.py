"""An environment that consists of managers, for reinforcement learning."""

from __future__ import annotations

import math
from dataclasses import MISSING
from typing import Any, ClassVar

import gymnasium
import numpy as np
import torch

from pippin.utils import configclass
from pippin.utils.callables import ResolvableString

from .manager_based_env import ManagerBasedEnv, ManagerBasedEnvCfg
from .managers import CommandManager, CurriculumManager, RewardManager, TerminationManager
from .step_graph import MaskedLog, StepGraph
from .vector_metadata import metadata_of


@configclass
class ManagerBasedRLEnvCfg(ManagerBasedEnvCfg):
    """Config of :class:`ManagerBasedRLEnv`."""

    class_type: type | ResolvableString = ResolvableString("pippin.envs:ManagerBasedRLEnv")
    """Class of the environment: ``cfg.class_type(cfg)`` makes it."""

    is_finite_horizon: bool = False
    """Whether the end of time belongs to the task, so that wrappers report no truncation."""

    compute_final_obs: bool = False
    """Whether the last observations of episodes are kept in ``extras["final_obs"]`` when environments are reset."""

    episode_length_s: float = MISSING
    """Longest episode [s]."""

    rewards: Any = MISSING
    """Terms of the reward."""

    terminations: Any = MISSING
    """Reasons for an episode to end."""

    curriculum: Any = None
    """Terms of the curriculum."""

    commands: Any = None
    """Commands."""

    def play_mode(self) -> None:
        """Change the config for watching a policy: at most 50 environments, observations without noise."""
        self.scene.num_envs = min(self.scene.num_envs, 50)
        for group in vars(self.observations).values():
            if hasattr(group, "enable_corruption"):
                group.enable_corruption = False


class ManagerBasedRLEnv(ManagerBasedEnv, gymnasium.Env):
    """A scene with managers of observations, actions, rewards, terminations, commands, events, curricula and recorders.

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

    captures_steps: bool = True
    """Whether steps become CUDA graphs where they can, on a GPU: see :mod:`pippin.envs.step_graph`."""

    cfg: ManagerBasedRLEnvCfg

    def __init__(self, cfg: ManagerBasedRLEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        self.common_step_counter = 0
        """Steps of all environments together."""
        self._step_graph: StepGraph | None = None
        super().__init__(cfg, render_mode)
        self.metadata = metadata_of(self.step_dt)

    @property
    def unwrapped(self) -> Any:
        """The environment itself, as wrappers give it."""
        return self

    @property
    def max_episode_length_s(self) -> float:
        """Longest episode [s]."""
        return self.cfg.episode_length_s

    @property
    def max_episode_length(self) -> int:
        """Longest episode [steps]."""
        return math.ceil(self.max_episode_length_s / self.step_dt)

    def _make_buffers(self) -> None:
        super()._make_buffers()
        zeros = torch.zeros(self.num_envs, dtype=torch.long, device=self.device)
        self.episode_length_buf = zeros
        """Steps of each environment in its episode, shape (num_envs,)."""
        self.reset_buf = zeros.bool()
        """Where the episode has ended, shape (num_envs,)."""
        self.reset_terminated = zeros.bool()
        self.reset_time_outs = zeros.bool()
        self._reset_mask = zeros.bool()
        self._log = MaskedLog()

    def load_managers(self) -> None:
        """Make the managers. Called once the simulation plays."""
        self.command_manager = CommandManager(self.cfg.commands, self)  # which observations read
        super().load_managers()
        self.termination_manager = TerminationManager(self.cfg.terminations, self)
        self.reward_manager = RewardManager(self.cfg.rewards, self)
        self.curriculum_manager = CurriculumManager(self.cfg.curriculum, self)
        self._configure_gym_env_spaces()
        self._apply_startup_events()

    def step(self, action: torch.Tensor) -> Any:
        """Act for one step, and reset environments whose episode ends.

        Args:
            action: Shape (num_envs, total_action_dim).

        Returns:
            Observations by group, rewards, where terminated and where truncated, each of shape (num_envs,), and what
            there is to log.

        Raises:
            ValueError: The action has another shape, or a term gives something of another shape than it should.
        """
        graph = self._find_step_graph()
        if graph is not None:
            graph.step(action)
            return self._results()
        self._act(action)
        self._reset_and_command()
        self._observe()
        return self._results()

    # -- inside --------------------------------------------------------------------------------------------------------

    def _act(self, action: torch.Tensor) -> None:
        """Act for one step, and find rewards and where episodes end."""
        self.action_manager.process_action(action)
        records = len(self.recorder_manager.active_terms) > 0
        if records:
            self.recorder_manager.record_pre_step()
        after_step = self.recorder_manager.record_post_physics_decimation_step if records else None
        self._step_physics(self.action_manager.apply_action, after_step)
        self.episode_length_buf += 1
        self.common_step_counter += 1
        self.reset_buf = self.termination_manager.compute()
        self.reset_terminated = self.termination_manager.terminated
        self.reset_time_outs = self.termination_manager.time_outs
        self.reward_buf = self.reward_manager.compute(dt=self.step_dt)
        if records:
            self.obs_buf = self.observation_manager.compute()
            self.recorder_manager.record_post_step()

    def _reset_and_command(self) -> None:
        """Reset environments whose episode has ended, draw commands, and let events happen."""
        if self.steps_by_masks:
            self._reset_masked()
        else:
            self._reset_ended()
        self.command_manager.compute(dt=self.step_dt)
        if "interval" in self.event_manager.available_modes:
            self.event_manager.apply(mode="interval", dt=self.step_dt)

    def _observe(self) -> None:
        self.obs_buf = self.observation_manager.compute(update_history=True)

    def _results(self) -> Any:
        if self.steps_by_masks:
            on_host = self.curriculum_manager.compute_on_host(self.reset_buf)
            self.extras["log"] = {**self._log.read(), **on_host}
        return self.obs_buf, self.reward_buf, self.reset_terminated, self.reset_time_outs, self.extras

    def _find_step_graph(self) -> StepGraph | None:
        """What steps by graphs, where that can be done."""
        if not self.captures_steps or not self.device.startswith("cuda"):
            return None
        if self._step_graph is None:
            self._step_graph = StepGraph(self)
        graph = self._step_graph
        is_free = not (self.render_enabled and self.sim.is_rendering) and self.sim.is_playing()
        is_used = is_free and graph.is_active
        self.steps_by_masks = is_used and graph.uses_masks
        return graph if is_used else None

    def _reset_ended(self) -> None:
        """Reset the environments whose episode has ended."""
        env_ids = self.reset_buf.nonzero().squeeze(-1)
        if len(env_ids) == 0:
            return
        if self.cfg.compute_final_obs:
            self.extras["final_obs"] = self.observation_manager.compute()
        self.recorder_manager.record_pre_reset(env_ids)
        self._reset_idx(env_ids)
        self.recorder_manager.record_post_reset(env_ids)

    def _reset_masked(self) -> None:
        """Reset the environments whose episode has ended, whichever they are. The log stays where there are none."""
        self._reset_mask.copy_(self.reset_buf)
        before = self.extras.get("log", {})
        self._reset_idx(self._reset_mask)
        self._log.take(self.extras["log"], self._reset_mask.any(), before)

    def _configure_gym_env_spaces(self) -> None:
        """Find the spaces of observations and actions."""
        manager = self.observation_manager
        spaces: dict[str, gymnasium.Space] = {}
        for group, names in manager.active_terms.items():
            dims: Any = manager.group_obs_dim[group]
            if manager.group_obs_concatenate[group]:
                spaces[group] = gymnasium.spaces.Box(-np.inf, np.inf, shape=dims)
                continue
            clips = [cfg.clip or (-np.inf, np.inf) for cfg in manager._group_obs_term_cfgs[group]]
            boxes = [gymnasium.spaces.Box(clip[0], clip[1], shape=dim) for clip, dim in zip(clips, dims, strict=True)]
            spaces[group] = gymnasium.spaces.Dict(dict(zip(names, boxes, strict=True)))
        self.single_observation_space = gymnasium.spaces.Dict(spaces)
        action_dim = sum(self.action_manager.action_term_dim)
        self.single_action_space = gymnasium.spaces.Box(-np.inf, np.inf, shape=(action_dim,))
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, self.num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, self.num_envs)

    def _reset_idx(self, env_ids: Any) -> None:
        """Reset environments, without computing observations."""
        self.curriculum_manager.compute(env_ids=env_ids)
        self._reset_scene(env_ids)
        managers = (
            *(self.observation_manager, self.action_manager, self.reward_manager, self.curriculum_manager),
            *(self.command_manager, self.event_manager, self.termination_manager, self.recorder_manager),
        )
        self.extras["log"] = {}
        for manager in managers:
            self.extras["log"].update(manager.reset(env_ids))
        self.episode_length_buf[env_ids] = 0

    def _release(self) -> None:
        super()._release()
        for name in ("command_manager", "reward_manager", "termination_manager", "curriculum_manager"):
            vars(self).pop(name, None)
