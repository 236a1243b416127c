"""The control laws against their formulas, written out in NumPy and float64."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pippin.actuators import (
    DCMotorCfg,
    IdealPDActuatorCfg,
    ImplicitActuatorCfg,
    RemotizedPDActuatorCfg,
)

ALL = [".*"]
STIFFNESS = {"hip": 20.0, "thigh": 30.0, "calf": 40.0}
DAMPING = {"hip|thigh": 0.5, "calf": 1.5}
KP = np.array([20.0, 30.0, 40.0])
KD = np.array([0.5, 0.5, 1.5])

# Efforts are sums of products up to 2e2, each rounded to float32 (relative 6e-8) a few times.
TOLERANCE = {"rtol": 1e-5, "atol": 1e-4}


def pd_effort(inputs) -> np.ndarray:
    target_pos, target_vel, effort, pos, vel = inputs.numpy()
    return KP * (target_pos - pos) + KD * (target_vel - vel) + effort


def torque_speed_range(vel, saturation, velocity_limit, effort_limit) -> tuple[np.ndarray, np.ndarray]:
    """Ends of the range of a DC motor in Isaac Lab's form, which lets a motor beyond its no-load velocity brake."""
    vel = np.clip(vel, *np.array([-1, 1]) * velocity_limit * (1 + effort_limit / saturation))
    highest = np.minimum(saturation * (1 - vel / velocity_limit), effort_limit)
    lowest = np.maximum(saturation * (-1 - vel / velocity_limit), -effort_limit)
    return lowest, highest


def test_ideal_pd_clips_the_pd_effort_to_the_limit(make_actuator, make_inputs) -> None:
    actuator = make_actuator(
        IdealPDActuatorCfg(joint_names_expr=ALL, stiffness=STIFFNESS, damping=DAMPING, effort_limit=25.0)
    )
    inputs = make_inputs()
    applied = inputs.applied_by(actuator)
    expected = pd_effort(inputs)
    assert (abs(expected) > 25.0).any() and (abs(expected) < 25.0).any()
    np.testing.assert_allclose(actuator.computed_effort.cpu(), expected, **TOLERANCE)
    np.testing.assert_allclose(applied, np.clip(expected, -25.0, 25.0), **TOLERANCE)
    np.testing.assert_array_equal(applied, actuator.applied_effort.cpu())


def test_explicit_model_gives_efforts_only(make_actuator, make_inputs) -> None:
    inputs = make_inputs()
    action = inputs.action()
    actuator = make_actuator(IdealPDActuatorCfg(joint_names_expr=ALL, stiffness=1.0, damping=1.0))
    result = actuator.compute(action, inputs.pos, inputs.vel)
    assert result is action
    assert result.joint_positions is None and result.joint_velocities is None
    assert result.joint_efforts is actuator.applied_effort


def test_implicit_model_leaves_the_targets_and_records_the_effort(make_actuator, make_inputs) -> None:
    actuator = make_actuator(
        ImplicitActuatorCfg(joint_names_expr=ALL, stiffness=STIFFNESS, damping=DAMPING, effort_limit_sim=25.0)
    )
    inputs = make_inputs()
    result = actuator.compute(inputs.action(), inputs.pos, inputs.vel)
    assert actuator.is_implicit_model
    assert result.joint_positions is inputs.target_pos
    assert result.joint_velocities is inputs.target_vel
    assert result.joint_efforts is inputs.effort
    np.testing.assert_allclose(actuator.computed_effort.cpu(), pd_effort(inputs), **TOLERANCE)
    np.testing.assert_allclose(actuator.applied_effort.cpu(), np.clip(pd_effort(inputs), -25.0, 25.0), **TOLERANCE)


def test_dc_motor_keeps_within_the_torque_speed_curve(make_actuator, make_inputs) -> None:
    actuator = make_actuator(
        DCMotorCfg(
            joint_names_expr=ALL,
            stiffness=STIFFNESS,
            damping=DAMPING,
            saturation_effort=60.0,
            effort_limit=40.0,
            velocity_limit=5.0,
        )
    )
    inputs = make_inputs(scale=12.0)
    lowest, highest = torque_speed_range(inputs.numpy()[4], 60.0, 5.0, 40.0)
    applied = inputs.applied_by(actuator)
    np.testing.assert_allclose(actuator.computed_effort.cpu(), pd_effort(inputs), **TOLERANCE)
    np.testing.assert_allclose(applied, np.clip(pd_effort(inputs), lowest, highest), **TOLERANCE)


@pytest.mark.parametrize(
    ("velocity", "lowest", "highest"),
    [
        pytest.param(0.0, -40.0, 40.0, id="standstill: the effort limit both ways"),
        pytest.param(2.5, -40.0, 30.0, id="half of the no-load velocity: half of the saturation effort"),
        pytest.param(5.0 / 3.0, -40.0, 40.0, id="where the line crosses the effort limit"),
        pytest.param(5.0, -40.0, 0.0, id="no-load velocity: nothing to drive with"),
        pytest.param(6.0, -40.0, -12.0, id="beyond it: the motor brakes"),
        pytest.param(25.0 / 3.0, -40.0, -40.0, id="where it brakes with the effort limit"),
        pytest.param(100.0, -40.0, -40.0, id="and all the way beyond"),
    ],
)
@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_dc_motor_ends_in_all_quadrants(make_actuator, make_inputs, velocity, lowest, highest, direction) -> None:
    actuator = make_actuator(
        DCMotorCfg(
            joint_names_expr=ALL,
            stiffness=0.0,
            damping=0.0,
            saturation_effort=60.0,
            effort_limit=40.0,
            velocity_limit=5.0,
        )
    )
    inputs = make_inputs()
    inputs.vel[:] = direction * velocity
    for command, end in ((1.0e3, highest), (-1.0e3, lowest)):
        inputs.effort[:] = direction * command
        np.testing.assert_allclose(inputs.applied_by(actuator), direction * end, **TOLERANCE)


