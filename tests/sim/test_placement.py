"""Where things are spawned: at one path, below every match of an expression, in the templates of environments."""

from __future__ import annotations

import re

import numpy as np
import pytest
from pxr import Usd, UsdGeom, UsdShade

from pippin import sim
from pippin.sim import EnvironmentPlan
from pippin.sim import stage as stage_module

BALL = sim.SphereCfg(radius=0.5, visual_material=sim.PreviewSurfaceCfg())


@pytest.mark.parametrize("copy_from_source", [True, False])
def test_a_thing_is_spawned_below_every_match(stage, copy_from_source):
    origins = {f"/World/Origin{i}": (float(i), 0.0, 0.0) for i in range(3)}
    for path, origin in origins.items():
        sim.create_prim(path, translation=origin)
    prim = sim.spawn(
        "/World/Origin.*/Ball", BALL.replace(copy_from_source=copy_from_source), (0.0, 0.0, 2.0), (0.0, 0.0, 0.0, 1.0)
    )
    assert prim.GetPath() == "/World/Origin0/Ball"
    for path, origin in origins.items():
        ball = stage.GetPrimAtPath(f"{path}/Ball")
        assert sim.resolve_prim_pose(ball)[0] == (*origin[:2], 2.0)
        mesh = stage.GetPrimAtPath(f"{path}/Ball/geometry/mesh")
        assert UsdGeom.Sphere(mesh).GetRadiusAttr().Get() == 0.5
        material, _ = UsdShade.MaterialBindingAPI(mesh).ComputeBoundMaterial()
        assert material.GetPath() == f"{path}/Ball/geometry/material"  # of its own, not of the first one


@pytest.mark.parametrize("copy_from_source", [True, False])
def test_things_that_inherit_follow_the_first_one_and_copies_do_not(stage, copy_from_source):
    for i in range(2):
        sim.define_prim(f"/World/Origin{i}")
    sim.spawn("/World/Origin.*/Ball", BALL.replace(copy_from_source=copy_from_source))
    first, second = (UsdGeom.Sphere(stage.GetPrimAtPath(f"/World/Origin{i}/Ball/geometry/mesh")) for i in range(2))
    first.GetRadiusAttr().Set(0.1)
    assert second.GetRadiusAttr().Get() == (0.5 if copy_from_source else 0.1)


@pytest.mark.parametrize("expression", ["{ENV_REGEX_NS}/Ball", "/World/envs/env_.*/Ball"])
def test_in_environments_only_the_template_gets_prims(plan, stage, expression):
    sim.spawn(expression, BALL)
    assert sim.find_matching_prim_paths("/World/envs/.*/Ball") == ["/World/envs/env_0/Ball"]
    assert len(sim.matching_paths(expression)) == plan.num_envs


def test_below_a_link_of_a_file_things_are_spawned_too(plan, stage, tmp_path):
    (tmp_path / "robot.usda").write_text('#usda 1.0\n(defaultPrim="r")\ndef Xform "r" {\n def Xform "base" {\n}\n}')
    sim.spawn("{ENV_REGEX_NS}/Robot", sim.UsdFileCfg(usd_path=str(tmp_path / "robot.usda")))
    sim.spawn("{ENV_REGEX_NS}/Robot/ba.*/camera", sim.PinholeCameraCfg())
    assert stage.GetPrimAtPath("/World/envs/env_0/Robot/base/camera").GetTypeName() == "Camera"


@pytest.mark.parametrize(
    "path, message",
    [
        ("/World/Orign.*/Ball", "below '/World' there is no 'Orign.*', but Origin"),
        ("/World/Origin/Ball[12]", "The last segment of '/World/Origin/Ball[12]' should be the name"),
        ("World/Ball", "'World/Ball' should begin with '/'"),
        ("/World/Origin", "A prim already exists at '/World/Origin'"),
    ],
)
def test_paths_that_lead_nowhere_are_refused(stage, path, message):
    sim.define_prim("/World/Origin")
    before = stage.ExportToString()
    with pytest.raises((ValueError, RuntimeError), match=re.escape(message)):
        sim.spawn(path, BALL)
    assert stage.ExportToString() == before


