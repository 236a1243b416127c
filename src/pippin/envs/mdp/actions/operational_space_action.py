"""The action of operational-space control."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.controllers import OperationalSpaceController, OperationalSpaceControllerCfg
from pippin.envs.managers import ActionTerm, ActionTermCfg
from pippin.sensors import ContactSensor
from pippin.utils import as_torch, configclass
from pippin.utils.math import default_orientation, quat_apply_inverse, subtract_frame_transforms

from ..env_types import ManagerBasedEnv
from ..selection import columns, index
from .scene_frames import SceneFrame
from .task_frames import TaskFrame

_UPRIGHT = tuple(default_orientation(1, "cpu")[0].tolist())
"""Quaternion of no rotation, in the order of the dialect."""

_SIZES = {"pose_abs": (3, 4), "pose_rel": (3, 3), "wrench_abs": (6,)}
"""Numbers of an action for each kind of target, by what scales them."""


class OperationalSpaceControllerAction(ActionTerm):
    """Commands of an operational-space controller, whose efforts the joints get.

    Args:
        cfg: Config of the action.
        env: The environment.

    Raises:
        ValueError: Targets of the null space and its control do not go together, or closed-loop force control finds no
            contact sensor of the link in the scene.
    """

    cfg: OperationalSpaceControllerActionCfg
    _asset: Articulation

    def __init__(self, cfg: OperationalSpaceControllerActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        joint_ids, self._joint_names = self._asset.find_joints(cfg.joint_names)
        self._num_DoF = len(joint_ids)
        self._frame = TaskFrame(self._asset, cfg.body_name, joint_ids, cfg.body_offset)
        self._ee_body_idx, self._ee_body_name = self._frame.body_idx, self._frame.body_name
        self._joint_ids: Any = slice(None) if self._num_DoF == self._asset.num_joints else joint_ids
        self._osc = OperationalSpaceController(cfg.controller_cfg, self.num_envs, self.device)
        self._contact_sensor = self._find_contact_sensor()
        self._task_frame = SceneFrame(env.scene, cfg.task_frame_rel_path) if cfg.task_frame_rel_path else None
        self._raw_actions = torch.zeros(self.num_envs, self.action_dim, device=self.device)
        self._processed_actions = torch.zeros_like(self._raw_actions)
        self._scale = self._scales()
        self._nullspace_joint_pos_target = self._posture()
        control = cfg.controller_cfg
        self._needs_mass_matrix = control.inertial_dynamics_decoupling or control.nullspace_control != "none"
        self._mass_matrix: torch.Tensor | None = None
        self._gravity: torch.Tensor | None = None
        self._jacobian_b = torch.zeros(self.num_envs, 6, self._num_DoF, device=self.device)
        self._ee_pose_b = torch.zeros(self.num_envs, 7, device=self.device)
        self._ee_vel_b = torch.zeros(self.num_envs, 6, device=self.device)

    @property
    def action_dim(self) -> int:
        """Size of a command of the controller, C."""
        return self._osc.action_dim

    @property
    def jacobian_w(self) -> torch.Tensor:
        """Jacobian of the link in world axes, shape (N, 6, J): [m/s] and [rad/s] by [rad/s], or [m/s]."""
        return self._frame.jacobian_w()

    @property
    def jacobian_b(self) -> torch.Tensor:
        """Jacobian of the link in the axes of the root, shape (N, 6, J): [m/s] and [rad/s] by [rad/s], or [m/s]."""
        return self._frame.jacobian_b()

    def process_actions(self, actions: torch.Tensor) -> None:
        """Scale actions of shape (N, C), and command them."""
        self._raw_actions[:] = actions
        torch.mul(self._raw_actions, self._scale, out=self._processed_actions)
        self._limit_gains()
        self._compute_ee_pose()
        task_frame = None if self._task_frame is None else self._task_frame_pose_b()
        self._osc.set_command(self._processed_actions, self._ee_pose_b, task_frame)

    def apply_actions(self) -> None:
        """Set efforts of the joints."""
        self._compute_dynamic_quantities()
        self._compute_ee_jacobian()
        self._compute_ee_pose()
        self._compute_ee_velocity()
        data = self._asset.data
        efforts = self._osc.compute(
            jacobian_b=self._jacobian_b,
            current_ee_pose_b=self._ee_pose_b,
            current_ee_vel_b=self._ee_vel_b,
            current_ee_force_b=self._contact_force_b(),
            mass_matrix=self._mass_matrix,
            gravity=self._gravity,
            current_joint_pos=columns(data.joint_pos, self._joint_ids),
            current_joint_vel=columns(data.joint_vel, self._joint_ids),
            nullspace_joint_pos_target=self._nullspace_joint_pos_target,
        )
        self._asset.set_joint_effort_target_index(target=efforts, joint_ids=self._joint_ids)

    def reset(self, env_ids: Any = None) -> None:
        """Forget the actions of some environments; None means all."""
        self._raw_actions[slice(None) if env_ids is None else env_ids] = 0.0

    # -- state ---------------------------------------------------------------------------------------------------------

    def _compute_dynamic_quantities(self) -> None:
        data, ids = self._asset.data, index(self._frame.jacobi_joint_ids, self.device)
        if self._needs_mass_matrix:
            self._mass_matrix = as_torch(data.mass_matrix)[:, ids][:, :, ids]
        if self.cfg.controller_cfg.gravity_compensation:
            self._gravity = as_torch(data.gravity_compensation_forces)[:, ids]

    def _compute_ee_jacobian(self) -> None:
        self._jacobian_b[:] = self._frame.frame_jacobian_b()

    def _compute_ee_pose(self) -> None:
        self._ee_pose_b[:, :3], self._ee_pose_b[:, 3:] = self._frame.pose_b()

    def _compute_ee_velocity(self) -> None:
        self._ee_vel_b[:] = self._frame.twist_b()

    def _task_frame_pose_b(self) -> torch.Tensor:
        """Pose of the task frame in the root's, shape (N, 7)."""
        assert self._task_frame is not None
        data = self._asset.data
        pose = self._task_frame.pose_w()
        root = (as_torch(data.root_pos_w), as_torch(data.root_quat_w))
        return torch.cat(subtract_frame_transforms(*root, pose[:, :3], pose[:, 3:]), dim=-1)

    def _contact_force_b(self) -> torch.Tensor | None:
        """Contact force on the link in the axes of the root [N], shape (N, 3); None without closed loop."""
        if self._contact_sensor is None:
            return None
        sensor, body = self._contact_sensor
        return quat_apply_inverse(as_torch(self._asset.data.root_quat_w), as_torch(sensor.data.net_forces_w)[:, body])

    # -- settings ------------------------------------------------------------------------------------------------------

    def _find_contact_sensor(self) -> tuple[Any, int] | None:
        """Contact sensor of the link, and its index there; None without closed-loop force control."""
        control = self.cfg.controller_cfg
        if "wrench_abs" not in control.target_types or control.contact_wrench_stiffness_task is None:
            return None
        path = f"{self._asset.cfg.prim_path}/"
        for sensor in self._env.scene.sensors.values():
            is_on_robot = isinstance(sensor, ContactSensor) and sensor.cfg.prim_path.startswith(path)
            if is_on_robot and self._ee_body_name in sensor.body_names:
                return sensor, sensor.body_names.index(self._ee_body_name)
        raise ValueError(
            f"Closed-loop force control needs a contact sensor of '{self._ee_body_name}': add "
            f"ContactSensorCfg(prim_path='{path}{self._ee_body_name}') to the config of the scene."
        )

    def _scales(self) -> torch.Tensor:
        """Factors of an action's numbers, shape (C,)."""
        cfg = self.cfg
        of_pose = (cfg.position_scale, cfg.orientation_scale)
        factors: list[float] = []
        for kind in cfg.controller_cfg.target_types:
            scales = (cfg.wrench_scale,) if kind == "wrench_abs" else of_pose
            for size, scale in zip(_SIZES[kind], scales, strict=True):
                factors += [scale] * size
        of_gains = [cfg.stiffness_scale] * 6 + [cfg.damping_ratio_scale] * 6
        factors += of_gains[: self.action_dim - len(factors)]
        return torch.tensor(factors, device=self.device)

    def _limit_gains(self) -> None:
        """Keep gains within the limits of the controller's config."""
        control, start = self.cfg.controller_cfg, self._osc.target_dim
        self._processed_actions[:, start : start + 6].clamp_(*control.motion_stiffness_limits_task)
        self._processed_actions[:, start + 6 :].clamp_(*control.motion_damping_ratio_limits_task)

    def _posture(self) -> torch.Tensor | None:
        """Positions that the null space pulls to [m, rad], shape (N, J); None means zeros."""
        wanted, control = self.cfg.nullspace_joint_pos_target, self.cfg.controller_cfg.nullspace_control
        if (wanted == "none") != (control != "position"):
            raise ValueError(
                f"'nullspace_joint_pos_target' is {wanted!r} and 'nullspace_control' {control!r}: targets need the "
                "control 'position', and that needs one of 'zero', 'default' and 'center'."
            )
        if wanted in ("none", "zero"):
            return None
        data = self._asset.data
        if wanted == "center":
            return columns(data.soft_joint_pos_limits, self._joint_ids).mean(dim=-1)
        if wanted == "default":
            return columns(data.default_joint_pos, self._joint_ids).clone()
        raise ValueError(
            f"'nullspace_joint_pos_target' is {wanted!r}: it should be 'none', 'zero', 'default' or 'center'."
        )


