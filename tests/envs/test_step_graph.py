"""Steps as CUDA graphs: the same results as step by step, and what graphs cannot hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import pytest
import torch

from pippin.envs import ManagerBasedRLEnv, mdp
from pippin.envs.managers import CurriculumTermCfg, EventTermCfg, ManagerTermBase, RewardTermCfg, SceneEntityCfg
from pippin.envs.managers.env_rows import count_drawn, mean_of_rows, put_rows
from pippin.envs.step_graph import MaskedLog
from pippin.envs.step_graph.conditions import (
    places_of_globals,
    reasons_against_capture,
    reasons_against_masks,
    term_configs,
)
from pippin.envs.step_graph.graph import settings_that_act
from pippin.envs.step_graph.host_state import memory_of, numbers_of, objects_below, settings_of
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils.parse_cfg import parse_env_cfg
from pippin.utils import CircularBuffer

from .pole import pole_cfg

NUM_ENVS = 16
TASKS = [
    "Isaac-Cartpole-v0",
    pytest.param("Isaac-Velocity-Flat-Anymal-C-v0", marks=pytest.mark.slow),
    pytest.param("Isaac-Velocity-Rough-Anymal-C-v0", marks=pytest.mark.slow),
    pytest.param("Isaac-Reach-Franka-v0", marks=pytest.mark.slow),
]


def certain(env: Any) -> None:
    """Let all that is drawn be the upper end of its range, so that masks and ids have to give the same."""
    for cfg in term_configs(env):
        if hasattr(cfg, "noise"):
            cfg.noise = None
        if getattr(cfg, "interval_range_s", None):
            cfg.interval_range_s = (0.3, 0.3)
        for name, value in cfg.params.items():
            if name.endswith("_range"):
                is_dict = isinstance(value, dict)
                cfg.params[name] = {key: (b, b) for key, (_, b) in value.items()} if is_dict else (value[1], value[1])
    for name in env.command_manager.active_terms:
        cfg = env.command_manager.get_term(name).cfg
        cfg.resampling_time_range, cfg.rel_standing_envs, cfg.rel_heading_envs = (0.4, 0.4), -1.0, 2.0
        for key, value in vars(cfg.ranges).items():
            setattr(cfg.ranges, key, (value[1], value[1]))


def rollout(task: str, device: str, steps: int, **attributes: bool) -> list[dict[str, torch.Tensor]]:
    """What steps give, with episodes that end at different times, and with a buffer that a wrapper replaces."""
    register_tasks()
    cfg: Any = parse_env_cfg(task, device=device, num_envs=NUM_ENVS)
    cfg.seed, cfg.episode_length_s = 0, 0.6
    generator = getattr(getattr(cfg.scene, "terrain", None), "terrain_generator", None)
    if generator is not None:
        generator.num_rows, generator.num_cols, generator.border_width = 7, 2, 2.0
    env: Any = gymnasium.make(task, cfg=cfg).unwrapped
    try:
        certain(env)
        for name, value in attributes.items():
            setattr(env, name, value)
        env.reset(seed=1)
        env.episode_length_buf = torch.arange(NUM_ENVS, device=env.device) % 7
        random = torch.Generator().manual_seed(3)
        results = []
        for _ in range(steps):
            action = 2.0 * torch.rand(NUM_ENVS, env.single_action_space.shape[0], generator=random) - 1.0
            observations, reward, terminated, truncated, extras = env.step(action.to(env.device))
            log = {name: torch.as_tensor(value).cpu().float() for name, value in extras["log"].items()}
            results.append(
                {
                    **{name: value.cpu().clone() for name, value in observations.items()},
                    **{"reward": reward.cpu().clone(), "ended": (terminated | truncated).cpu()},
                    **{"root": env.scene["robot"].data.root_link_pose_w.torch.cpu().clone()},
                    **{"time": torch.tensor(env.sim.current_time), "steps": torch.tensor(env.common_step_counter)},
                    **log,
                }
            )
        assert sum(int(result["ended"].sum()) for result in results) >= NUM_ENVS
        return results
    finally:
        env.close()


@pytest.mark.parametrize("task", TASKS)
def test_masks_give_what_ids_give(task: str) -> None:
    for by_ids, by_masks in zip(rollout(task, "cpu", 40), rollout(task, "cpu", 40, steps_by_masks=True), strict=True):
        torch.testing.assert_close(by_masks, by_ids, rtol=1e-5, atol=1e-5)


@pytest.mark.gpu
@pytest.mark.parametrize("task", TASKS)
def test_graphs_give_what_single_steps_give(task: str) -> None:
    """Contacts come in the order in which threads arrive, so that sums differ by roundings, which grow with time."""
    tolerance = 1e-6 if "Cartpole" in task else 0.05
    single, graphs = rollout(task, "cuda:0", 40, captures_steps=False), rollout(task, "cuda:0", 40)
    for expected, result in zip(single, graphs, strict=True):
        torch.testing.assert_close(result, expected, rtol=tolerance, atol=tolerance)


class Recurrent(torch.nn.Module):
    """A network of ANYmal's form that pulls joints to their targets."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = torch.nn.LSTM(2, 8, num_layers=2, batch_first=True)

    def forward(
        self, inputs: torch.Tensor, state: tuple[torch.Tensor, torch.Tensor]
    ) -> tuple[torch.Tensor, tuple[torch.Tensor, torch.Tensor]]:
        features, state = self.lstm(inputs, state)
        return 80.0 * inputs[:, 0, 0] - 2.0 * inputs[:, 0, 1] + features[:, 0, 0], state


