"""Scenes whose environments have different sets of assets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch
from pxr import Usd, UsdPhysics

from pippin.assets import AssetBaseCfg, RigidObjectCfg, RigidObjectCollectionCfg
from pippin.envs import ManagerBasedEnv, ManagerBasedEnvCfg
from pippin.robots import released
from pippin.scene import CloneCfg, InclusionSet, InteractiveScene, InteractiveSceneCfg
from pippin.sensors import (
    ContactSensorCfg,
    FrameTransformerCfg,
    ImuCfg,
    JointWrenchSensorCfg,
    RayCasterCfg,
    patterns,
)
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    GroundPlaneCfg,
    MassPropertiesCfg,
    MultiAssetSpawnerCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    SphereCfg,
    spawn_cuboid,
)
from pippin.utils import configclass

RIGID = {
    "rigid_props": RigidBodyPropertiesCfg(),
    "mass_props": MassPropertiesCfg(mass=1.0),
    "collision_props": CollisionPropertiesCfg(),
}


def body(name: str, spawner: Any, x: float = 0.0) -> RigidObjectCfg:
    """Config of a body that begins at x, half a metre up."""
    state = RigidObjectCfg.InitialStateCfg(pos=(x, 0.0, 0.5))
    return RigidObjectCfg(prim_path=f"{{ENV_REGEX_NS}}/{name}", spawn=spawner, init_state=state)


@configclass
class SetsCfg(InteractiveSceneCfg):
    """A ball, a cube or both in an environment, and a post in each."""

    ground: AssetBaseCfg = AssetBaseCfg(prim_path="/World/Ground", spawn=GroundPlaneCfg())
    ball: RigidObjectCfg = body("Ball", SphereCfg(radius=0.2, **RIGID))
    cube: RigidObjectCfg = body("Cube", CuboidCfg(size=(0.2, 0.2, 0.2), **RIGID), x=1.0)
    post: RigidObjectCfg = body("Post", CuboidCfg(size=(0.3, 0.3, 0.3), **RIGID), x=2.0)
    clone_cfg: CloneCfg = CloneCfg(
        clone_combinations=[
            InclusionSet(assets=["ball"]),
            InclusionSet(assets=["cube"]),
            InclusionSet(assets=["ball", "cube"]),
        ]
    )


@pytest.fixture
def simulation() -> Iterator[SimulationContext]:
    with SimulationContext(SimulationCfg(device="cpu")) as context:
        yield context


def test_each_environment_has_one_of_the_sets(simulation: SimulationContext) -> None:
    """Bodies fall and come to rest at their own heights, in the environments that have them."""
    scene = InteractiveScene(SetsCfg(num_envs=6, env_spacing=5.0))
    simulation.reset()
    assert {name: scene.env_ids_of(name).tolist() for name in ("ball", "cube", "post")} == {
        "ball": [0, 1, 4, 5],
        "cube": [2, 3, 4, 5],
        "post": [0, 1, 2, 3, 4, 5],
    }
    for _ in range(200):
        simulation.step(render=False)
    for name, x, height in (("ball", 0.0, 0.2), ("cube", 1.0, 0.1), ("post", 2.0, 0.15)):
        place = scene[name].data.root_link_pos_w.torch - scene.env_origins[scene.env_ids_of(name)]
        expected = torch.tensor([[x, 0.0, height]]).expand(len(place), 3)
        torch.testing.assert_close(place, expected, atol=2e-3, rtol=0.0)  # how deep contacts let bodies sink
    with pytest.raises(KeyError, match="'vase'"):
        scene.env_ids_of("vase")


def test_states_have_a_row_for_each_environment_with_the_asset(simulation: SimulationContext) -> None:
    scene = InteractiveScene(SetsCfg(num_envs=6, env_spacing=5.0))
    simulation.reset()
    state = scene.get_state(is_relative=True)["rigid_object"]
    torch.testing.assert_close(state["cube"]["root_pose"][:, :3], torch.tensor([[1.0, 0.0, 0.5]] * 4))
    start = scene["cube"].data.root_link_pos_w.torch.clone()
    for _ in range(20):
        simulation.step(render=False)
    lower = scene["cube"].data.root_link_pos_w.torch.clone()
    chosen = torch.tensor([1, 2, 5])  # the cube's rows 0 and 3
    saved = {"cube": {key: value[[0, 3]] for key, value in state["cube"].items()}}
    scene.reset_to({"rigid_object": saved}, chosen, is_relative=True)
    now = scene["cube"].data.root_link_pos_w.torch
    torch.testing.assert_close(now[[0, 3]], start[[0, 3]], atol=1e-5, rtol=0.0)  # float32, some metres off
    torch.testing.assert_close(now[[1, 2]], lower[[1, 2]])


@pytest.mark.parametrize("by_mask", [False, True])
def test_a_reset_reaches_the_rows_of_its_environments(simulation: SimulationContext, by_mask: bool) -> None:
    """A force that was to be applied is forgotten where an environment was reset, and nowhere else."""
    scene = InteractiveScene(SetsCfg(num_envs=6, env_spacing=5.0))
    simulation.reset()
    simulation.step(render=False)
    cube, up = scene["cube"], torch.tensor([0.0, 0.0, 30.0])
    cube.permanent_wrench_composer.set_forces_and_torques_index(forces=up.expand(4, 1, 3).clone())
    if by_mask:
        scene.reset(env_mask=torch.tensor([True, False, False, True, False, True]))
    else:
        scene.reset([0, 3, 5])
    for _ in range(10):  # before any lands
        scene.write_data_to_sim()
        simulation.step(render=False)
    rises = cube.data.root_com_vel_w.torch[:, 2] > 0.0
    assert rises.tolist() == [True, False, True, False]  # environments 2 to 5


def test_collections_and_articulations_are_in_some_environments(simulation: SimulationContext) -> None:
    cfg = InteractiveSceneCfg(num_envs=6, env_spacing=5.0)
    balls = {name: body(name.title(), SphereCfg(radius=0.1, **RIGID), x) for name, x in (("a", 0.0), ("b", 1.0))}
    cfg.balls = RigidObjectCollectionCfg(rigid_objects=balls)
    cfg.cart = released.CARTPOLE_CFG.replace(prim_path="{ENV_REGEX_NS}/Cart")
    sets = (["balls"], ["balls", "cart"], ["cart"])
    cfg.clone_cfg.clone_combinations = [InclusionSet(assets=names) for names in sets]
    scene = InteractiveScene(cfg)
    simulation.reset()
    assert (scene["balls"].num_instances, scene["cart"].num_instances) == (4, 4)
    places = scene["balls"].data.body_link_pose_w.torch[..., :3] - scene.env_origins[:4, None]
    torch.testing.assert_close(places, torch.tensor([[[0.0, 0.0, 0.5], [1.0, 0.0, 0.5]]]).expand(4, 2, 3))
    cart = scene["cart"].data.root_pos_w.torch - scene.env_origins[2:]
    torch.testing.assert_close(cart, torch.tensor([[0.0, 0.0, 2.0]]).expand(4, 3))


def test_sensors_are_where_their_asset_is(simulation: SimulationContext) -> None:
    cfg = SetsCfg(num_envs=6, env_spacing=5.0)
    cfg.imu = ImuCfg(prim_path="{ENV_REGEX_NS}/Cube")
    grid = patterns.GridPatternCfg(size=(1.0, 1.0), resolution=0.5)
    cfg.rays = RayCasterCfg(
        prim_path="{ENV_REGEX_NS}/Cube", mesh_prim_paths=["/World/Ground"], pattern_cfg=grid, ray_alignment="yaw"
    )
    scene = InteractiveScene(cfg)
    simulation.reset()
    for name in ("imu", "rays"):
        assert scene.env_ids_of(name).tolist() == [2, 3, 4, 5]
        assert scene[name].num_instances == 4
    torch.testing.assert_close(scene["rays"].data.pos_w.torch, scene["cube"].data.root_link_pos_w.torch)


FRAME = FrameTransformerCfg.FrameCfg


@pytest.mark.parametrize(
    "cfg",
    [
        ContactSensorCfg(prim_path="{ENV_REGEX_NS}/Cube"),
        FrameTransformerCfg(prim_path="{ENV_REGEX_NS}/Cube", target_frames=[FRAME(prim_path="{ENV_REGEX_NS}/Post")]),
        # as many bodies as environments, but not one in each
        FrameTransformerCfg(
            prim_path="{ENV_REGEX_NS}/Post", target_frames=[FRAME(prim_path="{ENV_REGEX_NS}/(Ball|Cube)")]
        ),
        JointWrenchSensorCfg(prim_path="{ENV_REGEX_NS}/Cart"),
    ],
    ids=["contacts", "source", "targets", "wrenches"],
)
def test_sensors_that_need_their_asset_everywhere_say_what_to_do(simulation: SimulationContext, cfg: Any) -> None:
    scene_cfg = SetsCfg(num_envs=6, env_spacing=5.0)
    for name in ("ball", "cube"):
        getattr(scene_cfg, name).spawn.activate_contact_sensors = True
    scene_cfg.cart = released.CARTPOLE_CFG.replace(prim_path="{ENV_REGEX_NS}/Cart")
    sets = (["ball", "cube"], ["cart"])
    scene_cfg.clone_cfg.clone_combinations = [InclusionSet(assets=names) for names in sets]
    scene_cfg.sensor = cfg
    scene = InteractiveScene(scene_cfg)  # noqa: F841 (what is not held is gone)
    with pytest.raises(
        RuntimeError, match=r"should be .* in each.* read its own data, .*env_ids_of.* or measure with an Imu"
    ):
        simulation.reset()


def named_cuboid(prim_path: str, cfg: CuboidCfg, **pose: Any) -> Usd.Prim:
    """A spawner of a program's own, which goes on with the prim that it gets."""
    prim = spawn_cuboid(prim_path, cfg, **pose)
    UsdPhysics.RigidBodyAPI.Apply(prim)
    return prim