def test_common_settings_apply_to_every_spawner(stage):
    cfg = BALL.replace(visible=False, semantic_tags=[("class", "ball"), ("color", "red")])
    prim = sim.spawn("/World/Ball", cfg)
    assert UsdGeom.Imageable(stage.GetPrimAtPath("/World/Ball/geometry/mesh")).ComputeVisibility() == "invisible"
    assert sim.get_labels(prim) == {"class": ["ball"], "color": ["red"]}


def test_isaac_labs_call_through_the_config_is_the_same(stage):
    cfg = sim.ConeCfg(radius=0.1, height=0.2)
    prim = cfg.func("/World/Cone", cfg, translation=(0.0, 0.0, 1.0))
    assert sim.resolve_prim_pose(prim)[0] == (0.0, 0.0, 1.0)


SHAPES = [sim.SphereCfg(radius=0.1), sim.CuboidCfg(size=(1.0, 1.0, 1.0)), sim.ConeCfg(radius=1.0, height=1.0)]
TYPES = ["Sphere", "Cube", "Cone"]


@pytest.mark.parametrize("random_choice", [True, False])
def test_environments_get_different_assets(stage, random_choice):
    cfg = sim.MultiAssetSpawnerCfg(assets_cfg=SHAPES, random_choice=random_choice, seed=3)
    num_envs = 20
    choices = sim.choose_assets(cfg, num_envs)
    assert set(choices) == {0, 1, 2}
    plan = EnvironmentPlan.of_choices(np.zeros((num_envs, 3)), [choices])
    for env_id in plan.templates:
        sim.define_prim(plan.env_path(env_id))
    stage_module.set_environments(plan)
    sim.spawn("{ENV_REGEX_NS}/Object", cfg)
    for env_id, choice in enumerate(choices):
        template = plan.template_path(plan.variant_of_env[env_id])
        assert stage.GetPrimAtPath(f"{template}/Object/geometry/mesh").GetTypeName() == TYPES[choice]


def test_assets_in_turn_and_the_same_random_choice_again():
    in_turn = sim.MultiAssetSpawnerCfg(assets_cfg=SHAPES, random_choice=False)
    np.testing.assert_array_equal(sim.choose_assets(in_turn, 5), [0, 1, 2, 0, 1])
    at_random = sim.MultiAssetSpawnerCfg(assets_cfg=SHAPES)
    np.testing.assert_array_equal(sim.choose_assets(at_random, 50), sim.choose_assets(at_random, 50))
    assert not np.array_equal(sim.choose_assets(at_random, 50), sim.choose_assets(at_random.replace(seed=1), 50))
    np.testing.assert_array_equal(sim.choose_assets(BALL, 3), [0, 0, 0])


def test_outside_of_environments_the_matches_are_counted(stage):
    for i in range(3):
        sim.define_prim(f"/World/Origin{i}")
    sim.spawn("/World/Origin.*/Object", sim.MultiAssetSpawnerCfg(assets_cfg=SHAPES, random_choice=False))
    types = [stage.GetPrimAtPath(f"/World/Origin{i}/Object/geometry/mesh").GetTypeName() for i in range(3)]
    assert types == TYPES


def test_common_properties_replace_those_of_the_assets(stage):
    sim.define_prim("/World/Origin0")
    cfg = sim.MultiAssetSpawnerCfg(
        assets_cfg=[BALL], rigid_props=sim.PhysxRigidBodyCfg(linear_damping=0.5), activate_contact_sensors=True
    )
    prim = sim.spawn("/World/Origin.*/Object", cfg)
    assert prim.GetAttribute("physxRigidBody:linearDamping").Get() == 0.5
    assert "PhysxContactReportAPI" in sim.schemas.applied_schemas(prim)
    assert BALL.rigid_props is None