@pytest.fixture
def network_of_anymal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of ANYmal's actuator network in a folder with a copy of the assets."""
    path = tmp_path / "Isaac/IsaacLab/ActuatorNets/ANYbotics/anydrive_3_lstm_jit.pt"
    path.parent.mkdir(parents=True)
    torch.manual_seed(0)
    torch.jit.script(Recurrent()).save(str(path))
    monkeypatch.setenv("PIPPIN_ASSETS_ROOT", str(tmp_path))


@pytest.mark.slow
@pytest.mark.usefixtures("network_of_anymal")
def test_networks_of_actuators_are_reset_by_masks() -> None:
    test_masks_give_what_ids_give("Isaac-Velocity-Flat-Anymal-C-v0")


@pytest.mark.gpu
@pytest.mark.usefixtures("network_of_anymal")
def test_networks_of_actuators_are_part_of_the_graph() -> None:
    test_graphs_give_what_single_steps_give("Isaac-Velocity-Flat-Anymal-C-v0")


@pytest.mark.gpu
def test_what_changes_on_the_host_between_steps_acts() -> None:
    register_tasks()
    cfg: Any = parse_env_cfg("Isaac-Cartpole-v0", device="cuda:0", num_envs=NUM_ENVS)
    cfg.seed = 0
    env: Any = gymnasium.make("Isaac-Cartpole-v0", cfg=cfg).unwrapped
    action = torch.zeros(NUM_ENVS, 1, device=env.device)
    try:
        env.reset()
        for _ in range(8):
            env.step(action)
        assert "one CUDA graph" in str(env.explain())
        alive = env.reward_manager.get_term_cfg("alive")
        for weight in (7.0, 7.0, 7.0, 2.0, 7.0):
            alive.weight = weight
            env.step(action)
            index = env.reward_manager.active_terms.index("alive")
            assert set(env.reward_manager._step_reward[:, index].tolist()) <= {0.0, weight}
        kept = env.step(action)[0]["policy"]
        before = kept.clone()
        robot = env.scene["robot"]
        for _ in range(4):  # first as ever, then captured, then replayed
            robot.write_joint_position_to_sim_index(position=torch.full((NUM_ENVS, 2), 0.1, device=env.device))
            robot.write_joint_velocity_to_sim_index(velocity=torch.zeros(NUM_ENVS, 2, device=env.device))
            after = env.step(action)[0]["policy"]
            torch.testing.assert_close(after[:, 0], torch.full_like(after[:, 0], 0.1), atol=0.02, rtol=0.0)
        torch.testing.assert_close(kept, before)
        torch.testing.assert_close(robot.data.joint_pos.torch[:, 0], after[:, 0])
    finally:
        env.close()


# -- what a graph cannot hold ------------------------------------------------------------------------------------------


def later(env: Any) -> torch.Tensor:
    """A reward that depends on the host's count of steps."""
    return torch.full((env.num_envs,), float(env.common_step_counter))


def through_another(env: Any) -> torch.Tensor:
    """The same, in a function that it calls."""
    return 2.0 * later(env)


class Remembering(ManagerTermBase):
    """A reward that replaces its memory."""

    def __call__(self, env: Any) -> torch.Tensor:
        self.last = torch.ones(env.num_envs)
        return self.last


def mean_height(env: Any) -> torch.Tensor:
    """A reward of tensors alone."""
    return env.scene["robot"].data.joint_pos.torch.sum(dim=1)


@pytest.mark.parametrize(
    ("reward", "expected"),
    [
        (later, "common_step_counter"),
        (through_another, "common_step_counter"),
        (Remembering, "last"),
        (mean_height, ""),
    ],
)
def test_rewards_that_depend_on_the_host_are_named(reward: Any, expected: str, tmp_path: Path) -> None:
    cfg = pole_cfg("pippin", tmp_path)
    cfg.rewards.mine = RewardTermCfg(func=reward, weight=1.0)
    env = ManagerBasedRLEnv(cfg)
    reasons = "; ".join(reasons_against_capture(env))
    env.close()
    assert expected in reasons if expected else not reasons


