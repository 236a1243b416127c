"""A position controller for batches of multirotors, from forces and torques down to the thrust of each rotor.

It is the geometric tracking controller of Lee, Leok and McClamroch (2010), "Geometric tracking control of a quadrotor
UAV on SE(3)", without the angular acceleration of the reference: errors of position and velocity say which force is
wanted, the force says where the thrust axis has to point, and a second loop turns the vehicle there.
"""

from __future__ import annotations

import torch

from pippin.assets import Multirotor
from pippin.utils.math import matrix_from_quat


class PositionController:
    """Thrusts that bring multirotors to positions and keep their heading.

    All gains are divided by mass or inertia, so they hold for multirotors of any size whose rotors are fast enough.

    Args:
        multirotor: Multirotors whose rotors push along the base's z axis, in a simulation that plays.
        position_gain: Acceleration for an error of position [1/s^2].
        velocity_gain: Acceleration for an error of velocity [1/s].
        attitude_gain: Angular acceleration for an error of attitude [1/s^2].
        rate_gain: Angular acceleration for an error of angular velocity [1/s].
    """

    def __init__(
        self,
        multirotor: Multirotor,
        position_gain: float = 6.0,
        velocity_gain: float = 4.5,
        attitude_gain: float = 220.0,
        rate_gain: float = 24.0,
    ) -> None:
        self._multirotor = multirotor
        self._gains = position_gain, velocity_gain, attitude_gain, rate_gain
        self._mass = multirotor.data.body_mass.torch.sum(dim=1, keepdim=True)
        self._inertia = inertia_of_all_bodies(multirotor)
        self._gravity = torch.tensor(multirotor.root_view.scene.settings.gravity, device=self._mass.device)
        self._up = torch.tensor([0.0, 0.0, 1.0], device=self._mass.device)
        # From the force along the thrust axis and the three torques to the thrusts of smallest sum of squares.
        self._to_thrusts = torch.linalg.pinv(multirotor.allocation_matrix[2:])

    def thrusts(
        self,
        position: torch.Tensor,
        velocity: torch.Tensor | None = None,
        acceleration: torch.Tensor | None = None,
        jerk: torch.Tensor | None = None,
        heading: torch.Tensor | float = 0.0,
    ) -> torch.Tensor:
        """Thrusts for the state as it is [N], shape (N, num_thrusters).

        Args:
            position: Wanted position in the world [m], shape (N, 3).
            velocity: Its rate [m/s], shape (N, 3); None for 0.
            acceleration: The rate of that [m/s^2], shape (N, 3); None for 0.
            jerk: The rate of that [m/s^3], shape (N, 3); None for 0.
            heading: Wanted angle of the base's x axis about the world's z axis [rad], shape (N,).
        """
        data = self._multirotor.data
        rotation = matrix_from_quat(data.root_link_quat_w.torch)
        position_gain, velocity_gain, attitude_gain, rate_gain = self._gains
        wanted = position_gain * (position - data.root_com_pos_w.torch) - velocity_gain * data.root_com_lin_vel_w.torch
        if velocity is not None:
            wanted = wanted + velocity_gain * velocity
        if acceleration is not None:
            wanted = wanted + acceleration
        force = self._mass * (wanted - self._gravity)
        thrust = (force * rotation[..., 2]).sum(dim=1, keepdim=True)

        wanted_rotation = self._attitude(force, heading)
        error = wanted_rotation.mT @ rotation - rotation.mT @ wanted_rotation
        attitude_error = 0.5 * torch.stack([error[:, 2, 1], error[:, 0, 2], error[:, 1, 0]], dim=1)
        rate = data.root_com_ang_vel_b.torch
        rate_error = rate
        if jerk is not None:  # the thrust axis turns with the force
            axis = wanted_rotation[..., 2]
            turning = torch.linalg.cross(axis, self._mass * jerk) / force.norm(dim=1, keepdim=True)
            rate_error = rate - _times(rotation.mT, turning)
        angular = -attitude_gain * attitude_error - rate_gain * rate_error
        spin = _times(self._inertia, rate)
        torque = _times(self._inertia, angular) + torch.linalg.cross(rate, spin)
        return torch.cat([thrust, torque], dim=1) @ self._to_thrusts.T

    def _attitude(self, force: torch.Tensor, heading: torch.Tensor | float) -> torch.Tensor:
        """Rotation whose z axis is along the force and whose x axis points to the heading, shape (N, 3, 3)."""
        z_axis = torch.nn.functional.normalize(force, dim=1)
        heading = torch.as_tensor(heading, device=force.device).expand(len(force))
        forward = torch.stack([heading.cos(), heading.sin(), torch.zeros_like(heading)], dim=1)
        y_axis = torch.nn.functional.normalize(torch.linalg.cross(z_axis, forward), dim=1)
        return torch.stack([torch.linalg.cross(y_axis, z_axis), y_axis, z_axis], dim=2)


def inertia_of_all_bodies(multirotor: Multirotor) -> torch.Tensor:
    """Inertia of whole vehicles about the base's centre of mass, along the base's axes [kg m^2], shape (N, 3, 3)."""
    data = multirotor.data
    base = matrix_from_quat(data.root_link_quat_w.torch)[:, None]
    levers = _times(base.mT, data.body_com_pos_w.torch - data.body_com_pos_w.torch[:, :1])
    axes = base.mT @ matrix_from_quat(data.body_com_quat_w.torch)
    of_bodies = axes @ data.body_inertia.torch.unflatten(-1, (3, 3)) @ axes.mT
    squares = (levers**2).sum(dim=-1)[..., None, None] * torch.eye(3, device=levers.device)
    of_levers = squares - levers[..., :, None] * levers[..., None, :]
    return (of_bodies + data.body_mass.torch[..., None, None] * of_levers).sum(dim=1)


def _times(matrices: torch.Tensor, vectors: torch.Tensor) -> torch.Tensor:
    return (matrices @ vectors[..., None])[..., 0]
