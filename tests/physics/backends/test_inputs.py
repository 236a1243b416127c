"""Forces, efforts, inputs and moved bases act as mechanics says, in the environments where they are set."""

from __future__ import annotations

import numpy as np
import pytest

from .conftest import DT

MASS, INERTIA, WHEEL_INERTIA, GRAVITY = 2.0, np.array([0.02, 0.03, 0.04]), 0.2, 9.81
RTOL = 1e-5  # a step from rest is a handful of roundings of float32


def test_force_and_torque_on_a_body_accelerate_it(workshop):
    worlds = workshop.worlds[0]
    wrench = worlds.xfrc_applied.numpy()
    wrench[1, worlds.model.body("/box").id] = (3.0, -4.0, 5.0, 0.0, 0.0, 0.0)
    wrench[2, worlds.model.body("/box").id] = (0.0, 0.0, 0.0, 0.1, -0.2, 0.3)
    worlds.xfrc_applied.assign(wrench)
    workshop.step()
    velocity = worlds.qvel.numpy()[:, 1:] - (0.0, 0.0, -GRAVITY * DT, 0.0, 0.0, 0.0)
    expected = np.zeros((3, 6))
    expected[1, :3] = DT / MASS * np.array([3.0, -4.0, 5.0])
    expected[2, 3:] = DT / INERTIA * np.array([0.1, -0.2, 0.3])
    np.testing.assert_allclose(velocity, expected, rtol=RTOL, atol=1e-8)


def test_force_stops_when_it_is_taken_away(workshop):
    worlds = workshop.worlds[0]
    wrench = np.zeros((3, worlds.model.nbody, 6), dtype=np.float32)
    wrench[:, worlds.model.body("/box").id, 0] = 1.0
    worlds.xfrc_applied.assign(wrench)
    workshop.step()
    worlds.xfrc_applied.zero_()
    workshop.step()
    np.testing.assert_allclose(worlds.qvel.numpy()[:, 1], DT / MASS, rtol=RTOL)


@pytest.mark.parametrize("input_name", ["ctrl", "qfrc_applied"])
def test_effort_accelerates_a_joint(workshop, input_name):
    worlds = workshop.worlds[0]
    effort = np.array([0.0, 1.0, -2.0], dtype=np.float32)
    values = getattr(worlds, input_name).numpy()
    values[:, 0] = effort
    getattr(worlds, input_name).assign(values)
    workshop.step()
    np.testing.assert_allclose(worlds.qvel.numpy()[:, 0], DT * effort / WHEEL_INERTIA, rtol=RTOL, atol=1e-8)


def test_what_stands_on_a_moved_base_moves_with_it(workshop):
    worlds = workshop.worlds[0]
    places = np.array([[0.0, 0.0, 3.0], [1.0, -2.0, 0.5], [0.0, 4.0, 3.0]], dtype=np.float32)
    worlds.mocap_pos.assign(places[:, None])
    worlds.state_written()
    workshop.step()  # sensors tell of the beginning of the last engine step
    np.testing.assert_allclose(worlds.sensordata.numpy(), places, atol=1e-6)


def test_joint_turns_about_the_axis_of_a_turned_base(workshop):
    worlds = workshop.worlds[0]
    turned = np.array([[1, 0, 0, 0], [np.sqrt(0.5), np.sqrt(0.5), 0, 0], [0, 1, 0, 0]], dtype=np.float32)
    worlds.mocap_quat.assign(turned[:, None])
    worlds.state_written()
    wrench = worlds.xfrc_applied.numpy()
    wrench[:, worlds.model.body("/stand/wheel").id] = (0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    worlds.xfrc_applied.assign(wrench)
    workshop.step()
    along_axis = np.array([1.0, 0.0, -1.0])  # of the vertical: upright, on its side, upside down
    np.testing.assert_allclose(worlds.qvel.numpy()[:, 0], DT * along_axis / WHEEL_INERTIA, rtol=RTOL, atol=1e-8)


def test_gravity_may_change(workshop):
    """In a step of its own each time, so that a captured graph has to follow."""
    worlds = workshop.worlds[0]
    speed = 0.0
    for gravity in ((0.0, 0.0, -9.81), (0.0, 0.0, -2.0), (0.0, 0.0, 3.0)):
        worlds.set_gravity(gravity)
        workshop.step()
        speed += DT * gravity[2]
        np.testing.assert_allclose(worlds.qvel.numpy()[:, 3], speed, rtol=RTOL, atol=1e-7)


BUOY = """
<mujoco>
  <worldbody>
    <body name="/buoy" gravcomp="1">
      <freejoint name="/buoy"/>
      <inertial pos="0 0 0" mass="4" diaginertia="0.02 0.02 0.02"/>
      <site name="hook"/>
    </body>
    <body name="/anchor" mocap="true"><site name="anchor"/></body>
  </worldbody>
  <actuator>
    <general name="pull" site="hook" refsite="anchor" gear="1 0 0 0 0 0" biastype="affine" biasprm="0 0 -900"/>
    <general name="turn" site="hook" refsite="anchor" gear="0 0 0 1 0 0" biastype="affine" biasprm="0 0 -50"/>
  </actuator>
</mujoco>
"""


def test_damping_between_sites_is_implicit(make):
    """It slows a single body down, however large: v1 = v0 / (1 + dt d / m). Taken explicitly it would diverge."""
    engine = make([BUOY], [0])
    worlds = engine.worlds[0]
    worlds.qvel.assign(np.array([[1, 0, 0, 1, 0, 0]], np.float32))
    worlds.state_written()
    engine.step()
    expected = 1.0 / (1.0 + DT * np.array([900.0 / 4.0, 50.0 / 0.02]))
    np.testing.assert_allclose(worlds.qvel.numpy()[0, [0, 3]], expected, rtol=1e-4)
