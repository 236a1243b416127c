"""Spawning one thing below every prim that an expression matches."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from pxr import Sdf, Usd

from ..expressions import explain_no_match, find_matching_prim_paths, is_expression, resolve_expression
from ..own_environments import make_room, paths_being_spawned
from ..prims import add_labels, checked_path, define_prim, is_prim_path_valid, set_prim_visibility
from ..schemas import activate_contact_sensors
from ..stage import get_current_stage, get_environments
from .cfg import SpawnerCfg

SpawnFunction = Callable[..., Usd.Prim]

_OF_COPYING = ("clone_in_fabric", "replicate_physics")
"""What Isaac Lab's spawners are told of how environments are copied, which says nothing here."""


def spawn(
    prim_path: str,
    cfg: SpawnerCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn what a config describes, on the current stage.

    Args:
        prim_path: Path of the new prim. All but its last segment may be an expression: then it is spawned below every
            prim on the stage that the expression matches; of the environments, those are the templates.
        cfg: Config of the spawner.
        translation: Position in the parent's frame [m], shape (3,); None for its origin.
        orientation: Orientation in the parent's frame (x, y, z, w), shape (4,); None for none.

    Returns:
        The first prim that was spawned.

    Raises:
        ValueError: The path is malformed or taken, its parent matches nothing, or the config holds a bad value.
        FileNotFoundError: A file that the config names does not exist.
        TypeError: The config lacks a value.
    """
    if not callable(getattr(cfg, "func", None)) or not hasattr(cfg, "validate"):
        raise TypeError(f"'cfg' is {cfg!r:.80}; expected the config of a spawner.")
    cfg.validate()
    return cfg.func(prim_path, cfg, translation=translation, orientation=orientation)


def spawn_asset(cfg: Any) -> None:
    """Spawn what an asset's config describes, if it says what, at the initial pose.

    A group right inside the environments that nobody made, such as ``Props`` of ``{ENV_REGEX_NS}/Props/Cube``, is made,
    as in Isaac Lab 3; sensors, which are mounted on what is there, do not get one.

    Args:
        cfg: Config with ``prim_path``, ``spawn`` and ``init_state``.
    """
    if cfg.spawn is None:
        return
    _make_group(cfg.prim_path)
    pose = {"translation": cfg.init_state.pos, "orientation": cfg.init_state.rot}
    plan = get_environments()
    choices = None if plan is None else plan.choices.get(plan.path_below(cfg.prim_path) or "")
    if plan is None or choices is None or (len(plan.templates) == 1 and -1 not in choices):
        cfg.spawn.func(cfg.prim_path, cfg.spawn, **pose)
        return
    paths_by_choice: dict[int | None, list[str]] = {}
    for path in resolve_spawn_paths(cfg.prim_path):
        paths_by_choice.setdefault(plan.choice_at(path), []).append(path)
    for first, *others in paths_by_choice.values():
        cfg.spawn.func(first, cfg.spawn, **pose)
        for path in others:  # after the function is through, which may go on with the prim that it spawned
            duplicate_prim(get_current_stage().GetPrimAtPath(first), path, copy=cfg.spawn.copy_from_source)


def _make_group(prim_path: str) -> None:
    """Make the parent of a prim path in each environment's template where it is a name right inside of them."""
    parent = resolve_expression(prim_path).rpartition("/")[0]
    environment, _, group = parent.rpartition("/")
    plan = get_environments()
    if plan is None or is_expression(group) or find_matching_prim_paths(parent):
        return
    for path in find_matching_prim_paths(environment) if environment else ():
        if Sdf.Path(path).GetParentPath() == plan.namespace:
            define_prim(f"{path}/{group}", "Xform")


def clone(function: SpawnFunction) -> SpawnFunction:
    """Let a function that spawns at one path take expressions, as :func:`spawn` describes, and the common settings.

    When the function fails, nothing of what it made stays on the stage, which is the current one: programs may name it.
    They may say, as in Isaac Lab, how environments are copied: only a function that asks for that gets it.
    """
    parameters = inspect.signature(function).parameters
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    unused = () if takes_any else [name for name in _OF_COPYING if name not in parameters]

    @functools.wraps(function)
    def spawn_everywhere(
        prim_path: str,
        cfg: SpawnerCfg,
        translation: Sequence[float] | None = None,
        orientation: Sequence[float] | None = None,
        stage: Usd.Stage | None = None,
        **kwargs: object,
    ) -> Usd.Prim:
        if stage is not None and stage != get_current_stage():
            raise ValueError(f"'{prim_path}' cannot be spawned on {stage}: make that stage the current one first.")
        for name in unused:
            kwargs.pop(name, None)
        first, *others = resolve_spawn_paths(prim_path)
        prim = spawn_or_leave_no_trace(function, first, cfg, translation, orientation, **kwargs)
        for path in others:
            duplicate_prim(prim, path, copy=cfg.copy_from_source)
        return prim

    return spawn_everywhere


def resolve_spawn_paths(prim_path: str) -> list[str]:
    """Paths at which something is spawned for a path whose parent may be an expression; ``.*`` in its name becomes 0.

    Raises:
        ValueError: The path is malformed or taken.
        RuntimeError: Its parent matches nothing on the stage.
    """
    parent, _, name = resolve_expression(prim_path).rpartition("/")
    parents = [parent]
    name = name.replace(".*", "0")  # the first of those that Isaac Lab would number
    if is_expression(name):
        raise ValueError(
            f"The last segment of '{prim_path}' should be the name of the new prim: letters, digits and underscores,"
            " not beginning with a digit."
        )
    if parent and is_expression(parent):
        parents = find_matching_prim_paths(parent)
        if not parents:
            raise RuntimeError(
                f"'{prim_path}' cannot be spawned: no prim matches '{parent}'; {explain_no_match(parent)}"
            )
    paths = [f"{parent}/{name}" for parent in parents]
    plan = get_environments()
    if plan is not None and parent != parents[0]:  # in the environments that have it
        paths = [path for path in paths if plan.choice_at(path) != -1]
    for path in paths:
        checked_path(path)
        if parent == parents[0]:
            make_room(path)
        if is_prim_path_valid(path):
            raise ValueError(
                f"A prim already exists at '{path}': choose another path, or delete it with delete_prim()."
            )
    return paths


def spawn_or_leave_no_trace(
    function: SpawnFunction,
    path: str,
    cfg: SpawnerCfg,
    translation: Sequence[float] | None,
    orientation: Sequence[float] | None,
    **kwargs: object,
) -> Usd.Prim:
    """Spawn at one path with the settings that all spawners have; on failure remove every prim that it made."""
    if not hasattr(cfg, "visible"):
        raise TypeError(f"'cfg' is {cfg!r:.80}; expected the config of a spawner.")
    stage = get_current_stage()
    topmost_new = next(prefix for prefix in Sdf.Path(path).GetPrefixes() if not stage.GetPrimAtPath(prefix))
    paths_being_spawned.append(path)
    try:
        prim = function(path, cfg, translation=translation, orientation=orientation, **kwargs)
        if not cfg.visible:
            set_prim_visibility(prim, False)
        for kind, label in cfg.semantic_tags or ():
            add_labels(prim, [label], kind, overwrite=False)
        if getattr(cfg, "activate_contact_sensors", False):
            activate_contact_sensors(path)
    except Exception:
        stage.RemovePrim(topmost_new)
        raise
    finally:
        paths_being_spawned.pop()
    return prim


def duplicate_prim(prim: Usd.Prim, path: str, copy: bool = True) -> Usd.Prim:
    """Make a prim like another one at a free path: a copy, or one that inherits from it."""
    stage = prim.GetStage()
    layer = stage.GetEditTarget().GetLayer()
    if copy:
        Sdf.CreatePrimInLayer(layer, Sdf.Path(path).GetParentPath())
        Sdf.CopySpec(layer, prim.GetPath(), layer, path)
    else:
        stage.DefinePrim(path).GetInherits().AddInherit(prim.GetPath())
    return stage.GetPrimAtPath(path)
