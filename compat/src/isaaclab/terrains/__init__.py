"""Names of isaaclab.terrains."""

from pippin.scene.terrains import *  # noqa: F403
from pippin.scene.terrains import __all__ as __all__
