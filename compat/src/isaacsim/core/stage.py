"""The stage, its prims and the camera of viewers, under the names of Isaac Sim, with quaternions (w, x, y, z)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch
from pxr import Usd, UsdGeom, UsdPhysics

import pippin.sim
from isaacsim.core.assets import default_prim_path, is_served, spawn_asset, stand_in_for_missing
from isaacsim.core.moved_prims import world_bound
from isaacsim.core.objects import SingleXFormPrim, to_wxyz, to_xyzw
from pippin.sim import (
    SimulationContext,
    add_labels,
    add_reference,
    define_prim,
    delete_prim,
    find_matching_prim_paths,
    get_current_stage,
    get_labels,
    get_prim,
    set_prim_visibility,
)
from pippin.sim.prims import set_attribute
from pippin.sim.run.context import checked_camera_view
from pippin.sim.units import meters_of
from pippin.utils.math import create_rotation_matrix_from_view, quat_from_matrix
from pippin_isaac.lab_copied_prims import is_prim_path_valid
from pippin_isaac.lab_stage import check_missing_labels, count_total_labels, remove_labels
from pippin_isaac.launcher import next_frame, waits_for_frames
from pippin_isaac.omni_physx import kind_of

__all__ = [
    "add_labels",
    "add_reference_to_stage",
    "add_update_semantics",
    "check_missing_semantics",
    "count_semantics_in_scene",
    "get_semantics",
    "remove_all_semantics",
    "find_unique_string_name",
    "get_local_pose",
    "get_world_pose",
    "clear_stage",
    "create_new_stage",
    "create_new_stage_async",
    "get_current_stage",
    "get_next_free_path",
    "get_stage_units",
    "get_stage_up_axis",
    "is_stage_loading",
    "open_stage",
    "open_stage_async",
    "print_stage_prim_paths",
    "save_stage",
    "set_stage_units",
    "set_stage_up_axis",
    "traverse_stage",
    "update_stage",
    "update_stage_async",
    "create_prim",
    "define_prim",
    "delete_prim",
    "find_matching_prim_paths",
    "get_all_matching_child_prims",
    "get_first_matching_child_prim",
    "get_first_matching_parent_prim",
    "get_prim_object_type",
    "get_articulation_root_api_prim_path",
    "set_targets",
    "create_bbox_cache",
    "compute_aabb",
    "compute_combined_aabb",
    "get_prim_at_path",
    "get_prim_attribute_names",
    "get_prim_attribute_value",
    "get_prim_children",
    "get_prim_parent",
    "get_prim_path",
    "get_prim_property",
    "get_prim_type_name",
    "is_prim_non_root_articulation_link",
    "is_prim_path_valid",
    "set_prim_attribute_value",
    "set_prim_property",
    "set_prim_visibility",
    "set_camera_view",
]


def add_reference_to_stage(usd_path: str, prim_path: str, prim_type: str = "Xform") -> Usd.Prim:
    """Put what a USD file describes on the stage, or an asset that Pippin serves in the place of Isaac Sim's.

    Args:
        usd_path: Path of a USD file, or of an asset below :func:`get_assets_root_path`.
        prim_path: Path of the prim.
        prim_type: Type of the prim where it is new.

    Raises:
        FileNotFoundError: There is no such file or asset.
        ValueError: The file is not USD, or a served asset is to go where there is a prim already.
    """
    if is_served(usd_path):
        spawn_asset(usd_path, prim_path)
    else:
        add_reference(define_prim(prim_path, prim_type), usd_path)
        stand_in_for_missing(get_current_stage())
    return get_prim(prim_path)


def create_new_stage() -> Usd.Stage:
    """Begin with an empty stage; a simulation of the one before ends."""
    SimulationContext.clear_instance()
    return pippin.sim.create_new_stage()


async def create_new_stage_async() -> Usd.Stage:
    """The same as :func:`create_new_stage`, for code that waits."""
    return create_new_stage()


def open_stage(usd_path: str) -> bool:
    """Open a USD file as the current stage; a simulation of the one before ends. See :func:`pippin.sim.open_stage`.

    Of an asset that Pippin serves the stage holds that alone, at the path where Isaac Sim's file has it.
    """
    if is_served(usd_path):
        create_new_stage()
        spawn_asset(usd_path, default_prim_path(usd_path))
        return True
    SimulationContext.clear_instance()
    stand_in_for_missing(pippin.sim.open_stage(usd_path))
    return True


async def open_stage_async(usd_path: str) -> tuple[bool, str]:
    """The same as :func:`open_stage`, for code that waits; gives also an error, which is empty: errors are raised."""
    return open_stage(usd_path), ""


def clear_stage(predicate: Callable[[str], bool] | None = None) -> None:
    """Take prims off the stage: those for whose paths a predicate holds, or all but the physics scene."""
    stage = get_current_stage()
    context = SimulationContext.instance()
    kept = context.cfg.physics_prim_path if context is not None else None
    paths = [prim.GetPath().pathString for prim in stage.Traverse()]
    for path in paths:
        chosen = predicate(path) if predicate is not None else kept is None or not path.startswith(kept)
        if chosen and stage.GetPrimAtPath(path):
            stage.RemovePrim(path)


def save_stage(usd_path: str, save_and_reload_in_place: bool = True) -> bool:
    """Write the stage to a file, which does not become the current stage.

    Raises:
        FileNotFoundError: The folder does not exist.
    """
    pippin.sim.save_stage(usd_path)
    return True


def get_next_free_path(path: str, parent: str | None = None) -> str:
    """The path itself where it is free, else the first free one of ``path_01``, ``path_02``, ..."""
    return pippin.sim.get_next_free_path(path if parent is None else f"{parent.rstrip('/')}/{path.lstrip('/')}")


def traverse_stage(fabric: bool = False) -> Iterator[Usd.Prim]:
    """All prims of the stage."""
    return iter(get_current_stage().Traverse())


def print_stage_prim_paths(fabric: bool = False) -> None:
    """Print the paths of all prims of the stage."""
    for prim in traverse_stage():
        print(prim.GetPath())  # noqa: T201  what it is asked for


def get_stage_units() -> float:
    """Length of the stage's unit [m]."""
    return meters_of(get_current_stage())


