"""Older names of isaacsim.core.prims."""

from isaacsim.core.prims import RigidPrim as RigidPrimView
from isaacsim.core.prims import SingleGeometryPrim as GeometryPrim
from isaacsim.core.prims import SingleRigidPrim as RigidPrim
from isaacsim.core.prims import SingleXFormPrim as XFormPrim
from isaacsim.core.prims import XFormPrim as XFormPrimView

__all__ = ["GeometryPrim", "RigidPrim", "RigidPrimView", "XFormPrim", "XFormPrimView"]
