"""Names of isaacsim.core.api.objects.capsule."""

from isaacsim.core.prims import SingleGeometryPrim, SingleRigidPrim
from pippin import objects

__all__ = ["DynamicCapsule", "FixedCapsule", "VisualCapsule"]


class VisualCapsule(SingleGeometryPrim, objects.VisualCapsule):
    """:class:`pippin.objects.VisualCapsule` with quaternions (w, x, y, z)."""


class FixedCapsule(VisualCapsule, objects.FixedCapsule):
    """:class:`pippin.objects.FixedCapsule` with quaternions (w, x, y, z)."""


class DynamicCapsule(SingleRigidPrim, VisualCapsule, objects.DynamicCapsule):
    """:class:`pippin.objects.DynamicCapsule` with quaternions (w, x, y, z)."""
