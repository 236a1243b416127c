"""Contacts and limits feel drives that are stiff for a step, as PhysX's do, and mild drives leave them as they are."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from pippin.physics.backend import SolverSettings
from pippin.physics.compile import compile_model

from .conftest import variant
from .test_joint_limits import set_state

DT = 0.005
GRAVITY = 9.81
RADIUS, LONG, WIDE = 0.1, 0.13, 0.19
TRUNK, WHEEL, WHEEL_INERTIA = 16.0, 0.5, 0.0025

WHEELS = "".join(
    f"""
      <body name="/rover/wheel{number}" pos="{x} {y} 0">
        <inertial pos="0 0 0" mass="{WHEEL}" diaginertia="0.0013 {WHEEL_INERTIA} 0.0013"/>
        <joint name="/rover/wheel{number}" axis="0 1 0"/>
        <geom type="sphere" size="{RADIUS}" friction="1"/>
      </body>"""
    for number, (x, y) in enumerate([(LONG, WIDE), (LONG, -WIDE), (-LONG, WIDE), (-LONG, -WIDE)])
)
ROVER = f"""
<mujoco>
  <worldbody>
    <geom name="/ground" type="plane" size="0 0 1" friction="1"/>
    <body name="/rover" pos="0 0 {RADIUS}">
      <freejoint name="/rover"/>
      <inertial pos="0 0 0.05" mass="{TRUNK}" diaginertia="0.31 0.41 0.48"/>{WHEELS}
    </body>
  </worldbody>
  <actuator>
    {
    "".join(
        f'<general name="/wheel{number}" joint="/rover/wheel{number}" gainprm="1" biastype="affine" '
        f'biasprm="0 0 -DAMPING" LIMIT/>'
        for number in range(4)
    )
}
  </actuator>
</mujoco>
"""
"""Four wheels that drives of velocities alone turn."""

POST = """
<mujoco>
  <worldbody>
    <geom name="/post" type="sphere" size="0.1" pos="0.5 0.21 0"/>
    <body name="/arm">
      <inertial pos="0 0 0" mass="1" diaginertia="0.1 0.1 0.1"/>
      <joint name="/arm" axis="0 0 1" LIMITS/>
      <geom type="sphere" size="0.1" pos="0.5 0 0"/>
    </body>
  </worldbody>
  <actuator>
    <general name="/arm" joint="/arm" gainprm="1" biastype="affine" biasprm="0 0 -2000"/>
  </actuator>
