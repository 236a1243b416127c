"""What Stable-Baselines3 sees of environments."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
import torch

pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")

from pippin.learning.sb3 import Sb3VecEnvWrapper


class Unlimited(gymnasium.Env):
    """Two environments whose actions have no limits."""

    num_envs, device, max_episode_length, render_mode = 2, "cpu", 10, None
    single_observation_space = gymnasium.spaces.Dict({"policy": gymnasium.spaces.Box(-1.0, 1.0, (3,))})
    single_action_space = gymnasium.spaces.Box(-np.inf, np.inf, (2,))

    def __init__(self) -> None:
        self.episode_length_buf = torch.zeros(2, dtype=torch.long)


def test_actions_without_limits_get_some() -> None:
    assert Sb3VecEnvWrapper(Unlimited()).action_space.high.tolist() == [1.0, 1.0]
    assert Sb3VecEnvWrapper(Unlimited(), action_bounds=(-2.0, 3.0)).action_space.high.tolist() == [3.0, 3.0]
    with pytest.raises(ValueError, match="action bounds"):
        Sb3VecEnvWrapper(Unlimited(), action_bounds=(1.0, -1.0))


def test_actions_of_version_2_have_its_limits() -> None:
    modules = pytest.importorskip("pippin_isaac.modules", reason="pippin-isaac (compat/) is not installed")
    older = modules.dialect_of("omni.isaac.lab").counterpart(Sb3VecEnvWrapper)
    assert older(Unlimited()).action_space.low.tolist() == [-100.0, -100.0]
