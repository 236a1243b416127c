"""Environments that consist of managers: what a step does, what a reset does, and that they end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from pippin.envs import ManagerBasedEnv, ManagerBasedEnvCfg, ManagerBasedRLEnv
from pippin.envs.managers import (
    ActionManager,
    CommandManager,
    CurriculumManager,
    ObservationManager,
    RecorderManager,
    RewardManager,
    TerminationManager,
)
from pippin.sensors import FrameTransformerCfg
from pippin.sim import SimulationContext
from pippin.sim.markers import VisualizationMarkers

from .pole import pole_cfg


@pytest.fixture
def env(tmp_path: Path) -> Iterator[ManagerBasedRLEnv]:
    made = ManagerBasedRLEnv(pole_cfg("pippin", tmp_path))
    yield made
    made.close()


def run(env: Any, steps: int) -> list[Any]:
    env.reset(seed=5)
    actions = torch.linspace(-1.0, 1.0, steps)
    return [[part.clone() for part in flat(env.step(action.expand(env.num_envs, 1)))] for action in actions]


def flat(result: tuple) -> list[torch.Tensor]:
    return [result[0]["policy"], *result[1:4]]


def test_spaces_and_times_are_those_of_the_config(env: ManagerBasedRLEnv) -> None:
    assert env.observation_space["policy"].shape == (4, 4)
    assert env.single_action_space.shape == (1,)
    assert (env.step_dt, env.max_episode_length, env.num_envs, env.device) == (0.02, 50, 4, "cpu")
    assert env.metadata["render_fps"] == pytest.approx(50.0)
    assert env.unwrapped is env


def test_a_config_names_the_class_that_it_is_for(tmp_path: Path) -> None:
    cfg = pole_cfg("pippin", tmp_path)
    env = cfg.class_type(cfg)
    assert type(env) is ManagerBasedRLEnv
    env.close()
    assert ManagerBasedEnvCfg().class_type.resolve() is ManagerBasedEnv


def test_a_step_gives_what_the_terms_say(env: ManagerBasedRLEnv) -> None:
    observations, _ = env.reset()
    observations, rewards, terminated, time_outs, _ = env.step(torch.zeros(4, 1))
    data = env.scene["robot"].data
    positions, velocities = data.joint_pos.torch, data.joint_vel.torch
    expected = torch.cat([positions[:, [1, 0]], 0.5 * velocities.clip(-4, 4)], dim=1)
    torch.testing.assert_close(observations["policy"], expected)
    torch.testing.assert_close(rewards, 2.0 * torch.cos(positions[:, 1]) * 0.02)
    assert not terminated.any() and not time_outs.any()
    assert env.common_step_counter == 1
    assert env.episode_length_buf.tolist() == [1] * 4


def test_environments_whose_episode_ends_are_reset_within_the_step(env: ManagerBasedRLEnv) -> None:
    env.reset()
    robot = env.scene["robot"]
    robot.write_joint_position_to_sim_index(position=torch.tensor([[0.0, 1.0]]), env_ids=torch.tensor([2]))
    observations, _, terminated, time_outs, extras = env.step(torch.zeros(4, 1))
    assert terminated.tolist() == [False, False, True, False]
    assert not time_outs.any()
    assert abs(observations["policy"][2, 0]) <= 0.2  # the new episode's
    assert env.episode_length_buf.tolist() == [1, 1, 0, 1]
    assert extras["log"]["Episode_Termination/fallen"] == pytest.approx(0.25)
    assert "Episode_Reward/upright" in extras["log"]


def test_time_is_truncation(env: ManagerBasedRLEnv) -> None:
    env.reset()
    env.episode_length_buf[1] = env.max_episode_length - 1
    _, _, terminated, time_outs, _ = env.step(torch.zeros(4, 1))
    assert (terminated.any().item(), time_outs.tolist()) == (False, [False, True, False, False])


@pytest.mark.slow
def test_equal_seeds_give_equal_runs_in_one_process(tmp_path: Path) -> None:
    runs = []
    for _ in range(2):
        env = ManagerBasedRLEnv(pole_cfg("pippin", tmp_path))
        runs.append(run(env, 60))
        env.close()
    assert SimulationContext.instance() is None
    for first, second in zip(*runs, strict=True):
        for a, b in zip(first, second, strict=True):
            assert torch.equal(a, b)


def test_states_are_given_back(env: ManagerBasedRLEnv) -> None:
    env.reset()
    env.step(torch.ones(4, 1))
    state = env.scene.get_state(is_relative=True)
    observations = env.observation_manager.compute()["policy"].clone()
    for _ in range(5):
        env.step(torch.ones(4, 1))
    again, _ = env.reset_to(state, torch.arange(4), is_relative=True)
    torch.testing.assert_close(again["policy"], observations)


def test_some_environments_can_be_reset(env: ManagerBasedRLEnv) -> None:
    env.reset()
    for _ in range(3):
        env.step(torch.ones(4, 1))
    env.reset(env_ids=torch.tensor([1, 3]))
    assert env.episode_length_buf.tolist() == [3, 0, 3, 0]


def test_pictures_show_the_scene(tmp_path: Path) -> None:
    cfg = pole_cfg("pippin", tmp_path, num_envs=1)
    cfg.viewer.resolution = (64, 48)
    cfg.viewer.eye, cfg.viewer.lookat = (0.0, -3.0, 1.2), (0.0, 0.0, 1.2)
    env = ManagerBasedRLEnv(cfg, render_mode="rgb_array")
    env.reset()
    picture = env.render()
    env.close()
    assert picture.shape == (48, 64, 3) and picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 2


def test_names_that_a_program_adds_to_those_of_the_terms_are_its_own(env: ManagerBasedRLEnv) -> None:
    """robotic_world_model adds a reward that it computes itself to ``reward_manager.active_terms``."""
    env.reward_manager.active_terms.append("uncertainty")
    env.observation_manager.active_terms["policy"].append("uncertainty")
    env.event_manager.active_terms["reset"].append("uncertainty")
    env.reset()
    env.step(torch.ones(4, 1))
    assert env.reward_manager.active_terms == ["upright"]
    assert env.observation_manager.active_terms == {"policy": ["positions", "velocities"]}


def test_markers_move_for_pictures_and_not_at_steps_that_nobody_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in Isaac Lab, whose application draws no frames in a training without a window."""
    moved = []
    monkeypatch.setattr(VisualizationMarkers, "visualize", lambda self, *args, **kwargs: moved.append(self))
    cfg = pole_cfg("pippin", tmp_path, num_envs=2)
    cfg.scene.tip = FrameTransformerCfg(
        prim_path="{ENV_REGEX_NS}/Cart/cart",
        target_frames=[FrameTransformerCfg.FrameCfg(prim_path="{ENV_REGEX_NS}/Cart/pole")],
        debug_vis=True,
    )
    env = ManagerBasedRLEnv(cfg, render_mode="rgb_array")
    env.reset()
    moved.clear()
    env.step(torch.zeros(2, 1))
    assert not env.sim.has_gui and not moved
    env.render()
    assert moved
    moved.clear()
    env.sim.add_render_callback("viewer", lambda event: None)
    env.step(torch.zeros(2, 1))
    env.close()
    assert moved


