"""Names of isaaclab.controllers.differential_ik_cfg."""

from pippin.controllers import DifferentialIKControllerCfg

__all__ = ["DifferentialIKControllerCfg"]
