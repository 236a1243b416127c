"""Scenes: entities by name, environments, and their state."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch
from pxr import UsdGeom

from pippin.assets import AssetBaseCfg, RigidObjectCfg
from pippin.scene import (
    InteractiveScene,
    InteractiveSceneCfg,
    StaticAsset,
    TerrainImporter,
    TerrainImporterCfg,
    grid_origins,
)
from pippin.scene.terrains import MeshPlaneTerrainCfg, TerrainGeneratorCfg
from pippin.sensors import ContactSensorCfg, PvaCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    DistantLightCfg,
    MassPropertiesCfg,
    MultiAssetSpawnerCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    SphereCfg,
    is_prim_path_valid,
    resolve_prim_pose,
)
from pippin.sim.markers import SPHERE_MARKER_CFG
from pippin.utils import configclass

RIGID = {
    "rigid_props": RigidBodyPropertiesCfg(),
    "mass_props": MassPropertiesCfg(mass=1.0),
    "collision_props": CollisionPropertiesCfg(),
}
CUBE = CuboidCfg(size=(0.2, 0.2, 0.2), **RIGID)


@configclass
class CubeSceneCfg(InteractiveSceneCfg):
    """A cube and a ball over a plane in each environment, and a light for all."""

    ground: TerrainImporterCfg = TerrainImporterCfg(prim_path="/World/ground", terrain_type="plane")
    light: AssetBaseCfg = AssetBaseCfg(prim_path="/World/light", spawn=DistantLightCfg())
    cube: RigidObjectCfg = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Cube", spawn=CUBE, init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 0.1))
    )
    ball: RigidObjectCfg = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Ball",
        spawn=SphereCfg(radius=0.1, **RIGID),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.6, 0.0, 1.0)),
    )


@pytest.fixture
def simulation() -> Iterator[SimulationContext]:
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as context:
        yield context


def test_entities_are_found_by_name(simulation: SimulationContext) -> None:
    scene = InteractiveScene(CubeSceneCfg(num_envs=3, env_spacing=2.0))
    assert set(scene.keys()) == {"terrain", "light", "cube", "ball"}
    assert scene["cube"] is scene.rigid_objects["cube"]
    with pytest.raises(KeyError, match=r"no entity 'sphere'; it has: .*ball"):
        scene["sphere"]


def test_the_stage_holds_one_environment_and_the_engine_all(simulation: SimulationContext) -> None:
    scene = InteractiveScene(CubeSceneCfg(num_envs=50, env_spacing=2.0))
    simulation.reset()
    assert len(simulation.stage.GetPrimAtPath("/World/envs").GetChildren()) == 1
    assert scene["cube"].num_instances == 50
    assert len(scene.env_prim_paths) == 50
    assert scene._ALL_INDICES.tolist() == list(range(50))


def test_the_environment_on_the_stage_stands_where_it_is_in_the_world(simulation: SimulationContext) -> None:
    scene = InteractiveScene(CubeSceneCfg(num_envs=4, env_spacing=3.0))
    place, _ = resolve_prim_pose(simulation.stage.GetPrimAtPath("/World/envs/env_0/Ball"))
    expected = scene.env_origins[0] + torch.tensor(scene["ball"].cfg.init_state.pos)
    torch.testing.assert_close(torch.tensor(place), expected)  # of the prims, to float32
    simulation.reset()
    torch.testing.assert_close(scene["ball"].data.root_pos_w.torch[0], expected)


def test_each_asset_starts_at_its_environment_and_stays_in_it(simulation: SimulationContext) -> None:
    scene = InteractiveScene(CubeSceneCfg(num_envs=4, env_spacing=2.0))
    simulation.reset()
    for _ in range(100):
        scene.write_data_to_sim()
        simulation.step(render=False)
        scene.update(simulation.get_physics_dt())
    positions = scene["cube"].data.root_link_pos_w.torch - scene.env_origins
    # a cube at rest: on the ground, but for the contacts' softness of less than a millimetre
    torch.testing.assert_close(positions, torch.tensor([[0.0, 0.0, 0.1]]).expand(4, 3), atol=1e-3, rtol=0.0)


def test_environments_do_not_collide_with_each_other(simulation: SimulationContext) -> None:
    """Environments on the same spot: their balls fall through each other, and onto the same ground."""
    scene = InteractiveScene(CubeSceneCfg(num_envs=3, env_spacing=0.0))
    simulation.reset()
    for _ in range(300):
        simulation.step(render=False)
    heights = scene["ball"].data.root_link_pos_w.torch[:, 2]
    torch.testing.assert_close(heights, torch.full((3,), 0.1), atol=2e-3, rtol=0.0)


@pytest.mark.parametrize("is_relative", [False, True])
def test_a_state_that_was_saved_comes_back(simulation: SimulationContext, is_relative: bool) -> None:
    scene = InteractiveScene(CubeSceneCfg(num_envs=4, env_spacing=2.0))
    simulation.reset()
    for _ in range(20):
        simulation.step(render=False)
    saved = scene.get_state(is_relative)
    for _ in range(30):
        simulation.step(render=False)
    moved = scene.get_state(is_relative)["rigid_object"]["ball"]["root_pose"]
    assert not torch.allclose(moved, saved["rigid_object"]["ball"]["root_pose"], atol=1e-2)
    env_ids = torch.tensor([2, 0])
    rows = {
        "rigid_object": {
            name: {key: value[env_ids] for key, value in state.items()} for name, state in saved["rigid_object"].items()
        }
    }
    scene.reset_to(rows, env_ids=env_ids, is_relative=is_relative)
    now = scene.get_state(is_relative)["rigid_object"]["ball"]
    for key in ("root_pose", "root_velocity"):
        torch.testing.assert_close(now[key][env_ids], saved["rigid_object"]["ball"][key][env_ids], atol=1e-5, rtol=0.0)
    others = torch.tensor([1, 3])
    torch.testing.assert_close(now["root_pose"][others], moved[others], atol=1e-6, rtol=0.0)


def test_environments_may_hold_different_assets(simulation: SimulationContext) -> None:
    """Spheres and cubes in turn: each rests at its own height, and rows follow the environments."""
    heights = {"cube": 0.1, "small": 0.05, "large": 0.2}
    cfg = CubeSceneCfg(num_envs=7, env_spacing=2.0)
    cfg.cube.spawn = MultiAssetSpawnerCfg(
        assets_cfg=[CUBE, SphereCfg(radius=0.05, **RIGID), SphereCfg(radius=0.2, **RIGID)], random_choice=False
    )
    cfg.cube.init_state.pos = (0.0, 0.0, 0.3)
    scene = InteractiveScene(cfg)
    simulation.reset()
    for _ in range(300):
        simulation.step(render=False)
    expected = torch.tensor([list(heights.values())[env % 3] for env in range(7)])
    torch.testing.assert_close(scene["cube"].data.root_link_pos_w.torch[:, 2], expected, atol=2e-3, rtol=0.0)
    assert scene["ball"].num_instances == 7


def test_what_cannot_be_is_refused(simulation: SimulationContext) -> None:
    cfg = CubeSceneCfg(num_envs=2, env_spacing=2.0)
    cfg.cube.collision_group = -1
    with pytest.raises(NotImplementedError, match=r"'cube' at '/World/envs/env_.*/Cube' has collision_group=-1"):
        InteractiveScene(cfg)


def test_a_config_without_its_numbers_is_refused(simulation: SimulationContext) -> None:
    with pytest.raises((TypeError, ValueError), match="num_envs"):
        InteractiveScene(CubeSceneCfg(env_spacing=1.0))


def test_a_scene_needs_a_simulation() -> None:
    with pytest.raises(RuntimeError, match="SimulationContext"):
        InteractiveScene(CubeSceneCfg(num_envs=1, env_spacing=1.0))


def test_a_config_is_not_changed_by_the_scene_that_is_made_of_it(simulation: SimulationContext) -> None:
    cfg = CubeSceneCfg(num_envs=2, env_spacing=2.0)
    before = cfg.to_dict()
    InteractiveScene(cfg)
    assert cfg.to_dict() == before


def test_entities_may_be_added_to_a_config_that_was_made(simulation: SimulationContext) -> None:
    cfg = InteractiveSceneCfg(num_envs=2, env_spacing=2.0)
    cfg.cube = RigidObjectCfg(prim_path="{ENV_REGEX_NS}/Cube", spawn=CUBE)
    cfg.nothing = None
    scene = InteractiveScene(cfg)
    assert scene.keys() == ["cube"]


def test_a_sensor_may_be_declared_before_what_it_is_on(simulation: SimulationContext) -> None:
    """The cube of 1 kg rests on the plane: its contact force is its weight."""

    @configclass
    class SensorFirstCfg(InteractiveSceneCfg):
        contact: ContactSensorCfg = ContactSensorCfg(
            prim_path="{ENV_REGEX_NS}/Cube", filter_prim_paths_expr=["/World/ground/.*"]
        )
        pva: PvaCfg = PvaCfg(prim_path="{ENV_REGEX_NS}/Cube")
        ground: TerrainImporterCfg = TerrainImporterCfg(prim_path="/World/ground", terrain_type="plane")
        cube = RigidObjectCfg(
            prim_path="{ENV_REGEX_NS}/Cube",
            spawn=CUBE.replace(activate_contact_sensors=True),
            init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 0.1)),
        )

    scene = InteractiveScene(SensorFirstCfg(num_envs=2, env_spacing=2.0))
    simulation.reset()
    for _ in range(50):
        simulation.step()
        scene.update(0.01)
    forces = scene["contact"].data.force_matrix_w.torch[:, 0, 0, 2]
    torch.testing.assert_close(forces, torch.full((2,), 9.81), rtol=1e-2, atol=0.0)
    torch.testing.assert_close(scene["pva"].data.pos_w.torch, scene["cube"].data.root_pos_w.torch)
    assert list(simulation.playing_entities.values()) == [scene["contact"], scene["pva"], scene["cube"]]


def test_a_terrain_finds_what_is_declared_before_it_for_all_environments(simulation: SimulationContext) -> None:
    """As in Isaac Lab, where entities are made in their order: a program's own terrain may read rocks on the stage."""
    found = []

    class RockyTerrain(TerrainImporter):
        def __init__(self, cfg: TerrainImporterCfg, device: str) -> None:
            found.extend(path for path in ("/World/rocks", "/World/late") if is_prim_path_valid(path))
            super().__init__(cfg, device)

    @configclass
    class RockySceneCfg(InteractiveSceneCfg):
        table = AssetBaseCfg(prim_path="{ENV_REGEX_NS}/Table", spawn=CUBE)
        rocks = AssetBaseCfg(prim_path="/World/rocks", spawn=CuboidCfg(size=(1.0, 1.0, 1.0)))
        ground = TerrainImporterCfg(class_type=RockyTerrain, prim_path="/World/ground", terrain_type="plane")
        late = AssetBaseCfg(prim_path="/World/late", spawn=CuboidCfg(size=(1.0, 1.0, 1.0)))

    scene = InteractiveScene(RockySceneCfg(num_envs=2, env_spacing=2.0))
    assert found == ["/World/rocks"]
    assert set(scene.keys()) == {"terrain", "table", "rocks", "late"}


