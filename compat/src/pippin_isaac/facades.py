"""Assets, sensors, scenes and their data in the older dialects.

A facade holds an object of Pippin and has its public members. Methods convert their arguments, methods and properties
convert what they return. The classes of facades extend each other as those of Pippin do.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
import logging
import re
import sys
import weakref
from abc import ABCMeta
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import torch
import warp as wp

from isaacsim.core.objects import XFormPrim
from pippin.assets import Articulation, AssetBase, WrenchComposer
from pippin.physics.views import BodyView, SimulationView
from pippin.physics.views.deformable_view import DeformableView
from pippin.quantities.properties import ArrayData, ArrayProperty, Shorthand
from pippin.scene import InteractiveScene, StaticAsset
from pippin.sensors import SensorBase
from pippin.sensors.camera.data import CameraData
from pippin.sensors.sensor_data import SensorData
from pippin.sim.converters import AssetConverterBase
from pippin.sim.markers import VisualizationMarkers
from pippin.sim.run.entity import SceneEntity
from pippin.utils.torch_view import torch_view

from . import older_classes
from .conversions import Arguments, to_newer
from .fields import ENTITIES, OPPOSITE, PARTS, SHAPES, Life, data_field, result_layout, to_wxyz, to_xyzw, write_wxyz
from .lab_prim_views import XformPrimView
from .older_names import OlderDialect
from .own_data import OwnData
from .own_processing import OwnProcessing
from .own_writers import class_with_own_writers, reached_writers

if TYPE_CHECKING:
    from .dialect import Dialect


logger = logging.getLogger("pippin")

_WITH_FACADE = (
    *(SceneEntity, ArrayData, CameraData, InteractiveScene, VisualizationMarkers, WrenchComposer),
    *(BodyView, SimulationView, DeformableView, AssetConverterBase),
)
_TO_EXTEND = (SceneEntity, AssetBase, SensorBase, ArrayData, SensorData)
"""Bases that programs extend or check for: they stand for themselves."""

_OPERATORS = ("__init__", "__getitem__", "__len__", "__contains__", "__iter__", "__str__", "__repr__")
_LIFE_CYCLE = ("reset", "write_data_to_sim", "update")
"""Methods that scenes call, and that a program's own class may override."""

_UNCALLED = {
    *("_initialize_rays_impl", "_initialize_warp_meshes", "_update_mesh_transforms", "_update_ray_infos"),
    *("_create_annotator_data", "_process_annotator_output", "_update_intrinsic_matrices", "_update_poses"),
    *("_compute_camera_world_poses", "_compute_intrinsic_matrices", "_compute_view_world_poses"),
}
"""Inner methods of Isaac Lab's assets and sensors that Pippin's do not call."""

_WRITERS = ("write_", "set_")
"""What names of methods begin with that terms call on Pippin's object, and not on the program's."""


