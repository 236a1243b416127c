"""Largest effort of a joint behind a linkage, which depends on the joint's angle."""

from __future__ import annotations

import torch
import warp as wp

from .launch import Call, Launcher, launch


@wp.func
def interpolate(samples_x: wp.array[float], samples_y: wp.array[float], x: float) -> float:
    """Piecewise linear y(x) through samples with increasing x, constant beyond the first and the last."""
    last = samples_x.shape[0] - 1
    if x <= samples_x[0]:
        return samples_y[0]
    if x >= samples_x[last]:
        return samples_y[last]
    upper = wp.lower_bound(samples_x, x)
    x_lower = samples_x[upper - 1]
    part = (x - x_lower) / (samples_x[upper] - x_lower)
    return wp.lerp(samples_y[upper - 1], samples_y[upper], part)


@wp.kernel(enable_backward=False)
def _limit_at_angle(
    position: wp.array2d[float],  # (num_envs, num_joints)
    angle_samples: wp.array[float],  # (num_samples,)
    max_effort_samples: wp.array[float],  # (num_samples,)
    effort: wp.array2d[float],  # (num_envs, num_joints), limited in place
):
    """Linkage: effort = clip(effort, -m, m) with m = table(q)."""
    env, joint = wp.tid()
    limit = interpolate(angle_samples, max_effort_samples, position[env, joint])
    effort[env, joint] = wp.clamp(effort[env, joint], -limit, limit)


def limit_at_angle(
    position: torch.Tensor,
    angle_samples: torch.Tensor,
    max_effort_samples: torch.Tensor,
    *,
    effort: torch.Tensor,
    launcher: Launcher = launch,
) -> list[Call]:
    """Limit efforts in place to what the joints' linkage gives at their angle.

    Args:
        position: Joint positions [rad], shape (num_envs, num_joints).
        angle_samples: Increasing joint angles [rad], shape (num_samples,).
        max_effort_samples: Largest magnitude of the effort at these angles [N m], shape (num_samples,).
        effort: Efforts [N m], shape (num_envs, num_joints).
        launcher: Whether to launch or to record.

    Returns:
        What was recorded.
    """
    return launcher(_limit_at_angle, tuple(effort.shape), [position, angle_samples, max_effort_samples], [effort])
