"""Names of isaacsim.core.api.objects.sphere."""

from isaacsim.core.prims import SingleGeometryPrim, SingleRigidPrim
from pippin import objects

__all__ = ["DynamicSphere", "FixedSphere", "VisualSphere"]


class VisualSphere(SingleGeometryPrim, objects.VisualSphere):
    """:class:`pippin.objects.VisualSphere` with quaternions (w, x, y, z)."""


class FixedSphere(VisualSphere, objects.FixedSphere):
    """:class:`pippin.objects.FixedSphere` with quaternions (w, x, y, z)."""


class DynamicSphere(SingleRigidPrim, VisualSphere, objects.DynamicSphere):
    """:class:`pippin.objects.DynamicSphere` with quaternions (w, x, y, z)."""
