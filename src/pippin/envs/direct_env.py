"""What environments have in common that a program writes out itself, with one agent or several."""

from __future__ import annotations

import math
from typing import Any

import torch

from pippin.scene import InteractiveScene

from .base_env import SimulatedEnv
from .managers import EventManager
from .managers.debug_vis import can_draw, no_drawing, set_debug_vis
from .vector_metadata import metadata_of


class DirectEnv(SimulatedEnv):
    """Base of environments whose steps a program writes out: a scene, events, and counters of steps."""

    metadata: dict[str, Any] = metadata_of(1.0)
    """What Gymnasium wants to know."""

    @property
    def max_episode_length_s(self) -> float:
        """Longest episode [s]."""
        return self.cfg.episode_length_s

    @property
    def max_episode_length(self) -> int:
        """Longest episode [steps]."""
        return math.ceil(self.max_episode_length_s / self.step_dt)

    @property
    def has_debug_vis_implementation(self) -> bool:
        """Whether the class says how to draw what it means."""
        return can_draw(self)

    @property
    def _env(self) -> Any:
        return self  # which draws as terms do

    def set_debug_vis(self, debug_vis: bool) -> bool:
        """Draw what the environment means, or do not.

        Returns:
            Whether the class says how.
        """
        return set_debug_vis(self, debug_vis)

    # -- for programs --------------------------------------------------------------------------------------------------

    def _setup_scene(self) -> None:
        """Add to the scene what its config does not name. Called before the simulation plays."""

    def _pre_physics_step(self, actions: Any) -> None:
        """Take the actions of a step.

        Raises:
            NotImplementedError: The class does not say how.
        """
        raise NotImplementedError(f"Please implement the '_pre_physics_step' method for {type(self).__name__}.")

    def _apply_action(self) -> None:
        """Act. Called before each step of the physics.

        Raises:
            NotImplementedError: The class does not say how.
        """
        raise NotImplementedError(f"Please implement the '_apply_action' method for {type(self).__name__}.")

    def _get_observations(self) -> Any:
        """Compute observations.

        Raises:
            NotImplementedError: The class does not say how.
        """
        raise NotImplementedError(f"Please implement the '_get_observations' method for {type(self).__name__}.")

    def _get_rewards(self) -> Any:
        """Compute rewards.

        Raises:
            NotImplementedError: The class does not say how.
        """
        raise NotImplementedError(f"Please implement the '_get_rewards' method for {type(self).__name__}.")

    def _get_dones(self) -> Any:
        """Say where episodes are terminated, and where truncated.

        Raises:
            NotImplementedError: The class does not say how.
        """
        raise NotImplementedError(f"Please implement the '_get_dones' method for {type(self).__name__}.")

    _set_debug_vis_impl = no_drawing

    def _debug_vis_callback(self, event: Any) -> None:
        """Move what is drawn to where it is now.

        Raises:
            NotImplementedError: The class does not say how.
        """
        raise NotImplementedError(f"The environment '{type(self).__name__}' does not say how to draw what it means.")

    # -- inside --------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.scene = InteractiveScene(self.cfg.scene)
        self._setup_scene()
        if self.cfg.events:
            self.event_manager = EventManager(self.cfg.events, self)
            self._apply_events("prestartup")
        self._start_simulation()
        self._all_env_ids = torch.arange(self.num_envs, device=self.device)
        self.common_step_counter = 0
        """Steps of all environments together."""
        self.episode_length_buf = torch.zeros(self.num_envs, dtype=torch.long, device=self.device)
        """Steps of each environment in its episode, shape (num_envs,)."""
        self.reset_buf = torch.zeros(self.num_envs, dtype=torch.bool, device=self.device)
        """Where the episode has ended, shape (num_envs,)."""
        self._configure_spaces()
        self._make_noise_models()
        self._apply_events("startup")
        self.metadata = metadata_of(self.step_dt)

    def _configure_spaces(self) -> None:
        """Make the spaces of the config."""

    def _make_noise_models(self) -> None:
        """Make the noise of actions and observations."""

    def _noise_model(self, cfg: Any) -> Any:
        return cfg.class_type(cfg, num_envs=self.num_envs, device=self.device)

    def _noise_models(self) -> list[Any]:
        """All noise of actions and observations."""
        return []

    def _apply_events(self, mode: str, **arguments: Any) -> None:
        """Apply the events of a mode, where there are any."""
        if self.cfg.events and mode in self.event_manager.available_modes:
            self.event_manager.apply(mode=mode, **arguments)

    def _advance(self) -> None:
        """Step the physics and the counters."""
        self._step_physics(self._apply_action)
        self.episode_length_buf += 1
        self.common_step_counter += 1

    def _reset_idx(self, env_ids: Any) -> None:
        """Reset environments, without computing observations."""
        self.scene.reset(env_ids)
        count = self._sim_step_counter // self.cfg.decimation
        self._apply_events("reset", env_ids=env_ids, global_env_step_count=count)
        for model in self._noise_models():
            model.reset(env_ids)
        self.episode_length_buf[env_ids] = 0

    def _release(self) -> None:
        vars(self).pop("event_manager", None)
