"""The command ``isaaclab`` of version 3, in a folder of its own: what it writes, plays and refuses."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import gymnasium
import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")
pytest.importorskip("rsl_rl", reason="RSL-RL is not installed")

import isaaclab_tasks  # noqa: F401  (registers the tasks)
from pippin_isaac.lab_commands import COMMANDS, main
from pippin_isaac.lab_commands.arguments import library_of
from pippin_isaac.modules import register_tasks
from pippin_isaac.version import chosen_isaaclab

COMMAND = ("-m", "isaaclab")
ENVIRONMENT = os.environ | {"PIPPIN_ISAACLAB": "3"}  # which the command knows by itself, but not in a fork of a server
TASK = ("--task", "Isaac-Cartpole-v0", "--headless", "--device", "cpu", "--num_envs", "4")


def test_what_is_trained_is_played(run_python, tmp_path: Path) -> None:
    training = ("--max_iterations", "2", "--run_name", "first", "agent.num_steps_per_env=3", "env.decimation=1")
    trained = run_python(*COMMAND, "train", "--rl_library", "rsl_rl", *TASK, *training, env=ENVIRONMENT, cwd=tmp_path)
    assert trained.returncode == 0, trained.stderr
    (run,) = (tmp_path / "logs" / "rsl_rl" / "cartpole").iterdir()
    assert run.name.endswith("_first")
    assert {"model_0.pt", "model_1.pt", "params"} <= {path.name for path in run.iterdir()}
    assert "decimation: 1\n" in (run / "params" / "env.yaml").read_text()
    assert "num_steps_per_env: 3\n" in (run / "params" / "agent.yaml").read_text()

    film = ("--checkpoint", "latest", "--video", "--video_length", "2")
    played = run_python(*COMMAND, "play", "--rl_library", "rsl_rl", *TASK, *film, env=ENVIRONMENT, cwd=tmp_path)
    assert played.returncode == 0, played.stderr
    assert f"Policy: {run / 'model_1.pt'}" in played.stdout
    assert (run / "videos" / "play" / "rl-video-step-0.mp4").stat().st_size > 0
    assert (run / "exported" / "policy.onnx").is_file()


CODE = """
from isaaclab_rl.entrypoints import SimpleAgentRequest, random_agent, zero_agent

request = SimpleAgentRequest("Isaac-Cartpole-Direct-v0", num_envs=2, device="cpu", max_steps=3)
assert zero_agent(request) == random_agent(request) == 0
"""


def test_tasks_are_tried_with_zero_and_random_actions(run_python, tmp_path: Path) -> None:
    tried = run_python("-c", CODE, env=ENVIRONMENT, cwd=tmp_path)
    assert tried.returncode == 0, tried.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothing",), "there is no command 'nothing'"),
        (("demo",), "'isaaclab demo' is not served: see 'pippin demo'"),
        (("--new",), "'isaaclab --new' is not served: make the project with Isaac Lab's own command"),
        (("train", "--num_envs", "4"), "expected one of: rsl_rl, skrl, rl_games, sb3"),
        (("train", "--rl_library", "rsl_rl", *TASK, "--iterations", "3"), "there is no argument --iterations"),
        (("play", "--rl_library", "rsl_rl", *TASK, "--checkpoint", "best"), "expected a file or 'latest'"),
        (("play", "--rl_library", "rsl_rl", *TASK), "train first, or name another run"),
    ],
)
def test_what_it_cannot_do_is_said(run_python, tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    refused = run_python(*COMMAND, *words, env=ENVIRONMENT, cwd=tmp_path)
    assert refused.returncode != 0
    assert message in refused.stderr
    assert not (tmp_path / "logs").exists()


@pytest.mark.parametrize("version", ["2", "3"])
def test_it_is_run_as_a_module(run_python, version: str) -> None:
    done = run_python(*COMMAND, "--help", env={**os.environ, "PIPPIN_ISAACLAB": version})
    assert done.returncode == 0, done.stderr
    assert "train" in done.stdout


def test_help_has_a_line_for_each_command(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--help"])
    assert {line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")} == {*COMMANDS}


def test_a_task_names_the_library_that_it_is_meant_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(gymnasium.registry["Isaac-Cartpole-v0"].kwargs, "default_agent", "skrl")
    words = ["--task", "Isaac-Cartpole-v0", "--seed", "3"]
    assert library_of(words, ("rsl_rl", "skrl")) == ("skrl", words)
    assert library_of([*words, "--rl_library", "rsl_rl"], ("rsl_rl", "skrl")) == ("rsl_rl", words)


@pytest.fixture
def tasks_of_version_3() -> Iterator[None]:
    """Registers the tasks that version 3 has, also where tests of older dialects were imported before."""
    registered = dict(gymnasium.registry)
    register_tasks(3)
    yield
    gymnasium.registry.clear()
    gymnasium.registry.update(registered)


@pytest.mark.usefixtures("tasks_of_version_3")
@pytest.mark.parametrize(
    ("task", "library"), [("Isaac-Cartpole", "rsl_rl"), ("Isaac-Cartpole-Showcase-Dict-Box-Direct-v0", "skrl")]
)
def test_tasks_of_the_release_name_a_library(task: str, library: str) -> None:
    assert library_of(["--task", task], ("rsl_rl", "skrl"))[0] == library


@pytest.mark.parametrize("words", [["-m", "isaaclab", "train"], ["/usr/bin/isaaclab", "train"]])
def test_it_is_a_program_for_version_3(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.delenv("PIPPIN_ISAACLAB", raising=False)
    monkeypatch.setattr("pippin_isaac.version._chosen", None)
    monkeypatch.setattr("pippin_isaac.version._found", None)
    monkeypatch.setattr(sys, "orig_argv", [sys.executable, *words])
    assert chosen_isaaclab() == 3


def test_programs_take_the_arguments_about_rsl_rl_themselves() -> None:
    """As Isaac Lab 3's demonstration of H1 does."""
    from isaaclab_rl.entrypoints.backends import cli_args_rsl_rl as cli_args

    parser = argparse.ArgumentParser()
    cli_args.add_rsl_rl_args(parser)
    parser.add_argument("--seed", type=int)
    given = "--run_name second --logger wandb --log_project_name poles --seed -1"
    args = parser.parse_args(given.split())
    agent = cli_args.parse_rsl_rl_cfg("Isaac-Cartpole-v0", args)
    assert (agent.run_name, agent.logger, agent.wandb_project) == ("second", "wandb", "poles")
    assert agent.experiment_name == "cartpole"  # of the task: it was not given
    assert 0 <= agent.seed == args.seed <= 10_000
