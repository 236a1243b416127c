"""Names of isaaclab.controllers.joint_impedance."""

from pippin.controllers import JointImpedanceController, JointImpedanceControllerCfg

__all__ = ["JointImpedanceController", "JointImpedanceControllerCfg"]
