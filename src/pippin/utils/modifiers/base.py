"""What modifiers with a memory have in common, and the config of every modifier."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import MISSING
from typing import Any

import torch

from pippin.utils.configclass import configclass


@configclass
class ModifierCfg:
    """A modifier of an observation."""

    func: Any = MISSING
    """Function of the data and of ``params``, or a class derived from :class:`ModifierBase`."""

    params: dict[str, Any] = {}
    """Further arguments of the function. A class reads them from its config."""


class ModifierBase(ABC):
    """Base of modifiers that remember.

    Args:
        cfg: Config of the modifier.
        data_dim: Shape of the data, (num_envs, ...).
        device: Torch device of the data.
    """

    def __init__(self, cfg: ModifierCfg, data_dim: tuple[int, ...], device: str) -> None:
        self._cfg = cfg
        self._data_dim = data_dim
        self._device = device

    @abstractmethod
    def reset(self, env_ids: Sequence[int] | torch.Tensor | slice | None = None) -> None:
        """Forget what was remembered of environments; None means all."""

    @abstractmethod
    def __call__(self, data: torch.Tensor) -> torch.Tensor:
        """Return the modified data, of the same shape."""
