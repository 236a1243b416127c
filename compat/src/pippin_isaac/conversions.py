"""Configs and functions of the older dialects.

The counterpart of a config class is a subclass of it with other defaults: quaternions (w, x, y, z), and counterparts of
the functions, classes and configs that the defaults hold. A config that holds none of these is its own counterpart.
What a program writes into such a config is meant in its dialect; :func:`to_newer` gives a copy with the values that
Pippin means: properties of spawners (:func:`older_properties`), too.

The counterpart of a function converts its :class:`Arguments` and its result; most functions are their own.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from pippin.sim import SpawnerCfg, schemas
from pippin.sim.schemas.fragments import SchemaFragment
from pippin.utils import configclass
from pippin.utils.math.torchscript import call_from_torchscript

from .fields import CONFIGS, QUATERNION, parameter_layout, result_layout, to_wxyz, to_xyzw
from .older_names import OlderDialect

if TYPE_CHECKING:
    from .dialect import Dialect

_OURS = ("pippin.", "pippin_isaac.older_")
"""Modules of Pippin's configs, and of those that only older dialects have."""


_CALLED_BY_PIPPIN = "_is_called_by_pippin"
"""Marks functions of programs that convert what Pippin gives them."""


class OlderConfig:
    """Marks the config classes of older dialects."""


def is_config(value: Any) -> bool:
    """Whether a value is a config, of Pippin or a program."""
    return dataclasses.is_dataclass(value) and hasattr(value, "to_dict") and not isinstance(value, type)


def is_config_class(value: type) -> bool:
    """Whether a class is one of Pippin's configs."""
    return dataclasses.is_dataclass(value) and hasattr(value, "to_dict") and value.__module__.startswith(_OURS)


def older_class(newer: type, dialect: Dialect) -> type:
    """Counterpart of a config class: itself, if nothing in it would be different."""
    if issubclass(newer, OlderConfig):
        return newer
    bases = [dialect.counterpart(base) for base in newer.__bases__ if is_config_class(base)]
    older_bases = [base for base in bases if issubclass(base, OlderConfig)]
    nested = {name: member for name, member in vars(newer).items() if isinstance(member, type)}
    changed = {
        name: older for name, member in nested.items() if (older := dialect.counterpart(member)) is not member
    } | _older_defaults(newer, dialect)
    if not changed and not older_bases and not any(map(_is_quaternion, _pippins_fields(newer))):
        return newer
    annotations = {f.name: f.type for f in dataclasses.fields(newer) if f.name in changed}
    names = {"__doc__": newer.__doc__, "__qualname__": newer.__qualname__, "__module__": dialect.package}
    bases = (newer, *(older_bases or [OlderConfig]))
    older = configclass(type(newer.__name__, bases, {**changed, **names, "__annotations__": annotations}))
    older.__module__ = dialect.module_of(newer)  # where it is found by name, as pickles write it
    return older


def to_older(config: Any, dialect: Dialect) -> Any:
    """A config of Pippin as the dialect has it: a copy, or the config itself if it is the same there."""
    older = _mapped(config, dialect, back=False)
    return config if older is config else older.copy()


def to_newer(value: Any, dialect: Dialect) -> Any:
    """A config of the dialect, or a container of some, with the values that Pippin means.

    What is the same in both stays, and is shared: what makes something from a config copies it.
    """
    return _mapped(value, dialect, back=True)


def _older_defaults(newer: type, dialect: Dialect) -> dict[str, Any]:
    """Defaults of fields that are different in the dialect, by name."""
    changed = {}
    for f in dataclasses.fields(newer):
        if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING:
            continue
        default = f.default_factory() if f.default is dataclasses.MISSING else f.default
        older = to_wxyz(default, CONFIGS[f.name]) if _is_quaternion(f.name) else _mapped(default, dialect, back=False)
        if older is not default:
            changed[f.name] = older
    return changed


