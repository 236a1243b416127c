"""Foreign modules, made from :mod:`pippin_isaac.tables` when they are imported, and stubs of them.

Modules that come from tables have no files for an editor to read. ``python -m pippin_isaac.served typings`` writes
stubs of them to a folder: Pyright and Pylance look into ``typings`` of a project by themselves, mypy with
``MYPYPATH=typings``.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.metadata
import logging
import os
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from pippin.utils.configclass import accept_settings, ask_about_settings

from .copied_fields import accept_fields_of_copies
from .distributions import ServedDistribution, serve_versions
from .older_names import serve_older_names
from .older_warp import serve_older_warp
from .refused import RefusedModules
from .tables import MODULES, PACKAGES, sources_of
from .tables.isaaclab_backends import SETTINGS_WITHOUT_EFFECT, SETTINGS_WITHOUT_NEED
from .tables.older_names import CALLS, DEFAULTS, PROPERTIES, SHORTHANDS
from .version import UndecidedIsaacLabError

ORIGINALS = ("isaaclab", "isaacsim", "isaacgym")
"""Distributions that have the same packages."""

logger = logging.getLogger("pippin")

RUNNER = "PIPPIN_RUNNER"
"""Environment variable with the process that runs a program by :mod:`pippin_isaac.run`, for those that it starts."""

NEWER = "pippin_isaac.newer"
"""Package that has the modules of version 3 whichever version ``isaaclab`` stands for.

``pippin_isaac.newer.isaaclab.assets`` is what ``isaaclab.assets`` is in a program that chose version 3.
"""

FIRST_VERSION = ("omni.isaac.lab", "omni.isaac.lab_assets", "omni.isaac.lab_tasks")
"""Packages of Isaac Lab's first version, which :mod:`pippin_isaac.modules` makes."""

WITHOUT_FOLDERS = ("isaaclab_ov", "isaaclab_ovphysx", "isaaclab_teleop", "isaaclab_visualizers")
"""Packages of the top that are there as soon as another one has been imported."""

copied: set[str] = set()
"""Packages that come from a copy of Isaac Lab's own repository, see :func:`pippin_isaac.modules.run_copied`."""

NOT_COPIED = ("isaaclab_tasks.utils.", "isaaclab_mimic.datagen.", "isaaclab_mimic.ui.")
"""Beginnings of names, with a dot behind, of what a copy does not change."""

SOURCES = Path(__file__).parents[1]

OLDER = "isaaclab._older_names"
"""Module, for type checkers alone, whose classes have the older names that a table adds to Pippin's."""

sys.modules[NEWER] = ModuleType(NEWER, "The modules of version 3, whichever version ``isaaclab`` stands for.")
sys.modules[NEWER].__path__ = [str(Path(__file__).parents[1])]


