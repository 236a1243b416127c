"""Names of isaaclab.controllers.differential_ik."""

from pippin.controllers import DifferentialIKController

__all__ = ["DifferentialIKController"]
