"""Spawners and their configs, under Isaac Lab's names."""

from . import wrappers, wrappers_cfg
from .wrappers import *  # noqa: F403
from .wrappers_cfg import *  # noqa: F403

__all__ = [*wrappers.__all__, *wrappers_cfg.__all__]
