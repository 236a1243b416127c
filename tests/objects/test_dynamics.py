"""Jacobians, mass matrices and forces of robots, and forces on bodies, against closed forms."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from pippin.objects import Articulation, DynamicCuboid, RigidPrim, SingleArticulation, World
from pippin.sim import SimulationCfg, add_reference, define_prim
from pippin.sim.converters import convert_urdf

MASS, LENGTH, INERTIA, GRAVITY = 2.0, 0.5, 0.03, 9.81
DT = 0.01
PENDULUM = f"""<robot name="pendulum">
  <link name="base"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="bob"><inertial><origin xyz="{LENGTH} 0 0"/><mass value="{MASS}"/>
    <inertia ixx="{INERTIA}" iyy="{INERTIA}" izz="{INERTIA}" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="hinge" type="continuous"><parent link="base"/><child link="bob"/><axis xyz="0 -1 0"/></joint>
</robot>"""


@pytest.fixture
def world():
    with World(SimulationCfg(dt=DT, device="cpu", gravity=(0.0, 0.0, -GRAVITY))) as world:
        yield world


@pytest.fixture
def pendulum(world, tmp_path: Path) -> Articulation:
    """A bob at the end of a bar along x, which turns up by positive angles."""
    path = tmp_path / "pendulum.urdf"
    path.write_text(PENDULUM)
    add_reference(define_prim("/World/Pendulum"), convert_urdf(path, fix_base=True, merge_fixed_joints=False))
    world.reset()
    return Articulation("/World/Pendulum")


def test_matrices_and_forces_of_a_pendulum(pendulum):
    angle, rate = 0.6, 1.5
    pendulum.set_joint_positions([[angle]])
    pendulum.set_joint_velocities([[rate]])
    assert pendulum.get_jacobian_shape() == (1, 6, 1) and pendulum.get_mass_matrix_shape() == (1, 1)
    jacobian = [-LENGTH * math.sin(angle), 0.0, LENGTH * math.cos(angle), 0.0, -1.0, 0.0]
    np.testing.assert_allclose(pendulum.get_jacobians()[0, 0, :, 0], jacobian, atol=1e-6)
    np.testing.assert_allclose(pendulum.get_mass_matrices(), [[[INERTIA + MASS * LENGTH**2]]], rtol=1e-5)
    torque = MASS * GRAVITY * LENGTH * math.cos(angle)
    np.testing.assert_allclose(pendulum.get_generalized_gravity_forces(), [[torque]], rtol=1e-5)
    np.testing.assert_allclose(pendulum.get_coriolis_and_centrifugal_forces(), [[0.0]], atol=1e-5)
    np.testing.assert_allclose(pendulum.get_body_masses(), [[1.0, MASS]], rtol=1e-6)
    np.testing.assert_allclose(
        pendulum.get_body_inertias(body_indices=[1])[0, 0], INERTIA * np.eye(3).ravel(), atol=1e-7
    )
    assert pendulum.get_dof_types() == ["rotation"] and pendulum.get_link_index("bob") == 1


def test_wrenches_at_the_joint_of_a_pendulum_that_hangs(world, pendulum):
    """At rest the base holds the bob by its weight, and by no torque."""
    pendulum.set_joint_positions([[-math.pi / 2]])
    pendulum.get_measured_joint_forces()  # measured from now on
    world.step(render=False)
    wrench = SingleArticulation("/World/Pendulum").get_measured_joint_forces()[1]
    assert np.linalg.norm(wrench[:3]) == pytest.approx(MASS * GRAVITY, rel=1e-5)
    np.testing.assert_allclose(wrench[3:], 0.0, atol=1e-5)


def test_forces_and_torques_accelerate_bodies_in_the_next_step_alone(world):
    """Two boxes of 2 kg in free fall; a force beside the centre turns the second, whose inertia is m a^2 / 6."""
    side, force = 0.2, 3.0
    for i in range(2):
        DynamicCuboid(f"/World/box_{i}", position=np.array([0.0, 2.0 * i, 5.0]), size=side, mass=MASS)
    boxes = RigidPrim("/World/box_.")
    world.reset()
    np.testing.assert_allclose(boxes.get_coms()[0], np.zeros((2, 3)), atol=1e-9)
    np.testing.assert_allclose(boxes.get_inertias()[1], MASS * side**2 / 6.0 * np.eye(3).ravel(), rtol=1e-5, atol=1e-9)
    boxes.apply_forces([[force, 0.0, 0.0]], indices=[0])
    boxes.apply_forces_and_torques_at_pos([[force, 0.0, 0.0]], None, [[0.0, 2.1, 5.0]], indices=[1])
    world.step(render=False)
    velocities = boxes.get_velocities()
    np.testing.assert_allclose(velocities[:, 0], force * DT / MASS, rtol=1e-4)
    np.testing.assert_allclose(velocities[:, 2], -GRAVITY * DT, rtol=1e-4)
    np.testing.assert_allclose(velocities[0, 3:], 0.0, atol=1e-7)
    np.testing.assert_allclose(velocities[1, 5], -force * 0.1 * DT / (MASS * side**2 / 6.0), rtol=1e-3)
    world.step(render=False)
    np.testing.assert_allclose(boxes.get_velocities()[:, 0], force * DT / MASS, rtol=1e-4)
    with pytest.raises(ValueError, match="forces"):
        boxes.apply_forces([[1.0, 0.0]])
