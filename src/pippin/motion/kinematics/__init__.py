"""Forward kinematics and Jacobians: batches of configurations from Python, and the formulas for kernels."""

from .kinematics import Kinematics
from .single_robot import SingleRobotKinematics
from .structs import chain_struct, robot_struct, upload_chain, upload_robot

__all__ = ["Kinematics", "SingleRobotKinematics", "chain_struct", "robot_struct", "upload_chain", "upload_robot"]
