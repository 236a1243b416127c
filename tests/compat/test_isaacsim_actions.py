"""Actions of Omniverse's application, by which programs for Isaac Sim choose the light of the viewport."""

from __future__ import annotations

import logging

import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

import omni.kit.actions.core as actions
from pippin_isaac.omni_kit import say_once

LIGHTING = "omni.kit.viewport.menubar.lighting"


@pytest.fixture
def registry() -> actions.ActionRegistry:
    return actions.ActionRegistry()


def test_the_application_has_one_registry() -> None:
    assert actions.get_action_registry() is actions.get_action_registry()


def test_lighting_of_the_viewport_is_the_stages(registry: actions.ActionRegistry, caplog) -> None:
    say_once.cache_clear()
    registry.get_action(LIGHTING, "set_lighting_mode_stage").execute()
    assert not caplog.messages
    with caplog.at_level(logging.WARNING, "pippin"):
        registry.get_action(LIGHTING, "set_lighting_mode_camera").execute()
        registry.get_action(LIGHTING, "set_lighting_mode_rig").execute("Default")
    assert [message.split("mode ")[1].split(" has")[0] for message in caplog.messages] == [
        "'camera'",
        "'rig' 'Default'",
    ]


def test_actions_of_windows_are_not_there(registry: actions.ActionRegistry) -> None:
    assert registry.get_action("omni.kit.window.file", "save_as") is None
    assert registry.execute_action("omni.kit.window.file", "save_as") is None


def test_what_a_program_registers_is_executed(registry: actions.ActionRegistry) -> None:
    made = registry.register_action("mine", "add", lambda left, right=0: left + right, display_name="Add")
    assert registry.get_action("mine", "add") is made
    assert registry.execute_action("mine", "add", 2, right=3) == 5
    assert (made.id, made.display_name, registry.get_all_actions_for_extension("mine")) == ("add", "Add", [made])
    with pytest.raises(ValueError, match=r"mine\.add"):
        registry.register_action(actions.Action("mine", "add", print))
    with pytest.raises(TypeError, match=r"mine\.none"):
        registry.register_action("mine", "none", None)


def test_a_forgotten_action_does_nothing(registry: actions.ActionRegistry) -> None:
    calls: list[str] = []
    held = registry.register_action("mine", "call", calls.append)
    kept = registry.register_action("mine", "keep", calls.append)
    registry.deregister_action("mine", "call")
    registry.deregister_all_actions_for_extension("mine", invalidate=False)
    held.execute("forgotten")
    kept.execute("kept")
    assert calls == ["kept"] and not registry.get_all_actions()


def test_programs_that_light_the_viewport_by_a_rig_are_told_that_the_stage_lights_it(caplog) -> None:
    from omni.kit.viewport.menubar.lighting.actions import _set_lighting_mode

    _set_lighting_mode("Grey Studio")
    assert "its lighting mode 'Grey Studio' has no effect" in caplog.text
