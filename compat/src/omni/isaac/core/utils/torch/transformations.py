"""Older names of isaacsim.core.utils.torch.transformations."""

from isaacsim.core.utils.torch.transformations import *  # noqa: F403
from isaacsim.core.utils.torch.transformations import __all__ as __all__
