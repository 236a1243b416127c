"""The register of Gym's calls, and those that refuse."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
from pathlib import Path

import pytest

from pippin.gym import calls, gymapi
from pippin.gym.calls.naming import named
from pippin.gym.gym import Gym
from pippin.gym.refused import refuse_unsupported
from reference_pages.gym_methods import all_methods, methods_as_markdown

REFUSED = [method for method in all_methods().values() if method.refusal]


@refuse_unsupported
class GymWithOneMethod:
    """Stands for the class of the register."""

    @staticmethod
    def get_sensor(env: object, sensor_index: int) -> str:
        return "its own"


@pytest.mark.slow
def test_every_method_that_public_code_calls_works(shared: Path) -> None:
    usage = json.loads((shared / "api/isaacgym_usage.json").read_text(encoding="utf-8"))
    assert len(usage["gym"]) == 129
    assert [name for name in usage["gym"] if all_methods()[name].refusal] == []


@pytest.mark.parametrize("method", [m for m in REFUSED if m.name != "get_sensor"], ids=lambda method: method.name)
def test_refused_method_names_itself_and_the_alternative(method: object) -> None:
    refusing = getattr(GymWithOneMethod(), method.name)
    with pytest.raises(NotImplementedError) as error:
        refusing(*([None] * len(method.signature.parameters)))
    assert str(error.value) == f"gym.{method.name} does not work in Pippin. {method.refusal}"
    assert inspect.signature(refusing) == method.signature
    assert refusing.__doc__.startswith("Refuse.")
    assert refusing.__name__ == method.name


def test_method_that_a_class_has_stays() -> None:
    assert GymWithOneMethod().get_sensor(None, 0) == "its own"


def test_methods_that_work_are_left_to_the_class() -> None:
    assert not hasattr(GymWithOneMethod(), "create_sim")


def test_alternatives_that_refusals_name_work() -> None:
    methods = all_methods()
    for method in REFUSED:
        named = [word.strip(".,") for word in method.refusal.split() if word.strip(".,") in methods]
        assert [name for name in named if methods[name].refusal] == []


def test_signatures_have_defaults_and_constants() -> None:
    signature = all_methods()["apply_body_forces"].signature
    assert list(signature.parameters) == ["env", "rigidHandle", "force", "torque", "space"]
    assert signature.parameters["force"].default is None
    assert signature.parameters["space"].default is gymapi.ENV_SPACE
    assert all_methods()["create_actor"].signature.parameters["group"].default == -1


def test_page_lists_every_method_once() -> None:
    page = methods_as_markdown()
    assert "- `draw_viewer(viewer, sim, render_collision=True)`" in page
    assert "space=ENV_SPACE" in page
    for name in all_methods():
        assert page.count(f"- `{name}(") == 1


def functions_of_calls() -> dict[str, object]:
    """Functions of the modules of calls, which are those that the register should hold, by name."""
    modules = (
        importlib.import_module(f"{calls.__name__}.{path.stem}") for path in Path(calls.__file__).parent.glob("*.py")
    )
    return {
        name: function
        for module in modules
        if module.__name__.rpartition(".")[2] not in ("__init__", "handles", "naming")
        for name, function in vars(module).items()
        if inspect.isfunction(function) and function.__module__ == module.__name__ and not name.startswith("_")
    }


def test_register_holds_every_call_under_its_own_name_with_its_signature_and_docstring() -> None:
    functions = functions_of_calls()
    assert {method.name for method in all_methods().values() if not method.refusal} == set(functions)
    for name, function in functions.items():
        registered = getattr(Gym, name)
        assert (registered.__name__, registered.__doc__) == (name, function.__doc__)
        assert inspect.signature(registered) == inspect.signature(function)
        assert getattr(Gym(), name).__wrapped__ is function


def test_errors_of_a_call_begin_with_its_name_once() -> None:
    def fail(value: int) -> None:
        raise ValueError(f"{value} is wrong")

    with pytest.raises(ValueError, match=r"^gym\.set_it: 3 is wrong$"):
        named("set_it", fail)(3)
    with pytest.raises(TypeError, match=r"^gym\.get_actor_count: expected what gym.create_env returned, got None"):
        Gym().get_actor_count(None)


def test_classes_of_gym_are_not_chains_of_ours() -> None:
    assert [kind for kind in Gym.__mro__ if kind.__module__.startswith("pippin")] == [Gym]


@pytest.mark.parametrize("method", REFUSED, ids=lambda method: method.name)
def test_engine_refuses_every_method_that_the_table_says_does_not(method: object) -> None:
    with pytest.raises(NotImplementedError, match=rf"^gym\.{method.name} does not work"):
        getattr(Gym(), method.name)(*([None] * len(method.signature.parameters)))


NOTHING_TO_DO = {
    "set_sim_device",  # every call says which device it is for
    "step_graphics",  # what draws reads the state itself
    "end_access_image_tensors",  # drawing again does not wait for it
    "draw_viewer",  # without a window
    "poll_viewer_events",
    "enable_actor_dof_force_sensors",  # they are measured once a program reads them
    "get_asset_soft_body_count",  # zero is the answer
    "get_asset_soft_materials",
    "get_actor_soft_body_count",
    "get_actor_soft_materials",
    "get_sim_tetrahedra_count",
    "get_sim_triangle_count",
}


def does_nothing(function: ast.FunctionDef) -> bool:
    """Whether a method does no more than to look at its arguments, and return a constant."""
    for statement in function.body:
        match statement:
            case (
                ast.Expr(value=ast.Constant())
                | ast.Pass()
                | ast.Return(value=None | ast.Constant() | ast.List(elts=[]))
            ):
                continue
            case ast.Expr(value=ast.Call(func=ast.Name(id=name))) if name.startswith(("as_", "require_")):
                continue
            case _:
                return False
    return True


@pytest.mark.slow
def test_no_method_silently_does_nothing() -> None:
    """But for those where nothing is to be done, each of which says so."""
    idle = {}
    for path in Path(calls.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name in all_methods() and does_nothing(node):
                idle[node.name] = ast.get_docstring(node) or ""
    assert set(idle) <= NOTHING_TO_DO
    assert [
        name for name, text in idle.items() if "othing" not in text and "no window" not in text and "none" not in text
    ] == []


def test_every_method_that_public_code_calls_is_called_by_a_test(shared: Path) -> None:
    usage = json.loads((shared / "api/isaacgym_usage.json").read_text(encoding="utf-8"))
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("*.py"))
    called = set(re.findall(r"\bgym\.(\w+)\(", tests))
    assert set(usage["gym"]) - called == set()
