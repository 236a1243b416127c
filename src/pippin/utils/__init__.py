"""What every part of Pippin builds on: configs, arrays, names and batched mathematics."""

from .buffers import CircularBuffer, DelayBuffer, TimestampedBuffer
from .configclass import configclass
from .names import resolve_matching_names, resolve_matching_names_values
from .proxy_array import ProxyArray, as_torch

__all__ = [
    "CircularBuffer",
    "DelayBuffer",
    "ProxyArray",
    "TimestampedBuffer",
    "as_torch",
    "configclass",
    "resolve_matching_names",
    "resolve_matching_names_values",
]
