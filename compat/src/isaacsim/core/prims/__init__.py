"""Names of isaacsim.core.prims: the objects of :mod:`pippin.objects`, with quaternions (w, x, y, z)."""

from pippin import objects

from ..quaternions import ScalarFirst

__all__ = [
    "Articulation",
    "RigidPrim",
    "SingleArticulation",
    "SingleGeometryPrim",
    "SingleRigidPrim",
    "SingleXFormPrim",
    "XFormPrim",
]


class XFormPrim(ScalarFirst, objects.XFormPrim):
    """:class:`pippin.objects.XFormPrim` with quaternions (w, x, y, z)."""


class RigidPrim(XFormPrim, objects.RigidPrim):
    """:class:`pippin.objects.RigidPrim` with quaternions (w, x, y, z)."""


class Articulation(XFormPrim, objects.Articulation):
    """:class:`pippin.objects.Articulation` with quaternions (w, x, y, z)."""


class SingleXFormPrim(ScalarFirst, objects.SingleXFormPrim):
    """:class:`pippin.objects.SingleXFormPrim` with quaternions (w, x, y, z)."""


class SingleGeometryPrim(SingleXFormPrim, objects.SingleGeometryPrim):
    """:class:`pippin.objects.SingleGeometryPrim` with quaternions (w, x, y, z)."""


class SingleRigidPrim(SingleXFormPrim, objects.SingleRigidPrim):
    """:class:`pippin.objects.SingleRigidPrim` with quaternions (w, x, y, z)."""


class SingleArticulation(SingleXFormPrim, objects.SingleArticulation):
    """:class:`pippin.objects.SingleArticulation` with quaternions (w, x, y, z)."""
