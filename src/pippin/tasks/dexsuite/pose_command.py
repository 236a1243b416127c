"""Commands of poses of an object."""

from __future__ import annotations

from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

import torch

from pippin.assets import Articulation, RigidObject
from pippin.envs.managers import CommandTerm, CommandTermCfg
from pippin.envs.mdp.commands.pose_command import UniformPoseCommandCfg, draw_poses
from pippin.sim.markers import FRAME_MARKER_CFG, VisualizationMarkers, VisualizationMarkersCfg
from pippin.sim.spawners import PreviewSurfaceCfg, SphereCfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import combine_frame_transforms, compute_pose_error, default_orientation

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

REACHED = (0.05, 0.5)
"""Distance [m] and angle [rad] below which a goal is shown as reached."""


class ObjectUniformPoseCommand(CommandTerm):
    """Command a pose of an object in the frame of the robot's root: position and Euler angles uniformly at random.

    Args:
        cfg: Config of the command.
        env: The environment.
    """

    cfg: ObjectUniformPoseCommandCfg

    def __init__(self, cfg: ObjectUniformPoseCommandCfg, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self.robot: Articulation = env.scene[cfg.asset_name]
        self.object: RigidObject = env.scene[cfg.object_name]
        name = cfg.success_vis_asset_name
        self.success_vis_asset: RigidObject | None = None if name is None else env.scene[name]
        self.pose_command_b = torch.zeros(self.num_envs, 7, device=self.device)
        self.pose_command_b[:, 3:] = default_orientation(self.num_envs, self.device)
        self.pose_command_w = torch.zeros_like(self.pose_command_b)
        for name in ("position_error", "orientation_error"):
            self.metrics[name] = torch.zeros(self.num_envs, device=self.device)
        self.success_visualizer: VisualizationMarkers | None = None
        if self.success_vis_asset is not None:
            self.success_visualizer = VisualizationMarkers(cfg.success_visualizer_cfg)

    @property
    def command(self) -> torch.Tensor:
        """Poses in the frame of the robot's root, (position [m], quaternion), shape (N, 7)."""
        return self.pose_command_b

    def _update_metrics(self) -> None:
        robot, thing, command = self.robot.data, self.object.data, self.pose_command_b
        self.pose_command_w[:, :3], self.pose_command_w[:, 3:] = combine_frame_transforms(
            as_torch(robot.root_pos_w), as_torch(robot.root_quat_w), command[:, :3], command[:, 3:]
        )
        place, turn = compute_pose_error(
            self.pose_command_w[:, :3],
            self.pose_command_w[:, 3:],
            as_torch(thing.root_pos_w),
            as_torch(thing.root_quat_w),
        )
        errors = {"position_error": place.norm(dim=-1), "orientation_error": turn.norm(dim=-1)}
        self.metrics.update((name, errors[name]) for name in self.metrics)
        is_reached = errors["position_error"] < REACHED[0]
        if not self.cfg.position_only:
            is_reached &= errors["orientation_error"] < REACHED[1]
        self._show_success(is_reached)

    def _show_success(self, is_reached: torch.Tensor) -> None:
        """Show by markers in which environments the goal is reached."""
        if self.success_visualizer is not None and self.success_vis_asset is not None:
            shown = as_torch(self.success_vis_asset.data.root_pos_w)
            self.success_visualizer.visualize(shown, marker_indices=is_reached.int())

    def _resample_command(self, env_ids: Any) -> None:
        draw_poses(self.pose_command_b, env_ids, self.cfg.ranges, self.cfg.make_quat_unique)

    def _update_command(self) -> None:
        pass

    # -- drawing -------------------------------------------------------------------------------------------------------

    def _set_debug_vis_impl(self, debug_vis: bool) -> None:
        if debug_vis and not hasattr(self, "goal_visualizer"):
            self.goal_visualizer = VisualizationMarkers(self.cfg.goal_pose_visualizer_cfg)
            self.curr_visualizer = VisualizationMarkers(self.cfg.curr_pose_visualizer_cfg)
        if hasattr(self, "goal_visualizer"):
            self.goal_visualizer.set_visibility(debug_vis)
            self.curr_visualizer.set_visibility(debug_vis)

    def _debug_vis_callback(self, event: Any) -> None:
        if not self.robot.is_initialized:
            return
        place, turn = as_torch(self.object.data.root_pos_w), as_torch(self.object.data.root_quat_w)
        if not self.cfg.position_only:
            self.goal_visualizer.visualize(self.pose_command_w[:, :3], self.pose_command_w[:, 3:])
            self.curr_visualizer.visualize(place, turn)
            return
        is_near = (self.pose_command_w[:, :3] - place).norm(dim=1) < REACHED[0]
        self.goal_visualizer.visualize(self.pose_command_w[:, :3], marker_indices=is_near.int() + 1)
        self.curr_visualizer.visualize(place, marker_indices=is_near.int() + 1)


def _align_markers(name: str) -> VisualizationMarkersCfg:
    """A frame, and spheres that are red far from the goal and green near it."""
    frame = FRAME_MARKER_CFG.markers["frame"].replace(scale=(0.1, 0.1, 0.1))
    red, green = (PreviewSurfaceCfg(diffuse_color=color) for color in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    return VisualizationMarkersCfg(
        prim_path=f"/Visuals/Command/{name}",
        markers={
            "frame": frame,
            "position_far": SphereCfg(radius=0.01, visual_material=red),
            "position_near": SphereCfg(radius=0.01, visual_material=green),
        },
    )


@configclass
class ObjectUniformPoseCommandCfg(CommandTermCfg):
    """Config of :class:`ObjectUniformPoseCommand`."""

    class_type: type = ObjectUniformPoseCommand

    asset_name: str = MISSING  # type: ignore[assignment]
    """Name of the robot in the scene."""

    object_name: str = MISSING  # type: ignore[assignment]
    """Name of the object."""

    make_quat_unique: bool = False
    """Whether quaternions have a positive real part."""

    @configclass
    class Ranges(UniformPoseCommandCfg.Ranges):
        """Ranges of the pose."""

    ranges: Ranges = MISSING  # type: ignore[assignment]
    """Ranges of the pose."""

    position_only: bool = True
    """Whether the orientation does not matter."""

    goal_pose_visualizer_cfg: VisualizationMarkersCfg = _align_markers("goal_pose")
    """Markers of the goals."""

    curr_pose_visualizer_cfg: VisualizationMarkersCfg = _align_markers("body_pose")
    """Markers of the objects."""

    success_vis_asset_name: str | None = MISSING  # type: ignore[assignment]
    """Name of what shows by its colour whether the goal is reached."""

    success_visualizer_cfg: VisualizationMarkersCfg = VisualizationMarkersCfg(
        prim_path="/Visuals/SuccessMarkers", markers={}
    )
    """Markers at it: the first for a goal that is not reached, the second for one that is."""
