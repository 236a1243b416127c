"""Names of isaacsim.core.api.objects.cone."""

from isaacsim.core.prims import SingleGeometryPrim, SingleRigidPrim
from pippin import objects

__all__ = ["DynamicCone", "FixedCone", "VisualCone"]


class VisualCone(SingleGeometryPrim, objects.VisualCone):
    """:class:`pippin.objects.VisualCone` with quaternions (w, x, y, z)."""


class FixedCone(VisualCone, objects.FixedCone):
    """:class:`pippin.objects.FixedCone` with quaternions (w, x, y, z)."""


class DynamicCone(SingleRigidPrim, VisualCone, objects.DynamicCone):
    """:class:`pippin.objects.DynamicCone` with quaternions (w, x, y, z)."""