class Facade:
    """Base of the facades.

    Args:
        *args: Arguments of Pippin's class; configs are those of the dialect.
        **kwargs: Those that are named.
    """

    _dialect: ClassVar[Dialect]
    _newer_class: ClassVar[type]
    _made_members: ClassVar[dict[str, Any]]
    """What the class had when it was made: other members have been put in by the program, in place of Isaac Lab's."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        newer_args = [self._to_newer(value) for value in args]
        newer_kwargs = {name: self._to_newer(value) for name, value in kwargs.items()}
        with OlderDialect():
            newer = self._newer_class(*newer_args, **newer_kwargs)
        cfg = next((value for value in (*args, *kwargs.values()) if hasattr(value, "validate")), None)
        self._adopt(newer, cfg)
        newer._facade = weakref.ref(self)  # the program holds it

    def __getattr__(self, name: str) -> Any:
        if name == "_newer" or name.startswith("__"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        own = getattr(type(self), name, None)
        if isinstance(own, property):  # it was asked before this, and lacks something itself
            return own.__get__(self)
        name = name.removesuffix("_as_torch")  # what is an array of Warp has a tensor beside it
        with OlderDialect():
            value = getattr(self._newer, name)
        return self._dialect.present(value)

    def _to_newer(self, value: Any) -> Any:
        """Argument of the constructor as Pippin means it."""
        return _with_later_fields(to_newer(value, self._dialect), self._newer_class)

    def _adopt(self, newer: Any, cfg: Any = None) -> None:
        """Hold an object of Pippin, and be what :func:`facade_of` finds for it.

        Args:
            newer: The object.
            cfg: Config of the dialect that it was made from.
        """
        self._newer = newer
        newer._facade = lambda: self
        if cfg is not None:
            self.cfg = cfg.copy()
            if "prim_path" in vars(newer.cfg):
                self.cfg.prim_path = newer.cfg.prim_path
        for name in _LIFE_CYCLE:
            if hasattr(type(self), name) and not hasattr(getattr(type(self), name), "of_facade"):
                setattr(newer, name, getattr(self, name))  # a program's own class overrides it


class EntityFacade(Facade):
    """Facade of an asset or a sensor, of which a program's own class may override what it does when it begins."""

    _makes_buffers_first = False

    def _adopt(self, newer: Any, cfg: Any = None) -> None:
        super()._adopt(newer, cfg)
        own = self._own_members()
        if own & {"_initialize_impl", "_create_buffers"}:
            newer._initialize_impl = self._initialize_impl
        unused = sorted(own & _UNCALLED)
        if unused:
            logger.warning(
                "%s overrides %s, which Isaac Lab calls and Pippin does not: it has no effect here, unless the class "
                "calls it itself, in _initialize_impl or, of a sensor, in _update_buffers_impl.",
                type(self).__name__,
                ", ".join(unused),
            )
        writers = {name for name in own if name.startswith(_WRITERS) and hasattr(type(newer), name)}
        reached = reached_writers(type(newer), writers) if isinstance(newer, AssetBase) else frozenset()
        if reached:
            newer.__class__ = class_with_own_writers(type(newer), reached)
        passed_by = sorted(writers.difference(_LIFE_CYCLE, reached))
        if passed_by:
            logger.warning(
                "%s overrides %s: the program's own calls run it, those of isaaclab's events, actions and commands run "
                "the method that it overrides. Call it from terms of your own.",
                type(self).__name__,
                ", ".join(passed_by),
            )

    def _own_members(self) -> set[str]:
        """Names that a program's own classes define, above the class that they extend, or that it put into that."""
        own: set[str] = set()
        is_below = False
        for cls in type(self).__mro__:
            made = vars(cls).get("_made_members")
            is_below = is_below or made is not None
            if made is not None:
                own |= {name for name, member in vars(cls).items() if made.get(name) is not member}
            elif not is_below:
                own |= set(vars(cls))
        return own - {"_made_members"}

    def _initialize_impl(self) -> None:
        """Find the prims and make the buffers, when the simulation begins to play."""
        with OlderDialect():
            type(self._newer)._initialize_impl(self._newer)
        if not self._makes_buffers_first:
            self._create_buffers()

    def _create_buffers(self) -> None:
        """Make the buffers of a program's own class, which overrides this; those of Pippin's object are there."""

    @property
    def _device(self) -> str:
        return self._newer.device

    @functools.cached_property
    def _ALL_INDICES(self) -> torch.Tensor:
        return torch.arange(self._newer.num_instances, device=self._newer.device)

    @property
    def _external_force_b(self) -> torch.Tensor:
        """Inner buffer of assets until Isaac Lab 2.2, which public events write: forces on bodies [N], (N, L, 3)."""
        return self._newer.permanent_wrench_composer.given_in_link_frames()[0].torch

    @_external_force_b.setter
    def _external_force_b(self, forces: torch.Tensor) -> None:
        self._external_force_b.copy_(forces)

    @property
    def _external_torque_b(self) -> torch.Tensor:
        """The same of torques [N m]."""
        return self._newer.permanent_wrench_composer.given_in_link_frames()[1].torch

    @_external_torque_b.setter
    def _external_torque_b(self, torques: torch.Tensor) -> None:
        self._external_torque_b.copy_(torques)


class ArticulationFacade(OwnProcessing, EntityFacade):
    """Facade of an articulation, of which a program's own class may override how it processes its config."""

    def _adopt(self, newer: Any, cfg: Any = None) -> None:
        super()._adopt(newer, cfg)
        self._reach_own_processing(self._own_members())


