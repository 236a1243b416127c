"""The example tasks in Isaac Gym style: they run, episodes end and begin anew, and PPO learns from them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch

EXAMPLES = Path(__file__).parents[2] / "examples" / "isaac_gym"
NAMES = ["cartpole", "ant", "humanoid", "quadruped", "cabinet"]


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The package of the tasks, importable as it is for the script beside it."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield importlib.import_module("tasks")
    for name in [name for name in sys.modules if name.split(".")[0] in ("tasks", "learning", "curves", "train")]:
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_random_actions_move_robots_and_episodes_end_and_begin_anew(examples: ModuleType, name: str) -> None:
    """Fifty random steps give finite observations and rewards of the promised shapes, and motion.

    An episode that then reaches its length ends in its environment alone, which is where episodes begin.
    """
    torch.manual_seed(3)
    task = examples.make_task(name, 4)
    first = task.observations
    assert first.shape == (4, task.num_observations)
    for _ in range(50):
        observations = task.step(2.0 * torch.rand(4, task.num_actions) - 1.0)
        assert observations.shape == (4, task.num_observations) and torch.isfinite(observations).all()
        assert task.rewards.shape == (4,) and torch.isfinite(task.rewards).all()
        assert all(torch.isfinite(value) for value in task.metrics.values())
    assert not torch.allclose(observations, first)

    noise = first.std(dim=0) + 0.5  # of the order of the noise that episodes begin with
    task.progress[1] = task.max_episode_length - 1
    before = task.progress.clone()
    task.step(torch.zeros(4, task.num_actions))
    assert task.is_timed_out.tolist() == [False, True, False, False] and task.is_done[1]
    assert (task.progress == torch.where(task.is_done, 0, before + 1)).all()
    assert ((task.observations[1] - first.mean(dim=0)).abs() < 5.0 * noise).float().mean() > 0.9
    task.close()


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Let torch compute with one thread: for small networks, several only wait for each other."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.slow
@pytest.mark.usefixtures("one_thread")
def test_cartpole_learns(examples: ModuleType) -> None:
    """Within 60 iterations on a CPU (some 5 s) poles stay up: the return grows from below 100 to above 400 of 500."""
    learning = importlib.import_module("learning")
    torch.manual_seed(5)
    task = examples.make_task("cartpole", 256)
    env = learning.RslRlEnv(task)
    returns = [p.episode_return for p in learning.learn(task, learning.make_ppo(env, task.learning), env, 60)]
    assert returns[2] < 100.0
    assert returns[-1] > 400.0
    task.close()


def test_terrain_lies_where_the_scan_says(examples: ModuleType) -> None:
    """Cubes dropped onto the platforms of all fields come to rest there, at the heights that the scan reads."""
    gymapi = importlib.import_module("isaacgym.gymapi")
    gymtorch = importlib.import_module("isaacgym.gymtorch")
    terrain_module = importlib.import_module("tasks.terrain")
    np.random.seed(4)
    terrain = terrain_module.Terrain(num_levels=2, spacing=0.2)
    gym, params = gymapi.acquire_gym(), gymapi.SimParams()
    params.up_axis, params.gravity, params.use_gpu_pipeline = gymapi.UP_AXIS_Z, gymapi.Vec3(0.0, 0.0, -9.81), False
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    terrain.add_to(gym, sim)
    cube = gym.create_box(sim, 0.1, 0.1, 0.1, gymapi.AssetOptions())
    for x, y, z in terrain.origins.reshape(-1, 3).tolist():
        env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
        gym.create_actor(env, cube, gymapi.Transform(gymapi.Vec3(x, y, z + 0.1)), "cube", 0, 0)
    gym.prepare_sim(sim)
    states = gymtorch.wrap_tensor(gym.acquire_actor_root_state_tensor(sim))
    for _ in range(60):
        gym.simulate(sim)
    gym.refresh_actor_root_state_tensor(sim)
    is_even = [not kind.startswith("rough") for kind in terrain.kinds] * terrain.num_levels
    scan = terrain_module.HeightScan(terrain, "cpu")
    heights = scan(states[:, :2])[is_even]
    assert len(set(heights.tolist())) > 4, "fields differ"
    np.testing.assert_allclose(heights, terrain.origins.reshape(-1, 3)[is_even, 2], atol=1e-6)
    np.testing.assert_allclose(states[is_even, 2], heights + 0.05, atol=2e-3)  # contacts give way a little
    gym.destroy_sim(sim)


@pytest.mark.slow
@pytest.mark.usefixtures("examples", "one_thread")
def test_script_learns_and_plays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Learning leaves a curve, a picture of it and policies, which then play, or learn on."""
    train = importlib.import_module("train")
    common = ["train.py", "--task", "cartpole", "--num_envs", "16", "--sim_device", "cpu"]
    monkeypatch.setattr(sys, "argv", [*common, "--iterations", "3", "--output", str(tmp_path)])
    train.main()
    curve = (tmp_path / "cartpole.csv").read_text().splitlines()
    assert curve[0] == "iteration,steps,seconds,rate,return,length"
    assert [line.split(",")[:2] for line in curve[1:]] == [["1", "256"], ["2", "512"], ["3", "768"]]
    assert (tmp_path / "cartpole.png").read_bytes().startswith(b"\x89PNG")
    assert "3/3: return" in capsys.readouterr().out
    monkeypatch.setattr(
        sys,
        "argv",
        [*common, "--iterations", "5", "--output", str(tmp_path), "--resume", str(tmp_path / "cartpole.pt")],
    )
    train.main()
    resumed = (tmp_path / "cartpole.csv").read_text().splitlines()
    assert resumed[:4] == curve
    assert [line.split(",")[:2] for line in resumed[4:]] == [["4", "1024"], ["5", "1280"]]
    assert float(resumed[4].split(",")[2]) > float(curve[3].split(",")[2])
    assert "5/5: return" in capsys.readouterr().out
    for policy in ("cartpole.pt", "cartpole_best.pt"):
        monkeypatch.setattr(sys, "argv", [*common, "--play", str(tmp_path / policy), "--steps", "40"])
        train.main()
        assert "Episodes that ended: return" in capsys.readouterr().out


@pytest.mark.slow
def test_quadruped_changes_levels_by_how_far_it_came(examples: ModuleType) -> None:
    """Who is 5 m off goes up, who stood still in spite of a command goes down, who was told to stand still stays."""
    torch.manual_seed(3)
    task = examples.make_task("quadruped", 3)
    everybody = torch.arange(3)
    task.take_up({"levels": torch.tensor([2])})
    assert task.levels.tolist() == [2, 2, 2]
    torch.testing.assert_close(task.root_states[:, 0], torch.full((3,), 20.0), atol=1.0, rtol=0.0)  # near the middle
    task.root_states[0, 0] += 5.0
    task.root_states[0, 2] += 1.0  # above whatever is there
    task.set_state_of(everybody, task.root_states, None)
    task.commands[:, :2] = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 0.0]])
    task.progress[1:] = task.max_episode_length - 2  # not at the time of a new command or push
    task.step(torch.zeros(3, 12))
    assert task.is_timed_out.tolist() == [True, False, False]
    assert task.levels.tolist() == [3, 2, 2]
    task._change_levels(everybody[1:])
    assert task.levels.tolist() == [3, 1, 2]
    task.close()
