"""Orders of quaternions: Isaac Sim writes (w, x, y, z), Pippin (x, y, z, w)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

ARGUMENTS = ("orientation", "orientations")
"""Arguments of methods and fields of states that are quaternions."""

METHODS_THAT_TAKE = (
    "__init__",
    "set_default_state",
    *("set_world_pose", "set_local_pose"),
    *("set_world_poses", "set_local_poses"),
)
"""Methods of objects with such arguments."""

METHODS_THAT_GIVE_POSES = ("get_world_pose", "get_local_pose", "get_world_poses", "get_local_poses")
"""Methods that give positions and orientations."""

METHODS_THAT_GIVE_STATES = ("get_default_state", "get_current_dynamic_state")
"""Methods that give states with such fields."""


def to_xyzw(orientation: Any) -> np.ndarray | None:
    """Give quaternions (w, x, y, z) as (x, y, z, w); None stays None."""
    if orientation is None:
        return None
    host = orientation.detach().cpu().numpy() if hasattr(orientation, "detach") else orientation
    return np.asarray(host, dtype=float)[..., [1, 2, 3, 0]]


def to_wxyz(orientation: np.ndarray) -> np.ndarray:
    """Give quaternions (x, y, z, w) as (w, x, y, z)."""
    return orientation[..., [3, 0, 1, 2]]


class ScalarFirst:
    """Lets the methods of an object of :mod:`pippin.objects` take and give quaternions (w, x, y, z)."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        plain = next(base for base in cls.__mro__ if base.__module__.startswith("pippin.") and "__init__" in vars(base))
        cls.__signature__ = inspect.signature(plain)  # for help() and editors


@cache
def _signature(function: Callable[..., Any]) -> inspect.Signature:
    return inspect.signature(function)


def _taking(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        plain = getattr(super(ScalarFirst, self), name).__func__
        call = _signature(plain).bind(self, *args, **kwargs)
        for argument in ARGUMENTS:
            if argument in call.arguments:
                call.arguments[argument] = to_xyzw(call.arguments[argument])
        return plain(*call.args, **call.kwargs)

    return method


def _giving_poses(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> tuple[np.ndarray, np.ndarray]:
        positions, orientations = getattr(super(ScalarFirst, self), name)(*args, **kwargs)
        return positions, to_wxyz(orientations)

    return method


def _giving_states(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        state = getattr(super(ScalarFirst, self), name)(*args, **kwargs)
        return replace(state, **{field: to_wxyz(getattr(state, field)) for field in ARGUMENTS if hasattr(state, field)})

    return method


for _names, _make in (
    (METHODS_THAT_TAKE, _taking),
    (METHODS_THAT_GIVE_POSES, _giving_poses),
    (METHODS_THAT_GIVE_STATES, _giving_states),
):
    for _name in _names:
        setattr(ScalarFirst, _name, _make(_name))