def test_what_a_function_does_to_its_prim_is_in_all_environments(simulation: SimulationContext) -> None:
    cfg = SetsCfg(num_envs=6, env_spacing=5.0)
    shape = CuboidCfg(size=(0.2, 0.2, 0.2), func=named_cuboid, collision_props=CollisionPropertiesCfg())
    cfg.cube.spawn, cfg.post.spawn = shape, shape
    scene = InteractiveScene(cfg)
    simulation.reset()
    assert (scene["cube"].num_instances, scene["post"].num_instances) == (4, 6)


@pytest.mark.parametrize(
    ("by_strategy", "expected"), [(True, [0, 0, 0, 1, 1, 1]), (False, [0, 1, 0, 1, 0, 1])], ids=["3", "2"]
)
def test_variants_follow_the_strategy_or_the_spawner(by_strategy: bool, expected: list[int]) -> None:
    """Isaac Lab 3 puts the same variants next to each other, whatever the spawner's ``random_choice``."""
    sizes = [0.1, 0.3]
    spawner = MultiAssetSpawnerCfg(
        assets_cfg=[CuboidCfg(size=(size, size, size), **RIGID) for size in sizes], random_choice=False
    )
    cfg = InteractiveSceneCfg(num_envs=6, env_spacing=5.0)
    cfg.ground, cfg.box = SetsCfg().ground, body("Box", spawner)
    with SimulationContext(SimulationCfg(device="cpu", variants_by_strategy=by_strategy)) as simulation:
        scene = InteractiveScene(cfg)
        simulation.reset()
        for _ in range(150):
            simulation.step(render=False)
        heights = scene["box"].data.root_link_pos_w.torch[:, 2]
        wanted = torch.tensor([sizes[each] / 2.0 for each in expected])
        torch.testing.assert_close(heights, wanted, atol=2e-3, rtol=0.0)


