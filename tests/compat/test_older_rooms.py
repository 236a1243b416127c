"""Rooms whose source is run once more for the older dialects: one source, quaternions and data of each."""

from __future__ import annotations

import importlib
import inspect

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import pippin.envs.managers as newest
import pippin.scene
import pippin.utils.math
from pippin.utils.callables import callable_to_string, string_to_callable
from pippin_isaac.modules import dialect_of_version, tree_of

DIALECTS = {version: dialect_of_version(version) for version in (1, 2)}


@pytest.fixture(params=[1, 2])
def version(request: pytest.FixtureRequest) -> int:
    return request.param


def test_classes_are_of_the_dialect(version: int) -> None:
    managers = importlib.import_module(f"{tree_of(version)}.envs.managers")
    assert managers.RewardManager is DIALECTS[version].counterpart(newest.RewardManager)
    assert managers.RewardManager is not newest.RewardManager
    assert issubclass(managers.RewardTermCfg, managers.ManagerTermBaseCfg)
    assert not issubclass(managers.RewardTermCfg, newest.ManagerTermBaseCfg)


def test_dialects_share_nothing_of_a_room() -> None:
    first, second = (importlib.import_module(f"{tree_of(version)}.envs.managers") for version in (1, 2))
    assert first.SceneEntityCfg is not second.SceneEntityCfg


def test_imports_within_the_source_give_the_dialects_names(version: int) -> None:
    module = importlib.import_module(f"{tree_of(version)}.envs.managers.command_manager")
    namespace: dict = {"__builtins__": vars(module)["__builtins__"], "__name__": module.__name__}
    exec("from pippin.scene import InteractiveScene\nfrom pippin.utils import math as m\nimport torch", namespace)
    exec("import pippin.utils.math as n\nfrom pippin.envs.managers import CommandTerm", namespace)
    assert namespace["InteractiveScene"] is DIALECTS[version].counterpart(pippin.scene.InteractiveScene)
    assert namespace["m"] is namespace["n"]
    assert namespace["m"].identity_quaternion() == (1.0, 0.0, 0.0, 0.0)
    assert namespace["CommandTerm"] is module.CommandTerm
    assert namespace["torch"] is importlib.import_module("torch")
    assert pippin.utils.math.identity_quaternion() == (0.0, 0.0, 0.0, 1.0)


def test_configs_of_a_room_are_copied_with_classes_of_the_dialect(version: int) -> None:
    older = DIALECTS[version].counterpart(newest.SceneEntityCfg("robot", joint_names=["hip"]))
    assert type(older) is DIALECTS[version].counterpart(newest.SceneEntityCfg)
    assert (older.name, older.joint_names) == ("robot", ["hip"])


def test_sources_and_names_are_found(version: int) -> None:
    manager = DIALECTS[version].counterpart(newest.RewardManager)
    assert inspect.getsource(manager) == inspect.getsource(newest.RewardManager)
    assert string_to_callable(callable_to_string(manager)) is manager


def test_modules_that_pippin_lacks_are_not_there(version: int) -> None:
    with pytest.raises(ModuleNotFoundError, match="nothing"):
        importlib.import_module(f"{tree_of(version)}.envs.nothing")
    with pytest.raises(ImportError, match="Nothing"):
        exec(f"from {tree_of(version)}.scene import Nothing", {})
