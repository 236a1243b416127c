"""Spawners and their configs, under Isaac Lab's names."""

from . import sensors, sensors_cfg
from .sensors import *  # noqa: F403
from .sensors_cfg import *  # noqa: F403

__all__ = [*sensors.__all__, *sensors_cfg.__all__]
