"""Files of pippin.gym import each other one way, also for types alone, so that each can be read after the others."""

from __future__ import annotations

import ast
import graphlib
from pathlib import Path

import pippin.gym

ROOT = Path(pippin.gym.__file__).parent


def imported(path: Path) -> set[Path]:
    """Files of the package that a file imports, those for type checkers included."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        folder = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
        names = [folder / f"{alias.name}.py" for alias in node.names]
        found |= {name for name in names if name.is_file()} or {folder.with_suffix(".py"), folder / "__init__.py"}
    return {each for each in found if each.is_file() and each.is_relative_to(ROOT)} - {path}


def test_no_circle_of_files() -> None:
    files = {path: imported(path) for path in ROOT.rglob("*.py")}
    assert len(files) > 90
    order = list(graphlib.TopologicalSorter(files).static_order())  # raises CycleError with the circle
    assert order.index(ROOT / "engine/sim.py") < order.index(ROOT / "engine/engine.py") < order.index(ROOT / "gym.py")


def test_no_circle_of_folders() -> None:
    folders: dict[Path, set[Path]] = {}
    for path in ROOT.rglob("*.py"):
        if path.name != "__init__.py":
            folders.setdefault(path.parent, set()).update(each.parent for each in imported(path))
    graphlib.TopologicalSorter({folder: others - {folder} for folder, others in folders.items()}).prepare()
