"""Joint impedance: efforts of springs and dampers that pull joints towards commanded positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING

import torch

from pippin.utils import configclass

_COMMANDS_PER_JOINT = {"fixed": 1, "variable_kp": 2, "variable": 3}
"""Numbers per joint in a command: positions, then stiffness, then damping ratios."""


class JointImpedanceController:
    r"""Compute efforts :math:`k_p (q^* - q) - k_d \dot q` with :math:`k_d = 2 \zeta \sqrt{k_p}`.

    With inertial compensation the law gives accelerations, which the mass matrix turns into efforts; with gravity
    compensation the efforts against gravity are added. J is the number of joints.

    Args:
        cfg: Config of the controller.
        num_robots: Number of robots, N.
        dof_pos_limits: Lower and upper limits of the joints [m, rad], shape (N, J, 2): targets are kept in them.
        device: Torch device of all tensors.

    Raises:
        ValueError: The limits have another number of dimensions.
    """

    def __init__(
        self, cfg: JointImpedanceControllerCfg, num_robots: int, dof_pos_limits: torch.Tensor, device: str
    ) -> None:
        if dof_pos_limits.ndim != 3:
            raise ValueError(
                f"'dof_pos_limits' has shape {tuple(dof_pos_limits.shape)}: it should be (robots, joints, 2)."
            )
        self.cfg = cfg
        self.num_robots = num_robots
        self.num_dof = dof_pos_limits.shape[1]
        self._device = device
        self._dof_pos_limits = dof_pos_limits
        shape = (num_robots, self.num_dof)
        self._dof_pos_target = torch.zeros(shape, device=device)
        self._dof_pos_offset = torch.zeros(shape, device=device)
        self._p_gains = torch.zeros(shape, device=device)
        self._d_gains = torch.zeros(shape, device=device)
        self._p_gains[:] = torch.as_tensor(cfg.stiffness, dtype=torch.float32, device=device)
        ratio = 1.0 if cfg.damping_ratio is None else cfg.damping_ratio
        self._d_gains[:] = 2.0 * self._p_gains.sqrt() * torch.as_tensor(ratio, dtype=torch.float32, device=device)
        if cfg.dof_pos_offset is not None:
            self._dof_pos_offset[:] = torch.as_tensor(cfg.dof_pos_offset, dtype=torch.float32, device=device)

    @property
    def num_actions(self) -> int:
        """Size of a command: J positions, then J stiffnesses and J damping ratios where they vary.

        Raises:
            ValueError: The config's ``impedance_mode`` is unknown.
        """
        if self.cfg.impedance_mode not in _COMMANDS_PER_JOINT:
            modes = list(_COMMANDS_PER_JOINT)
            raise ValueError(f"'impedance_mode' is {self.cfg.impedance_mode!r}: it should be one of {modes}.")
        return self.num_dof * _COMMANDS_PER_JOINT[self.cfg.impedance_mode]

    def initialize(self) -> None:
        """Do nothing: all is there from the beginning."""

    def reset_idx(self, robot_ids: torch.Tensor | None = None) -> None:
        """Do nothing: the controller remembers nothing but the last command."""

    def set_command(self, command: torch.Tensor) -> None:
        """Set targets, and gains where they vary.

        Args:
            command: Shape (N, :attr:`num_actions`): positions [m, rad] (changes of them with "p_rel"), then stiffness
                [N/m, N m/rad] and damping ratios, which are clipped to the config's limits.

        Raises:
            ValueError: The command has another shape.
        """
        if command.shape != (self.num_robots, self.num_actions):
            raise ValueError(
                f"'command' has shape {tuple(command.shape)}: it should be {(self.num_robots, self.num_actions)}."
            )
        parts = command.split(self.num_dof, dim=-1)
        self._dof_pos_target[:] = parts[0]
        if self.cfg.impedance_mode == "fixed":
            return
        self._p_gains[:] = parts[1].clamp(*self.cfg.stiffness_limits)
        self._d_gains[:] = 2.0 * self._p_gains.sqrt()
        if self.cfg.impedance_mode == "variable":
            self._d_gains *= parts[2].clamp(*self.cfg.damping_ratio_limits)

    def compute(
        self,
        dof_pos: torch.Tensor,
        dof_vel: torch.Tensor,
        mass_matrix: torch.Tensor | None = None,
        gravity: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """Compute the efforts of the joints.

        Args:
            dof_pos: Positions [m, rad], shape (N, J).
            dof_vel: Velocities [m/s, rad/s], shape (N, J).
            mass_matrix: Shape (N, J, J); needed by inertial compensation.
            gravity: Efforts along the joints' axes against gravity [N, N m], shape (N, J); needed by its compensation.

        Returns:
            Efforts [N, N m], shape (N, J).

        Raises:
            ValueError: The config's ``command_type`` is unknown, or what a compensation needs is missing.
        """
        if self.cfg.command_type == "p_abs":
            target = self._dof_pos_target + self._dof_pos_offset
        elif self.cfg.command_type == "p_rel":
            target = self._dof_pos_target + dof_pos
        else:
            raise ValueError(f"'command_type' is {self.cfg.command_type!r}: it should be 'p_abs' or 'p_rel'.")
        target = target.clamp_(self._dof_pos_limits[..., 0], self._dof_pos_limits[..., 1])
        efforts = self._p_gains * (target - dof_pos) - self._d_gains * dof_vel
        if self.cfg.inertial_compensation:
            if mass_matrix is None:
                raise ValueError("Inertial compensation needs 'mass_matrix'.")
            efforts = (mass_matrix @ efforts.unsqueeze(-1)).squeeze(-1)
        if self.cfg.gravity_compensation:
            if gravity is None:
                raise ValueError("Gravity compensation needs 'gravity'.")
            efforts = efforts + gravity
        return efforts


@configclass
class JointImpedanceControllerCfg:
    """Config of :class:`JointImpedanceController`."""

    class_type: type = JointImpedanceController

    command_type: str = "p_abs"
    """"p_abs" for positions, "p_rel" for changes of the present positions."""

    dof_pos_offset: Sequence[float] | None = None
    """Positions that are added to absolute commands [m, rad], one for each joint."""

    impedance_mode: str = MISSING  # type: ignore[assignment]
    """"fixed" gains, stiffness in the command ("variable_kp"), or damping ratios there too ("variable")."""

    inertial_compensation: bool = False
    """Whether the mass matrix turns what the law gives into efforts."""

    gravity_compensation: bool = False
    """Whether efforts against gravity are added."""

    stiffness: float | Sequence[float] = MISSING  # type: ignore[assignment]
    """Stiffness of all or of each joint [N/m, N m/rad]."""

    damping_ratio: float | Sequence[float] | None = 1.0
    """Damping ratio of all or of each joint; 1 and None are critical damping."""

    stiffness_limits: tuple[float, float] = (0, 300)
    """Least and largest stiffness of commands [N/m, N m/rad]."""

    damping_ratio_limits: tuple[float, float] = (0, 100)
    """Least and largest damping ratio of commands."""
