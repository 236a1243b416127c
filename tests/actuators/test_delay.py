"""Commands that arrive late: by exactly the lag of the environment, from the first command after its reset on."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pippin.actuators import DelayedPDActuator, DelayedPDActuatorCfg, RemotizedPDActuatorCfg


def delayed(make_actuator, num_envs: int = 7, cfg_type=DelayedPDActuatorCfg, **fields):
    cfg = cfg_type(joint_names_expr=[".*"], stiffness=1.0, damping=1.0, **fields)
    return make_actuator(cfg, num_envs=num_envs)


def run(actuator, inputs, commands: list[float]) -> np.ndarray:
    """Efforts of joint 0 at standstill in the origin while the commands count up, shape (steps, num_envs).

    Position, velocity and effort are commanded as c, 100 c and 10,000 c, so that the effort reads 10101 c only if all
    three are equally late.
    """
    inputs.pos[:] = inputs.vel[:] = 0.0
    efforts = []
    for command in commands:
        inputs.target_pos[:] = command
        inputs.target_vel[:] = 100.0 * command
        inputs.effort[:] = 10_000.0 * command
        efforts.append(inputs.applied_by(actuator)[:, 0])
    return np.array(efforts) / 10_101.0


def test_each_environment_has_its_own_lag(make_actuator, make_inputs) -> None:
    actuator = delayed(make_actuator, max_delay=6)
    actuator.time_lags[:] = torch.arange(7)
    steps = np.arange(1, 41)  # several rounds of the history
    expected = np.maximum(steps[:, None] - np.arange(7), 1)
    np.testing.assert_array_equal(run(actuator, make_inputs(), list(steps)), expected)


def test_measurements_are_not_late(make_actuator, make_inputs) -> None:
    actuator = delayed(make_actuator, max_delay=2)
    actuator.time_lags[:] = 2
    first, second = make_inputs(seed=1), make_inputs(seed=2)
    first.applied_by(actuator)
    pos, vel = second.numpy()[3:]
    target_pos, target_vel, effort = first.numpy()[:3]
    expected = target_pos - pos + target_vel - vel + effort
    # Sums of five numbers up to 2 in float32.
    np.testing.assert_allclose(second.applied_by(actuator), expected, atol=1e-5)


def test_reset_of_some_environments_starts_their_history_anew(make_actuator, make_inputs) -> None:
    actuator = delayed(make_actuator, min_delay=3, max_delay=3)
    inputs = make_inputs()
    run(actuator, inputs, [1.0, 2.0, 3.0, 4.0])
    actuator.reset([1, 4])
    efforts = run(actuator, inputs, [11.0, 12.0, 13.0, 14.0, 15.0])
    np.testing.assert_array_equal(efforts[:, [1, 4]].T, [[11.0, 11.0, 11.0, 11.0, 12.0]] * 2)
    np.testing.assert_array_equal(efforts[:, [0, 2, 3, 5, 6]].T, [[2.0, 3.0, 4.0, 11.0, 12.0]] * 5)


@pytest.mark.parametrize("num_envs", [1, 300])
def test_lags_are_drawn_between_the_bounds(make_actuator, num_envs) -> None:
    torch.manual_seed(5)
    actuator = delayed(make_actuator, num_envs=num_envs, min_delay=2, max_delay=5)
    drawn = set()
    for _ in range(600 // num_envs):
        drawn |= set(actuator.time_lags.tolist())
        actuator.reset(None)
    assert drawn == {2, 3, 4, 5}


def test_reset_draws_lags_for_its_environments_only(make_actuator, device) -> None:
    actuator = delayed(make_actuator, num_envs=300, max_delay=1000)
    before = actuator.time_lags.clone()
    actuator.reset(torch.arange(0, 300, 3, device=device))
    changed = (actuator.time_lags != before).reshape(100, 3)
    assert changed[:, 0].sum() > 90 and not changed[:, 1:].any()


@pytest.mark.parametrize("env_ids", [None, slice(None), slice(2, 5), [0, 6], torch.tensor([3])], ids=str)
def test_seeded_lags_repeat(make_actuator, env_ids) -> None:
    actuator = delayed(make_actuator, max_delay=1000)
    lags = []
    for _ in range(2):
        torch.manual_seed(3)
        actuator.reset(env_ids)
        lags.append(actuator.time_lags.clone())
    assert torch.equal(*lags)


@pytest.mark.parametrize(("lag", "read_as"), [(9, 2), (-4, 0)])
def test_lag_written_beyond_the_bounds_reads_no_other_memory(make_actuator, make_inputs, lag, read_as) -> None:
    actuator = delayed(make_actuator, max_delay=2)
    actuator.time_lags[:] = lag
    efforts = run(actuator, make_inputs(), [1.0, 2.0, 3.0, 4.0])
    assert (efforts[-1] == 4.0 - read_as).all()


def test_remotized_model_is_late_too(make_actuator, make_inputs) -> None:
    actuator = delayed(
        make_actuator,
        cfg_type=RemotizedPDActuatorCfg,
        min_delay=1,
        max_delay=1,
        joint_parameter_lookup=[[0.0, 1.0, 1.0e9]],
    )
    np.testing.assert_array_equal(run(actuator, make_inputs(), [1.0, 2.0, 3.0])[:, 0], [1.0, 1.0, 2.0])


class LateByItself(DelayedPDActuator):
    """A program's own law, which delays targets by the buffers, as Isaac Lab's class does."""

    def compute(self, control_action, joint_pos, joint_vel):
        positions = self.positions_delay_buffer.compute(control_action.joint_positions)
        velocities = self.velocities_delay_buffer.compute(control_action.joint_velocities)
        efforts = self.efforts_delay_buffer.compute(control_action.joint_efforts)
        self.applied_effort = positions - joint_pos + velocities - joint_vel + efforts
        control_action.joint_efforts = self.applied_effort
        return control_action


def test_laws_of_a_program_delay_by_the_buffers_as_the_class_does(make_actuator, make_inputs) -> None:
    efforts = []
    for class_type in (DelayedPDActuator, LateByItself):
        torch.manual_seed(7)
        actuator, inputs = delayed(make_actuator, max_delay=6, class_type=class_type), make_inputs()
        before = run(actuator, inputs, [1.0, 2.0, 3.0, 4.0])
        actuator.reset([1, 4])
        efforts.append(np.concatenate([before, run(actuator, inputs, [11.0, 12.0, 13.0, 14.0, 15.0])]))
    assert len(np.unique(efforts[0][3])) > 1
    np.testing.assert_array_equal(efforts[1], efforts[0])
