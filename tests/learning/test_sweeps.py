"""Sweeps: each choice is trained, a run whose worker is killed ends as if it had not been. Skipped without Ray Tune."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("ray.tune", reason="Ray Tune is not installed: pip install 'pippin[cluster]'")

import ray
import torch

from pippin.cluster import generate, generation
from pippin.learning import sweeps
from pippin.learning.checkpoints import find_checkpoint, read_checkpoint
from pippin.learning.sweeps import SweptRun, sweep

pytestmark = pytest.mark.slow

TASK, RATE = "Isaac-Cartpole-v0", "agent.algorithm.learning_rate"
COMMON = {"num_envs": 4, "seed": 3, "device": "cpu"}


@pytest.fixture(autouse=True, scope="module")
def cluster() -> Iterator[None]:
    os.environ.update(RAY_worker_niceness="0")  # else workers starve where tests share their cores
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def weights(run: SweptRun) -> torch.Tensor:
    state = read_checkpoint(find_checkpoint(run.folder))["actor_state_dict"]
    return torch.cat([value.flatten() for value in state.values()])


def workers_with(folder: Path) -> list[int]:
    """Processes that hold a file below a folder open."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if any(str(folder) in os.readlink(link) for link in (process / "fd").iterdir()):
                found.append(int(process.name))
        except OSError:
            continue
    return [each for each in found if each != os.getpid()]


def kill_once(folder: Path, killed: list[int]) -> None:
    """Kill the process of a run once it has written a state."""
    end = time.monotonic() + 240.0
    while time.monotonic() < end and not killed:
        if list(folder.glob("run_*/resume/state_*.pt")):
            for process in workers_with(folder)[:1]:
                os.kill(process, signal.SIGKILL)
                killed.append(process)
        time.sleep(0.01)


def test_a_run_whose_worker_is_killed_ends_with_the_same_weights(tmp_path: Path) -> None:
    choices = {RATE: [1e-3]}
    (alone,) = sweep(TASK, choices, tmp_path / "alone", 60, **COMMON)
    killed: list[int] = []
    killer = threading.Thread(target=kill_once, args=(tmp_path / "killed", killed))
    killer.start()
    (run,) = sweep(TASK, choices, tmp_path / "killed", 60, **COMMON)
    killer.join()
    assert killed
    assert (run.failure, run.iteration) == (None, 60)
    assert run.settings == choices | {RATE: 1e-3}
    assert run.reward == alone.reward
    assert torch.equal(weights(run), weights(alone))
    assert (run.folder / "exported/policy.pt").is_file()


def test_choices_are_combined_and_a_second_call_keeps_what_is_done(tmp_path: Path) -> None:
    choices = {RATE: [1e-3, 1e-4], "agent.algorithm.gamma": [0.9]}
    runs = sweep(TASK, choices, tmp_path / "s", 2, **COMMON)
    assert sorted(run.settings[RATE] for run in runs) == [1e-4, 1e-3]
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "s").glob("run_*/model_*.pt")}
    again = sweep(TASK, choices, tmp_path / "s", 2, **COMMON)
    assert [run.folder for run in again] == [run.folder for run in runs]
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "s").glob("run_*/model_*.pt")}
    with pytest.raises(ValueError, match="another sweep"):
        sweep(TASK, choices, tmp_path / "s", 3, **COMMON)


@pytest.mark.parametrize(
    "choices", [{}, {RATE: []}, {RATE: 1e-3}, {"agent.algorithm.learning_rat": [1.0]}, {RATE: ["fast"]}]
)
def test_choices_that_do_not_fit_are_refused_before_anything_starts(choices: dict, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected|cannot be"):
        sweep(TASK, choices, tmp_path, 1, **COMMON)
    assert not list(tmp_path.iterdir())


def test_a_sweep_that_cannot_start_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its runs take more cores than the cluster has: Ray Tune itself waits for ever."""
    monkeypatch.setattr(sweeps, "SECONDS_BETWEEN_LOOKS", 0.5)
    with pytest.raises(TimeoutError, match=r"'CPU': 64.*'CPU': 1"):
        sweep(TASK, {RATE: [1e-3]}, tmp_path, max_iterations=1, num_cpus=64.0, start_seconds=3.0, **COMMON)


def test_a_cluster_that_is_gone_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generation, "SECONDS_BETWEEN_LOOKS", 0.5)
    monkeypatch.setattr(ray, "nodes", lambda: [{"Alive": False}])
    with pytest.raises(ConnectionError, match="Ray"):
        generate(lambda: time.sleep(60.0) or {}, {"job": {}}, tmp_path)
