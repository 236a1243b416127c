"""Joints keep to their limits of velocity and of position whatever throws them, by impulses that only brake."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
import warp as wp
from scipy.optimize import nnls

from pippin.physics.backends.held_limits import PAST, TOLERANCE, HeldLimits
from pippin.physics.position_limits import stop_at_limits

from .test_joint_limits import FLOATING, HIP, KNEE, set_speed_limits, set_state

DEVICES = [(wp.float64, "cpu"), (wp.float32, "cpu"), pytest.param((wp.float32, "cuda:0"), marks=pytest.mark.gpu)]
FREE = np.s_[:6]


def robot(num_arms: int, num_links: int) -> mujoco.MjModel:
    """A floating trunk with light chains of hinges, and a ball that floats beside it."""
    arms = ""
    for arm in range(num_arms):
        inner = ""
        for link in reversed(range(num_links)):
            axis = np.roll([1, 0, 0], link)
            mass = 2.0 * 0.4**link
            inner = (
                f'<body pos="0.2 0 0"><joint axis="{axis[0]} {axis[1]} {axis[2]}" range="-60 {90 + 20 * link}"/>'
                f'<inertial pos="0.1 0.02 0" mass="{mass}" diaginertia="{0.01 * mass} {0.02 * mass} {0.02 * mass}"/>'
                f"{inner}</body>"
            )
        arms += f'<body euler="0 0 {360 * arm / num_arms}">{inner}</body>'
    model = mujoco.MjModel.from_xml_string(f"""
<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body pos="0 0 3"><freejoint/><geom size="0.1"/></body>
    <body><freejoint/><inertial pos="0 0 0" mass="4" diaginertia="0.05 0.06 0.07"/>{arms}</body>
  </worldbody>
