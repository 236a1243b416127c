"""Single rigid bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pippin.physics.scene.scene import PhysicsScene
from pippin.physics.views import BodyView

from ..body_writes import BodyWrites
from ..root_writes import RootWrites
from .data import RigidObjectData

if TYPE_CHECKING:
    from .cfg import RigidObjectCfg


class RigidObject(RootWrites, BodyWrites):
    """A rigid body in every environment: it moves freely, or (kinematic) stays where poses are written.

    The prim at the config's prim path, or exactly one prim below it, has to be a rigid body.

    Args:
        cfg: Config of the object.
    """

    cfg: RigidObjectCfg
    _data: RigidObjectData
    _kind = "rigid object"

    @property
    def data(self) -> RigidObjectData:
        """State and properties of the instances.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        self._require_handles()
        return self._data

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        self._data.prime()

    def _make_view(self, physics: PhysicsScene) -> BodyView:
        view = physics.rigid_bodies(f"({self._prims_expression()})(/.*)?")
        if not view.has_movable_root:
            path = view.template_link_paths[0]
            raise ValueError(f"the body '{path}' is a link of an articulation: make it an Articulation.")
        return view

    def _make_data(self, view: BodyView) -> RigidObjectData:
        return RigidObjectData(view, self.device)
