"""Shapes, as :mod:`pippin.objects` has them, with quaternions (w, x, y, z)."""

from __future__ import annotations

from pippin import objects

from .prims import SingleGeometryPrim, SingleRigidPrim

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
]


class VisualCapsule(SingleGeometryPrim, objects.VisualCapsule):
    """:class:`pippin.objects.VisualCapsule` with quaternions (w, x, y, z)."""


class FixedCapsule(VisualCapsule, objects.FixedCapsule):
    """:class:`pippin.objects.FixedCapsule` with quaternions (w, x, y, z)."""


class DynamicCapsule(SingleRigidPrim, VisualCapsule, objects.DynamicCapsule):
    """:class:`pippin.objects.DynamicCapsule` with quaternions (w, x, y, z)."""


class VisualCone(SingleGeometryPrim, objects.VisualCone):
    """:class:`pippin.objects.VisualCone` with quaternions (w, x, y, z)."""


class FixedCone(VisualCone, objects.FixedCone):
    """:class:`pippin.objects.FixedCone` with quaternions (w, x, y, z)."""


class DynamicCone(SingleRigidPrim, VisualCone, objects.DynamicCone):
    """:class:`pippin.objects.DynamicCone` with quaternions (w, x, y, z)."""


class VisualCuboid(SingleGeometryPrim, objects.VisualCuboid):
    """:class:`pippin.objects.VisualCuboid` with quaternions (w, x, y, z)."""


class FixedCuboid(VisualCuboid, objects.FixedCuboid):
    """:class:`pippin.objects.FixedCuboid` with quaternions (w, x, y, z)."""


class DynamicCuboid(SingleRigidPrim, VisualCuboid, objects.DynamicCuboid):
    """:class:`pippin.objects.DynamicCuboid` with quaternions (w, x, y, z)."""


class VisualCylinder(SingleGeometryPrim, objects.VisualCylinder):
    """:class:`pippin.objects.VisualCylinder` with quaternions (w, x, y, z)."""


class FixedCylinder(VisualCylinder, objects.FixedCylinder):
    """:class:`pippin.objects.FixedCylinder` with quaternions (w, x, y, z)."""


class DynamicCylinder(SingleRigidPrim, VisualCylinder, objects.DynamicCylinder):
    """:class:`pippin.objects.DynamicCylinder` with quaternions (w, x, y, z)."""


class VisualSphere(SingleGeometryPrim, objects.VisualSphere):
    """:class:`pippin.objects.VisualSphere` with quaternions (w, x, y, z)."""


class FixedSphere(VisualSphere, objects.FixedSphere):
    """:class:`pippin.objects.FixedSphere` with quaternions (w, x, y, z)."""


class DynamicSphere(SingleRigidPrim, VisualSphere, objects.DynamicSphere):
    """:class:`pippin.objects.DynamicSphere` with quaternions (w, x, y, z)."""


class GroundPlane(SingleGeometryPrim, objects.GroundPlane):
    """:class:`pippin.objects.GroundPlane` with quaternions (w, x, y, z)."""
