"""Simulation parameters from dicts."""

from __future__ import annotations

import logging

import pytest

from pippin.gym import gymapi, gymutil


def test_values_of_a_config_file_are_set() -> None:
    params = gymapi.SimParams()
    config = {
        "dt": 0.005,
        "substeps": 1,
        "gravity": [0.0, 0.0, -9.81],
        "up_axis": 1,
        "use_gpu_pipeline": "True",
        "physx": {
            "num_threads": 10,
            "solver_type": 1.0,
            "contact_offset": "1e-2",
            "max_gpu_contact_pairs": 2**23,
            "contact_collection": 2,
            "use_gpu": False,
        },
        "flex": {"relaxation": 0.9},
    }
    gymutil.parse_sim_config(config, params)
    assert params.dt == pytest.approx(0.005)
    assert params.substeps == 1
    assert params.gravity == gymapi.Vec3(0.0, 0.0, -9.81)
    assert params.up_axis is gymapi.UP_AXIS_Z
    assert params.use_gpu_pipeline
    assert (params.physx.num_threads, params.physx.solver_type) == (10, 1)
    assert params.physx.contact_offset == pytest.approx(0.01)
    assert params.physx.max_gpu_contact_pairs == 2**23
    assert params.physx.contact_collection is gymapi.CC_ALL_SUBSTEPS
    assert params.flex.relaxation == pytest.approx(0.9)


def test_what_a_config_leaves_out_stays() -> None:
    params = gymapi.SimParams()
    params.dt = 0.002
    gymutil.parse_sim_config({"substeps": 3}, params)
    assert params.dt == pytest.approx(0.002)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, 0), (1, 1), ("y", 0), ("Z", 1), ("1", 1), (gymapi.UP_AXIS_Z, 1), (1.0, 1)],
)
def test_up_axis_in_any_form(value: object, expected: int) -> None:
    params = gymapi.SimParams()
    gymutil.parse_sim_config({"up_axis": value}, params)
    assert params.up_axis == expected


def test_unknown_keys_are_told_of(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="pippin"):
        gymutil.parse_sim_config({"render_fps": 60, "physx": {"gpu_heap": 1}}, gymapi.SimParams())
    assert "'render_fps'" in caplog.text
    assert "'physx.gpu_heap'" in caplog.text


@pytest.mark.parametrize(
    ("config", "name"),
    [
        ({"substeps": 1.5}, "substeps"),
        ({"dt": "fast"}, "dt"),
        ({"up_axis": "x"}, "up_axis"),
        ({"gravity": [0.0, "down"]}, "gravity"),
        ({"physx": {"use_gpu": "maybe"}}, "physx.use_gpu"),
        ({"physx": {"contact_collection": 5}}, "physx.contact_collection"),
    ],
)
def test_refused_config_changes_nothing(config: dict, name: str) -> None:
    params = gymapi.SimParams()
    with pytest.raises(ValueError, match=f"Simulation parameter '{name}' cannot be"):
        gymutil.parse_sim_config({"num_client_threads": 5, "physx": {"num_threads": 2}, **config}, params)
    assert params == gymapi.SimParams()


@pytest.mark.parametrize("text", ["true", "True", " YES ", "on", "1", 1, True])
def test_true(text: object) -> None:
    assert gymutil.parse_bool(text) is True


@pytest.mark.parametrize("text", ["false", "False", "no", "OFF", "0", 0, False])
def test_false(text: object) -> None:
    assert gymutil.parse_bool(text) is False


@pytest.mark.parametrize("text", ["", "2", "tru", None])
def test_neither_true_nor_false(text: object) -> None:
    with pytest.raises(ValueError, match="true nor false"):
        gymutil.parse_bool(text)