</mujoco>
"""
"""An arm that is driven against a post, 10 mm away, with a damping of 100 times its inertia in a step."""


def rover(damping: float, effort: float | None = None) -> str:
    limit = "" if effort is None else f'forcelimited="true" forcerange="-{effort} {effort}"'
    return ROVER.replace("DAMPING", repr(damping)).replace("LIMIT", limit)


def yaw_rate_on_the_spot(damping: float, speed: float) -> float:
    """Yaw rate [rad/s] of a rover whose left wheels turn backwards, by Coulomb's friction, all wheels loaded alike.

    The friction of each wheel is opposite to its slip, (R w - WIDE r, LONG r) along and across for the yaw rate r, and
    all of them together turn the rover neither way: WIDE (R w - WIDE r) = LONG^2 r. What friction pushes with along a
    wheel, mu N LONG / sqrt(LONG^2 + WIDE^2), is what its drive gives.
    """
    load = GRAVITY * (TRUNK + 4 * WHEEL) / 4
    turning = speed - RADIUS * load * LONG / np.hypot(LONG, WIDE) / damping
    return WIDE * RADIUS * turning / (LONG**2 + WIDE**2)


@pytest.mark.slow
@pytest.mark.parametrize(("damping", "effort"), [(100.0, None), (1000.0, None), (1000.0, 20.0)])
def test_rover_turns_on_the_spot_as_friction_says(make, damping, effort):
    """Within 4 %: 2 mm of bouncing move the loads about. Drives of 100 N m s/rad gave 0.4 rad/s of 1.7 before."""
    engine = make([rover(damping, effort)], [0, 0], dt=DT)
    worlds = engine.worlds[0]
    speed = 5.0
    set_state(worlds, ctrl=damping * speed * np.array([-1.0, 1.0, -1.0, 1.0]))
    rates = []
    for step in range(500):
        engine.step()
        if step >= 300:
            rates.append(worlds.qvel.numpy()[:, 5].copy())
    assert np.mean(rates) == pytest.approx(yaw_rate_on_the_spot(damping, speed), rel=0.04)
    assert np.std(rates) < 0.02
    np.testing.assert_allclose(worlds.qpos.numpy()[:, 2], RADIUS, atol=5e-3)


@pytest.mark.parametrize("damping", [1.0, 30.0, 1e3, 1e6])
def test_wheels_push_with_what_their_drives_give(make, damping):
    """A rover that a force holds back rolls at the speed where the drives' efforts are the force times the radius.

    Within 1 %, as friction creeps.
    """
    engine = make([rover(damping)], [0], dt=DT)
    worlds = engine.worlds[0]
    force, speed = 12.0, 5.0
    set_state(worlds, ctrl=damping * speed)
    worlds.xfrc_applied.assign(np.array([[[0] * 6, [-force, 0, 0, 0, 0, 0], *([[0] * 6] * 4)]], np.float32))
    for _ in range(600):
        engine.step()
    expected = speed - force * RADIUS / 4 / damping
    assert worlds.qvel.numpy()[0, 0] == pytest.approx(RADIUS * expected, rel=0.01)
    np.testing.assert_allclose(worlds.qvel.numpy()[0, 6:], expected, rtol=1e-3)


@pytest.mark.parametrize("obstacle", ["post", "limit"])
def test_stiff_arm_stops_at_what_it_runs_into(make, obstacle):
    """At 1 rad/s, of which a step's way is 5 mrad, and a contact gives way by 4 mrad more within its time constant.

    What contacts and limits take for a joint of 0.1 kg m^2 is one of 10 here: it went on by 70 mrad before.
    """
    source = POST.replace("LIMITS", 'limited="true" range="-57.2958 1.145916"' if obstacle == "limit" else "")
    if obstacle == "limit":
        source = source.replace('pos="0.5 0.21 0"', 'pos="0.5 5 0"')
    engine = make([source], [0], dt=DT, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    places = []
    for step in range(60):
        set_state(worlds, ctrl=2000.0 if step < 20 else 0.0)
        engine.step()
        places.append(worlds.qpos.numpy()[0, 0])
    assert max(places) > 0.019
    assert max(places) < 0.02 + 0.009


CHAIN = """
<mujoco>
  <worldbody>
    <body name="/a">
      <inertial pos="0.1 0 0" mass="0.1" diaginertia="1e-4 1e-4 1e-4"/>
      <joint name="/a" axis="0 0 1"/>
      <body name="/b" pos="0.2 0 0">
        <inertial pos="0.1 0 0" mass="0.1" diaginertia="1e-4 1e-4 1e-4"/>
        <joint name="/b" axis="0 0 1"/>
        <body name="/c" pos="0.2 0 0">
          <inertial pos="0.1 0 0" mass="0.1" diaginertia="1e-4 1e-4 1e-4"/>
          <joint name="/c" axis="0 0 1"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <general name="/a" joint="/a" gainprm="1" biastype="affine" biasprm="0 -2000 -300"/>
    <general name="/b" joint="/b" gainprm="1" biastype="affine" biasprm="0 -2 -0.05"/>
    <general name="/c" joint="/c" gainprm="1" biastype="affine" biasprm="0 -2000 -300"/>
  </actuator>
</mujoco>
"""
"""A stiff, a mild and a stiff drive."""

GRIPPER = """
<mujoco>
  <worldbody>
    <body name="/palm" pos="0 0 0.5">
      <joint name="/lift" type="slide" axis="0 0 1"/>
      <geom type="box" size="0.02 0.08 0.02" pos="0 0 0.15" mass="5" contype="0" conaffinity="0"/>
      <body name="/left" pos="0 0.042 0">
        <joint name="/left" type="slide" axis="0 -1 0"/>
        <geom type="box" size="0.02 0.01 0.03" mass="0.1" friction="0.5"/>
      </body>
      <body name="/right" pos="0 -0.042 0">
        <joint name="/right" type="slide" axis="0 1 0"/>
        <geom type="box" size="0.02 0.01 0.03" mass="0.1" friction="0.5"/>
      </body>
    </body>
    <body name="/cube" pos="0 0 0.5">
      <freejoint name="/cube"/>
      <geom type="box" size="0.03 0.03 0.03" mass="0.2" friction="0.5"/>
    </body>
  </worldbody>
  <actuator>
    <general name="/lift" joint="/lift" gainprm="20000" biastype="affine" biasprm="0 -20000 -600"/>
    <general name="/left" joint="/left" gainprm="1" biastype="affine" biasprm="0 0 -40"/>
    <general name="/right" joint="/right" gainprm="1" biastype="affine" biasprm="0 0 -40"/>
  </actuator>
