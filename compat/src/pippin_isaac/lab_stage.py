"""Helpers of ``isaaclab.sim.utils`` for the stage, its files, its prims and their labels."""

from __future__ import annotations

import functools
import inspect
import logging
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pxr import Sdf, Usd, UsdGeom, UsdSemantics, UsdUtils

import pippin.sim
from pippin.sim import get_current_stage, get_labels
from pippin.sim import stage as stages
from pippin.sim.layers import export_layer

from .lab_utils import to_camel_case

__all__ = [
    "add_usd_reference",
    "attach_stage_to_usd_context",
    "change_prim_property",
    "check_missing_labels",
    "clear_stage",
    "close_stage",
    "count_total_labels",
    "get_current_stage_id",
    "get_stage",
    "get_prim_at_path",
    "get_prim_path",
    "get_prim_type_name",
    "get_stage_up_axis",
    "get_usd_references",
    "create_new_stage_in_memory",
    "is_current_stage_in_memory",
    "is_stage_loading",
    "remove_labels",
    "traverse_stage",
    "update_stage",
    "use_stage",
    "open_stage",
    "resolve_paths",
    "save_stage",
]

logger = logging.getLogger("pippin")


_KEPT = ("no_delete", "hide_in_stage_window")
"""Metadata of prims that stay on a stage that is cleared."""


_in_use: list[Usd.Stage] = []
"""Stages that ``with use_stage(...)`` blocks have made current, the outermost first."""


@contextmanager
def use_stage(stage: Usd.Stage) -> Iterator[None]:
    """Make a stage the current one for the length of a ``with`` block.

    Raises:
        TypeError: It is no stage.
    """
    if not isinstance(stage, Usd.Stage):
        raise TypeError(f"'stage' is {type(stage).__name__}; expected a Usd.Stage.")
    if stages.has_current_stage() and stage == get_current_stage():
        yield
        return
    before = get_current_stage() if stages.has_current_stage() else None
    environments = stages.get_environments()
    stages.set_current_stage(stage)
    _in_use.append(stage)
    try:
        yield
    finally:
        _in_use.pop()
        stages.set_current_stage(before)
        stages.set_environments(environments)


def clear_stage(predicate: Callable[[Usd.Prim], bool] | None = None) -> None:
    """Take prims off the stage: those for which a function holds, or all.

    What files refer to stays with its prim. Prims below ``/Render``, and those with the metadata ``no_delete`` or
    ``hide_in_stage_window``, stay.
    """
    stage = get_current_stage()
    for path in [prim.GetPath() for prim in stage.TraverseAll() if predicate is None or predicate(prim)]:
        prim = stage.GetPrimAtPath(path)
        is_own = prim and any(spec.layer == stage.GetRootLayer() for spec in prim.GetPrimStack())
        if is_own and not path.HasPrefix("/Render") and not any(map(prim.GetMetadata, _KEPT)):
            stage.RemovePrim(path)


def close_stage(callback_fn: Callable[[bool, str], None] | None = None) -> bool:
    """End the simulation and leave no stage: the next one that is asked for is new.

    Args:
        callback_fn: Called at the end with True and an empty message.
    """
    pippin.sim.SimulationContext.clear_instance()
    stages.set_current_stage(None)
    if callback_fn is not None:
        callback_fn(True, "")
    return True


def get_stage(fabric: bool = False) -> Usd.Stage:
    """Stage that is current.

    Args:
        fabric: Has no meaning here: there is no copy of the stage in Omniverse's Fabric.
    """
    return get_current_stage()


def get_current_stage_id() -> int:
    """Number of the current stage in USD's cache of stages, which it enters if need be."""
    return UsdUtils.StageCache.Get().Insert(get_current_stage()).ToLongInt()


def is_current_stage_in_memory() -> bool:
    """Whether the current stage is another one than the application's: one that :func:`use_stage` has made current."""
    return bool(_in_use) and stages.has_current_stage() and get_current_stage() == _in_use[-1]


def attach_stage_to_usd_context(attaching_early: bool = False) -> None:
    """Do nothing: the current stage is the one that everything uses."""


def is_stage_loading() -> bool:
    """Whether files of the stage are still to come: they are there when a call returns."""
    return False


def update_stage() -> None:
    """Do nothing: changes of the stage take effect at once."""


def get_stage_up_axis() -> str:
    """Axis that points upwards: "Y" or "Z"."""
    return str(UsdGeom.GetStageUpAxis(get_current_stage()))


def traverse_stage(fabric: bool = False) -> Iterator[Usd.Prim]:
    """All prims of the current stage."""
    return iter(get_current_stage().Traverse())


