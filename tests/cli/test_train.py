"""``pippin train`` learns a task by name, and ``pippin play`` runs what it learned."""

from __future__ import annotations

import pytest
import torch

from pippin.cli.train import play, train


@pytest.mark.slow
def test_a_policy_is_learned_resumed_played_and_exported(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    train("Isaac-Cartpole-v0", num_envs=8, max_iterations=1, device="cpu")
    (checkpoint,) = tmp_path.glob("logs/rsl_rl/cartpole/*/model_0.pt")
    play(checkpoint, "Isaac-Cartpole-v0", num_envs=4, steps=3, device="cpu")
    assert "3 steps in 4 environments" in capsys.readouterr().out
    assert {path.name for path in (checkpoint.parent / "exported").iterdir()} >= {"policy.pt", "policy.onnx"}


def test_unknown_tasks_name_the_nearest() -> None:
    with pytest.raises(ValueError, match="Isaac-Cartpole-v0"):
        train("Isaac-Cartpol-v0")


def test_a_checkpoint_that_is_not_there_is_named(tmp_path) -> None:
    with pytest.raises(FileNotFoundError, match="absent.pt"):
        play(tmp_path / "absent.pt", "Isaac-Cartpole-v0", num_envs=2, device="cpu")


def test_a_checkpoint_that_holds_code_is_refused(tmp_path) -> None:
    from pippin.learning.rsl_rl.training import check_checkpoint

    class Code:
        def __reduce__(self) -> tuple:
            return (print, ("this ran",))

    torch.save({"iter": 1, "model": Code()}, tmp_path / "code.pt")
    torch.save({"model": torch.zeros(2)}, tmp_path / "other.pt")
    for name in ("code.pt", "other.pt"):
        with pytest.raises(ValueError, match=name):
            check_checkpoint(tmp_path / name)
