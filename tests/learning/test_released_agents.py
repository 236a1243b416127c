"""Configs of agents that no config for RSL-RL is behind are those that Isaac Lab releases."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from pippin.learning.agents import imitation, recurrent

OLDER = Path(os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"))
DIRECT = OLDER / "isaaclab/source/isaaclab_tasks/isaaclab_tasks/direct"
NEWER = Path(os.environ.get("ISAACLAB_300", "/work/ext/isaaclab-3.0.0"), "isaaclab_tasks/contrib")


def _numbers(value: Any) -> Any:
    """Read "1e-4" as a number, which YAML takes for a text."""
    if isinstance(value, dict):
        return {name: _numbers(each) for name, each in value.items()}
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError:
        return value


@pytest.mark.parametrize(
    ("make", "path"),
    [
        (recurrent.factory_cfg, DIRECT / "factory/agents/rl_games_ppo_cfg.yaml"),
        (recurrent.forge_cfg, DIRECT / "forge/agents/rl_games_ppo_cfg.yaml"),
        (recurrent.newer_factory_cfg, NEWER / "factory/agents/rl_games_ppo_cfg.yaml"),
        (recurrent.shadow_hand_cfg, NEWER / "reorient/config/shadow_hand/agents/rl_games_ppo_lstm_cfg.yaml"),
        (recurrent.shadow_hand_cfg, DIRECT / "shadow_hand/agents/rl_games_ppo_lstm_cfg.yaml"),
        *(
            (
                lambda name=name: imitation.skrl_amp_cfg(f"humanoid_amp_{name}"),
                NEWER / f"humanoid_amp/agents/skrl_{name}_amp_cfg.yaml",
            )
            for name in ("walk", "run", "dance")
        ),
    ],
    ids=["factory", "forge", "newer_factory", "newer_shadow_hand", "shadow_hand", "walk", "run", "dance"],
)
def test_a_config_is_the_released_one(make: Callable[[], dict[str, Any]], path: Path) -> None:
    if not path.is_file():
        pytest.skip("the wheel of Isaac Lab is not there")
    assert make() == _numbers(yaml.safe_load(path.read_text()))
