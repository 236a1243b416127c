"""Terms of lifting and turning things that Isaac Lab 3.0.0 has otherwise than 2.3.2, or adds."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import torch

from pippin.envs.managers import ManagerTermBase, SceneEntityCfg
from pippin.envs.managers.env_rows import put_rows
from pippin.envs.mdp import *  # noqa: F403
from pippin.envs.mdp import DifficultyScheduler  # noqa: F401  (another one than version 2's)
from pippin.tasks.dexsuite import mdp as version_2
from pippin.tasks.dexsuite.clearance_mdp import (  # noqa: F401
    GraspTravelDistanceCfg,
    MeshClearanceCfg,
    SlabClearanceCfg,
    grasp_travel_distance,
    mesh_clearance,
    slab_clearance,
)
from pippin.tasks.dexsuite.grasp_events import (  # noqa: F401
    reset_joints_shared_offset,
    reset_to_grasp,
    reset_to_target,
)
from pippin.tasks.dexsuite.mdp import body_state_b, object_point_cloud_b, object_quat_b  # noqa: F401
from pippin.tasks.dexsuite.pose_command_version_3 import (  # noqa: F401
    ObjectUniformPoseCommand,
    ObjectUniformPoseCommandCfg,
)
from pippin.tasks.dexsuite.reset_bank import conditional_reset, get_reset_state, set_reset_state  # noqa: F401
from pippin.tasks.manipulation.lift_mdp import object_reached_goal  # noqa: F401
from pippin.tasks.utils.success_monitor import SuccessMonitor, SuccessMonitorCfg  # noqa: F401
from pippin.utils import as_torch
from pippin.utils.math import quat_error_magnitude, quat_mul

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

ROBOT, OBJECT = version_2.ROBOT, version_2.OBJECT


# -- observations ------------------------------------------------------------------------------------------------------


def fingers_contact_force_b(
    env: ManagerBasedRLEnv, contact_sensor_names: list[str], asset_cfg: SceneEntityCfg = ROBOT
) -> torch.Tensor:
    """Observe forces between fingers and their partners in the frame of the robot's root [N], shape (N, 3 S).

    Args:
        env: The environment.
        contact_sensor_names: Names of S contact sensors, each with one body and one partner.
        asset_cfg: The robot.
    """
    return version_2.fingers_contact_force_b(env, contact_sensor_names, asset_cfg).flatten(1)


# -- rewards -----------------------------------------------------------------------------------------------------------


def contacts(env: ManagerBasedRLEnv, threshold: float, thumb_name: str, finger_names: list[str]) -> torch.Tensor:
    """Whether the thumb and another finger push the object with more than a force, shape (N,), bool.

    Args:
        env: The environment.
        threshold: The force [N].
        thumb_name: Name of the contact sensor of the thumb.
        finger_names: Names of those of the fingers.
    """
    touches = version_2.finger_forces(env, [thumb_name, *finger_names]) > threshold
    return touches[:, 0] & touches[:, 1:].any(dim=1)


def contact_count(env: ManagerBasedRLEnv, threshold: float, sensor_names: list[str]) -> torch.Tensor:
    """Share of the sensors that feel more than a force [N], shape (N,)."""
    return (version_2.finger_forces(env, sensor_names) > threshold).float().mean(dim=1)


def object_ee_distance(
    env: ManagerBasedRLEnv,
    std: float,
    thumb_name: str,
    finger_names: list[str],
    contact_threshold: float = 1.0,
    object_cfg: SceneEntityCfg = OBJECT,
    asset_cfg: SceneEntityCfg = ROBOT,
) -> torch.Tensor:
    """Reward bodies near the object, 1 - tanh(largest distance / std), a tenth of it where it is not grasped.

    Args:
        env: The environment.
        std: Scale of the distance [m].
        thumb_name: Name of the contact sensor of the thumb.
        finger_names: Names of those of the fingers.
        contact_threshold: Force from which on a finger touches [N].
        object_cfg: The object.
        asset_cfg: The robot and its bodies.

    Returns:
        Shape (N,).
    """
    near = version_2.object_ee_distance(env, std, object_cfg, asset_cfg)
    return torch.where(contacts(env, contact_threshold, thumb_name, finger_names), near, 0.1 * near)


class success_reward(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Reward a grasped object at its goal: the product of 1 - tanh(error / std) of place and turn.

    ``succeeded``, shape (N,), bool, tells since when the episode began both errors were below ``std`` once.

    Args:
        cfg: Config of the term.
        env: The environment.
    """

    takes_masks = True

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self.succeeded = torch.zeros(env.num_envs, dtype=torch.bool, device=env.device)

    def reset(self, env_ids: Any = None) -> None:
        """Forget successes of episodes that have ended."""
        put_rows(self.succeeded, env_ids, False)

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        command_name: str,
        asset_cfg: SceneEntityCfg,
        align_asset_cfg: SceneEntityCfg,
        pos_std: float,
        thumb_name: str,
        finger_names: list[str],
        contact_threshold: float = 0.01,
        rot_std: float | None = None,
    ) -> torch.Tensor:
        """Compute the reward.

        Args:
            env: The environment.
            command_name: Name of the command of poses.
            asset_cfg: Robot in whose frame the command is.
            align_asset_cfg: The object.
            pos_std: Scale of the distance [m].
            thumb_name: Name of the contact sensor of the thumb.
            finger_names: Names of those of the fingers.
            contact_threshold: Force from which on a finger touches [N].
            rot_std: Scale of the angle [rad]; None or 0 takes the square of the distance's reward instead.

        Returns:
            Shape (N,).
        """
        distance, angle = version_2.pose_errors(env, command_name, asset_cfg, align_asset_cfg, slice(None))
        near, is_there = 1 - torch.tanh(distance / pos_std), distance < pos_std
        if rot_std:
            reward, is_there = near * (1 - torch.tanh(angle / rot_std)), is_there & (angle < rot_std)
        else:
            reward = near.square()
        is_held = contacts(env, contact_threshold, thumb_name, finger_names)
        torch.logical_or(self.succeeded, is_there & is_held, out=self.succeeded)
        return reward * is_held


