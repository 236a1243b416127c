"""Hands that turn a cube as Isaac Lab 3.0.0 has it: what is seen, which goals count, and where episodes begin."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.tasks.registration import register_tasks
from pippin.tasks.reorient.mdp_version_3 import scatter_within_limits
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg
from pippin.utils import as_torch

N = 4


def _make(name: str, *chosen: str, num_envs: int = N) -> Any:
    """A task with alternatives, begun."""
    register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=num_envs, overrides=list(chosen))
    cfg.seed = 3
    env = gymnasium.make(name, cfg=cfg, disable_env_checker=True).unwrapped
    env.reset()
    return env


def _angle(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    turns = Rotation.from_quat(one.numpy()) * Rotation.from_quat(other.numpy()).inv()
    return torch.tensor(turns.magnitude(), dtype=torch.float32)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "chosen", "sizes"),
    [
        ("Allegro", (), {"policy": 124}),
        ("Allegro", ("presets=randomized", "physics=physx"), {"policy": 124}),
        ("Shadow", (), {"policy": 157}),
        ("Shadow", ("presets=asymmetric,randomized",), {"policy": 42, "critic": 187}),
    ],
)
def test_a_hand_moves_with_finite_numbers(name: str, chosen: tuple[str, ...], sizes: dict[str, int]) -> None:
    env = _make(f"Isaac-Reorient-Cube-{name}", *chosen)
    generator = torch.Generator().manual_seed(1)
    for _ in range(30):
        actions = 2.0 * torch.rand(N, env.action_manager.total_action_dim, generator=generator) - 1.0
        seen, rewards, *_ = env.step(actions)
        assert rewards.isfinite().all() and all(values.isfinite().all() for values in seen.values())
    assert {group: values.shape[1] for group, values in seen.items()} == sizes
    assert torch.equal(seen["policy"][:, -actions.shape[1] :], actions)
    env.close()


@pytest.mark.slow
def test_rewards_are_those_of_the_formula() -> None:
    env = _make("Isaac-Reorient-Cube-Allegro")
    cube, command = env.scene["object"], env.command_manager.get_term("object_pose")
    goal = as_torch(command.quat_command_w).clone()
    place = as_torch(cube.data.default_root_pose)[:, :3] - torch.tensor([0.0, 0.0, 0.04])
    actions = torch.full((N, 16), 0.3)
    _, rewards, *_ = env.step(actions)
    distance = (as_torch(cube.data.root_pos_w) - as_torch(env.scene.env_origins) - place).norm(dim=1)
    angle = _angle(as_torch(cube.data.root_quat_w), goal)
    assert (angle > 0.2).all()  # no goal is reached
    expected = -10.0 * distance + 1.0 / (angle + 0.1) - 0.0002 * 16 * 0.3**2
    torch.testing.assert_close(rewards, expected * 4 / 120, atol=1e-5, rtol=1e-4)
    env.close()


@pytest.mark.slow
def test_goals_that_are_reached_are_followed_by_others_and_logged() -> None:
    env = _make("Isaac-Reorient-Cube-Allegro")
    cube, command = env.scene["object"], env.command_manager.get_term("object_pose")
    for round_ in range(3):  # environment 0 is put at its goal, three times
        poses = as_torch(cube.data.root_pose_w).clone()
        before = as_torch(command.quat_command_w).clone()
        poses[0, 3:7] = before[0]
        cube.write_root_pose_to_sim_index(root_pose=poses)
        cube.write_root_velocity_to_sim_index(root_velocity=torch.zeros(N, 6))
        env.step(torch.zeros(N, 16))
        assert not torch.equal(command.quat_command_w[0], before[0]), round_
        assert torch.equal(command.quat_command_w[1:], before[1:])
    env.reset()
    assert env.extras["log"]["Metrics/success_rate"] == pytest.approx(0.75 / N)
    env.reset()
    assert env.extras["log"]["Metrics/success_rate"] == 0.0
    env.close()


@pytest.mark.slow
def test_goals_are_drawn_uniformly_from_all_rotations() -> None:
    """Angles of uniform rotations have the density (1 - cos) / pi, whose mean is pi / 2 + 2 / pi."""
    env = _make("Isaac-Reorient-Cube-Allegro", num_envs=1)
    command = env.command_manager.get_term("object_pose")
    angles = []
    for _ in range(4000):
        command._resample_command(slice(None))
        angles.append(_angle(as_torch(command.quat_command_w), torch.tensor([[0.0, 0.0, 0.0, 1.0]])))
    assert torch.cat(angles).mean().item() == pytest.approx(torch.pi / 2 + 2 / torch.pi, abs=0.05)
    env.close()


@pytest.mark.slow
def test_joints_begin_on_the_way_to_places_within_their_limits() -> None:
    env = _make("Isaac-Reorient-Cube-Shadow", num_envs=64)
    hand = env.scene["robot"]
    limits, defaults = as_torch(hand.data.joint_pos_limits), as_torch(hand.data.default_joint_pos)
    lower, upper = limits[..., 0], limits[..., 1]
    positions = scatter_within_limits(hand, 0.2, 0.0, torch.arange(64))
    assert (positions >= defaults + 0.2 * (lower - defaults) - 1e-6).all()
    assert (positions <= defaults + 0.2 * (upper - defaults) + 1e-6).all()
    shares = (positions - defaults - 0.2 * (lower - defaults)) / (0.2 * (upper - lower))
    assert shares.min() < 0.02 and shares.max() > 0.98
    torch.testing.assert_close(as_torch(hand.data.joint_pos), positions)
    torch.testing.assert_close(as_torch(hand.data.joint_pos_target), positions)
    with pytest.raises(ValueError, match="positions is 1.5; expected a number from 0 to 1"):
        scatter_within_limits(hand, 1.5, 0.0, torch.arange(64))
    env.close()


def test_a_critic_sees_more_than_the_policy_where_it_is_chosen() -> None:
    from pippin.utils.presets import resolve_presets

    register_tasks()
    agents = [
        resolve_presets(load_cfg_from_registry("Isaac-Reorient-Cube-Shadow", "rsl_rl_cfg_entry_point"), names)
        for names in ((), ("asymmetric",))
    ]
    assert agents[1].obs_groups == {"policy": ["policy"], "critic": ["critic"]}
    assert agents[0].obs_groups != agents[1].obs_groups
    assert agents[0].max_iterations == agents[1].max_iterations == 3000


@pytest.mark.slow
def test_a_critic_sees_the_wrenches_of_a_sensor() -> None:
    env = _make("IsaacContrib-Reorient-Cube-Shadow-OpenAI-LSTM-Direct")
    env.cfg.observation_noise_model = None
    generator = torch.Generator().manual_seed(1)
    for _ in range(10):
        actions = 2.0 * torch.rand(N, 20, generator=generator) - 1.0
        seen, rewards, *_ = env.step(actions)
        assert rewards.isfinite().all() and all(values.isfinite().all() for values in seen.values())
    assert (seen["policy"].shape, seen["critic"].shape) == ((N, 42), (N, 187))
    sensor = env.scene.sensors["joint_wrench"]
    tips = sorted(sensor.body_names.index(f"rh_{finger}distal") for finger in ("ff", "mf", "rf", "lf", "th"))
    wrenches = torch.cat([as_torch(each)[:, tips] for each in (sensor.data.force, sensor.data.torque)], dim=-1)
    assert wrenches.abs().max() > 0.0
    torch.testing.assert_close(seen["critic"][:, -50:-20], 10.0 * wrenches.flatten(1))
    env.close()


@pytest.mark.slow
def test_a_direct_hand_logs_the_share_of_goals_that_it_reached() -> None:
    env = _make("Isaac-Reorient-Cube-Allegro-Direct")
    env.successes[:] = torch.tensor([0.0, 1.0, 3.0, 0.0])
    env.reset()
    assert env.extras["log"]["Metrics/success_rate"] == pytest.approx((0.5 + 0.75) / 4)
    env.close()


@pytest.mark.slow
def test_a_critic_without_a_sensor_is_refused() -> None:
    register_tasks()
    name = "IsaacContrib-Reorient-Cube-Shadow-OpenAI-FF-Direct"
    cfg = parse_env_cfg(name, device="cpu", num_envs=1)
    cfg.joint_wrench = None
    with pytest.raises(ValueError, match="'asymmetric_obs' without 'joint_wrench'"):
        gymnasium.make(name, cfg=cfg, disable_env_checker=True)


def test_agents_of_the_openai_task_are_with_a_memory_or_without() -> None:
    register_tasks()
    kept, remembered = (
        load_cfg_from_registry(f"IsaacContrib-Reorient-Cube-Shadow-OpenAI-{kind}-Direct", "rsl_rl_cfg_entry_point")
        for kind in ("FF", "LSTM")
    )
    assert remembered.policy.rnn_type == "lstm" and not hasattr(kept.policy, "rnn_type")
    assert kept.obs_groups == remembered.obs_groups == {"policy": ["policy"], "critic": ["critic"]}
