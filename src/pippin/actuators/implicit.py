"""Proportional-derivative control that the engine computes within its integration."""

from __future__ import annotations

import copy
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import torch

from .actuator_base import ActuatorBase
from .kernels.pd import pd
from .types import ArticulationActions

if TYPE_CHECKING:
    from .actuator_cfg import ImplicitActuatorCfg

logger = logging.getLogger("pippin")


class ImplicitActuator(ActuatorBase):
    """Joints whose proportional-derivative control the engine solves together with the motion, at any stiffness.

    The engine enforces ``effort_limit_sim`` and ``velocity_limit_sim``, and there are no other limits:

    ============================  ==============================================================================
    configured                    means
    ============================  ==============================================================================
    neither effort limit          both are the asset's
    one of the effort limits      both are that
    both effort limits            they must be equal
    neither velocity limit        both are the asset's
    only ``velocity_limit``       it is ignored with a warning, as it is in Isaac Lab: both are the asset's
    only ``velocity_limit_sim``   both are that
    both velocity limits          they must be equal
    ============================  ==============================================================================

    The efforts kept here are those that the law would give at the state before the step, for rewards and records; the
    engine's own differ by what the joints do within the step.

    Args:
        cfg: Config of the group.
        *args: The other arguments of :class:`ActuatorBase`.
        **kwargs: The other arguments of :class:`ActuatorBase`.

    Raises:
        ValueError: Both limits of a kind are configured and differ, or as :class:`ActuatorBase`.
    """

    cfg: ImplicitActuatorCfg
    is_implicit_model: ClassVar[bool] = True

    def __init__(self, cfg: ImplicitActuatorCfg, *args: Any, **kwargs: Any):
        cfg = copy.deepcopy(cfg)
        _unify_limits(cfg, "effort_limit")
        if cfg.velocity_limit is not None and cfg.velocity_limit_sim is None:
            logger.warning(
                "The implicit actuators of joints %s ignore 'velocity_limit': set 'velocity_limit_sim' to limit the "
                "velocity.",
                cfg.joint_names_expr,
            )
            cfg.velocity_limit = None
        _unify_limits(cfg, "velocity_limit")
        super().__init__(cfg, *args, **kwargs)

    def reset(self, env_ids: Sequence[int] | torch.Tensor | slice | None) -> None:
        """Do nothing: the law has no memory.

        Args:
            env_ids: Environments to reset; None means all.
        """

    def compute(
        self, control_action: ArticulationActions, joint_pos: torch.Tensor, joint_vel: torch.Tensor
    ) -> ArticulationActions:
        """Keep what the efforts will be about, and leave the targets to the engine.

        Args:
            control_action: Target positions, velocities and feed-forward efforts, shape (num_envs, num_joints).
            joint_pos: Joint positions [m or rad], shape (num_envs, num_joints).
            joint_vel: Joint velocities [m/s or rad/s], shape (num_envs, num_joints).

        Returns:
            ``control_action``, unchanged.
        """
        pd(
            self._checked_targets(control_action, joint_pos, joint_vel),
            joint_pos,
            joint_vel,
            self.stiffness,
            self.damping,
            self.effort_limit,
            computed=self.computed_effort,
            applied=self.applied_effort,
        )
        self._apply_own_clip(joint_vel)
        return control_action


def _unify_limits(cfg: ImplicitActuatorCfg, name: str) -> None:
    """Give the limits ``name`` and ``name_sim`` of a config the value of the one that is set."""
    limit, limit_sim = getattr(cfg, name), getattr(cfg, f"{name}_sim")
    if limit is not None and limit_sim is not None and limit != limit_sim:
        raise ValueError(
            f"The implicit actuators of joints {cfg.joint_names_expr} have one limit, but '{name}' is {limit} and "
            f"'{name}_sim' is {limit_sim}; give '{name}_sim' alone."
        )
    unified = limit if limit_sim is None else limit_sim
    setattr(cfg, name, unified)
    setattr(cfg, f"{name}_sim", unified)
