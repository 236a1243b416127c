"""What terms and direct environments give or name wrongly: one sentence that says which, and what is expected."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
import torch

from pippin.envs import ManagerBasedRLEnv
from pippin.envs.managers import EventTermCfg, ObservationTermCfg, RewardTermCfg, SceneEntityCfg, TerminationTermCfg
from pippin.envs.mdp import body_lin_acc_l2, joint_vel_l1, reset_scene_to_default
from pippin.envs.spaces import spec_to_gym_space
from pippin.sim import SimulationContext
from pippin.tasks.cartpole.cartpole_env import CartpoleEnv
from pippin.tasks.cartpole.cartpole_env import CartpoleEnvCfg as DirectCartpoleCfg
from pippin.tasks.cartpole.cartpole_env_cfg import CartpoleEnvCfg
from pippin.tasks.utils import parse_env_cfg

N = 2


def _is_alive(env: Any) -> torch.Tensor:
    return torch.ones(env.num_envs)


def _reward(func: Callable[..., Any], **params: Any) -> Callable[[Any], None]:
    return lambda cfg: setattr(cfg.rewards, "mine", RewardTermCfg(func=func, weight=1.0, params=params))


def _ends(func: Callable[..., Any]) -> Callable[[Any], None]:
    return lambda cfg: setattr(cfg.terminations, "mine", TerminationTermCfg(func=func))


def _seen(func: Callable[..., Any]) -> Callable[[Any], None]:
    return lambda cfg: setattr(cfg.observations.policy, "mine", ObservationTermCfg(func=func))


WRONG: dict[str, tuple[Callable[[Any], None], type[Exception], str]] = {
    "reward none": (_reward(lambda env: None), ValueError, "reward term 'mine' gives a NoneType"),
    "reward column": (_reward(lambda env: torch.zeros(N, 1)), ValueError, r"reward term 'mine' .* \(2, 1\)"),
    "reward text": (_reward(_is_alive, weight="much"), ValueError, r"term 'mine' was given the params \['weight'\]"),
    "end none": (_ends(lambda env: None), ValueError, "termination term 'mine' gives a NoneType"),
    "end column": (_ends(lambda env: torch.zeros(N, 1)), ValueError, r"termination term 'mine' .* \(2, 1\)"),
    "seen rows": (_seen(lambda env: torch.zeros(3, 2)), ValueError, r"observation term 'policy/mine' .* \(3, 2\)"),
    "joint": (lambda cfg: setattr(cfg.actions.joint_effort, "joint_names", ["x"]), ValueError, "'joint_effort' .*'x'"),
    "asset": (lambda cfg: setattr(cfg.actions.joint_effort, "asset_name", "x"), KeyError, "'joint_effort' .*'x'"),
    "joint of a reward": (
        _reward(joint_vel_l1, asset_cfg=SceneEntityCfg("robot", joint_names=["x"])),
        ValueError,
        "'asset_cfg' of the term 'mine' .* 'x'",
    ),
    "body of a reward": (
        _reward(body_lin_acc_l2, asset_cfg=SceneEntityCfg("robot", body_names="x")),
        ValueError,
        "'asset_cfg' of the term 'mine' .* 'x'",
    ),
    "no steps": (lambda cfg: setattr(cfg, "decimation", 0), ValueError, "'decimation' .* is 0"),
}


def _make_and_step(cfg: Any) -> None:
    env = ManagerBasedRLEnv(cfg)
    try:
        _step(env)
    finally:
        env.close()


def _step(env: Any) -> None:
    env.reset()
    env.step(torch.zeros(N, 1))


@pytest.mark.parametrize("name", WRONG)
def test_terms_are_named(name: str) -> None:
    change, error, message = WRONG[name]
    cfg = CartpoleEnvCfg()
    cfg.scene.num_envs, cfg.sim.device = N, "cpu"
    change(cfg)
    with pytest.raises(error, match=message):
        _make_and_step(cfg)
    assert SimulationContext.instance() is None


@pytest.mark.parametrize("value", [True, torch.tensor(True), torch.tensor([True, True])])
def test_one_truth_value_of_a_termination_is_that_of_all_environments(value: Any) -> None:
    cfg = CartpoleEnvCfg()
    cfg.scene.num_envs = N
    cfg.sim.device = "cpu"
    _ends(lambda env: value)(cfg)
    env = ManagerBasedRLEnv(cfg)
    try:
        env.reset()
        _, _, terminated, truncated, _ = env.step(torch.zeros(N, 1))
        assert terminated.tolist() == [True] * N
        assert not truncated.any()
        assert env.termination_manager.get_term("mine").tolist() == [True] * N
    finally:
        env.close()


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_rewards_that_are_not_finite_are_told_in_that_step(bad: float, caplog: pytest.LogCaptureFixture) -> None:
    """The term and the environments, once."""
    cfg = CartpoleEnvCfg()
    cfg.scene.num_envs, cfg.sim.device = 3, "cpu"
    cfg.rewards.mine = RewardTermCfg(func=lambda env: torch.tensor([0.0, bad, 0.0]), weight=1.0)
    env = ManagerBasedRLEnv(cfg)
    env.reset()
    with caplog.at_level(logging.WARNING, logger="pippin"):
        for _ in range(3):
            env.step(torch.zeros(3, 1))
    env.close()
    told = [record.getMessage() for record in caplog.records if "reward term" in record.getMessage()]
    assert told == ["The reward term 'mine' is not finite in the environments [1]."]


def _direct(**changes: Any) -> Any:
    cfg = DirectCartpoleCfg()
    cfg.scene.num_envs, cfg.sim.device = N, "cpu"
    fields = {key: changes.pop(key) for key in list(changes) if hasattr(cfg, key)}
    vars(cfg).update(fields)
    return type("MineEnv", (CartpoleEnv,), changes)(cfg)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"_get_dones": lambda self: torch.zeros(N, dtype=torch.bool)}, "'_get_dones' of MineEnv gives Tensor"),
        ({"_get_dones": lambda self: (torch.zeros(3), torch.zeros(N))}, r"'_get_dones' of MineEnv .*\(3,\)"),
        ({"_get_rewards": lambda self: None}, "'_get_rewards' of MineEnv gives None"),
        ({"_get_observations": lambda self: None}, "'_get_observations' of MineEnv gives None"),
    ],
)
def test_methods_are_named(changes: dict[str, Any], message: str) -> None:
    env = _direct(**changes)
    with pytest.raises(ValueError, match=message):
        _step(env)
    env.close()


def test_spaces_that_do_not_fit_are_told(caplog: pytest.LogCaptureFixture) -> None:
    env = _direct(observation_space=7, _get_rewards=lambda self: torch.zeros(N, 1))
    with caplog.at_level(logging.WARNING, logger="pippin"):
        _step(env)
        _step(env)
    env.close()
    told = [record.getMessage() for record in caplog.records if "has the shape" in record.getMessage()]
    assert len(told) == 2
    assert "'policy' has the shape (2, 4); expected (2, 7)" in told[0]
    assert "_get_rewards has the shape (2, 1); expected (2,)" in told[1]


def test_actions_that_do_not_fit_their_space_are_told(caplog: pytest.LogCaptureFixture) -> None:
    env = _direct(action_space=2)
    with caplog.at_level(logging.WARNING, logger="pippin"):
        _step(env)
    env.close()
    assert "the action has the shape (2, 1); expected (2, 2)" in caplog.text


def test_a_mode_of_events_that_is_misspelt_is_told(caplog: pytest.LogCaptureFixture) -> None:
    cfg = CartpoleEnvCfg()
    cfg.scene.num_envs, cfg.sim.device = N, "cpu"
    cfg.events.mine = EventTermCfg(func=reset_scene_to_default, mode="restet")
    _make_and_step(cfg)
    assert "'mine' has the mode 'restet'" in caplog.text
    assert "is 'reset' meant" in caplog.text


def test_a_space_has_no_negative_size() -> None:
    with pytest.raises(ValueError, match="size -1"):
        spec_to_gym_space(-1)


def test_a_task_has_a_name() -> None:
    with pytest.raises(TypeError, match="name of the task is None"):
        parse_env_cfg(None)
