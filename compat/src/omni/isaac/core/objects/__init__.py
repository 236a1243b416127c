"""Older names of isaacsim.core.api.objects."""

from isaacsim.core.api.objects import *  # noqa: F403
from isaacsim.core.api.objects import __all__ as __all__