def serve(package: str) -> None:
    """Serve the modules that the tables have of a package, which is being imported: its own ``__init__`` calls this.

    Args:
        package: Name of the package.
    """
    if not any(isinstance(finder, _ServedModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, _ServedModules())
        sys.meta_path.append(RefusedModules())
        _warn_of_originals()
        serve_versions()
        accept_settings(SETTINGS_WITHOUT_EFFECT)
        accept_settings(SETTINGS_WITHOUT_NEED, is_told=False)
        ask_about_settings(accept_fields_of_copies)
        serve_older_names()
        serve_older_warp()
        if os.environ.get(RUNNER, str(os.getpid())) != str(os.getpid()):
            importlib.import_module("pippin_isaac.run").prepare_started_process()
    _fill(sys.modules[package])


def is_served(name: str) -> bool:
    """Whether a module comes from the tables.

    Args:
        name: Name that programs import.
    """
    return name in MODULES or name in PACKAGES


def is_copied(name: str) -> bool:
    """Whether a module comes from a copy of Isaac Lab's repository. :data:`NOT_COPIED` stay Pippin's."""
    return name.partition(".")[0] in copied and not f"{name}.".startswith(NOT_COPIED)


def _warn_of_originals() -> None:
    """Say that packages whose names are served are installed too: theirs come first on the search path."""
    for name in ORIGINALS:
        # A program that names no version of Isaac Lab, as one for Isaac Sim, is asked for one where it needs that.
        with contextlib.suppress(importlib.metadata.PackageNotFoundError, UndecidedIsaacLabError):
            distribution = importlib.metadata.distribution(name)
            if isinstance(distribution, ServedDistribution):
                continue
            logger.warning(
                "%s %s is installed beside pippin-isaac, and both serve the import name '%s': programs may mix them. "
                "Keep them in separate environments.",
                *(name, distribution.version, name),
            )


class _ServedModules(MetaPathFinder, Loader):
    """Finds and makes the modules of the tables."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Spec of a module that the tables have; files may stand in the folder of its name beside what they say."""
        plain = _plain_name(name)
        if (path is None and name not in WITHOUT_FOLDERS) or not is_served(plain) or is_copied(name):
            return None
        leaf = name.rpartition(".")[2]
        folders = [folder for entry in path or () if os.path.isdir(folder := os.path.join(entry, leaf))]
        spec = ModuleSpec(name, self, is_package=plain in PACKAGES or plain in FIRST_VERSION or bool(folders))
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.extend(folders)
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Give a new module its names."""
        _fill(module)
        if module.__name__ in FIRST_VERSION:
            from .modules import serve_first_version

            serve_first_version(module.__name__)


def _fill(module: ModuleType) -> None:
    """Give a module the names that the tables say.

    What its sources hold is copied; what they make when it is asked for is asked of them, and a module inside this one
    is imported when it is asked for.
    """
    name = _plain_name(module.__name__)
    prefix = module.__name__.removesuffix(name)
    made_by: dict[str, tuple[ModuleType, str]] = {}
    makers: list[Callable[[str], Any]] = []
    names: dict[str, None] = {}
    for source_name, entries in sources_of(name):
        source = importlib.import_module(prefix + source_name if source_name.startswith("isaaclab") else source_name)
        if ("*", "*") in entries and "__getattr__" in vars(source):
            makers.append(functools.partial(getattr, source))
        makers += [getattr(source, maker) for maker, given in entries if given == "*" != maker]
        for imported, given in _each(source, entries):
            names[given] = None
            if imported and imported not in vars(source):
                made_by[given] = source, imported
                continue
            value = vars(source)[imported] if imported else source
            if is_served(f"{name}.{given}"):  # imported first, as its later import would take the name
                inside = importlib.import_module(f"{module.__name__}.{given}")
                value = inside if isinstance(value, ModuleType) else value
            setattr(module, given, value)
    module.__doc__ = module.__doc__ or f"Names of {name}, which Pippin serves; see pippin_isaac.tables."
    if names:
        module.__all__ = [given for given in names if not given.startswith("_")]
    module.__getattr__ = functools.partial(_attribute, module, made_by, makers)
    module.__dir__ = lambda: sorted({*vars(module), *names})


def _each(source: ModuleType, entries: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Entries with all names of a source in place of a star."""
    every = getattr(source, "__all__", None) or [name for name in vars(source) if not name.startswith("_")]
    named = [entry for entry in entries if entry[1] != "*" or entry[0] == "*"]
    return [each for entry in named for each in ([(name, name) for name in every] if entry[0] == "*" else [entry])]


def _attribute(
    module: ModuleType, made_by: dict[str, tuple[ModuleType, str]], makers: list[Callable[[str], Any]], name: str
) -> Any:
    """What a source makes, or a module inside this one.

    Raises:
        AttributeError: There is neither.
    """
    if name in made_by:
        source, imported = made_by[name]
        return getattr(source, imported)
    if is_served(f"{_plain_name(module.__name__)}.{name}"):
        return importlib.import_module(f"{module.__name__}.{name}")
    if not name.startswith("__"):
        for make in makers:
            with contextlib.suppress(AttributeError):
                return make(name)
        value = _of_package(module.__name__, name)
        if value is not None:
            return value
        if name[0] != "_" and _plain_name(module.__name__).startswith("isaaclab_rl."):
            return importlib.import_module("pippin_isaac.modules").attribute_of_copy(module, name)
    raise AttributeError(f"module '{module.__name__}' has no attribute '{name}'")


def _of_package(module: str, name: str) -> Any:
    """What the package that a module is in lists by a name; None if it lists nothing but a module.

    Files of Isaac Lab import names from files beside them, and programs import such names from there:
    ``from isaaclab.envs.manager_based_rl_env import ManagerBasedRLEnvCfg``.
    """
    package, _, _ = module.rpartition(".")
    if "." not in _plain_name(package):  # a package of the top has modules, whose names are not looked for here
        return None
    listed = name in getattr(sys.modules[package], "__all__", ())  # what makes others may ask this module for them
    value = getattr(sys.modules[package], name) if listed else None
    return None if isinstance(value, ModuleType) else value


def _plain_name(name: str) -> str:
    """Name that programs import a module by, of a name that may be one of version 3 only."""
    return name.removeprefix(f"{NEWER}.")


def write_stubs(folder: Path) -> int:
    """Write a stub for each module of the tables, and for each module with a file in their packages.

    Args:
        folder: Where to write them; it is made if needed. Files of the same names are replaced.

    Returns:
        Number of stubs.
    """
    texts = {name: stub_of(name) for name in {*MODULES, *PACKAGES}} | {OLDER: stub_of_older_names()}
    for top in {name.partition(".")[0] for name in texts}:
        for path in (SOURCES / top).rglob("*.py"):
            parts = path.relative_to(SOURCES).with_suffix("").parts
            name = ".".join(parts[:-1] if path.stem == "__init__" else parts)
            texts[name] = texts.get(name, "") + ("" if name in MODULES else path.read_text())
    packages = PACKAGES | {name.rpartition(".")[0] for name in texts}
    for name, text in texts.items():
        path = folder.joinpath(*name.split("."))
        path = path / "__init__.pyi" if name in packages else path.with_suffix(".pyi")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return len(texts)


def stub_of(name: str) -> str:
    """Text of the stub of a module of the tables: imports under the names that it gives."""
    lines = []
    for source, entries in sources_of(name):
        for imported, given in entries:
            parent, _, leaf = source.rpartition(".")
            if given == "*" != imported:
                lines.append("def __getattr__(name: str) -> object: ...")
            elif imported == "*":
                lines.append(f"from {source} import *")
            elif imported in _older_classes().get(source, ()):
                lines.append(f"from {OLDER} import {imported} as {given}")
            elif imported:
                lines.append(f"from {source} import {imported} as {given}")
            else:
                lines.append(f"from {parent} import {leaf} as {given}" if parent else f"import {leaf} as {given}")
    return "".join(f"{line}\n" for line in lines)


def stub_of_older_names() -> str:
    """Text of the stub whose classes extend Pippin's by the older methods and quantities of the table."""
    lines = ["from pippin.utils import ProxyArray", "from typing import Any"]
    for package, classes in _older_classes().items():
        for name in classes:
            lines += [f"from {package} import {name} as _{name}", f"class {name}(_{name}):"]
            for row in CALLS[package].get(name, {}):
                method, _, parameters = row.partition("(")
                lines.append(f"    def {method}(self, {parameters} -> None: ...")
            if package == "pippin.assets" and f"{name}Data" in classes:
                lines += ["    @property", f"    def data(self) -> {name}Data: ..."]
            for older in PROPERTIES.get(package, {}).get(name, {}):
                lines += ["    @property", f"    def {older}(self) -> Any: ..."]
            lines += [f"    {older}: ProxyArray" for rows in (DEFAULTS, SHORTHANDS) for older in rows.get(name, {})]
    return "".join(f"{line}\n" for line in lines)


def _older_classes() -> dict[str, list[str]]:
    """Classes of each package that have older names."""
    classes = {package: [*CALLS[package], *PROPERTIES.get(package, {})] for package in CALLS}
    classes["pippin.assets"] = [*DEFAULTS, *SHORTHANDS, *classes["pippin.assets"]]
    return {package: list(dict.fromkeys(names)) for package, names in classes.items()}


if __name__ == "__main__":
    import argparse

    parser = argparse.ArgumentParser(description="Write stubs of the modules that Pippin serves under foreign names.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("typings"))
    print(f"{write_stubs(parser.parse_args().folder)} stubs")  # noqa: T201
