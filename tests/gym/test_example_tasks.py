"""The example tasks in Isaac Gym style: they run, episodes end and begin anew, and PPO learns from them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

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


@pytest.mark.parametrize("name", NAMES)
def test_random_actions(examples: ModuleType, name: str) -> None:
    """Fifty random steps give finite observations and rewards of the promised shapes, and motion."""
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
    task.close()


@pytest.mark.parametrize("name", NAMES)
def test_episodes_end_and_begin_anew(examples: ModuleType, name: str) -> None:
    """An episode that reaches its length ends in its environment alone, which then is where episodes begin."""
    torch.manual_seed(3)
    task = examples.make_task(name, 3)
    begin = task.observations
    noise = begin.std(dim=0) + 0.5  # of the order of the noise that episodes begin with
    for _ in range(5):
        task.step(2.0 * torch.rand(3, task.num_actions) - 1.0)
    task.progress[1] = task.max_episode_length - 1
    task.step(torch.zeros(3, task.num_actions))
    assert task.is_timed_out.tolist() == [False, True, False] and task.is_done[1]
    assert task.progress.tolist() == [6, 0, 6]
    assert ((task.observations[1] - begin.mean(dim=0)).abs() < 5.0 * noise).float().mean() > 0.9
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
