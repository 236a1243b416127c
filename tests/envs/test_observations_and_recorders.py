"""Histories, delays, noise and modifiers of observations, against values worked out by hand; recorded episodes."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from pippin.envs import ManagerBasedRLEnv
from pippin.envs.datasets import HDF5DatasetFileHandler
from pippin.envs.managers import ObservationGroupCfg, ObservationManager, ObservationTermCfg
from pippin.envs.mdp.recorders import ActionStateRecorderManagerCfg
from pippin.utils import configclass, modifiers
from pippin.utils.noise import ConstantNoiseCfg

from .pole import modules_of, pole_cfg


class Clock:
    """Environment without a scene, whose only observation is its time."""

    num_envs = 2
    device = "cpu"
    sim = SimpleNamespace(is_playing=lambda: True)
    time = 0.0


def time_of(env: Any) -> torch.Tensor:
    """Time of the clock, and ten times it."""
    return torch.tensor([[env.time, 10.0 * env.time]] * env.num_envs)


def observe(group: Any = None, **settings: Any) -> tuple[Clock, ObservationManager]:
    """Manager of one term."""

    @configclass
    class GroupCfg(ObservationGroupCfg):
        clock = ObservationTermCfg(**{"func": time_of, **settings})

    cfg = GroupCfg()
    for name, value in (group or {}).items():
        setattr(cfg, name, value)
    env = Clock()
    return env, ObservationManager({"policy": cfg}, env)


def values(env: Clock, manager: ObservationManager, times: list[float]) -> list[list[float]]:
    """Observations of the first environment at times."""
    result = []
    for time in times:
        env.time = time
        result.append(manager.compute(update_history=True)["policy"][0].tolist())
    return result


def test_steps_of_processing_come_in_order() -> None:
    env, manager = observe(
        {"enable_corruption": True},
        modifiers=[modifiers.ModifierCfg(func=modifiers.bias, params={"value": 1.0})],
        noise=ConstantNoiseCfg(bias=2.0),
        clip=(0.0, 20.0),
        scale=(2.0, 0.5),
    )
    assert values(env, manager, [3.0]) == [[2.0 * (3.0 + 1.0 + 2.0), 0.5 * 20.0]]


def test_histories_go_from_the_oldest_to_the_newest() -> None:
    env, manager = observe(history_length=3)
    assert manager.group_obs_dim == {"policy": (6,)}
    assert values(env, manager, [1.0, 2.0]) == [[1, 10, 1, 10, 1, 10], [1, 10, 1, 10, 2, 20]]
    assert manager.compute()["policy"][0].tolist() == [1, 10, 1, 10, 2, 20]  # which takes in nothing
    manager.reset([0])
    assert values(env, manager, [5.0]) == [[5, 50, 5, 50, 5, 50]]
    assert manager.compute()["policy"][1].tolist() == [1, 10, 2, 20, 5, 50]


def test_delays_are_those_asked_for() -> None:
    env, manager = observe(delay_min_lag=2, delay_max_lag=2)
    assert [value[0] for value in values(env, manager, [1.0, 2.0, 3.0, 4.0])] == [1.0, 1.0, 1.0, 2.0]
    manager.reset(None)
    assert [value[0] for value in values(env, manager, [7.0, 8.0])] == [7.0, 7.0]


def test_what_is_returned_stays_as_it_is() -> None:
    env, manager = observe()
    kept = manager.compute()["policy"]
    env.time = 4.0
    manager.compute()
    assert not kept.any()


def test_terms_of_a_wrong_shape_are_named() -> None:
    env, manager = observe()
    env.num_envs = 3
    with pytest.raises(ValueError, match=r"policy/clock.*\(3, 2\).*\(2, 2\)"):
        manager.compute()


def test_several_agents_give_several_rows_and_nothing_between_is_taken() -> None:
    def of_agents(rows: int) -> ObservationManager:
        @configclass
        class GroupCfg(ObservationGroupCfg):
            clock = ObservationTermCfg(func=lambda env: torch.ones(rows, 3))

        return ObservationManager({"policy": GroupCfg()}, Clock())

    assert of_agents(6).compute()["policy"].shape == (6, 3)
    with pytest.raises(ValueError, match=r"policy/clock.*\(5, 3\)"):
        of_agents(5)


@pytest.mark.parametrize("tree", ["pippin", "pippin_isaac.version2"])
def test_episodes_are_written_and_read(tree: str, tmp_path: Path) -> None:
    pytest.importorskip("h5py")
    if tree != "pippin":
        pytest.importorskip("pippin_isaac.modules").dialect_of_version(2)
    recorders = __import__(f"{tree}.envs.mdp.recorders", fromlist=["*"])
    cfg = pole_cfg(tree, tmp_path, num_envs=2)
    cfg.recorders = recorders.ActionStateRecorderManagerCfg(dataset_export_dir_path=str(tmp_path), dataset_filename="a")
    env = modules_of(tree).envs.ManagerBasedRLEnv(cfg)
    env.reset()
    for step in range(3):
        env.step(torch.full((2, 1), float(step)))
    pose = env.scene.get_state(is_relative=True)["articulation"]["robot"]["root_pose"]
    env.reset()
    env.close()
    order = [0, 1, 2, 3, 4, 5, 6] if tree == "pippin" else [0, 1, 2, 4, 5, 6, 3]
    file = HDF5DatasetFileHandler()
    file.open(str(tmp_path / "a.hdf5"))
    assert file.get_num_episodes() == 2
    episode = file.load_episode("demo_1")
    file.close()
    assert episode.data["actions"].flatten().tolist() == [0.0, 1.0, 2.0]
    recorded = episode.data["states"]["articulation"]["robot"]["root_pose"]
    torch.testing.assert_close(recorded[-1], pose[1][order])
    assert episode.get_next_state()["articulation"]["robot"]["joint_position"].shape == (1, 2)


@pytest.mark.parametrize("recorders", [{}, None])
def test_an_episode_is_replayed_without_recorders(recorders: Any, tmp_path: Path) -> None:
    """As Isaac Lab's replay_demos does it: ``recorders = {}``, the state at the beginning, then the actions."""
    pytest.importorskip("h5py")
    cfg = pole_cfg("pippin", tmp_path, num_envs=2)
    cfg.recorders = ActionStateRecorderManagerCfg(dataset_export_dir_path=str(tmp_path), dataset_filename="a")
    env = ManagerBasedRLEnv(cfg)
    env.reset()
    for step in range(5):
        env.step(torch.tensor([[0.3], [-0.2]]) * (step + 1))
    state = env.scene.get_state(is_relative=True)["articulation"]["robot"]["joint_position"]
    env.reset()
    env.close()
    file = HDF5DatasetFileHandler()
    file.open(str(tmp_path / "a.hdf5"))
    episode = file.load_episode("demo_1")
    file.close()
    cfg = pole_cfg("pippin", tmp_path, num_envs=1)
    cfg.recorders = recorders
    env = ManagerBasedRLEnv(cfg)
    env.reset()
    env.reset_to(episode.get_initial_state(), torch.tensor([0]), is_relative=True)
    while (action := episode.get_next_action()) is not None:
        env.step(action.reshape(1, -1))
    replayed = env.scene.get_state(is_relative=True)["articulation"]["robot"]["joint_position"]
    torch.testing.assert_close(replayed[0], state[1], atol=1e-5, rtol=0.0)
    env.close()