def set_stage_units(stage_units_in_meters: float) -> None:
    """Set the length of the stage's unit [m]: what is on the stage is in that unit from now on, and stays as it is.

    Raises:
        ValueError: It is not positive.
    """
    if not 0.0 < stage_units_in_meters < np.inf:
        raise ValueError(f"The unit of the stage is {stage_units_in_meters} m; expected a positive length.")
    UsdGeom.SetStageMetersPerUnit(get_current_stage(), float(stage_units_in_meters))


def require_meters(what: str) -> None:
    """Refuse what knows lengths in metres alone.

    Raises:
        NotImplementedError: The stage measures in another unit.
    """
    if (meters := get_stage_units()) != 1.0:
        raise NotImplementedError(
            f"{what} measures in metres, but the unit of the stage is {meters:g} m; expected a stage in metres: "
            "World(stage_units_in_meters=1.0)."
        )


def get_stage_up_axis() -> str:
    """Axis of the stage that points up: "Z"."""
    return "Z"


def set_stage_up_axis(axis: str = "z") -> None:
    """Accept z.

    Raises:
        NotImplementedError: It is another axis.
    """
    if axis.lower() != "z":
        raise NotImplementedError(f"The axis that points up is '{axis}'; expected 'z'.")


def update_stage() -> None:
    """Let time pass to the next frame, if the timeline plays, and render it; changes of the stage need no update."""
    next_frame()


async def update_stage_async() -> None:
    """The same as :func:`update_stage`, for code that waits; beside a program it waits for the program's next frame."""
    if waits_for_frames():
        await asyncio.sleep(0)
    else:
        next_frame()


def is_stage_loading() -> bool:
    """Whether files are being loaded: they never are, since loading waits for them."""
    return False


def create_prim(
    prim_path: str,
    prim_type: str = "Xform",
    position: Sequence[float] | None = None,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    scale: Sequence[float] | None = None,
    usd_path: str | None = None,
    semantic_label: str | None = None,
    semantic_type: str = "class",
    attributes: dict[str, Any] | None = None,
) -> Usd.Prim:
    """:func:`pippin.sim.create_prim` with an orientation (w, x, y, z), also of assets that Pippin serves."""
    xyzw = to_xyzw(orientation)
    if usd_path is not None and is_served(usd_path):
        spawn_asset(usd_path, prim_path)
        prim = SingleXFormPrim(
            prim_path, position=position, translation=translation, orientation=orientation, scale=scale
        )
        return prim.prim
    return pippin.sim.create_prim(
        prim_path,
        prim_type,
        position,
        translation,
        xyzw,
        scale,
        usd_path,
        semantic_label,
        semantic_type,
        attributes,
    )


def get_prim_at_path(prim_path: str, fabric: bool = False) -> Usd.Prim:
    """The prim at a path, which is invalid where there is none."""
    return get_current_stage().GetPrimAtPath(prim_path)


def get_prim_path(prim: Usd.Prim) -> str:
    """Path of a prim."""
    return prim.GetPath().pathString


def get_prim_parent(prim: Usd.Prim) -> Usd.Prim:
    """Parent of a prim."""
    return prim.GetParent()


