"""Obstacles around robots: shapes with exact signed distances, static and moving, for one world or many."""

from .collision_world import CollisionWorld, NearestObstacles
from .shapes import Capsule, Cone, Cuboid, Cylinder, GroundPlane, Mesh, Shape, ShapeKind, Sphere
from .structs import world_struct

__all__ = [
    "Capsule",
    "CollisionWorld",
    "Cone",
    "Cuboid",
    "Cylinder",
    "GroundPlane",
    "Mesh",
    "NearestObstacles",
    "Shape",
    "ShapeKind",
    "Sphere",
    "world_struct",
]
