"""Older names of isaacsim.core.utils.types."""

from isaacsim.core.utils.types import *  # noqa: F403
from isaacsim.core.utils.types import __all__ as __all__
