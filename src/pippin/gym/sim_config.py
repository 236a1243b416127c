"""Simulation parameters from the dicts that config files give."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from .types import SimParams, UpAxis, Vec3
from .types.gym_enum import GymEnum
from .types.struct import Struct

logger = logging.getLogger("pippin")

_TRUE = {"true", "yes", "on", "1"}
_FALSE = {"false", "no", "off", "0"}
_UP_AXES = {"y": UpAxis.UP_AXIS_Y, "0": UpAxis.UP_AXIS_Y, "z": UpAxis.UP_AXIS_Z, "1": UpAxis.UP_AXIS_Z}


def parse_sim_config(sim_cfg: Mapping[str, Any], sim_options: SimParams) -> None:
    """Set simulation parameters from a dict, with dicts "physx" and "flex" in it.

    Numbers and truth values may be text, gravity is a sequence of three numbers, the up axis is 0 or "y", or 1 or "z".
    Keys that are no parameters are left out with a warning.

    Args:
        sim_cfg: Values by name of the parameter.
        sim_options: Parameters to set.

    Raises:
        ValueError: A value is none of its parameter's type. Then nothing is set.
    """
    values = dict(sim_cfg)
    changes = [*_checked(sim_options.physx, values.pop("physx", {}), "physx.")]
    changes += _checked(sim_options.flex, values.pop("flex", {}), "flex.")
    changes += _checked(sim_options, values, "")
    for params, name, value in changes:
        setattr(params, name, value)


def parse_bool(value: str | bool | int) -> bool:
    """Read a truth value: true, yes, on, 1, or false, no, off, 0, in any case.

    Raises:
        ValueError: It is none of these.
    """
    text = str(value).strip().lower()
    if text not in _TRUE | _FALSE:
        raise ValueError(f"{value!r} is neither true nor false; expected either.")
    return text in _TRUE


def _checked(params: Struct, values: Mapping[str, Any], prefix: str) -> Iterator[tuple[Struct, str, Any]]:
    """Fields of a struct that have these names, and what to set them to."""
    trial = copy(params)
    for name, value in values.items():
        if name not in vars(params):
            logger.warning("There is no simulation parameter '%s%s': it is left out.", prefix, name)
            continue
        try:
            setattr(trial, name, _read(value, type(getattr(params, name))))
        except (TypeError, ValueError) as error:
            raise ValueError(f"Simulation parameter '{prefix}{name}' cannot be {value!r}: {error}") from error
        yield params, name, getattr(trial, name)


def _read(value: Any, kind: Any) -> Any:
    """A value for a field of a type; text and whole floats, which config files may have for numbers, included."""
    if kind is bool:
        return parse_bool(value)
    if kind is Vec3 and not isinstance(value, Vec3):
        return Vec3(*value)
    if kind is UpAxis and isinstance(value, str):
        if value.lower() not in _UP_AXES:
            raise ValueError(f"the up axis is '{value}'; expected 'y' (0) or 'z' (1).")
        return _UP_AXES[value.lower()]
    if isinstance(value, str):
        return int(value) if issubclass(kind, GymEnum) else kind(value)
    if isinstance(value, float) and kind is not float and value.is_integer():
        return int(value)
    return value
