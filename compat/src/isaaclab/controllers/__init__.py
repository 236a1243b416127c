"""Names of isaaclab.controllers."""

from pippin.controllers import (
    DifferentialIKController,
    DifferentialIKControllerCfg,
    OperationalSpaceController,
    OperationalSpaceControllerCfg,
)

__all__ = [
    "DifferentialIKController",
    "DifferentialIKControllerCfg",
    "OperationalSpaceController",
    "OperationalSpaceControllerCfg",
]
