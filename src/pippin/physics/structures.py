"""Structures of arrays, as kernels with many of them take them."""

from __future__ import annotations

from typing import Any

import warp as wp

Vec5 = wp.types.vector(length=5, dtype=wp.float32)
"""The five numbers that MuJoCo has for friction and impedances."""


def filled(structure: Any, *sources: object) -> Any:
    """Fill a structure of Warp with what has the names of its fields.

    Arrays are taken as they are now: a parameter that environments stop sharing is another array afterwards.

    Args:
        structure: Class that ``warp.struct`` decorates.
        *sources: Objects with arrays; each field is of the first that has its name.

    Returns:
        The filled structure.
    """
    arrays = structure()
    for name in structure.vars:
        setattr(arrays, name, next(getattr(source, name) for source in sources if hasattr(source, name)))
    return arrays
