"""The table of Gym's methods, and the methods that refuse."""

from __future__ import annotations

import ast
import inspect
import json
import re
from pathlib import Path

import pytest

from pippin.gym import calls, gymapi
from pippin.gym.gym import Gym
from pippin.gym.methods import all_methods, methods_as_markdown, refuse_unsupported

REFUSED = [method for method in all_methods().values() if method.refusal]


@refuse_unsupported
class GymWithOneMethod:
    """Stands for the engine's class."""

    def get_sensor(self, env: object, sensor_index: int) -> str:
        return "its own"


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
    assert refusing.__qualname__ == f"GymWithOneMethod.{method.name}"


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


@pytest.mark.parametrize("method", [m for m in all_methods().values() if not m.refusal], ids=lambda method: method.name)
def test_engine_has_every_method_that_the_table_says_works(method: object) -> None:
    served = getattr(Gym, method.name)
    assert list(inspect.signature(served).parameters)[1:] == list(method.signature.parameters)
    assert not served.__doc__.startswith("Refuse")


@pytest.mark.parametrize("method", REFUSED, ids=lambda method: method.name)
def test_engine_refuses_every_method_that_the_table_says_does_not(method: object) -> None:
    with pytest.raises(NotImplementedError, match=rf"gym\.{method.name}"):
        getattr(Gym(), method.name)(*([None] * len(method.signature.parameters)))


NOTHING_TO_DO = {
    "set_sim_device",  # every call says which device it is for
    "step_graphics",  # what draws reads the state itself
    "end_access_image_tensors",  # drawing again does not wait for it
    "draw_viewer",  # without a window
    "poll_viewer_events",
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
