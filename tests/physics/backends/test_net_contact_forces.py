"""Net contact forces for MuJoCo Warp are those of the engine's own sensors, and balance weights."""

from __future__ import annotations

import copy

import mujoco
import mujoco_warp as mjw
import numpy as np
import pytest
import warp as wp

from pippin.physics.backends.net_contact_forces import NetContactForces
from pippin.physics.contact_forces import add_contact_sensors, contact_sensor_address

SCENE = """
<mujoco>
  <option timestep="0.005" iterations="100"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="low" pos="0 0 .1"><freejoint/><geom type="box" size=".2 .2 .1" mass="3"/></body>
    <body name="high" pos=".05 0 .3"><freejoint/><geom type="box" size=".1 .1 .1" mass="2"/></body>
    <body name="ball" pos="1 0 .1"><freejoint/><geom type="sphere" size=".1" mass="1" condim="1"/></body>
    <body name="wheel" pos="2 0 .1"><freejoint/><geom type="sphere" size=".1" mass="1" condim="6"/></body>
    <body name="aloft" pos="3 0 99"><freejoint/><geom type="sphere" size=".1" mass="1"/></body>
  </worldbody>
</mujoco>
"""
BODIES = ("low", "high", "ball", "wheel", "aloft")
CONES = {"elliptic": mujoco.mjtCone.mjCONE_ELLIPTIC, "pyramidal": mujoco.mjtCone.mjCONE_PYRAMIDAL}


def measured(cone: str, push: np.ndarray) -> tuple[mujoco.MjModel, np.ndarray, np.ndarray]:
    """Model, and sensors' data of one world by the engine's sensors and by the launch that stands in for them."""
    spec = mujoco.MjSpec.from_string(SCENE)
    spec.option.cone = CONES[cone]
    add_contact_sensors(spec, BODIES)
    model = spec.compile()
    native = mujoco.MjData(model)
    mujoco.mj_step(model, native, nstep=400)
    results = []
    with wp.ScopedDevice("cpu"):
        for stands_in in (False, True):
            chosen = copy.copy(model)
            net = NetContactForces(chosen, wp.get_device("cpu")) if stands_in else None
            engine, data = mjw.put_model(chosen), mjw.make_data(chosen, nworld=2, nconmax=40, njmax=150)
            data.qpos.assign(np.tile(native.qpos, (2, 1)).astype(np.float32))
            data.qvel.assign(np.tile(native.qvel + push, (2, 1)).astype(np.float32))
            mjw.forward(engine, data)
            if net is not None:
                assert net.are_measured
                net.launch(data)
            results.append(data.sensordata.numpy())
            assert np.array_equal(results[-1][0], results[-1][1])
    return model, results[0][0], results[1][0]


@pytest.mark.parametrize("cone", CONES)
def test_forces_are_those_of_the_engines_sensors(cone: str) -> None:
    push = np.random.default_rng(0).normal(size=30) * 0.5
    model, sensors, launch = measured(cone, push)
    assert np.abs(sensors).max() > 10.0
    # The same float32 numbers, added in another order.
    assert np.abs(sensors - launch).max() < 1e-5 * np.abs(sensors).max()
    start = contact_sensor_address(model, "aloft")
    assert np.array_equal(launch[start : start + 3], np.zeros(3))


@pytest.mark.parametrize("cone", CONES)
def test_forces_on_bodies_at_rest_carry_their_weight(cone: str) -> None:
    model, _, launch = measured(cone, np.zeros(30))
    for body, mass in (("low", 3.0), ("high", 2.0), ("ball", 1.0), ("wheel", 1.0)):
        start = contact_sensor_address(model, body)
        # Sensors measure what a body does to others. After 2 s the rest moves by less than 0.1 % of g.
        assert np.allclose(-launch[start : start + 3], (0.0, 0.0, mass * 9.81), atol=0.02 * mass * 9.81)
