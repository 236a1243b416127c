"""Names where public code imports them: configs of terms beside their managers, `set_seed` among torch helpers."""

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


def test_set_seed_of_isaac_sim_makes_torch_repeat_itself() -> None:
    torch = pytest.importorskip("torch")
    torch_utils = importlib.import_module("isaacsim.core.utils.torch")
    drawn = []
    for _ in range(2):
        assert torch_utils.set_seed(7) == 7
        drawn.append(torch.rand(3))
    assert torch.equal(drawn[0], drawn[1])
