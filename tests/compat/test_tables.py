"""Foreign modules that come from tables: they are there, packages share their names, editors can resolve them."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import pippin_isaac
from pippin_isaac.served import write_stubs
from pippin_isaac.tables import MODULES, PACKAGES

COMPAT = Path(pippin_isaac.__file__).parents[1]
OPTIONAL = {
    name: library
    for name in MODULES
    for library, words in (("rl_games", "rl_games"), ("stable_baselines3", "sb3"), ("hydra", "hydra"))
    if words in name
}
"""Modules that need a library which need not be installed."""
TOPS = sorted({name.partition(".")[0] for name in MODULES})


@pytest.mark.parametrize("top", TOPS)
def test_every_line_gives_the_names_that_it_promises(top: str) -> None:
    missing = []
    for name in sorted({*MODULES, *PACKAGES}):
        if name.partition(".")[0] == top:
            if name in OPTIONAL and importlib.util.find_spec(OPTIONAL[name]) is None:
                continue
            module = importlib.import_module(name)
            exported = getattr(module, "__all__", [])
            missing += [f"{name}.{each}" for each in exported if not hasattr(module, each)]
            assert len(exported) == len(set(exported)), name
    assert missing == []


def test_no_module_is_both_a_line_and_a_file() -> None:
    both = [
        name
        for name in MODULES
        if "." in name
        and (
            COMPAT.joinpath(*name.split(".")).with_suffix(".py").exists()
            or COMPAT.joinpath(*name.split("."), "__init__.py").exists()
        )
    ]
    assert both == []


def test_modules_that_no_line_has_are_not_found() -> None:
    for name in (
        "isaaclab.nothing",
        "isaaclab.scene.nothing",
        "omni.isaac.lab.nothing",
        "omni.isaac.lab.scene.nothing",
    ):
        parent = importlib.import_module(name.rpartition(".")[0])
        assert not hasattr(parent, "nothing")
        finders = [finder for finder in sys.meta_path if type(finder).__module__.startswith("pippin_isaac")]
        assert [finder.find_spec(name, getattr(parent, "__path__", None)) for finder in finders] == [None] * len(
            finders
        )
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(name)


@pytest.mark.slow
def test_a_function_called_as_its_module_stays_the_function(run_python: Any) -> None:
    program = "from isaaclab.utils import configclass; import isaaclab.utils.configclass as c, isaaclab.utils as u; "
    program += "assert callable(configclass) and u.configclass is configclass and c is not configclass.__module__"
    for first in ("", "import isaaclab.utils.configclass; "):
        run_python("-c", first + program).check_returncode()


@pytest.mark.slow
def test_other_distributions_may_add_to_shared_packages(run_python: Any, tmp_path: Path) -> None:
    for name in ("omni/other", "omni/isaac/other", "isaacsim/other", "isaacsim/core/other"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "__init__.py").write_text("here = 1")
    program = (
        "import omni.other, omni.isaac.other, isaacsim.other, isaacsim.core.other, omni.isaac.core.utils.types\n"
        "import isaacsim.core.utils.extensions\n"
    )
    for path in (f"{tmp_path}:{COMPAT}", f"{COMPAT}:{tmp_path}"):
        environment = {"PYTHONPATH": f"{path}:{Path(importlib.import_module('pippin').__file__).parents[1]}"}
        run_python("-c", program, env=environment).check_returncode()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["isaaclab", "isaacsim"])
def test_the_original_beside_it_is_told(run_python: Any, tmp_path: Path, name: str) -> None:
    info = tmp_path / f"{name}-9.9.9.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 9.9.9\n")
    for path, told in ((f"{tmp_path}{os.pathsep}", True), ("", False)):
        environment = {**os.environ, "PYTHONPATH": path + os.environ.get("PYTHONPATH", "")}
        finished = run_python("-c", "import omni, isaacgym", env=environment)
        assert finished.returncode == 0, finished.stderr
        assert (f"{name} 9.9.9" in finished.stderr) == told


def test_the_wheel_has_the_licence() -> None:
    folder = COMPAT.parent
    if (folder / "pyproject.toml").exists():
        assert (folder / "LICENSE").read_text() == (folder.parent / "LICENSE").read_text()


@pytest.mark.slow
def test_stubs_have_the_older_names(tmp_path: Path) -> None:
    """Type checkers see ``write_root_pose_to_sim(self, root_pose, env_ids=None)`` on the class that a module names."""
    write_stubs(tmp_path)
    assert (
        "from isaaclab._older_names import Articulation as Articulation"
        in (tmp_path / "isaaclab" / "assets" / "articulation" / "articulation.pyi").read_text().splitlines()
    )
    classes = {
        node.name: {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
        for node in ast.parse((tmp_path / "isaaclab" / "_older_names.pyi").read_text()).body
        if isinstance(node, ast.ClassDef)
    }
    method = classes["Articulation"]["write_root_pose_to_sim"]
    assert [argument.arg for argument in method.args.args] == ["self", "root_pose", "env_ids"]
    assert "find_bodies" in classes["ContactSensor"]


def test_stubs_name_what_modules_export(tmp_path: Path) -> None:
    write_stubs(tmp_path)
    for name in (
        "isaaclab.assets",
        "isaaclab.sim.schemas",
        "isaacgym.gymutil",
        "isaaclab.app.app_launcher",
        "omni.usd",
    ):
        path = tmp_path.joinpath(*name.split("."))
        text = (path / "__init__.pyi" if path.is_dir() else path.with_suffix(".pyi")).read_text()
        named = set()
        for node in ast.parse(text).body:
            if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
                named |= set(importlib.import_module(node.module).__all__)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                named |= {alias.asname or alias.name for alias in node.names}
            elif isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                named.add(node.name)
        assert named >= set(getattr(importlib.import_module(name), "__all__", ["AppLauncher"])), name
