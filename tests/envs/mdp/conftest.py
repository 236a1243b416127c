"""A walker of two legs over a plane, in a few environments, with the least that terms ask of an environment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from pippin.actuators import IdealPDActuatorCfg, ImplicitActuatorCfg
from pippin.assets import ArticulationCfg, RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg, TerrainImporterCfg
from pippin.sensors import ContactSensorCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    MassPropertiesCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    UrdfFileCfg,
)
from pippin.utils import configclass

NUM_ENVS = 4
DT = 0.005


def _leg(side: str, y: float) -> str:
    return f"""
  <link name="{side}_thigh"><inertial><origin xyz="0 0 -0.1"/><mass value="0.5"/>
    <inertia ixx="0.004" iyy="0.003" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="{side}_foot"><inertial><origin xyz="0.01 0 -0.1"/><mass value="0.2"/>
    <inertia ixx="0.002" iyy="0.002" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 -0.2"/><geometry><sphere radius="0.03"/></geometry></collision></link>
  <joint name="{side}_hip" type="revolute"><parent link="base"/><child link="{side}_thigh"/>
    <origin xyz="0 {y} 0"/><axis xyz="0 1 0"/><limit lower="-1" upper="1.5" effort="20" velocity="10"/></joint>
  <joint name="{side}_knee" type="revolute"><parent link="{side}_thigh"/><child link="{side}_foot"/>
    <origin xyz="0 0 -0.2"/><axis xyz="0 1 0"/><limit lower="-2" upper="0.5" effort="20" velocity="10"/></joint>"""


WALKER = f"""<robot name="walker">
  <link name="base"><inertial><origin xyz="0.02 0 0.01"/><mass value="4"/>
    <inertia ixx="0.03" iyy="0.04" izz="0.05" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.3 0.2 0.1"/></geometry></collision></link>
  {_leg("left", 0.1)}{_leg("right", -0.1)}
</robot>"""


@configclass
class WalkerSceneCfg(InteractiveSceneCfg):
    """A walker and a cube over a plane."""

    num_envs: int = NUM_ENVS
    env_spacing: float = 3.0
    ground: TerrainImporterCfg = TerrainImporterCfg(prim_path="/World/ground", terrain_type="plane")
    robot: ArticulationCfg = ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Robot",
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 0.5), joint_pos={".*_hip": 0.2, ".*_knee": -0.4}),
        actuators={
            "hips": ImplicitActuatorCfg(joint_names_expr=[".*_hip"], stiffness=40.0, damping=2.0),
            "knees": IdealPDActuatorCfg(joint_names_expr=[".*_knee"], stiffness=30.0, damping=1.0, effort_limit=15.0),
        },
        soft_joint_pos_limit_factor=0.9,
    )
    cube: RigidObjectCfg = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Cube",
        spawn=CuboidCfg(
            size=(0.1, 0.1, 0.1),
            rigid_props=RigidBodyPropertiesCfg(),
            mass_props=MassPropertiesCfg(mass=0.3),
            collision_props=CollisionPropertiesCfg(),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.8, 0.0, 0.05)),
    )
    contacts: ContactSensorCfg = ContactSensorCfg(
        prim_path="{ENV_REGEX_NS}/Robot/.*", history_length=3, track_air_time=True
    )


class Managers(SimpleNamespace):
    """What terms read of the other managers, as a test says it."""


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    path = tmp_path_factory.mktemp("walker") / "walker.urdf"
    Path(path).write_text(WALKER, encoding="utf-8")
    with SimulationContext(SimulationCfg(dt=DT, device="cpu")) as sim:
        cfg = WalkerSceneCfg()
        cfg.robot.spawn = UrdfFileCfg(asset_path=str(path), fix_base=False, activate_contact_sensors=True)
        scene = InteractiveScene(cfg)
        sim.reset()
        scene.update(DT)
        yield SimpleNamespace(
            scene=scene,
            sim=sim,
            num_envs=NUM_ENVS,
            device="cpu",
            step_dt=4 * DT,
            extras={},
            episode_length_buf=torch.zeros(NUM_ENVS, dtype=torch.long),
            max_episode_length=100,
            max_episode_length_s=100 * 4 * DT,
            common_step_counter=0,
        )


@pytest.fixture
def moved(env: SimpleNamespace) -> SimpleNamespace:
    """The environment after random states and a few steps."""
    torch.manual_seed(0)
    robot = env.scene["robot"]
    pose = robot.data.default_root_pose.torch.clone()
    pose[:, :3] += env.scene.env_origins + 0.1 * torch.randn(NUM_ENVS, 3)
    quat = torch.tensor([0.0, 0.0, 0.0, 1.0]) + 0.2 * torch.randn(NUM_ENVS, 4)
    pose[:, 3:] = torch.nn.functional.normalize(quat, dim=-1)
    robot.write_root_pose_to_sim_index(root_pose=pose)
    robot.write_root_velocity_to_sim_index(root_velocity=torch.randn(NUM_ENVS, 6))
    robot.write_joint_position_to_sim_index(position=0.3 * torch.randn(NUM_ENVS, 4))
    robot.write_joint_velocity_to_sim_index(velocity=torch.randn(NUM_ENVS, 4))
    robot.set_joint_position_target_index(target=torch.randn(NUM_ENVS, 4))
    for _ in range(5):
        env.scene.write_data_to_sim()
        env.sim.step(render=False)
        env.scene.update(DT)
    return env
