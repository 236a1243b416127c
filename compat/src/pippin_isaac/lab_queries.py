"""Helpers of ``isaaclab.sim.utils`` that look for prims by whole-path expressions, or place them."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence

from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics

import pippin.sim
from pippin.sim import get_current_stage, is_prim_path_valid, schemas

__all__ = [
    "find_first_matching_prim",
    "find_global_fixed_joint_prim",
    "find_matching_prim_paths",
    "find_matching_prims",
    "get_all_matching_child_prims",
    "get_next_free_prim_path",
    "matches_path_expr_prefix",
    "path_expr_to_glob",
    "split_path_expr",
    "standardize_xform_ops",
    "validate_standard_xform_ops",
]

logger = logging.getLogger("pippin")

_STANDARD_OPS = ["xformOp:translate", "xformOp:orient", "xformOp:scale"]

# -- expressions -------------------------------------------------------------------------------------------------------


def split_path_expr(path_expr: str) -> list[str]:
    """What stands between the slashes of an expression; a slash within brackets (``[^/]``) does not count."""
    return re.sub(r"(\[\^?[^]]*\])|/", lambda match: match[1] or "\0", path_expr).split("\0")


def path_expr_to_glob(path_expr: str) -> str:
    """Write an expression as a glob: ``.*``, ``[^/]*`` and ``[^/]+`` become ``*``; the rest stays."""
    return re.sub(r"\[\^/\][*+]|\.\*", "*", path_expr)


def matches_path_expr_prefix(path_expr: str, prim_path: str) -> bool:
    """Whether a path matches as many segments of an expression as it has itself."""
    segments = split_path_expr(path_expr)[: prim_path.count("/") + 1]
    return re.fullmatch("/".join(segments), prim_path) is not None


def find_matching_prims(prim_path_regex: str, stage: Usd.Stage | None = None) -> list[Usd.Prim]:
    """Prims of which the whole path matches a regular expression, in the stage's order.

    ``.*`` crosses levels, ``[^/]*`` does not. Prims that are inactive, undefined or in an instance are found, too.

    Raises:
        ValueError: The expression does not begin with a slash.
    """
    if not prim_path_regex.startswith("/"):
        raise ValueError(f"Prim path '{prim_path_regex}' is not global. It must start with '/'.")
    stage = get_current_stage() if stage is None else stage
    pattern = re.compile(prim_path_regex)
    prims = Usd.PrimRange(stage.GetPseudoRoot(), Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate))
    return [prim for prim in prims if pattern.fullmatch(prim.GetPath().pathString)]


def find_matching_prim_paths(prim_path_regex: str, stage: Usd.Stage | None = None) -> list[str]:
    """Paths of the prims that :func:`find_matching_prims` gives."""
    return [prim.GetPath().pathString for prim in find_matching_prims(prim_path_regex, stage)]


def find_first_matching_prim(prim_path_regex: str, stage: Usd.Stage | None = None) -> Usd.Prim | None:
    """First prim that :func:`find_matching_prims` gives, or None."""
    return next(iter(find_matching_prims(prim_path_regex, stage)), None)


# -- prims -------------------------------------------------------------------------------------------------------------


def get_all_matching_child_prims(
    prim_path: str | Sdf.Path,
    predicate: Callable[[Usd.Prim], bool] = lambda _: True,
    depth: int | None = None,
    stage: Usd.Stage | None = None,
    traverse_instance_prims: bool = True,
    expected_num_matches: int | None = None,
) -> list[Usd.Prim]:
    """The prim and all prims below it for which a predicate holds, level by level.

    Args:
        prim_path: Path of the prim to begin with.
        predicate: What to look for.
        depth: Levels below the prim to look through; None looks through all.
        stage: Stage; None takes the current one.
        traverse_instance_prims: Look into instances too.
        expected_num_matches: How many there should be; None does not check.

    Raises:
        ValueError: There is no prim at the path, or a number is negative.
        RuntimeError: There are more or fewer than expected.
    """
    if expected_num_matches is not None and expected_num_matches < 0:
        raise ValueError(f"Expected number of matches must be non-negative, got {expected_num_matches}.")
    found = pippin.sim.get_all_matching_child_prims(str(prim_path), predicate, depth, stage, traverse_instance_prims)
    if expected_num_matches not in (None, len(found)):
        paths = [prim.GetPath().pathString for prim in found]
        raise RuntimeError(f"Expected {expected_num_matches} prims under '{prim_path}', found {len(found)}: {paths}.")
    return found


def find_global_fixed_joint_prim(
    prim_path: str | Sdf.Path, check_enabled_only: bool = False, stage: Usd.Stage | None = None
) -> UsdPhysics.Joint | None:
    """First joint at or below a path that ties a body to the world, or None.

    Args:
        prim_path: Path of the prim to begin with.
        check_enabled_only: Pass over joints that are disabled.
        stage: Stage; None takes the current one.

    Raises:
        ValueError: There is no prim at the path.
    """
    return schemas.find_global_fixed_joint_prim(str(prim_path), check_enabled_only, stage)


def get_next_free_prim_path(path: str, stage: Usd.Stage | None = None) -> str:
    """The path itself where it is free, else the first free one with the next number of two digits at its end.

    Raises:
        ValueError: It is no path of a prim.
    """
    if not Sdf.Path.IsValidPathString(path):
        raise ValueError(f"'{path}' is not a valid prim path.")
    while is_prim_path_valid(path, stage):
        number = re.search(r"_(\d+)$", path)
        path = f"{path[: number.start()]}_{int(number[1]) + 1:02d}" if number else f"{path}_01"
    return path


# -- transforms --------------------------------------------------------------------------------------------------------


def standardize_xform_ops(
    prim: Usd.Prim,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    scale: Sequence[float] | None = None,
) -> bool:
    """Write the place of a prim as translation, quaternion and scale, in place of any other operations.

    Args:
        prim: Prim.
        translation: Position in the parent's frame [m], shape (3,); None keeps it.
        orientation: Orientation in the parent's frame (x, y, z, w), shape (4,); None keeps it.
        scale: Scale along the prim's own axes, shape (3,); None keeps it, with the factors between the units of a file
            and the stage that ``xformOp:scale:unitsResolve`` holds.

    Returns:
        False, with an error in the log, if the prim has no place.

    Raises:
        ValueError: The prim is not valid.
    """
    if not prim:
        raise ValueError(f"Prim at path '{prim.GetPath()}' is not valid.")
    xformable = UsdGeom.Xformable(prim)
    if not xformable:
        logger.error(
            "Prim at path '%s' is a '%s', not an Xformable: it has no place.", prim.GetPath(), prim.GetTypeName()
        )
        return False
    units = prim.GetAttribute("xformOp:scale:unitsResolve")
    operations = [operation.GetOpName() for operation in xformable.GetOrderedXformOps()]
    if scale is None and units and units.GetName() not in operations:  # else it counts already
        present = Gf.Transform(xformable.GetLocalTransformation()).GetScale()
        scale = [factor * unit for factor, unit in zip(present, units.Get(), strict=True)]
    resets = xformable.GetResetXformStack()
    pippin.sim.set_local_pose(prim, translation, orientation, scale)
    for name in prim.GetPropertyNames():
        if name.startswith("xformOp:") and name not in _STANDARD_OPS:
            prim.RemoveProperty(name)
    xformable.SetResetXformStack(resets)
    return True


def validate_standard_xform_ops(prim: Usd.Prim) -> bool:
    """Whether the place of a prim is written as translation, quaternion and scale, and nothing else."""
    if not prim or not prim.IsA(UsdGeom.Xformable):
        return False
    return [operation.GetOpName() for operation in UsdGeom.Xformable(prim).GetOrderedXformOps()] == _STANDARD_OPS
