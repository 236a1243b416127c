"""Actions that are thrusts of a multirotor."""

from __future__ import annotations

from typing import Any

import torch

from pippin.assets import Multirotor
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
