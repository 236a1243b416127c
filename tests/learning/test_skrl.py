"""skrl learns a task as RSL-RL does: by name, resumed exactly, exported, played. Skipped where there is no skrl."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
import torch

pytest.importorskip("skrl", minversion="2", reason="skrl 2 is not installed: pip install 'pippin[skrl]'")

from pippin.cli.play import play
from pippin.cli.train import train
from pippin.learning.checkpoints import library_of_checkpoint
from pippin.learning.rsl_rl.training import make_trainer as make_rsl_rl_trainer
from pippin.learning.skrl.training import SkrlTrainer, make_trainer
from pippin.learning.states import find_state

pytestmark = pytest.mark.slow


class KilledError(Exception):
    """What ends a training here."""


def learn(folder: Path, num_iterations: int, resume: bool = False, killed_after: int = 0) -> dict[str, torch.Tensor]:
    """Learn cartpole with a state after each second iteration; gives the weights of the policy."""
    trainer = make_trainer("Isaac-Cartpole-v0", 8, 3, "cpu", folder)
    assert trainer.env.unwrapped.cfg.log_dir == str(folder)
    trainer._save_interval = 2

    def kill(progress: object) -> None:
        if progress.iteration == killed_after:
            raise KilledError

    with contextlib.closing(trainer.env), contextlib.suppress(KilledError):
        if resume:
            trainer.restore(find_state(folder))
        trainer.train(num_iterations, kill)
    return weights(trainer)


def weights(trainer: SkrlTrainer) -> dict[str, torch.Tensor]:
    return {name: value.clone() for name, value in trainer.agent.policy.state_dict().items()}


def test_a_training_that_was_killed_ends_with_the_same_numbers(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    whole = learn(tmp_path / "whole", 4)
    learn(tmp_path / "killed", 4, killed_after=4)  # the last state but one is of iteration 3, index 2
    (tmp_path / "killed" / "resume" / "state_3_rank0.pt").unlink()
    resumed = learn(tmp_path / "killed", 4, resume=True)
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)


def test_a_policy_is_learned_resumed_played_and_exported(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    train("Isaac-Cartpole-v0", num_envs=8, max_iterations=1, device="cpu", library="skrl")
    (checkpoint,) = tmp_path.glob("logs/skrl/cartpole/*/model_0.pt")
    assert library_of_checkpoint(checkpoint) == "skrl"
    train(max_iterations=2, device="cpu", resume=checkpoint.parent)  # which library it was, the state says
    assert "Going on after iteration 1" in capsys.readouterr().out
    play(checkpoint.parent, num_envs=4, steps=3, device="cpu")
    assert "3 steps in 4 environments" in capsys.readouterr().out
    trainer = make_trainer("Isaac-Cartpole-v0", 4, device="cpu")
    with contextlib.closing(trainer.env):
        trainer.load(checkpoint.parent / "model_1.pt")
        observations, _ = trainer.reset()
        _, outputs = trainer.agent.act(observations, None, timestep=0, timesteps=0)
        exported = torch.jit.load(checkpoint.parent / "exported" / "policy.pt")
        assert torch.allclose(exported(observations), outputs["mean_actions"], atol=1e-6)


def test_a_checkpoint_of_another_library_is_refused(tmp_path: Path) -> None:
    trainer = make_rsl_rl_trainer("Isaac-Cartpole-v0", 2, device="cpu")
    with contextlib.closing(trainer.env):
        trainer.save(tmp_path / "model_0.pt")
    trainer = make_trainer("Isaac-Cartpole-v0", 2, device="cpu")
    with contextlib.closing(trainer.env), pytest.raises(ValueError, match="none of skrl"):
        trainer.load(tmp_path / "model_0.pt")
