"""Names of isaaclab_contrib.utils.types."""

from pippin.actuators import MultiRotorActions

__all__ = ["MultiRotorActions"]
