"""Names of version 3 lead to the tasks that Isaac Lab 3.0.0 releases; those of version 2 stay as they were."""

from __future__ import annotations

import math
import warnings
from typing import Any

import gymnasium
import pytest
import torch

from pippin.tasks.locomotion.mdp_version_3 import walk_target_w
from pippin.tasks.registration import TASKS, register_tasks
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg
from pippin.tasks.version_3 import CHANGED
from pippin.utils import as_torch


def _make(name: str, num_envs: int = 2, **changes: Any) -> Any:
    """A task of this name, with changed fields of its config."""
    register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=num_envs)
    cfg.seed = 5
    for field, value in changes.items():
        path, _, leaf = field.rpartition(".")
        setattr(getattr(cfg, path) if path else cfg, leaf, value)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # Gymnasium warns where it makes another version than that which is named
        return gymnasium.make(name, cfg=cfg, disable_env_checker=True).unwrapped


def _run(env: Any, actions: torch.Tensor) -> list[torch.Tensor]:
    """Observations and rewards of each step."""
    values = [env.reset()[0]["policy"].clone()]
    for action in actions:
        observations, rewards, *_ = env.step(action)
        values += [observations["policy"].clone(), rewards.clone()]
    env.close()
    return values


def test_both_versions_of_a_name_are_there() -> None:
    register_tasks()
    for name in CHANGED:
        older = f"{name}-v0"
        if older in TASKS:
            newer, kept = (load_cfg_from_registry(each, "env_cfg_entry_point") for each in (name, older))
            assert type(newer).__module__ != type(kept).__module__
            assert gymnasium.envs.registration._find_spec(name).id == name
            assert gymnasium.envs.registration._find_spec(older).id == older


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "actions"), [("Cartpole", 4, 1), ("Ant", 60, 8), ("Humanoid", 87, 21)])
def test_a_direct_task_is_the_task_with_managers(
    name: str, size: int, actions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.Tensor, "uniform_", lambda tensor, low, high: tensor.fill_(0.5 * (low + high)))
    monkeypatch.setattr("pippin.envs.mdp.events.joint_resets.sample_uniform", lambda *args: 0.0)
    generator = torch.Generator().manual_seed(1)
    steps = 1.5 * torch.randn(20, 2, actions, generator=generator)
    direct = _make(f"Isaac-{name}-Direct")
    assert type(direct).__module__.endswith("direct_version_3")
    written_out = _run(direct, steps)
    material = direct.cfg.sim.physics_material  # of the robot, which alone differs between the two
    with_managers = _run(_make(f"Isaac-{name}", **{"sim.physics_material": material}), steps)
    assert written_out[0].shape == (2, size)
    # positions from the target, 1 km away, are known to 6e-5 m, which is 4e-3 m/s over a step of 1/60 s
    for step, (mine, theirs) in enumerate(zip(written_out, with_managers, strict=True)):
        torch.testing.assert_close(mine, theirs, atol=2e-3, rtol=1e-3, msg=lambda text, step=step: f"{step}: {text}")


def test_carts_and_poles_begin_within_their_ranges() -> None:
    env = _make("Isaac-Cartpole-Direct", num_envs=256)
    observations = env.reset()[0]["policy"]
    largest = torch.tensor([1.0, math.pi / 4, 0.5, math.pi / 4])  # cart, pole, and their velocities
    assert (observations.abs() <= largest).all()
    # 256 draws of a uniform distribution fill 95 % of its range but once in 250,000 times
    assert (observations.max(dim=0).values - observations.min(dim=0).values > 0.95 * 2 * largest).all()
    env.close()


def test_a_pole_that_hangs_ends_no_episode() -> None:
    env = _make("Isaac-Cartpole-Direct", initial_pole_angle_range=(2.0, 2.5), initial_cart_velocity_range=(0.0, 0.0))
    env.reset()
    _, rewards, terminated, *_ = env.step(torch.zeros(2, 1))
    pole, velocity = env.joint_pos[:, env._pole_dof_idx[0]], env.joint_vel
    expected = 1.0 - pole.square() - 0.01 * velocity[:, env._cart_dof_idx[0]].abs()
    expected -= 0.005 * velocity[:, env._pole_dof_idx[0]].abs()
    assert not terminated.any()
    torch.testing.assert_close(rewards, expected / 60.0, atol=1e-6, rtol=1e-5)
    env.close()


def test_targets_are_counted_from_the_origins_of_environments() -> None:
    env = _make("Isaac-Ant", num_envs=4)
    env.reset()
    origins = as_torch(env.scene.env_origins)
    assert (origins[1:] - origins[0]).norm(dim=1).min() > 4.0
    torch.testing.assert_close(walk_target_w(env, (1000.0, 0.0, 0.0)), origins + torch.tensor([1000.0, 0.0, 0.0]))
    env.close()


def test_an_ant_that_falls_pays_once() -> None:
    env = _make("Isaac-Ant-Direct", termination_height=10.0)
    env.reset()
    assert (env.step(torch.zeros(2, 8))[1] < -1.9).all()  # the cost of 2, less the little that a step of 1/60 s earns
    env.close()