</mujoco>
"""
"""Two fingers with ``h d`` of 7 times their mass at 60 Hz, about a cube of 2 N."""


@pytest.mark.parametrize(("force", "is_held"), [(10.0, True), (4.0, True), (1.6, False)])
def test_damped_fingers_hold_what_friction_says(make, force, is_held):
    """Lifted by 0.3 m in a second, at up to 1.5 m/s^2: it takes 2.26 N, and two frictions of 0.5 give the force.

    Held things creep by 0.3 mm/s, as MuJoCo's contacts are soft along their tangents, too.
    """
    engine = make([GRIPPER], [0], dt=1 / 60, friction_law="coulomb", gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    for step in range(150):
        if step == 30:
            worlds.set_gravity((0.0, 0.0, -GRAVITY))
        height = 0.15 * (1.0 - np.cos(np.pi * np.clip((step - 30) / 60, 0.0, 1.0)))
        set_state(worlds, ctrl=[height, force, force])
        engine.step()
    lift, cube = worlds.qpos.numpy()[0, [0, 5]]
    slipped = lift + 0.5 - cube
    assert slipped < 3e-3 if is_held else slipped > 0.1


def test_mild_drives_step_as_the_engine_alone(make_named):
    """Wheels with 0.9 of what makes contacts feel them, to the bit."""
    source = rover(0.9 * WHEEL_INERTIA / DT)
    engine = make_named("mujoco", "cpu", [source], [0], dt=DT)
    worlds = engine.worlds[0]
    set_state(worlds, ctrl=[1.0, 2.0, 3.0, 4.0])
    model = compile_model(variant(source), SolverSettings(dt=DT))
    data = mujoco.MjData(model)
    data.ctrl[:] = [1.0, 2.0, 3.0, 4.0]
    for _ in range(50):
        mujoco.mj_step(model, data)
        engine.step()
    np.testing.assert_array_equal(worlds.qpos.numpy()[0], data.qpos.astype(np.float32))


def test_free_motion_is_the_same_whether_damping_is_felt(make):
    """In the air there is nothing that could feel it: wheels come to their speeds by factors of m / (m + h d)."""
    engine = make([rover(10.0)], [0], dt=DT, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    worlds.qpos.assign(np.array([[0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0]], np.float32))
    set_state(worlds, ctrl=[50.0, 50.0, -50.0, -50.0])
    alone = compile_model(variant(rover(10.0)), SolverSettings(dt=DT, gravity=(0.0, 0.0, 0.0)))
    data = mujoco.MjData(alone)
    data.qpos[2], data.ctrl[:] = 2.0, [50.0, 50.0, -50.0, -50.0]
    for _ in range(10):
        engine.step()
        mujoco.mj_step(alone, data)
    np.testing.assert_allclose(worlds.qvel.numpy()[0], data.qvel, rtol=1e-4, atol=1e-5)


def test_damping_is_felt_beside_drives_that_are_mild(make):
    """Three links, of which the first and the last have stiff drives, come to their targets as in the engine.

    The efforts of felt drives that do not follow each other were lost on native MuJoCo: nothing damped them.
    """
    engine = make([CHAIN], [0, 0], dt=DT, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    inputs = [2000.0 * 0.5, 2.0 * 0.3, 2000.0 * 0.4]
    set_state(worlds, ctrl=inputs)
    alone = compile_model(variant(CHAIN), SolverSettings(dt=DT, gravity=(0.0, 0.0, 0.0)))
    data = mujoco.MjData(alone)
    data.ctrl[:] = inputs
    for _ in range(400):
        engine.step()
        mujoco.mj_step(alone, data)
        np.testing.assert_allclose(worlds.qpos.numpy(), [data.qpos, data.qpos], atol=1e-4)  # single precision


def test_gains_that_are_written_are_felt_in_their_environment(make, backend):
    """The first of three gets stiff drives, later mild ones again; what users read are their own numbers.

    Environments of the same gains move the same: to the bit on a CPU; on a GPU contacts come in any order, whose
    rounding wheels that slip make larger.
    """
    rounding = 0.0 if backend[1] == "cpu" else 1e-2
    engine = make([rover(0.2)], [0, 0, 0], dt=DT)
    worlds = engine.worlds[0]
    bias, armature = worlds.parameter("actuator_biasprm"), worlds.parameter("dof_armature")
    own = armature.numpy().copy()
    weights = worlds.parameter("body_mass").numpy().copy()
    gains = bias.numpy().copy()
    for damping in (1000.0, 0.2):
        gains[0, :, 2] = -damping
        bias.assign(gains)
        worlds.parameter_changed("actuator_biasprm")
        worlds.parameter_changed("body_mass")
        qpos = np.zeros((3, 11), np.float32)
        qpos[:, 2:4] = RADIUS, 1.0
        set_state(worlds, qpos=qpos, qvel=0.0, ctrl=5.0 * np.outer([damping, 0.2, 0.2], [-1.0, 1.0, -1.0, 1.0]))
        for _ in range(100):
            engine.step()
        rates = np.abs(worlds.qvel.numpy()[:, 5])
        assert (rates[0] > 1.5) == (damping == 1000.0)
        assert rates[1] < 1.0
        np.testing.assert_allclose(worlds.qvel.numpy()[1], worlds.qvel.numpy()[2], rtol=rounding, atol=rounding)
        np.testing.assert_array_equal(bias.numpy(), gains)
        np.testing.assert_array_equal(armature.numpy(), own)
    np.testing.assert_allclose(worlds.qvel.numpy()[0], worlds.qvel.numpy()[1], rtol=rounding, atol=rounding)
    np.testing.assert_array_equal(worlds.parameter("body_mass").numpy(), weights)


LEGS = [(0.3, 0.2), (0.3, -0.2), (-0.3, 0.2), (-0.3, -0.2)]


def quadruped(damping: float | None) -> str:
    """A trunk of 40 kg on light legs, whose hips and knees drives hold; None has no joints there at all."""
    legs, drives = [], []
    for number, (x, y) in enumerate(LEGS):
        hip, knee = (
            f'<joint name="/{name}{number}" axis="0 1 0"/>' * (damping is not None) for name in ("hip", "knee")
        )
        legs.append(
            f'<body name="/thigh{number}" pos="{x} {y} 0" euler="0 30 0">{hip}'
            '<inertial pos="0 0 -0.1" mass="1.5" diaginertia="0.01 0.01 0.005"/>'
            f'<body name="/shank{number}" pos="0 0 -0.25" euler="0 -60 0">{knee}'
            '<inertial pos="0 0 -0.12" mass="0.3" diaginertia="0.002 0.002 0.0005"/>'
            '<geom size="0.02" pos="0 0 -0.25" friction="1"/></body></body>'
        )
        drives += [
            f'<general name="/{name}{number}" joint="/{name}{number}" gainprm="1" biastype="affine" '
            f'biasprm="0 -{10 * damping} -{damping}"/>'
            for name in ("hip", "knee") * (damping is not None)
        ]
    return (
        '<mujoco><worldbody><geom name="/ground" type="plane" size="0 0 1" friction="1"/>'
        '<body name="/trunk" pos="0 0 0.453"><freejoint name="/trunk"/>'
        f'<inertial pos="0 0 0" mass="40" diaginertia="1 2 2"/>{"".join(legs)}</body></worldbody>'
        f"<actuator>{''.join(drives)}</actuator></mujoco>"
    )


def weights_in_contacts(worlds) -> np.ndarray:
    """Inverse weights of bodies, shape (W or 1, nbody, 2)."""
    if hasattr(worlds, "_batch"):
        return worlds._batch.expand("body_invweight0")
    return worlds._model.body_invweight0.numpy()


def test_robot_on_stiff_legs_rests_as_deep_as_one_without_joints(make):
    """Contacts as soft as for the shanks alone, of 0.3 kg, gave way by 2 mm.

    A drive holds a joint as an inertia of 100 times its own: shanks weigh within 3 % of what they do as parts of one
    body, and the drives give way by 1e-5 rad.
    """
    heights, weights = [], []
    for damping in (None, 1e4):
        engine = make([quadruped(damping)], [0, 0], dt=DT)
        for _ in range(400):
            engine.step()
        heights.append(engine.worlds[0].qpos.numpy()[1, 2])
        weights.append(weights_in_contacts(engine.worlds[0])[0, 3, 0])
    assert weights[1] == pytest.approx(weights[0], rel=0.05)
    assert heights[1] == pytest.approx(heights[0], abs=5e-5)


@pytest.mark.parametrize(("first", "later"), [(0.5, 1e4), (1e4, 0.5)])
def test_weights_in_contacts_follow_the_drives(make, first, later):
    """In one of two environments; what limits of joints are weighed with stays as it is."""
    fresh = weights_in_contacts(make([quadruped(later)], [0], dt=DT).worlds[0])[0].copy()
    engine = make([quadruped(first)], [0, 0], dt=DT)
    worlds = engine.worlds[0]
    before = weights_in_contacts(worlds)[0].copy()
    values = worlds.parameter("actuator_biasprm").numpy().copy()
    values[1, :, 1:3] = -10.0 * later, -later
    worlds.parameter("actuator_biasprm").assign(values)
    worlds.parameter_changed("actuator_biasprm")
    engine.step()
    after = weights_in_contacts(worlds)
    np.testing.assert_allclose(after[0], before, rtol=1e-4)
    np.testing.assert_allclose(after[1], fresh, rtol=1e-3)  # in single precision, as test_derived_constants says
    assert abs(np.log(fresh[3, 0] / before[3, 0])) > 1.0, "or else nothing has changed"
