"""Delayed motor that drives its joint through a linkage."""

from __future__ import annotations

import copy
import math
from dataclasses import MISSING
from typing import Any

import torch

from pippin.utils import configclass

from .actuator_base import ActuatorBase
from .delayed_pd import DelayedPDActuator, DelayedPDActuatorCfg
from .joint_tensor import KeptTensor
from .kernels.launch import Call, record
from .kernels.linkage import limit_at_angle
from .kernels.targets import Targets
from .types import ArticulationActions


class RemotizedPDActuator(DelayedPDActuator):
    """Delayed motors whose largest effort depends on the angle of their joint, as a linkage makes it do.

    The largest effort is interpolated linearly between the rows of a table, and constant beyond its ends. It takes the
    place of the limits of config and asset: ``effort_limit`` and ``velocity_limit`` begin as infinity. An effort limit
    written later counts where it is below the table's.

    Attributes:
        angle_samples: Joint angles of the table [rad], increasing, shape (num_samples,).
        transmission_ratio_samples: Gear ratios of the linkage at these angles, motor to joint, shape (num_samples,).
            They are for reading: the law does not depend on them.
        max_torque_samples: Largest efforts at these angles [N m], shape (num_samples,).

    Args:
        cfg: Config of the group.
        *args: The other arguments of :class:`ActuatorBase`.
        **kwargs: The other arguments of :class:`ActuatorBase`.

    Raises:
        ValueError: The table is not one of finite rows with three columns, increasing angles and efforts that are not
            negative, or as :class:`DelayedPDActuator`.
    """

    cfg: RemotizedPDActuatorCfg
    angle_samples = KeptTensor()
    transmission_ratio_samples = KeptTensor()
    max_torque_samples = KeptTensor()

    def __init__(self, cfg: RemotizedPDActuatorCfg, *args: Any, **kwargs: Any):
        cfg = copy.deepcopy(cfg)
        cfg.effort_limit = cfg.velocity_limit = math.inf
        cfg.actuator_effort_limit = cfg.actuator_velocity_limit = math.inf
        super().__init__(cfg, *args, **kwargs)
        lookup = _checked_lookup(self.cfg.joint_parameter_lookup).to(self._device).T.contiguous()
        self.angle_samples, self.transmission_ratio_samples, self.max_torque_samples = lookup

    def compute(
        self, control_action: ArticulationActions, joint_pos: torch.Tensor, joint_vel: torch.Tensor
    ) -> ArticulationActions:
        """Replace the targets by the efforts that follow from them and that the linkage allows.

        Args:
            control_action: Target positions, velocities and feed-forward efforts, shape (num_envs, num_joints).
            joint_pos: Joint positions [rad], shape (num_envs, num_joints).
            joint_vel: Joint velocities [rad/s], shape (num_envs, num_joints).

        Returns:
            ``control_action``, with ``applied_effort`` as its efforts and no positions and velocities.
        """
        control_action = super().compute(control_action, joint_pos, joint_vel)
        limit_at_angle(joint_pos, self.angle_samples, self.max_torque_samples, effort=self.applied_effort)
        return control_action

    def bind(self, targets: Targets, joint_pos: torch.Tensor, joint_vel: torch.Tensor) -> list[Call]:
        """Bind the law to tensors whose memory stays where it is; see :meth:`ActuatorBase.bind`."""
        angles, limits = self.angle_samples, self.max_torque_samples
        motor = super().bind(targets, joint_pos, joint_vel)
        return [*motor, *limit_at_angle(joint_pos, angles, limits, effort=self.applied_effort, launcher=record)]


def _checked_lookup(rows: list[list[float]] | torch.Tensor) -> torch.Tensor:
    """Table of angle, transmission ratio and largest effort, shape (num_samples, 3), float32."""
    try:
        table = torch.as_tensor(rows, dtype=torch.float32, device="cpu")
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"'joint_parameter_lookup' is not a table of numbers; expected rows of three: {error}."
        ) from error
    if table.ndim != 2 or table.shape[0] < 1 or table.shape[1] != 3:
        raise ValueError(
            f"'joint_parameter_lookup' has shape {tuple(table.shape)}; expected rows of angle, transmission ratio and "
            "largest effort, (n, 3)."
        )
    if not table.isfinite().all() or (table[:, 0].diff() <= 0.0).any() or (table[:, 2] < 0.0).any():
        raise ValueError(
            "The rows of 'joint_parameter_lookup' need finite numbers, strictly increasing angles and largest efforts "
            "of at least 0."
        )
    return table


@configclass
class RemotizedPDActuatorCfg(DelayedPDActuatorCfg):
    """Delayed proportional-derivative control through a linkage; effort and velocity limit are not configured."""

    class_type: type[ActuatorBase] = RemotizedPDActuator

    joint_parameter_lookup: list[list[float]] | torch.Tensor = MISSING
    """Rows of joint angle [rad], transmission ratio from motor to joint, and largest effort [N m], by rising angle."""
