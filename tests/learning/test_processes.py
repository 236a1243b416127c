"""Several processes learn one policy, each in environments of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from pippin.learning.checkpoints import read_checkpoint
from pippin.learning.processes import this_device


@pytest.mark.slow
def test_two_processes_learn_the_same_weights_from_different_environments(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", "-m", "pippin"]
    command += ["train", "Isaac-Cartpole-v0", "--num-envs", "8", "--max-iterations", "1", "--device", "cpu"]
    result = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"OMP_NUM_THREADS": "1"}, capture_output=True, text=True, timeout=240
    )
    assert result.returncode == 0, result.stderr[-2000:]
    states = [read_checkpoint(path) for path in sorted(tmp_path.glob("logs/rsl_rl/*/*/resume/*.pt"))]
    assert len(states) == 2
    weights = [state["actor_state_dict"] for state in states]
    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])
    observed = [state["pippin"]["observations"]["policy"] for state in states]
    assert not torch.equal(*observed)


def test_each_process_has_a_gpu_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    assert this_device("cuda:0") == "cuda:0"
    for name, value in {"WORLD_SIZE": "3", "RANK": "4", "LOCAL_RANK": "1"}.items():
        monkeypatch.setenv(name, value)
    assert this_device("cuda:0") == "cuda:1"
    assert this_device("cpu") == "cpu"
    monkeypatch.setenv("LOCAL_RANK", "2")
    with pytest.raises(ValueError, match="2"):
        this_device("cuda:0")
