"""Names of isaaclab.sensors."""

from pippin.sensors import *  # noqa: F403
