"""Names of isaacsim.core.api.objects."""

from . import capsule, cone, cuboid, cylinder, ground_plane, sphere
from .capsule import DynamicCapsule, FixedCapsule, VisualCapsule
from .cone import DynamicCone, FixedCone, VisualCone
from .cuboid import DynamicCuboid, FixedCuboid, VisualCuboid
from .cylinder import DynamicCylinder, FixedCylinder, VisualCylinder
from .ground_plane import GroundPlane
from .sphere import DynamicSphere, FixedSphere, VisualSphere

__all__ = [
    "DynamicCapsule",
    "DynamicCone",
    "DynamicCuboid",
    "DynamicCylinder",
    "DynamicSphere",
    "FixedCapsule",
    "FixedCone",
    "FixedCuboid",
    "FixedCylinder",
    "FixedSphere",
    "GroundPlane",
    "VisualCapsule",
    "VisualCone",
    "VisualCuboid",
    "VisualCylinder",
    "VisualSphere",
    "capsule",
    "cone",
    "cuboid",
    "cylinder",
    "ground_plane",
    "sphere",
]
