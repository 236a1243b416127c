"""Terms of turning an object in a hand: those of :mod:`pippin.envs.mdp`, and those of an object and its goal."""

from __future__ import annotations

import math
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

import torch

from pippin.assets import RigidObject
from pippin.envs.managers import CommandTerm, CommandTermCfg, SceneEntityCfg
from pippin.envs.mdp import *  # noqa: F403
from pippin.sim.markers import VisualizationMarkers, VisualizationMarkersCfg
from pippin.sim.spawners import UsdFileCfg
from pippin.tasks.manipulation.scenes import ISAAC_ASSETS
from pippin.utils import as_torch, configclass
from pippin.utils.math import (
    default_orientation,
    quat_conjugate,
    quat_error_magnitude,
    quat_from_angle_axis,
    quat_mul,
    quat_unique,
)

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

OBJECT = SceneEntityCfg("object")
CUBE = f"{ISAAC_ASSETS}/Props/Blocks/DexCube/dex_cube_instanceable.usd"


class InHandReOrientationCommand(CommandTerm):
    """Command orientations of an object at the place where it begins, the next one when one is reached.

    Args:
        cfg: Config of the command.
        env: The environment.
    """

    cfg: InHandReOrientationCommandCfg

    def __init__(self, cfg: InHandReOrientationCommandCfg, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self.object: RigidObject = env.scene[cfg.asset_name]
        offset = torch.tensor(cfg.init_pos_offset, device=self.device)
        self.pos_command_e = as_torch(self.object.data.default_root_state)[:, :3] + offset
        self.pos_command_w = self.pos_command_e + as_torch(env.scene.env_origins)
        self.quat_command_w = default_orientation(self.num_envs, self.device)
        for name in ("orientation_error", "position_error", "consecutive_success"):
            self.metrics[name] = torch.zeros(self.num_envs, device=self.device)

    @property
    def command(self) -> torch.Tensor:
        """Goals in the environments' frames, (position [m], quaternion), shape (N, 7)."""
        return torch.cat([self.pos_command_e, self.quat_command_w], dim=-1)

    def _update_metrics(self) -> None:
        data = self.object.data
        self.metrics["orientation_error"] = quat_error_magnitude(as_torch(data.root_quat_w), self.quat_command_w)
        self.metrics["position_error"] = (as_torch(data.root_pos_w) - self.pos_command_w).norm(dim=1)
        self.metrics["consecutive_success"] += self._is_reached().float()

    def _resample_command(self, env_ids: Any) -> None:
        count = len(self.command_counter[env_ids])
        angles = math.pi * (2.0 * torch.rand(count, 2, device=self.device) - 1.0)
        about_x, about_y = torch.eye(3, device=self.device)[:2, None].expand(2, count, 3)
        quat = quat_mul(quat_from_angle_axis(angles[:, 0], about_x), quat_from_angle_axis(angles[:, 1], about_y))
        self.quat_command_w[env_ids] = quat_unique(quat) if self.cfg.make_quat_unique else quat

    def _update_command(self) -> None:
        if self.cfg.update_goal_on_success:
            self._resample(self._is_reached().nonzero().flatten())

    def _is_reached(self) -> torch.Tensor:
        return self.metrics["orientation_error"] < self.cfg.orientation_success_threshold

    def _set_debug_vis_impl(self, debug_vis: bool) -> None:
        if debug_vis and not hasattr(self, "goal_pose_visualizer"):
            self.goal_pose_visualizer = VisualizationMarkers(self.cfg.goal_pose_visualizer_cfg)
        if hasattr(self, "goal_pose_visualizer"):
            self.goal_pose_visualizer.set_visibility(debug_vis)

    def _debug_vis_callback(self, event: Any) -> None:
        offset = torch.tensor(self.cfg.marker_pos_offset, device=self.device)
        self.goal_pose_visualizer.visualize(self.pos_command_w + offset, self.quat_command_w)


@configclass
class InHandReOrientationCommandCfg(CommandTermCfg):
    """Config of :class:`InHandReOrientationCommand`."""

    class_type: type = InHandReOrientationCommand

    resampling_time_range: tuple[float, float] = (1e6, 1e6)
    """Commands do not end by time."""

    asset_name: str = MISSING  # type: ignore[assignment]
    """Name of the object in the scene."""

    init_pos_offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """From where the object begins to where it is to stay [m]."""

    make_quat_unique: bool = MISSING  # type: ignore[assignment]
    """Whether quaternions have a w that is not negative."""

    orientation_success_threshold: float = MISSING  # type: ignore[assignment]
    """Angle to the goal below which it is reached [rad]."""

    update_goal_on_success: bool = MISSING  # type: ignore[assignment]
    """Whether a goal that is reached is followed by the next."""

    marker_pos_offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """From the goal to where its marker is drawn [m]."""

    goal_pose_visualizer_cfg: VisualizationMarkersCfg = VisualizationMarkersCfg(
        prim_path="/Visuals/Command/goal_marker", markers={"goal": UsdFileCfg(usd_path=CUBE, scale=(1.0, 1.0, 1.0))}
    )
    """How the goal is drawn."""


# -- observations ------------------------------------------------------------------------------------------------------


def goal_quat_diff(
    env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg, command_name: str, make_quat_unique: bool
) -> torch.Tensor:
    """Observe the rotation from the goal to the object, as a quaternion, shape (N, 4)."""
    quat = quat_mul(as_torch(env.scene[asset_cfg.name].data.root_quat_w), quat_conjugate(_goal(env, command_name)))
    return quat_unique(quat) if make_quat_unique else quat


# -- rewards -----------------------------------------------------------------------------------------------------------


def success_bonus(env: ManagerBasedRLEnv, command_name: str, object_cfg: SceneEntityCfg = OBJECT) -> torch.Tensor:
    """Reward an object that is turned as commanded, within the threshold of the command: 1 or 0, shape (N,)."""
    threshold = env.command_manager.get_term(command_name).cfg.orientation_success_threshold
    return (_angle_to_goal(env, command_name, object_cfg) <= threshold).float()


def track_pos_l2(env: ManagerBasedRLEnv, command_name: str, object_cfg: SceneEntityCfg = OBJECT) -> torch.Tensor:
    """Give the distance of the object from its goal [m], shape (N,)."""
    goal = env.command_manager.get_term(command_name).command[:, :3]
    return (goal - _position_in_env(env, object_cfg)).norm(dim=-1)


def track_orientation_inv_l2(
    env: ManagerBasedRLEnv, command_name: str, object_cfg: SceneEntityCfg = OBJECT, rot_eps: float = 1e-3
) -> torch.Tensor:
    """Reward an object that is turned nearly as commanded: 1 / (angle + rot_eps), shape (N,)."""
    return 1.0 / (_angle_to_goal(env, command_name, object_cfg) + rot_eps)


# -- ends of episodes --------------------------------------------------------------------------------------------------


def max_consecutive_success(env: ManagerBasedRLEnv, num_success: int, command_name: str) -> torch.Tensor:
    """End episodes that have reached a number of goals, shape (N,), bool."""
    return env.command_manager.get_term(command_name).metrics["consecutive_success"] >= num_success


def object_away_from_goal(
    env: ManagerBasedRLEnv, threshold: float, command_name: str, object_cfg: SceneEntityCfg = OBJECT
) -> torch.Tensor:
    """End episodes in which the object is farther from its goal than a distance [m], shape (N,), bool."""
    return track_pos_l2(env, command_name, object_cfg) > threshold


def object_away_from_robot(
    env: ManagerBasedRLEnv,
    threshold: float,
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
    object_cfg: SceneEntityCfg = OBJECT,
) -> torch.Tensor:
    """End episodes in which the object is farther from the robot's root than a distance [m], shape (N,), bool."""
    robot, held = (as_torch(env.scene[cfg.name].data.root_pos_w) for cfg in (asset_cfg, object_cfg))
    return (robot - held).norm(dim=1) > threshold


def _goal(env: ManagerBasedRLEnv, command_name: str) -> torch.Tensor:
    return env.command_manager.get_term(command_name).command[:, 3:7]


def _angle_to_goal(env: ManagerBasedRLEnv, command_name: str, object_cfg: SceneEntityCfg) -> torch.Tensor:
    return quat_error_magnitude(as_torch(env.scene[object_cfg.name].data.root_quat_w), _goal(env, command_name))


def _position_in_env(env: ManagerBasedRLEnv, object_cfg: SceneEntityCfg) -> torch.Tensor:
    return as_torch(env.scene[object_cfg.name].data.root_pos_w) - as_torch(env.scene.env_origins)
