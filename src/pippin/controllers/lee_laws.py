"""The parts of Lee's controllers of multirotors: where to point, how to turn there, and what is turned."""

from __future__ import annotations

import torch

from pippin.utils.math import matrix_from_quat, quat_from_matrix, quat_inv, quat_mul

_TINY = 1e-12
"""Smallest norm that directions are divided by: a force of 0 has none."""


def compute_desired_orientation(
    forces_w: torch.Tensor, yaw_setpoint: torch.Tensor, rotation_matrix_buffer: torch.Tensor
) -> torch.Tensor:
    """Orientation whose z axis is along a force and whose x axis has a heading.

    It is that of Lee, Leok and McClamroch (2010), "Geometric tracking control of a quadrotor UAV on SE(3)".

    Args:
        forces_w: Forces in the world's axes, shape (N, 3).
        yaw_setpoint: Headings about the world's z axis [rad], shape (N,).
        rotation_matrix_buffer: Output: the orientation as matrices, shape (N, 3, 3).

    Returns:
        Quaternions (x, y, z, w), shape (N, 4).
    """
    z_axis = forces_w / (forces_w.norm(dim=1, keepdim=True) + _TINY)
    heading = torch.stack([yaw_setpoint.cos(), yaw_setpoint.sin(), torch.zeros_like(yaw_setpoint)], dim=1)
    y_axis = torch.linalg.cross(z_axis, heading)
    y_axis = y_axis / (y_axis.norm(dim=1, keepdim=True) + _TINY)
    rotation_matrix_buffer[:, :, 0] = torch.linalg.cross(y_axis, z_axis)
    rotation_matrix_buffer[:, :, 1] = y_axis
    rotation_matrix_buffer[:, :, 2] = z_axis
    return quat_from_matrix(rotation_matrix_buffer)


def compute_body_torque(
    setpoint_orientation: torch.Tensor,
    setpoint_angvel_b: torch.Tensor,
    current_quat: torch.Tensor,
    current_angvel_b: torch.Tensor,
    robot_inertia: torch.Tensor,
    K_rot: torch.Tensor,
    K_angvel: torch.Tensor,
    max_yaw_rate: float,
) -> torch.Tensor:
    r"""Torque :math:`-K_R e_R - K_\omega e_\omega + \omega \times I \omega` that turns bodies to an orientation.

    :math:`e_R` are the components of the skew part of the rotation from the wanted to the present orientation, and
    :math:`e_\omega` is the error of the angular velocity, both along the body's axes.

    Args:
        setpoint_orientation: Wanted orientations, (x, y, z, w), shape (N, 4).
        setpoint_angvel_b: Wanted angular velocities along the body's axes [rad/s], shape (N, 3).
        current_quat: Present orientations, shape (N, 4).
        current_angvel_b: Present angular velocities along the body's axes [rad/s], shape (N, 3).
        robot_inertia: Inertias along the body's axes [kg m^2], shape (N, 3, 3).
        K_rot: Torque for an error of the orientation [N m], shape (N, 3).
        K_angvel: Torque for an error of the angular velocity [N m s], shape (N, 3).
        max_yaw_rate: Largest wanted angular velocity about the body's z axis [rad/s].

    Returns:
        Torques along the body's axes [N m], shape (N, 3).
    """
    yaw_rate = setpoint_angvel_b[:, 2:].clamp(-max_yaw_rate, max_yaw_rate)
    rate_error = current_angvel_b - torch.cat([setpoint_angvel_b[:, :2], yaw_rate], dim=1)
    to_wanted = matrix_from_quat(quat_mul(quat_inv(current_quat), setpoint_orientation))
    skew = 0.5 * (to_wanted.mT - to_wanted)
    rotation_error = torch.stack([skew[:, 2, 1], skew[:, 0, 2], skew[:, 1, 0]], dim=1)
    momentum = (robot_inertia @ current_angvel_b.unsqueeze(-1)).squeeze(-1)
    return -K_rot * rotation_error - K_angvel * rate_error + torch.linalg.cross(current_angvel_b, momentum)


def yaw_rate_to_body_angvel(
    yaw_rate: torch.Tensor, roll: torch.Tensor, pitch: torch.Tensor, device: torch.device | str
) -> torch.Tensor:
    """Angular velocity along the body's axes of a body whose roll and pitch stay while its yaw changes.

    Args:
        yaw_rate: Rate of the yaw [rad/s], shape (N,).
        roll: Roll [rad], shape (N,).
        pitch: Pitch [rad], shape (N,).
        device: Torch device of the result.

    Returns:
        Angular velocities [rad/s], shape (N, 3): the world's z axis along the body's, times the rate.
    """
    level = pitch.cos()
    axis = torch.stack([-pitch.sin(), roll.sin() * level, roll.cos() * level], dim=1)
    return (yaw_rate.unsqueeze(-1) * axis).to(device)


def aggregate_inertia_about_robot_com(
    body_inertias_local: torch.Tensor,
    body_inv_mass_local: torch.Tensor,
    body_com_pos_b: torch.Tensor,
    body_com_quat_b: torch.Tensor,
    body_pos_b: torch.Tensor,
    body_quat_b: torch.Tensor,
    eps: float = _TINY,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Add up masses and inertias of bodies to those of a whole robot, as if it were rigid.

    The parallel axis theorem moves the inertias to the robot's centre of mass. Quaternions are (x, y, z, w).

    Args:
        body_inertias_local: Inertias of bodies along the axes of their centre of mass [kg m^2], shape (N, B, 9) or
            (N, B, 3, 3).
        body_inv_mass_local: Inverse masses [1/kg], shape (N, B); 0 for a body that does not count.
        body_com_pos_b: Centres of mass in the bodies' frames [m], shape (N, B, 3).
        body_com_quat_b: Orientation of their axes, shape (N, B, 4).
        body_pos_b: Positions of the bodies' frames in the base's [m], shape (N, B, 3).
        body_quat_b: Orientations of the bodies' frames in the base's, shape (N, B, 4).
        eps: Least mass that positions are divided by [kg].

    Returns:
        Masses [kg], shape (N,); inertias about the centre of mass along the base's axes [kg m^2], shape (N, 3, 3); the
        centre of mass in the base's frame [m], shape (N, 3).
    """
    counts = body_inv_mass_local > 0.0
    mass = torch.where(counts, 1.0 / body_inv_mass_local, 0.0)
    weights = mass.unsqueeze(-1)
    rotation = matrix_from_quat(body_quat_b)
    centres = body_pos_b + (rotation @ body_com_pos_b.unsqueeze(-1)).squeeze(-1)
    centre = (weights * centres).sum(dim=1) / (weights.sum(dim=1) + eps)
    axes = rotation @ matrix_from_quat(body_com_quat_b)
    of_bodies = axes @ body_inertias_local.reshape(*mass.shape, 3, 3) @ axes.mT
    levers = centres - centre.unsqueeze(1)
    squares = (levers * levers).sum(dim=-1)[..., None, None] * torch.eye(3, device=mass.device)
    of_levers = mass[..., None, None] * (squares - levers.unsqueeze(-1) * levers.unsqueeze(-2))
    inertia = ((of_bodies + of_levers) * counts[..., None, None]).sum(dim=1)
    return mass.sum(dim=1), 0.5 * (inertia + inertia.mT), centre