def test_a_second_environment_is_refused_while_there_is_one(env: ManagerBasedRLEnv, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="close"):
        ManagerBasedRLEnv(pole_cfg("pippin", tmp_path))
    assert SimulationContext.instance() is env.sim


def test_a_failed_start_leaves_no_simulation(tmp_path: Path) -> None:
    cfg = pole_cfg("pippin", tmp_path)
    cfg.observations.policy.positions.params["asset_cfg"].joint_names = ["knee"]
    with pytest.raises(ValueError, match=r"policy/positions.*knee"):
        ManagerBasedRLEnv(cfg)
    assert SimulationContext.instance() is None


def test_wrong_shapes_name_their_term(env: ManagerBasedRLEnv) -> None:
    env.reset()
    env.reward_manager.get_term_cfg("upright").func = lambda env: torch.ones(env.num_envs, 1)
    with pytest.raises(ValueError, match=r"upright.*\(4, 1\).*\(4,\)"):
        env.step(torch.zeros(4, 1))
    with pytest.raises(ValueError, match=r"action.*\(4, 1\).*\(4, 3\)"):
        env.step(torch.zeros(4, 3))


def test_rewards_that_are_nan_name_term_and_environments(
    env: ManagerBasedRLEnv, caplog: pytest.LogCaptureFixture
) -> None:
    env.reset()
    env.reward_manager.get_term_cfg("upright").func = lambda env: torch.tensor([1.0, torch.nan, 1.0, 1.0])
    env.step(torch.zeros(4, 1))
    env.reset()
    assert "upright" in caplog.text and "[1]" in caplog.text


def test_configs_that_leave_fields_open_are_refused(tmp_path: Path) -> None:
    cfg = pole_cfg("pippin", tmp_path)
    cfg.rewards = type(cfg).__dataclass_fields__["rewards"].default
    with pytest.raises(TypeError, match="rewards"):
        ManagerBasedRLEnv(cfg)


class OwnManagersEnv(ManagerBasedRLEnv):
    """Makes its managers itself, as programs do that exchange one of them."""

    def load_managers(self) -> None:
        assert not self.episode_length_buf.any()  # terms may read it while the managers are made
        self.command_manager = CommandManager(self.cfg.commands, self)
        self.recorder_manager = RecorderManager(self.cfg.recorders, self)
        self.action_manager = ActionManager(self.cfg.actions, self)
        self.observation_manager = ObservationManager(self.cfg.observations, self)
        self.termination_manager = TerminationManager(self.cfg.terminations, self)
        self.reward_manager = RewardManager(self.cfg.rewards, self)
        self.curriculum_manager = CurriculumManager(self.cfg.curriculum, self)


def test_a_program_makes_the_managers_itself(env: ManagerBasedRLEnv, tmp_path: Path) -> None:
    expected = run(env, 60)
    env.close()
    own = OwnManagersEnv(pole_cfg("pippin", tmp_path))
    found = run(own, 60)
    assert own.episode_length_buf.max() < own.max_episode_length  # all have begun anew
    own.close()
    torch.testing.assert_close(found, expected, rtol=0.0, atol=0.0)
