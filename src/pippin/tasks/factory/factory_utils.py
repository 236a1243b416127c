"""Functions that environments which put parts together share with those derived from them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch


def squashing_fn(x: torch.Tensor, a: float, b: float) -> torch.Tensor:
    """Reward between 0 and ``1 / (2 + b)`` for a distance x [m], shape (N,), which falls with the rate a [1/m]."""
    return 1.0 / (torch.exp(a * x) + b + torch.exp(-a * x))


def collapse_obs_dict(obs_dict: dict[str, torch.Tensor], obs_order: Sequence[str]) -> torch.Tensor:
    """Put values side by side.

    Args:
        obs_dict: Values by their names, each of shape (N, ...).
        obs_order: Names in order.

    Returns:
        Values, shape (N, their number).
    """
    return torch.cat([obs_dict[name] for name in obs_order], dim=-1)


def get_deriv_gains(prop_gains: torch.Tensor, rot_deriv_scale: float = 1.0) -> torch.Tensor:
    """Return dampers for springs, which are twice the root of the stiffness: critical for 1 kg.

    Args:
        prop_gains: Stiffness [N/m and N m/rad], shape (N, 6).
        rot_deriv_scale: What those of rotations are divided by.
    """
    dampers = 2.0 * prop_gains.sqrt()
    dampers[:, 3:6] /= rot_deriv_scale
    return dampers


def wrap_yaw(angle: torch.Tensor) -> torch.Tensor:
    """Return angles with those beyond 235 degrees a turn lower [rad], shape (N,): no jump for the last joint."""
    return torch.where(angle > math.radians(235.0), angle - 2.0 * math.pi, angle)
