"""Forward kinematics against MuJoCo's own, which computes the same quantities by another route."""

from __future__ import annotations

from types import SimpleNamespace

import mujoco
import numpy as np
import pytest
import warp as wp

from pippin.physics.kinematics import BodyKinematics

TREE = """
<mujoco>
  <worldbody>
    <body name="base" pos="0.1 0.2 0.3" quat="0.9 0.1 0.2 0.3">
      <freejoint/>
      <geom size="0.1" pos="0.05 0.02 0.01" mass="1"/>
      <body name="thigh" pos="0.2 0 0" euler="10 20 30">
        <joint name="hip" type="hinge" axis="0 1 0.3" pos="0.01 0.02 0.03" ref="20"/>
        <geom size="0.1" mass="1"/>
        <body name="shank" pos="0 0 -0.4">
          <joint name="knee" type="slide" axis="0 0.2 1" ref="0.1"/>
          <joint name="ankle" type="hinge" axis="1 0 0" pos="0 0 0.1"/>
          <geom size="0.1" mass="1"/>
          <body name="foot" pos="0 0.1 -0.2" euler="0 40 0"><geom size="0.05" mass="0.3"/></body>
        </body>
      </body>
      <body name="head" pos="0 0 0.3"><joint type="ball" pos="0 0 -0.1"/><geom size="0.1" mass="1"/></body>
    </body>
    <body name="table" mocap="true" pos="1 2 3" quat="0.5 0.5 0.5 0.5"><geom size="0.2"/></body>
    <body name="arm" mocap="true" pos="-1 0 1"><geom size="0.1"/>
      <body name="link" pos="0.3 0 0"><joint type="hinge" axis="0 0 1"/><geom size="0.1" mass="1"/></body>
    </body>
  </worldbody>
</mujoco>
"""
NUM_WORLDS = 5


def random_worlds(model: mujoco.MjModel, seed: int) -> SimpleNamespace:
    """State of several worlds at random, with unit quaternions."""
    rng = np.random.default_rng(seed)
    data = mujoco.MjData(model)
    qpos = np.zeros((NUM_WORLDS, model.nq))
    for row in qpos:
        data.qpos[:] = model.qpos0
        mujoco.mj_integratePos(model, data.qpos, rng.normal(size=model.nv), 1.0)
        row[:] = data.qpos
    quaternions = rng.normal(size=(NUM_WORLDS, model.nmocap, 4))
    quaternions /= np.linalg.norm(quaternions, axis=-1, keepdims=True)

    def upload(values: np.ndarray, dtype: type) -> wp.array:
        return wp.array(values.astype(np.int32 if dtype is int else np.float32), dtype=dtype, device="cpu")

    return SimpleNamespace(
        model=model,
        num_worlds=NUM_WORLDS,
        env_ids=upload(np.arange(NUM_WORLDS)[::-1], int),
        qpos=upload(qpos, float),
        qvel=upload(rng.normal(size=(NUM_WORLDS, model.nv)), float),
        previous_qpos=upload(qpos, float),
        previous_qvel=upload(rng.normal(size=(NUM_WORLDS, model.nv)), float),
        mocap_pos=upload(rng.normal(size=(NUM_WORLDS, model.nmocap, 3)), wp.vec3f),
        mocap_quat=upload(quaternions, wp.quatf),
    )


def reference(worlds: SimpleNamespace, world: int, qvel: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions, quaternions (w, x, y, z) and velocities (linear, angular) of all body frames by MuJoCo."""
    model, data = worlds.model, mujoco.MjData(worlds.model)
    data.qpos[:] = worlds.qpos.numpy()[world]
    data.qvel[:] = qvel[world]
    data.mocap_pos[:] = worlds.mocap_pos.numpy()[world]
    data.mocap_quat[:] = worlds.mocap_quat.numpy()[world]
    mujoco.mj_forward(model, data)
    velocities = np.zeros((model.nbody, 6))
    for body in range(model.nbody):
        mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_XBODY, body, velocities[body], 0)
    return data.xpos.copy(), data.xquat.copy(), np.roll(velocities, 3, axis=1)


@pytest.fixture(params=[0, 1, 2])
def worlds(request: pytest.FixtureRequest) -> SimpleNamespace:
    return random_worlds(mujoco.MjModel.from_xml_string(TREE), request.param)


@pytest.mark.parametrize("one_thread_a_body", [False, True])
def test_poses_and_velocities_are_those_of_mujoco(worlds: SimpleNamespace, one_thread_a_body: bool) -> None:
    """All joint types, mocap bodies and trees upon them; tolerance: float32 over a chain of five joints."""
    origins = np.random.default_rng(3).normal(size=(NUM_WORLDS, 3))
    kinematics = BodyKinematics(worlds, wp.array(origins.astype(np.float32), dtype=wp.vec3f), "cpu")
    kinematics.one_thread_a_body = one_thread_a_body
    kinematics.update(0)
    for world in range(NUM_WORLDS):
        position, quaternion, velocity = reference(worlds, world, worlds.qvel.numpy())
        found = kinematics.poses.numpy()[world]
        position[1:] += origins[worlds.env_ids.numpy()[world]]
        np.testing.assert_allclose(found[:, :3], position, atol=2e-6)
        alignment = np.abs(np.sum(found[:, [6, 3, 4, 5]] * quaternion, axis=1))
        np.testing.assert_allclose(alignment, 1.0, atol=2e-6)
        np.testing.assert_allclose(kinematics.velocities.numpy()[world], velocity, atol=2e-5)


def test_velocities_before_the_last_step_use_the_previous_state(worlds: SimpleNamespace) -> None:
    origins = wp.zeros(NUM_WORLDS, dtype=wp.vec3f, device="cpu")
    kinematics = BodyKinematics(worlds, origins, "cpu")
    _, velocities = kinematics.before_last_step(0)
    for world in range(NUM_WORLDS):
        _, _, expected = reference(worlds, world, worlds.previous_qvel.numpy())
        np.testing.assert_allclose(velocities.numpy()[world], expected, atol=2e-5)


def test_kinematics_run_once_for_each_version_of_the_state(worlds: SimpleNamespace) -> None:
    kinematics = BodyKinematics(worlds, wp.zeros(NUM_WORLDS, dtype=wp.vec3f, device="cpu"), "cpu")
    kinematics.update(0)
    kinematics.poses.zero_()
    kinematics.update(0)
    assert not kinematics.poses.numpy().any(), "the same version was computed twice"
    kinematics.update(1)
    assert kinematics.poses.numpy().any()
