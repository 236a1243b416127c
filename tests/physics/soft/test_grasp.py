"""A gripper holds a soft cube and carries it away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation, ArticulationCfg, DeformableObject, DeformableObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import (
    DeformableBodyMaterialCfg,
    DeformableBodyPropertiesCfg,
    MeshCuboidCfg,
    SimulationCfg,
    SimulationContext,
    UrdfFileCfg,
)
from pippin.utils.math import quat_apply

SIDE, OPEN, CLOSED = 0.05, 0.03, 0.015
DT, TIP = 1 / 120, 0.045
"""The pads of Panda's fingers are 4.5 cm from the fingers' frames, along z."""


@pytest.fixture
def simulation(device: str) -> Iterator[SimulationContext]:
    """A stopped simulation on each device."""
    simulation = SimulationContext(SimulationCfg(device=device, dt=DT))
    yield simulation
    simulation.clear_instance()


def soft_cube() -> DeformableObjectCfg:
    """Soft cube of 0.125 kg that does not slip easily."""
    return DeformableObjectCfg(
        prim_path="/World/envs/env_.*/Cube",
        spawn=MeshCuboidCfg(
            size=(SIDE, SIDE, SIDE),
            deformable_props=DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=4),
            physics_material=DeformableBodyMaterialCfg(youngs_modulus=1e5, poissons_ratio=0.4, dynamic_friction=0.8),
        ),
    )


GRIPPER = """
<robot name="gripper">
  <link name="stand"/>
  <link name="hand"><inertial><mass value="1"/><inertia ixx="1e-3" iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/>
  </inertial></link>
  <joint name="lift" type="prismatic"><parent link="stand"/><child link="hand"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1000" velocity="10"/></joint>
  {fingers}
</robot>
"""
FINGER = """
  <link name="{name}"><inertial><mass value="0.2"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/>
    </inertial><collision><geometry><box size="0.02 0.06 0.06"/></geometry></collision></link>
  <joint name="{name}_slide" type="prismatic"><parent link="hand"/><child link="{name}"/><axis xyz="{sign} 0 0"/>
    <origin xyz="{start} 0 0"/><limit lower="-0.05" upper="0.05" effort="100" velocity="10"/></joint>
"""
"""A finger with its inner face beside the cube, which closes with positive positions of its joint."""


@pytest.mark.slow
def test_two_fingers_lift_soft_cubes(simulation: SimulationContext, tmp_path: Path) -> None:
    """In two environments, of which the second one's fingers stay open."""
    start = SIDE / 2 + 0.01
    fingers = FINGER.format(name="left", sign=1, start=-start) + FINGER.format(name="right", sign=-1, start=start)
    urdf = tmp_path / "gripper.urdf"
    urdf.write_text(GRIPPER.format(fingers=fingers))
    scene = InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=1.0))
    robot = Articulation(
        ArticulationCfg(
            prim_path="/World/envs/env_.*/Gripper",
            spawn=UrdfFileCfg(asset_path=str(urdf), usd_dir=str(tmp_path / "usd"), fix_base=True, joint_drive=None),
            actuators={
                "arm": ImplicitActuatorCfg(joint_names_expr=["lift"], stiffness=2e4, damping=1e3),
                "fingers": ImplicitActuatorCfg(joint_names_expr=[".*_slide"], stiffness=2e3, damping=1e2),
            },
        )
    )
    cube = DeformableObject(soft_cube())
    scene.articulations["robot"], scene.deformable_objects["cube"] = robot, cube
    simulation.reset()
    slides, _ = robot.find_joints(["left_slide", "right_slide"])
    (lift,), _ = robot.find_joints("lift")
    state = cube.data.default_nodal_state_w.torch.clone()
    target = torch.zeros(2, robot.num_joints, device=simulation.device)
    target[:, slides] = torch.tensor([[0.005, 0.005], [-0.02, -0.02]], device=simulation.device)
    for step in range(90):
        if step < 15:
            cube.write_nodal_state_to_sim(state)
        target[:, lift] = 0.1 * min(1.0, max(0.0, (step - 30) / 60))
        robot.set_joint_position_target_index(target=target)
        scene.write_data_to_sim()
        simulation.step(render=False)
        scene.update(DT)
    heights = cube.data.root_pos_w.torch[:, 2].tolist()
    hand = robot.data.joint_pos.torch[0, lift].item()
    assert hand > 0.08
    assert heights[0] == pytest.approx(hand, abs=0.003), "the first cube should have come along"
    assert heights[1] < -0.5, "the second should have fallen"


@pytest.mark.slow
def test_a_panda_carries_a_soft_cube(simulation: SimulationContext, robots_path: Path) -> None:
    from pippin.robots import FRANKA_PANDA_CFG

    if not (robots_path / "panda_description" / "meshes").is_dir():
        pytest.skip("there are no meshes of Panda's links here")
    scene = InteractiveScene(InteractiveSceneCfg(num_envs=1, env_spacing=2.0))
    robot = Articulation(FRANKA_PANDA_CFG.replace(prim_path="/World/envs/env_.*/Robot"))
    cube = DeformableObject(soft_cube())
    scene.articulations["robot"], scene.deformable_objects["cube"] = robot, cube
    simulation.reset()
    links, _ = robot.find_bodies(["panda_leftfinger", "panda_rightfinger"])
    fingers, _ = robot.find_joints("panda_finger_joint.*")
    tips = torch.tensor([[0.0, 0.0, TIP]] * 2, device=simulation.device)

    def pads() -> torch.Tensor:
        poses = robot.data.body_link_pose_w.torch[0, links]
        return (poses[:, :3] + quat_apply(poses[:, 3:], tips)).mean(dim=0)

    posture = robot.data.default_joint_pos.torch.clone()
    posture[:, fingers] = OPEN
    robot.write_joint_position_to_sim_index(position=posture)
    state = cube.data.default_nodal_state_w.torch.clone()
    turn = robot.data.body_link_pose_w.torch[:, links[0], 3:]
    state[..., :3] = cube.transform_nodal_pos(state[..., :3], None, turn)
    state[..., :3] += pads() - state[..., :3].mean(dim=1)

    def act(steps: int, shoulder: float, holding: bool) -> None:
        for step in range(steps):
            target = posture.clone()
            target[:, fingers] = CLOSED
            target[:, 1] -= shoulder * (step + 1) / steps
            if holding:
                cube.write_nodal_state_to_sim(state)
            robot.set_joint_position_target_index(target=target)
            scene.write_data_to_sim()
            simulation.step(render=False)
            scene.update(DT)

    act(12, 0.0, holding=True)
    act(30, 0.0, holding=False)
    before, place = cube.data.root_pos_w.torch[0] - pads(), pads().clone()
    act(60, 0.15, holding=False)
    after = cube.data.root_pos_w.torch[0] - pads()
    assert (pads() - place).norm() > 0.05, "the arm should have moved"
    # It creeps by less than 1 mm/s, and swings a little with the arm.
    assert (after - before).norm() < 2e-3
    worlds = simulation.physics.backend.worlds[0]
    forces = torch.from_numpy(worlds.soft.worlds.reactions.numpy()[0, :, :3].copy())
    rows = [worlds.layout.body_paths.index(path) for path in worlds.layout.body_paths if path.endswith("finger")]
    weight = 1000.0 * SIDE**3 * 9.81
    assert forces[rows].norm(dim=1).min() > weight, "both fingers should press"
    # They press against each other, and bear what is left: the weight, and what accelerates the cube.
    assert forces[rows].sum(dim=0)[2].item() == pytest.approx(-weight, rel=0.3)
