"""Both engines advance environments as ``mj_step`` does, each environment by itself."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from .conftest import WORKSHOP

PENDULUM = """
<mujoco>
  <worldbody>
    <body name="/pole" pos="0 0 1">
      <joint name="/pole/hinge" axis="0 1 0" damping="0.05"/>
      <geom name="/pole/geom" type="capsule" size="0.03" fromto="0 0 0 0 0 -0.5" mass="0.7"/>
    </body>
  </worldbody>
</mujoco>
"""
CARTPOLE = """
<mujoco>
  <worldbody>
    <body name="/cart" pos="0 0 1">
      <joint name="/cart/rail" type="slide" axis="1 0 0" limited="true" range="-1 1"/>
      <geom name="/cart/geom" type="box" size="0.1 0.1 0.05" mass="1" contype="0" conaffinity="0"/>
      <body name="/cart/pole">
        <joint name="/cart/hinge" axis="0 1 0"/>
        <geom name="/cart/pole/geom" type="capsule" size="0.03" fromto="0 0 0 0 0 0.5" mass="0.2"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor name="drive" joint="/cart/rail"/></actuator>
</mujoco>
"""
ANT = "nv_ant.xml"

# Native MuJoCo is the same code in the same precision. MuJoCo Warp rounds to 6e-8 in each operation, which smooth
# motion keeps within a few hundred roundings. The ant is within 5e-7 until it touches down: a foot that hits the ground
# a rounding earlier is in contact a step earlier.
TOLERANCE = {PENDULUM: 2e-5, CARTPOLE: 2e-5, ANT: 2e-3}


def random_start(model: mujoco.MjModel, num_worlds: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Different positions, velocities and inputs of each world, float32."""
    random = np.random.default_rng(3)
    qpos = np.tile(model.qpos0, (num_worlds, 1))
    joints = model.jnt_qposadr[model.jnt_type != mujoco.mjtJoint.mjJNT_FREE]
    qpos[:, joints] += random.uniform(-0.3, 0.3, (num_worlds, len(joints)))
    qvel = random.normal(0.0, 0.3, (num_worlds, model.nv))
    ctrl = random.normal(0.0, 0.2, (num_worlds, model.nu))
    return qpos.astype(np.float32), qvel.astype(np.float32), ctrl.astype(np.float32)


@pytest.mark.parametrize(
    "source, steps", [(PENDULUM, 250), (CARTPOLE, 250), (ANT, 100)], ids=["pendulum", "cartpole", "ant"]
)
@pytest.mark.parametrize("substeps", [1, 2])
def test_trajectories_are_those_of_mj_step(backend, make, source, steps, substeps):
    if backend.name == "newton" and substeps == 2 and source != PENDULUM:
        pytest.skip("one model shows what substeps do; each takes long to compile")
    num_worlds = 3
    engine = make([source], [0] * num_worlds, dt=0.004, substeps=substeps)
    worlds = engine.worlds[0]
    start = random_start(worlds.model, num_worlds)
    for array, values in zip((worlds.qpos, worlds.qvel, worlds.ctrl), start, strict=True):
        array.assign(values)
    worlds.state_written()
    references = []
    for qpos, qvel, ctrl in zip(*start, strict=True):
        data = mujoco.MjData(worlds.model)
        data.qpos, data.qvel, data.ctrl = qpos, qvel, ctrl
        references.append(data)
    for _ in range(steps):
        engine.step()
        for data in references:
            mujoco.mj_step(worlds.model, data, substeps)
    expected = np.array([data.qpos for data in references]), np.array([data.qvel for data in references])
    assert np.abs(expected[0] - start[0]).max() > 0.05, "they do not move"
    if backend.name == "mujoco":
        np.testing.assert_array_equal(worlds.qpos.numpy(), expected[0].astype(np.float32))
        np.testing.assert_array_equal(worlds.qvel.numpy(), expected[1].astype(np.float32))
    else:
        tolerance = TOLERANCE[source]
        np.testing.assert_allclose(worlds.qpos.numpy(), expected[0], atol=tolerance)
    assert engine.report() == []


def test_previous_state_is_that_before_the_step(workshop):
    worlds = workshop.worlds[0]
    workshop.step()
    before = worlds.qpos.numpy().copy(), worlds.qvel.numpy().copy()
    workshop.step()
    np.testing.assert_array_equal(worlds.previous_qpos.numpy(), before[0])
    np.testing.assert_array_equal(worlds.previous_qvel.numpy(), before[1])
    assert (worlds.qpos.numpy() != before[0]).any()


