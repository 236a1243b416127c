"""Terms of turning an object in a hand that Isaac Lab 3.0.0 adds to those of 2.3.2, or has otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from pippin.assets import Articulation
from pippin.envs.managers import SceneEntityCfg
from pippin.envs.managers.env_rows import count_drawn, drawn_rows, put_rows
from pippin.tasks.reorient import mdp as version_2
from pippin.tasks.reorient.mdp import *  # noqa: F403
from pippin.utils import as_torch, configclass
from pippin.utils.math import quat_unique, random_orientation

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv


class ReorientCommand(version_2.InHandReOrientationCommand):
    """Command orientations of an object, all of them equally likely, and log how many goals an episode reaches.

    An episode that reaches n goals is given n + 1: ``Metrics/success_rate`` is the mean of n / (n + 1). A goal that is
    reached where it is drawn, at a reset within a step, does not count.

    Args:
        cfg: Config of the command.
        env: The environment.
    """

    cfg: ReorientCommandCfg

    def __init__(self, cfg: ReorientCommandCfg, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self._goals_reached = torch.zeros(self.num_envs, device=self.device)
        self._has_begun_in_step = torch.zeros(self.num_envs, dtype=torch.bool, device=self.device)
        self.metrics["success_rate"] = torch.zeros(self.num_envs, device=self.device)

    def reset(self, env_ids: Any = None) -> dict[str, torch.Tensor]:
        """Draw goals for new episodes.

        Args:
            env_ids: Environments; None for all.

        Returns:
            Metrics by name, averaged over the episodes that ended, shape () each, but for the rate of success.
        """
        self.metrics["success_rate"][:] = self._goals_reached / (self._goals_reached + 1.0)
        extras = super().reset(env_ids)
        put_rows(self._goals_reached, env_ids, 0.0)
        put_rows(self._has_begun_in_step, env_ids, self._env.reset_buf.bool()[drawn_rows(env_ids)])
        self._env.extras.setdefault("log", {})["Metrics/success_rate"] = extras.pop("success_rate")
        return extras

    def _resample_command(self, env_ids: Any) -> None:
        quat = as_torch(random_orientation(count_drawn(env_ids, self.num_envs), device=self.device))
        put_rows(self.quat_command_w, env_ids, as_torch(quat_unique(quat)) if self.cfg.make_quat_unique else quat)

    def _update_command(self) -> None:
        if not self.cfg.update_goal_on_success:
            return
        reached = self._is_reached() & ~self._has_begun_in_step
        self._has_begun_in_step.zero_()
        self._goals_reached += reached
        by_masks = getattr(self._env, "steps_by_masks", False)
        self._resample(reached if by_masks else reached.nonzero().flatten())

    def _debug_vis_callback(self, event: Any) -> None:
        if self.cfg.fixed_marker_pos is None:
            super()._debug_vis_callback(event)
            return
        position = torch.tensor(self.cfg.fixed_marker_pos, device=self.device)
        self.goal_pose_visualizer.visualize(position + as_torch(self._env.scene.env_origins), self.quat_command_w)


@configclass
class ReorientCommandCfg(version_2.InHandReOrientationCommandCfg):
    """Config of :class:`ReorientCommand`."""

    class_type: type = ReorientCommand

    fixed_marker_pos: tuple[float, float, float] | None = None
    """Where the goal is drawn in each environment [m]; None for beside the object."""


def reset_reorient_hand(
    env: ManagerBasedRLEnv,
    env_ids: torch.Tensor,
    joint_position_noise: float,
    joint_velocity_noise: float,
    robot_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Put the joints of hands between their defaults and their limits, and their targets where they are.

    Args:
        env: The environment.
        env_ids: Environments.
        joint_position_noise: How far towards their limits joints are at most, from 0 to 1.
        joint_velocity_noise: How fast joints are at most [rad/s].
        robot_cfg: The hand.
    """
    hand = env.scene[robot_cfg.name]
    scatter_within_limits(hand, joint_position_noise, joint_velocity_noise, env_ids)


def scatter_within_limits(
    hand: Articulation, position_noise: float, velocity_noise: float, env_ids: torch.Tensor | Sequence[int]
) -> torch.Tensor:
    """Put joints between their defaults and their limits, and their targets where they are.

    Version 2 draws offsets of the same size around the way to the lower limit; here each is towards a place that is
    drawn uniformly within the limits.

    Args:
        hand: The hands.
        position_noise: How far towards that place joints are, from 0 to 1.
        velocity_noise: How fast joints are at most [rad/s].
        env_ids: Environments, of which there are M.

    Returns:
        Positions of the joints [rad], shape (M, J).

    Raises:
        ValueError: ``position_noise`` is not from 0 to 1.
    """
    if not 0.0 <= position_noise <= 1.0:
        raise ValueError(f"The noise of the joints' positions is {position_noise}; expected a number from 0 to 1.")
    defaults = as_torch(hand.data.default_joint_pos)[env_ids]
    limits = as_torch(hand.data.joint_pos_limits)[env_ids]
    lower, upper = limits[..., 0], limits[..., 1]
    places = lower + (upper - lower) * torch.rand_like(defaults)
    positions = (defaults + position_noise * (places - defaults)).clamp(lower, upper)
    velocities = velocity_noise * (2.0 * torch.rand_like(defaults) - 1.0)
    velocities += as_torch(hand.data.default_joint_vel)[env_ids]
    hand.set_joint_position_target_index(target=positions, env_ids=env_ids)
    hand.write_joint_position_to_sim_index(position=positions, env_ids=env_ids)
    hand.write_joint_velocity_to_sim_index(velocity=velocities, env_ids=env_ids)
    return positions


def fingertip_pos(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Observe the positions of bodies in their environments' frames [m], shape (N, 3 B)."""
    positions = as_torch(env.scene[asset_cfg.name].data.body_pos_w)[:, asset_cfg.body_ids]
    return (positions - as_torch(env.scene.env_origins).unsqueeze(1)).flatten(1)


def fingertip_vel(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Observe the velocities of bodies in the world, (linear [m/s], angular [rad/s]), shape (N, 6 B)."""
    return as_torch(env.scene[asset_cfg.name].data.body_vel_w)[:, asset_cfg.body_ids].flatten(1)