def test_a_strategy_of_a_program_chooses(simulation: SimulationContext) -> None:
    cfg = SetsCfg(num_envs=4, env_spacing=5.0)
    cfg.clone_cfg.clone_strategy = lambda weights, num_envs: np.arange(num_envs) % len(weights)
    scene = InteractiveScene(cfg)
    assert scene.env_ids_of("ball").tolist() == [0, 2, 3]
    assert scene.env_ids_of("cube").tolist() == [1, 2]


@pytest.mark.parametrize(
    ("sets", "error", "message"),
    [
        ([["ball", "vase"]], ValueError, "Unknown assets in clone combination: vase; there are: .*'post'"),
        ([["ball", "ball"]], NotImplementedError, "ball twice in one set"),
        ([["ball"], ["twin"]], ValueError, "prim_path '{ENV_REGEX_NS}/Ball'"),
    ],
)
def test_bad_sets_are_refused(
    simulation: SimulationContext, sets: list[list[str]], error: type[Exception], message: str
) -> None:
    cfg = SetsCfg(num_envs=4, env_spacing=5.0)
    cfg.twin = cfg.ball.copy() if "twin" in sets[-1] else None
    cfg.clone_cfg.clone_combinations = [InclusionSet(assets=names) for names in sets]
    with pytest.raises(error, match=message):
        InteractiveScene(cfg)


