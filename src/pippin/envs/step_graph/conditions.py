"""Which terms of an environment a captured step can hold, and why not the others."""

from __future__ import annotations

import dis
import inspect
import itertools
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from pippin.actuators import IdealPDActuator, ImplicitActuator

from ..managers import (
    ActionManager,
    CommandManager,
    CurriculumManager,
    EventManager,
    ManagerTermBase,
    ObservationManager,
    RewardManager,
    TerminationManager,
)
from ..managers.curriculum_manager import acts_on_host
from .host_state import Place, is_fixed

_MANAGERS: dict[str, type] = {
    "action_manager": ActionManager,
    "command_manager": CommandManager,
    "curriculum_manager": CurriculumManager,
    "event_manager": EventManager,
    "observation_manager": ObservationManager,
    "reward_manager": RewardManager,
    "termination_manager": TerminationManager,
}

_ACTIONS = ("process_actions", "apply_actions")

_SENSORS = {"ContactSensor", "Imu", "Pva", "FrameTransformer", "JointWrenchSensor", "RayCaster"}
"""Sensors whose measurements are kernels alone."""

_HOST_NAMES = {
    *("common_step_counter", "_sim_step_counter", "current_time", "current_time_step_index", "get_physics_step_count"),
    *("random", "time", "perf_counter"),
}
"""Names of what changes from step to step on the host; a graph would repeat what it was at first."""


def term_objects(env: Any) -> Iterator[Any]:
    """Terms that are objects, and what observations pass through."""
    yield from env.action_manager._terms.values()
    yield from env.command_manager._terms.values()
    for cfg in term_configs(env):
        if isinstance(cfg.func, ManagerTermBase):
            yield cfg.func
        yield from (each.func for each in getattr(cfg, "modifiers", None) or () if hasattr(each.func, "__dict__"))
    observations = env.observation_manager
    yield from observations._group_obs_class_instances
    for group in observations.active_terms:
        yield from observations._group_obs_term_delay_buffer[group].values()


def term_configs(env: Any) -> list[Any]:
    """Configs of all terms that are functions or classes with a function's place, those of events too.

    Of curricula those alone that a graph holds.
    """
    events = env.event_manager._mode_term_cfgs
    return [
        *_computed_term_configs(env),
        *(cfg for mode in ("reset", "interval") for cfg in events.get(mode, [])),
        *(cfg for cfg in env.curriculum_manager._term_cfgs if _takes_masks(_kind_of(cfg.func))),
    ]


def _computed_term_configs(env: Any) -> list[Any]:
    """Configs of the terms that each step computes: observations, rewards and terminations."""
    observations = env.observation_manager._group_obs_term_cfgs
    return [
        *(cfg for cfgs in observations.values() for cfg in cfgs),
        *env.reward_manager._term_cfgs,
        *env.termination_manager._term_cfgs,
    ]


def reasons_against_capture(env: Any) -> list[str]:
    """Return why no part of a step can be a graph, as sentences; none if that cannot be told before one runs."""
    reasons = [
        f"'{name}' is a {type(getattr(env, name)).__name__}"
        for name, kind in _MANAGERS.items()
        if type(getattr(env, name)) is not kind
    ]
    if env.recorder_manager.active_terms:
        reasons.append("what it does is recorded")
    if env.sim._physics_callbacks or env.sim.timeline.awaits_steps():
        reasons.append("callbacks are called in each step of the physics")
    for name, sensor in env.scene.sensors.items():
        if type(sensor).__name__ not in _SENSORS or not type(sensor).__module__.startswith("pippin."):
            reasons.append(f"the sensor '{name}' is a {type(sensor).__name__}")
    for name, asset in env.scene.articulations.items():
        models = getattr(asset, "actuators", {})
        reasons += [
            f"the actuator '{key}' of '{name}' computes in Python"
            for key, model in models.items()
            if not getattr(model, "is_capturable", False)
        ]
    for name, asset in {**env.scene.rigid_objects, **env.scene.articulations}.items():
        reasons += [f"'{name}' writes by its own {writer}" for writer in _own_writers(type(asset))]
        if getattr(asset, "_own_law", None) is not None:
            reasons.append(f"'{name}' computes what its drives are told by a method of its own")
    if env.scene.deformable_objects or any("Multirotor" in type(a).__name__ for a in env.scene.articulations.values()):
        reasons.append("it has soft bodies or rotors")
    for term in env.action_manager._terms.values():
        if not _takes_masks(type(term)):
            reasons += [reason for name in _ACTIONS for reason in _reasons_of(getattr(type(term), name))]
    for cfg in _computed_term_configs(env):
        reasons += _reasons_of(cfg.func)
    return list(dict.fromkeys(reasons))


