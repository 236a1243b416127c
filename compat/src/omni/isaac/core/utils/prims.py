"""Older names of isaacsim.core.utils.prims."""

from isaacsim.core.utils.prims import *  # noqa: F403
from isaacsim.core.utils.prims import __all__ as __all__