def _mapped(value: Any, dialect: Dialect, back: bool) -> Any:
    """Value as it is in the dialect, or (back) in Pippin; the value itself where that is the same."""
    if is_config(value):
        return _mapped_config(value, dialect, back)
    if isinstance(value, dict):
        items = {key: _mapped(item, dialect, back) for key, item in value.items()}
        return items if any(items[key] is not value[key] for key in value) else value
    if type(value) in (list, tuple):
        entries = [_mapped(item, dialect, back) for item in value]
        is_same = all(new is old for new, old in zip(entries, value, strict=True))
        return value if is_same else type(value)(entries)
    if callable(value):
        return dialect.original(value) if back else dialect.counterpart(value)
    return value


def _mapped_config(config: Any, dialect: Dialect, back: bool) -> Any:
    is_older = isinstance(config, OlderConfig)
    target = type(config) if back or is_older else dialect.counterpart(type(config))
    move = to_xyzw if back else to_wxyz
    quaternions = set(filter(_is_quaternion, _pippins_fields(type(config)))) if is_older == back else set()
    changed = {} if back or is_older else older_properties(config)
    for name, item in vars(config).items():
        if name in changed:
            continue
        new = move(item, CONFIGS[name]) if name in quaternions else _mapped(item, dialect, back)
        if back and name == "func" and isinstance(config, SpawnerCfg):
            new = _spawning_for_pippin(new)
        if new is not item:
            changed[name] = new
    if not changed and target is type(config):
        return config
    mapped = target.__new__(target)
    vars(mapped).update({**vars(config), **changed})
    return mapped


