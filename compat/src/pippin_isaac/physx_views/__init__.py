"""The calls of PhysX's tensor API on Pippin's views: ``get_masses``, ``set_dof_positions``, ``get_jacobians``, ...

The rows of :data:`BODIES`, :data:`RIGID_BODIES` and :data:`ARTICULATIONS` say which reading and writing method of a
view a getter and a setter stand for; :func:`serve_physx_views` adds them to the classes of :mod:`pippin.physics.views`.

``get_*`` returns a :class:`pippin.utils.ProxyArray`, which is a tensor and a Warp array at once, float32. Its memory is
the view's: the next call of the same method writes into it. State is on the simulation's device, properties are on the
CPU, as PhysX has them. ``set_*`` takes data for *all* rows, of which ``indices`` choose those that are written, on any
device. A call that is refused (TypeError, ValueError, IndexError) changes nothing.

N are rows, L links, D degrees of freedom, S shapes, T tendons; G are D, or 6 + D where the root floats.
"""

from __future__ import annotations

from typing import Any

from pippin.physics.views import ArticulationView, BodyView, RigidBodyView
from pippin.physics.views.deformable_view import DeformableView

from .articulations import Articulations
from .bodies import Bodies, RigidBodies
from .quantities import ARTICULATIONS, BODIES, RIGID_BODIES, getter_of, setter_of
from .soft_bodies import SoftBodies
from .tendons import TENDONS, getter_of_tendons


def serve_physx_views() -> None:
    """Add the calls to the classes of views, unless they have them."""
    for cls, rows, members in (
        (BodyView, BODIES, Bodies),
        (RigidBodyView, RIGID_BODIES, RigidBodies),
        (ArticulationView, ARTICULATIONS, Articulations),
        (DeformableView, {}, SoftBodies),
    ):
        made: dict[str, Any] = {name: value for name, value in vars(members).items() if not name.startswith("__")}
        for name, row in rows.items():
            made[f"get_{name}"] = getter_of(name, row)
            if row.write:
                made[f"set_{name}"] = setter_of(name, row)
        if cls is ArticulationView:
            for name, (plural, what, _) in TENDONS.items():
                for kind in ("fixed", "spatial") if name != "rest_length" else ("fixed",):
                    made[f"get_{kind}_tendon_{plural}"] = getter_of_tendons(kind, name, what)
        for name, member in made.items():
            if name not in vars(cls):
                if not isinstance(member, (bool, property)):
                    member.__name__, member.__qualname__ = name, f"{cls.__name__}.{name}"
                setattr(cls, name, member)
