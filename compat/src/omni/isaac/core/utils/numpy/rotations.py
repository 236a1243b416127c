"""Older names of isaacsim.core.utils.numpy.rotations."""

from isaacsim.core.utils.numpy.rotations import *  # noqa: F403
from isaacsim.core.utils.numpy.rotations import __all__ as __all__