class SensorFacade(OwnData, EntityFacade):
    """Facade of a sensor, of which a program's own class may override how it measures and what holds that."""

    def _adopt(self, newer: Any, cfg: Any = None) -> None:
        super()._adopt(newer, cfg)
        if "_update_buffers_impl" in self._own_members():
            newer._update_buffers_impl = self._measure

    @property
    def _ray_starts_w(self) -> torch.Tensor:  # as programs read them of ray casters, for the distances of hits
        return self.ray_starts_w

    @property
    def _ray_directions_w(self) -> torch.Tensor:
        return self.ray_directions_w

    @functools.cached_property
    def _view(self) -> XFormPrim:  # as programs read where the prims are that they measure at by methods of their own
        return XFormPrim(self._newer.cfg.prim_path)

    def _measure(self, env_mask: wp.array) -> None:
        env_ids = torch_view(env_mask).nonzero().squeeze(-1)
        if len(env_ids) > 0:
            with _WrittenQuaternions(self._data) as self._written:
                self._update_buffers_impl(env_ids)

    def _update_buffers_impl(self, env_ids: Any) -> None:
        """Measure in environments; None means all."""
        newer = self._newer
        rows = slice(None) if env_ids is None else torch.as_tensor(env_ids, dtype=torch.long, device=newer.device)
        mask = torch.zeros(newer.num_instances, dtype=torch.bool, device=newer.device)
        mask[rows] = True
        written = vars(self).get("_written")
        if written is not None:
            written.take()
        with OlderDialect():
            type(newer)._update_buffers_impl(newer, wp.from_torch(mask))
        self._fill_own_data()


class SceneFacade(Facade):
    """Facade of a scene, whose entities are made by their facades."""

    def _adopt(self, newer: Any, cfg: Any = None) -> None:
        super()._adopt(newer, cfg)
        view = self._dialect.counterpart(XformPrimView)
        for asset in newer.extras.values():
            if isinstance(asset, StaticAsset):
                asset.make_view = functools.partial(view, asset.cfg.prim_path, device=newer.device)

    @property
    def extras(self) -> dict[str, Any]:
        """What has no class of its own, by name: the scene's own dictionary, which may be changed."""
        return self._newer.extras

    def _to_newer(self, value: Any) -> Any:
        newer_cfg = super()._to_newer(value).copy()
        for name, cfg in vars(value).items():
            class_type = getattr(cfg, "class_type", None)
            if isinstance(class_type, type) and issubclass(class_type, Facade):
                getattr(newer_cfg, name).class_type = functools.partial(_make_entity, class_type, cfg)
        return newer_cfg


def _make_entity(facade: type[Facade], cfg: Any, newer_cfg: Any) -> Any:
    """Make an entity by its facade.

    Args:
        facade: Class of the facade.
        cfg: Config of the dialect.
        newer_cfg: The config that the scene has made of it, which the facade makes by itself.

    Returns:
        The entity of Pippin.
    """
    return _held(facade(cfg))


def _held(facade: Facade) -> Any:
    """The object of Pippin of a facade that a program has made, which from now on it holds itself."""
    newer = facade._newer
    newer._facade = lambda: facade
    return newer


class EntityMapping(MutableMapping):
    """Entities by name, seen through their facades: what a program puts in belongs to the scene."""

    def __init__(self, newer: dict[str, Any], dialect: Dialect) -> None:
        self._newer = newer
        self._dialect = dialect

    def __getitem__(self, name: str) -> Any:
        return facade_of(self._newer[name], self._dialect)

    def __setitem__(self, name: str, entity: Any) -> None:
        self._newer[name] = _held(entity) if isinstance(entity, Facade) else entity

    def __delitem__(self, name: str) -> None:
        del self._newer[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._newer)

    def __len__(self) -> int:
        return len(self._newer)

    def __repr__(self) -> str:
        return repr(dict(self))


