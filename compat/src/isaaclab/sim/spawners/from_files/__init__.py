"""Spawners and their configs, under Isaac Lab's names."""

from . import from_files, from_files_cfg
from .from_files import *  # noqa: F403
from .from_files_cfg import *  # noqa: F403

__all__ = [*from_files.__all__, *from_files_cfg.__all__]
