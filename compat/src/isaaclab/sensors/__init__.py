"""Names of isaaclab.sensors."""

from pippin.sensors import *  # noqa: F403
from pippin.sensors import __all__ as __all__