def get_prim_at_path(prim_path: str, fabric: bool = False) -> Usd.Prim:
    """Prim at a path; an invalid one if there is none."""
    return get_current_stage().GetPrimAtPath(prim_path)


def get_prim_path(prim: Usd.Prim) -> str:
    """Path of a prim; empty if there is none."""
    return prim.GetPath().pathString if prim else ""


def get_prim_type_name(prim_path: str | Usd.Prim, fabric: bool = False) -> str:
    """Type of a prim.

    Raises:
        ValueError: There is no such prim.
    """
    prim = get_prim_at_path(prim_path) if isinstance(prim_path, str) else prim_path
    if not prim:
        raise ValueError(f"Prim '{prim_path}' is not valid: there is none on the current stage.")
    return str(prim.GetTypeName())


def add_usd_reference(
    prim_path: str, usd_path: str, prim_type: str = "Xform", stage: Usd.Stage | None = None
) -> Usd.Prim:
    """Let a prim, which is made if need be, refer to the default prim of a USD file.

    Raises:
        FileNotFoundError: There is no such file.
    """
    if not Path(usd_path).is_file():
        raise FileNotFoundError(f"There is no USD file '{usd_path}'.")
    stage = get_current_stage() if stage is None else stage
    prim = stage.GetPrimAtPath(prim_path) or stage.DefinePrim(prim_path, prim_type)
    prim.GetReferences().AddReference(str(usd_path))
    return prim


def add_reference_to_stage(usd_path: str, path: str, prim_type: str = "Xform") -> Usd.Prim:
    """Do what :func:`add_usd_reference` does, as an older name of it, with the file first."""
    return add_usd_reference(path, usd_path, prim_type)


def apply_nested(func: Callable[..., bool]) -> Callable[..., None]:
    """Let a function of a prim work on the prims below a path: on each of the topmost that it says True of.

    Args:
        func: Function of a prim's path and further arguments, which returns whether the prim was one for it. If it has
            an argument ``stage``, its prims are looked for there.

    Returns:
        Function of a path and the same further arguments. It warns if no prim was one for it, and raises ValueError if
        there is none at the path. Prims inside of instances, which nobody can change, are passed over.
    """
    signature = inspect.signature(func)

    @functools.wraps(func)
    def apply(prim_path: str | Sdf.Path, *args: Any, **kwargs: Any) -> None:
        stage = signature.bind(prim_path, *args, **kwargs).arguments.get("stage") or get_current_stage()
        root = stage.GetPrimAtPath(prim_path)
        if not root:
            raise ValueError(f"Prim at path '{prim_path}' is not valid: there is none on the stage.")
        waiting, is_applied, instances = [root], False, []
        while waiting:
            prim = waiting.pop(0)
            if prim.IsInstance():
                instances.append(str(prim.GetPath()))
            elif func(str(prim.GetPath()), *args, **kwargs):
                is_applied = True
            else:
                waiting += prim.GetChildren()
        if not is_applied:
            logger.warning(
                "Could not perform '%s' on any prims under '%s': none has what it asks for, or they are in the "
                "instances %s.",
                *(func.__name__, prim_path, instances),
            )

    return apply


def export_prim_to_file(
    path: str | Sdf.Path,
    source_prim_path: str | Sdf.Path,
    target_prim_path: str | Sdf.Path | None = None,
    stage: Usd.Stage | None = None,
) -> None:
    """Write a prim and what is below it to a USD file, as its default prim, with what it refers to in it.

    Args:
        path: File, which is overwritten.
        source_prim_path: Absolute path of the prim.
        target_prim_path: Absolute path of the prim in the file; None takes the same.
        stage: Stage; None takes the current one.

    Raises:
        ValueError: A path is not absolute, or there is no such prim.
    """
    stage = get_current_stage() if stage is None else stage
    source, target = Sdf.Path(str(source_prim_path)), Sdf.Path(str(target_prim_path or source_prim_path))
    for kind, each in (("Source", source), ("Target", target)):
        if not each.IsAbsolutePath():
            raise ValueError(f"{kind} prim path '{each}' is not global. It must start with '/'.")
    if not stage.GetPrimAtPath(source):
        raise ValueError(f"Prim at path '{source}' is not valid: there is none on the stage.")
    flat = Usd.Stage.OpenMasked(stage.GetRootLayer(), Usd.StagePopulationMask([source])).Flatten()
    layer = Sdf.Layer.CreateAnonymous(".usda")
    Sdf.CreatePrimInLayer(layer, target)
    Sdf.CopySpec(flat, source, layer, target)
    for prototype in flat.rootPrims:  # of instances, which the flattened stage has beside the others
        if prototype.path != source.GetPrefixes()[0]:
            Sdf.CopySpec(flat, prototype.path, layer, prototype.path)
    layer.defaultPrim = target.name if target.IsRootPrimPath() else str(target)
    new = Usd.Stage.Open(layer)
    UsdGeom.SetStageUpAxis(new, UsdGeom.GetStageUpAxis(stage))
    UsdGeom.SetStageMetersPerUnit(new, UsdGeom.GetStageMetersPerUnit(stage))
    export_layer(layer, str(path))


