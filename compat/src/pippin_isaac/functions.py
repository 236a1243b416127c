"""Functions of the older dialects: those of Pippin, with quaternions (w, x, y, z) in arguments and results."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from pippin.utils.math.torchscript import call_from_torchscript

from .configs import to_newer
from .fields import parameter_layout, result_layout, to_xyzw
from .older_names import OlderDialect

if TYPE_CHECKING:
    from .dialect import Dialect


class Arguments:
    """How the arguments of a function become those that Pippin expects.

    Args:
        function: The function.
        names: Names of the parameters in the order of the dialect; None where it is that of the function.
    """

    def __init__(self, function: Callable, names: tuple[str, ...] | None = None) -> None:
        parameters = [
            parameter
            for parameter in inspect.signature(function).parameters.values()
            if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        ]
        if names is not None and not {parameter.name for parameter in parameters}.issuperset(names):
            names = None  # a method of that name with parameters of its own
        self._function = function.__name__
        self._names = names or tuple(
            parameter.name
            for parameter in parameters
            if parameter.kind is not parameter.KEYWORD_ONLY and parameter.name != "self"
        )
        self.signature = inspect.signature(function)
        """How the function is called in the dialect."""
        if names is not None:
            chosen = ["self", *names]
            own = [parameter for parameter in parameters if parameter.name in chosen]
            own.sort(key=lambda parameter: chosen.index(parameter.name))
            self.signature = self.signature.replace(parameters=own)
        layouts = [parameter_layout(self._function, parameter.name) for parameter in parameters]
        self.have_quaternions = any(layout is not None for layout in layouts)
        """Whether there is a parameter with quaternions."""

    def converted(self, args: tuple, kwargs: dict[str, Any], dialect: Dialect) -> dict[str, Any]:
        """All arguments by name.

        Raises:
            TypeError: There are too many, or one is given twice.
        """
        given = dict(zip(self._names, args, strict=False))
        if len(args) > len(self._names) or given.keys() & kwargs.keys():
            raise TypeError(
                f"{self._function}() takes the arguments {', '.join(self._names)}; it was given {len(args)} by position"
                f"{' and ' if kwargs else ''}{', '.join(kwargs)}."
            )
        return {name: self._one(name, value, dialect) for name, value in (given | kwargs).items()}

    def _one(self, name: str, value: Any, dialect: Dialect) -> Any:
        if isinstance(value, dict):
            return {key: self._one(key, item, dialect) for key, item in value.items()}
        layout = parameter_layout(self._function, name)
        if layout is not None:
            value = to_xyzw(value, layout)
        return value if isinstance(value, torch.Tensor) else to_newer(value, dialect)


def older_function(function: Callable, dialect: Dialect) -> Callable:
    """Counterpart of a function: itself, if it has nothing to do with quaternions."""
    arguments, layout = Arguments(function), result_layout(function.__name__)
    if not arguments.have_quaternions and layout is None:
        return function

    @functools.wraps(function)
    def older(*args: Any, **kwargs: Any) -> Any:
        with OlderDialect():
            result = function(**arguments.converted(args, kwargs, dialect))
        return dialect.present(result, layout)

    call_from_torchscript(
        older, without_settings=True
    )  # which would compile what is wrapped, with quaternions (x, y, z, w)
    return older


COLUMNS = {
    "joint_ids": "num_joints",
    "body_ids": "num_bodies",
    "object_ids": "num_objects",
    "fixed_tendon_ids": "num_fixed_tendons",
    "spatial_tendon_ids": "num_spatial_tendons",
}
"""Parameters that choose columns, and the property of assets that says how many there are."""

COMPONENTS = {
    r"\w+ (root|object)_state": (13,),
    r"\w+ ((root|object)_pose|coms)": (7,),
    r"\w+ (root|object)_velocity": (6,),
    r"\w+ (forces|torques|positions)": (3,),
    r"\w+ inertias": (9,),
    r"write_joint_(position_)?limits?_to_sim(_index)? limits": (2,),
    r"set_fixed_tendon_(position_)?limit(_index)? limit": (2,),
}
"""Last dimension of values, by method and parameter; those of no row are numbers."""

_SETTINGS = ("is_global", "full_data", "warn_limit_violation", "skip_forward")


class Assignment:
    """What a method that writes makes of its arguments.

    Args:
        method: Name of the method.
        parameters: Names of its parameters.
    """

    def __init__(self, method: str, parameters: Sequence[str]) -> None:
        self._columns = next((name for name in COLUMNS if name in parameters), None)
        self._ids = ("env_ids",) if self._columns is None else ("env_ids", self._columns)
        self._components = {
            name: next((size for row, size in COMPONENTS.items() if re.fullmatch(row, f"{method} {name}")), ())
            for name in parameters
            if name not in (*self._ids, *_SETTINGS, "self")
        }

    def converted(self, asset: Any, arguments: dict[str, Any]) -> dict[str, Any]:
        """Arguments with values of the whole shape and ids that count from 0.

        Args:
            asset: Asset of Pippin.
            arguments: Arguments by name. What cannot be assigned stays as it is, so that Pippin refuses it.
        """
        if self._is_usual(arguments) or arguments.get("full_data"):
            return arguments
        sizes = [asset.num_instances] + ([getattr(asset, COLUMNS[self._columns])] if self._columns else [])
        ids = {name: _from_start(arguments.get(name), size) for name, size in zip(self._ids, sizes, strict=True)}
        shape = [_count(ids[name], size) for name, size in zip(self._ids, sizes, strict=True)]
        if self._columns and _is_one_id(arguments.get(self._columns)):
            shape = shape[:1]  # an assignment with one number as id has no dimension for it
        converted = arguments | {name: value for name, value in ids.items() if name in arguments}
        for name, components in self._components.items():
            value = _broadcast(arguments.get(name), shape, components, asset.device)
            if value is not None:
                converted[name] = value.unsqueeze(1) if len(shape) < len(self._ids) else value
        return converted

    def _is_usual(self, arguments: dict[str, Any]) -> bool:
        """Whether nothing needs to be changed, as far as can be said quickly: most calls are like that."""
        return all(
            value is None
            or name in _SETTINGS
            or (_are_usual_ids(value) if name in self._ids else self._is_usual_value(name, value))
            for name, value in arguments.items()
        )

    def _is_usual_value(self, name: str, value: Any) -> bool:
        if type(value) is not torch.Tensor or value.dtype is not torch.float32:
            return False
        shape, num_ids = value.shape, len(self._ids)
        return len(shape) == num_ids + len(self._components[name]) and 1 not in shape[:num_ids]


def assignment_of(method: str, signature: inspect.Signature) -> Assignment | None:
    """What a method of an asset makes of its arguments if it is an assignment; None otherwise.

    Thrusts are none: one dimension of them is documented to be the instances, not the thrusters.
    """
    parameters = signature.parameters
    is_write = method.startswith(("write_", "set_")) and not re.search("visibility|nodal|thrust", method)
    return Assignment(method, list(parameters)) if is_write and "env_ids" in parameters else None


def _are_usual_ids(ids: Any) -> bool:
    if type(ids) is not list:
        return type(ids) is slice or (type(ids) is torch.Tensor and ids.ndim == 1)
    try:
        return not ids or min(ids) >= 0
    except TypeError:  # no ids at all, which is for Pippin to say
        return True


def _is_one_id(ids: Any) -> bool:
    return isinstance(ids, (int, np.integer)) or (isinstance(ids, torch.Tensor) and ids.ndim == 0)


def _from_start(ids: Any, size: int) -> Any:
    """Ids in a form that Pippin takes; negative ones of sequences counted from the start."""
    if _is_one_id(ids):
        ids = [int(ids)]
    if isinstance(ids, (list, tuple)):
        return [entry + size if -size <= entry < 0 else entry for entry in ids]
    return ids


def _count(ids: Any, size: int) -> int:
    if ids is None:
        return size
    return len(range(*ids.indices(size))) if isinstance(ids, slice) else len(ids)


def _broadcast(value: Any, shape: list[int], components: tuple[int, ...], device: str) -> torch.Tensor | None:
    """Value of the whole shape as an assignment would take it; None if it would not, or a number is no vector."""
    if not isinstance(value, (int, float, torch.Tensor)):
        return None
    tensor = torch.as_tensor(value, dtype=torch.float32, device=device)
    if components and tensor.ndim == 0:
        return None
    try:
        return tensor.expand(*shape, *components).contiguous()
    except RuntimeError:
        return None
