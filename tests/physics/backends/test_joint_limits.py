"""Joints keep to their velocity limits, and drives at their effort limits brake as implicit ones do."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from pippin.physics.backend import SolverSettings
from pippin.physics.compile import compile_model

from .conftest import variant

DT = 1.0 / 60.0
INERTIA, STIFFNESS, DAMPING, LIMIT = 0.1, 250.0, 40.0, 12.0

TURNTABLE = f"""
<mujoco>
  <option gravity="0 0 0"/>
  <worldbody>
    <body name="/table">
      <inertial pos="0 0 0" mass="1" diaginertia="0.1 0.1 {INERTIA}"/>
      <joint name="/hinge" axis="0 0 1"/>
    </body>
  </worldbody>
  <actuator>
    <general name="/hinge" joint="/hinge" gainprm="1" biastype="affine" biasprm="0 -{STIFFNESS} -{DAMPING}"
             forcelimited="true" forcerange="-{LIMIT} {LIMIT}"/>
  </actuator>
</mujoco>
"""
"""A drive that unclipped would stop its table within a twentieth of a step, and clipped needs six for 20 rad/s."""

FLOATING = """
<mujoco>
  <worldbody>
    <body name="/trunk" pos="0 0 10">
      <freejoint name="/trunk"/>
      <inertial pos="0 0 0" mass="3" diaginertia="0.05 0.06 0.07"/>
      <body name="/thigh" pos="0.2 0 0">
        <inertial pos="0 0 -0.1" mass="1" diaginertia="0.01 0.01 0.002"/>
        <joint name="/hip" axis="0 1 0"/>
        <body name="/shin" pos="0 0 -0.25">
          <inertial pos="0 0 -0.1" mass="0.5" diaginertia="0.005 0.005 0.001"/>
          <joint name="/knee" axis="0 1 0"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <general name="/hip" joint="/hip" gainprm="1" biastype="affine" biasprm="0 0 0"/>
    <general name="/knee" joint="/knee" gainprm="1" biastype="affine" biasprm="0 0 0"/>
  </actuator>
</mujoco>
"""
HIP, KNEE = 6, 7


def set_state(worlds, **arrays):
    """Assign to arrays of worlds, broadcast over them."""
    for name, values in arrays.items():
        array = getattr(worlds, name)
        array.assign(np.broadcast_to(np.asarray(values, np.float32), array.numpy().shape))
    worlds.state_written()


def set_speed_limits(worlds, values):
    limits = worlds.parameter("dof_speed_limit")
    limits.assign(np.broadcast_to(np.asarray(values, np.float32), limits.numpy().shape))
    worlds.parameter_changed("dof_speed_limit")


def engine_alone(source, dt, target, velocity, steps):
    """Velocities of the hinge under MuJoCo alone."""
    model = compile_model(variant(source), SolverSettings(dt=dt, gravity=(0.0, 0.0, 0.0)))
    data = mujoco.MjData(model)
    data.qvel[:], data.ctrl[:] = velocity, STIFFNESS * target
    speeds = []
    for _ in range(steps):
        mujoco.mj_step(model, data)
        speeds.append(data.qvel[0])
    return np.array(speeds), float(data.qpos[0])


def test_clipped_drive_comes_to_rest_where_the_engine_alone_swings_for_ever(make):
    alone, _ = engine_alone(TURNTABLE, DT, 0.0, 5.0, 120)
    assert np.abs(alone[-30:]).max() > 0.5, "or else nothing is shown"
    engine = make([TURNTABLE], [0], dt=DT, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    set_state(worlds, qvel=5.0)
    for _ in range(120):
        engine.step()
    assert np.abs(worlds.qvel.numpy()).max() < 1e-3
    np.testing.assert_allclose(worlds.qpos.numpy(), 0.0, atol=1e-3)


FOLDING = f"""
<mujoco>
  <worldbody>
    <body name="/base">
      <inertial pos="0 0 0" mass="1" diaginertia="0.1 0.1 {INERTIA}"/>
      <joint name="/hinge" axis="0 0 1"/>
      <body name="/arm">
        <inertial pos="1.2 0 0" mass="2" diaginertia="0.01 0.01 0.01"/>
        <joint name="/shoulder" axis="0 1 0"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <general name="/hinge" joint="/hinge" gainprm="1" biastype="affine" biasprm="0 -2000 -100"
             forcelimited="true" forcerange="-{LIMIT} {LIMIT}"/>
    <general name="/shoulder" joint="/shoulder" gainprm="1" biastype="affine" biasprm="0 -400 -80"/>
  </actuator>
