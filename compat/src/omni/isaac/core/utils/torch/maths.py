"""Older names of isaacsim.core.utils.torch.maths."""

from isaacsim.core.utils.torch.maths import *  # noqa: F403
from isaacsim.core.utils.torch.maths import __all__ as __all__
