"""Environments that programs write out, with one agent and with several."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from pippin.envs import (
    DirectMARLEnv,
    DirectMARLEnvCfg,
    DirectRLEnv,
    DirectRLEnvCfg,
    multi_agent_to_single_agent,
    multi_agent_with_one_agent,
)
from pippin.envs.managers import EventTermCfg
from pippin.sim import SimulationCfg
from pippin.utils import configclass
from pippin.utils.noise import ConstantNoiseCfg, NoiseModelCfg
from pippin.utils.timer import Timer

from .pole import lean, scene_cfg


@configclass
class EventsCfg:
    """Events of all environments here."""

    lean = EventTermCfg(func=lean, mode="reset", params={"angle": 0.2})


class Steps:
    """What both kinds of environments have in common here."""

    scene: Any
    cfg: Any

    def _apply_action(self) -> None:
        self.scene["robot"].set_joint_effort_target_index(target=self.forces, joint_ids=[0])

    @property
    def angles(self) -> torch.Tensor:
        return self.scene["robot"].data.joint_pos.torch[:, 1]


class OnePole(Steps, DirectRLEnv):
    """One agent, which pushes the cart."""

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self.forces = 10.0 * actions

    def _get_observations(self) -> dict[str, torch.Tensor]:
        return {"policy": self.scene["robot"].data.joint_pos.torch.clone()}

    def _get_rewards(self) -> torch.Tensor:
        return torch.cos(self.angles)

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        return self.angles.abs() > 0.6, self.episode_length_buf >= self.max_episode_length - 1


class TwoAgents(Steps, DirectMARLEnv):
    """Two agents, which push the cart together."""

    def _pre_physics_step(self, actions: dict[str, torch.Tensor]) -> None:
        self.forces = 10.0 * (actions["left"] + actions["right"])

    def _get_observations(self) -> dict[str, torch.Tensor]:
        positions = self.scene["robot"].data.joint_pos.torch
        return {"left": positions.clone(), "right": positions[:, :1].clone()}

    def _get_rewards(self) -> dict[str, torch.Tensor]:
        return {"left": torch.cos(self.angles), "right": torch.ones(self.num_envs)}

    def _get_dones(self) -> tuple[dict, dict]:
        fallen, late = self.angles.abs() > 0.6, self.episode_length_buf >= self.max_episode_length - 1
        return {"left": fallen, "right": fallen}, {"left": late, "right": late}


def common(folder: Path) -> dict[str, Any]:
    """Settings of both."""
    sim = SimulationCfg(dt=0.01, device="cpu")
    return {
        **{"sim": sim, "decimation": 2, "episode_length_s": 0.2, "seed": 1, "events": EventsCfg()},
        "scene": scene_cfg("pippin", folder, 3),
    }


@pytest.fixture
def one(tmp_path: Path) -> Iterator[OnePole]:
    noise = NoiseModelCfg(noise_cfg=ConstantNoiseCfg(bias=5.0))
    cfg = DirectRLEnvCfg(observation_space=2, action_space=1, observation_noise_model=noise, **common(tmp_path))
    env = OnePole(cfg)
    yield env
    env.close()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoAgents]:
    spaces = {"observation_spaces": {"left": 2, "right": 1}, "action_spaces": {"left": 1, "right": 1}}
    cfg = DirectMARLEnvCfg(possible_agents=["left", "right"], state_space=-1, **spaces, **common(tmp_path))
    env = TwoAgents(cfg)
    yield env
    env.close()


def test_a_step_gives_what_the_methods_say(one: OnePole) -> None:
    observations, _ = one.reset()
    torch.testing.assert_close(observations["policy"], one.scene["robot"].data.joint_pos.torch + 5.0)
    observations, rewards, terminated, time_outs, _ = one.step(torch.ones(3, 1))
    torch.testing.assert_close(observations["policy"], one.scene["robot"].data.joint_pos.torch + 5.0)
    torch.testing.assert_close(rewards, torch.cos(one.angles))
    assert not terminated.any() and not time_outs.any()
    assert one.single_observation_space["policy"].shape == (2,)
    assert one.actions.shape == (3, 1)


def test_a_benchmark_learns_how_long_the_start_took(one: OnePole) -> None:
    assert 0.0 < Timer.get_timer_info("scene_creation") < 60.0
    assert 0.0 < Timer.get_timer_info("simulation_start") < 60.0


def test_environments_are_reset_by_the_indices_of_an_asset(one: OnePole) -> None:
    """What programs for Isaac Lab call all instances, private as it is there."""
    one.step(torch.zeros(one.num_envs, 1))
    assert one.episode_length_buf.all()
    one._reset_idx(one.scene["robot"]._ALL_INDICES)
    assert not one.episode_length_buf.any()


def test_the_end_of_time_resets_all(one: OnePole) -> None:
    one.reset()
    ends = [one.step(torch.zeros(3, 1))[3].all().item() for _ in range(10)]
    assert ends == [False] * 8 + [True, False]
    assert one.episode_length_buf.tolist() == [1, 1, 1]
    assert one.common_step_counter == 10


def test_agents_have_their_own_values(two: TwoAgents) -> None:
    observations, _ = two.reset()
    assert {name: tuple(value.shape) for name, value in observations.items()} == {"left": (3, 2), "right": (3, 1)}
    actions = {"left": torch.ones(3, 1), "right": -torch.ones(3, 1)}
    observations, rewards, terminated, _, _ = two.step(actions)
    torch.testing.assert_close(two.state(), torch.cat([observations["left"], observations["right"]], dim=1))
    assert two.state_space.shape == (3,)
    assert (rewards["right"] == 1.0).all() and not terminated["left"].any()


def test_agents_are_seen_as_one(two: TwoAgents) -> None:
    single = multi_agent_to_single_agent(two)
    assert single.observation_space.shape == (3, 3) and single.action_space.shape == (3, 2)
    single.reset()
    observations, rewards, terminated, _, _ = single.step(torch.zeros(3, 2))
    torch.testing.assert_close(rewards, 1.0 + torch.cos(two.angles))
    assert observations["policy"].shape == (3, 3) and terminated.dtype == torch.bool
    observed = single._get_observations()  # which RSL-RL's wrapper asks for before the first step
    torch.testing.assert_close(observed["policy"], observations["policy"])
    merged = multi_agent_with_one_agent(two)
    observations, _ = merged.reset()
    assert list(observations) == ["single-agent"] == merged.possible_agents
    assert merged.step({"single-agent": torch.zeros(3, 2)})[0]["single-agent"].shape == (3, 3)


def test_methods_that_are_missing_are_named(one: OnePole) -> None:
    with pytest.raises(NotImplementedError, match="_get_rewards"):
        DirectRLEnv._get_rewards(one)