class _ProgressReward(ManagerTermBase):
    """Reward steps in which an error is smaller than ever since its goal is commanded, by some amount.

    ``best_error``, shape (N,), is what an error is compared with: that at which a reward was paid last, or the first
    one; infinity before.

    Args:
        cfg: Config of the term.
        env: The environment.
    """

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self.best_error = torch.full((env.num_envs,), torch.inf, device=env.device)
        self._goal = torch.full((env.num_envs, 7), torch.nan, device=env.device)

    def reset(self, env_ids: Any = None) -> None:
        """Forget the errors of episodes that have ended."""
        put_rows(self.best_error, env_ids, torch.inf)

    def _paid(self, error: torch.Tensor, counts: torch.Tensor, amount: float, goal: torch.Tensor) -> torch.Tensor:
        """1 where an error counts and is smaller by the amount, else 0, shape (N,)."""
        self.best_error.masked_fill_((self._goal != goal).any(dim=1), torch.inf)
        self._goal.copy_(goal)
        self.best_error.copy_(torch.where(self.best_error.isinf(), error, self.best_error))
        is_paid = counts & (error < self.best_error - amount)
        self.best_error.copy_(torch.where(is_paid, error, self.best_error))
        return is_paid.float()


class position_command_progress(_ProgressReward):  # noqa: N801 (Isaac Lab's name)
    """Reward steps that bring a grasped object nearer to its goal than ever.

    Args:
        cfg: Config of the term.
        env: The environment.
    """

    takes_masks = True

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        command_name: str,
        asset_cfg: SceneEntityCfg,
        align_asset_cfg: SceneEntityCfg,
        thumb_name: str,
        finger_names: list[str],
        contact_threshold: float = 0.1,
        min_improvement: float = 0.01,
    ) -> torch.Tensor:
        """Compute the reward, 1 or 0, shape (N,).

        Args:
            env: The environment.
            command_name: Name of the command of poses.
            asset_cfg: Robot in whose frame the command is.
            align_asset_cfg: The object.
            thumb_name: Name of the contact sensor of the thumb.
            finger_names: Names of those of the fingers.
            contact_threshold: Force from which on a finger touches [N].
            min_improvement: How much nearer it has to be [m].
        """
        distance, _ = version_2.pose_errors(env, command_name, asset_cfg, align_asset_cfg, slice(None))
        is_held = contacts(env, contact_threshold, thumb_name, finger_names)
        return self._paid(distance, is_held, min_improvement, env.command_manager.get_command(command_name))


class orientation_command_progress(_ProgressReward):  # noqa: N801 (Isaac Lab's name)
    """Reward steps that turn a grasped object more towards its goal than ever.

    Args:
        cfg: Config of the term.
        env: The environment.
    """

    takes_masks = True

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        command_name: str,
        asset_cfg: SceneEntityCfg,
        align_asset_cfg: SceneEntityCfg,
        thumb_name: str,
        finger_names: list[str],
        contact_threshold: float = 0.1,
        min_improvement: float = 0.05,
    ) -> torch.Tensor:
        """Compute the reward, 1 or 0, shape (N,).

        Args:
            env: The environment.
            command_name: Name of the command of poses.
            asset_cfg: Robot in whose frame the command is.
            align_asset_cfg: The object.
            thumb_name: Name of the contact sensor of the thumb.
            finger_names: Names of those of the fingers.
            contact_threshold: Force from which on a finger touches [N].
            min_improvement: How much more it has to be turned [rad].
        """
        command = env.command_manager.get_command(command_name)
        goal = quat_mul(as_torch(env.scene[asset_cfg.name].data.root_link_quat_w), command[:, 3:7])
        angle = quat_error_magnitude(as_torch(env.scene[align_asset_cfg.name].data.root_quat_w), goal)
        is_held = contacts(env, contact_threshold, thumb_name, finger_names)
        return self._paid(angle, is_held, min_improvement, command)


