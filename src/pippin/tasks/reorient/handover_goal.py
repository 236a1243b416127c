"""Goals of two hands that pass a ball to and fro, as Isaac Lab 3.0.0 has them, and the terms that ask for them."""

from __future__ import annotations

from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

import torch

from pippin.envs.managers import CommandTerm, CommandTermCfg, SceneEntityCfg
from pippin.envs.managers.env_rows import count_drawn, drawn_rows, put_rows
from pippin.sim.markers import VisualizationMarkers, VisualizationMarkersCfg
from pippin.tasks.reorient.hand_over_env import ball_goal_cfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import default_orientation, quat_apply, random_orientation

if TYPE_CHECKING:
    from pippin.assets import RigidObject
    from pippin.envs import ManagerBasedRLEnv

GOAL_POSITION_OFFSET = (0.36, 0.0, 0.04)
"""Where the goal of a hand is, in the frame of its root [m]."""


class HandoverGoal:
    """Places where the ball is to be: at the left hand first, and at the other one whenever it has been there enough.

    Args:
        hand_root_poses: Poses of the right and the left hand in their environments, (position [m], quaternion), shape
            (2, N, 7).
        position_offset: Where a hand's goal is, in the frame of its root [m].
    """

    def __init__(self, hand_root_poses: torch.Tensor, position_offset: tuple[float, float, float]) -> None:
        count, device = hand_root_poses.shape[1], hand_root_poses.device
        offsets = torch.tensor(position_offset, device=device).expand(2, count, 3)
        self._positions = hand_root_poses[..., :3] + as_torch(quat_apply(hand_root_poses[..., 3:7], offsets))
        self.position = self._positions[1].clone()
        """Goals in the environments' frames [m], shape (N, 3), which are written in place."""
        self.success_steps = torch.zeros(count, dtype=torch.long, device=device)
        """Steps that the ball was at this goal, shape (N,)."""
        self.goals_reached = torch.zeros(count, device=device)
        """Goals that were reached in this episode, shape (N,)."""
        self._is_left = torch.ones(count, dtype=torch.bool, device=device)

    def update(self, is_there: torch.Tensor, steps_required: int) -> torch.Tensor:
        """Count a step, and change sides where the ball was at its goal for enough of them.

        Args:
            is_there: Whether the ball is at its goal, shape (N,).
            steps_required: Steps that are enough, one after the other or not.

        Returns:
            Where sides were changed, shape (N,), bool.

        Raises:
            ValueError: ``steps_required`` is below 1.
        """
        if steps_required < 1:
            raise ValueError(f"The steps that a goal requires are {steps_required}; expected 1 or more.")
        self.success_steps += is_there
        is_reached = self.success_steps >= steps_required
        self.goals_reached += is_reached
        self.success_steps.masked_fill_(is_reached, 0)
        self._is_left ^= is_reached
        self.position.copy_(torch.where(self._is_left.unsqueeze(-1), self._positions[1], self._positions[0]))
        return is_reached

    def success_rate(self) -> torch.Tensor:
        """Of n goals reached, and the one that is not yet, n / (n + 1), shape (N,)."""
        return self.goals_reached / (self.goals_reached + 1.0)

    def reset(self, env_ids: Any) -> None:
        """Begin at the left hand, with nothing reached.

        Args:
            env_ids: Environments.
        """
        put_rows(self._is_left, env_ids, True)
        put_rows(self.success_steps, env_ids, 0)
        put_rows(self.goals_reached, env_ids, 0.0)
        put_rows(self.position, env_ids, self._positions[1][drawn_rows(env_ids)])


