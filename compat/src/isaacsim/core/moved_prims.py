"""Where prims are while the simulation plays, for programs that ask USD itself.

Isaac Sim writes the poses of bodies to the stage with each step. Here they stay in the engine, and the stage keeps
where the simulation began; objects ask the engine. What programs ask of USD directly (``ComputeLocalToWorldTransform``,
``GetLocalTransformation`` and ``ComputeWorldBound`` of a prim, ``XformCache`` and ``BBoxCache``) is answered from the
engine, too: for bodies that physics moves, and for what is on them. For attributes such as ``xformOp:translate`` see
:mod:`isaacsim.core.written_poses`.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics

from pippin.objects.bodies import body_poses_of, running_scene
from pippin.physics.scene.scene import PhysicsScene
from pippin.sim import get_current_stage

OWN = ("pippin", "pippin_isaac", "isaacsim", "isaaclab", "omni", "lula")
"""Packages whose modules ask for the stage as it is."""

NOW = Usd.TimeCode.Default()
"""What USD takes where no time is given."""

_compute_world = UsdGeom.Imageable.ComputeLocalToWorldTransform
_compute_local = UsdGeom.Xformable.GetLocalTransformation
_compute_bound = UsdGeom.Imageable.ComputeWorldBound
_cached_world = UsdGeom.XformCache.GetLocalToWorldTransform
_cached_bound = UsdGeom.BBoxCache.ComputeWorldBound

_bodies: WeakKeyDictionary[PhysicsScene, dict[Sdf.Path, int]] = WeakKeyDictionary()
"""Index in the engine of each body that physics moves, by its path."""


def world_transform(prim: Usd.Prim, time: Usd.TimeCode | None = None) -> Gf.Matrix4d:
    """Matrix of a prim's frame in the world, scales included, as it is now; its rows are USD's."""
    return _moved(prim, _compute_world(UsdGeom.Imageable(prim), time or NOW))


def local_transform(prim: Usd.Prim, time: Usd.TimeCode | None = None) -> Gf.Matrix4d:
    """Matrix of a prim's frame in that of its parent, as it is now."""
    if not is_moving(prim):
        return _compute_local(UsdGeom.Xformable(prim), time or NOW)
    if UsdGeom.Xformable(prim).GetResetXformStack():
        return world_transform(prim, time)
    return world_transform(prim, time) * world_transform(prim.GetParent(), time).GetInverse()


def is_moving(prim: Usd.Prim) -> bool:
    """Whether a prim is a body that physics moves, in a scene of one environment that plays."""
    scene = _scene_of_one()
    return scene is not None and prim.GetPath() in _bodies_of(scene)


def pose_on_stage(prim: Usd.Prim) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Position in the world [m] and orientation (w, x, y, z) of a prim as the stage has them, wherever it is now."""
    return pose_of(_compute_world(UsdGeom.Imageable(prim), NOW))


def pose_of(matrix: Gf.Matrix4d) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Position [m] and orientation (w, x, y, z) of a frame, of its matrix, whose rows are USD's."""
    quat = matrix.RemoveScaleShear().ExtractRotationQuat()
    return tuple(matrix.ExtractTranslation()), (quat.GetReal(), *quat.GetImaginary())


def world_bound(cache: UsdGeom.BBoxCache, prim: Usd.Prim) -> Gf.BBox3d:
    """Box around a prim with all that is below it, as it is now. Around several bodies it has the axes of the world."""
    on_stage = _cached_bound(cache, prim)
    scene = _scene_of_one()
    if scene is None:
        return on_stage
    change = _change(prim, scene)
    if change is not None:
        on_stage.Transform(change)
        return on_stage
    if not any(path.HasPrefix(prim.GetPath()) for path in _bodies_of(scene)):
        return on_stage
    around = Gf.Range3d()
    for child in prim.GetFilteredChildren(Usd.TraverseInstanceProxies()):
        around.UnionWith(world_bound(cache, child).ComputeAlignedRange())
    return Gf.BBox3d(around)


