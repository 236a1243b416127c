"""Numbers that objects keep on the host: what a captured graph does not change, and what it was captured for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch
import warp as wp

_NUMBERS = (bool, int, float)
_FIXED = (bool, int, float, str, type(None))
_ATOMS = (*_FIXED, bytes, type, torch.Tensor, wp.array, wp.Kernel)

Place = tuple[dict[str, Any], str]
"""The attributes of an object, and the name of one."""


def objects_below(roots: list[Any], is_followed: Callable[[Any], bool]) -> Iterator[Any]:
    """Objects that others hold, in attributes, lists, tuples and dicts, each once, with those others themselves.

    Args:
        roots: The others.
        is_followed: Whether to look at an object.
    """
    seen: set[int] = set()
    waiting = list(reversed(roots))
    while waiting:
        value = waiting.pop()
        if isinstance(value, _ATOMS) or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, (list, tuple, set, frozenset)):
            waiting.extend(value)
        elif hasattr(value, "__dict__") and is_followed(value):
            yield value
            waiting.extend(vars(value).values())


def numbers_of(objects: list[Any]) -> dict[tuple[int, str], tuple[Any, Any]]:
    """Numbers among the attributes of objects: by identity and name, the object and the number."""
    return {
        (id(each), name): (each, value)
        for each in objects
        for name, value in vars(each).items()
        if isinstance(value, _NUMBERS)
    }


def switches_of(objects: list[Any]) -> list[Place]:
    """Where objects keep truth values, on which it may depend what they do."""
    return [(vars(each), name) for each in objects for name, value in vars(each).items() if isinstance(value, bool)]


def settings_of(objects: list[Any]) -> list[Place]:
    """Where objects keep numbers, texts and tuples of them, and nothing; with those in dicts named ``params``.

    Dicts within these count, too, such as ranges by axis.
    """
    holders = [vars(each) for each in objects]
    holders += [inner for holder in holders for inner in _dicts_of(holder.get("params"))]
    return [(holder, name) for holder in holders for name, value in holder.items() if is_fixed(value)]


def _dicts_of(value: Any) -> Iterator[dict[str, Any]]:
    """A dict and those within it; nothing of anything else."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _dicts_of(inner)


def memory_of(objects: list[Any]) -> dict[tuple[int, str], tuple[Any, int]]:
    """Addresses of the tensors among the attributes of objects: by identity and name, the object and the address."""
    return {
        (id(each), name): (each, value.data_ptr())
        for each in objects
        for name, value in vars(each).items()
        if isinstance(value, torch.Tensor)
    }


def is_fixed(value: Any) -> bool:
    """Whether a value is a number, a text, a tuple of such, or nothing."""
    return isinstance(value, _FIXED) or (isinstance(value, tuple) and all(isinstance(x, _FIXED) for x in value))