def test_reset_of_one_environment_leaves_the_others_bit_identical(make):
    steps, after = 20, 30
    runs = []
    for reset in (False, True):
        engine = make([WORKSHOP], [0, 0, 0])
        worlds = engine.worlds[0]
        qvel = worlds.qvel.numpy()
        qvel[:, 1:] = np.random.default_rng(0).normal(size=(3, 6))
        worlds.qvel.assign(qvel)
        worlds.state_written()
        for _ in range(steps):
            engine.step()
        if reset:
            qpos = worlds.qpos.numpy()
            qpos[1] = worlds.model.qpos0
            worlds.qpos.assign(qpos)
            worlds.state_written()
        for _ in range(after):
            engine.step()
        runs.append((worlds.qpos.numpy().copy(), worlds.qvel.numpy().copy()))
    for untouched, partly_reset in zip(*runs, strict=True):
        np.testing.assert_array_equal(untouched[[0, 2]], partly_reset[[0, 2]])
    assert np.abs(runs[0][0][1] - runs[1][0][1]).max() > 0.01


def test_each_variant_has_its_own_worlds(make):
    engine = make([PENDULUM, WORKSHOP], [1, 0, 1])
    pendulum, workshops = engine.worlds
    assert pendulum.env_ids.numpy().tolist() == [1]
    assert workshops.env_ids.numpy().tolist() == [0, 2]
    assert pendulum.qpos.shape == (1, 1) and workshops.qpos.shape == (2, 8)
    pendulum.qpos.assign(np.array([[0.5]], dtype=np.float32))
    pendulum.state_written()
    engine.step()
    assert pendulum.qvel.numpy()[0, 0] != 0.0
    gravity = -9.81 * 0.002  # in float32, as the environment is
    np.testing.assert_allclose(workshops.qvel.numpy()[:, 3], gravity, rtol=1e-5)


def test_variant_without_environments_is_refused(make):
    with pytest.raises(ValueError, match="No environment copies variant 1"):
        make([PENDULUM, WORKSHOP], [0, 0])


STACK = """
<mujoco>
  <worldbody>
    <geom name="/ground" type="plane" size="0 0 1"/>
    <body name="/bottom" pos="0 0 0.1">
      <freejoint name="/bottom"/>
      <geom name="/bottom/geom" type="box" size="0.1 0.1 0.1" mass="1"/>
    </body>
    <body name="/top" pos="0 0 0.3">
      <freejoint name="/top"/>
      <geom name="/top/geom" type="box" size="0.1 0.1 0.1" mass="1"/>
    </body>
  </worldbody>
</mujoco>
"""
ALMOST_FLAT = np.array(
    [
        *(8.9653098e-05, 1.5611602e-04, 9.9792905e-02, 1.0, 1.4333981e-06, 3.8520845e-08, 1.3710844e-14),
        *(9.9212746e-05, -1.4800816e-04, 2.9958543e-01, 1.0, 2.8528148e-06, 7.6226378e-08, 3.0551299e-14),
    ],
    dtype=np.float32,
)
"""Poses of boxes at rest on each other, turned by a few roundings: one of 1,000 stacks came here and was lost."""


def test_a_box_that_lies_almost_flat_on_another_stays_there(make):
    engine = make([STACK], [0], dt=0.005)
    worlds = engine.worlds[0]
    worlds.qpos.assign(ALMOST_FLAT[None])
    worlds.state_written()
    for _ in range(5):
        engine.step()
    assert not np.asarray(worlds.bad.numpy()).any()
    np.testing.assert_allclose(worlds.qvel.numpy(), 0.0, atol=0.01)


def test_boxes_touch_each_other_in_the_same_points_on_both_engines(device, make_named):
    """Boxes on and in each other in all orientations leave in the same way: 200 overlaps of up to 2 cm."""
    random, count = np.random.default_rng(1), 200
    turns = Rotation.random(count, random_state=1).as_quat()[:, [3, 0, 1, 2]]
    directions = random.normal(size=(count, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    distances = random.uniform(0.18, 0.22, (count, 1)) * np.abs(directions).max(axis=1, keepdims=True) ** -0.5
    poses = np.tile([0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0], (count, 2))
    poses[:, 7:10] += distances * directions
    poses[:, 10:] = turns
    velocities = []
    for name, where in (("mujoco", "cpu"), ("newton", device)):
        engine = make_named(name, where, [STACK], [0] * count, gravity=(0.0, 0.0, 0.0))
        engine.worlds[0].qpos.assign(poses.astype(np.float32))
        engine.worlds[0].state_written()
        engine.step()
        velocities.append(engine.worlds[0].qvel.numpy())
    is_pushed = np.abs(velocities[0]).max(axis=1) > 1e-3
    assert is_pushed.mean() > 0.5
    # The engines agree to the tolerance of their solvers; a contact too many or too few changes how boxes turn.
    np.testing.assert_allclose(velocities[1], velocities[0], rtol=1e-2, atol=2e-3)
