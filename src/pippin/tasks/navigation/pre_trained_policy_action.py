"""An action that commands a policy, which was trained before, how the robot is to move."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.actuators.network_file import load_network
from pippin.envs.managers import ActionTerm, ActionTermCfg, ObservationGroupCfg, ObservationManager
from pippin.utils import configclass


class PreTrainedPolicyAction(ActionTerm):
    """Takes a velocity (forward, sideways, turning) and lets a policy act on the robot to reach it.

    The policy sees what it was trained with: a group of observations whose terms "velocity_commands" and "actions" are
    the velocity taken and the policy's own last actions.

    Args:
        cfg: Config of the term.
        env: The environment.

    Raises:
        FileNotFoundError: There is no file of the policy on this machine.
        ValueError: The file holds no TorchScript module, or the observations lack one of the two terms.
    """

    cfg: PreTrainedPolicyActionCfg

    def __init__(self, cfg: PreTrainedPolicyActionCfg, env: Any) -> None:
        super().__init__(cfg, env)
        self.robot = self._asset
        self.policy = load_network(cfg.policy_path, torch.device(env.device))
        self._velocity = torch.zeros(self.num_envs, 3, device=self.device)
        self._low_level_action_term = cfg.low_level_actions.class_type(cfg.low_level_actions, env)
        size = self._low_level_action_term.action_dim
        self.low_level_actions = torch.zeros(self.num_envs, size, device=self.device)
        self._give("velocity_commands", lambda env: self._velocity)
        self._give("actions", lambda env: self.low_level_actions)
        self._low_level_obs_manager = ObservationManager({"ll_policy": cfg.low_level_observations}, env)
        self._counter = 0

    @property
    def action_dim(self) -> int:
        """Three: velocities forward and sideways [m/s], and of turning [rad/s]."""
        return 3

    @property
    def raw_actions(self) -> torch.Tensor:
        """The velocities taken last, shape (num_envs, 3)."""
        return self._velocity

    @property
    def processed_actions(self) -> torch.Tensor:
        """The same, shape (num_envs, 3)."""
        return self._velocity

    def process_actions(self, actions: torch.Tensor) -> None:
        """Take the velocities of a step, shape (num_envs, 3)."""
        self._velocity[:] = actions

    def apply_actions(self) -> None:
        """Let the policy act, every ``low_level_decimation`` steps of the physics."""
        if self._counter % self.cfg.low_level_decimation == 0:
            with torch.inference_mode():
                seen = self._low_level_obs_manager.compute_group("ll_policy")
                self.low_level_actions[:] = self.policy(seen)
            self._low_level_action_term.process_actions(self.low_level_actions)
            self._counter = 0
        self._low_level_action_term.apply_actions()
        self._counter += 1

    def reset(self, env_ids: Any = None) -> None:
        """Begin environments with the policy's last actions at zero.

        Args:
            env_ids: Environments; None for all.
        """
        rows = slice(None) if env_ids is None else env_ids
        self.low_level_actions[rows] = 0.0
        self._low_level_action_term.reset(env_ids)
        self._low_level_obs_manager.reset(env_ids)

    def _give(self, name: str, func: Any) -> None:
        """Set what a term of the policy's observations is."""
        term = getattr(self.cfg.low_level_observations, name, None)
        if term is None:
            raise ValueError(
                f"'low_level_observations' has no term '{name}'; expected it, since it tells the policy "
                f"'{self.cfg.policy_path}' what to do."
            )
        term.func, term.params = func, {}


@configclass
class PreTrainedPolicyActionCfg(ActionTermCfg):
    """Config of :class:`PreTrainedPolicyAction`."""

    class_type: type = PreTrainedPolicyAction

    policy_path: str = MISSING
    """File of the policy, TorchScript."""

    low_level_decimation: int = 4
    """Steps of the physics in one step of the policy."""

    low_level_actions: ActionTermCfg = MISSING
    """What the policy acts by."""

    low_level_observations: ObservationGroupCfg = MISSING
    """What the policy sees."""