def get_usd_references(prim_path: str, stage: Usd.Stage | None = None) -> list[str]:
    """Files that a prim refers to.

    Raises:
        ValueError: There is no such prim.
    """
    prim = (get_current_stage() if stage is None else stage).GetPrimAtPath(prim_path)
    if not prim:
        raise ValueError(f"Prim '{prim_path}' is not valid: there is none on the stage.")
    return [item.assetPath for spec in prim.GetPrimStack() for item in spec.referenceList.GetAddedOrExplicitItems()]


def change_prim_property(
    prop_path: str | Sdf.Path,
    value: Any,
    stage: Usd.Stage | None = None,
    type_to_create_if_not_exist: Sdf.ValueTypeName | None = None,
    is_custom: bool = False,
) -> bool:
    """Set a property of a prim.

    Args:
        prop_path: Path such as ``/World/Cube.size``.
        value: Value; None clears it, so that the default counts again.
        stage: Stage; None takes the current one.
        type_to_create_if_not_exist: Type of a property that is made if need be.
        is_custom: Whether such a one is custom.

    Returns:
        Whether it is set; False, with an error in the log, if there is no such property.

    Raises:
        ValueError: There is no such prim.
    """
    stage = get_current_stage() if stage is None else stage
    path = Sdf.Path(str(prop_path))
    prim = stage.GetPrimAtPath(path.GetPrimPath())
    if not prim:
        raise ValueError(f"Prim does not exist at path: '{path.GetPrimPath()}'.")
    attribute = prim.GetAttribute(path.name)
    if not attribute and type_to_create_if_not_exist is not None:
        attribute = prim.CreateAttribute(path.name, type_to_create_if_not_exist, is_custom)
    if not attribute:
        logger.error("Property '%s' does not exist; name the type that it is to be made with.", path)
        return False
    return attribute.Clear() if value is None else attribute.Set(value)


def safe_set_attribute_on_usd_schema(schema_api: Usd.APISchemaBase, name: str, value: Any, camel_case: bool) -> None:
    """Set an attribute that a schema has.

    Args:
        schema_api: The schema on a prim.
        name: Name of the attribute.
        value: Value; None leaves it.
        camel_case: Whether the name is in snake case.

    Raises:
        TypeError: The schema has no such attribute.
    """
    if value is None:
        return
    words = to_camel_case(name, to="CC") if camel_case else name
    create = getattr(schema_api, f"Create{words}Attr", None)
    if create is None:
        raise TypeError(f"The schema of '{schema_api.GetPath()}' has no attribute '{words}'.")
    create().Set(value)


def safe_set_attribute_on_usd_prim(prim: Usd.Prim, attr_name: str, value: Any, camel_case: bool) -> None:
    """Set an attribute of a prim, which is made if it has none of that name.

    Args:
        prim: The prim.
        attr_name: Name of the attribute.
        value: Truth value, number, or two or three numbers; None leaves it.
        camel_case: Whether the name is in snake case.

    Raises:
        NotImplementedError: The value is of another type.
    """
    if value is None:
        return
    name = to_camel_case(attr_name, to="cC") if camel_case else attr_name
    kinds = {bool: Sdf.ValueTypeNames.Bool, int: Sdf.ValueTypeNames.Int, float: Sdf.ValueTypeNames.Float}
    rows = {2: Sdf.ValueTypeNames.Float2, 3: Sdf.ValueTypeNames.Float3}
    kind = rows.get(len(value)) if isinstance(value, (tuple, list)) else kinds.get(type(value))
    if kind is None:
        raise NotImplementedError(
            f"'{name}' cannot be set to {value!r}: expected a truth value, a number, or two or three numbers."
        )
    change_prim_property(f"{prim.GetPath()}.{name}", value, prim.GetStage(), kind)


def remove_labels(prim: Usd.Prim, instance_name: str | None = None, include_descendants: bool = False) -> None:
    """Take the labels of a kind, or all, from a prim, and from those below it if asked for."""
    for each in Usd.PrimRange(prim) if include_descendants else [prim]:
        for kind in UsdSemantics.LabelsAPI.GetDirectTaxonomies(each):
            if instance_name in (None, kind):
                each.RemoveAPI(UsdSemantics.LabelsAPI, kind)


