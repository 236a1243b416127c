"""Names of isaaclab.controllers.operational_space_cfg."""

from pippin.controllers import OperationalSpaceControllerCfg

__all__ = ["OperationalSpaceControllerCfg"]