</mujoco>""")
    stop_at_limits(model)
    return model


def closest(matrix, velocity, lowest, highest, force):
    """Closest velocities within bounds with which a force takes no more power, by Lawson and Hanson's method.

    ``|R dv|`` is least where ``A (v + dv) >= b``: least distance programming (Solving Least Squares Problems, 1974).
    """
    inner = np.flatnonzero(np.isfinite(highest))
    unit = np.eye(len(velocity))[inner]
    rows = np.vstack([unit, -unit, force])
    bounds = np.concatenate([lowest[inner], -highest[inner], [min(force @ velocity, 0.0)]])
    root = np.linalg.cholesky(matrix).T
    extended = np.vstack([np.linalg.solve(root.T, rows.T), bounds - rows @ velocity])
    wanted = np.eye(len(extended))[-1]
    residual = extended @ nnls(extended, wanted, maxiter=1000)[0] - wanted
    return velocity - np.linalg.solve(root, residual[:-1] / residual[-1])


@pytest.mark.parametrize("target", DEVICES)
@pytest.mark.parametrize("size", [(1, 2), (3, 4), (4, 8)])
def test_velocities_are_the_closest_ones_within_the_bounds(target, size):
    """As another method finds them, for each environment's own limits; and positions move with them.

    Joints begin on both sides of their position limits. In every other environment a contact pushes, and is not pushed
    into.
    """
    real, device = target
    model = robot(*size)
    data, random = mujoco.MjData(model), np.random.default_rng(3)
    num_worlds, inner = 12, np.s_[12 : model.nv]
    limits = np.full((num_worlds, model.nv), np.inf)
    limits[:, inner] = random.uniform(1.0, 8.0, limits[:, inner].shape)
    forces = random.normal(size=(num_worlds, model.nv)) * (np.arange(num_worlds)[:, None] % 2)
    forces[:, :6] = 0.0
    masses, before, velocities, positions = [], [], [], []
    for world in range(num_worlds):
        mujoco.mj_resetData(model, data)
        data.qpos[14:] = random.uniform(-2.0, 2.0, model.nq - 14)
        data.qvel[:] = random.normal(size=model.nv)
        data.qvel[inner] *= 0.3 * (1 + world) * limits[world, inner]
        mujoco.mj_forward(model, data)
        before.append(data.qpos.copy())
        mujoco.mj_integratePos(model, data.qpos, data.qvel, model.opt.timestep)
        masses.append(data.M.copy())
        velocities.append(data.qvel.copy())
        positions.append(data.qpos.copy())
    given = (masses, forces, positions, velocities)
    mass, force, qpos, qvel = (wp.array(values, dtype=real, device=device) for values in given)
    speeds, ranges = (wp.array(values, dtype=float, device=device) for values in (limits, model.jnt_range[None]))
    HeldLimits(model, num_worlds, real, device).launch((speeds, ranges), (mass, force), qpos, qvel)
    low, high = model.jnt_range[2:].T
    past = PAST * (high - low)
    for world, velocity in enumerate(qvel.numpy()):
        matrix = np.zeros((model.nv, model.nv))
        mujoco.mju_sym2dense(matrix, masses[world], model.M_rownnz, model.M_rowadr, model.M_colind)
        lowest, highest = -limits[world], limits[world].copy()
        way = (before[world][14:], model.opt.timestep)
        lowest[inner] = np.maximum(lowest[inner], np.minimum(low - past - way[0], 0.0) / way[1])
        highest[inner] = np.minimum(highest[inner], np.maximum(high + past - way[0], 0.0) / way[1])
        expected = closest(matrix, velocities[world], lowest, highest, forces[world])
        atol = 5.0 * TOLERANCE * limits[world, inner].max()
        np.testing.assert_allclose(velocity[:6], velocities[world][:6])  # the ball, which no joint holds
        np.testing.assert_allclose(velocity, expected, atol=atol)
        slack = 1.1 * TOLERANCE * limits[world, inner]
        assert (velocity[inner] <= highest[inner] + slack).all()
        assert (velocity[inner] >= lowest[inner] - slack).all()
        assert velocity @ matrix @ velocity <= velocities[world] @ matrix @ velocities[world] * (1.0 + 1e-6)
        place = before[world].copy()
        mujoco.mj_integratePos(model, place, velocity.astype(float), model.opt.timestep)
        np.testing.assert_allclose(qpos.numpy()[world], place, atol=3e-6)


@pytest.mark.parametrize("target", DEVICES)
def test_a_joint_that_is_pushed_slowly_does_not_creep_on_past_its_position_limit(target):
    """By less than the share of its range by which a joint may be beyond its bounds, but in every step."""
    real, device = target
    model = robot(1, 2)
    low, high = model.jnt_range[2]
    step, span = model.opt.timestep, high - low
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    mass = wp.array(data.M[None], dtype=real, device=device)
    force = wp.zeros((1, model.nv), dtype=real, device=device)
    speeds = wp.full((1, model.nv), 1e3, dtype=float, device=device)
    ranges = wp.array(model.jnt_range[None], dtype=float, device=device)
    held = HeldLimits(model, 1, real, device)
    place, push = high + PAST * span, 0.9 * TOLERANCE * span / step
    for _ in range(100):
        positions, velocities = data.qpos.copy(), np.zeros(model.nv)
        positions[14], velocities[12] = place + step * push, push
        qpos, qvel = (wp.array(values[None], dtype=real, device=device) for values in (positions, velocities))
        held.launch((speeds, ranges), (mass, force), qpos, qvel)
        place = float(qpos.numpy()[0, 14])
    assert place - high < (PAST + 3.0 * TOLERANCE) * span


def test_a_joint_that_another_throws_is_held(make):
    """The hip's effort alone brings the knee to twice its limit in a step of the engine; nothing is at its limit then.

    Held, the knee is at its limit in that step, and both have gone as far as their velocities say.
    """
    dt = 1.0 / 120.0
    engine = make([FLOATING], [0, 0], dt=dt, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    limits = np.full((2, 8), np.inf)
    limits[0, KNEE] = 3.0
    set_speed_limits(worlds, limits)
    set_state(worlds, ctrl=[20.0, 0.0])
    before = worlds.qpos.numpy().copy()
    engine.step()
    held, thrown = worlds.qvel.numpy()
    assert abs(thrown[KNEE]) > 6.0, "or else nothing is shown"
    assert abs(held[KNEE]) == pytest.approx(3.0, rel=1.1 * TOLERANCE)
    way = worlds.qpos.numpy()[0, -2:] - before[0, -2:]
    np.testing.assert_allclose(way, dt * held[[HIP, KNEE]], atol=1e-6)


def test_joints_that_are_held_leave_momenta_alone(make):
    """Limbs of a robot that floats are driven into their limits in each step, and the whole goes on as it did."""
    engine = make([FLOATING], [0], dt=1.0 / 240.0, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    limits = np.full(8, np.inf)
    limits[[HIP, KNEE]] = 2.0, 1.0
    set_speed_limits(worlds, limits)
    model, data = worlds.model, mujoco.MjData(worlds.model)

    def momenta():
        data.qpos[:], data.qvel[:] = worlds.qpos.numpy()[0], worlds.qvel.numpy()[0]
        mujoco.mj_forward(model, data)
        mujoco.mj_subtreeVel(model, data)
        return np.concatenate([4.5 * data.subtree_linvel[1], data.subtree_angmom[1]])

    set_state(worlds, qvel=[0.1, 0.2, 0.3, 0.3, 0.2, 0.1, 0.0, 0.0], ctrl=[50.0, 0.0])
    before = momenta()
    for _ in range(120):
        engine.step()
        assert (np.abs(worlds.qvel.numpy()[0]) <= (1.0 + 1.1 * TOLERANCE) * limits).all()
    np.testing.assert_allclose(momenta(), before, atol=5e-3)


FALLING = """
<mujoco>
  <worldbody>
    <geom type="plane" size="0 0 1"/>
    <body name="/trunk" pos="0 0 1.5">
      <joint name="/rail" type="slide" axis="0 0 1"/>
      <inertial pos="0 0 0" mass="10" diaginertia="0.1 0.1 0.1"/>
      <body name="/thigh" euler="0 30 0">
        <joint name="/hip" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.25" size="0.02" mass="0.4" contype="0" conaffinity="0"/>
        <body name="/shin" pos="0 0 -0.25" euler="0 -60 0">
          <joint name="/knee" axis="0 1 0" limited="true" range="-90 50"/>
          <geom type="capsule" fromto="0 0 0 0 0 -0.23" size="0.01" mass="0.1" contype="0" conaffinity="0"/>
          <geom type="sphere" pos="0 0 -0.25" size="0.02" mass="0.05"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <general name="/hip" joint="/hip" gainprm="1" biastype="affine" biasprm="0 -60 -3"/>
    <general name="/knee" joint="/knee" gainprm="1" biastype="affine" biasprm="0 -60 -3"/>
  </actuator>
