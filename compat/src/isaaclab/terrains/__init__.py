"""Names of isaaclab.terrains."""

from pippin.scene.terrains import *  # noqa: F403
