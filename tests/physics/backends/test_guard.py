"""Environments stay finite: too much spin is slowed down, and lost states go back to the last good one."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
import warp as wp

from pippin.physics.guard import (
    MAX_ROTATION,
    MAX_ROTATION_OF_BASE,
    StateGuard,
    choose_substeps,
    name_environments,
    spin_limits,
)
from pippin.physics.row_work import RowWork

from .conftest import WORKSHOP, variant

DRONE = """
<mujoco>
  <worldbody>
    <body name="/drone" pos="0 0 1">
      <freejoint name="/drone"/>
      <geom name="/drone/frame" type="box" size="0.1 0.1 0.02" mass="0.5"/>
      <body name="/drone/rotor" pos="0.1 0.1 0.05">
        <joint name="/drone/rotor/hinge" axis="0 0 1"/>
        <geom name="/drone/rotor/blades" type="box" size="0.05 0.005 0.001" mass="0.005"/>
      </body>
      <body name="/drone/arm" pos="0 0 -0.05">
        <joint name="/drone/arm/hinge" axis="0 1 0" limited="true" range="-1 1"/>
        <geom name="/drone/arm/rod" type="capsule" size="0.01" fromto="0 0 0 0 0 -0.2" mass="0.1"/>
      </body>
      <body name="/drone/pendulum" pos="0 0 0.05">
        <joint name="/drone/pendulum/hinge" axis="0 1 0"/>
        <geom name="/drone/pendulum/rod" type="capsule" size="0.01" fromto="0 0 0 0 0 -0.2" mass="0.1"/>
      </body>
    </body>
    <body name="/ball" pos="1 0 1">
      <freejoint name="/ball"/>
      <geom name="/ball/geom" size="0.1" mass="1"/>
    </body>
  </worldbody>