class HandoverCommand(CommandTerm):
    """Command poses of a ball at one hand and then at the other, to and fro.

    Args:
        cfg: Config of the command.
        env: The environment.
    """

    cfg: HandoverCommandCfg

    def __init__(self, cfg: HandoverCommandCfg, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self._object: RigidObject = env.scene[cfg.asset_name]
        hands = (env.scene[name] for name in (cfg.right_hand_name, cfg.left_hand_name))
        poses = torch.stack([as_torch(hand.data.default_root_pose) for hand in hands])
        self._goal = HandoverGoal(poses, cfg.position_offset)
        self.pos_command_e = self._goal.position
        self.quat_command_w = default_orientation(self.num_envs, self.device)
        for name in ("goal_distance", "success_rate", "consecutive_success"):
            self.metrics[name] = torch.zeros(self.num_envs, device=self.device)

    @property
    def command(self) -> torch.Tensor:
        """Goals in the environments' frames, (position [m], quaternion), shape (N, 7)."""
        return torch.cat([self.pos_command_e, self.quat_command_w], dim=-1)

    def reset(self, env_ids: Any = None) -> dict[str, torch.Tensor]:
        """Begin episodes, and log how many goals those reached that end.

        Args:
            env_ids: Environments; None for all.

        Returns:
            Metrics by name, averaged over the episodes that ended, shape () each; the goals reached are in the log.
        """
        self.metrics["success_rate"][:] = self._goal.success_rate()
        self.metrics["consecutive_success"][:] = self._goal.goals_reached
        extras = super().reset(env_ids)
        log = self._env.extras.setdefault("log", {})
        for name in ("success_rate", "consecutive_success"):
            log[f"Metrics/{name}"] = extras.pop(name)
        return extras

    def _update_metrics(self) -> None:
        position = as_torch(self._object.data.root_pos_w) - as_torch(self._env.scene.env_origins)
        self.metrics["goal_distance"][:] = (position - self.pos_command_e).norm(dim=-1)

    def _resample_command(self, env_ids: Any) -> None:
        self._goal.reset(env_ids)
        quat = random_orientation(count_drawn(env_ids, self.num_envs), device=self.device)
        put_rows(self.quat_command_w, env_ids, as_torch(quat))

    def _update_command(self) -> None:
        has_begun = self._env.reset_terminated | self._env.reset_time_outs  # within this step, before any physics
        is_there = self.metrics["goal_distance"] < self.cfg.success_distance_threshold
        self._goal.update(is_there & ~has_begun, self.cfg.success_steps_required)
        steps = self._goal.success_steps.float().mean()
        self._env.extras.setdefault("log", {})["Diagnostics/success_steps"] = steps

    def _set_debug_vis_impl(self, debug_vis: bool) -> None:
        if debug_vis and not hasattr(self, "_goal_visualizer"):
            self._goal_visualizer = VisualizationMarkers(self.cfg.goal_visualizer_cfg)
        if hasattr(self, "_goal_visualizer"):
            self._goal_visualizer.set_visibility(debug_vis)

    def _debug_vis_callback(self, event: Any) -> None:
        positions = self.pos_command_e + as_torch(self._env.scene.env_origins)
        self._goal_visualizer.visualize(positions, self.quat_command_w)


@configclass
class HandoverCommandCfg(CommandTermCfg):
    """Config of :class:`HandoverCommand`."""

    class_type: type = HandoverCommand

    resampling_time_range: tuple[float, float] = (1.0e6, 1.0e6)
    """Commands do not end by time."""

    asset_name: str = MISSING  # type: ignore[assignment]
    """Name of the ball in the scene."""

    right_hand_name: str = "right_hand"
    left_hand_name: str = "left_hand"
    position_offset: tuple[float, float, float] = GOAL_POSITION_OFFSET
    """Where the goal of a hand is, in the frame of its root [m]."""

    success_distance_threshold: float = 0.1
    """Distance from the goal below which the ball is at it [m]."""

    success_steps_required: int = 20
    """Steps at a goal after which the other hand's is the next."""

    goal_visualizer_cfg: VisualizationMarkersCfg = ball_goal_cfg("/Visuals/Command/goal_marker")
    """How the goal is drawn."""


def handover_goal_distance_reward(
    env: ManagerBasedRLEnv,
    command_name: str,
    distance_scale: float,
    object_cfg: SceneEntityCfg = SceneEntityCfg("object"),
) -> torch.Tensor:
    """Reward an object near its goal, for both hands: 4 exp(-distance_scale distance), shape (N,)."""
    position = as_torch(env.scene[object_cfg.name].data.root_pos_w) - as_torch(env.scene.env_origins)
    distance = (position - env.command_manager.get_command(command_name)[:, :3]).norm(dim=-1)
    return 4.0 * torch.exp(-distance_scale * distance)
