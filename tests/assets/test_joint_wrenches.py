"""What the joints of a hanging chain carry, against its weight."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation, ArticulationCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sensors import JointWrenchSensor, JointWrenchSensorCfg
from pippin.sim import SimulationCfg, SimulationContext, UsdFileCfg

from .tendon_stages import body, joint, robot, settle

G = 9.81
MASS = 2.0
NUM_LINKS = 4
LENGTH = 0.5

FRAME = "quatf physics:localRot0 = (0.5, 0.5, 0.5, 0.5)\n        quatf physics:localRot1 = (0.5, 0.5, 0.5, 0.5)"
"""The joints' frames have other axes than the links': their z is the links' x."""


def chain(weightless: tuple[int, ...] = ()) -> str:
    """Links of 2 kg, each 0.5 m below the one before it, whose centre of mass is 0.25 m below the joint."""
    parts = []
    for index in range(NUM_LINKS):
        attributes = f"point3f physics:centerOfMass = (0, 0, {-LENGTH / 2})"
        if index in weightless:
            attributes += "\n        bool physxRigidBody:disableGravity = true"
        parts.append(body(f"link_{index}", attributes=attributes))
        hinge = joint("Revolute", f"hinge_{index}", f"link_{index}", attributes=FRAME)
        if index:
            hinge = hinge.replace("</Robot/base>", f"</Robot/link_{index - 1}>")
            hinge = hinge.replace(FRAME, f"{FRAME}\n        point3f physics:localPos0 = (0, 0, {-LENGTH})")
        parts.append(hinge)
    return robot(*parts)


@pytest.fixture
def simulation(backend: tuple[str, str]) -> Iterator[SimulationContext]:
    name, device = backend
    with SimulationContext(SimulationCfg(dt=0.005, device=device, backend=name)) as context, torch.device(device):
        yield context


def spawn_chain(
    simulation: SimulationContext,
    path: Path,
    with_sensor: bool = True,
    weightless: tuple[int, ...] = (),
    **drive: float,
) -> tuple[Articulation, JointWrenchSensor | None]:
    path.write_text(chain(weightless))
    InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=3.0))
    actuator = ImplicitActuatorCfg(joint_names_expr=[".*"], **drive)
    spawn = UsdFileCfg(usd_path=str(path))
    articulation = Articulation(
        ArticulationCfg(prim_path="{ENV_REGEX_NS}/Robot", spawn=spawn, actuators={"all": actuator})
    )
    sensor = JointWrenchSensor(JointWrenchSensorCfg(prim_path="{ENV_REGEX_NS}/Robot")) if with_sensor else None
    simulation.reset()
    return articulation, sensor


def test_the_joints_of_a_hanging_chain_carry_its_weight(simulation: SimulationContext, tmp_path: Path) -> None:
    hanging, _ = spawn_chain(simulation, tmp_path / "chain.usda", stiffness=0.0, damping=0.0)
    settle(simulation, hanging, 5)
    wrenches = hanging.data.body_incoming_joint_wrench_b.torch
    below = torch.tensor([MASS * G * count for count in (NUM_LINKS + 1, *range(NUM_LINKS, 0, -1))])
    expected = torch.zeros(2, NUM_LINKS + 1, 6)
    expected[:, :, 2] = below  # the base hangs from the world, with all links
    torch.testing.assert_close(wrenches, expected, atol=1e-3, rtol=1e-5)


@pytest.mark.parametrize("steps_before", [0, 7])
def test_whoever_reads_wrenches_without_a_sensor_is_served_from_then_on(
    simulation: SimulationContext, tmp_path: Path, steps_before: int
) -> None:
    """The first reading is of the present state, later ones of the last step; the motion stays as it was."""
    swinging, _ = spawn_chain(simulation, tmp_path / "chain.usda", with_sensor=False, stiffness=0.0, damping=0.0)
    start = torch.tensor([[0.5, -1.0, 0.8, 0.3]]).repeat(2, 1)
    swinging.write_joint_position_to_sim_index(position=start)
    settle(simulation, swinging, steps_before)
    first = swinging.data.body_incoming_joint_wrench_b.torch.clone()
    assert bool(first.abs().max() > MASS * G) == bool(steps_before)
    settle(simulation, swinging, 40 - steps_before)
    later, positions = swinging.data.body_incoming_joint_wrench_b.torch.clone(), swinging.data.joint_pos.torch.clone()
    simulation.clear_instance()

    with SimulationContext(simulation.cfg) as again:
        swinging, _ = spawn_chain(again, tmp_path / "chain.usda", stiffness=0.0, damping=0.0)
        swinging.write_joint_position_to_sim_index(position=start)
        settle(again, swinging, 40)
        torch.testing.assert_close(swinging.data.joint_pos.torch, positions, atol=0.0, rtol=0.0)
        torch.testing.assert_close(swinging.data.body_incoming_joint_wrench_b.torch, later, atol=0.0, rtol=0.0)


