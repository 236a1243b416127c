"""Scenes in the older dialect of Isaac Lab, as programs of its time build them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import pippin.assets
import pippin.scene
import pippin.sensors
from omni.isaac.lab import sim as sim_utils
from pippin.actuators import ImplicitActuatorCfg, ThrusterCfg
from pippin.utils import configclass
from pippin_isaac.dialect import Dialect
from pippin_isaac.modules import dialect_of

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

HAND = """
<mujoco>
  <worldbody>
    <body name="palm">
      <geom size="0.02" mass="1"/><site name="a" pos="0 0 0.3"/><site name="b" pos="0 0.1 0.3"/>
      <body name="first"><geom size="0.02" mass="1"/><site name="c"/><joint name="p" type="slide" axis="0 0 1"/></body>
      <body name="second"><geom size="0.02" mass="1"/><joint name="q" type="slide" axis="0 0 1"/></body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="sum"><joint joint="p" coef="1"/><joint joint="q" coef="1"/></fixed>
    <fixed name="difference"><joint joint="p" coef="1"/><joint joint="q" coef="-1"/></fixed>
    <spatial name="left"><site site="a"/><site site="c"/></spatial>
    <spatial name="right"><site site="b"/><site site="c"/></spatial>
  </tendon>
</mujoco>
"""
"""Two slides with two fixed and two spatial tendons."""

DRONE = """
<mujoco>
  <worldbody>
    <body name="body">
      <freejoint/><geom size="0.02" mass="1"/>
      <body name="rotor_left" pos="0 0.2 0"><geom size="0.01" mass="0.01"/></body>
      <body name="rotor_right" pos="0 -0.2 0"><geom size="0.01" mass="0.01"/></body>
    </body>
  </worldbody>
</mujoco>
"""
"""A body with two rotors."""

SOLID = {
    "rigid_props": sim_utils.RigidBodyPropertiesCfg(),
    "mass_props": sim_utils.MassPropertiesCfg(mass=1.0),
    "collision_props": sim_utils.CollisionPropertiesCfg(),
}

NUM_ENVS = 3


def scene_cfg_of(dialect: Dialect, folder: Path) -> Any:
    """Config of a scene with assets and sensors of all kinds, all with orientations (w, x, y, z).

    Args:
        dialect: The older dialect.
        folder: Where to put the descriptions of robots.
    """
    older = dialect.counterpart
    asset_base, articulation = older(pippin.assets.AssetBaseCfg), older(pippin.assets.ArticulationCfg)
    rigid_object, multirotor = older(pippin.assets.RigidObjectCfg), older(pippin.assets.MultirotorCfg)
    frames_cfg, pva_cfg = older(pippin.sensors.FrameTransformerCfg), older(pippin.sensors.PvaCfg)
    wrenches_cfg = older(pippin.sensors.JointWrenchSensorCfg)
    urdf = older(pippin.sim.UrdfFileCfg)
    mjcf = older(pippin.sim.MjcfFileCfg)
    for name, text in {"arm.urdf": ARM, "hand.xml": HAND, "drone.xml": DRONE}.items():
        (folder / name).write_text(text)

    @configclass
    class OlderSceneCfg(older(pippin.scene.InteractiveSceneCfg)):
        """An arm, a hand, a drone, a cube, two balls and sensors in each environment."""

        light = asset_base(prim_path="/World/light", spawn=sim_utils.DistantLightCfg(intensity=3000.0))
        arm = articulation(
            prim_path="{ENV_REGEX_NS}/Arm",
            spawn=urdf(asset_path=str(folder / "arm.urdf"), usd_dir=str(folder), fix_base=False, joint_drive=None),
            init_state=articulation.InitialStateCfg(
                pos=(0.0, 0.0, 2.0), rot=(0.8, 0.6, 0.0, 0.0), joint_pos={"shoulder": 0.3}
            ),
            actuators={"all": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=30.0, damping=2.0)},
        )
        hand = articulation(
            prim_path="{ENV_REGEX_NS}/Hand",
            spawn=mjcf(asset_path=str(folder / "hand.xml"), usd_dir=str(folder)),
            init_state=articulation.InitialStateCfg(pos=(0.0, 1.0, 2.0)),
            actuators={"all": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=30.0, damping=2.0)},
        )
        drone = multirotor(
            prim_path="{ENV_REGEX_NS}/Drone",
            spawn=mjcf(asset_path=str(folder / "drone.xml"), usd_dir=str(folder)),
            init_state=multirotor.InitialStateCfg(pos=(0.0, -1.0, 2.0), rot=(0.8, 0.0, 0.0, 0.6), rps={".*": 60.0}),
            actuators={
                "rotors": ThrusterCfg(thruster_names_expr=["rotor_.*"], thrust_range=(0.0, 9.0), rise_time_constant=0.1)
            },
            allocation_matrix=[[0, 0], [0, 0], [1, 1], [0.2, -0.2], [0, 0], [0.01, -0.01]],
        )
        cube = rigid_object(
            prim_path="{ENV_REGEX_NS}/Cube",
            spawn=sim_utils.CuboidCfg(size=(0.1, 0.2, 0.3), **SOLID),
            init_state=rigid_object.InitialStateCfg(pos=(1.0, 0.0, 1.0), rot=(0.8, 0.0, 0.0, 0.6)),
        )
        balls = older(pippin.assets.RigidObjectCollectionCfg)(
            rigid_objects={
                name: rigid_object(
                    prim_path=f"{{ENV_REGEX_NS}}/{name}",
                    spawn=sim_utils.SphereCfg(radius=0.1, **SOLID),
                    init_state=rigid_object.InitialStateCfg(pos=(2.0, i, 1.0), rot=(0.6, 0.0, 0.8, 0.0)),
                )
                for i, name in enumerate(("first", "second"))
            }
        )
        frames = frames_cfg(
            prim_path="{ENV_REGEX_NS}/Arm/base",
            target_frames=[
                frames_cfg.FrameCfg(
                    prim_path="{ENV_REGEX_NS}/Cube",
                    offset=older(pippin.sensors.OffsetCfg)(pos=(0.1, 0.0, 0.0), rot=(0.0, 1.0, 0.0, 0.0)),
                )
            ],
        )
        wrenches = wrenches_cfg(prim_path="{ENV_REGEX_NS}/Arm")
        wrenches_of_hand = wrenches_cfg(prim_path="{ENV_REGEX_NS}/Hand")
        wrenches_of_drone = wrenches_cfg(prim_path="{ENV_REGEX_NS}/Drone")
        pva = pva_cfg(prim_path="{ENV_REGEX_NS}/Cube", offset=pva_cfg.OffsetCfg(rot=(0.0, 0.0, 0.0, 1.0)))

    return OlderSceneCfg(num_envs=NUM_ENVS, env_spacing=4.0)


@contextmanager
def playing_scene(package: str, folder: Path) -> Iterator[Any]:
    """Build the scene in the dialect of a package, and play it."""
    dialect = dialect_of(package)
    with sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.01, device="cpu")) as simulation:
        scene = dialect.counterpart(pippin.scene.InteractiveScene)(scene_cfg_of(dialect, folder))
        simulation.reset()
        yield scene


@pytest.fixture(params=["omni.isaac.lab"])
def older_scene(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The scene, playing, in the dialect of a package: of ``omni.isaac.lab`` where a test does not say otherwise."""
    with playing_scene(request.param, tmp_path) as scene:
        yield scene


@pytest.fixture
def simulation() -> Iterator[Any]:
    """A simulation of the older dialect with nothing in it."""
    with sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.01, device="cpu")) as context:
        yield context