@functools.cache
def has_facade(value: Any) -> bool:
    """Whether something of Pippin is a class that has a facade."""
    bases = value.__mro__ if isinstance(value, type) else ()
    is_of_program = older_classes.SensorBase in bases
    return value not in _TO_EXTEND and not is_of_program and any(base in _WITH_FACADE for base in bases)


def facade_of(value: Any, dialect: Dialect) -> Any:
    """Facade of an object of Pippin, the same one each time; other values are returned as they are."""
    if not has_facade(type(value)):
        return value
    held = vars(value).get("_facade")
    facade = None if held is None else held()
    if facade is None or facade._dialect is not dialect:
        cls = dialect.counterpart(type(value))
        facade = cls.__new__(cls)
        facade._adopt(value)
    return facade


def facade_class(newer: type, dialect: Dialect) -> type:
    """Make the facade of a class."""
    bases = tuple(dialect.counterpart(base) for base in newer.__bases__ if has_facade(base))
    members: dict[str, Any] = {}
    for base in newer.__bases__:
        if not has_facade(base):
            for ancestor in reversed(base.__mro__[:-1]):  # without object
                members |= vars(ancestor)
    members |= vars(newer)
    namespace = {
        name: _facade_member(name, member, newer, dialect)
        for name, member in members.items()
        if not name.startswith("_") or (name in _OPERATORS and inspect.isfunction(member))
    }
    annotations = {name: hint for name, hint in vars(newer).get("__annotations__", {}).items() if name[0] != "_"}
    if issubclass(newer, (ArrayData, CameraData)):  # also those with a default, which instances replace
        fields = [name for name, hint in annotations.items() if not str(hint).startswith("ClassVar")]
        namespace |= {name: _facade_attribute(name) for name in fields if not _is_descriptor(members.get(name))}
    if issubclass(newer, CameraData):
        namespace |= {"info": property(_info_of), "output": property(_output_of)}
    namespace |= {"__annotations__": annotations, "__doc__": newer.__doc__, "__module__": dialect.module_of(newer)}
    namespace |= {"_dialect": dialect, "_newer_class": newer}
    default_base = _default_base(newer)
    namespace = {name: member for name, member in namespace.items() if name not in vars(default_base) or name[0] == "_"}
    kind = ABCMeta if issubclass(newer, SceneEntity) else type  # programs register stand-ins of entities
    facade = kind(newer.__name__, bases or (default_base,), namespace)
    for base in (AssetBase, SensorBase):
        if issubclass(newer, base):
            ABCMeta.register(base, facade)
            ABCMeta.register(dialect.counterpart(base), facade)
    facade._made_members = dict(vars(facade))
    return facade


def _default_base(newer: type) -> type[Facade]:
    """What the facade of a class extends that has no base with a facade."""
    if issubclass(newer, SensorBase):
        return SensorFacade
    if issubclass(newer, Articulation):
        return ArticulationFacade
    if newer is InteractiveScene:
        return SceneFacade
    return EntityFacade if issubclass(newer, SceneEntity) else Facade


def _facade_member(name: str, member: Any, newer: type, dialect: Dialect) -> Any:
    """Counterpart of a member of a class."""
    if isinstance(member, ArrayProperty):
        return ArrayField(name, member)
    if isinstance(member, property):
        return _facade_property(name, member)
    if isinstance(member, (staticmethod, classmethod)):
        return staticmethod(getattr(newer, name))
    if name == "__init__":
        return _facade_constructor(member)
    if name == "__getitem__" and newer is InteractiveScene:
        return _entity
    return _facade_method(name, member, newer, dialect) if inspect.isfunction(member) else dialect.counterpart(member)


def _is_descriptor(member: Any) -> bool:
    return hasattr(type(member), "__get__")


def _facade_property(name: str, member: property) -> property:
    layout, is_mapping = data_field(name).layout, re.fullmatch(ENTITIES, name)
    is_data = name == "data"

    def read(self: Facade) -> Any:
        if is_data and "_data" in vars(self):  # a program's class has put its own in the place of Pippin's
            return self._data
        with OlderDialect():
            value = getattr(self._newer, name)
        return EntityMapping(value, self._dialect) if is_mapping else self._dialect.present(value, layout)

    def write(self: Facade, value: Any) -> None:
        setattr(self._newer, name, value)

    return property(read, write if member.fset else None, doc=member.__doc__)


