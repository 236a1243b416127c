"""Prims of environments that are copies: on the stage as soon as they are asked for, and what programs change of them.

A copy inherits on the stage what its template has there, at its own origin. What a program writes below it stays its
own. When the simulation begins, environments whose physics was changed so are variants of their own; those that were
changed in the same way are one.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from pxr import Sdf, Tf, Usd, UsdGeom, UsdPhysics, UsdUtils

from .environments import EnvironmentPlan
from .xforms import convert_world_pose_to_local, set_local_pose

logger = logging.getLogger("pippin")

SEEN_ALONE = re.compile(r"primvars:|inputs:|semantics?:|visibility$|purpose$|doubleSided$|kind$|displayName$|comment$")
"""Names of properties and metadata that pictures show, or people read, and bodies do not feel."""

_OF_PHYSICS = re.compile(r"Physics|Physx|Mjc|Newton")
_OWN_OF_COPIES = ("specifier", "typeName", "inheritPaths", "xformOp", "customData")
_FILLED = "pippinFilled"
"""Mark of environments that inherit nothing, though they are copies."""

_COLOR = re.compile(r"primvars:displayColor$|inputs:(diffuseColor|diffuse_color_constant|base_color|diffuse_tint)$")
"""Names of properties that cameras see in each copy as they are there."""

Fact = tuple[str, str, str]
"""Path below the environment, name of what is written there, and its value as text."""


def copied_path(path: str | Sdf.Path, plan: EnvironmentPlan | None) -> tuple[int, str] | None:
    """Environment that a path lies in, where that is a copy, and the path of the prim that it copies; None elsewhere.

    Args:
        path: Path of a prim.
        plan: Environments of the stage; None for none.
    """
    place = None if plan is None else plan.place_of(str(path))
    if plan is None or place is None or place[0] in plan.variant_of_template:
        return None
    return place[0], plan.template_path(int(plan.variant_of_env[place[0]])) + place[1]


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
    made_anew: dict[int, list[str]] = {}
    with Sdf.ChangeBlock():
        for env_id in env_ids:
            path, template = plan.env_path(env_id), plan.template_path(int(plan.variant_of_env[env_id]))
            spec = layer.GetPrimAtPath(path) or Sdf.CreatePrimInLayer(layer, path)
            if not spec.inheritPathList.prependedItems and not is_filled(spec):
                made_anew[env_id] = _made_anew(spec, layer.GetPrimAtPath(template))
                spec.specifier = Sdf.SpecifierDef  # its type is the template's
                spec.inheritPathList.Prepend(template)
                shown.append(env_id)
    for env_id in shown:
        set_local_pose(stage.GetPrimAtPath(plan.env_path(env_id)), translation=_place_of(stage, plan, env_id))
        if made_anew[env_id]:
            fill_environment(
                stage, plan.template_path(int(plan.variant_of_env[env_id])), plan, env_id, made_anew[env_id]
            )


def fill_environment(
    stage: Usd.Stage, source: str, plan: EnvironmentPlan, env_id: int, without: Collection[str] = ()
) -> None:
    """Give an environment prims of its own like those of another one; what it has already goes before them.

    Args:
        stage: The stage.
        source: Path of the environment whose prims they are like.
        plan: The stage's environments.
        env_id: The environment that gets them. It does not inherit any more.
        without: Paths in that environment at which it gets nothing.

    Raises:
        NotImplementedError: The source is not in the stage's own layer.
    """
    layer, path = stage.GetRootLayer(), plan.env_path(env_id)
    if not layer.GetPrimAtPath(source):
        raise NotImplementedError(
            f"'{path}' gets prims of its own, but a file that the stage is made of holds '{source}', which it copies: "
            "reference that file in the stage, or spawn in all environments."
        )
    own, others = Sdf.Layer.CreateAnonymous(), Sdf.Layer.CreateAnonymous()
    for each, begin in ((own, path), (others, source)):
        Sdf.CreatePrimInLayer(each, path)
        if layer.GetPrimAtPath(begin):
            Sdf.CopySpec(layer, begin, each, path)
    own.GetPrimAtPath(path).specifier = Sdf.SpecifierDef
    own.GetPrimAtPath(path).inheritPathList.ClearEdits()
    for absent in without:
        spec = others.GetPrimAtPath(absent)
        if spec:
            del spec.nameParent.nameChildren[spec.name]
    UsdUtils.StitchLayers(own, others)
    own.GetPrimAtPath(path).customData[_FILLED] = True
    place = _place_of(stage, plan, env_id)
    translate = own.GetAttributeAtPath(f"{path}.xformOp:translate")
    if translate:
        translate.default = type(translate.default)(*place)
    with Sdf.ChangeBlock():
        Sdf.CreatePrimInLayer(layer, path)
        Sdf.CopySpec(own, path, layer, path)
    if not translate:
        set_local_pose(stage.GetPrimAtPath(path), translation=place)


def _place_of(stage: Usd.Stage, plan: EnvironmentPlan, env_id: int) -> tuple[float, float, float]:
    """Position of an environment in the frame of the prim that holds all of them."""
    origin = plan.origins[env_id].tolist()
    return convert_world_pose_to_local(origin, None, stage.GetPrimAtPath(plan.namespace))[0]


def is_filled(spec: Sdf.PrimSpec | None) -> bool:
    """Whether an environment has prims of its own, all of them, and inherits nothing."""
    return spec is not None and bool(spec.customData.get(_FILLED, False))


def _made_anew(spec: Sdf.PrimSpec, template: Sdf.PrimSpec | None) -> list[str]:
    """Paths at which a program made prims in an environment though what this copies has others there.

    Groups, which say no more than that they are some, are not meant.
    """
    if template is None:
        return []
    found = []
    for child in spec.nameChildren:
        other = template.nameChildren.get(child.name)
        if other is None or child.specifier != Sdf.SpecifierDef:
            continue
        says = set(child.ListInfoKeys()) - {"specifier", "typeName"}
        is_group = child.typeName in ("", "Xform", "Scope") and not says and child.nameChildren
        found += _made_anew(child, other) if is_group else [str(child.path)]
    return found


def take_changes(stage: Usd.Stage, plan: EnvironmentPlan) -> EnvironmentPlan:
    """Make copies whose physics was changed on the stage variants of their own.

    Changes that only pictures would show are named in a warning, but for colours: cameras see these as they are. Where
    a program has spawned things in one environment alone, what pictures show makes a variant, too.

    Args:
        stage: Stage with the environments' templates.
        plan: Its environments.

    Returns:
        The plan itself where there are no such copies.
    """
    layer, given = stage.GetRootLayer(), plan
    plan = _as_copies(plan)
    namespace = layer.GetPrimAtPath(plan.namespace)
    names = [] if namespace is None else [child.name for child in namespace.nameChildren]
    copies = [copy for name in names if (copy := copied_path(f"{plan.namespace}/{name}", plan)) is not None]
    of_templates: dict[str, frozenset[Fact]] = {}
    sets: dict[tuple[int, frozenset[Fact]], list[int]] = {}
    filled: dict[int, bytes] = {}
    unseen: list[str] = []
    for env_id, template in sorted(copies):
        show_environments(stage, plan, [env_id])  # those that a program has begun by itself
        root = plan.env_path(env_id)
        if template not in of_templates:
            of_templates[template] = _facts(layer, template)
        facts = _facts(layer, root)
        changes = facts - of_templates[template]
        if is_filled(layer.GetPrimAtPath(root)):
            changes |= {(path, name, f"no {value}") for path, name, value in of_templates[template] - facts}
            filled[env_id] = _digest(facts)
        if env_id in given.separated:
            felt = frozenset(fact for fact in changes if not _COLOR.match(fact[1]))
        else:
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
    variant_of_env, templates = plan.variant_of_env.copy(), list(plan.templates)
    for env_ids in sets.values():
        variant_of_env[env_ids] = len(templates)
        templates.append(env_ids[0])
    if sets:
        each = sum(map(len, sets.values()))
        logger.info("%d environments have physics of their own, in %d variants.", each, len(sets))
    if sets or given.separated:
        given = replace(plan, variant_of_env=variant_of_env, templates=tuple(templates))
    known = {template: _digest(facts) for template, facts in of_templates.items()}
    known |= {given.env_path(env_id): digest for env_id, digest in filled.items()}
    _inherit_again(stage, given, [env_id for env_id in filled if env_id not in given.variant_of_template], known)
    return given


def _as_copies(plan: EnvironmentPlan) -> EnvironmentPlan:
    """The plan in which environments that were separated copy what they copied before."""
    if not plan.separated:
        return plan
    variant_of_env = plan.variant_of_env.copy()
    variant_of_env[list(plan.separated)] = list(plan.separated.values())
    templates = plan.templates[: len(plan.templates) - len(plan.separated)]
    return replace(plan, variant_of_env=variant_of_env, templates=templates, separated={})


def _inherit_again(
    stage: Usd.Stage, plan: EnvironmentPlan, env_ids: Sequence[int], contents: Mapping[str, bytes]
) -> None:
    """Let those environments inherit what their templates have that have prims of their own of the same contents."""
    layer = stage.GetRootLayer()
    with Sdf.ChangeBlock():
        for env_id in env_ids:
            path, template = plan.env_path(env_id), plan.template_path(int(plan.variant_of_env[env_id]))
            if contents[path] != contents[template]:
                continue
            spec = layer.GetPrimAtPath(path)
            for name in [child.name for child in spec.nameChildren]:
                del spec.nameChildren[name]
            del spec.customData[_FILLED]
            spec.inheritPathList.Prepend(template)


def _digest(facts: frozenset[Fact]) -> bytes:
    """A short number that equal facts share."""
    return hashlib.sha256(repr(sorted(facts)).encode()).digest()


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
    """Warns of what a program writes on the stage while the simulation plays, which has no effect then.

    That is all below environments that are copies, but for colours, and the size of what has physics.

    Args:
        stage: The stage that is simulated.
        plan: Its environments; None for none.
    """

    def __init__(self, stage: Usd.Stage, plan: EnvironmentPlan | None) -> None:
        self._plan = plan
        self._told: set[str] = set()
        self._listener = Tf.Notice.Register(Usd.Notice.ObjectsChanged, self._note, stage)  # holds no reference

    def stop(self) -> None:
        """Listen no longer."""
        self._listener.Revoke()

    def _note(self, notice: Usd.Notice.ObjectsChanged, stage: Usd.Stage) -> None:
        for path in (*notice.GetChangedInfoOnlyPaths(), *notice.GetResyncedPaths()):
            if path.name in self._told or path.name.startswith(("primvars:", "inputs:")):
                continue
            owner = path.GetPrimPath()
            place = None if self._plan is None else self._plan.place_of(str(owner))
            is_environment = place is not None and not place[1]  # those are placed as they come on the stage
            if path.name == "xformOp:scale" and not is_environment and _has_physics(stage.GetPrimAtPath(owner)):
                self._told.add(path.name)
                logger.warning(
                    "'%s' was written on the stage while the simulation plays, where bodies and colliders keep the "
                    "size that they began with: write it before reset().",
                    path,
                )
            elif self._is_in_copy(path, stage):
                self._told.add(path.name)
                logger.warning(
                    "'%s' was written on the stage while the simulation plays, in an environment that is a copy: it "
                    "has no effect before the simulation begins again. Use the methods of assets and views, or write "
                    "it before reset().",
                    path,
                )

    def _is_in_copy(self, path: Sdf.Path, stage: Usd.Stage) -> bool:
        """Whether something was written below an environment that is a copy, more than what holds something."""
        begin = "" if self._plan is None else f"{self._plan.namespace}/env_"
        text = str(path)
        if not begin or not text.startswith(begin) or "/" not in text[len(begin) :]:  # environments come on the stage
            return False
        prim = stage.GetPrimAtPath(path.GetPrimPath())
        if prim and prim.IsA(UsdGeom.Camera):  # sensors look through it wherever it is
            return False
        is_empty = path.IsPrimPath() and _says_nothing(stage.GetRootLayer().GetPrimAtPath(path))
        return not is_empty and copied_path(text.partition(".")[0], self._plan) is not None


def _has_physics(prim: Usd.Prim) -> bool:
    """Whether there are bodies or colliders at or below a prim."""
    return any(any(_OF_PHYSICS.match(schema) for schema in _schemas_of(each)) for each in _prims_below(prim))
