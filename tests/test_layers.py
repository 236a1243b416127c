"""Imports between Pippin's packages point down; engines are named where dynamics is; an import changes nothing."""

from __future__ import annotations

import ast
import functools
import textwrap
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

import pippin

ROOT = Path(pippin.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))

ALLOWED = {
    "utils": set(),
    "sim": {"utils"},
    "physics": {"sim", "utils"},
    "actuators": {"utils"},
    "quantities": {"utils"},
    "assets": {"physics", "actuators", "quantities", "sim", "utils"},
    "sensors": {"physics", "quantities", "sim", "utils"},
    "scene": {"assets", "quantities", "sensors", "sim", "utils"},
    "motion": {"utils"},
    # Single objects and the actions of single robots go together with motion generation.
    "objects": {"assets", "actuators", "motion", "physics", "sensors", "sim", "utils"},
    "gym": {"physics", "sensors", "utils", "viewers"},
    # Control laws, mathematics on batches; those of multirotors ask the simulation for its gravity.
    "controllers": {"sim", "utils"},
    "envs": {"actuators", "assets", "controllers", "motion", "physics", "scene", "sensors", "sim", "utils", "viewers"},
    "tasks": {"actuators", "assets", "controllers", "envs", "robots", "scene", "sensors", "sim", "utils"},
    "learning": {
        "actuators",
        "assets",
        "cluster",
        "envs",
        "gym",
        "physics",
        "scene",
        "sensors",
        "sim",
        "tasks",
        "utils",
    },
    # Work for many machines.
    "cluster": {"utils"},
    "viewers": {"assets", "physics", "quantities", "scene", "sensors", "sim", "utils"},
    # The config of a robot's asset is made of configs of its spawner and its actuators.
    "robots": {"assets", "motion", "actuators", "sim", "utils"},
}
"""Packages that each package may import. The command line (``cli``) stands above all."""

ALLOWED_IN_FILES = {
    # Motion generation itself needs no simulation, its wrappers for robots do.
    "motion/articulations/*": {"assets"},
    # It writes stages.
    "gym/engine/usd_export.py": {"sim"},
}
"""Further packages for single files."""

ENGINES = {"newton", "mujoco", "mujoco_warp"}

ENGINE_FILES = {
    "physics/*": ENGINES,
    # MuJoCo's parser reads MJCF: it moves nothing.
    "sim/converters/*": {"mujoco"},
}
"""Files that may import an engine. All others see views, so that an engine can be exchanged in one place."""


def name_of(path: Path) -> str:
    """Path below ``src/pippin``, with slashes."""
    return path.relative_to(ROOT).as_posix()


def imported_modules(source: str, package: str) -> Iterator[str]:
    """Absolute names of all modules that a source imports, wherever in it, for typing only or by ``import_module``.

    ``from a import b`` gives ``a.b``, since b may be a module.
    """
    yield from _imported_modules(ast.parse(source), package)