@functools.cache
def answer_from_the_engine() -> None:
    """Let USD's own functions tell programs where prims are now; without a scene that plays they are as before."""

    def compute_world(self: UsdGeom.Imageable, time: Usd.TimeCode = NOW) -> Gf.Matrix4d:
        on_stage = _compute_world(self, time)
        return on_stage if is_own_call() else _moved(self.GetPrim(), on_stage)

    def compute_local(self: UsdGeom.Xformable, time: Usd.TimeCode = NOW) -> Gf.Matrix4d:
        return _compute_local(self, time) if is_own_call() else local_transform(self.GetPrim(), time)

    def cached_world(self: UsdGeom.XformCache, prim: Usd.Prim) -> Gf.Matrix4d:
        on_stage = _cached_world(self, prim)
        return on_stage if is_own_call() else _moved(prim, on_stage)

    def compute_bound(self: UsdGeom.Imageable, time: Usd.TimeCode, *purposes: str) -> Gf.BBox3d:
        if is_own_call() or _scene_of_one() is None:
            return _compute_bound(self, time, *purposes)
        return world_bound(UsdGeom.BBoxCache(time, list(purposes) or [UsdGeom.Tokens.default_]), self.GetPrim())

    def cached_bound(self: UsdGeom.BBoxCache, prim: Usd.Prim) -> Gf.BBox3d:
        return _cached_bound(self, prim) if is_own_call() else world_bound(self, prim)

    replaced: list[tuple[Any, str, Callable[..., Any]]] = [
        (UsdGeom.Imageable, "ComputeLocalToWorldTransform", compute_world),
        (UsdGeom.Xformable, "GetLocalTransformation", compute_local),
        (UsdGeom.Imageable, "ComputeWorldBound", compute_bound),
        (UsdGeom.XformCache, "GetLocalToWorldTransform", cached_world),
        (UsdGeom.BBoxCache, "ComputeWorldBound", cached_bound),
    ]
    for owner, name, function in replaced:
        setattr(owner, name, functools.wraps(getattr(owner, name))(function))


def is_own_call() -> bool:
    """Whether the function that calls this one was called by Pippin."""
    return str(sys._getframe(2).f_globals.get("__name__", "")).partition(".")[0] in OWN


def _moved(prim: Usd.Prim, on_stage: Gf.Matrix4d) -> Gf.Matrix4d:
    """Matrix of a prim that has moved with its body since the simulation began."""
    scene = _scene_of_one()
    change = None if scene is None else _change(prim, scene)
    return on_stage if change is None else on_stage * change


def _change(prim: Usd.Prim, scene: PhysicsScene) -> Gf.Matrix4d | None:
    """How the body that a prim is, or is on, lies now, seen from where it is on the stage; None without such a body."""
    bodies = _bodies_of(scene)
    path = next((prefix for prefix in reversed(prim.GetPath().GetPrefixes()) if prefix in bodies), None)
    if path is None:
        return None
    body = _compute_world(UsdGeom.Imageable(prim.GetStage().GetPrimAtPath(path)), NOW)
    x, y, z, *xyz, w = body_poses_of(scene)[bodies[path]].tolist()
    now = Gf.Matrix4d().SetRotate(Gf.Quatd(w, *xyz)).SetTranslateOnly(Gf.Vec3d(x, y, z))
    return body.RemoveScaleShear().GetInverse() * now


def _scene_of_one() -> PhysicsScene | None:
    scene = running_scene()
    return scene if scene is not None and scene.num_envs == 1 else None


def _bodies_of(scene: PhysicsScene) -> dict[Sdf.Path, int]:
    known = _bodies.get(scene)
    if known is None:
        paths = scene.backend.worlds[0].layout.body_paths
        stage = get_current_stage()
        prims = ((index, stage.GetPrimAtPath(path)) for index, path in enumerate(paths) if index)
        known = _bodies[scene] = {prim.GetPath(): index for index, prim in prims if prim and _is_moved(prim)}
    return known


def _is_moved(prim: Usd.Prim) -> bool:
    """Whether physics moves a body; kinematic ones are where programs put them, on the stage, too."""
    api = UsdPhysics.RigidBodyAPI(prim)
    return not (api and api.GetKinematicEnabledAttr().Get())