def position_command_error_tanh(  # type: ignore[no-redef]
    env: ManagerBasedRLEnv,
    std: float,
    command_name: str,
    asset_cfg: SceneEntityCfg,
    align_asset_cfg: SceneEntityCfg,
    thumb_name: str,
    finger_names: list[str],
    contact_threshold: float = 0.1,
) -> torch.Tensor:
    """Reward a grasped object near its goal, 1 - tanh(distance [m] / std), shape (N,); superseded by its progress."""
    _superseded("position")
    distance, _ = version_2.pose_errors(env, command_name, asset_cfg, align_asset_cfg, slice(None))
    return (1 - torch.tanh(distance / std)) * contacts(env, contact_threshold, thumb_name, finger_names)


def orientation_command_error_tanh(
    env: ManagerBasedRLEnv,
    std: float,
    command_name: str,
    asset_cfg: SceneEntityCfg,
    align_asset_cfg: SceneEntityCfg,
    thumb_name: str,
    finger_names: list[str],
    contact_threshold: float = 0.1,
) -> torch.Tensor:
    """Reward a grasped object turned as its goal, 1 - tanh(angle [rad] / std), shape (N,); superseded by progress."""
    _superseded("orientation")
    command = env.command_manager.get_command(command_name)
    goal = quat_mul(as_torch(env.scene[asset_cfg.name].data.root_link_quat_w), command[:, 3:7])
    angle = quat_error_magnitude(as_torch(env.scene[align_asset_cfg.name].data.root_quat_w), goal)
    return (1 - torch.tanh(angle / std)) * contacts(env, contact_threshold, thumb_name, finger_names)


def _superseded(kind: str) -> None:
    warnings.warn(
        f"'{kind}_command_error_tanh' is deprecated; use '{kind}_command_progress', with 'min_improvement' for 'std'.",
        DeprecationWarning,
        stacklevel=3,
    )


# -- terminations ------------------------------------------------------------------------------------------------------


def out_of_bound(
    env: ManagerBasedRLEnv,
    asset_cfg: SceneEntityCfg = OBJECT,
    in_bound_range: Mapping[str, tuple[float, float]] | None = None,
) -> torch.Tensor:
    """Whether an object is out of ranges about the environment's origin [m], or its state is no number.

    Args:
        env: The environment.
        asset_cfg: The object.
        in_bound_range: Ranges of "x", "y" and "z". An axis without a range is out anywhere but at 0.

    Returns:
        Shape (N,), bool.
    """
    data = env.scene[asset_cfg.name].data
    state = (as_torch(each) for each in (data.root_pos_w, data.root_quat_w, data.root_vel_w))
    is_out = ~torch.cat(tuple(state), dim=1).isfinite().all(dim=1)
    place = as_torch(data.root_pos_w) - as_torch(env.scene.env_origins)
    for axis, coordinates in zip("xyz", place.T, strict=True):
        least, largest = (in_bound_range or {}).get(axis, (0.0, 0.0))
        is_out = is_out | (coordinates < least) | (coordinates > largest)
    return is_out


def abnormal_robot_state(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = ROBOT) -> torch.Tensor:
    """Whether one of the joints moves at more than twice its velocity limit, shape (N,), bool."""
    data, joints = env.scene[asset_cfg.name].data, asset_cfg.joint_ids
    speeds, limits = as_torch(data.joint_vel)[:, joints].abs(), as_torch(data.joint_vel_limits)[:, joints]
    return (speeds > 2.0 * limits).any(dim=1)


# -- curricula ---------------------------------------------------------------------------------------------------------


def difficulty_interpolate_float(
    env: ManagerBasedRLEnv, _env_ids: Sequence[int], _data: float, initial_value: float, final_value: float
) -> float:
    """Interpolate a number by the share of the curriculum's term "adr", a function for ``modify_term_cfg``.

    Args:
        env: The environment.
        initial_value: Number at a share of 0.
        final_value: Number at a share of 1.
    """
    share = min(max(env.curriculum_manager.cfg.adr.func.difficulty_frac, 0.0), 1.0)
    return initial_value + share * (final_value - initial_value)
