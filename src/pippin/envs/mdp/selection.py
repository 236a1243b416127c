"""Picking columns and rows of arrays by what configs and managers name them with."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import torch

from pippin.utils import as_torch

Ids = Sequence[int] | torch.Tensor | slice | int
"""Indices of joints, bodies or environments; one number for one of them."""


def columns(array: Any, ids: Ids) -> torch.Tensor:
    """Columns of an array of data.

    Args:
        array: Shape (N, C, ...), as data hands it out.
        ids: The columns: of :attr:`SceneEntityCfg.joint_ids` and the like.

    Returns:
        Shape (N, number of ids, ...); the memory of the array itself where the ids are a slice.
    """
    values = as_torch(array)
    return values[:, index(ids, values.device)]


def index(ids: Ids, device: torch.device | str) -> torch.Tensor | slice:
    """Ids that index tensors without waiting for a GPU, shape (number of ids,): lists are sent there once."""
    if isinstance(ids, (torch.Tensor, slice)):
        return ids
    if isinstance(ids, int):
        return slice(ids, ids + 1 if ids != -1 else None)
    return _on_device(tuple(ids), str(device))


def rows_and_columns(array: Any, env_ids: Ids, ids: Ids) -> torch.Tensor:
    """New tensor with some columns of some rows of an array, shape (number of envs, number of ids, ...)."""
    values = as_torch(array)
    rows, picked = index(env_ids, values.device), index(ids, values.device)
    if isinstance(rows, slice) or isinstance(picked, slice):
        return values[rows][:, picked].clone() if isinstance(rows, slice) else values[rows][:, picked]
    return values[rows.unsqueeze(1), picked]


def rows_on_host(env_ids: Ids | None, num_envs: int) -> torch.Tensor:
    """Environments as numbers on the CPU, shape (E,); None means all."""
    if env_ids is None or isinstance(env_ids, slice):
        return torch.arange(num_envs, device="cpu")[slice(None) if env_ids is None else env_ids]
    return torch.as_tensor(env_ids, device="cpu").long().reshape(-1)


def count(ids: Ids, size: int) -> int:
    """Number of entries that ids choose among ``size``."""
    if isinstance(ids, int):
        return 1
    return len(range(size)[ids]) if isinstance(ids, slice) else len(ids)


@functools.lru_cache(maxsize=1024)
def _on_device(ids: tuple[int, ...], device: str) -> torch.Tensor:
    return torch.tensor(ids, dtype=torch.long, device=device)
