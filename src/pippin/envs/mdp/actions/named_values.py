"""Scales, offsets and limits of actions that configs give by names of joints."""

from __future__ import annotations

import torch

from pippin.utils import resolve_matching_names_values


def named_values(
    name: str, values: float | dict[str, float], names: list[str], num_envs: int, default: float, device: str
) -> torch.Tensor | float:
    """Values that a config gives as one number, or by names.

    Args:
        name: Name of the setting, for errors.
        values: A number, or numbers by names or regular expressions.
        names: What the columns are called.
        num_envs: Number of rows, N.
        default: Value of columns that are not named.
        device: Torch device.

    Returns:
        The number, or a tensor of shape (N, number of names).

    Raises:
        ValueError: The config gives something else, or names what there is not.
    """
    if isinstance(values, (int, float)):
        return float(values)
    if not isinstance(values, dict):
        raise ValueError(
            f"'{name}' of an action is a {type(values).__name__}: it should be a number, or a dict by names."
        )
    columns = torch.full((num_envs, len(names)), default, device=device)
    found, _, numbers = resolve_matching_names_values(values, names)
    columns[:, found] = torch.tensor(numbers, dtype=torch.float32, device=device)
    return columns


def named_limits(clip: dict[str, tuple] | None, names: list[str], num_envs: int, device: str) -> torch.Tensor | None:
    """Lower and upper limits that a config gives by names, infinite for those that are not named.

    Returns:
        Shape (N, number of names, 2); None if the config gives none.

    Raises:
        ValueError: The config gives no dict, or names what there is not.
    """
    if clip is None:
        return None
    if not isinstance(clip, dict):
        raise ValueError(f"'clip' of an action is a {type(clip).__name__}: it should be a dict of pairs by names.")
    limits = torch.tensor([-torch.inf, torch.inf], device=device).repeat(num_envs, len(names), 1)
    found, _, pairs = resolve_matching_names_values(clip, names)
    limits[:, found] = torch.tensor([list(pair) for pair in pairs], dtype=torch.float32, device=device)
    return limits


def clip_into(values: torch.Tensor, limits: torch.Tensor | None) -> torch.Tensor:
    """Keep values, shape (num_envs, n), within limits, in place."""
    return values if limits is None else values.clamp_(limits[..., 0], limits[..., 1])