def test_robots_that_tell_their_drives_by_a_method_of_their_own_are_named(tmp_path: Path) -> None:
    env = ManagerBasedRLEnv(pole_cfg("pippin", tmp_path))
    before = reasons_against_capture(env)
    env.scene["robot"]._own_law = lambda: None
    after = reasons_against_capture(env)
    env.close()
    assert before == []
    assert after == ["'robot' computes what its drives are told by a method of its own"]


SCALE = 2.0


def scaled(env: Any) -> torch.Tensor:
    """A reward that a number of this module scales."""
    return SCALE * mean_height(env)


def test_numbers_of_modules_that_terms_read_are_found(tmp_path: Path) -> None:
    cfg = pole_cfg("pippin", tmp_path)
    cfg.rewards.mine = RewardTermCfg(func=scaled, weight=1.0)
    env = ManagerBasedRLEnv(cfg)
    places = places_of_globals(env)
    env.close()
    assert [name for holder, name in places if holder is globals()] == ["SCALE"]


def test_ranges_of_commands_and_params_of_terms_are_looked_at() -> None:
    register_tasks()
    cfg: Any = parse_env_cfg("Isaac-Velocity-Flat-Anymal-C-v0", device="cpu", num_envs=1)
    env: Any = gymnasium.make("Isaac-Velocity-Flat-Anymal-C-v0", cfg=cfg).unwrapped
    try:
        before = [holder[name] for holder, name in settings_that_act(env)]
        env.command_manager.get_term("base_velocity").cfg.ranges.lin_vel_x = (0.0, 0.5)
        env.reward_manager.get_term_cfg("track_lin_vel_xy_exp").params["std"] = 0.1
        after = [holder[name] for holder, name in settings_that_act(env)]
    finally:
        env.close()
    changed = {new for old, new in zip(before, after, strict=True) if old != new}
    assert changed == {(0.0, 0.5), 0.1}


def test_where_last_observations_are_kept_resets_are_given_ids(tmp_path: Path) -> None:
    cfg = pole_cfg("pippin", tmp_path)
    cfg.compute_final_obs = True
    env = ManagerBasedRLEnv(cfg)
    reasons = reasons_against_masks(env)
    env.close()
    assert any("last observations" in reason for reason in reasons)


class OwnReset(ManagerBasedRLEnv):
    """Resets what it adds."""

    def _reset_idx(self, env_ids: Any) -> None:
        super()._reset_idx(env_ids)
        assert len(env_ids) <= self.num_envs


def test_an_environment_that_resets_in_its_own_way_is_given_ids(tmp_path: Path) -> None:
    env = OwnReset(pole_cfg("pippin", tmp_path))
    reasons = reasons_against_masks(env)
    env.close()
    assert any("'OwnReset'" in reason for reason in reasons)


def test_events_of_users_are_asked_for_ids_and_those_of_pippin_are_not(tmp_path: Path) -> None:
    cfg = pole_cfg("pippin", tmp_path)
    params = {"position_range": (-0.1, 0.1), "velocity_range": (0.0, 0.0), "asset_cfg": SceneEntityCfg("robot")}
    cfg.events.jump = EventTermCfg(func=mdp.reset_joints_by_offset, mode="reset", params=params)
    env = ManagerBasedRLEnv(cfg)
    reasons = reasons_against_masks(env)
    env.close()
    assert any("'lean'" in reason for reason in reasons) and not any("'jump'" in reason for reason in reasons)


def harder(env: Any, env_ids: Any) -> None:
    """A curriculum of a user."""


def test_curricula_of_users_are_asked_for_ids_and_those_of_pippin_are_not(tmp_path: Path) -> None:
    cfg = pole_cfg("pippin", tmp_path)
    params = {"term_name": "upright", "weight": 5.0, "num_steps": 3}
    weight = CurriculumTermCfg(func=mdp.modify_reward_weight, params=params)
    cfg.curriculum = {"harder": CurriculumTermCfg(func=harder), "weight": weight}
    env = ManagerBasedRLEnv(cfg)
    reasons = reasons_against_masks(env)
    env.close()
    assert any("'harder'" in reason for reason in reasons) and not any("'weight'" in reason for reason in reasons)


