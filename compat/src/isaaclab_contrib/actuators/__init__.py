"""Names of isaaclab_contrib.actuators."""

from pippin.actuators import Thruster, ThrusterCfg

__all__ = ["Thruster", "ThrusterCfg"]
