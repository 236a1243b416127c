"""The table of Gym's methods, and the methods that refuse."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

import pytest

from pippin.gym import gymapi
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
    engine = pytest.importorskip("pippin.gym.gym", reason="the engine behind gymapi is not there yet")
    assert list(inspect.signature(getattr(engine.Gym, method.name)).parameters)[1:] == list(method.signature.parameters)
