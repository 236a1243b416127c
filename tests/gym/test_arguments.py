"""The command line of Isaac Gym's programs."""

from __future__ import annotations

import logging

import pytest
import torch

from pippin.gym import gymapi, gymutil


@pytest.fixture(params=[False, True], ids=["without a GPU", "with a GPU"])
def has_gpu(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether torch says that there is a GPU."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: request.param)
    return request.param


@pytest.fixture
def without_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)


def with_arguments(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr("sys.argv", ["program.py", *arguments])


def test_defaults_are_on_the_gpu_where_there_is_one(has_gpu: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with_arguments(monkeypatch)
    args = gymutil.parse_arguments()
    device = "cuda" if has_gpu else "cpu"
    assert (args.sim_device, args.sim_device_type) == ("cuda:0" if has_gpu else "cpu", device)
    assert (args.use_gpu, args.use_gpu_pipeline) == (has_gpu, has_gpu)
    assert args.pipeline == ("gpu" if has_gpu else "cpu")
    assert args.physics_engine is gymapi.SIM_PHYSX
    assert (args.compute_device_id, args.graphics_device_id, args.num_threads) == (0, 0, 0)
    assert (args.subscenes, args.slices) == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "device_id", "use_gpu", "use_gpu_pipeline"),
    [
        (["--sim_device", "cuda:2"], 2, True, True),
        (["--sim_device=cuda", "--pipeline=CPU"], 0, True, False),
        (["--sim_device", "cpu", "--pipeline", "gpu"], 0, False, False),
    ],
)
def test_devices_follow_from_the_arguments(
    arguments: list[str], device_id: int, use_gpu: bool, use_gpu_pipeline: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    with_arguments(monkeypatch, *arguments)
    args = gymutil.parse_arguments()
    assert (args.compute_device_id, args.use_gpu, args.use_gpu_pipeline) == (device_id, use_gpu, use_gpu_pipeline)


def test_missing_gpu_is_told_of(
    without_gpu: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with_arguments(monkeypatch, "--sim_device", "cuda:1")
    with caplog.at_level(logging.WARNING, logger="pippin"):
        gymutil.parse_arguments()
    assert "no GPU here for --sim_device=cuda:1" in caplog.text


def test_engine_threads_and_slices(without_gpu: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with_arguments(monkeypatch, "--flex", "--num_threads", "3", "--subscenes", "2", "--graphics_device_id", "-1")
    args = gymutil.parse_arguments()
    assert args.physics_engine is gymapi.SIM_FLEX
    assert (args.num_threads, args.subscenes, args.slices, args.graphics_device_id) == (3, 2, 2, -1)


def test_headless_flags_are_there_when_asked_for(without_gpu: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with_arguments(monkeypatch)
    assert not hasattr(gymutil.parse_arguments(), "headless")
    with_arguments(monkeypatch, "--headless")
    assert gymutil.parse_arguments(headless=True).headless
    with_arguments(monkeypatch, "--nographics")
    assert gymutil.parse_arguments(headless=True, no_graphics=True).headless


def test_parameters_of_the_program(
    without_gpu: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with_arguments(monkeypatch, "--num_envs", "12", "--resume")
    args = gymutil.parse_arguments(
        custom_parameters=[
            {"name": "--num_envs", "type": int, "default": 64, "help": "environments"},
            {"name": "--seed", "type": int, "default": 7},
            {"name": "--task", "type": str},
            {"name": "--resume", "action": "store_true", "default": False},
            {"name": "--mode", "type": str, "choices": ["a", "b"], "default": "a"},
            {"name": "--half_done"},
        ]
    )
    assert (args.num_envs, args.seed, args.task, args.resume, args.mode) == (12, 7, None, True, "a")
    assert not hasattr(args, "half_done")
    assert "'--half_done'" in caplog.text


@pytest.mark.parametrize(("arguments", "expected"), [([], False), (["--control"], True), (["--control", "True"], True)])
def test_parameter_with_a_value_for_its_bare_name(
    without_gpu: None, monkeypatch: pytest.MonkeyPatch, arguments: list[str], expected: bool
) -> None:
    """Isaac Gym's examples write "const" without "nargs", and programs write keys of their own."""
    with_arguments(monkeypatch, *arguments)
    control = {"name": "--control", "type": gymutil.parse_bool, "const": True, "default": False, "unit": "none"}
    assert gymutil.parse_arguments(custom_parameters=[control]).control is expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--sim_device", "tpu"], "argument --sim_device: There is no device 'tpu'"),
        (["--pipeline", "fast"], "argument --pipeline: there is no pipeline 'fast'"),
        (["--flex", "--physx"], "argument --physx: not allowed with argument --flex"),
    ],
)
def test_nonsense_ends_with_a_message(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with_arguments(monkeypatch, *arguments)
    with pytest.raises(SystemExit):
        gymutil.parse_arguments()
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(("name", "expected"), [("cpu", ("cpu", 0)), ("cuda", ("cuda", 0)), ("cuda:3", ("cuda", 3))])
def test_device_names(name: str, expected: tuple[str, int]) -> None:
    assert gymutil.parse_device_str(name) == expected


@pytest.mark.parametrize("name", ["gpu", "cuda:", "cuda:x", "cuda:-1", "cpu:0", ""])
def test_unknown_device_names(name: str) -> None:
    with pytest.raises(ValueError, match="There is no device"):
        gymutil.parse_device_str(name)
