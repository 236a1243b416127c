"""Rewards of poses by keypoints: points that lie around a frame, compared with where they should be.

Names, values and formulas are those of ``manipulation.deploy.mdp`` in Isaac Lab 2.3.2, which has them as classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.envs.mdp import *  # noqa: F403
from pippin.utils import as_torch
from pippin.utils.math import quat_apply

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv


def keypoint_command_error(
    env: ManagerBasedRLEnv,
    command_name: str,
    asset_cfg: SceneEntityCfg,
    keypoint_scale: float = 1.0,
    add_cube_center_kp: bool = True,
) -> torch.Tensor:
    """Mean distance of the keypoints of a frame from those of a commanded pose [m], shape (N,).

    Args:
        env: The environment.
        command_name: Command of poses in the source frame of the sensor.
        asset_cfg: A frame transformer, whose first target frame is meant.
        keypoint_scale: Distance of the keypoints from the frame's origin, along its axes [m].
        add_cube_center_kp: Whether the origin is a keypoint, too.
    """
    return _distances(env, command_name, asset_cfg, keypoint_scale, add_cube_center_kp).mean(dim=-1)


def keypoint_command_error_exp(
    env: ManagerBasedRLEnv,
    command_name: str,
    asset_cfg: SceneEntityCfg,
    kp_exp_coeffs: Sequence[tuple[float, float]] = ((1.0, 0.1),),
    kp_use_sum_of_exps: bool = True,
    keypoint_scale: float = 1.0,
    add_cube_center_kp: bool = True,
) -> torch.Tensor:
    """Sum over pairs (a, b) of 1 / (exp(a d) + b + exp(-a d)) of keypoints' distances d, shape (N,).

    Args:
        env: The environment.
        command_name: As of :func:`keypoint_command_error`, like the arguments that are not named here.
        asset_cfg: As there.
        kp_exp_coeffs: The pairs.
        kp_use_sum_of_exps: Whether it is the mean over the keypoints, rather than that of their mean distance.
        keypoint_scale: As there.
        add_cube_center_kp: As there.
    """
    distances = _distances(env, command_name, asset_cfg, keypoint_scale, add_cube_center_kp)
    if not kp_use_sum_of_exps:
        distances = distances.mean(dim=-1, keepdim=True)
    # exp(a d) overflows to infinity far away, whose inverse is the 0 that is meant
    terms = [1.0 / (torch.exp(a * distances) + b + torch.exp(-a * distances)) for a, b in kp_exp_coeffs]
    return torch.stack(terms).sum(dim=0).mean(dim=-1)


def _distances(
    env: ManagerBasedRLEnv, command_name: str, asset_cfg: SceneEntityCfg, scale: float, with_origin: bool
) -> torch.Tensor:
    """Distance of each keypoint from where it should be [m], shape (N, 6 or 7)."""
    command, frames = env.command_manager.get_command(command_name), env.scene[asset_cfg.name].data
    axes = scale * torch.eye(3, device=env.device)
    points = torch.cat([*([torch.zeros_like(axes[:1])] if with_origin else []), axes, -axes])
    wanted = _placed(points, command[:, :3], command[:, 3:7])
    there = _placed(points, as_torch(frames.target_pos_source)[:, 0], as_torch(frames.target_quat_source)[:, 0])
    return (wanted - there).norm(dim=-1)


def _placed(points: torch.Tensor, position: torch.Tensor, rotation: torch.Tensor) -> torch.Tensor:
    """Points of a frame at poses, shape (N, number of points, 3)."""
    shape = (len(position), *points.shape)
    turned = quat_apply(rotation.unsqueeze(1).expand(*shape[:2], 4), points.expand(shape))
    return position.unsqueeze(1) + as_torch(turned)