</mujoco>
"""
"""A leg with a load, which falls on its foot with 4.4 m/s; its joints would have to give way at 30 rad/s."""


def test_a_foot_that_falls_stays_on_the_ground(make):
    """Held joints do not push it through, where the load would have them give way twice as fast."""
    engine = make([FALLING], [0, 0], dt=0.005)
    worlds = engine.worlds[0]
    set_speed_limits(worlds, [[np.inf] * 3, [np.inf, 10.0, 10.0]])
    model, data = worlds.model, mujoco.MjData(worlds.model)
    lowest, fastest = np.zeros(2), np.zeros(2)
    for _ in range(150):
        engine.step()
        for world in range(2):
            data.qpos[:] = worlds.qpos.numpy()[world]
            mujoco.mj_kinematics(model, data)
            lowest[world] = min(lowest[world], data.geom_xpos[-1, 2] - 0.02)
            fastest[world] = max(fastest[world], np.abs(worlds.qvel.numpy()[world, 1:]).max())
    assert fastest[0] > 20.0, "or else nothing is shown"
    assert fastest[1] <= 10.0 * (1.0 + 1.1 * TOLERANCE)
    assert lowest[1] > 1.5 * lowest[0], "without regard to the contact 2.5 times as deep"


@pytest.mark.parametrize("dt", [0.002, 1.0 / 60.0])
def test_a_leg_that_folds_stops_at_its_position_limit(make, dt):
    """A load folds the knee at up to 30 rad/s: without velocity limits 0.033 and 0.16 rad beyond its position limit.

    With them the way past it is 1 % of the range of 140 degrees, 0.024 rad, however long the step is.
    """
    engine = make([FALLING.replace('range="-90 50"', 'range="-50 90"')], [0, 0], dt=dt)
    worlds = engine.worlds[0]
    set_speed_limits(worlds, [[np.inf] * 3, [np.inf, 30.0, 30.0]])
    low, high = np.deg2rad([-50.0, 90.0])
    set_state(worlds, qvel=[-3.0, 0.0, 0.0])
    past = np.zeros(2)
    for _ in range(int(0.6 / dt)):
        engine.step()
        knee = worlds.qpos.numpy()[:, 2]
        past = np.maximum(past, np.maximum(low - knee, knee - high))
    assert past[0] > 0.03, "or else nothing is shown"
    assert past[1] <= PAST * (high - low) + TOLERANCE * 30.0 * dt
