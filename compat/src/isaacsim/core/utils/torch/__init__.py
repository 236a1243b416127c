"""Names of isaacsim.core.utils.torch: mathematics on tensors, with quaternions (w, x, y, z)."""

from .maths import *  # noqa: F403
from .rotations import *  # noqa: F403
from .transformations import *  # noqa: F403
