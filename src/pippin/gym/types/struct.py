"""What the structs of gymapi have in common: named values of declared types, and no others."""

from __future__ import annotations

import ctypes
import difflib
import operator
from collections.abc import Callable
from typing import Any, ClassVar, Final, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from .gym_enum import GymEnum

Self = TypeVar("Self", bound="Struct")


class Field(NamedTuple):
    """One value of a struct."""

    kind: type
    """Type of the value, which is float, int, bool, str, an enum or another struct."""
    default: Any
    read_only: bool
    """Whether it may be given to the constructor only."""


class Struct:
    """Named values of declared types, with the manners of the C++ structs that Isaac Gym wraps.

    A subclass declares its fields like a dataclass, each with a default; ``Final`` marks those that can only be given
    to the constructor, by keyword like all others. Further rules:

    - Floats are single precision, so that a struct and a record of a NumPy array hold the same value.
    - A struct in a struct is part of it: ``pose.p.x = 1.0`` changes ``pose``, and ``pose.p = point`` copies ``point``.
    - Structs are equal if all their fields are. Copies are deep. Structs can be pickled.
    - A field whose name is a keyword of Python, ``lambda``, is declared with an underscore behind it.
    """

    _fields: ClassVar[dict[str, Field]] = {}

    def __init_subclass__(cls) -> None:
        fields = dict(cls._fields)
        for declared_name, hint in get_type_hints(cls).items():
            name = declared_name.removesuffix("_")
            if name in fields or get_origin(hint) is ClassVar:
                continue
            read_only = get_origin(hint) is Final
            kind = get_args(hint)[0] if read_only else hint
            # The default leaves the class, so that it is not changed there for all structs to come.
            default = cls.__dict__[declared_name]
            fields[name] = Field(kind, _CONVERSIONS[kind](default) if kind in _CONVERSIONS else default, read_only)
            delattr(cls, declared_name)
        cls._fields = fields

    def __init__(self, **values: Any) -> None:
        own = self.__dict__
        for name, (kind, default, _) in self._fields.items():
            if name in values:
                own[name] = self._converted(name, kind, values.pop(name))
            else:
                own[name] = default.__copy__() if isinstance(default, Struct) else default
        for name in values:
            raise TypeError(self._no_field(name))

    def __setattr__(self, name: str, value: Any) -> None:
        field = self._fields.get(name)
        if field is None:
            raise AttributeError(self._no_field(name))
        if field.read_only:
            raise AttributeError(f"{type(self).__name__}.{name} is read-only.")
        self.__dict__[name] = self._converted(name, field.kind, value)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(self._no_field(name))

    def __eq__(self, other: object) -> bool:
        return self.__dict__ == other.__dict__ if type(other) is type(self) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # the values may change

    def __repr__(self) -> str:
        values = (f"{name}={_number_text(value)}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({', '.join(values)})"

    def __copy__(self: Self) -> Self:
        twin = object.__new__(type(self))
        for name, value in self.__dict__.items():
            twin.__dict__[name] = value.__copy__() if isinstance(value, Struct) else value
        return twin

    def __deepcopy__(self: Self, memo: dict) -> Self:
        return self.__copy__()

    def _converted(self, name: str, kind: type, value: Any) -> Any:
        """Take a value into the type of a field, or say that it is of another one."""
        conversion = _CONVERSIONS.get(kind)
        try:
            return _convert_to_class(kind, value) if conversion is None else conversion(value)
        except TypeError as error:
            raise TypeError(f"{type(self).__name__}.{name} is {value!r}; expected {kind.__name__}.") from error

    def _no_field(self, name: str) -> str:
        """Message for a name that is no field."""
        near = difflib.get_close_matches(name, self._fields)
        meant = f" Did you mean {' or '.join(repr(match) for match in near)}?" if near else ""
        return f"{type(self).__name__} has no '{name}'.{meant} It has: {', '.join(self._fields)}."


def struct_of(kind: type[Self], **values: Any) -> Self:
    """Make a struct of values for all its fields, in their order, that have the types of the fields already."""
    struct = object.__new__(kind)
    struct.__dict__.update(values)
    return struct


def as_record(struct: Struct) -> tuple:
    """Values of a struct as nested tuples, as NumPy takes them for an element of an array of ``struct.dtype``."""
    values = struct.__dict__.values()
    return tuple(as_record(value) if isinstance(value, Struct) else value for value in values)


def read_record(buffer: Any, dtype: np.dtype) -> np.ndarray:
    """Numbers of one record, shape (count,), from an element of a structured array, its bytes, or plain numbers.

    Raises:
        ValueError: The buffer holds more or fewer numbers than a record.
    """
    count = dtype.itemsize // 4
    values = np.frombuffer(buffer, np.float32) if isinstance(buffer, (bytes, bytearray, memoryview)) else buffer
    values = np.asarray(values)
    if values.dtype.names is not None:
        values = np.frombuffer(values.tobytes(), np.float32)
    if values.size != count:
        raise ValueError(f"the buffer holds {values.size} numbers; expected {count}.")
    return values.astype(np.float32).reshape(count)


def to_float(value: Any) -> float:
    """A number, or array or tensor of one element, in single precision."""
    if type(value) is float:
        return ctypes.c_float(value).value
    if not hasattr(type(value), "__float__"):
        raise TypeError
    return ctypes.c_float(_item(value)).value


def to_int(value: Any) -> int:
    """An integer, or array or tensor of one; no float, not even a whole one."""
    return int(operator.index(_item(value)))


def _to_bool(value: Any) -> bool:
    """Whatever is true or false by itself: no container, no text."""
    if not hasattr(type(value), "__bool__"):
        raise TypeError
    return bool(value)


def _to_str(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


_CONVERSIONS: dict[type, Callable[[Any], Any]] = {float: to_float, int: to_int, bool: _to_bool, str: _to_str}


def _convert_to_class(kind: type, value: Any) -> Any:
    """A member of an enum, by itself or its number; or a copy of a struct, or of an element of an array of them."""
    if issubclass(kind, GymEnum) and not isinstance(value, GymEnum):
        return kind(to_int(value))
    if isinstance(value, np.void) and value.dtype == getattr(kind, "dtype", None) and hasattr(kind, "from_buffer"):
        return kind.from_buffer(value)
    if not isinstance(value, kind):
        raise TypeError
    return value.__copy__() if isinstance(value, Struct) else value


def _item(value: Any) -> Any:
    """The one element of an array or tensor; anything else as it is."""
    if not hasattr(value, "item"):
        return value
    try:
        return value.item()
    except (ValueError, RuntimeError) as error:  # more than one element: NumPy's and torch's way to say so
        raise TypeError from error


def _number_text(value: Any) -> str:
    """Value as text; a float with the digits that single precision has."""
    return str(np.float32(value)) if isinstance(value, float) else repr(value)
