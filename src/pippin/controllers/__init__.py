"""Controllers of robots: batched tensor laws that know no simulation, after Isaac Lab's classes of these names."""

from .differential_ik import DifferentialIKController, DifferentialIKControllerCfg
from .joint_impedance import JointImpedanceController, JointImpedanceControllerCfg
from .operational_space import OperationalSpaceController, OperationalSpaceControllerCfg

__all__ = [
    "DifferentialIKController",
    "DifferentialIKControllerCfg",
    "JointImpedanceController",
    "JointImpedanceControllerCfg",
    "OperationalSpaceController",
    "OperationalSpaceControllerCfg",
]
