"""What the network actuators are fed with: position errors and velocities of each joint, now and in the past."""

from __future__ import annotations

import torch
import warp as wp

from .launch import launch


@wp.kernel(enable_backward=False)
def _history_inputs(
    target_position: wp.array2d[float],  # (num_envs, num_joints)
    position: wp.array2d[float],  # (num_envs, num_joints)
    velocity: wp.array2d[float],  # (num_envs, num_joints)
    ages: wp.array[int],  # (num_ages,)
    position_scale: float,
    velocity_scale: float,
    position_column: int,
    velocity_column: int,
    error_history: wp.array3d[float],  # (num_envs, length, num_joints), newest first, moved on by one
    velocity_history: wp.array3d[float],  # (num_envs, length, num_joints), newest first, moved on by one
    inputs_out: wp.array2d[float],  # (num_envs * num_joints, 2 * num_ages)
):
    """Inputs with a history: row = position_scale (q* - q)(t - ages) and velocity_scale qd(t - ages), side by side."""
    env, joint = wp.tid()
    for step in range(error_history.shape[1] - 1):
        age = error_history.shape[1] - 1 - step
        error_history[env, age, joint] = error_history[env, age - 1, joint]
        velocity_history[env, age, joint] = velocity_history[env, age - 1, joint]
    error_history[env, 0, joint] = target_position[env, joint] - position[env, joint]
    velocity_history[env, 0, joint] = velocity[env, joint]
    row = env * position.shape[1] + joint
    for column in range(ages.shape[0]):
        inputs_out[row, position_column + column] = position_scale * error_history[env, ages[column], joint]
        inputs_out[row, velocity_column + column] = velocity_scale * velocity_history[env, ages[column], joint]


@wp.kernel(enable_backward=False)
def _current_inputs(
    target_position: wp.array2d[float],  # (num_envs, num_joints)
    position: wp.array2d[float],  # (num_envs, num_joints)
    velocity: wp.array2d[float],  # (num_envs, num_joints)
    inputs_out: wp.array3d[float],  # (num_envs * num_joints, 1, 2)
):
    """Inputs of a recurrent network: row = (q* - q, qd)."""
    env, joint = wp.tid()
    row = env * position.shape[1] + joint
    inputs_out[row, 0, 0] = target_position[env, joint] - position[env, joint]
    inputs_out[row, 0, 1] = velocity[env, joint]


def history_inputs(
    target_position: torch.Tensor,
    position: torch.Tensor,
    velocity: torch.Tensor,
    ages: torch.Tensor,
    *,
    position_scale: float,
    velocity_scale: float,
    position_first: bool,
    error_history: torch.Tensor,
    velocity_history: torch.Tensor,
    inputs: torch.Tensor,
) -> None:
    """Move the histories on by one step and write the input of a network without memory, one row a joint.

    Args:
        target_position: Target positions [m or rad], shape (num_envs, num_joints).
        position: Joint positions [m or rad], shape (num_envs, num_joints).
        velocity: Joint velocities [m/s or rad/s], shape (num_envs, num_joints).
        ages: Steps to look back, 0 for this one, in the order of the network's columns, shape (num_ages,), int32.
        position_scale: Factor on the position errors.
        velocity_scale: Factor on the velocities.
        position_first: Whether the columns of the position errors come before those of the velocities.
        error_history: Position errors of the last steps, newest first, shape (num_envs, length, num_joints).
        velocity_history: Velocities of the last steps, of the same layout.
        inputs: Output, shape (num_envs * num_joints, 2 * num_ages).
    """
    num_ages = ages.shape[0]
    position_column, velocity_column = (0, num_ages) if position_first else (num_ages, 0)
    launch(
        _history_inputs,
        dim=tuple(position.shape),
        inputs=[
            target_position,
            position,
            velocity,
            ages,
            position_scale,
            velocity_scale,
            position_column,
            velocity_column,
        ],
        outputs=[error_history, velocity_history, inputs],
    )


def current_inputs(
    target_position: torch.Tensor, position: torch.Tensor, velocity: torch.Tensor, *, inputs: torch.Tensor
) -> None:
    """Write position error and velocity of this step, one row a joint, as a recurrent network takes them.

    Args:
        target_position: Target positions [m or rad], shape (num_envs, num_joints).
        position: Joint positions [m or rad], shape (num_envs, num_joints).
        velocity: Joint velocities [m/s or rad/s], shape (num_envs, num_joints).
        inputs: Output, shape (num_envs * num_joints, 1, 2): a sequence of one step for each joint.
    """
    launch(
        _current_inputs,
        dim=tuple(position.shape),
        inputs=[target_position, position, velocity],
        outputs=[inputs],
    )
