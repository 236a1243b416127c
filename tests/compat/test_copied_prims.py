"""Programs find prims of all environments, read and change them, though the stage holds what environments copy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import isaaclab.sim as sim_utils
from isaaclab.assets import RigidObjectCfg
from isaaclab.scene import InteractiveScene, InteractiveSceneCfg
from isaaclab.utils import configclass
from pippin_isaac.modules import dialect_of

SOLID = {
    "rigid_props": sim_utils.RigidBodyPropertiesCfg(),
    "collision_props": sim_utils.CollisionPropertiesCfg(),
    "mass_props": sim_utils.MassPropertiesCfg(mass=1.0),
}


@configclass
class CubeSceneCfg(InteractiveSceneCfg):
    """A cube in the air in each environment."""

    cube = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Cube",
        spawn=sim_utils.CuboidCfg(size=(0.2, 0.2, 0.2), **SOLID),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 5.0)),
    )


@pytest.fixture
def simulation() -> Iterator[sim_utils.SimulationContext]:
    with sim_utils.build_simulation_context(device="cpu", dt=0.01) as simulation:
        yield simulation


@pytest.fixture
def scene(simulation: sim_utils.SimulationContext) -> InteractiveScene:
    return InteractiveScene(CubeSceneCfg(num_envs=3, env_spacing=2.0))


def test_prims_of_all_environments_are_found(scene: InteractiveScene) -> None:
    stage = scene.stage
    paths = [f"{root}/Cube" for root in scene.env_prim_paths]
    assert all(sim_utils.is_prim_path_valid(path) for path in paths)
    assert not sim_utils.is_prim_path_valid("/World/envs/env_3/Cube")
    assert len(stage.GetPrimAtPath("/World/envs").GetChildren()) == 1, "questions alone put nothing there"
    assert str(sim_utils.find_first_matching_prim("/World/envs/env_.*/Cube").GetPath()) == paths[0]
    assert str(sim_utils.find_first_matching_prim("/World/envs/env_2/Cube").GetPath()) == paths[2]
    assert sim_utils.find_matching_prim_paths("/World/envs/env_[^/]*/Cube") == paths
    shapes = [prim for prim in Usd.PrimRange(stage.GetPrimAtPath("/World/envs/env_1")) if prim.IsA(UsdGeom.Cube)]
    assert [str(shape.GetPath()) for shape in shapes] == [f"{paths[1]}/geometry/mesh"]
    place = UsdGeom.XformCache().GetLocalToWorldTransform(stage.GetPrimAtPath(paths[1])).ExtractTranslation()
    assert tuple(place) == pytest.approx((*scene.env_origins[1, :2].tolist(), 5.0))


def test_prims_of_all_environments_are_found_in_version_2(scene: InteractiveScene) -> None:
    dialect = dialect_of("omni.isaac.lab")
    find = dialect.counterpart(sim_utils.find_matching_prims)
    first = dialect.counterpart(sim_utils.find_first_matching_prim)
    assert str(first("/World/envs/env_1/Cube").GetPath()) == "/World/envs/env_1/Cube"
    assert [str(prim.GetPath()) for prim in find("/World/envs/env_.*/Cube")] == [
        f"{root}/Cube" for root in scene.env_prim_paths
    ]
    assert all(find("/World/envs/env_.*/Cube")) and find("/World/envs/env_9/Cube") == []


def test_what_is_written_in_one_environment_acts_in_it(
    simulation: sim_utils.SimulationContext, scene: InteractiveScene
) -> None:
    """One cube gets another mass, and one is tied to the world: it alone does not fall."""
    scene.stage.GetPrimAtPath("/World/envs/env_1/Cube").GetAttribute("physics:mass").Set(3.0)
    tie = UsdPhysics.FixedJoint.Define(scene.stage, "/World/envs/env_2/tie")
    tie.CreateBody1Rel().SetTargets(["/World/envs/env_2/Cube"])
    place = (*scene.env_origins[2, :2].tolist(), 5.0)
    tie.CreateLocalPos0Attr(place)
    simulation.reset()
    cube = scene["cube"]
    assert cube.data.body_mass.torch.flatten().tolist() == [1.0, 3.0, 1.0]
    for _ in range(20):
        simulation.step(render=False)
        scene.update(0.01)
    heights = cube.data.root_pos_w.torch[:, 2]
    fallen = 5.0 - 0.5 * 9.81 * 0.01**2 * 20 * 21  # symplectic Euler from rest
    torch.testing.assert_close(heights[:2], torch.full((2,), fallen), atol=1e-3, rtol=0.0)
    assert heights[2] > 4.99


def test_the_same_joint_in_every_environment_acts_in_all(
    simulation: sim_utils.SimulationContext, scene: InteractiveScene
) -> None:
    """A program's loop over environments makes them no different: they stay one variant."""
    for env_id, root in enumerate(scene.env_prim_paths):
        tie = UsdPhysics.FixedJoint.Define(scene.stage, f"{root}/tie")
        tie.CreateBody0Rel().SetTargets([root])
        tie.CreateBody1Rel().SetTargets([str(scene.stage.GetPrimAtPath(f"/World/envs/env_{env_id}/Cube").GetPath())])
        tie.CreateLocalPos0Attr((0.0, 0.0, 5.0))
    simulation.reset()
    assert simulation.environments.templates == (0,)
    for _ in range(20):
        simulation.step(render=False)
        scene.update(0.01)
    assert (scene["cube"].data.root_pos_w.torch[:, 2] > 4.99).all()


