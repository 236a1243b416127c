"""Commands of velocities in the plane."""

from __future__ import annotations

import logging
from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.envs.managers import CommandTerm, CommandTermCfg
from pippin.envs.managers.env_rows import count_drawn, drawn_rows, put_rows
from pippin.sim.markers.markers import (
    BLUE_ARROW_X_MARKER_CFG,
    GREEN_ARROW_X_MARKER_CFG,
    VisualizationMarkers,
    VisualizationMarkersCfg,
)
from pippin.utils import as_torch, configclass
from pippin.utils.math import quat_from_euler_xyz, quat_mul, wrap_to_pi

from ..env_types import ManagerBasedEnv
from ..selection import count
from .markers import scaled_marker

logger = logging.getLogger("pippin")


class UniformVelocityCommand(CommandTerm):
    """Command a linear velocity forward and sideways and a yaw rate, in the root's frame, uniformly at random.

    In some environments the yaw rate steers to a heading, and in some the robot is to stand still.

    Args:
        cfg: Config of the command.
        env: The environment.

    Raises:
        ValueError: Headings are commanded, but have no range.
    """

    takes_masks = True

    cfg: UniformVelocityCommandCfg

    def __init__(self, cfg: UniformVelocityCommandCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self._require_consistent(cfg)
        self.robot: Articulation = env.scene[cfg.asset_name]
        self.vel_command_b = torch.zeros(self.num_envs, 3, device=self.device)
        self.heading_target = torch.zeros(self.num_envs, device=self.device)
        self.is_heading_env = torch.zeros(self.num_envs, dtype=torch.bool, device=self.device)
        self.is_standing_env = torch.zeros_like(self.is_heading_env)
        for name in ("error_vel_xy", "error_vel_yaw", "success_rate"):
            self.metrics[name] = torch.zeros(self.num_envs, device=self.device)
        self._error_sums = torch.zeros(self.num_envs, 2, device=self.device)
        self._num_measured = torch.zeros(self.num_envs, device=self.device)

    def __str__(self) -> str:
        lines = [
            f"{type(self).__name__}:",
            f"Command dimension: {tuple(self.command.shape[1:])}",
            f"Resampling time range: {self.cfg.resampling_time_range}",
            f"Heading command: {self.cfg.heading_command}",
        ]
        if self.cfg.heading_command:
            lines.append(f"Heading probability: {self.cfg.rel_heading_envs}")
        lines.append(f"Standing probability: {self.cfg.rel_standing_envs}")
        return "\n\t".join(lines)

    @property
    def command(self) -> torch.Tensor:
        """Velocities x and y [m/s] and yaw rates [rad/s] in the root's frame, shape (N, 3)."""
        return self.vel_command_b

    def reset(self, env_ids: Any = None) -> dict[str, Any]:
        """Report the mean errors of the episodes that end, and sample commands for the next ones.

        Args:
            env_ids: Environments; None means all.

        Returns:
            Means over the environments: ``error_vel_xy`` [m/s] and ``error_vel_yaw`` [rad/s]. The share of those below
            the thresholds of the config goes to ``Metrics/success_rate``.
        """
        rows = drawn_rows(env_ids)
        measured = self._num_measured[rows]
        means = self._error_sums[rows] / measured.clamp_min(1.0).unsqueeze(1)
        for column, name in enumerate(("error_vel_xy", "error_vel_yaw")):
            # Programs that fill in the metrics themselves leave the sums at 0.
            kept = self.metrics[name][rows]
            put_rows(self.metrics[name], env_ids, torch.where(measured > 0.0, means[:, column], kept))
        thresholds = (self.cfg.vel_xy_success_threshold, self.cfg.vel_yaw_success_threshold)
        is_success = (means[:, 0] < thresholds[0]) & (means[:, 1] < thresholds[1])
        put_rows(self.metrics["success_rate"], env_ids, is_success.float())
        extras = super().reset(env_ids)
        self._env.extras.setdefault("log", {})["Metrics/success_rate"] = extras.pop("success_rate")
        put_rows(self._error_sums, env_ids, 0.0)
        put_rows(self._num_measured, env_ids, 0.0)
        return extras

    def _require_consistent(self, cfg: UniformVelocityCommandCfg) -> None:
        heading = getattr(cfg.ranges, "heading", None)
        if cfg.heading_command and heading is None:
            raise ValueError("'heading_command' of a velocity command is True, but 'ranges.heading' is None: set it.")
        if heading and not cfg.heading_command:
            logger.warning(
                "'ranges.heading' of a velocity command is %s, but 'heading_command' is False: it has no effect.",
                heading,
            )

    def _update_metrics(self) -> None:
        data = self.robot.data
        error = self.vel_command_b[:, :2] - as_torch(data.root_lin_vel_b)[:, :2]
        self._error_sums[:, 0] += torch.linalg.norm(error, dim=-1)
        self._error_sums[:, 1] += torch.abs(self.vel_command_b[:, 2] - as_torch(data.root_ang_vel_b)[:, 2])
        self._num_measured += 1.0

    def _resample_command(self, env_ids: Any) -> None:
        ranges = self.cfg.ranges
        sample = torch.empty(count_drawn(env_ids, self.num_envs), device=self.device)
        for column, bounds in enumerate((ranges.lin_vel_x, ranges.lin_vel_y, ranges.ang_vel_z)):
            put_rows(self.vel_command_b[:, column], env_ids, sample.uniform_(*bounds))
        if self.cfg.heading_command:
            assert ranges.heading is not None
            put_rows(self.heading_target, env_ids, sample.uniform_(*ranges.heading))
            put_rows(self.is_heading_env, env_ids, sample.uniform_(0.0, 1.0) <= self.cfg.rel_heading_envs)
        put_rows(self.is_standing_env, env_ids, sample.uniform_(0.0, 1.0) <= self.cfg.rel_standing_envs)

    def _update_command(self) -> None:
        if self.cfg.heading_command:
            error = wrap_to_pi(self.heading_target - as_torch(self.robot.data.heading_w))
            rate = (self.cfg.heading_control_stiffness * error).clip(*self.cfg.ranges.ang_vel_z)
            self.vel_command_b[:, 2] = torch.where(self.is_heading_env, rate, self.vel_command_b[:, 2])
        self.vel_command_b.masked_fill_(self.is_standing_env.unsqueeze(1), 0.0)

    # -- drawing -------------------------------------------------------------------------------------------------------

    def _set_debug_vis_impl(self, debug_vis: bool) -> None:
        if debug_vis and not hasattr(self, "goal_vel_visualizer"):
            self.goal_vel_visualizer = VisualizationMarkers(self.cfg.goal_vel_visualizer_cfg)
            self.current_vel_visualizer = VisualizationMarkers(self.cfg.current_vel_visualizer_cfg)
        if hasattr(self, "goal_vel_visualizer"):
            self.goal_vel_visualizer.set_visibility(debug_vis)
            self.current_vel_visualizer.set_visibility(debug_vis)

    def _debug_vis_callback(self, event: Any) -> None:
        if not self.robot.is_initialized:
            return
        data = self.robot.data
        offset = torch.tensor(self.cfg.marker_pos_offset, device=self.device)
        positions = as_torch(data.root_pos_w) + offset
        for marker, velocity in (
            (self.goal_vel_visualizer, self.command),
            (self.current_vel_visualizer, as_torch(data.root_lin_vel_b)),
        ):
            scales, orientations = self._resolve_xy_velocity_to_arrow(velocity[:, :2])
            marker.visualize(positions, orientations, scales)

    def _resolve_xy_velocity_to_arrow(self, xy_velocity: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Scales (N, 3) and orientations in the world (N, 4) of arrows for velocities in the root's frame (N, 2)."""
        arrow: Any = self.goal_vel_visualizer.cfg.markers["arrow"]
        scales = torch.tensor(arrow.scale, device=self.device)
        scales = scales.repeat(len(xy_velocity), 1)
        scales[:, 0] *= 3.0 * torch.linalg.norm(xy_velocity, dim=1)
        heading = torch.atan2(xy_velocity[:, 1], xy_velocity[:, 0])
        zeros = torch.zeros_like(heading)
        turned = quat_from_euler_xyz(zeros, zeros, heading)
        return scales, quat_mul(as_torch(self.robot.data.root_quat_w), turned)


class NormalVelocityCommand(UniformVelocityCommand):
    """Command velocities that are normally distributed, with either sign, or 0 with some probability.

    Args:
        cfg: Config of the command.
        env: The environment.
    """

    cfg: NormalVelocityCommandCfg

    def __init__(self, cfg: NormalVelocityCommandCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self.is_zero_vel_x_env = torch.zeros(self.num_envs, dtype=torch.bool, device=self.device)
        self.is_zero_vel_y_env = torch.zeros_like(self.is_zero_vel_x_env)
        self.is_zero_vel_yaw_env = torch.zeros_like(self.is_zero_vel_x_env)

    def _resample_command(self, env_ids: Any) -> None:
        ranges = self.cfg.ranges
        sample = torch.empty(count(env_ids, self.num_envs), device=self.device)
        for axis in range(3):
            self.vel_command_b[env_ids, axis] = sample.normal_(mean=ranges.mean_vel[axis], std=ranges.std_vel[axis])
            sign = torch.where(sample.uniform_(0.0, 1.0) <= 0.5, 1.0, -1.0)
            self.vel_command_b[env_ids, axis] *= sign
        stops = (self.is_zero_vel_x_env, self.is_zero_vel_y_env, self.is_zero_vel_yaw_env)
        for is_zero, probability in zip(stops, ranges.zero_prob, strict=True):
            is_zero[env_ids] = sample.uniform_(0.0, 1.0) <= probability
        self.is_standing_env[env_ids] = sample.uniform_(0.0, 1.0) <= self.cfg.rel_standing_envs

    def _update_command(self) -> None:
        stops = (self.is_zero_vel_x_env, self.is_zero_vel_y_env, self.is_zero_vel_yaw_env)
        for axis, is_zero in enumerate(stops):
            self.vel_command_b[:, axis].masked_fill_(is_zero | self.is_standing_env, 0.0)


@configclass
class UniformVelocityCommandCfg(CommandTermCfg):
    """Config of :class:`UniformVelocityCommand`."""

    class_type: type = UniformVelocityCommand

    asset_name: str = MISSING  # type: ignore[assignment]
    """Name of the robot in the scene."""

    heading_command: bool = False
    """Whether yaw rates steer to headings, in the share :attr:`rel_heading_envs` of the environments."""

    heading_control_stiffness: float = 1.0
    """Yaw rate for an error of the heading of 1 rad [1/s]."""

    rel_standing_envs: float = 0.0
    """Share of the environments that are to stand still."""

    rel_heading_envs: float = 1.0
    """Share of the environments that steer to headings."""

    vel_xy_success_threshold: float = 0.5
    """Mean error of the linear velocity up to which an episode counts as a success [m/s]."""

    vel_yaw_success_threshold: float = 0.4
    """Mean error of the yaw rate up to which an episode counts as a success [rad/s]."""

    @configclass
    class Ranges:
        """Least and largest values."""

        lin_vel_x: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Velocity forward [m/s]."""

        lin_vel_y: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Velocity to the left [m/s]."""

        ang_vel_z: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Yaw rate [rad/s]."""

        heading: tuple[float, float] | None = None
        """Heading in the world [rad]."""

    ranges: Any = MISSING
    """Least and largest values, a :class:`Ranges`."""

    marker_pos_offset: tuple[float, float, float] = (0.0, 0.0, 0.5)
    """Where arrows are drawn, from the root [m], in the world."""

    goal_vel_visualizer_cfg: VisualizationMarkersCfg = scaled_marker(
        GREEN_ARROW_X_MARKER_CFG, "/Visuals/Command/velocity_goal", (0.5, 0.5, 0.5)
    )
    """Arrow of the command."""

    current_vel_visualizer_cfg: VisualizationMarkersCfg = scaled_marker(
        BLUE_ARROW_X_MARKER_CFG, "/Visuals/Command/velocity_current", (0.5, 0.5, 0.5)
    )
    """Arrow of the robot's velocity."""


@configclass
class NormalVelocityCommandCfg(UniformVelocityCommandCfg):
    """Config of :class:`NormalVelocityCommand`."""

    class_type: type = NormalVelocityCommand
    heading_command: bool = False

    @configclass
    class Ranges:
        """Distributions of x [m/s], y [m/s] and yaw rate [rad/s]."""

        mean_vel: tuple[float, float, float] = MISSING  # type: ignore[assignment]
        """Means, which get either sign."""

        std_vel: tuple[float, float, float] = MISSING  # type: ignore[assignment]
        """Standard deviations."""

        zero_prob: tuple[float, float, float] = MISSING  # type: ignore[assignment]
        """Probabilities of 0."""

    ranges: Any = MISSING
    """Distributions."""
