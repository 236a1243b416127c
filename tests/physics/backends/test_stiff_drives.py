"""Drives that are too stiff for a step go to their targets, as PhysX's implicit ones do, and mild ones as they did."""

from __future__ import annotations

import numpy as np
import pytest

from .test_joint_limits import set_state

DT = 1.0 / 60.0
MASS, LENGTH = 2.0, 0.5

PENDULUM = f"""
<mujoco>
  <worldbody>
    <body name="/arm">
      <inertial pos="{LENGTH} 0 0" mass="{MASS}" diaginertia="1e-3 1e-3 1e-3"/>
      <joint name="/hinge" axis="0 -1 0"/>
    </body>
  </worldbody>
  <actuator>
    <general name="/hinge" joint="/hinge" gainprm="1" biastype="affine" biasprm="0 -STIFFNESS -DAMPING"/>
  </actuator>
</mujoco>
"""
"""A level arm whose weight its drive carries."""

INERTIA = MASS * LENGTH**2 + 1e-3


def pendulum(stiffness: float, damping: float, effort: float | None = None) -> str:
    limit = "" if effort is None else f' forcelimited="true" forcerange="-{effort} {effort}"'
    source = PENDULUM.replace("STIFFNESS", repr(stiffness)).replace("DAMPING", repr(damping))
    return source.replace('"/>\n  </actuator>', f'"{limit}/>\n  </actuator>')


@pytest.mark.parametrize(("stiffness", "damping"), [(1e15, 1e12), (1e15, 1e5), (1e7, 1e5), (1e5, 0.0)])
def test_drive_of_any_stiffness_holds_a_load_and_follows(make, stiffness, damping):
    """It follows 0.5 rad/s, beside its own delay of damping / stiffness, and carries the weight within 1 mrad."""
    engine = make([pendulum(stiffness, damping)], [0], dt=DT)
    worlds = engine.worlds[0]
    for step in range(1, 121):
        target = min(0.5 * DT * step, 0.5)
        set_state(worlds, ctrl=stiffness * target)
        engine.step()
        if 5 < step < 60:
            delay = 0.5 * damping / stiffness
            assert worlds.qpos.numpy()[0, 0] == pytest.approx(target - delay, abs=0.25 * DT)
    assert worlds.qpos.numpy()[0, 0] == pytest.approx(0.5, abs=1e-3)
    assert abs(worlds.qvel.numpy()[0, 0]) < 1e-3


def test_gains_that_are_written_are_softened_as_those_of_the_model(make):
    engine = make([pendulum(10.0, 1.0)], [0, 0], dt=DT)
    worlds = engine.worlds[0]
    bias = worlds.parameter("actuator_biasprm")
    gains = np.zeros((2, 1, 10), np.float32)
    gains[:, 0, 1] = -10.0, -1e15
    gains[:, 0, 2] = -1.0, -1e12
    bias.assign(gains)
    worlds.parameter_changed("actuator_biasprm")
    worlds.ctrl.assign(-0.5 * gains[:, :, 1])
    for _ in range(200):
        engine.step()
    sagging, stiff = worlds.qpos.numpy()[:, 0]
    assert stiff == pytest.approx(0.5, abs=1e-3)
    assert sagging < -0.4, "a spring of 10 N m/rad does not hold 9.8 N m"
    np.testing.assert_array_equal(bias.numpy(), gains, err_msg="users see what they wrote")


def test_stiff_drive_keeps_to_its_effort_limit(make):
    """30 N m accelerate the arm, for whatever gains: 0.45 rad take 0.12 s at least."""
    engine = make([pendulum(1e15, 1e12, effort=30.0)], [0], dt=DT, gravity=(0.0, 0.0, 0.0))
    worlds = engine.worlds[0]
    set_state(worlds, ctrl=0.5e15)
    quickest = np.sqrt(2.0 * 0.45 * INERTIA / 30.0)
    places = []
    for _ in range(60):
        engine.step()
        places.append(worlds.qpos.numpy()[0, 0])
    assert (1 + np.argmax(np.array(places) > 0.45)) * DT > 0.9 * quickest
    assert max(places) < 1.0
    assert places[-1] == pytest.approx(0.5, abs=1e-2)
