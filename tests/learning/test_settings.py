"""Settings by dotted names change the configs of a task and of what learns it, and stay with its checkpoints."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from pippin.cli.play import play
from pippin.cli.train import train
from pippin.learning.checkpoints import find_checkpoint, settings_of_checkpoint
from pippin.learning.settings import apply_settings, read_choices, read_settings
from pippin.learning.task_environments import agent_cfg_of
from pippin.tasks.utils import parse_env_cfg


def test_values_are_literals_or_texts() -> None:
    words = [
        "agent.seed=2",
        "agent.algorithm.learning_rate=1e-4",
        "agent.actor.hidden_dims=[64, 32]",
        "env.sim.device=cpu",
    ]
    assert list(read_settings(words).values()) == [2, 1e-4, [64, 32], "cpu"]
    choices = read_choices(
        ["agent.seed=1,2", "agent.algorithm.learning_rate=1e-3", "agent.algorithm.schedule=fixed,adaptive"]
    )
    assert list(choices.values()) == [[1, 2], [1e-3], ["fixed", "adaptive"]]


@pytest.mark.parametrize("words", [["agent.seed"], ["=3"], ["agent.seed=1", "agent.seed=2"]])
def test_words_that_are_no_settings_are_refused(words: list[str]) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_settings(words)


@pytest.mark.parametrize("library", ["rsl_rl", "skrl"])
def test_configs_take_what_they_have(library: str) -> None:
    agent, env = agent_cfg_of("Isaac-Cartpole-v0", library), parse_env_cfg("Isaac-Cartpole-v0", device="cpu")
    settings = {"agent.seed": 7, "env.rewards.alive.weight": 3.0}
    apply_settings(agent, settings, "agent")
    apply_settings(env, settings, "env")
    assert (agent["seed"] if library == "skrl" else agent.seed) == 7
    assert env.rewards.alive.weight == 3.0
    for name in ("agent.sead", "agent.seed.first", "other.seed", "agent"):
        with pytest.raises(ValueError, match=f"'{name}'"):
            apply_settings(agent, {name: 1}, "agent")


@pytest.mark.slow
def test_a_run_keeps_its_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("agent.policy.actor_hidden_dims=[8]", "env.episode_length_s=0.5")  # a network of another size
    train("Isaac-Cartpole-v0", num_envs=4, max_iterations=1, device="cpu", settings=words)
    (run,) = tmp_path.glob("logs/rsl_rl/cartpole/*")
    assert settings_of_checkpoint(find_checkpoint(run)) == read_settings(words)
    train(max_iterations=2, device="cpu", resume=run)
    play(run, num_envs=4, steps=3, device="cpu")
    assert "3 steps in 4 environments" in capsys.readouterr().out
    with pytest.raises(ValueError, match="--set"):
        train(max_iterations=3, device="cpu", resume=run, settings=words)


def test_arguments_of_stable_baselines_may_be_a_text() -> None:
    """Files up to Isaac Lab 2.1 have them so; what is no plain value is refused, not run."""
    pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")
    from pippin.learning.sb3 import process_sb3_cfg

    text = "dict(\n activation_fn=nn.ELU,\n net_arch=dict(pi=[32, 32], vf=[64]),\n squash_output=False,"
    text += "\n optimizer_class=torch.optim.Adam)"
    read = process_sb3_cfg({"policy_kwargs": text})["policy_kwargs"]
    assert read == {
        "activation_fn": torch.nn.ELU,
        "net_arch": {"pi": [32, 32], "vf": [64]},
        "squash_output": False,
        "optimizer_class": torch.optim.Adam,
    }
    for wrong in ("dict(a=open('x'))", "[1, 2]", "dict(", "dict(a=nn.Elu)", "dict(a=torch.load)", "dict(a=os.system)"):
        with pytest.raises(ValueError, match="policy_kwargs"):
            process_sb3_cfg({"policy_kwargs": wrong})
