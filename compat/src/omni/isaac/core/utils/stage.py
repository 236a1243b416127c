"""Older names of isaacsim.core.utils.stage."""

from isaacsim.core.utils.stage import *  # noqa: F403
from isaacsim.core.utils.stage import __all__ as __all__
