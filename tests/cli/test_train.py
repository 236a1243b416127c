"""``pippin train`` learns a task by name, and ``pippin play`` runs what it learned."""

from __future__ import annotations

import pytest

from pippin.cli.train import play, train


def test_a_policy_is_learned_resumed_played_and_exported(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    train("Isaac-Cartpole-v0", num_envs=8, max_iterations=1, device="cpu")
    (checkpoint,) = tmp_path.glob("logs/rsl_rl/cartpole/*/model_0.pt")
    play(checkpoint, "Isaac-Cartpole-v0", num_envs=4, steps=3, device="cpu")
    assert "Mean reward" in capsys.readouterr().out
    assert (checkpoint.parent / "exported" / "policy.pt").is_file()


def test_unknown_tasks_name_the_nearest() -> None:
    with pytest.raises(ValueError, match="Isaac-Cartpole-v0"):
        train("Isaac-Cartpol-v0")


def test_a_checkpoint_that_is_not_there_is_named(tmp_path) -> None:
    with pytest.raises(FileNotFoundError, match="absent.pt"):
        play(tmp_path / "absent.pt", "Isaac-Cartpole-v0", num_envs=2, device="cpu")
