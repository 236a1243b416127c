"""Utilities, under Isaac Lab's names."""

from .array import convert_to_torch
from .buffers import CircularBuffer, DelayBuffer, TimestampedBuffer
from .configclass import configclass
from .dict import class_to_dict, print_dict, update_class_from_dict, update_dict
from .string import callable_to_string, resolve_matching_names, resolve_matching_names_values, string_to_callable
from .timer import Timer, TimerError
from .types import ArticulationActions

__all__ = [
    "ArticulationActions",
    "CircularBuffer",
    "DelayBuffer",
    "Timer",
    "TimerError",
    "TimestampedBuffer",
    "callable_to_string",
    "class_to_dict",
    "configclass",
    "convert_to_torch",
    "print_dict",
    "resolve_matching_names",
    "resolve_matching_names_values",
    "string_to_callable",
    "update_class_from_dict",
    "update_dict",
]