def get_prim_children(prim: Usd.Prim) -> list[Usd.Prim]:
    """Children of a prim."""
    return list(prim.GetChildren())


def get_prim_type_name(prim: Usd.Prim | str) -> str:
    """Type of a prim, or of that at a path."""
    return (get_prim_at_path(prim) if isinstance(prim, str) else prim).GetTypeName()


def get_first_matching_parent_prim(prim_path: str, predicate: Callable[[str], bool]) -> Usd.Prim | None:
    """First of the prims above a prim, and itself, for whose path a predicate holds; None where there is none."""
    prim = get_prim_at_path(prim_path)
    while prim and not prim.IsPseudoRoot():
        if predicate(get_prim_path(prim)):
            return prim
        prim = prim.GetParent()
    return None


def get_prim_object_type(prim_path: str) -> str | None:
    """What physics takes a prim for: "articulation", "rigid_body", "joint", "xform", or None for none of these."""
    prim = get_prim_at_path(prim_path)
    return kind_of(prim) or ("xform" if prim.IsA(UsdGeom.Xformable) else None)


def get_articulation_root_api_prim_path(prim_path: str) -> str:
    """Path of the first prim below a prim, or itself, that is an articulation root; its own path where none is."""
    below = Usd.PrimRange(pippin.sim.get_prim(prim_path))
    return next((get_prim_path(prim) for prim in below if prim.HasAPI(UsdPhysics.ArticulationRootAPI)), prim_path)


def is_prim_non_root_articulation_link(prim_path: str) -> bool:
    """Whether a prim is a rigid body below the prim with the articulation's root, or beside it, and not the root."""
    prim = pippin.sim.get_prim(prim_path)
    if not prim.HasAPI(UsdPhysics.RigidBodyAPI) or prim.HasAPI(UsdPhysics.ArticulationRootAPI):
        return False
    above = prim.GetParent()
    while above and not above.IsPseudoRoot():
        if any(each.HasAPI(UsdPhysics.ArticulationRootAPI) for each in (above, *above.GetChildren())):
            return True
        above = above.GetParent()
    return False


def set_targets(prim: Usd.Prim, attribute: str, target_prim_paths: Sequence[Any]) -> None:
    """Let a relationship of a prim lead to other prims."""
    prim.CreateRelationship(attribute).SetTargets([str(path) for path in target_prim_paths])


def create_bbox_cache(time: Usd.TimeCode | None = None, use_extents_hint: bool = True) -> UsdGeom.BBoxCache:
    """What computes boxes around prims as the stage has them."""
    at = Usd.TimeCode.Default() if time is None else time
    return UsdGeom.BBoxCache(at, [UsdGeom.Tokens.default_], useExtentsHint=use_extents_hint)


def compute_aabb(bbox_cache: UsdGeom.BBoxCache, prim_path: str, include_children: bool = False) -> np.ndarray:
    """Box along the axes of the world around a prim with all that is below it [m]: lower, upper corner, shape (6,)."""
    box = world_bound(bbox_cache, pippin.sim.get_prim(prim_path)).ComputeAlignedRange()
    return np.array([*box.GetMin(), *box.GetMax()])


def compute_combined_aabb(bbox_cache: UsdGeom.BBoxCache, prim_paths: Sequence[str]) -> np.ndarray:
    """Box around several prims; see :func:`compute_aabb`."""
    boxes = np.array([compute_aabb(bbox_cache, path) for path in prim_paths])
    return np.concatenate([boxes[:, :3].min(axis=0), boxes[:, 3:].max(axis=0)])


def get_all_matching_child_prims(
    prim_path: str, predicate: Callable[[str], bool] = lambda _: True, depth: int | None = None
) -> list[Usd.Prim]:
    """The prim and all prims below it for whose paths a predicate holds, level by level."""
    return pippin.sim.get_all_matching_child_prims(prim_path, lambda prim: predicate(get_prim_path(prim)), depth)


def get_first_matching_child_prim(
    prim_path: str, predicate: Callable[[str], bool], fabric: bool = False
) -> Usd.Prim | None:
    """First of the prims that :func:`get_all_matching_child_prims` gives, or None."""
    return next(iter(get_all_matching_child_prims(prim_path, predicate)), None)


def get_prim_attribute_names(prim_path: str, fabric: bool = False) -> list[str]:
    """Names of the attributes of a prim."""
    return [attribute.GetName() for attribute in pippin.sim.get_prim(prim_path).GetAttributes()]


def get_prim_attribute_value(prim_path: str, attribute_name: str, fabric: bool = False) -> Any:
    """Value of an attribute of a prim; None where it has none."""
    return pippin.sim.get_prim(prim_path).GetAttribute(attribute_name).Get()


