"""Bodies whose poses a program writes to the stage while the simulation plays: they move there, as PhysX has it."""

from __future__ import annotations

import logging

from pxr import Sdf, Tf, Usd, UsdGeom

from isaacsim.core.objects import SingleXFormPrim
from pippin.objects.bodies import bodies_of, running_scene

from .moved_prims import pose_on_stage

logger = logging.getLogger("pippin")


class WrittenPoses:
    """Follows what a program writes to ``xformOp`` attributes of bodies.

    Args:
        stage: The stage that is simulated.
    """

    def __init__(self, stage: Usd.Stage) -> None:
        self._is_moving = False
        self._told: set[Sdf.Path] = set()
        scene = running_scene()
        self._bodies = {Sdf.Path(path) for path in bodies_of(scene)} if scene is not None else set()
        self._listener = Tf.Notice.Register(Usd.Notice.ObjectsChanged, self._note, stage)  # holds no reference

    def _note(self, notice: Usd.Notice.ObjectsChanged, stage: Usd.Stage) -> None:
        if self._is_moving or running_scene() is None:
            return
        changed = (*notice.GetChangedInfoOnlyPaths(), *notice.GetResyncedPaths())
        written = {path.GetPrimPath() for path in changed if path.IsPropertyPath() and path.name.startswith("xformOp")}
        self._is_moving = True
        try:
            for path in written & self._bodies:
                self._move(stage.GetPrimAtPath(path))
        finally:
            self._is_moving = False

    def _move(self, prim: Usd.Prim) -> None:
        if not UsdGeom.Xformable(prim):
            return
        position, orientation = pose_on_stage(prim)
        try:
            SingleXFormPrim(str(prim.GetPath())).set_world_pose(position, orientation)
        except ValueError as error:
            if prim.GetPath() not in self._told:
                self._told.add(prim.GetPath())
                logger.warning("The pose that was written to '%s' has no effect: %s", prim.GetPath(), error)