@functools.cache
def _spawning_for_pippin(function: Any) -> Any:
    """A function that spawns, as Pippin calls it: a program's own is given its orientation (w, x, y, z)."""
    if not isinstance(function, types.FunctionType) or function.__module__.startswith(_OURS):
        return function
    signature = inspect.signature(function)
    takes_orientation = "orientation" in signature.parameters
    if not takes_orientation or getattr(function, _CALLED_BY_PIPPIN, False):
        return function

    @functools.wraps(function)
    def spawn(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(*args, **kwargs)
        orientation = given.arguments.get("orientation")
        given.arguments["orientation"] = to_wxyz(orientation, QUATERNION)
        return function(*given.args, **given.kwargs)

    setattr(spawn, _CALLED_BY_PIPPIN, True)
    return spawn


def _is_quaternion(name: str) -> bool:
    return name in CONFIGS


def _pippins_fields(cls: type) -> set[str]:
    """Fields that Pippin's classes declare, among those of a config class, which may be a program's own."""
    return {
        name
        for base in cls.__mro__
        if base.__module__.startswith("pippin.") and dataclasses.is_dataclass(base)
        for name in base.__dataclass_fields__
    }


_FAMILIES: dict[str, type] = {
    "articulation_props": schemas.ArticulationRootPropertiesCfg,
    "collision_props": schemas.CollisionPropertiesCfg,
    "fixed_tendons_props": schemas.FixedTendonPropertiesCfg,
    "joint_drive_props": schemas.JointDrivePropertiesCfg,
    "mass_props": schemas.MassPropertiesCfg,
    "rigid_props": schemas.RigidBodyPropertiesCfg,
    "spatial_tendons_props": schemas.SpatialTendonPropertiesCfg,
}


def older_properties(config: Any) -> dict[str, Any]:
    """Properties of a spawner's config in place of its fragments, by field.

    Fragments stay where they say what no property of the family does.

    Args:
        config: Config of version 3; of anything but a spawner nothing is changed.
    """
    if not isinstance(config, SpawnerCfg):
        return {}
    changed = {}
    for name, family in _FAMILIES.items():
        given = vars(config).get(name)
        fragments = given if isinstance(given, (list, tuple)) else [given]
        if given is not None and all(isinstance(fragment, SchemaFragment) for fragment in fragments):
            values = _said_by(fragments)
            if values.keys() <= {field.name for field in dataclasses.fields(family)}:
                changed[name] = family(**values)
    fix_root_link = vars(config).get("fix_root_link")
    articulation = changed.get("articulation_props", vars(config).get("articulation_props"))
    if fix_root_link is not None and isinstance(articulation, schemas.ArticulationRootPropertiesCfg):
        changed["articulation_props"] = articulation.replace(fix_root_link=fix_root_link)
        changed["fix_root_link"] = None
    return changed


def _said_by(fragments: list[SchemaFragment] | tuple[SchemaFragment, ...]) -> dict[str, Any]:
    """What fragments say, by the name of the property; of two the later counts."""
    return {
        field.name: value
        for fragment in fragments
        for field in dataclasses.fields(fragment)
        if field.name != "func" and (value := getattr(fragment, field.name)) is not None
    }


_PLAIN = frozenset({bool, int, float, str, slice})
"""Types of arguments that are the same in all dialects."""


class Arguments:
    """How the arguments of a function become those that Pippin expects.

    Args:
        function: The function.
        names: Names of the parameters in the order of the dialect; None where it is that of the function.
        is_method: Whether the first parameter is the object, whatever it is called.
    """

    def __init__(self, function: Callable, names: tuple[str, ...] | None = None, is_method: bool = False) -> None:
        parameters = [
            parameter
            for parameter in inspect.signature(function).parameters.values()
            if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        ]
        if names is not None and not {parameter.name for parameter in parameters}.issuperset(names):
            names = None  # a method of that name with parameters of its own
        self._function = function.__name__
        objects = [parameter.name for parameter in parameters[:is_method]]
        self._names = names or tuple(
            parameter.name
            for parameter in parameters
            if parameter.kind is not parameter.KEYWORD_ONLY and parameter.name not in objects
        )
        self.signature = inspect.signature(function)
        """How the function is called in the dialect."""
        if names is not None:
            chosen = [*objects, *names]
            own = [parameter for parameter in parameters if parameter.name in chosen]
            own.sort(key=lambda parameter: chosen.index(parameter.name))
            self.signature = self.signature.replace(parameters=own)
        layouts = {parameter.name: parameter_layout(self._function, parameter.name) for parameter in parameters}
        self._without_quaternions = frozenset(name for name, layout in layouts.items() if layout is None)
        self.have_quaternions = len(self._without_quaternions) < len(layouts)
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
        given |= kwargs
        quat, vec = _TURNING.get(self._function, ("", ""))
        if quat in given and vec in given:
            given[quat] = _paired(given[quat], given[vec])
        for name, value in given.items():
            is_same = type(value) is torch.Tensor and name in self._without_quaternions
            if not is_same and value is not None and type(value) not in _PLAIN:  # rare in a step
                given[name] = self._one(name, value, dialect)
        return given

    def _one(self, name: str, value: Any, dialect: Dialect) -> Any:
        if isinstance(value, dict):
            return {key: self._one(key, item, dialect) for key, item in value.items()}
        layout = parameter_layout(self._function, name)
        if layout is not None:
            value = to_xyzw(value, layout)
        return value if isinstance(value, torch.Tensor) else to_newer(value, dialect)


_TURNING = {
    **dict.fromkeys(("quat_apply", "quat_apply_inverse", "quat_apply_yaw"), ("quat", "vec")),
    **dict.fromkeys(("quat_rotate", "quat_rotate_inverse"), ("q", "v")),
}
"""Functions that turn vectors by quaternions, and their parameters with these."""


def _paired(quat: Any, vec: Any) -> Any:
    """Quaternions in the shape of the vectors that they turn, where there are as many.

    Isaac Lab 2 takes both in their order, whatever their shapes. So its ray casters turn the starts of rays, shape
    (N, R, 3), by ``quat.repeat(1, R)``, shape (N, 4 R), and so do the classes of programs that derive from them.
    """
    if not (type(quat) is type(vec) is torch.Tensor) or quat.ndim == 0 or quat.shape[:-1] == vec.shape[:-1]:
        return quat
    return quat.reshape(*vec.shape[:-1], 4) if 3 * quat.numel() == 4 * vec.numel() else quat


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

    older.__module__ = dialect.module_of(function)  # where it is found by name, as configs write it
    call_from_torchscript(
        older, without_settings=True
    )  # which would compile what is wrapped, with quaternions (x, y, z, w)
    return older
