"""Older names of Pippin's methods and properties, which the classes that Isaac Lab's programs see get from a table.

Pippin itself has one name for each thing. When a package of Isaac Lab is imported, the methods and properties of
:mod:`pippin_isaac.tables.older_names` are added to Pippin's classes, as soon as these are imported themselves: an
articulation that ``pippin.scene`` has made answers to them, too. They do what the newer ones do, and warn
(DeprecationWarning) callers who do not speak an older dialect.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import operator
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NamedTuple

import warp as wp

from .tables.older_names import (
    CALLS,
    DEFAULTS,
    DEPRECATED_IF_CHANGED,
    FAMILIES,
    FIELDS,
    MOVED,
    NAMES,
    PROPERTIES,
    READ_OTHERWISE,
    REMOVED_IN,
    SHORTHANDS,
)

VIEWS = "pippin.physics.views"
"""Package whose classes get the calls of PhysX's tensor API (:mod:`pippin_isaac.physx_views`)."""

SIM = "pippin.sim"
"""Package with whose stages programs see prims of all environments (:mod:`pippin_isaac.lab_copied_prims`)."""

_num_older_callers = 0
_has_deprecated_configs = False


class OlderDialect:
    """``with OlderDialect():`` calls in which older names are the right ones, without warnings of them."""

    def __enter__(self) -> None:
        global _num_older_callers
        _num_older_callers += 1

    def __exit__(self, *error: object) -> None:
        global _num_older_callers
        _num_older_callers -= 1


def warn_deprecated(message: str, stacklevel: int = 2) -> None:
    """Give a DeprecationWarning, unless the caller speaks an older dialect.

    Args:
        message: The warning.
        stacklevel: Which line the warning is about, as in ``warnings.warn``: 2 for the caller of the caller.
    """
    if not _num_older_callers:
        warnings.warn(message, DeprecationWarning, stacklevel=stacklevel + 1)


def serve_older_names() -> None:
    """Add the older names to Pippin's classes, now or when their packages are imported."""
    for package in (*CALLS, *NAMES, VIEWS, SIM):
        if package in sys.modules:
            _add_to(sys.modules[package])
    if not any(isinstance(finder, _OlderNames) for finder in sys.meta_path):
        sys.meta_path.insert(0, _OlderNames())


def is_own_caller() -> bool:
    """Whether what called the function that asks is Pippin's own code, to which no warning helps."""
    name = sys._getframe(2).f_globals.get("__name__", "")
    return name.partition(".")[0] in ("pippin", "pippin_isaac", "dataclasses")  # dataclasses.replace is called by both


# -- what version 3 has deprecated -----------------------------------------------------------------------------------


def deprecate_configs() -> None:
    """Let what version 3 has deprecated say so when a program uses it: configs mostly, for which there are others."""
    global _has_deprecated_configs
    _has_deprecated_configs = True
    for package in FAMILIES:
        if package in sys.modules:
            _deprecate_configs_of(sys.modules[package])


def _deprecate_configs_of(module: ModuleType) -> None:
    for name in READ_OTHERWISE.keys() & vars(module).keys():
        for older, newer in READ_OTHERWISE[name].items():
            _deprecate_property(getattr(module, name), older, newer)
    if module.__name__ == "pippin.utils":
        _deprecate_operators(module.ProxyArray)
    instead = FAMILIES.get(module.__name__, {})
    for name in [*instead, *(name for name in FIELDS if name not in instead and hasattr(module, name))]:
        cls = getattr(module, name)
        if not hasattr(cls.__init__, "is_deprecated"):
            cls.__init__ = _warning_init(cls, instead.get(name, ""), FIELDS.get(name, {}))
    for name in MOVED.keys() & vars(module).keys():
        cls = getattr(module, name)
        if not hasattr(cls.__init__, "is_deprecated"):
            cls.__init__ = _moving_init(cls, MOVED[name])
    for name in ("ConvexDecomposition", "ConvexHull", "SDFMesh", "TriangleMesh", "TriangleMeshSimplification"):
        if f"{name}PropertiesCfg" in instead:
            _add(getattr(module, f"{name}PropertiesCfg"), "physx_api", property(_physx_api))
    if "MeshCollisionPropertiesCfg" in instead:
        _add(module.MeshCollisionPropertiesCfg, "usd_api", property(_usd_api))


def _deprecate_property(cls: type, older: str, newer: str) -> None:
    """Let a property that has another name now say so where programs read or write it."""
    message = f"{cls.__name__}.{older} is deprecated: use '{newer}'."

    def read(self: Any) -> Any:
        if not is_own_caller():
            warn_deprecated(message)
        return getattr(self, newer)

    def write(self: Any, value: Any) -> None:
        if not is_own_caller():
            warn_deprecated(message)
        setattr(self, newer, value)

    setattr(cls, older, property(read, write, doc=f"Deprecated: use :attr:`{newer}`."))


