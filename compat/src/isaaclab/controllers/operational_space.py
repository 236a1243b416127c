"""Names of isaaclab.controllers.operational_space."""

from pippin.controllers import OperationalSpaceController

__all__ = ["OperationalSpaceController"]
