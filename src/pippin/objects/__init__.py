"""The objects of one environment, each by itself, in NumPy: robots, bodies and shapes, and the world that they are in.

For programs that deal with one robot, such as those of motion generation. Many environments at once are what
:mod:`pippin.assets` and :mod:`pippin.scene` are for. Classes have the names and methods of Isaac Sim's
``isaacsim.core``, with quaternions (x, y, z, w).
"""

from pippin.motion.articulations.action import ArticulationAction

from .actions import ArticulationActions
from .articulation import Articulation
from .camera import Camera
from .contact_sensor import ContactSensor
from .data_logger import DataFrame, DataLogger
from .geometry_prim import GeometryPrim
from .ground_plane import GroundPlane
from .imu_sensor import ImuSensor
from .materials import PhysicsMaterial, PreviewSurface
from .object_scene import ObjectScene
from .rigid_prim import RigidPrim
from .robot_assembler import AssembledBodies, RobotAssembler
from .robots import add_robot
from .shapes import (
    DynamicCapsule,
    DynamicCone,
    DynamicCuboid,
    DynamicCylinder,
    DynamicSphere,
    FixedCapsule,
    FixedCone,
    FixedCuboid,
    FixedCylinder,
    FixedSphere,
    Shape,
    ShapeWithHeight,
    VisualCapsule,
    VisualCone,
    VisualCuboid,
    VisualCylinder,
    VisualSphere,
)
from .single_articulation import ArticulationController, SingleArticulation
from .single_geometry_prim import SingleGeometryPrim
from .single_rigid_prim import SingleRigidPrim
from .single_xform_prim import SingleXFormPrim
from .states import DynamicState, DynamicsViewState, JointsState, XFormPrimState, XFormPrimViewState
from .surface_gripper import SurfaceGripper
from .task import BaseTask
from .wheel_controllers import DifferentialController, HolonomicController, WheelBasePoseController
from .world import World
from .xform_prim import XFormPrim

__all__ = [
    "Articulation",
    "ArticulationAction",
    "ArticulationActions",
    "ArticulationController",
    "AssembledBodies",
    "BaseTask",
    "Camera",
    "ContactSensor",
    "DataFrame",
    "DataLogger",
    "DifferentialController",
    "DynamicCapsule",
    "DynamicCone",
    "DynamicCuboid",
    "DynamicCylinder",
    "DynamicSphere",
    "DynamicState",
    "DynamicsViewState",
    "FixedCapsule",
    "FixedCone",
    "FixedCuboid",
    "FixedCylinder",
    "FixedSphere",
    "GeometryPrim",
    "GroundPlane",
    "HolonomicController",
    "ImuSensor",
    "JointsState",
    "ObjectScene",
    "PhysicsMaterial",
    "PreviewSurface",
    "RigidPrim",
    "RobotAssembler",
    "Shape",
    "ShapeWithHeight",
    "SingleArticulation",
    "SingleGeometryPrim",
    "SingleRigidPrim",
    "SingleXFormPrim",
    "SurfaceGripper",
    "VisualCapsule",
    "VisualCone",
    "VisualCuboid",
    "VisualCylinder",
    "VisualSphere",
    "WheelBasePoseController",
    "World",
    "XFormPrim",
    "XFormPrimState",
    "XFormPrimViewState",
    "add_robot",
]
