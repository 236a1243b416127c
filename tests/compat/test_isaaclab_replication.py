"""Environments that programs for Isaac Lab 3 make by hand, and solvers of Newton that are only named."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pxr import UsdGeom

from pippin.assets import AssetBaseCfg, RigidObject, RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import (
    CuboidCfg,
    MultiAssetSpawnerCfg,
    NewtonCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    SphereCfg,
    create_prim,
)
from pippin_isaac import lab_prims, lab_simulation
from pippin_isaac.lab_clone_plan import CloneCfg, make_clone_plan, path
from pippin_isaac.lab_prims import resolve_matching_prims_from_source
from pippin_isaac.lab_scene import ReplicateSession, UsdReplicateContext, clone_plan_from_env_0, replicate

CUBE = RigidObjectCfg(
    prim_path="/World/Env_[^/]*/Cube", spawn=CuboidCfg(size=(0.1, 0.1, 0.1), rigid_props=RigidBodyPropertiesCfg())
)
POSITIONS = np.array([[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [4.0, 1.0, 1.0]])


def test_the_first_environment_is_copied_to_where_the_others_stand() -> None:
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        create_prim("/World/Env_0", "Xform")
        plan = clone_plan_from_env_0(CloneCfg(clone_template="/World/Env_{}"), [CUBE], 3, 1.0, positions=POSITIONS)
        cube = RigidObject(CUBE)
        assert simulation.get_clone_plan() is plan
        replicate(plan)
        simulation.reset()
        torch.testing.assert_close(cube.data.root_pos_w.torch, torch.tensor(POSITIONS, dtype=torch.float))


def test_replicate_refuses_another_plan() -> None:
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        assert simulation.get_clone_plan() is None
        plan = clone_plan_from_env_0(CloneCfg(), [CUBE], 2, 1.0)
        with pytest.raises(ValueError, match="/World/envs/env_0"):
            replicate(plan)
        clone_plan_from_env_0(CloneCfg(), [CUBE], 2, 1.0)
        with pytest.raises(ValueError, match="get_clone_plan"):
            replicate(plan)


def test_a_plan_of_what_stands_outside_of_environments_copies_nothing() -> None:
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        create_prim("/World/Place/Cube", "Cube")
        replicate(clone_plan_from_env_0(CloneCfg(), [AssetBaseCfg(prim_path="/World/Place/Cube")], 1, 0.0))
        assert not simulation.stage.GetPrimAtPath("/World/envs")


def test_other_solvers_can_be_configured_and_refuse_to_run() -> None:
    settings = NewtonCfg(solver_cfg=lab_simulation.XPBDSolverCfg(iterations=4))
    assert settings.solver_cfg.iterations == 4
    with (
        pytest.raises(NotImplementedError, match="MJWarpSolverCfg"),
        SimulationContext(SimulationCfg(physics=settings)),
    ):
        pass


def test_soft_bodies_take_the_names_of_their_properties_in_version_3() -> None:
    cfg = lab_prims.PhysxDeformableBodyPropertiesCfg(deformable_body_enabled=True, linear_damping=0.2, mass=3.0)
    cfg.settling_damping = 0.1  # as programs change configs after they were made
    assert (cfg.deformable_enabled, cfg.vertex_velocity_damping, cfg.mass) == (True, 0.2, 3.0)
    assert cfg.sleep_damping == 0.1


def _place(simulation: SimulationContext, path: str) -> list[float]:
    """Position of a prim in the world [m]."""
    prim = simulation.stage.GetPrimAtPath(path)
    return list(UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(0).ExtractTranslation())


def test_a_context_copies_parts_with_the_whole_that_has_them() -> None:
    """A part with a source of its own replaces the one that came along; how environments are turned stays."""
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        create_prim("/Sources/Robot/Camera", "Camera")
        create_prim("/Sources/Hand", "Cube")
        UsdGeom.Xform.Define(simulation.stage, "/World/envs/env_1").AddRotateZOp().Set(90.0)
        configs = []
        for path, source in (("Robot/Camera", "Robot/Camera"), ("Robot/Hand", "Hand"), ("Robot", "Robot")):
            spawn = CuboidCfg(size=(1.0, 1.0, 1.0))
            configs.append(AssetBaseCfg(prim_path=f"/World/envs/env_[^/]+/{path}", spawn=spawn))
            configs[-1].spawn.spawn_path = f"/Sources/{source}"
        plan = make_clone_plan(configs, [(0, 1, 2)], 2, positions=np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
        UsdReplicateContext(simulation).replicate(plan, (0, 1, 2))
        for env_id, x in enumerate((1.0, 4.0)):
            robot = f"/World/envs/env_{env_id}/Robot"
            assert simulation.stage.GetPrimAtPath(f"{robot}/Camera").GetTypeName() == "Camera"
            assert simulation.stage.GetPrimAtPath(f"{robot}/Hand").GetTypeName() == "Cube"
            np.testing.assert_allclose(_place(simulation, robot), [x, x + 1.0, x + 2.0])
        turned = UsdGeom.Xformable(simulation.stage.GetPrimAtPath("/World/envs/env_1"))
        assert [each.GetOpName() for each in turned.GetOrderedXformOps()] == ["xformOp:translate", "xformOp:rotateZ"]


def test_a_session_copies_each_variant_to_its_environments() -> None:
    shapes = MultiAssetSpawnerCfg(assets_cfg=[CuboidCfg(size=(1.0, 1.0, 1.0)), SphereCfg(radius=1.0)])
    thing = AssetBaseCfg(prim_path="{ENV_REGEX_NS}/Thing", spawn=shapes)
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        with ReplicateSession([thing, AssetBaseCfg(prim_path="/World/Ground")], 4, 2.0) as session:
            assert simulation.get_clone_plan() is session.plan
            assert thing.spawn.spawn_paths == ["/World/envs/env_0/Thing", "/World/envs/env_2/Thing"]
            create_prim("/World/envs/env_0/Thing", "Cube")
            create_prim("/World/envs/env_2/Thing", "Sphere")
        paths = [f"/World/envs/env_{env_id}/Thing" for env_id in range(4)]
        kinds = [simulation.stage.GetPrimAtPath(path).GetTypeName() for path in paths]
        assert kinds == ["Cube", "Cube", "Sphere", "Sphere"]
        np.testing.assert_allclose([_place(simulation, path) for path in paths], session.plan.positions)
        with pytest.raises(RuntimeError, match="existing clone plan"), ReplicateSession([], 1, 1.0):
            pass
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        with pytest.raises(KeyError), ReplicateSession([], 1, 1.0):
            raise KeyError
        assert simulation.get_clone_plan() is None


def test_a_scene_publishes_its_plan() -> None:
    cfg = InteractiveSceneCfg(num_envs=4, env_spacing=1.0)
    sizes = [CuboidCfg(size=(each, each, each)) for each in (0.1, 0.2)]
    cfg.thing = AssetBaseCfg(
        prim_path="{ENV_REGEX_NS}/Thing", spawn=MultiAssetSpawnerCfg(assets_cfg=sizes, random_choice=False)
    )
    cfg.wall = AssetBaseCfg(prim_path="/World/Wall", spawn=CuboidCfg(size=(1.0, 1.0, 1.0)))
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        assert cfg.clone_cfg == CloneCfg()
        scene = InteractiveScene(cfg)
        plan = simulation.get_clone_plan()
        assert scene.clone_plan is plan
        assert path.get_asset_prototypes(plan, "{ENV_REGEX_NS}/Thing").tolist() == [0, 1]
        assert [each.prim_path for each in plan.asset_cfgs] == ["/World/envs/env_.*/Thing"] * 2 + ["/World/Wall"]
        assert [each.spawn.assets_cfg[0].size[0] for each in plan.asset_cfgs[:2]] == [0.1, 0.2]
        assert plan.topology.world_prototypes.tolist() == [2, 0, 1]
        assert plan.topology.world_prototype_layout.tolist() == [0, 1, 0, 1]
        np.testing.assert_array_equal(plan.positions, scene.env_origins)


def scene_with(**boxes: float) -> InteractiveSceneCfg:
    """Config of a scene with boxes of these sizes."""
    cfg = InteractiveSceneCfg(num_envs=2, env_spacing=1.0)
    for name, size in boxes.items():
        spawn = CuboidCfg(size=(size, size, size))
        setattr(cfg, name, AssetBaseCfg(prim_path=f"{{ENV_REGEX_NS}}/{name.title()}", spawn=spawn))
    return cfg


def test_scenes_that_are_added_are_in_environments_of_their_own() -> None:
    add = importlib.import_module("isaaclab.scene").add
    target, source = scene_with(table=1.0, cup=0.1), scene_with(table=1.0, cup=0.2, lamp=0.3)
    source.ground = AssetBaseCfg(prim_path="/World/Ground", spawn=CuboidCfg(size=(9.0, 9.0, 0.1)))
    target.note = "no asset"
    with pytest.raises(ValueError, match="'ground' of a scene that is added to another one lies at '/World/Ground'"):
        add(target, source)
    assert add(target, source, asset_skip=lambda cfg: cfg.prim_path == "/World/Ground") is target
    assert [set(each.assets) for each in target.clone_cfg.clone_combinations] == [
        {"table", "cup"},
        {"table", "cup_1", "lamp"},
    ]
    assert (target.cup_1.prim_path, target.cup_1.spawn.size[0]) == ("{ENV_REGEX_NS}/Cup_1", 0.2)
    assert target.note is None and not hasattr(target, "ground")
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        scene = InteractiveScene(target)
        names = {name: scene.env_ids_of(name).tolist() for name in ("table", "cup", "cup_1", "lamp")}
        assert names == {"table": [0, 1], "cup": [0], "cup_1": [1], "lamp": [1]}
        plan = simulation.get_clone_plan()
        assert plan.topology.world_prototypes.tolist() == [0, 1, 0, 2, 3]
        assert plan.topology.world_prototype_layout.tolist() == [0, 1]


def test_environments_of_a_scene_are_placed_by_a_plan() -> None:
    """The engine has them; prims are copied of what asks for it alone."""
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=3, env_spacing=1.0))
        cube = CUBE.replace(prim_path="/World/envs/env_[^/]+/Cube")
        shown = AssetBaseCfg(prim_path="/World/envs/env_[^/]+/Shown", spawn=CuboidCfg(size=(0.1, 0.1, 0.1)))
        shown.cloning_contexts = ("isaaclab.cloner:UsdReplicateContext",)
        plan = clone_plan_from_env_0(CloneCfg(), [cube, shown], 3, 1.0, positions=POSITIONS)
        shown.spawn.func("/World/envs/env_0/Shown", shown.spawn)
        cube = RigidObject(cube)
        replicate(plan)
        assert simulation.get_clone_plan() is plan
        assert all(simulation.stage.GetPrimAtPath(f"/World/envs/env_{env_id}/Shown") for env_id in range(3))
        assert simulation.stage.GetPrimAtPath("/World/envs/env_1").GetChildrenNames() == ["Shown"]
        torch.testing.assert_close(scene.env_origins, torch.tensor(POSITIONS, dtype=torch.float))
        simulation.reset()
        torch.testing.assert_close(cube.data.root_pos_w.torch, torch.tensor(POSITIONS, dtype=torch.float))
        with pytest.raises(ValueError, match="2 environments, but the scene 3"):
            replicate(clone_plan_from_env_0(CloneCfg(), [], 2, 1.0))


def test_prims_of_the_first_environment_stand_for_all() -> None:
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        for path in ("env_0/Robot/a/tip", "env_0/Robot/b/tip", "env_1/Robot/c"):
            create_prim(f"/World/envs/{path}", "Xform")
        found = resolve_matching_prims_from_source("/World/envs/env_[^/]+/Robot/[^/]+")
        assert [expression for _, expression in found] == [f"/World/envs/env_[^/]+/Robot/{name}" for name in "ab"]
        robots = "/World/envs/env_[^/]+/Robot"
        tips = resolve_matching_prims_from_source(robots, lambda prim: prim.GetName() == "tip", 2)
        assert [str(prim.GetPath()) for prim, _ in tips] == [f"/World/envs/env_0/Robot/{name}/tip" for name in "ab"]
        assert simulation.stage.GetPrimAtPath("/World/envs/env_1/Robot/c")
        with pytest.raises(RuntimeError, match="expected 3"):
            resolve_matching_prims_from_source("/World/envs/env_[^/]+/Robot/[^/]+", expected_num_matches=3)
        with pytest.raises(RuntimeError, match="No prim matches"):
            resolve_matching_prims_from_source("/World/Nothing")


def test_materials_of_cloth_are_refused_by_name_once_they_are_used() -> None:
    made = lab_simulation.make_unserved("PhysxSurfaceDeformableBodyMaterialCfg")
    assert made is lab_simulation.PhysxSurfaceDeformableBodyMaterialCfg
    with pytest.warns(DeprecationWarning, match=r"gone in Isaac Lab 3\.2"):
        material = lab_simulation.SurfaceDeformableBodyMaterialCfg(surface_thickness=0.01)
    assert material.surface_thickness == 0.01
    with pytest.raises(NotImplementedError, match="a volume in place of cloth"):
        assert material.bend_stiffness
    with pytest.raises(NotImplementedError, match="Articulation of short links"):
        lab_simulation.make_unserved("define_deformable_curve_properties")()


def test_configs_of_what_is_not_served_have_configs_inside() -> None:
    cable = lab_simulation.make_unserved("CableObjectCfg")
    cfg = cable(prim_path="/World/Cable", init_state=cable.InitialStateCfg(pos=(0.0, 0.0, 1.0)))
    assert cfg.init_state.pos == (0.0, 0.0, 1.0) and cable.InitialStateCfg is cable.InitialStateCfg
    assert not hasattr(cable, "from_points")
    with pytest.raises(NotImplementedError, match="InitialStateCfg of Isaac Lab is not served; use DeformableObject"):
        assert cfg.init_state.rot


def test_settings_of_what_is_not_served_are_compared() -> None:
    """Programs compare whole configs of tasks: two that were made alike are equal."""
    cable = lab_simulation.make_unserved("CableObjectCfg")
    first, second = (cable(init_state=cable.InitialStateCfg(pos=(0.0, 0.0, 1.0))) for _ in range(2))
    assert first == second and hash(first) == hash(second)
    assert first != second.replace(init_state=None) and first != cable.InitialStateCfg()
    assert lab_simulation.VisualizerCfg(eye=(1.0, 2.0, 3.0)) == lab_simulation.VisualizerCfg(eye=(1.0, 2.0, 3.0))
