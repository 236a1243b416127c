"""Operational-space control: joint efforts that move a frame, or press it, as a task commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING

import torch

from pippin.utils import configclass
from pippin.utils.math import (
    apply_delta_pose,
    combine_frame_transforms,
    compute_pose_error,
    default_orientation,
    matrix_from_quat,
    subtract_frame_transforms,
)

from .task_inertia import task_forces

_TARGETS = {"pose_rel": 6, "pose_abs": 7, "wrench_abs": 6}
"""Numbers in a command for each type of target."""

_GAINS = {"fixed": 0, "variable_kp": 6, "variable": 12}
"""Numbers in a command for the gains, by the mode of the impedance."""


class OperationalSpaceController:
    """Compute joint efforts for motion and force of a frame, after O. Khatib's operational-space formulation.

    O. Khatib, A unified approach for motion and force control of robot manipulators, IEEE J. Robotics and Automation
    3(1), 1987. Null-space control follows A. Dietrich, C. Ott, A. Albu-Schaeffer, An overview of null space projections
    for redundant, torque-controlled robots, IJRR 34(11), 2015.

    Commands are in the task frame. Everything else is in the frame of the robot's root; wrenches are (force, torque)
    and twists (linear, angular). J is the number of joints.

    Args:
        cfg: Config of the controller.
        num_envs: Number of robots, N.
        device: Torch device of all tensors.

    Raises:
        ValueError: The config names an unknown target or mode, or its thresholds are in no order.
    """

    def __init__(self, cfg: OperationalSpaceControllerCfg, num_envs: int, device: str) -> None:
        _require_known(cfg)
        self.cfg = cfg
        self.num_envs = num_envs
        self._device = device
        self.target_list = [_TARGETS[kind] for kind in cfg.target_types]
        self.target_dim = sum(self.target_list)
        self.desired_ee_pose_task: torch.Tensor | None = None
        self.desired_ee_pose_b: torch.Tensor | None = None
        self.desired_ee_wrench_task: torch.Tensor | None = None
        self.desired_ee_wrench_b: torch.Tensor | None = None
        self._root_frame_pose_b = torch.cat(
            [torch.zeros(num_envs, 3, device=device), default_orientation(num_envs, device)], dim=-1
        )
        self._task_space_target_task = torch.zeros(num_envs, self.target_dim, device=device)
        self._ee_contact_wrench_b = torch.zeros(num_envs, 6, device=device)
        self._frame_rotation = torch.zeros(num_envs, 1, 6, 6, device=device)
        self._nullspace_p_gain = float(cfg.nullspace_stiffness)
        self._nullspace_d_gain = 2.0 * self._nullspace_p_gain**0.5 * float(cfg.nullspace_damping_ratio)
        self._make_gains()

    def _make_gains(self) -> None:
        """Diagonal matrices of gains and of controlled axes, all (N, 6, 6), in the task frame and in the root's."""
        cfg = self.cfg
        self._selection_matrix_motion_task = self._diagonal(cfg.motion_control_axes_task)
        self._selection_matrix_force_task = self._diagonal(cfg.contact_wrench_control_axes_task)
        self._motion_p_gains_task = self._selection_matrix_motion_task @ self._diagonal(cfg.motion_stiffness_task)
        self._damping_ratio = torch.as_tensor(cfg.motion_damping_ratio_task, dtype=torch.float, device=self._device)
        self._motion_d_gains_task = self._damping_gains(self._damping_ratio)
        in_task = [
            self._motion_p_gains_task,
            self._motion_d_gains_task,
            self._selection_matrix_motion_task,
            self._selection_matrix_force_task,
        ]
        if cfg.contact_wrench_stiffness_task is not None:
            stiffness = self._diagonal(cfg.contact_wrench_stiffness_task)
            in_task.append(self._selection_matrix_force_task @ stiffness)
        # One block of memory for all of them, so that they are turned together.
        self._matrices_task = torch.stack(in_task, dim=1)
        self._matrices_b = torch.zeros_like(self._matrices_task)
        self._motion_p_gains_task, self._motion_d_gains_task = self._matrices_task[:, 0], self._matrices_task[:, 1]
        self._motion_p_gains_b, self._motion_d_gains_b = self._matrices_b[:, 0], self._matrices_b[:, 1]
        self._selection_matrix_motion_b, self._selection_matrix_force_b = self._matrices_b[:, 2], self._matrices_b[:, 3]
        has_force_gains = cfg.contact_wrench_stiffness_task is not None
        self._contact_wrench_p_gains_b = self._matrices_b[:, 4] if has_force_gains else None

    @property
    def action_dim(self) -> int:
        """Size of a command: the targets, then stiffness (6) and damping ratios (6) where they vary."""
        return self.target_dim + _GAINS[self.cfg.impedance_mode]

    def reset(self) -> None:
        """Forget the command."""
        self.desired_ee_pose_b = None
        self.desired_ee_pose_task = None
        self.desired_ee_wrench_b = None
        self.desired_ee_wrench_task = None

    # -- commands ------------------------------------------------------------------------------------------------------

    def set_command(
        self,
        command: torch.Tensor,
        current_ee_pose_b: torch.Tensor | None = None,
        current_task_frame_pose_b: torch.Tensor | None = None,
    ) -> None:
        """Set targets, and gains where they vary.

        Args:
            command: Shape (N, :attr:`action_dim`), in the task frame, in the order of ``target_types`` of the config.
                Poses [m], whose quaternions are normalized (zeros keep the orientation); changes of the pose
                (translation [m], rotation vector [rad]); wrenches [N, N m]. Then gains, which are clipped to the
                config's limits.
            current_ee_pose_b: Pose of the frame now, shape (N, 7); needed by changes of the pose.
            current_task_frame_pose_b: Pose of the task frame, shape (N, 7); None means that of the root.

        Raises:
            ValueError: The command has another shape, or the present pose is missing.
        """
        if command.shape != (self.num_envs, self.action_dim):
            raise ValueError(
                f"'command' has shape {tuple(command.shape)}: it should be {(self.num_envs, self.action_dim)}."
            )
        self._task_space_target_task[:] = command[:, : self.target_dim]
        self._set_gains(command[:, self.target_dim :])
        frame = self._root_frame_pose_b if current_task_frame_pose_b is None else current_task_frame_pose_b
        targets = self._task_space_target_task.split(self.target_list, dim=1)
        for kind, target in zip(self.cfg.target_types, targets, strict=True):
            if kind == "wrench_abs":
                self.desired_ee_wrench_task = target.clone()
            elif kind == "pose_abs":
                self.desired_ee_pose_task = self._absolute_pose(target, current_ee_pose_b, frame)
            else:
                self.desired_ee_pose_task = self._changed_pose(target, current_ee_pose_b, frame)
        self._turn_into_root_frame(frame)

    def _set_gains(self, gains: torch.Tensor) -> None:
        """Take stiffness and damping ratios of a command, shape (N, 0, 6 or 12)."""
        if self.cfg.impedance_mode == "fixed":
            return
        stiffness = gains[:, :6].clamp(*self.cfg.motion_stiffness_limits_task)
        self._motion_p_gains_task[:] = self._selection_matrix_motion_task @ torch.diag_embed(stiffness)
        ratio = self._damping_ratio
        if self.cfg.impedance_mode == "variable":
            ratio = gains[:, 6:].clamp(*self.cfg.motion_damping_ratio_limits_task)
        self._motion_d_gains_task[:] = self._damping_gains(ratio)

    def _absolute_pose(self, target: torch.Tensor, pose_b: torch.Tensor | None, frame: torch.Tensor) -> torch.Tensor:
        """Pose with a normalized quaternion; where that is impossible, the present orientation."""
        pose = target.clone()
        quat = pose[:, 3:] / torch.linalg.norm(pose[:, 3:], dim=-1, keepdim=True)
        kept = self._root_frame_pose_b[:, 3:]
        if pose_b is not None:
            _, kept = subtract_frame_transforms(frame[:, :3], frame[:, 3:], pose_b[:, :3], pose_b[:, 3:])
        pose[:, 3:] = torch.where(torch.isfinite(quat).all(dim=-1, keepdim=True), quat, kept)
        return pose

    def _changed_pose(self, change: torch.Tensor, pose_b: torch.Tensor | None, frame: torch.Tensor) -> torch.Tensor:
        if pose_b is None:
            raise ValueError("A 'pose_rel' command needs 'current_ee_pose_b', the pose of the frame now.")
        pos, quat = subtract_frame_transforms(frame[:, :3], frame[:, 3:], pose_b[:, :3], pose_b[:, 3:])
        return torch.cat(apply_delta_pose(pos, quat, change), dim=-1)

    def _turn_into_root_frame(self, frame: torch.Tensor) -> None:
        """Turn gains, axes and targets from the task frame into the root's."""
        rotation = matrix_from_quat(frame[:, 3:])
        self._frame_rotation[:, 0, :3, :3] = rotation
        self._frame_rotation[:, 0, 3:, 3:] = rotation
        self._matrices_b[:] = self._frame_rotation @ self._matrices_task @ self._frame_rotation.mT
        if self.desired_ee_pose_task is not None:
            pose = self.desired_ee_pose_task
            turned = combine_frame_transforms(frame[:, :3], frame[:, 3:], pose[:, :3], pose[:, 3:])
            self.desired_ee_pose_b = torch.cat(turned, dim=-1)
        if self.desired_ee_wrench_task is not None:
            wrench = self.desired_ee_wrench_task
            force = (rotation @ wrench[:, :3].unsqueeze(-1)).squeeze(-1)
            torque = (rotation @ wrench[:, 3:].unsqueeze(-1)).squeeze(-1)
            torque = torque + torch.linalg.cross(frame[:, :3], force, dim=-1)
            self.desired_ee_wrench_b = torch.cat([force, torque], dim=-1)

    # -- efforts -------------------------------------------------------------------------------------------------------

    def compute(
        self,
        jacobian_b: torch.Tensor,
        current_ee_pose_b: torch.Tensor | None = None,
        current_ee_vel_b: torch.Tensor | None = None,
        current_ee_force_b: torch.Tensor | None = None,
        mass_matrix: torch.Tensor | None = None,
        gravity: torch.Tensor | None = None,
        current_joint_pos: torch.Tensor | None = None,
        current_joint_vel: torch.Tensor | None = None,
        nullspace_joint_pos_target: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """Compute the efforts of the joints.

        Args:
            jacobian_b: Of the frame's linear and angular velocity, shape (N, 6, J).
            current_ee_pose_b: Pose of the frame [m], shape (N, 7); needed by motion.
            current_ee_vel_b: Twist of the frame relative to the root [m/s, rad/s], shape (N, 6); needed by motion.
            current_ee_force_b: Contact force at the frame [N], shape (N, 3); needed by closed-loop force control.
            mass_matrix: Shape (N, J, J); needed by inertial decoupling.
            gravity: Efforts against gravity [N, N m], shape (N, J); needed by gravity compensation.
            current_joint_pos: Positions of the joints [m, rad], shape (N, J); needed by null-space control.
            current_joint_vel: Velocities of the joints, shape (N, J); needed by null-space control.
            nullspace_joint_pos_target: Positions that null-space control pulls to, shape (N, J); None means zeros.

        Returns:
            Efforts [N, N m], shape (N, J).

        Raises:
            ValueError: What the config needs is missing or has another shape.
        """
        num_joints = jacobian_b.shape[2]
        posture = None
        if self.cfg.nullspace_control != "none":
            posture = self._posture_accelerations(
                num_joints, current_joint_pos, current_joint_vel, nullspace_joint_pos_target
            )
            if self._decouples_fully and (self.desired_ee_pose_b is None or mass_matrix is None):
                raise ValueError("Dynamically consistent null-space control needs a pose command and 'mass_matrix'.")
        efforts = torch.zeros(self.num_envs, num_joints, device=self._device)
        posture_forces = None
        if self.desired_ee_pose_b is not None:
            forces, posture_forces = self._motion_forces(
                jacobian_b, current_ee_pose_b, current_ee_vel_b, mass_matrix, posture
            )
            # Near singular poses forces are large and cancel in the sum, so that it is in their precision.
            axes = self._selection_matrix_motion_b.to(forces.dtype)
            efforts += (jacobian_b.to(forces.dtype).mT @ (axes @ forces)).squeeze(-1).float()
        if self.desired_ee_wrench_b is not None:
            forces = self._contact_forces(current_ee_force_b)
            efforts += (jacobian_b.mT @ (self._selection_matrix_force_b @ forces)).squeeze(-1)
        if self.cfg.gravity_compensation:
            if gravity is None:
                raise ValueError("Gravity compensation needs 'gravity'.")
            efforts += gravity
        if posture is not None:
            efforts += self._posture_efforts(jacobian_b, mass_matrix, posture, posture_forces).squeeze(-1)
        return efforts

    @property
    def _decouples_fully(self) -> bool:
        return self.cfg.inertial_dynamics_decoupling and not self.cfg.partial_inertial_dynamics_decoupling

    def _motion_forces(
        self,
        jacobian: torch.Tensor,
        pose: torch.Tensor | None,
        twist: torch.Tensor | None,
        mass_matrix: torch.Tensor | None,
        posture: torch.Tensor | None,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Forces of the motion, shape (N, 6, 1), and those that the posture's accelerations stand for, if needed."""
        if pose is None or twist is None:
            raise ValueError("Motion control needs 'current_ee_pose_b' and 'current_ee_vel_b'.")
        assert self.desired_ee_pose_b is not None
        goal = self.desired_ee_pose_b
        error = torch.cat(compute_pose_error(pose[:, :3], pose[:, 3:], goal[:, :3], goal[:, 3:], "axis_angle"), dim=-1)
        acceleration = self._motion_p_gains_b @ error.unsqueeze(-1) - self._motion_d_gains_b @ twist.unsqueeze(-1)
        if not self.cfg.inertial_dynamics_decoupling:
            return acceleration, None
        if mass_matrix is None:
            raise ValueError("Inertial decoupling needs 'mass_matrix'.")
        # In double precision: the inverses of inertias of an arm span many orders of magnitude.
        wide = jacobian.double()
        mobility = wide @ torch.linalg.solve(mass_matrix.double(), wide.mT)
        accelerations = acceleration.double()
        thresholds = self.cfg.inertia_conditioning_thresholds
        if self.cfg.partial_inertial_dynamics_decoupling:
            blocks = torch.stack((mobility[:, :3, :3], mobility[:, 3:, 3:]), dim=1).flatten(0, 1)
            forces = task_forces(blocks, accelerations.reshape(-1, 3, 1), thresholds)
            return forces.reshape(self.num_envs, 6, 1), None
        if posture is not None:
            accelerations = torch.cat((accelerations, wide @ posture.double()), dim=-1)
        forces = task_forces(mobility, accelerations, thresholds)
        return forces[..., :1], forces[..., 1:] if posture is not None else None

    def _contact_forces(self, force: torch.Tensor | None) -> torch.Tensor:
        """Wrench of the contact command, shape (N, 6, 1)."""
        assert self.desired_ee_wrench_b is not None
        wrench = self.desired_ee_wrench_b
        if self._contact_wrench_p_gains_b is None:
            return wrench.unsqueeze(-1)
        if force is None:
            raise ValueError("Closed-loop force control needs 'current_ee_force_b'.")
        self._ee_contact_wrench_b[:, :3] = force
        self._ee_contact_wrench_b[:, 3:] = wrench[:, 3:]  # torques are not measured
        correction = self._contact_wrench_p_gains_b @ (wrench - self._ee_contact_wrench_b).unsqueeze(-1)
        return wrench.unsqueeze(-1) + correction

    def _posture_accelerations(
        self,
        num_joints: int,
        joint_pos: torch.Tensor | None,
        joint_vel: torch.Tensor | None,
        target: torch.Tensor | None,
    ) -> torch.Tensor:
        """Accelerations that null-space control asks of the joints, shape (N, J, 1)."""
        if num_joints <= 6:
            raise ValueError(
                f"Null-space control needs more than 6 joints, which a pose takes; there are {num_joints}."
            )
        if joint_pos is None or joint_vel is None:
            raise ValueError("Null-space control needs 'current_joint_pos' and 'current_joint_vel'.")
        if target is None:
            target = torch.zeros_like(joint_pos)
        elif target.shape != joint_pos.shape:
            raise ValueError(
                f"'nullspace_joint_pos_target' has shape {tuple(target.shape)}: it should be {tuple(joint_pos.shape)}, "
                "as the positions of the joints."
            )
        return (self._nullspace_p_gain * (target - joint_pos) - self._nullspace_d_gain * joint_vel).unsqueeze(-1)

    def _posture_efforts(
        self,
        jacobian: torch.Tensor,
        mass_matrix: torch.Tensor | None,
        posture: torch.Tensor,
        posture_forces: torch.Tensor | None,
    ) -> torch.Tensor:
        """Efforts of the posture without those that would move the frame, shape (N, J, 1)."""
        efforts = posture if mass_matrix is None else mass_matrix @ posture
        if posture_forces is not None:
            return (efforts.double() - jacobian.double().mT @ posture_forces).float()
        return efforts - jacobian.mT @ (torch.linalg.pinv(jacobian).mT @ efforts)

    def _damping_gains(self, ratio: torch.Tensor) -> torch.Tensor:
        """Gains of the velocity for damping ratios, shape (N, 6, 6)."""
        stiffness = torch.diagonal(self._motion_p_gains_task, dim1=-2, dim2=-1)
        return torch.diag_embed(2.0 * stiffness.sqrt() * ratio)

    def _diagonal(self, values: float | Sequence[float]) -> torch.Tensor:
        """One diagonal matrix for each robot, shape (N, 6, 6)."""
        entries = torch.as_tensor(values, dtype=torch.float, device=self._device)
        return torch.diag_embed(entries.expand(self.num_envs, 6))


def _require_known(cfg: OperationalSpaceControllerCfg) -> None:
    """Refuse a config with unknown words or thresholds in no order."""
    for kind in cfg.target_types:
        if kind not in _TARGETS:
            raise ValueError(f"'target_types' holds {kind!r}: they should be among {list(_TARGETS)}.")
    if cfg.impedance_mode not in _GAINS:
        raise ValueError(f"'impedance_mode' is {cfg.impedance_mode!r}: it should be one of {list(_GAINS)}.")
    if cfg.nullspace_control not in ("none", "position"):
        raise ValueError(f"'nullspace_control' is {cfg.nullspace_control!r}: it should be 'none' or 'position'.")
    lower, upper = cfg.inertia_conditioning_thresholds
    if not 0.0 < lower < upper <= 1.0:
        raise ValueError(
            f"The conditioning thresholds 'inertia_conditioning_thresholds' are {(lower, upper)}: they should be two "
            "numbers that rise within (0, 1]."
        )


@configclass
class OperationalSpaceControllerCfg:
    """Config of :class:`OperationalSpaceController`. Axes: x, y, z and the rotations about them, of the task frame."""

    class_type: type = OperationalSpaceController

    target_types: Sequence[str] = MISSING  # type: ignore[assignment]
    """What a command holds, in this order: "pose_rel", "pose_abs", "wrench_abs"."""

    motion_control_axes_task: Sequence[int] = (1, 1, 1, 1, 1, 1)
    """Axes along which motion is controlled (1) or not (0)."""

    contact_wrench_control_axes_task: Sequence[int] = (0, 0, 0, 0, 0, 0)
    """Axes along which the contact wrench is controlled (1) or not (0)."""

    inertial_dynamics_decoupling: bool = False
    """Whether the inertia of the arm, as the frame feels it, turns accelerations into forces."""

    partial_inertial_dynamics_decoupling: bool = False
    """Whether that treats translation and rotation apart, as if they did not act on each other."""

    inertia_conditioning_thresholds: tuple[float, float] = (1e-5, 1e-4)
    """Below the second share of the largest mobility, directions are damped, fully below the first."""

    gravity_compensation: bool = False
    """Whether efforts against gravity are added."""

    impedance_mode: str = "fixed"
    """"fixed" gains, stiffness in the command ("variable_kp"), or damping ratios there too ("variable")."""

    motion_stiffness_task: float | Sequence[float] = (100.0, 100.0, 100.0, 100.0, 100.0, 100.0)
    """Stiffness of the motion [N/m, N m/rad]; accelerations for an error of 1 with inertial decoupling [1/s^2]."""

    motion_damping_ratio_task: float | Sequence[float] = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    """Damping ratios of the motion; 1 is critical damping."""

    motion_stiffness_limits_task: tuple[float, float] = (0, 1000)
    """Least and largest stiffness of commands."""

    motion_damping_ratio_limits_task: tuple[float, float] = (0, 100)
    """Least and largest damping ratio of commands."""

    contact_wrench_stiffness_task: float | Sequence[float] | None = None
    """Gains of the force's error in closed-loop force control; None leaves the loop open."""

    nullspace_control: str = "none"
    """"none", or "position" to pull redundant joints to a posture."""

    nullspace_stiffness: float = 10.0
    """Stiffness of that [1/s^2]."""

    nullspace_damping_ratio: float = 1.0
    """Damping ratio of that."""
