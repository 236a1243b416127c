"""A Panda holds a peg and puts it into its hole, by changes of the hand's pose."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest
import torch

from pippin.tasks.factory.factory_control import arm_torques, damped_least_squares, pose_error
from pippin.tasks.factory.factory_env import squashing_fn
from pippin.tasks.factory.factory_env_cfg import CtrlCfg
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg
from pippin.utils.math import quat_from_euler_xyz

NAME = "Isaac-Factory-PegInsert-Direct-v0"


def make(num_envs: int) -> Any:
    register_tasks()
    cfg = parse_env_cfg(NAME, device="cpu", num_envs=num_envs)
    cfg.seed = 1
    return gymnasium.make(NAME, cfg=cfg, disable_env_checker=True).unwrapped


def test_a_way_between_poses_is_a_vector_and_a_rotation_vector() -> None:
    start, end = (quat_from_euler_xyz(*torch.tensor([[0.3], [0.0], [yaw]])) for yaw in (-0.2, 0.5))
    way = pose_error(torch.zeros(1, 3), start, torch.tensor([[1.0, 2.0, 3.0]]), end)
    torch.testing.assert_close(way, torch.tensor([[1.0, 2.0, 3.0, 0.0, 0.0, 0.7]]), atol=1e-6, rtol=0.0)
    torch.testing.assert_close(pose_error(torch.zeros(1, 3), start, torch.zeros(1, 3), -start), torch.zeros(1, 6))


def test_what_draws_joints_to_their_rest_does_not_move_the_hand() -> None:
    torch.manual_seed(4)
    jacobian, square, position = torch.randn(3, 6, 7), torch.randn(3, 7, 7), torch.randn(3, 7)
    mass = 0.01 * square @ square.transpose(1, 2) + torch.eye(7)
    wrench = 0.1 * torch.randn(3, 6)
    ones, zeros = torch.ones(3, 6), torch.zeros(3, 6)
    torques = arm_torques(CtrlCfg(), wrench, zeros, (ones, ones), position, torch.zeros(3, 7), jacobian, mass)
    assert (torques.abs() < 100.0).all()
    # J M^-1 tau is J M^-1 J^T F, whatever the null space adds
    inverse = torch.linalg.inv(mass)
    moved = jacobian @ inverse @ torques.unsqueeze(-1)
    expected = jacobian @ inverse @ jacobian.transpose(1, 2) @ wrench.unsqueeze(-1)
    torch.testing.assert_close(moved, expected, atol=1e-3, rtol=1e-3)


def test_joints_lead_along_short_ways() -> None:
    jacobian = torch.eye(6, 7).unsqueeze(0)
    way = torch.tensor([[0.1, 0.0, 0.2, 0.0, 0.0, 0.3]])
    changes = damped_least_squares(way, jacobian)
    torch.testing.assert_close(changes[:, :6], way / 1.01)  # a damping of 0.1: 1 / (1 + 0.1^2)
    assert changes[0, 6] == 0.0


def test_a_reward_is_largest_at_the_goal() -> None:
    distance = torch.tensor([0.0, 0.01, 0.1])
    torch.testing.assert_close(squashing_fn(distance, 50, 2), 1.0 / (2.0 + 2.0 * torch.cosh(50.0 * distance)))


def test_an_episode_begins_with_the_peg_in_the_hand_above_the_hole() -> None:
    env = make(3)
    observations, _ = env.reset()
    assert (observations["policy"].shape, observations["critic"].shape) == ((3, 19), (3, 43))
    tip = env.fingertip_midpoint_pos - env.fixed_pos_obs_frame
    half = torch.tensor([0.021, 0.021, 0.011])
    assert ((tip - torch.tensor([0.0, 0.0, 0.047])).abs() < half).all()
    # The peg's upper end is between the pads, 17.6 mm long: 3 mm of noise, and as much as it slips when they close
    depth = env.fingertip_midpoint_pos[:, 2] - env.held_pos[:, 2]
    torch.testing.assert_close(depth, torch.full((3,), 0.050 - 0.017608), atol=0.004, rtol=0.0)
    fingers = env.joint_pos[:, 7:]
    torch.testing.assert_close(fingers, torch.full((3, 2), 0.003993), atol=4e-4, rtol=0.0)
    seen = observations["policy"][:, :3] + env.init_fixed_pos_obs_noise
    torch.testing.assert_close(seen, tip)
    assert env.sim.cfg.gravity == (0.0, 0.0, -9.81)
    env.close()


@pytest.mark.slow
def test_a_peg_that_is_led_over_its_hole_goes_in_and_is_rewarded() -> None:
    env = make(4)
    env.reset()
    summed = torch.zeros(4, 2)
    first = None
    for _ in range(140):
        way = env.held_pos - env.fixed_pos
        velocity = env.fingertip_midpoint_linvel
        summed = (summed + 0.02 * way[:, :2]).clamp(-0.01, 0.01)
        is_over = (way[:, :2].norm(dim=-1) < 0.0015) | (way[:, 2] < 0.0245)
        height = torch.where(is_over, -0.01, 0.027)
        actions = torch.zeros(4, 6)
        actions[:, :2] = -10.0 * (1.5 * way[:, :2] + summed + 0.4 * velocity[:, :2])
        actions[:, 2] = -10.0 * (1.5 * (way[:, 2] - height).clamp(-0.04, 0.04) + 0.4 * velocity[:, 2])
        observations, reward, terminated, time_out, _ = env.step(actions.clamp(-1.0, 1.0))
        first = reward.clone() if first is None else first
        assert torch.isfinite(observations["critic"]).all() and not (terminated | time_out).any()
    assert (env.held_pos - env.fixed_pos)[:, 2].max() < 0.001, (env.held_pos - env.fixed_pos).tolist()
    assert (env.ep_succeeded == 1).all() and (env.ep_success_times > 20).all()
    assert (reward > first + 2.0).all()  # it has met and succeeded, a reward of 1 each
    env.close()
