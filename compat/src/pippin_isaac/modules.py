"""Modules of the older dialects, made when they are imported."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .fields import FIRST_SIGNATURES
from .rooms import serve_rooms, tree_of
from .served import NEWER

if TYPE_CHECKING:
    from .dialect import Dialect


_PACKAGES = {
    "omni.isaac.lab": ("isaaclab", 1),
    "omni.isaac.lab_assets": ("isaaclab_assets.robots", 1),
    "omni.isaac.lab_tasks": ("isaaclab_tasks", 1),
    "isaaclab": ("isaaclab", 2),
    "isaaclab_assets": ("isaaclab_assets", 2),
    "isaaclab_contrib": ("isaaclab_contrib", 2),
    "isaaclab_tasks": ("isaaclab_tasks", 2),
}
"""Packages of older dialects: what they are made from, and the version of Isaac Lab."""


def serve_older(package: str) -> None:
    """Make a package, which is being imported, and all modules in it those of its older dialect.

    Its own ``__init__`` calls this. Nothing but the import of that package is affected.

    Args:
        package: Name of the package.
    """
    module = sys.modules[package]
    module.__path__ = []  # modules come from the finder, not from files
    if not any(isinstance(finder, _OlderModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, _OlderModules())
    _OlderModules.served.add(package)
    _fill(module)


def register_tasks(version: int) -> None:
    """Register Pippin's tasks with Gymnasium, as a version of Isaac Lab has them.

    Args:
        version: 1 for ``omni.isaac.lab``, 2 or 3.
    """
    serve_rooms()
    package = "pippin" if version == 3 else tree_of(version)
    importlib.import_module(f"{package}.tasks.registration").register_tasks()


class _OlderModules(MetaPathFinder, Loader):
    """Finds and makes the modules of packages that are served."""

    served: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Spec of a module in a served package, if version 3 has one of that name."""
        package = _package_of(name)
        if package not in self.served or name == package:
            return None
        try:
            newer = importlib.util.find_spec(_newer_name(name))
        except ModuleNotFoundError:  # what it would be in is a module, not a package
            return None
        is_package = newer is not None and newer.submodule_search_locations is not None
        return ModuleSpec(name, self, is_package=is_package) if newer is not None else None

    def exec_module(self, module: ModuleType) -> None:
        """Give a new module its names."""
        _fill(module)


def _fill(module: ModuleType) -> None:
    """Give a module the counterparts of the names of the newer one, made when somebody asks for them."""
    newer = importlib.import_module(_newer_name(module.__name__))
    public = [name for name in dir(newer) if not name.startswith("_")]
    names = list(getattr(newer, "__all__", public))
    vars(module).update(
        __doc__=newer.__doc__,
        __all__=names,
        __dir__=lambda: sorted({*vars(module), *public}),
        __getattr__=functools.partial(_attribute, module, newer),
    )
    for name in names:
        if f"{newer.__name__}.{name}" in sys.modules and not isinstance(getattr(newer, name), ModuleType):
            # A module called as what it holds would take its place, if it were imported later.
            importlib.import_module(f"{module.__name__}.{name}")
            setattr(module, name, _attribute(module, newer, name))


def _attribute(module: ModuleType, newer: ModuleType, name: str) -> Any:
    """Counterpart of a name of the newer module.

    Raises:
        AttributeError: There is none.
    """
    try:
        value = getattr(newer, name) if not name.startswith("__") else None
    except AttributeError:
        value = None
    if value is None:
        raise AttributeError(f"module '{module.__name__}' has no attribute '{name}'")
    if isinstance(value, ModuleType) and value.__name__.startswith(f"{newer.__name__}."):
        return importlib.import_module(module.__name__ + value.__name__.removeprefix(newer.__name__))
    older = value
    if not isinstance(value, type) or value.__module__.startswith(("pippin.", "pippin_isaac.lab_")):
        dialect = dialect_of(module.__name__)
        older = dialect.counterpart(value)
        if isinstance(older, type) and older.__module__ == dialect.package:
            older.__module__ = module.__name__  # where it can be imported from
    if name in vars(newer):  # rather than made anew each time
        setattr(module, name, older)
    return older


def dialect_of(name: str) -> Dialect:
    """Dialect of the module of a name."""
    return dialect_of_version(_PACKAGES[_package_of(name)][1])


@functools.cache
def dialect_of_version(version: int) -> Dialect:
    """Dialect of a version of Isaac Lab, 1 (``omni.isaac.lab``) or 2."""
    from .dialect import Dialect  # imports all of Pippin that has arrays, which the launcher need not wait for

    serve_rooms()
    package = "omni.isaac.lab" if version == 1 else "isaaclab"
    importlib.import_module(package)  # its classes say that they are of it
    return Dialect(package, tree_of(version), FIRST_SIGNATURES if version == 1 else {})


def _package_of(name: str) -> str:
    """Package of an older dialect that a module belongs to; empty if none."""
    inside = [package for package in _PACKAGES if name == package or name.startswith(f"{package}.")]
    return max(inside, key=len, default="")


def _newer_name(name: str) -> str:
    """Name of the module that one of an older dialect is made from."""
    package = _package_of(name)
    return f"{NEWER}.{_PACKAGES[package][0]}{name.removeprefix(package)}"
