"""Assets from their config to prims, and from play to stop, with spawners and the importer."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
import torch
import warp as wp
from pxr import UsdGeom

import pippin.physics as physics
from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation, ArticulationCfg, RigidObject, RigidObjectCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    EnvironmentPlan,
    MassPropertiesCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    UrdfFileCfg,
    define_prim,
)
from pippin.sim.converters import UrdfConverterCfg

from .conftest import WALKER, MakeStage, Mechanism

CUBE = CuboidCfg(
    size=(0.2, 0.2, 0.2),
    rigid_props=RigidBodyPropertiesCfg(),
    mass_props=MassPropertiesCfg(mass=3.0),
    collision_props=CollisionPropertiesCfg(),
)

ARM = """
<robot name="arm">
  <link name="base">
    <inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <link name="upper">
    <inertial>
      <origin xyz="0 0 0.2"/><mass value="1"/><inertia ixx="0.02" iyy="0.02" izz="0.01" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <link name="lower">
    <inertial>
      <origin xyz="0 0 0.1"/><mass value="0.5"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="30" velocity="4"/>
  </joint>
  <joint name="elbow" type="continuous">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/>
    <limit effort="20" velocity="5"/>
  </joint>
</robot>
"""


@pytest.fixture
def simulation() -> Iterator[SimulationContext]:
    """Three environments, 2 m apart, played through the importer."""
    assert physics  # importing it registers the importer
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as context:
        define_prim("/World/envs/env_0")
        context.environments = EnvironmentPlan.uniform([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [4.0, 0.0, 0.0]])
        yield context


def cube_cfg(**kwargs: object) -> RigidObjectCfg:
    init = RigidObjectCfg.InitialStateCfg(pos=(0.1, 0.2, 1.0), rot=(0.0, 0.0, 1.0, 0.0))
    return RigidObjectCfg(**{"prim_path": "{ENV_REGEX_NS}/Cube", "spawn": CUBE, "init_state": init, **kwargs})


def test_a_cube_is_spawned_and_played(simulation: SimulationContext) -> None:
    cube = RigidObject(cube_cfg())
    assert cube.cfg.prim_path == "/World/envs/env_.*/Cube"
    assert simulation.stage.GetPrimAtPath("/World/envs/env_0/Cube").IsValid()
    assert not cube.is_initialized
    simulation.reset()
    assert cube.is_initialized
    assert (cube.num_instances, cube.num_bodies, cube.device) == (3, 1, "cpu")
    poses = torch.tensor([[0.1, 0.2, 1.0], [2.1, 0.2, 1.0], [4.1, 0.2, 1.0]])
    torch.testing.assert_close(cube.data.root_pos_w.torch, poses)
    torch.testing.assert_close(cube.data.root_quat_w.torch.abs(), torch.tensor([0.0, 0.0, 1.0, 0.0]).expand(3, 4))
    assert (cube.data.body_mass.torch == 3.0).all()
    # a cuboid of edge a and mass m: m a^2 / 6 about each axis
    inertia = 3.0 * 0.2**2 / 6.0 * torch.eye(3).reshape(9)
    torch.testing.assert_close(cube.data.body_inertia.torch, inertia.expand(3, 1, 9))


@pytest.fixture
def arm_cfg(tmp_path: object) -> ArticulationCfg:
    """An arm on a fixed base, from a URDF."""
    path = tmp_path / "arm.urdf"  # type: ignore[operator]
    path.write_text(ARM)
    drive = UrdfConverterCfg.JointDriveCfg(gains=UrdfConverterCfg.JointDriveCfg.PDGainsCfg(stiffness=7.0, damping=0.7))
    spawn = UrdfFileCfg(asset_path=str(path), usd_dir=str(tmp_path / "usd"), fix_base=True, joint_drive=drive)  # type: ignore[operator]
    return ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Arm",
        spawn=spawn,
        init_state=ArticulationCfg.InitialStateCfg(joint_pos={"elbow": 0.5}),
        actuators={"shoulder": ImplicitActuatorCfg(joint_names_expr=["shoulder"], stiffness=100.0, damping=10.0)},
    )


def test_an_arm_from_a_urdf(simulation: SimulationContext, arm_cfg: ArticulationCfg) -> None:
    arm = Articulation(arm_cfg)
    simulation.reset()
    data = arm.data
    assert arm.is_fixed_base
    assert arm.joint_names == ["shoulder", "elbow"]
    assert arm.body_names == ["base", "upper", "lower"]
    expected = {
        "joint_stiffness": [100.0, 7.0],
        "joint_damping": [10.0, 0.7],
        "joint_effort_limits": [30.0, 20.0],
        "joint_vel_limits": [4.0, 5.0],
        "default_joint_pos": [0.0, 0.5],
        "body_mass": [2.0, 1.0, 0.5],
    }
    for name, values in expected.items():
        torch.testing.assert_close(getattr(data, name).torch, torch.tensor(values).expand(3, -1), rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(data.joint_pos_limits.torch[0, 0], torch.tensor([-2.0, 2.0]))
    arm.set_joint_position_target_index(target=torch.full((3, 1), 0.4), joint_ids=[0])
    for _ in range(300):
        arm.write_data_to_sim()
        simulation.step(render=False)
        arm.update(0.01)
    assert (data.joint_pos.torch[:, 0] > 0.3).all()  # held against gravity, a little below its target
    assert (data.root_link_vel_w.torch == 0.0).all()


def test_a_fixed_base_can_be_moved(simulation: SimulationContext, arm_cfg: ArticulationCfg) -> None:
    arm = Articulation(arm_cfg)
    simulation.reset()
    poses = arm.data.root_link_pose_w.torch.clone()
    poses[1, :3] += 1.0
    tips = arm.data.body_link_pos_w.torch[:, 2].clone()
    arm.write_root_pose_to_sim_index(root_pose=poses)
    tips[1] += 1.0
    torch.testing.assert_close(arm.data.body_link_pos_w.torch[:, 2], tips, rtol=0.0, atol=1e-6)


def test_stopping_and_playing_again(simulation: SimulationContext) -> None:
    cube = RigidObject(cube_cfg())
    with pytest.raises(RuntimeError, match=r"exists in the engine only while the simulation plays: call reset\(\)"):
        _ = cube.data
    simulation.reset()
    cube.write_root_velocity_to_sim_index(root_velocity=torch.ones(3, 6))
    data = cube.data
    simulation.stop()
    assert not cube.is_initialized
    for read in (lambda: cube.data, lambda: cube.num_instances, lambda: cube.write_data_to_sim(), lambda: cube.reset()):
        with pytest.raises(RuntimeError, match="only while the simulation plays"):
            read()
    with pytest.raises(RuntimeError, match="The simulation was stopped, and its state is gone"):
        _ = data.root_pos_w
    simulation.play()
    assert cube.is_initialized
    assert (cube.data.root_com_vel_w.torch == 0.0).all()
    torch.testing.assert_close(cube.data.root_pos_w.torch[0], torch.tensor([0.1, 0.2, 1.0]))


def test_a_pause_changes_nothing(simulation: SimulationContext) -> None:
    cube = RigidObject(cube_cfg())
    simulation.reset()
    cube.write_root_velocity_to_sim_index(root_velocity=torch.ones(3, 6))
    data = cube.data
    simulation.pause()
    simulation.play()
    assert cube.data is data
    assert (cube.data.root_com_vel_w.torch == 1.0).all()


@pytest.mark.slow
def test_an_asset_that_nobody_keeps_is_not_played(simulation: SimulationContext) -> None:
    cube = RigidObject(cube_cfg())
    reference = weakref.ref(cube)
    del cube
    gc.collect()
    assert reference() is None
    simulation.reset()


@pytest.mark.parametrize(
    "still", [{"kinematic_enabled": True}, {"max_linear_velocity": 0.0, "max_angular_velocity": 0.0}]
)
def test_kinematic_objects_stay_where_they_are_put(simulation: SimulationContext, still: dict[str, Any]) -> None:
    spawn = CUBE.replace(rigid_props=RigidBodyPropertiesCfg(**still))
    cube = RigidObject(cube_cfg(spawn=spawn))
    simulation.reset()
    poses = cube.data.root_link_pose_w.torch.clone()
    poses[:, 2] += 5.0
    cube.write_root_pose_to_sim_index(root_pose=poses)
    for _ in range(10):
        simulation.step(render=False)
    torch.testing.assert_close(cube.data.root_link_pose_w.torch, poses)


def test_prims_that_are_there_need_no_spawner(simulation: SimulationContext) -> None:
    CUBE.func("/World/envs/env_0/Cube", CUBE, translation=(0.0, 0.0, 2.0))
    cube = RigidObject(cube_cfg(spawn=None))
    simulation.reset()
    assert (cube.data.root_pos_w.torch[:, 2] == 2.0).all()


def test_an_object_outside_of_the_environments(simulation: SimulationContext) -> None:
    simulation.environments = None
    cube = RigidObject(cube_cfg(prim_path="/World/Cube"))
    simulation.reset()
    assert cube.num_instances == 1


def test_visibility(simulation: SimulationContext) -> None:
    cube = RigidObject(cube_cfg())
    simulation.reset()
    imageable = UsdGeom.Imageable(simulation.stage.GetPrimAtPath("/World/envs/env_0/Cube"))
    for env_ids in (None, [0, 1, 2]):
        cube.set_visibility(False, env_ids)
        assert imageable.ComputeVisibility() == UsdGeom.Tokens.invisible
        cube.set_visibility(True)
        assert imageable.ComputeVisibility() == UsdGeom.Tokens.inherited


class MarkedObject(RigidObject):
    """A rigid object with debug markers."""

    shown = None
    moved = 0

    def _set_debug_vis_impl(self, debug_vis: bool) -> None:
        self.shown = debug_vis

    def _debug_vis_callback(self, event: object) -> None:
        self.moved += 1


@pytest.mark.slow
def test_debug_markers(simulation: SimulationContext) -> None:
    plain = RigidObject(cube_cfg())
    assert not plain.has_debug_vis_implementation
    assert not plain.set_debug_vis(True)
    marked = MarkedObject(cube_cfg(prim_path="{ENV_REGEX_NS}/Marked", debug_vis=True))
    assert marked.has_debug_vis_implementation
    assert marked.shown is True
    simulation.reset()
    simulation.render()
    assert marked.moved == 1
    assert marked.set_debug_vis(False)
    simulation.render()
    assert (marked.shown, marked.moved) == (False, 1)
    marked.set_debug_vis(True)
    del marked
    gc.collect()
    simulation.render()  # calls nobody


def test_several_instances_in_an_environment_are_numbered_by_environment(make_stage: MakeStage) -> None:
    bodies = WALKER.split("<worldbody>")[1].split("</worldbody>")[0]
    both = WALKER.replace("</worldbody>", bodies.replace('"Walker', '"Runner') + "</worldbody>")
    stage = make_stage(Mechanism(both, ("Walker", "Runner")), num_envs=2)
    robots = stage.articulation("(Walk|Runn)er")
    stage.sim.reset()
    assert robots.num_instances == 4
    positions = torch.arange(16.0).reshape(4, 4)
    robots.write_joint_position_to_sim_index(position=positions)
    walkers = robots.root_view.scene.articulations("/World/envs/env_0/Walker")
    read = wp.to_torch(walkers.read_joint_positions(wp.zeros((2, 4), dtype=float, device="cpu")))
    torch.testing.assert_close(read, positions[[0, 2]])
