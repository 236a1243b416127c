"""What a step consists of, and what its terms cost."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
import torch

from pippin.envs import ManagerBasedRLEnv
from pippin.envs.managers import ManagerTermBase, RewardTermCfg

from .pole import pole_cfg


def slow_reward(env: Any) -> torch.Tensor:
    """Take 3 ms."""
    time.sleep(0.003)
    return torch.zeros(env.num_envs)


class CountedReward(ManagerTermBase):
    """Counts its calls."""

    calls = 0

    def __call__(self, env: Any) -> torch.Tensor:
        type(self).calls += 1
        return torch.zeros(env.num_envs)


def test_a_slow_term_comes_first_and_nothing_changes(tmp_path: Path) -> None:
    cfg = pole_cfg("pippin", tmp_path)
    cfg.rewards.slow = RewardTermCfg(func=slow_reward, weight=1.0)
    cfg.rewards.counted = RewardTermCfg(func=CountedReward, weight=1.0)
    env = ManagerBasedRLEnv(cfg)
    before = env.reset()[0]["policy"].clone()
    report = env.explain(repeats=2)
    with pytest.raises(ValueError, match="repeats"):
        env.explain(repeats=0)
    after = env.observation_manager.compute()["policy"]
    env.close()
    first, last = report.terms[0], report.terms[-1]
    assert (first.kind, first.name) == ("reward", "slow") and first.milliseconds >= 3.0
    assert last.name == "counted" and last.milliseconds is None and CountedReward.calls == 0
    assert {term.name for term in report.terms if term.kind == "observation"} == {
        "policy/positions",
        "policy/velocities",
    }
    assert "slow_reward" in str(report) and f"{cfg.decimation} steps of the physics" in str(report)
    torch.testing.assert_close(after, before)