def test_sizes_that_are_written_before_the_start_act_in_their_environment(
    simulation: sim_utils.SimulationContext, scene: InteractiveScene
) -> None:
    """As projects write ``xformOp:scale`` on the specs of a layer: each cube comes to rest at half its own height."""
    layer = scene.stage.GetRootLayer()
    scales = (1.0, 0.5, 2.0)
    with Sdf.ChangeBlock():
        for root, scale in zip(scene.env_prim_paths, scales, strict=True):
            spec = Sdf.CreatePrimInLayer(layer, f"{root}/Cube")
            attribute = spec.attributes.get("xformOp:scale")
            if attribute is None:
                attribute = Sdf.AttributeSpec(spec, "xformOp:scale", Sdf.ValueTypeNames.Double3)
            attribute.default = Gf.Vec3d(1.0, 1.0, scale)
    ground = sim_utils.GroundPlaneCfg()
    ground.func("/World/ground", ground)
    simulation.reset()
    assert len(simulation.environments.templates) == 3
    cube = scene["cube"]
    pose = cube.data.root_pose_w.torch.clone()
    pose[:, 2] = 0.11 * torch.tensor(scales)
    cube.write_root_pose_to_sim_index(root_pose=pose)
    for _ in range(100):
        simulation.step(render=False)
        scene.update(0.01)
    torch.testing.assert_close(cube.data.root_pos_w.torch[:, 2], 0.1 * torch.tensor(scales), atol=2e-3, rtol=0.0)


@pytest.mark.parametrize("env_id", [0, 1])
def test_sizes_that_are_written_while_it_plays_are_said_to_have_no_effect(
    simulation: sim_utils.SimulationContext, scene: InteractiveScene, caplog: pytest.LogCaptureFixture, env_id: int
) -> None:
    simulation.reset()
    prim = scene.stage.GetPrimAtPath(f"/World/envs/env_{env_id}/Cube")
    caplog.clear()
    UsdGeom.Xformable(prim).GetOrderedXformOps()[-1].Set(Gf.Vec3d(2.0, 2.0, 2.0))
    (record,) = caplog.records
    assert f"/World/envs/env_{env_id}/Cube.xformOp:scale" in record.getMessage()
    assert "before reset()" in record.getMessage()