def check_missing_labels(prim_path: str | None = None, stage: Usd.Stage | None = None) -> list[str]:
    """Paths of meshes and other shapes that have no label, below a prim or on the whole stage.

    A path at which there is no prim gives none, and a warning.
    """
    shapes = [prim for prim in _prims_below(prim_path, stage) if prim.IsA(UsdGeom.Gprim)]
    return [prim.GetPath().pathString for prim in shapes if not get_labels(prim)]


def count_total_labels(prim_path: str | None = None, stage: Usd.Stage | None = None) -> dict[str, int]:
    """How many prims have each label, and how many shapes have none ("missing_labels")."""
    counts = {"missing_labels": len(check_missing_labels(prim_path, stage))}
    for prim in _prims_below(prim_path, stage):
        for label in (label for labels in get_labels(prim).values() for label in labels):
            counts[label] = counts.get(label, 0) + 1
    return counts


def _prims_below(prim_path: str | None, stage: Usd.Stage | None) -> list[Usd.Prim]:
    """A prim and all below it; all prims if no path is given, none with a warning if there is none at the path."""
    stage = get_current_stage() if stage is None else stage
    prim = stage.GetPseudoRoot() if prim_path is None else stage.GetPrimAtPath(prim_path)
    if not prim:
        logger.warning("There is no prim at '%s': no labels are found.", prim_path)
    return list(Usd.PrimRange(prim)) if prim else []


def open_stage(usd_path: str) -> Usd.Stage:
    """Open a USD file as the current stage. What is spawned on it later stays in memory.

    Raises:
        ValueError: The name is not that of a USD file, or the file measures in other units than metres with z up.
        FileNotFoundError: There is no such file.
    """
    _require_supported(usd_path)
    return pippin.sim.open_stage(usd_path)


def create_new_stage_in_memory() -> Usd.Stage:
    """Make an empty stage (z up, metres) that is not the current one: :func:`use_stage` makes it that."""
    stage = Usd.Stage.CreateInMemory()
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    return stage


def open_stage_2(usd_path: str) -> bool:
    """Open a USD file as the current stage, as version 2 does: the result says that it is open.

    Raises:
        ValueError: The name is not that of a USD file, or the file measures in other units than metres with z up.
        FileNotFoundError: There is no such file.
    """
    open_stage(usd_path)
    return True


def save_stage(usd_path: str, save_and_reload_in_place: bool = True) -> bool:
    """Write the root layer of the current stage to a file; files that it refers to stay files of their own.

    Args:
        usd_path: File to write.
        save_and_reload_in_place: Whether the file becomes the current stage.

    Returns:
        Whether it is written.

    Raises:
        ValueError: The name is not that of a USD file.
        FileNotFoundError: There is no such folder.
    """
    _require_supported(usd_path)
    if not os.path.isdir(os.path.dirname(usd_path) or "."):
        raise FileNotFoundError(f"The stage cannot be saved as '{usd_path}': there is no such folder.")
    source = get_current_stage().GetRootLayer()
    layer = Sdf.Layer.Find(usd_path) or Sdf.Layer.CreateNew(usd_path)
    layer.TransferContent(source)
    resolve_paths(source.identifier, layer.identifier)
    is_saved = layer.Save()
    if is_saved and save_and_reload_in_place:
        open_stage(usd_path)
    return is_saved


def resolve_paths(src_layer_identifier: str, dst_layer_identifier: str, store_relative_path: bool = True) -> None:
    """Let what was copied from one layer to another refer to the same files from its new place.

    Args:
        src_layer_identifier: Layer that it was copied from.
        dst_layer_identifier: Layer that it was copied to, which is changed.
        store_relative_path: Whether paths become relative to the new place; else they become absolute.
    """
    source, copy = Sdf.Layer.FindOrOpen(src_layer_identifier), Sdf.Layer.FindOrOpen(dst_layer_identifier)
    folder = os.path.dirname(copy.realPath or copy.identifier)

    def moved(path: str) -> str:
        if not path or re.match(r"[A-Za-z][\w.+-]+://", path):
            return path
        absolute = source.ComputeAbsolutePath(path)
        if not os.path.isabs(absolute):  # found by a search, as modules of materials are
            return path
        return os.path.relpath(absolute, folder) if store_relative_path and folder else absolute

    UsdUtils.ModifyAssetPaths(copy, moved)


def _require_supported(usd_path: str) -> None:
    if not Usd.Stage.IsSupportedFile(usd_path):
        raise ValueError(f"The USD file at path '{usd_path}' is not supported: its name ends with no known suffix.")
