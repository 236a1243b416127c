"""The action of differential inverse kinematics."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.controllers import DifferentialIKController, DifferentialIKControllerCfg
from pippin.envs.managers import ActionTerm, ActionTermCfg
from pippin.utils import configclass
from pippin.utils.math import default_orientation

from ..env_types import ManagerBasedEnv
from ..selection import columns
from .named_values import clip_into, named_limits
from .task_frames import TaskFrame

_UPRIGHT = tuple(default_orientation(1, "cpu")[0].tolist())
"""Quaternion of no rotation, in the order of the dialect."""


class DifferentialInverseKinematicsAction(ActionTerm):
    """Poses of a link, or changes of them, which differential inverse kinematics turns into joint positions.

    Args:
        cfg: Config of the action.
        env: The environment.
    """

    cfg: DifferentialInverseKinematicsActionCfg
    _asset: Articulation

    def __init__(self, cfg: DifferentialInverseKinematicsActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        joint_ids, self._joint_names = self._asset.find_joints(cfg.joint_names)
        self._num_joints = len(joint_ids)
        self._frame = TaskFrame(self._asset, cfg.body_name, joint_ids, cfg.body_offset)
        self._body_idx, self._body_name = self._frame.body_idx, self._frame.body_name
        self._jacobi_body_idx, self._jacobi_joint_ids = self._frame.jacobi_body_idx, self._frame.jacobi_joint_ids
        self._offset_pos, self._offset_rot = self._frame.offset_pos, self._frame.offset_rot
        self._joint_ids: Any = slice(None) if self._num_joints == self._asset.num_joints else joint_ids
        self._ik_controller = DifferentialIKController(cfg.controller, self.num_envs, self.device)
        self._raw_actions = torch.zeros(self.num_envs, self.action_dim, device=self.device)
        self._processed_actions = torch.zeros_like(self._raw_actions)
        self._scale = torch.zeros_like(self._raw_actions)
        self._scale[:] = torch.tensor(cfg.scale, device=self.device)
        self._offset = torch.zeros_like(self._raw_actions)
        self._offset[:] = torch.tensor(cfg.offset, device=self.device)
        limits = named_limits(cfg.clip, self._joint_names, self.num_envs, self.device)
        if limits is not None:
            self._clip = limits

    @property
    def action_dim(self) -> int:
        """Size of a command of the controller, C: 3, 6 or 7."""
        return self._ik_controller.action_dim

    @property
    def jacobian_w(self) -> torch.Tensor:
        """Jacobian of the link in world axes, shape (N, 6, J): [m/s] and [rad/s] by [rad/s], or [m/s]."""
        return self._frame.jacobian_w()

    @property
    def jacobian_b(self) -> torch.Tensor:
        """Jacobian of the link in the axes of the root, shape (N, 6, J): [m/s] and [rad/s] by [rad/s], or [m/s]."""
        return self._frame.jacobian_b()

    def process_actions(self, actions: torch.Tensor) -> None:
        """Scale and clip actions of shape (N, C), and command them."""
        self._raw_actions[:] = actions
        torch.mul(self._raw_actions, self._scale, out=self._processed_actions)
        self._processed_actions.add_(self._offset)
        if self.cfg.clip is not None:
            clip_into(self._processed_actions, self._clip)
        self._ik_controller.set_command(self._processed_actions, *self._compute_frame_pose())

    def apply_actions(self) -> None:
        """Set target positions of the joints."""
        pos, quat = self._compute_frame_pose()
        data = self._asset.data
        joint_pos = columns(data.joint_pos, self._joint_ids)
        if self.cfg.controller.joint_limit_avoidance_gain > 0.0:
            limits = columns(data.soft_joint_pos_limits, self._joint_ids)
            self._ik_controller.set_joint_pos_limits(limits[..., 0], limits[..., 1])
        target = self._ik_controller.compute(pos, quat, self._compute_frame_jacobian(), joint_pos)
        self._asset.set_joint_position_target_index(target=target, joint_ids=self._joint_ids)

    def reset(self, env_ids: Any = None) -> None:
        """Forget the actions of some environments; None means all."""
        self._raw_actions[slice(None) if env_ids is None else env_ids] = 0.0

    def _compute_frame_pose(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Position [m] and orientation of the frame in the root's, shapes (N, 3) and (N, 4)."""
        return self._frame.pose_b()

    def _compute_frame_jacobian(self) -> torch.Tensor:
        """Jacobian of the frame in the axes of the root, shape (N, 6, J)."""
        return self._frame.frame_jacobian_b()


@configclass
class DifferentialInverseKinematicsActionCfg(ActionTermCfg):
    """Config of :class:`DifferentialInverseKinematicsAction`."""

    @configclass
    class OffsetCfg:
        """Where the frame is on its link."""

        pos: tuple[float, float, float] = (0.0, 0.0, 0.0)
        """Position in the link's frame [m]."""

        rot: tuple[float, ...] = _UPRIGHT
        """Orientation in the link's frame, a quaternion."""

    class_type: type = DifferentialInverseKinematicsAction

    joint_names: list[str] = MISSING  # type: ignore[assignment]
    """Names of the joints that are to move, or regular expressions."""

    body_name: str = MISSING  # type: ignore[assignment]
    """Name of the link."""

    body_offset: OffsetCfg | None = None
    """Where the frame is on the link; None means at its origin."""

    scale: float | tuple[float, ...] = 1.0
    """Factor of the actions, or one for each number of them."""

    offset: float | tuple[float, ...] = 0.0
    """What is added after the factor."""

    controller: DifferentialIKControllerCfg = MISSING  # type: ignore[assignment]
    """Config of the controller."""
