"""Limits of joint positions stop joints within a step of the engine, hold loads, and add no energy."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from pippin.physics.backend import SolverSettings
from pippin.physics.compile import compile_model
from pippin.physics.description import Variant
from pippin.physics.position_limits import IMPEDANCE

MASS = 0.07
"""Mass of a gripper's finger [kg]."""

FINGER = """
<mujoco>
  <worldbody>
    <body>
      <joint type="slide" axis="1 0 0" range="0 0.04" {}/>
      <inertial pos="0 0 0" mass="{}" diaginertia="1 1 1"/>
    </body>
  </worldbody>
</mujoco>"""

CHAIN = """
<mujoco>
  <compiler angle="radian"/>
  <default><joint range="-0.4 0.4" axis="0 1 0"/><geom type="capsule" size="0.03" contype="0"/></default>
  <worldbody>
    <body pos="0 0 2"><freejoint/><geom fromto="0 0 0 0.4 0 0" mass="20"/>
      <body pos="0.4 0 0"><joint/><geom fromto="0 0 0 0.3 0 0" mass="0.02"/>
        <body pos="0.3 0 0"><joint axis="0 0 1"/><geom fromto="0 0 0 0.3 0 0" mass="5"/>
          <body pos="0.3 0 0"><joint type="ball" range="0 0.4"/><geom fromto="0 0 0 0.1 0 0" mass="0.01"/></body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>"""
"""A floating chain whose links differ in mass by two thousand."""


def simulation_of(text: str, step: float, integrator: str = "implicitfast") -> tuple[mujoco.MjModel, mujoco.MjData]:
    settings = SolverSettings(dt=step, gravity=(0.0, 0.0, 0.0), integrator=integrator)
    model = compile_model(Variant(mujoco.MjSpec.from_string(text)), settings)
    return model, mujoco.MjData(model)


@pytest.mark.parametrize("step", [1 / 60, 0.005, 0.001])
@pytest.mark.parametrize("velocity", [0.2, 5.0])
def test_joint_stops_within_the_way_of_a_step_and_hardly_bounces(step, velocity):
    model, data = simulation_of(FINGER.format("", MASS), step)
    data.qpos[0], data.qvel[0] = 0.04 - 0.4 * velocity * step, velocity
    past, velocities = [], []
    for _ in range(5):
        mujoco.mj_step(model, data)
        past.append(data.qpos[0] - 0.04)
        velocities.append(data.qvel[0])
    way = 0.6 * velocity * step  # of the one step in which the limit is passed
    assert past[0] == pytest.approx(way, rel=1e-9)
    np.testing.assert_allclose(velocities[1:], -0.1 * way / step, rtol=0.03)
    np.testing.assert_allclose(past, way * (1.0 - 0.1 * np.arange(5)), rtol=0.03)


@pytest.mark.parametrize("integrator", ["implicitfast", "euler"])
@pytest.mark.parametrize("step", [1 / 60, 0.005, 0.001])
@pytest.mark.parametrize("mass", [0.001, MASS, 50.0])
def test_load_keeps_a_joint_past_its_limit_by_the_load_over_the_stiffness(step, mass, integrator):
    model, data = simulation_of(FINGER.format("", mass), step, integrator)
    data.qpos[0], data.qfrc_applied[0] = 0.04, 200.0
    for _ in range(300):
        mujoco.mj_step(model, data)
    stiffness = 0.1 * mass / (step**2 * (1.0 - IMPEDANCE))
    assert data.qpos[0] - 0.04 == pytest.approx(200.0 / stiffness, rel=1e-3)
    assert abs(data.qvel[0]) < 1e-6 * 200.0 / mass * step


def test_softness_that_a_file_gives_stays():
    for given in ('solreflimit="0.05 1"', 'solimplimit="0.5 0.95 0.001 0.5 2"'):
        model, _ = simulation_of(FINGER.format(given, MASS), 0.005)
        expected = mujoco.MjSpec.from_string(FINGER.format(given, MASS)).compile()
        np.testing.assert_array_equal(model.jnt_solref, expected.jnt_solref)
        np.testing.assert_array_equal(model.jnt_solimp, expected.jnt_solimp)


@pytest.mark.parametrize(("step", "drift"), [(0.005, 0.06), (0.001, 0.005)])
def test_limits_add_no_energy_to_a_chain_of_light_and_heavy_links(step, drift):
    """Thrown at random, the chain hits its limits in all poses; nothing pushes it.

    Explicit integration of Coriolis forces lets the energy drift as much without limits.
    """
    model, data = simulation_of(CHAIN, step)
    model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
    generator, hits = np.random.default_rng(0), 0
    for _ in range(20):
        mujoco.mj_resetData(model, data)
        data.qvel[:] = generator.normal(scale=4.0, size=model.nv)
        mujoco.mj_forward(model, data)
        before = data.energy[1]
        for _ in range(100):
            mujoco.mj_step(model, data)
            hits += data.nefc
            assert data.energy[1] < (1.0 + drift) * before
    assert hits > 100
