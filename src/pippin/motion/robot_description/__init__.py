"""Robots for motion generation, from URDF files and robot descriptions."""

from .description import CollisionSphere, RobotDescription, ToolFrame, read_robot_description
from .loader import build_robot_model, load_robot
from .model import BASE, JointKind, RobotModel

__all__ = [
    "BASE",
    "CollisionSphere",
    "JointKind",
    "RobotDescription",
    "RobotModel",
    "ToolFrame",
    "build_robot_model",
    "load_robot",
    "read_robot_description",
]
