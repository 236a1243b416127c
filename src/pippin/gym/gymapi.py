"""Names of ``isaacgym.gymapi``: the types and their constants, mathematics on arrays, and the way to the one Gym."""

from __future__ import annotations

import functools
import importlib
import importlib.util
from typing import TYPE_CHECKING, Any

from . import types
from .array_maths import (
    cross,
    dot,
    eulers_to_quats_zyx,
    quats_to_eulers_zyx,
    rotate,
    rotate_inverse,
    transform,
    transform_inverse,
)
from .types import *  # noqa: F403
from .types import constants
from .types.gym_enum import GymEnum

if TYPE_CHECKING:
    from .gym import Gym

_CONSTANTS = {name: value for name, value in vars(constants).items() if name.isupper()}
for _kind in vars(types).values():
    if isinstance(_kind, type) and issubclass(_kind, GymEnum):
        _CONSTANTS |= _kind.__members__
globals().update(_CONSTANTS)

__all__ = [  # noqa: PLE0604, RUF100
    *types.__all__,
    *_CONSTANTS,
    "acquire_gym",
    "carb_init",
    "cross",
    "dot",
    "eulers_to_quats_zyx",
    "quats_to_eulers_zyx",
    "rotate",
    "rotate_inverse",
    "transform",
    "transform_inverse",
]


@functools.cache
def acquire_gym() -> Gym:
    """Return the one object whose methods make and run simulations."""
    return importlib.import_module("pippin.gym.gym").Gym()


def carb_init(config_str: str = "") -> bool:
    """Refuse: Carbonite is the framework that Isaac Gym itself runs in.

    Raises:
        NotImplementedError: Always.
    """
    raise NotImplementedError(
        "'carb_init' has nothing to initialise, since Pippin does not run in Carbonite: delete the call."
    )


def __getattr__(name: str) -> Any:
    """Import the engine when its class is asked for: who needs types only does not pay for it."""
    if name == "Gym" and importlib.util.find_spec("pippin.gym.gym"):
        return importlib.import_module("pippin.gym.gym").Gym
    raise AttributeError(f"gymapi has no '{name}'; expected a name that dir(gymapi) lists.")
