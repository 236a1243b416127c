"""Prims of environments that are copies: on the stage as soon as they are asked for, and what programs change of them.

A copy inherits on the stage what its template has there, at its own origin. What a program writes below it stays its
own. When the simulation begins, environments whose physics was changed so are variants of their own; those that were
changed in the same way are one.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pxr import Sdf, Tf, Usd, UsdPhysics

from .environments import EnvironmentPlan
from .xforms import convert_world_pose_to_local, set_local_pose

logger = logging.getLogger("pippin")

SEEN_ALONE = re.compile(r"primvars:|inputs:|semantics?:|visibility$|purpose$|doubleSided$|kind$|displayName$|comment$")
"""Names of properties and metadata that pictures show, or people read, and bodies do not feel."""

_OF_PHYSICS = re.compile(r"Physics|Physx|Mjc|Newton")
_OWN_OF_COPIES = ("specifier", "typeName", "inheritPaths", "xformOp")

Fact = tuple[str, str, str]
"""Path below the environment, name of what is written there, and its value as text."""


def copied_path(path: str | Sdf.Path, plan: EnvironmentPlan | None) -> tuple[int, str] | None:
    """Environment that a path lies in, where that is a copy, and the path of the prim that it copies; None elsewhere.

    Args:
        path: Path of a prim.
        plan: Environments of the stage; None for none.
    """
    if plan is None:
        return None
    match = re.match(re.escape(plan.namespace) + r"/env_(\d+)(?=/|$)", str(path))
    env_id = -1 if match is None else int(match[1])
    if match is None or env_id >= plan.num_envs or str(env_id) != match[1] or env_id in plan.templates:
        return None
    return env_id, plan.template_path(int(plan.variant_of_env[env_id])) + str(path)[match.end() :]


def has_copies(stage: Usd.Stage, plan: EnvironmentPlan | None) -> bool:
    """Whether environments that are copies are on the stage, which may look otherwise than what they copy.

    Args:
        stage: The stage.
        plan: Its environments; None for none.
    """
    namespace = stage.GetPrimAtPath(plan.namespace) if plan is not None else stage.GetPseudoRoot()
    return bool(namespace) and any(copied_path(prim.GetPath(), plan) for prim in namespace.GetChildren())


def show_prim(stage: Usd.Stage, path: str | Sdf.Path, plan: EnvironmentPlan | None) -> Usd.Prim:
    """The prim at a path, also in an environment that is a copy and was not on the stage yet; invalid without one.

    Args:
        stage: Stage with the environments' templates.
        path: Path of a prim.
        plan: Environments of the stage; None for none.
    """
    prim = stage.GetPrimAtPath(path)
    copied = None if prim else copied_path(path, plan)
    if copied is None or plan is None or not stage.GetPrimAtPath(copied[1]):
        return prim
    show_environments(stage, plan, [copied[0]])
    return stage.GetPrimAtPath(path)


def show_environments(stage: Usd.Stage, plan: EnvironmentPlan, env_ids: Sequence[int]) -> None:
    """Put prims of copies on the stage, which inherit what their templates have there.

    Args:
        stage: Stage with the environments' templates.
        plan: Its environments.
        env_ids: The copies; those that are on the stage stay as they are.
    """
    layer, shown = stage.GetRootLayer(), []
    with Sdf.ChangeBlock():
        for env_id in env_ids:
            path = plan.env_path(env_id)
            spec = layer.GetPrimAtPath(path) or Sdf.CreatePrimInLayer(layer, path)
            if not spec.inheritPathList.prependedItems:
                spec.specifier = Sdf.SpecifierDef  # its type is the template's
                spec.inheritPathList.Prepend(plan.template_path(int(plan.variant_of_env[env_id])))
                shown.append(env_id)
    for env_id in shown:
        prim = stage.GetPrimAtPath(plan.env_path(env_id))
        place, _ = convert_world_pose_to_local(plan.origins[env_id].tolist(), None, prim.GetParent())
        set_local_pose(prim, translation=place)


def take_changes(stage: Usd.Stage, plan: EnvironmentPlan) -> EnvironmentPlan:
    """Make copies whose physics was changed on the stage variants of their own.

    Changes that only pictures would show are named in a warning, but for colours: cameras see these as they are.

    Args:
        stage: Stage with the environments' templates.
        plan: Its environments.

    Returns:
        The plan itself where there are no such copies.
    """
    layer = stage.GetRootLayer()
    namespace = layer.GetPrimAtPath(plan.namespace)
    names = [] if namespace is None else [child.name for child in namespace.nameChildren]
    copies = [copy for name in names if (copy := copied_path(f"{plan.namespace}/{name}", plan)) is not None]
    of_templates: dict[str, frozenset[Fact]] = {}
    sets: dict[tuple[int, frozenset[Fact]], list[int]] = {}
    unseen: list[str] = []
    for env_id, template in sorted(copies):
        show_environments(stage, plan, [env_id])  # those that a program has begun by itself
        root = plan.env_path(env_id)
        if template not in of_templates:
            of_templates[template] = _facts(layer, template)
        changes = _facts(layer, root) - of_templates[template]
        felt = frozenset(fact for fact in changes if _is_felt(stage, fact, (root, template)))
        unseen += [root + path for path, name, _ in changes - felt if not name.startswith(("primvars:", "inputs:"))]
        if felt:
            sets.setdefault((int(plan.variant_of_env[env_id]), felt), []).append(env_id)
    if unseen:
        logger.warning(
            "What was written at %s%s is on the stage and changes no picture: environments that are copies look like "
            "what they copy. Markers (VisualizationMarkers) differ, and so do environments after "
            "'separate_environments' of their scene.",
            unseen[0],
            f" and {len(unseen) - 1} more places" if len(unseen) > 1 else "",
        )
    if not sets:
        return plan
    variant_of_env, templates = plan.variant_of_env.copy(), list(plan.templates)
    for env_ids in sets.values():
        variant_of_env[env_ids] = len(templates)
        templates.append(env_ids[0])
    logger.info("%d environments have physics of their own, in %d variants.", sum(map(len, sets.values())), len(sets))
    return replace(plan, variant_of_env=variant_of_env, templates=tuple(templates))


def _facts(layer: Sdf.Layer, root: str) -> frozenset[Fact]:
    """What is written at and below an environment, with its own path exchanged; not where it is, and what it copies."""
    here = re.compile(re.escape(root) + r"(?!\d)")
    facts: set[Fact] = set()

    def look(path: Sdf.Path) -> None:
        spec = layer.GetObjectAtPath(path)
        owner = path.GetPrimPath()
        is_root = str(owner) == root
        if isinstance(spec, Sdf.RelationshipSpec):
            targets = here.sub("{env}", str(list(spec.targetPathList.GetAddedOrExplicitItems())))
            facts.add((str(owner)[len(root) :], path.name, targets))
            return
        for key in spec.ListInfoKeys() if isinstance(spec, (Sdf.PrimSpec, Sdf.AttributeSpec)) else ():
            name = path.name if path.IsPropertyPath() else key
            is_over = key == "specifier" and spec.GetInfo(key) == Sdf.SpecifierOver
            if is_over or (is_root and name.startswith(_OWN_OF_COPIES)) or key in ("custom", "variability"):
                continue
            facts.add((str(owner)[len(root) :], name, here.sub("{env}", f"{key}={spec.GetInfo(key)}")))

    layer.Traverse(Sdf.Path(root), look)
    return frozenset(facts)


def _is_felt(stage: Usd.Stage, fact: Fact, environments: tuple[str, str]) -> bool:
    """Whether a change is one of physics: of a prim with bodies, colliders or joints at or below it."""
    path, name, _ = fact
    return not SEEN_ALONE.match(name) and any(
        prim.IsA(UsdPhysics.Joint) or any(_OF_PHYSICS.match(schema) for schema in _schemas_of(prim))
        for root in environments
        for prim in _prims_below(stage.GetPrimAtPath(root + path))
    )


def _prims_below(prim: Usd.Prim) -> Iterator[Usd.Prim]:
    yield from Usd.PrimRange(prim, Usd.TraverseInstanceProxies()) if prim else ()


def _schemas_of(prim: Usd.Prim) -> list[str]:
    """Schemas of a prim, also those that USD has not registered."""
    listed = prim.GetMetadata("apiSchemas")
    return [str(name) for name in listed.GetAddedOrExplicitItems()] if listed else []


def _says_nothing(spec: Sdf.PrimSpec | None) -> bool:
    """Whether a layer says of a prim no more than that there may be something below it."""
    return spec is None or (spec.specifier == Sdf.SpecifierOver and set(spec.ListInfoKeys()) <= {"specifier"})


class ChangesAtPlay:
    """Warns of what a program writes below copies on the stage while the simulation plays, which has no effect then.

    Args:
        stage: The stage that is simulated.
        plan: Its environments.
    """

    def __init__(self, stage: Usd.Stage, plan: EnvironmentPlan) -> None:
        self._plan = plan
        self._told: set[str] = set()
        self._listener = Tf.Notice.Register(Usd.Notice.ObjectsChanged, self._note, stage)  # holds no reference

    def stop(self) -> None:
        """Listen no longer."""
        self._listener.Revoke()

    def _note(self, notice: Usd.Notice.ObjectsChanged, stage: Usd.Stage) -> None:
        begin = f"{self._plan.namespace}/env_"
        for path in (*notice.GetChangedInfoOnlyPaths(), *notice.GetResyncedPaths()):
            text = str(path)
            if not text.startswith(begin) or copied_path(text.partition(".")[0], self._plan) is None:
                continue
            name = path.name
            is_empty = path.IsPrimPath() and _says_nothing(stage.GetRootLayer().GetPrimAtPath(path))
            if "/" not in text[len(begin) :] or is_empty:  # an environment that comes on the stage; what holds a value
                continue
            if name.startswith(("primvars:", "inputs:")) or name in self._told:
                continue
            self._told.add(name)
            logger.warning(
                "'%s' was written on the stage while the simulation plays, in an environment that is a copy: it has "
                "no effect before the simulation begins again. Use the methods of assets and views, or write it "
                "before reset().",
                text,
            )
