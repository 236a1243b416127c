"""Packages of tasks of a wheel of Isaac Lab, imported as they are, of which nothing is kept here."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

OLDER_WHEEL = Path(os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"))
TASKS = "isaaclab/source/isaaclab_tasks/isaaclab_tasks/manager_based"
NOT_COMPARED = ("class_type", "visualizer_cfg", "body_name", "history_order", "texture_file")


def importing(monkeypatch: pytest.MonkeyPatch, folder: str, *packages: str) -> Iterator[Callable[[str], Any]]:
    """Give a function that imports modules below a folder of tasks, without the files that register them.

    Args:
        monkeypatch: Undoes what is put among the modules.
        folder: Folder below :data:`TASKS`.
        packages: Packages inside of it that register tasks, as well as the folder itself.
    """
    source = OLDER_WHEEL / TASKS / folder
    if not source.is_dir():
        pytest.skip("the wheel of Isaac Lab 2.3.2 is not there")
    pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")
    root = f"released_{source.name}"
    for inside in ("", *packages):
        package = ModuleType(".".join(filter(None, (root, inside))))
        package.__path__ = [str(source.joinpath(*filter(None, inside.split("."))))]
        monkeypatch.setitem(sys.modules, package.__name__, package)
    yield lambda name: importlib.import_module(f"{root}.{name}")
    for name in [name for name in sys.modules if name.startswith(f"{root}.")]:
        del sys.modules[name]


def facts(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Numbers, texts and names of functions of a config, by their paths."""
    if any(name in path for name in NOT_COMPARED):
        return
    if callable(value):
        yield path, value.__name__
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from facts(part, f"{path}.{key}")
    elif hasattr(value, "__dict__"):
        yield from facts(vars(value), path)
    else:
        yield path, list(value) if isinstance(value, tuple) else value


def assert_same(mine: Any, theirs: Any, parts: tuple[str, ...], least: int) -> None:
    """Compare parts of two configs: what the released one has, the other has, too.

    Args:
        mine: Config of Pippin.
        theirs: The released one.
        parts: Names of the parts.
        least: Number of facts that are compared at least.
    """
    known = {path: value for part in parts for path, value in facts(getattr(mine, part), part)}
    wanted = {path: value for part in parts for path, value in facts(getattr(theirs, part), part)}
    assert len(wanted) > least
    assert {path: (known.get(path), value) for path, value in wanted.items() if known.get(path) != value} == {}
    assert set(vars(mine.rewards)) == set(vars(theirs.rewards))
    same = ("decimation", "episode_length_s", "is_finite_horizon")
    assert [getattr(mine, name) for name in same] == [getattr(theirs, name) for name in same]
    assert (mine.sim.dt, mine.scene.env_spacing) == (theirs.sim.dt, theirs.scene.env_spacing)