def test_environments_stand_on_the_last_of_several_terrains(simulation: SimulationContext) -> None:
    """As in Isaac Lab: projects lay a plane below a forest, and both hold what falls."""
    tiles = TerrainGeneratorCfg(
        size=(2.0, 2.0), num_rows=2, num_cols=2, sub_terrains={"flat": MeshPlaneTerrainCfg(proportion=1.0)}
    )

    @configclass
    class LayeredSceneCfg(InteractiveSceneCfg):
        plane = TerrainImporterCfg(prim_path="/World/ground/plane", terrain_type="plane")
        forest = TerrainImporterCfg(
            prim_path="/World/ground/forest",
            terrain_type="generator",
            terrain_generator=tiles,
            use_terrain_origins=True,
        )
        ball = RigidObjectCfg(
            prim_path="{ENV_REGEX_NS}/Ball",
            spawn=CUBE,
            init_state=RigidObjectCfg.InitialStateCfg(pos=(50.0, 0.0, 1.0)),  # beside the forest, above the plane
        )

    scene = InteractiveScene(LayeredSceneCfg(num_envs=3, env_spacing=2.0))
    assert scene.terrain is not None and scene.terrain.cfg.prim_path == "/World/ground/forest"
    torch.testing.assert_close(scene.env_origins, scene.terrain.env_origins)
    assert is_prim_path_valid("/World/ground/plane") and is_prim_path_valid("/World/ground/forest")
    simulation.reset()
    for _ in range(100):
        simulation.step()
        scene.update(0.01)
    assert (scene["ball"].data.root_pos_w.torch[:, 2] > 0.0).all()