def longer(env: Any) -> torch.Tensor:
    """Values that become more once the clock runs."""
    return torch.full((env.num_envs, 2 if env.time == 0.0 else 5), env.time)


@pytest.mark.parametrize("concatenates", [True, False])
def test_values_of_a_history_keep_their_shape(concatenates: bool) -> None:
    env, manager = observe({"concatenate_terms": concatenates, "history_length": 3}, func=longer)
    env.time = 1.0
    with pytest.raises(ValueError, match=r"'policy/clock' has the shape \(2, 5\); expected \(2, 2\)"):
        manager.compute()


def test_values_that_are_put_together_may_change_their_number(caplog: pytest.LogCaptureFixture) -> None:
    """Isaac Lab's own manager puts together what there is."""

    @configclass
    class GroupCfg(ObservationGroupCfg):
        clock = ObservationTermCfg(func=longer)
        time = ObservationTermCfg(func=time_of)

    env = Clock()
    manager = ObservationManager({"policy": GroupCfg()}, env)
    assert manager.group_obs_dim["policy"] == (4,)
    env.time = 1.0
    for _ in range(2):
        assert manager.compute()["policy"].tolist() == [[1.0] * 6 + [10.0]] * 2
    assert caplog.text.count("'policy/clock' has the shape (2, 5); at first it had (2, 2)") == 1


def deeper(env: Any) -> torch.Tensor:
    """Values that get another dimension once the clock runs."""
    return torch.zeros(env.num_envs, 2) if env.time == 0.0 else torch.zeros(env.num_envs, 3, 2)


def test_values_that_are_put_together_keep_their_other_dimensions() -> None:
    env, manager = observe(func=deeper)
    env.time = 1.0
    with pytest.raises(ValueError, match=r"'policy/clock' has the shape \(2, 3, 2\); expected \(2, 2\)"):
        manager.compute()


def test_values_that_stand_alone_may_change_their_shape() -> None:
    env, manager = observe({"concatenate_terms": False}, func=longer)
    env.time = 1.0
    assert manager.compute()["policy"]["clock"].shape == (2, 5)
