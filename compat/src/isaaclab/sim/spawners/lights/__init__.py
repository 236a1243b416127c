"""Spawners and their configs, under Isaac Lab's names."""

from . import lights, lights_cfg
from .lights import *  # noqa: F403
from .lights_cfg import *  # noqa: F403

__all__ = [*lights.__all__, *lights_cfg.__all__]