</mujoco>
"""
"""A drive whose arm has 3 kg m^2 about it at the initial pose, stretched out, and 0.11 where it points upwards."""


def test_clipped_drive_of_a_folded_arm_comes_to_rest(make):
    """With the inertia at the initial pose it would have too little of a damper, and swing by 2.3 rad/s for ever."""
    up = -0.5 * np.pi
    engine = make([FOLDING], [0, 0], dt=DT, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    set_state(worlds, qpos=[0.0, up], qvel=[5.0, 0.0], ctrl=[0.0, 400.0 * up])
    for _ in range(240):
        engine.step()
    assert np.abs(worlds.qvel.numpy()).max() < 1e-2
    np.testing.assert_allclose(worlds.qpos.numpy(), [[0.0, up]] * 2, atol=2e-3)


def test_clipped_drive_goes_as_it_does_with_short_steps(make):
    """Within 0.15 rad, when a step of 1/60 s at 12 rad/s is one of 0.2 rad."""
    fine = 1.0 / 6000.0
    engine = make([TURNTABLE], [0], dt=DT, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    set_state(worlds, qvel=-8.0, ctrl=STIFFNESS * 1.5)
    for step in range(1, 61):
        engine.step()
        if step % 6 == 0:
            _, place = engine_alone(TURNTABLE, fine, 1.5, -8.0, 100 * step)
            np.testing.assert_allclose(worlds.qpos.numpy()[0, 0], place, atol=0.15)
    np.testing.assert_allclose(worlds.qpos.numpy()[0, 0], place, atol=5e-3)


def test_drive_that_something_holds_pushes_with_all_of_its_effort(make):
    """Against a spring in the world, 40 N m/rad at the joint: both come to rest where it takes the effort limit."""
    source = TURNTABLE.replace('name="/hinge" axis', 'name="/hinge" stiffness="40" damping="3" axis')
    engine = make([source], [0], dt=DT, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    set_state(worlds, ctrl=STIFFNESS * 3.0)
    for _ in range(400):
        engine.step()
    np.testing.assert_allclose(worlds.qpos.numpy()[0, 0], LIMIT / 40.0, rtol=1e-3)


def test_drives_within_their_limits_and_slow_joints_step_as_the_engine_alone(make_named):
    engine = make_named("mujoco", "cpu", [TURNTABLE], [0], dt=DT, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    set_speed_limits(worlds, 1.0)
    set_state(worlds, qvel=0.2, ctrl=0.03 * STIFFNESS)
    speeds, place = engine_alone(TURNTABLE, DT, np.float32(0.03 * STIFFNESS) / STIFFNESS, np.float32(0.2), 50)
    for speed in speeds:
        engine.step()
        assert worlds.qvel.numpy()[0, 0] == np.float32(speed)
    assert worlds.qpos.numpy()[0, 0] == np.float32(place)


@pytest.mark.parametrize("effort", [0.5, 50.0, -400.0])
def test_effort_does_not_push_beyond_the_velocity_limit(make, effort):
    engine = make([TURNTABLE], [0, 0], dt=DT, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    bias = worlds.parameter("actuator_biasprm")
    bias.zero_()
    worlds.parameter_changed("actuator_biasprm")
    set_speed_limits(worlds, [[2.0], [1e9]])
    set_state(worlds, ctrl=effort)
    for _ in range(60):
        engine.step()
    limited, free = worlds.qvel.numpy()[:, 0]
    driven = 60 * DT * np.clip(effort, -LIMIT, LIMIT) / INERTIA
    np.testing.assert_allclose(free, driven, rtol=1e-4)
    np.testing.assert_allclose(limited, np.sign(effort) * min(2.0, abs(driven)), rtol=1e-4)


FOOT = TURNTABLE.replace(f"0.1 0.1 {INERTIA}", "0.001 0.001 0.0005")


def without_drive(worlds):
    worlds.parameter("actuator_biasprm").zero_()
    worlds.parameter_changed("actuator_biasprm")


def test_efforts_that_a_program_computes_do_not_throw_a_small_foot(make):
    """A damper of 10 N m s/rad, 20 times what a step of 1 ms can bear, leaves the foot below a quarter of its limit."""
    engine = make([FOOT], [0], dt=0.001, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    without_drive(worlds)
    set_speed_limits(worlds, 12.0)
    set_state(worlds, qvel=0.01)
    speeds = []
    for _ in range(200):
        set_state(worlds, ctrl=-10.0 * worlds.qvel.numpy())
        engine.step()
        speeds.append(abs(float(worlds.qvel.numpy()[0, 0])))
    assert max(speeds) <= 3.0 * (1.0 + 1e-3)
    data = mujoco.MjData(worlds.model)
    data.qvel[:] = 0.01
    worlds.model.actuator_biasprm[:] = 0.0
    alone = 0.0
    for _ in range(200):
        data.ctrl[:] = -10.0 * data.qvel
        mujoco.mj_step(worlds.model, data)
        alone = max(alone, abs(float(data.qvel[0])))
    assert alone > 12.0, "or else nothing is shown"


def test_efforts_beside_the_actuators_throw_a_small_foot_once(make):
    """From 0.19 rad/s, an eighth of the limit not yet passed, to 19 times as much; then it is held as above."""
    engine = make([FOOT], [0], dt=0.001, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    without_drive(worlds)
    set_speed_limits(worlds, 12.0)
    set_state(worlds, qvel=0.01)
    speeds = []
    for _ in range(200):
        set_state(worlds, qfrc_applied=np.clip(-10.0 * worlds.qvel.numpy(), -LIMIT, LIMIT))
        engine.step()
        speeds.append(abs(float(worlds.qvel.numpy()[0, 0])))
    assert max(speeds) <= 19.0 * 0.19 * (1.0 + 1e-3)
    assert max(speeds[10:]) <= 3.0 * (1.0 + 1e-3)


def test_a_reset_throws_no_joint(make):
    """What writes a velocity changes it by far more than an eighth of the limit, and the next effort acts in full."""
    engine = make([FOOT], [0, 0], dt=0.001, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    without_drive(worlds)
    set_speed_limits(worlds, 12.0)
    set_state(worlds, qvel=[[5.0], [0.0]])
    engine.step()
    set_state(worlds, qvel=0.0, qfrc_applied=5.0)
    engine.step()
    inertia = 0.0005 + float(worlds.model.dof_armature[0])
    np.testing.assert_allclose(worlds.qvel.numpy(), 0.001 * 5.0 / inertia, rtol=1e-5)


def test_an_effort_acts_in_full_on_a_small_foot_that_something_holds(make):
    source = FOOT.replace('name="/hinge" axis', 'name="/hinge" stiffness="40" damping="0.2" axis')
    engine = make([source], [0], dt=0.001, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    without_drive(worlds)
    set_speed_limits(worlds, 12.0)
    set_state(worlds, ctrl=LIMIT)
    for _ in range(400):
        engine.step()
    np.testing.assert_allclose(worlds.qpos.numpy()[0, 0], LIMIT / 40.0, rtol=1e-3)


@pytest.mark.parametrize("velocity", [0.0, 0.1, 3.0, -3.0])
def test_clipped_drive_does_not_throw_a_light_joint_beyond_its_velocity_limit(make, velocity):
    """Braking alone, as without a velocity limit, lets the drive bring the joint to 11 rad/s in the first step."""
    source = TURNTABLE.replace(f"0.1 0.1 {INERTIA}", "0.001 0.001 0.001")
    engine = make([source], [0, 0], dt=0.005, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    set_speed_limits(worlds, [[4.0], [1e9]])
    set_state(worlds, qvel=velocity, ctrl=STIFFNESS * 2.0)
    for step in range(4):
        engine.step()
        limited, free = np.abs(worlds.qvel.numpy()[:, 0])
        assert limited <= 4.0 * (1.0 + 1e-3)  # the inertia is that of the pose: what remains is float32
        assert free > 4.0 or step > 0
    np.testing.assert_allclose(worlds.qvel.numpy()[0], 4.0, rtol=1e-2)


def test_joint_at_its_limit_is_free_to_brake(make):
    engine = make([TURNTABLE], [0], dt=DT, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    worlds.parameter("actuator_biasprm").zero_()
    worlds.parameter_changed("actuator_biasprm")
    set_speed_limits(worlds, 2.0)
    set_state(worlds, qvel=2.0, ctrl=-2.5)
    engine.step()
    np.testing.assert_allclose(worlds.qvel.numpy()[0, 0], 2.0 - DT * 2.5 / INERTIA, rtol=1e-4)


def test_limits_of_inner_joints_leave_the_motion_of_the_whole_alone(make):
    """Momenta change by gravity alone, up to the error of the step, though joints are driven into their limits."""
    engine = make([FLOATING], [0], dt=1.0 / 240.0)
    worlds = engine.worlds[0]
    limits = np.full(8, np.inf)
    limits[[HIP, KNEE]] = 3.0, 4.0
    set_speed_limits(worlds, limits)
    model = worlds.model
    data = mujoco.MjData(model)

    def momenta():
        data.qpos[:], data.qvel[:] = worlds.qpos.numpy()[0], worlds.qvel.numpy()[0]
        mujoco.mj_fwdPosition(model, data)
        mujoco.mj_fwdVelocity(model, data)
        mujoco.mj_subtreeVel(model, data)
        return model.body_subtreemass[1] * data.subtree_linvel[1], data.subtree_angmom[1].copy()

    qvel = np.zeros(8)
    qvel[:6] = 1.0, 2.0, 0.0, 0.5, 0.3, 0.2
    set_state(worlds, qvel=qvel, ctrl=[2.0, -3.0])
    linear, angular = momenta()
    for _ in range(60):
        engine.step()
    speeds = np.abs(worlds.qvel.numpy()[0, [HIP, KNEE]])
    np.testing.assert_allclose(speeds, [3.0, 4.0], rtol=2e-3)
    later, turning = momenta()
    np.testing.assert_allclose(later, linear + 4.5 * np.array([0.0, 0.0, -9.81]) * 0.25, atol=0.01)
    np.testing.assert_allclose(turning, angular, atol=2e-3)


def test_velocities_far_beyond_the_limits_come_down_without_harm(make):
    engine = make([FLOATING], [0], dt=1.0 / 60.0)
    worlds = engine.worlds[0]
    limits = np.full(8, np.inf)
    limits[[HIP, KNEE]] = 2.0
    set_speed_limits(worlds, limits)
    qvel = np.zeros(8)
    qvel[[HIP, KNEE]] = 25.0, -40.0
    set_state(worlds, qvel=qvel)
    for _ in range(30):
        engine.step()
    assert np.abs(worlds.qvel.numpy()[0, [HIP, KNEE]]).max() < 2.2
    assert worlds.bad.numpy().sum() == 0


ARM = """
<mujoco>
  <worldbody>
    <body name="/upper" pos="0 0 1">
      <inertial pos="0.3 0 0" mass="3" diaginertia="0.01 0.05 0.05"/>
      <joint name="/shoulder" axis="0 1 0"/>
      <body name="/lower" pos="0.6 0 0">
        <inertial pos="0.25 0 0" mass="2" diaginertia="0.005 0.03 0.03"/>
        <joint name="/elbow" axis="0 1 0"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <general name="/shoulder" joint="/shoulder" gainprm="1" biastype="affine" biasprm="0 0 0"/>
    <general name="/elbow" joint="/elbow" gainprm="1" biastype="affine" biasprm="0 0 0"/>
  </actuator>
