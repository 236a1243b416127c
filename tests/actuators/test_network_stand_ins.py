"""Motors in place of actuators whose networks are not on this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from pippin.actuators import (
    ActuatorBaseCfg,
    ActuatorNetLSTMCfg,
    ActuatorNetMLPCfg,
    DCMotorCfg,
    ImplicitActuatorCfg,
    motor_in_place_of,
    network_stand_ins,
    register_network_stand_ins,
)
from pippin.robots.released.stand_ins import find_gains_of_network

CLOUD = "omniverse://assets/Isaac/IsaacLab/ActuatorNets"
LIMITS = {"joint_names_expr": ["knee"], "saturation_effort": 3.0, "effort_limit": 2.0, "velocity_limit": 7.0}


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    before = network_stand_ins._find_gains
    register_network_stand_ins(find_gains_of_network)
    yield
    register_network_stand_ins(before)


def lstm(path: str) -> ActuatorNetLSTMCfg:
    return ActuatorNetLSTMCfg(network_file=path, **LIMITS)


@pytest.mark.parametrize("name", ["ANYbotics/anydrive_3_lstm_jit.pt", "ANYbotics/anydrive_3_lstm.pt"])
def test_a_motor_with_the_limits_of_the_network_takes_its_place(name: str, caplog: pytest.LogCaptureFixture) -> None:
    cfg = lstm(f"{CLOUD}/{name}")
    with caplog.at_level(logging.WARNING, logger="pippin"):
        motor = motor_in_place_of(cfg)
        motor_in_place_of(cfg)
    assert type(motor) is DCMotorCfg
    assert (motor.stiffness, motor.damping) == (85.0, 3.9)
    assert {key: getattr(motor, key) for key in LIMITS} == {key: getattr(cfg, key) for key in LIMITS}
    assert sum(cfg.network_file in record.getMessage() for record in caplog.records) == 1, "it is said once"


def test_the_network_of_a_go1_is_replaced_too() -> None:
    cfg = ActuatorNetMLPCfg(
        network_file=f"{CLOUD}/Unitree/unitree_go1.pt",
        pos_scale=-1.0,
        vel_scale=1.0,
        torque_scale=1.0,
        input_order="pos_vel",
        input_idx=[0, 1, 2],
        **LIMITS,
    )
    assert motor_in_place_of(cfg).stiffness == 25.0


@pytest.mark.parametrize(
    "cfg",
    [
        lstm(f"{CLOUD}/somebodys_own.pt"),
        lstm("/nowhere/anydrive_3_lstm_jit.pt"),
        ImplicitActuatorCfg(joint_names_expr=["knee"], stiffness=1.0, damping=0.1),
    ],
    ids=["another network", "a path of this machine", "no network"],
)
def test_everything_else_stays_as_it_is(cfg: ActuatorBaseCfg) -> None:
    assert motor_in_place_of(cfg) is cfg


def test_a_network_that_is_here_is_not_replaced(tmp_path: Path) -> None:
    register_network_stand_ins(lambda path: (1.0, 1.0))
    file = tmp_path / "anydrive_3_lstm_jit.pt"
    file.write_bytes(b"")
    cfg = lstm(str(file))
    assert motor_in_place_of(cfg) is cfg
