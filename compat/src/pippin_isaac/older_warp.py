"""Modules that Warp had until it kept them for itself, for programs of Isaac Lab's earlier versions.

``warp.context`` and ``warp.torch`` are gone, and ``warp.types`` has lost its arrays. What programs named in them stands
in ``warp`` itself: ``wp.context.Device`` is ``wp.Device``.
"""

from __future__ import annotations

import importlib
import sys
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


def _of_warp(name: str) -> Any:
    if name.startswith("__") or not hasattr(wp, name):
        raise AttributeError(f"Warp {wp.config.version} has no '{name}', neither here nor in 'warp'.")
    return getattr(wp, name)
