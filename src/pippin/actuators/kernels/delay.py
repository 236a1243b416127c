"""Commands that arrive some steps late, by a number of steps that differs between environments."""

from __future__ import annotations

import torch
import warp as wp

from .launch import Call, Launcher, launch
from .targets import Targets


@wp.kernel(enable_backward=False)
def _delay(
    target_position: wp.array2d[float],  # (num_envs, num_joints)
    target_velocity: wp.array2d[float],  # (num_envs, num_joints)
    feed_forward: wp.array2d[float],  # (num_envs, num_joints)
    lags: wp.array[int],  # (num_envs,)
    pushes: wp.array[int],  # (num_envs,)
    history: wp.array4d[float],  # (3, length, num_envs, num_joints), written at this step's place
    delayed_out: wp.array3d[float],  # (3, num_envs, num_joints)
):
    """Late commands: delayed(t) = command(t - min(lag, steps since the first command after the reset))."""
    env, joint = wp.tid()
    length = history.shape[1]
    now = pushes[env] % length
    history[0, now, env, joint] = target_position[env, joint]
    history[1, now, env, joint] = target_velocity[env, joint]
    history[2, now, env, joint] = feed_forward[env, joint]
    lag = wp.clamp(lags[env], 0, wp.min(pushes[env], length - 1))
    then = (now + length - lag) % length
    for command in range(3):
        delayed_out[command, env, joint] = history[command, then, env, joint]


@wp.kernel(enable_backward=False)
def _count_push(
    length: int,
    pushes: wp.array[int],  # (num_envs,)
):
    """Count one more push in each environment; once the history is full, only the count modulo length matters."""
    env = wp.tid()
    count = pushes[env] + 1
    if count == 2 * length:
        count = length
    pushes[env] = count


def delay(
    targets: Targets,
    lags: torch.Tensor,
    *,
    pushes: torch.Tensor,
    history: torch.Tensor,
    delayed: torch.Tensor,
    launcher: Launcher = launch,
) -> list[Call]:
    """Store the commands of this step and write those of ``lags`` steps ago.

    Until an environment has seen enough commands since its reset, its first command stands in for those before it.

    Args:
        targets: Target positions, target velocities and feed-forward efforts, each of shape (num_envs, num_joints).
        lags: Delay of each environment in steps, shape (num_envs,), int32; read as at most ``length - 1``.
        pushes: Commands seen since the reset, shape (num_envs,), int32; counted on here. Zero it to reset.
        history: Ring of the last commands, shape (3, length, num_envs, num_joints); written here.
        delayed: Output: the delayed commands, shape (3, num_envs, num_joints).
        launcher: Whether to launch or to record.

    Returns:
        What was recorded.
    """
    num_envs, num_joints = delayed.shape[1:]
    return [
        *launcher(_delay, (num_envs, num_joints), [*targets, lags, pushes], [history, delayed]),
        *launcher(_count_push, (num_envs,), [history.shape[1]], [pushes]),
    ]
