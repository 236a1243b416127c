"""Actions that are thrusts of a multirotor."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Multirotor
from pippin.controllers import LeeControllerBaseCfg
from pippin.envs.managers import ActionTerm, ActionTermCfg
from pippin.utils import configclass, resolve_matching_names

from ..env_types import ManagerBasedEnv
from .named_values import clip_into, named_limits, named_values


class ThrustAction(ActionTerm):
    """Target thrusts, one number for each thruster, which gets a scale, an offset and limits.

    Args:
        cfg: Config of the action.
        env: The environment.

    Raises:
        TypeError: The asset is no multirotor.
        ValueError: The config names a thruster that there is not.
    """

    cfg: ThrustActionCfg
    _asset: Multirotor

    def __init__(self, cfg: ThrustActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        if not hasattr(self._asset, "set_thrust_target"):
            raise TypeError(f"ThrustActionCfg.asset_name is '{cfg.asset_name}': it should name a multirotor.")
        names = self._asset.thruster_names
        self._thruster_names = names
        self._thruster_ids: slice | list[int] = slice(None)
        if cfg.preserve_order:
            groups = self._asset.cfg.actuators.values()
            expressions = [text for group in groups for text in group.thruster_names_expr]
            self._thruster_ids, self._thruster_names = resolve_matching_names(expressions, names, True)
        self._raw_actions = torch.zeros(self.num_envs, self.action_dim, device=self.device)
        self._processed_actions = torch.zeros_like(self._raw_actions)
        common = (self._thruster_names, self.num_envs)
        self._scale = named_values("scale", cfg.scale, *common, 1.0, self.device)
        self._offset = named_values("offset", cfg.offset, *common, 0.0, self.device)
        if cfg.use_default_offset:
            self._offset = self._asset.data.default_thruster_rps[:, self._thruster_ids].clone()
        limits = named_limits(cfg.clip, *common, self.device)
        if limits is not None:
            self._clip = limits

    @property
    def action_dim(self) -> int:
        """Number of thrusters, T."""
        return len(self._thruster_names)

    def process_actions(self, actions: torch.Tensor) -> None:
        """Scale, shift and clip actions of shape (N, T)."""
        self._raw_actions[:] = actions
        torch.mul(self._raw_actions, self._scale, out=self._processed_actions)
        self._processed_actions.add_(self._offset)
        if self.cfg.clip is not None:
            clip_into(self._processed_actions, self._clip)

    def apply_actions(self) -> None:
        """Set target thrusts [N]."""
        self._asset.set_thrust_target(self._processed_actions, thruster_ids=self._thruster_ids)

    def reset(self, env_ids: Any = None) -> None:
        """Forget the actions of some environments; None means all."""
        self._raw_actions[slice(None) if env_ids is None else env_ids] = 0.0


class NavigationAction(ThrustAction):
    """Setpoints of one of Lee's controllers, whose wrench the thrusters share by the pseudo-inverse of their matrix.

    Actions are three numbers, each clipped to [-1, 1]: magnitude a, inclination i and yaw y. The setpoint lies in the
    vehicle's vertical plane ahead, where a camera sees: ``(m cos t, 0, m sin t)`` with m = (a + 1) / 2 times
    :attr:`~NavigationActionCfg.max_magnitude` and t = i times :attr:`~NavigationActionCfg.max_inclination_angle`; the
    fourth number is y times :attr:`~NavigationActionCfg.max_yaw_command`.

    Args:
        cfg: Config of the action.
        env: The environment.

    Raises:
        TypeError: The asset is no multirotor.
        ValueError: The config names a thruster that there is not, or the asset has no allocation matrix, or thrusts are
            to be the offset.
    """

    cfg: NavigationActionCfg

    def __init__(self, cfg: NavigationActionCfg, env: ManagerBasedEnv) -> None:
        if cfg.use_default_offset:
            raise ValueError("'use_default_offset' of a NavigationActionCfg is True; expected False: it has setpoints.")
        super().__init__(cfg, env)
        controller = cfg.controller_cfg
        self._controller = controller.class_type(
            controller, asset=self._asset, num_envs=self.num_envs, device=self.device
        )
        self._shares = torch.linalg.pinv(self._asset.allocation_matrix[:, self._thruster_ids]).T
        self._commands = torch.zeros(self.num_envs, 4, device=self.device)
        self._prev_commands = torch.zeros_like(self._commands)

    @property
    def action_dim(self) -> int:
        """Three numbers: magnitude, inclination and yaw."""
        return 3

    @property
    def prev_commands(self) -> torch.Tensor:
        """Setpoints of the step before, shape (N, 4), in the units of the controller."""
        return self._prev_commands

    def process_actions(self, actions: torch.Tensor) -> None:
        """Make setpoints of actions of shape (N, 3)."""
        super().process_actions(actions)
        magnitude, inclination, yaw = self._processed_actions.clamp(-1.0, 1.0).unbind(dim=1)
        magnitude = (magnitude + 1.0) * (0.5 * self.cfg.max_magnitude)
        angle = inclination * self.cfg.max_inclination_angle
        self._prev_commands.copy_(self._commands)
        self._commands[:, 0] = magnitude * angle.cos()
        self._commands[:, 2] = magnitude * angle.sin()
        self._commands[:, 3] = yaw * self.cfg.max_yaw_command

    def apply_actions(self) -> None:
        """Set the target thrusts that come nearest to the controller's wrench [N]."""
        thrusts = self._controller.compute(self._commands) @ self._shares
        self._asset.set_thrust_target(thrusts, thruster_ids=self._thruster_ids)

    def reset(self, env_ids: Any = None) -> None:
        """Forget the actions and setpoints of some environments, and draw gains; None means all."""
        super().reset(env_ids)
        self._controller.reset_idx(env_ids)
        rows = slice(None) if env_ids is None else env_ids
        self._commands[rows] = 0.0
        self._prev_commands[rows] = 0.0


@configclass
class ThrustActionCfg(ActionTermCfg):
    """Config of :class:`ThrustAction`."""

    class_type: type = ThrustAction

    scale: float | dict[str, float] = 1.0
    """Factor of the actions, or factors by names of thrusters; 1 for those that are not named."""

    offset: float | dict[str, float] = 0.0
    """What is added after the factor [N], or by names of thrusters; 0 for those that are not named."""

    clip: dict[str, tuple[float, float]] | None = None
    """Lower and upper limit of the thrust [N] by names of thrusters; None for none."""

    preserve_order: bool = False
    """Whether the numbers come in the order of the names that the thrusters' configs give."""

    use_default_offset: bool = True
    """Whether ``init_state.rps`` of the asset takes the offset's place, as Isaac Lab has it: the number as it is."""


@configclass
class NavigationActionCfg(ThrustActionCfg):
    """Config of :class:`NavigationAction`, of which ``scale`` and ``offset`` are numbers."""

    class_type: type = NavigationAction

    controller_cfg: LeeControllerBaseCfg = MISSING  # type: ignore[assignment]
    """Config of the controller: of positions, velocities or accelerations."""

    use_default_offset: bool = False
    """Has to be False: what is offset are setpoints, not thrusts."""

    max_magnitude: float = MISSING  # type: ignore[assignment]
    """Largest magnitude of a position [m], velocity [m/s] or acceleration [m/s^2], as the controller takes it."""

    max_yaw_command: float = MISSING  # type: ignore[assignment]
    """Largest rate of the yaw [rad/s], or largest yaw [rad] with a controller of positions."""

    max_inclination_angle: float = MISSING  # type: ignore[assignment]
    """Largest angle between the setpoint and the horizontal [rad]."""
