"""Making, finding and removing prims."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from pxr import Sdf, Tf, Usd, UsdGeom, UsdSemantics

from pippin.utils.checks import check_callable, check_text, check_texts

from .copied_environments import copied_path, show_prim
from .expressions import explain_no_match
from .own_environments import make_room
from .references import add_reference
from .stage import check_prim, get_current_stage, get_environments, given_stage
from .xforms import convert_world_pose_to_local, set_local_pose


def define_prim(prim_path: str, prim_type: str = "Xform", stage: Usd.Stage | None = None) -> Usd.Prim:
    """Make a prim, with plain Xforms for those of its parents that are not there.

    Raises:
        ValueError: The path is not that of a prim, or there is a prim of another type already.
    """
    stage = given_stage(stage)
    path = checked_path(prim_path)
    existing = stage.GetPrimAtPath(path)
    if existing and existing.GetTypeName() not in ("", prim_type):
        raise ValueError(
            f"'{prim_path}' is a prim of type '{existing.GetTypeName()}' already; expected none, or a {prim_type}."
        )
    for parent in reversed(list(path.GetAncestorsRange())[1:]):
        if not stage.GetPrimAtPath(parent):
            stage.DefinePrim(parent, "Xform")
    return stage.DefinePrim(path, prim_type)


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
    attributes: Mapping[str, Any] | None = None,
    stage: Usd.Stage | None = None,
) -> Usd.Prim:
    """Make a prim at a free path.

    Args:
        prim_path: Path of the new prim.
        prim_type: USD type of the prim.
        position: Position in the world [m], shape (3,). Then the orientation is in the world, too.
        translation: Position in the parent's frame [m], shape (3,); None for its origin.
        orientation: Orientation in the parent's frame (x, y, z, w), shape (4,); None for none.
        scale: Scale along the prim's own axes, shape (3,); None for none.
        usd_path: USD file whose default prim the new prim refers to.
        semantic_label: Label of the prim and what is below it, for segmentation.
        semantic_type: Kind of the label.
        attributes: Values of the prim's attributes by name.
        stage: Stage; None takes the current one.

    Raises:
        ValueError: The path is taken or malformed, the prim type has no attribute of that name, or both a position and
            a translation are given.
        FileNotFoundError: There is no such USD file.
    """
    stage = given_stage(stage)
    if stage == get_current_stage() and isinstance(prim_path, str):
        make_room(prim_path)
    if is_prim_path_valid(prim_path, stage):
        raise ValueError(
            f"A prim already exists at '{prim_path}': choose another path, or delete it with delete_prim()."
        )
    if position is not None and translation is not None:
        raise ValueError(f"The prim '{prim_path}' is given both a position and a translation: give one.")
    prim = define_prim(prim_path, prim_type, stage)
    try:
        for name, value in (attributes or {}).items():
            set_attribute(prim, name, value)
        if semantic_label is not None:
            add_labels(prim, [semantic_label], semantic_type)
        if position is not None:
            translation, orientation = convert_world_pose_to_local(position, orientation, prim.GetParent())
        if usd_path is not None:
            add_reference(prim, usd_path, translation, orientation, scale)
        elif UsdGeom.Xformable(prim):
            set_local_pose(prim, translation, orientation, scale)
    except Exception:
        stage.RemovePrim(prim.GetPath())
        raise
    return prim


def set_attribute(prim: Usd.Prim, name: str, value: Any) -> None:
    """Write an attribute that the prim has by its type.

    Raises:
        ValueError: The prim has no attribute of that name.
        TypeError: The value does not suit the attribute's type.
    """
    attribute = prim.GetAttribute(name)
    if not attribute:
        there_are = ", ".join(item.GetName() for item in prim.GetAttributes())
        raise ValueError(f"A prim of type '{prim.GetTypeName()}' has no attribute '{name}'; there are: {there_are}.")
    is_vector = isinstance(value, (list, np.ndarray)) and not attribute.GetTypeName().isArray
    try:
        attribute.Set(tuple(np.asarray(value).tolist()) if is_vector else value)
    except Tf.ErrorException as error:
        raise TypeError(
            f"The attribute '{name}' is set to {value!r:.100}; expected a {attribute.GetTypeName()}."
        ) from error


def is_prim_path_valid(prim_path: str, stage: Usd.Stage | None = None) -> bool:
    """Whether there is a prim at the path."""
    check_text("prim_path", prim_path)
    stage = given_stage(stage)
    return Sdf.Path.IsValidPathString(prim_path) and stage.GetPrimAtPath(prim_path).IsValid()


def get_next_free_path(prim_path: str, stage: Usd.Stage | None = None) -> str:
    """The path itself where it is free, else the first free one of ``path_01``, ``path_02``, ..."""
    candidate, number = prim_path, 0
    while is_prim_path_valid(candidate, stage):
        number += 1
        candidate = f"{prim_path}_{number:02d}"
    return candidate


def delete_prim(prim_path: str | Sequence[str], stage: Usd.Stage | None = None) -> bool:
    """Remove one or several prims with all that is below them; say whether all were there and are gone.

    Those of an environment that is a copy are made inactive, since what it copies stays.
    """
    stage = given_stage(stage)
    paths = [prim_path] if isinstance(prim_path, str) else check_texts("prim_path", prim_path)
    removed = [_remove(path, stage) for path in paths]
    return all(removed)


def _remove(path: str, stage: Usd.Stage) -> bool:
    plan = get_environments() if stage == get_current_stage() else None
    if copied_path(path, plan) is not None and Sdf.Path.IsValidPathString(path):
        prim = show_prim(stage, path, plan)
        return bool(prim) and prim.SetActive(False)
    return is_prim_path_valid(path, stage) and stage.RemovePrim(path)


def get_all_matching_child_prims(
    prim_path: str,
    predicate: Callable[[Usd.Prim], bool] = lambda _: True,
    depth: int | None = None,
    stage: Usd.Stage | None = None,
    traverse_instance_prims: bool = True,
) -> list[Usd.Prim]:
    """The prim and all prims below it for which a predicate holds, level by level.

    Args:
        prim_path: Path of the prim to begin with.
        predicate: What to look for.
        depth: Levels below the prim to look through; None looks through all.
        stage: Stage; None takes the current one.
        traverse_instance_prims: Look into instances too.

    Raises:
        ValueError: There is no prim at the path, or the depth is negative.
    """
    level = [get_prim(prim_path, stage)]
    check_callable("predicate", predicate)
    if depth is not None and not hasattr(depth, "__index__"):
        raise TypeError(f"'depth' is {depth!r:.80}; expected a number of levels, or None.")
    if depth is not None and depth < 0:
        raise ValueError(f"The depth is {depth}: it should be at least 0.")
    found, levels_left = [], depth
    flags = Usd.TraverseInstanceProxies() if traverse_instance_prims else Usd.PrimDefaultPredicate
    while level:
        found += [prim for prim in level if predicate(prim)]
        if levels_left == 0:
            break
        levels_left = None if levels_left is None else levels_left - 1
        level = [child for prim in level for child in prim.GetFilteredChildren(flags)]
    return found


def get_first_matching_child_prim(
    prim_path: str,
    predicate: Callable[[Usd.Prim], bool] = lambda _: True,
    stage: Usd.Stage | None = None,
    traverse_instance_prims: bool = True,
) -> Usd.Prim | None:
    """First of the prims that :func:`get_all_matching_child_prims` gives, or None."""
    found = get_all_matching_child_prims(prim_path, predicate, None, stage, traverse_instance_prims)
    return next(iter(found), None)


def get_first_matching_ancestor_prim(
    prim_path: str, predicate: Callable[[Usd.Prim], bool] = lambda _: True, stage: Usd.Stage | None = None
) -> Usd.Prim | None:
    """The prim, or else the nearest one above it, for which a predicate holds, or None.

    Raises:
        ValueError: There is no prim at the path.
    """
    check_callable("predicate", predicate)
    prim = get_prim(prim_path, stage)
    while prim and not prim.IsPseudoRoot():
        if predicate(prim):
            return prim
        prim = prim.GetParent()
    return None


def get_prim(prim_path: str | Sdf.Path, stage: Usd.Stage | None = None) -> Usd.Prim:
    """The prim at a path, which may be USD's own kind of paths.

    Prims of an environment that is a copy come on the stage when they are asked for, as what they copy.

    Raises:
        ValueError: There is none; the message lists what there is where the path ends.
    """
    stage = given_stage(stage)
    prim_path = prim_path.pathString if isinstance(prim_path, Sdf.Path) else prim_path
    if is_prim_path_valid(prim_path, stage):
        return stage.GetPrimAtPath(prim_path)
    prim = show_prim(stage, checked_path(prim_path), get_environments() if stage == get_current_stage() else None)
    if not prim:
        raise ValueError(f"There is no prim at '{prim_path}': {explain_no_match(prim_path, stage)}")
    return prim


def make_uninstanceable(prim_path: str, stage: Usd.Stage | None = None) -> None:
    """Let all instances at or below a path be prims of their own, which can be changed.

    Raises:
        ValueError: There is no prim at the path.
    """
    prims = [get_prim(prim_path, stage)]
    while prims:
        prim = prims.pop()
        if prim.IsInstance():
            prim.SetInstanceable(False)
        prims += prim.GetChildren()  # which an instance did not have before


def set_prim_visibility(prim: Usd.Prim, visible: bool) -> None:
    """Show or hide a prim with all that is below it. Physics does not change."""
    check_prim("prim", prim)
    imageable = UsdGeom.Imageable(prim)
    imageable.MakeVisible() if visible else imageable.MakeInvisible()


def add_labels(prim: Usd.Prim, labels: Sequence[str], instance_name: str = "class", overwrite: bool = True) -> None:
    """Label a prim for segmentation.

    Args:
        prim: Prim to label, with all that is below it.
        labels: Labels.
        instance_name: Kind of the labels, such as "class".
        overwrite: Replace labels of that kind that the prim has; False adds to them.

    Raises:
        TypeError: There is no prim, or labels or their kind are no texts.
    """
    check_prim("prim", prim)
    check_text("instance_name", instance_name)
    labels = list(check_texts("labels", labels)) if overwrite else [*get_labels(prim).get(instance_name, []), *labels]
    UsdSemantics.LabelsAPI.Apply(prim, instance_name).CreateLabelsAttr(labels)


def get_labels(prim: Usd.Prim) -> dict[str, list[str]]:
    """Labels of a prim by their kind."""
    check_prim("prim", prim)
    kinds = UsdSemantics.LabelsAPI.GetDirectTaxonomies(prim)
    return {kind: list(UsdSemantics.LabelsAPI(prim, kind).GetLabelsAttr().Get() or []) for kind in kinds}


def checked_path(prim_path: str) -> Sdf.Path:
    """A path of a prim, from text.

    Raises:
        TypeError: It is no text.
        ValueError: The text is no absolute path of a prim.
    """
    check_text("prim_path", prim_path)
    is_path = Sdf.Path.IsValidPathString(prim_path)
    if not is_path or not Sdf.Path(prim_path).IsAbsolutePath() or not Sdf.Path(prim_path).IsPrimPath():
        raise ValueError(
            f"'{prim_path}' is no path of a prim: it should begin with '/' and consist of names of letters, digits and"
            " underscores that do not begin with a digit."
        )
    return Sdf.Path(prim_path)
