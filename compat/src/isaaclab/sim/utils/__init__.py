"""Helpers for prims and the stage, under Isaac Lab's names."""

from . import prims, queries, semantics, stage, transforms
from .prims import *  # noqa: F403
from .queries import *  # noqa: F403
from .semantics import *  # noqa: F403
from .stage import *  # noqa: F403
from .transforms import *  # noqa: F403

__all__ = [*prims.__all__, *queries.__all__, *semantics.__all__, *stage.__all__, *transforms.__all__]