_OPERATORS = (
    *("getitem", "setitem", "eq", "ne", "lt", "le", "gt", "ge", "neg", "pos", "abs"),
    *(f"{side}{name}" for name in ("add", "sub", "mul", "truediv", "pow") for side in ("", "r")),
)
"""Operators of arrays with two forms, which version 3 has for programs of version 2."""


def _deprecate_operators(cls: Any) -> None:
    """Let arrays with two forms say once, at the first operator of a program, that one of the forms is to be chosen."""
    if "_deprecation_warned" in vars(cls):
        return
    cls._deprecation_warned = False  # Isaac Lab's name, which its tests set
    function = cls.__torch_function__.__func__

    def __torch_function__(cls: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if not cls._deprecation_warned and not is_own_caller():
            _warn_of_arrays(cls)
        return function(cls, func, types, args, kwargs)

    cls.__torch_function__ = classmethod(__torch_function__)
    cls.torch = property(_warning_torch(cls.torch.fget), doc=cls.torch.__doc__)
    for name in _OPERATORS:
        setattr(cls, f"__{name}__", _warning_operator(cls, getattr(cls, f"__{name}__")))


def _warning_operator(cls: Any, operator: Callable) -> Callable:
    """Make an operator of arrays with two forms that warns a program, unless it has been warned."""

    @functools.wraps(operator)
    def warning_operator(self: Any, *args: Any) -> Any:
        if not cls._deprecation_warned and not is_own_caller():
            _warn_of_arrays(cls)
        return operator(self, *args)

    return warning_operator


def _warning_torch(read: Callable) -> Callable:
    """Make the reading of a tensor that warns of quaternions where the environment asks for it, as Isaac Lab's does."""

    def torch(self: Any) -> Any:
        is_quaternion = self._warp.dtype is wp.quatf
        if is_quaternion and os.environ.get("WARN_ON_TORCH_QUATF_ACCESS") == "1" and not is_own_caller():
            message = "quatf as a tensor: its components are (x, y, z, w), which were (w, x, y, z) before version 3."
            warnings.warn(message, UserWarning, stacklevel=2)
        return read(self)

    return torch


def _warn_of_arrays(cls: Any) -> None:
    cls._deprecation_warned = True
    warn_deprecated("A ProxyArray is used as a tensor, which is deprecated: use its '.torch' (or '.warp').", 3)


def _warning_init(cls: type, instead: str, renamed: dict[str, str]) -> Callable:
    """Make the ``__init__`` of a class that warns programs, and moves values of renamed fields to the newer ones."""
    init = cls.__init__  # type: ignore[misc]
    is_config = cls.__name__.endswith("Cfg")

    @functools.wraps(init)
    def warning_init(self: Any, *args: Any, **kwargs: Any) -> None:
        init(self, *args, **kwargs)
        if is_config and is_own_caller():  # of others the programs are told whose configs name them
            return
        if instead and (cls.__name__ not in DEPRECATED_IF_CHANGED or _is_changed(self)):
            of_simulation = any(base.__module__.startswith("pippin.sim") for base in cls.__mro__)
            removal = f": Isaac Lab {REMOVED_IN} will not have it" if of_simulation else ""
            warn_deprecated(f"{type(self).__name__} is deprecated. Use {instead}{removal}.")
        for older, newer in renamed.items():
            value = kwargs.get(older)
            if value is not None:
                warn_deprecated(f"'{older}' is deprecated; use '{newer}', which it sets.")
                setattr(self, newer, value if getattr(self, newer) is None else getattr(self, newer))
                setattr(self, older, None)

    warning_init.is_deprecated = True  # type: ignore[attr-defined]
    return warning_init


def _is_changed(config: Any) -> bool:
    """Whether a field of a config is not as by default."""
    fields = [field for field in dataclasses.fields(config) if field.init]
    return [getattr(config, field.name) for field in fields] != [_default_of(field) for field in fields]


def _default_of(field: dataclasses.Field) -> Any:
    """Default of a field of a config."""
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()


def _moving_init(cls: type, moved: tuple[str, ...]) -> Callable:
    """Make the ``__init__`` of a class that warns programs of fields that are given, and hands them to the renderer."""
    init = cls.__init__  # type: ignore[misc]

    @functools.wraps(init)
    def moving_init(self: Any, *args: Any, **kwargs: Any) -> None:
        init(self, *args, **kwargs)
        if is_own_caller():
            return
        for name in moved:
            if name in kwargs:
                warn_deprecated(f"{cls.__name__}.{name} is deprecated: give it to 'renderer_cfg'.")
                setattr(self.renderer_cfg, name, kwargs[name])
                field = next(field for field in dataclasses.fields(cls) if field.name == name)
                setattr(self, name, _default_of(field))  # so that a later change of the renderer's counts

    moving_init.is_deprecated = True  # type: ignore[attr-defined]
    return moving_init


def _usd_api(config: Any) -> str:
    """Deprecated: the schema of USD that an approximation of a mesh belongs to."""
    warn_deprecated("'usd_api' is deprecated: the schema follows from the class.")
    return "MeshCollisionAPI"


def _physx_api(config: Any) -> str:
    """Deprecated: the schema of PhysX that the settings of an approximation belong to."""
    warn_deprecated("'physx_api' is deprecated: the schema follows from the class.")
    return next(iter(config.attributes.values())).schema


# -- methods ---------------------------------------------------------------------------------------------------------


class Call(NamedTuple):
    """A newer call that an older method stands for.

    Attributes:
        name: Name of the newer method.
        arguments: For each of its parameters, the older one that it gets, and a part of its last dimension or None.
    """

    name: str
    arguments: dict[str, tuple[str, slice | None]]


def older_method(row: str, calls: str | tuple[str, ...]) -> Callable:
    """Make a method from a row of the table.

    Args:
        row: The method as its ``def`` would say it, without ``self``.
        calls: The newer calls, one or several.

    Returns:
        Function with the signature of the row, to be a method of a class that has the newer ones.
    """
    name, signature = _signature_of(row)
    parameters = list(signature.parameters.values())[1:]
    newer = [_call_of(text, [parameter.name for parameter in parameters]) for text in _each(calls)]
    instead = " and ".join(f"'{call.name}'" for call in newer)
    message = f"'{name}' is deprecated: use {instead}."

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        warn_deprecated(message)
        given = _given(signature, self, args, kwargs)
        parts = _Parts(given)
        result = None
        for call in newer:
            result = getattr(self, call.name)(
                **{new: parts.of(old, part) for new, (old, part) in call.arguments.items() if old in given}
            )
        return result

    method.__name__ = name
    method.__qualname__ = name
    method.__doc__ = f"Deprecated: use {instead}."
    method.__signature__ = signature  # type: ignore[attr-defined]
    return method


class _Parts:
    """Arguments of a call, and parts of states of 13 numbers among them."""

    def __init__(self, given: dict[str, Any]) -> None:
        self._given = given
        self._tensors: dict[str, Any] = {}

    def of(self, name: str, part: slice | None) -> Any:
        """An argument, or part of its last dimension.

        Raises:
            ValueError: It is to be cut and has not 13 numbers, or NaN or infinity among them (on a CPU).
        """
        if part is None:
            return self._given[name]
        if name not in self._tensors:
            self._tensors[name] = _state_tensor(name, self._given[name])
        return self._tensors[name][..., part]


def _state_tensor(name: str, values: Any) -> Any:
    import torch
    import warp as wp

    from pippin.utils import ProxyArray
    from pippin.utils.torch_view import torch_view

    if isinstance(values, ProxyArray):
        values = values.torch
    elif isinstance(values, wp.array):
        values = torch_view(values)
    if values.ndim < 1 or values.shape[-1] != 13:
        raise ValueError(
            f"'{name}' has shape {tuple(values.shape)}; expected 13 numbers last (pose of 7, velocity of 6)."
        )
    tensor = torch.as_tensor(values)
    if tensor.device.type == "cpu" and not tensor.isfinite().all():
        raise ValueError(f"'{name}' holds NaN or infinity; expected numbers. Nothing was written.")
    return tensor


def _given(signature: inspect.Signature, self: Any, args: tuple, kwargs: dict[str, Any]) -> dict[str, Any]:
    """Arguments by name, without those that are left to their defaults; TypeError where they do not fit."""
    names = list(signature.parameters)[1:]
    given = dict(zip(names, args, strict=False)) | kwargs
    required = [name for name in names if signature.parameters[name].default is inspect.Parameter.empty]
    if len(args) + len(kwargs) != len(given) or not given.keys() <= {*names} or not given.keys() >= {*required}:
        signature.bind(self, *args, **kwargs)  # raises TypeError as any function does
    return given


def _signature_of(row: str) -> tuple[str, inspect.Signature]:
    """Name and signature of a method, of the text of its ``def`` without ``self``."""
    function = ast.parse(f"def {row}: ...").body[0]
    assert isinstance(function, ast.FunctionDef), f"'{row}' is no row of a method"
    arguments = function.args
    defaults = [inspect.Parameter.empty] * (len(arguments.args) - len(arguments.defaults))
    defaults += [ast.literal_eval(default) for default in arguments.defaults]
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    own = inspect.Parameter("self", kind)
    parameters = [
        inspect.Parameter(argument.arg, kind, default=default)
        for argument, default in zip(arguments.args, defaults, strict=True)
    ]
    return function.name, inspect.Signature([own, *parameters])


def _call_of(text: str, parameters: list[str]) -> Call:
    """A newer call, of its text: a name alone hands over all parameters."""
    node = ast.parse(text, mode="eval").body
    if isinstance(node, ast.Name):
        return Call(node.id, {name: (name, None) for name in parameters})
    assert isinstance(node, ast.Call), f"'{text}' is no call"
    return Call(ast.unparse(node.func), {str(keyword.arg): _part_of(keyword.value) for keyword in node.keywords})


def _part_of(node: ast.expr) -> tuple[str, slice | None]:
    """Parameter, and which part of it, of ``name`` or ``name[7:]``."""
    if isinstance(node, ast.Subscript):
        assert isinstance(node.slice, ast.Slice), f"'{ast.unparse(node)}' is no part"
        ends = [None if end is None else ast.literal_eval(end) for end in (node.slice.lower, node.slice.upper)]
        return ast.unparse(node.value), slice(*ends)
    return ast.unparse(node), None


def _each(calls: str | tuple[str, ...]) -> tuple[str, ...]:
    return (calls,) if isinstance(calls, str) else calls


def set_external_force_and_torque(
    self: Any,
    forces: Any,
    torques: Any,
    positions: Any = None,
    body_ids: Any = None,
    env_ids: Any = None,
    is_global: bool = False,
) -> None:
    """Deprecated: use ``permanent_wrench_composer.set_forces_and_torques``. Empty forces end all wrenches.

    Args:
        self: The asset.
        forces: Forces [N], shape (n, m, 3).
        torques: Torques [N m], shape (n, m, 3).
        positions: Points where the forces act [m], shape (n, m, 3); None for the bodies' frames.
        body_ids: The m bodies; None means all.
        env_ids: The n instances; None means all.
        is_global: Whether all of these are in world axes.
    """
    warn_deprecated(
        "'set_external_force_and_torque' is deprecated: use 'permanent_wrench_composer.set_forces_and_torques'."
    )
    if 0 in tuple(forces.shape):
        self.permanent_wrench_composer.reset()
        return
    self.permanent_wrench_composer.set_forces_and_torques(forces, torques, positions, body_ids, env_ids, is_global)


def set_object_force_and_torque(
    self: Any,
    forces: Any,
    torques: Any,
    positions: Any = None,
    object_ids: Any = None,
    env_ids: Any = None,
    is_global: bool = False,
    body_ids: Any = None,
) -> None:
    """Deprecated: use ``permanent_wrench_composer.set_forces_and_torques``. Empty forces end all wrenches.

    Args:
        self: The collection.
        forces: Forces [N], shape (n, m, 3).
        torques: Torques [N m], shape (n, m, 3).
        positions: Points where the forces act [m], shape (n, m, 3); None for the objects' frames.
        object_ids: The m objects; None means all.
        env_ids: The n instances; None means all.
        is_global: Whether all of these are in world axes.
        body_ids: Version 3's name of ``object_ids``.
    """
    warn_deprecated(
        "'set_external_force_and_torque' is deprecated: use 'permanent_wrench_composer.set_forces_and_torques'."
    )
    if 0 in tuple(forces.shape):
        self.permanent_wrench_composer.reset()
        return
    objects = body_ids if object_ids is None else object_ids
    self.permanent_wrench_composer.set_forces_and_torques(forces, torques, positions, objects, env_ids, is_global)


def reshape_view_to_data_2d(self: Any, data: wp.array, device: str = "cpu") -> wp.array:
    """See rows of a view of a collection as an array of environments and objects, as ``reshape_view_to_data`` does.

    Args:
        self: The collection.
        data: Shape (num_instances * num_objects,), of any Warp type.
        device: Device of the result.

    Returns:
        A copy, shape (num_instances, num_objects).
    """
    return wp.clone(data, device=device).reshape((self.num_instances, self.num_objects))


def reshape_data_to_view_2d(self: Any, data: wp.array, device: str = "cpu") -> wp.array:
    """Inverse of :func:`reshape_view_to_data_2d`."""
    return wp.clone(data, device=device).reshape((self.num_instances * self.num_objects,))


WRENCHES = {
    "RigidObject": set_external_force_and_torque,
    "Articulation": set_external_force_and_torque,
    "RigidObjectCollection": set_object_force_and_torque,
}
"""``set_external_force_and_torque`` of each class."""


# -- properties ------------------------------------------------------------------------------------------------------


def older_property(name: str, instead: str) -> property:
    """Make a property that reads another one, with a DeprecationWarning.

    Args:
        name: Its name.
        instead: Name of the other one.
    """

    def read(self: Any) -> Any:
        warn_deprecated(f"'{name}' is deprecated: use '{instead}'.")
        return getattr(self, instead)

    return property(read, doc=f"Deprecated: use :attr:`{instead}`.")


def _array_properties(name: str) -> dict[str, property]:
    """Older quantities of a class of data."""
    from pippin.quantities.properties import ArrayData, ArrayProperty, Shorthand

    class Default(ArrayProperty):
        """Value that a quantity had before it was first changed, with a DeprecationWarning."""

        def __init__(self, source: str) -> None:
            super().__init__(f"Deprecated: :attr:`{source}` as it was before it was changed; keep a copy.")
            self._source = source

        def read(self, data: ArrayData) -> Any:
            warn_deprecated(f"'{self.name}' is deprecated: keep a copy of '{self._source}' instead.")
            return data.default_of(self._source)

    defaults = {older: Default(source) for older, source in DEFAULTS.get(name, {}).items()}
    others = {older: Shorthand(source) for older, source in SHORTHANDS.get(name, {}).items()}
    for older, made in (*defaults.items(), *others.items()):
        made.name = older
    return {**defaults, **others}


# -- adding them -----------------------------------------------------------------------------------------------------


def _add_to(package: ModuleType) -> None:
    """Give the classes of a package their older names, unless they have them."""
    if _has_deprecated_configs and package.__name__ in FAMILIES:
        _deprecate_configs_of(package)
    if package.__name__ == VIEWS:
        from .physx_views import serve_physx_views

        serve_physx_views()
        return
    if package.__name__ == SIM:
        from .lab_copied_prims import show_prims_of_copies

        show_prims_of_copies()
    for name, rows in CALLS.get(package.__name__, {}).items():
        cls = getattr(package, name)
        for row, calls in rows.items():
            method = older_method(row, calls)
            _add(cls, method.__name__, method)
        if name in WRENCHES:
            _add(cls, "set_external_force_and_torque", WRENCHES[name])
    for name, others in PROPERTIES.get(package.__name__, {}).items():
        for older, instead in others.items():
            _add(getattr(package, name), older, older_property(older, instead))
    for name, others in NAMES.get(package.__name__, {}).items():
        for other, instead in others.items():
            _add(getattr(package, name), other, property(operator.attrgetter(instead)))
    if package.__name__ == "pippin.sensors":
        _add(package.ContactSensor, "contact_physx_view", property(_contact_physx_view))
        _add(package.ContactSensor, "body_physx_view", property(_body_physx_view))
    if package.__name__ == "pippin.assets":
        for function in (reshape_view_to_data_2d, reshape_data_to_view_2d):
            _add(package.RigidObjectCollection, function.__name__, function)
        for name in {*DEFAULTS, *SHORTHANDS}:
            for older, made in _array_properties(name).items():
                _add(getattr(package, name), older, made)


def _contact_physx_view(sensor: Any) -> Any:
    from .older_classes import contact_physx_view  # imports Pippin's sensors itself

    return contact_physx_view(sensor)


def _body_physx_view(sensor: Any) -> Any:
    """View of a contact sensor's bodies; None while the simulation is stopped."""
    return sensor._body_view if sensor.contact_view is not None else None


def _add(cls: type, name: str, member: Any) -> None:
    if name not in vars(cls):
        setattr(cls, name, member)


class _OlderNames(MetaPathFinder):
    """Adds the older names to a package as soon as it has been imported."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Spec of a package with older names, as the other finders give it."""
        if name not in {*CALLS, *NAMES, VIEWS, SIM} and not (_has_deprecated_configs and name in FAMILIES):
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        spec = next((spec for finder in others if (spec := finder.find_spec(name, path, target)) is not None), None)
        if spec is not None and spec.loader is not None:
            spec.loader = _AndThen(spec.loader)
        return spec


class _AndThen(Loader):
    """Loads a package as another loader does, and adds the older names."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)  # source and resources of the package

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Module as the other loader makes it."""
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Run the package, and add the older names to its classes."""
        module.__loader__ = self._loader
        self._loader.exec_module(module)
        _add_to(module)
