"""Names of isaacsim.core.prims: the objects of :mod:`pippin.objects`, with quaternions (w, x, y, z)."""

from __future__ import annotations

import logging
from typing import Any

from pippin import objects
from pippin.sim import define_prim, is_prim_path_valid

from .quaternions import ScalarFirst

__all__ = [
    "Articulation",
    "RigidPrim",
    "SingleArticulation",
    "SingleGeometryPrim",
    "SingleRigidPrim",
    "SingleXFormPrim",
    "XFormPrim",
]


logger = logging.getLogger("pippin")


class XFormPrim(ScalarFirst, objects.XFormPrim):
    """:class:`pippin.objects.XFormPrim` with quaternions (w, x, y, z)."""


class RigidPrim(XFormPrim, objects.RigidPrim):
    """:class:`pippin.objects.RigidPrim` with quaternions (w, x, y, z)."""


class Articulation(XFormPrim, objects.Articulation):
    """:class:`pippin.objects.Articulation` with quaternions (w, x, y, z)."""


class SingleXFormPrim(ScalarFirst, objects.SingleXFormPrim):
    """:class:`pippin.objects.SingleXFormPrim` with quaternions (w, x, y, z); a prim that is not there is made."""

    def __init__(self, prim_path: str, *args: Any, **kwargs: Any) -> None:
        if type(self) is SingleXFormPrim and not is_prim_path_valid(prim_path):
            define_prim(prim_path)
        super().__init__(prim_path, *args, **kwargs)


class SingleGeometryPrim(SingleXFormPrim, objects.SingleGeometryPrim):
    """:class:`pippin.objects.SingleGeometryPrim` with quaternions (w, x, y, z)."""


class SingleRigidPrim(SingleXFormPrim, objects.SingleRigidPrim):
    """:class:`pippin.objects.SingleRigidPrim` with quaternions (w, x, y, z)."""


def _without_effect(setting: str) -> Any:
    """Method that sets what only PhysX knows: it says so."""

    def method(self: SingleArticulation, value: Any) -> None:
        logger.warning("'%s' of '%s' has no effect: it is a setting of PhysX.", setting, self.name)

    method.__doc__ = f"Accept {setting} for existing code: it is a setting of PhysX, and a warning says so."
    return method


class SingleArticulation(SingleXFormPrim, objects.SingleArticulation):
    """:class:`pippin.objects.SingleArticulation` with quaternions (w, x, y, z)."""

    set_sleep_threshold = _without_effect("sleep_threshold")
    set_solver_position_iteration_count = _without_effect("solver_position_iteration_count")
    set_solver_velocity_iteration_count = _without_effect("solver_velocity_iteration_count")
    set_stabilization_threshold = _without_effect("stabilization_threshold")


class Robot(SingleArticulation):
    """Another name of :class:`isaacsim.core.prims.SingleArticulation`, to be extended by classes of robots."""
