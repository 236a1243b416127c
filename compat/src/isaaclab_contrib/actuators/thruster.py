"""Names of isaaclab_contrib.actuators.thruster."""

from pippin.actuators import Thruster

__all__ = ["Thruster"]
