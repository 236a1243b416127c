"""Modules of the older dialects, made when they are imported.

Most modules have the counterparts of what the module of version 3 has. A facade holds one of Pippin's objects. That
does not do for environments, managers, terms and controllers: a program derives its own classes from them and reads
``self.scene["robot"].data`` in them, so that the very source has to speak the program's dialect. The source of these
rooms (:data:`ROOMS`) is written such that it can: it names only what both have, and leaves quaternions to the functions
of :mod:`pippin.utils.math`. Here it is run as a second module, in which every import of Pippin gives the dialect's
counterpart:

* ``pippin_isaac.version2.envs.manager_based_env`` is the file of ``pippin.envs.manager_based_env``, run with
  ``from pippin.scene import InteractiveScene`` giving the facade of the scene.
* ``pippin_isaac.version2.scene``, of a room that is not in :data:`ROOMS`, holds the counterparts of what
  ``pippin.scene`` holds, made when they are asked for.

``pippin_isaac.version1`` are the same for ``omni.isaac.lab``. Imports are redirected by the ``__import__`` that the
module finds among its builtins, so that the code is the one that Python has compiled and cached for Pippin itself.
"""

from __future__ import annotations

import builtins
import functools
import importlib
import importlib.util
import logging
import os
import pkgutil
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import InspectLoader, Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from .fields import FIRST_SIGNATURES
from .served import NEWER, copied, is_copied
from .tables.older_names import passed_on
from .version import chosen_isaaclab, find_repository

if TYPE_CHECKING:
    from .dialect import Dialect

logger = logging.getLogger("pippin")