def test_a_plan_that_knows_nothing_of_the_choice_is_refused(plan):
    cfg = sim.MultiAssetSpawnerCfg(assets_cfg=SHAPES, random_choice=False)
    with pytest.raises(ValueError, match=r"3 environments copy .* different assets: make the plan with"):
        sim.spawn("{ENV_REGEX_NS}/Object", cfg)


def test_when_one_asset_fails_none_is_spawned(stage):
    for i in range(2):
        sim.define_prim(f"/World/Origin{i}")
    before = stage.ExportToString()
    cfg = sim.MultiAssetSpawnerCfg(assets_cfg=[BALL, sim.SphereCfg(radius=-1.0)], random_choice=False)
    with pytest.raises(ValueError, match="positive"):
        sim.spawn("/World/Origin.*/Object", cfg)
    assert stage.ExportToString() == before


def test_all_assets_are_spawned_where_the_last_segment_counts_them(stage):
    sim.define_prim("/World/Origin_0")
    sim.define_prim("/World/Origin_1")
    cfg = sim.MultiAssetSpawnerCfg(assets_cfg=[BALL, sim.CuboidCfg(size=(1.0, 1.0, 1.0))])
    prim = cfg.func("/World/Origin_.*/asset_.*", cfg)
    assert prim.GetPath() == "/World/Origin_0/asset_0"
    for origin in ("/World/Origin_0", "/World/Origin_1"):
        assert stage.GetPrimAtPath(f"{origin}/asset_0/geometry/mesh").GetTypeName() == "Sphere"
        assert stage.GetPrimAtPath(f"{origin}/asset_1/geometry/mesh").GetTypeName() == "Cube"


def test_a_thing_is_the_first_where_the_last_segment_counts(stage):
    sim.create_prim("/World/template")
    sim.spawn("/World/template/thing_.*", sim.SphereCfg(radius=0.1))
    assert sim.find_matching_prim_paths("/World/template/.*") == ["/World/template/thing_0"]


def test_assets_are_spawned_at_the_paths_of_their_config(stage):
    sim.define_prim("/World/Origin")
    cube = sim.CuboidCfg(size=(1.0, 1.0, 1.0))
    cfg = sim.MultiAssetSpawnerCfg(assets_cfg=[BALL, cube, cube], spawn_paths=["/World/Origin/a", None, "/World/b"])
    assert cfg.func("/World/ignored", cfg).GetPath() == "/World/Origin/a"
    assert stage.GetPrimAtPath("/World/b")
    assert not stage.GetPrimAtPath("/World/ignored")
    cfg.spawn_paths = ["/World/c"]
    with pytest.raises(ValueError, match="spawn_paths has 1 paths for 3"):
        cfg.func("/World/ignored", cfg)


def test_spawners_take_the_stage_that_is_current(stage):
    prim = BALL.func("/World/Ball", BALL, stage=stage)
    assert prim.GetStage() == stage
    other = Usd.Stage.CreateInMemory()
    with pytest.raises(ValueError, match="'/World/Other' cannot be spawned on .*: make that stage the current one"):
        BALL.func("/World/Other", BALL, stage=other)
    assert not stage.GetPrimAtPath("/World/Other")


@pytest.mark.parametrize("settings", [{"clone_in_fabric": True}, {"clone_in_fabric": False, "replicate_physics": True}])
def test_spawners_may_be_told_how_environments_are_copied(stage, settings):
    told = []

    @sim.clone
    def spawn_with_the_rest(prim_path, cfg, translation=None, orientation=None, **rest):
        told.append(rest)
        return sim.define_prim(prim_path)

    @sim.clone
    def spawn_by_itself(prim_path, cfg, translation=None, orientation=None, replicate_physics=False):
        told.append(replicate_physics)
        return sim.define_prim(prim_path)

    for path, func in (("Ball", BALL.func), ("Rest", spawn_with_the_rest), ("Own", spawn_by_itself)):
        assert func(f"/World/{path}", BALL, translation=(1.0, 0.0, 0.0), **settings).IsValid()
    assert told == [settings, settings.get("replicate_physics", False)]
    with pytest.raises(TypeError, match="no_such"):
        BALL.func("/World/Other", BALL, no_such=1)
