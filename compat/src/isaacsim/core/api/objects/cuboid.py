"""Names of isaacsim.core.api.objects.cuboid."""

from isaacsim.core.prims import SingleGeometryPrim, SingleRigidPrim
from pippin import objects

__all__ = ["DynamicCuboid", "FixedCuboid", "VisualCuboid"]


class VisualCuboid(SingleGeometryPrim, objects.VisualCuboid):
    """:class:`pippin.objects.VisualCuboid` with quaternions (w, x, y, z)."""


class FixedCuboid(VisualCuboid, objects.FixedCuboid):
    """:class:`pippin.objects.FixedCuboid` with quaternions (w, x, y, z)."""


class DynamicCuboid(SingleRigidPrim, VisualCuboid, objects.DynamicCuboid):
    """:class:`pippin.objects.DynamicCuboid` with quaternions (w, x, y, z)."""
