"""Isaac Lab's names are there, and the older ones among them, which come from a table, do what the newer ones do."""

from __future__ import annotations

import importlib
import inspect
import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

import pippin.assets
from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation, RigidObject
from pippin_isaac.older_names import older_method
from pippin_isaac.tables.older_names import CALLS, DEFAULTS, JOINT_CALLS, PROPERTIES, ROOT_CALLS, SHORTHANDS

from .conftest import WALKER, Mechanism, stages


@pytest.fixture(scope="module")
def robot() -> Iterator[Articulation]:
    with stages() as make_stage:
        stage = make_stage(Mechanism(WALKER, ("Walker",)))
        drive = ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=10.0, damping=1.0)
        robot = stage.articulation("Walker", actuators={"all": drive})
        stage.sim.reset()
        yield robot


VALUES = {
    "root_pose": torch.tensor([0.1, 0.2, 0.3, 0.0, 0.0, 0.0, 1.0]).repeat(2, 1),
    "root_velocity": torch.ones(2, 6),
    "root_state": torch.tensor([0.1, 0.2, 0.3, 0.0, 0.0, 0.0, 1.0] + 6 * [1.0]).repeat(2, 1),
    "masses": torch.ones(2, 5),
    "coms": torch.tensor([0.1, 0.2, 0.3, 0.0, 0.0, 0.0, 1.0]).repeat(2, 5, 1),
    "inertias": torch.eye(3).reshape(9).repeat(2, 5, 1),
}
"""Values for two instances; anything else takes an array of joints."""


RENAMED = [older_method(row, calls).__name__ for row, calls in {**ROOT_CALLS, **JOINT_CALLS}.items()]


@pytest.mark.parametrize("name", RENAMED)
def test_old_methods_do_what_the_new_ones_do_and_warn(robot: Articulation, name: str) -> None:
    method = getattr(robot, name)
    parameters = [
        parameter
        for parameter in inspect.signature(method).parameters.values()
        if parameter.default is inspect.Parameter.empty
    ]
    limits = torch.tensor([-1.0, 1.0]).repeat(2, 4, 1)
    is_position_limit = name in ("write_joint_limits_to_sim", "write_joint_position_limit_to_sim")
    values = [
        VALUES.get(parameter.name, limits if is_position_limit else torch.full((2, 4), 0.5)) for parameter in parameters
    ]
    with pytest.warns(DeprecationWarning, match=f"'{name}' is deprecated: use '.*_index'") as warned:
        method(*values, env_ids=[2, 0])
    assert len(warned) == 1
    assert warned[0].filename == __file__
    new = str(warned[0].message).split("'")[3::2]
    assert all(hasattr(robot, part) for part in new)
    if len(new) == 1:
        getattr(robot, new[0])(**dict(zip(keywords(robot, new[0]), values, strict=True)), env_ids=[2, 0])


def keywords(robot: Articulation, method: str) -> list[str]:
    """Keywords that a method has to be given."""
    parameters = inspect.signature(getattr(robot, method)).parameters.values()
    return [parameter.name for parameter in parameters if parameter.default is inspect.Parameter.empty]


@pytest.mark.parametrize(
    "name",
    DEFAULTS["ArticulationData"],
)
def test_old_quantities_can_be_read_and_warn(robot: Articulation, name: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"'{name}' is deprecated") as warned:
        getattr(robot.data, name)
    assert warned[0].filename == __file__


def test_arguments_of_old_methods_are_checked_as_those_of_any_function(robot: Articulation) -> None:
    target = torch.zeros(2, 4)
    for args, kwargs in (
        ((), {}),
        ((target, None, None, None), {}),
        ((target,), {"target": target}),
        ((target,), {"joint": [0]}),
    ):
        with pytest.raises(TypeError), pytest.warns(DeprecationWarning, match="target"):
            robot.set_joint_position_target(*args, **kwargs)


@pytest.mark.parametrize("states", [torch.zeros(2, 12), torch.full((2, 13), float("nan"))], ids=["12", "NaN"])
def test_states_that_are_refused_change_nothing(robot: Articulation, states: torch.Tensor) -> None:
    before = robot.data.root_link_pose_w.torch.clone()
    with pytest.raises(ValueError, match="'root_state'"), pytest.warns(DeprecationWarning, match="root_pose|index"):
        robot.write_root_state_to_sim(states, env_ids=[0, 1])
    torch.testing.assert_close(robot.data.root_link_pose_w.torch, before, rtol=0.0, atol=0.0)


@pytest.mark.slow
def test_pippin_alone_has_no_older_names(run_python: Any) -> None:
    """Neither methods nor quantities; a package of Isaac Lab adds them, also to what is imported already."""
    script = f"""
        import importlib
        names = {_older_names()!r}
        modules = {{package: importlib.import_module("pippin." + package) for package, _, _ in names}}
        def missing():
            return [name for name in names if not hasattr(getattr(modules[name[0]], name[1]), name[2])]
        assert missing() == names, "Pippin has older names"
        import isaaclab
        assert missing() == [], missing()
    """
    run = run_python("-c", textwrap.dedent(script))
    assert run.returncode == 0, run.stderr


def _older_names() -> list[tuple[str, str, str]]:
    """Package, class and name of everything in the table."""
    names = [
        (package, cls, older_method(row, rows[row]).__name__)
        for package, classes in CALLS.items()
        for cls, rows in classes.items()
        for row in rows
    ]
    names += [(package, cls, name) for package, rows in PROPERTIES.items() for cls in rows for name in rows[cls]]
    names += [("pippin.assets", cls, name) for rows in (DEFAULTS, SHORTHANDS) for cls in rows for name in rows[cls]]
    return [(package.removeprefix("pippin."), cls, name) for package, cls, name in names]


def test_the_old_name_of_the_view(robot: Articulation) -> None:
    with pytest.warns(DeprecationWarning, match="'root_physx_view' is deprecated: use 'root_view'"):
        assert robot.root_physx_view is robot.root_view


@pytest.mark.parametrize(
    "module",
    ["", ".articulation", ".rigid_object", ".asset_base", ".asset_base_cfg"],
    ids=lambda name: name or "package",
)
def test_isaaclab_modules_have_pippins_classes(module: str) -> None:
    found = importlib.import_module(f"isaaclab.assets{module}")
    of_pippin = set(found.__all__) & set(pippin.assets.__all__)
    assert of_pippin
    assert all(getattr(found, name) is getattr(pippin.assets, name) for name in of_pippin)


@pytest.mark.parametrize(
    "name", ["Articulation", "ArticulationCfg", "ArticulationCfg.InitialStateCfg", "ArticulationData"]
)
def test_only_tendons_and_wrench_composers_are_left_out(shared: Path, name: str) -> None:
    surface = json.loads((shared / "api" / "surface.json").read_text())["classes"][f"isaaclab.assets.{name}"]
    found = pippin.assets
    for part in name.split("."):
        found = getattr(found, part)
    fields = {field for cls in found.__mro__ for field in getattr(cls, "__annotations__", {})}
    absent = [member for member in surface if not hasattr(found, member) and member not in fields]
    assert [member for member in absent if "tendon" not in member and "wrench_composer" not in member] == []


def test_rigid_objects_write_as_articulations_do() -> None:
    common = {
        name for name in dir(Articulation) if "root_" in name or name.startswith(("set_masses", "set_coms", "set_in"))
    }
    assert {name for name in common if not name.startswith("_")} <= set(dir(RigidObject))
