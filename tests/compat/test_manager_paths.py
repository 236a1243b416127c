"""Modules of managers hold the configs of their terms too, as public code imports them from there."""

from __future__ import annotations

import importlib

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac is not installed")


@pytest.mark.parametrize("kind", ["action", "command", "curriculum", "event", "observation", "reward", "termination"])
def test_a_manager_and_the_config_of_its_terms_come_from_one_module(kind: str) -> None:
    module = importlib.import_module(f"isaaclab.managers.{kind}_manager")
    managers = importlib.import_module("isaaclab.managers")
    for name in (f"{kind.capitalize()}Manager", f"{kind.capitalize()}TermCfg"):
        assert getattr(module, name) is getattr(managers, name)