def set_prim_attribute_value(prim_path: str, attribute_name: str, value: Any, fabric: bool = False) -> None:
    """Write an attribute that a prim has by its type.

    Raises:
        ValueError: There is no such prim, or it has no such attribute.
    """
    set_attribute(pippin.sim.get_prim(prim_path), attribute_name, value)


def get_prim_property(prim_path: str, property_name: str) -> Any:
    """The same as :func:`get_prim_attribute_value`."""
    return get_prim_attribute_value(prim_path, property_name)


def set_prim_property(prim_path: str, property_name: str, property_value: Any) -> None:
    """The same as :func:`set_prim_attribute_value`."""
    set_prim_attribute_value(prim_path, property_name, property_value)


VIEWPORT_CAMERA = "/OmniverseKit_Persp"
"""Path that the camera of the viewport has in Isaac Sim."""

requested_view: tuple[Any, Any] | None = None
"""Eye and target that were asked for while there was no simulation: the next one has them."""


def set_camera_view(
    eye: Sequence[float],
    target: Sequence[float],
    camera_prim_path: str = VIEWPORT_CAMERA,
    viewport_api: Any = None,
) -> None:
    """Place the camera that viewers look through, or a camera of the stage, to look at a point.

    Where there is no simulation, the viewers' camera of the next world is placed; see
    :meth:`pippin.sim.SimulationContext.set_camera_view`.

    Args:
        eye: Position of the camera in the world [m].
        target: Point in the world that it looks at [m].
        camera_prim_path: Path of a camera of the stage, or the name of the viewport's camera in Isaac Sim.
        viewport_api: Not used.

    Raises:
        ValueError: ``eye`` or ``target`` is not a point, they are the same, or there is no camera at the path.
    """
    global requested_view
    if camera_prim_path != VIEWPORT_CAMERA:
        if not get_prim(camera_prim_path).IsA(UsdGeom.Camera):
            raise ValueError(f"The prim '{camera_prim_path}' is no camera; expected one, or '{VIEWPORT_CAMERA}'.")
        eye, target = checked_camera_view(eye, target)
        rotation = create_rotation_matrix_from_view(torch.tensor(eye), torch.tensor(target))
        SingleXFormPrim(camera_prim_path).set_world_pose(eye, to_wxyz(quat_from_matrix(rotation).numpy()))
        return
    context = SimulationContext.instance()
    if context is None:
        requested_view = checked_camera_view(eye, target)
    else:
        context.set_camera_view(eye, target, camera_prim_path)


def get_world_pose(prim_path: str, fabric: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Pose of a prim in the world: position [m], shape (3,), and orientation (w, x, y, z), shape (4,).

    Raises:
        ValueError: There is no such prim.
    """
    return SingleXFormPrim(get_prim(prim_path).GetPath().pathString).get_world_pose()


def get_local_pose(prim_path: str) -> tuple[np.ndarray, np.ndarray]:
    """Pose of a prim in the frame of its parent; see :func:`get_world_pose`."""
    return SingleXFormPrim(get_prim(prim_path).GetPath().pathString).get_local_pose()


def find_unique_string_name(initial_name: str, is_unique_fn: Callable[[str], bool]) -> str:
    """The name itself where a function says that it is free, else the first free one of ``name_1``, ``name_2``, ..."""
    name, number = initial_name, 0
    while not is_unique_fn(name):
        number += 1
        name = f"{initial_name}_{number}"
    return name


def add_update_semantics(prim: Usd.Prim, semantic_label: str, type_label: str = "class", suffix: str = "") -> None:
    """Give a prim, and what is below it, a label of a kind in place of the one that it has."""
    add_labels(prim, [semantic_label], type_label)


def get_semantics(prim: Usd.Prim) -> dict[str, tuple[str, str]]:
    """Return the kind and the first label of each kind that a prim has, by names of kinds."""
    return {f"Semantics_{kind}": (kind, labels[0]) for kind, labels in get_labels(prim).items() if labels}


def remove_all_semantics(prim: Usd.Prim, recursive: bool = False) -> None:
    """Take the labels from a prim, and from what is below it if told so."""
    remove_labels(prim, include_descendants=recursive)


def check_missing_semantics(prim_path: str | None = None) -> list[str]:
    """Return the paths of shapes without labels, below a prim or on the whole stage."""
    return check_missing_labels(prim_path)


def count_semantics_in_scene(prim_path: str | None = None) -> dict[str, int]:
    """Count the shapes of each label, below a prim or on the whole stage, and those without ("missing_labels")."""
    return count_total_labels(prim_path)
