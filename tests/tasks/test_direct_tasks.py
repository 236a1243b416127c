"""The quadcopter and the double pendulum on a cart, as direct environments."""

from __future__ import annotations

import gymnasium
import pytest
import torch

from pippin.envs import multi_agent_to_single_agent
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg


def make(name: str, num_envs: int) -> gymnasium.Env:
    register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=num_envs)
    cfg.seed = 5
    return gymnasium.make(name, cfg=cfg)


def test_a_quadcopter_hovers_with_its_weight_and_climbs_with_more() -> None:
    env = make("Isaac-Quadcopter-Direct-v0", 4)
    quadcopter = env.unwrapped
    env.reset()
    quadcopter.episode_length_buf[:] = 0
    thrust_to_weight = torch.tensor([1.0, 1.0, 1.2, 1.5])
    action = torch.zeros(4, 4)
    action[:, 0] = 2.0 * thrust_to_weight / quadcopter.cfg.thrust_to_weight - 1.0
    for _ in range(25):
        observations, reward, terminated, _, _ = env.step(action)
    velocity = observations["policy"][:, :3]
    expected = (thrust_to_weight - 1.0) * 9.81 * 25 * quadcopter.step_dt
    torch.testing.assert_close(velocity[:, 2], expected, atol=0.02, rtol=0.01)
    assert not terminated.any() and torch.isfinite(reward).all()
    goal = quadcopter._desired_pos_w - quadcopter._robot.data.root_pos_w.torch
    torch.testing.assert_close(observations["policy"][:, 9:], goal, atol=0.02, rtol=0.0)  # it has hardly turned
    env.close()


def test_both_agents_of_the_double_pendulum_see_their_part_and_are_rewarded() -> None:
    env = make("Isaac-Cart-Double-Pendulum-Direct-v0", 8)
    observations, _ = env.reset()
    cart, pendulum = observations["cart"], observations["pendulum"]
    torch.testing.assert_close(pendulum[:, 0], cart[:, 2] + pendulum[:, 1])
    zeros = {agent: torch.zeros(8, 1) for agent in ("cart", "pendulum")}
    observations, rewards, terminated, _, _ = env.step(zeros)
    cart, pendulum = observations["cart"], observations["pendulum"]
    assert not terminated["cart"].any()
    lower = 1.0 - 0.01 * cart[:, 1].abs() - cart[:, 2].square() - 0.01 * cart[:, 3].abs()
    upper = 1.0 - pendulum[:, 0].square() - 0.01 * pendulum[:, 2].abs()
    torch.testing.assert_close(rewards["cart"], lower)
    torch.testing.assert_close(rewards["pendulum"], upper)
    env.close()


@pytest.mark.parametrize("push", [-1.0, 1.0])
def test_the_double_pendulum_is_one_agent_too(push: float) -> None:
    env = multi_agent_to_single_agent(make("Isaac-Cart-Double-Pendulum-Direct-v0", 2).unwrapped)
    env.reset()
    action = torch.tensor([[push, 0.0]]).repeat(2, 1)
    observations, _, _, _, _ = env.step(action)
    assert torch.equal(observations["policy"][:, 1].sign(), torch.full((2,), push)), "the force is the cart's"
    env.close()