@pytest.mark.parametrize("by_masks", [False, True])
def test_a_weight_changes_when_an_episode_ends_after_its_steps(by_masks: bool, tmp_path: Path) -> None:
    """Episodes of ten steps end in the steps 5, 10, ...: the weight that holds after 3 steps comes with the fifth."""
    cfg = pole_cfg("pippin", tmp_path, num_envs=2)
    cfg.episode_length_s, cfg.terminations.fallen = 0.2, None
    cfg.events.lean = EventTermCfg(func=mdp.reset_scene_to_default, mode="reset")
    params = {"term_name": "upright", "weight": 5.0, "num_steps": 3}
    cfg.curriculum = {"later": CurriculumTermCfg(func=mdp.modify_reward_weight, params=params)}
    env = ManagerBasedRLEnv(cfg)
    env.steps_by_masks = by_masks
    env.reset()
    env.episode_length_buf[1] = 5
    found = []
    for _ in range(7):
        extras = env.step(torch.zeros(2, 1))[4]
        found.append((env.reward_manager.get_term_cfg("upright").weight, float(extras["log"]["Curriculum/later"])))
    env.close()
    assert found == [(2.0, 2.0)] * 4 + [(5.0, 5.0)] * 3


# -- the parts ---------------------------------------------------------------------------------------------------------


def test_a_mask_puts_and_averages_rows_as_their_ids_do() -> None:
    mask = torch.tensor([True, False, True])
    values, others = torch.zeros(3, 2), torch.zeros(3, 2)
    drawn = torch.arange(6.0).view(3, 2)
    put_rows(values, mask, drawn)
    put_rows(others, mask.nonzero().flatten(), drawn[mask])
    torch.testing.assert_close(values, others)
    torch.testing.assert_close(mean_of_rows(drawn, mask), drawn[mask].mean(dim=0))
    torch.testing.assert_close(mean_of_rows(drawn, torch.zeros(3, dtype=torch.bool)), torch.zeros(2))
    assert count_drawn(mask, 3) == 3 and count_drawn(None, 3) == 3 and count_drawn([1], 3) == 1


def test_a_circular_buffer_is_reset_by_a_mask() -> None:
    by_mask, by_ids = CircularBuffer(3, 4, "cpu"), CircularBuffer(3, 4, "cpu")
    for buffer, ids in ((by_mask, torch.tensor([False, True, False, True])), (by_ids, [1, 3])):
        buffer.append(torch.arange(4.0))
        buffer.reset(ids)
        buffer.append(torch.arange(4.0) + 10.0)
    torch.testing.assert_close(by_mask.buffer, by_ids.buffer)


def test_the_log_stays_where_no_episode_ended() -> None:
    log = MaskedLog()
    log.take({"a": torch.tensor(5.0), "b": 3}, torch.tensor(False), {"a": 2.0})
    assert {name: float(value) for name, value in log.read().items()} == {"a": 2.0, "b": 3.0}
    log.take({"a": torch.tensor(5.0), "b": 4}, torch.tensor(True), {})
    kept = log.read()
    log.take({"a": torch.tensor(9.0), "b": 4}, torch.tensor(True), {})
    assert float(kept["a"]) == 5.0 and float(log.read()["a"]) == 9.0


def test_the_log_of_a_learner_can_be_written_without_it() -> None:
    log = MaskedLog()
    with torch.inference_mode():
        log.take({"a": torch.tensor(5.0)}, torch.tensor(True), {})
    log.take({"a": torch.tensor(7.0)}, torch.tensor(True), {})
    assert float(log.read()["a"]) == 7.0


class Holder:
    """What is looked at."""

    def __init__(self) -> None:
        self.count, self.is_on, self.name = 1, True, "x"
        self.tensor = torch.zeros(2)
        self.others = [Other()]


class Other:
    """What it holds."""

    def __init__(self) -> None:
        self.time = 0.5


def test_numbers_settings_and_memory_of_objects_are_found() -> None:
    holder = Holder()
    objects = list(objects_below([holder], lambda each: isinstance(each, (Holder, Other))))
    assert {name for _, name in numbers_of(objects)} == {"count", "is_on", "time"}
    assert {name for _, name in settings_of(objects)} == {"count", "is_on", "name", "time"}
    before = memory_of(objects)
    holder.tensor = torch.ones(2)
    assert memory_of(objects) != before


def test_ranges_in_dicts_among_params_are_settings() -> None:
    """A curriculum may change them, as that of lifting changes where things are out of bounds."""
    term: Any = Holder()
    term.params = {"in_bound_range": {"z": (0.3, 2.0)}, "std": 0.5}
    before = {name: holder[name] for holder, name in settings_of([term])}
    assert before["z"] == (0.3, 2.0) and before["std"] == 0.5
    term.params["in_bound_range"]["z"] = (0.0, 2.0)
    assert [holder[name] for holder, name in settings_of([term]) if name == "z"] == [(0.0, 2.0)]
