"""The torque-speed curve of a direct-current motor.

The curve is a line from the stall effort at standstill to no effort at the no-load velocity; the motor's driver cuts
it off at the effort limit. Against its direction of motion a motor brakes with up to the effort limit. Beyond the
no-load velocity the voltage cannot drive the motor any more: both ends of the range are then of the sign that brakes,
up to the velocity where the line crosses the effort limit, from where on the effort is the full braking limit.
"""

from __future__ import annotations

import torch
import warp as wp

from .launch import Call, Launcher, launch, threads_over_joints
from .pd import pd_effort
from .targets import Targets


@wp.func
def dc_motor_clip(
    effort: float, velocity: float, saturation_effort: float, velocity_limit: float, effort_limit: float
) -> float:
    """Torque-speed curve: max(sat (-1 - r), -limit) <= effort <= min(sat (1 - r), limit), r = velocity / limit."""
    # Beyond this velocity the line is below the braking limit, which holds from there on.
    fastest = velocity_limit * (1.0 + effort_limit / saturation_effort)
    ratio = wp.clamp(velocity, -fastest, fastest) / velocity_limit
    highest = wp.min(saturation_effort * (1.0 - ratio), effort_limit)
    lowest = wp.max(saturation_effort * (-1.0 - ratio), -effort_limit)
    return wp.min(wp.max(effort, lowest), highest)


@wp.kernel(enable_backward=False)
def _dc_motor(
    # all of shape (num_envs, num_joints)
    target_position: wp.array2d[float],
    target_velocity: wp.array2d[float],
    feed_forward: wp.array2d[float],
    position: wp.array2d[float],
    velocity: wp.array2d[float],
    stiffness: wp.array2d[float],
    damping: wp.array2d[float],
    saturation_effort: wp.array2d[float],
    velocity_limit: wp.array2d[float],
    effort_limit: wp.array2d[float],
    num_threads: int,  # along the joints
    computed_out: wp.array2d[float],
    applied_out: wp.array2d[float],
):
    """DC motor: computed = kp (q* - q) + kd (qd* - qd) + ff; applied = computed within the torque-speed curve at qd."""
    env, thread = wp.tid()
    for joint in range(thread, computed_out.shape[1], num_threads):
        effort = pd_effort(
            target_position, target_velocity, feed_forward, position, velocity, stiffness, damping, env, joint
        )
        computed_out[env, joint] = effort
        applied_out[env, joint] = dc_motor_clip(
            effort,
            velocity[env, joint],
            saturation_effort[env, joint],
            velocity_limit[env, joint],
            effort_limit[env, joint],
        )


@wp.kernel(enable_backward=False)
def _dc_motor_limit(
    # all of shape (num_envs, num_joints)
    effort: wp.array2d[float],
    velocity: wp.array2d[float],
    saturation_effort: wp.array2d[float],
    velocity_limit: wp.array2d[float],
    effort_limit: wp.array2d[float],
    applied_out: wp.array2d[float],
):
    """DC motor that another law commands: applied = effort within the torque-speed curve at the velocity."""
    env, joint = wp.tid()
    applied_out[env, joint] = dc_motor_clip(
        effort[env, joint],
        velocity[env, joint],
        saturation_effort[env, joint],
        velocity_limit[env, joint],
        effort_limit[env, joint],
    )


def dc_motor(
    targets: Targets,
    position: torch.Tensor,
    velocity: torch.Tensor,
    stiffness: torch.Tensor,
    damping: torch.Tensor,
    saturation_effort: torch.Tensor,
    velocity_limit: torch.Tensor,
    effort_limit: torch.Tensor,
    *,
    computed: torch.Tensor,
    applied: torch.Tensor,
    launcher: Launcher = launch,
) -> list[Call]:
    """Write the effort of proportional-derivative control before and after the torque-speed curve.

    All tensors have the shape (N, J), float32.

    Args:
        targets: Target positions [m or rad], target velocities [m/s or rad/s] and feed-forward efforts [N or N m].
        position: Joint positions [m or rad].
        velocity: Joint velocities [m/s or rad/s].
        stiffness: Proportional gains [N/m or N m/rad].
        damping: Derivative gains [N s/m or N m s/rad].
        saturation_effort: Effort at standstill that the line begins with [N or N m].
        velocity_limit: No-load velocity, where the line reaches no effort [m/s or rad/s].
        effort_limit: Largest magnitude of the applied effort [N or N m].
        computed: Output: the effort before its limits [N or N m].
        applied: Output: the effort after its limits [N or N m].
        launcher: Whether to launch or to record.

    Returns:
        What was recorded.
    """
    threads = threads_over_joints(applied)
    return launcher(
        _dc_motor,
        threads,
        [*targets, position, velocity, stiffness, damping, saturation_effort, velocity_limit, effort_limit, threads[1]],
        [computed, applied],
    )


def limit_to_dc_motor(
    effort: torch.Tensor,
    velocity: torch.Tensor,
    saturation_effort: torch.Tensor,
    velocity_limit: torch.Tensor,
    effort_limit: torch.Tensor,
    *,
    applied: torch.Tensor,
) -> None:
    """Write the effort that another law computed, limited to the torque-speed curve.

    All tensors have the shape (N, J), float32.

    Args:
        effort: Effort before its limits [N or N m].
        velocity: Joint velocities [m/s or rad/s].
        saturation_effort: Effort at standstill that the line begins with [N or N m].
        velocity_limit: No-load velocity, where the line reaches no effort [m/s or rad/s].
        effort_limit: Largest magnitude of the applied effort [N or N m].
        applied: Output: the effort after its limits [N or N m].
    """
    launch(
        _dc_motor_limit,
        dim=tuple(applied.shape),
        inputs=[effort, velocity, saturation_effort, velocity_limit, effort_limit],
        outputs=[applied],
    )
