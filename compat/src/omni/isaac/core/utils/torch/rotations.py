"""Older names of isaacsim.core.utils.torch.rotations."""

from isaacsim.core.utils.torch.rotations import *  # noqa: F403
from isaacsim.core.utils.torch.rotations import __all__ as __all__
