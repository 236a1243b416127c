"""``pippin train`` learns a task by name, and ``pippin play`` runs what it learned."""

from __future__ import annotations

import pytest
import torch

from pippin.cli.play import play
from pippin.cli.train import train


@pytest.mark.slow
def test_a_policy_is_learned_resumed_played_and_exported(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    train("Isaac-Cartpole-v0", num_envs=8, max_iterations=1, device="cpu")
    (checkpoint,) = tmp_path.glob("logs/rsl_rl/cartpole/*/model_0.pt")
    assert "1/1 reward" in capsys.readouterr().out  # where there is no terminal, lines take the place of the bar
    train(max_iterations=2, device="cpu", resume=checkpoint.parent)
    assert "Going on after iteration 1" in capsys.readouterr().out
    play(checkpoint.parent, num_envs=4, steps=3, device="cpu")  # which task it is, the checkpoint says
    assert "3 steps in 4 environments" in capsys.readouterr().out
    assert {path.name for path in (checkpoint.parent / "exported").iterdir()} >= {"policy.pt", "policy.onnx"}


def test_unknown_tasks_name_the_nearest() -> None:
    with pytest.raises(ValueError, match="Isaac-Cartpole-v0"):
        train("Isaac-Cartpol-v0")


def test_a_checkpoint_that_is_not_there_is_named(tmp_path) -> None:
    with pytest.raises(FileNotFoundError, match="absent.pt"):
        play(tmp_path / "absent.pt", "Isaac-Cartpole-v0", num_envs=2, device="cpu")


def test_a_checkpoint_of_another_task_is_refused(tmp_path) -> None:
    torch.save({"iter": 1, "pippin": {"task": "Isaac-Ant-v0"}}, tmp_path / "ant.pt")
    with pytest.raises(ValueError, match="Isaac-Ant-v0"):
        play(tmp_path / "ant.pt", "Isaac-Cartpole-v0", num_envs=2, device="cpu")


@pytest.mark.slow
def test_errors_are_one_sentence_without_a_traceback(run_python, tmp_path) -> None:
    (tmp_path / "torn.pt").write_bytes(b"PK\x03\x04 torn")
    result = run_python("-m", "pippin", "play", tmp_path / "torn.pt")
    assert result.returncode == 1
    assert result.stderr.startswith("pippin: ")
    assert "Traceback" not in result.stderr