_PACKAGES = {
    "omni.isaac.lab": ("isaaclab", 1),
    "omni.isaac.lab_assets": ("isaaclab_assets.robots", 1),
    "omni.isaac.lab_tasks": ("isaaclab_tasks", 1),
    "isaaclab": ("isaaclab", 2),
    "isaaclab_assets": ("isaaclab_assets", 2),
    "isaaclab_contrib": ("isaaclab_contrib", 2),
    "isaaclab_mimic": ("isaaclab_mimic", 2),
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
    for name in [name for name in sys.modules if name.startswith(f"{package}.")]:
        del sys.modules[name]  # version 3's, which serving the package has imported
        vars(module).pop(name.removeprefix(f"{package}."), None)
    module.__path__ = _added_folders(module)  # modules of Pippin come from the finder, not from files
    if package == "isaaclab" and (folder := _folder_in_copy(package)) is not None:
        module.__path__.append(str(folder))
        module.__file__ = str(folder / "__init__.py")  # beside which programs look for files of the copy
        _copy["isaaclab"] = folder
    if not any(isinstance(finder, _OlderModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, _OlderModules())
    _OlderModules.served.add(package)
    _fill(module)


def serve_first_version(package: str) -> None:
    """Make a package of Isaac Lab's first version (``omni.isaac.lab...``), which is being imported.

    Args:
        package: Name of the package. That of the tasks registers them.
    """
    serve_older(package)
    if package == "omni.isaac.lab":
        sys.modules[package].__version__ = "0.30.0"
    elif package == "omni.isaac.lab_tasks":
        register_tasks(1)
        import_added_tasks(package)


def import_added_tasks(package: str) -> None:
    """Import the packages of tasks that programs have added to a package, so that they register themselves.

    Args:
        package: Name of the package, whose path has their folders besides Pippin's own.
    """
    folders = _added_folders(sys.modules[package])
    if folders:
        from pippin.tasks.utils import import_packages

        import_packages(package)
    for folder in folders:
        _import_inside(package, Path(folder))


def _import_inside(package: str, folder: Path) -> None:
    """Import packages in folders without an ``__init__.py``, which the folders of those names in Isaac Lab have."""
    from pippin.tasks.utils import import_packages

    for inside in sorted(path for path in folder.iterdir() if path.is_dir() and path.name.isidentifier()):
        name = f"{package}.{inside.name}"
        if (inside / "__init__.py").is_file() or not any(inside.rglob("__init__.py")):
            continue
        import_packages(name)
        _import_inside(name, inside)


def run_copied(package: str) -> bool:
    """Make a package that of the copy of Isaac Lab's repository in which the importing program stands.

    People add tasks and robots to such a copy and change those that are there, so that it has the tasks and robots that
    its scripts mean. They ask for ``isaaclab`` alone, which stays Pippin's, as do the utilities of tasks; what the
    copy has in ``isaaclab`` and Pippin has not (terms, markers of its owner's) comes from the copy.

    Args:
        package: ``isaaclab_tasks``, ``isaaclab_assets`` or ``isaaclab_mimic``, which is being imported; its own
            ``__init__`` calls this.

    Returns:
        Whether there is such a copy.
    """
    folder = _folder_in_copy(package)
    if folder is None:
        return False
    copied.add(package)
    module = sys.modules[package]
    module.__path__ = [str(folder)]
    if package == "isaaclab_tasks":
        if chosen_isaaclab() == 2:
            serve_older(package)
        module.__path__ = [str(folder)]
        _import_copied_tasks(package)
    elif package == "isaaclab_mimic":  # whose environments are the copy's, and what makes demonstrations is Pippin's
        if chosen_isaaclab() == 2:
            serve_older(package)
        module.__path__ = [str(folder)]
    else:
        module.ISAACLAB_ASSETS_EXT_DIR = str(folder.parent)
        module.ISAACLAB_ASSETS_DATA_DIR = str(folder.parent / "data")
        for part in ("robots", "sensors"):
            source = importlib.import_module(f"{package}.{part}")
            public = getattr(source, "__all__", [name for name in vars(source) if not name.startswith("_")])
            vars(module).update({name: getattr(source, name) for name in public})
    return True


def _folder_in_copy(package: str) -> Path | None:
    """Folder of a package in the copy of Isaac Lab's repository in which the importing program stands."""
    repository = find_repository()
    folder = repository / "source" / package / package if repository else None
    return folder if folder is not None and (folder / "__init__.py").is_file() else None


_copy: dict[str, Path] = {}
"""Folders of ``isaaclab`` and ``isaaclab_rl`` in the copy in which the program stands, if it stands in one."""
_files_run: dict[Path, ModuleType] = {}
_DEFINED = re.compile(r"^(?:class|def)\s+([A-Za-z]\w*)|^([A-Za-z]\w*)\s*[:=]", re.MULTILINE)
"""What a file defines at its top."""


def add_folder_of_copy(package: str) -> None:
    """Let a package have what the copy of Isaac Lab's repository adds to it in which the importing program stands.

    Args:
        package: Name of the package, which is being imported and stays Pippin's.
    """
    if (folder := _folder_in_copy(package)) is not None:
        sys.modules[package].__path__.append(str(folder))
        _copy[package] = folder


def attribute_of_copy(module: ModuleType, name: str) -> Any:
    """What a copy of Isaac Lab's repository has in a module under a name that Pippin's module lacks.

    Raises:
        AttributeError: There is no copy, it does not have the name either, or the file that has it cannot be run.
    """
    missing = f"module '{module.__name__}' has no attribute '{name}'"
    own, *others = _files_of_copy(module.__name__)
    for file in [own, *others]:
        if file is None or name not in _defined_in(file):
            continue
        package = module.__name__.partition(".")[0]
        parts = file.relative_to(_copy[package]).with_suffix("").parts
        inside = ".".join([package, *parts]).removesuffix(".__init__")
        try:
            found = _run_file_of_copy(file, inside) if file == own else importlib.import_module(inside)
            return getattr(found, name)
        except Exception as error:
            raise AttributeError(f"{missing}; the copy's '{file}' cannot be run: {error}") from error
    raise AttributeError(missing)


def _files_of_copy(name: str) -> list[Path | None]:
    """File of a module in the copy, None where there is none, then the files inside it if it is a package."""
    package, _, within = name.partition(".")
    if package not in _copy or not within:
        return [None]
    path = _copy[package].joinpath(*within.split("."))
    inside = sorted(path.rglob("*.py"))
    own = path / "__init__.py" if inside else path.with_suffix(".py")
    return [own if own.is_file() else None, *(file for file in inside if file != own)]


@functools.cache
def _defined_in(file: Path) -> frozenset[str]:
    text = file.read_text(encoding="utf-8", errors="ignore")
    return frozenset(first or second for first, second in _DEFINED.findall(text))


def _run_file_of_copy(file: Path, name: str) -> ModuleType:
    """Run a file beside Pippin's module of that name."""
    if file not in _files_run:
        places = [str(file.parent)] if file.name == "__init__.py" else None
        spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=places)
        assert spec is not None and spec.loader is not None, "a file of Python has a loader"
        _files_run[file] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(_files_run[file])
    return _files_run[file]


def _names_of_copy(module: ModuleType) -> list[str]:
    """What a package of the copy's has beyond Pippin's, for programs that import all of it."""
    names = {name for file in _files_of_copy(module.__name__) if file for name in _defined_in(file)}
    return [name for name in sorted(names - set(module.__all__)) if hasattr(module, name)]


def _import_copied_tasks(package: str) -> None:
    """Import the packages of a copy's tasks, which register themselves; say which ones need what is not there."""
    failed: dict[str, Exception] = {}
    waiting = [package]
    while waiting:
        within = waiting.pop()
        for info in pkgutil.iter_modules(sys.modules[within].__path__, f"{within}."):
            if not info.ispkg or "utils" in info.name or info.name.endswith(".mdp"):
                continue
            try:
                importlib.import_module(info.name)
                waiting.append(info.name)
            except Exception as error:
                failed[info.name] = error
    if failed:
        told = "; ".join(f"'{name}' ({type(error).__name__}: {error})" for name, error in failed.items())
        logger.warning("Tasks of this copy of Isaac Lab that are not registered, for want of what they need: %s.", told)


def _added_folders(package: ModuleType) -> list[str]:
    """Folders of a package that programs have added to Pippin's own."""
    file = getattr(package, "__file__", None)
    own = None if file is None else os.path.realpath(os.path.dirname(file))
    return [entry for entry in package.__path__ if os.path.realpath(entry) != own]


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
        if package not in self.served or name == package or is_copied(name):
            return None
        try:
            newer = importlib.util.find_spec(_newer_name(name))
        except ModuleNotFoundError:  # what it would be in is a module, not a package
            return None
        if newer is None:
            return None
        leaf = name.rpartition(".")[2]
        folders = [folder for entry in path or () if os.path.isdir(folder := os.path.join(entry, leaf))]
        spec = ModuleSpec(name, self, is_package=newer.submodule_search_locations is not None or bool(folders))
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.extend(folders)
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Give a new module its names."""
        _fill(module)

    def get_code(self, name: str) -> CodeType:
        """What ``python -m`` runs: the code of the newer module."""
        newer = _newer_name(name)
        spec = importlib.util.find_spec(newer)
        if spec is None or not isinstance(spec.loader, InspectLoader) or (code := spec.loader.get_code(newer)) is None:
            raise ImportError(f"'{name}' is no program.")
        return code


def _fill(module: ModuleType) -> None:
    """Give a module the counterparts of the names of the newer one, made when they are asked for."""
    newer = importlib.import_module(_newer_name(module.__name__))
    public = [name for name in dir(newer) if not name.startswith("_")]
    names, passed = list(getattr(newer, "__all__", public)), _passed_on(module.__name__)
    vars(module).update(
        __doc__=newer.__doc__,
        __all__=list(dict.fromkeys([*names, *passed])),
        __dir__=lambda: sorted({*vars(module), *public, *passed}),
        __getattr__=functools.partial(_attribute, module, newer),
    )
    for name in names:
        if f"{newer.__name__}.{name}" in sys.modules and not isinstance(getattr(newer, name), ModuleType):
            # A module called as what it holds would take its place, if it were imported later.
            importlib.import_module(f"{module.__name__}.{name}")
            setattr(module, name, _attribute(module, newer, name))
    if module.__name__ == "isaaclab.envs.mdp":  # of which every task imports all
        module.__all__ += _names_of_copy(module)


_OLDER_ROBOTS = {
    "FRANKA_PANDA_CFG": "FRANKA_PANDA_LEGACY_CFG",
    "FRANKA_PANDA_HIGH_PD_CFG": "FRANKA_PANDA_LEGACY_HIGH_PD_CFG",
    "SHADOW_HAND_CFG": "SHADOW_HAND_2_CFG",
}
"""Robots that version 3 has under another name, since it calls another one so."""


def _attribute(module: ModuleType, newer: ModuleType, name: str) -> Any:
    """Counterpart of a name of the newer module.

    Raises:
        AttributeError: There is none.
    """
    wanted = _OLDER_ROBOTS.get(name, name) if "_assets" in module.__name__ else name
    try:
        value = getattr(newer, wanted) if not name.startswith("__") else None
    except AttributeError:
        value = None
    if value is None:
        source = _passed_on(module.__name__).get(name)
        if source is None:
            return attribute_of_copy(module, name)
        value = importlib.import_module(source[0])
        if source[1]:
            if not hasattr(value, source[1]):  # then it is a module that was not imported yet
                importlib.import_module(f"{source[0]}.{source[1]}")
            value = getattr(value, source[1])
        setattr(module, name, value)
        return value
    if isinstance(value, ModuleType) and value.__name__.startswith(f"{newer.__name__}."):
        return importlib.import_module(module.__name__ + value.__name__.removeprefix(newer.__name__))
    older = value
    if not isinstance(value, type) or value.__module__.startswith(("pippin.", "pippin_isaac.lab_")):
        dialect = dialect_of(module.__name__)
        older = dialect.counterpart(value)
        is_made_here = isinstance(older, type) and older is not value and not is_of_a_room(value)
        if is_made_here and older.__module__ in (dialect.package, dialect.module_of(value)):
            nested = [member for member in vars(older).values() if isinstance(member, type)]
            for made in (older, *(cls for cls in nested if cls.__qualname__ == f"{older.__qualname__}.{cls.__name__}")):
                made.__module__ = module.__name__  # where it can be imported from
    if name in vars(newer):  # rather than made again each time
        setattr(module, name, older)
    return older


def _passed_on(name: str) -> dict[str, tuple[str, str]]:
    """Names that a module of an older dialect passes on, and where they are in that dialect."""
    package = _package_of(name)
    rows = passed_on(_PACKAGES[package][0] + name.removeprefix(package))
    if _PACKAGES[package][1] == 2:
        return rows
    return {key: (re.sub(r"^isaaclab(?=\.)", "omni.isaac.lab", source), leaf) for key, (source, leaf) in rows.items()}


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
    inside = name.removeprefix(package)
    if package == "omni.isaac.lab_assets" and inside == ".velodyne":  # among the robots up to version 1.1
        inside = ".sensors.velodyne"
    if package == "omni.isaac.lab_assets" and inside.startswith(".sensors"):  # beside the robots, not among them
        return f"{NEWER}.isaaclab_assets{inside}"
    return f"{NEWER}.{_PACKAGES[package][0]}{inside}"


ROOMS = ("envs", "controllers", "tasks", "sim.run.build")
"""Rooms, and modules of rooms, whose source is run once more for each older dialect."""

CONSTANTS = {
    # terms of Isaac Lab up to version 2 have lists of ids, and defaults that are not resolved
    "envs.managers.scene_entity_cfg": {"IDS_ON_DEVICE": False},
    "envs.managers.manager_base": {"FILL_IN_DEFAULTS": False},
    # and actions in task space take the Jacobian of the centre of mass for that of the link
    "envs.mdp.actions.task_frames": {"EXACT_FRAMES": False},
    # and each event starts from the masses that an asset began with
    "envs.mdp.events.bodies": {"START_AT_FIRST_CALL": False},
    # and generation of demonstrations goes on however many fail
    "tasks.mimic.generation": {"STOPS_AT_FAILURES": False},
}
"""Constants of modules that differ in the older dialects."""

_TREE = re.compile(r"pippin_isaac\.version([12])(\..+)?")


def tree_of(version: int) -> str:
    """Name of the package that holds Pippin's modules as an older version of Isaac Lab has them."""
    return f"pippin_isaac.version{version}"


def is_of_a_room(value: Any) -> bool:
    """Whether a class or function is defined in a room whose source is run once more."""
    package, _, name = str(getattr(value, "__module__", "")).partition(".")
    return package == "pippin" and _is_room(name)


def _is_room(name: str) -> bool:
    """Whether a module of Pippin, by its name in it, is run once more."""
    return any(name == room or name.startswith(f"{room}.") for room in ROOMS)


def counterpart_in_room(value: Any, tree: str) -> Any:
    """Class or function of the same name in the second run of its module; itself if it cannot be found by name."""
    module = importlib.import_module(tree + value.__module__.removeprefix("pippin"))
    try:
        return functools.reduce(getattr, value.__qualname__.split("."), module)
    except AttributeError:
        return value


def serve_rooms() -> None:
    """Let ``pippin_isaac.version1`` and ``pippin_isaac.version2`` be imported."""
    if not any(isinstance(finder, _Trees) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Trees())


class _Trees(MetaPathFinder):
    """Finds the modules of the dialects' trees."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Spec of a module of a tree, if Pippin has one of that name."""
        match = _TREE.fullmatch(name)
        if match is None:
            return None
        newer = importlib.util.find_spec(f"pippin{match[2] or ''}")
        if newer is None:
            return None
        room = (match[2] or ".")[1:]
        loader = _SecondRun(name, str(newer.origin)) if _is_room(room) else _Counterparts(newer.name, int(match[1]))
        is_package = newer.submodule_search_locations is not None
        spec = ModuleSpec(name, loader, origin=newer.origin, is_package=is_package)
        spec.has_location = newer.has_location
        return spec


class _SecondRun(SourceFileLoader):
    """Runs the source of a room as another module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the code of the room's module with imports that give the dialect's counterparts."""
        vars(module)["__builtins__"] = vars(builtins) | {"__import__": _import_into(module.__name__)}
        super().exec_module(module)
        match = _TREE.fullmatch(module.__name__)
        assert match is not None, "only modules of a tree are loaded here"
        vars(module).update(CONSTANTS.get(match[2].removeprefix("."), {}))


class _Counterparts(Loader):
    """Fills modules with the counterparts of what a module of Pippin holds."""

    def __init__(self, newer: str, version: int) -> None:
        self._newer = newer
        self._version = version

    def exec_module(self, module: ModuleType) -> None:
        """Let the names of a new module be made when they are asked for."""
        from .modules import dialect_of_version

        newer = importlib.import_module(self._newer)
        public = [name for name in vars(newer) if not name.startswith("_")]
        vars(module).update(
            __doc__=newer.__doc__,
            __all__=list(getattr(newer, "__all__", public)),
            __getattr__=functools.partial(_attribute_of_a_tree, module, newer, dialect_of_version(self._version)),
        )


def _attribute_of_a_tree(module: ModuleType, newer: ModuleType, dialect: Dialect, name: str) -> Any:
    """Counterpart of a name of Pippin's module.

    Raises:
        AttributeError: It has no such name.
    """
    if name.startswith("__") or not hasattr(newer, name):
        raise AttributeError(f"module '{module.__name__}' has no attribute '{name}'")
    value = getattr(newer, name)
    if isinstance(value, ModuleType):
        is_pippins = value.__name__.split(".")[0] == "pippin"
        older = importlib.import_module(dialect.rooms + value.__name__.removeprefix("pippin")) if is_pippins else value
    else:
        older = dialect.counterpart(value)
    setattr(module, name, older)
    return older


def _import_into(module: str) -> Callable[..., ModuleType]:
    """``__import__`` for a module of a tree: what it imports from Pippin comes from that tree."""
    match = _TREE.fullmatch(module)
    assert match is not None, f"'{module}' is no module of a dialect's tree"
    tree = tree_of(int(match[1]))

    def import_counterpart(
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if level or name.split(".")[0] != "pippin":
            return builtins.__import__(name, globals, locals, fromlist or (), level)
        found = importlib.import_module(tree + name.removeprefix("pippin"))
        if not fromlist:  # "import pippin.utils.math as m" goes from the first package down to the last
            return importlib.import_module(tree)
        return builtins.__import__(found.__name__, globals, locals, fromlist)

    return import_counterpart