def test_environments_on_a_terrain_without_origins_stand_in_the_grid(simulation: SimulationContext) -> None:
    """A program's own class need not be a TerrainImporter: it may lay one mesh for all and place nothing."""

    class BareTerrain:
        def __init__(self, cfg: TerrainImporterCfg) -> None:
            cfg.validate()

    @configclass
    class BareSceneCfg(InteractiveSceneCfg):
        ground = TerrainImporterCfg(class_type=BareTerrain, prim_path="/World/ground", terrain_type="plane")

    scene = InteractiveScene(BareSceneCfg(num_envs=4, env_spacing=2.0))
    torch.testing.assert_close(scene.env_origins, torch.from_numpy(grid_origins(4, 2.0)).to(scene.env_origins))


def test_surroundings_have_their_config_and_prims(simulation: SimulationContext) -> None:
    """A light for all environments, and a table in each, of which the stage holds the first."""
    cfg = CubeSceneCfg(num_envs=3, env_spacing=2.0)
    cfg.table = AssetBaseCfg(prim_path="{ENV_REGEX_NS}/Table", spawn=CuboidCfg(size=(1.0, 1.0, 0.5)))
    scene = InteractiveScene(cfg)
    assert scene["light"] == ["/World/light"]
    assert scene["light"].cfg.prim_path == "/World/light"
    assert scene["light"].prim.GetTypeName() == "DistantLight"
    table = scene["table"]
    assert table == [f"/World/envs/env_{index}/Table" for index in range(3)]
    assert [prim.GetPath() for prim in table.prims] == ["/World/envs/env_0/Table"]
    table.set_visibility(False)
    assert UsdGeom.Imageable(table.prim).ComputeVisibility() == "invisible"
    table.set_visibility(True, [0])
    assert UsdGeom.Imageable(table.prim).ComputeVisibility() == "inherited"
    with pytest.raises(ValueError, match="No prim matches '/World/nowhere'"):
        StaticAsset(AssetBaseCfg(prim_path="/World/nowhere"))


def test_markers_of_a_scene_are_markers(simulation: SimulationContext) -> None:
    cfg = InteractiveSceneCfg(num_envs=2, env_spacing=2.0)
    cfg.goal = SPHERE_MARKER_CFG.replace(prim_path="/Visuals/Goal")
    scene = InteractiveScene(cfg)
    scene["goal"].visualize(translations=torch.zeros(2, 3))
    assert scene["goal"].count == 2
    simulation.reset()
    scene.update(simulation.get_physics_dt())  # no asset and no sensor, which are told of the time
    assert set(scene.extras) == {"goal"} and not scene.sensors


def test_a_sensor_of_no_prim_is_refused_at_play(simulation: SimulationContext) -> None:
    cfg = InteractiveSceneCfg(num_envs=2, env_spacing=2.0)
    cfg.pva = PvaCfg(prim_path="{ENV_REGEX_NS}/Cube")
    scene = InteractiveScene(cfg)
    with pytest.raises(RuntimeError, match="No prim matches '.*Cube'"):
        simulation.reset()
    assert not scene["pva"].is_initialized
    assert simulation.is_stopped()
