"""What Warp had until its version 1.0 or kept for itself later, for programs of Isaac Lab's earlier versions.

``warp.context`` and ``warp.torch`` are gone, and ``warp.types`` has lost its arrays. What programs named in them stands
in ``warp`` itself: ``wp.context.Device`` is ``wp.Device``. Arrays took ``owner``, which a deleter has replaced: ray
casters of that time view tensors as ``wp.types.array(ptr=..., owner=False)``.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import warp as wp

GONE = ("context", "torch")
"""Modules that are made where Warp has none."""


def serve_older_warp() -> None:
    """Give Warp back its older modules and names, where it lacks them; what it has stays as it is."""
    for name in GONE:
        full = f"warp.{name}"
        if not hasattr(wp, name) and full not in sys.modules:
            module = ModuleType(full, "What Warp had here stands in warp.")
            vars(module)["__getattr__"] = _of_warp
            sys.modules[full] = module
            setattr(wp, name, module)
    vars(importlib.import_module("warp.types")).setdefault("__getattr__", _of_warp)
    wp.array.__init__ = _without_owner(wp.array.__init__)


def _without_owner(make: Callable[..., None]) -> Callable[..., None]:
    """Let arrays be made with ``owner``, which is false where memory is another's, as Warp takes it without."""

    @functools.wraps(make)
    def make_without_owner(self: wp.array, *args: Any, owner: bool = False, **kwargs: Any) -> None:
        if owner and kwargs.get("ptr") is not None:
            raise NotImplementedError(
                f"wp.array: owner=True, with which Warp frees memory that is given to it, is gone from Warp "
                f"{wp.config.version}: give a function that frees it as `deleter`."
            )
        make(self, *args, **kwargs)

    return make_without_owner


def _of_warp(name: str) -> Any:
    if name.startswith("__") or not hasattr(wp, name):
        raise AttributeError(f"Warp {wp.config.version} has no '{name}', neither here nor in 'warp'.")
    return getattr(wp, name)
