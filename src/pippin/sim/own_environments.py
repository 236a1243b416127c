"""Environments that a program fills one by one: what it spawns at ``/World/envs/env_3/Object`` is in that one alone.

The environment then has prims of its own on the stage: those of the one that it copied, without what the program puts
in their place. It is a variant of its own until the simulation begins, which finds those that are equal after all
(:func:`pippin.sim.copied_environments.take_changes`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np
from pxr import Sdf, Usd

from .copied_environments import fill_environment, show_environments
from .environments import EnvironmentPlan
from .stage import are_environments_held, get_current_stage, get_environments, set_environments

paths_being_spawned: list[str] = []
"""Paths of the spawners that run, from the outermost one."""


def make_room(path: str) -> None:
    """Let the environment that a path lies in have a prim of its own there; nothing elsewhere.

    What a program has put at that path in the environment which this one copies was for that one alone. What a spawner
    makes below its own prim needs no room. While a simulation runs, the engine's environments stay as they are.

    Args:
        path: Path of the prim that is about to be made, no expression.

    Raises:
        NotImplementedError: A file that the stage is made of holds the environment that this one copies.
    """
    plan = get_environments()
    place = None if plan is None else plan.place_of(path)
    if plan is None or place is None or not place[1]:
        return
    if plan.choice_at(path) is not None:  # the scene spawns that, for all environments that are like this one
        return
    if any(Sdf.Path(path).HasPrefix(each) for each in paths_being_spawned):
        return
    (env_id, below), stage = place, get_current_stage()
    variant = int(plan.variant_of_env[env_id])
    is_copied = np.count_nonzero(plan.variant_of_env == variant) > 1
    if are_environments_held():  # it stays a copy, which only its prims are not
        if plan.templates[variant] != env_id and not stage.GetPrimAtPath(path):
            show_environments(stage, plan, [env_id])
        if plan.templates[variant] != env_id and plan.template_path(variant) + below in plan.own_paths:
            fill_environment(stage, plan.template_path(variant), plan, env_id, without=[path])
    elif is_copied and (plan.templates[variant] != env_id or plan.copies_are_independent):
        in_source = plan.template_path(variant) + below
        plan = _separate(stage, plan, env_id, [path] if in_source in plan.own_paths else [])
    elif env_id in plan.separated and path not in plan.own_paths:
        in_source = plan.template_path(plan.separated[env_id]) + below
        if in_source in plan.own_paths:  # so it came with the others when the environment was separated
            stage.RemovePrim(path)
    set_environments(replace(plan, own_paths=plan.own_paths | {path}))


def copy_first_environment(independent: bool) -> None:
    """Copy what a program has put in the first environment alone to those like it, as cloning in Isaac Lab does.

    Args:
        independent: Whether what is put in an environment from now on is in that one alone, the first one included.
    """
    plan = get_environments()
    if plan is None:
        return
    stage, first = get_current_stage(), plan.env_path(0)
    variant = plan.separated.get(0, int(plan.variant_of_env[0]))
    takers = {env_id for env_id, source in plan.separated.items() if source == variant} | {plan.templates[variant]}
    for env_id in sorted(takers - {0}):
        own = [path for path in plan.own_paths if path.startswith(plan.env_path(env_id) + "/")]
        fill_environment(stage, first, plan, env_id, without=own)
    own_paths = frozenset(path for path in plan.own_paths if not path.startswith(first + "/"))
    set_environments(replace(plan, own_paths=own_paths, copies_are_independent=independent))


def _separate(stage: Usd.Stage, plan: EnvironmentPlan, env_id: int, without: Collection[str]) -> EnvironmentPlan:
    """Give an environment prims of its own and a variant for itself; those that copy it copy another one then."""
    variant, templates = int(plan.variant_of_env[env_id]), list(plan.templates)
    if templates[variant] == env_id:
        heir = max(set(plan.env_ids_of(variant).tolist()) - {env_id})  # the last one that a loop comes to
        fill_environment(stage, plan.env_path(env_id), plan, heir)
        templates[variant] = heir
        with Sdf.ChangeBlock():
            for each in plan.env_ids_of(variant).tolist():
                spec = stage.GetRootLayer().GetPrimAtPath(plan.env_path(each))
                if spec is not None and spec.inheritPathList.prependedItems:
                    spec.inheritPathList.prependedItems = [plan.env_path(heir)]
    else:
        fill_environment(stage, plan.template_path(variant), plan, env_id, without)
    variant_of_env = plan.variant_of_env.copy()
    variant_of_env[env_id] = len(templates)
    return replace(
        plan,
        variant_of_env=variant_of_env,
        templates=(*templates, env_id),
        separated={**plan.separated, env_id: variant},
    )
