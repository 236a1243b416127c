"""Things that programs spawn in one environment after another: the engine has them as they are on the stage."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from pippin.assets import Articulation, ArticulationCfg, RigidObject, RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg, TerrainImporterCfg
from pippin.sensors import ContactSensorCfg, ImuCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    MassPropertiesCfg,
    MjcfFileCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    SphereCfg,
)
from pippin.utils import configclass

NUM_ENVS = 5
GRAVITY = 9.81
SOLID = {
    "rigid_props": RigidBodyPropertiesCfg(),
    "collision_props": CollisionPropertiesCfg(),
    "activate_contact_sensors": True,
}


@configclass
class GroundSceneCfg(InteractiveSceneCfg):
    """Ground, and nothing in the environments."""

    ground: TerrainImporterCfg = TerrainImporterCfg(prim_path="/World/ground", terrain_type="plane")


@pytest.fixture
def simulation() -> Iterator[SimulationContext]:
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as context:
        yield context


@pytest.fixture
def scene(simulation: SimulationContext) -> InteractiveScene:
    return InteractiveScene(GroundSceneCfg(num_envs=NUM_ENVS, env_spacing=3.0))


def spawn_things(num_envs: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Spawn boxes and balls of different sizes and masses in turn; give half their heights [m] and masses [kg]."""
    halves, masses = [], []
    for env_id in range(num_envs):
        half, mass = 0.1 + 0.02 * env_id, 1.0 + env_id
        shape = {"mass_props": MassPropertiesCfg(mass=mass), **SOLID}
        thing = SphereCfg(radius=half, **shape) if env_id % 2 else CuboidCfg(size=(0.3, 0.3, 2.0 * half), **shape)
        thing.func(f"/World/envs/env_{env_id}/Thing", thing, translation=(0.0, 0.0, half))
        halves.append(half)
        masses.append(mass)
    return torch.tensor(halves), torch.tensor(masses)


def settle(scene: InteractiveScene, seconds: float = 1.0) -> None:
    for _ in range(int(seconds / scene.physics_dt)):
        scene.write_data_to_sim()
        scene.sim.step(render=False)
        scene.update(scene.physics_dt)


@pytest.mark.parametrize("copy_from_source", [True, False])
def test_one_object_is_another_thing_in_each_environment(
    simulation: SimulationContext, scene: InteractiveScene, copy_from_source: bool
) -> None:
    """Each lies on the ground at its own height, and the ground carries its own weight."""
    scene.clone_environments(copy_from_source=copy_from_source)
    halves, masses = spawn_things(NUM_ENVS)
    scene.rigid_objects["thing"] = RigidObject(RigidObjectCfg(prim_path="{ENV_REGEX_NS}/Thing"))
    contact = ContactSensorCfg(prim_path="{ENV_REGEX_NS}/Thing")
    scene.sensors["contact"] = contact.class_type(contact)
    simulation.reset()
    settle(scene)
    thing = scene["thing"]
    assert thing.num_instances == NUM_ENVS
    torch.testing.assert_close(thing.data.body_mass.torch.flatten(), masses)
    heights = thing.data.root_pos_w.torch[:, 2]
    torch.testing.assert_close(heights, halves, atol=2e-3, rtol=0.0)
    torch.testing.assert_close(thing.data.root_pos_w.torch[:, :2], scene.env_origins[:, :2], atol=2e-3, rtol=0.0)
    forces = scene["contact"].data.net_forces_w.torch[:, 0, 2]
    torch.testing.assert_close(forces, GRAVITY * masses, atol=0.1, rtol=0.02)


def test_each_environment_has_an_object_of_its_own(simulation: SimulationContext, scene: InteractiveScene) -> None:
    """Programs make one object for each environment, too, each of a single instance."""
    halves, _ = spawn_things(NUM_ENVS)
    things = [RigidObject(RigidObjectCfg(prim_path=f"/World/envs/env_{i}/Thing")) for i in range(NUM_ENVS)]
    for env_id, thing in enumerate(things):
        scene.rigid_objects[f"thing_{env_id}"] = thing
    simulation.reset()
    settle(scene)
    assert [thing.num_instances for thing in things] == [1] * NUM_ENVS
    places = torch.cat([thing.data.root_pos_w.torch for thing in things])
    expected = scene.env_origins + torch.stack([torch.zeros(NUM_ENVS), torch.zeros(NUM_ENVS), halves], dim=1)
    torch.testing.assert_close(places, expected, atol=2e-3, rtol=0.0)


def test_a_thing_that_stands_in_some_environments_is_met_there_alone(
    simulation: SimulationContext, scene: InteractiveScene
) -> None:
    """A ball falls on a block in every other environment, and on the ground in the others."""
    scene.clone_environments(copy_from_source=True)
    block = CuboidCfg(size=(0.5, 0.5, 0.4), collision_props=CollisionPropertiesCfg())
    for env_id in range(0, NUM_ENVS, 2):
        block.func(f"/World/envs/env_{env_id}/Block", block, translation=(0.0, 0.0, 0.2))
    ball = SphereCfg(radius=0.1, mass_props=MassPropertiesCfg(mass=1.0), **SOLID)
    scene.rigid_objects["ball"] = RigidObject(
        RigidObjectCfg(
            prim_path="{ENV_REGEX_NS}/Ball", spawn=ball, init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 0.6))
        )
    )
    simulation.reset()
    settle(scene)
    expected = torch.tensor([0.5 if env_id % 2 == 0 else 0.1 for env_id in range(NUM_ENVS)])
    torch.testing.assert_close(scene["ball"].data.root_pos_w.torch[:, 2], expected, atol=5e-3, rtol=0.0)


def test_links_of_mjcf_files_are_found_where_isaac_sim_5_puts_them(
    simulation: SimulationContext, scene: InteractiveScene, tmp_path: Path
) -> None:
    """Below a folder that is named after the first link, which is the root of the articulation there."""
    file = tmp_path / "robot.xml"
    leg = '<body name="leg" pos="0 0 -0.2"><joint name="hip" type="hinge"/><geom size="0.05" mass="1"/></body>'
    torso = f'<body name="torso" pos="0 0 1"><freejoint/><geom size="0.1" mass="2"/>{leg}</body>'
    file.write_text(f'<mujoco model="robot"><worldbody>{torso}</worldbody></mujoco>')
    robot = Articulation(
        ArticulationCfg(
            prim_path="{ENV_REGEX_NS}/Robot",
            spawn=MjcfFileCfg(asset_path=str(file), fix_base=False),
            articulation_root_prim_path="/torso/torso",
            actuators={},
        )
    )
    scene.articulations["robot"] = robot
    for name in ("torso", "leg"):
        imu = ImuCfg(prim_path=f"{{ENV_REGEX_NS}}/Robot/torso/{name}")
        scene.sensors[name] = imu.class_type(imu)
    simulation.reset()
    assert robot.num_instances == NUM_ENVS and robot.body_names == ["torso", "leg"]
    assert [scene[name].cfg.prim_path.rpartition("/Robot/")[2] for name in ("torso", "leg")] == ["torso", "leg"]
