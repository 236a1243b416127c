"""Names of isaaclab.controllers.joint_impedance_cfg."""

from pippin.controllers import JointImpedanceControllerCfg

__all__ = ["JointImpedanceControllerCfg"]
