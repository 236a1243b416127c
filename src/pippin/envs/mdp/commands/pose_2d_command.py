"""Commands of positions and headings in the plane."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.envs.managers import CommandTerm, CommandTermCfg
from pippin.scene.terrains import TerrainImporter
from pippin.sim.markers.markers import GREEN_ARROW_X_MARKER_CFG, VisualizationMarkers, VisualizationMarkersCfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import quat_apply_inverse, quat_from_euler_xyz, wrap_to_pi, yaw_quat

from ..env_types import ManagerBasedEnv
from ..selection import count
from .markers import scaled_marker


class UniformPose2dCommand(CommandTerm):
    """Command a position around the origin of the environment and a heading, uniformly at random.

    Args:
        cfg: Config of the command.
        env: The environment.
    """

    cfg: UniformPose2dCommandCfg

    def __init__(self, cfg: UniformPose2dCommandCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self.robot: Articulation = env.scene[cfg.asset_name]
        self.pos_command_w = torch.zeros(self.num_envs, 3, device=self.device)
        self.heading_command_w = torch.zeros(self.num_envs, device=self.device)
        self.pos_command_b = torch.zeros_like(self.pos_command_w)
        self.heading_command_b = torch.zeros_like(self.heading_command_w)
        self.metrics["error_pos_2d"] = torch.zeros(self.num_envs, device=self.device)
        self.metrics["error_heading"] = torch.zeros(self.num_envs, device=self.device)
        self.metrics["error_pos"] = torch.zeros(self.num_envs, device=self.device)
        self._succeeded = torch.zeros(self.num_envs, dtype=torch.bool, device=self.device)

    def __str__(self) -> str:
        return (
            f"PositionCommand:\n\tCommand dimension: {tuple(self.command.shape[1:])}\n"
            f"\tResampling time range: {self.cfg.resampling_time_range}"
        )

    @property
    def command(self) -> torch.Tensor:
        """Positions [m] and headings [rad] relative to the root, turned about the vertical alone, shape (N, 4)."""
        return torch.cat([self.pos_command_b, self.heading_command_b.unsqueeze(1)], dim=1)

    def reset(self, env_ids: Any = None) -> dict[str, Any]:
        """Report the last errors [m, rad], and sample commands; with a threshold, log how many were ever within."""
        env_ids = slice(None) if env_ids is None else env_ids
        extras = super().reset(env_ids)
        if self.cfg.position_success_threshold is not None:
            log = self._env.extras.setdefault("log", {})
            log["Metrics/success_rate"] = self._succeeded[env_ids].float().mean()
            self._succeeded[env_ids] = False
        return extras

    def _update_metrics(self) -> None:
        data = self.robot.data
        distance = torch.linalg.norm(self.pos_command_w[:, :2] - as_torch(data.root_pos_w)[:, :2], dim=1)
        self.metrics["error_pos_2d"][:] = distance
        self.metrics["error_pos"][:] = distance
        self.metrics["error_heading"][:] = wrap_to_pi(self.heading_command_w - as_torch(data.heading_w)).abs()
        if self.cfg.position_success_threshold is not None:
            self._succeeded |= distance < self.cfg.position_success_threshold

    def _resample_command(self, env_ids: Any) -> None:
        sample = torch.empty(count(env_ids, self.num_envs), device=self.device)
        positions = as_torch(self._env.scene.env_origins)[env_ids].clone()
        positions[:, 0] += sample.uniform_(*self.cfg.ranges.pos_x)
        positions[:, 1] += sample.uniform_(*self.cfg.ranges.pos_y)
        self._set_command(env_ids, positions)

    def _set_command(self, env_ids: Any, positions: torch.Tensor) -> None:
        """Take positions on the ground, and sample headings.

        Args:
            env_ids: Environments.
            positions: Shape (number of environments, 3), in the world [m].
        """
        data = self.robot.data
        positions[:, 2] += as_torch(data.default_root_pose)[env_ids, 2]
        self.pos_command_w[env_ids] = positions
        if not self.cfg.simple_heading:
            headings = torch.empty(len(positions), device=self.device).uniform_(*self.cfg.ranges.heading)
            self.heading_command_w[env_ids] = headings
            return
        way = positions - as_torch(data.root_pos_w)[env_ids]
        ahead = torch.atan2(way[:, 1], way[:, 0])
        backwards = wrap_to_pi(ahead + torch.pi)
        heading = as_torch(data.heading_w)[env_ids]
        is_nearer = wrap_to_pi(ahead - heading).abs() < wrap_to_pi(backwards - heading).abs()
        self.heading_command_w[env_ids] = torch.where(is_nearer, ahead, backwards)

    def _update_command(self) -> None:
        data = self.robot.data
        way = self.pos_command_w - as_torch(data.root_pos_w)
        self.pos_command_b[:] = quat_apply_inverse(yaw_quat(as_torch(data.root_quat_w)), way)
        self.heading_command_b[:] = wrap_to_pi(self.heading_command_w - as_torch(data.heading_w))

    # -- drawing -------------------------------------------------------------------------------------------------------

    def _set_debug_vis_impl(self, debug_vis: bool) -> None:
        if debug_vis and not hasattr(self, "goal_pose_visualizer"):
            self.goal_pose_visualizer = VisualizationMarkers(self.cfg.goal_pose_visualizer_cfg)
        if hasattr(self, "goal_pose_visualizer"):
            self.goal_pose_visualizer.set_visibility(debug_vis)

    def _debug_vis_callback(self, event: Any) -> None:
        zeros = torch.zeros_like(self.heading_command_w)
        orientations = quat_from_euler_xyz(zeros, zeros, self.heading_command_w)
        self.goal_pose_visualizer.visualize(translations=self.pos_command_w, orientations=orientations)


class TerrainBasedPose2dCommand(UniformPose2dCommand):
    """Command a position on flat patches of the terrain, which its config names "target", and a heading.

    Args:
        cfg: Config of the command.
        env: The environment.

    Raises:
        RuntimeError: The terrain has no such patches.
    """

    cfg: TerrainBasedPose2dCommandCfg

    def __init__(self, cfg: TerrainBasedPose2dCommandCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self.terrain: TerrainImporter = env.scene["terrain"]
        if "target" not in self.terrain.flat_patches:
            raise RuntimeError(
                "The terrain-based command needs flat patches 'target' of the terrain; it has "
                f"{list(self.terrain.flat_patches) or 'none'}: add them to 'flat_patch_sampling' of its sub-terrains."
            )
        self.valid_targets: torch.Tensor = self.terrain.flat_patches["target"]

    def _resample_command(self, env_ids: Any) -> None:
        num = count(env_ids, self.num_envs)
        chosen = torch.randint(0, self.valid_targets.shape[2], (num,), device=self.device)
        terrain = self.terrain
        positions = self.valid_targets[terrain.terrain_levels[env_ids], terrain.terrain_types[env_ids], chosen]
        self._set_command(env_ids, positions.clone())


@configclass
class UniformPose2dCommandCfg(CommandTermCfg):
    """Config of :class:`UniformPose2dCommand`."""

    class_type: type = UniformPose2dCommand

    asset_name: str = MISSING  # type: ignore[assignment]
    """Name of the robot in the scene."""

    simple_heading: bool = MISSING  # type: ignore[assignment]
    """Whether the heading is along the way to the position, forwards or backwards, whichever is nearer."""

    position_success_threshold: float | None = None
    """Distance in the plane below which the command is reached [m]; None does not ask."""

    @configclass
    class Ranges:
        """Least and largest values."""

        pos_x: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Position along x, from the origin of the environment [m]."""

        pos_y: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Position along y, from the origin of the environment [m]."""

        heading: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Heading in the world [rad], unless it is along the way."""

    ranges: Any = MISSING
    """Least and largest values."""

    goal_pose_visualizer_cfg: VisualizationMarkersCfg = scaled_marker(
        GREEN_ARROW_X_MARKER_CFG, "/Visuals/Command/pose_goal", (0.2, 0.2, 0.8)
    )
    """Arrow of the command."""


@configclass
class TerrainBasedPose2dCommandCfg(UniformPose2dCommandCfg):
    """Config of :class:`TerrainBasedPose2dCommand`."""

    class_type: type = TerrainBasedPose2dCommand

    @configclass
    class Ranges:
        """Least and largest values."""

        heading: tuple[float, float] = MISSING  # type: ignore[assignment]
        """Heading in the world [rad], unless it is along the way."""

    ranges: Any = MISSING
    """Least and largest values."""
