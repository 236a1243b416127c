"""Poses of bodies on the stage while the simulation plays, as programs of Isaac Sim read and write them there.

What they write moves the body, as PhysX has it; what they read is where the body is. When the simulation stops the
stage has the poses again with which it began.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any

from pxr import Gf, Sdf, Tf, Usd, UsdGeom

from isaacsim.core.objects import SingleXFormPrim
from pippin.objects.bodies import bodies_of, running_scene

from .moved_ops import ROTATIONS, copy_with, values_now
from .moved_prims import NOW, is_moving, is_own_call, pose_of, pose_on_stage, world_transform

logger = logging.getLogger("pippin")

REPLACED = (
    (Usd.Attribute, "Get"),
    (Usd.Attribute, "Set"),
    (UsdGeom.XformOp, "Get"),
    (UsdGeom.XformOp, "Set"),
    (UsdGeom.XformOp, "GetOpTransform"),
    (UsdGeom.XformCommonAPI, "GetXformVectors"),
    (UsdGeom.XformCommonAPI, "GetXformVectorsByAccumulation"),
    (UsdGeom.XformCommonAPI, "SetTranslate"),
    (UsdGeom.XformCommonAPI, "SetRotate"),
    (UsdGeom.XformCommonAPI, "SetXformVectors"),
)
"""Functions of USD that are others from play to stop."""

_of_usd = {(owner, name): getattr(owner, name) for owner, name in REPLACED}
_get_value = _of_usd[Usd.Attribute, "Get"]
_get_of_op = _of_usd[UsdGeom.XformOp, "Get"]
_get_matrix = _of_usd[UsdGeom.XformOp, "GetOpTransform"]


class WrittenPoses:
    """Follows what a program writes to ``xformOp`` attributes of bodies, from play to stop, and answers what it reads.

    Args:
        stage: The stage that is simulated.
    """

    def __init__(self, stage: Usd.Stage) -> None:
        self._is_moving = False
        self._notices = 0
        self._told: set[Sdf.Path] = set()
        scene = running_scene()
        self._bodies = {Sdf.Path(path) for path in bodies_of(scene)} if scene is not None else set()
        prims = [stage.GetPrimAtPath(path) for path in self._bodies]
        self._at_start = [(prim, _ops_on_stage(prim)) for prim in prims if prim]
        self._listener = Tf.Notice.Register(Usd.Notice.ObjectsChanged, self._note, stage)  # holds no reference
        self._replace()

    def stop(self) -> None:
        """Give the stage the poses with which the simulation began, and let USD answer by itself."""
        self._listener.Revoke()
        for (owner, name), function in _of_usd.items():
            setattr(owner, name, function)
        with Sdf.ChangeBlock():
            for prim, at_start in self._at_start:
                if prim:
                    _restore(prim, at_start)

    def _note(self, notice: Usd.Notice.ObjectsChanged, stage: Usd.Stage) -> None:
        self._notices += 1
        if self._is_moving or running_scene() is None:
            return
        changed = (*notice.GetChangedInfoOnlyPaths(), *notice.GetResyncedPaths())
        written: dict[Sdf.Path, set[str]] = {}
        for path in changed:
            if path.IsPropertyPath() and path.name.startswith("xformOp"):
                written.setdefault(path.GetPrimPath(), set()).add(path.name)
        for path, names in written.items():
            self._follow(stage.GetPrimAtPath(path), names)

    def _follow(self, prim: Usd.Prim, names: set[str]) -> None:
        """Move a prim, if it is a body, by what was written to some of its attributes."""
        if prim.GetPath() not in self._bodies or not UsdGeom.Xformable(prim):
            return
        self._is_moving = True
        try:
            SingleXFormPrim(str(prim.GetPath())).set_world_pose(*_written_pose(prim, names))
        except ValueError as error:
            if prim.GetPath() not in self._told:
                self._told.add(prim.GetPath())
                logger.warning("The pose that was written to '%s' has no effect: %s", prim.GetPath(), error)
        finally:
            self._is_moving = False

    def _follow_unchanged(self, notices: int, prim: Usd.Prim, names: set[str]) -> None:
        """Move a prim to where it is on the stage already: USD tells nobody of values that were there before."""
        if notices == self._notices and not self._is_moving and running_scene() is not None:
            self._follow(prim, names)

    def _replace(self) -> None:
        """Let programs read where bodies are, and let their writes of what the stage has move bodies, too."""

        def get_value(attribute: Usd.Attribute, *args: Any, **kwargs: Any) -> Any:
            if is_own_call() or not (attribute and attribute.GetName().startswith("xformOp:")):
                return _get_value(attribute, *args, **kwargs)
            prim = attribute.GetPrim()
            now = values_now(prim).get(attribute.GetName()) if is_moving(prim) else None
            return _get_value(attribute, *args, **kwargs) if now is None else now

        def get_of_op(op: UsdGeom.XformOp, *args: Any, **kwargs: Any) -> Any:
            prim = op.GetAttr().GetPrim()
            now = values_now(prim).get(op.GetName()) if not is_own_call() and is_moving(prim) else None
            return _get_of_op(op, *args, **kwargs) if now is None else now

        def get_matrix(op: UsdGeom.XformOp, *args: Any, **kwargs: Any) -> Gf.Matrix4d:
            prim = op.GetAttr().GetPrim()
            if is_own_call() or not is_moving(prim):
                return _get_matrix(op, *args, **kwargs)
            _stage, copy = copy_with(prim, values_now(prim))
            ops = {of_copy.GetOpName(): of_copy for of_copy in UsdGeom.Xformable(copy).GetOrderedXformOps()}
            return _get_matrix(ops.get(op.GetOpName(), op), NOW)

        replacements: dict[tuple[Any, str], Callable[..., Any]] = {
            (Usd.Attribute, "Get"): get_value,
            (UsdGeom.XformOp, "Get"): get_of_op,
            (UsdGeom.XformOp, "GetOpTransform"): get_matrix,
        }
        for owner, name in REPLACED:
            if name.startswith("GetXform"):
                replacements[owner, name] = _answering(owner, _of_usd[owner, name])
            elif name.startswith("Set"):
                replacements[owner, name] = self._followed(_of_usd[owner, name])
        for (owner, name), function in replacements.items():
            setattr(owner, name, functools.wraps(_of_usd[owner, name])(function))

    def _followed(self, write: Callable[..., bool]) -> Callable[..., bool]:
        def write_and_follow(written: Any, *args: Any, **kwargs: Any) -> bool:
            notices = self._notices
            done = write(written, *args, **kwargs)
            if done and notices == self._notices and not is_own_call():
                if isinstance(written, UsdGeom.XformOp):
                    written = written.GetAttr()
                if not isinstance(written, Usd.Attribute):
                    self._follow_unchanged(
                        notices, written.GetPrim(), _names_written(written.GetPrim(), write.__name__)
                    )
                elif written.GetName().startswith("xformOp:"):
                    self._follow_unchanged(notices, written.GetPrim(), {written.GetName()})
            return done

        return write_and_follow


def _answering(schema: Any, read: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a schema that answers for a prim as it is now."""

    def read_now(self: Any, *args: Any, **kwargs: Any) -> Any:
        if is_own_call() or not is_moving(self.GetPrim()):
            return read(self, *args, **kwargs)
        _stage, copy = copy_with(self.GetPrim(), values_now(self.GetPrim()))
        return read(schema(copy), NOW)

    return read_now


