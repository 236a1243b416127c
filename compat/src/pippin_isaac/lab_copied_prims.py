"""Prims of all environments, as programs find them on a stage that holds those of what environments copy.

``stage.GetPrimAtPath`` and the functions of ``isaaclab.sim`` that find prims put a copy on the stage when a program
asks for it. Pippin itself asks for the stage as it is.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Iterator

from pxr import Sdf, Usd

import pippin.sim
from pippin.sim.copied_environments import copied_path, show_environments, show_prim
from pippin.sim.expressions import matching_paths
from pippin.sim.stage import get_current_stage, get_environments, given_stage, has_current_stage

_OWN = ("pippin", "pippin_isaac", "isaacsim", "isaaclab", "omni", "lula")
"""Packages whose modules ask for the stage as it is."""


def show_prims_of_copies() -> None:
    """Let ``Usd.Stage.GetPrimAtPath`` show programs the prims of environments that are copies."""
    original = Usd.Stage.GetPrimAtPath
    if hasattr(original, "shows_copies"):
        return

    @functools.wraps(original)
    def get_prim_at_path(stage: Usd.Stage, path: str | Sdf.Path) -> Usd.Prim:
        prim = original(stage, path)
        if prim or get_environments() is None or not has_current_stage() or stage != get_current_stage():
            return prim
        caller = str(sys._getframe(1).f_globals.get("__name__", ""))
        return prim if caller.partition(".")[0] in _OWN else show_prim(stage, path, get_environments())

    get_prim_at_path.shows_copies = True  # type: ignore[attr-defined]
    Usd.Stage.GetPrimAtPath = get_prim_at_path


def find_matching_prims(prim_path_regex: str, stage: Usd.Stage | None = None) -> list[Usd.Prim]:
    """Prims that an expression of segments matches, in all environments.

    Raises:
        ValueError: The expression is malformed.
    """
    stage = given_stage(stage)
    if stage != get_current_stage():
        return pippin.sim.find_matching_prims(prim_path_regex, stage)
    return list(_shown(matching_paths(prim_path_regex), stage))


def find_matching_prim_paths(prim_path_regex: str, stage: Usd.Stage | None = None) -> list[str]:
    """Paths of the prims that :func:`find_matching_prims` gives."""
    if given_stage(stage) != get_current_stage():
        return pippin.sim.find_matching_prim_paths(prim_path_regex, stage)
    return matching_paths(prim_path_regex)


def find_first_matching_prim(prim_path_regex: str, stage: Usd.Stage | None = None) -> Usd.Prim | None:
    """First of the prims that :func:`find_matching_prims` gives, or None."""
    stage = given_stage(stage)
    if stage != get_current_stage():
        return pippin.sim.find_first_matching_prim(prim_path_regex, stage)
    return next(_shown(matching_paths(prim_path_regex)[:1], stage), None)


def is_prim_path_valid(prim_path: str, stage: Usd.Stage | None = None) -> bool:
    """Whether there is a prim at the path, in any environment."""
    copied = copied_path(prim_path, get_environments())
    is_there = pippin.sim.is_prim_path_valid(prim_path, stage)
    return is_there or (copied is not None and pippin.sim.is_prim_path_valid(copied[1], stage))


def show_matching(pattern: re.Pattern[str], stage: Usd.Stage) -> None:
    """Put those copies on the stage in which the whole path of a prim matches a pattern."""
    plan = get_environments()
    if plan is None or not has_current_stage() or stage != get_current_stage():
        return
    suffixes = []
    for template in map(plan.template_path, range(len(plan.templates))):
        root = stage.GetPrimAtPath(template)
        prims = Usd.PrimRange(root, Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)) if root else []
        suffixes.append([str(prim.GetPath())[len(template) :] for prim in prims])
    copies = ((each, plan.env_path(each)) for each in range(plan.num_envs) if each not in plan.templates)
    matching = [
        env_id
        for env_id, path in copies
        if any(pattern.fullmatch(path + suffix) for suffix in suffixes[int(plan.variant_of_env[env_id])])
    ]
    show_environments(stage, plan, matching)


def in_order_of_environments(prims: list[Usd.Prim]) -> list[Usd.Prim]:
    """Prims with those of environments in the order of these, whichever came on the stage first."""
    plan = get_environments()
    begin = "" if plan is None else f"{plan.namespace}/env_"
    numbers = [re.match(re.escape(begin) + r"(\d+)", str(prim.GetPath())) if begin else None for prim in prims]
    inside = [index for index, number in enumerate(numbers) if number is not None]
    ordered = sorted(inside, key=lambda index: int(numbers[index][1]))  # type: ignore[index]
    result = list(prims)
    for place, index in zip(inside, ordered, strict=True):
        result[place] = prims[index]
    return result


def _shown(paths: list[str], stage: Usd.Stage) -> Iterator[Usd.Prim]:
    plan = get_environments()
    copies = {copied[0] for path in paths if (copied := copied_path(path, plan)) is not None}
    if plan is not None:
        show_environments(stage, plan, sorted(copies))
    return (stage.GetPrimAtPath(path) for path in paths)