def _imported_modules(tree: ast.AST, package: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _name_of_function(node.func) in ("import_module", "__import__"):
            yield from (str(name.value) for name in node.args[:1] if isinstance(name, ast.Constant))


def _name_of_function(node: ast.expr) -> str | None:
    """What is called, without what it is an attribute of: text of each expression would take seconds."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", None)


@functools.cache
def syntax(path: Path) -> ast.Module:
    """Syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def modules_imported_by(path: Path) -> list[str]:
    """Absolute names of the modules that a file of Pippin imports."""
    package = ".".join([ROOT.name, *path.relative_to(ROOT).parent.parts])
    return list(_imported_modules(syntax(path), package))


@pytest.mark.parametrize(
    ("statement", "module"),
    [
        ("import pippin.physics", "pippin.physics"),
        ("from pippin import physics", "pippin.physics"),
        ("from pippin.physics.layout import Layout", "pippin.physics.layout.Layout"),
        ("from .stage import get_stage", "pippin.sim.converters.stage.get_stage"),
        ("from .. import stage", "pippin.sim.stage"),
        ("from ...physics.layout import Layout", "pippin.physics.layout.Layout"),
        ("import importlib; importlib.import_module('pippin.physics')", "pippin.physics"),
        ("def f():\n    import mujoco", "mujoco"),
        ("if TYPE_CHECKING:\n    import mujoco.rollout as r", "mujoco.rollout"),
    ],
)
def test_every_form_of_import_is_found(statement: str, module: str) -> None:
    assert module in imported_modules(statement, "pippin.sim.converters")


def test_every_package_has_its_place_in_the_table() -> None:
    packages = {path.name for path in ROOT.iterdir() if (path / "__init__.py").is_file()}
    assert packages <= {*ALLOWED, "cli"}


def test_imports_point_down() -> None:
    """One test for all files, and so are those below: each file is read once, and all that is wrong is told at once."""
    wrong = []
    for path in FILES:
        package = path.relative_to(ROOT).parts[0]
        if path.parent == ROOT or package == "cli":
            continue
        allowed = {package} | ALLOWED[package]
        for pattern, further in ALLOWED_IN_FILES.items():
            allowed |= further if fnmatch(name_of(path), pattern) else set()
        imported = {module.split(".")[1] for module in modules_imported_by(path) if module.startswith("pippin.")}
        wrong += [f"{name_of(path)} imports {name}" for name in (imported & {*ALLOWED, "cli"}) - allowed]
    assert wrong == []


def test_engines_are_imported_only_where_dynamics_is() -> None:
    wrong = []
    for path in FILES:
        allowed = set().union(*(engines for files, engines in ENGINE_FILES.items() if fnmatch(name_of(path), files)))
        imported = ENGINES & {module.split(".")[0] for module in modules_imported_by(path)}
        wrong += [f"{name_of(path)} imports {name}" for name in imported - allowed]
    assert wrong == []


def test_kernels_are_compiled_without_their_derivatives() -> None:
    """Nothing here differentiates through Warp, and a kernel with its adjoint takes twice as long to compile."""
    bare = [
        f"{name_of(path)}:{node.lineno}"
        for path in FILES
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
        if ast.unparse(decorator).startswith("wp.kernel") and "enable_backward=False" not in ast.unparse(decorator)
    ]
    assert bare == []


def test_import_changes_nothing_and_prints_nothing(run_python: Any) -> None:
    packages = ["pippin", *(f"pippin.{name}" for name in [*ALLOWED, "cli"] if (ROOT / name).is_dir())]
    script = textwrap.dedent(f"""
        import importlib, logging, sys
        import numpy as np, torch, warp as wp

        def settings():
            return {{
                "warp.config": {{k: v for k, v in vars(wp.config).items() if not k.startswith("_")}},
                "torch": (torch.get_default_dtype(), torch.is_grad_enabled(), torch.get_num_threads()),
                "numpy": (np.geterr(), np.get_printoptions()),
                "root logger": (logging.root.level, list(logging.root.handlers)),
            }}

        before = settings()
        for package in {packages!r}:
            importlib.import_module(package)
            changed = [name for name, value in settings().items() if value != before[name]]
            if changed:
                sys.exit(f"import {{package}} changes the settings of {{changed}}")
    """)
    run = run_python("-c", script)
    assert run.stderr == ""
    assert run.stdout == ""
    assert run.returncode == 0


# -- inside a package -------------------------------------------------------------------------------------------------


def imports_between_files() -> Iterator[tuple[Path, Path, bool]]:
    """Each import of one file of a package by another: importer, imported, whether it is for typing alone.

    The ``__init__`` of a package gathers names, so that importing it is no arrow to the files that it names.
    """
    files = {".".join([ROOT.name, *path.relative_to(ROOT).with_suffix("").parts]): path for path in FILES}
    for path in FILES:
        if path.name == "__init__.py":
            continue
        package = ".".join([ROOT.name, *path.relative_to(ROOT).parent.parts])
        tree = syntax(path)
        branches = [node for node in ast.walk(tree) if isinstance(node, ast.If)]
        guarded = [node for node in branches if "TYPE_CHECKING" in ast.dump(node.test)]
        typing = {module for node in guarded for module in _imported_modules(ast.Module(node.body, []), package)}
        for module in _imported_modules(tree, package):
            names = (module, module.rpartition(".")[0])
            ends = [f"{name}{end}" for name in names for end in ("", ".__init__")]
            found = next((files[end] for end in ends if end in files), None)
            if found is not None and found.relative_to(ROOT).parts[0] == path.relative_to(ROOT).parts[0]:
                yield path, found, module in typing


def test_folders_of_a_package_import_each_other_one_way() -> None:
    arrows = {
        (name_of(importer.parent), name_of(imported.parent))
        for importer, imported, for_typing in imports_between_files()
        if not for_typing and importer.parent != imported.parent
    }
    pairs = sorted(f"{a} <-> {b}" for a, b in arrows if a < b and (b, a) in arrows)
    assert pairs == []


def test_files_import_each_other_in_no_circle() -> None:
    arrows: dict[Path, set[Path]] = {}
    for importer, imported, _ in imports_between_files():
        if imported.name != "__init__.py":
            arrows.setdefault(importer, set()).add(imported)
    left = set(FILES)
    while free := {path for path in left if not arrows.get(path, set()) & left}:
        left -= free  # nothing that is left is imported by these
    in_circles = {path for path in left if _reaches(path, path, arrows)}
    assert sorted(name_of(path) for path in in_circles) == []


def _reaches(start: Path, end: Path, arrows: dict[Path, set[Path]]) -> bool:
    """Whether imports lead from a file to another."""
    seen: set[Path] = set()
    ahead = list(arrows.get(start, ()))
    while ahead:
        path = ahead.pop()
        if path not in seen:
            seen.add(path)
            ahead += arrows.get(path, ())
    return end in seen


# -- classes ----------------------------------------------------------------------------------------------------------

MOST_BASES = 3
"""Pippin's own classes that a class may have above it, configs excepted: they hold fields alone, and programs derive
theirs from the hierarchies that Isaac Lab has."""

PRESCRIBED_BASES = {
    "MultiMeshRayCasterCamera": 5,  # Isaac Lab's: RayCasterCamera, MultiMeshRayCaster, RayCaster and SensorBase
    "CartpoleShowcaseEnv": 4,  # version 3's: CartpoleEnv, which is version 2's with other starts and rewards
    # Isaac Lab's, by one more than other environments with rewards
    **dict.fromkeys(("FrankaCubeStackIKRelMimicEnv", "FrankaCubeStackIKAbsMimicEnv"), 4),
    "ShadowHandCameraEnv": 6,  # version 3's hand with tendons, and version 2's that a camera sees
    "MultirotorData": 4,  # Isaac Lab's: ArticulationData, which has the rows of roots and those of bodies
    # Isaac Sim's: DynamicCuboid is a VisualCuboid, a SingleGeometryPrim, a SingleRigidPrim and a SingleXFormPrim
    **dict.fromkeys(("VisualCapsule", "VisualCone", "VisualCylinder", "FixedCuboid", "FixedSphere"), 4),
    **dict.fromkeys(("DynamicCuboid", "DynamicSphere", "FixedCapsule", "FixedCone", "FixedCylinder"), 5),
    **dict.fromkeys(("DynamicCapsule", "DynamicCone", "DynamicCylinder"), 6),
}
"""Classes of public hierarchies that have more, and how many."""


def classes_of(path: Path) -> Iterator[ast.ClassDef]:
    """Classes at the top of a file."""
    yield from (node for node in syntax(path).body if isinstance(node, ast.ClassDef))


@functools.cache
def files_of_classes() -> dict[str, list[Path]]:
    """Files that define a class of a name."""
    files: dict[str, list[Path]] = {}
    for path in FILES:
        for node in classes_of(path):
            files.setdefault(node.name, []).append(path)
    return files


@functools.cache
def bases_of(name: str, path: Path) -> frozenset[tuple[str, Path]]:
    """All of Pippin's classes above one, each with its file."""
    found: set[tuple[str, Path]] = set()
    definition = next(node for node in classes_of(path) if node.name == name)
    for base in definition.bases:
        own = ast.unparse(base).split("[")[0]
        file = file_of_base(own, path)
        if file is not None:
            found |= {(own, file)} | bases_of(own, file)
    return frozenset(found)


def file_of_base(name: str, path: Path) -> Path | None:
    """File of Pippin that defines a class by a name that another file knows; None where it is not Pippin's."""
    candidates = files_of_classes().get(name, [])
    if path in candidates:
        return path
    modules = [module for module in modules_imported_by(path) if module.endswith(f".{name}")]
    if not modules or not modules[0].startswith("pippin."):
        return None
    parts = modules[0].split(".")[1:-1]
    return max(candidates, key=lambda file: _shared(file.relative_to(ROOT).with_suffix("").parts, parts), default=None)


def _shared(parts: tuple[str, ...], others: list[str]) -> int:
    """Number of leading parts that two names share."""
    return next(
        (i for i, (a, b) in enumerate(zip(parts, others, strict=False)) if a != b), min(len(parts), len(others))
    )


def test_classes_have_few_of_our_own_above_them() -> None:
    wrong = {}
    for path in FILES:
        for node in classes_of(path):
            is_config = any(ast.unparse(decorator).startswith("configclass") for decorator in node.decorator_list)
            count = len(bases_of(node.name, path))
            if not is_config and count > MOST_BASES and PRESCRIBED_BASES.get(node.name) != count:
                wrong[f"{name_of(path)}: {node.name}"] = sorted(base for base, _ in bases_of(node.name, path))
    assert wrong == {}


def test_foreign_names_need_few_files() -> None:
    """What has no behaviour of its own is a line in a table of ``pippin_isaac/tables``, not a file."""
    compat = ROOT.parents[1] / "compat"
    if not compat.is_dir():
        pytest.skip("Pippin is installed without its sources")
    assert len([path for path in compat.rglob("*.py") if "pippin_isaac" not in path.parts]) < 50
