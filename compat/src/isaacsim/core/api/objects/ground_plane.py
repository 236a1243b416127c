"""Names of isaacsim.core.api.objects.ground_plane."""

from isaacsim.core.prims import SingleGeometryPrim
from pippin import objects

__all__ = ["GroundPlane"]


class GroundPlane(SingleGeometryPrim, objects.GroundPlane):
    """:class:`pippin.objects.GroundPlane` with quaternions (w, x, y, z)."""
