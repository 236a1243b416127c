"""Reaching with both arms: which numbers are whose, and the config against the released one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import pytest
import torch

from pippin.tasks.manipulation import reach_bimanual
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg

from .released_packages import assert_same, importing

NAME = "Isaac-Reach-OpenArm-Bi-v0"


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    yield from importing(monkeypatch, "manipulation/reach/config/openarm/bimanual")


@pytest.mark.parametrize("play", ["", "_PLAY"])
def test_configs_are_those_that_are_released(released: Any, monkeypatch: pytest.MonkeyPatch, play: str) -> None:
    theirs = getattr(released("joint_pos_env_cfg"), f"OpenArmReachEnvCfg{play}")()
    mine = getattr(reach_bimanual, f"OpenArmBiReachEnvCfg{play}")()
    parts = ("observations", "actions", "commands", "rewards", "terminations", "events", "curriculum")
    assert_same(mine, theirs, parts, 100)
    for command in ("left_ee_pose", "right_ee_pose"):
        assert getattr(mine.commands, command).body_name == getattr(theirs.commands, command).body_name
    assert mine.scene.num_envs == theirs.scene.num_envs


def test_each_arm_has_its_actions_and_its_goal() -> None:
    """The left arm's seven targets come first; its goals lie to the left, the right one's to the right."""
    register_tasks()
    cfg = parse_env_cfg(NAME, device="cpu", num_envs=3)
    cfg.seed, cfg.observations.policy.enable_corruption = 4, False
    env: Any = gymnasium.make(NAME, cfg=cfg).unwrapped
    assert env.reset()[0]["policy"].shape == (3, 4 * 7 + 2 * 7 + 2 * 7)
    sides = {side: env.command_manager.get_command(f"{side}_ee_pose")[:, 1] for side in ("left", "right")}
    assert (sides["left"] >= 0.15).all() and (sides["right"] <= -0.15).all()
    robot = env.scene["robot"]
    start = robot.data.joint_pos.torch.clone()
    action = torch.zeros(3, 14)
    action[:, 3] = 1.0  # the left elbow
    for _ in range(20):
        env.step(action)
    moved = (robot.data.joint_pos.torch - start).abs()
    elbows = [robot.joint_names.index(f"openarm_{side}_joint4") for side in ("left", "right")]
    assert (moved[:, elbows[0]] > moved[:, elbows[1]]).all()
    env.close()
