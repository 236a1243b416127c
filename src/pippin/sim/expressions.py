"""Expressions that stand for prim paths, on the stage and in the environments that are not on it.

An expression is a path whose segments are regular expressions; a segment matches a name as a whole:
``/World/envs/env_.*/Robot/.*_foot``. ``{ENV_REGEX_NS}`` at its beginning stands for every environment.

One that is more than segments is a regular expression for whole paths, in which ``.*`` crosses levels: where a group
holds a slash (``/World/Robot(/.*)?``, ``/World/(Geometry/)?hand``), or paths are joined by ``|``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from pxr import Sdf, Usd, UsdPhysics

from pippin.utils.checks import check_text

from .copied_environments import copied_path
from .environments import ENV_NAMESPACE, EnvironmentPlan
from .stage import get_current_stage, get_environments, given_stage

_SCOPE_OF_LINKS = re.compile(r"/Geometry/(?:\w+/)*(?=[^/]+$)")


def resolve_expression(expression: str, namespace: str | None = None) -> str:
    """Put the environments' namespace in the place of ``{ENV_REGEX_NS}`` and check the expression's form.

    Args:
        expression: Expression for prim paths.
        namespace: Prim that holds the environments; None takes that of the current stage's plan.

    Raises:
        TypeError: The expression or the namespace is no text.
        ValueError: The expression does not begin with a slash, or a segment is no regular expression.
    """
    check_text("expression", expression)
    if namespace is None:
        plan = get_environments()
        namespace = plan.namespace if plan is not None else ENV_NAMESPACE
    check_text("namespace", namespace)
    resolved = expression.replace("{ENV_REGEX_NS}", f"{namespace}/env_.*")
    _patterns(resolved)
    return resolved


def without_scope_of_links(expression: str) -> str:
    """Expression for a link that stands right below its robot, as Pippin's converters put it.

    Isaac Sim 6 makes links of URDF and MJCF files below a scope ``Geometry``, each in the one that it hangs on:
    ``/World/Robot/Geometry/base/hip`` becomes ``/World/Robot/hip``. Other expressions stay as they are.
    """
    check_text("expression", expression)
    return _SCOPE_OF_LINKS.sub("/", expression)


def without_folder_of_root(expression: str) -> str:
    """Expression for a link that stands right below its robot, as Pippin's converters put it.

    Isaac Sim 5 makes links of MJCF files in a folder that is named after the first of them: ``/World/Robot/pelvis/hip``
    becomes ``/World/Robot/hip`` where ``/World/Robot/pelvis`` is a rigid body. Other expressions stay as they are.
    """
    segments = _segments(resolve_expression(expression)) or []
    for index in range(1, len(segments) - 1):
        prims = find_matching_prims("/" + "/".join(segments[: index + 1]))
        if prims and all(prim.HasAPI(UsdPhysics.RigidBodyAPI) for prim in prims):
            return "/" + "/".join(segments[:index] + segments[index + 1 :])
    return expression


def served_expression(expression: str, stage: Usd.Stage) -> str | None:
    """Expression as it is, or without what Isaac Sim's importers put links below: the first one that matches a prim.

    Returns:
        The expression; None where no prim matches.
    """
    candidates = (expression, without_scope_of_links(expression), without_folder_of_root(expression))
    return next((each for each in dict.fromkeys(candidates) if find_matching_prims(each, stage)), None)


def is_expression(path: str) -> bool:
    """Whether a path holds more than names, that is whether it may stand for several prims."""
    check_text("path", path)
    return not Sdf.Path.IsValidPathString(path)


def find_matching_prims(prim_path_regex: str, stage: Usd.Stage | None = None) -> list[Usd.Prim]:
    """Prims on the stage that an expression matches, in the stage's order.

    Of the environments, only those are found that others copy: see :func:`matching_paths` for all of them.

    Raises:
        ValueError: The expression is malformed.
    """
    stage = given_stage(stage)
    expression = resolve_expression(prim_path_regex)
    prims = _prims_by_path(expression, stage) if _patterns(expression) is None else _prims_by_level(expression, stage)
    plan = get_environments() if stage == get_current_stage() else None
    return [prim for prim in prims if copied_path(prim.GetPath(), plan) is None]


def find_matching_prim_paths(prim_path_regex: str, stage: Usd.Stage | None = None) -> list[str]:
    """Paths of the prims that :func:`find_matching_prims` gives."""
    return [prim.GetPath().pathString for prim in find_matching_prims(prim_path_regex, stage)]


def find_first_matching_prim(prim_path_regex: str, stage: Usd.Stage | None = None) -> Usd.Prim | None:
    """First prim that :func:`find_matching_prims` gives, or None."""
    return next(iter(find_matching_prims(prim_path_regex, stage)), None)


def require_matching_prims(prim_path_regex: str, stage: Usd.Stage | None = None) -> list[Usd.Prim]:
    """Prims that :func:`find_matching_prims` gives, at least one.

    Raises:
        ValueError: No prim matches; the message lists what there is where the match ended.
    """
    prims = find_matching_prims(prim_path_regex, stage)
    if not prims:
        raise ValueError(f"No prim matches '{prim_path_regex}': {explain_no_match(prim_path_regex, stage)}")
    return prims


def matching_paths(expression: str, plan: EnvironmentPlan | None = None, stage: Usd.Stage | None = None) -> list[str]:
    """Paths of all prims that an expression matches, in every environment, whether on the stage or not.

    Args:
        expression: Expression for prim paths.
        plan: Environments; None takes those of the current stage.
        stage: Stage with the environments' templates; None takes the current one.

    Returns:
        Paths outside of the environments in the stage's order, then those in environment 0, 1, ...

    Raises:
        ValueError: The expression is malformed.
    """
    plan = get_environments() if plan is None else plan
    if not isinstance(plan, (EnvironmentPlan, type(None))):
        raise TypeError(f"'plan' is {plan!r:.80}; expected an EnvironmentPlan, or None for that of the stage.")
    expression = resolve_expression(expression, plan.namespace if plan is not None else None)
    if plan is None:
        return find_matching_prim_paths(expression, stage)
    outside = [path for path in find_matching_prim_paths(expression, stage) if not _is_in_environment(path, plan)]
    by_path = _patterns(expression) is None
    find = _whole_paths_in_environments if by_path else _paths_in_environments
    return outside + list(find(expression, plan, stage))


def explain_no_match(expression: str, stage: Usd.Stage | None = None) -> str:
    """Say how far an expression that matches nothing gets, and which names there are from there on."""
    stage = given_stage(stage)
    level, segments = [stage.GetPseudoRoot()], []
    patterns = _patterns(resolve_expression(expression))
    if patterns is None:
        return "it is no path of a prim."
    for pattern in patterns:
        children = [child for prim in level for child in _children(prim)]
        matches = [child for child in children if pattern.fullmatch(child.GetName())]
        segments.append(pattern.pattern)
        if not matches:
            break
        level = matches
    else:
        return "all of it matches."
    where = "/" + "/".join(segments[:-1])
    names = list(dict.fromkeys(child.GetName() for child in children))
    if not names:
        return f"there is nothing below '{where}'."
    return f"below '{where}' there is no '{segments[-1]}', but {_listing(names, near=segments[-1])}."


def _patterns(expression: str) -> list[re.Pattern[str]] | None:
    """One compiled regular expression for each segment of an expression; None if it is more than segments."""
    if not expression.startswith("/"):
        raise ValueError(f"The prim path '{expression}' should begin with '/'.")
    try:
        re.compile(expression)
        segments = _segments(expression)
        return None if segments is None else [re.compile(segment) for segment in segments if segment]
    except re.error as error:
        raise ValueError(
            f"The prim path '{expression}' is malformed; expected regular expressions between slashes: {error}."
        ) from error


def _segments(expression: str) -> list[str] | None:
    """What stands between the slashes of an expression; None if groups hold some, or it joins whole paths by ``|``."""
    segments, depth, in_class = [""], 0, False
    for before, character in zip(" " + expression, expression, strict=False):
        escaped = before == "\\"
        if not escaped and not in_class:
            depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "/" and not in_class:
            if depth > 0 or segments[-1].endswith("|"):
                return None
            segments.append("")
            continue
        if not escaped and (character == "]" or not in_class):
            in_class = character == "["
        segments[-1] += character
    return segments[1:]


def _prims_by_level(expression: str, stage: Usd.Stage) -> list[Usd.Prim]:
    """Prims of which each name on the path matches its segment."""
    patterns = _patterns(expression)
    level = [] if patterns is None else [stage.GetPseudoRoot()]
    for pattern in patterns or []:
        level = [child for prim in level for child in _children(prim) if pattern.fullmatch(child.GetName())]
    return level


def _prims_by_path(expression: str, stage: Usd.Stage) -> list[Usd.Prim]:
    """Prims whose whole path an expression matches."""
    pattern = re.compile(expression)
    prims = Usd.PrimRange(stage.GetPseudoRoot(), Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate))
    return [prim for prim in prims if pattern.fullmatch(prim.GetPath().pathString)]


def _children(prim: Usd.Prim) -> list[Usd.Prim]:
    """Children of a prim, also those of an instance."""
    return prim.GetFilteredChildren(Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate))


def _is_in_environment(path: str, plan: EnvironmentPlan) -> bool:
    """Whether a path is that of an environment or below it."""
    return re.match(re.escape(plan.namespace) + r"/env_\d+(/|$)", path) is not None


def _paths_in_environments(expression: str, plan: EnvironmentPlan, stage: Usd.Stage | None) -> Iterator[str]:
    """Matching paths in every environment: those of its template with the name of the environment exchanged."""
    patterns = _patterns(expression)
    if patterns is None:
        return
    names = plan.namespace.split("/")[1:]
    depth = len(names)
    if len(patterns) <= depth or not all(
        pattern.fullmatch(name) for pattern, name in zip(patterns, names, strict=False)
    ):
        return
    rest = "".join(f"/{pattern.pattern}" for pattern in patterns[depth + 1 :])
    suffixes = [
        [path[len(template) :] for path in find_matching_prim_paths(template + rest, stage)]
        for template in map(plan.template_path, range(len(plan.templates)))
    ]
    for env_id, variant in enumerate(plan.variant_of_env.tolist()):
        if patterns[depth].fullmatch(f"env_{env_id}"):
            yield from (plan.env_path(env_id) + suffix for suffix in suffixes[variant])


def _whole_paths_in_environments(expression: str, plan: EnvironmentPlan, stage: Usd.Stage | None) -> Iterator[str]:
    """Whole paths in every environment that an expression matches."""
    pattern = re.compile(expression)
    stage = given_stage(stage)
    suffixes = []
    for template in map(plan.template_path, range(len(plan.templates))):
        root = stage.GetPrimAtPath(template)
        prims = Usd.PrimRange(root, Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)) if root else []
        suffixes.append([prim.GetPath().pathString[len(template) :] for prim in prims])
    for env_id, variant in enumerate(plan.variant_of_env.tolist()):
        begin = plan.env_path(env_id)
        yield from (begin + suffix for suffix in suffixes[variant] if pattern.fullmatch(begin + suffix))


def _listing(names: list[str], near: str, count: int = 12) -> str:
    """Names in one line, those most like a given one first, at most ``count``."""
    ordered = difflib.get_close_matches(near, names, n=count, cutoff=0.0)
    more = len(names) - len(ordered)
    return ", ".join(ordered) + (f" and {more} more" if more > 0 else "")
