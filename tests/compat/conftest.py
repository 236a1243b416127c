"""Scenes in the older dialect of Isaac Lab, as programs of its time build them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from omni.isaac.lab.actuators import ImplicitActuatorCfg
from omni.isaac.lab.assets import ArticulationCfg, AssetBaseCfg, RigidObjectCfg, RigidObjectCollectionCfg
from omni.isaac.lab.scene import InteractiveScene, InteractiveSceneCfg
from omni.isaac.lab.sensors import FrameTransformerCfg, JointWrenchSensorCfg, OffsetCfg, PvaCfg
from omni.isaac.lab.utils import configclass

from omni.isaac.lab import sim as sim_utils

ARM = """
<robot name="Arm">
  <link name="base">
    <inertial><origin xyz="0.01 0 0.02"/><mass value="2"/>
      <inertia ixx="0.02" iyy="0.03" izz="0.04" ixy="0.002" ixz="0" iyz="0"/></inertial>
  </link>
  <link name="upper">
    <inertial><origin xyz="0 0 0.2"/><mass value="1"/>
      <inertia ixx="0.01" iyy="0.01" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <link name="lower">
    <inertial><origin xyz="0 0 0.1"/><mass value="0.5"/>
      <inertia ixx="0.004" iyy="0.004" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0 0 0.1" rpy="0.3 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="50" velocity="10"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 0.4"/><axis xyz="1 0 0"/>
    <limit lower="-1.5" upper="1.5" effort="20" velocity="8"/>
  </joint>
</robot>
"""
"""Two joints on a free base, whose principal axes of inertia are not those of its frame."""

SOLID = {
    "rigid_props": sim_utils.RigidBodyPropertiesCfg(),
    "mass_props": sim_utils.MassPropertiesCfg(mass=1.0),
    "collision_props": sim_utils.CollisionPropertiesCfg(),
}


@configclass
class OlderSceneCfg(InteractiveSceneCfg):
    """An arm, a cube, two balls and sensors in each environment, all with orientations (w, x, y, z)."""

    light = AssetBaseCfg(prim_path="/World/light", spawn=sim_utils.DistantLightCfg(intensity=3000.0))
    arm = ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Arm",
        spawn=sim_utils.UrdfFileCfg(asset_path="", fix_base=False, joint_drive=None),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 2.0), rot=(0.8, 0.6, 0.0, 0.0), joint_pos={"shoulder": 0.3}
        ),
        actuators={"all": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=30.0, damping=2.0)},
    )
    cube = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Cube",
        spawn=sim_utils.CuboidCfg(size=(0.1, 0.2, 0.3), **SOLID),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(1.0, 0.0, 1.0), rot=(0.8, 0.0, 0.0, 0.6)),
    )
    balls = RigidObjectCollectionCfg(
        rigid_objects={
            name: RigidObjectCfg(
                prim_path=f"{{ENV_REGEX_NS}}/{name}",
                spawn=sim_utils.SphereCfg(radius=0.1, **SOLID),
                init_state=RigidObjectCfg.InitialStateCfg(pos=(2.0, i, 1.0), rot=(0.6, 0.0, 0.8, 0.0)),
            )
            for i, name in enumerate(("first", "second"))
        }
    )
    frames = FrameTransformerCfg(
        prim_path="{ENV_REGEX_NS}/Arm/base",
        target_frames=[
            FrameTransformerCfg.FrameCfg(
                prim_path="{ENV_REGEX_NS}/Cube", offset=OffsetCfg(pos=(0.1, 0.0, 0.0), rot=(0.0, 1.0, 0.0, 0.0))
            )
        ],
    )
    wrenches = JointWrenchSensorCfg(prim_path="{ENV_REGEX_NS}/Arm")
    pva = PvaCfg(prim_path="{ENV_REGEX_NS}/Cube", offset=PvaCfg.OffsetCfg(rot=(0.0, 0.0, 0.0, 1.0)))


NUM_ENVS = 3


@pytest.fixture
def older_scene(tmp_path: Path) -> Iterator[Any]:
    """The scene, playing; ``older_scene.sim`` steps it."""
    urdf = tmp_path / "arm.urdf"
    urdf.write_text(ARM)
    with sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.01, device="cpu")) as simulation:
        cfg = OlderSceneCfg(num_envs=NUM_ENVS, env_spacing=4.0)
        cfg.arm.spawn.asset_path = str(urdf)
        cfg.arm.spawn.usd_dir = str(tmp_path)
        scene = InteractiveScene(cfg)
        simulation.reset()
        yield scene
