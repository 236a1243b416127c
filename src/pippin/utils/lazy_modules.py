"""Packages that are imported when the first of their names is asked for: they take long, and most programs need few.

.. code-block:: python

    from pippin.utils.lazy_modules import trimesh
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING, Any

__all__ = ["csgraph", "interpolate", "ndimage", "trimesh"]


class _LazyModule(ModuleType):
    """A module in whose place another one answers."""

    def __getattr__(self, name: str) -> Any:
        value = getattr(importlib.import_module(self.__name__), name)
        setattr(self, name, value)  # the next use is not asked of here
        return value


if TYPE_CHECKING:
    import trimesh
    from scipy import interpolate, ndimage
    from scipy.sparse import csgraph
else:
    csgraph = _LazyModule("scipy.sparse.csgraph")
    interpolate = _LazyModule("scipy.interpolate")
    ndimage = _LazyModule("scipy.ndimage")
    trimesh = _LazyModule("trimesh")
