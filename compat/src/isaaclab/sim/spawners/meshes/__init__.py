"""Spawners and their configs, under Isaac Lab's names."""

from . import meshes, meshes_cfg
from .meshes import *  # noqa: F403
from .meshes_cfg import *  # noqa: F403

__all__ = [*meshes.__all__, *meshes_cfg.__all__]
