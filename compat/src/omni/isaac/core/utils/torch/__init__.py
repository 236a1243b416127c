"""Older names of isaacsim.core.utils.torch."""

from isaacsim.core.utils.torch import *  # noqa: F403
