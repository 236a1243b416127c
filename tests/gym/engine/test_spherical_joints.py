"""Three hinges of one body of an MJCF are one spherical joint: rotation vectors, angular velocities, torques."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.gym import gymapi, gymtorch

ARM = """
<mujoco>
  <worldbody>
    <body name="root">
      <geom type="sphere" size="0.01" mass="1" contype="0" conaffinity="0"/>
      <body name="arm">
        <inertial pos="0 0 0" mass="1" diaginertia="0.1 0.2 0.3"/>
        <joint name="x" axis="1 0 0"/>
        <joint name="y" axis="0 1 0"/>
        <joint name="z" axis="0 0 1"/>
        <geom type="box" size="0.1 0.1 0.1" mass="1" contype="0" conaffinity="0"/>
        <body name="hand" pos="0 0 -0.4">
          <inertial pos="0 0 0" mass="0.001" diaginertia="1e-4 1e-4 1e-4"/>
          <joint name="elbow" axis="0 1 0"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="x"/><motor joint="y"/><motor joint="z"/><motor joint="elbow"/></actuator>
</mujoco>
"""
NUM_ENVS, ARM_BODY = 4, 1


@pytest.fixture
def arms(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable, populate: Callable) -> list[gymapi.Env]:
    """Arms on a root that stands still, without gravity."""
    options = gymapi.AssetOptions()
    options.fix_base_link, options.disable_gravity = True, True
    return populate(NUM_ENVS, gym.load_asset(sim, *write("arm.xml", ARM), options))


def tensors(gym: gymapi.Gym, sim: gymapi.Sim) -> tuple[torch.Tensor, torch.Tensor]:
    """States of DOFs, shape (NUM_ENVS, 4, 2), and of bodies, shape (NUM_ENVS, 3, 13)."""
    gym.prepare_sim(sim)
    dofs = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(sim)).view(NUM_ENVS, 4, 2)
    bodies = gymtorch.wrap_tensor(gym.acquire_rigid_body_state_tensor(sim)).view(NUM_ENVS, 3, 13)
    return dofs, bodies


def write_dofs(gym: gymapi.Gym, sim: gymapi.Sim, dofs: torch.Tensor, values: np.ndarray) -> None:
    """Write states of DOFs, and read all tensors anew."""
    dofs[:] = torch.as_tensor(values, dtype=dofs.dtype, device=dofs.device)
    gym.set_dof_state_tensor(sim, gymtorch.unwrap_tensor(dofs.view(-1, 2)))
    gym.refresh_dof_state_tensor(sim)
    gym.refresh_rigid_body_state_tensor(sim)


def random_states(seed: int) -> np.ndarray:
    """Rotation vectors of all lengths up to 2.5 rad, velocities, and an elbow."""
    states = np.random.default_rng(seed).normal(0.0, 1.0, (NUM_ENVS, 4, 2))
    lengths = np.linspace(0.1, 2.5, NUM_ENVS)
    states[:, :3, 0] *= (lengths / np.linalg.norm(states[:, :3, 0], axis=1))[:, None]
    return states


def test_positions_are_rotation_vectors_and_velocities_those_in_the_body(gym, sim, arms):
    dofs, bodies = tensors(gym, sim)
    states = random_states(0)
    write_dofs(gym, sim, dofs, states)
    np.testing.assert_allclose(dofs.cpu().numpy(), states, atol=2e-3)
    body = bodies.cpu().numpy()[:, ARM_BODY]
    rotation = Rotation.from_rotvec(states[:, :3, 0])
    assert (rotation.inv() * Rotation.from_quat(body[:, 3:7])).magnitude().max() < 1e-4
    np.testing.assert_allclose(body[:, 10:13], rotation.apply(states[:, :3, 1]), atol=5e-3)


def test_the_second_hinge_turns_beyond_a_right_angle(gym, sim, arms):
    """As a hip does in a cartwheel: a rotation about y by 2 rad is one of the second hinge alone."""
    dofs, _ = tensors(gym, sim)
    states = np.zeros((NUM_ENVS, 4, 2))
    states[:, 1, 0] = -2.3, -1.7, 1.7, 2.3
    states[:, 1, 1] = 1.0
    write_dofs(gym, sim, dofs, states)
    part = sim.engine.parts[0]
    np.testing.assert_allclose(part.worlds.qpos.numpy()[:, part.host.coordinates], states[..., 0], atol=1e-5)
    np.testing.assert_allclose(part.worlds.qvel.numpy()[:, part.host.dofs], states[..., 1], atol=1e-4)


def test_single_actors_are_set_likewise_before_and_after_there_is_an_engine(gym, sim, arms):
    states = random_states(1).astype(np.float32)
    for env, values in zip(arms, states, strict=True):
        record = gym.get_actor_dof_states(env, 0, gymapi.STATE_ALL)
        record["pos"], record["vel"] = values.T
        gym.set_actor_dof_states(env, 0, record, gymapi.STATE_ALL)
    dofs, _ = tensors(gym, sim)
    gym.refresh_dof_state_tensor(sim)
    np.testing.assert_allclose(dofs.cpu().numpy(), states, atol=2e-3)
    np.testing.assert_allclose(
        gym.get_actor_dof_states(arms[2], 0, gymapi.STATE_POS)["pos"], states[2, :, 0], atol=2e-3
    )


def test_drives_turn_the_body_to_the_rotation_vector(gym, sim, arms):
    for env in arms:
        properties = gym.get_actor_dof_properties(env, 0)
        properties["driveMode"], properties["stiffness"], properties["damping"] = gymapi.DOF_MODE_POS, 50.0, 8.0
        gym.set_actor_dof_properties(env, 0, properties)
    dofs, _ = tensors(gym, sim)
    targets = random_states(2)[..., 0]
    values = torch.as_tensor(targets, dtype=torch.float32, device=dofs.device).contiguous()
    gym.set_dof_position_target_tensor(sim, gymtorch.unwrap_tensor(values))
    for _ in range(400):
        gym.simulate(sim)
    gym.refresh_dof_state_tensor(sim)
    np.testing.assert_allclose(dofs.cpu().numpy()[..., 0], targets, atol=5e-3)


def test_efforts_are_a_torque_in_the_axes_of_the_body(gym, sim, arms):
    for env in arms:
        properties = gym.get_actor_dof_properties(env, 0)
        properties["driveMode"], properties["stiffness"], properties["damping"] = gymapi.DOF_MODE_EFFORT, 0.0, 0.0
        gym.set_actor_dof_properties(env, 0, properties)
    dofs, _ = tensors(gym, sim)
    states = random_states(3)
    states[..., 1] = 0.0
    write_dofs(gym, sim, dofs, states)
    torques = np.random.default_rng(4).normal(0.0, 1.0, (NUM_ENVS, 4))
    torques[:, 3] = 0.0
    values = torch.as_tensor(torques, dtype=torch.float32, device=dofs.device).contiguous()
    gym.set_dof_actuation_force_tensor(sim, gymtorch.unwrap_tensor(values))
    gym.simulate(sim)
    gym.refresh_dof_state_tensor(sim)
    expected = 0.01 * torques[:, :3] / [0.1, 0.2, 0.3]
    np.testing.assert_allclose(dofs.cpu().numpy()[:, :3, 1], expected, rtol=0.02, atol=2e-3)


def test_hinges_in_another_order_stay_hinges(gym, sim, write, populate):
    """x, z, y is no right-handed basis: each DOF is the angle of its hinge."""
    text = ARM.replace('name="y" axis="0 1 0"', 'name="y" axis="0 0 1"').replace(
        'name="z" axis="0 0 1"', 'name="z" axis="0 1 0"'
    )
    options = gymapi.AssetOptions()
    options.fix_base_link = True
    populate(NUM_ENVS, gym.load_asset(sim, *write("arm.xml", text), options))
    dofs, bodies = tensors(gym, sim)
    states = random_states(5)
    write_dofs(gym, sim, dofs, states)
    rotation = Rotation.from_euler("XZY", states[:, :3, 0])
    found = Rotation.from_quat(bodies.cpu().numpy()[:, ARM_BODY, 3:7])
    assert (rotation.inv() * found).magnitude().max() < 1e-4


PENDULUM = """<robot name="pendulum">
  <link name="post"/>
  <link name="bob"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
    <inertia ixx="0.02" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="socket" type="spherical"><parent link="post"/><child link="bob"/></joint>