@pytest.mark.parametrize("weights", [(-1.0, 2.0), (0.0, 0.0)])
def test_bad_weights_are_refused(simulation: SimulationContext, weights: tuple[float, float]) -> None:
    cfg = SetsCfg(num_envs=4, env_spacing=5.0)
    names = (["ball"], ["cube"])
    cfg.clone_cfg.clone_combinations = [
        InclusionSet(assets=each, weight=weight) for each, weight in zip(names, weights, strict=True)
    ]
    with pytest.raises(ValueError, match="weights of world prototypes"):
        InteractiveScene(cfg)


def test_more_choices_than_can_be_enumerated_are_refused() -> None:
    """Eight spawners of eight shapes each have 16.8 million choices."""
    shapes = MultiAssetSpawnerCfg(assets_cfg=[SphereCfg(radius=0.1 * size) for size in range(1, 9)])
    cfg = InteractiveSceneCfg(num_envs=4, env_spacing=5.0)
    for number in range(8):
        setattr(cfg, f"thing_{number}", body(f"Thing{number}", shapes))
    with (
        SimulationContext(SimulationCfg(device="cpu", variants_by_strategy=True)),
        pytest.raises(ValueError, match="16,777,216 choices"),
    ):
        InteractiveScene(cfg)


@pytest.mark.parametrize("is_spawned_only", [False, True])
def test_environments_with_managers_have_all_that_has_rows(is_spawned_only: bool) -> None:
    """Terms count environments, which the rows of an asset in some of them are not; props have no rows."""
    cfg = ManagerBasedEnvCfg(decimation=1, sim=SimulationCfg(device="cpu"), scene=SetsCfg(num_envs=4, env_spacing=5.0))
    cfg.observations, cfg.actions, cfg.seed = {}, {}, 1
    if is_spawned_only:
        for name in ("ball", "cube"):
            old = getattr(cfg.scene, name)
            setattr(cfg.scene, name, AssetBaseCfg(prim_path=old.prim_path, spawn=old.spawn))
        env = ManagerBasedEnv(cfg)
        assert env.scene.env_ids_of("ball").tolist() == [0, 3]
        assert env.scene.partial_entities == []
        env.close()
        return
    with pytest.raises(NotImplementedError, match="Not all environments have ball, cube"):
        ManagerBasedEnv(cfg)
    SimulationContext.clear_instance()
