"""Ant and humanoid: sizes of their observations, and their rewards against closed forms."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest
import torch

from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg

SIZES = {
    "Isaac-Ant-v0": (60, 8),
    "Isaac-Ant-Direct-v0": (36, 8),
    "Isaac-Humanoid-v0": (87, 21),
    "Isaac-Humanoid-Direct-v0": (75, 21),
}
"""Numbers of observations and actions that Isaac Lab gives."""


def _make(name: str) -> Any:
    register_tasks()
    config = parse_env_cfg(name, device="cpu", num_envs=4)
    config.seed = 5
    return gymnasium.make(name, cfg=config).unwrapped


@pytest.mark.parametrize("name", SIZES)
def test_a_task_steps(name: str) -> None:
    env = _make(name)
    size, actions = SIZES[name]
    assert env.reset()[0]["policy"].shape == (4, size)
    generator = torch.Generator().manual_seed(1)
    for _ in range(20):
        observations, rewards, *_ = env.step(0.2 * torch.randn(4, actions, generator=generator))
        assert torch.isfinite(observations["policy"]).all() and torch.isfinite(rewards).all()
    env.close()


def test_ant_is_rewarded_for_what_it_does() -> None:
    env = _make("Isaac-Ant-v0")
    env.reset()
    robot = env.scene["robot"]
    env.step(torch.zeros(4, 8))  # moves the bodies to where the reset has put them
    before = robot.data.root_pos_w.torch[:, :2].clone()
    action = torch.full((4, 8), 0.3)
    env.step(action)
    after, velocity = robot.data.root_pos_w.torch[:, :2], robot.data.joint_vel.torch
    limits, position = robot.data.joint_pos_limits.torch, robot.data.joint_pos.torch
    target = torch.tensor([1000.0, 0.0])
    progress = ((target - before).norm(dim=1) - (target - after).norm(dim=1)) / env.step_dt
    share = (2 * (position - limits[..., 0]) / (limits[..., 1] - limits[..., 0]) - 1).abs()
    expected = {
        "progress": progress,
        "alive": torch.full((4,), 0.5),
        "action_l2": torch.full((4,), -0.005 * 8 * 0.09),
        "energy": -0.05 * (0.3 * velocity.abs()).sum(dim=1),
        "joint_pos_limits": -0.1 * ((share - 0.99) / 0.01).clamp(min=0).sum(dim=1),
    }
    assert not env.termination_manager.dones.any()
    for name, value in expected.items():
        column = env.reward_manager.active_terms.index(name)
        # positions of about 1 km leave 1e-4 m, which is 4e-3 m/s over a step
        got = env.reward_manager._step_reward[:, column]
        torch.testing.assert_close(got, value, atol=2e-2 if name == "progress" else 1e-4, rtol=1e-4)
    env.close()


def test_a_direct_ant_earns_its_speed_and_its_life() -> None:
    env = _make("Isaac-Ant-Direct-v0")
    env.reset()
    env.step(torch.zeros(4, 8))
    before = env.robot.data.root_pos_w.torch[:, 0].clone()
    _, rewards, *_ = env.step(torch.zeros(4, 8))
    moved = env.robot.data.root_pos_w.torch[:, 0] - before
    at_limit = (env.dof_pos_scaled > 0.98).sum(dim=1)
    expected = moved * 120 + 0.5 + 0.1 + 0.5 - at_limit
    torch.testing.assert_close(rewards, expected, atol=5e-2, rtol=0)
    env.close()


def test_gears_that_do_not_fit_are_refused() -> None:
    register_tasks()
    config = parse_env_cfg("Isaac-Ant-Direct-v0", device="cpu", num_envs=1)
    config.joint_gears = [15.0] * 7
    with pytest.raises(ValueError, match="joint_gears"):
        gymnasium.make("Isaac-Ant-Direct-v0", cfg=config)
