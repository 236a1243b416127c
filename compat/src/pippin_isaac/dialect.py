"""An older dialect: the counterparts of Pippin's classes, functions and configs in it."""

from __future__ import annotations

import functools
import importlib
import types
from collections.abc import Callable
from typing import Any

import warp as wp

from pippin.utils import ProxyArray

from . import conversions, facades
from .fields import Layout, parameter_layout, to_wxyz
from .modules import counterpart_in_room, is_of_a_room

STAND_INS = {
    "pippin.actuators.actuator_base:ActuatorBaseCfg": "pippin_isaac.older_classes:ActuatorBaseCfg",
    "pippin.sim.converters.cfg:MeshConverterCfg": "pippin_isaac.older_classes:MeshConverterCfg",
    "pippin.sim.run.context:SimulationContext": "pippin_isaac.older_classes:SimulationContext",
    "pippin.sensors.imu:Imu": "pippin_isaac.older_classes:Imu",
    "pippin.sensors.imu:ImuCfg": "pippin_isaac.older_classes:ImuCfg",
    "pippin.sensors.imu:ImuData": "pippin_isaac.older_classes:ImuData",
    "pippin.sensors.sensor_base:SensorBase": "pippin_isaac.older_classes:SensorBase",
    "pippin.learning.sb3:Sb3VecEnvWrapper": "pippin_isaac.older_learning:Sb3VecEnvWrapper",
    "pippin_isaac.lab_simulation:TiledCamera": "pippin_isaac.older_classes:TiledCamera",
    "pippin_isaac.lab_simulation:TiledCameraCfg": "pippin_isaac.older_classes:TiledCameraCfg",
    "pippin_isaac.lab_prims:RigidBodyMaterialCfg": "pippin.sim.spawners:RigidBodyMaterialCfg",
    "pippin_isaac.lab_prim_views:UsdFrameView": "pippin_isaac.older_classes:XformPrimView",
    "pippin_isaac.lab_files:configure_logging": "pippin_isaac.lab_files:configure_logging_2",
    "pippin_isaac.lab_files:load_torchscript_model": "pippin_isaac.lab_files:load_torchscript_model_2",
    "pippin_isaac.lab_stage:open_stage": "pippin_isaac.lab_stage:open_stage_2",
    # expressions are segments
    "pippin_isaac.lab_prims:find_first_matching_prim": "pippin_isaac.lab_copied_prims:find_first_matching_prim",
    "pippin_isaac.lab_prims:find_matching_prim_paths": "pippin_isaac.lab_copied_prims:find_matching_prim_paths",
    "pippin_isaac.lab_prims:find_matching_prims": "pippin_isaac.lab_copied_prims:find_matching_prims",
}
"""Classes and functions of version 3, and what stands for them in the older dialects."""


class Dialect:
    """What stands for what in one older dialect.

    Args:
        package: Name of its package.
        rooms: Package that holds Pippin's modules as this dialect has them (:mod:`~pippin_isaac.modules`).
        signatures: Methods that take their arguments in another order: names of their parameters. A method of one class
            is named with it.
    """

    def __init__(self, package: str, rooms: str, signatures: dict[str, tuple[str, ...]]) -> None:
        self.package = package
        self.rooms = rooms
        self.signatures = signatures
        self._older: dict[Any, Any] = {}
        self._newer: dict[Any, Any] = {}

    def counterpart(self, value: Any) -> Any:
        """What stands for a class, a function, a config or another constant of Pippin in this dialect."""
        if conversions.is_config(value):
            return conversions.to_older(value, self)
        if not isinstance(value, (type, types.FunctionType)):
            return value
        if value not in self._older:
            if f"{value.__module__}:{value.__qualname__}" in STAND_INS:
                older = _stand_in(value)
                if facades.has_facade(older) or conversions.is_config_class(older):
                    self._older[value] = self.counterpart(older)
                    return self._older[value]
            else:
                older = counterpart_in_room(value, self.rooms) if is_of_a_room(value) else self._make(value)
            self._older[value], self._newer[older] = older, value
        return self._older[value]

    def module_of(self, value: Any) -> str:
        """Module in which the counterpart of a class or function of Pippin is found by its name."""
        in_pippin = value.__module__.startswith("pippin.")
        return self.rooms + value.__module__.removeprefix("pippin") if in_pippin else self.package

    def original(self, value: Any) -> Any:
        """What stands for a class or a function of this dialect in Pippin; the inverse of :meth:`counterpart`."""
        if isinstance(value, (type, types.FunctionType)):
            return self._newer.get(value, value)
        return value

    def present(self, value: Any, layout: Layout | tuple[Layout | None, ...] | None = None) -> Any:
        """A result of Pippin as this dialect hands it out.

        Args:
            value: Arrays become tensors, with the w of their quaternions first; objects that have a facade become that,
                and configs their counterpart. Dictionaries are copied, with their values presented as their keys say.
            layout: Where values have quaternions.
        """
        if layout is not None:
            if type(layout) is tuple:
                return tuple(self.present(part, own) for part, own in zip(value, layout, strict=True))
            return to_wxyz(value, layout)
        present = _presenter(type(value))
        return value if present is None else present(value, self)

    def _make(self, value: Any) -> Any:
        if isinstance(value, types.FunctionType):
            return conversions.older_function(value, self)
        if facades.has_facade(value):
            return facades.facade_class(value, self)
        return conversions.older_class(value, self) if conversions.is_config_class(value) else value


def _stand_in(value: Any) -> Any:
    """Class or function of the older dialects that stands for one of version 3."""
    module, _, name = STAND_INS[f"{value.__module__}:{value.__qualname__}"].partition(":")
    return getattr(importlib.import_module(module), name)


@functools.cache
def _presenter(cls: type) -> Callable[[Any, Dialect], Any] | None:
    """How values of a type are presented; None for those that stay as they are."""
    if issubclass(cls, ProxyArray):
        return lambda value, dialect: value.torch
    if issubclass(cls, wp.array):
        return lambda value, dialect: wp.to_torch(value)
    if issubclass(cls, dict):
        return _present_entries
    if facades.has_facade(cls):
        return facades.facade_of
    return conversions.to_older if conversions.is_config_class(cls) else None


def _present_entries(values: dict, dialect: Dialect) -> dict:
    return {key: dialect.present(item, parameter_layout("", str(key))) for key, item in values.items()}
