"""Lee's geometric controllers of multirotors: from wanted motion to the force and torque on the base link."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import MISSING
from typing import Any

import torch

from pippin.sim import SimulationContext
from pippin.utils import as_torch, configclass
from pippin.utils.math import (
    euler_xyz_from_quat,
    matrix_from_quat,
    quat_apply_inverse,
    quat_from_euler_xyz,
    quat_inv,
    quat_mul,
)

from .lee_laws import (
    aggregate_inertia_about_robot_com,
    compute_body_torque,
    compute_desired_orientation,
    yaw_rate_to_body_angvel,
)

Range = tuple[tuple[float, float, float], tuple[float, float, float]]
"""Lower and upper end of a gain about or along three axes."""


class LeeControllerBase:
    """What Lee's controllers have in common: the vehicle's mass and inertia, and gains that are drawn at a reset.

    They are those of Lee, Leok and McClamroch (2010), "Geometric tracking control of a quadrotor UAV on SE(3)", as
    Isaac Lab has them: the thrust is the wanted force along the base's z axis, and a torque turns that axis to the
    force. Gains are the means of their ranges until the first reset.

    Args:
        cfg: Config of the controller.
        asset: The vehicles, in a simulation that plays. Their mass, and their inertia in the pose that they have, are
            read once.
        num_envs: Number of vehicles, N.
        device: Torch device of all tensors.
    """

    cfg: LeeControllerBaseCfg
    K_rot_current: torch.Tensor
    """Torque for an error of the orientation about the base's axes [N m], shape (N, 3)."""
    K_angvel_current: torch.Tensor
    """Torque for an error of the angular velocity about the base's axes [N m s], shape (N, 3)."""
    mass: torch.Tensor
    """Masses of whole vehicles [kg], shape (N,)."""
    robot_inertia: torch.Tensor
    """Inertias of whole vehicles about their centre of mass, along the base's axes [kg m^2], shape (N, 3, 3)."""
    gravity: torch.Tensor
    """Gravity of the simulation [m/s^2], shape (N, 3)."""
    wrench_command_b: torch.Tensor
    """The last result of :meth:`compute`, shape (N, 6)."""

    _gains: tuple[str, ...] = ("rot", "angvel")

    def __init__(self, cfg: LeeControllerBaseCfg, asset: Any, num_envs: int, device: str) -> None:
        self.cfg = cfg
        self.robot = asset
        self.num_envs = num_envs
        self.device = device
        self.mass, self.robot_inertia = _mass_and_inertia(asset.data)
        simulation = SimulationContext.instance()
        if simulation is None:
            raise RuntimeError(f"A {type(self).__name__} needs a simulation for its gravity; there is none.")
        gravity = simulation.cfg.gravity
        self.gravity = torch.tensor(gravity, dtype=torch.float32, device=device).repeat(num_envs, 1)
        self.wrench_command_b = torch.zeros(num_envs, 6, device=device)
        self.rotation_matrix_buffer = torch.zeros(num_envs, 3, 3, device=device)
        for name in self._gains:
            limits = torch.tensor(getattr(cfg, f"K_{name}_range"), dtype=torch.float32, device=device)
            setattr(self, f"K_{name}_range", limits.repeat(num_envs, 1, 1))
            setattr(self, f"K_{name}_current", limits.mean(dim=0).repeat(num_envs, 1))

    def reset(self) -> None:
        """Draw the gains of all vehicles."""
        self.reset_idx(None)

    def reset_idx(self, env_ids: torch.Tensor | Sequence[int] | slice | None) -> None:
        """Draw the gains of some vehicles evenly from their ranges.

        Args:
            env_ids: Their indices, a mask of shape (N,), or None for all.
        """
        for name in self._gains:
            lowest, highest = getattr(self, f"K_{name}_range").unbind(dim=1)
            current = getattr(self, f"K_{name}_current")
            drawn = lowest + (highest - lowest) * torch.rand_like(current)
            if isinstance(env_ids, torch.Tensor) and env_ids.dtype == torch.bool:
                current.copy_(torch.where(env_ids.unsqueeze(-1), drawn, current))  # a mask: the number is not known
            else:
                rows = slice(None) if env_ids is None else env_ids
                current[rows] = drawn[rows]

    def compute(self, command: torch.Tensor) -> torch.Tensor:
        """Compute what acts on the base link for a command; see the controllers.

        Args:
            command: Shape (N, 4).

        Returns:
            Force [N] and torque [N m] along the base's axes, shape (N, 6): the same tensor at each call.
        """
        raise NotImplementedError(f"{type(self).__name__} has no 'compute'; take one of Lee's controllers.")

    def _wrench(self, thrust: torch.Tensor, orientation: torch.Tensor, angular_velocity: torch.Tensor) -> torch.Tensor:
        """Force along the base's z axis, and the torque that turns vehicles to an orientation."""
        data = self.robot.data
        self.wrench_command_b[:, 2] = thrust
        self.wrench_command_b[:, 3:] = compute_body_torque(
            orientation,
            angular_velocity,
            as_torch(data.root_quat_w),
            as_torch(data.root_ang_vel_b),
            self.robot_inertia,
            self.K_rot_current,
            self.K_angvel_current,
            self.cfg.max_yaw_rate,
        )
        return self.wrench_command_b

    def _accelerate(
        self, acceleration: torch.Tensor, yaw: torch.Tensor, angular_velocity: torch.Tensor
    ) -> torch.Tensor:
        """Wrench for an acceleration in the world's axes [m/s^2], shape (N, 3), and a heading [rad], shape (N,)."""
        forces = (acceleration - self.gravity) * self.mass.unsqueeze(-1)
        thrust_axis = matrix_from_quat(as_torch(self.robot.data.root_quat_w))[:, :, 2]
        orientation = compute_desired_orientation(forces, yaw, self.rotation_matrix_buffer)
        return self._wrench((forces * thrust_axis).sum(dim=1), orientation, angular_velocity)

    def _turning(self, yaw_rate: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Present yaw [rad], shape (N,), and the angular velocity of a rate of it [rad/s], shape (N, 3)."""
        roll, pitch, yaw = euler_xyz_from_quat(as_torch(self.robot.data.root_quat_w))
        return yaw, yaw_rate_to_body_angvel(yaw_rate, roll, pitch, self.device)


class LeePosController(LeeControllerBase):
    """Bring vehicles to positions in the world [m] with a heading [rad]: a command is (x, y, z, yaw)."""

    cfg: LeePosControllerCfg
    _gains = ("pos", "vel", "rot", "angvel")
    K_pos_current: torch.Tensor
    """Acceleration for an error of the position along the world's axes [1/s^2], shape (N, 3)."""
    K_vel_current: torch.Tensor
    """Acceleration for an error of the velocity along the world's axes [1/s], shape (N, 3)."""

    def compute(self, command: torch.Tensor) -> torch.Tensor:
        """Compute force and torque along the base's axes for positions and headings in the world, shape (N, 6)."""
        data = self.robot.data
        error = command[:, :3] - as_torch(data.root_pos_w)
        acceleration = self.K_pos_current * error - self.K_vel_current * as_torch(data.root_lin_vel_w)
        return self._accelerate(acceleration, command[:, 3], torch.zeros_like(error))


class LeeVelController(LeeControllerBase):
    """Let vehicles fly with a velocity [m/s] and turn [rad/s]: a command is (x, y, z, yaw rate).

    Velocities are along axes that have the vehicle's yaw, and no roll or pitch.
    """

    cfg: LeeVelControllerCfg
    _gains = ("vel", "rot", "angvel")
    K_vel_current: torch.Tensor
    """Acceleration for an error of the velocity along the world's axes [1/s], shape (N, 3)."""

    def compute(self, command: torch.Tensor) -> torch.Tensor:
        """Compute force and torque along the base's axes for velocities and rates of the yaw, shape (N, 6)."""
        yaw, angular_velocity = self._turning(command[:, 3])
        cosine, sine = yaw.cos(), yaw.sin()
        forward, left, up = command[:, :3].unbind(dim=1)
        wanted = torch.stack([cosine * forward - sine * left, sine * forward + cosine * left, up], dim=1)
        acceleration = self.K_vel_current * (wanted - as_torch(self.robot.data.root_lin_vel_w))
        return self._accelerate(acceleration, yaw, angular_velocity)


class LeeAccController(LeeControllerBase):
    """Let vehicles accelerate along the world's axes [m/s^2] and turn [rad/s]: a command is (x, y, z, yaw rate)."""

    cfg: LeeAccControllerCfg

    def compute(self, command: torch.Tensor) -> torch.Tensor:
        """Compute force and torque along the base's axes for accelerations and rates of the yaw, shape (N, 6)."""
        return self._accelerate(command[:, :3], *self._turning(command[:, 3]))


class LeeAttController(LeeControllerBase):
    """Let vehicles take a roll and a pitch [rad] and turn [rad/s]: a command is (thrust, roll, pitch, yaw rate).

    The thrust is in units of the vehicle's weight, of which 0 is one: -1 is no thrust.
    """

    cfg: LeeAttControllerCfg

    def compute(self, command: torch.Tensor) -> torch.Tensor:
        """Compute force and torque along the base's axes for thrusts, attitudes and rates of the yaw, shape (N, 6)."""
        thrust = (command[:, 0] + 1.0) * self.mass * self.gravity.norm(dim=1)
        yaw, angular_velocity = self._turning(command[:, 3])
        return self._wrench(thrust, quat_from_euler_xyz(command[:, 1], command[:, 2], yaw), angular_velocity)


def _mass_and_inertia(data: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Masses, shape (N,), and inertias about the centre of mass along the base's axes, shape (N, 3, 3)."""
    positions = as_torch(data.body_link_pos_w) - as_torch(data.root_pos_w).unsqueeze(1)
    base = as_torch(data.root_link_quat_w).unsqueeze(1).expand(*positions.shape[:2], 4)
    mass, inertia, _ = aggregate_inertia_about_robot_com(
        as_torch(data.body_inertia),
        1.0 / as_torch(data.body_mass),
        as_torch(data.body_com_pos_b),
        as_torch(data.body_com_quat_b),
        quat_apply_inverse(base, positions),
        quat_mul(quat_inv(base), as_torch(data.body_link_quat_w)),
    )
    return mass, inertia


@configclass
class LeeControllerBaseCfg:
    """What the configs of Lee's controllers have in common. A range whose ends are equal draws nothing."""

    class_type: type[LeeControllerBase] = LeeControllerBase

    K_rot_range: Range = MISSING  # type: ignore[assignment]
    """Lowest and highest torque for an error of the orientation about the base's axes [N m]."""

    K_angvel_range: Range = MISSING  # type: ignore[assignment]
    """Lowest and highest torque for an error of the angular velocity about the base's axes [N m s]."""

    max_inclination_angle_rad: float = math.pi / 3
    """Largest roll and pitch [rad]. No controller reads it, as in Isaac Lab."""

    max_yaw_rate: float = MISSING  # type: ignore[assignment]
    """Largest wanted angular velocity about the base's z axis [rad/s]."""


@configclass
class LeePosControllerCfg(LeeControllerBaseCfg):
    """Config of :class:`LeePosController`."""

    class_type: type[LeeControllerBase] = LeePosController

    K_pos_range: Range = MISSING  # type: ignore[assignment]
    """Lowest and highest acceleration for an error of the position along the world's axes [1/s^2]."""

    K_vel_range: Range = MISSING  # type: ignore[assignment]
    """Lowest and highest acceleration for an error of the velocity along the world's axes [1/s]."""


@configclass
class LeeVelControllerCfg(LeeControllerBaseCfg):
    """Config of :class:`LeeVelController`."""

    class_type: type[LeeControllerBase] = LeeVelController

    K_vel_range: Range = MISSING  # type: ignore[assignment]
    """Lowest and highest acceleration for an error of the velocity along the world's axes [1/s]."""


@configclass
class LeeAccControllerCfg(LeeControllerBaseCfg):
    """Config of :class:`LeeAccController`."""

    class_type: type[LeeControllerBase] = LeeAccController


@configclass
class LeeAttControllerCfg(LeeControllerBaseCfg):
    """Config of :class:`LeeAttController`."""

    class_type: type[LeeControllerBase] = LeeAttController