def _facade_attribute(name: str) -> property:
    """Attribute of an instance, which a program may assign to: Pippin's object is to have what it is given."""

    def read(self: Facade) -> Any:
        return self._dialect.present(getattr(self._newer, name))

    def write(self: Facade, value: Any) -> None:
        setattr(self._newer, name, value)

    return property(read, write)


def _info_of(self: Facade) -> older_classes.CameraInfo | None:
    """What the values of images mean."""
    info = self._newer.info
    return (
        None if info is None else older_classes.CameraInfo({name: info[name] for name in info if _is_asked(self, name)})
    )


def _output_of(self: Facade) -> dict[str, Any] | None:
    """Images that were asked for: those that version 3 has besides are not there."""
    output = self._newer.output
    if output is None:
        return None
    return self._dialect.present({name: image for name, image in output.items() if _is_asked(self, name)})


def _is_asked(data: Facade, name: str) -> bool:
    return name in data._newer.asked or not data._newer.asked


def _entity(self: Facade, key: str) -> Any:
    """Entity of a scene. Terms ask for theirs in each step, and names are the same in all dialects."""
    return self._dialect.present(self._newer[key])


_entity.of_facade = True  # type: ignore[attr-defined]


def _with_later_fields(cfg: Any, newer: type) -> Any:
    """A config of a program's own class, such as a copy of an older release's, with the fields that it lacks.

    Args:
        cfg: Config for an asset or a sensor; other values are returned as they are.
        newer: Pippin's class that it is for, which has its config class in the annotation of ``cfg``.

    Returns:
        The config itself, if nothing is lacking; otherwise a copy, with the default values of Pippin's.
    """
    owner = next((cls for cls in newer.__mro__ if "cfg" in inspect.get_annotations(cls)), None)
    known = owner and vars(sys.modules[owner.__module__]).get(inspect.get_annotations(owner)["cfg"])
    if not (isinstance(known, type) and hasattr(cfg, "validate")) or isinstance(cfg, known):
        return cfg
    lacking = [field.name for field in dataclasses.fields(known) if not hasattr(cfg, field.name)]
    if not lacking:
        return cfg
    completed, defaults = copy.copy(cfg), known()
    for name in lacking:
        setattr(completed, name, getattr(defaults, name))
    return completed


def _facade_constructor(member: Callable) -> Callable:
    @functools.wraps(member)
    def construct(self: Facade, *args: Any, **kwargs: Any) -> None:
        Facade.__init__(self, *args, **kwargs)

    return construct


def _facade_method(name: str, member: Callable, newer: type, dialect: Dialect) -> Callable:
    signature = dialect.signatures.get(f"{newer.__name__}.{name}", dialect.signatures.get(name))
    arguments = Arguments(member, signature, is_method=True)
    assignment = assignment_of(name, arguments.signature) if issubclass(newer, AssetBase) else None
    layout = result_layout(name)

    @functools.wraps(member)
    def method(self: Facade, *args: Any, **kwargs: Any) -> Any:
        newer = self._newer
        with OlderDialect():
            call = getattr(type(newer), name)
            if not args and not kwargs:
                result = call(newer)
            else:
                given = arguments.converted(args, kwargs, self._dialect)
                if assignment is not None:
                    given = assignment.converted(newer, given)
                for parameter, value in given.items():
                    if type(value) is torch.Tensor and value.dtype is not torch.float32:
                        given[parameter] = _in_single_precision(value)
                result = call(newer, **given)
        return None if result is None else self._dialect.present(result, layout)

    method.of_facade = True  # type: ignore[attr-defined]
    if signature is not None:
        method.__signature__ = arguments.signature  # type: ignore[attr-defined]
    return method


def _in_single_precision(value: torch.Tensor) -> torch.Tensor:
    """Tensors as float32, which assignments into tensors did of themselves."""
    return value.float() if value.is_floating_point() else value


