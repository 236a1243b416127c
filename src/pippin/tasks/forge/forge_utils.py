"""Functions of environments that put parts together gently."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from pippin.utils import as_torch
from pippin.utils.math import quat_apply, subtract_frame_transforms


def get_random_prop_gains(
    default_values: torch.Tensor, noise_levels: Sequence[float], num_envs: int, device: str
) -> torch.Tensor:
    """Draw values that are larger by a share, or by its inverse smaller, with equal probability.

    Args:
        default_values: Values, shape (N, K).
        noise_levels: Largest share by which each is larger, shape (K,).
        num_envs: N.
        device: Device of the values.

    Returns:
        Values between ``default / (1 + level)`` and ``default (1 + level)``, shape (N, K).
    """
    shape = (num_envs, default_values.shape[1])
    factor = 1.0 + torch.rand(shape, device=device) * torch.tensor(noise_levels, dtype=torch.float32, device=device)
    is_smaller = torch.rand(shape, device=device) > 0.5
    return default_values * torch.where(is_smaller, 1.0 / factor, factor)


def change_FT_frame(  # noqa: N802 (Isaac Lab's name)
    source_F: torch.Tensor,
    source_T: torch.Tensor,
    source_frame: tuple[torch.Tensor, torch.Tensor],
    target_frame: tuple[torch.Tensor, torch.Tensor],
) -> tuple[torch.Tensor, torch.Tensor]:
    """Give a wrench in another frame, as Isaac Lab does: with the pose of the target in the source.

    Args:
        source_F: Forces [N], shape (N, 3).
        source_T: Torques [N m], shape (N, 3).
        source_frame: Orientations and positions [m] of the frames that they are in, shapes (N, 4) and (N, 3).
        target_frame: The same of the frames that they are wanted in.

    Returns:
        Forces and torques, shape (N, 3) each.
    """
    place, turn = subtract_frame_transforms(source_frame[1], source_frame[0], target_frame[1], target_frame[0])
    place, turn = as_torch(place), as_torch(turn)
    torque = source_T + torch.linalg.cross(place, source_F)
    return as_torch(quat_apply(turn, source_F)), as_torch(quat_apply(turn, torque))