@pytest.mark.parametrize("weightless", [(1,), (0, 3), (0, 1, 2, 3)])
def test_joints_do_not_carry_links_without_weight(
    simulation: SimulationContext, tmp_path: Path, weightless: tuple[int, ...]
) -> None:
    """Force and moment of a chain held bent are those of the links below that gravity acts on."""
    held, _ = spawn_chain(simulation, tmp_path / "chain.usda", weightless=weightless, stiffness=1e4, damping=1e3)
    held.set_joint_position_target_index(target=torch.tensor([[0.5, -1.0, 0.8, 0.3]]).repeat(2, 1))
    settle(simulation, held, 400)
    data = held.data
    wrenches = data.body_incoming_joint_wrench_b.torch.cpu().numpy()
    poses, centers = data.body_link_pose_w.torch.cpu().numpy(), data.body_com_pos_w.torch.cpu().numpy()
    weights = np.array([[0.0, 0.0, 0.0 if link in weightless else MASS * G] for link in range(NUM_LINKS)])
    for link in range(1, NUM_LINKS + 1):
        below = range(link, NUM_LINKS + 1)
        force = sum(weights[i - 1] for i in below)
        torque = sum(np.cross(centers[0, i] - poses[0, link, :3], weights[i - 1]) for i in below)
        parent = Rotation.from_quat(poses[0, link - 1, 3:]).inv()
        expected = np.concatenate([parent.apply(force), parent.apply(torque)])
        np.testing.assert_allclose(wrenches[0, link], expected, atol=2e-2)  # of 80 N: the drives' last creep


def test_a_chain_that_is_held_bent_weighs_on_its_joints_with_moments(
    simulation: SimulationContext, tmp_path: Path
) -> None:
    """Force and moment about the joint of the weights below it, along the axes of the parent's link."""
    held, sensor = spawn_chain(simulation, tmp_path / "chain.usda", stiffness=1e4, damping=1e3)
    target = torch.tensor([[0.5, -1.0, 0.8, 0.3]]).repeat(2, 1)
    held.set_joint_position_target_index(target=target)
    settle(simulation, held, 400)
    data = held.data
    wrenches = data.body_incoming_joint_wrench_b.torch.cpu().numpy()
    poses, centers = data.body_link_pose_w.torch.cpu().numpy(), data.body_com_pos_w.torch.cpu().numpy()
    for env in range(2):
        for link in range(1, NUM_LINKS + 1):
            weight = np.array([0.0, 0.0, MASS * G])
            force = weight * (NUM_LINKS + 1 - link)
            # the origin of a link is that of its joint
            torque = sum(np.cross(centers[env, i] - poses[env, link, :3], weight) for i in range(link, NUM_LINKS + 1))
            parent = Rotation.from_quat(poses[env, link - 1, 3:]).inv()
            expected = np.concatenate([parent.apply(force), parent.apply(torque)])
            np.testing.assert_allclose(wrenches[env, link], expected, atol=2e-2)  # of 80 N: the drives' last creep
    # of the whole wrench, the part along the hinge's axis, which is the drive's effort that holds it
    efforts = held.root_view.get_dof_projected_joint_forces().torch
    torch.testing.assert_close(efforts, data.applied_torque.torch, atol=2e-2, rtol=1e-3)
    in_joints = held.root_view.get_link_incoming_joint_force().torch
    torch.testing.assert_close(in_joints[..., :3], sensor.data.force.torch)
