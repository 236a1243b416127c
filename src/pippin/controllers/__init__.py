"""Controllers of robots: batched tensor laws after Isaac Lab's classes of these names."""

from .differential_ik import DifferentialIKController, DifferentialIKControllerCfg
from .joint_impedance import JointImpedanceController, JointImpedanceControllerCfg
from .lee import (
    LeeAccController,
    LeeAccControllerCfg,
    LeeAttController,
    LeeAttControllerCfg,
    LeeControllerBase,
    LeeControllerBaseCfg,
    LeePosController,
    LeePosControllerCfg,
    LeeVelController,
    LeeVelControllerCfg,
)
from .lee_laws import (
    aggregate_inertia_about_robot_com,
    compute_body_torque,
    compute_desired_orientation,
    yaw_rate_to_body_angvel,
)
from .operational_space import OperationalSpaceController, OperationalSpaceControllerCfg

__all__ = [
    "DifferentialIKController",
    "DifferentialIKControllerCfg",
    "JointImpedanceController",
    "JointImpedanceControllerCfg",
    "LeeAccController",
    "LeeAccControllerCfg",
    "LeeAttController",
    "LeeAttControllerCfg",
    "LeeControllerBase",
    "LeeControllerBaseCfg",
    "LeePosController",
    "LeePosControllerCfg",
    "LeeVelController",
    "LeeVelControllerCfg",
    "OperationalSpaceController",
    "OperationalSpaceControllerCfg",
    "aggregate_inertia_about_robot_com",
    "compute_body_torque",
    "compute_desired_orientation",
    "yaw_rate_to_body_angvel",
]
