"""Names of omni.replicator.core: the seed of random numbers; pictures are made by Pippin's cameras."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import torch


def set_global_seed(seed: int) -> None:
    """Seed the random numbers of Python, NumPy and PyTorch."""
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


class vp_manager:
    """What keeps Replicator's pictures on the GPU. Pippin's cameras keep their own."""

    @staticmethod
    def destroy_hydra_textures(name: str = "Replicator") -> None:
        """Do nothing: there are no such pictures."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return type(name, (_Absent,), {"__module__": __name__})


class _Absent:
    """A part of Replicator: it can be named, and not used."""

    def __init__(self, *args: Any, **kwargs: Any):
        raise _absent(type(self).__name__)

    @classmethod
    def get(cls, *args: Any, **kwargs: Any) -> Any:
        """Refuse."""
        raise _absent(cls.__name__)

    get_annotator = register_writer = register = get


def _absent(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"omni.replicator.core.{name} is not served: isaaclab.sensors.Camera gives images, depths and segmentation."
    )