def _names_written(prim: Usd.Prim, function: str) -> set[str]:
    """Attributes of a prim that a function of ``XformCommonAPI`` writes."""
    ops = UsdGeom.Xformable(prim).GetOrderedXformOps()
    turns = {op.GetName() for op in ops if op.GetOpType() in ROTATIONS}
    names = {"SetTranslate": {"xformOp:translate"}, "SetRotate": turns}
    return names.get(function, {"xformOp:translate", *turns})


def _written_pose(prim: Usd.Prim, names: set[str]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Pose in the world of a prim some of whose operations were written to, while the others say where it is now."""
    if not is_moving(prim):
        return pose_on_stage(prim)
    others = {name: value for name, value in values_now(prim).items() if name not in names}
    _stage, copy = copy_with(prim, others)
    matrix = UsdGeom.Xformable(copy).GetLocalTransformation()
    if not UsdGeom.Xformable(prim).GetResetXformStack():
        matrix = matrix * world_transform(prim.GetParent())
    position, orientation = pose_of(matrix)
    ops = UsdGeom.Xformable(prim).GetOrderedXformOps()
    is_turned = any(
        op.GetName() in names and op.GetOpType() in {*ROTATIONS, UsdGeom.XformOp.TypeTransform} for op in ops
    )
    return position, orientation if is_turned else pose_of(world_transform(prim))[1]


def _ops_on_stage(prim: Usd.Prim) -> dict[str, Any]:
    """Values of a prim's ``xformOp`` attributes with that of ``xformOpOrder``, by their names."""
    attributes = [attribute for attribute in prim.GetAttributes() if attribute.GetName().startswith("xformOp")]
    return {attribute.GetName(): attribute.Get() for attribute in attributes if attribute.HasAuthoredValue()}


def _restore(prim: Usd.Prim, at_start: dict[str, Any]) -> None:
    now = _ops_on_stage(prim)
    for name, value in at_start.items():
        if name not in now or now[name] != value:
            prim.GetAttribute(name).Set(value)
    for name in now.keys() - at_start.keys():
        prim.GetAttribute(name).Clear()
