"""Differential inverse kinematics: joint targets that move a frame towards a commanded pose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING
from typing import Literal

import numpy as np
import torch

from pippin.utils import configclass
from pippin.utils.checks import check_env_ids
from pippin.utils.math import apply_delta_pose, compute_pose_error, default_orientation

_METHODS = {
    "pinv": {"k_val": 1.0},
    "svd": {"k_val": 1.0, "min_singular_value": 1e-5},
    "trans": {"k_val": 1.0},
    "dls": {"lambda_val": 0.01},
    "adaptive_dls": {"lambda_min": 0.05, "lambda_max": 0.2, "sigma_thresh": 0.02},
}
"""Parameters of each method with Isaac Lab's defaults."""


class DifferentialIKController:
    r"""Turn commanded poses of a frame into joint positions, step by step through its Jacobian.

    The change of the joints solves :math:`J \Delta q = e`, where e is the error of the pose, by one of five methods:
    the pseudo-inverse ("pinv"), the same without small singular values ("svd"), the transpose ("trans"), damped least
    squares ("dls"), and these with a damping that grows near singular poses ("adaptive_dls"). See S. R. Buss,
    Introduction to Inverse Kinematics with Jacobian Transpose, Pseudoinverse and Damped Least Squares methods, 2009.

    Poses and Jacobian are in one frame, usually that of the robot's root.

    Args:
        cfg: Config of the controller.
        num_envs: Number of robots, N.
        device: Torch device of all tensors.
    """

    def __init__(self, cfg: DifferentialIKControllerCfg, num_envs: int, device: str) -> None:
        self.cfg = cfg
        self.num_envs = num_envs
        self._device = device
        self.ee_pos_des = torch.zeros(num_envs, 3, device=device)
        self.ee_quat_des = torch.zeros(num_envs, 4, device=device)
        self._command = torch.zeros(num_envs, self.action_dim, device=device)
        self._upright = default_orientation(num_envs, device)
        self._orientation_weight = _orientation_weight(cfg.orientation_weight, device)
        self._joint_pos_lower: torch.Tensor | None = None
        self._joint_pos_upper: torch.Tensor | None = None

    @property
    def action_dim(self) -> int:
        """Size of a command: 3 for positions, 6 for changes of a pose, 7 for poses."""
        if self.cfg.command_type == "position":
            return 3
        return 6 if self.cfg.use_relative_mode else 7

    def reset(self, env_ids: torch.Tensor | None = None) -> None:
        """Do nothing: the controller remembers nothing but the last command."""
        check_env_ids(env_ids, self.num_envs)

    def set_command(
        self, command: torch.Tensor, ee_pos: torch.Tensor | None = None, ee_quat: torch.Tensor | None = None
    ) -> None:
        """Set where the frame is to go.

        Args:
            command: Shape (N, :attr:`action_dim`), float32. Positions [m]; changes of a pose as (translation [m],
                rotation vector [rad]); or poses, whose quaternions are normalized (zeros keep ``ee_quat``).
            ee_pos: Position of the frame now [m], shape (N, 3); needed by relative commands.
            ee_quat: Orientation of the frame now, shape (N, 4); needed by positions and relative commands.

        Raises:
            ValueError: What the command needs is missing.
        """
        given = {"command": command, "ee_pos": ee_pos, "ee_quat": ee_quat}
        _check_arrays({name: value for name, value in given.items() if name == "command" or value is not None})
        self._command[:] = command
        if self.cfg.command_type == "position":
            self._set_position(ee_pos, ee_quat)
        elif self.cfg.use_relative_mode:
            if ee_pos is None or ee_quat is None:
                raise ValueError("A relative pose command needs 'ee_pos' and 'ee_quat', the pose of the frame now.")
            self.ee_pos_des[:], self.ee_quat_des[:] = apply_delta_pose(ee_pos, ee_quat, self._command)
        else:
            self.ee_pos_des[:] = self._command[:, :3]
            quat = self._command[:, 3:]
            quat = quat / torch.linalg.norm(quat, dim=-1, keepdim=True)
            is_valid = torch.isfinite(quat).all(dim=-1, keepdim=True)
            self.ee_quat_des[:] = torch.where(is_valid, quat, self._upright if ee_quat is None else ee_quat)

    def set_joint_pos_limits(self, lower: torch.Tensor, upper: torch.Tensor) -> None:
        """Tell the limits that joints are kept away from, where ``joint_limit_avoidance_gain`` is positive.

        Args:
            lower: Lower limits [m, rad], shape (J,) or (N, J).
            upper: Upper limits in the same form.
        """
        self._joint_pos_lower = lower.to(self._device, torch.float32)
        self._joint_pos_upper = upper.to(self._device, torch.float32)

    def compute(
        self, ee_pos: torch.Tensor, ee_quat: torch.Tensor, jacobian: torch.Tensor, joint_pos: torch.Tensor
    ) -> torch.Tensor:
        """Compute the joint positions of the next step.

        Args:
            ee_pos: Position of the frame [m], shape (N, 3).
            ee_quat: Orientation of the frame, shape (N, 4).
            jacobian: Of its linear and angular velocity, shape (N, 6, J).
            joint_pos: Positions of the joints [m, rad], shape (N, J).

        Returns:
            Target positions of the joints [m, rad], shape (N, J).

        Raises:
            TypeError: An argument is no tensor.
            ValueError: One has another shape.
        """
        _check_arrays({"ee_pos": ee_pos, "ee_quat": ee_quat, "jacobian": jacobian, "joint_pos": joint_pos})
        rows = (3, 6) if self.cfg.command_type == "position" else (6,)
        if jacobian.ndim != 3 or jacobian.shape[1] not in rows:
            raise ValueError(
                f"'jacobian' has the shape {tuple(jacobian.shape)}; expected (number of robots, 6, joints)."
            )
        if self.cfg.command_type == "position":
            jacobian = jacobian[:, :3]
            error = self.ee_pos_des - ee_pos
        else:
            jacobian, error = self._compute_pose_task(ee_pos, ee_quat, jacobian)
        change = self._compute_delta_joint_pos(error, jacobian)
        if self.cfg.joint_limit_avoidance_gain > 0.0 and self._joint_pos_lower is not None:
            change = change + self._joint_limit_avoidance(joint_pos, jacobian)
        return joint_pos + change

    def _set_position(self, ee_pos: torch.Tensor | None, ee_quat: torch.Tensor | None) -> None:
        if ee_quat is None:
            raise ValueError("A position command needs 'ee_quat', the orientation of the frame now.")
        if self.cfg.use_relative_mode:
            if ee_pos is None:
                raise ValueError("A relative position command needs 'ee_pos', the position of the frame now.")
            torch.add(ee_pos, self._command, out=self.ee_pos_des)
        else:
            self.ee_pos_des[:] = self._command
        self.ee_quat_des[:] = ee_quat

    def _compute_pose_task(
        self, ee_pos: torch.Tensor, ee_quat: torch.Tensor, jacobian: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Jacobian (N, 6, J) and error (N, 6) of the pose, with the weight of the orientation in both."""
        errors = compute_pose_error(ee_pos, ee_quat, self.ee_pos_des, self.ee_quat_des, rot_error_type="axis_angle")
        error = torch.cat(errors, dim=1)
        if self._orientation_weight is not None:
            jacobian = jacobian * self._orientation_weight.unsqueeze(-1)
            error = error * self._orientation_weight
        return jacobian, error

    def _compute_delta_joint_pos(self, delta_pose: torch.Tensor, jacobian: torch.Tensor) -> torch.Tensor:
        """Change of the joints for a change of the frame.

        Args:
            delta_pose: Error of the task, shape (N, M).
            jacobian: Shape (N, M, J).

        Returns:
            Shape (N, J).
        """
        assert self.cfg.ik_params is not None  # the config fills them in
        method, parameters = self.cfg.ik_method, self.cfg.ik_params
        error, transposed = delta_pose.unsqueeze(-1), jacobian.mT
        if method == "pinv":
            change = parameters["k_val"] * torch.linalg.pinv(jacobian) @ error
        elif method == "svd":
            u, s, vh = torch.linalg.svd(jacobian, full_matrices=False)
            inverse = torch.where(s > parameters["min_singular_value"], 1.0 / s, torch.zeros_like(s))
            change = parameters["k_val"] * vh.mT @ (inverse.unsqueeze(-1) * (u.mT @ error))
        elif method == "trans":
            change = parameters["k_val"] * transposed @ error
        else:
            change = transposed @ torch.linalg.solve(jacobian @ transposed + self._damping(jacobian), error)
        return change.squeeze(-1)

    def _damping(self, jacobian: torch.Tensor) -> torch.Tensor:
        """Damping of least squares, shape (M, M) or (N, M, M)."""
        assert self.cfg.ik_params is not None
        identity = torch.eye(jacobian.shape[1], device=jacobian.device)
        if self.cfg.ik_method == "dls":
            return self.cfg.ik_params["lambda_val"] ** 2 * identity
        least, most = self.cfg.ik_params["lambda_min"] ** 2, self.cfg.ik_params["lambda_max"] ** 2
        smallest = torch.linalg.svdvals(jacobian)[:, -1]
        nearness = (smallest / self.cfg.ik_params["sigma_thresh"]).clamp(max=1.0)
        return (least + (1.0 - nearness**2) * (most - least)).view(-1, 1, 1) * identity

    def _joint_limit_avoidance(self, joint_pos: torch.Tensor, jacobian: torch.Tensor) -> torch.Tensor:
        """Motion towards the middle of the joints' ranges, in the null space of the position, shape (N, J)."""
        assert self._joint_pos_lower is not None and self._joint_pos_upper is not None
        lower, upper = self._joint_pos_lower, self._joint_pos_upper
        distance = torch.minimum(joint_pos - lower, upper - joint_pos)
        urgency = 1.0 - (distance / self.cfg.joint_limit_avoidance_margin).clamp(0.0, 1.0)
        wish = self.cfg.joint_limit_avoidance_gain * urgency * (0.5 * (lower + upper) - joint_pos)
        of_position = jacobian[:, :3]
        wish = wish.unsqueeze(-1)
        return (wish - torch.linalg.pinv(of_position) @ (of_position @ wish)).squeeze(-1)


def _orientation_weight(weight: float | Sequence[float] | None, device: str) -> torch.Tensor | None:
    """Weights of the six components of a pose's error, shape (6,)."""
    if weight is None:
        return None
    of_rotation = [float(weight)] * 3 if isinstance(weight, (int, float)) else [float(part) for part in weight]
    return torch.tensor([1.0, 1.0, 1.0, *of_rotation], device=device)


@configclass
class DifferentialIKControllerCfg:
    """Config of :class:`DifferentialIKController`."""

    class_type: type = DifferentialIKController

    command_type: Literal["position", "pose"] = MISSING  # type: ignore[assignment]
    """Whether commands are positions or poses."""

    use_relative_mode: bool = False
    """Whether commands are changes of the present position or pose."""

    ik_method: Literal["pinv", "svd", "trans", "dls", "adaptive_dls"] = MISSING  # type: ignore[assignment]
    """Method, as the controller describes them."""

    ik_params: dict[str, float] | None = None
    """Parameters of the method; those that are missing have defaults.

    "pinv", "trans": ``k_val`` (1.0), a gain. "svd": ``k_val`` (1.0) and ``min_singular_value`` (1e-5), below which
    singular values count as 0. "dls": ``lambda_val`` (0.01), the damping. "adaptive_dls": ``lambda_min`` (0.05) and
    ``lambda_max`` (0.2), reached as the smallest singular value falls from ``sigma_thresh`` (0.02) to 0.
    """

    orientation_weight: float | tuple[float, float, float] | None = None
    """Weight of errors of the orientation, or of each axis; None means 1."""

    joint_limit_avoidance_gain: float = 0.0
    """Gain of a motion away from joint limits that leaves the position as it is; 0 means none."""

    joint_limit_avoidance_margin: float = 0.3
    """Distance to a limit at which that motion begins [m, rad]."""

    def __post_init__(self) -> None:
        if self.command_type not in ("position", "pose"):
            raise ValueError(f"'command_type' is {self.command_type!r}: it should be 'position' or 'pose'.")
        if self.ik_method not in _METHODS:
            raise ValueError(f"'ik_method' is {self.ik_method!r}: it should be one of {list(_METHODS)}.")
        self.ik_params = {**_METHODS[self.ik_method], **(self.ik_params or {})}
        if self.ik_method == "adaptive_dls":
            _require_adaptive(self.ik_params)
        weight = self.orientation_weight
        if weight is not None and not isinstance(weight, (int, float)) and len(weight) != 3:
            raise ValueError(f"'orientation_weight' is {weight}: it should be a number or three, one for each axis.")
        if self.joint_limit_avoidance_gain < 0.0:
            raise ValueError(
                f"'joint_limit_avoidance_gain' is {self.joint_limit_avoidance_gain}: it should be at least 0."
            )
        if self.joint_limit_avoidance_margin <= 0.0:
            raise ValueError(
                f"'joint_limit_avoidance_margin' is {self.joint_limit_avoidance_margin}: it should be above 0."
            )


def _require_adaptive(parameters: dict[str, float]) -> None:
    if parameters["sigma_thresh"] <= 0.0:
        raise ValueError(f"'sigma_thresh' of 'ik_params' is {parameters['sigma_thresh']}: it should be above 0.")
    if parameters["lambda_min"] > parameters["lambda_max"]:
        raise ValueError(
            f"'lambda_min' of 'ik_params' is {parameters['lambda_min']}: it should be at most lambda_max, "
            f"{parameters['lambda_max']}."
        )


def _check_arrays(values: Mapping[str, object]) -> None:
    """Refuse what is no array on a device.

    Raises:
        TypeError: A value is none.
        ValueError: A value other than the Jacobian has more than two dimensions.
    """
    for name, value in values.items():
        if not hasattr(value, "shape") or isinstance(value, np.ndarray):
            raise TypeError(f"'{name}' is of type {type(value).__name__}; expected a tensor.")
        if name != "jacobian" and len(value.shape) > 2:
            raise ValueError(f"'{name}' has the shape {tuple(value.shape)}; expected a row for each robot.")