</robot>"""
"""URDF as Isaac Gym reads it, though URDF itself has no spherical joints."""


def test_spherical_joint_of_a_urdf(
    gym: gymapi.Gym, sim: gymapi.Sim, write: Callable, populate: Callable, device: torch.device
) -> None:
    """Three DOFs, whose positions are a rotation vector; the bob's weight turns it back about the same axis."""
    options = gymapi.AssetOptions()
    options.fix_base_link = True
    asset = gym.load_asset(sim, *write("pendulum.urdf", PENDULUM), options)
    assert gym.get_asset_dof_count(asset) == 3 and gym.get_asset_joint_type(asset, 0) == gymapi.JOINT_BALL
    populate(1, asset)
    gym.prepare_sim(sim)
    turned = torch.tensor([[0.3, 0.0], [0.4, 0.0], [0.0, 0.0]], device=device)
    gym.set_dof_state_tensor(sim, gymtorch.unwrap_tensor(turned))
    gym.refresh_rigid_body_state_tensor(sim)
    quat = gymtorch.wrap_tensor(gym.acquire_rigid_body_state_tensor(sim))[1, 3:7].cpu().numpy()
    np.testing.assert_allclose(Rotation.from_quat(quat).as_rotvec(), (0.3, 0.4, 0.0), atol=1e-5)
    gym.simulate(sim)
    gym.refresh_dof_state_tensor(sim)
    velocity = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(sim))[:, 1].cpu().numpy()
    acceleration = -2.0 * 10.0 * 0.5 * np.sin(0.5) / (0.02 + 2.0 * 0.5**2)
    np.testing.assert_allclose(velocity, acceleration * 0.01 * np.array([0.6, 0.8, 0.0]), rtol=0.02, atol=1e-3)
