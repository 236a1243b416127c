"""Which environments a call is about: ids, a slice, None for all, or a mask.

A mask, bool of shape (num_envs,) on the environments' device, is what a captured step has: how many environments it
holds for is not known to the host. What is called with one draws values for all environments, and keeps them where the
mask holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import torch

Function = TypeVar("Function", bound=Callable)


def takes_masks(function: Function) -> Function:
    """Say of an event or a curriculum that a mask may name its environments.

    Classes say it by an attribute ``takes_masks``.
    """
    function.takes_masks = True  # type: ignore[attr-defined]
    return function


def is_mask(env_ids: Any) -> bool:
    """Whether environments are named by a mask."""
    return isinstance(env_ids, torch.Tensor) and env_ids.dtype == torch.bool


def drawn_rows(env_ids: Any) -> Any:
    """Rows for which values are drawn, as they index tensors: all of them for a mask."""
    return slice(None) if env_ids is None or is_mask(env_ids) else env_ids


def count_drawn(env_ids: Any, num_envs: int) -> int:
    """Number of rows for which values are drawn."""
    rows = drawn_rows(env_ids)
    return len(range(num_envs)[rows]) if isinstance(rows, slice) else len(rows)


def put_rows(values: torch.Tensor, env_ids: Any, drawn: torch.Tensor | float) -> None:
    """Put what was drawn into the rows of a tensor, in place.

    Args:
        values: Shape (num_envs, ...).
        env_ids: Environments.
        drawn: Shape (number of rows drawn, ...), or one number.
    """
    if not is_mask(env_ids):
        values[drawn_rows(env_ids)] = drawn
        return
    mask = env_ids.view(-1, *(1,) * (values.ndim - 1))
    if isinstance(drawn, torch.Tensor):
        values.copy_(torch.where(mask, drawn, values))
    else:
        values.masked_fill_(mask, drawn)


def mean_of_rows(values: torch.Tensor, env_ids: Any) -> torch.Tensor:
    """Mean over environments, of shape (...); 0 where a mask holds for none.

    Args:
        values: Shape (num_envs, ...).
        env_ids: Environments.
    """
    if not is_mask(env_ids):
        return values[drawn_rows(env_ids)].float().mean(dim=0)
    mask = env_ids.view(-1, *(1,) * (values.ndim - 1))
    return torch.where(mask, values.float(), 0.0).sum(dim=0) / env_ids.sum().clamp_min(1)
