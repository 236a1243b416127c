"""Wrong arguments of managers and of environments with managers: named in one sentence, nothing changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch

from pippin.envs import ManagerBasedRLEnv
from pippin.tasks.cartpole.cartpole_env_cfg import CartpoleEnvCfg


@pytest.fixture(scope="module")
def env() -> Iterator[ManagerBasedRLEnv]:
    """Two cartpoles."""
    cfg = CartpoleEnvCfg()
    cfg.scene.num_envs, cfg.sim.device = 2, "cpu"
    env = ManagerBasedRLEnv(cfg)
    env.reset()
    yield env
    env.close()


MANAGERS = ("action", "observation", "event", "reward", "termination", "command", "curriculum", "recorder")


@pytest.mark.parametrize("manager", MANAGERS)
def test_ids_that_no_environment_has(env: ManagerBasedRLEnv, manager: str) -> None:
    reset = getattr(env, f"{manager}_manager").reset
    for ids, error in (
        ("all", TypeError),
        ([0.5], TypeError),
        ({"a": 1}, TypeError),
        ([2], IndexError),
        ([-1], IndexError),
    ):
        with pytest.raises(error, match="'env_ids'"):
            reset(ids)
    reset([0, 1])
    reset(torch.tensor([1]))


@pytest.mark.parametrize("manager", ["action", "observation", "reward", "termination"])
def test_values_are_listed_of_one_environment_at_a_time(env: ManagerBasedRLEnv, manager: str) -> None:
    listed = getattr(env, f"{manager}_manager").get_active_iterable_terms
    for env_idx, error in ((None, TypeError), ("0", TypeError), (0.5, TypeError), (2, IndexError)):
        with pytest.raises(error, match="'env_idx'"):
            listed(env_idx)
    assert len(listed(1)) > 0


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda env: env.step([0.0, 0.0]), TypeError, r"'action' .* tensor of shape \(2, 1\)"),
        (lambda env: env.step(torch.zeros(2, 3)), ValueError, "shape"),
        (lambda env: env.reset(env_ids="all"), TypeError, "'env_ids'"),
        (lambda env: env.reset(env_ids=[7]), IndexError, "'env_ids'"),
        (lambda env: env.seed("text"), TypeError, "'seed'"),
        (lambda env: env.export_IO_descriptors(5), TypeError, "'output_dir'"),
        (lambda env: env.recorder_manager.add_to_episodes(5, torch.zeros(2)), TypeError, "'key'"),
        (lambda env: env.explain(repeats=0.5), ValueError, "'repeats'"),
        (lambda env: env.reward_manager.set_term_cfg("alive", None), TypeError, "'alive' .* RewardTermCfg"),
        (lambda env: env.event_manager.apply(["reset"]), TypeError, "'mode'"),
        (
            lambda env: env.event_manager.apply("reset", global_env_step_count=0.5),
            ValueError,
            "'global_env_step_count'",
        ),
        (lambda env: env.command_manager.compute(float("nan")), ValueError, "'dt'"),
        (lambda env: env.reward_manager.compute(float("nan")), ValueError, "'dt'"),
        (lambda env: env.reset(options=[1]), TypeError, "'options'"),
        (lambda env: env.termination_manager.get_term("none"), KeyError, "'none'"),
        (lambda env: env.observation_manager.get_term_cfgs(["policy"]), ValueError, "there are: policy"),
    ],
)
def test_calls_that_cannot_be(
    env: ManagerBasedRLEnv, call: Callable[[ManagerBasedRLEnv], Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call(env)
    env.step(torch.zeros(2, 1))
