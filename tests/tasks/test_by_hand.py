"""Observations, rewards and ends of episodes of three tasks, against the state of their robots and their formulas."""

from __future__ import annotations

import math
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg

N = 4


@pytest.fixture(autouse=True)
def _registered() -> None:
    register_tasks()


def _make(name: str, **changes: Any) -> Any:
    cfg = parse_env_cfg(name, device="cpu", num_envs=N)
    cfg.seed = 7
    for field, value in changes.items():
        setattr(cfg, field, value)
    env = gymnasium.make(name, cfg=cfg).unwrapped
    env.reset()
    return env


def test_cartpole_by_hand() -> None:
    env = _make("Isaac-Cartpole-v0")
    robot = env.scene["robot"]
    assert robot.joint_names == ["slider_to_cart", "cart_to_pole"]
    start = torch.tensor([[0.5, 0.3], [-1.0, -0.7], [3.2, 0.0], [-2.9, 1.2]])
    robot.write_joint_position_to_sim_index(position=start)
    robot.write_joint_velocity_to_sim_index(velocity=torch.tensor([[0.0, 1.0], [2.0, 0.0], [0.0, 0.0], [-8.0, 0.0]]))
    for action in (0.0, 0.02):
        observations, rewards, terminated, time_outs, _ = env.step(torch.full((N, 1), action))
        if action == 0.0:
            # the third cart began beyond 3 m, the fourth gets there within 1/60 s at 8 m/s
            assert terminated.tolist() == [False, False, True, True] and not time_outs.any()
            assert (rewards[2:] < -2.0 / 60 + 1e-6).all()  # -2 for the failure, and nothing for being alive
        position, velocity = robot.data.joint_pos.torch.numpy(), robot.data.joint_vel.torch.numpy()
        np.testing.assert_allclose(observations["policy"], np.hstack([position, velocity]), atol=1e-6)
        cart, pole = velocity[:2].T
        expected = 1.0 - position[:2, 1] ** 2 - 0.01 * np.abs(cart) - 0.005 * np.abs(pole)
        np.testing.assert_allclose(rewards[:2], expected / 60, atol=1e-6)
    # from 5 s on an episode is over: 300 steps, of which two are done
    env.episode_length_buf[:] = torch.tensor([298, 297, 0, 0])
    env.step(torch.zeros(N, 1))
    assert env.termination_manager.time_outs.tolist() == [False] * N
    env.episode_length_buf[:] = torch.tensor([299, 298, 0, 0])
    *_, terminated, time_outs, _ = env.step(torch.zeros(N, 1))
    assert time_outs.tolist() == [True, False, False, False] and not terminated[0]
    env.close()


@pytest.mark.slow
def test_ant_sees_itself_by_hand() -> None:
    env = _make("Isaac-Ant-v0")
    robot = env.scene["robot"]
    turns = Rotation.from_euler("xyz", [[0.1, 0.2, 0.5], [0.0, -0.3, 2.0], [0.4, 0.0, -1.0], [0.0, 0.0, 0.0]])
    pose = torch.zeros(N, 7)
    pose[:, :3] = env.scene.env_origins + torch.tensor([[0.0, 0.0, 0.6 + 0.1 * index] for index in range(N)])
    pose[:, 3:] = torch.tensor(turns.as_quat())
    pose[3, 2] = 0.2  # below the 0.31 m at which an ant has fallen
    robot.write_root_pose_to_sim_index(root_pose=pose)
    robot.write_root_velocity_to_sim_index(root_velocity=torch.randn(N, 6, generator=torch.Generator().manual_seed(2)))
    action = torch.linspace(-0.5, 0.5, 8).repeat(N, 1)
    observations, _, terminated, _, _ = env.step(action)
    assert terminated.tolist() == [False, False, False, True]
    seen, data = observations["policy"][:3].numpy(), robot.data
    place = (data.root_pos_w.torch - env.scene.env_origins)[:3].numpy()
    turn = Rotation.from_quat(data.root_quat_w.torch[:3].numpy())
    forward, up = turn.apply([1.0, 0.0, 0.0]), turn.apply([0.0, 0.0, 1.0])
    matrix = turn.as_matrix()
    yaw, roll = np.arctan2(matrix[:, 1, 0], matrix[:, 0, 0]), np.arctan2(matrix[:, 2, 1], matrix[:, 2, 2])
    to_target = np.array([1000.0, 0.0, 0.0]) - data.root_pos_w.torch[:3].numpy()
    to_target[:, 2] = 0.0
    to_target /= np.linalg.norm(to_target, axis=1, keepdims=True)
    angle = np.arctan2(to_target[:, 1], to_target[:, 0]) - yaw
    limits = data.joint_pos_limits.torch[:3].numpy()
    middle, half = limits.mean(axis=-1), np.diff(limits, axis=-1)[..., 0] / 2
    expected = [
        place[:, 2:] + env.scene.env_origins[:3, 2:].numpy(),
        turn.inv().apply(data.root_lin_vel_w.torch[:3].numpy()),
        turn.inv().apply(data.root_ang_vel_w.torch[:3].numpy()),
        np.stack([yaw, roll], axis=1),
        np.arctan2(np.sin(angle), np.cos(angle))[:, None],
        up[:, 2:],
        (forward * to_target).sum(axis=1, keepdims=True),
        (data.joint_pos.torch[:3].numpy() - middle) / half,
        0.2 * data.joint_vel.torch[:3].numpy(),
    ]
    expected = np.hstack(expected)
    np.testing.assert_allclose(seen[:, : expected.shape[1]], expected, atol=2e-4)
    np.testing.assert_allclose(seen[:, -8:], action[:3])
    assert seen.shape[1] == expected.shape[1] + 4 * 6 + 8  # and the wrenches of four feet
    env.close()


@pytest.mark.slow
def test_reaching_sees_its_joints_and_its_command_by_hand() -> None:
    env = _make("Isaac-Reach-Franka-v0")
    env.observation_manager.cfg.policy.enable_corruption = False
    robot = env.scene["robot"].data
    default = robot.default_joint_pos.torch.clone()
    action = torch.linspace(-0.4, 0.4, 7).repeat(N, 1)
    env.step(torch.zeros(N, 7))
    observations, rewards, terminated, time_outs, _ = env.step(action)
    assert not terminated.any() and not time_outs.any()
    seen = observations["policy"]
    # noise of 0.01 on positions and velocities, none on the others
    torch.testing.assert_close(seen[:, :9], robot.joint_pos.torch - default, atol=0.0101, rtol=0.0)
    torch.testing.assert_close(seen[:, 9:18], robot.joint_vel.torch, atol=0.0101, rtol=0.0)
    torch.testing.assert_close(seen[:, 18:25], env.command_manager.get_command("ee_pose"))
    torch.testing.assert_close(seen[:, 25:], action)
    torch.testing.assert_close(
        robot.joint_pos_target.torch[:, :7], default[:, :7] + 0.5 * action, atol=1e-6, rtol=0.0
    )  # half an action from the default positions
    columns = dict(zip(env.reward_manager.active_terms, env.reward_manager._step_reward.T, strict=True))
    rate = -1e-4 * (action**2).sum(dim=1)  # from zero
    torch.testing.assert_close(columns["action_rate"], rate, atol=1e-7, rtol=1e-4)
    torch.testing.assert_close(columns["joint_vel"], -1e-4 * (robot.joint_vel.torch**2).sum(dim=1))
    torch.testing.assert_close(rewards, sum(columns.values()) * env.step_dt)
    assert math.isclose(env.step_dt, 2 / 60, rel_tol=1e-6)
    env.close()
