"""Names of isaacsim.core.api.objects.cylinder."""

from isaacsim.core.prims import SingleGeometryPrim, SingleRigidPrim
from pippin import objects

__all__ = ["DynamicCylinder", "FixedCylinder", "VisualCylinder"]


class VisualCylinder(SingleGeometryPrim, objects.VisualCylinder):
    """:class:`pippin.objects.VisualCylinder` with quaternions (w, x, y, z)."""


class FixedCylinder(VisualCylinder, objects.FixedCylinder):
    """:class:`pippin.objects.FixedCylinder` with quaternions (w, x, y, z)."""


class DynamicCylinder(SingleRigidPrim, VisualCylinder, objects.DynamicCylinder):
    """:class:`pippin.objects.DynamicCylinder` with quaternions (w, x, y, z)."""