def reasons_against_masks(env: Any) -> list[str]:
    """Return why environments that are reset have to be named by ids, as sentences."""
    reasons = []
    curriculum = env.curriculum_manager
    for name, cfg in zip(curriculum.active_terms, curriculum._term_cfgs, strict=True):
        if _takes_masks(_kind_of(cfg.func)):
            reasons += _reasons_of(cfg.func)
        elif not acts_on_host(cfg.func):
            reasons.append(f"the curriculum '{name}' is asked for ids")
    if not type(env)._reset_idx.__module__.startswith("pippin."):
        reasons.append(f"'{type(env).__name__}' resets in its own way")
    if env.cfg.compute_final_obs:
        reasons.append("the last observations of episodes are kept")
    reasons += [
        f"the command '{name}' is a {type(term).__name__}"
        for name, term in env.command_manager._terms.items()
        if not _takes_masks(type(term))
    ]
    reasons += [
        f"the action '{name}' is reset by ids"
        for name, term in env.action_manager._terms.items()
        if type(term).reset is not ManagerTermBase.reset and not _takes_masks(type(term))
    ]
    for mode in ("reset", "interval"):
        names = env.event_manager.active_terms.get(mode, [])
        for name, cfg in zip(names, env.event_manager._mode_term_cfgs.get(mode, []), strict=True):
            is_special = cfg.min_step_count_between_reset > 0 or cfg.is_global_time
            if is_special or not _takes_masks(_kind_of(cfg.func)) or cfg.params.get("reset_joint_targets"):
                reasons.append(f"the event '{name}' is asked for ids")
    for cfg in term_configs(env):
        kind = type(cfg.func)
        if isinstance(cfg.func, ManagerTermBase) and kind.reset is not ManagerTermBase.reset and not _takes_masks(kind):
            reasons.append(f"the term '{kind.__name__}' is reset by ids")
    reasons += [
        f"the sensor '{name}' draws a drift at resets"
        for name, sensor in env.scene.sensors.items()
        if _draws_drift(sensor.cfg)
    ]
    observations = env.observation_manager
    if observations._group_obs_class_instances or any(observations._group_obs_term_delay_buffer.values()):
        reasons.append("noise models, modifiers or delays of observations are reset by ids")
    for name, asset in env.scene.articulations.items():
        for model in asset.actuators.values():
            has_reset = type(model).reset not in (ImplicitActuator.reset, IdealPDActuator.reset)
            if has_reset and not _takes_masks(type(model)):
                reasons.append(f"an actuator of '{name}' is reset by ids")
    return list(dict.fromkeys(reasons))


def _own_writers(kind: type) -> Iterator[str]:
    """Writers of state and targets that a class of a program has in place of Pippin's."""
    for cls in itertools.takewhile(lambda each: not each.__module__.startswith("pippin."), kind.__mro__):
        yield from (name for name in vars(cls) if name.startswith(("write_", "set_")) and name != "write_data_to_sim")


def _draws_drift(cfg: Any) -> bool:
    """Whether rays drift: by random numbers of a seed that the host draws."""
    ranges = [getattr(cfg, "drift_range", (0.0,)), *getattr(cfg, "ray_cast_drift_range", {}).values()]
    return any(end for ends in ranges for end in ends)


def places_of_globals(env: Any) -> list[Place]:
    """Where modules keep numbers, texts and tuples that terms read."""
    functions = [getattr(type(term), name) for term in env.action_manager._terms.values() for name in _ACTIONS]
    functions += [
        type(cfg.func).__call__ if isinstance(cfg.func, ManagerTermBase) else cfg.func for cfg in term_configs(env)
    ]
    seen: set[int] = set()
    places = [
        (function.__globals__, name)
        for each in functions
        for function in _functions(each, seen)
        for name in function.__code__.co_names
        if name in function.__globals__ and is_fixed(function.__globals__[name])
    ]
    return list({(id(holder), name): (holder, name) for holder, name in places}.values())


def _kind_of(function: Any) -> Any:
    """A function, or the class of what is called as one."""
    return function if isinstance(function, FunctionType) else type(function)


def _takes_masks(kind: Any) -> bool:
    """Whether a function or a class itself, not one that it derives from, says that masks may name environments."""
    return bool(vars(kind).get("takes_masks", False))


def _reasons_of(function: Any) -> list[str]:
    """Why a term cannot be part of a graph, as far as its text tells."""
    if isinstance(function, ManagerTermBase):
        function = type(function).__call__
    if inspect.ismethod(function):
        function = function.__func__
    if not isinstance(function, FunctionType):
        return [f"the term '{function!r:.60}' is no function"]
    found = sorted({name for each in _functions(function, set()) for name in _host_names(each.__code__)})
    return [f"the term '{function.__qualname__}' uses {', '.join(found)}"] if found else []


def _functions(function: Any, seen: set[int]) -> Iterator[FunctionType]:
    """A function and those of its module and others that it names, but for those of libraries."""
    if id(function) in seen or not isinstance(function, FunctionType):
        return
    seen.add(id(function))
    yield function
    if function.__module__.startswith(("torch", "pippin.utils")):
        return
    for name in function.__code__.co_names:
        yield from _functions(function.__globals__.get(name), seen)


def _host_names(code: CodeType) -> Iterator[str]:
    """Names in a function that belong to the host, and attributes or globals that it sets."""
    for instruction in dis.get_instructions(code):
        is_set = instruction.opname in ("STORE_ATTR", "STORE_GLOBAL")
        is_read = instruction.opname.startswith("LOAD") and instruction.argval in _HOST_NAMES
        if is_set or is_read:
            yield str(instruction.argval)
