"""Names of isaaclab_contrib.actuators.thruster_cfg."""

from pippin.actuators import ThrusterCfg

__all__ = ["ThrusterCfg"]
