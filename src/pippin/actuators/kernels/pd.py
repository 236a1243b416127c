"""Proportional-derivative control with feed-forward and an effort limit."""

from __future__ import annotations

import torch
import warp as wp

from .launch import Call, Launcher, launch, threads_over_joints
from .targets import Targets


@wp.func
def pd_effort(
    target_position: wp.array2d[float],
    target_velocity: wp.array2d[float],
    feed_forward: wp.array2d[float],
    position: wp.array2d[float],
    velocity: wp.array2d[float],
    stiffness: wp.array2d[float],
    damping: wp.array2d[float],
    i: int,
    j: int,
) -> float:
    """PD control of joint j in environment i: effort = stiffness (q* - q) + damping (qd* - qd) + feed_forward."""
    spring = stiffness[i, j] * (target_position[i, j] - position[i, j])
    return spring + damping[i, j] * (target_velocity[i, j] - velocity[i, j]) + feed_forward[i, j]


@wp.kernel(enable_backward=False)
def _pd(
    # all of shape (num_envs, num_joints)
    target_position: wp.array2d[float],
    target_velocity: wp.array2d[float],
    feed_forward: wp.array2d[float],
    position: wp.array2d[float],
    velocity: wp.array2d[float],
    stiffness: wp.array2d[float],
    damping: wp.array2d[float],
    effort_limit: wp.array2d[float],
    num_threads: int,  # along the joints
    computed_out: wp.array2d[float],
    applied_out: wp.array2d[float],
):
    """Ideal motor: computed = kp (q* - q) + kd (qd* - qd) + ff; applied = clip(computed, -limit, limit)."""
    env, thread = wp.tid()
    for joint in range(thread, computed_out.shape[1], num_threads):
        effort = pd_effort(
            target_position, target_velocity, feed_forward, position, velocity, stiffness, damping, env, joint
        )
        limit = effort_limit[env, joint]
        computed_out[env, joint] = effort
        applied_out[env, joint] = wp.clamp(effort, -limit, limit)


def pd(
    targets: Targets,
    position: torch.Tensor,
    velocity: torch.Tensor,
    stiffness: torch.Tensor,
    damping: torch.Tensor,
    effort_limit: torch.Tensor,
    *,
    computed: torch.Tensor,
    applied: torch.Tensor,
    launcher: Launcher = launch,
) -> list[Call]:
    """Write the effort of proportional-derivative control before and after its limit.

    All tensors have the shape (N, J), float32.

    Args:
        targets: Target positions [m or rad], target velocities [m/s or rad/s] and feed-forward efforts [N or N m].
        position: Joint positions [m or rad].
        velocity: Joint velocities [m/s or rad/s].
        stiffness: Proportional gains [N/m or N m/rad].
        damping: Derivative gains [N s/m or N m s/rad].
        effort_limit: Largest magnitude of the applied effort [N or N m].
        computed: Output: the effort before its limit [N or N m].
        applied: Output: the effort after its limit [N or N m].
        launcher: Whether to launch or to record.

    Returns:
        What was recorded.
    """
    threads = threads_over_joints(applied)
    return launcher(
        _pd,
        threads,
        [*targets, position, velocity, stiffness, damping, effort_limit, threads[1]],
        [computed, applied],
    )