def test_dc_motor_without_limits_is_an_ideal_motor(make_actuator, make_inputs) -> None:
    actuator = make_actuator(
        DCMotorCfg(
            joint_names_expr=ALL,
            stiffness=STIFFNESS,
            damping=DAMPING,
            saturation_effort=1.0e6,
            velocity_limit=torch.inf,
        )
    )
    inputs = make_inputs()
    np.testing.assert_allclose(inputs.applied_by(actuator), pd_effort(inputs), **TOLERANCE)


def test_remotized_limit_follows_the_table(make_actuator, make_inputs) -> None:
    table = np.array([[-1.5, 10.0, 4.0], [-0.5, 11.0, 9.0], [0.75, 12.0, 3.0], [1.0, 13.0, 20.0]])
    actuator = make_actuator(
        RemotizedPDActuatorCfg(
            joint_names_expr=ALL,
            stiffness=STIFFNESS,
            damping=DAMPING,
            effort_limit=1.0,  # replaced by the table
            joint_parameter_lookup=table.tolist(),
        )
    )
    inputs = make_inputs()
    pos = inputs.numpy()[3]
    assert pos.min() < -1.5 and pos.max() > 1.0  # beyond both ends
    limit = np.interp(pos, table[:, 0], table[:, 2])
    np.testing.assert_allclose(inputs.applied_by(actuator), np.clip(pd_effort(inputs), -limit, limit), **TOLERANCE)
    np.testing.assert_allclose(actuator.computed_effort.cpu(), pd_effort(inputs), **TOLERANCE)
    np.testing.assert_allclose(actuator.angle_samples.cpu(), table[:, 0])
    np.testing.assert_allclose(actuator.transmission_ratio_samples.cpu(), table[:, 1])
    np.testing.assert_allclose(actuator.max_torque_samples.cpu(), table[:, 2])


def test_remotized_limit_meets_the_samples(make_actuator, make_inputs) -> None:
    table = [[-1.0, 1.0, 2.0], [0.0, 1.0, 7.0], [1.0, 1.0, 4.0]]
    actuator = make_actuator(
        RemotizedPDActuatorCfg(joint_names_expr=ALL, stiffness=0.0, damping=0.0, joint_parameter_lookup=table)
    )
    inputs = make_inputs()
    inputs.effort[:] = 100.0
    inputs.pos[:] = torch.tensor([-1.0, 0.0, 1.0])
    np.testing.assert_array_equal(inputs.applied_by(actuator)[0], [2.0, 7.0, 4.0])


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([], "rows of angle"),
        ([[0.0, 1.0]], "rows of angle"),
        ([[0.0, 1.0, 2.0], [1.0, 1.0]], "not a table"),
        ([[1.0, 1.0, 2.0], [0.0, 1.0, 2.0]], "increasing"),
        ([[0.0, 1.0, 2.0], [0.0, 1.0, 3.0]], "increasing"),
        ([[0.0, 1.0, float("nan")]], "finite"),
        ([[0.0, 1.0, -2.0]], "at least 0"),
    ],
)
def test_malformed_table_is_refused(make_actuator, table, message) -> None:
    cfg = RemotizedPDActuatorCfg(joint_names_expr=ALL, stiffness=0.0, damping=0.0, joint_parameter_lookup=table)
    with pytest.raises(ValueError, match=message):
        make_actuator(cfg)


def test_columns_of_larger_tensors_are_read_in_place(make_actuator, make_inputs) -> None:
    """A group of neighbouring joints is computed from views of the articulation's tensors, without copies."""
    actuator = make_actuator(IdealPDActuatorCfg(joint_names_expr=ALL, stiffness=STIFFNESS, damping=DAMPING))
    inputs = make_inputs()
    expected = pd_effort(inputs)
    for name, values in vars(inputs).items():
        articulation = torch.full((values.shape[0], 8), torch.nan, device=values.device)
        articulation[:, 2:5] = values
        setattr(inputs, name, articulation[:, 2:5])
    np.testing.assert_allclose(inputs.applied_by(actuator), expected, **TOLERANCE)


@pytest.mark.parametrize("name", ["target_pos", "target_vel", "effort", "pos", "vel"])
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda tensor: tensor[:, :2], r"got shape \(7, 2\)"),
        (lambda tensor: tensor.double(), "torch.float64"),
        (lambda tensor: tensor.to("meta"), "meta"),
        (lambda tensor: None, "it is None"),
    ],
    ids=["shape", "dtype", "device", "None"],
)
def test_inputs_of_another_kind_are_refused(make_actuator, make_inputs, name, spoil, message) -> None:
    actuator = make_actuator(IdealPDActuatorCfg(joint_names_expr=ALL, stiffness=1.0, damping=1.0))
    inputs = make_inputs()
    setattr(inputs, name, spoil(getattr(inputs, name)))
    with pytest.raises(ValueError, match=message):
        inputs.applied_by(actuator)
    assert (actuator.applied_effort == 0.0).all()
