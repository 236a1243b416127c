"""Actions that are lengths of fixed tendons."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.envs.managers import ActionTerm, ActionTermCfg
from pippin.utils import configclass

from ..env_types import ManagerBasedEnv
from .named_values import clip_into, named_limits, named_values


class FixedTendonPositionAction(ActionTerm):
    """Lengths of fixed tendons, for hands with motors that pull at several joints.

    Args:
        cfg: Config of the action.
        env: The environment.
    """

    takes_masks = True

    cfg: FixedTendonPositionActionCfg
    _asset: Articulation

    def __init__(self, cfg: FixedTendonPositionActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        ids, self._tendon_names = self._asset.find_fixed_tendons(cfg.tendon_names, preserve_order=cfg.preserve_order)
        self._tendon_ids = torch.tensor(ids, dtype=torch.int32, device=self.device)
        self._raw_actions = torch.zeros(self.num_envs, self.action_dim, device=self.device)
        self._processed_actions = torch.zeros_like(self._raw_actions)
        common = (self._tendon_names, self.num_envs)
        self._scale = named_values("scale", cfg.scale, *common, 1.0, self.device)
        self._offset = named_values("offset", cfg.offset, *common, 0.0, self.device)
        self._limits = named_limits(cfg.clip, *common, self.device)

    @property
    def action_dim(self) -> int:
        """Number of tendons, T."""
        return len(self._tendon_names)

    def process_actions(self, actions: torch.Tensor) -> None:
        """Scale, shift and clip actions of shape (N, T)."""
        self._raw_actions[:] = actions
        torch.mul(self._raw_actions, self._scale, out=self._processed_actions)
        self._processed_actions.add_(self._offset)
        clip_into(self._processed_actions, self._limits)

    def apply_actions(self) -> None:
        """Set target lengths."""
        self._asset.set_fixed_tendon_position_target_index(
            target=self._processed_actions, fixed_tendon_ids=self._tendon_ids
        )

    def reset(self, env_ids: Any = None) -> None:
        """Forget the actions of some environments; None means all."""
        self._raw_actions[slice(None) if env_ids is None else env_ids] = 0.0


@configclass
class FixedTendonPositionActionCfg(ActionTermCfg):
    """Config of :class:`FixedTendonPositionAction`."""

    class_type: type = FixedTendonPositionAction

    tendon_names: list[str] = MISSING  # type: ignore[assignment]
    """Names of tendons, or regular expressions."""

    scale: float | dict[str, float] = 1.0
    """Factor of the actions, or factors by names; 1 for tendons that are not named."""

    offset: float | dict[str, float] = 0.0
    """What is added after the factor [m, rad], or by names; 0 for tendons that are not named."""

    preserve_order: bool = False
    """Whether the tendons are in the order of ``tendon_names``, not in that of the articulation."""
