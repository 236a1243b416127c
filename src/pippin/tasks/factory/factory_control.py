"""Torques of an arm whose hand hangs on a spring and a damper, and the way to a pose."""

from __future__ import annotations

import math
from typing import Any

import torch

from pippin.utils import as_torch
from pippin.utils.math import axis_angle_from_quat, quat_conjugate, quat_mul

LARGEST_TORQUE = 100.0
"""Largest torque of a joint that is asked for [N m]."""


def pose_error(
    position: torch.Tensor, orientation: torch.Tensor, to_position: torch.Tensor, to_orientation: torch.Tensor
) -> torch.Tensor:
    """Return the way from a pose to another in the world: a vector [m] and a rotation vector [rad], shape (N, 6).

    Args:
        position: Positions in the world [m], shape (N, 3).
        orientation: Orientations in the world, shape (N, 4).
        to_position: Positions to reach, in the world [m], shape (N, 3).
        to_orientation: Orientations to reach, in the world, shape (N, 4).
    """
    turn = quat_mul(to_orientation, as_torch(quat_conjugate(orientation)))
    return torch.cat([to_position - position, as_torch(axis_angle_from_quat(as_torch(turn)))], dim=-1)


def damped_least_squares(way: torch.Tensor, jacobian: torch.Tensor) -> torch.Tensor:
    """Return changes of joints [rad], shape (N, J), that lead the way of :func:`pose_error`, with a damping of 0.1.

    Args:
        way: Ways, shape (N, 6).
        jacobian: Jacobians of the hand in the world's axes, shape (N, 6, J).
    """
    transposed = jacobian.transpose(1, 2)
    damped = jacobian @ transposed + 0.01 * torch.eye(6, device=jacobian.device)
    return (transposed @ torch.linalg.solve(damped, way.unsqueeze(-1))).squeeze(-1)


def hand_wrench(
    way: torch.Tensor,
    twist: torch.Tensor,
    gains: tuple[torch.Tensor, torch.Tensor],
    dead_zone: torch.Tensor | None = None,
) -> torch.Tensor:
    """Return the wrench of a spring and a damper on the hand in the world [N and N m], shape (N, 6).

    Args:
        way: Way from the hand's pose to its target, in the world [m and rad], shape (N, 6).
        twist: Velocity of the hand in the world [m/s and rad/s], shape (N, 6).
        gains: Stiffness [N/m and N m/rad] and damping [N s/m and N m s/rad], each of shape (N, 6).
        dead_zone: What each component loses of its amount [N and N m], shape (N, 6); None for nothing.
    """
    wrench = gains[0] * way - gains[1] * twist
    return wrench if dead_zone is None else wrench.sign() * (wrench.abs() - dead_zone).clamp(min=0.0)


def arm_torques(
    ctrl: Any,
    wrench: torch.Tensor,
    joint_pos: torch.Tensor,
    joint_vel: torch.Tensor,
    jacobian: torch.Tensor,
    mass_matrix: torch.Tensor,
) -> torch.Tensor:
    """Return the torques of the joints [N m], shape (N, J).

    What draws the joints to their rest moves the hand in no direction (Khatib 1987; dynamically consistent).

    Args:
        ctrl: Config of the controller.
        wrench: Wrench that the arm gives to the hand, in the world [N and N m], shape (N, 6).
        joint_pos: Positions of the joints [rad], shape (N, J).
        joint_vel: Velocities of the joints [rad/s], shape (N, J).
        jacobian: Jacobians of the hand in the world's axes, shape (N, 6, J).
        mass_matrix: Mass matrices of the arm [kg m^2], shape (N, J, J).
    """
    transposed = jacobian.transpose(1, 2)
    rest = torch.tensor(ctrl.default_dof_pos_tensor, device=wrench.device)
    to_rest = (rest - joint_pos + math.pi) % (2 * math.pi) - math.pi
    drawn = mass_matrix @ (ctrl.kp_null * to_rest - ctrl.kd_null * joint_vel).unsqueeze(-1)
    moved = torch.linalg.solve(mass_matrix, transposed)  # M^-1 J^T
    felt = torch.linalg.solve(jacobian @ moved, moved.transpose(1, 2) @ drawn)
    torques = transposed @ (wrench.unsqueeze(-1) - felt) + drawn
    return torques.squeeze(-1).clamp(-LARGEST_TORQUE, LARGEST_TORQUE)
