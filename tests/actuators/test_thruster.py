"""Thrusts follow their targets as a first-order system with two time constants, within their range."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import torch

from pippin.actuators import MultiRotorActions, Thruster, ThrusterCfg

N, NAMES, DT = 3, ["rotor_0", "rotor_1"], 0.004
RISE, FALL = 0.05, 0.02


def make_cfg(**fields) -> ThrusterCfg:
    defaults = {"rise_time_constant": RISE, "fall_time_constant": FALL, "dt": DT, "thrust_const_range": (2e-4, 2e-4)}
    return ThrusterCfg(**{"thruster_names_expr": ["rotor_.*"], "thrust_range": (0.0, 10.0), **defaults, **fields})


def make_thruster(rps: float = 0.0, **fields) -> Thruster:
    return Thruster(make_cfg(**fields), NAMES, slice(None), N, "cpu", torch.full((N, 2), rps))


def follow(thruster: Thruster, target: float, steps: int) -> np.ndarray:
    """Applied thrusts after each of some steps, shape (steps,); they are the same in all environments."""
    applied = []
    for _ in range(steps):
        action = MultiRotorActions(torch.full((N, 2), target))
        assert thruster.compute(action) is action and action.thrusts is thruster.applied_thrust
        assert (thruster.applied_thrust == thruster.applied_thrust[0, 0]).all()
        applied.append(float(thruster.applied_thrust[0, 0]))
    return np.array(applied)


def test_a_step_of_the_target_is_answered_with_the_two_time_constants() -> None:
    """Tolerance: float32 rounds each of 40 steps of up to 8 N."""
    thruster = make_thruster()
    time = DT * np.arange(1, 41)
    rising = follow(thruster, 8.0, 40)
    np.testing.assert_allclose(rising, 8.0 * (1.0 - np.exp(-time / RISE)), atol=2e-5)
    falling = follow(thruster, 1.0, 40)
    np.testing.assert_allclose(falling, 1.0 + (rising[-1] - 1.0) * np.exp(-time / FALL), atol=2e-5)


def test_the_response_does_not_depend_on_the_time_step() -> None:
    coarse, fine = make_thruster(dt=0.02), make_thruster(dt=0.001)
    np.testing.assert_allclose(follow(coarse, 8.0, 5), follow(fine, 8.0, 100)[19::20], atol=2e-5)


def test_thrusts_of_both_signs_rise_away_from_zero() -> None:
    thruster = make_thruster(thrust_range=(-10.0, 10.0))
    time = DT * np.arange(1, 21)
    np.testing.assert_allclose(follow(thruster, -6.0, 20), -6.0 * (1.0 - np.exp(-time / RISE)), atol=2e-5)


def test_with_rps_the_speed_of_the_rotor_follows() -> None:
    thruster = make_thruster(rps=50.0, use_rps=True)
    time = DT * np.arange(1, 41)
    speed = np.sqrt(8.0 / 2e-4) + (50.0 - np.sqrt(8.0 / 2e-4)) * np.exp(-time / RISE)
    np.testing.assert_allclose(follow(thruster, 8.0, 40), 2e-4 * speed**2, rtol=1e-5)


def test_ranges_of_time_constants_are_those_of_the_speed_unless_told_otherwise() -> None:
    ranges = {
        "rise_time_constant": 0.0,
        "fall_time_constant": 0.0,
        "tau_inc_range": (RISE, RISE),
        "tau_dec_range": (FALL, FALL),
    }
    exact = {**ranges, "integration_scheme": "exact"}
    np.testing.assert_array_equal(
        follow(make_thruster(rps=50.0, **exact), 8.0, 10), follow(make_thruster(rps=50.0, use_rps=True), 8.0, 10)
    )
    np.testing.assert_array_equal(
        follow(make_thruster(rps=50.0, use_rps=False, **exact), 8.0, 10), follow(make_thruster(rps=50.0), 8.0, 10)
    )


@pytest.mark.parametrize("is_discrete", [True, False])
@pytest.mark.parametrize("scheme", ["euler", "rk4"])
def test_steps_of_isaac_lab_are_its_methods_of_integration(scheme: str, is_discrete: bool) -> None:
    """Euler's and Runge's and Kutta's method on dx/dt = (x* - x) / tau, by hand; tau + dt for tau where discrete."""
    thruster = make_thruster(integration_scheme=scheme, use_discrete_approximation=is_discrete)
    rate = 1.0 / (RISE + DT if is_discrete else RISE)
    thrust, expected = 0.0, []
    for _ in range(10):
        k1 = rate * (8.0 - thrust)
        k2 = rate * (8.0 - thrust - 0.5 * DT * k1)
        k3 = rate * (8.0 - thrust - 0.5 * DT * k2)
        k4 = rate * (8.0 - thrust - DT * k3)
        thrust += DT * (k1 if scheme == "euler" else (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0)
        expected.append(thrust)
    np.testing.assert_allclose(follow(thruster, 8.0, 10), expected, rtol=1e-6)


def test_time_constants_in_isaac_labs_words_mean_its_integration() -> None:
    ranges = {"rise_time_constant": 0.0, "fall_time_constant": 0.0}
    ranges |= {"tau_inc_range": (RISE, RISE), "tau_dec_range": (FALL, FALL)}
    said = {"integration_scheme": "rk4", "use_discrete_approximation": True}
    np.testing.assert_array_equal(
        follow(make_thruster(rps=50.0, **ranges), 8.0, 10), follow(make_thruster(rps=50.0, **ranges, **said), 8.0, 10)
    )


def test_any_object_with_these_fields_is_a_config_and_a_constant_of_zero_is_a_small_one() -> None:
    fields = {"dt": DT, "thrust_range": (0.0, 10.0), "thrust_const_range": (0.0, 0.0), "something_else": 1}
    cfg = SimpleNamespace(**fields, tau_inc_range=(RISE, RISE), tau_dec_range=(FALL, FALL))
    thruster = Thruster(cfg, NAMES, slice(None), N, "cpu", torch.ones(N, 2))
    assert (thruster.thrust_constant == 1e-6).all()
    assert np.isfinite(follow(thruster, 8.0, 5)).all()


def test_beyond_the_range_thrusts_saturate_and_come_back_at_once() -> None:
    """What is applied follows the nearest possible target; what is computed shows how much is asked for in vain."""
    thruster = make_thruster()
    time = DT * np.arange(1, 201)
    np.testing.assert_allclose(follow(thruster, 30.0, 200), 10.0 * (1.0 - np.exp(-time / RISE)), atol=3e-5)
    expected = 10.0 + (1.0 - np.exp(-DT / RISE)) * (30.0 - 10.0)
    np.testing.assert_allclose(thruster.computed_thrust, expected, atol=1e-4)
    assert follow(thruster, 9.0, 1)[0] < 10.0


def test_a_time_constant_of_zero_follows_at_once() -> None:
    thruster = make_thruster(rise_time_constant=0.0, fall_time_constant=0.0)
    assert follow(thruster, 7.5, 1)[0] == 7.5
    assert follow(thruster, 0.5, 1)[0] == 0.5


def test_thrusts_change_no_faster_than_their_rate() -> None:
    thruster = make_thruster(rise_time_constant=0.0, fall_time_constant=0.0, max_thrust_rate=100.0)
    np.testing.assert_allclose(follow(thruster, 2.0, 6), [0.4, 0.8, 1.2, 1.6, 2.0, 2.0], rtol=1e-6)
    np.testing.assert_allclose(follow(thruster, 1.5, 2), [1.6, 1.5], rtol=1e-6)


def test_rotors_begin_and_begin_again_at_their_initial_speed() -> None:
    rps = torch.tensor([[50.0, 100.0]]).repeat(N, 1)
    thruster = Thruster(make_cfg(), NAMES, slice(None), N, "cpu", rps)
    expected = torch.tensor([0.5, 2.0]).repeat(N, 1)
    torch.testing.assert_close(thruster.applied_thrust, expected)
    thruster.compute(MultiRotorActions(torch.full((N, 2), 9.0)))
    moved = thruster.applied_thrust.clone()
    thruster.reset([1])
    torch.testing.assert_close(thruster.applied_thrust[1], expected[1])
    torch.testing.assert_close(thruster.applied_thrust[[0, 2]], moved[[0, 2]])


def test_each_thruster_draws_its_own_constants_at_every_reset() -> None:
    torch.manual_seed(0)
    thruster = make_thruster(rise_time_constant=(0.05, 0.08), thrust_const_range=(1e-4, 3e-4))
    for name, (lowest, highest) in {"rise_time_constant": (0.05, 0.08), "thrust_constant": (1e-4, 3e-4)}.items():
        values = getattr(thruster, name)
        assert ((values >= lowest) & (values <= highest)).all() and len(values.unique()) == values.numel()
        before = values.clone()
        thruster.reset([0])
        assert (values[0] != before[0]).all() and (values[1:] == before[1:]).all()
    assert (thruster.fall_time_constant == torch.tensor(FALL)).all()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rise_time_constant": -0.1}, r"rise time constant of thrusters \['rotor_.\*'\] is \(-0.1, -0.1\)"),
        ({"fall_time_constant": float("nan")}, "fall time constant"),
        ({"fall_time_constant": (0.2, 0.1)}, "begin with its lower end"),
        ({"thrust_range": (5.0, 1.0)}, r"the lowest and the highest thrust \[N\], not \(5.0, 1.0\)"),
        ({"thrust_const_range": (-1e-5, 1e-4)}, "'thrust_const_range' .* at least 0"),
        ({"integration_scheme": "heun"}, r"integration scheme unknown: 'heun' .* \['exact', 'euler', 'rk4'\]"),
        ({"max_thrust_rate": -1.0}, "'max_thrust_rate' .* is -1.0: it should be positive"),
        ({"dt": 0.0}, "'dt' .* is 0.0: it should be positive"),
        ({"dt": None}, "needs the time between two calls in its config: 'dt'"),
        ({"tau_inc_range": (0.1, 0.1)}, "'rise_time_constant' 0.05 and 'tau_inc_range' .*: give one"),
    ],
)
def test_impossible_parameters_are_refused(fields: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_thruster(**fields)


def test_open_fields_and_wrong_shapes_are_refused() -> None:
    with pytest.raises(TypeError, match="thrust_range"):
        Thruster(ThrusterCfg(thruster_names_expr=["a"], dt=DT), ["a"], slice(None), N, "cpu", torch.zeros(N, 1))
    with pytest.raises(ValueError, match=r"'init_thruster_rps' should have shape \(3, 2\), not \(3, 4\)"):
        Thruster(make_cfg(), NAMES, slice(None), N, "cpu", torch.zeros(N, 4))
    with pytest.raises(ValueError, match=r"thrusts of shape \(3, 2\), torch.float32 on cpu; got shape \(2, 2\)"):
        make_thruster().compute(MultiRotorActions(torch.zeros(2, 2)))
    with pytest.raises(ValueError, match="got None"):
        make_thruster().compute(MultiRotorActions())
