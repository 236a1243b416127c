"""Ground in scenes: what robots touch, what rays meet, and where environments stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import torch
import trimesh
from pxr import Usd, UsdGeom, UsdPhysics

from pippin.assets import RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg, TerrainImporter, TerrainImporterCfg
from pippin.scene.terrains import (
    ROUGH_TERRAINS_CFG,
    HfPyramidSlopedTerrainCfg,
    MeshFloatingRingTerrainCfg,
    MeshInvertedPyramidStairsTerrainCfg,
    MeshPlaneTerrainCfg,
    MeshPyramidStairsTerrainCfg,
    TerrainGeneratorCfg,
)
from pippin.sensors import ContactSensorCfg, RayCasterCfg
from pippin.sensors.ray_caster import patterns
from pippin.sim import (
    CollisionPropertiesCfg,
    MassPropertiesCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    SphereCfg,
)
from pippin.sim.stage import get_current_stage
from pippin.utils import configclass

RADIUS, MASS, DT = 0.1, 2.0, 0.005
STAIRS = {"step_height_range": (0.1, 0.2), "step_width": 0.4, "platform_width": 1.0}
GENERATOR = TerrainGeneratorCfg(
    seed=3,
    size=(4.0, 4.0),
    num_rows=3,
    num_cols=4,
    border_width=2.0,
    curriculum=True,
    sub_terrains={
        "up": MeshPyramidStairsTerrainCfg(**STAIRS),
        "down": MeshInvertedPyramidStairsTerrainCfg(**STAIRS),
        "slope": HfPyramidSlopedTerrainCfg(slope_range=(0.1, 0.4), platform_width=2.5),
        "ring": MeshFloatingRingTerrainCfg(
            ring_width_range=(0.5, 0.5), ring_height_range=(0.5, 0.5), ring_thickness=0.1, platform_width=2.0
        ),
    },
)
BACKENDS = [("mujoco", "cpu"), ("newton", "cpu"), pytest.param(("newton", "cuda:0"), marks=pytest.mark.gpu)]


@configclass
class BallOnTerrainCfg(InteractiveSceneCfg):
    """A ball over the ground in each environment, which feels contacts and looks down."""

    num_envs: int = 8
    env_spacing: float = 3.0
    ground: TerrainImporterCfg = TerrainImporterCfg(
        prim_path="/World/ground", terrain_type="generator", terrain_generator=GENERATOR
    )
    ball: RigidObjectCfg = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Ball",
        spawn=SphereCfg(
            radius=RADIUS,
            activate_contact_sensors=True,
            rigid_props=RigidBodyPropertiesCfg(),
            mass_props=MassPropertiesCfg(mass=MASS),
            collision_props=CollisionPropertiesCfg(),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, RADIUS + 0.02)),
    )
    contact: ContactSensorCfg = ContactSensorCfg(prim_path="{ENV_REGEX_NS}/Ball")
    scan: RayCasterCfg = RayCasterCfg(
        prim_path="{ENV_REGEX_NS}/Ball",
        mesh_prim_paths=["/World/ground"],
        ray_alignment="world",
        pattern_cfg=patterns.GridPatternCfg(resolution=1.0, size=(2.0, 2.0)),
    )


MakeScene = Callable[..., InteractiveScene]


@pytest.fixture
def make_scene() -> Iterator[MakeScene]:
    """Makes and plays a scene: ``make_scene(backend, terrain_type="plane")`` changes fields of the ground."""

    def make(backend: tuple[str, str] = ("mujoco", "cpu"), **ground: Any) -> InteractiveScene:
        sim = SimulationContext(SimulationCfg(dt=DT, substeps=1, device=backend[1], backend=backend[0]))
        cfg = BallOnTerrainCfg()
        for name, value in ground.items():
            setattr(cfg.ground, name, value)
        torch.manual_seed(2)
        scene = InteractiveScene(cfg)
        sim.reset()
        return scene

    yield make
    SimulationContext.clear_instance()


def step(scene: InteractiveScene, count: int) -> None:
    for _ in range(count):
        scene.write_data_to_sim()
        scene.sim.step(render=False)
        scene.update(DT)


@pytest.mark.slow
@pytest.mark.parametrize("backend", [BACKENDS[0], pytest.param(BACKENDS[1], marks=pytest.mark.slow), BACKENDS[2]])
def test_balls_rest_where_robots_start(make_scene: MakeScene, backend: tuple[str, str]) -> None:
    """On every kind of field at its level: at the height of the platform, carried by their weight."""
    scene = make_scene(backend)
    assert scene.terrain is not None
    assert scene.terrain.terrain_types.tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    heights = scene.env_origins[:, 2]
    assert (heights[:2] > 0.3).all()
    assert (heights[2:4] < -0.3).all()
    step(scene, 200)
    offsets = scene["ball"].data.root_link_pos_w.torch - scene.env_origins
    expected = torch.tensor([0.0, 0.0, RADIUS], device=offsets.device).expand(8, 3)
    torch.testing.assert_close(offsets, expected, atol=2e-3, rtol=0.0)  # contacts give way a little
    forces = scene["contact"].data.net_forces_w.torch[:, 0]
    weight = torch.tensor([0.0, 0.0, MASS * 9.81], device=forces.device).expand(8, 3)
    torch.testing.assert_close(forces, weight, atol=0.01 * MASS * 9.81, rtol=0.0)


@pytest.mark.parametrize("backend", BACKENDS)
def test_rays_meet_the_mesh(make_scene: MakeScene, backend: tuple[str, str]) -> None:
    """Rays 1 m around the middle of stairs: the platform ends after 0.8 m, then comes one step of 0.4 m."""
    scene = make_scene(backend)
    terrain = scene.terrain
    assert terrain is not None
    terrain.env_origins[:] = terrain.terrain_origins[2, 0]  # the highest stairs
    pose = torch.cat(
        [terrain.env_origins, torch.tensor([[0.0, 0.0, 0.0, 1.0]], device=scene.device).expand(8, 4)], dim=1
    )
    pose[:, 2] += 1.0
    scene["ball"].write_root_pose_to_sim_index(root_pose=pose)
    scene.update(DT)
    hits = (scene["scan"].data.ray_hits_w.torch - terrain.env_origins[:, None])[0, :, 2].reshape(3, 3)
    height = -hits[0, 0]
    assert 0.1 < height < 0.2
    expected = torch.full((3, 3), -1.0, device=hits.device)
    expected[1, 1] = 0.0
    torch.testing.assert_close(hits, height * expected, atol=1e-4, rtol=0.0)


def test_what_hangs_carries_and_leaves_room_below(make_scene: MakeScene) -> None:
    """Balls dropped onto a floating ring stay on it; balls below stay on the ground."""
    scene = make_scene()
    assert scene.terrain is not None
    middle = scene.terrain.terrain_origins[1, 3]
    places = middle + torch.tensor([[1.25, 0.0, 0.75], [1.25, 0.0, 0.15]]).repeat(4, 1)
    pose = torch.cat([places, torch.tensor([[0.0, 0.0, 0.0, 1.0]]).expand(8, 4)], dim=1)
    scene["ball"].write_root_pose_to_sim_index(root_pose=pose)
    step(scene, 200)
    expected = torch.tensor([0.6 + RADIUS, RADIUS]).repeat(4)
    heights = scene["ball"].data.root_link_pos_w.torch[:, 2]
    torch.testing.assert_close(heights, expected, atol=2e-3, rtol=0.0)


@pytest.mark.parametrize("backend", BACKENDS)
def test_environments_change_fields_while_it_runs(make_scene: MakeScene, backend: tuple[str, str]) -> None:
    """Levels go up and down, down to the first and from beyond the last to any; balls rest on their new fields."""
    scene = make_scene(backend, max_init_terrain_level=0)
    terrain = scene.terrain
    assert terrain is not None
    assert terrain.terrain_levels.tolist() == [0] * 8
    device = terrain.env_origins.device
    env_ids = torch.tensor([1, 3, 4], device=device)
    yes, no = (torch.full((3,), value, device=device) for value in (True, False))
    terrain.update_env_origins(env_ids, yes, no)
    terrain.update_env_origins(env_ids[:2], yes[:2], no[:2])
    terrain.update_env_origins(env_ids[2:], no[2:], yes[2:])
    terrain.update_env_origins(env_ids[2:], no[2:], yes[2:])
    assert terrain.terrain_levels.tolist() == [0, 2, 0, 2, 0, 0, 0, 0]
    torch.testing.assert_close(
        terrain.env_origins, terrain.terrain_origins[terrain.terrain_levels, terrain.terrain_types]
    )
    assert scene.env_origins is terrain.env_origins
    pose = scene["ball"].data.default_root_pose.torch.clone()
    pose[:, :3] += scene.env_origins
    scene["ball"].write_root_pose_to_sim_index(root_pose=pose)
    step(scene, 200)
    heights = (scene["ball"].data.root_link_pos_w.torch - scene.env_origins)[:, 2]
    torch.testing.assert_close(heights, torch.full((8,), RADIUS, device=device), atol=2e-3, rtol=0.0)
    for _ in range(20):
        terrain.update_env_origins(env_ids, yes, no)
        assert ((terrain.terrain_levels >= 0) & (terrain.terrain_levels < 3)).all()


def test_a_mask_moves_the_environments_that_its_ids_name(make_scene: MakeScene) -> None:
    """Levels by the closed form: one up, one down, not below the first; who is not meant stays, wherever it is."""
    terrain = make_scene(max_init_terrain_level=0).terrain
    assert terrain is not None
    levels = torch.tensor([0, 0, 1, 1, 1, 0, 2, 2])
    up = torch.tensor([True, False, True, False, True, False, False, True])
    mask = torch.tensor([True, True, True, True, False, False, True, False])
    moved = []
    for env_ids, rows in ((mask, slice(None)), (mask.nonzero().flatten(), mask)):
        terrain.terrain_levels.copy_(levels)
        terrain.env_origins.fill_(7.0)
        kept = terrain.env_origins
        terrain.update_env_origins(env_ids, up[rows], ~up[rows])
        assert terrain.env_origins is kept
        moved.append((terrain.terrain_levels.clone(), terrain.env_origins.clone()))
    torch.testing.assert_close(moved[0], moved[1], rtol=0.0, atol=0.0)
    assert moved[0][0].tolist() == [1, 0, 2, 0, 1, 0, 1, 2]
    expected = torch.where(
        mask[:, None], terrain.terrain_origins[moved[0][0], terrain.terrain_types], torch.full((8, 3), 7.0)
    )
    torch.testing.assert_close(moved[0][1], expected, rtol=0.0, atol=0.0)
    terrain.terrain_levels.fill_(2)
    everybody = torch.ones(8, dtype=torch.bool)
    for _ in range(20):  # from beyond the last level to any
        terrain.update_env_origins(everybody, everybody, ~everybody)
        assert ((terrain.terrain_levels >= 0) & (terrain.terrain_levels < 3)).all()


def test_a_plane_has_no_fields(make_scene: MakeScene) -> None:
    scene = make_scene(terrain_type="plane")
    terrain = scene.terrain
    assert terrain is not None
    assert terrain.terrain_origins is None
    assert terrain.terrain_names == ["terrain"]
    before = terrain.env_origins.clone()
    everybody = torch.arange(8)
    terrain.update_env_origins(everybody, everybody >= 0, everybody < 0)
    torch.testing.assert_close(terrain.env_origins, before)
    step(scene, 100)
    heights = scene["ball"].data.root_link_pos_w.torch[:, 2]
    torch.testing.assert_close(heights, torch.full((8,), RADIUS), atol=2e-3, rtol=0.0)


def test_a_file_is_ground(make_scene: MakeScene, tmp_path: Any) -> None:
    """A USD file with a slab that collides: balls rest on it, in a grid."""
    stage = Usd.Stage.CreateNew(str(tmp_path / "slab.usda"))
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/root").GetPrim())
    slab = UsdGeom.Cube.Define(stage, "/root/slab")
    slab.CreateSizeAttr(40.0)
    slab.AddTranslateOp().Set((0.0, 0.0, -20.0))
    UsdPhysics.CollisionAPI.Apply(slab.GetPrim())
    stage.Save()
    with pytest.raises(ValueError, match="needs usd_path"):
        make_scene(terrain_type="usd")
    SimulationContext.clear_instance()
    scene = make_scene(terrain_type="usd", usd_path=str(tmp_path / "slab.usda"))
    step(scene, 100)
    positions = scene["ball"].data.root_link_pos_w.torch
    torch.testing.assert_close(positions[:, 2], torch.full((8,), RADIUS), atol=2e-3, rtol=0.0)
    assert (torch.cdist(positions, positions) + 9.0 * torch.eye(8)).min() == pytest.approx(3.0, abs=1e-3)


def test_origins_of_a_terrain_may_be_left_out(make_scene: MakeScene) -> None:
    flat = GENERATOR.replace(sub_terrains={"flat": MeshPlaneTerrainCfg()})
    scene = make_scene(use_terrain_origins=False, terrain_generator=flat)
    assert scene.terrain is not None
    assert scene.terrain.terrain_origins is None
    np.testing.assert_allclose(scene.env_origins[:, 2], 0.0)
    assert scene.env_origins[:, :2].unique(dim=0).shape == (8, 2)


@pytest.fixture
def importer() -> Iterator[TerrainImporter]:
    """An importer of a generated terrain of its own."""
    with SimulationContext(SimulationCfg(dt=DT, device="cpu")):
        cfg = TerrainImporterCfg(prim_path="/World/ground", terrain_generator=GENERATOR, num_envs=6, debug_vis=True)
        cfg.terrain_generator.color_scheme = "height"
        yield TerrainImporter(cfg)


def test_more_ground_can_be_added(importer: TerrainImporter) -> None:
    importer.import_mesh("rock", trimesh.creation.icosphere(radius=0.5))
    importer.import_ground_plane("flat")
    assert importer.terrain_names == ["terrain", "rock", "flat"]
    assert importer.terrain_prim_paths[1] == "/World/ground/rock"
    with pytest.raises(ValueError, match="a terrain 'rock' already; there are: terrain, rock, flat"):
        importer.import_mesh("rock", trimesh.creation.icosphere(radius=0.5))


@pytest.mark.parametrize(("num_envs", "spacing"), [(1, 1.0), (9, 2.5)])
def test_a_mesh_beside_a_plane_reaches_beyond_the_environments(num_envs: int, spacing: float) -> None:
    """By 50 m on each side, with a texture that repeats every 2 m however large it is."""
    with SimulationContext(SimulationCfg(dt=DT, device="cpu")):
        cfg = TerrainImporterCfg(
            prim_path="/World/ground", terrain_type="plane", num_envs=num_envs, env_spacing=spacing
        )
        TerrainImporter(cfg)
        prim = get_current_stage().GetPrimAtPath("/World/ground/terrain/Environment/Geometry")
        mesh = UsdGeom.Mesh(prim)
        to_world = UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(0)
        corners = np.array([to_world.Transform(point) for point in mesh.GetPointsAttr().Get()])
        half = (num_envs**0.5 - 1.0) / 2.0 * spacing + 50.0
        np.testing.assert_allclose(np.ptp(corners, axis=0), [2.0 * half, 2.0 * half, 0.0], rtol=1e-6)
        uvs = np.array(UsdGeom.PrimvarsAPI(prim).GetPrimvar("st").Get())
        np.testing.assert_allclose(2.0 * uvs, corners[:, :2], rtol=1e-6)
        assert mesh.ComputePurpose() == UsdGeom.Tokens.proxy  # the plane is what is drawn


def test_origins_and_colours_are_shown(importer: TerrainImporter) -> None:
    markers = UsdGeom.PointInstancer(get_current_stage().GetPrimAtPath("/Visuals/TerrainOrigin"))
    np.testing.assert_allclose(
        np.array(markers.GetPositionsAttr().Get()), importer.terrain_origins.reshape(-1, 3), atol=1e-5
    )
    assert importer.has_debug_vis_implementation
    importer.set_debug_vis(False)
    assert markers.ComputeVisibility() == UsdGeom.Tokens.invisible
    mesh = UsdGeom.Mesh(get_current_stage().GetPrimAtPath("/World/ground/terrain/mesh"))
    colors = mesh.GetDisplayColorPrimvar()
    assert colors.GetInterpolation() == UsdGeom.Tokens.vertex
    assert len(colors.Get()) == len(mesh.GetPointsAttr().Get())


def test_fields_may_be_given_by_hand(importer: TerrainImporter) -> None:
    importer.configure_env_origins(np.arange(12.0).reshape(2, 2, 3))
    assert importer.max_terrain_level == 2
    assert importer.terrain_types.tolist() == [0, 0, 0, 1, 1, 1]
    with pytest.raises(ValueError, match=r"shape \(4, 3\): it should be \(num_rows, num_cols, 3\)"):
        importer.configure_env_origins(np.zeros((4, 3)))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"terrain_generator": None}, "needs terrain_generator"),
        ({"terrain_type": "moon"}, "no terrain type 'moon'; there are: 'plane', 'usd', 'generator'"),
        ({"terrain_type": "plane"}, "'env_spacing'"),
    ],
)
def test_what_is_missing_is_named(fields: dict[str, Any], message: str) -> None:
    cfg = TerrainImporterCfg(**({"prim_path": "/World/ground", "terrain_generator": GENERATOR} | fields))
    with SimulationContext(SimulationCfg(device="cpu")), pytest.raises(ValueError, match=message):
        TerrainImporter(cfg)


def test_rough_terrain_has_six_kinds() -> None:
    """The proportions of its kinds add up to 1, and each makes a terrain at its size."""
    kinds = ROUGH_TERRAINS_CFG.sub_terrains
    assert sum(kind.proportion for kind in kinds.values()) == pytest.approx(1.0)
    small = ROUGH_TERRAINS_CFG.replace(num_rows=2, num_cols=10, curriculum=True, seed=0)
    terrain = small.class_type(small)
    np.testing.assert_allclose(terrain.terrain_mesh.bounds[:, :2], [[-28.0, -60.0], [28.0, 60.0]], atol=1e-6)


class GroundOfAProgram(TerrainImporter):
    """Terrain that takes its config alone, as classes for Isaac Lab 2 do."""

    def __init__(self, cfg: TerrainImporterCfg) -> None:
        super().__init__(cfg)


def test_a_terrain_of_a_program_may_take_its_config_alone() -> None:
    with SimulationContext(SimulationCfg(device="cpu")):
        cfg = InteractiveSceneCfg(num_envs=4, env_spacing=2.0)
        cfg.terrain = TerrainImporterCfg(
            class_type=GroundOfAProgram,
            prim_path="/World/ground",
            terrain_type="generator",
            terrain_generator=GENERATOR,
        )
        scene = InteractiveScene(cfg)
        assert type(scene.terrain) is GroundOfAProgram
        assert scene.terrain.device == "cpu"
        assert scene.env_origins.shape == (4, 3)


class GroundWithItsOwnBeginning(TerrainImporter):
    """A terrain that leaves out the beginning of its base, as those do that have a generator of their own."""

    def __init__(self, cfg: TerrainImporterCfg) -> None:
        self.cfg, self.device, self.terrain_prim_paths = cfg, "cpu", []
        self.import_ground_plane("terrain")
        self.configure_env_origins()
        self.set_debug_vis(cfg.debug_vis)


def test_a_terrain_of_a_program_may_begin_otherwise() -> None:
    with SimulationContext(SimulationCfg(device="cpu")):
        ground = TerrainImporterCfg(
            class_type=GroundWithItsOwnBeginning, prim_path="/World/ground", terrain_type="plane", env_spacing=1.0
        )
        cfg = InteractiveSceneCfg(num_envs=4, env_spacing=2.0)
        cfg.terrain = ground
        scene = InteractiveScene(cfg)
        assert scene.env_origins.shape == (4, 3)


def test_a_terrain_by_itself_is_on_the_simulations_device() -> None:
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        cfg = TerrainImporterCfg(prim_path="/World/ground", terrain_type="plane", num_envs=4, env_spacing=1.0)
        assert TerrainImporter(cfg).device == simulation.device
