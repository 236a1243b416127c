"""Older names of isaacsim.core.utils.rotations."""

from isaacsim.core.utils.rotations import *  # noqa: F403
from isaacsim.core.utils.rotations import __all__ as __all__