@configclass
class OperationalSpaceControllerActionCfg(ActionTermCfg):
    """Config of :class:`OperationalSpaceControllerAction`."""

    @configclass
    class OffsetCfg:
        """Where the frame is on its link."""

        pos: tuple[float, float, float] = (0.0, 0.0, 0.0)
        """Position in the link's frame [m]."""

        rot: tuple[float, ...] = _UPRIGHT
        """Orientation in the link's frame, a quaternion."""

    class_type: type = OperationalSpaceControllerAction

    joint_names: list[str] = MISSING  # type: ignore[assignment]
    """Names of the joints that are to move, or regular expressions."""

    body_name: str = MISSING  # type: ignore[assignment]
    """Name of the link."""

    body_offset: OffsetCfg | None = None
    """Where the frame is on the link; None means at its origin."""

    task_frame_rel_path: str | None = None
    """Path of the prim in the environment whose frame commands are in; None means the robot's root."""

    controller_cfg: OperationalSpaceControllerCfg = MISSING  # type: ignore[assignment]
    """Config of the controller."""

    position_scale: float = 1.0
    """Factor of positions."""

    orientation_scale: float = 1.0
    """Factor of orientations."""

    wrench_scale: float = 1.0
    """Factor of wrenches."""

    stiffness_scale: float = 1.0
    """Factor of stiffnesses."""

    damping_ratio_scale: float = 1.0
    """Factor of damping ratios."""

    nullspace_joint_pos_target: str = "none"
    """Posture of redundant joints: "none", "zero", "default" (positions) or "center" (of the soft limits)."""
