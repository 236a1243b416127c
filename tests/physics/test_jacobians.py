"""Jacobians and mass matrices, compared with those of native MuJoCo."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
import warp as wp
from scipy.spatial.transform import Rotation

from pippin.physics.backend import SolverSettings
from pippin.physics.description import SceneDescription, Variant
from pippin.physics.jacobians import LinkMasses, Mechanism, MechanismDynamics
from pippin.physics.scene import PhysicsScene
from pippin.physics.worlds import base_value

MODEL = """
<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <body name="root" pos="0.1 0.2 0.3" {mocap}>
      {root_joint}
      <geom type="box" size="0.3 0.1 0.2" pos="0.05 0 0.02"/>
      <body name="slider" pos="0 0 0.5" euler="0.2 0.1 0.4">
        <joint name="slide" type="slide" axis="1 0 0.3" armature="0.3"/>
        <geom size="0.1" pos="0.1 0.2 0"/>
        <body name="shoulder" pos="0.2 0 0.1">
          <joint name="yaw" axis="0 0 1" pos="0.1 0 0"/>
          <joint name="pitch" axis="0 1 0" pos="0 0 0.05" ref="0.3"/>
          <joint name="roll" axis="1 0.2 0" armature="0.1"/>
          <geom type="capsule" fromto="0 0 0 0.4 0 0.1" size="0.05"/>
          <body name="welded" pos="0.4 0 0"><geom size="0.06" pos="0 0.1 0"/></body>
        </body>
      </body>
      <body name="wheel" pos="0 -0.3 0"><joint name="spin" axis="0 1 0"/><geom type="cylinder" size="0.1 0.02"/></body>
    </body>
  </worldbody>
</mujoco>"""

FLOAT32 = 1e-5


@pytest.fixture(params=[True, False], ids=["floating", "fixed"])
def scene(request: pytest.FixtureRequest, device: str) -> PhysicsScene:
    """Three worlds with a branching mechanism in random states, their origins apart."""
    mocap = "" if request.param else 'mocap="true"'
    root_joint = "<freejoint name='root'/>" if request.param else ""
    spec = mujoco.MjSpec.from_string(MODEL.format(mocap=mocap, root_joint=root_joint))
    origins = np.array([[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, -2.0, 1.0]])
    description = SceneDescription([Variant(spec, {"root": "root"})], np.zeros(3, dtype=int), origins)
    scene = PhysicsScene(description, SolverSettings(dt=0.01, device=device))
    worlds, random = scene.backend.worlds[0], np.random.default_rng(5)
    qpos = random.normal(size=worlds.qpos.shape).astype(np.float32)
    if request.param:
        qpos[:, 3:7] /= np.linalg.norm(qpos[:, 3:7], axis=1, keepdims=True)
    worlds.qpos.assign(qpos)
    worlds.state_written()
    scene.state_version += 1
    return scene


def dynamics_of(scene: PhysicsScene) -> tuple[MechanismDynamics, np.ndarray, np.ndarray]:
    """Jacobians and mass matrices of a scene's mechanism; the rows of the worlds are reversed."""
    worlds = scene.backend.worlds[0]
    model = worlds.model
    joints = np.flatnonzero(model.jnt_type != mujoco.mjtJoint.mjJNT_FREE)
    mechanism = Mechanism(links=np.arange(1, model.nbody), joints=joints)
    dynamics = MechanismDynamics(worlds, [mechanism], np.array([[2], [1], [0]]), scene.env_origins, scene.device)
    scene.forward()
    kinematics = scene.frames[0].kinematics

    def base(name: str) -> wp.array:
        return wp.array(base_value(worlds, name)[None], dtype=float, device=scene.device)

    shape = (3, dynamics.num_links, 6, dynamics.root_columns + dynamics.num_joints)
    jacobians = wp.full(shape, np.inf, dtype=float, device=scene.device)
    dynamics.jacobians(kinematics, base("body_ipos"), 0, jacobians)
    masses = LinkMasses()
    masses.mass, masses.moments, masses.axes = base("body_mass"), base("body_inertia"), base("body_iquat")
    masses.armature = base("dof_armature")
    matrices = wp.full((3, len(joints), len(joints)), np.inf, dtype=float, device=scene.device)
    dynamics.mass_matrices(kinematics, masses, jacobians, matrices)
    return dynamics, jacobians.numpy()[::-1], matrices.numpy()[::-1]


def test_jacobians_are_those_of_native_mujoco(scene: PhysicsScene) -> None:
    """MuJoCo's columns of a free joint are the velocity of the link's origin and the angular velocity in its axes."""
    worlds = scene.backend.worlds[0]
    model, data = worlds.model, mujoco.MjData(worlds.model)
    dynamics, jacobians, _ = dynamics_of(scene)
    floats = dynamics.root_columns == 6
    assert jacobians.shape == (3, 5 if floats else 4, 6, 5 + dynamics.root_columns)
    for world in range(3):
        data.qpos[:] = worlds.qpos.numpy()[world]
        mujoco.mj_forward(model, data)
        for row, body in enumerate(range(1 if floats else 2, model.nbody)):
            expected = np.zeros((6, model.nv))
            mujoco.mj_jacBodyCom(model, data, expected[:3], expected[3:], body)
            if floats:
                rotation = data.xmat[1].reshape(3, 3)
                expected[:, 3:6] = expected[:, 3:6] @ rotation.T
                arm = data.xipos[1] - data.xpos[1]
                # Turning about the centre of mass instead of the origin moves the origin the other way.
                skew = np.array([[0.0, -arm[2], arm[1]], [arm[2], 0.0, -arm[0]], [-arm[1], arm[0], 0.0]])
                expected[:, 3:6] += expected[:, :3] @ skew
            np.testing.assert_allclose(jacobians[world, row], expected, atol=20 * FLOAT32)  # lengths of order 1


def test_mass_matrices_are_those_of_native_mujoco(scene: PhysicsScene) -> None:
    worlds = scene.backend.worlds[0]
    model, data = worlds.model, mujoco.MjData(worlds.model)
    _, _, matrices = dynamics_of(scene)
    for world in range(3):
        data.qpos[:] = worlds.qpos.numpy()[world]
        mujoco.mj_forward(model, data)
        full = np.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, full)
        expected = full[-5:, -5:]
        np.testing.assert_allclose(matrices[world], expected, atol=20 * FLOAT32 * np.abs(expected).max())


def test_jacobians_map_velocities_of_joints_to_those_of_links(scene: PhysicsScene) -> None:
    worlds, random = scene.backend.worlds[0], np.random.default_rng(6)
    dynamics, jacobians, _ = dynamics_of(scene)
    qvel = random.normal(size=worlds.qvel.shape).astype(np.float32)
    worlds.qvel.assign(qvel)
    scene.state_version += 1
    scene.forward()
    model = worlds.model
    kinematics, first = scene.frames[0].kinematics, 1 if dynamics.root_columns else 2
    origin_velocities = kinematics.velocities.numpy()
    rotations = Rotation.from_quat(kinematics.poses.numpy()[:, :, 3:].reshape(-1, 4))
    centers = rotations.apply(np.tile(model.body_ipos, (3, 1))).reshape(3, -1, 3)
    velocities = origin_velocities.copy()
    velocities[..., :3] += np.cross(origin_velocities[..., 3:], centers)
    for world in range(3):
        speeds = qvel[world, -5:]
        if dynamics.root_columns:
            speeds = np.concatenate([velocities[world, 1], speeds])
        np.testing.assert_allclose(jacobians[world] @ speeds, velocities[world, first:], atol=100 * FLOAT32)