</mujoco>
"""
ROTOR, ARM, PENDULUM = 6, 7, 8
DT = 0.005
LIMIT = MAX_ROTATION / DT
BASE_LIMIT = MAX_ROTATION_OF_BASE / DT


@pytest.fixture
def drone() -> mujoco.MjModel:
    """Drone with a rotor, an arm and an unbalanced pendulum, and a ball beside it."""
    model = variant(DRONE).spec.compile()
    model.opt.timestep = DT
    return model


class GuardedState:
    """A guard on one world, and the state that it watches."""

    def __init__(self, model: mujoco.MjModel, dtype: type, device: str = "cpu") -> None:
        self.guard = StateGuard(model, np.array([5]), device)
        self.previous = tuple(wp.zeros((1, n), dtype=float, device=device) for n in (model.nq, model.nv))
        self.previous[0].assign(model.qpos0[None])
        self.qpos = wp.array(model.qpos0[None], dtype=dtype, device=device)
        self.qvel = wp.zeros((1, model.nv), dtype=dtype, device=device)
        self.warmstart = wp.full((1, model.nv), 7.0, dtype=dtype, device=device)
        self.act = wp.zeros((1, 0), dtype=dtype, device=device)
        self.ctrl = wp.zeros((1, 2), dtype=float, device=device)

    def check(self) -> list[str]:
        self.guard.check(self.previous, self.ctrl, self.qpos, self.qvel, self.warmstart, self.act)
        return self.guard.complaints(self.guard.counts.numpy())


def kinetic_energy(model: mujoco.MjModel, qvel: np.ndarray) -> float:
    data = mujoco.MjData(model)
    mujoco.mj_fwdPosition(model, data)
    momentum = np.zeros(model.nv)
    mujoco.mj_mulM(model, data, momentum, qvel)
    return 0.5 * float(qvel @ momentum)


def test_rotors_and_single_bodies_may_spin_at_any_speed(drone):
    free = np.isinf(spin_limits(drone))
    assert free[:3].all() and not free[3:6].any(), "the drone may fly fast but not tumble fast"
    assert free[ROTOR] and not free[ARM] and not free[PENDULUM]
    assert free[9:].all(), "the ball"
    np.testing.assert_allclose(spin_limits(drone)[ARM], LIMIT)
    np.testing.assert_allclose(spin_limits(drone)[3:6], BASE_LIMIT)


@pytest.mark.parametrize("dtype", [wp.float32, wp.float64])
def test_velocities_below_the_limit_stay_bit_identical(drone, dtype):
    state = GuardedState(drone, dtype)
    qvel = np.full((1, drone.nv), 0.999 * LIMIT)
    qvel[0, 3:6] = 0.999 * BASE_LIMIT
    qvel[0, ROTOR] = 100 * LIMIT
    state.qvel.assign(qvel)
    before = state.qvel.numpy().copy()
    assert state.check() == []
    np.testing.assert_array_equal(state.qvel.numpy(), before)


@pytest.mark.parametrize("dtype", [wp.float32, wp.float64])
def test_one_factor_slows_the_whole_mechanism_and_nothing_else(drone, dtype):
    state = GuardedState(drone, dtype)
    qvel = np.random.default_rng(0).normal(0.0, 0.3 * LIMIT, (1, drone.nv))
    qvel[0, 3:6] *= 0.1
    qvel[0, ARM] = -4.0 * LIMIT
    state.qvel.assign(qvel)
    (sentence,) = state.check()
    after = state.qvel.numpy()[0]
    np.testing.assert_allclose(after[:9], qvel[0, :9] / 4.0, rtol=1e-6)
    np.testing.assert_allclose(after[9:], qvel[0, 9:], rtol=1e-6)
    assert kinetic_energy(drone, after) < kinetic_energy(drone, qvel[0])
    assert sentence.startswith("Environment 5 turned a joint faster than 160 rad/s, or a robot as a whole than 60")
    assert state.check() == [], "it is said once"


def test_what_is_seen_on_a_cpu_is_what_the_check_would_change(drone):
    state = GuardedState(drone, wp.float64)
    qpos, qvel = state.qpos.numpy().astype(np.float32), np.zeros((1, drone.nv), np.float32)
    work = RowWork()
    state.guard.look(work, qpos, qvel)
    for dof, speed, is_ordinary in ((4, 59.0, True), (4, 61.0, False), (ARM, 159.0, True), (ARM, 161.0, False)):
        qvel[:] = 0.0
        qvel[0, dof] = speed
        assert work.run() != is_ordinary
        qvel[0, dof] = np.nan
        assert work.run()
    qvel[:] = 0.0
    qvel[0, ROTOR] = 1e5
    assert not work.run()


@pytest.mark.parametrize(("limbs", "is_slowed"), [(("arm", "pendulum"), False), (("pendulum",), True)])
def test_drones_that_tumble_fly_on(limbs, is_slowed):
    """With rotors alone the base is where the centre of mass is; limbs that swing are slowed down as a whole."""
    spec = variant(DRONE).spec
    for limb in limbs:
        spec.delete(spec.body(f"/drone/{limb}"))
    model = spec.compile()
    model.opt.timestep = DT
    state = GuardedState(model, wp.float64)
    qvel = np.zeros((1, model.nv))
    qvel[0, :6] = 2.0, 0.0, -1.0, 0.0, 2.0 * BASE_LIMIT, BASE_LIMIT
    state.qvel.assign(qvel)
    state.check()
    after = state.qvel.numpy()[0]
    np.testing.assert_allclose(after[3:6], qvel[0, 3:6] / 2.0, rtol=1e-6)
    np.testing.assert_allclose(after[:3], qvel[0, :3] / (2.0 if is_slowed else 1.0), rtol=1e-6)


@pytest.mark.parametrize(("spin", "most"), [(0.25, 8.7), (0.29, 6.5), (0.5, 1.01), (0.75, 1.01)])
def test_a_mechanism_that_spins_in_free_flight_has_the_energy_of_the_limit_at_most(make, spin, most):
    """Nothing acts on it: its energy is constant, but for what explicit Coriolis forces add in a step.

    Its arm and its pendulum swing to and fro meanwhile. Up to 0.8 rad a step, it came to 35 times its energy from 0.25
    on. Below the limit it may come to that of the limit: all its three components, about an axis of twice the inertia,
    are 6 (0.3 / spin)^2 times what it begins with.
    """
    engine = make([DRONE], [0, 0], dt=DT, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    qvel = np.zeros((2, worlds.model.nv), np.float32)
    qvel[:, 3:6] = spin / DT * np.array([0.6, 0.1, np.sqrt(1.0 - 0.37)])
    qvel[:, PENDULUM] = 3.0
    worlds.qvel.assign(qvel)
    worlds.state_written()
    data = mujoco.MjData(worlds.model)
    energies = []
    for _ in range(400):
        data.qpos[:] = worlds.qpos.numpy()[1]
        mujoco.mj_fwdPosition(worlds.model, data)
        momentum = np.zeros(worlds.model.nv)
        velocities = worlds.qvel.numpy()[1].astype(float)
        mujoco.mj_mulM(worlds.model, data, momentum, velocities)
        energies.append(0.5 * velocities @ momentum)
        engine.step()
    assert max(energies) < most * energies[0], np.round(np.array(energies)[::40] / energies[0], 3)


@pytest.mark.parametrize("value", [np.nan, np.inf, -2e6])
@pytest.mark.parametrize("dtype", [wp.float32, wp.float64])
def test_lost_state_goes_back_at_rest_with_a_cold_solver(drone, value, dtype):
    state = GuardedState(drone, dtype)
    state.previous[1].assign(np.full((1, drone.nv), 3.0))
    qvel = np.ones((1, drone.nv))
    qvel[0, 9] = value
    state.qvel.assign(qvel)
    state.qpos.assign(state.qpos.numpy() + 0.5)
    (sentence,) = state.check()
    np.testing.assert_allclose(state.qpos.numpy(), state.previous[0].numpy())
    assert not state.qvel.numpy().any() and not state.warmstart.numpy().any()
    assert state.guard.bad.numpy().tolist() == [1]
    np.testing.assert_array_equal(state.guard.bad_qpos.numpy(), state.previous[0].numpy())
    np.testing.assert_array_equal(state.guard.bad_qvel.numpy(), state.previous[1].numpy())
    assert sentence.startswith("Environment 5 left all bounds")


def test_state_that_began_as_nan_goes_back_to_the_default_pose(drone):
    state = GuardedState(drone, wp.float64)
    state.previous[0].fill_(np.nan)
    state.qpos.fill_(np.nan)
    state.check()
    np.testing.assert_allclose(state.qpos.numpy()[0], drone.qpos0, rtol=1e-7)


def test_each_loss_is_told_once_and_forgotten_when_cleared(drone):
    state = GuardedState(drone, wp.float32)
    for _ in range(2):
        state.qvel.fill_(np.nan)
        assert len(state.check()) == 1
        assert state.check() == []
    assert state.guard.bad.numpy().tolist() == [2]
    state.guard.clear(np.array([0]))
    assert state.guard.bad.numpy().tolist() == [0] and not state.guard.bad_qpos.numpy().any()
    state.qvel.fill_(np.nan)
    assert len(state.check()) == 1


@pytest.mark.parametrize(
    "dt, substeps", [(1 / 1000, 1), (1 / 120, 1), (1 / 60, 1), (0.0167, 2), (1 / 50, 2), (1 / 20, 3)]
)
def test_substeps_are_the_fewest_that_are_no_longer_than_a_sixtieth(dt, substeps):
    assert choose_substeps(dt) == substeps


def test_many_environments_are_named_by_the_first_and_their_number():
    assert name_environments(np.array([3])) == "Environment 3"
    assert name_environments(np.array([3, 8])) == "Environments 3, 8"
    assert name_environments(np.arange(12), most=3) == "Environments 0, 1, 2 and 9 more"


def test_lost_environment_is_named_and_reset_alone(make):
    """NaN must neither stay in the solver's warm start nor reach the neighbours."""
    engine, untouched = (make([WORKSHOP], [0, 0, 0]) for _ in range(2))
    worlds = engine.worlds[0]
    engine.step(), untouched.step()
    effort = worlds.qfrc_applied.numpy()
    effort[1, 1] = np.nan
    worlds.qfrc_applied.assign(effort)
    good = worlds.qpos.numpy()[1].copy()
    engine.step(), untouched.step()
    engine.step(), untouched.step()
    (sentence,) = engine.report()
    assert sentence.startswith("Environment 1 left all bounds")
    assert worlds.bad.numpy().tolist() == [0, 2, 0]
    np.testing.assert_array_equal(worlds.qpos.numpy()[1], good)
    np.testing.assert_array_equal(worlds.bad_qpos.numpy()[1], good)

    worlds.qfrc_applied.zero_()
    for array in ("qpos", "qvel"):
        values = getattr(worlds, array).numpy()
        values[1] = getattr(untouched.worlds[0], array).numpy()[1]
        getattr(worlds, array).assign(values)
    worlds.state_written()
    worlds.clear_bad(np.array([1]))
    for _ in range(50):
        engine.step(), untouched.step()
    assert engine.report() == []
    np.testing.assert_array_equal(worlds.qpos.numpy()[[0, 2]], untouched.worlds[0].qpos.numpy()[[0, 2]])
    # Its state was written in single precision.
    np.testing.assert_allclose(worlds.qpos.numpy()[1], untouched.worlds[0].qpos.numpy()[1], atol=1e-5)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_environment_with_an_input_that_is_not_finite_stands_still_until_it_is(make, value):
    engine, untouched = (make([WORKSHOP], [0, 0, 0]) for _ in range(2))
    worlds = engine.worlds[0]
    engine.step(), untouched.step()
    ctrl = worlds.ctrl.numpy()
    ctrl[1, 0] = value
    worlds.ctrl.assign(ctrl)
    good = worlds.qpos.numpy()[1].copy()
    engine.step(), untouched.step()
    engine.step(), untouched.step()
    (sentence,) = engine.report()
    assert sentence.startswith("Environment 1 left all bounds (a position, a velocity or an input of an actuator")
    assert worlds.bad.numpy().tolist() == [0, 2, 0]
    np.testing.assert_array_equal(worlds.qpos.numpy()[1], good)
    assert not worlds.qvel.numpy()[1].any()
    np.testing.assert_array_equal(worlds.qpos.numpy()[[0, 2]], untouched.worlds[0].qpos.numpy()[[0, 2]])

    worlds.ctrl.zero_()
    engine.step()
    assert engine.report() == []
    assert worlds.qvel.numpy()[1].any(), "it falls again"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mujoco", "newton"])
def test_abused_humanoids_stay_finite(name, make_named):
    """Thrown out of the ground with random torques, without passive joint forces: half explode in either engine."""
    num_envs = 24
    engine = make_named(name, "cpu", ["nv_humanoid.xml"], [0] * num_envs, dt=1 / 120)
    worlds = engine.worlds[0]
    effort = np.random.default_rng(0).normal(0.0, 5.0, worlds.qvel.shape).astype(np.float32)
    effort[:, :6] = 0.0
    worlds.qfrc_applied.assign(effort)
    damping = worlds.parameter("dof_damping")
    damping.zero_()
    worlds.parameter_changed("dof_damping")
    highest = np.zeros(num_envs)
    for _ in range(1100):
        engine.step()
        highest = np.maximum(highest, worlds.qpos.numpy()[:, 2])
    assert worlds.bad.numpy().sum() == 0
    assert highest.max() < 60.0, "the limit must not add energy"
    assert (worlds.qpos.numpy()[:, 2] < 1.0).all(), "they lie on the ground again"
