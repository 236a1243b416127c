"""Spawners and their configs, under Isaac Lab's names."""

from . import shapes, shapes_cfg
from .shapes import *  # noqa: F403
from .shapes_cfg import *  # noqa: F403

__all__ = [*shapes.__all__, *shapes_cfg.__all__]
