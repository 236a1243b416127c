"""Tasks that are made to be copied into Isaac Lab's package of tasks: a folder of that name on the path will do."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac is not installed")

TASK = """
import gymnasium
from {lab}.utils import configclass
gymnasium.register(id="Mine-v0", entry_point="nowhere:Nothing")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "lab", "place"),
    [
        ("isaaclab_tasks", "isaaclab", "direct"),  # a package that is served
        ("omni.isaac.lab_tasks", "omni.isaac.lab", "experimental"),  # and one that is not
    ],
)
def test_a_task_in_a_folder_of_its_own_is_registered(
    tmp_path: Path, run_python: Callable, package: str, lab: str, place: str
) -> None:
    folder = tmp_path.joinpath(*package.split("."), place, "my_task")
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(TASK.format(lab=lab))
    (folder.parent / "__init__.py").write_text("")
    code = f"import {package}, gymnasium; assert 'Mine-v0' in gymnasium.registry; import {package}.utils"
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PIPPIN_ISAACLAB": "2"}
    done = run_python("-c", code, env=env)
    assert done.returncode == 0, done.stderr