class ArrayField(property):
    """Property whose value is a tensor with quaternions (w, x, y, z), as the row of its name says.

    Args:
        name: Its name.
        newer: Property of Pippin's class.
    """

    def __init__(self, name: str, newer: ArrayProperty) -> None:
        row = data_field(name)
        self._layout, self._life = row.layout, row.life
        self._name = newer._source if isinstance(newer, Shorthand) else name  # two names of one tensor
        self._is_opposite = name in OPPOSITE
        self._part = PARTS.get(name)
        self._reshape = {cls: reshape for (cls, field), reshape in SHAPES.items() if field == name}
        is_pippins_memory = row.layout is None and row.life is Life.LIVE
        is_writable = is_pippins_memory or row.life is Life.KEPT
        super().__init__(self._read, self._write if is_writable else None, doc=newer.__doc__)

    def _read(self, facade: Facade) -> torch.Tensor | None:
        if self._part is not None:
            whole, part = self._part
            return getattr(facade, whole)[..., part]
        with OlderDialect():
            array = getattr(facade._newer, self._name)
        if array is None:
            return None
        if self._layout is None and self._life is Life.LIVE:
            reshape = self._reshape.get(facade._newer_class.__name__)
            return reshape(array.torch) if reshape else array.torch
        tensors = vars(facade).setdefault("_tensors", {})
        version, tensor = tensors.get(self._name, (None, None))
        if self._life is Life.NEW:
            current = _state_version(facade._newer)
            if tensor is None or current is None or current != version:
                version, tensor = current, self._converted(array.torch)
        elif tensor is None:
            tensor = self._converted(array.torch)
        elif self._life is Life.LIVE and self._name not in vars(facade).get("_being_written", ()):
            write_wxyz(array.torch, self._layout, tensor)
        if self._life is Life.LIVE and "_being_written" in vars(facade):
            vars(facade)["_being_written"][self._name] = (array.torch, self._layout)
        tensors[self._name] = (version, tensor)
        return tensor

    def _write(self, facade: Facade, values: Any) -> None:
        self._read(facade)[...] = values

    def _converted(self, values: torch.Tensor) -> torch.Tensor:
        if self._is_opposite:
            return -values
        return values.clone() if self._layout is None else to_wxyz(values, self._layout)


class _WrittenQuaternions:
    """While it is entered, a program may write into tensors of data that have quaternions: a sensor's own measurement.

    Such a tensor is a copy in another order, which each reading brings up to date from Pippin's memory. Those that are
    read meanwhile are Pippin's afterwards.

    Args:
        data: Facade of the data; what is no facade is a program's own and written as it is.
    """

    def __init__(self, data: Any) -> None:
        self._fields = vars(data) if isinstance(data, Facade) else {}

    def __enter__(self) -> _WrittenQuaternions:
        self._fields["_being_written"] = {}
        return self

    def __exit__(self, *raised: object) -> None:
        self.take()
        del self._fields["_being_written"]

    def take(self) -> None:
        """Take what was written into Pippin's memory; who reads next gets it up to date."""
        for name, (memory, layout) in self._fields["_being_written"].items():
            memory.copy_(to_xyzw(self._fields["_tensors"][name][1], layout))
        self._fields["_being_written"].clear()


def _state_version(data: Any) -> int | None:
    """Version of the state that data of assets are read from; None for others."""
    return None if data._root_view is None else data._root_view.scene.state_version


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


class NodalAssignment:
    """What a method that writes nodes makes of its arguments: values of one instance are for all that are chosen."""

    def converted(self, asset: Any, arguments: dict[str, Any]) -> dict[str, Any]:
        """Arguments with values of the whole shape, as :meth:`Assignment.converted`."""
        count = _count(arguments.get("env_ids"), asset.num_instances)
        return {
            name: value.expand(count, *value.shape).contiguous()
            if isinstance(value, torch.Tensor) and value.ndim == 2 and name != "env_ids"
            else value
            for name, value in arguments.items()
        }


def assignment_of(method: str, signature: inspect.Signature) -> Assignment | NodalAssignment | None:
    """What a method of an asset makes of its arguments if it is an assignment; None otherwise.

    Thrusts are none: one dimension of them is documented to be the instances, not the thrusters.
    """
    parameters = signature.parameters
    if method.startswith("write_nodal") and "env_ids" in parameters:
        return NodalAssignment()
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