</mujoco>
"""


def test_efforts_of_inverse_dynamics_move_an_arm_as_they_would_without_velocity_limits(make):
    """Each alone would throw its joint, 16 N m and 5 N m against gravity among them: together they move it gently."""
    engine = make([ARM], [0, 0], dt=0.01)
    worlds = engine.worlds[0]
    set_speed_limits(worlds, [[2.5, 2.5], [1e9, 1e9]])
    model, data = worlds.model, mujoco.MjData(worlds.model)
    fastest = 0.0
    for step in range(60):
        efforts = np.zeros((2, 2))
        for world in range(2):
            data.qpos[:], data.qvel[:] = worlds.qpos.numpy()[world], worlds.qvel.numpy()[world]
            mujoco.mj_forward(model, data)
            data.qacc[:] = 4.0 * np.cos(0.06 * step), -6.0 * np.cos(0.06 * step)
            mujoco.mj_inverse(model, data)
            efforts[world] = data.qfrc_inverse
        set_state(worlds, qfrc_applied=efforts)
        engine.step()
        limited, free = worlds.qvel.numpy()
        np.testing.assert_allclose(limited, free, atol=1e-5)
        fastest = max(fastest, float(np.abs(free).max()))
    assert 0.8 < fastest < 1.25, "half of the limit, from which on joints are slowed down"


def test_joint_that_is_too_fast_stops_at_its_position_limit(make):
    """At 20 rad/s of a limit of 1 rad/s: once it is past, it comes back, where it went on with 5/6 of its speed."""
    source = TURNTABLE.replace('name="/hinge" axis', 'name="/hinge" range="-57.2958 5.72958" limited="true" axis')
    engine = make([source], [0], dt=0.005, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    set_speed_limits(worlds, 1.0)
    set_state(worlds, qvel=20.0, qpos=0.101)
    engine.step()
    assert worlds.qvel.numpy()[0, 0] == pytest.approx(-0.001 / (10 * 0.005), abs=0.03)
    assert worlds.qpos.numpy()[0, 0] < 0.1012
