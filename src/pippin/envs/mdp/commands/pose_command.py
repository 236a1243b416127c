"""Commands of poses of a body."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.envs.managers import CommandTerm, CommandTermCfg
from pippin.envs.managers.env_rows import count_drawn, mean_of_rows, put_rows
from pippin.sim.markers.markers import FRAME_MARKER_CFG, VisualizationMarkers, VisualizationMarkersCfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import (
    combine_frame_transforms,
    compute_pose_error,
    default_orientation,
    quat_from_euler_xyz,
    quat_unique,
)

from ..env_types import ManagerBasedEnv
from .markers import scaled_marker


def draw_poses(poses: torch.Tensor, env_ids: Any, ranges: Any, make_quat_unique: bool) -> None:
    """Draw positions and Euler angles uniformly at random, and put the poses into rows of a tensor.

    Args:
        poses: (position [m], quaternion) in the frame that the command is in, shape (num_envs, 7).
        env_ids: Environments.
        ranges: Least and largest ``pos_x``, ``pos_y``, ``pos_z`` [m], ``roll``, ``pitch`` and ``yaw`` [rad].
        make_quat_unique: Whether quaternions have a w that is not negative.
    """
    num = count_drawn(env_ids, len(poses))
    sample = torch.empty(num, device=poses.device)
    for axis, bounds in enumerate((ranges.pos_x, ranges.pos_y, ranges.pos_z)):
        put_rows(poses[:, axis], env_ids, sample.uniform_(*bounds))
    angles = torch.zeros(3, num, device=poses.device)
    for angle, bounds in zip(angles, (ranges.roll, ranges.pitch, ranges.yaw), strict=True):
        angle.uniform_(*bounds)
    quat = quat_from_euler_xyz(*angles)
    put_rows(poses[:, 3:], env_ids, quat_unique(quat) if make_quat_unique else quat)


class UniformPoseCommand(CommandTerm):
    """Command a pose of a body in the root's frame: position and Euler angles uniformly at random.

    Args:
        cfg: Config of the command.
        env: The environment.
    """

    takes_masks = True

    cfg: UniformPoseCommandCfg

    def __init__(self, cfg: UniformPoseCommandCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self.robot: Articulation = env.scene[cfg.asset_name]
        self.body_idx = int(self.robot.find_bodies(cfg.body_name)[0][0])
        self.pose_command_b = torch.zeros(self.num_envs, 7, device=self.device)
        self.pose_command_b[:, 3:] = default_orientation(self.num_envs, self.device)
        self.pose_command_w = torch.zeros_like(self.pose_command_b)
        self.metrics["position_error"] = torch.zeros(self.num_envs, device=self.device)
        self.metrics["orientation_error"] = torch.zeros(self.num_envs, device=self.device)
        self._succeeded = torch.zeros(self.num_envs, dtype=torch.bool, device=self.device)

    def __str__(self) -> str:
        return (
            f"UniformPoseCommand:\n\tCommand dimension: {tuple(self.command.shape[1:])}\n"
            f"\tResampling time range: {self.cfg.resampling_time_range}\n"
        )

    @property
    def command(self) -> torch.Tensor:
        """Poses in the root's frame, (position [m], quaternion), shape (N, 7)."""
        return self.pose_command_b

    def compute_success(self) -> torch.Tensor:
        """Say where the body is within the thresholds of the config, shape (N,), bool; nowhere if there are none."""
        is_success = self._is_within(*self._errors())
        self._succeeded |= is_success
        return is_success

    def reset(self, env_ids: Any = None) -> dict[str, Any]:
        """Report the last errors [m, rad], and sample commands; with thresholds, log the share that was ever within."""
        env_ids = slice(None) if env_ids is None else env_ids
        extras = super().reset(env_ids)
        if self._has_thresholds:
            log = self._env.extras.setdefault("log", {})
            log["Metrics/success_rate"] = mean_of_rows(self._succeeded, env_ids)
            put_rows(self._succeeded, env_ids, False)
        return extras

    @property
    def _has_thresholds(self) -> bool:
        cfg = self.cfg
        return cfg.position_success_threshold is not None or cfg.orientation_success_threshold is not None

    def _errors(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Distances [m] and angles [rad] between body and command."""
        data, command, target = self.robot.data, self.pose_command_b, self.pose_command_w
        root_pos, root_quat = as_torch(data.root_pos_w), as_torch(data.root_quat_w)
        target[:, :3], target[:, 3:] = combine_frame_transforms(root_pos, root_quat, command[:, :3], command[:, 3:])
        body_pos, body_quat = as_torch(data.body_pos_w)[:, self.body_idx], as_torch(data.body_quat_w)[:, self.body_idx]
        errors = compute_pose_error(target[:, :3], target[:, 3:], body_pos, body_quat)
        return torch.linalg.norm(errors[0], dim=-1), torch.linalg.norm(errors[1], dim=-1)

    def _is_within(self, distance: torch.Tensor, angle: torch.Tensor) -> torch.Tensor:
        cfg = self.cfg
        is_within = torch.full_like(self._succeeded, self._has_thresholds)
        if cfg.position_success_threshold is not None:
            is_within &= distance < cfg.position_success_threshold
        if cfg.orientation_success_threshold is not None:
            is_within &= angle < cfg.orientation_success_threshold
        return is_within

    def _update_metrics(self) -> None:
        distance, angle = self._errors()
        self.metrics["position_error"][:] = distance
        self.metrics["orientation_error"][:] = angle
        if self._has_thresholds:
            self._succeeded |= self._is_within(distance, angle)

    def _resample_command(self, env_ids: Any) -> None:
        draw_poses(self.pose_command_b, env_ids, self.cfg.ranges, self.cfg.make_quat_unique)

    def _update_command(self) -> None:
        pass

    # -- drawing -------------------------------------------------------------------------------------------------------

    def _set_debug_vis_impl(self, debug_vis: bool) -> None:
        if debug_vis and not hasattr(self, "goal_pose_visualizer"):
            self.goal_pose_visualizer = VisualizationMarkers(self.cfg.goal_pose_visualizer_cfg)
            self.current_pose_visualizer = VisualizationMarkers(self.cfg.current_pose_visualizer_cfg)
        if hasattr(self, "goal_pose_visualizer"):
            self.goal_pose_visualizer.set_visibility(debug_vis)
            self.current_pose_visualizer.set_visibility(debug_vis)

    def _debug_vis_callback(self, event: Any) -> None:
        if not self.robot.is_initialized:
            return
        self.goal_pose_visualizer.visualize(self.pose_command_w[:, :3], self.pose_command_w[:, 3:])
        pose = as_torch(self.robot.data.body_link_pose_w)[:, self.body_idx]
        self.current_pose_visualizer.visualize(pose[:, :3], pose[:, 3:7])


@configclass
class UniformPoseCommandCfg(CommandTermCfg):
    """Config of :class:`UniformPoseCommand`."""

    class_type: type = UniformPoseCommand

    asset_name: str = MISSING  # type: ignore[assignment]
    """Name of the robot in the scene."""

    body_name: str = MISSING  # type: ignore[assignment]
    """Name of the body that is to get there."""

    make_quat_unique: bool = False
    """Whether quaternions have a w that is not negative."""

    position_success_threshold: float | None = None
    """Distance below which the command is reached [m]; None does not ask for it."""

    orientation_success_threshold: float | None = None
    """Angle below which the command is reached [rad]; None does not ask for it."""

    @configclass
    class Ranges:
        """Least and largest values."""

        pos_x: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Position along x [m]."""

        pos_y: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Position along y [m]."""

        pos_z: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Position along z [m]."""

        roll: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Angle about x [rad]."""

        pitch: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Angle about y [rad]."""

        yaw: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Angle about z [rad]."""

    ranges: Ranges = MISSING  # type: ignore[assignment]
    """Least and largest values."""

    goal_pose_visualizer_cfg: VisualizationMarkersCfg = scaled_marker(
        FRAME_MARKER_CFG, "/Visuals/Command/goal_pose", (0.1, 0.1, 0.1)
    )
    """Frame of the command."""

    current_pose_visualizer_cfg: VisualizationMarkersCfg = scaled_marker(
        FRAME_MARKER_CFG, "/Visuals/Command/body_pose", (0.1, 0.1, 0.1)
    )
    """Frame of the body."""
